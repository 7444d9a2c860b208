"""What an ablation, a citation or a credit is refused for: one base class, a stable code each."""

from __future__ import annotations

from typing import ClassVar


class AblationError(ValueError):
    """A refusal. `code` never changes; the message is for people and may."""

    code: ClassVar[str] = "ablation_error"


class IdError(AblationError):
    """An id that can be none of this bundle's."""

    code = "bad_id"


class IdsTypeError(AblationError):
    """Something that is no list of ids, or of the wrong kind altogether."""

    code = "type_error"


class EmptyRemovalError(AblationError):
    """A removal of nothing."""

    code = "empty_removal"


class DuplicateRemovalError(AblationError):
    """One id twice in a removal, in whatever spelling."""

    code = "duplicate_removal"


class UnserializableError(AblationError):
    """A bundle that UTF-8 cannot hold, so that nothing in it can be hashed."""

    code = "unserializable"


class DuplicateEntriesError(AblationError):
    """One id twice among a bundle's records."""

    code = "duplicate_entries"


class UnknownRemovalError(AblationError):
    """A removal of what is not in the context."""

    code = "unknown_removal"


class NoRepresentationError(AblationError):
    """A record that stays and that nothing says how to show."""

    code = "no_representation"


class NoReferenceError(AblationError):
    """A record that stays and lacks the reference which its format shows."""

    code = "no_reference"


class NoTokenizerError(AblationError):
    """A bundle that does not say what counts its tokens."""

    code = "no_tokenizer"


class UnknownTokenizerError(AblationError):
    """A token counter that is not known, or cannot be loaded."""

    code = "unknown_tokenizer"


class TextMismatchError(AblationError):
    """A text that does not follow from the records."""

    code = "text_mismatch"


class DuplicateReferenceError(AblationError):
    """One reference for two records, so that a citation of it says nothing."""

    code = "duplicate_reference"


class NothingRemovedError(AblationError):
    """Two contexts that are the same: there is nothing to compare."""

    code = "nothing_removed"


class InvalidError(AblationError):
    """A field that breaks its own rule."""

    code = "invalid"


class NotSoleTargetError(AblationError):
    """Credit for one record, from an ablation that did not remove it alone."""

    code = "not_sole_target"


class UncitedError(AblationError):
    """Credit for a record that the answer did not cite."""

    code = "uncited"


class ContextMismatchError(AblationError):
    """A citation of another context than the one that was ablated."""

    code = "context_mismatch"


class RequestMismatchError(AblationError):
    """A citation of another request that happened to get the same context."""

    code = "request_mismatch"


class QuestionMismatchError(AblationError):
    """A citation of an answer to another question about the same context."""

    code = "question_mismatch"


class OutcomeError(AblationError):
    """An outcome that is neither True, False nor `UNKNOWN`."""

    code = "bad_outcome"


class NotAGroupError(AblationError):
    """Credit for a group, from an ablation that removed one record."""

    code = "not_a_group"


class CitedControlError(AblationError):
    """A control that removed a cited record, which makes it none."""

    code = "cited_control"


class NoUserError(AblationError):
    """A citation without its owner."""

    code = "no_user"


class NoReceiptError(AblationError):
    """A citation of a request that this user has not made."""

    code = "no_receipt"


class CitedNotCandidateError(AblationError):
    """A citation of a record that the request did not find."""

    code = "cited_not_candidate"


class CitedNotInContextError(AblationError):
    """A citation of a record whose text the reader was not shown."""

    code = "cited_not_in_context"


class CitationConflictError(AblationError):
    """An id that already stands for another citation."""

    code = "citation_conflict"


class ReceiptConflictError(AblationError):
    """A request id that already stands for another context or question."""

    code = "receipt_conflict"


class LimitError(AblationError):
    """A page size outside its bounds."""

    code = "bad_limit"


class StoreError(AblationError):
    """A citation file that does not hold what was written."""

    code = "store_damaged"


#: Every code and its class.
CODES: dict[str, type[AblationError]] = {kind.code: kind for kind in AblationError.__subclasses__()}

"""What an answer says it used: bound to its request, its question and the context it was shown.

A store keeps a receipt for each request (which candidates there were, which of them the reader
saw, the hashes of context and question) and citations only for requests that it has a receipt of.
Context and question of a citation are the receipt's: a caller cannot supply them.
"""

from __future__ import annotations

import json
import os
import re
import threading
from collections.abc import Callable
from collections.abc import Iterable
from collections.abc import Mapping
from dataclasses import asdict
from dataclasses import dataclass
from dataclasses import field
from dataclasses import fields
from datetime import datetime
from datetime import timezone
from pathlib import Path
from typing import Any
from uuid import UUID
from uuid import uuid4

from pytest_memeval.suites.ablation.context import ContextBundle
from pytest_memeval.suites.ablation.context import canonical
from pytest_memeval.suites.ablation.context import id_text
from pytest_memeval.suites.ablation.context import sha256_of
from pytest_memeval.suites.ablation.errors import AblationError
from pytest_memeval.suites.ablation.errors import CitationConflictError
from pytest_memeval.suites.ablation.errors import CitedNotCandidateError
from pytest_memeval.suites.ablation.errors import CitedNotInContextError
from pytest_memeval.suites.ablation.errors import IdsTypeError
from pytest_memeval.suites.ablation.errors import InvalidError
from pytest_memeval.suites.ablation.errors import LimitError
from pytest_memeval.suites.ablation.errors import NoReceiptError
from pytest_memeval.suites.ablation.errors import NoUserError
from pytest_memeval.suites.ablation.errors import ReceiptConflictError
from pytest_memeval.suites.ablation.errors import StoreError
from pytest_memeval.text import known_names
from pytest_memeval.text import show

#: Who says so: the model itself, the application that checked it, a person.
METHODS = ("model_reported", "application_verified", "human_verified")
MOST_CITED = 1000
LONGEST_NAME = 512
_HEX = re.compile(r"[0-9a-f]{64}\Z")


def name_problem(name: str, value: object) -> str | None:
    """What is wrong with a name that people give: 1 to 512 characters of text."""
    if not isinstance(value, str):
        return f"`{name}` must be text; got {show(value, 60)}"
    if not 1 <= len(value) <= LONGEST_NAME:
        return f"`{name}` must have 1 to {LONGEST_NAME} characters; it has {len(value)}"
    try:
        value.encode("utf-8")
    except UnicodeEncodeError:
        return f"`{name}` holds a lone surrogate: {show(value, 60)}"
    return None


def hash_problem(name: str, value: object) -> str | None:
    """What is wrong with a SHA-256."""
    if isinstance(value, str) and _HEX.match(value):
        return None
    return f"`{name}` must be 64 lower-case hex digits; got {show(value, 80)}"


def refuse(problems: Iterable[str | None]) -> None:
    """:raises InvalidError: there are problems, all of them named."""
    found = [problem for problem in problems if problem]
    if found:
        raise InvalidError("; ".join(found))


def _own(identity: object) -> str:
    try:
        return canonical(id_text(identity))
    except AblationError as error:
        raise InvalidError(str(error)) from None


@dataclass(frozen=True, slots=True, kw_only=True)
class CitationSubmission:
    """The memories that one answer says it used.

    No cited ids at all says that the answer used none, which is not the same as saying nothing.

    :param request_id: the retrieval that the answer was given from.
    :param cited_ids: their order is kept, and part of what a retry must repeat.
    :param citation_id: makes a retry one; without it, each call is a citation of its own.
    """

    request_id: str | None
    answer_id: str
    cited_ids: tuple[str, ...] = ()
    answer_sha256: str | None = None
    method: str = "model_reported"
    citation_id: str = field(default_factory=lambda: str(uuid4()))

    def __post_init__(self) -> None:
        put = object.__setattr__
        if self.request_id is not None:
            put(self, "request_id", _own(self.request_id))
        put(self, "citation_id", _own(self.citation_id))
        if not isinstance(self.cited_ids, (list, tuple)):
            raise InvalidError(f"`cited_ids` must be a list; got {show(self.cited_ids, 60)}")
        put(self, "cited_ids", tuple(map(_own, self.cited_ids)))
        refuse(self._field_problems())
        refuse(self._other_problems())

    def _field_problems(self) -> Iterable[str | None]:
        yield name_problem("answer_id", self.answer_id)
        if len(self.cited_ids) > MOST_CITED:
            yield f"`cited_ids` may have {MOST_CITED} ids; it has {len(self.cited_ids)}"
        if self.answer_sha256 is not None:
            yield hash_problem("answer_sha256", self.answer_sha256)
        if not isinstance(self.method, str) or self.method not in METHODS:
            yield f"unknown `method` {show(self.method)} (one of {', '.join(METHODS)})"

    def _other_problems(self) -> Iterable[str | None]:
        if not self.answer_id.strip():
            yield "`answer_id` is blank"
        if len(set(self.cited_ids)) < len(self.cited_ids):
            yield "`cited_ids` names one record twice"

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> CitationSubmission:
        """A submission (or a citation) from a mapping; an unknown key is refused.

        :raises InvalidError: a key too many or too few, or a value that breaks its rule.
        """
        known = {item.name for item in fields(cls)}
        extra = [key for key in data if key not in known]
        refuse(f"unknown key {show(key)}; {known_names(known, str(key))}" for key in extra)
        try:
            return cls(**data)
        except TypeError as error:
            raise InvalidError(str(error)) from None


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerCitation(CitationSubmission):
    """A citation as it is kept.

    :param context_sha256: the context that the answer was given from.
    :param question_sha256: the question that was asked; None if that is not known.
    :param user_id: its owner; None for one that no store keeps.
    :param receipt_sha256: the receipt it was checked against.
    """

    context_sha256: str
    question_sha256: str | None = None
    user_id: str | None = None
    recorded_at: str | None = None
    receipt_sha256: str | None = None

    def _field_problems(self) -> Iterable[str | None]:
        yield from CitationSubmission._field_problems(self)
        yield hash_problem("context_sha256", self.context_sha256)
        if self.question_sha256 is not None:
            yield hash_problem("question_sha256", self.question_sha256)

    def says(self, submission: CitationSubmission) -> bool:
        """Whether this is what a submission says, so that it is a retry."""
        names = (item.name for item in fields(CitationSubmission))
        return all(getattr(self, name) == getattr(submission, name) for name in names)


def _listed_ids(ids: object) -> tuple[str, ...]:
    # A text would be read letter by letter, and a mapping by its keys.
    if isinstance(ids, (str, bytes, Mapping)) or not isinstance(ids, Iterable):
        raise IdsTypeError(f"`cited_ids` must be a list of ids; got {show(ids, 60)}")
    return tuple(map(_own, ids))


def cite(
    bundle: ContextBundle,
    *,
    answer_id: str,
    cited_ids: Iterable[str | UUID],
    answer: str | None = None,
    method: str = "model_reported",
) -> AnswerCitation:
    """A citation of a bundle at hand, bound to its request, question and text, kept nowhere.

    :raises IdsTypeError: `cited_ids` is no list of ids, but one text or nothing of the kind.
    :raises InvalidError: another field breaks its rule.
    :raises CitedNotInContextError: a cited record is not in the context, or has no text there.
    """
    receipt = Receipt.of(bundle, user_id="", candidates=())
    submission = CitationSubmission(
        request_id=bundle.request_id,
        answer_id=answer_id,
        cited_ids=_listed_ids(cited_ids),
        answer_sha256=None if answer is None else sha256_of(answer),
        method=method,
    )
    receipt.check(submission.cited_ids)
    return AnswerCitation(
        **_told(submission),
        context_sha256=receipt.context_sha256,
        question_sha256=receipt.question_sha256,
    )


def _told(submission: CitationSubmission) -> dict[str, Any]:
    return {item.name: getattr(submission, item.name) for item in fields(CitationSubmission)}


@dataclass(frozen=True, slots=True)
class Receipt:
    """What a request found and what of it the reader was shown.

    :param candidate_ids: all that was found.
    :param content_ids: those whose text the reader saw.
    """

    request_id: str | None
    user_id: str
    context_sha256: str
    question_sha256: str | None
    candidate_ids: tuple[str, ...]
    content_ids: tuple[str, ...]

    @classmethod
    def of(cls, bundle: ContextBundle, *, user_id: str, candidates: Iterable[str]) -> Receipt:
        shown = [record.id for record in bundle.records]
        found = map(canonical, (*shown, *bundle.excluded_ids, *candidates))
        return cls(
            request_id=None if bundle.request_id is None else canonical(bundle.request_id),
            user_id=user_id,
            context_sha256=bundle.sha256,
            question_sha256=bundle.question_sha256,
            candidate_ids=tuple(dict.fromkeys(found)),
            content_ids=tuple(
                canonical(record.id) for record in bundle.records if record.has_content
            ),
        )

    @property
    def sha256(self) -> str:
        return sha256_of(_json(asdict(self)))

    def check(self, cited: Iterable[str]) -> None:
        """Refuse the first cited id that the reader cannot have used."""
        candidates, shown = set(self.candidate_ids), set(self.content_ids)
        for identity in cited:
            if identity not in candidates:
                raise CitedNotCandidateError(f"the request did not find record {show(identity)}")
            if identity not in shown:
                raise CitedNotInContextError(
                    f"the reader was not shown the text of record {show(identity)}"
                )


def _json(data: object) -> str:
    return json.dumps(data, sort_keys=True, separators=(",", ":"))


def _now() -> str:
    return datetime.now(timezone.utc).isoformat()


class CitationStore:
    """Receipts and citations, each its owner's alone. Threads may share one.

    :param path: a JSON Lines file that keeps them, each line with its own checksum. One process
        writes to it at a time. A line that a crash cut short is dropped; anything else that is not
        as it was written is refused.
    :param now: the time, for whoever needs it to stand still.
    :raises StoreError: the file does not hold what was written.
    """

    def __init__(self, path: Path | str | None = None, *, now: Callable[[], str] = _now) -> None:
        self._path = None if path is None else Path(path)
        self._now = now
        self._lock = threading.Lock()
        self._receipts: dict[tuple[str, str], Receipt] = {}
        self._citations: dict[tuple[str, str], AnswerCitation] = {}
        self._whole = 0
        if self._path is not None and self._path.exists():
            self._load(self._path.read_bytes())

    def receive(
        self, bundle: ContextBundle, *, user_id: str, candidate_ids: Iterable[str] = ()
    ) -> Receipt:
        """Keep what a request found and showed.

        :param candidate_ids: what was found besides the bundle's records and excluded ids.
        :raises ReceiptConflictError: the request is known with another context or question.
        """
        owner = _owner(user_id)
        if bundle.request_id is None:
            raise InvalidError("a bundle needs a `request_id` to be cited from a store")
        receipt = Receipt.of(bundle, user_id=owner, candidates=map(id_text, candidate_ids))
        key = (owner, str(receipt.request_id))
        with self._lock:
            known = self._receipts.get(key)
            if known is None:
                self._append("receipt", receipt)
                self._receipts[key] = receipt
            elif known != receipt:
                raise ReceiptConflictError(
                    f"request {show(receipt.request_id)} already stands for something else"
                )
        return receipt

    def record(self, submission: CitationSubmission, *, user_id: str) -> AnswerCitation:
        """Keep a citation. The same again is a retry, and gives what was kept the first time.

        :raises NoUserError: no owner is named.
        :raises NoReceiptError: no such request of this user's, whoever else's it may be.
        :raises CitedNotCandidateError: a cited record was not found by the request.
        :raises CitedNotInContextError: a cited record was found, and its text not shown.
        :raises CitationConflictError: the citation id stands for something else.
        """
        owner = _owner(user_id)
        if not isinstance(submission, CitationSubmission):
            raise InvalidError(f"a CitationSubmission is wanted; got {show(submission, 60)}")
        key = (owner, submission.citation_id)
        with self._lock:
            receipt = self._receipts.get((owner, submission.request_id or ""))
            if receipt is None:
                raise NoReceiptError("this user has no receipt of that request")
            receipt.check(submission.cited_ids)
            known = self._citations.get(key)
            if known is None:
                known = self._cited(submission, receipt)
                self._append("citation", known)
                self._citations[key] = known
            elif not known.says(submission) or known.receipt_sha256 != receipt.sha256:
                raise CitationConflictError(
                    f"citation {show(submission.citation_id)} already says something else"
                )
            return known

    def _cited(self, submission: CitationSubmission, receipt: Receipt) -> AnswerCitation:
        return AnswerCitation(
            **_told(submission),
            context_sha256=receipt.context_sha256,
            question_sha256=receipt.question_sha256,
            user_id=receipt.user_id,
            recorded_at=self._now(),
            receipt_sha256=receipt.sha256,
        )

    def get(self, citation_id: str | UUID, *, user_id: str) -> AnswerCitation | None:
        """A citation of this user's; None if there is none, whoever else may have one."""
        key = (_owner(user_id), _own(citation_id))
        with self._lock:
            return self._citations.get(key)

    def list(
        self, *, user_id: str, limit: int = 100, after: str | UUID | None = None
    ) -> list[AnswerCitation]:
        """A page of this user's citations, in the order of their ids.

        :param after: the last id of the page before.
        :raises LimitError: `limit` is not 1 to 1000.
        """
        owner = _owner(user_id)
        if type(limit) is not int or not 1 <= limit <= 1000:
            raise LimitError(f"`limit` must be 1 to 1000; got {show(limit, 60)}")
        last = "" if after is None else _own(after)
        with self._lock:
            kept = dict(self._citations)
        ids = sorted(name for user, name in kept if user == owner and name > last)
        return [kept[owner, name] for name in ids[:limit]]

    def _append(self, kind: str, kept: Receipt | AnswerCitation) -> None:
        if self._path is None:
            return
        told = _json({"kind": kind, **asdict(kept)})
        line = f"{_json({'kept': told, 'sha256': sha256_of(told)})}\n".encode()
        with self._path.open("ab") as file:
            if file.tell() > self._whole:  # what a crash left of a line
                os.truncate(self._path, self._whole)
            file.write(line)
        self._whole += len(line)

    def _load(self, data: bytes) -> None:
        self._whole = data.rfind(b"\n") + 1
        for number, line in enumerate(data[: self._whole].splitlines(), 1):
            try:
                self._take(json.loads(line))
            except (ValueError, KeyError, TypeError) as error:
                raise StoreError(f"{self._path}, line {number}, is damaged: {error}") from error

    def _take(self, line: dict[str, str]) -> None:
        if sha256_of(line["kept"]) != line["sha256"]:
            raise StoreError("its checksum is another")
        told = json.loads(line["kept"])
        if told.pop("kind") == "receipt":
            lists = {name: tuple(told[name]) for name in ("candidate_ids", "content_ids")}
            receipt = Receipt(**{**told, **lists})
            self._receipts[receipt.user_id, str(receipt.request_id)] = receipt
        else:
            citation = AnswerCitation(**told)
            self._citations[str(citation.user_id), citation.citation_id] = citation


def _owner(user_id: object) -> str:
    """The owner as given: names are not stripped, so two spellings are two users."""
    if not isinstance(user_id, str) or not user_id.strip():
        raise NoUserError(f"say whose: `user_id` must be text that is not blank; got {user_id!r}")
    return user_id

"""A context, and what is left of it when records go."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from dataclasses import FrozenInstanceError
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_memeval.suites.ablation import errors
from pytest_memeval.suites.ablation.context import ContextAblation
from pytest_memeval.suites.ablation.context import ContextBundle
from pytest_memeval.suites.ablation.context import Record
from pytest_memeval.suites.ablation.context import TokenAccount
from pytest_memeval.suites.ablation.context import ablate_context
from pytest_memeval.suites.ablation.context import sha256_of
from pytest_memeval.suites.ablation.rendering import FORMATS
from pytest_memeval.suites.ablation.rendering import Format
from pytest_memeval.suites.ablation.tokens import CallableCounter
from pytest_memeval.suites.ablation.tokens import Utf8Bytes
from tests.suites.ablation.bundles import SOME
from tests.suites.ablation.bundles import bundles
from tests.suites.ablation.bundles import read_back
from tests.suites.ablation.bundles import removals
from tests.suites.ablation.neutral import sha256

A = Record("a", "Quay 7 is closed on Mondays.", section="facts")
B = Record("b", "The crane weighs nine tonnes.", section="facts")
C = Record("c", "Call the harbour office first.", section="advice")


def three(**more: object) -> ContextBundle:
    """Two facts and a piece of advice."""
    return ContextBundle([A, B, C], **more)  # type: ignore[arg-type]


# What must hold of every removal ------------------------------------------------------------------


def above(bundle: ContextBundle) -> int:
    """How many lines stand before the first heading."""
    return 1 + sum(part is not None for part in (bundle.notice, bundle.guidance))


@SOME
@given(st.data())
def test_exactly_the_removed_lines_go(data: st.DataObject) -> None:
    """The new text is the old one less the lines of the removed, and less headings left alone."""
    bundle = data.draw(bundles())
    out = data.draw(removals(bundle))
    left = [record for record in bundle.records if record.id not in out]
    lines = bundle.text.split("\n")
    expected = lines[: above(bundle)]
    rest = iter(lines[above(bundle) :])
    section: str | None = None
    for record in bundle.records:
        if record.section != section:
            section = record.section
            heading = next(rest)
            if any(one.section == section for one in left):
                expected.append(heading)
        line = next(rest)
        if record in left:
            expected.append(line)
    after = ablate_context(bundle, out).counterfactual
    assert after.text == "\n".join(expected)
    assert after.records == tuple(left)


@SOME
@given(st.data())
def test_what_is_left_is_what_the_text_shows(data: st.DataObject) -> None:
    """Read back from the text, the remaining records are the remaining records, in every format."""
    bundle = data.draw(bundles())
    after = ablate_context(bundle, data.draw(removals(bundle))).counterfactual
    shown = read_back(after.text, after.format, above(after))
    assert [(one["section"], one["text"]) for one in shown] == [
        (record.section, record.text) for record in after.records
    ]
    if after.format == "auditable":
        assert [one["id"] for one in shown] == [record.id for record in after.records]
    if after.format == "compact":
        assert [after.resolve(one["reference"]) for one in shown] == list(after.ids)


@SOME
@given(st.data())
def test_hashes_are_of_the_texts(data: st.DataObject) -> None:
    """Each hash is SHA-256 of the UTF-8 bytes of the text, whatever is in it."""
    bundle = data.draw(bundles())
    ablation = ablate_context(bundle, data.draw(removals(bundle)))
    assert ablation.baseline_context_sha256 == sha256(bundle.text)
    assert ablation.counterfactual_context_sha256 == sha256(ablation.counterfactual.text)
    assert ablation.baseline_context_sha256 != ablation.counterfactual_context_sha256


@SOME
@given(st.data(), st.sampled_from([Utf8Bytes(), CallableCounter("odd", lambda t: len(t) // 3)]))
def test_tokens_are_counted_and_conserved(data: st.DataObject, counter: Utf8Bytes) -> None:
    """What is used is what the counter says of the text; used and remaining stay the same sum."""
    some = data.draw(bundles())
    bundle = ContextBundle(some.records, format=some.format, counter=counter, token_budget=9_000)
    after = ablate_context(bundle, data.draw(removals(bundle))).counterfactual
    for one in (bundle, after):
        assert one.tokens.used == counter.count(one.text)
    assert sum_of(bundle.tokens) == sum_of(after.tokens) == 9_000


def sum_of(account: TokenAccount) -> int:
    assert account.remaining is not None
    return account.used + account.remaining


@SOME
@given(st.data())
def test_one_by_one_is_together(data: st.DataObject) -> None:
    """In whatever order records go, what is left is the same bundle, byte for byte."""
    bundle = data.draw(bundles())
    out = data.draw(removals(bundle))
    together = ablate_context(bundle, out).counterfactual
    single = bundle
    for identity in data.draw(st.permutations(out)):
        single = ablate_context(single, [identity]).counterfactual
    assert (single.text, single.sha256, single.tokens, single.records) == (
        (together.text, together.sha256, together.tokens, together.records)
    )
    assert set(single.excluded_ids) == set(together.excluded_ids)


@SOME
@given(st.data())
def test_the_baseline_is_not_touched(data: st.DataObject) -> None:
    """A bundle is the same before and after, and so are its copies."""
    bundle = data.draw(bundles())
    before = (bundle.text, bundle.sha256, bundle.tokens, bundle.records, bundle.excluded_ids)
    twin = pickle.loads(pickle.dumps(bundle))
    ablation = ablate_context(bundle, data.draw(removals(bundle)))
    ablation.counterfactual.text  # noqa: B018
    after = (bundle.text, bundle.sha256, bundle.tokens, bundle.records, bundle.excluded_ids)
    assert before == after
    assert twin == bundle
    again = pickle.loads(pickle.dumps(ablation))
    assert again == ablation
    assert again.counterfactual == ablation.counterfactual
    assert again.counterfactual_context_sha256 == ablation.counterfactual_context_sha256


def test_chained_odd_accounts_are_joint_ones() -> None:
    """Room is the original's, so an account that is too low comes out the same either way."""
    bundle = three(tokens_used=5, tokens_remaining=0)
    together = ablate_context(bundle, ["a", "b"]).counterfactual
    single = ablate_context(ablate_context(bundle, ["a"]).counterfactual, ["b"]).counterfactual
    assert single == together
    assert single.tokens.remaining == 0


# Frozen -------------------------------------------------------------------------------------------


def test_nothing_can_be_changed() -> None:
    """Bundle, record, account and ablation refuse assignment; what they give out is a copy."""
    bundle = three()
    ablation = ablate_context(bundle, ["a"])
    for owner, name in (
        (bundle, "excluded_ids"),
        (bundle, "text"),
        (bundle.records[0], "text"),
        (bundle.tokens, "used"),
        (ablation, "removed_ids"),
        (ablation.counterfactual, "excluded_ids"),
    ):
        with pytest.raises((FrozenInstanceError, AttributeError)):
            setattr(owner, name, ())
        with pytest.raises((FrozenInstanceError, AttributeError)):
            delattr(owner, name)
    with pytest.raises(TypeError):
        bundle.references["m1"] = "x"  # type: ignore[index]
    with pytest.raises(TypeError):
        bundle.sections["facts"] = ()  # type: ignore[index]
    assert copy.deepcopy(bundle) is bundle
    assert copy.copy(bundle) is bundle


def test_the_maker_of_a_bundle_keeps_no_hold_of_it() -> None:
    """Lists that a bundle was made of can change; it does not."""
    records, excluded = [A, B], ["x"]
    bundle = ContextBundle(records, excluded_ids=excluded)
    before = bundle.text
    records.clear()
    excluded.append("y")
    assert (bundle.text, bundle.excluded_ids) == (before, ("x",))


# What a bundle says -------------------------------------------------------------------------------


def test_a_bundle_is_written_by_section() -> None:
    """Sections come in the order of their first record, or as told; notice and guidance first."""
    bundle = ContextBundle([A, C, B], notice="N", guidance="G", format="plain")
    header = FORMATS["plain"].header
    lines = [f"- {quoted}" for quoted in (f'"{A.text}"', f'"{B.text}"', f'"{C.text}"')]
    assert bundle.text.split("\n") == [
        *("N", "G", header),
        *("[facts]", *lines[:2], "[advice]", lines[2]),
    ]
    turned = ContextBundle([A, C, B], sections=["advice", "nothing", "facts"])
    assert turned.ids == ("c", "a", "b")
    assert list(turned.sections) == ["advice", "facts"]


def test_records_without_references_are_numbered() -> None:
    """A format that shows references numbers the records; numbers stay when records go."""
    bundle = three()
    assert dict(bundle.references) == {"m1": "a", "m2": "b", "m3": "c"}
    assert dict(ablate_context(bundle, ["b"]).counterfactual.references) == {"m1": "a", "m3": "c"}
    assert dict(three(format="auditable").references) == {}


def test_a_reader_may_cite_by_id_or_reference() -> None:
    """Either gives the id; what is not there, or not there any more, gives nothing."""
    bundle = three()
    assert [bundle.resolve(one) for one in ("m2", "b", "m9", "z")] == ["b", "b", None, None]
    assert ablate_context(bundle, ["b"]).counterfactual.resolve("m2") is None


def test_a_reference_that_is_anothers_id_is_what_the_format_shows() -> None:
    """Where references are shown they are meant; where ids are, ids."""
    records = [Record("m2", "one", reference="m1"), Record("m1", "two", reference="m2")]
    assert ContextBundle(records).resolve("m1") == "m2"
    assert ContextBundle(records, format="auditable").resolve("m1") == "m1"


def test_left_out_before_stay_in_front() -> None:
    """The removed come behind what was left out before, in the order of the call."""
    bundle = three(excluded_ids=["x", "x"])
    assert ablate_context(bundle, ["c", "a"]).counterfactual.excluded_ids == ("x", "x", "c", "a")


def test_all_can_be_removed() -> None:
    """With no record left the header stays: the difference is the records and nothing else."""
    after = ablate_context(three(notice="N"), ["a", "b", "c"]).counterfactual
    assert after.text == f"N\n{FORMATS['compact'].header}"
    assert after.included_count == 0
    assert after.tokens.used == len(after.text)


def test_a_format_may_say_what_nothing_looks_like() -> None:
    """A foreign format keeps its own text for a context without records."""
    form = Format("own", "H", lambda record: f"* {record.text}", empty="none")
    after = ablate_context(ContextBundle([A], format=form), ["a"]).counterfactual
    assert (after.text, after.sha256, after.tokens.used) == ("none", sha256("none"), 4)
    assert ContextBundle([], format=form).text == "none"


def test_a_bundle_of_nothing_is_one() -> None:
    """It has a text and a hash, and nothing to remove."""
    bundle = ContextBundle([])
    assert bundle.sha256 == sha256(FORMATS["compact"].header)
    with pytest.raises(errors.UnknownRemovalError):
        ablate_context(bundle, ["a"])


def test_any_spelling_of_a_uuid_will_do() -> None:
    """Where ids are UUIDs, a UUID object and each spelling name the record."""
    identity = "0aa1b2c3-0000-4000-8000-0123456789ab"
    bundle = ContextBundle([Record(identity, "x"), Record(str(UUID(int=7)), "y")])
    for spelling in (UUID(identity), identity.upper(), identity.replace("-", "")):
        assert ablate_context(bundle, [spelling]).removed_ids == (identity,)


def test_an_account_is_believed() -> None:
    """Used and remaining of a bundle are its maker's words; without them they are counted."""
    assert three(tokens_used=7, tokens_remaining=3).tokens == TokenAccount("utf8_bytes", 7, None, 3)
    counted = three(token_budget=1_000)
    assert counted.tokens.used == len(counted.text)
    assert counted.tokens.remaining == 1_000 - len(counted.text)
    assert three(token_budget=10).tokens.remaining == 0
    assert three(counter=None, tokens_used=7).tokens.counter is None
    assert ablate_context(three(), ["a"]).tokens_saved == len('- [m1] ""\n') + len(A.text)


def test_ablation_says_what_it_is() -> None:
    """It carries its schema and semantics, and shows what went."""
    ablation = ablate_context(three(), ["a", "c"])
    assert (ablation.schema_version, ablation.semantics) == (1, "exact_context_entry_removal")
    assert repr(ablation) == "<ContextAblation of a, c>"
    assert repr(ablation.counterfactual) == "<ContextBundle of 1 records, compact>"
    assert len({ablation, ablate_context(three(), ["a", "c"])}) == 1
    assert ablation != ablate_context(three(), ["a"])


# What is refused ----------------------------------------------------------------------------------


def refused(call: Callable[[], object]) -> str:
    """The code that a call is refused with."""
    with pytest.raises(errors.AblationError) as caught:
        call()
    return caught.value.code


@pytest.mark.parametrize(
    ("ids", "code"),
    [
        (None, "type_error"),
        (7, "type_error"),
        (UUID(int=1), "type_error"),
        ("abc", "bad_id"),
        ("", "empty_removal"),
        (["a", " "], "bad_id"),
        (["a", None], "bad_id"),
        ([b"a"], "bad_id"),
        ([], "empty_removal"),
        (iter(()), "empty_removal"),
        (["z", "z"], "duplicate_removal"),
        (["a", "z"], "unknown_removal"),
    ],
)
def test_what_is_no_removal_is_refused(ids: object, code: str) -> None:
    """Each has its code; a generator and a set are lists as good as any."""
    assert refused(lambda: ablate_context(three(), ids)) == code  # type: ignore[arg-type]
    assert ablate_context(three(), (one for one in "ab")).removed_ids == ("a", "b")
    assert set(ablate_context(three(), {"a", "b"}).removed_ids) == {"a", "b"}


def test_only_a_bundle_is_ablated() -> None:
    """Anything else is an error of ours, not an attribute that is missing."""
    assert refused(lambda: ablate_context([A], ["a"])) == "type_error"  # type: ignore[arg-type]
    assert refused(lambda: ContextAblation(None, ["a"])) == "type_error"  # type: ignore[arg-type]


def test_what_is_gone_cannot_go_again() -> None:
    """A removed record is not in the context any more."""
    after = ablate_context(three(), ["a"]).counterfactual
    assert refused(lambda: ablate_context(after, ["a"])) == "unknown_removal"


@pytest.mark.parametrize("field", ["speaker", "time", "source", "type", "section", "text"])
def test_a_surrogate_anywhere_is_refused(field: str) -> None:
    """Neither text nor hash can be had of what UTF-8 cannot hold."""
    bundle = ContextBundle([A, Record(**{"id": "s", "text": "t", field: "\ud800"})])
    assert refused(lambda: ablate_context(bundle, ["a"])) == "unserializable"
    if field not in ("source", "type"):  # which this format does not show
        assert refused(lambda: bundle.sha256) == "unserializable"


@pytest.mark.parametrize("field", ["notice", "guidance", "question", "text", "excluded_ids"])
def test_a_surrogate_beside_the_records_is_refused(field: str) -> None:
    """The same holds for what stands around them."""
    bundle = three(**{field: ["\ud800"] if field == "excluded_ids" else "\ud800"})
    assert refused(lambda: ablate_context(bundle, ["a"])) == "unserializable"


def test_a_text_that_does_not_follow_is_refused() -> None:
    """What was sent must be what the records are written as, to the byte."""
    good = three().text
    assert ablate_context(three(text=good), ["a"]).baseline_context_sha256 == sha256(good)
    for text in ("", good + "\n", good.replace("nine", "ten"), good.split("\n", 2)[2]):
        bundle = three(text=text)
        assert bundle.text == text
        assert refused(lambda bundle=bundle: ablate_context(bundle, ["a"])) == "text_mismatch"


def test_a_text_that_already_lacks_the_record_is_refused() -> None:
    """Otherwise both contexts would be the same, and credit be given for nothing."""
    without = ablate_context(three(), ["a"]).counterfactual.text
    bundle = three(text=without)
    assert refused(lambda: ablate_context(bundle, ["a"])) == "text_mismatch"


def test_removing_what_is_not_shown_is_refused() -> None:
    """A record without a line is not in the context, so that its removal removes nothing."""
    unseen = Record("u", "x", section="facts", representation=None)
    bundle = ContextBundle([A, unseen], format="plain")
    assert refused(lambda: ablate_context(bundle, ["u"])) == "nothing_removed"
    assert refused(lambda: ablate_context(bundle, ["a"])) == "no_representation"
    assert refused(lambda: bundle.text) == "no_representation"


def test_one_reference_for_two_is_refused() -> None:
    """A reader that cites it would have cited either."""
    bundle = ContextBundle([Record("a", "x", reference="m1"), Record("b", "y", reference="m1")])
    assert refused(lambda: ablate_context(bundle, ["a"])) == "duplicate_reference"


@pytest.mark.parametrize(
    ("make", "told"),
    [
        (lambda: Record("", "x"), "a record's id"),
        (lambda: Record(7, "x"), "a record's id"),
        (lambda: Record("a", None), "`text` of record 'a' must be text"),
        (lambda: Record("a", "x", section=1), "`section` of record 'a'"),
        (lambda: Record("a", "x", time=2026), "`time` of record 'a' must be text or None"),
        (lambda: ContextBundle(["x"]), "made of records"),
        (lambda: ContextBundle([], excluded_ids="abc"), "not one text"),
        (lambda: ContextBundle([], excluded_ids=[""]), "`excluded_ids`: an id is"),
        (lambda: ContextBundle([], request_id=" "), "`request_id`: an id is"),
        (lambda: ContextBundle([], format="compct"), "did you mean 'compact'"),
        (lambda: ContextBundle([], notice=1), "`notice` must be text"),
        (lambda: ContextBundle([], tokens_used=1.5), "`tokens_used` must be a whole number"),
        (lambda: ContextBundle([], token_budget=True), "`token_budget` must be a whole number"),
        (lambda: ContextBundle([], counter=3), "`counter` must be a token counter"),
        (lambda: Format("f", "", lambda record: ""), "needs a header"),
    ],
)
def test_what_is_of_the_wrong_kind_says_so(make: Callable[[], object], told: str) -> None:
    """A bundle is not made of what it cannot be made of."""
    with pytest.raises(errors.InvalidError) as caught:
        make()
    assert told in str(caught.value)


def test_every_error_is_one_and_has_a_code_of_its_own() -> None:
    """One class to catch them all, and no code twice."""
    kinds = errors.AblationError.__subclasses__()
    assert len({kind.code for kind in kinds}) == len(kinds) == len(errors.CODES)
    assert issubclass(errors.AblationError, ValueError)


def test_sha256_of_a_text() -> None:
    """The helper is plain SHA-256 of UTF-8."""
    assert sha256_of("é\n") == sha256("é\n")


# What a removal costs -----------------------------------------------------------------------------


class Watched:
    """A counter that notes how much it is given."""

    name = "watched"

    def __init__(self) -> None:
        self.seen = 0

    def count(self, text: str) -> int:
        self.seen += len(text)
        return len(text)

    def adds_up(self, lines: list[str]) -> bool:
        return True


def test_a_removal_costs_what_is_removed() -> None:
    """Once a bundle is written, no removal writes a line again or counts more than one."""
    written: list[str] = []
    plain = FORMATS["plain"]

    def line(record: Record) -> str | None:
        written.append(record.id)
        return plain.line(record)

    counter = Watched()
    records = [Record(f"r{n}", f"Note number {n}.") for n in range(300)]
    form = Format("watched", plain.header, line)  # type: ignore[arg-type]
    bundle = ContextBundle(records, format=form, counter=counter)
    ablate_context(bundle, ["r0"])
    written.clear()
    counter.seen = 0
    for identity in bundle.ids:
        after = ablate_context(bundle, [identity]).counterfactual
        assert after.tokens.used < len(bundle.text)
        assert after.sha256 != bundle.sha256
    assert written == []
    assert counter.seen < 2 * len(bundle.text) + 100

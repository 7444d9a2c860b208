"""What an answer says it used, and the store that keeps it."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest

from pytest_memeval.suites.ablation.citation import AnswerCitation
from pytest_memeval.suites.ablation.citation import CitationStore
from pytest_memeval.suites.ablation.citation import CitationSubmission
from pytest_memeval.suites.ablation.citation import cite
from pytest_memeval.suites.ablation.context import ContextBundle
from pytest_memeval.suites.ablation.context import Record
from pytest_memeval.suites.ablation.context import sha256_of
from pytest_memeval.suites.ablation.errors import AblationError

RECORDS = [
    Record("a", "Text of a."),
    Record("b", "Text of b."),
    Record("blank", "  "),
    Record("id-only", "note/id-only", representation="reference"),
]
HASH = sha256_of("an answer")


def bundle(request: str | None = "q1", question: str | None = "Which?") -> ContextBundle:
    """Two records with a text, two without, and one that was left out."""
    return ContextBundle(RECORDS, request_id=request, question=question, excluded_ids=["left-out"])


def submission(**more: Any) -> CitationSubmission:
    """A citation of both records."""
    fields = {"request_id": "q1", "answer_id": "m1", "cited_ids": ["a", "b"], "citation_id": "c1"}
    return CitationSubmission.of({**fields, **more})


@pytest.fixture
def store() -> CitationStore:
    """A store that knows one request of Alice's."""
    made = CitationStore()
    made.receive(bundle(), user_id="alice")
    return made


def refused(call: Callable[[], object]) -> str:
    """The code that a call is refused with."""
    with pytest.raises(AblationError) as caught:
        call()
    return caught.value.code


def test_a_citation_is_bound_to_what_was_shown(store: CitationStore) -> None:
    """Context and question are the request's, not the caller's."""
    kept = store.record(submission(answer_sha256=HASH), user_id="alice")
    assert kept.context_sha256 == bundle().sha256
    assert kept.question_sha256 == sha256_of("Which?")
    assert (kept.user_id, kept.cited_ids, kept.answer_sha256) == ("alice", ("a", "b"), HASH)
    assert kept.recorded_at is not None
    assert kept.receipt_sha256 is not None


def test_a_retry_gives_what_was_kept(store: CitationStore) -> None:
    """The same again is the same record, with its first time."""
    kept = store.record(submission(), user_id="alice")
    assert store.record(submission(), user_id="alice") is kept


@pytest.mark.parametrize(
    "change",
    [
        {"cited_ids": ["a"]},
        {"cited_ids": ["b", "a"]},
        {"cited_ids": []},
        {"answer_id": "m2"},
        {"method": "human_verified"},
        {"answer_sha256": HASH},
        {"request_id": "q2"},
    ],
)
def test_anything_else_under_the_same_id_is_a_conflict(
    store: CitationStore, change: dict[str, Any]
) -> None:
    """Another order of the ids is another citation too; nothing is written."""
    store.receive(bundle("q2"), user_id="alice")
    kept = store.record(submission(), user_id="alice")
    assert refused(lambda: store.record(submission(**change), user_id="alice")) == (
        "citation_conflict"
    )
    assert store.list(user_id="alice") == [kept]


def test_one_answer_may_have_several(store: CitationStore) -> None:
    """Without an id each call is a citation of its own, even of the same answer."""
    fields = {"request_id": "q1", "answer_id": "m1", "cited_ids": ["a"]}
    for _ in range(2):
        store.record(CitationSubmission.of(fields), user_id="alice")
    assert len(store.list(user_id="alice")) == 2


def test_nothing_cited_is_said(store: CitationStore) -> None:
    """That an answer used no memory is a record, unlike no record."""
    kept = store.record(submission(cited_ids=[]), user_id="alice")
    assert store.get("c1", user_id="alice") == kept
    assert kept.cited_ids == ()


@pytest.mark.parametrize(
    ("change", "user", "code"),
    [
        ({}, "", "no_user"),
        ({}, " ", "no_user"),
        ({}, None, "no_user"),
        ({"request_id": "none"}, "alice", "no_receipt"),
        ({"request_id": None}, "alice", "no_receipt"),
        ({}, "bob", "no_receipt"),
        ({"cited_ids": []}, "bob", "no_receipt"),
        ({}, " alice ", "no_receipt"),
        ({"cited_ids": ["a", "ghost"]}, "alice", "cited_not_candidate"),
        ({"cited_ids": ["left-out"]}, "alice", "cited_not_in_context"),
        ({"cited_ids": ["blank"]}, "alice", "cited_not_in_context"),
        ({"cited_ids": ["id-only"]}, "alice", "cited_not_in_context"),
        ({"cited_ids": ["ghost", "left-out"]}, "alice", "cited_not_candidate"),
        ({"cited_ids": ["left-out", "ghost"]}, "alice", "cited_not_in_context"),
    ],
)
def test_what_no_store_keeps(
    store: CitationStore, change: dict[str, Any], user: Any, code: str
) -> None:
    """Each has its code, and nothing is written."""
    assert refused(lambda: store.record(submission(**change), user_id=user)) == code
    assert store.list(user_id="alice") == []


def test_bad_ids_come_before_the_conflict(store: CitationStore) -> None:
    """A retry that cites what is not there says that, as PRME does."""
    store.record(submission(), user_id="alice")
    changed = submission(cited_ids=["ghost"])
    assert refused(lambda: store.record(changed, user_id="alice")) == "cited_not_candidate"


def test_users_do_not_see_each_other(store: CitationStore) -> None:
    """The same id of two users is two citations; neither finds the other's."""
    kept = store.record(submission(), user_id="alice")
    assert store.get("c1", user_id="bob") is None
    assert store.list(user_id="bob") == []
    store.receive(bundle(question="Where?"), user_id="bob")
    other = store.record(submission(cited_ids=["a"]), user_id="bob")
    assert store.get("c1", user_id="alice") == kept
    assert store.get("c1", user_id="bob") == other
    assert refused(lambda: store.get("c1", user_id=" ")) == "no_user"
    assert refused(lambda: store.list(user_id="")) == "no_user"


def test_a_request_stands_for_one_context(store: CitationStore) -> None:
    """Received again it is the same; with another question or context it is refused."""
    first = store.receive(bundle(), user_id="alice")
    assert store.receive(bundle(), user_id="alice") == first
    changed = bundle(question="Where?")
    assert refused(lambda: store.receive(changed, user_id="alice")) == "receipt_conflict"
    assert refused(lambda: store.receive(bundle(None), user_id="alice")) == "invalid"
    store.receive(bundle("q3"), user_id="alice", candidate_ids=["seen"])
    found = submission(request_id="q3", cited_ids=["seen"])
    assert refused(lambda: store.record(found, user_id="alice")) == "cited_not_in_context"


def test_pages(store: CitationStore) -> None:
    """Citations come by their ids, from behind the last one."""
    for number in range(5):
        store.record(submission(citation_id=f"c{number}"), user_id="alice")
    first = store.list(user_id="alice", limit=3)
    rest = store.list(user_id="alice", limit=3, after=first[-1].citation_id)
    assert [one.citation_id for one in (*first, *rest)] == [f"c{number}" for number in range(5)]


@pytest.mark.parametrize("limit", [0, 1001, True, 1.0, None, "5"])
def test_a_page_has_bounds(store: CitationStore, limit: Any) -> None:
    """1 to 1000, in whole numbers."""
    assert refused(lambda: store.list(user_id="alice", limit=limit)) == "bad_limit"


def test_threads_agree(store: CitationStore) -> None:
    """Many threads with one id get one record; with different ones, one of them wins."""
    kept: list[AnswerCitation] = []
    codes: list[str] = []
    ready = threading.Barrier(8)

    def cite_it(number: int) -> None:
        ready.wait()
        for turn in range(20):
            same = submission(citation_id=f"same-{turn}")
            kept.append(store.record(same, user_id="alice"))
            try:
                other = submission(citation_id=f"other-{turn}", answer_id=f"m{number}")
                store.record(other, user_id="alice")
            except AblationError as error:
                codes.append(error.code)

    threads = [threading.Thread(target=cite_it, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len({id(one) for one in kept}) == 20
    assert codes == ["citation_conflict"] * 7 * 20


# On disk ------------------------------------------------------------------------------------------


def test_a_file_keeps_them(tmp_path: Path) -> None:
    """Opened again, a store knows receipts and citations, and a retry is one."""
    path = tmp_path / "citations.jsonl"
    store = CitationStore(path, now=lambda: "2026-01-01T00:00:00+00:00")
    store.receive(bundle(), user_id="alice")
    kept = store.record(submission(answer_id="ﬁ \u2028 \x00"), user_id="alice")
    again = CitationStore(path)
    assert again.get("c1", user_id="alice") == kept
    before = path.read_bytes()
    assert again.record(submission(answer_id="ﬁ \u2028 \x00"), user_id="alice") == kept
    assert again.receive(bundle(), user_id="alice").sha256 == kept.receipt_sha256
    assert path.read_bytes() == before
    assert refused(lambda: again.record(submission(), user_id="alice")) == "citation_conflict"


def test_a_line_cut_short_is_dropped(tmp_path: Path) -> None:
    """What a crash left of the last line does not harm the lines before, nor the next."""
    path = tmp_path / "citations.jsonl"
    store = CitationStore(path)
    store.receive(bundle(), user_id="alice")
    whole = path.read_bytes()
    store.record(submission(), user_id="alice")
    path.write_bytes(path.read_bytes()[:-20])
    again = CitationStore(path)
    assert again.list(user_id="alice") == []
    kept = again.record(submission(citation_id="c2"), user_id="alice")
    assert path.read_bytes().startswith(whole)
    assert CitationStore(path).list(user_id="alice") == [kept]


@pytest.mark.parametrize(
    "spoil",
    [
        lambda line: line.replace(b"alice", b"malle"),
        lambda line: b"{}\n",
        lambda line: b"[1]\n",
        lambda line: b"\xff\n",
        lambda line: b"\n",
    ],
)
def test_a_damaged_file_is_refused(tmp_path: Path, spoil: Callable[[bytes], bytes]) -> None:
    """A whole line that is not what was written is not overlooked."""
    path = tmp_path / "citations.jsonl"
    store = CitationStore(path)
    store.receive(bundle(), user_id="alice")
    store.record(submission(), user_id="alice")
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(lines[0] + spoil(lines[1]))
    assert refused(lambda: CitationStore(path)) == "store_damaged"


# What is a citation -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"answer_id": ""}, "1 to 512"),
        ({"answer_id": " \u3000"}, "is blank"),
        ({"answer_id": "x" * 513}, "it has 513"),
        ({"answer_id": 1}, "must be text"),
        ({"answer_id": "\ud800"}, "surrogate"),
        ({"cited_ids": ["a", "a"]}, "twice"),
        ({"cited_ids": [str(UUID(int=1)), UUID(int=1).hex]}, "twice"),
        ({"cited_ids": "a"}, "must be a list"),
        ({"cited_ids": [""]}, "an id is text"),
        ({"cited_ids": [f"n{n}" for n in range(1001)]}, "it has 1001"),
        ({"answer_sha256": HASH.upper()}, "lower-case hex"),
        ({"answer_sha256": HASH + "\n"}, "lower-case hex"),
        ({"method": "guess"}, "one of model_reported"),
        ({"method": None}, "unknown `method`"),
        ({"extra_field": 1}, "unknown key 'extra_field'"),
        ({"citation_id": " "}, "an id is text"),
        ({"answer_id": "", "method": "guess"}, "`answer_id` must have 1 to 512 characters"),
    ],
)
def test_fields_have_rules(change: dict[str, Any], told: str) -> None:
    """A broken rule is `invalid`, and the message says which."""
    with pytest.raises(AblationError) as caught:
        submission(**change)
    assert caught.value.code == "invalid"
    assert told in str(caught.value)


def test_all_broken_rules_are_told() -> None:
    """Two broken fields are one message."""
    with pytest.raises(AblationError, match=r"answer_id.*method"):
        submission(answer_id="", method="guess")


def test_a_field_too_few_is_told() -> None:
    """A mapping must say all that has no default."""
    assert refused(lambda: CitationSubmission.of({"answer_id": "m1"})) == "invalid"
    store = CitationStore()
    given: Any = {"answer_id": "m1"}
    assert refused(lambda: store.record(given, user_id="alice")) == "invalid"


def test_a_citation_needs_a_context() -> None:
    """Its hashes are hashes."""
    fields = {"request_id": "q1", "answer_id": "m1", "context_sha256": HASH}
    assert AnswerCitation.of(fields).context_sha256 == HASH
    assert refused(lambda: AnswerCitation.of({**fields, "context_sha256": "abc"})) == "invalid"
    assert refused(lambda: AnswerCitation.of({**fields, "question_sha256": "abc"})) == "invalid"


def test_cite_needs_no_store() -> None:
    """A bundle at hand can be cited from, under the same rules."""
    made = cite(bundle(), answer_id="m1", cited_ids=["b"], answer="an answer")
    assert (made.context_sha256, made.answer_sha256) == (bundle().sha256, HASH)
    assert (made.request_id, made.user_id) == ("q1", None)
    for identity, code in (("ghost", "cited_not_candidate"), ("blank", "cited_not_in_context")):
        ids = [identity]
        assert code == refused(lambda ids=ids: cite(bundle(), answer_id="m1", cited_ids=ids))
    for odd in ("ab", b"ab", {"a": 1}, None, 5):  # a text would be cited letter by letter
        assert (
            refused(lambda ids=odd: cite(bundle(), answer_id="m1", cited_ids=ids)) == "type_error"
        )


def test_lines_are_plain_json(tmp_path: Path) -> None:
    """Anything that reads JSON Lines can read the file."""
    path = tmp_path / "citations.jsonl"
    store = CitationStore(path)
    store.receive(bundle(), user_id="alice")
    store.record(submission(), user_id="alice")
    lines = path.read_text(encoding="utf-8").splitlines()
    kinds = [json.loads(json.loads(line)["kept"])["kind"] for line in lines]
    assert kinds == ["receipt", "citation"]

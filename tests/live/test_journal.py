"""A journal tells what was written, however its run came to its end."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_memeval.clients.journal import Entry
from pytest_memeval.clients.journal import Journal
from pytest_memeval.clients.journal import JournalError
from pytest_memeval.clients.journal import Record
from pytest_memeval.clients.journal import read
from pytest_memeval.clients.scopes import scope_of

RUN = "20260131-0a1b2c3d"
HEADER = {
    "run": RUN,
    "backend": "mem0",
    "host": "http://127.0.0.1:9",
    "project_id": "proj",
    "org_id": "org",
    "policy": "none",
    "client": "2.2.1",
}
#: One thing that a journal is told.
Note = Callable[[Journal], None]
FIXTURES = st.sampled_from(["a", "b", "ü\n", "a 2"])
TEXTS = st.text(max_size=8)


def intended(fixture: str, trial: int, digest: str) -> Note:
    entry = Entry(fixture, trial, scope_of(RUN, fixture, trial), digest)
    return lambda journal: journal.intend(entry)


def landed(fixture: str, trial: int, text: str) -> Note:
    outcome = {"state": "stored", "why": "", "memories": [{"text": text, "type": None}]}
    return lambda journal: journal.landed(scope_of(RUN, fixture, trial), outcome)


NOTES: st.SearchStrategy[Note] = st.one_of(
    st.builds(intended, FIXTURES, st.integers(1, 2), TEXTS),
    st.builds(landed, FIXTURES, st.integers(1, 2), TEXTS),
    st.builds(
        lambda fixture, event: lambda journal: journal.sent(scope_of(RUN, fixture), event),
        FIXTURES,
        st.one_of(st.none(), TEXTS),
    ),
    st.builds(lambda fixture: lambda journal: journal.refused(scope_of(RUN, fixture)), FIXTURES),
    st.builds(lambda fixture: lambda journal: journal.gone(scope_of(RUN, fixture)), FIXTURES),
    st.builds(lambda left: lambda journal: journal.cleaned(left), st.integers(0, 9)),
    st.just(lambda journal: journal.finished()),
)


@contextmanager
def folder() -> Iterator[Path]:
    """A place for a journal that does not wait for the disk."""
    with TemporaryDirectory() as made, pytest.MonkeyPatch.context() as patch:
        patch.setattr("os.fsync", lambda file: None)
        yield Path(made, "live", "run.jsonl")


def told(path: Path, notes: list[Note]) -> list[Record]:
    """Write a journal, and say what it reads as after each note."""
    states = []
    journal = Journal(path, HEADER)
    states.append(read(path))
    for note in notes:
        note(journal)
        states.append(read(path))
    journal.close()
    return states


@given(st.lists(NOTES, max_size=8), st.data())
def test_cut_off(notes: list[Note], data: st.DataObject) -> None:
    """Wherever a journal is cut off, it reads as it did after the last line that is whole."""
    with folder() as path:
        states = told(path, notes)
        whole = path.read_bytes()
        ends = [place for place, byte in enumerate(whole) if byte == ord("\n")]
        assert len(ends) == len(states)
        cut = data.draw(st.integers(0, len(whole)), label="cut")
        path.write_bytes(whole[:cut])
        # The last character of a line is not needed to read it.
        lines = sum(end <= cut for end in ends)
        if not lines:
            with pytest.raises(JournalError, match=r"is no journal of a live run$"):
                read(path)
        else:
            assert read(path) == states[lines - 1]


@given(st.lists(NOTES, max_size=4), NOTES, st.lists(NOTES, max_size=4), st.data())
def test_goes_on(notes: list[Note], last: Note, more: list[Note], data: st.DataObject) -> None:
    """A run that goes on writes after what was cut off, and loses nothing else."""
    with folder() as path, folder() as clean:
        told(path, notes)
        kept = path.read_bytes()
        told(path, [last])
        lost = path.read_bytes()[len(kept) :]
        cut = data.draw(st.integers(0, len(lost) - 2), label="cut")
        path.write_bytes(kept + lost[:cut])
        told(path, more)
        told(clean, [*notes, *more])
        assert read(path) == read(clean)


def test_written_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is about to be sent is on the disk when the call that tells of it returns."""
    path = tmp_path / "run.jsonl"
    synced: list[int] = []
    monkeypatch.setattr("os.fsync", lambda file: synced.append(path.stat().st_size))
    journal = Journal(path, HEADER)
    intended("a", 1, "digest")(journal)
    entry = Entry("a", 1, scope_of(RUN, "a"), "digest")
    assert read(path).entries == {f"eval-{RUN}-a": entry}
    assert synced[-1] == path.stat().st_size
    assert len(synced) == 2
    journal.close()


def test_what_is_known() -> None:
    """Each note says what became of its scope, the trials of a window in their order."""
    with folder() as path:
        notes: list[Note] = [
            intended("a", 1, "digest"),
            lambda journal: journal.refused(scope_of(RUN, "a")),
            intended("a", 2, "digest"),
            lambda journal: journal.sent(scope_of(RUN, "a", 2), "event"),
            landed("a", 2, "Prefers tabs."),
            lambda journal: journal.gone(scope_of(RUN, "a", 2)),
            lambda journal: journal.finished(),
            lambda journal: journal.cleaned(1),
        ]
        record = told(path, notes)[-1]
    first, second = record.of_fixture("a")
    assert (first.trial, first.refused, first.sent, first.gone) == (1, True, False, False)
    assert (second.trial, second.sent, second.event_id, second.gone) == (2, True, "event", True)
    assert second.outcome is not None
    assert second.outcome["memories"] == [{"text": "Prefers tabs.", "type": None}]
    assert (record.finished, record.left) == (True, 1)


def test_threads() -> None:
    """Lines of several threads never run into each other."""
    with folder() as path:
        journal = Journal(path, HEADER)

        def write(fixture: str) -> None:
            for trial in range(1, 21):
                intended(fixture, trial, "digest")(journal)

        threads = [threading.Thread(target=write, args=(name,)) for name in "abcd"]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        journal.close()
        record = read(path)
    assert len(record.entries) == 80
    for name in "abcd":
        assert [entry.trial for entry in record.of_fixture(name)] == list(range(1, 21))


@pytest.mark.parametrize(
    "lines",
    [
        [],
        ["not json"],
        ["[]"],
        [{}],
        [{"journal": 2, **HEADER}],
        [{"journal": 1}],
        [{"journal": 1, **HEADER, "run": "production"}],
    ],
    ids=["empty", "text", "list", "nothing", "version", "bare", "no_run"],
)
def test_no_journal(tmp_path: Path, lines: list[Any]) -> None:
    """A file that no run has begun is called just that."""
    path = tmp_path / "run.jsonl"
    path.write_text("\n".join(json.dumps(each) if each != "not json" else each for each in lines))
    with pytest.raises(JournalError) as caught:
        read(path)
    assert str(caught.value) == f"{path} is no journal of a live run"


@pytest.mark.parametrize(
    "line",
    [
        {"intend": f"eval-{RUN}-a", "app": f"eval-{RUN}", "fixture": "a", "digest": "", "trial": t}
        for t in (float("inf"), 1.0, True, "1", -1)
    ]
    + [{"cleaned": True, "left": None}, {"landed": f"eval-{RUN}-b", "outcome": {"state": 1}}]
    + [{"sent": f"eval-{RUN}-b", "event": 0}, {"gone": []}],
    ids=lambda line: json.dumps(line)[-16:-1],
)
def test_no_line(tmp_path: Path, line: dict[str, Any]) -> None:
    """A line that no run writes is shown with its place, and nothing is made of it."""
    path = tmp_path / "run.jsonl"
    told(path, [intended("b", 1, "digest")])
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps(line))
    with pytest.raises(JournalError) as caught:
        read(path)
    assert str(caught.value).startswith(f"{path}:3: no line of a journal: ")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a disk that is full")
def test_a_full_disk(tmp_path: Path) -> None:
    """What cannot be written is told with its place, and nobody is kept from it afterwards."""
    path = tmp_path / "run.jsonl"
    path.symlink_to("/dev/full")
    for _ in range(2):
        with pytest.raises(JournalError) as caught:
            Journal(path, HEADER)
        assert str(caught.value) == f"{path}: cannot be written: No space left on device"


def test_missing(tmp_path: Path) -> None:
    """A journal that is not there is named, with the reason."""
    with pytest.raises(JournalError) as caught:
        read(tmp_path / "run.jsonl")
    assert str(caught.value) == (
        f"there is no journal {tmp_path / 'run.jsonl'} (No such file or directory)"
    )

"""Exports of every form are read whole; what cannot be read is counted and named."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from pytest_memeval.suites.base import SubjectError
from pytest_memeval.suites.corpus.columns import columns
from pytest_memeval.suites.corpus.columns import iso
from pytest_memeval.suites.corpus.memories import Corpus
from pytest_memeval.suites.corpus.memories import CorpusError
from pytest_memeval.suites.corpus.reading import How
from pytest_memeval.suites.corpus.reading import read
from pytest_memeval.suites.corpus.reading import taken

ROW = {
    "id": "m1",
    "memory": "Prefers tabs",
    "created_at": "2026-03-01T10:00:00.123-08:00",
    "user_id": "ana",
    "metadata": {"type": "preference"},
}
OTHER = {"id": "m2", "memory": "Lives in Oslo", "user_id": "ben"}


def store(folder: Path, name: str, content: str | bytes, **how: Any) -> Corpus:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    data = content.encode() if isinstance(content, str) else content
    path.write_bytes(data)
    return read(path, How(**how))


def texts(corpus: Corpus) -> list[str]:
    return [memory.text for memory in corpus.memories]


def lines(*rows: object) -> str:
    return "".join(json.dumps(row) + "\n" for row in rows)


BOTH = ["Prefers tabs", "Lives in Oslo"]
PAGE = {"count": 2, "next": None, "results": [ROW, OTHER]}


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("m.jsonl", lines(ROW, OTHER)),
        ("m.jsonl", lines(*BOTH)),
        ("m.jsonl", lines(PAGE)),
        ("m.json", json.dumps([ROW, OTHER])),
        ("m.json", json.dumps(BOTH)),
        ("m.json", json.dumps(PAGE)),
        ("m.json", json.dumps([{**PAGE, "results": [ROW]}, {**PAGE, "results": [OTHER]}])),
        ("m.json", json.dumps({"memories": [ROW, OTHER], "relations": []})),
        ("m.json", json.dumps({"ana": [ROW], "ben": [OTHER]})),
        ("m.json", json.dumps({"points": [{"id": t[:3], "payload": {"data": t}} for t in BOTH]})),
        ("m.json", lines(ROW, OTHER)),
        ("m.csv", "id,memory\nm1,Prefers tabs\nm2,Lives in Oslo\n"),
        ("m.csv", 'id;text\nm1;"Prefers tabs"\nm2;Lives in Oslo\n'),
        ("m.tsv", "id\tcontent\nm1\tPrefers tabs\nm2\tLives in Oslo\n"),
        ("m.md", "# Memory\n\n- Prefers tabs\n- Lives in Oslo\n"),
        ("m.md", "Prefers tabs\n\nLives in Oslo\n"),
        ("m.jsonl", ("\ufeff" + lines(ROW, OTHER)).encode("utf-16")),
        ("m.jsonl", ("\ufeff" + lines(ROW, OTHER)).encode()),
    ],
)
def test_every_form_is_read(tmp_path: Path, name: str, content: str | bytes) -> None:
    """The same two memories, in whatever form they were exported."""
    corpus = store(tmp_path, name, content)
    assert texts(corpus) == BOTH
    assert not corpus.met


def test_what_a_store_says_of_a_memory_is_kept(tmp_path: Path) -> None:
    """Id, time (in UTC), user and type come along, also out of the metadata."""
    memory = store(tmp_path, "m.jsonl", lines(ROW)).memories[0]
    said = (memory.id, memory.time, memory.user, memory.type, memory.place)
    assert said == ("m1", "2026-03-01T18:00:00+00:00", "ana", "preference", "m.jsonl:1")


def test_a_folder_of_notes_is_one_store(tmp_path: Path) -> None:
    """Each Markdown file is a memory, its front matter what is known of it."""
    (tmp_path / "deep").mkdir()
    (tmp_path / "a.md").write_text("---\ntype: decision\ncreated: 2026-01-02\n---\nUse Postgres.\n")
    (tmp_path / "deep" / "b.md").write_text("Prefers tabs\n")
    (tmp_path / "c.png").write_bytes(b"\x89PNG")
    (tmp_path / "pages.json").write_text(json.dumps(PAGE))
    corpus = read(tmp_path, How())
    assert texts(corpus) == ["Use Postgres.", "Prefers tabs", *BOTH]
    assert (corpus.memories[0].type, corpus.memories[0].time) == ("decision", "2026-01-02")
    assert list(corpus.oddities()) == ["1 file is of no known kind and left out (c.png)"]


def database(folder: Path) -> Path:
    path = folder / "m.db"
    made = sqlite3.connect(path)
    made.execute("CREATE TABLE notes (k INTEGER, body TEXT, metadata TEXT)")
    made.execute("""INSERT INTO notes VALUES (1, 'Prefers tabs', '{"type": "insight"}')""")
    made.commit()
    made.close()
    return path


def test_a_database_is_read_by_a_query(tmp_path: Path) -> None:
    """The query's columns are the memory's; JSON in a column is looked into."""
    how = How(columns(["text = body", "id = k"]), "SELECT * FROM notes")
    memory = read(database(tmp_path), how).memories[0]
    assert (memory.text, memory.id, memory.type) == ("Prefers tabs", "1", "insight")


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("", r"memeval_corpus_query .*tables: notes"),
        ("SELECT * FROM nowhere", "the query failed: no such table"),
        ("DELETE FROM notes", "the query failed: attempt to write a readonly database"),
    ],
)
def test_a_database_is_never_written(tmp_path: Path, query: str, said: str) -> None:
    """A query that is missing, wrong, or writes is told, and the rows stay."""
    path = database(tmp_path)
    with pytest.raises(CorpusError, match=said):
        read(path, How(query=query))
    assert read(path, How(columns(["text = body"]), "SELECT * FROM notes")).memories


def test_a_broken_line_is_counted_and_named(tmp_path: Path) -> None:
    """The other lines are read, and the broken one is told with its number."""
    corpus = store(tmp_path, "m.jsonl", lines(ROW) + "{broken\n" + lines(OTHER) + "7\n")
    assert texts(corpus) == BOTH
    assert list(corpus.oddities()) == ["2 rows cannot be read (m.jsonl:2, m.jsonl:4)"]


def test_too_many_broken_lines_are_no_measurement(tmp_path: Path) -> None:
    """Rates of what is left would be rates of something else."""
    with pytest.raises(CorpusError, match="1 of 3 rows cannot be read"):
        store(tmp_path, "m.jsonl", lines(ROW, OTHER) + "{broken\n").check()
    many = [{"id": str(n), "memory": f"fact {n}"} for n in range(200)]
    store(tmp_path, "m.jsonl", lines(*many) + "{broken\n").check()


def test_a_file_that_is_still_written_is_named(tmp_path: Path) -> None:
    """A last line without its end is no broken row: it has not been written yet."""
    corpus = store(tmp_path, "m.jsonl", lines(ROW, OTHER) + '{"id": "m3", "mem')
    assert texts(corpus) == BOTH
    assert next(corpus.oddities()).startswith("1 last line is cut off: the file is still being")
    assert corpus.unreadable == 0


def test_a_file_that_grows_is_measured_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is appended while it is read does not count, and is told."""
    path = tmp_path / "m.jsonl"
    path.write_text(lines(ROW, OTHER))
    opened = Path.open

    def growing(self: Path, *args: Any, **kwargs: Any) -> Any:
        file = opened(self, *args, **kwargs)
        if args == ("rb",):
            sized = self.stat
            seen = sized()
            with opened(self, "a") as more:
                more.write(lines({"id": "late", "memory": "late"}))
            monkeypatch.setattr(Path, "stat", lambda p, **kw: next(stats))
            stats = iter([seen, sized()])
        return file

    monkeypatch.setattr("pytest_memeval.suites.corpus.reading.Path.exists", lambda self: True)
    monkeypatch.setattr("pytest_memeval.suites.corpus.reading.Path.is_dir", lambda self: False)
    monkeypatch.setattr(Path, "open", growing)
    corpus = read(path, How())
    assert texts(corpus) == BOTH
    assert "has grown while it was read" in next(corpus.oddities())


def test_json_that_is_cut_off_is_no_measurement(tmp_path: Path) -> None:
    """Half a document is no store."""
    with pytest.raises(CorpusError, match="cut off, it may still be being written"):
        store(tmp_path, "m.json", json.dumps([ROW, OTHER])[:-9])


def test_lines_in_another_encoding_are_read_and_named(tmp_path: Path) -> None:
    """A line that is not UTF-8 is read as what Windows writes."""
    data = lines(ROW).encode() + '{"id": "x", "memory": "Café Zürich"}\n'.encode("cp1252")
    corpus = store(tmp_path, "m.jsonl", data)
    assert texts(corpus) == ["Prefers tabs", "Café Zürich"]
    said = "1 line is not UTF-8 and was read as Windows-1252 (m.jsonl:2)"
    assert list(corpus.oddities()) == [said]


def test_huge_texts_are_counted(tmp_path: Path) -> None:
    """A text of a megabyte is measured, and told."""
    corpus = store(tmp_path, "m.jsonl", lines({"memory": "word " * 250_000}))
    assert list(corpus.oddities()) == ["1 text is huge: only its beginning is compared (m.jsonl:1)"]


def test_pages_that_overlap_count_a_row_once(tmp_path: Path) -> None:
    """The same id with the same text is the same row; with another text it is not."""
    corpus = store(
        tmp_path, "m.jsonl", lines(ROW, OTHER, ROW, {**OTHER, "memory": "Lives in Rome"})
    )
    assert texts(corpus) == [*BOTH, "Lives in Rome"]
    assert corpus.count("overlap") == corpus.count("same_id") == 1


@pytest.mark.parametrize("content", ["", "\n\n", "[]", lines({"results": []})])
@pytest.mark.parametrize("name", ["m.json", "m.jsonl", "m.csv", "m.md"])
def test_an_empty_store_is_no_measurement(tmp_path: Path, name: str, content: str) -> None:
    """Nothing stored is no store with a perfect rate."""
    if name in ("m.csv", "m.md") and content.strip():
        pytest.skip("that is text")
    with pytest.raises(CorpusError, match="no memory to measure"):
        store(tmp_path, name, content).check()


def test_a_missing_column_is_named(tmp_path: Path) -> None:
    """The message says which columns there are, and how to name one."""
    corpus = store(tmp_path, "m.csv", "key,words\n1,Prefers tabs\n")
    with pytest.raises(CorpusError, match=r"columns: key, words\); memeval_corpus_columns"):
        corpus.check()
    corpus = store(tmp_path, "m.csv", "key,words\n1,Prefers tabs\n", names=columns(["text=words"]))
    assert texts(corpus) == ["Prefers tabs"]


def test_empty_texts_are_counted_apart(tmp_path: Path) -> None:
    """A row with nothing in it is no memory, and is not passed over in silence."""
    corpus = store(tmp_path, "m.jsonl", lines(ROW, {"memory": " "}, {"memory": None}))
    assert texts(corpus) == ["Prefers tabs"]
    assert corpus.count("empty") == 2


def test_rows_of_a_function_are_a_store() -> None:
    """A marked function hands over texts or mappings."""
    assert texts(taken(BOTH, How(), "f")) == texts(taken({"results": [ROW, OTHER]}, How(), "f"))
    with pytest.raises(CorpusError, match="a int is no list of memories"):
        taken(3, How(), "f")


@pytest.mark.parametrize("line", ["text", "text =", "words = body"])
def test_a_wrong_column_line_is_told(line: str) -> None:
    """A mapping that means nothing is no option to be passed over."""
    with pytest.raises(SubjectError, match="memeval_corpus_columns"):
        columns([line])


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("2026-03-01", "2026-03-01"),
        ("2026-03-01T10:00:00Z", "2026-03-01T10:00:00+00:00"),
        ("2026-03-01 10:00:00.5", "2026-03-01T10:00:00"),
        (1767225600, "2026-01-01T00:00:00+00:00"),
        (1767225600000, "2026-01-01T00:00:00+00:00"),
        ("1767225600", "2026-01-01T00:00:00+00:00"),
        ("yesterday", ""),
        (True, ""),
    ],
)
def test_times(given: object, said: str) -> None:
    """Times of all usual forms come to one; others are none."""
    assert iso(given) == said

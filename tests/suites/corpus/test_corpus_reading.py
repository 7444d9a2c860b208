"""Exports of every form are read whole; what cannot be read is counted and named."""

from __future__ import annotations

import csv
import io
import json
import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import settings
from hypothesis import strategies as st

from pytest_memeval.errors import SubjectError
from pytest_memeval.suites.corpus.memories import Corpus
from pytest_memeval.suites.corpus.memories import CorpusError
from pytest_memeval.suites.corpus.reading import How
from pytest_memeval.suites.corpus.reading import databases
from pytest_memeval.suites.corpus.reading import read
from pytest_memeval.suites.corpus.reading import taken
from pytest_memeval.suites.corpus.reading.columns import USUAL
from pytest_memeval.suites.corpus.reading.columns import Reader
from pytest_memeval.suites.corpus.reading.columns import columns
from pytest_memeval.suites.corpus.reading.tables import read_table
from pytest_memeval.suites.corpus.reading.times import iso

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
POINTS = [{"id": t[:3], "payload": {"data": t}} for t in BOTH]


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("m.jsonl", lines(ROW, OTHER)),
        ("m.jsonl", lines(*BOTH)),
        ("m.jsonl", lines(ROW, OTHER).replace("\n", "\r")),
        ("m.jsonl", lines(PAGE)),
        ("m.json", json.dumps([ROW, OTHER])),
        ("m.json", json.dumps(BOTH)),
        ("m.json", json.dumps(PAGE)),
        ("m.json", json.dumps([{**PAGE, "results": [ROW]}, {**PAGE, "results": [OTHER]}])),
        ("m.json", json.dumps({"memories": [ROW, OTHER], "relations": []})),
        ("m.json", json.dumps({"ana": [ROW], "ben": [OTHER]})),
        ("m.json", json.dumps({"points": POINTS})),
        ("m.json", json.dumps({"result": {"points": POINTS, "next_page_offset": None}})),
        ("m.jsonl", lines({"status": "ok", "data": PAGE, "meta": {"took": 3}})),
        ("m.json", json.dumps({"ids": ["1", "2"], "documents": BOTH, "metadatas": None})),
        ("m.json", lines(ROW, OTHER)),
        ("m.csv", "id,memory\nm1,Prefers tabs\nm2,Lives in Oslo\n"),
        ("m.csv", 'id;text\nm1;"Prefers tabs"\nm2;Lives in Oslo\n'),
        ("m.tsv", "id\tcontent\nm1\tPrefers tabs\nm2\tLives in Oslo\n"),
        ("m.csv", "sep=;\r\nid;memory\r\nm1;Prefers tabs\r\nm2;Lives in Oslo\r\n"),
        ("m.csv", "id|memory\nm1|Prefers tabs\nm2|Lives in Oslo\n"),
        ("m.csv", 'memory, note\n"Prefers tabs", "a, b"\n"Lives in Oslo", c\n'),
        ("m.md", "# Memory\n\n- Prefers tabs\n- Lives in Oslo\n"),
        ("m.md", "Prefers tabs\n\nLives in Oslo\n"),
        ("m.csv", "ID,Memory,Created_At\nm1,Prefers tabs,\nm2,Lives in Oslo,\n"),
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
    query = "WITH n AS (SELECT * FROM notes) SELECT j.value AS text FROM n, json_each(metadata) j"
    assert texts(read(tmp_path / "m.db", How(query=query))) == ["insight"]


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("", r"memeval_corpus_query .*tables: notes"),
        ("SELECT * FROM nowhere", "the query failed: no such table"),
        ("DELETE FROM notes", "the query failed: .* nothing but read, in one SELECT"),
        ("VACUUM INTO '{}'", "the query failed: .* nothing but read, in one SELECT"),
        ("ATTACH '{}' AS other", "the query failed: .* nothing but read, in one SELECT"),
        ("UPDATE sqlite_master SET sql = ''", "the query failed: .* sqlite_master"),
        ("PRAGMA query_only = OFF", "the query failed: .* nothing but read, in one SELECT"),
        ("SELECT load_extension('{}')", "the query failed: .* nothing but read, in one SELECT"),
        ("-- nothing", "the query is no SELECT"),
    ],
)
def test_a_database_is_never_written(tmp_path: Path, query: str, said: str) -> None:
    """A query that is missing, wrong, or writes is told; the rows stay, and no file comes."""
    path = database(tmp_path)
    with pytest.raises(CorpusError, match=said):
        read(path, How(query=query.format(tmp_path / "new.db")))
    assert read(path, How(columns(["text = body"]), "SELECT * FROM notes")).memories
    assert os.listdir(tmp_path) == ["m.db"]


def test_names_of_lists_that_say_what_they_are_name_no_user(tmp_path: Path) -> None:
    """The edges and the nodes of a graph are nobody's."""
    corpus = store(tmp_path, "m.json", json.dumps({"edges": ["Ana knows Ben"], "nodes": ["Ben"]}))
    assert texts(corpus) == ["Ana knows Ben", "Ben"]
    assert {memory.user for memory in corpus.memories} == {""}


@pytest.mark.parametrize("mode", ["wal", "persist"])
def test_a_database_in_use_is_read_and_left_as_it_is(tmp_path: Path, mode: str) -> None:
    """What only its log holds is read too; no file of it changes, and none comes or goes."""
    path = database(tmp_path)
    how = How(columns(["text = body"]), "SELECT * FROM notes")

    def state() -> dict[str, bytes]:
        return {file.name: file.read_bytes() for file in tmp_path.iterdir()}

    with closing(sqlite3.connect(path)) as used:
        used.execute(f"PRAGMA journal_mode = {mode}")
        used.execute("INSERT INTO notes VALUES (2, 'Lives in Oslo', NULL)")
        used.commit()
        used.execute("INSERT INTO notes VALUES (3, 'is not committed', NULL)")
        before = state()
        assert texts(read(path, how)) == BOTH
        assert state() == before
    before = state()
    assert texts(read(path, how)) == BOTH
    assert state() == before


@pytest.mark.skipif(os.name == "nt", reason="there an open file cannot be unlinked")
def test_a_copy_of_a_database_has_no_name_while_it_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who is killed in the middle leaves nothing large behind."""
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    monkeypatch.setattr(databases.tempfile, "tempdir", str(temporary))
    path = database(tmp_path)
    with closing(sqlite3.connect(path)) as used:
        used.execute("PRAGMA journal_mode = wal")
        used.execute("INSERT INTO notes VALUES (2, 'Lives in Oslo', NULL)")
        used.commit()
        with databases._opened(path) as opened:
            assert [each for each in temporary.rglob("*") if each.is_file()] == []
            assert opened.execute("SELECT count(*) FROM notes").fetchone() == (2,)


def test_a_database_that_never_rests_is_read_where_it_lies(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A copy that was written to meanwhile is none."""
    monkeypatch.setattr(databases, "PAUSE", 0)
    path = database(tmp_path)
    how = How(columns(["text = body"]), "SELECT * FROM notes")
    with closing(sqlite3.connect(path)) as used:
        used.execute("PRAGMA journal_mode = wal")
        used.execute("INSERT INTO notes VALUES (2, 'Lives in Oslo', NULL)")
        used.commit()
        copied = shutil.copyfile

        def slowly(file: Path, copy: Path) -> None:
            copied(file, copy)
            os.utime(path)

        monkeypatch.setattr(shutil, "copyfile", slowly)
        assert texts(read(path, how)) == BOTH
    with pytest.raises(CorpusError, match="it changes all the time"):
        read(path, how)


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
    """What is the same in every column is the same row; with another text it is not."""
    corpus = store(
        tmp_path, "m.jsonl", lines(ROW, OTHER, ROW, {**OTHER, "memory": "Lives in Rome"})
    )
    assert texts(corpus) == [*BOTH, "Lives in Rome"]
    assert corpus.count("overlap") == corpus.count("same_id") == 1
    turned = {**dict(reversed(ROW.items())), "metadata": {"b": 1, "a": 2}}
    corpus = taken([{**ROW, "metadata": {"a": 2, "b": 1}}, turned], How(), "f")
    assert corpus.count("overlap") == 1


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32"])
@pytest.mark.parametrize(
    ("name", "content"),
    [("m.jsonl", lines(ROW, OTHER)), ("m.csv", "text\nPrefers tabs\nLives in Oslo\n")],
)
def test_wide_files_are_read_and_named(
    tmp_path: Path, name: str, content: str, encoding: str
) -> None:
    """A file of two or four bytes a character is known by its mark, or without one by its zeros."""
    corpus = store(tmp_path, name, content.encode(encoding))
    assert texts(corpus) == BOTH
    assert list(corpus.oddities()) == [f"1 file is UTF-16 or UTF-32 ({name})"]


def test_ids_belong_to_a_user_and_a_file(tmp_path: Path) -> None:
    """What two users or two files call the same are two memories, and so are two times."""
    later = {**ROW, "created_at": "2026-03-02"}
    corpus = store(tmp_path, "a.jsonl", lines(ROW, {**ROW, "user_id": "ben"}, later))
    assert texts(corpus) == ["Prefers tabs"] * 3
    assert corpus.count("same_id") == 1
    (tmp_path / "b.jsonl").write_text(lines(ROW))
    assert len(read(tmp_path, How()).memories) == 4
    keyed = [{"key": "preference", "value": "Prefers tabs"}] * 2
    assert not taken(keyed, How(), "f").met


@pytest.mark.parametrize(
    "broken",
    [
        {3: '"fact 3'},
        {3: '"fact 3', 6: 'fact 6"', 7: '"fact 7'},
        {1: '"fact 1', 2: '"fact 2'},
    ],
)
def test_a_stray_quote_costs_no_other_row(tmp_path: Path, broken: dict[int, str]) -> None:
    """A quote that is never closed, or closed by another one, swallows no row."""
    rows = [f"m{n},{broken.get(n, f'fact {n}')},2026-01-0{n}\n" for n in range(1, 8)]
    corpus = store(tmp_path, "m.csv", "id,text,created_at\n" + "".join(rows))
    assert [text.strip('"') for text in texts(corpus)] == [f"fact {n}" for n in range(1, 8)]
    assert "quote that is never closed" in next(corpus.oddities())


def test_what_the_standard_reads_is_read_so(tmp_path: Path) -> None:
    """Where a text may hold rows, or may have swallowed them, it is read as a text, and named."""
    rows = "m2,Lives in Oslo,ana\nm3,Uses Postgres,ana"
    content = f'id,text,user\nm1,"Such as:\n{rows}\n",ben\nm4,"a,ana\n{rows}",ana\n'
    corpus = store(tmp_path, "m.csv", content)
    assert texts(corpus) == [f"Such as:\n{rows}\n", f"a,ana\n{rows}"]
    said = "2 texts hold lines that look like rows: stray quotes may have swallowed them"
    assert list(corpus.oddities()) == [f"{said} (m.csv:2, m.csv:6)"]
    long = "\n".join(f"line {n} of it" for n in range(6_000))
    assert texts(store(tmp_path, "m.csv", f'text\nPrefers tabs\n"{long}"\n'))[1] == long


def test_lines_before_a_header_are_comments(tmp_path: Path) -> None:
    """They are named; a header may begin with the same sign."""
    corpus = store(tmp_path, "m.csv", '# exported, by "x"\n\n#\nid,text\n1,# Prefers tabs\n')
    assert texts(corpus) == ["# Prefers tabs"]
    said = "2 lines before the header are comments and left out (m.csv:1, m.csv:3)"
    assert list(corpus.oddities()) == [said]
    assert not store(tmp_path, "m.csv", "#,text\n1,Prefers tabs\n").met


@pytest.mark.parametrize("nothing", ["NULL", "null", "None", "NaN", "\\N", "", " "])
def test_a_cell_may_say_that_there_is_no_text(tmp_path: Path, nothing: str) -> None:
    """What tables write for nothing is no memory, and nothing else stands in for it."""
    corpus = store(tmp_path, "m.csv", f"note,text\na,{nothing}\nb,Prefers tabs\nc,{nothing}\n")
    assert texts(corpus) == ["Prefers tabs"]
    assert list(corpus.oddities()) == ["2 texts are empty and not counted (m.csv:2, m.csv:4)"]


def test_quotes_that_are_closed_are_no_oddity(tmp_path: Path) -> None:
    """A text may have many lines, commas and quotes."""
    content = 'id,text\n1,"one, and\ntwo, and\n3, lines"\n2,"a ""b"""\n'
    corpus = store(tmp_path, "m.csv", content)
    assert texts(corpus) == ["one, and\ntwo, and\n3, lines", 'a "b"']
    assert not corpus.met


WORDS = ["alpha", "beta,", "12", 'the "inner" one', "one\nline", "zeta; eta"]
TEXTS = st.lists(st.lists(st.sampled_from(WORDS), min_size=1, max_size=6), min_size=2, max_size=8)
ORDERS = st.sampled_from([("id", "text"), ("text", "id"), ("id", "text", "created_at")])


def table(memories: list[str], order: tuple[str, ...]) -> list[str]:
    """The rows of a table as a spreadsheet writes them, each with all of its lines."""
    rows = [
        {"id": f"m{n}", "text": text, "created_at": f"2026-01-{n + 1:02d}"}
        for n, text in enumerate(memories)
    ]
    made = []
    for row in [dict(zip(order, order, strict=True)), *rows]:
        file = io.StringIO(newline="")
        csv.writer(file).writerow([row[column] for column in order])
        made.append(file.getvalue())
    return made


def read_back(rows: list[str]) -> Corpus:
    corpus = Corpus("c")
    read_table("".join(rows), ".csv", corpus, Reader(corpus, USUAL), "c")
    return corpus


@settings(max_examples=60, deadline=None)
@given(TEXTS, ORDERS)
def test_whatever_is_written_as_a_table_is_read_again(
    drawn: list[list[str]], order: tuple[str, ...]
) -> None:
    """Texts with quotes, commas and line ends come back as they were, and nothing is named."""
    memories = [f"{' '.join(words)} u{n}" for n, words in enumerate(drawn)]
    corpus = read_back(table(memories, order))
    assert texts(corpus) == memories
    assert not corpus.met


ODD = st.lists(
    st.sampled_from([*'",;\t|\n\r# \\', "m1,a,b\n", '"x","y"\r\n', "sep=;", "\ufeff", "\x85", "é"]),
    min_size=1,
    max_size=9,
).map(lambda parts: "".join(parts) + "x")


@settings(max_examples=100, deadline=None)
@given(
    st.lists(ODD, min_size=1, max_size=6),
    st.sampled_from([("text",), ("id", "text"), ("text", "id"), ("id", "text", "user")]),
    st.sampled_from(",;\t|"),
    st.sampled_from([csv.QUOTE_MINIMAL, csv.QUOTE_ALL]),
)
def test_every_text_survives_every_way_to_write_a_table(
    memories: list[str], order: tuple[str, ...], delimiter: str, quoting: Any
) -> None:
    """Whatever a text holds: delimiters, quotes, whole rows, line ends of any kind."""
    file = io.StringIO(newline="")
    writer = csv.writer(file, delimiter=delimiter, quoting=quoting)
    writer.writerow(order)
    for number, text in enumerate(memories):
        row = {"id": f"m{number}", "text": text, "user": "ana"}
        writer.writerow([row[column] for column in order])
    corpus = read_back([file.getvalue()])
    assert texts(corpus) == memories
    assert set(corpus.met) <= {"rows_inside"}


@settings(max_examples=60, deadline=None)
@given(TEXTS, ORDERS, st.data())
def test_a_quote_anywhere_costs_its_own_row_alone(
    drawn: list[list[str]], order: tuple[str, ...], data: st.DataObject
) -> None:
    """Whichever row gets a quote too many, all others are read as they are."""
    memories = [f"{' '.join(words)} u{n}" for n, words in enumerate(drawn)]
    rows = table(memories, order)
    broken = data.draw(st.integers(1, len(memories)))
    at = data.draw(st.integers(0, len(rows[broken]) - 2))
    rows[broken] = f'{rows[broken][:at]}"{rows[broken][at:]}'
    others = [text for n, text in enumerate(memories, 1) if n != broken]
    assert not set(others) - set(texts(read_back(rows)))


@pytest.mark.parametrize(
    ("end", "said"),
    [
        ("m2,Lives in", "1 last line has no end: it may have been cut off (m.csv:3)"),
        ("m2", "1 last line is cut off: the file is still being written (m.csv:3)"),
        ('m2,"Lives, in\nOs', "1 last line is cut off: the file is still being written (m.csv:3)"),
    ],
)
def test_a_table_that_is_cut_off_is_named(tmp_path: Path, end: str, said: str) -> None:
    """Wherever it was cut: between two columns, within a text, or within quotes."""
    corpus = store(tmp_path, "m.csv", f"id,memory\nm1,Prefers tabs\n{end}")
    assert texts(corpus)[0] == "Prefers tabs"
    assert list(corpus.oddities()) == [said]


def test_two_columns_of_one_name_are_told(tmp_path: Path) -> None:
    """Which of them is the memory's id or text nobody knows; others do not matter."""
    with pytest.raises(CorpusError, match="two columns are called 'text'"):
        store(tmp_path, "m.csv", "id,text,text\n1,a,b\n")
    assert texts(store(tmp_path, "m.csv", "id,text,x,x\n1,a,b,c\n")) == ["a"]
    query = "SELECT a.body AS text, b.body AS text FROM notes a JOIN notes b ON a.k = b.k"
    with pytest.raises(CorpusError, match="give each a name of its own"):
        read(database(tmp_path), How(query=query))


def test_a_row_may_have_a_list_of_its_own(tmp_path: Path) -> None:
    """A list called like an envelope is none beside a text or an id; other lists are named."""
    rows = [{**ROW, "facts": ["a", "b"]}, {**OTHER, "items": []}]
    corpus = store(tmp_path, "m.jsonl", lines(*rows))
    assert texts(corpus) == BOTH
    assert not corpus.met
    corpus = store(tmp_path, "m.jsonl", lines({"id": "m3", "entries": []}, ROW))
    assert list(corpus.oddities()) == ["1 row has no text column (m.jsonl:1)"]
    corpus = store(tmp_path, "m.json", json.dumps({"facts": BOTH, "relations": [{"from": "Ana"}]}))
    assert texts(corpus) == BOTH
    assert "left out (m.json: relations)" in next(corpus.oddities())


@pytest.mark.parametrize("text", ["message", "note", "summary", "value", "text", "document"])
def test_a_page_may_have_a_text_of_its_own(tmp_path: Path, text: str) -> None:
    """Its rows are the memories; what it says beside them is named."""
    page = {text: "Memories retrieved successfully", "results": [ROW, OTHER]}
    last: dict[str, object] = {text: "Memories retrieved successfully", "next": None, "results": []}
    corpus = store(tmp_path, "m.jsonl", lines(page, last))
    assert texts(corpus) == BOTH
    assert next(corpus.oddities()).startswith("2 texts beside the memories of a page")
    assert texts(taken(page, How(), "f")) == BOTH
    row = {text: "Prefers tabs", "results": ["a"]}
    assert texts(taken([row, {**page, "id": "m3"}], How(), "f")) == ["Prefers tabs", page[text]]


@pytest.mark.parametrize(
    ("pages", "said"),
    [
        ([{**PAGE, "count": 250}], "248 of 250 rows .* 248 rows that the pages count are on no"),
        ([{**PAGE, "count": 4}] * 2, "2 of 4 rows .* appear again"),
        ([{"next": "/2", "results": [ROW, OTHER]}], "at least 1 of 3 rows .* next page is named"),
        ([{**PAGE, "next": "/2"}], "at least 1 of 3 rows"),
        ([{"total": 250, "results": [ROW, OTHER]}], "248 of 250 rows"),
        ([{"result": {"points": POINTS, "next_page_offset": 7}}], "at least 1 of 3 rows"),
        ([{"next": "/2", "results": [ROW]}, {"next": None, "results": [OTHER]}], ""),
        ([{"count": 2, "next": "/2", "results": [ROW]}, {**PAGE, "results": [OTHER]}], ""),
    ],
)
def test_pages_that_are_missing_are_no_measurement(
    tmp_path: Path, pages: list[object], said: str
) -> None:
    """An export of one page of many is not the store, in one file or in a file for each page."""
    corpus = store(tmp_path, "m.jsonl", lines(*pages))
    for number, page in enumerate(pages):
        store(tmp_path, f"folder/{number}.json", json.dumps(page))
    if not said:
        corpus.check()
        read(tmp_path / "folder", How()).check()
        return
    with pytest.raises(CorpusError, match=said):
        corpus.check()


@pytest.mark.parametrize("end", [-1, -30])
def test_a_page_that_cannot_be_read_is_no_measurement(tmp_path: Path, end: int) -> None:
    """It is one line, and nobody knows how many rows; a broken row is one row."""
    many = lines(*({"id": f"r{n}", "memory": f"fact {n}"} for n in range(300)))
    for page in (PAGE, {"status": "ok", "data": PAGE}, [ROW, OTHER]):
        for last in ("", "\n"):
            corpus = store(tmp_path, "m.jsonl", many + json.dumps(page)[:end] + last)
            said = r"at least 1 of 301 rows .* nobody knows how many rows \(m\.jsonl:301\)"
            with pytest.raises(CorpusError, match=said):
                corpus.check()
    row = {**ROW, "memory": 'the log says {"results": [{"id": 1}]}', "facts": ["a"], "z": "z" * 30}
    store(tmp_path, "m.jsonl", many + json.dumps(row)[:end] + "\n").check()
    for cut in (lines(PAGE) + '{"coun', '{"results": [', '{"results": [{}], "results": []}\n'):
        with pytest.raises(CorpusError, match="nobody knows how many rows"):
            store(tmp_path, "m.jsonl", lines(ROW) + cut).check()


def test_a_key_that_is_given_twice_is_named(tmp_path: Path) -> None:
    """One of its values is lost, and is not lost in silence."""
    twice = '{"memory": "Lives in Oslo", "memory": "Prefers tabs"}\n'
    for name, place in (("m.jsonl", "m.jsonl:1"), ("m.json", "m.json")):
        corpus = store(tmp_path, name, twice)
        assert texts(corpus) == ["Prefers tabs"]
        said = f"1 key is given twice in one row: its last value is read ({place}: memory)"
        assert list(corpus.oddities()) == [said]


def test_the_first_text_that_is_not_blank_counts(tmp_path: Path) -> None:
    """An empty column does not hide the text in another one."""
    rows = [{"memory": "", "text": "Prefers tabs"}, {"memory": None, "content": "Lives in Oslo"}]
    corpus = store(tmp_path, "m.jsonl", lines(*rows))
    assert texts(corpus) == BOTH
    assert not corpus.met


@pytest.mark.parametrize("blank", ["", " ", None, 7])
def test_no_other_column_stands_in_for_the_text_of_a_store(tmp_path: Path, blank: object) -> None:
    """The column that holds the texts of other rows is the store's, wherever the blank ones lie."""
    bare = {"id": "m3", "memory": blank, "note": "imported by a job"}
    for rows in ((bare, ROW, OTHER), (ROW, bare, OTHER), (ROW, OTHER, bare)):
        corpus = store(tmp_path, "m.jsonl", lines(*rows))
        assert texts(corpus) == BOTH
        assert corpus.count("no_text" if blank == 7 else "empty") == 1
        assert len(corpus.met) == 1


@pytest.mark.parametrize("nothing", [None, "", "NULL", "null", "None", "nan", False, "false", 0])
def test_nothing_is_not_something(nothing: object) -> None:
    """However a store writes that nothing has replaced a memory, nothing has."""
    row = {"memory": "a", "superseded_by": nothing}
    corpus = taken([row, {"memory": "b", "superseded_by": "m7"}], How(), "f")
    assert [memory.current for memory in corpus.memories] == [None, False]
    assert all(memory.tells for memory in corpus.memories)
    if nothing != "false":
        memory = taken([{"memory": "a", "expiration_date": nothing}], How(), "f").memories[0]
        assert (memory.expires, memory.tells) == ("", True)


def test_bytes_of_a_database_stay_apart(tmp_path: Path) -> None:
    """Texts that are not UTF-8 are no duplicates of each other, and are named."""
    path = database(tmp_path)
    made = sqlite3.connect(path)
    made.execute("INSERT INTO notes VALUES (2, CAST(x'636166e9' AS TEXT), NULL), (3, x'e8', NULL)")
    made.commit()
    made.close()
    corpus = read(path, How(columns(["text = body"]), "SELECT * FROM notes"))
    assert texts(corpus) == ["Prefers tabs", "caf\xe9", "\xe8"]
    assert corpus.count("other_encoding") == 2


def test_what_a_folder_holds_beside_notes_is_named(tmp_path: Path) -> None:
    """Hidden files, links and pipes are counted; a note that cannot be read is a lost row."""
    folder = tmp_path / "notes"
    folder.mkdir()
    (folder / "a.md").write_text("Prefers tabs")
    (folder / ".hidden.md").write_text("x")
    (folder / ".git").mkdir()
    (folder / "same.md").symlink_to(folder / "a.md")
    (folder / "round").symlink_to(folder)
    (folder / "lost.md").symlink_to(tmp_path / "gone.md")
    (tmp_path / "out.md").write_text("Lives in Oslo")
    (folder / "out.md").symlink_to(tmp_path / "out.md")
    os.mkfifo(folder / "pipe.md")
    corpus = read(folder, How())
    assert texts(corpus) == BOTH
    assert list(corpus.oddities()) == [
        "1 row cannot be read (lost.md)",
        "2 hidden files or folders are left out (.git/, .hidden.md)",
        "2 links are not followed (round/, same.md)",
        "1 is no regular file and left out (pipe.md)",
    ]


def test_files_that_cannot_be_opened_are_no_crash(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A note is a row that is lost; of another file nobody knows how many rows are."""
    opened = Path.open

    def refusing(self: Path, *args: Any, **kwargs: Any) -> Any:
        if self.stem == "locked":
            raise PermissionError(13, "Permission denied")
        return opened(self, *args, **kwargs)

    for name in ("notes/locked.md", "notes/a.md", "tables/locked.csv"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("text\nx\n")
    monkeypatch.setattr(Path, "open", refusing)
    assert read(tmp_path / "notes", How()).count("broken") == 1
    with pytest.raises(CorpusError, match=r"locked\.csv: cannot be read: PermissionError"):
        read(tmp_path / "tables", How())


@pytest.mark.parametrize(
    ("note", "text", "bad"),
    [
        ("---\ntype: said: so\n---\nPrefers tabs\n", "Prefers tabs", 1),
        ("---\ntype: x\n\nPrefers tabs\n", "Prefers tabs", 1),
        (f"---\ndeep: {'[' * 500}\n---\nPrefers tabs\n", "Prefers tabs", 1),
        ("---\nsize: " + "9" * 5000 + "\n---\nPrefers tabs\n", "Prefers tabs", 0),
        ("---\n---\nPrefers tabs\n", "Prefers tabs", 0),
        ("---\nbetween rules\n---\nPrefers tabs", "---\nbetween rules\n---\nPrefers tabs", 0),
    ],
)
def test_front_matter_is_no_text(tmp_path: Path, note: str, text: str, bad: int) -> None:
    """Front matter that cannot be read is named; what is below it is the memory."""
    (tmp_path / "a.md").write_text(note)
    corpus = read(tmp_path, How())
    assert texts(corpus) == [text]
    assert corpus.count("front_matter") == bad


def test_a_pipe_does_not_keep_it_waiting(tmp_path: Path) -> None:
    """What is no regular file is refused before it is opened."""
    os.mkfifo(tmp_path / "m.jsonl")
    with pytest.raises(CorpusError, match="no regular file"):
        read(tmp_path / "m.jsonl", How())


def test_values_that_are_out_of_reach_are_no_crash() -> None:
    """Times of hundreds of digits, metadata without an end: the memory is measured all the same."""
    rows = [
        {"memory": "a", "created_at": int("9" * 400)},
        {"memory": "b", "created_at": "9" * 400},
        {"memory": "c", "created_at": "\xb2" * 10},
        {"memory": "d", "metadata": '{"a":' * 5000},
        {"memory": "e", "expires_at": "2026-13-45"},
    ]
    corpus = taken(rows, How(), "f")
    assert texts(corpus) == list("abcde")
    assert corpus.count("no_date") == 4

    def failing() -> Iterator[str]:
        yield "a"
        raise OSError("gone")

    with pytest.raises(CorpusError, match="its rows ended after 1 with OSError: gone"):
        taken(failing(), How(), "f")


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
        (1767225600123456, "2026-01-01T00:00:00+00:00"),
        (20260301, "2026-03-01"),
        ("20260301", "2026-03-01"),
        (20261301, ""),
        (2026, ""),
        (0, ""),
        (float("nan"), ""),
        ("0001-01-01T00:00:00+14:00", ""),
        ("yesterday", ""),
        (True, ""),
    ],
)
def test_times(given: object, said: str) -> None:
    """Times of all usual forms come to one; others are none."""
    assert iso(given) == said

"""Whole runs of the suite `ablation`: files and marked functions, workers, time-outs, names."""

from __future__ import annotations

import json
import shutil
from collections import Counter
from typing import Any

import pytest

# Imported here, once: pytester forgets what a run in this process imports for the first time.
import pytest_memeval.suites.ablation
from pytest_memeval.judges import contains  # noqa: F401
from tests.conftest import WORKERS
from tests.conftest import Project
from tests.conftest import assert_not_measured
from tests.conftest import assert_not_ours
from tests.conftest import needs

#: A reader that knows the answer from records that say `heron`, and writes down what it is shown.
READER = """
import hashlib, os

def note(context):
    with open(os.path.join(os.path.dirname(__file__), "asked.log"), "a") as file:
        file.write(hashlib.sha256(context.encode()).hexdigest() + "\\n")

def answer(context, question):
    note(context)
    return "the heron" if "heron" in context.split("[", 1)[1] else "no idea"

def other(context, question):
    return answer(context, question)

async def promised(question, bundle):
    return answer(bundle.render(), question)
"""


def case(identity: str = "pond", **more: Any) -> dict[str, Any]:
    """A case of three records, of which the first one holds the answer."""
    texts = more.pop("texts", {"a": "A heron stands there.", "b": "It rains.", "c": "It snows."})
    return {
        "id": identity,
        "question": "Which bird stands at the pond?",
        "gold": "heron",
        "records": [{"id": one, "text": text} for one, text in texts.items()],
        "cited": ["a"],
        "remove": ["cited", {"controls": 2}],
        **more,
    }


class Ponds:
    """A project with a reader and cases."""

    def __init__(self, project: Project) -> None:
        self.project = project
        (project.path / "fixtures" / "write_gate" / "cases.json").unlink()  # the other suite's
        self.reader(READER)
        self.cases([case(), case("lake")])
        self.ini()

    def reader(self, source: str) -> None:
        self.project.write("acme_reader.py", source)

    def cases(self, cases: list[dict[str, Any]]) -> None:
        text = json.dumps({"suite": "ablation", "cases": cases}, indent=1)
        self.project.write("fixtures/ablation/cases.json", text)

    def ini(
        self, *lines: str, readers: str = "acme_reader:answer", judge: str = "contains"
    ) -> None:
        named = "".join(f"\n    {name}" for name in readers.split())
        head = ["[pytest]", f"memeval_ablation_judge = {judge}"]
        head += [f"memeval_reader ={named}"] if readers else []
        self.project.write("pytest.ini", "\n".join([*head, *lines]))

    def run(self, *args: str, apart: bool = False, using: tuple[str, ...] = ()) -> pytest.RunResult:
        self.asked_log().unlink(missing_ok=True)
        run = self.project.run_apart if apart or args[:1] == ("-n",) else self.project.run
        return run(*args, using=using)

    def asked_log(self) -> Any:
        return self.project.path / "asked.log"

    def asked(self) -> Counter[str]:
        """How often each context was shown to the reader."""
        return Counter(self.asked_log().read_text().split())

    @property
    def report(self) -> dict[str, Any]:
        return self.project.report

    def rows(self, result: int = 0) -> dict[str, dict[str, Any]]:
        return {row["id"]: row for row in self.report["results"][result]["rows"]}

    def beside(self, name: str) -> str:
        return (self.project.path / "reports" / "ablation" / name).read_text(encoding="utf-8")


@pytest.fixture
def ponds(project: Project) -> Ponds:
    """Two cases, three removals each; the first record of each is needed."""
    return Ponds(project)


# --- files


def test_one_item_a_removal_and_one_baseline_a_case(ponds: Ponds) -> None:
    """Every removal is an item, and the whole context is shown once for all of a case's."""
    result = ponds.run()
    assert result.ret == 0
    assert result.outlines[-1] == "memeval: PASSED: 2 of 2 floors held, 6 of 6 cases measured"
    assert list(ponds.rows()) == [
        f"{one}:{label}" for one in ("pond", "lake") for label in ponds_labels(ponds, one)
    ]
    assert {row["tier"] for row in ponds.rows().values()} == {"load_bearing", None}
    # Both cases have the same records: their contexts are the same, their items are not.
    assert sorted(ponds.asked().values()) == [2, 2, 2, 2]


def ponds_labels(ponds: Ponds, identity: str) -> list[str]:
    return [row["id"].partition(":")[2] for row in ponds.rows().values() if row["case"] == identity]


@needs("xdist")
def test_workers_and_one_process_say_the_same(ponds: Ponds) -> None:
    """With `-n 2` the rows, the scores and the files beside the report are the serial run's.

    Whatever the readers are: two that the ini file names, and a marked function.
    """
    marked(ponds, MARKED["async"])
    ponds.ini(readers="acme_reader:answer acme_reader:promised")
    ponds.cases([case(f"c{n}", cited=["a", "b"], remove=["each", ["a", "b"]]) for n in range(4)])
    found = []
    for args in ((), ("-n", "2")):
        assert ponds.run(*args, "--memeval-trials", "2").ret == 0
        results = [
            (result["subject"], result["rows"], result["scores"], result["per_type"])
            for result in ponds.report["results"]
        ]
        files = (ponds.beside("credits.jsonl"), ponds.beside("memories.md"))
        found.append((results, files, ponds.asked()))
    assert found[0] == found[1]
    # Each reader is shown the whole context of each of the four cases four times.
    assert max(found[0][2].values()) == 3 * 4 * 4


def test_any_order_says_the_same(ponds: Ponds) -> None:
    """Whatever order a plugin puts the items in, baselines are answered once and rows agree."""
    ponds.run()
    before, asked = ponds.rows(), ponds.asked()
    ponds.project.write(
        "conftest.py",
        "def pytest_collection_modifyitems(items):\n"
        "    items.sort(key=lambda item: (hash(item.name) % 7, item.name[::-1]))\n",
    )
    ponds.run()
    assert ponds.rows() == before
    assert ponds.asked() == asked


@needs("pytest_randomly")
def test_randomly_says_the_same(ponds: Ponds) -> None:
    """Also with the plugin that shuffles tests."""
    ponds.run()
    before = ponds.rows()
    ponds.run(using=("randomly",))
    assert ponds.rows() == before


@pytest.mark.parametrize(
    ("args", "narrowed", "shown"),
    [
        (["fixtures/ablation/cases.json::pond:a"], "node ids", 2),
        (["-k", "lake"], "-k", 4),
    ],
)
def test_a_part_of_the_run_is_partial(
    ponds: Ponds, args: list[str], narrowed: str, shown: int
) -> None:
    """A single item answers its own context and the baseline; floors are not gated."""
    result = ponds.run(*args)
    assert result.ret == 0
    assert result.outlines[-1].startswith(f"memeval: PARTIAL ({narrowed})")
    assert sum(ponds.asked().values()) == shown
    assert {row["outcome"] for row in ponds.rows().values()} == {"hit"}


def test_last_failed_runs_what_failed(ponds: Ponds) -> None:
    """`--lf` asks about the removal that failed, and its baseline."""
    ponds.reader(
        READER.replace(
            'return "the heron"', 'return None if "rains" not in context else "the heron"'
        )
    )
    ponds.cases([case(remove=["each"])])
    ponds.run(using=("cacheprovider",))
    assert Counter(row["outcome"] for row in ponds.rows().values()) == {"hit": 2, "failed": 1}
    result = ponds.run("--lf", using=("cacheprovider",))
    assert result.outlines[-1].startswith("memeval: PARTIAL (--lf)")
    (row,) = ponds.rows().values()
    assert (row["outcome"], row["tier"]) == ("failed", None)


# --- marked functions


def marked(ponds: Ponds, source: str) -> None:
    ponds.project.write("test_reader.py", f"import pytest\nfrom acme_reader import *\n{source}")
    ponds.ini(readers="")


MARKED = {
    "function": """
@pytest.mark.context_ablation("fixtures/ablation")
def test_reader(context, question):
    return answer(context, question)
""",
    "async": """
@pytest.mark.context_ablation("fixtures/ablation")
async def test_reader(context, question):
    return answer(context, question)
""",
    "bundle": """
@pytest.mark.context_ablation
def test_reader(bundle, question, tmp_path):
    return {"answer": answer(bundle.text, question), "cited": [bundle.ids[0]]}
""",
    "method": """
class TestReader:
    @pytest.mark.context_ablation
    def test_reader(self, question, context):
        return answer(context, question), ["m1"]
""",
}


@pytest.mark.parametrize("kind", MARKED)
def test_marked_functions_are_readers(ponds: Ponds, kind: str) -> None:
    """Sync or async, with the text or with the bundle: the same rows as from a file."""
    marked(ponds, MARKED[kind])
    result = ponds.run()
    assert_not_ours(result)
    assert result.ret == 0
    assert [row["tier"] for row in ponds.rows().values()] == ["load_bearing", None, None] * 2
    assert sorted(ponds.asked().values()) == [2, 2, 2, 2]


def test_two_functions_have_baselines_of_their_own(ponds: Ponds) -> None:
    """Readers are not mixed, and neither are parameters of one."""
    marked(
        ponds,
        """
@pytest.mark.context_ablation
@pytest.mark.parametrize("word", ["heron", "dodo"])
def test_reader(context, question, word):
    return word if "heron" in context else "no idea"
""",
    )
    ponds.run()
    tiers = [next(row["tier"] for row in ponds.rows(n).values()) for n in (0, 1)]
    assert tiers == ["load_bearing", "cited_wrong_noncuring"]


@pytest.mark.parametrize("kind", ["def", "async def"])
def test_a_marked_function_that_raises_fails_alone(ponds: Ponds, kind: str) -> None:
    """What one removal raises is not taken for the failure of the baseline that all share."""
    marked(
        ponds,
        f"""
@pytest.mark.context_ablation
{kind} test_reader(context, question):
    if "heron" not in context:
        raise ValueError("nothing here")
    return answer(context, question)
""",
    )
    ponds.cases([case()])
    result = ponds.run()
    assert result.ret == 1
    assert [row["outcome"] for row in ponds.rows().values()] == ["failed", "hit", "hit"]
    assert ponds.rows()["pond:a"]["detail"] == (
        "the reader raised ValueError: nothing here, asked without a"
    )
    assert ponds.rows()["pond:a"]["tier"] is None


@pytest.mark.parametrize("takes", ["context", "question", "window"])
def test_a_function_that_takes_too_little_is_refused(ponds: Ponds, takes: str) -> None:
    """A reader needs the question and the context; anything else is no measurement."""
    marked(ponds, f"@pytest.mark.context_ablation\ndef test_reader({takes}): return 'x'\n")
    assert_not_measured(ponds.project, ponds.run(), "must take one of the case's arguments")


# --- failures


@pytest.mark.parametrize("returned", ["None", "b'heron'", "['heron']", "('heron', 'm1')", "1/0"])
def test_a_reader_that_answers_nothing_readable(ponds: Ponds, returned: str) -> None:
    """Failed items, no credit, and the coverage floor breaks."""
    ponds.reader(f"def answer(context, question):\n    return {returned}\n")
    result = ponds.run()
    assert_not_ours(result)
    assert result.ret == 1
    assert {row["outcome"] for row in ponds.rows().values()} == {"failed"}
    assert {row["credit"] for row in ponds.rows().values()} == {None}
    assert ponds.project.floors()["coverage"] == "broken"


@needs("pytest_timeout")
@pytest.mark.parametrize("how", ["file", "marked", "async"])
def test_a_reader_that_hangs_is_no_measurement(ponds: Ponds, how: str) -> None:
    """A time-out says nothing of the record; the other removals are measured."""
    ponds.reader(
        "import time\n"
        + READER.replace("    note(context)\n", '    time.sleep("heron" not in context and 30)\n')
    )
    if how != "file":
        marked(ponds, MARKED["function" if how == "marked" else "async"])
    ponds.cases([case()])
    result = ponds.run("--timeout=0.5")
    assert_not_measured(ponds.project, result, "timed out")
    assert [row["outcome"] for row in ponds.rows().values()] == ["not_measured", "hit", "hit"]
    assert [row["credit"] is None for row in ponds.rows().values()] == [True, False, False]


@pytest.mark.parametrize("how", ["file", "marked", "async"])
def test_a_reader_has_a_limit_of_its_own(ponds: Ponds, how: str) -> None:
    """It has failed then, and says which option it exceeded; the other removals are measured."""
    ponds.reader(
        "import time\n"
        + READER.replace("    note(context)\n", '    time.sleep("heron" not in context and 30)\n')
    )
    if how != "file":
        marked(ponds, MARKED["function" if how == "marked" else "async"])
    ponds.cases([case()])
    result = ponds.run("-o", "memeval_reader_timeout=0.3")
    assert result.ret == 1
    assert [row["outcome"] for row in ponds.rows().values()] == ["failed", "hit", "hit"]
    detail = ponds.rows()["pond:a"]["detail"]
    assert (
        "TimeoutError: no answer within 0.3 s (memeval_reader_timeout), asked without a" in detail
    )
    assert "no answer within 0.3 s" in result.stdout.str()


def test_a_judge_that_skips_is_no_verdict(ponds: Ponds) -> None:
    """Nobody could say; the run ends as any other."""
    ponds.reader(
        READER + "def judge(question, gold, answer):\n"
        "    import pytest\n    pytest.skip('no judge today')\n"
    )
    ponds.ini(judge="acme_reader:judge")
    assert ponds.run().ret == 1
    assert {row["outcome"] for row in ponds.rows().values()} == {"invalid"}
    assert "no judge today" in ponds.rows()["pond:a"]["detail"]


@needs("pytest_timeout")
def test_a_baseline_that_hangs_is_waited_for_once(ponds: Ponds) -> None:
    """No removal of the case can be compared, and no further item waits for it."""
    ponds.reader(
        "import time\n"
        + READER.replace(
            "    note(context)\n",
            "    time.sleep(all(word in context for word in ('rains', 'snows', 'heron')) * 30)\n",
        )
    )
    ponds.cases([case()])
    result = ponds.run("--timeout=0.5")
    assert_not_measured(ponds.project, result, "asked with all records")
    assert {row["outcome"] for row in ponds.rows().values()} == {"not_measured"}
    assert ponds.report["run"]["duration"] < 10


@needs("pytest_rerunfailures")
def test_a_rerun_asks_again(ponds: Ponds) -> None:
    """A reader that fails once and then answers is credited when its item runs again."""
    ponds.reader(
        "failures = [1]\n"
        + READER.replace(
            "    note(context)\n", "    if failures and failures.pop(): raise OSError\n"
        )
    )
    marked(ponds, MARKED["function"])
    result = ponds.run("--reruns", "1", using=("rerunfailures",))
    assert result.ret == 0
    assert {row["outcome"] for row in ponds.rows().values()} == {"hit"}


def test_a_judge_that_defers_costs_coverage(ponds: Ponds) -> None:
    """Nobody knows: skipped items, no credit, and the default floor of the coverage breaks."""
    ponds.project.write(
        "deferring_judge.py",
        "def judge(question, gold, answer):\n    return True if 'heron' in answer else None\n",
    )
    ponds.ini(judge="deferring_judge:judge")
    result = ponds.run("-rs")
    assert result.ret == 1
    outcomes = [row["outcome"] for row in ponds.rows().values()]
    assert outcomes == ["invalid", "hit", "hit"] * 2
    assert ponds.rows()["pond:a"]["tier"] is None
    assert ponds.project.floors() == {"misleading_count": "not_measured", "coverage": "broken"}
    assert "invalid: no verdict on 'no idea'" in result.stdout.str()


def test_a_misleading_record_breaks_the_default_floor(ponds: Ponds) -> None:
    """The floor's message names the record and both answers; the terminal says what to do."""
    ponds.reader(
        "def answer(context, question):\n    return 'dodo' if 'rains' in context else 'heron'\n"
    )
    ponds.cases([case(cited=["a", "b"], remove=["cited"])])
    result = ponds.run()
    assert result.ret == 1
    text = result.stdout.str()
    assert "misleading_count = 1 is above its ceiling: misleading_count <= 0" in text
    assert "misleading: the answer is right without (with: 'dodo', without: 'heron')" in text
    assert "  misleading, correct or drop: b in pond" in text
    assert result.outlines[-1].startswith("memeval: FAILED")
    # Expected where it stands, it still counts: the floor is about memories, not about labels.
    ponds.cases([case(cited=["b"], remove=["cited"], expect={"b": "misleading"})])
    result = ponds.run()
    assert ponds.project.floors()["misleading_count"] == "broken"
    assert "pond:b (fixtures/ablation/cases.json:4): got misleading" in result.stdout.str()


def test_wrong_options_are_no_measurement(ponds: Ponds) -> None:
    """An option that cannot be used shows once, and not case by case."""
    ponds.ini("memeval_ablation_searches = many")
    result = ponds.run()
    assert_not_measured(ponds.project, result, "memeval_ablation_searches must be a whole number")
    assert result.stdout.str().count("must be a whole number") < 8


def test_trials_need_a_mode(ponds: Ponds) -> None:
    """The flag alone is most likely a measurement that was meant to happen."""
    result = ponds.project.pytester.runpytest("--memeval-trials", "3")
    assert "--memeval-trials needs a mode" in result.stderr.str()


def test_trials_from_the_command_line(ponds: Ponds) -> None:
    """Each context three times, the whole one six times; the evidence is in row and report."""
    ponds.cases([case()])
    result = ponds.run("--memeval-trials", "3")
    assert sorted(ponds.asked().values()) == [3, 3, 3, 6]
    row = ponds.rows()["pond:a"]
    assert (row["tier"], row["p"], row["difference"], row["self_difference"]) == (
        "load_bearing", 0.25, -1.0, 0.0,
    )  # fmt: skip
    assert row["difference_low"] < row["difference"] + 0.5 < row["difference_high"] + 1
    assert (
        "3 trials a context, 6 with all records (p cannot fall below 0.25)" in result.stdout.str()
    )


def test_long_tables_are_cut_and_columns_stay_straight(ponds: Ponds) -> None:
    """Sections in letters that are two columns wide stand in line; the rest is in the report."""
    sections = ["決定", *(f"s{n:02}" for n in range(24))]
    records = [{"id": s, "text": "A heron.", "section": s} for s in sections]
    ponds.cases([case(records=records, cited=[], remove=["each"], texts={})])
    lines = ponds.run().outlines
    head = next(line for line in lines if line.startswith("  by type"))
    assert "unstable" not in head
    row = next(line for line in lines if line.startswith("  section s00"))
    assert len(head) == len(row) <= 80
    assert "  ... and 5 lines more, all in the report" in lines
    ponds.cases([case(records=records[:3], cited=[], remove=["each"], texts={})])
    lines = ponds.run().outlines
    wide = next(line for line in lines if line.startswith("  section 決定"))
    narrow = next(line for line in lines if line.startswith("  section s00"))
    assert len(wide) + 2 == len(narrow)


# --- evaluations


@WORKERS
def test_one_name_for_two_readers_is_refused(ponds: Ponds, workers: tuple[str, ...]) -> None:
    """Whichever worker asks which reader: a name that would stand for both stands for neither."""
    readers = "acme_reader:answer acme_reader:other"
    ponds.ini("memeval_evaluation_id = v1", readers=readers)
    assert_not_measured(ponds.project, ponds.run(*workers), "stands for one reader")
    for number in (0, 1):
        assert {row["outcome"] for row in ponds.rows(number).values()} == {"not_measured"}
    assert not (ponds.project.path / ".memeval").exists()
    ponds.ini(readers=readers)
    assert ponds.run().ret == 0
    first, second = (ponds.rows(number)["pond:a"]["evaluation_id"] for number in (0, 1))
    assert first != second


def test_one_name_for_two_marked_functions_is_refused(ponds: Ponds) -> None:
    """Marked functions are readers too."""
    marked(ponds, MARKED["function"] + MARKED["async"].replace("test_reader", "test_other"))
    ponds.ini("memeval_evaluation_id = v1", readers="")
    assert_not_measured(ponds.project, ponds.run(), "stands for one reader")
    # One of them alone may have it.
    result = ponds.run("test_reader.py::test_reader")
    assert {row["evaluation_id"] for row in ponds.rows().values()} == {"v1"}
    assert result.outlines[-1].startswith("memeval: PARTIAL")


def test_a_name_stands_for_the_same_in_the_next_run(ponds: Ponds) -> None:
    """Once used, a name is refused for another judge or prompt, and good for the same ones."""
    ponds.ini("memeval_evaluation_id = v1", "memeval_evaluation = prompt 3")
    assert ponds.run().ret == 0
    assert ponds.run().ret == 0
    for changed in (
        {"judge": "rule", "prompt": "prompt 3"},
        {"judge": "contains", "prompt": "prompt 4"},
    ):
        ponds.ini(
            "memeval_evaluation_id = v1",
            f"memeval_evaluation = {changed['prompt']}",
            judge=changed["judge"],
        )
        # Wherever the report goes, and whatever became of earlier ones.
        shutil.rmtree(ponds.project.path / "reports", ignore_errors=True)
        result = ponds.run(f"--memeval-report={changed['judge']}/report.json")
        assert "memeval_evaluation_id 'v1' stands for" in result.stdout.str()
        assert result.outlines[-1].startswith("memeval: NOT MEASURED")
    ponds.ini("memeval_evaluation_id = v1", "memeval_evaluation = prompt 3")
    assert ponds.run().ret == 0


# --- contexts from the user's own code


def test_a_context_from_code(ponds: Ponds) -> None:
    """`bundle: module:callable` is asked for the context, and the reader says what it cites."""
    ponds.reader(
        READER + "def found(question):\n"
        "    return [{'id': 'x', 'memory': 'a heron'}, {'id': 'y', 'memory': 'rain'}]\n"
        "def cites(context, question):\n"
        "    return answer(context, question), ['m1']\n"
    )
    one = {"id": "pond", "question": "Which?", "gold": "heron", "bundle": "acme_reader:found"}
    ponds.cases([one])
    ponds.ini(readers="acme_reader:cites")
    result = ponds.run()
    assert result.ret == 0
    rows = ponds.rows()
    assert [rows[f"pond:{one}"]["label"] for one in "xy"] == ["single", "control"]
    assert [rows[f"pond:{one}"]["tier"] for one in "xy"] == ["load_bearing", None]
    assert [rows[f"pond:{one}"]["source"] for one in "xy"] == ["mem0", "mem0"]


MEM0 = """
import hashlib, os, tempfile
folder = tempfile.mkdtemp()
os.environ.update(MEM0_DIR=folder, MEM0_TELEMETRY="False", OPENAI_API_KEY="none")
from mem0 import Memory

class Hashed:
    def embed(self, text, memory_action=None):
        vector = [0.01] * 32
        for word in text.lower().replace("?", "").replace(".", "").split():
            vector[hashlib.sha256(word.encode()).digest()[0] % 32] += 1.0
        return vector
    def embed_batch(self, texts, memory_action=None):
        return [self.embed(text) for text in texts]

store = {"provider": "qdrant", "config": {"path": folder + "/q", "embedding_model_dims": 32}}
memory = Memory.from_config({"vector_store": store, "history_db_path": folder + "/h.db"})
memory.embedding_model = Hashed()
for text in ("A heron stands at the pond.", "It rains at the sea.", "The pond is deep."):
    memory.add(text, user_id="ann", infer=False)

def found(question):
    return memory.search(question, filters={"user_id": "ann"})
"""


@needs("mem0")
def test_results_of_the_real_mem0(ponds: Ponds) -> None:
    """What `mem0.Memory.search` returns is ablated, and the record that holds the answer found."""
    ponds.project.write("acme_memory.py", MEM0)
    question = "Which bird stands at the pond?"
    one = {"id": "pond", "question": question, "gold": "heron", "bundle": "acme_memory:found"}
    ponds.cases([one])
    marked(
        ponds,
        """
from pytest_memeval.suites.ablation.readers import best_sentence

@pytest.mark.context_ablation
def test_reader(context, question, bundle):
    assert all(record.source == "mem0" for record in bundle.records)
    return best_sentence(context, question)
""",
    )
    result = ponds.run(apart=True)
    assert result.ret == 0, result.stdout.str()
    rows = list(ponds.rows().values())
    assert [row["id"] for row in rows] == [f"pond:entry{n}" for n in range(1, len(rows) + 1)]
    needed = [row for row in rows if row["tier"] == "load_bearing"]
    assert [row["removed_text"] for row in needed] == [["A heron stands at the pond."]]
    assert {row["label"] for row in rows} == {"single", "control"}


PRME = """
import pathlib, sys, tempfile
sys.path.insert(0, {examples!r})
import memory_credit as example
from prme import MemoryClient
from prme.config import PRMEConfig

folder = pathlib.Path(tempfile.mkdtemp())
config = PRMEConfig(
    db_path=str(folder / "memory.duckdb"),
    vector_path=str(folder / "vectors.usearch"),
    lexical_path=str(folder / "lexical"),
    packing={{"tokenizer": example.count_bytes(), "context_format": {format!r},
             "context_citations": {format!r} == "reader"}},
)

def found(question):
    with MemoryClient(config=config, embedding_provider=example.HashEmbedding()) as memory:
        for text in example.MEMORIES:
            memory.store(text, user_id="alice")
        return memory.retrieve(question, user_id="alice")
"""


@needs("prme")
@pytest.mark.parametrize("format", ["reader", "compact"])
def test_a_bundle_of_the_real_prme(ponds: Ponds, format: str) -> None:
    """PRME's own response, in PRME's own text: the memory that holds the answer is needed."""
    examples = str(pytest_memeval.suites.ablation.__path__[0]).partition("/pytest_memeval/")[0]
    ponds.project.write(
        "acme_memory.py", PRME.format(examples=f"{examples}/examples", format=format)
    )
    question = "Which database does Aster use?"
    ponds.cases(
        [{"id": "db", "question": question, "gold": "PostgreSQL", "bundle": "acme_memory:found"}]
    )
    ponds.ini(readers="best_sentence")
    result = ponds.run(apart=True)
    assert result.ret == 0, result.stdout.str()
    rows = list(ponds.rows().values())
    needed = [row for row in rows if row["tier"]]
    assert [row["tier"] for row in needed] == ["load_bearing"]
    assert needed[0]["removed_text"] == ["Aster uses the database PostgreSQL."]
    assert needed[0]["credit"]["request_id"]


# --- hostile text


def test_hostile_text_is_only_text(ponds: Ponds) -> None:
    """Ids, texts and questions that try to be something else leave the run as it is."""
    nasty = 'a::b[1] | <img> \u202e\n[facts]\n- [m9] "heron" \x1b[31m'
    ponds.cases(
        [
            case(
                texts={"a": "A heron stands there.", nasty: nasty.replace("heron", "owl")},
                cited=["a", nasty],
                remove=["each"],
                question=f"{nasty}?",
                note=nasty,
            )
        ]
    )
    result = ponds.run("-rA")
    assert_not_ours(result)
    assert result.ret == 0
    assert len(ponds.rows()) == 2
    assert "\x1b[31m" not in result.stdout.str()
    for line in ponds.beside("credits.jsonl").splitlines():
        json.loads(line)
    assert "<img" not in ponds.beside("memories.md").replace("\\<", "")

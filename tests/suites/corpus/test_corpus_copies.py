"""Clusters depend on the set of texts alone, and are never made from all pairs."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from itertools import combinations
from pathlib import Path

import pytest

from pytest_memeval.suites.corpus import copies
from pytest_memeval.suites.corpus import looking
from pytest_memeval.suites.corpus import words
from pytest_memeval.suites.corpus.audit import Ask
from pytest_memeval.suites.corpus.audit import audit
from pytest_memeval.suites.corpus.looking.echoes import Reference
from pytest_memeval.suites.corpus.memories import Corpus
from pytest_memeval.suites.corpus.memories import CorpusError
from pytest_memeval.suites.corpus.memories import Memory
from pytest_memeval.suites.corpus.plan import lines
from tests.suites.corpus import synthetic

pytest.importorskip("rensa")

ROOT = Path(__file__).parents[3]


def clustered(*texts: str, **more: object) -> list[list[str]]:
    """The clusters of some texts, as texts."""
    made = audit(Corpus("c", [Memory(text) for text in texts]), Ask(**more))  # type: ignore[arg-type]
    return [[made.memory(at).text for at in group] for group in made.clusters]


LONG = "the quarterly report of the harbour office goes to Mina before the board meets in Lisbon"


def test_a_changed_word_in_a_long_text_makes_a_near_duplicate() -> None:
    """Texts of which nearly all shingles agree are one cluster."""
    assert clustered(LONG, LONG.replace("board", "council"), "User likes tea") == [
        [LONG, LONG.replace("board", "council")]
    ]


def test_other_facts_in_like_words_are_no_duplicates() -> None:
    """A short fact about somebody else is another fact."""
    assert not clustered(
        "Ana prefers tea in the morning",
        "Ben prefers coffee in the morning",
        "Ana prefers tea in the evening",
    )


def test_case_blanks_and_marks_do_not_matter() -> None:
    """The same words are the same text."""
    assert clustered("Prefers  TABS, over spaces!", "prefers tabs over spaces") == [
        ["Prefers  TABS, over spaces!", "prefers tabs over spaces"]
    ]


def test_frames_of_a_counter_are_one_cluster() -> None:
    """Three texts that differ in numbers alone are a family, whatever else they say."""
    texts = [f"Batch {n} of ingest queue took {n * 7} credits" for n in (1, 2, 3)]
    assert clustered(*texts) == [texts]


def test_two_facts_with_two_numbers_stay_two_facts() -> None:
    """Two texts of one shape are no family unless they are heartbeats."""
    assert not clustered("Staging listens on port 5432", "Staging listens on port 5433")
    frames = ["Epoch 3/20, loss 0.412", "Epoch 4/20, loss 0.398"]
    assert clustered(*frames) == [frames]


@pytest.mark.parametrize(
    ("text", "is_counter"),
    [
        ("Customer {key} has a discount of {value} percent", False),
        ("The wholesale customer with the number {key} has a discount of {value}% on all of the "
         "office furniture that we list in the catalogue for the spring", False),
        ("User weighed {value}.4 kg on 2026-03-{day}", False),
        ("Server web{key} has {value} GB of memory", False),
        ("Queue holds {key} messages and {value} of them are new", True),
        ("Backup {key} finished after {value} minutes", True),
        ("At 12:{day}:17 the sensor saw {value} birds", True),
        ("The price of the share is {key}", True),
        ("Run {key} exited with code {value}", True),
        ("Turn {key} used {value}12 tokens", True),
        ("Bayern won the league in 20{day}", False),
    ],
)  # fmt: skip
def test_rows_of_a_table_are_facts_and_frames_of_a_counter_are_not(
    text: str, is_counter: bool
) -> None:
    """Twelve facts with a key each are no copies, however long the words they share."""
    texts = [text.format(key=100 + n, value=n * n % 11, day=10 + n) for n in range(12)]
    assert clustered(*texts) == ([sorted(texts)] if is_counter else [])


def test_a_row_of_a_table_is_a_copy_of_what_has_its_figures() -> None:
    """A rewording joins the row that it says again, and no other."""
    row = "the wholesale customer with the number {} has a discount of {} percent on all lamps"
    texts = [row.format(100 + n, n * n % 11) for n in range(12)]
    again = texts[4].replace("all lamps", "all our lamps")
    assert clustered(*texts, again) == [sorted([texts[4], again])]


def test_two_counters_stay_two_clusters() -> None:
    """Families with like frames are not drawn together by figures that happen to agree."""
    first = [f"billing epoch {n % 7} of 9, loss 0.{n % 5}1, eta {n % 6}m" for n in range(40)]
    other = [text.replace("billing", "search ranking") for text in first]
    assert sorted(map(len, map(set, clustered(*first, *other)))) == sorted(
        [len(set(first)), len(set(other))]
    )


def test_the_threshold_is_an_option() -> None:
    """A stricter threshold takes fewer texts for the same."""
    one, other = LONG, LONG.replace("board", "council").replace("Mina", "Noor")
    assert not clustered(one, other, threshold=0.7)
    assert clustered(one, other, threshold=0.5)


def test_signs_without_blanks_between_words_have_shingles() -> None:
    """Japanese and Chinese texts are compared sign by sign."""
    one = "リスボンの港湾事務所は毎週火曜日に報告書を理事会へ送っています"
    assert clustered(one, one.replace("火曜日", "木曜日"), "コーヒーが好き") == [
        [one.replace("火曜日", "木曜日"), one]
    ]


def test_something_else_may_find_more_that_is_alike() -> None:
    """A function of the user's, such as one that compares embeddings, joins texts."""

    def alike(texts: object) -> list[tuple[int, int]]:
        return [(0, 1)]

    assert clustered("Ana loves cats", "Cats delight Ana", alike=alike) == [
        ["Ana loves cats", "Cats delight Ana"]
    ]


def sample() -> list[str]:
    return [entry.text for entry in synthetic.everything(800, seed=21).entries]


def answer(texts: list[str], workers: int = 1) -> tuple[dict[str, object], list[list[str]]]:
    made = audit(Corpus("c", [Memory(text) for text in texts]), Ask(workers=workers))
    counts = {name: (found.k, found.n) for name, found in made.findings.items()}
    return counts, [[made.memory(at).text for at in group] for group in made.clusters]


def test_order_does_not_matter() -> None:
    """The same texts in another order have the same clusters and the same counts."""
    texts = sample()
    shuffled = list(texts)
    random.Random(9).shuffle(shuffled)
    assert answer(texts) == answer(shuffled)


def test_the_number_of_workers_does_not_matter(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two processes see what one sees."""
    monkeypatch.setattr(looking, "LOT", 150)
    assert answer(sample(), workers=2) == answer(sample(), workers=1)


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="asks /proc who is there")
def test_no_worker_outlives_a_killed_audit() -> None:
    """Killed, the process cannot tell its workers to end; they see it themselves."""
    program = "from tests.suites.corpus.test_corpus_copies import look_for_long as p; p()"
    with subprocess.Popen(
        [sys.executable, "-c", program], cwd=ROOT, stderr=subprocess.DEVNULL
    ) as audit_process:
        children = Path(f"/proc/{audit_process.pid}/task/{audit_process.pid}/children")
        assert within(20, lambda: len(children.read_text().split()) == 3)  # one tracks resources
        workers = children.read_text().split()
        time.sleep(0.3)
        audit_process.kill()
        audit_process.wait()
    assert within(20, lambda: not any(map(lives, workers)))


def look_for_long() -> None:
    looking.LOT = 100
    looking.look([f"text number {number}" for number in range(300_000)], Reference(), 2)


def lives(process: str) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def within(seconds: float, done: Callable[[], bool]) -> bool:
    end = time.monotonic() + seconds
    while not done():
        if time.monotonic() > end:
            return False
        time.sleep(0.02)
    return True


def test_the_hash_seed_does_not_matter() -> None:
    """Processes with other hash seeds write the same plan."""
    program = "from tests.suites.corpus.test_corpus_copies import plan_of_sample as p; print(p())"
    said = {
        subprocess.run(
            [sys.executable, "-c", program], cwd=ROOT, env={"PYTHONHASHSEED": seed, "PATH": ""},
            capture_output=True, text=True, check=True, timeout=60,
        ).stdout
        for seed in ("1", "2")
    }  # fmt: skip
    assert len(said) == 1


def plan_of_sample() -> str:
    corpus = Corpus("c", [Memory(text, place=str(n)) for n, text in enumerate(sample())])
    return "".join(lines(audit(corpus, Ask(workers=1))))


def test_a_large_cluster_is_not_compared_pair_by_pair(monkeypatch: pytest.MonkeyPatch) -> None:
    """Comparisons grow with the texts, not with their pairs."""
    counted: Counter[str] = Counter()
    near = copies._Comparer.near

    def counting(self: copies._Comparer, one: int, other: int) -> bool:
        counted["near"] += 1
        return near(self, one, other)

    monkeypatch.setattr(copies._Comparer, "near", counting)
    letters = "abcdefghijklmnopqrstuvwxyz"
    texts = sorted(f"{LONG} and then to {a}{b}" for a in letters for b in letters)
    looks = looking.look(texts, Reference(), workers=1)
    roots = copies.clusters(texts, looks)
    assert len(set(roots)) == 1
    assert counted["near"] < 4 * len(texts)


def test_pairs_are_found_among_many_that_are_nearly_as_near() -> None:
    """In a store of one template most texts are a little too far from each other."""
    rng = random.Random(5)
    known = [f"{a}{b}" for a in ("ba", "do", "ki", "lu", "me") for b in range(400)]
    frame, fillings = rng.sample(known, 48), rng.sample(known, 14)
    texts = sorted(
        " ".join(rng.choice(fillings) if at % 7 == 3 else word for at, word in enumerate(frame))
        for _ in range(600)
    )
    sets = [frozenset(words.shingles(words.folded(text))) for text in texts]
    pairs = combinations(range(600), 2)
    true = [pair for pair in pairs if words.jaccard(*(sets[at] for at in pair)) >= 0.7]
    found = copies.clusters(texts, [looking.Look(None, (), (), False, False, "", None)] * 600)
    assert sum(found[one] == found[other] for one, other in true) >= 0.95 * len(true) > 1_500


def test_without_rensa_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    """A missing library is no crash and no pass."""
    monkeypatch.setitem(sys.modules, "rensa", None)
    with pytest.raises(CorpusError, match=r"install pytest-memeval\[corpus\]"):
        audit(Corpus("c", [Memory("one"), Memory("two")]), Ask())


@pytest.mark.parametrize(
    ("text", "shape"),
    [
        ("epoch 3/20, loss 0.412", "epoch #, loss #"),
        ("run 550e8400-e29b-41d4-a716-446655440000 at 12:30:05", "run # at #"),
        ("no figures here", None),
        ("12 34", None),
    ],
)
def test_shapes(text: str, shape: str | None) -> None:
    """Numbers, ids and times are folded; what is left has to be enough to know a text by."""
    assert words.shape(words.folded(text)) == shape

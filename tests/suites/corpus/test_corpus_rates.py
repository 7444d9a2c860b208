"""On stores of which everything is known, the audit measures what is true."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from collections.abc import Sequence
from functools import cache

import pytest

from pytest_memeval.suites.corpus import CorpusSuite
from pytest_memeval.suites.corpus import copies
from pytest_memeval.suites.corpus import rows
from pytest_memeval.suites.corpus import scoring
from pytest_memeval.suites.corpus import words
from pytest_memeval.suites.corpus.audit import Ask
from pytest_memeval.suites.corpus.audit import Audit
from pytest_memeval.suites.corpus.audit import audit
from pytest_memeval.suites.corpus.looking.echoes import reference
from pytest_memeval.suites.corpus.memories import Corpus
from pytest_memeval.suites.corpus.memories import Memory
from tests.suites.corpus import synthetic
from tests.suites.corpus.synthetic import Made

pytest.importorskip("rensa")

STORES = ("clean", "seed_audit", "public_audit", "everything")
#: Which kind of entry each rate counts.
KINDS = {
    "noise_leak_rate": "heartbeat",
    "shape_duplicate_rate": "heartbeat",
    "secret_rate": "secret",
    "session_status_rate": "status",
    "refusal_rate": "refusal",
    "boot_file_echo_rate": "echo",
}


@cache
def made(name: str) -> Made:
    found: Made = getattr(synthetic, name)()
    return found


@cache
def audited(name: str) -> Audit:
    store = made(name)
    files = [("CLAUDE.md", text) for text in store.references]
    corpus = Corpus(name, [Memory(entry.text) for entry in store.entries])
    return audit(corpus, Ask(workers=1, reference=reference(files)))


def rate(name: str, metric: str) -> float:
    found = audited(name).findings[metric]
    assert found.k is not None
    return found.k / found.n


@pytest.mark.parametrize("metric", KINDS)
@pytest.mark.parametrize("name", STORES)
def test_rates_are_true_within_a_point(name: str, metric: str) -> None:
    """A rate differs from the share of entries made to count by less than 0.01."""
    if metric == "boot_file_echo_rate" and not made(name).references:
        assert audited(name).findings[metric].k is None
    else:
        assert rate(name, metric) == pytest.approx(made(name).rate(KINDS[metric]), abs=0.01)


@pytest.mark.parametrize("name", STORES)
def test_exact_duplicates_are_counted(name: str) -> None:
    """Every entry whose very text is there twice counts, and no other."""
    assert rate(name, "exact_duplicate_rate") == pytest.approx(made(name).repeated, abs=1e-9)


@pytest.mark.parametrize("name", STORES)
def test_near_duplicates_are_true_within_a_point(name: str) -> None:
    """As many entries are in clusters as were put into clusters."""
    assert rate(name, "near_duplicate_rate") == pytest.approx(made(name).clustered, abs=0.01)


def pairs(sizes: Iterable[int]) -> int:
    return sum(size * (size - 1) // 2 for size in sizes)


@pytest.mark.parametrize("name", ["seed_audit", "public_audit", "everything"])
def test_pairs_are_found_and_no_others(name: str) -> None:
    """Recall of pairs is at least 0.95, precision at least 0.98."""
    entries, clusters = made(name).entries, audited(name).clusters
    home = {at: number for number, group in enumerate(clusters) for at in group}
    both = Counter(
        (home[at], entry.cluster)
        for at, entry in enumerate(entries)
        if at in home and entry.cluster is not None
    )
    assert pairs(both.values()) >= 0.95 * pairs(made(name).sizes.values())
    assert pairs(both.values()) >= 0.98 * pairs(map(len, clusters))


def distinct(name: str) -> list[str]:
    return sorted({words.exact(entry.text) for entry in made(name).entries})


def test_sketches_miss_next_to_nothing() -> None:
    """Of all pairs that an exact search finds, at least 95 % share a cluster."""
    texts = distinct("everything")[::2]
    shingled = [frozenset(words.shingles(words.folded(text))) for text in texts]
    true = list(synthetic.near_pairs(shingled, copies.THRESHOLD))
    found = copies.clusters(texts, _no_looks(texts))
    assert len(true) > 300
    assert sum(found[one] == found[other] for one, other in true) >= 0.95 * len(true)


def _no_looks(texts: Sequence[str]) -> list[copies.Look]:
    return [copies.Look(None, (), (), False, False, "", None)] * len(texts)


def test_the_seed_has_its_figures() -> None:
    """A fifth of the store is heartbeats, and the largest cluster has 119 frames."""
    assert rate("seed_audit", "near_duplicate_rate") == pytest.approx(0.205, abs=0.001)
    assert audited("seed_audit").findings["largest_cluster"].k == 119


def exceeded(name: str) -> list[str]:
    findings = rows.row_of("audit", audited(name))["findings"]
    return scoring.exceeded(findings)


def test_the_named_stores_fail_and_a_clean_one_passes() -> None:
    """The default ceilings tell a store worth keeping from the two that were not."""
    assert exceeded("seed_audit") == ["near_duplicate_rate", "largest_cluster"]
    assert exceeded("public_audit") == ["near_duplicate_rate", "largest_cluster", "secret_rate"]
    assert exceeded("clean") == []


def test_the_default_ceilings_are_floors() -> None:
    """What the suite gates by default is what a row is judged by."""
    assert CorpusSuite.default_floors == (
        "near_duplicate_rate <= 0.05",
        "largest_cluster <= 10",
        "secret_rate <= 0",
    )


def test_most_of_the_public_audit_is_junk() -> None:
    """Nearly everything that is junk by its text counts for some metric."""
    found = audited("public_audit")
    bad: set[int] = set()
    for metric in scoring.BAD:
        if metric != "contradiction_candidates":
            bad.update(found.findings[metric].members)
    visible = made("public_audit").rate("echo", "exact", "near", "heartbeat", "status", "refusal")
    assert len(bad) / len(found.unique) == pytest.approx(visible, abs=0.02)


def test_no_text_of_a_row_is_a_secret() -> None:
    """Whatever leaves the audit is redacted."""
    secrets = [entry.text for entry in made("public_audit").entries if entry.kind == "secret"]
    row = repr(rows.row_of("audit", audited("public_audit")))
    assert "[REDACTED]" in row
    for text in secrets:
        assert not any(word in row for word in text.replace("@", " ").split() if len(word) > 30)

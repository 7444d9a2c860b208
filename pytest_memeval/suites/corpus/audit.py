"""The audit itself: a corpus in, the findings out, each with the rows that show it."""

from __future__ import annotations

from collections import Counter
from collections import defaultdict
from collections.abc import Iterable
from collections.abc import Iterator
from collections.abc import Mapping
from collections.abc import Sequence
from dataclasses import dataclass
from dataclasses import field
from datetime import datetime
from datetime import timezone

from pytest_memeval.suites.corpus import copies
from pytest_memeval.suites.corpus import looking
from pytest_memeval.suites.corpus import words
from pytest_memeval.suites.corpus.copies import Alike
from pytest_memeval.suites.corpus.looking import Look
from pytest_memeval.suites.corpus.looking.echoes import Reference
from pytest_memeval.suites.corpus.memories import Corpus
from pytest_memeval.suites.corpus.memories import Memory
from pytest_memeval.suites.corpus.pause import without_collecting

UNKNOWN = "not measurable from this export"


@dataclass(frozen=True)
class Ask:
    """What an audit is asked for.

    :param threshold: from this similarity of their shingles on two texts are near-duplicates.
    :param workers: processes; 0: as many as there are cores.
    :param alike: something else that finds texts that say the same.
    """

    threshold: float = copies.THRESHOLD
    workers: int = 0
    reference: Reference = field(default_factory=Reference)
    alike: Alike | None = None


@dataclass
class Finding:
    """One metric of one corpus: `k` of `n`, and the memories that count, by their numbers.

    :param k: None: it cannot be measured, and `note` says why.
    """

    k: int | None
    n: int
    members: Sequence[int] = ()
    note: str = ""


@dataclass
class Audit:
    """All that was found. `clusters` are of two memories or more, the largest first.

    :param unique: for each memory the number of its text among the distinct ones, which `looks`
        are about.
    """

    corpus: Corpus
    unique: Sequence[int]
    looks: Sequence[Look]
    clusters: Sequence[Sequence[int]]
    findings: dict[str, Finding]
    tables: dict[str, dict[str, int]]

    def look(self, number: int) -> Look:
        return self.looks[self.unique[number]]

    def memory(self, number: int) -> Memory:
        return self.corpus.memories[number]


def audit(corpus: Corpus, ask: Ask) -> Audit:
    """Audit a corpus.

    :raises CorpusError: there is nothing to measure, or rensa is not installed.
    """
    corpus.check()
    with without_collecting():
        return _audit(corpus, ask)


def _audit(corpus: Corpus, ask: Ask) -> Audit:
    folded = [words.exact(memory.text) for memory in corpus.memories]
    texts = sorted(set(folded))
    numbers = {text: number for number, text in enumerate(texts)}
    unique = [numbers[text] for text in folded]
    del folded, numbers
    looks = looking.look(texts, ask.reference, ask.workers)
    roots = copies.clusters(texts, looks, ask.threshold, ask.alike)
    clusters = _groups(corpus, ((roots[number], at) for at, number in enumerate(unique)))
    made = Audit(corpus, unique, looks, clusters, {}, {})
    made.findings.update(_copies(made))
    made.findings.update(_looks(made, bool(ask.reference)))
    made.findings["contradiction_candidates"] = _contradictions(made)
    made.findings.update(_shares(made))
    made.findings["stale_rate"] = _stale(made)
    made.findings.update(_reading(corpus))
    return made


def _groups(corpus: Corpus, keyed: Iterable[tuple[object, int]]) -> list[list[int]]:
    """Memories of one key, two or more; the largest group first, then by its text."""
    found: dict[object, list[int]] = defaultdict(list)
    for key, at in keyed:
        found[key].append(at)
    groups = [group for group in found.values() if len(group) > 1]

    def text(at: int) -> tuple[str, str, str]:
        memory = corpus.memories[at]
        return memory.text, memory.time, memory.id

    for group in groups:
        group.sort(key=text)
    groups.sort(key=lambda group: (-len(group), text(group[0])))
    return groups


def _copies(made: Audit) -> Iterator[tuple[str, Finding]]:
    n = len(made.unique)
    exact = _groups(made.corpus, ((number, at) for at, number in enumerate(made.unique)))
    yield "exact_duplicate_rate", _rate(n, [at for group in exact for at in group])
    yield "near_duplicate_rate", _rate(n, [at for group in made.clusters for at in group])
    largest = made.clusters[0] if made.clusters else ()
    yield "largest_cluster", Finding(len(largest) or 1, n, largest)
    firsts = [group[0] for group in made.clusters]
    yield "cluster_count", Finding(len(made.clusters), n, firsts)
    alike = {number for group in copies.shapes(made.looks) for number in group}
    yield "shape_duplicate_rate", _rate(n, [a for a, u in enumerate(made.unique) if u in alike])


def _looks(made: Audit, referred: bool) -> Iterator[tuple[str, Finding]]:
    n = len(made.unique)
    seen = [made.looks[number] for number in made.unique]
    noisy = [at for at, look in enumerate(seen) if look.leaks]
    yield "noise_leak_count", Finding(sum(len(seen[at].leaks) for at in noisy), n, noisy)
    yield "noise_leak_rate", _rate(n, noisy)
    yield "secret_rate", _rate(n, [at for at, look in enumerate(seen) if look.secrets])
    if referred:
        yield "boot_file_echo_rate", _rate(n, [at for at, look in enumerate(seen) if look.echo])
    else:
        why = "no file to compare with: --memeval-reference names CLAUDE.md, AGENTS.md, a prompt"
        yield "boot_file_echo_rate", Finding(None, 0, note=why)
    yield "session_status_rate", _rate(n, [at for at, look in enumerate(seen) if look.status])
    yield "refusal_rate", _rate(n, [at for at, look in enumerate(seen) if look.refusal])


def _contradictions(made: Audit) -> Finding:
    """Subjects with more than one value, as one user's memories state them."""
    values: dict[tuple[str, bytes], dict[bytes, int]] = defaultdict(dict)
    for at, number in enumerate(made.unique):
        look = made.looks[number]
        if look.claim is not None and not look.leaks and not look.status:
            said = values[made.memory(at).user, look.claim[:8]]
            earlier = said.setdefault(look.claim[8:], at)
            said[look.claim[8:]] = min(earlier, at, key=lambda one: _by_text(made, one))
    found = [sorted(said.values(), key=lambda at: _by_text(made, at)) for said in values.values()]
    groups = [group for group in found if len(group) > 1]
    groups.sort(key=lambda group: (-len(group), _by_text(made, group[0])))
    return Finding(len(groups), len(made.unique), [at for group in groups for at in group])


def _by_text(made: Audit, at: int) -> tuple[str, str]:
    memory = made.memory(at)
    return memory.text, memory.id


def _shares(made: Audit) -> Iterator[tuple[str, Finding]]:
    """The share that the busiest day, the commonest type and the commonest user have."""
    memories = made.corpus.memories
    for table, metric, said in (
        ("day", "busiest_day_share", [memory.time[:10] for memory in memories]),
        ("type", "largest_type_share", [memory.type for memory in memories]),
        ("user", "largest_user_share", [memory.user for memory in memories]),
    ):
        counts = Counter(filter(None, said))
        ordered = sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))
        made.tables[table] = dict(sorted(counts.items()) if table == "day" else ordered)
        if not ordered:
            yield metric, Finding(None, 0, note=f"{UNKNOWN}: no memory says its {_OF[table]}")
        else:
            told = sum(counts.values())
            missing = f"{len(memories) - told:,} do not say it" if told < len(memories) else ""
            yield metric, Finding(ordered[0][1], told, note=missing)


_OF = {"day": "time", "type": "type", "user": "user"}


def _stale(made: Audit, now: datetime | None = None) -> Finding:
    """Memories that say of themselves that they have expired or been replaced."""
    today = (now or datetime.now(timezone.utc)).isoformat(timespec="seconds")
    told, stale, said = 0, [], False
    for at, memory in enumerate(made.corpus.memories):
        says = bool(memory.expires) or memory.current is not None
        said = said or says
        if says or memory.tells:
            told += 1
            if memory.current is False or (memory.expires and memory.expires <= today):
                stale.append(at)
    if not said:
        return Finding(None, 0, note=f"{UNKNOWN}: no memory says when it expires or is replaced")
    return Finding(len(stale), told, stale)


def _reading(corpus: Corpus) -> Mapping[str, Finding]:
    rows = len(corpus.memories) + corpus.unreadable
    return {
        "unreadable_rows": Finding(corpus.unreadable, rows),
        "repeated_ids": Finding(corpus.count("overlap", "same_id"), rows),
    }


def _rate(n: int, members: Sequence[int]) -> Finding:
    return Finding(len(members), n, members)

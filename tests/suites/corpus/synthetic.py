"""Stores of memories made by a seeded generator, of which everything is known.

Two of them mirror published figures: `seed_audit` the store that this project grew from (20.5 %
heartbeats, the largest cluster 119), `public_audit` the largest public audit of a mem0 store
(10,134 entries, 97.8 % junk). `clean` is what a store should look like, `big` is for benchmarks.
"""

from __future__ import annotations

import json
import math
import random
import re
from collections import Counter
from collections.abc import Callable
from collections.abc import Iterator
from collections.abc import Sequence
from dataclasses import dataclass
from dataclasses import field
from dataclasses import replace
from pathlib import Path
from typing import Any

from pytest_memeval.suites.corpus.copies import Sets
from pytest_memeval.suites.corpus.words import folded
from pytest_memeval.suites.corpus.words import shingles


def pool(text: str) -> list[str]:
    """The words of a text, or what stands between its bars and line ends."""
    return re.split(r"[|\n]", text.strip()) if "|" in text else text.split()


NAMES = pool(
    """
Ana Ben Carla Dmitri Elif Farid Greta Hiro Ines Jamal Katya Liam Mina Noor Olga Pedro Quinn
Rosa Sven Tara Ugo Vera Wang Ximena Yusuf Zoe Anders Bruna Chen Deepa Emil Fatou Goran Hana
Ivo Jun Kofi Lucia Marek Nadia Oskar Priya Rafael Salma Tomas Ulla Viktor Wiebke Yara Zoltan
"""
)
THINGS = pool(
    """
billing search ingest checkout payroll catalogue gateway scheduler reporting identity
notification recommendation inventory shipping pricing onboarding telemetry archive ledger
renderer translation moderation export backup messaging routing quota session profile
feedback calendar warehouse dispatch tariff booking refund voucher survey newsletter
glossary
"""
)
PLACES = pool(
    """
Lisbon Oslo Nairobi Kyoto Montevideo Tallinn Porto Hanoi Quebec Dakar Vilnius Bergamo
Adelaide Leeds Cusco Tbilisi Graz Malaga Izmir Utrecht Bilbao Ghent Riga Osaka Tampere
"""
)
TOOLS = pool(
    """
Postgres Redis Kafka Terraform Ansible Grafana Helm Vault Nomad Celery Airflow Spark Flink
Dagster Bazel Pants Poetry Ruff Pyright Vite Svelte Elm Phoenix Rails Django Flask Fastify
Caddy Envoy Istio Linkerd Consul Loki Tempo Jaeger Sentry ClickHouse DuckDB Qdrant Weaviate
"""
)
LINKS = [
    "because",
    "since",
    "after",
    "as",
    "now that",
    "even though",
    "ever since",
    "provided that",
]
WHO = pool(
    """
auditors|two customers|the vendor|our insurer|translators|screen readers|finance
the night shift|new colleagues|the works council|a regulator|the design guild
field engineers|pharmacists|the museum|harbour pilots|the tax office|librarians
school boards|beekeepers|the ferry company|printers|notaries|the weather service|dentists
archivists|the rowing club|florists|the orchestra|surveyors|bakers|the observatory
tram drivers|the theatre|cartographers|the cooperative|potters|the clinic
"""
)
DID = pool(
    """
asked for it twice|read the numbers each quarter|withdrew their support
stumbled over the old form|closed the books early|lost a week of work
moved to other premises|changed the licence|found a flaw in it|count on stable links
complained about slow pages|demanded a second signature|published new rules
work in another time zone|print everything on paper|merged with a competitor
cannot install plugins|refused cookies altogether|lack a fast connection|sent a delegation
wrote their own parser|share one tablet|rely on large type|offered a discount
sorted it by hand before|switched to solar power|keep copies in a vault|had it translated
paid for the prototype|tested it with children
"""
)
WHAT = pool(
    """
short commit messages|diagrams|small pull requests|tables|answers in French|code samples
readable tests|summaries of calls|real numbers|links to sources|morning meetings
plain e-mail|dark terminals|written decisions|metric units|ISO dates|loud warnings
glossaries|scanned notes|outside reviews|printed agendas|named authors|sketches|checklists
recorded demos|quiet Fridays|two-page limits|footnotes|maps|photographs|spare laptops
shared calendars|wiki pages|paper prototypes
"""
)
HOW = pool(
    """
before any prose|rather than slides|in the imperative|for each new project
without exceptions|on the same day|at the end of a sprint|with one owner|next to the code
in two languages|ahead of every release|under a free licence|during incidents|above all else
between two milestones|behind a login|once a month|in a single folder|with a short title
outside of chat|along with a budget|for the steering group|as an attachment|within an hour
through the front desk|on recycled paper
"""
)

Draw = Callable[[Sequence[str]], str]


def reason(d: Draw) -> str:
    return f"{d(LINKS)} {d(WHO)} {d(DID)}"


def wish(d: Draw) -> str:
    return f"{d(WHAT)} {d(HOW)}"


FACTS: tuple[Callable[[Draw], str], ...] = (
    lambda d: f"{d(NAMES)} wants {wish(d)} for {d(THINGS)} work {reason(d)}",
    lambda d: f"The {d(THINGS)} team moved from {d(TOOLS)} to {d(TOOLS)} {reason(d)}",
    lambda d: (
        f"Deployments of {d(THINGS)} to {d(PLACES)} need approval from {d(NAMES)} {reason(d)}"
    ),
    lambda d: f"{d(NAMES)} grew up in {d(PLACES)}, works with {d(TOOLS)} and likes {wish(d)}",
    lambda d: (
        f"In {d(PLACES)} the {d(THINGS)} service reads {d(TOOLS)}, writes {d(TOOLS)} {reason(d)}"
    ),
    lambda d: f"For {d(THINGS)} and {d(THINGS)} we agreed on {wish(d)} {reason(d)}",
    lambda d: f"{d(NAMES)} owns the {d(THINGS)} runbook in {d(PLACES)}, with {wish(d)} {reason(d)}",
    lambda d: (
        f"Whenever {d(TOOLS)} lags, {d(NAMES)} restarts {d(THINGS)} in {d(PLACES)} {reason(d)}"
    ),
)

#: Frames of a counter, one shape each but for the word that names the job.
FRAMES: tuple[str, ...] = (
    "[{job}] epoch {a}/{z}, loss 0.{c}, ETA {b}m",
    "{job}: {a} of {z}{b} chunks processed ({p}%)",
    "Ingest of {job} markdown running, pid {c}{a}, elapsed {b}:{s}",
    "{job} training step {c}{a}: loss 0.{b}{c}, {p}% complete",
    "Progress {job}: {p}% ({a}{b} of {c}{z} files processed), {b} minutes remaining",
    "Downloading {job} weights: {p}% done, {a}.{b} MB/s, ETA {s}s",
)
STATUS = (
    "At {a}:{s}:{t} the {job} job was wrapping up",
    "The user is currently debugging the {job} module",
    "Assistant is working on the {job} refactoring",
    "The {job} build is still running",
    "User asked to rerun the {job} suite earlier today",
    "Next steps: finish {job}, then look at the open review",
)
REFUSALS = (
    "I'm sorry, but I cannot extract any facts about {job} from this conversation.",
    "No relevant information to extract from the {job} exchange.",
    "As an AI language model, I do not have access to {job} records.",
    "The conversation does not contain any personal facts about {job}.",
    "I don't have enough context to determine the {job} preferences.",
    "Unable to identify any durable memory in the {job} message.",
)
SECRETS = (
    "The {job} database is at postgres://app:{x}@db.{job}.internal:5432/main",
    "{job} API key: sk-{x}{y}",
    "Export AWS_SECRET_ACCESS_KEY={x}{y} before running the {job} import",
    "Send Authorization: Bearer {x}{y} to the {job} endpoint",
)
BOOT_FILE = """# House rules
- Run `make lint` before every commit and fix all warnings.
- Use four spaces, never tabs, in Python modules.
- Database migrations live in the folder db/migrate and are reviewed by two people.
- Never push directly to the main branch; open a pull request.
- Write log messages in English and without exclamation marks.
- The staging cluster restarts every night at two o'clock.
- Feature flags are declared in flags.yaml and removed after one release.
- Secrets are read from the vault and never written to disk.
- Tests must not reach the public network.
- Ask before deleting more than ten files at once.
- Prefer composition over inheritance in the domain layer.
- Public functions carry type hints and a docstring.
- Error texts tell the reader what to do next.
- Keep the changelog current with each merged branch.
"""
LEADS = (
    "User prefers to ",
    "The agent should remember: ",
    "Project rule: ",
    "",
    "It is required to ",
)


@dataclass(frozen=True)
class Entry:
    """A memory, what it is, and the cluster that it belongs to by construction."""

    text: str
    kind: str
    cluster: int | None = None


@dataclass
class Made:
    """A store and what is true of it."""

    entries: list[Entry]
    references: list[str] = field(default_factory=list)

    def rows(self) -> Iterator[dict[str, Any]]:
        for number, entry in enumerate(self.entries):
            day, hour = 1 + number % 28, number % 24
            yield {
                "id": f"mem-{number:07d}",
                "memory": entry.text,
                "created_at": f"2026-03-{day:02d}T{hour:02d}:00:00Z",
                "user_id": "user-1",
                "metadata": {"type": "insight" if number % 3 else "decision"},
            }

    def write(self, path: Path) -> Path:
        with path.open("w", encoding="utf-8") as file:
            for row in self.rows():
                file.write(json.dumps(row, ensure_ascii=False) + "\n")
        return path

    def rate(self, *kinds: str) -> float:
        return sum(entry.kind in kinds for entry in self.entries) / len(self.entries)

    @property
    def sizes(self) -> Counter[int]:
        found = Counter(entry.cluster for entry in self.entries if entry.cluster is not None)
        return Counter({name: size for name, size in found.items() if size > 1})

    @property
    def clustered(self) -> float:
        return sum(self.sizes.values()) / len(self.entries)

    @property
    def repeated(self) -> float:
        counts = Counter(" ".join(entry.text.split()) for entry in self.entries)
        return sum(size for size in counts.values() if size > 1) / len(self.entries)


class Maker:
    """Draws entries. Facts are all different, by more than one word."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self._cluster = 0
        self._seen: set[str] = set()

    def draw(self, pool: Sequence[str]) -> str:
        return self.rng.choice(pool)

    def cluster(self) -> int:
        self._cluster += 1
        return self._cluster

    def fact(self) -> str:
        while True:
            text = self.rng.choice(FACTS)(self.draw)
            if text not in self._seen:
                self._seen.add(text)
                return text

    def facts(self, count: int, kind: str = "fact") -> list[Entry]:
        return [Entry(self.fact(), kind) for _ in range(count)]

    def copies(self, size: int) -> list[Entry]:
        """One text, stored again and again."""
        text, name = self.fact(), self.cluster()
        return [Entry(text, "exact", name)] * size

    def near(self, size: int) -> list[Entry]:
        """A long text and rewordings of it: a word left out, put in or changed, other marks."""
        words = f"{self.fact()}, and {self.fact()}".split()
        name = self.cluster()
        return [Entry(" ".join(self._reworded(words)), "near", name) for _ in range(size)]

    def _reworded(self, words: list[str]) -> list[str]:
        made, at = list(words), self.rng.randrange(1, len(words) - 1)
        change = self.rng.randrange(5)
        if change == 0:
            del made[at]
        elif change == 1:
            made.insert(at, self.rng.choice(("really", "also", "usually", "still")))
        elif change == 2:
            made[at] = self.rng.choice(THINGS)
        elif change == 3:
            made[-1] += self.rng.choice((".", "!", " …"))
        else:
            made = [word.upper() if self.rng.random() < 0.3 else word for word in made]
        return made

    def frames(self, size: int, frame: str | None = None) -> list[Entry]:
        """Frames of one counter: the same text but for its figures."""
        frame, name = frame or self.rng.choice(FRAMES), self.cluster()
        job = self.job()
        while job in self._seen:
            job = self.job()
        self._seen.add(job)
        return [Entry(self.filled(frame, job), "heartbeat", name) for _ in range(size)]

    def job(self) -> str:
        return f"{self.draw(THINGS)}-{self.draw(TOOLS)}-{self.draw(PLACES)}".lower()

    def filled(self, frame: str, job: str) -> str:
        number = self.rng.randrange
        letters = "abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ"
        x = "".join(self.rng.choice(letters + "23456789") for _ in range(18))
        return frame.format(
            job=job, a=number(1, 24), b=number(10, 60), c=number(100, 999), z=number(60, 99),
            p=number(1, 100), s=f"{number(60):02d}", t=f"{number(60):02d}", x=x + "7", y=x[::-1],
        )  # fmt: skip

    def some(self, kind: str, frames: Sequence[str], count: int) -> list[Entry]:
        return [Entry(self.filled(self.draw(frames), self.job()), kind) for _ in range(count)]

    def mixed(self, entries: list[Entry], references: list[str] | None = None) -> Made:
        self.rng.shuffle(entries)
        return Made(entries, references or [])


def clean(size: int = 2_000, seed: int = 1) -> Made:
    """A store worth keeping: facts, with a pair here and there that says the same."""
    maker = Maker(seed)
    entries = [each for _ in range(size // 200) for each in maker.near(2)]
    return maker.mixed(entries + maker.facts(size - len(entries)))


def seed_audit(size: int = 10_000, seed: int = 2) -> Made:
    """20.5 % heartbeats in families of up to 119; the rest are facts."""
    maker = Maker(seed)
    left = round(size * 0.205)
    largest = min(119, left)
    entries = maker.frames(largest, FRAMES[0])
    left -= largest
    while left > 0:
        count = left if left < 6 else min(left, maker.rng.randrange(3, 110))
        entries += maker.frames(count)
        left -= count
    return maker.mixed(entries + maker.facts(size - len(entries)))


def public_audit(size: int = 10_134, seed: int = 3) -> Made:
    """97.8 % junk: boot files restated, a feedback loop, near-duplicates, invented profiles."""
    maker = Maker(seed)
    rules = [line[2:] for line in BOOT_FILE.splitlines() if line.startswith("- ")]
    echoes = round(size * 0.527)
    entries = [Entry(maker.draw(LEADS) + maker.draw(rules), "echo") for _ in range(echoes)]
    entries += maker.copies(round(size * 0.08))  # what was recalled was stored again
    for _ in range(6):
        entries += maker.frames(round(size * 0.02))
    while len(entries) < size * 0.85:
        entries += maker.near(maker.rng.randrange(2, 9))
    entries += maker.some("status", STATUS, round(size * 0.04))
    entries += maker.some("refusal", REFUSALS, round(size * 0.03))
    entries += maker.some("secret", SECRETS, round(size * 0.005))
    invented = round(size * 0.978) - len(entries)
    entries += maker.facts(invented, "invented")
    entries = completed(entries + maker.facts(size - len(entries)))
    return maker.mixed(entries, [BOOT_FILE])


def completed(entries: Sequence[Entry], threshold: float = 0.7) -> list[Entry]:
    """The entries with whatever else is alike by chance in one cluster too, such as two leads of a
    rule. It is found by comparing all, without any sketch; two counters stay two clusters."""
    texts = sorted({entry.text for entry in entries})
    numbers = {text: number for number, text in enumerate(texts)}
    counters = {numbers[each.text]: each.cluster for each in entries if each.kind == "heartbeat"}
    sets = Sets(len(texts))
    made: dict[int, int] = {}
    for entry in entries:
        if entry.cluster is not None:
            sets.unite(made.setdefault(entry.cluster, numbers[entry.text]), numbers[entry.text])
    shingled = [frozenset(shingles(folded(text))) for text in texts]
    for one, other in near_pairs(shingled, threshold):
        if one not in counters or other not in counters:
            sets.unite(one, other)
    return [replace(entry, cluster=sets.find(numbers[entry.text])) for entry in entries]


def everything(size: int = 10_000, seed: int = 4) -> Made:
    """Some of each, with clusters of many sizes."""
    maker = Maker(seed)
    entries: list[Entry] = []
    while len(entries) < size * 0.1:
        entries += maker.near(maker.rng.randrange(2, 12))
    while len(entries) < size * 0.18:
        entries += maker.copies(maker.rng.randrange(2, 9))
    while len(entries) < size * 0.25:
        entries += maker.frames(maker.rng.randrange(3, 60))
    entries += maker.some("status", STATUS, round(size * 0.03))
    entries += maker.some("refusal", REFUSALS, round(size * 0.02))
    entries += maker.some("secret", SECRETS, round(size * 0.01))
    return maker.mixed(entries + maker.facts(size - len(entries)))


def big(size: int, seed: int = 5) -> Iterator[str]:
    """Texts of some 120 characters, a fifth of them frames of one counter, others two words off."""
    rng = random.Random(seed)
    syllables = [
        a + b for a in "bdfgklmnprstvz" for b in ("a", "e", "i", "o", "u", "an", "er", "ol")
    ]
    words = ["".join(rng.choices(syllables, k=rng.randint(1, 3))) for _ in range(30_000)]
    for number in range(size):
        if number % 5 == 0:
            yield (
                f"Training run of the nightly ranking model: epoch {rng.randrange(9999)} of 10000, "
                f"loss 0.{rng.randrange(10**6):06d}, {rng.randrange(600)} minutes remaining"
            )
        else:
            yield " ".join(rng.choices(words, k=24))


def near_pairs(shingled: Sequence[frozenset[str]], threshold: float) -> Iterator[tuple[int, int]]:
    """All pairs whose Jaccard similarity reaches the threshold, found without any sketch.

    Prefix filter: with its shingles ordered by rarity, two sets that similar share one of the
    first few of each.
    """
    counts = Counter(shingle for each in shingled for shingle in each)
    index: dict[str, list[int]] = {}
    for number, each in enumerate(shingled):
        ordered = sorted(each, key=lambda shingle: (counts[shingle], shingle))
        prefix = ordered[: len(each) - math.ceil(threshold * len(each) - 1e-9) + 1]
        for other in sorted({known for shingle in prefix for known in index.get(shingle, ())}):
            common = len(each & shingled[other])
            if common / (len(each) + len(shingled[other]) - common) >= threshold:
                yield other, number
        for shingle in prefix:
            index.setdefault(shingle, []).append(number)

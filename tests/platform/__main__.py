"""Start the stand-in by hand: `python -m tests.platform`, until Ctrl-C."""

from __future__ import annotations

import argparse
import dataclasses
import signal
import sys
import textwrap
import threading
from collections.abc import Collection
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from typing import get_args
from typing import get_type_hints

import yaml

from tests.platform import Script
from tests.platform import StandIn
from tests.platform import Switches
from tests.platform.draws import Hits

LONGEST_FACT = 160
WRONG_FACT = "A fact that should not have been stored."


def main(arguments: Sequence[str] | None = None) -> int:
    """Serve until interrupted."""
    parser = _parser()
    given = parser.parse_args(arguments)
    try:
        facts = facts_for(cases_in(given.fixtures), given.wrong)
        switches = switches_from(given.switch)
    except (OSError, ValueError, yaml.YAMLError) as error:
        parser.error(str(error))
    platform = StandIn(
        script=Script(facts),
        switches=switches,
        seed=given.seed,
        speed=given.speed,
        latency=tuple(given.latency) if given.latency else None,
        port=given.port,
    )
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        with platform:
            _say(greeting(platform, facts))
            threading.Event().wait()
    except KeyboardInterrupt:
        _say(farewell(platform))
    except OSError as error:
        parser.exit(1, f"The stand-in did not start: {error}\n")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m tests.platform",
        description="A stand-in for the hosted memory platform, on the loopback interface.",
    )
    parser.add_argument("--port", type=int, default=0, help="0 takes a free one")
    parser.add_argument(
        "--speed", type=_above_zero, default=20.0, help="seconds that pass for each on the wall"
    )
    parser.add_argument(
        "--latency",
        type=float,
        nargs=2,
        metavar=("LEAST", "MOST"),
        help="bounds of the extraction times, in seconds before they are sped up",
    )
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument(
        "--fixtures",
        type=Path,
        default=Path("fixtures/write_gate"),
        help="folder with the labelled windows that are going to be sent",
    )
    parser.add_argument(
        "--wrong",
        type=lambda text: text.split(","),
        default=[],
        metavar="ID,ID",
        help="fixtures that are stored or suppressed against their label",
    )
    parser.add_argument(
        "--switch",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="true, false, a number, a word or a list of fixture ids; may be given several times",
    )
    return parser


def _above_zero(text: str) -> float:
    value = float(text)
    if value <= 0:
        raise argparse.ArgumentTypeError(f"must be above 0, given: {text}")
    return value


def cases_in(folder: Path) -> list[dict[str, Any]]:
    """The cases of all fixture files in a folder."""
    files = sorted([*folder.glob("**/*.yaml"), *folder.glob("**/*.yml")])
    if not files:
        raise ValueError(f"no fixture files in {folder}")
    loaded = [yaml.safe_load(file.read_text(encoding="utf-8")) for file in files]
    return [case for each in loaded for case in each.get("cases", ())]


def facts_for(cases: Sequence[dict[str, Any]], wrong: Collection[str]) -> dict[str, list[str]]:
    """What each case makes the platform store: one fact, or nothing.

    :param wrong: the cases that it gets wrong.
    :raises ValueError: there is no such case.
    """
    unknown = sorted(set(wrong) - {case["id"] for case in cases})
    if unknown:
        raise ValueError(f"no fixture has the id {', '.join(unknown)}")
    facts: dict[str, list[str]] = {}
    for case in cases:
        stores = (case["label"] == "extract") is not (case["id"] in wrong)
        facts[case["id"]] = [fact_in(case["window"])] if stores else []
    return facts


def fact_in(window: Sequence[dict[str, Any]]) -> str:
    """The longest thing that the user said, or the assistant when the user said nothing."""
    for role in ("user", "assistant"):
        said = [str(turn["content"]) for turn in window if turn["role"] == role]
        if any(text.strip() for text in said):
            return textwrap.shorten(max(said, key=len), LONGEST_FACT, placeholder=" …")
    return WRONG_FACT


def switches_from(given: Sequence[str]) -> Switches:
    """The switches that were set on the command line.

    :raises ValueError: one is not known, or not like that.
    """
    hints = get_type_hints(Switches)
    del hints["faults"]
    chosen: dict[str, Any] = {}
    for text in given:
        name, _, value = text.partition("=")
        if name not in hints:
            raise ValueError(f"there is no switch {name!r}, but: {', '.join(hints)}")
        try:
            chosen[name] = _read(hints[name], value)
        except ValueError:
            raise ValueError(f"switch {name} cannot be set to {value!r}") from None
    return dataclasses.replace(Switches(), **chosen)


def _read(kind: Any, text: str) -> Any:
    words = {"true": True, "false": False}
    if kind == Hits:
        return _hits(text, words)
    if kind in (int, float):
        return kind(text)
    options = words if kind is bool else {word: word for word in get_args(kind)}
    if text not in options:
        raise ValueError(text)
    return options[text]


def _hits(text: str, words: dict[str, bool]) -> Hits:
    if not text:
        raise ValueError(text)
    if text in words:
        return words[text]
    try:
        return float(text)
    except ValueError:
        return frozenset(text.split(","))


def greeting(platform: StandIn, facts: dict[str, list[str]]) -> str:
    stored = sum(map(bool, facts.values()))
    command = (
        f"MEM0_API_KEY={platform.key} pytest --memeval-live --project-id {platform.project_id}"
        f" --org-id {platform.org_id} --memeval-host {platform.url}"
        f" --memeval-min-settle {60 / platform.clock.speed:.2g} --memeval-cleanup"
    )
    return f"""\
The stand-in listens on {platform.url}, {platform.clock.speed:g} times as fast as the clock.
  key      {platform.key}
  org      {platform.org_id}
  project  {platform.project_id}
  script   {stored} fixtures store a fact, {len(facts) - stored} store nothing

{command}

Ctrl-C stops it.
"""


def farewell(platform: StandIn) -> str:
    left = sorted(platform.residue())
    lines = [f"\nStopped after {len(platform.requests)} requests, {len(platform.adds)} adds."]
    if left:
        lines.append(f"Left behind by {len(left)} users: {', '.join(left[:5])}")
    lines += [f"Tripped: {each}" for each in platform.tripped]
    return "\n".join(lines) + "\n"


def _say(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())

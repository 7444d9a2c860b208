"""Plays episodes and judges what was said in them. One a process."""

from __future__ import annotations

import weakref
from collections.abc import Callable
from dataclasses import dataclass
from dataclasses import field
from pathlib import Path
from typing import Any

from pytest_memeval.clients.scopes import new_run
from pytest_memeval.errors import SubjectError
from pytest_memeval.judges import REMOVED
from pytest_memeval.judges import Cassette
from pytest_memeval.judges import Judge
from pytest_memeval.judges import JudgeError
from pytest_memeval.judges import JudgeSettings
from pytest_memeval.judges import Question
from pytest_memeval.judges import Verdict
from pytest_memeval.judges import make_judge
from pytest_memeval.judges.cassette import Key as Taped
from pytest_memeval.judges.options import settings_from
from pytest_memeval.subjects import Settler
from pytest_memeval.suites.base import Answer
from pytest_memeval.suites.base import Ask
from pytest_memeval.suites.base import Key
from pytest_memeval.suites.base import Options
from pytest_memeval.suites.base import Row
from pytest_memeval.suites.base import Setup
from pytest_memeval.suites.ee.agents import SETTLE_OPTION
from pytest_memeval.suites.ee.agents import TIMEOUT_OPTION
from pytest_memeval.suites.ee.agents import AgentError
from pytest_memeval.suites.ee.agents import Driven
from pytest_memeval.suites.ee.meme import Episode
from pytest_memeval.suites.ee.meme import Phase
from pytest_memeval.suites.ee.meme import Probe
from pytest_memeval.suites.ee.scenario import Plan
from pytest_memeval.suites.ee.scenario import Said
from pytest_memeval.suites.ee.scenario import Transcript
from pytest_memeval.suites.ee.scenario import failed
from pytest_memeval.suites.ee.scenario import from_plain
from pytest_memeval.suites.ee.scenario import nothing
from pytest_memeval.suites.ee.scenario import play
from pytest_memeval.suites.ee.scenario import to_plain
from pytest_memeval.suites.ee.selection import selection_from
from pytest_memeval.text import one_line
from pytest_memeval.text import show
from pytest_memeval.timelimit import Limit
from pytest_memeval.timelimit import limit_from

#: What a row keeps of an answer; the judge sees all of it.
KEPT = 2000
#: Seconds that one call of an agent may take, where the ini file does not say.
TIMEOUT, SETTLE, CONTROLS = 300.0, 60.0, 1


@dataclass(frozen=True, slots=True)
class Choices:
    """The options of the suite, read once."""

    plan: Plan
    limit: Limit
    judge: JudgeSettings
    selection: str


def read_options(options: Options, root: Path) -> Choices:
    """Read and check the options.

    :raises SubjectError: one is wrong.
    """
    conversation = _one(options, "memeval_agent_conversation", "stateful")
    if conversation not in ("stateful", "independent"):
        raise SubjectError(
            f"memeval_agent_conversation must be stateful or independent, got {conversation!r}"
        )
    reask = _one(options, "memeval_reask", "off")
    if reask not in ("on", "off"):
        raise SubjectError(f"memeval_reask must be on or off, got {reask!r}")
    controls = _number(options, "memeval_controls", CONTROLS)
    plan = Plan(
        conversation,  # type: ignore[arg-type]
        int(controls),
        reask == "on",
        _number(options, SETTLE_OPTION, SETTLE),
    )
    try:
        limit = limit_from(options, TIMEOUT_OPTION, TIMEOUT)
        return Choices(plan, limit, settings_from(options, root), selection_from(options).text)
    except (JudgeError, ValueError) as error:
        raise SubjectError(str(error)) from None


def _one(options: Options, name: str, default: str) -> str:
    lines = options.get(name, ())
    if len(lines) > 1:
        raise SubjectError(f"{name} takes one line, got {len(lines)}")
    return lines[0].strip() if lines else default


def _number(options: Options, name: str, default: float) -> float:
    text = _one(options, name, "")
    if not text:
        return default
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not 0 <= number < 1e6:
        raise SubjectError(f"{name} must be a number, 0 or more, got {text!r}")
    return number


@dataclass
class _Played:
    """An episode that has been played to a subject, and the verdicts asked for so far."""

    script: Transcript
    verdicts: dict[str, Verdict] = field(default_factory=dict)
    controls: list[dict[str, Any]] | None = None


class EEBench:
    """Plays an episode when the first of its probes is measured, whichever that is."""

    def __init__(self, setup: Setup) -> None:
        self._setup = setup
        self._options = read_options(setup.options, setup.root)
        self.limit = self._options.limit
        settings = self._options.judge
        try:
            self._judge: Judge = make_judge(settings)
        except JudgeError as error:
            raise SubjectError(f"memeval_judge: {error}") from None
        self._tape = Cassette(settings.cassettes, "answers") if settings.cassettes else None
        self._settler = Settler()
        self._played: dict[tuple[Key, str], _Played] = {}
        self._met: dict[int, Callable[[], object]] = {}
        self._run = new_run()

    def measure(self, key: Key, case: Probe, ask: Ask) -> Row:
        at = (key, case.episode.id)
        played = self._played.get(at)
        if played is None:
            played = self._played[at] = _Played(self._play(key, case, ask))
        return self._row(key, case, played)

    def close(self) -> None:
        self._judge.close()
        self._settler.close()

    # --- playing

    def _play(self, key: Key, case: Probe, ask: Ask) -> Transcript:
        episode = case.episode
        given = ask(case)
        if given.not_measured:
            return nothing(episode, Said(error=given.not_measured, unmeasured=True))
        if given.error:
            why = f"no agent could be made: it raised {given.error}"
            return nothing(episode, Said(error=why))
        try:
            self._refuse_known(given.value)
            driven = Driven(given.value, self._settler, self.limit.seconds, self._setup.told_by)
            driven.configure(self._setup.options, self._setup.root)
        except AgentError as failure:
            return nothing(episode, failed(failure))
        if self._tape is not None and getattr(given.value, "recorded", False):
            return self._taped(self._tape, key, driven, given, episode)
        return self._live(key, driven, episode)

    def _live(self, key: Key, driven: Driven, episode: Episode) -> Transcript:
        number = len(self._played)
        namespace = f"{self._run}-{_plain(key.subject)}-{episode.id}-{number}"
        return play(driven, episode, self._options.plan, namespace)

    def _refuse_known(self, agent: object) -> None:
        """An agent that has lived through another episode, and cannot be reset, still knows it.

        :raises AgentError: this is one.
        """
        if callable(getattr(agent, "reset", None)):
            return
        known = self._met.get(id(agent))
        if known is not None and known() is agent:
            raise AgentError(
                f"the same agent was given for another episode: {show(agent, 80)}; "
                "make a fresh one each time, or give it a method `reset`",
                fatal=True,
            )
        try:
            self._met[id(agent)] = weakref.ref(agent)
        except TypeError:  # some cannot be referred to weakly
            self._met[id(agent)] = lambda: agent

    # --- cassettes

    def _taped(
        self, tape: Cassette, key: Key, driven: Driven, given: Answer, episode: Episode
    ) -> Transcript:
        """What a recorded agent said, from the cassette where that may be."""
        plan, record = self._options.plan, self._options.judge.record
        asked = {
            "episode": episode.digest,
            "conversation": plan.conversation,
            "controls": str(plan.controls),
            "reask": str(plan.reask),
        }
        made_by = str(getattr(given.value, "version", "") or "")
        taped = Taped(asked, {"agent": key.subject, "version": made_by})
        try:
            found = tape.get(taped) if record != "all" else None
            if found is not None:
                return from_plain(found)
            if record == "none":
                return nothing(episode, Said(error=self._missing(tape, taped), lost=True))
            script = self._live(key, driven, episode)
            if not any(said.error for said in script.answers.values()):
                tape.put(taped, to_plain(script), over=record == "all")
        except JudgeError as error:
            return nothing(episode, Said(error=f"cassette: {error}", lost=True))
        return script

    def _missing(self, tape: Cassette, taped: Taped) -> str:
        differs = tape.stale(taped)
        if differs:
            return f"the cassette is stale: it was recorded with another {' and '.join(differs)}"
        return "not in the cassette, and nothing is recorded in this run"

    # --- judging

    def _verdict(self, probe: Probe, played: _Played) -> Verdict:
        found = played.verdicts.get(probe.id)
        if found is None:
            said = played.script.answers[probe.id]
            found = self._judged(said, probe.task, probe.phase, probe)
            played.verdicts[probe.id] = found
        return found

    def _judged(self, said: Said, task: Any, phase: Phase, probe: Probe) -> Verdict:
        if said.text is None:
            return Verdict("ungraded", said.error, "none")
        # The deleted value itself is what an erasure is judged by; not the data set's word for it.
        return self._asked(Question(task, phase, probe.question, probe.gold, probe.old, said.text))

    def _asked(self, question: Question) -> Verdict:
        """What the judge says; one that raises has said nothing."""
        try:
            return self._judge.judge(question)
        except BaseException as error:
            told = self._setup.told_by(error)
            if told is None:
                raise
            why = told.not_measured or f"the judge raised {told.error}"
            return Verdict("ungraded", why, self._judge.name)

    def _controls(self, episode: Episode, played: _Played) -> list[dict[str, Any]]:
        """The facts that nobody touched: what was said of them, and whether it is still right."""
        if played.controls is None:
            played.controls = [
                {
                    "entity": control.entity,
                    "question": control.question,
                    "gold": control.value,
                    **{
                        phase: self._control(
                            control.question,
                            control.value,
                            played.script.controls.get((control.entity, phase), Said()),
                        )
                        for phase in ("before", "after")
                    },
                }
                for control in episode.controls
                if (control.entity, "before") in played.script.controls
            ]
        return played.controls

    def _control(self, question: str, value: str, said: Said) -> dict[str, str]:
        if said.text is None:
            return {"answer": "", "verdict": "ungraded", "reason": said.error or "not asked"}
        # Whether the value is still there: it is read leniently in both phases.
        verdict = self._asked(Question("edit", "before", question, value, value, said.text))
        return {
            "answer": one_line(said.text, KEPT),
            "verdict": verdict.state,
            "reason": verdict.reason,
        }

    # --- rows

    def _row(self, key: Key, probe: Probe, played: _Played) -> Row:
        script, episode = played.script, probe.episode
        verdict = self._verdict(probe, played)
        said = script.answers[probe.id]
        outcome, detail = _outcome(probe, said, verdict)
        row: Row = {
            "id": probe.id,
            "episode": episode.id,
            "label": f"{probe.task} {probe.phase}",
            "task": probe.task,
            "phase": probe.phase,
            "entity": probe.entity,
            "hop": probe.hop,
            "domain": episode.domain,
            "question": probe.question,
            "gold": REMOVED if probe.task == "erase" and probe.phase == "after" else probe.gold,
            "old": probe.old,
            "answer": None if said.text is None else _kept(said.text),
            "outcome": outcome,
            "detail": detail,
            "verdict": verdict.state,
            "reason": one_line(verdict.reason),
            "judge": verdict.judge,
            "quirks": list(probe.quirks),
            "conversation": self._options.plan.conversation,
            "judge_kind": self._judge.name,
            "selection": self._options.selection,
            "episodes": self._setup.groups(key.subject) if self._options.selection else 0,
            "dropped": dict(episode.dropped),
            "retains_turns": script.retains_turns,
            "waited": None if script.waited is None else round(script.waited, 2),
            "recorded": script.recorded,
            "trouble": script.trouble,
            "controls": self._controls(episode, played),
        }
        if probe.phase == "after":
            earlier = episode.before(probe)
            before = self._verdict(earlier, played)
            row["before"] = earlier.id
            row["before_verdict"], row["before_reason"] = before.state, one_line(before.reason)
            row["reasked"] = self._reasked(probe, script)
        return row

    def _reasked(self, probe: Probe, script: Transcript) -> dict[str, str] | None:
        said = script.reasked.get(probe.id)
        if said is None:
            return None
        verdict = self._judged(said, probe.task, probe.phase, probe)
        return {
            "answer": _kept(said.text or ""),
            "verdict": verdict.state,
            "reason": one_line(verdict.reason),
        }


def _outcome(probe: Probe, said: Said, verdict: Verdict) -> tuple[str, str]:
    """Outcome and detail. A wrong answer is a miss; an ungraded one says nothing of the agent."""
    if said.unmeasured:
        return "not_measured", said.error
    if said.text is None:
        return ("invalid", f"not graded: {said.error}") if said.lost else ("failed", said.error)
    if verdict.state == "pass":
        return "hit", ""
    why = f"{verdict.judge}: {one_line(verdict.reason, 160)}"
    if verdict.state == "ungraded":
        return "invalid", f"not graded: {why}"
    want = f"nothing of {show(probe.gold, 60)}" if _deleted(probe) else show(probe.gold, 60)
    return "miss", f"want {want}, got {show(said.text, 120)} ({why})"


def _deleted(probe: Probe) -> bool:
    return probe.task == "erase" and probe.phase == "after"


def _kept(text: str) -> str:
    if len(text) <= KEPT:
        return text
    return f"{text[:KEPT]}… ({len(text) - KEPT:,} more characters)"


def _plain(name: str) -> str:
    return "".join(letter if letter.isalnum() else "-" for letter in name)[:40]

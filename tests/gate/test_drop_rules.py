"""Mechanical noise: each rule is reachable, each one matters, none eats a durable sentence."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import settings
from hypothesis import strategies as st

from pytest_memeval.gate import classify
from pytest_memeval.gate import rules


def _user(content):
    return {"role": "user", "content": content}


def _assistant(content):
    return {"role": "assistant", "content": content}


#: One window a rule, each of which only that rule recognises for what it is.
ONLY_BY = {
    "empty_turn": [_user("")],
    "tool_block": [_assistant([{"type": "tool_use", "name": "Bash", "input": {}}])],
    "harness_wrapper": [_user("<system-reminder>The list changed.</system-reminder>")],
    "machine_tag": [_user("<token-usage used='48120' left='151880'/>")],
    "session_notice": [
        {"role": "system", "content": "History truncated, older turns were dropped."}
    ],
    "tool_listing": [_assistant("Available tools: read a file, write a file, search the web.")],
    "harness_notice": [_user("[Request interrupted by user for tool use]")],
    "session_recap": [
        _user("This session is being continued from a previous conversation.\nWe use tabs.")
    ],
    "agent_session": [
        _user("You are a sub-agent of the release bot. Count the call sites."),
        _assistant("There are nine call sites in four files."),
    ],
    "scheduled_session": [
        _user("[cron: link check] Follow every link of the manual."),
        _assistant("Every link of the manual answers."),
    ],
    "unattended_session": [
        {"role": "system", "content": "Answer in one line. No operator is listening."},
        _user("Which of the berths is free?"),
        _assistant("Berth four."),
    ],
    "heartbeat_prompt": [
        _user("Read HEARTBEAT.md and do what it asks."),
        _assistant("The inbox holds two newsletters."),
    ],
    "heartbeat_ack": [_assistant("HEARTBEAT_OK")],
    "waiting": [_assistant("The nightly export is still running.")],
    "status_poll": [_user("any news on the export job?")],
    "training_progress": [_assistant("Epoch 4 - val accuracy 0.81 and climbing")],
    "build_progress": [_assistant("Compiling serde v1.0.203")],
    "transfer_progress": [_assistant("Pulling layer: 44.1MB / 118.9MB")],
    "ci_progress": [_assistant("tests/test_api.py ................ [ 41%]")],
    "infra_progress": [_assistant("aws_db_instance.main: Still creating... [6m20s elapsed]")],
    "migration_progress": [_assistant("Backfill at 31%, lag 4 s")],
    "data_progress": [_assistant("Ingested 4,210 documents, 12 errors so far")],
    "service_event": [_user("[netlify] deploy of the preview succeeded")],
    "monitoring_status": [_assistant("cpu 41%, load 2.11")],
    "progress_counter": [_assistant("About 71% complete, 4 min remaining")],
    "dense_readout": [_assistant("a1 0.41 | b7 0.38 | c9 0.30 | d2 0.27")],
    "repeated_frame": [
        turn
        for state in ("1 blue", "2 blue", "3 blue")
        for turn in (_user("what colour is the lamp?"), _assistant(f"Lamp {state}."))
    ],
    "progress_talk": [
        _user("did all the weights arrive?"),
        _assistant("Seven of the nine regions are copied, I'd guess ten more minutes."),
    ],
    "bare_ack": [_user("great, thanks!")],
}


@pytest.mark.parametrize("rule", rules.DROP_RULES, ids=lambda rule: rule.name)
def test_every_rule_is_the_reason_for_its_kind(rule):
    """Noise of a rule's kind is dropped in that rule's name."""
    decision = classify(ONLY_BY[rule.name])

    assert (decision.action, decision.reason) == ("drop", rule.name)
    assert decision.kept == ()
    assert decision.type is None


@pytest.mark.parametrize("name", ONLY_BY)
def test_every_rule_matters(name, monkeypatch):
    """Without the rule its kind of noise is decided otherwise."""
    left = tuple(rule for rule in rules.DROP_RULES if rule.name != name)
    monkeypatch.setattr(rules, "DROP_RULES", left)

    assert classify(ONLY_BY[name]).reason != name


def test_without_any_drop_rule_nothing_is_dropped(monkeypatch):
    """The engine has no noise rule of its own."""
    monkeypatch.setattr(rules, "DROP_RULES", ())

    assert {classify(window).action for window in ONLY_BY.values()} <= {"skip", "send"}


def test_rule_names_are_unique():
    """A reason names one rule."""
    names = [rule.name for rule in rules.DROP_RULES]

    assert len(names) == len(set(names))


@pytest.mark.parametrize("name", ONLY_BY)
def test_drops_are_the_same_on_every_level(name):
    """The level tunes what is sent, never what is dropped."""
    levels = ("conservative", "balanced", "aggressive")

    assert {classify(ONLY_BY[name], level).action for level in levels} == {"drop"}


def test_an_empty_window_is_dropped():
    """Nothing at all is the emptiest noise."""
    assert classify([]).action == "drop"


@pytest.mark.parametrize(
    "text",
    [
        "Epoche 4 von 30, Verlust 0,412, noch etwa 10 Min.",
        "Indexation : 8 400 documents traités sur 20 000 (42 %)",
        "Procesados 1.500 de 6.000 registros (25 %)",
        "Migração: 7 de 20 tabelas concluídas, 35% completo",
        "Epoca 5 di 40, perdita 0,98",
        "Обработано 450 из 2000 записей (22 %)",
        "ドキュメント 320/1200 件処理済み（27%）",
        "第 12/50 轮，损失 0.334，预计剩余 40 分钟",
    ],
)
def test_noise_is_noise_in_any_language(text):
    """A meter has the same shape whatever language its labels are in."""
    assert classify([_assistant(text)]).action == "drop"


_NUMBER = st.integers(min_value=1, max_value=9_999)


@settings(max_examples=25, deadline=None)
@given(done=_NUMBER, total=_NUMBER, share=st.integers(0, 100), minutes=st.integers(1, 59))
def test_redrawn_numbers_do_not_change_a_drop(done, total, share, minutes):
    """The shape convicts a frame, not the numbers in it."""
    frames = (
        f"Epoch {done}/{total} | loss 0.{share:02d} | ETA {minutes}m",
        f"{done} of {total} chunks processed ({share}%)",
        f"rollout: {done} of {total} replicas ready, {minutes}m elapsed",
        f"queue depth {done}, p95 {total} ms, cpu {share}%",
        f"CI: {done} of {total} checks passed",
        f"Copying orders: {share}% ({done}/{total} rows)",
    )

    assert {classify([_assistant(frame)]).action for frame in frames} == {"drop"}


@settings(max_examples=25, deadline=None)
@given(first=_NUMBER, second=_NUMBER)
def test_redrawn_numbers_do_not_change_a_send(first, second):
    """A durable sentence stays one, whatever it counts."""
    durable = (
        f"We decided to cap uploads at {first} MB because the proxy dies above {second} MB.",
        f"Every service must answer within {first} ms.",
        f"Our rule: at least {first} of {second} maintainers approve a release.",
    )

    assert {classify([_user(text)]).action for text in durable} == {"send"}


@pytest.mark.parametrize(
    "text",
    [
        "Staging has 3 replicas; failover takes 45 s.",
        "p95 must stay below 200 ms for checkout.",
        "Batch sizes above 64 run out of memory on the A10s.",
        "Loss goes NaN after epoch 3 when lr is above 1e-3.",
        "Disk alerts fire at 85%, not 90%.",
        "The queue holds 10,000 messages, then drops the oldest.",
        "12 tests are skipped on ARM by design.",
        "Downloads from the mirror are capped at 5 MB/s.",
        "Still running jobs get killed at midnight.",
        "HEARTBEAT.md is maintained by ops, don't edit it.",
        "Cron: we use UTC everywhere.",
        "Nothing gets merged on release day.",
        "yes, always use UTC",
        "The siren is muted between 21:00 and 05:30, the neighbours complained.",
        "6 of 9 presses share one compressor.",
        "3 von 8 Anlagen dürfen nur mit Halblast fahren.",
        "Resolved: the drift was in the second gauge, 4 mm per shift",
        "Incident closed: 2 lifts had the old firmware",
        "[line 3] 2 ovens, 5 mixers",
        "[grafana] boards belong to Ines",
        "Pulse 3 is the name of the patient portal.",
        "Tick 4 on the form means consent.",
    ],
)
@pytest.mark.parametrize("role", ["user", "assistant"])
def test_numbers_in_a_sentence_are_no_meter(role, text):
    """A sentence that speaks is never dropped for the numbers or words of a meter in it."""
    assert classify([{"role": role, "content": text}]).action != "drop"

"""Reports in prose: dropped as an exchange, never at the price of a durable sentence."""

from __future__ import annotations

import pytest

from pytest_memeval.gate import classify


def _user(content):
    return {"role": "user", "content": content}


def _assistant(content):
    return {"role": "assistant", "content": content}


def _tool(content):
    return {"role": "tool", "content": content}


@pytest.mark.parametrize(
    ("question", "report"),
    [
        ("how's the transcode", "Clip 88 of 240 is in work. I'll be back with news at 120."),
        ("did it go through?", "It did 900 of the 2,500 users so far. One retry, no failures."),
        ("wie weit ist der export?", "Gut die Hälfte: 31 von 58 Tabellen, bisher ohne Fehler."),
        ("ça avance ?", "Oui, 18 lots sur 40 traités, aucune erreur pour l'instant."),
        ("cuánto falta", "Van 77 de 130 fichas. Unos quince minutos más."),
        ("сколько ещё", "Проверено 310 из 800 накладных, минут двадцать."),
        ("跑完了吗", "还没有,跑到 4200/9000 步,大概还要一个小时。"),
        ("ビルドはどう?", "現在 120/340 モジュールです。残り5分ほどです。"),
    ],
)
def test_question_and_report_are_dropped(question, report):
    """How far something is was out of date before anybody read it, in any language."""
    assert classify([_user(question), _assistant(report)]).action == "drop"


@pytest.mark.parametrize("remark", ["It's running now.", "Queued, position 3.", "Looks steady."])
def test_a_remark_beside_a_machines_record_is_dropped(remark):
    """What only the record beside it explains says nothing by itself."""
    assert classify([_tool("job 77"), _assistant(remark)]).action == "drop"
    assert classify([_assistant(remark), _user("we use tabs")]).action != "drop"


@pytest.mark.parametrize(
    "durable",
    [
        "The sixth of nine nodes keeps failing because its disk is mounted read-only.",
        "Seven of nine maintainers must approve a release.",
        "We stay at 40 of 60 partitions, more would double the bill.",
        "Got pump 3 of 4 going again by closing the inlet, bleeding the air, then opening it.",
    ],
)
@pytest.mark.parametrize("role", ["user", "assistant"])
def test_a_durable_sentence_is_never_part_of_a_report(role, durable):
    """A reason, a rule or a step, and the window is no exchange about progress."""
    window = [_user("how far is it?"), {"role": role, "content": durable}, _tool("ok")]

    assert classify(window).action != "drop"


def test_a_question_is_only_a_poll_beside_a_machine():
    """The same question is worth no memory, but it is not noise either."""
    window = [_user("is the import done?"), _assistant("Ask Ada, she runs it.")]

    assert classify(window).action != "drop"


@pytest.mark.parametrize(
    "durable",
    [
        "[release 2.10] drops the legacy header, clients must send the new one.",
        "[standup 09:30] we agreed to freeze the schema until May.",
        "Worker to queue ratio must stay at 4.",
        "Geplante Aufgabe: wir starten sie nur nachts.",
        "`<session-token>` elements must never be logged.",
    ],
)
def test_what_looks_like_a_machines_prompt_may_be_a_person(durable):
    """A label, a clock or a tag alone makes nobody a machine."""
    assert classify([_user(durable)]).action != "drop"


def test_a_running_figure_leaves_with_its_sentence():
    """A process id in a question is not sent; what was found out is."""
    fact = "It was killed because the cgroup counts the page cache of tmpfs towards its limit."
    kept = classify([_user("why did pid 40112 die?"), _assistant(fact)]).kept

    assert [turn["content"] for turn in kept] == [fact]

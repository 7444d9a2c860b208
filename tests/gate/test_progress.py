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


@pytest.mark.parametrize(
    "record",
    [
        "[furnace-3] 04:20 flue=211C draft=-9Pa",
        "(turbine) 17:05 rpm=1498 vib=0.4mm",
        "[resume] host=dock-2 cwd=/srv/tide branch=main mode=default",
        "RESOLVED: SiloLevelLow silo=7 level=41 (threshold 15) since 03:10Z",
        "FIRING: BrineTooWarm value=-14 (limit -18)",
        "Alarm cleared: hatch 2 open, 4m12s",
        "[teamcity] build_finished: docs - success",
        "<teamcity-webhook>queue: 3 builds</teamcity-webhook>",
        "[geplante Kontrolle] Zisterne: 0 Meldungen",
        "[定期点検] 07:30 水位 41% 流量 12",
    ],
)
@pytest.mark.parametrize(
    "remark",
    ["All values within range.", "Acknowledged, back at 41.", "Idle.", "Werte im Normbereich."],
)
def test_what_a_machine_writes_in_a_users_turn_is_dropped(record, remark):
    """A label over readings, an alarm or a hook is nobody's statement, and so is the echo of it."""
    assert classify([_user(record), _assistant(remark)]).action == "drop"


@pytest.mark.parametrize(
    "beat",
    [
        "tick 08:45 - queue empty, nothing due",
        "Latido #31: sin tareas, servicios 3/3",
        "Herzschlag 12: keine Aufträge offen",
        "Пульс №7: задач нет",
    ],
)
def test_a_numbered_beat_is_dropped_with_its_answer(beat):
    """The beat of a clock has a number and nothing to tell, in any language."""
    assert classify([_user(beat), _assistant("Staying on watch, as before.")]).action == "drop"


@pytest.mark.parametrize(
    "system",
    [
        "You are a subagent. The planner reads your last message.",
        "Scheduled run (cron 5 4 * * *), job tide-table.",
        "Write to the log. There is no human in this session.",
        "Geplante Sitzung (Aufgabe: Inventur). Niemand liest mit.",
        "Escribe el informe. No hay ningún usuario presente.",
        "本次会话无人值守。",
    ],
)
def test_a_session_no_person_opened_is_told_by_its_system_turn(system):
    """Its first turn is dropped with the answer; whoever speaks up later is heard."""
    window = [
        {"role": "system", "content": system},
        _user("Collect the tide tables of the week."),
        _assistant("Collected seven tables."),
    ]
    person = _user("Ada here: our tables must always be in UTC.")

    assert classify(window).action == "drop"
    assert classify([*window, person]).kept == (person,)


@pytest.mark.parametrize(
    "system",
    [
        "You are a helpful assistant for people who schedule jobs.",
        "There is no user table. No user data may leave the country.",
        "Aucun utilisateur ne doit être supprimé.",
    ],
)
def test_a_system_turn_that_only_mentions_users_or_jobs_opens_no_session(system):
    """A person's turn below an ordinary system turn is a person's."""
    window = [{"role": "system", "content": system}, _user("We never deploy on Fridays.")]

    assert classify(window).type == "convention"


def test_a_readout_that_comes_twice_is_a_frame():
    """Once it may be a remark; the same with other numbers is a loop."""
    first, second = (
        [_user(f"pump-house north: flow a={a} b={b} c={a + b}"), _assistant("Flow is fair.")]
        for a, b in ((12, 9), (15, 4))
    )

    assert classify(first).action != "drop"
    assert classify(first + second).action == "drop"


@pytest.mark.parametrize(
    ("question", "report"),
    [
        ("tide model status", "Grid cells: 61% (1,204 / 1,970). Smoothing hasn't begun."),
        ("la build avance ?", "Étape 3 : 8 lots de dalles sur 12 posés, joints en attente."),
        ("a che punto è?", "Lavoro 31: 9 vasche su 14 vuote, il resto in attesa."),
        ("how is the bake", "Tiles: 44% (190 / 431). Elapsed 00:51:07."),
    ],
)
def test_a_share_told_in_prose_is_dropped(question, report):
    """A share keeps its shape whatever words stand between its numbers."""
    assert classify([_user(question), _assistant(report)]).action == "drop"


@pytest.mark.parametrize(
    "durable",
    [
        "Normal draft is 6 to 9 Pa, anything under 4 needs a sweep.",
        "The 30% dip came with the new nozzle on the 4th.",
        "9 vasche su 14 perdono, bisogna rifarle prima di maggio.",
        "Elapsed time on the sheet excludes the warm-up.",
        "Status mails go to the harbour office, one per tide.",
        "The siren is muted between 21:00 and 05:30, the neighbours complained.",
    ],
)
def test_a_durable_sentence_beside_a_readout_is_no_report(durable):
    """Words of a report in a sentence that rules or explains make it none."""
    record = _user("[furnace-3] 04:20 flue=211C draft=-9Pa")

    assert classify([_user("how far is it?"), _assistant(durable)]).action != "drop"
    assert classify([record, _user(durable)]).action != "drop"

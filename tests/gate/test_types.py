"""The type of a statement shows in the whole turn, cue or not."""

from __future__ import annotations

import pytest

from pytest_memeval.gate import classify
from pytest_memeval.gate import evidence

UNCUED = {
    "preference": [
        "I'm colour blind, so red/green charts are useless here. Use shapes instead",
        "you can drop the pleasantries. I open this at 6 am",
        "quand tu proposes un refactoring, montre-moi d'abord la signature",
        "мне проще на примерах, теорию можно пропускать",
    ],
    "decision": [
        "scrap the css framework, plain css from here. We used four classes of it",
        "Marta and I went through the quotes, we're taking the small vendor.",
        "Fürs Reporting nehmen wir DuckDB. Läuft auf dem Laptop.",
        "地图服务换成高德了，谷歌的在客户内网打不开",
    ],
    "convention": [
        "every table has created_by and updated_by, the auditors look for it",
        "sample ids are printed with the check digit, and the digit never gets stored",
        "da noi i rami si chiamano feature/ID-descrizione e si cancellano dopo il merge",
        "у нас тесты пишут до кода, ревьюер смотрит на первый коммит",
    ],
    "insight": [
        "careful, the label API says 200 even if the printer is out of paper",
        "Safari drops the cookie in an iframe, which is why people get logged out there",
        "le lecteur lit deux fois parce que le bouton rebondit",
        "原来是时区的问题，定时任务按本地时间跑，夏令时那天会跑两次",
    ],
    "runbook": [
        "to swap the reader: pull the fuse, change the unit, copy the id, put the fuse back",
        "worked! for next time: delete the lock file, run terraform init -upgrade, then plan again",
        "para cerrar el mes: bloquear los pedidos, sacar el informe, cuadrar y archivar",
        "清空队列的步骤：先停消费者，再执行 purge，然后重启消费者，最后看监控",
    ],
}


@pytest.mark.parametrize(
    ("kind", "text"), [(kind, text) for kind, texts in UNCUED.items() for text in texts]
)
def test_the_whole_turn_tells_the_type(kind, text):
    """Who is served, what was chosen, what all follow, what was found, what to repeat."""
    decision = classify([{"role": "user", "content": text}])

    assert (decision.action, decision.type) == ("send", kind)


def test_a_proposal_that_is_taken_is_a_decision():
    """The offer and the assent are one choice, also with noise between them."""
    offer = {"role": "assistant", "content": "Per user or per shop. I'd cache per shop."}
    noise = {"role": "assistant", "content": "Epoch 4/20, loss 0.41"}
    assent = {"role": "user", "content": "yes, per shop, five minutes"}

    assert classify([offer, assent]).type == "decision"
    assert classify([offer, noise, assent]).type == "decision"


def test_steps_that_are_taken_over_are_a_runbook():
    """The assistant told them, the user wants them again."""
    told = "Stopped the service, deleted the .spl files, started it again and resent the last job."
    window = [
        {"role": "assistant", "content": told},
        {"role": "user", "content": "nice, same procedure for the other stores"},
    ]

    assert classify(window).type == "runbook"


@pytest.mark.parametrize(
    "text",
    [
        "some blog says you must never use inheritance, not convinced at all",
        "the vendor's blog says everyone should always use their cloud",
        "my colleague swears tabs are always better",
        "hmm Lantern sounds like a flashlight app",
    ],
)
def test_hearsay_and_doubt_are_not_sent(text):
    """A rule somebody else holds is not the user's."""
    assert classify([{"role": "user", "content": text}]).action != "send"


def test_every_piece_of_evidence_can_be_found_out():
    """Each row has a weight and says in words what it looks for."""
    assert all(row.weight > 0 and row.note.endswith(".") for row in evidence.EVIDENCE)

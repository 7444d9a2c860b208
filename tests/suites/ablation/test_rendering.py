"""How records are written, and that none can pass for another."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given

from pytest_memeval.suites.ablation.context import ContextBundle
from pytest_memeval.suites.ablation.context import Record
from pytest_memeval.suites.ablation.rendering import AUDITED
from pytest_memeval.suites.ablation.rendering import FORMATS
from tests.suites.ablation.bundles import SOME
from tests.suites.ablation.bundles import TRICKS
from tests.suites.ablation.bundles import read_back
from tests.suites.ablation.bundles import record_lists

FULL = Record(
    "8a",
    'He said "no".',
    section="facts",
    speaker="Ilse",
    time="2026-03-01T10:00:00+00:00",
    reference="m4",
    source="mem0",
    type="preference",
)


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("plain", r'- (2026-03-01T10:00:00+00:00) "Ilse": "He said \"no\"."'),
        ("compact", r'- [m4] (2026-03-01T10:00:00+00:00) "Ilse": "He said \"no\"."'),
        (
            "auditable",
            r'- {"id":"8a","reference":"m4","type":"preference","source":"mem0",'
            r'"time":"2026-03-01T10:00:00+00:00","speaker":"Ilse","representation":"full",'
            r'"text":"He said \"no\"."}',
        ),
    ],
)
def test_a_line_of_each_format(name: str, line: str) -> None:
    """The documented forms, to the letter."""
    assert ContextBundle([FULL], format=name).text.split("\n")[1:] == ["[facts]", line]


@SOME
@given(record_lists())
def test_no_record_can_forge_another(records: list[Record]) -> None:
    """Whatever a record holds, the text reads back as the records that are there, and no more."""
    for name in FORMATS:
        bundle = ContextBundle(records, format=name)
        shown = read_back(bundle.text, name)
        parts = AUDITED if name == "auditable" else ("time", "speaker", "text")
        for told, record in zip(shown, bundle.records, strict=True):
            assert told["section"] == record.section
            assert {part: told.get(part) for part in parts} == (
                {part: getattr(record, part) for part in parts}
            )
        lines = 1 + len(bundle.sections) + len(records)
        assert len(bundle.text.split("\n")) == len(bundle.text.splitlines()) == lines


@SOME
@given(record_lists())
def test_no_text_reorders_or_hides(records: list[Record]) -> None:
    """No control, no mark that reorders and no invisible letter gets through as it is."""
    for name in FORMATS:
        text = ContextBundle(records, format=name).text
        for letter in text.replace("\n", ""):
            assert unicodedata.category(letter) not in ("Cc", "Zl", "Zp")
            assert letter not in "\u202a\u202b\u202d\u202e\u2066\u2067\u2068\u200b\ufeff"
            assert not 0xE0000 <= ord(letter) <= 0xE007F


@pytest.mark.parametrize("trick", TRICKS)
@pytest.mark.parametrize("name", FORMATS)
def test_each_trick_in_each_place(trick: str, name: str) -> None:
    """Every part of a record, made of nothing but a trick, is still that part."""
    record = Record(
        f"x{trick}", trick, section=trick, speaker=trick, time=trick, reference=trick or "r"
    )
    bundle = ContextBundle([FULL, record], format=name)
    shown = read_back(bundle.text, name)
    assert [one["text"] for one in shown] == [FULL.text, trick]
    assert shown[1]["section"] == trick
    assert shown[1]["speaker"] == trick
    if name == "compact":
        assert shown[1]["reference"] == trick
    if name == "auditable":
        assert shown[1]["id"] == f"x{trick}"


def test_a_header_does_not_depend_on_the_records() -> None:
    """With or without speakers and times, the first line is the format's."""
    for name, form in FORMATS.items():
        for record in (FULL, Record("b", "y")):
            assert ContextBundle([record], format=name).text.split("\n")[0] == form.header

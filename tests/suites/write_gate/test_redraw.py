"""What moves in a frame, and that it is drawn anew in its own format and nothing else is."""

from __future__ import annotations

import re
import time
from datetime import date
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_memeval.suites.write_gate.redraw import fold
from pytest_memeval.suites.write_gate.redraw import moving_parts
from pytest_memeval.suites.write_gate.redraw import redraw

seeds = st.integers(0, 2**16)
#: One frame of each kind of work, as its writer would print it.
FRAMES = (
    "epoch 17/80, loss 0.4412, lr=3.0e-4",
    "37%|███▋      | 370/1000 [01:10<02:00, 5.2it/s]",
    "[=====>    ] 54% (540 of 1000)",
    "[####......] 40 %",
    "Downloading weights: 48% (2.1 GB of 4.4 GB)",
    "2024-03-15T10:22:31.123Z worker pid 31877 alive",
    "15.03.2024 10:22 Epoche 4 von 30, Verlust 0,812",
    "Mar 15 10:22:31 node-07 cron[4412]: done in 2h 14m",
    "batch 9f3c2a1b77 of run 3f2504e0-4f89-11d3-9a0c-0305e82c3301 took 12m34s",
    "wrote /tmp/run_88412/step_00450.pt (512 MB)",
    "12 000 / 40 000 rows (30 %), 1,204 failed",
    "已处理320条,任务9f3c2a1b完成,剩余12分钟",
    "進捗 45% 残り 320 件",
    "الخطوة ١٢ من ٤٠",
    "job x7k2m9q4 queued since 1710501234567",
)
PIECES = (*FRAMES, "still running", "no change", "HEARTBEAT_OK", "utf-8", "p99", "v1.2.3")
frames = st.lists(st.sampled_from(PIECES), min_size=1, max_size=4).map("; ".join)


def skeleton(text: str) -> str:
    """A text with its digits, in any script, made one."""
    return re.sub(r"\d", "0", text)


def drawn(text: str, draws: int = 40) -> set[str]:
    return {redraw(text, Random(seed)) for seed in range(draws)}


# --- what moves


@pytest.mark.parametrize(
    ("text", "kind", "part"),
    [
        ("epoch 17/80", "count", "17/80"),
        ("312 of 980 chunks", "count", "312 of 980"),
        ("320 von 900 Dateien", "count", "320 von 900"),
        ("(2.1 GB of 4.4 GB)", "count", "2.1 GB of 4.4 GB"),
        ("12 000 / 40 000", "count", "12 000 / 40 000"),
        ("12\u202f000 / 40\u202f000", "count", "12\u202f000 / 40\u202f000"),
        ("62% complete", "percent", "62"),
        ("33,5 % fertig", "percent", "33,5"),
        ("３３％", "percent", "３３"),
        ("at 10:22:31.5 sharp", "clock", "10:22:31.5"),
        ("on 2024-03-15", "date", "2024-03-15"),
        ("on 1999-12-31", "date", "1999-12-31"),
        ("am 15.03.2024", "date", "15.03.2024"),
        ("Mar 15 it began", "day", "Mar 15"),
        ("on 15 March it", "day", "15 March"),
        ("took 2h14m", "duration", "2h14m"),
        ("took 1d 12h 30m", "duration", "1d 12h 30m"),
        ("took 3m 12.5s", "duration", "3m 12.5s"),
        ("340ms", "id", "340ms"),
        ("elapsed 340 s", "number", "340"),
        ("512 MB", "number", "512"),
        ("pid 31877", "number", "31877"),
        ("at 1710501234567", "number", "1710501234567"),
        ("loss 0.123456789", "number", "0.123456789"),
        ("commit 9f3c2a1", "hash", "9f3c2a1"),
        ("at 0x7f3b2c1d", "hash", "0x7f3b2c1d"),
        ("job x7k2m9q4", "id", "x7k2m9q4"),
        (
            "run 3F2504E0-4F89-11D3-9A0C-0305E82C3301",
            "uuid",
            "3F2504E0-4F89-11D3-9A0C-0305E82C3301",
        ),
        ("/tmp/step_00450.pt", "serial", "00450"),
        ("[####......]", "bar", "####......"),
        ("[=====>    ]", "bar", "=====>    "),
        ("[          ]", "bar", "          "),
        ("|███▋      |", "bar", "███▋      "),
        ("▓▓▓░░░", "bar", "▓▓▓░░░"),
        ("已处理320条", "number", "320"),
        ("任务9f3c2a1b完成", "hash", "9f3c2a1b"),
        ("残り12分", "number", "12"),
        ("الخطوة ١٢", "number", "١٢"),
    ],
)
def test_each_kind_of_moving_part_is_found_and_moves(text: str, kind: str, part: str) -> None:
    """The part is found whole, and over some draws it takes other values."""
    assert [(found.kind, found.text) for found in moving_parts(text)] == [(kind, part)]
    assert len(drawn(text)) > 3


@pytest.mark.parametrize(
    "text",
    [
        "pytest 9.2.0 on Python 3.11.4",
        "v1.38.0 at 10.0.0.12",
        "utf-8 and UTF-16, SHA-256, ISO-8859-1, RFC 2119",
        "i18n, k8s, utf8mb4, x86_64, sha256sum",
        "p99 and h264 on an H100",
        "0 failed, 1 left",
        "0 of 1",
        "- [ ] to do (...) |-----|-----|",
        "a -> b => c, (-) [x] ... ----",
        "no number at all; ничего; 没有; ①②",
        "",
    ],
)
def test_what_names_a_thing_stays(text: str) -> None:
    """Versions, addresses, names with numbers, none and one, and signs that are no bars stay."""
    assert drawn(text) == {text}


# --- in its own format


@given(frames, seeds)
def test_separators_units_decimals_and_words_stay(text: str, seed: int) -> None:
    """But for bars, ids and shares, only digits change, and each stays a digit of its script."""
    new = redraw(text, Random(seed))
    for old_line, new_line in (
        (re.sub(r"[#=>.█▋░ ]+(?=[\]|])", "", t) for t in pair) for pair in [(text, new)]
    ):
        plain = [re.sub(r"\d+(?=[.,]?\d*[ \u202f]?%)", "0", t) for t in (old_line, new_line)]
        no_ids = [re.sub(r"[0-9a-z]*\d[0-9a-z-]*[a-z][0-9a-z-]*", "ID", t) for t in plain]
        assert skeleton(no_ids[0]) == skeleton(no_ids[1])


@given(frames, seeds)
def test_text_between_the_parts_is_untouched(text: str, seed: int) -> None:
    """What does not move comes back character by character, in its order."""
    new, at = redraw(text, Random(seed)), 0
    pieces, end = [], 0
    for part in moving_parts(text):
        pieces.append(text[end : part.start])
        end = part.match.end()
    for piece in [*pieces, text[end:]]:
        found = new.find(piece, at)
        assert found >= 0
        at = found + len(piece)


@given(frames, seeds)
def test_a_redrawn_frame_has_the_shape_it_had(text: str, seed: int) -> None:
    """Folding forgets exactly what redrawing changes."""
    assert fold(redraw(text, Random(seed))) == fold(text)


@given(st.text(alphabet="0123456789:/.-,% abcdefhm[]#=ofé条", max_size=60), seeds)
def test_any_mixture_keeps_its_shape(text: str, seed: int) -> None:
    """Also where digits may fall so that a ratio looks like a clock time."""
    assert fold(redraw(text, Random(seed))) == fold(text)


@given(frames)
def test_folding_twice_is_folding_once(text: str) -> None:
    """In a folded text nothing moves any more."""
    assert fold(fold(text)) == fold(text)


@given(st.text(), seeds)
def test_any_text_can_be_redrawn(text: str, seed: int) -> None:
    """No text makes it raise, and the same seed draws the same."""
    assert redraw(text, Random(seed)) == redraw(text, Random(seed))
    fold(text)


@given(
    st.integers(0, 30), st.integers(0, 30), st.sampled_from("#=█"), st.sampled_from(".░ "), seeds
)
def test_a_bar_keeps_its_width_and_its_characters(
    full: int, empty: int, body: str, blank: str, seed: int
) -> None:
    """However far it is, it has as many characters as before, and of the same kinds."""
    text = f"[{body * full}{blank * empty}]"
    new = redraw(text, Random(seed))
    assert len(new) == len(text)
    assert set(new) <= {
        *"[]",
        body if full else "#",
        blank if empty else (". "[not body.isascii()]),
    }


@given(
    st.integers(1, 9999),
    st.integers(1, 9999),
    st.sampled_from(["/", " / ", " of ", " von "]),
    seeds,
)
def test_what_is_done_stays_within_its_total(a: int, b: int, between: str, seed: int) -> None:
    """Both keep their number of digits, and done is never more than all."""
    done, total = sorted((a, b))
    match = re.fullmatch(
        rf"(\d+){between}(\d+) files", redraw(f"{done}{between}{total} files", Random(seed))
    )
    assert match is not None
    assert int(match[1]) <= int(match[2])
    assert (len(match[1]), len(match[2])) == (len(str(done)), len(str(total)))


@given(
    st.integers(2, 9999), st.data(), st.sampled_from(["{p}% ({c})", "{c} ({p} %)", "{p}%|{b}| {c}"])
)
def test_a_percentage_and_a_bar_agree_with_their_count(
    total: int, data: st.DataObject, form: str
) -> None:
    """Where a text shows a count, its percentage and a bar, in any order, they still agree."""
    done = data.draw(st.integers(1, total))
    decimals = data.draw(st.integers(0, 3))
    bar = "█" * round(20 * done / total)
    text = form.format(p=f"{100 * done / total:.{decimals}f}", c=f"{done}/{total}", b=f"{bar:<20}")
    new = redraw(text, Random(data.draw(seeds)))
    count = re.search(r"(\d+)/(\d+)", new)
    percent = re.search(r"([\d.]+) ?%", new)
    assert count is not None
    assert percent is not None
    share = int(count[1]) / int(count[2])
    assert abs(float(percent[1]) - 100 * share) <= 0.5 / 10**decimals + 1e-9
    if "|" in new:
        # A bar that was empty shows no character to fill it with.
        inside = new.split("|")[1]
        assert abs((20 - inside.count(" ")) / 20 - share) <= 1 / 20 + 1e-9


@given(st.dates(date(1950, 1, 1), date(2049, 12, 31)), st.sampled_from("-/."), seeds)
def test_a_date_stays_a_date(day: date, mark: str, seed: int) -> None:
    """Written from either end, it is a day that the calendar has."""
    iso = redraw(day.isoformat().replace("-", mark), Random(seed))
    date.fromisoformat(iso.replace(mark, "-"))
    if mark != "-":
        d, m, y = redraw(day.strftime(f"%d{mark}%m{mark}%Y"), Random(seed)).split(mark)
        date(int(y), int(m), int(d))
    name, number = redraw(day.strftime("%b %d"), Random(seed)).split()
    assert name == day.strftime("%b")
    assert (1 <= int(number) <= 28, len(number)) == (True, 2)


@given(st.integers(0, 23), st.integers(0, 59), st.integers(0, 59), seeds)
def test_a_clock_time_stays_one(hour: int, minute: int, second: int, seed: int) -> None:
    """Hours stay below 24, minutes and seconds below 60, all with two digits."""
    new = redraw(f"{hour:02}:{minute:02}:{second:02}", Random(seed))
    assert re.fullmatch(r"([01]\d|2[0-3]):[0-5]\d:[0-5]\d", new)


@given(st.integers(1, 99), st.integers(0, 59), st.integers(0, 59), seeds)
def test_a_duration_keeps_its_units(hours: int, minutes: int, seconds: int, seed: int) -> None:
    """Minutes and seconds stay below 60, and no field gets another number of digits."""
    text = f"{hours}h{minutes}m{seconds}s"
    new = redraw(text, Random(seed))
    match = re.fullmatch(r"\d+h(\d+)m(\d+)s", new)
    assert match is not None
    assert max(int(match[1]), int(match[2])) < 60
    assert skeleton(new) == skeleton(text)


@given(seeds)
def test_hashes_and_ids_keep_their_alphabet(seed: int) -> None:
    """A hash stays hexadecimal in its case, an id keeps letters and digits where they were."""
    new = redraw("9f3c2a1b DEADBEEF01 0x7f3b2c1d x7k2m9q4 gpu12x", Random(seed))
    lower, upper, prefixed, code, word = new.split()
    assert re.fullmatch(r"\d[a-f]\d[a-f]\d[a-f]\d[a-f]", lower)
    assert re.fullmatch(r"[A-F]{8}\d\d", upper)
    assert re.fullmatch(r"0x\d[a-f]\d[a-f]\d[a-f]\d[a-f]", prefixed)
    assert re.fullmatch(r"[a-z]\d[a-z]\d[a-z]\d[a-z]\d", code)
    assert re.fullmatch(r"gpu\d\dx", word)


def test_one_part_alone_is_redrawn() -> None:
    """Parts are counted from the left; one that must agree with another goes with it."""
    text = "step 340, 30% (300/1000), pid 31877"
    first = redraw(text, Random(5), range(1))
    assert first.endswith(", 30% (300/1000), pid 31877")
    assert first != text
    shared = redraw(text, Random(5), range(1, 2))
    assert shared.startswith("step 340, ")
    assert shared.endswith(", pid 31877")
    assert "30% (300/1000)" not in shared
    assert redraw(text, Random(5), range(0)) == text


@pytest.mark.parametrize(
    "text",
    [
        "1" * 100_000,
        "1/2 " * 25_000,
        "a1" * 50_000,
        "[####" * 20_000,
        "#" * 100_000,
        "1,000" * 20_000,
        "50% " * 25_000,
        "1h1m" * 25_000,
        "a-" * 50_000,
        "12:34:" * 16_000,
        "░█" * 50_000,
        "deadbeef" * 12_500,
    ],
    ids=lambda text: text[:6],
)
def test_a_nasty_text_takes_no_longer_than_its_length(text: str) -> None:
    """A hundred thousand characters that almost match are looked through in one go."""
    start = time.process_time()
    parts = moving_parts(text)
    redraw(text, Random(0), range(1) if parts else None)
    assert time.process_time() - start < 5

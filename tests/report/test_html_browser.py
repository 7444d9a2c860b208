"""The HTML report in a real browser, headless: what people see and do."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from pytest_memeval.report import model
from pytest_memeval.report.html import write_html
from tests.conftest import needs
from tests.report.samples import CASES
from tests.report.samples import GATE_ROWS
from tests.report.samples import HOSTILE
from tests.report.samples import everything
from tests.report.samples import gate
from tests.report.samples import many
from tests.report.samples import report
from tests.report.samples import runs
from tests.report.samples import window_row

CHROMIUM = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
)
pytestmark = [
    needs("jinja2"),
    needs("svg"),
    needs("playwright"),
    pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium"),
]

#: In seconds, and what a filter may take in milliseconds.
OPENS, FILTERS = 3.0, 200.0
#: Waits until what was done is on the screen, and says how long that took.
TIMED = """async (act) => {
  const begun = performance.now();
  eval(act);
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  return performance.now() - begun;
}"""
#: Every text that can be seen, with its colour and that of what lies behind it.
COLOURS = """() => {
  const found = [], walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const behind = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const colour = getComputedStyle(at).backgroundColor;
      if (!/, 0\\)$/.test(colour)) return colour;
    }
    return getComputedStyle(document.documentElement).backgroundColor;
  };
  while (walk.nextNode()) {
    const element = walk.currentNode.parentElement;
    if (!walk.currentNode.data.trim() || !element.checkVisibility()) continue;
    if (["OPTION", "SCRIPT"].includes(element.tagName)) continue;
    found.push([walk.currentNode.data.trim().slice(0, 40), getComputedStyle(element).color,
      behind(element)]);
  }
  return found;
}"""

Open = Callable[..., Any]


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        made = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield made
        made.close()


@pytest.fixture
def opened(browser: Any, tmp_path: Path) -> Iterator[Open]:
    """Writes a report and opens it; whatever the page complains of or asks for fails the test."""
    said: list[str] = []
    contexts: list[Any] = []

    def open_page(
        of: model.Report, cases: Any = CASES, more: Any = (), width: int = 1280, **context: Any
    ) -> Any:
        write_html(of, tmp_path / "report.html", *more, cases=cases)
        viewport = {"width": width, "height": 900}
        contexts.append(browser.new_context(viewport=viewport, **context))
        page = contexts[-1].new_page()
        page.set_default_timeout(10_000)
        page.on("console", lambda message: said.append(message.text))
        page.on("pageerror", lambda error: said.append(str(error)))
        page.on("dialog", lambda dialog: (said.append(dialog.message), dialog.dismiss()))
        here = (tmp_path / "report.html").as_uri()
        page.on("request", lambda asked: said.append(asked.url) if asked.url != here else None)
        page.goto(here)
        if context.get("java_script_enabled", True):
            page.wait_for_selector("html[data-ready]")
        return page

    open_page.said = said  # type: ignore[attr-defined]

    yield open_page
    for context in contexts:
        context.close()
    assert said == []


def table(page: Any, number: int = 0) -> Any:
    return page.locator(".cases").nth(number)


def ids(page: Any, number: int = 0) -> list[str]:
    return list(table(page, number).locator(".open").all_inner_texts())


def pick(page: Any, name: str, value: str, number: int = 0) -> None:
    select = table(page, number).get_by_label(name, exact=True)
    option = select.locator("option").filter(has_text=re.compile(f"^{value} "))
    select.select_option(option.get_attribute("value"))


def test_cases_filter_by_text_label_outcome_and_kind(opened: Open) -> None:
    """Each filter by itself and all together; one button takes them back."""
    page = opened(report(gate()))
    assert ids(page) == ["leak", "beat_a", "beat_b", "wish"]  # what there is to look at first
    for name, value, left in (
        ("Label", "extract", ["wish"]),
        ("Outcome", "miss", ["leak"]),
        ("Kind", "cron ack", ["beat_b"]),
        ("Decision", "drop", ["beat_a", "beat_b"]),
    ):
        pick(page, name, value)
        assert ids(page) == left
        page.get_by_role("button", name="Clear").click()
    find = page.get_by_label("Find")
    for text, left in (
        ("BEAT_", ["beat_a", "beat_b"]),
        ("what leak says", ["leak"]),  # in the window
        ("remember", ["leak"]),  # in the payload
        ("guards wish", ["wish"]),  # in the note
        ("always_never", ["leak"]),  # the rule
        ("nowhere", []),
    ):
        find.fill(text)
        assert ids(page) == left
    assert "No case is like that." in table(page).inner_text()
    assert page.locator(".count").inner_text() == "0 of 4 cases"
    find.press("Escape")
    assert len(ids(page)) == 4


def test_cases_sort_by_any_column(opened: Open) -> None:
    """Once up, once down, and back to what there is to look at first."""
    page = opened(report(gate()))
    heading = table(page).get_by_role("columnheader", name="Case")
    for state, first in (("ascending", "beat_a"), ("descending", "wish"), ("none", "leak")):
        heading.get_by_role("button").click()
        assert heading.get_attribute("aria-sort") == state
        assert ids(page)[0] == first


def test_a_case_opens_by_keyboard(opened: Open) -> None:
    """Tab and arrows reach it, Enter opens and closes it, and it shows all there is."""
    page = opened(report(gate()))
    page.keyboard.press("/")
    assert page.evaluate("document.activeElement.type") == "search"
    page.locator(".open").first.focus()
    page.keyboard.press("Enter")
    detail = page.locator(".detail").inner_text()
    for said in (
        "want drop, got send (rule always_never)",
        "guards leak",
        "fixtures/write_gate/all.yaml:3",
        "what leak says",
        "Any time!",
        "as always\nI'll remember",
        "preference",
    ):
        assert said in detail
    assert page.locator(".open").first.get_attribute("aria-expanded") == "true"
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.innerText") == "beat_a"
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    assert page.locator(".detail").count() == 0


def test_a_window_that_is_not_at_hand_says_so(opened: Open) -> None:
    """Without the fixture files everything else is shown."""
    page = opened(report(gate()), cases={})
    page.locator(".open").first.click()
    assert "not available: the fixture file is not at hand" in page.locator(".detail").inner_text()


def test_answers_before_and_after_stand_side_by_side(opened: Open) -> None:
    """With the judge's reason for each, and the trivial part beside the headline."""
    page = opened(everything())
    buckets = page.locator(".backend").first
    assert "0% headline" in buckets.inner_text().replace("\n", " ")
    assert "100% raw, 2 of them trivial" in buckets.inner_text().replace("\n", " ")
    pick(page, "Bucket", "knew but failed", 1)
    table(page, 1).locator(".open").click()
    before, after = table(page, 1).locator(".sides").first.locator(".panel").all()
    assert "the answer before of 1" in before.inner_text()
    assert "rule:exact: why it is a pass before" in before.inner_text()
    assert "the answer after of 1" in after.inner_text()
    assert "rule:exact: why it is a fail after" in after.inner_text()
    left, right = before.bounding_box(), after.bounding_box()
    assert left["y"] == right["y"]
    assert left["x"] < right["x"]


def test_a_removed_record_is_struck_through(opened: Open) -> None:
    """In its place among the others, with both answers below."""
    page = opened(everything())
    table(page, 2).locator(".open").click()
    detail = table(page, 2).locator(".detail")
    assert detail.locator("del").all_inner_texts() == ["Backups go to cold-vault."]
    assert detail.locator(".items li").count() == 3
    for said in ("They go to cold-vault.", "To cold-vault, I think.", "b1 + b2"):
        assert said in detail.inner_text()


def test_the_largest_clusters_come_first(opened: Open) -> None:
    """With their size, an example and where it comes from."""
    page = opened(everything())
    sizes = page.locator(".clusters b").all_inner_texts()
    assert sizes == ["160", "147"]
    assert "7 users, 147 wordings" in page.locator(".clusters").inner_text()


def test_what_flipped_leads_to_its_case(opened: Open) -> None:
    """A link in the list of changes opens the case of the very subject."""
    before = everything()
    old = before.results[2].rows[1]
    assert old["pass_type"] == "real"
    after = before.model_copy(deep=True)
    after.results[2].rows[1] = {**old, "outcome": "miss", "detail": "stale"}
    page = opened(after, more=(before,))
    assert "hit → miss · stale" in " ".join(page.locator(".flips").inner_text().split())
    page.get_by_role("link", name=old["id"]).click()
    row = table(page, 1).locator("tr.row").filter(has=page.locator("[aria-expanded=true]"))
    assert "rules" in row.inner_text()
    assert "worse" in row.inner_text()
    assert page.evaluate("document.activeElement.getAttribute('aria-expanded')") == "true"


def test_no_text_does_anything_but_be_shown(opened: Open) -> None:
    """Whatever a memory says, it is read as it is, in rows, details and filters."""
    rows = [
        window_row(f"case_{at}", "miss", detail=text, note=text, kind=text, payload=text)
        for at, text in enumerate(HOSTILE)
    ]
    cases = {
        ("write_gate", row["id"]): {"window": [{"role": text, "content": text}]}
        for row, text in zip(rows, HOSTILE, strict=True)
    }
    page = opened(report(gate(rows)), cases=cases)
    for button in page.locator(".open").all():
        button.click()
    shown = page.locator(".detail").all_inner_texts()
    for text, said in zip(HOSTILE, shown, strict=True):
        if text.isprintable():
            assert said.count(text) >= 3
    assert "\\u202ereversed\\u202c" in shown[8]
    assert "nul \\x00 bell \\x07" in shown[9]
    assert page.evaluate("window.pwned") is None
    assert page.locator("script").count() == 2
    assert page.locator("style").count() == 1
    page.get_by_label("Find").fill("<img src=x")
    assert ids(page) == ["case_3"]


def test_a_script_that_got_in_would_not_run(opened: Open) -> None:
    """The policy of the page lets nothing run but its own script."""
    page = opened(report(gate()))
    page.evaluate("""() => {
        document.body.insertAdjacentHTML("beforeend", "<img src='data:,' onerror='pwned = 1'>");
        const script = document.createElement("script");
        script.textContent = "window.pwned = 2";
        document.body.append(script);
    }""")
    page.wait_for_timeout(100)
    assert page.evaluate("window.pwned") is None
    assert len(opened.said) == 2  # type: ignore[attr-defined]
    assert all("Content Security Policy" in line for line in opened.said)  # type: ignore[attr-defined]
    opened.said.clear()  # type: ignore[attr-defined]


def test_ten_thousand_cases_open_and_filter_at_once(opened: Open) -> None:
    """Opens in under three seconds, filters in under 200 ms, the fastest of three tries each."""
    rep, cases = many(10_000)
    page = opened(rep, cases=cases)
    took = []
    for _ in range(3):
        page.reload()
        page.wait_for_selector("html[data-ready]")
        took.append(page.evaluate(TIMED, "0") + page.evaluate("performance.now()"))
    assert min(took) / 1000 < OPENS
    find = "const i = document.querySelector('input[type=search]'); i.value = {!r};"
    find += " i.dispatchEvent(new Event('input'))"
    for act in (
        find.format("pods7"),
        find.format("a"),
        find.format("ledger5 epoch tabs"),
        find.format("nowhere"),
        find.format(""),
        "const s = document.querySelector('select'); s.selectedIndex = 1 - s.selectedIndex % 2;"
        " s.dispatchEvent(new Event('change'))",
        "document.querySelectorAll('.sort')[1].click()",
    ):
        assert min(page.evaluate(TIMED, act) for _ in range(3)) < FILTERS, act
    assert page.locator("tr.row").count() <= 25


def test_rows_are_drawn_on_demand(opened: Open) -> None:
    """One can scroll past a long table, and get to its end; paper has some, and says so."""
    rows = [window_row(f"case_{at}") for at in range(300)]
    page = opened(report(gate(rows)))
    assert len(ids(page)) == 25
    page.get_by_role("button", name="Show 200 more of 275").click()
    page.get_by_role("button", name="Show 75 more of 75").click()
    assert len(ids(page)) == 300
    page.reload()
    page.get_by_label("Find").fill("case_")
    page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    assert len(ids(page)) == 100
    said = page.locator(".paper").text_content()
    assert said.startswith("Only with the text “case_”. The first 100 of 300: filter")
    page.evaluate("window.dispatchEvent(new Event('afterprint'))")
    assert len(ids(page)) == 25
    last = quote("write_gate/acme%3Aclassify/case_299", safe="/%")
    page.evaluate(f"location.hash = '#case={last}'")
    page.wait_for_selector(".detail")
    assert ids(page) == ["case_299"]


def open_all(page: Any) -> None:
    for button in page.locator(".open").all()[:12]:
        button.click()
    page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")


def complete(opened: Open, subject: str = "acme:classify", **context: Any) -> Any:
    now = everything()
    now.results[0].subject = subject
    before = report(gate([window_row("leak"), *GATE_ROWS[:2]]))
    return opened(now, more=(before, runs(now, [0.5, 0.6], "hard_drop_recall")), **context)


@pytest.mark.parametrize("width", [360, 768, 1280])
def test_it_fits_any_screen(opened: Open, width: int) -> None:
    """Nothing has to be scrolled sideways, with everything open, and no heading is cut off."""
    long = f"acme_platform.{'memory.' * 8}gates:TheClassifierOfProduction"
    page = complete(opened, subject=long, width=width)
    open_all(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    for line in page.locator(".jump .wrap, .list thead tr").all():
        assert line.evaluate("(one) => one.scrollWidth - one.clientWidth") <= 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_text_has_contrast(opened: Open, scheme: str) -> None:
    """WCAG AA: 4.5 to 1 for every text there is."""
    page = complete(opened, color_scheme=scheme)
    open_all(page)
    found = page.evaluate(COLOURS)
    assert len(found) > 150
    poor = {(text, a, b) for text, a, b in found if contrast(a, b) < 4.5}
    assert poor == set()


def contrast(one: str, other: str) -> float:
    """The ratio of two colours, as WCAG 2 defines it."""
    low, high = sorted(map(_luminance, (one, other)))
    return (high + 0.05) / (low + 0.05)


def _luminance(colour: str) -> float:
    parts = [int(part) / 255 for part in re.findall(r"\d+", colour)[:3]]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_it_prints(opened: Open) -> None:
    """On white, without what cannot be pressed on paper, and with every subject unfolded."""
    page = complete(opened, color_scheme="dark")
    page.emulate_media(media="print")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert not page.locator(".jump").is_visible()
    assert not page.get_by_label("Find").first.is_visible()
    page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    assert page.locator("details:not([open])").count() == 0
    for place in (".card", ".list", ".top .wrap"):
        padding = page.locator(place).first.evaluate("(one) => getComputedStyle(one).paddingLeft")
        assert float(padding.removesuffix("px")) > 8
    assert page.pdf()[:4] == b"%PDF"


def test_without_scripts_the_verdict_is_there(opened: Open) -> None:
    """A viewer that runs no script, such as of a mail, shows all but the cases."""
    page = opened(everything(), java_script_enabled=False)
    text = page.locator("main").inner_text()
    assert "hard_drop_recall" in text
    assert "this browser runs none" in text


def test_names_and_roles_are_there_for_those_who_do_not_see(opened: Open) -> None:
    """Landmarks, one main heading, labels on every control, and charts that keep silent."""
    page = complete(opened)
    assert page.locator("h1").count() == 1
    for name in ("main", "nav", "header", "footer"):
        assert page.locator(f"body > {name}").count() == 1
    for control in page.locator("input, select").all():
        assert control.evaluate("(one) => one.labels.length") == 1
    assert page.locator("svg:not([aria-hidden=true])").count() == 0
    assert page.evaluate("document.documentElement.lang") == "en"
    duplicated = page.evaluate(
        "(() => { const all = [...document.querySelectorAll('[id]')].map((one) => one.id);"
        " return all.length - new Set(all).size; })()"
    )
    assert duplicated == 0

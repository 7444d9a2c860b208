"""Charts as inline SVG. They hold numbers and nothing else; whatever is text stands beside them.

svg.py writes what it is given as it is, so no text of a report ever reaches it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import svg
from markupsafe import Markup

from pytest_memeval.report import model

#: Height of a bar's drawing and of the bar in it.
TALL, BAR = 20, 8


def _percent(share: float) -> svg.Length:
    return svg.Length(round(100 * min(max(share, 0.0), 1.0), 3), "%")


def _drawing(kind: str, elements: Sequence[svg.Element], height: float) -> Markup:
    """An SVG that is as wide as its place; it is drawn in percent."""
    made = svg.SVG(
        class_=["chart", kind],
        width=svg.Length(100, "%"),
        height=height,
        elements=list(elements),
        extra={"aria-hidden": "true", "focusable": "false"},
    )
    return Markup(made.as_str())  # numbers and constants alone


def metric_bar(score: model.Score, bounds: Sequence[model.Threshold], tone: str) -> Markup:
    """The value as a bar, its interval as a whisker, each floor as a line across."""
    if score.value is None:
        return Markup("")
    scale = _scale(score, bounds)
    if not scale:
        return Markup("")
    top, middle = (TALL - BAR) / 2, TALL / 2
    elements: list[svg.Element] = [
        svg.Rect(class_=["track"], x=0, y=top, width=svg.Length(100, "%"), height=BAR, rx=2)
    ]
    if score.k is not None:
        elements += [
            svg.Line(class_=["grid"], x1=_percent(at), x2=_percent(at), y1=top, y2=top + BAR)
            for at in (0.25, 0.5, 0.75)
        ]
    elements.append(
        svg.Rect(
            class_=["value", tone],
            x=0,
            y=top,
            width=_percent(score.value / scale),
            height=BAR,
            rx=2,
        )
    )
    if score.low is not None and score.high is not None:
        low, high = _percent(score.low / scale), _percent(score.high / scale)
        elements.append(svg.Line(class_=["whisker"], x1=low, x2=high, y1=middle, y2=middle))
        elements += [
            svg.Line(class_=["whisker"], x1=at, x2=at, y1=middle - 4, y2=middle + 4)
            for at in (low, high)
        ]
    for bound in bounds:
        at = _percent(bound.bound / scale)
        elements.append(svg.Line(class_=["bound"], x1=at, x2=at, y1=1, y2=TALL - 1))
    return _drawing("metric", elements, TALL)


def _scale(score: model.Score, bounds: Sequence[model.Threshold]) -> float:
    """What the full width stands for: 1 of a ratio, of a count enough for value and bound."""
    if score.k is not None:
        return 1.0
    assert score.value is not None
    most = max([float(score.value), *(bound.bound for bound in bounds)])
    return most * 1.15 if bounds else 0.0


class Part(NamedTuple):
    """A share of a stacked bar, and the class that colours it."""

    share: float
    tone: str


def stacked(parts: Sequence[Part], height: float = 12) -> Markup:
    """Parts of a whole, one behind the other."""
    whole = sum(part.share for part in parts)
    elements: list[svg.Element] = []
    before = 0.0
    for part in parts:
        if part.share:
            x, width = before / whole, part.share / whole
            elements.append(
                svg.Rect(
                    class_=["part", part.tone],
                    x=_percent(x),
                    y=0,
                    width=_percent(width),
                    height=height,
                )
            )
            if part.tone == "trivial":  # told apart without colour, too
                elements += _hatching(x, width, height)
            before += part.share
    return _drawing("stacked", elements, height)


def _hatching(x: float, width: float, height: float) -> list[svg.Element]:
    """Upright lines through a part, some three in a hundredth of the whole."""
    number = max(1, round(width * 60))
    return [
        svg.Line(
            class_=["hatch"],
            x1=_percent(x + width * (at + 0.5) / number),
            x2=_percent(x + width * (at + 0.5) / number),
            y1=0,
            y2=height,
        )
        for at in range(number)
    ]


def columns(values: Sequence[int], height: float = 56) -> Markup:
    """Counts next to each other, such as of days."""
    most = max(values, default=0)
    if not most:
        return Markup("")
    wide = 1 / len(values)
    bars: list[svg.Element] = [
        svg.Rect(
            class_=["column"],
            x=_percent(at * wide),
            width=_percent(wide * 0.82),
            y=round(height - height * value / most, 2),
            height=round(height * value / most, 2),
        )
        for at, value in enumerate(values)
    ]
    return _drawing("columns", bars, height)


def trend(
    values: Sequence[float], bound: float | None, width: float = 240, height: float = 44
) -> Markup:
    """A line over runs, the last of which carries a dot, and the floor as a dashed line."""
    known = [*values, *([bound] if bound is not None else [])]
    low, high = min(known), max(known)
    span = high - low
    edge = 5.0

    def y(value: float) -> float:
        share = (value - low) / span if span else 0.5
        return round(height - edge - share * (height - 2 * edge), 2)

    step = (width - 2 * edge) / max(1, len(values) - 1)
    points = [(round(edge + at * step, 2), y(value)) for at, value in enumerate(values)]
    elements: list[svg.Element] = []
    if bound is not None:
        elements.append(svg.Line(class_=["dashed"], x1=0, x2=width, y1=y(bound), y2=y(bound)))
    elements.append(svg.Polyline(class_=["line"], points=[svg.Point(*point) for point in points]))
    elements.append(svg.Circle(class_=["dot"], cx=points[-1][0], cy=points[-1][1], r=3.2))
    made = svg.SVG(
        class_=["chart", "trend"],
        viewBox=svg.ViewBoxSpec(0, 0, width, height),
        width=width,
        height=height,
        elements=elements,
        extra={"aria-hidden": "true", "focusable": "false"},
    )
    return Markup(made.as_str())  # numbers and constants alone

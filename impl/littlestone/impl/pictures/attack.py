"""The picture of the binary-search attack on a learner of thresholds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from littlestone.impl.pictures.svg import element, picture
from littlestone.impl.privacy.threshold_attack import Recovered

WIDTH, LEFT, TOP, PLOT, AXIS, ROW, RADIUS = 720, 46, 40, 180, 52, 18, 5
ACCENT = "#d9540b"


@dataclass(frozen=True, slots=True)
class _Frame:
    """Where positions, frequencies and the rows of the search lie in the picture, in pixels."""

    entries: int

    def x(self, position: float) -> float:
        return LEFT + (position + 0.5) * (WIDTH - 2 * LEFT) / self.entries

    def y(self, frequency: Fraction) -> float:
        return TOP + float(1 - frequency) * PLOT

    def row(self, number: int) -> float:
        return TOP + PLOT + AXIS + ROW * number


def attack_svg(attack: Recovered, title: str = "Binary search on the average hypothesis") -> str:
    """The average hypothesis as the attack saw it, the level, and below it the search, a row for each probe.

    The upper line is the frequency of +1 at each position, the dashed line the level. Each row shows the positions that
    are still possible and the one that is probed: a full circle where its frequency is above the level, so that the
    search goes on to the left, a hollow one where it goes on to the right. The vertical line is before the position
    found. Raises ValueError where there is no position.
    """
    if not attack.frequencies:
        raise ValueError("an attack on no positions has no picture; give vectors with at least one entry")
    frame = _Frame(len(attack.frequencies))
    shapes = [*_plot(frame, attack), *_search(frame, attack)]
    return picture(shapes, (0, 0, WIDTH, frame.row(len(attack.probes) + 1)), title)


def _plot(frame: _Frame, attack: Recovered) -> Iterator[str]:
    """The caption, the axes, the frequencies and the level."""
    found = f"{attack.draws} outputs, {len(attack.probes)} probes: the threshold is at position {attack.position}"
    bottom, level = frame.y(Fraction(0)), frame.y(attack.level)
    yield element("text", found, x=WIDTH / 2, y=18)
    yield _line(LEFT, bottom, WIDTH - LEFT, bottom, opacity=0.5)
    for frequency in (Fraction(0), Fraction(1, 2), Fraction(1)):
        yield element("text", f"{float(frequency):g}", x=LEFT - 18, y=frame.y(frequency) + 4)
    for position in sorted({0, frame.entries // 2, frame.entries - 1}):
        yield element("text", str(position), x=frame.x(position), y=bottom + 18)
    yield element("text", "position, and the frequency of +1 there", x=WIDTH / 2, y=bottom + 36)
    edges = [f"{frame.x(i + side):g},{frame.y(f):g}" for i, f in enumerate(attack.frequencies) for side in (-0.5, 0.5)]
    yield element("polyline", points=" ".join(edges), fill="none", stroke="currentColor", stroke_width=1.5)
    yield _line(LEFT, level, WIDTH - LEFT, level, stroke_dasharray="5 4", opacity=0.8)
    yield element("text", f"r = {float(attack.level):.2g}", x=WIDTH - LEFT - 24, y=level + 16)


def _search(frame: _Frame, attack: Recovered) -> Iterator[str]:
    x = frame.x(attack.position - 0.5)
    yield _line(x, TOP - 12, x, frame.row(len(attack.probes)) + RADIUS, stroke=ACCENT, stroke_width=2)
    low, high = 0, frame.entries - 1
    for number, probe in enumerate(attack.probes, 1):
        x, y, fill = frame.x(probe.position), frame.row(number), ACCENT if probe.above else "none"
        yield _line(frame.x(low - 0.5), y, frame.x(high + 0.5), y, opacity=0.6)
        yield element("text", str(number), x=LEFT - 18, y=y + 4)
        yield element("circle", cx=x, cy=y, r=RADIUS, fill=fill, stroke=ACCENT, stroke_width=2)
        low, high = (low, probe.position - 1) if probe.above else (probe.position + 1, high)


def _line(x1: float, y1: float, x2: float, y2: float, **look: object) -> str:
    return element("line", x1=x1, y1=y1, x2=x2, y2=y2, **({"stroke": "currentColor"} | look))

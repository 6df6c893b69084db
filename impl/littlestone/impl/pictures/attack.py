"""Pictures of the binary-search attack, as self-contained SVG in the colour of the surrounding text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from xml.sax.saxutils import escape

from littlestone.impl.privacy.threshold_attack import Probe, Recovered

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
    found. One SVG element, 720 wide, in the colour of the surrounding text and one accent legible on light and dark.
    Raises ValueError where there is no position.
    """
    if not attack.frequencies:
        raise ValueError("an attack on no positions has no picture; give vectors with at least one entry")
    frame, height = _Frame(len(attack.frequencies)), TOP + PLOT + AXIS + ROW * (len(attack.probes) + 1)
    parts = [*_axes(frame), *_average(frame, attack), *_level(frame, attack), *_found(frame, attack)]
    body = "\n".join([*parts, *_search(frame, attack)])
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" '
        f'height="{height}" style="max-width:100%;height:auto" font-family="system-ui, sans-serif" font-size="12" '
        f'text-anchor="middle" fill="currentColor" stroke="none">\n<title>{escape(title)}</title>\n'
        f"{_text(WIDTH / 2, 18, _caption(attack))}\n{body}\n</svg>\n"
    )


def _caption(attack: Recovered) -> str:
    return f"{attack.draws} outputs, {len(attack.probes)} probes: the threshold is at position {attack.position}"


def _axes(frame: _Frame) -> Iterator[str]:
    bottom, right = frame.y(Fraction(0)), WIDTH - LEFT
    yield _line(LEFT, bottom, right, bottom, "currentColor", 'opacity="0.5"')
    for frequency in (Fraction(0), Fraction(1, 2), Fraction(1)):
        yield _text(LEFT - 18, frame.y(frequency) + 4, f"{float(frequency):g}")
    for position in sorted({0, frame.entries // 2, frame.entries - 1}):
        yield _text(frame.x(position), bottom + 18, str(position))
    yield _text(WIDTH / 2, bottom + 36, "position, and the frequency of +1 there")


def _average(frame: _Frame, attack: Recovered) -> Iterator[str]:
    edges = [f"{frame.x(i + side):g},{frame.y(f):g}" for i, f in enumerate(attack.frequencies) for side in (-0.5, 0.5)]
    yield f'<polyline points="{" ".join(edges)}" fill="none" stroke="currentColor" stroke-width="1.5"/>'


def _level(frame: _Frame, attack: Recovered) -> Iterator[str]:
    y = frame.y(attack.level)
    yield _line(LEFT, y, WIDTH - LEFT, y, "currentColor", 'stroke-dasharray="5 4" opacity="0.8"')
    yield _text(WIDTH - LEFT - 24, y + 16, f"r = {float(attack.level):.2g}")


def _found(frame: _Frame, attack: Recovered) -> Iterator[str]:
    x = frame.x(attack.position - 0.5)
    yield _line(x, TOP - 12, x, frame.row(len(attack.probes)) + RADIUS, ACCENT, 'stroke-width="2"')


def _search(frame: _Frame, attack: Recovered) -> Iterator[str]:
    low, high = 0, frame.entries - 1
    for number, probe in enumerate(attack.probes, 1):
        y = frame.row(number)
        yield _line(frame.x(low - 0.5), y, frame.x(high + 0.5), y, "currentColor", 'opacity="0.6"')
        yield _text(LEFT - 18, y + 4, str(number))
        yield _probe(frame.x(probe.position), y, probe)
        low, high = (low, probe.position - 1) if probe.above else (probe.position + 1, high)


def _probe(x: float, y: float, probe: Probe) -> str:
    fill = ACCENT if probe.above else "none"
    return f'<circle cx="{x:g}" cy="{y:g}" r="{RADIUS}" fill="{fill}" stroke="{ACCENT}" stroke-width="2"/>'


def _line(x1: float, y1: float, x2: float, y2: float, colour: str, style: str) -> str:
    return f'<line x1="{x1:g}" y1="{y1:g}" x2="{x2:g}" y2="{y2:g}" stroke="{colour}" {style}/>'


def _text(x: float, y: float, text: str) -> str:
    return f'<text x="{x:g}" y="{y:g}">{escape(text)}</text>'

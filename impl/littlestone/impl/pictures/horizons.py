"""The picture of what the printed constants of LYU25's online learner cost, as self-contained SVG."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import log10
from xml.sax.saxutils import escape

from littlestone.impl.searches import least_enough
from littlestone.spec.algebra.reals import Expression
from littlestone.spec.online.plans import UNITS, OnlineConstants, online_plan

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM, RADIUS, LINE = 720, 330, 60, 110, 44, 52, 4, 14
ACCENT = "#d9540b"
MARKS = ("currentColor", ACCENT)

Curves = Mapping[str, Sequence[int]]
MOST = 1 << 200  # steps, beyond which the least number is not looked for


def least_horizon(d: int, epsilon: Expression, delta: Expression, constants: OnlineConstants = UNITS) -> int:
    """The least T with U <= T, U as printed: before that even a mistake in every step does not fill the buffer.

    U grows slower than T, so that there is one, and all larger T will do; for d >= 1. Raises what ``online_plan``
    raises.
    """
    found = least_enough(lambda T: bool(online_plan(d, epsilon, delta, T, constants).buffer <= T), MOST)
    assert found is not None
    return found


def horizons_svg(
    curves: Curves, title: str = "The least number of steps before a retraining", counted: str = "steps T with U = T"
) -> str:
    """A curve for each name: the least T of the dimensions 1, 2, ..., on a scale of powers of ten of what is counted.

    One SVG element, 720 wide, in the colour of the surrounding text and one accent for every second curve. Raises
    ValueError where there is no curve, or one without points.
    """
    if not curves or not all(curves.values()):
        raise ValueError("there is nothing to draw; give curves with at least one dimension each")
    frame = _Frame(max(map(len, curves.values())), max(len(str(T)) for curve in curves.values() for T in curve))
    body = "\n".join([*_axes(frame, counted), *_curves(frame, curves)])
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" '
        f'height="{HEIGHT}" style="max-width:100%;height:auto" font-family="system-ui, sans-serif" font-size="12" '
        f'text-anchor="middle" fill="currentColor" stroke="none">\n<title>{escape(title)}</title>\n{body}\n</svg>\n'
    )


class _Frame:
    """Where dimensions and numbers of steps lie in the picture, in pixels."""

    def __init__(self, dimensions: int, decades: int) -> None:
        self.dimensions, self.decades = dimensions, decades

    def x(self, d: int) -> float:
        return LEFT + (d - 0.5) * (WIDTH - LEFT - RIGHT) / self.dimensions

    def y(self, steps: int) -> float:
        return HEIGHT - BOTTOM - log10(steps) * (HEIGHT - TOP - BOTTOM) / self.decades


def _axes(frame: _Frame, counted: str) -> Iterator[str]:
    for power in range(0, frame.decades + 1, 2):
        y = frame.y(10**power)
        yield f'<line x1="{LEFT}" y1="{y:g}" x2="{WIDTH - RIGHT}" y2="{y:g}" stroke="currentColor" opacity="0.3"/>'
        yield _text(LEFT - 20, y + 4, f"10^{power}")
    for d in range(1, frame.dimensions + 1):
        yield _text(frame.x(d), HEIGHT - BOTTOM + 20, str(d))
    yield _text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 10, "Littlestone dimension d")
    yield _text(LEFT + 40, TOP - 18, counted)


def _curves(frame: _Frame, curves: Curves) -> Iterator[str]:
    for i, curve in enumerate(curves.values()):
        colour, places = MARKS[i % 2], [(frame.x(d), frame.y(T)) for d, T in enumerate(curve, start=1)]
        points = " ".join(f"{x:g},{y:g}" for x, y in places)
        yield f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="1.5"/>'
        yield from (f'<circle cx="{x:g}" cy="{y:g}" r="{RADIUS}" fill="{colour}"/>' for x, y in places)
    ends = {name: frame.y(curve[-1]) + 4 for name, curve in curves.items()}
    yield from (_text(WIDTH - RIGHT / 2, y, name) for name, y in _apart(ends).items())


def _apart(places: Mapping[str, float]) -> dict[str, float]:
    """The heights of names, those moved down that would lie on the name above them."""
    found: dict[str, float] = {}
    for name in sorted(places, key=lambda name: places[name]):
        found[name] = max(places[name], max(found.values(), default=-LINE) + LINE)
    return found


def _text(x: float, y: float, text: str) -> str:
    return f'<text x="{x:g}" y="{y:g}">{escape(text)}</text>'

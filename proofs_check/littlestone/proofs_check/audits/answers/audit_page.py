"""The report of an audit: one self-contained page of HTML, the text with its curves as inline SVG.

Matplotlib draws the curves in the colours of the page, light or dark.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterator
from math import exp
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from markupsafe import Markup

from littlestone.impl.extras import MissingExtra
from littlestone.proofs_check.audits.answers.audit_data import audit_data
from littlestone.proofs_check.audits.answers.audit_text import parts_below
from littlestone.proofs_check.audits.answers.six_lines import outcome_of, six_lines
from littlestone.proofs_check.audits.subjects.number_text import as_float
from littlestone.proofs_check.audits.subjects.results import AuditResult
from littlestone.proofs_check.reports.pages.report_page import page_environment
from littlestone.proofs_check.storage.writing import write_text

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.typing import RcKeyType

TONES = {"fails": "refuted", "holds": "tested", "not decided": "open"}
CURVE_TITLE = "The privacy curve: delta as a function of epsilon. The band is from what is shown to what is estimated."
TRADE_OFF_TITLE = (
    "The trade-off curve: tests that tell the two samples apart. Claimed privacy allows none below the line."
)
# Stand-ins that COLOURS replaces, since matplotlib takes no variables of a style sheet
INK, FIRST, SECOND, CLAIM = "#010101", "#010102", "#010103", "#010104"
COLOURS = {INK: "var(--ink)", FIRST: "var(--refuted)", SECOND: "var(--tested)", CLAIM: "var(--proved)"}
GRID_POINTS = 201  # of the claimed trade-off curve: smooth at this width
GRID = tuple(i / (GRID_POINTS - 1) for i in range(GRID_POINTS))
LARGEST_EXPONENT = 700.0  # exp of more overflows
SETTINGS: dict[RcKeyType, object] = {
    "svg.fonttype": "none",
    "svg.hashsalt": "littlestone",
    "font.family": "sans-serif",
    "font.size": 10,
    **dict.fromkeys(("text.color", "axes.edgecolor", "axes.labelcolor", "xtick.color", "ytick.color"), INK),
    **dict.fromkeys(("axes.spines.top", "axes.spines.right", "legend.frameon"), False),
}


def write_audit_report(result: AuditResult, folder: Path) -> Path:
    """Write the result as ``audit.html`` in the folder, created where missing, in one step; returns the path."""
    write_text(folder / "audit.html", audit_page(result))
    return folder / "audit.html"


def audit_page(result: AuditResult) -> str:
    """The page as text; equal results give equal pages. Where what draws is not installed, it says so."""
    try:
        drawn: dict[str, object] = {"figures": list(_figures(result))}
    except MissingExtra as error:
        drawn = {"missing": str(error)}
    head, page = six_lines(result)[1:-1], page_environment().get_template("audit.html.j2")
    return page.render(audit_data(result) | drawn, tone=TONES[outcome_of(result)], head=head, parts=parts_below(result))


def _figures(result: AuditResult) -> Iterator[tuple[str, Markup]]:
    """The figures that there is something to draw for, each with its title."""
    if result.curve:
        yield CURVE_TITLE, _svg(result, _draw_privacy_curve, "privacy curve")
    if result.trade_off:
        yield TRADE_OFF_TITLE, _svg(result, _draw_trade_off, "trade-off curve")


# ---- Drawing


def _draw_privacy_curve(result: AuditResult, axes: Axes) -> None:
    """Delta as a function of epsilon: what is shown, with its confidence band, against what is claimed."""
    epsilons, deltas = [point.epsilon for point in result.curve], [point.delta for point in result.curve]
    if result.exact is None:
        lower = [point.lower for point in result.curve]
        upper = [point.delta if point.upper is None else point.upper for point in result.curve]
        axes.fill_between(epsilons, lower, upper, color=FIRST, alpha=0.25, linewidth=0)
        axes.plot(epsilons, lower, color=FIRST, label=f"at least, at {100 * result.confidence:g}%")
        axes.plot(epsilons, deltas, color=FIRST, linestyle=":", label="estimated")
    else:
        axes.plot(epsilons, deltas, color=FIRST, label="exact")
    axes.plot(epsilons, claimed_deltas(result, epsilons), color=CLAIM, linestyle="--", label="claimed")
    axes.set(xlabel="epsilon", ylabel="delta", ylim=(0, None), xlim=(0, None))


def _draw_trade_off(result: AuditResult, axes: Axes) -> None:
    """The misses against the false alarms of tests between the two samples, and where what is claimed keeps them.

    From draws, with upper bounds on both at the confidence.
    """
    points = sorted([(0.0, 1.0), (1.0, 0.0), *((p.false_alarms, p.misses) for p in result.trade_off)])
    axes.plot(*zip(*points, strict=True), color=FIRST, marker=".", label="found")
    most = sorted((p.most_false_alarms, p.most_misses) for p in result.trade_off if p.most_misses is not None)
    if most:
        words = f"at most, at {100 * result.confidence:g}%"
        axes.plot(*zip(*most, strict=True), color=FIRST, linestyle=":", label=words)
    places = sorted({*GRID, *(x for x, _ in points)})
    least = [claimed_misses(result, x) for x in places]
    axes.plot(places, least, color=CLAIM, linestyle="--", label="claimed: not below")
    axes.set(xlabel="false alarms", ylabel="misses", xlim=(0, 1), ylim=(0, 1))


def claimed_deltas(result: AuditResult, epsilons: list[float]) -> list[float]:
    """The largest delta at each epsilon that all that is claimed allows: of 1 - misses - e^epsilon false alarms."""
    tests = [(a, claimed_misses(result, a)) for a in (0.0, *np.geomspace(1e-9, 1, GRID_POINTS), *GRID)]
    return [max(max(0.0, 1 - misses - exp(epsilon) * alarms) for alarms, misses in tests) for epsilon in epsilons]


def claimed_misses(result: AuditResult, alarms: float) -> float:
    """The least rate of misses at this rate of false alarms that all that is claimed allows."""
    notions = [one.notion.misses(alarms) for one in result.measures]
    if result.implied:
        return max(notions)
    e, d = min(as_float(result.epsilon), LARGEST_EXPONENT), as_float(result.delta)
    return max([0.0, 1 - d - exp(e) * alarms, exp(-e) * (1 - d - alarms), *notions])


def _svg(result: AuditResult, draw: Callable[[AuditResult, Axes], None], name: str) -> Markup:
    """The drawing as an svg element that takes its colours from the page."""
    try:
        from matplotlib import rc_context
        from matplotlib.figure import Figure
    except ImportError as error:
        raise MissingExtra("a figure in a report", "plots") from error

    with rc_context(SETTINGS):
        figure = Figure(figsize=(6.2, 3.6), layout="constrained")
        axes = figure.add_subplot()
        draw(result, axes)
        axes.legend()
        text = io.StringIO()
        figure.savefig(text, format="svg", transparent=True, metadata={"Date": None, "Creator": None})
    return Markup(_page_coloured(text.getvalue(), name))


def _page_coloured(svg: str, name: str) -> str:
    """Without what HTML has no place for; each stand-in colour replaced by the page's own."""
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"<metadata>.*?</metadata>| xmlns(:\w+)?=\"[^\"]*\"", "", svg, flags=re.DOTALL)
    for stand_in, colour in COLOURS.items():
        svg = svg.replace(stand_in, colour)
    svg = re.sub(r'(id="|url\(#|href="#)', rf"\g<1>{name.replace(' ', '-')}-", svg)
    return svg.replace("xlink:href", "href").replace("<svg", f'<svg role="img" aria-label="{name}"', 1).strip()

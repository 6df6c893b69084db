"""The report of an audit: one self-contained page of HTML with its curves and the pair."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from markupsafe import Markup

from littlestone.impl.extras import MissingExtra
from littlestone.proofs_check.audits.answers.audit_data import audit_data
from littlestone.proofs_check.audits.answers.audit_text import (
    event_lines,
    fault_lines,
    kind_lines,
    method_lines,
    pair_lines,
    shown_rows,
)
from littlestone.proofs_check.audits.answers.outcomes import outcome_of
from littlestone.proofs_check.audits.answers.plots import privacy_curve_svg, trade_off_svg
from littlestone.proofs_check.audits.answers.six_lines import six_lines
from littlestone.proofs_check.audits.answers.words import shortened
from littlestone.proofs_check.audits.subjects.instances import Pair
from littlestone.proofs_check.audits.subjects.neighbours import Neighbours
from littlestone.proofs_check.audits.subjects.results import AuditResult, KindOfLeak
from littlestone.proofs_check.reports.pages.report_page import page_environment
from littlestone.proofs_check.storage.writing import write_text

TONES = {"fails": "refuted", "holds": "tested", "not decided": "open"}
CURVE_TITLE = "The privacy curve: delta as a function of epsilon. The band is from what is shown to what is estimated."
TRADE_OFF_TITLE = (
    "The trade-off curve: tests that tell the two samples apart. Claimed privacy allows none below the line."
)


def write_audit_report(result: AuditResult, folder: Path) -> Path:
    """Write the result as ``audit.html`` in the folder, created where missing, in one step; returns the path."""
    write_text(folder / "audit.html", audit_page(result))
    return folder / "audit.html"


def audit_page(result: AuditResult) -> str:
    """The page as text; equal results give equal pages."""
    pair = result.pair
    rows = list(shown_rows(pair)) if isinstance(pair, Pair) else []
    figures, missing = _drawn(result)
    return (
        page_environment()
        .get_template("audit.html.j2")
        .render(
            {
                **audit_data(result),
                "tone": TONES[outcome_of(result)],
                "shown_rows": rows,
                "hidden_rows": len(pair.first) - len(rows) if isinstance(pair, Pair) else 0,
                "inputs": pair_lines(pair)[1:] if isinstance(pair, Neighbours) else [],
                "event_lines": [] if result.event is None else event_lines(result.event)[1:],
                "event_words": "" if result.event is None else shortened(result.event.description),
                "kind_lines": [_kind_lines(result, one) for one in result.kinds] if result.leaks else [],
                "figures": figures,
                "method": [*method_lines(result), *result.notes, *missing],
                "head": six_lines(result)[1:-1],
                "faults": fault_lines(result.faults),
            }
        )
    )


def _kind_lines(result: AuditResult, one: KindOfLeak) -> dict[str, object]:
    """A kind of leak for the page: its heading, and the rest of what is said of it."""
    title, *rest = kind_lines(result, one)
    return {"title": title, "lines": rest}


def _drawn(result: AuditResult) -> tuple[list[tuple[str, Markup]], list[str]]:
    """The figures with their titles, or none and why, where what draws them is not installed."""
    try:
        return list(_figures(result)), []
    except MissingExtra as error:
        return [], [str(error)]


def _figures(result: AuditResult) -> Iterator[tuple[str, Markup]]:
    """The figures that there is something to draw for, each with its title."""
    if result.curve:
        yield CURVE_TITLE, privacy_curve_svg(result)
    if result.trade_off:
        yield TRADE_OFF_TITLE, trade_off_svg(result)

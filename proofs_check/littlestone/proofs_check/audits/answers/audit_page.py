"""The report of an audit: one self-contained page of HTML with its curves, its histograms and the pair."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from markupsafe import Markup

from littlestone.proofs_check.audits.answers.audit_data import audit_data
from littlestone.proofs_check.audits.answers.audit_text import (
    event_lines,
    fault_lines,
    method_lines,
    shortened,
    shown_rows,
)
from littlestone.proofs_check.audits.answers.plots import histogram_svg, privacy_curve_svg, trade_off_svg
from littlestone.proofs_check.audits.subjects.results import AuditResult
from littlestone.proofs_check.reports.report_page import _environment
from littlestone.proofs_check.storage.writing import write_text

TONES = {"leaks": "refuted", "exact_leak": "refuted", "no_leak": "tested", "exact_ok": "checked", "open": "open"}
CURVE_TITLE = "The privacy curve: delta as a function of epsilon. The band is from what is shown to what is estimated."
TRADE_OFF_TITLE = (
    "The trade-off curve: tests that tell the two samples apart. Claimed privacy allows none below the line."
)
HISTOGRAM_TITLE = "How often each output, or score of an output, occurs on each of the two samples."


def write_audit_report(result: AuditResult, folder: Path) -> Path:
    """Write the result as ``audit.html`` in the folder, created where missing, in one step; returns the path."""
    write_text(folder / "audit.html", audit_page(result))
    return folder / "audit.html"


def audit_page(result: AuditResult) -> str:
    """The page as text; equal results give equal pages."""
    rows = [] if result.pair is None else list(shown_rows(result.pair))
    return (
        _environment()
        .get_template("audit.html.j2")
        .render(
            {
                **audit_data(result),
                "tone": TONES[result.verdict],
                "shown_rows": rows,
                "hidden_rows": 0 if result.pair is None else len(result.pair.first) - len(rows),
                "event_lines": [] if result.event is None else event_lines(result.event)[1:],
                "event_words": "" if result.event is None else shortened(result.event.description),
                "figures": list(_figures(result)),
                "method": [*method_lines(result), *result.notes],
                "faults": fault_lines(result.faults),
            }
        )
    )


def _figures(result: AuditResult) -> Iterator[tuple[str, Markup]]:
    """The figures that there is something to draw for, each with its title."""
    if result.curve:
        yield CURVE_TITLE, privacy_curve_svg(result)
    if result.trade_off:
        yield TRADE_OFF_TITLE, trade_off_svg(result)
    for histogram in result.histograms:
        yield HISTOGRAM_TITLE, histogram_svg(histogram)

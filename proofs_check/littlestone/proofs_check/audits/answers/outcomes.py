"""What an answer comes to: its claim holds, fails, or is not decided.

The first line, the exit code, a gate's verdict, pytest's result and the page are all made of this. An audit that could
not have shown a leak decides nothing: 2 of 13 pairs of a learner of infinite loss were once green.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Literal

from littlestone.proofs_check.audits.subjects.results import FAILING, AuditResult
from littlestone.proofs_check.audits.subjects.scope import IGNORED
from littlestone.proofs_check.exit_codes import ExitCode

Outcome = Literal["holds", "fails", "not decided"]
OUTCOMES: dict[str, Outcome] = {
    "leaks": "fails",
    "exact_leak": "fails",
    "no_leak": "holds",
    "exact_ok": "holds",
    "open": "not decided",
}
CODES = {"holds": ExitCode.PASSED, "fails": ExitCode.FAILED, "not decided": ExitCode.UNDECIDED}
COLOURS = {"holds": "green", "fails": "red", "not decided": "yellow"}
CONSTANT = "its output never varied, on any sample"
POWERLESS = "so few runs could have shown no leak, however large"


def outcome_of(result: AuditResult) -> Outcome:
    """It fails by a leak, and holds where none is left open."""
    return OUTCOMES[result.verdict]


def exit_code(result: AuditResult) -> ExitCode:
    """How a command ends with this answer."""
    return CODES[outcome_of(result)]


def concluded(found: AuditResult) -> AuditResult:
    """The answer; without a leak it is open if what was looked at decides nothing."""
    doubts = () if found.leaks else tuple(_doubts(found))
    return replace(found, verdict="open", doubts=doubts) if doubts else found


def _doubts(found: AuditResult) -> Iterator[str]:
    """Why an answer without a leak decides nothing, the first reason first."""
    if 0 < found.pairs_tried < found.pairs_listed:
        yield f"{found.pairs_listed - found.pairs_tried} of {found.pairs_listed} pairs were left out"
    failed = sum(fault.times for fault in found.faults if fault.kind in FAILING)
    if failed and IGNORED not in found.left_out:
        yield f"{failed:,} run{'s' * (failed > 1)} failed"
    if found.failing_edges and IGNORED not in found.left_out:
        yield f"runs failed at the edge of the domain: {'; '.join(found.failing_edges)}"
    if found.unsettled:
        yield found.unsettled
    if found.varied is False:
        yield CONSTANT
    elif found.mode != "exact" and found.verdict == "no_leak" and (found.power is None or found.power.least is None):
        yield POWERLESS

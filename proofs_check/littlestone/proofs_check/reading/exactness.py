"""No float has a place in a statement: what its code says, and what it comes to at a few small arguments."""

from __future__ import annotations

from contextlib import suppress
from itertools import islice

from littlestone.proofs_check.formula_faults import FormulaFault
from littlestone.proofs_check.questions.arguments import Arguments, algorithms
from littlestone.proofs_check.questions.call_limit import CallLimitReached, call_limit
from littlestone.proofs_check.questions.small_arguments import MOST_CALLS, MOST_CASES, small_arguments
from littlestone.proofs_check.reading.floats import Finding, float_findings, floats_met
from littlestone.proofs_check.reading.instrumentation import begun, read
from littlestone.spec.claim import Claim


def insist_on_exactness(claim: Claim) -> None:
    """Raise FormulaFault at the first float or identity comparison in the claim's own code or evaluation."""
    _refuse(float_findings(claim))
    try:
        fixed = algorithms(claim)
    except KeyError:
        return  # nothing implements the algorithm, so that nothing is evaluated
    for arguments in islice(small_arguments(claim), MOST_CASES):
        _refuse(_floats_at(claim, {**arguments, **fixed}))


def _floats_at(claim: Claim, arguments: Arguments) -> list[Finding]:
    """The floats that arise at these arguments, as far as they are evaluated within the limit."""
    reading = begun(claim)  # outside of the limit: to take a long text apart would use it up
    if reading is None:
        return []
    with suppress(CallLimitReached), call_limit(MOST_CALLS):
        if claim.within_reach(arguments):
            read(claim, arguments, reading=reading)
    return floats_met(reading)


def _refuse(findings: list[Finding]) -> None:
    for finding in findings:
        raise FormulaFault(f"{finding.text}; write {finding.advice}", finding.line)

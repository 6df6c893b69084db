"""No float has a place in a statement: what its code says, and what it comes to at a few small arguments."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, product

from littlestone.proofs_check.formula_faults import FormulaFault
from littlestone.proofs_check.numbers.points import candidates
from littlestone.proofs_check.questions.arguments import Arguments, algorithms
from littlestone.proofs_check.questions.call_limit import CallLimitReached, call_limit
from littlestone.proofs_check.reading.floats import Finding, float_findings, floats_met
from littlestone.proofs_check.reading.instrumentation import read
from littlestone.spec.claim import Claim, Classes, Domain, Naturals, Reals, TreeSets
from littlestone.spec.classes.concept_classes import all_functions, explicit

MOST_CASES = 2  # each is an evaluation in Python; a float that arises at all arises at the smallest arguments

MOST_CALLS = 20_000  # a case; the dearest formulas of the papers take half a minute at their smallest arguments


def insist_on_exactness(claim: Claim) -> None:
    """Raise FormulaFault at the first float or identity comparison in the claim's own code or evaluation."""
    _refuse(float_findings(claim))
    try:
        fixed = algorithms(claim)
    except KeyError:
        return  # nothing implements the algorithm, so that nothing is evaluated
    for arguments in islice(_small_arguments(claim), MOST_CASES):
        _refuse(_floats_at(claim, {**arguments, **fixed}))


def _floats_at(claim: Claim, arguments: Arguments) -> list[Finding]:
    """The floats that arise at these arguments; none where they take too long, which other cases do not."""
    try:
        with call_limit(MOST_CALLS):
            reading = read(claim, arguments) if claim.within_reach(arguments) else None
    except CallLimitReached:
        return []
    return [] if reading is None else floats_met(reading)


def _refuse(findings: list[Finding]) -> None:
    for finding in findings:
        raise FormulaFault(f"{finding.text}; write {finding.advice}", finding.line)


def _small_arguments(claim: Claim) -> Iterator[Arguments]:
    """The smallest arguments, each parameter at its first values."""
    values = {name: _first_values(domain) for name, domain in claim.domains.items()}
    listed = {name: options for name, options in values.items() if options is not None}
    for chosen in product(*listed.values()):
        yield dict(zip(listed, chosen, strict=True))


def _first_values(domain: Domain) -> list[object] | None:
    """The first values of a parameter, the larger of the integers first; None for an algorithm."""
    match domain:
        case Classes(labels=labels):
            return [explicit(list(all_functions(1, labels or 2)), labels or 2, 1)]
        case TreeSets():
            return [explicit([(0, 0, 0)], 2, 3)]
        case Naturals(least=least):
            return [least + 1, least]
        case Reals():
            return list(candidates(domain, large=False)[1:3])
    return None

"""Why the use of a statement fails: an argument out of its range, a premise, a line that does not follow, a sum."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from typing import Any

from littlestone.proofs_check.reading.leaves import truth
from littlestone.proofs_check.reading.records import Record
from littlestone.proofs_check.reading.values import value_text
from littlestone.spec.algebra.reals import Real
from littlestone.spec.claim import Claim
from littlestone.spec.proofs import ARROWS, Arrow, Total, Use, costs_of_uses, is_evaluated
from littlestone.spec.ranges import in_range
from littlestone.spec.terms import COSTS


def asked_part(claim: Claim, answer: Record) -> Record | None:
    """The record of the part of the use that has to hold: the line drawn, or the hypothesis that is needed."""
    name = "gives" if claim.id.endswith(".conclusion") else "needs"
    call = answer.node
    keywords = call.keywords if isinstance(call, ast.Call) else []
    return next((answer.child(word.value) for word in keywords if word.arg == name), None)


def failing_use(claim: Claim, used: object, given: Mapping[str, Any]) -> Iterator[str]:
    """What the use or the total does not give, as far as that is not in its own code."""
    if isinstance(used, Total):
        yield from _failing_sums(claim.id.removesuffix(".sums"), used, given)
    elif claim.id.endswith(".premise") and isinstance(used, Use):
        yield from _failing_premise(ARROWS[claim.id.removesuffix(".premise")], used)


def _failing_premise(arrow: Arrow, use: Use) -> Iterator[str]:
    cited, contract = arrow.stated, arrow.contract
    domains = cited.domains if contract is None else contract.domains
    for name, value in use.arguments.items():
        if name in domains and truth(in_range(domains, name, use.arguments)) is False:
            yield f"{name} = {value_text(value)} in the range of {name} in {cited.id}"
    if contract is None and is_evaluated(cited, use) and truth(cited.state(use.arguments).premise) is False:
        shown = ", ".join(f"{name} = {text}" for name, v in use.arguments.items() if (text := value_text(v)))
        yield f"the hypothesis of {cited.id} at {shown}"


def _failing_sums(citing: str, total: Total, given: Mapping[str, Any]) -> Iterator[str]:
    uses = costs_of_uses(citing, given)
    for cost in COSTS:
        allowed, spent = getattr(total, cost), [(arrow.id, Real.of(costs[cost])) for arrow, costs in uses]
        whole = sum((value for _, value in spent), Real.of(0))
        if allowed is not None and truth(whole <= allowed) is False:
            parts = " + ".join(f"{value_text(value)} ({id})" for id, value in spent if value is not Real.of(0))
            yield f"{cost}: {parts} = {value_text(whole)} <= {value_text(allowed)}"

"""What passed, held against its formula at the smallest cases that there are, whatever a prover said of it.

A ledger whose digests were made anew may say anything of a claim; the formula, called on listed classes and exact
numbers, says what it always says. This asks no prover.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from typing import Any

from littlestone.proofs_check.compute.memories import forget_calls
from littlestone.proofs_check.questions.arguments import algorithms
from littlestone.proofs_check.questions.call_limit import CallLimitReached, call_limit
from littlestone.proofs_check.questions.universes import with_sum
from littlestone.proofs_check.rechecking.derivations.refusals import Refused
from littlestone.proofs_check.rechecking.relisting import choices
from littlestone.spec.algebra.decisions import UndecidedTruth
from littlestone.spec.claim import Claim
from littlestone.spec.domains import Classes, Domain, Naturals, Reals, TreeSets
from littlestone.spec.ranges import in_range

SHAPES = ((1, 2), (1, 3), (2, 2), (3, 2), (2, 3))  # points and labels, as the provers take them
# Python calls for a claim. With so many the 326 verdicts of BGS21 that are not listed case by case take 8 s
CALLS = 60_000
BY_REPAIR = 20  # times as many where a correction stands beside what is said to hold: such claims are nearly all false
STEPS = (0, 1, 2, 3, 4, 7, 8, 16, 64)
LISTING = 3  # the first of them for formulas that list things of such a size, of which no call tells
UNDEFINED = (UndecidedTruth, ArithmeticError, ValueError, LookupError)  # what a formula says of where it says nothing


def check_smallest(claim: Claim, calls: int) -> int:
    """At how many of its smallest cases a claim was evaluated within so many Python calls; raises Refused where it is
    violated at one."""
    evaluated = 0
    with suppress(KeyError):
        algorithms(claim)  # imported here, so that no call is counted for it
    forget_calls()
    with suppress(CallLimitReached, KeyError), call_limit(calls):
        for arguments in _smallest(claim.domains):
            with suppress(*UNDEFINED):
                evaluated += _is_no_violation(claim, arguments)
    return evaluated


def _is_no_violation(claim: Claim, arguments: Mapping[str, Any]) -> bool:
    """Whether the claim says something of the case; raises Refused where it fails there."""
    if not all(bool(in_range(claim.domains, name, arguments)) for name in arguments):
        return False
    if not claim.within_reach(arguments, claim.printed):
        return False
    statement = claim.state(arguments, claim.printed)
    if statement.premise & ~statement.conclusion:
        raise Refused(f"{claim.id} is violated at {', '.join(f'{n} = {v}' for n, v in arguments.items())}")
    return True


def _smallest(domains: Mapping[str, Domain]) -> Iterator[dict[str, Any]]:
    """Each class of a shape with each choice of numbers, those first whose values come first."""
    of_classes = any(isinstance(domain, Classes | TreeSets) for domain in domains.values())
    numbers = {n: _values(d) for n, d in domains.items() if isinstance(d, Naturals | Reals)}
    most = [len(values) - 1 for values in numbers.values()]
    for shape in SHAPES if of_classes else SHAPES[:1]:
        for total in range(sum(most) + 1):
            for places in with_sum(total, most):
                chosen = zip(numbers.items(), places, strict=True)
                yield from choices(domains, shape, {n: [values[i]] for (n, values), i in chosen})


def _values(domain: Naturals | Reals) -> Sequence[Any]:
    """A few values of a number; those that are not in its range are left out by whoever asks."""
    if isinstance(domain, Naturals):
        return [domain.least + step for step in (STEPS[:LISTING] if domain.concrete else STEPS)]
    low, high = domain.low, domain.high
    if low is not None and high is not None:
        return [low + (high - low) * Fraction(part, 4) for part in (2, 4, 1, 3, 0)]
    if low is not None:
        return [low + step for step in (1, Fraction(1, 2), 2, 0, 8, 64)]
    return [(0 if high is None else high) + step for step in (0, -1, 1, -8, 8)]

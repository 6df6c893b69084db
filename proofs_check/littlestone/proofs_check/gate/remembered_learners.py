"""What the baseline remembers of a learner's audit: what it was held to, and what was looked at.

It is taken from the checked plan, not from what the project writes: ``steps = 1000`` and an edited ``curve.csv`` are
green where only the words of the table are compared.
"""

from __future__ import annotations

import hashlib
from collections.abc import Hashable, Iterable
from contextlib import suppress
from fractions import Fraction
from itertools import islice, product
from math import floor
from typing import TYPE_CHECKING, Any

from littlestone.impl.privacy.guarantees import USER_LEVEL
from littlestone.impl.privacy.trade_offs import TradeOff
from littlestone.proofs_check.audits.declared import declared_relation, promise_of
from littlestone.proofs_check.audits.subjects.number_text import exact_number, rational_text
from littlestone.proofs_check.audits.subjects.relations import OPTIONS
from littlestone.proofs_check.audits.subjects.results import AuditResult
from littlestone.proofs_check.bad_input import BadInput
from littlestone.proofs_check.gate.configuration import Learner
from littlestone.proofs_check.gate.entries import RememberedCurve
from littlestone.spec.learning.randomness import is_true

if TYPE_CHECKING:  # which needs SciPy, and a gate that has nothing to run again need not
    from littlestone.proofs_check.audits.auditing import Plan

NOTIONS = ("rho", "mu", "renyi")  # whose claim is a text; that of a trade-off curve is the curve
PLACES = tuple(Fraction(*x) for x in [(0, 1), *((1, 10**k) for k in range(9, 1, -1)), *((i, 32) for i in range(1, 33))])
DIGITS = 12  # of misses there: a function's curve has some 500 corners
MOST_ROWS = 10_000  # of all that a sample may have, whose users are asked for
MOST_GIVEN = 100  # pairs with a hash each; more have one together


def held_to(learner: Learner, plan: Plan) -> dict[str, Any]:
    """What the audit tests: what the project claims, else what the target declares, whatever it was made of."""
    notions = {one.key: one for one in plan.notions}
    curve = None if "tradeoff" not in notions else _curve(notions["tradeoff"].curve)  # type: ignore[union-attr]
    delta = plan.delta if not plan.implied else None if learner.delta is None else exact_number("delta", learner.delta)
    return {
        "epsilon": None if plan.implied else rational_text(plan.epsilon),
        "delta": None if delta is None else rational_text(delta),
        **{key: notions[key].typed if key in notions else None for key in NOTIONS},
        "tradeoff": curve,
        "relation": OPTIONS.get(plan.relation),
        "users": _users(plan) if plan.relation == USER_LEVEL else None,
        "declares": None if learner.claims_nothing else _declared_less(plan),
    }


def looked_at(learner: Learner, plan: Plan, result: AuditResult) -> dict[str, Any]:
    """What the answer covers, by numbers that are the same for the same data and seed."""
    is_exact, draws = result.mode == "exact", plan.draws
    pairs = len(plan.pairs) + len(plan.edges) if result.exact is None else result.exact.examined
    return {
        "mode": result.mode,
        "pairs": None if result.mode == "onerun" else pairs,
        "given": _given(plan),
        "budget": None if is_exact else f"{plan.seconds:g}s" if draws is None else str(draws),
        "confidence": None if is_exact else repr(plan.confidence),
        "domain": None if is_exact else learner.domain or "the ends of the data",
        "samples": _samples(plan, is_exact),
        "seed": None if is_exact else learner.seed,
    }


def _curve(curve: TradeOff) -> RememberedCurve:
    """All corners of the curve; of a function's, values at the same places always."""
    if not curve.above:
        return {"points": [f"{rational_text(x)} {rational_text(y)}" for x, y in curve.points], "whole": True}
    misses = (Fraction(floor(curve.misses(x) * 10**DIGITS), 10**DIGITS) for x in PLACES)
    points = [f"{rational_text(x)} {rational_text(y)}" for x, y in zip(PLACES, misses, strict=True)]
    return {"points": points, "whole": False}


def _users(plan: Plan) -> str | None:
    """A hash of which rows are one user's, by whatever names; None where nobody tells."""
    rows: Iterable[Any]
    whose: Iterable[Hashable]
    if plan.instance.users is not None:
        rows, whose = plan.instance.sample or (), plan.instance.users
    elif plan.user is None:
        return None
    else:
        tried = (row for pair in plan.pairs for sample in (pair.first, pair.second) for row in sample)
        possible = product(plan.instance.points, plan.instance.labels)
        rows = dict.fromkeys((*tried, *islice(possible, MOST_ROWS)))
        whose = map(plan.user, rows)
    numbers: dict[Hashable, int] = {}
    return _hash([(row, numbers.setdefault(one, len(numbers))) for row, one in zip(rows, whose, strict=True)])


def _given(plan: Plan) -> list[str]:
    """A hash for each pair that is given, whichever of the two samples comes first."""
    if not plan.pairs_are_given:
        return []
    found = sorted({_hash(sorted((repr(pair.first), repr(pair.second)))) for pair in plan.pairs})
    return found if len(found) <= MOST_GIVEN else [_hash(found)]


def _samples(plan: Plan, is_exact: bool) -> str:
    """A hash of what samples are made of, which are tried and where outputs are compared; not of given pairs."""
    instance, made, tried = plan.instance, None, None
    if not plan.pairs_are_given:
        made = [(*instance.points,), instance.labels, instance.sample, instance.rows]
        tried = [(pair.first, pair.second) for pair in plan.pairs]
    return _hash([made, None if is_exact else (plan.probe.points, tried)])


def _hash(data: object) -> str:
    return hashlib.sha256(repr(data).encode()).hexdigest()[:12]


def _declared_less(plan: Plan) -> str | None:
    """What the target itself declares of the same neighbours that is less than what is claimed of it, if anything."""
    if declared_relation(plan.target) != plan.relation:
        return None
    with suppress(BadInput, ArithmeticError):  # it says nothing, or the two are too close to be told apart
        own = promise_of(plan.target, relation=plan.relation)
        return "; ".join(_less(own, plan)) or None
    return None


def _less(own: Any, plan: Plan) -> Iterable[str]:
    """By the same notions alone: an epsilon at one delta says nothing of that at a smaller one."""
    pairs = ((own.epsilon, plan.epsilon), (own.delta, plan.delta))
    if not plan.implied and all(is_true(a >= b) for a, b in pairs) and any(is_true(a > b) for a, b in pairs):
        words = [f"epsilon {rational_text(e)}, delta {rational_text(d)}" for e, d in zip(*pairs, strict=True)]
        yield f"{words[0]}, where {words[1]} is claimed"
    claimed = {one.key: one.claimed for one in plan.notions}
    for one in own.notions:
        if one.key in claimed and is_true(one.claimed > claimed[one.key]):
            yield f"{one.words}, where {rational_text(claimed[one.key])} is claimed"

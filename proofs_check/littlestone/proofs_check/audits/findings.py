"""From what the engine found to the answer of an audit: bounds on all that is claimed, and curves.

The kinds that were tested have equal shares of the error, and the points of a curve share it too, so that all bounds
of an answer hold together at the stated confidence. Hence few points: the more, the lower the curve.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from math import exp, nextafter
from typing import Any

import numpy as np

from littlestone.impl.privacy.guarantees import ADD_REMOVE, REPLACE_ONE
from littlestone.proofs_check.audits.answers.words import named_columns
from littlestone.proofs_check.audits.auditing import Plan
from littlestone.proofs_check.audits.declared import Promise, grouped
from littlestone.proofs_check.audits.onerun import Guessed
from littlestone.proofs_check.audits.runs.outputs import column_names
from littlestone.proofs_check.audits.search.blackbox import BlackBoxResult
from littlestone.proofs_check.audits.search.trials import Found
from littlestone.proofs_check.audits.subjects.instances import Pair
from littlestone.proofs_check.audits.subjects.notions import Notion
from littlestone.proofs_check.audits.subjects.number_text import Bound, as_fraction, greater, rational_text
from littlestone.proofs_check.audits.subjects.results import (
    AuditResult,
    CurvePoint,
    Event,
    KindOfLeak,
    Measure,
    OneRunResult,
    Opposite,
    Power,
    TradeOffPoint,
    Verdict,
)
from littlestone.proofs_check.statistics.binomials import upper_bound
from littlestone.proofs_check.statistics.curves import privacy_curve
from littlestone.proofs_check.statistics.guesses import Guesses, together
from littlestone.proofs_check.statistics.hypotheses import LARGEST, EpsilonNull
from littlestone.proofs_check.statistics.power import PROBABILITY, least_guessed, least_reported
from littlestone.proofs_check.statistics.two_sample import Counts, delta_lower_bound, gaussian_mu_lower_bound
from littlestone.spec.learning.randomness import Exact, is_true

CURVE_POINTS = 17  # each bound spends its share of the error, so the more points, the lower the curve; not tuned
SHARED = "the kinds that were tested have equal shares of the error, so that their bounds hold together"
MOST_SURE = 0.9
SURELY = 1e-3  # the error of a leak that is named before a larger one
LARGEST_EPSILON = 20.0  # e^-20 is 2e-9: no audit draws enough to fill a curve beyond


def float_above(value: Exact) -> float:
    """A float not below the number: a bound for it is one for the number."""
    nearest = float(as_fraction(value))
    return nearest if is_true(value <= Fraction(nearest)) else nextafter(nearest, math.inf)


def unanswered(plan: Plan, draws: int, seconds: float, **known: Any) -> AuditResult:
    """An answer that knows no more than this yet."""
    usual: dict[str, Any] = {"command": plan.command("blackbox", draws), "confidence": plan.confidence}
    usual |= {"measures": tuple(Measure(notion, 0.0, None) for notion in plan.notions)}
    return AuditResult(
        target=plan.target.name,
        kind=plan.target.kind,
        epsilon=plan.epsilon,
        delta=plan.delta,
        seed=plan.request.seed,
        seconds=seconds,
        implied=plan.implied,
        relation=plan.relation,
        left_out=plan.left_out,
        **usual | known,
    )


def measured(notion: Notion, bound: Fraction | float) -> Measure:
    """The lower bound, and that the claim is not kept where it exceeds that."""
    return Measure(notion, bound, False if greater(bound, notion.claimed) else None)


def verdict_of(plan: Promise, epsilon: float, measures: Sequence[Measure]) -> Verdict:
    """Whether one of the bounds exceeds what is claimed; an epsilon that is only implied decides nothing by itself."""
    exceeds = any(one.keeps is False for one in measures)
    return "leaks" if exceeds or (not plan.implied and greater(epsilon, plan.epsilon)) else "no_leak"


def power_of_draws(plan: Plan, found: BlackBoxResult) -> Power:
    """The least epsilon, or number of a notion where epsilon is only implied, that the draws would have shown.

    A nearly sure event shows no loss, and is tested where none was worth choosing: then by one as common as not, in
    half of the draws. By all of them, at 1.07, 19 of 30 audits found mu 1.07 to be more than 1, since what an event is
    has to be learned first.
    """
    tested, claimed, null = found.found[0], float_above(plan.epsilon), EpsilonNull(found.delta)
    blocks, by = tested.blocks, "as common as the tested one"
    if any(b.hits_first + b.hits_second > MOST_SURE * (b.draws_first + b.draws_second) for b in blocks):
        halves = ((b.draws_first // 2, b.draws_second // 2) for b in blocks)
        blocks, by = tuple(Counts(n // 2, n, m // 2, m) for n, m in halves), "as common as not"
    if plan.implied:
        notion = plan.notions[0]
        return Power(notion.name, notion.least_reported(blocks, tested.error), PROBABILITY, by)
    guesses = [each for each in tested.guesses if isinstance(each, Guesses)]
    if len(guesses) == len(tested.guesses) > 0:  # as many, at both ends of a score that tells as much at each
        made = together(guesses)
        number = made.right + made.wrong
        is_seen = lambda right: Guesses(right, number - right, made.draws).p_value(claimed) <= tested.error  # noqa: E731
        return Power("epsilon", least_guessed(number, is_seen, EpsilonNull(0.0).parameter), PROBABILITY)
    least = least_reported(blocks, lambda _: null, null.parameter, claimed, tested.error)
    return Power("epsilon", least, PROBABILITY, by)


def with_guesses(answer: AuditResult, promise: Promise, tried: Mapping[str, Guessed], runs: int = 1) -> AuditResult:
    """The answer with the best of what guesses show, each by what is guessed; the first are all that can be made."""
    deciding = promise.notions[0] if promise.implied else None
    words, best = max(tried.items(), key=lambda one: one[1].number(deciding, promise.delta))
    epsilon = float(best.number(None, promise.delta))
    bounds = (max(one.number(notion, promise.delta) for one in tried.values()) for notion in promise.notions)
    measures = tuple(map(measured, promise.notions, bounds))
    verdict = verdict_of(promise, epsilon, measures)
    return replace(
        answer,
        mode="onerun",
        verdict=verdict,
        power=_power_of_guesses(promise, next(iter(tried.values()))) if verdict == "no_leak" else None,
        bound=Bound(epsilon),
        measures=measures,
        one_run=OneRunResult(best.canaries, best.made, best.correct, epsilon, words, runs),
    )


def _power_of_guesses(plan: Promise, tried: Guessed) -> Power:
    """The least loss that so many guesses would have shown to exceed the claim, each as hard as the others."""
    deciding = plan.notions[0] if plan.implied else None
    claimed = plan.epsilon if deciding is None else deciding.claimed
    loss = EpsilonNull(float(as_fraction(plan.delta))).parameter if deciding is None else deciding.loss
    shown = lambda right: greater(replace(tried, correct=right).number(deciding, plan.delta), claimed)  # noqa: E731
    return Power("epsilon" if deciding is None else deciding.name, least_guessed(tried.made, shown, loss), PROBABILITY)


def conversion_notes(plan: Plan, epsilon: Exact | float | None, measures: Sequence[Measure]) -> tuple[str, ...]:
    """Of a row replaced: that what is shown would be no leak, where the claim is of a row added or removed."""
    exceeded = [one for one in measures if one.keeps is False]
    leaks = not plan.implied and (epsilon is None or greater(epsilon, plan.epsilon))
    if plan.relation != REPLACE_ONE or not (leaks or exceeded):
        return ()
    doubled, beside = grouped(plan.epsilon, plan.delta, 2)
    if leaks and (epsilon is None or greater(epsilon, doubled)):
        return ()
    for one in exceeded:  # only rho and mu are the same number over two steps
        twice = one.notion.grouped(2) if one.notion.key in ("rho", "mu") else None
        if twice is None or greater(one.bound, twice.claimed):
            return ()
    also = f" and delta {rational_text(beside)}" if plan.delta else ""
    allowed = [f"epsilon {rational_text(doubled)}{also}"] if not plan.implied else []
    allowed += [twice.words for one in measures if (twice := one.notion.grouped(2)) is not None]
    words = f"a claim to {ADD_REMOVE} allows {', '.join(allowed)} where a row is replaced, which is two such steps"
    return (f"{words}: if that is what is claimed, this is no leak of it; use --relation add-remove",)


def with_finding(
    answer: AuditResult, plan: Plan, found: BlackBoxResult, pairs: tuple[Pair, ...], width: int
) -> AuditResult:
    """The answer with what the engine found in it."""
    names = column_names(plan.target, plan.probe, width)
    ranked = sorted(found.found, key=lambda one: not _outlives_a_grid(plan, one, found.delta))
    listed = (_kind_of_leak(plan, one, pairs[one.pair], names) for one in ranked)
    kinds = tuple(sorted(listed, key=lambda one: not one.leaks))
    shares = (SHARED,) if len(kinds) > 1 else ()
    # Of each claim the largest bound of any kind: they hold together
    by_claim = zip(*(kind.measures for kind in kinds), strict=True)
    measures = tuple(max(bounds, key=lambda one: one.bound) for bounds in by_claim)
    converted = conversion_notes(plan, found.epsilon, measures)
    leaks = any(one.leaks for one in kinds)
    # Beside a claim of mu, or where no leak is found, it could say something else than the verdict
    says_mu = leaks and all(notion.key != "mu" for notion in plan.notions)
    return replace(
        answer,
        verdict="leaks" if leaks else "no_leak",
        power=None if leaks else power_of_draws(plan, found),
        bound=kinds[0].bound,
        measures=measures,
        pair=kinds[0].pair,
        event=kinds[0].event,
        draws=found.draws,
        stopped=found.stopped,
        pairs_tried=len(pairs),
        pairs_listed=len(plan.pairs),
        varied=found.varied,
        unsettled=found.unsettled,
        gaussian_mu=gaussian_mu_lower_bound(found.found[0].blocks[-1], found.found[0].error) if says_mu else None,
        curve=_curve(found, answer),
        trade_off=_trade_off(found),
        notes=(*answer.notes, *plan.scope.words, *shares, *converted),
        kinds=kinds,
    )


def _outlives_a_grid(plan: Plan, one: Found, delta: float) -> bool:
    """It is a leak that rounding does not end, surely enough to be named before one of low bits.

    What is private by a hair seems to leak in one of forty audits: 0.101 of 0.1 was named where low bits show 6.
    """
    error = min(one.error, SURELY)
    epsilon = one.least_epsilon(delta, error)
    return one.kind != "low_bits" and verdict_of(plan, epsilon, _measures(plan, one, error)) == "leaks"


def _measures(plan: Plan, one: Found, error: float) -> tuple[Measure, ...]:
    """The bounds on all that is claimed beside epsilon, each at this share of the error."""
    return tuple(
        measured(notion, min(notion.from_draws(blocks, error) for blocks in one.tests)) for notion in plan.notions
    )


def _kind_of_leak(plan: Plan, one: Found, pair: Pair, names: tuple[str, ...]) -> KindOfLeak:
    """What was found of a kind: its events are tested for every claim, at its share of the error of each.

    No draws need a delta beside an epsilon that is very large.
    """
    measures = _measures(plan, one, one.error)
    counts, words, epsilon = one.blocks[-1], named_columns(one.event.description, names), float_above(plan.epsilon)
    likely = counts.hits_first, counts.hits_second, counts.draws_first, counts.draws_second
    least_delta = delta_lower_bound(counts, epsilon, one.error) if epsilon <= LARGEST else None
    return KindOfLeak(
        kind=one.kind,
        bound=Bound(one.epsilon),
        measures=measures,
        leaks=verdict_of(plan, one.epsilon, measures) == "leaks",
        pair=replace(pair, first=pair.second, second=pair.first) if one.swapped else pair,
        event=Event(words, *likely, _opposite(one, names), least_delta),
    )


def _opposite(one: Found, names: tuple[str, ...]) -> Opposite | None:
    """Where the other sample was guessed in the last block, and all guesses of all blocks."""
    made = [each for each in one.guesses if isinstance(each, Guesses)]
    if not made:
        return None
    words = None if one.opposite is None else named_columns(one.opposite.description, names)
    whole = together(made)
    return Opposite(words, whole.right, whole.wrong, len(made), len(one.guesses))


def _curve(found: BlackBoxResult, answer: AuditResult) -> tuple[CurvePoint, ...]:
    """Delta at epsilons from 0 to beyond the bound and the claim: estimated, and bounded at all of them together.

    At each epsilon by the threshold that earlier draws suggest.
    """
    last = min(LARGEST_EPSILON, 1.25 * max(found.epsilon, float(as_fraction(answer.epsilon)), 0.1))
    epsilons = np.linspace(0, last, CURVE_POINTS).tolist()
    chosen = [found.bands.nested[_most_telling(found.bands.guide, e)] for e in epsilons]
    bounds = privacy_curve(chosen, epsilons, found.found[0].error)
    rates = [(c.hits_first / c.draws_first, c.hits_second / c.draws_second) for c in found.bands.nested]
    estimates = [max(0.0, *(p - exp(e) * q for p, q in rates)) for e in epsilons]
    return tuple(CurvePoint(b.epsilon, max(d, b.delta), b.delta) for b, d in zip(bounds, estimates, strict=True))


def _most_telling(guide: Sequence[Counts], epsilon: float) -> int:
    """The threshold of the largest p - e^epsilon q, two standard errors below its estimate."""

    def least(c: Counts) -> float:
        p, q = (c.hits_first + 0.5) / (c.draws_first + 1), (c.hits_second + 0.5) / (c.draws_second + 1)
        variance = p * (1 - p) / c.draws_first + exp(2 * epsilon) * q * (1 - q) / c.draws_second
        return p - exp(epsilon) * q - 2 * math.sqrt(variance)

    return max(range(len(guide)), key=lambda i: least(guide[i]))


def _trade_off(found: BlackBoxResult) -> tuple[TradeOffPoint, ...]:
    """False alarms and misses of the thresholds, with upper bounds on all of them that hold together."""
    error, points = Fraction(found.found[0].error) / (2 * len(found.bands.nested)), []
    for c in found.bands.nested:
        rates = (c.hits_second, c.draws_second), (c.draws_first - c.hits_first, c.draws_first)
        most = (min(1.0, float_above(upper_bound(k, n, error))) for k, n in rates)
        points.append(TradeOffPoint(*(k / n for k, n in rates), *most))
    return tuple(points)

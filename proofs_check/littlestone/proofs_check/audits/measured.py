"""Audits from draws: the target is looked at, the budget set, the engine run, and its answer put in order."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import exp, nextafter

import numpy as np

from littlestone.proofs_check.arrays import Array
from littlestone.proofs_check.audits.answers.audit_text import named_columns, sample_text
from littlestone.proofs_check.audits.onerun import canary_game, one_run_audit, one_run_rho
from littlestone.proofs_check.audits.plans import Plan
from littlestone.proofs_check.audits.runs.crews import Crew, Request
from littlestone.proofs_check.audits.runs.faults import FAILING, FaultBook, TooManyFaults
from littlestone.proofs_check.audits.runs.journal import Journal
from littlestone.proofs_check.audits.runs.sampling import DRAWS_AT_ONCE, Sampler
from littlestone.proofs_check.audits.runs.worker import Draws, Runs, Setup
from littlestone.proofs_check.audits.search.blackbox import BlackBoxResult, blackbox_bound
from littlestone.proofs_check.audits.subjects.instances import Dataset
from littlestone.proofs_check.audits.subjects.neighbours import AnyPair
from littlestone.proofs_check.audits.subjects.number_text import as_fraction, greater
from littlestone.proofs_check.audits.subjects.results import (
    AuditResult,
    CurvePoint,
    Event,
    Fault,
    Histogram,
    TradeOffPoint,
    Verdict,
)
from littlestone.proofs_check.audits.subjects.stated import FEWEST_DRAWS
from littlestone.proofs_check.audits.subjects.targets import column_names
from littlestone.proofs_check.bad_input import BadInput, UnusableTarget
from littlestone.proofs_check.statistics.curves import privacy_curve
from littlestone.proofs_check.statistics.two_sample import combined_rho_lower_bound, gaussian_mu_lower_bound
from littlestone.spec.learning.randomness import Exact, is_true

Watch = Callable[[int, int], None]
MOST_LOOKED_AT = 8  # samples tried before a target is called useless: the first may be one that it refuses
SECONDS_TO_CALIBRATE = 0.5  # long enough for a few batches; never more than a tenth of the budget
ENGINE_SECONDS_PER_DRAW = 1e-5  # on the mechanisms of docs/audit_benchmark.md 0.2e-6 to 6.4e-6: on the safe side
CURVE_POINTS = 17  # each bound spends its share of the error, so the more points, the lower the curve; not tuned
LARGEST_EPSILON = 20.0  # e^-20 is 2e-9: no audit draws enough to fill a curve beyond


def silent(done: int, total: int) -> None:
    """Tell nobody."""


def audit_by_draws(plan: Plan, journal: Journal, progress: Watch) -> AuditResult:
    """The answer of the black box.

    Where crashes and hangs make it cost too much, a smaller audit of the samples they occur on is begun, with draws of
    its own: its size depends on the draws before it, its outcome does not, so that its bound holds at the stated
    confidence. Raises UnusableTarget where no run succeeds.
    """
    start = time.monotonic()
    setup = Setup(plan.target.name, plan.probe, plan.domain, plan.limits)
    with Crew(plan.target, setup, plan.jobs) as crew:
        look_at(crew, plan)
        draws = plan.budget.draws or int(journal.number("draws", lambda: affordable_draws(crew, plan)))
        attempt = Attempt(plan, crew, journal, progress)
        found, pairs = attempt.run(draws)
        faults = crew.book.listed()
    answer = _answer(plan, draws, faults, time.monotonic() - start, tuple(attempt.notes))
    if found is None:
        return replace(answer, stopped=attempt.stopped, draws=(("a first attempt", attempt.made),))
    return with_finding(answer, plan, found, pairs, crew.width or 1)


@dataclass
class Attempt:
    """The engine, run on all pairs, and once more on fewer where faults cost too much."""

    plan: Plan
    crew: Crew
    journal: Journal
    progress: Watch
    notes: list[str] = field(default_factory=list)
    stopped: str = ""
    made: int = 0

    def run(self, draws: int) -> tuple[BlackBoxResult | None, tuple[AnyPair, ...]]:
        """What the engine finds, and the pairs it was given; None where faults ended that too."""
        sampler = Sampler(self.crew, self.journal, lambda made: self.progress(made, draws))
        try:
            pairs = self._as_many(self.plan.pairs, draws)
            return self._bound(sampler, pairs, draws, self.plan.seed), pairs
        except TooManyFaults as fault:
            first = fault
        runs = self.crew.book.runs
        affordable = min(int(self.journal.number("affordable", lambda: first.affordable)), draws // 2)
        suspects = [pair for pair in self.plan.pairs if first.sample in (pair.first, pair.second)]
        self.notes.append(f"{first} out of {runs:,}; begun anew with {affordable:,} draws")
        try:
            if affordable >= FEWEST_DRAWS:
                self.crew.book.forgive(first_attempt=False)
                pairs = tuple(suspects[: affordable // FEWEST_DRAWS])
                return self._bound(sampler, pairs, affordable, self.plan.seed + 1), pairs
        except TooManyFaults:
            pass
        self.stopped, self.made = str(first), runs
        return None, ()

    def _as_many(self, pairs: tuple[AnyPair, ...], draws: int) -> tuple[AnyPair, ...]:
        """As many of the pairs as the draws are enough for."""
        kept = pairs[: max(1, draws // FEWEST_DRAWS)]
        if len(kept) < len(pairs):
            self.notes.append(f"{draws:,} draws are enough for {len(kept)} of {len(pairs)} pairs")
        return kept

    def _bound(self, sampler: Sampler, pairs: Sequence[AnyPair], draws: int, seed: int) -> BlackBoxResult:
        return blackbox_bound(
            sampler,
            [(pair.first, pair.second) for pair in pairs],
            delta=float_above(self.plan.delta),
            draws=draws,
            confidence=self.plan.confidence_of_each,
            seed=seed,
        )


def float_above(value: Exact) -> float:
    """A float not below the number: a bound for it is one for the number."""
    nearest = float(as_fraction(value))
    return nearest if is_true(value <= Fraction(nearest)) else nextafter(nearest, math.inf)


# ---- Before the engine


def look_at(crew: Crew, plan: Plan) -> None:
    """Train on a few samples, each run twice: what is wrong with the target is noted, and the width of its output set.

    Raises UnusableTarget where every run fails.
    """
    samples = list(dict.fromkeys(sample for pair in plan.pairs for sample in (pair.first, pair.second)))
    faults: list[Fault] = []
    for i, sample in enumerate(samples[:MOST_LOOKED_AT]):
        if i >= 2 and crew.width is not None:
            break
        width, found = _looked_at(crew, sample, plan.seed)
        faults += found
        if width is not None and crew.width is None:
            crew.width = width
    if crew.width is None:
        raise _useless(plan, faults[0])
    crew.book.forgive(first_attempt=True)


def _looked_at(crew: Crew, sample: Dataset, seed: int) -> tuple[int | None, tuple[Fault, ...]]:
    """The width of the outputs on a sample, None where all runs fail, and the faults."""
    if crew.target.kind == "mechanism":
        request: Request = Draws(sample, 8, seed, thorough=True)
    else:
        request = Runs(sample, np.arange(seed, seed + 2).astype(np.uint32), thorough=True)
    rows, faults = crew.run([request])
    failed = sum(fault.times for fault in faults if fault.kind in FAILING)
    return (rows.shape[1] if failed < len(request) else None), faults


def _useless(plan: Plan, fault: Fault) -> UnusableTarget:
    problem = f"every run fails; with seed {fault.seed} on {sample_text(fault.sample)}: {fault.detail}"
    return UnusableTarget(
        plan.target.name, problem, "make it run on such samples, or give others with --class or --data"
    )


def affordable_draws(crew: Crew, plan: Plan) -> float:
    """How many draws fit into the budget's seconds, the engine's own work included; raises BadInput for few.

    What goes wrong in these runs is not booked: a resumed audit, which knows the number, does not make them again.
    """
    seconds = plan.budget.seconds or 0.0
    sample, made, start, booked = plan.pairs[0].first, 0, time.monotonic(), crew.book
    crew.book = FaultBook(booked.losses)
    try:
        while time.monotonic() - start < min(SECONDS_TO_CALIBRATE, seconds / 10):
            rows, _ = crew.run([_calibration(crew, sample, made + i) for i in range(crew.jobs)])
            made += len(rows)
    except TooManyFaults:
        made += crew.book.runs
    finally:
        crew.book = booked
    each = (time.monotonic() - start) / max(made, 1) + ENGINE_SECONDS_PER_DRAW
    draws = seconds / each
    if draws < FEWEST_DRAWS:
        problem = f"{seconds:g} s are enough for about {draws:.0f} draws"
        raise BadInput("budget", problem, f"allow {FEWEST_DRAWS * each:.0f} s, or use --mode onerun")
    # A little less than fits, and two digits, which the command that repeats the audit can name
    return float(f"{draws * 0.95:.1e}")


def _calibration(crew: Crew, sample: Dataset, seed: int) -> Request:
    if crew.target.kind == "mechanism":
        return Draws(sample, DRAWS_AT_ONCE, seed)
    return Runs(sample, np.arange(seed, seed + crew.batch).astype(np.uint32))


# ---- After the engine


def _answer(plan: Plan, draws: int, faults: tuple[Fault, ...], seconds: float, notes: tuple[str, ...]) -> AuditResult:
    """An answer that knows nothing yet."""
    return AuditResult(
        target=plan.target.name,
        kind=plan.target.kind,
        mode="blackbox",
        epsilon=plan.epsilon,
        delta=plan.delta,
        verdict="open",
        bound=0.0,
        confidence=plan.confidence,
        pair=None,
        event=None,
        draws=(),
        stopped="",
        command=plan.command("blackbox", draws),
        seed=plan.seed,
        seconds=seconds,
        faults=faults,
        notes=notes,
        rho=plan.rho,
        rho_bound=None if plan.rho is None else 0.0,
        implied=plan.implied,
    )


def verdict_of(plan: Plan, epsilon: float, rho: float | Fraction | None) -> Verdict:
    """Whether one of the bounds exceeds what is claimed; an epsilon that is only implied decides nothing by itself."""
    exceeds = plan.rho is not None and rho is not None and greater(rho, plan.rho)
    return "leaks" if exceeds or (not plan.implied and greater(epsilon, plan.epsilon)) else "no_leak"


def with_finding(
    answer: AuditResult, plan: Plan, found: BlackBoxResult, pairs: tuple[AnyPair, ...], width: int
) -> AuditResult:
    """The answer with what the engine found in it."""
    counts, pair = found.counts, pairs[found.pair]
    rho = None if plan.rho is None else combined_rho_lower_bound(found.blocks, found.error)
    words = named_columns(found.event.description, column_names(plan.target, plan.probe, width))
    return replace(
        answer,
        verdict=verdict_of(plan, found.epsilon, rho),
        bound=found.epsilon,
        rho_bound=rho,
        pair=replace(pair, first=pair.second, second=pair.first) if found.swapped else pair,
        event=Event(words, counts.hits_first, counts.hits_second, counts.draws_first, counts.draws_second),
        draws=found.draws,
        stopped=found.stopped,
        pairs_tried=len(pairs),
        gaussian_mu=gaussian_mu_lower_bound(counts, found.error),
        curve=_curve(found, answer),
        trade_off=tuple(TradeOffPoint(*map(float, point)) for point in found.trade_off.T),
        histograms=(_histogram(found),),
    )


def _curve(found: BlackBoxResult, answer: AuditResult) -> tuple[CurvePoint, ...]:
    """Delta at epsilons from 0 to beyond the bound and the claim: estimated, and bounded at all of them together."""
    last = min(LARGEST_EPSILON, 1.25 * max(found.epsilon, float(as_fraction(answer.epsilon)), 0.1))
    epsilons = np.linspace(0, last, CURVE_POINTS).tolist()
    bounds = privacy_curve([found.counts] * CURVE_POINTS, epsilons, found.error)
    alarms, misses = found.trade_off
    estimates = [max(0.0, float(np.max(1 - misses - exp(e) * alarms))) for e in epsilons]
    return tuple(CurvePoint(b.epsilon, d, b.delta) for b, d in zip(bounds, estimates, strict=True))


def _histogram(found: BlackBoxResult) -> Histogram:
    labels = tuple(f"{edge:.4g}" for edge in found.edges[:-1])
    first, second = (tuple(map(float, bars / max(bars.sum(), 1))) for bars in found.histogram)
    return Histogram("score of the output, on the two samples", labels, first, second)


# ---- In one run


def audit_in_one_run(plan: Plan, journal: Journal, progress: Watch) -> AuditResult:
    """The answer of one run with many independent canary rows; raises UnusableTarget where that run fails."""
    start = time.monotonic()
    game = canary_game(plan.instance, plan.seed)
    setup = Setup(plan.target.name, game.probe, plan.domain, plan.limits)
    with Crew(plan.target, setup) as crew:
        sampler = Sampler(crew, journal, lambda made: progress(made, 1))

        def draw(sample: Dataset, n: int, rng: np.random.Generator) -> Array:
            rows = sampler(sample, n, rng)
            failed = [fault for fault in crew.book.listed() if fault.kind in FAILING]
            if failed:
                raise _useless(plan, failed[0])
            return rows

        found = one_run_audit(draw, game, delta=plan.delta, confidence=plan.confidence_of_each, seed=plan.seed)
        answer = _answer(plan, 0, crew.book.listed(), time.monotonic() - start, ())
    rho = None if plan.rho is None else one_run_rho(found, plan.delta, plan.confidence_of_each)
    return replace(
        answer,
        mode="onerun",
        verdict=verdict_of(plan, found.epsilon, rho),
        bound=found.epsilon,
        rho_bound=rho,
        draws=(("the run", sampler.made),),
        stopped=f"{found.guesses} guesses about {found.canaries} canaries",
        command=plan.command("onerun", None),
        one_run=found,
    )

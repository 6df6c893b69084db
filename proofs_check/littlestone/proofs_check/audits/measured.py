"""Audits from draws: the target is looked at, the budget set, the engine run, and its answer put in order.

If outputs of one call depend on each other, or a call for many runs fails, the audit starts again with one run per
call, and has a tenth of the error: the new start was chosen by what was seen, so its error comes on top of the first
attempt's.

How long an audit takes is found out by rehearsals, whose answers are thrown away. The speed of the target alone is not
enough: on three noisy sums over a table 10 s became 920,000 runs, which took 25 s of one core, since to look at 23
pairs costs more than to draw from them. What is rehearsed is drawn by other seeds than what is tested, and the number
of runs is fixed before the first of these: no bound depends on the clock.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache
from time import monotonic as clock
from typing import Any

import numpy as np

from littlestone.proofs_check.audits.answers.words import named_columns, sample_text
from littlestone.proofs_check.audits.auditing import Plan
from littlestone.proofs_check.audits.findings import (
    conversion_notes,
    float_above,
    unanswered,
    with_finding,
    with_guesses,
)
from littlestone.proofs_check.audits.onerun import RUN, canary_game
from littlestone.proofs_check.audits.runs.crews import Crew
from littlestone.proofs_check.audits.runs.faults import FaultBook, TooManyFaults
from littlestone.proofs_check.audits.runs.outputs import FAILED, UNSEEN, column_names
from littlestone.proofs_check.audits.runs.requests import Runs, Setup, runs_on
from littlestone.proofs_check.audits.runs.sampling import DRAWS_AT_ONCE, NotIndependent, Sampler
from littlestone.proofs_check.audits.runs.state import (
    FIXED,
    OWN_GENERATOR,
    SECONDS,
    State,
    state_between_runs,
    uses_its_source,
)
from littlestone.proofs_check.audits.search.blackbox import BlackBoxResult, blackbox_bound
from littlestone.proofs_check.audits.search.kinds import Sought
from littlestone.proofs_check.audits.subjects.instances import Dataset, Pair
from littlestone.proofs_check.audits.subjects.results import FAILING, AuditResult, Fault
from littlestone.proofs_check.audits.subjects.scope import FEWEST_DRAWS
from littlestone.proofs_check.audits.subjects.targets import Target
from littlestone.proofs_check.bad_input import BadInput, UnusableTarget

Watch = Callable[[int, int], None]
PAIRS, GROWTH = 4, 4  # that a rehearsal tries: enough for two rounds of the search; how each is larger than the last
REHEARSING = 0.2  # of the seconds
USED = 0.75  # of what is left: memory and other work on the machine make many runs slower than few were
DRAWS_LOOKED_AT, RUNS_LOOKED_AT = 8, 2  # on each sample
MOST_LOOKED_AT = 8  # samples tried before a target is called useless: the first may be one that it refuses
SECONDS_APART = 60.0  # of draws made one by one, where the budget has no seconds
SECONDS_TO_CALIBRATE = 0.5  # long enough for a few batches; never more than a tenth of the budget
ERROR_AGAIN = 0.1  # of the stated error, for an audit that is begun anew; not tuned
STATES = 0.15  # of the budget's seconds: fresh processes, whose runs are compared with those of the audit

# What a target sets as it is imported is for its own processes
BY_DEFAULT = np.errstate(divide="warn", over="warn", under="ignore", invalid="warn")


@BY_DEFAULT
def audit_by_draws(plan: Plan, progress: Watch) -> AuditResult:
    """The answer of the black box.

    Where a call of a mechanism for many draws fails, the audit is begun anew with one draw a call. Where crashes and
    hangs make it cost too much, a smaller audit of the samples they occur on is begun. An audit that is begun anew has
    draws of its own, but it is the draws before it that begin it: an attempt that is given up may be one that would
    have told the truth. So each further attempt adds its error to the first one's, and has a tenth of it. Raises
    UnusableTarget where no run succeeds.
    """
    start = clock()
    setup = Setup(plan.target.name, plan.probe, plan.instance.domain, plan.limits)
    with Crew(plan.target, setup, plan.request.jobs) as crew:
        apart = look_at(crew, plan)
        plan, untried, failing = with_edges(crew, plan)
        draws = chosen_draws(crew, plan, apart, start)
        attempt = Attempt(plan, Sampler(crew, lambda made: progress(made, draws), apart))
        if apart:
            attempt.notes.append(f"a call for {DRAWS_LOOKED_AT} draws failed; each draw is made in a call of its own")
        found, pairs = attempt.run(draws)
        faults = crew.book.listed()
        names = column_names(plan.target, plan.probe, crew.width or 1)
        asked = uses_its_source(crew)
    notes = tuple(named_columns(note, names) for note in attempt.notes)
    if plan.target.kind == "estimator" and not plan.probe.observe:
        untried = (*untried, UNSEEN)
    known = {"faults": faults, "notes": notes, "untried": untried, "failing_edges": failing, "asked": asked}
    answer = unanswered(plan, draws, clock() - start, **known)
    if found is None:
        return replace(answer, stopped=attempt.stopped, draws=(("a first attempt", attempt.made),))
    if attempt.state is not None:
        words = named_columns(attempt.state.words, names)
        if attempt.state.decides:
            why = f"its outputs depend on earlier runs of their process: {words}"
            return replace(answer, stopped=why, draws=found.draws)
        asked = False if attempt.state.words in (FIXED, OWN_GENERATOR) else asked
        answer = replace(answer, notes=(*answer.notes, words), asked=asked)
    return with_finding(answer, plan, found, pairs, crew.width or 1)


@dataclass
class Attempt:
    """The engine, run on all pairs; anew where calls for many draws fail, and on fewer where faults cost too much.

    ``state`` is what fresh processes show of runs that depend on each other.
    """

    plan: Plan
    sampler: Sampler
    notes: list[str] = field(default_factory=list)
    stopped: str = ""
    made: int = 0
    state: State | None = None

    def run(self, draws: int, again: bool = False) -> tuple[BlackBoxResult | None, tuple[Pair, ...]]:
        """What the engine finds, and the pairs it was given; None where faults ended that too."""
        try:
            return self._bound(self.plan.pairs, draws, self.plan.request.seed + (2 if again else 0), again)
        except NotIndependent as reason:  # which single calls never raise
            fewer = self._one_by_one(reason, draws)
            return self.run(fewer, again=True) if fewer >= FEWEST_DRAWS else (None, ())
        except TooManyFaults as fault:
            return self._on_suspects(fault, draws)

    def _one_by_one(self, reason: NotIndependent, draws: int) -> int:
        """How many draws can be made one by one; from now on they are."""
        self.stopped, self.made = f"{reason}, and calls for one draw each take too long", self.sampler.made
        self.sampler.apart = True
        self.sampler.crew.book.forgive(first_attempt=True)
        seconds = (self.plan.seconds or 2 * SECONDS_APART) / 2
        fewer = min(draws, affordable(seconds, seconds_of_a_run(self.sampler.crew, self.plan, True, seconds)))
        self.notes.append(f"{reason}; begun anew with {fewer:,} draws, each in a call of its own")
        return fewer

    def _on_suspects(self, first: TooManyFaults, draws: int) -> tuple[BlackBoxResult | None, tuple[Pair, ...]]:
        """What the engine finds on the sample with most crashes and hangs, from as many draws as these allow."""
        runs = self.sampler.crew.book.made.total()
        affordable = min(first.affordable, draws // 2)
        suspects = tuple(pair for pair in self.plan.pairs if first.sample in (pair.first, pair.second))
        self.notes.append(f"{first} out of {runs:,}; begun anew with {affordable:,} draws")
        try:
            if affordable >= FEWEST_DRAWS:
                self.sampler.crew.book.forgive(first_attempt=False)
                return self._bound(suspects, affordable, self.plan.request.seed + 1, again=True)
        except (TooManyFaults, NotIndependent):
            pass
        self.stopped, self.made = str(first), runs
        return None, ()

    def _bound(
        self, listed: tuple[Pair, ...], draws: int, seed: int, again: bool = False
    ) -> tuple[BlackBoxResult, tuple[Pair, ...]]:
        pairs = listed[: max(1, draws // FEWEST_DRAWS)]
        if len(pairs) < len(listed):
            self.notes.append(f"{draws:,} draws are enough for {len(pairs)} of {len(listed)} pairs")
        found = self.bound(pairs, draws, seed, again)
        used = {one.pair: pairs[one.pair] for one in found.found}
        seconds = SECONDS if self.plan.seconds is None else STATES * self.plan.seconds / len(used)
        states = (
            state_between_runs(self.sampler, (pair.first, pair.second), seed, min(SECONDS, seconds))
            for pair in used.values()
        )
        self.state = max(filter(None, states), key=lambda state: state.decides, default=None)
        return found, pairs

    def bound(self, pairs: tuple[Pair, ...], draws: int, seed: int, again: bool = False) -> BlackBoxResult:
        """What the engine alone finds on these pairs."""
        confidence = self.plan.confidence_of_each
        return blackbox_bound(
            self.sampler,
            [(pair.first, pair.second) for pair in pairs],
            delta=float_above(self.plan.delta),
            draws=draws,
            confidence=1 - (1 - confidence) * ERROR_AGAIN if again else confidence,
            seed=seed,
            sought=Sought(float_above(self.plan.epsilon), self.plan.scope, FAILED),
        )


# ---- Before the engine


def look_at(crew: Crew, plan: Plan) -> bool:
    """Run on a few samples, twice each: what is wrong with the target is noted, and the width of its output set.

    Whether a mechanism could only be called for one draw at a time. Raises UnusableTarget where every run fails.
    """
    samples = list(dict.fromkeys(sample for pair in plan.pairs for sample in (pair.first, pair.second)))
    faults: list[Fault] = []
    worked: list[Runs] = []
    with suppress(TooManyFaults):
        for i, sample in enumerate(samples[:MOST_LOOKED_AT]):
            if i >= 2 and worked:
                break
            for request in _looks(crew.target, sample, plan.request.seed):
                rows, found = crew.run([request])
                faults += found
                if (rows != FAILED).any():
                    worked.append(request)
                    if crew.target.kind == "mechanism":
                        break
    if not worked:
        raise _useless(plan, (crew.book.listed() or faults)[0])
    crew.book.forgive(first_attempt=True)
    return crew.target.kind == "mechanism" and not all(request.together for request in worked)


def with_edges(crew: Crew, plan: Plan) -> tuple[Plan, tuple[str, ...], tuple[str, ...]]:
    """The plan with the pairs at the edges on which no run failed; what is not tried, and what of it is inside."""

    @cache
    def works_on(sample: Dataset) -> bool:
        """A first look finds no failing run, whatever runs on other samples have cost."""
        try:
            with unbooked(crew):
                rows, faults = crew.run(_looks(crew.target, sample, plan.request.seed)[:1])
        except TooManyFaults:
            return False
        return not any(one.kind in FAILING for one in faults) and bool((rows != FAILED).all())

    kept = [edge for edge in plan.edges if works_on(edge.pair.first) and works_on(edge.pair.second)]
    refused = [edge.what for edge in plan.edges if edge not in kept]
    failing = tuple(edge.what for edge in plan.edges if edge.inside and edge not in kept)
    words = (f"not tried, since it fails there: {'; '.join(refused)}",) if refused else ()
    none = () if plan.edges else ("not tried: values beyond those of the samples",)
    return replace(plan, pairs=(*plan.pairs, *(edge.pair for edge in kept))), (*words, *none), failing


def _looks(target: Target, sample: Dataset, seed: int) -> list[Runs]:
    """Of a mechanism a call for a few draws, then, where that fails, calls for one; else runs with a few seeds."""
    seeds = np.arange(seed, seed + DRAWS_LOOKED_AT).astype(np.uint32)
    singles = [runs_on(sample, seeds[i : i + 1], thorough=True) for i in range(RUNS_LOOKED_AT)]
    if target.kind == "mechanism":
        return [runs_on(sample, np.array([seed]), DRAWS_LOOKED_AT, thorough=True), *singles]
    return singles


def _useless(plan: Plan, fault: Fault) -> UnusableTarget:
    problem = f"every run fails; with seed {fault.seed} on {sample_text(fault.sample)}: {fault.detail}"
    given = "; X is an array: wrap what takes frames in Frames of littlestone.auditing"
    given = given if plan.target.kind == "estimator" else ""
    advice = f"make it run on such samples, or give others with --class or --data{given}"
    if fault.kind == "hang":
        advice = "give it longer with --time-limit SECONDS, or smaller samples with --rows"
    if fault.kind in ("shape", "none"):
        advice = "let it answer with numbers, one for each point where it predicts; for words, wrap it in TextLabels"
    return UnusableTarget(plan.target.name, problem, advice)


@contextmanager
def unbooked(crew: Crew) -> Iterator[None]:
    """What goes wrong in runs that are only a trial is not booked."""
    booked, crew.book = crew.book, FaultBook(crew.book.losses)
    try:
        yield
    finally:
        crew.book = booked


def chosen_draws(crew: Crew, plan: Plan, apart: bool, start: float) -> int:
    """How many draws to make: those of the budget, or as many as its seconds from ``start`` on are enough for.

    ``apart``: each draw is a call of a mechanism. Raises BadInput for few.
    """
    seconds = plan.seconds
    if seconds is None:
        return plan.draws or FEWEST_DRAWS
    each_run = paced(crew, plan, apart, REHEARSING * seconds)
    draws, least = affordable(seconds * (1 - STATES) - (clock() - start), each_run), FEWEST_DRAWS * each_run
    if draws < FEWEST_DRAWS and least > seconds:
        problem = f"{seconds:g} s are enough for about {seconds / each_run:.0f} draws"
        raise BadInput("budget", problem, f"allow {2 * least:.0f} s, or use --mode onerun")
    return max(draws, FEWEST_DRAWS)


def affordable(seconds: float, each_run: float) -> int:
    """How many runs fit into so many seconds, to two digits, which the command that repeats the audit can name."""
    return int(float(f"{max(0.0, USED * seconds / each_run):.1e}"))


def pace_of(
    rehearse: Callable[[int], None], pairs: int, alone: float, seconds: float, clock: Callable[[], float]
) -> float:
    """What a run takes with its part of all else, by rehearsals of ever more on so many pairs, in about the seconds.

    ``alone`` is what a run of the target takes; of a target that is too slow for two rehearsals it is all that counts.
    What a pair costs is shared by a rehearsal's runs: the last one has about as many for each pair as the audit.
    """
    start, draws, last = clock(), FEWEST_DRAWS * pairs, 0.0
    if draws * (1 + GROWTH) * alone > seconds:
        return alone
    while clock() - start + GROWTH / 2 * last <= seconds:
        before = clock()
        rehearse(draws)
        last, each_run = clock() - before, (clock() - before) / draws
        draws *= GROWTH
    return max(alone, each_run)


def paced(crew: Crew, plan: Plan, apart: bool, seconds: float) -> float:
    """What a run takes in an audit of a few pairs, found out in about so many seconds; alone where it is at fault."""
    alone, step = seconds_of_a_run(crew, plan, apart, seconds), -(-len(plan.pairs) // PAIRS)
    tried = replace(plan, pairs=plan.pairs[::step])  # evenly spread: what is at the edges comes last

    def rehearse(draws: int) -> None:
        attempt = Attempt(tried, Sampler(crew, lambda made: None, apart))
        found = attempt.bound(tried.pairs, draws, plan.request.seed + 3)
        with_finding(unanswered(tried, draws, 0.0), tried, found, tried.pairs, crew.width or 1)

    try:
        with unbooked(crew):
            return pace_of(rehearse, len(tried.pairs), alone, seconds, clock)
    except (TooManyFaults, NotIndependent):  # what the audit does about them is slower, and it gives up in time
        return alone


def seconds_of_a_run(crew: Crew, plan: Plan, apart: bool, seconds: float) -> float:
    """How long a run of the target takes, found out in a small part of so many seconds."""
    sample, made, start = plan.pairs[0].first, 0, clock()
    together = crew.target.kind == "mechanism" and not apart
    with unbooked(crew):
        try:
            while clock() - start < min(SECONDS_TO_CALIBRATE, seconds / 10):
                seeds = np.arange(made, made + (1 if together else crew.batch)).astype(np.uint32)
                request = runs_on(sample, seeds, DRAWS_AT_ONCE if together else 1)
                made += len(crew.run([request] * crew.jobs)[0])
        except TooManyFaults:
            made += crew.book.made.total()
    return (clock() - start) / max(made, 1)


# ---- In one run


@BY_DEFAULT
def audit_in_one_run(plan: Plan, progress: Watch) -> AuditResult:
    """The answer of one run with many independent canary rows; raises UnusableTarget where that run fails.

    An estimator is trained twice more, of which no guess is made, to see whether it uses its seed.
    """
    start = clock()
    game = canary_game(plan.instance, plan.request.seed)
    setup = Setup(plan.target.name, game.probe, plan.instance.domain, plan.limits)
    with Crew(plan.target, setup) as crew:
        sampler = Sampler(crew, lambda made: progress(made, 1), apart=True)
        rows = sampler(game.sample, 1, np.random.default_rng((plan.request.seed, RUN)))
        failed = [fault for fault in crew.book.listed() if fault.kind in FAILING]
        if failed:
            raise _useless(plan, failed[0])
        found = game.judged(rows[0], 1 - Fraction(repr(plan.confidence_of_each)))
        known: dict[str, Any] = {"faults": crew.book.listed(), "asked": uses_its_source(crew)}
        if plan.target.kind == "estimator" and plan.target.takes_source and not crew.asked:
            # By another seed, twice: it is asked where that gives the same, and nothing varies where both seeds do
            with unbooked(crew), suppress(TooManyFaults):
                again, _ = crew.run([runs_on(game.sample, np.zeros(1, dtype=np.uint32), thorough=True)])
                known["asked"] = uses_its_source(crew)
                known["varied"] = None if known["asked"] is None else bool((again.ravel() != rows.ravel()).any())
        answer = unanswered(plan, 0, clock() - start, **known)
    answer = with_guesses(answer, plan, {"which of two labels a row had, by the prediction on its point": found})
    return replace(
        answer,
        notes=(*answer.notes, *conversion_notes(plan, float(answer.bound), answer.measures)),
        draws=(("the run", sampler.made),),
        stopped=f"{found.made} guesses about {found.canaries} canaries",
        command=plan.command("onerun", None),
    )

"""Exact audits: a learner's law enumerated on all neighbouring samples of a small instance, in a process of its own."""

from __future__ import annotations

import hashlib
import math
import random
import time
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import pairwise, product
from typing import Any, TypeVar, cast

import numpy as np

from littlestone.impl.privacy.renyi import exact_rho, largest_renyi
from littlestone.impl.randomness.enumeration import law
from littlestone.proofs_check.audits.auditing import Plan
from littlestone.proofs_check.audits.declared import Promise
from littlestone.proofs_check.audits.findings import conversion_notes, unanswered
from littlestone.proofs_check.audits.runs.outputs import UNSEEN, BadOutput, parameters_of, predictions_of, states
from littlestone.proofs_check.audits.runs.requests import Limits
from littlestone.proofs_check.audits.runs.worker import silence
from littlestone.proofs_check.audits.subjects.instances import Dataset, Instance, Pair, Row
from littlestone.proofs_check.audits.subjects.number_text import Bound, as_float, with_article
from littlestone.proofs_check.audits.subjects.relations import Walked, walked
from littlestone.proofs_check.audits.subjects.results import (
    AuditResult,
    CurvePoint,
    Event,
    ExactResult,
    RenyiPoint,
    TradeOffPoint,
)
from littlestone.proofs_check.audits.subjects.targets import Target
from littlestone.proofs_check.bad_input import NotEnumerable
from littlestone.proofs_check.compute.forked import can_fork, forked
from littlestone.proofs_check.compute.memory_limits import limit_memory
from littlestone.proofs_check.compute.users_code import TimeUp, limited
from littlestone.spec.algebra.reals import ln
from littlestone.spec.learning.laws import Law
from littlestone.spec.learning.privacy import Privacy, Violation, privacy_between, replace_one
from littlestone.spec.learning.randomness import Exact, Randomness, exact, is_true

MOST_SAMPLES = 2_000  # every one has a law to walk; 4 rows with 6 possible values make 1,296
MOST_RUNS = 200_000  # a guard that does not depend on the machine
LONGEST_RUN = 5.0  # seconds: a learner that takes as long for one branch has no law that fits a minute
LONGEST_SECONDS = 30.0  # mode auto draws instead once this is over, so it is what a hopeless enumeration costs
LONGEST_WHERE_ASKED = 1800.0  # mode exact has nothing to fall back to: a slow machine must not change its answer
CURVE_POINTS = 25  # exact, so any number may be shown; as many as a plot of this width resolves
RUNS_IN_A_ROW = 200  # a learner that leaked from its 50th call on passed where all samples have fewer branches
ORDERS = tuple(Fraction(text) for text in ("1.25", "1.5", "2", "3", "4", "6", "8", "12", "16", "24", "32"))
OUTCOMES_NAMED = 6  # what a reader takes in
LARGEST_EPSILON = 600.0  # e^710 is no float any more
INFINITE = 3.0  # where no epsilon is enough: how far the curve is drawn
PLAIN = (int, float, str, bytes, Fraction)
SMALLER = "take fewer --rows or a smaller --class, or use --mode blackbox"
BLACKBOX = "use --mode blackbox"
Found = TypeVar("Found")


def exact_audit(
    target: Target,
    instance: Instance,
    promise: Promise,
    *,
    relation: Walked = replace_one,
    pairs: Sequence[Pair] = (),
    seconds: float = LONGEST_SECONDS,
) -> tuple[ExactResult, dict[str, Any]]:
    """The exact privacy of a learner over all neighbouring samples of ``instance.rows`` rows of the instance.

    With it what an answer shows of the laws, by its fields. relation: which samples are neighbours. pairs: those to
    walk in place of these, if there are some. seconds: how long all walks may take, and again as long to be repeated.
    Raises NotEnumerable where there are more than 2,000 samples, more than 200,000 branches in all, or it takes longer;
    where the learner raises, asks for noise whose law is not known, returns what is neither plain data nor a predictor,
    or depends on anything but its sample and the source.
    """
    walk, number = _Walk(target.value, instance), len(instance.points) * len(instance.labels)
    if not pairs and instance.rows * math.log(number) > math.log(MOST_SAMPLES):
        problem = f"{number:,} possible rows make more than {MOST_SAMPLES:,} samples of {instance.rows}"
        raise NotEnumerable("mode", problem, SMALLER)

    def compute() -> tuple[ExactResult, dict[str, Any], dict[Dataset, str]]:
        rows = () if pairs else tuple(product(instance.points, instance.labels))
        listed = [(pair.first, pair.second) for pair in pairs] or [*relation(rows, instance.rows)]
        result, seen = _result(privacy_between(walk.law, listed), promise)
        return replace(result, named=bool(pairs)), seen | {"untried": (UNSEEN,) if walk.unseen else ()}, walk.walked

    found, shown, walked = apart(compute, seconds)
    apart(lambda: walk.repeat(walked), seconds)  # in a fresh process and the opposite order they must go the same way
    return found, shown


def exact_answer(plan: Plan) -> AuditResult:
    """The exact answer; raises NotEnumerable where the target takes no source of randomness or the law is too large."""
    if plan.target.kind != "learner":
        problem = f"{plan.target.name} is {with_article(plan.target.kind)}"
        raise NotEnumerable("mode", problem, "write it as learn(sample, random_source), or use --mode blackbox")
    if plan.probe.observe:
        raise NotEnumerable("mode", "an exact law is that of whole hypotheses", "use --mode blackbox, or observe none")
    start = time.monotonic()
    walks_named = plan.pairs_are_given or plan.instance.users is not None  # no function tells whose any row is
    found, shown = exact_audit(
        plan.target,
        plan.instance,
        plan,
        relation=replace_one if walks_named else walked(plan.relation, plan.user),
        pairs=plan.pairs if walks_named else (),
        seconds=LONGEST_WHERE_ASKED if plan.request.mode == "exact" else LONGEST_SECONDS,
    )
    seconds, measures = time.monotonic() - start, shown["measures"]
    exceeds = any(one.keeps is False for one in measures) or not (found.is_private or plan.implied)
    undecided = next((one for one in measures if one.keeps is None), None)
    return unanswered(
        plan,
        0,
        seconds,
        **shown,
        notes=conversion_notes(plan, found.epsilon, measures),
        mode="exact",
        verdict="exact_leak" if exceeds else "open" if undecided else "exact_ok",
        bound=Bound(found.epsilon),
        confidence=1.0,
        stopped="every branch was walked" if undecided is None else f"{undecided.notion.name} is too close to call",
        command=plan.command("exact", None),
        pairs_tried=found.examined,
        pairs_listed=found.examined,
        exact=found,
    )


# ---- A process of its own


def apart(compute: Callable[[], Found], seconds: float = LONGEST_SECONDS) -> Found:
    """What the function returns, computed in a copy of this process, whose memory is limited.

    Raises the NotEnumerable that the function raises, and another one where the process dies or takes too long.
    """
    if not can_fork():  # forked: a learner that is an object need not be importable, nor pickled
        raise NotEnumerable("mode", "audits need a POSIX system", "use Linux, macOS or WSL")
    until, died = time.monotonic() + seconds, ("mode", "the process that enumerates its laws died", BLACKBOX)

    def task(_: None) -> tuple[tuple[str, str, str] | None, Found | None]:
        silence()
        limit_memory(Limits().memory)
        try:
            return None, compute()
        except NotEnumerable as error:
            return (error.where, error.problem, error.advice), None
        except Exception:
            return died, None

    def look(_: object) -> None:
        if time.monotonic() > until:
            raise NotEnumerable("mode", f"its laws take more than {seconds:g} s to enumerate", SMALLER)

    ((refusal, found),) = forked(task, [None], 1, lambda item, how: (died, None), waiting=look)
    if refusal is not None:
        raise NotEnumerable(*refusal)
    return cast(Found, found)


# ---- Laws


@dataclass
class _Walk:
    """A learner, the instance it is enumerated on, and how many branches were walked.

    ``walked`` are the samples in order, each with a digest of the outcomes of its branches; ``unseen``: some hypothesis
    has fitted attributes.
    """

    learn: Callable[[Dataset, Randomness], object]
    instance: Instance
    runs: int = 0
    unseen: bool = False
    walked: dict[Dataset, str] = field(default_factory=dict)

    def law(self, sample: Dataset) -> Law[Hashable]:
        """Its law on a sample."""
        found, self.walked[sample] = self._walked(sample, 0)
        return found

    def repeat(self, walked: dict[Dataset, str]) -> None:
        """Walk all again, the last sample first, with other states of the global generators; a few samples many times.

        Raises NotEnumerable where a walk goes another way: all randomness must come from the source, and nothing may
        be kept between runs.
        """
        while True:
            for sample, digest in reversed(walked.items()):
                if self._walked(sample, 1)[1] != digest:
                    problem = f"on {sample} the same random choices gave different outcomes"
                    advice = "draw all randomness from the source, keep nothing between runs, or use --mode blackbox"
                    raise NotEnumerable("mode", problem, advice)
            if self.runs >= min(RUNS_IN_A_ROW, MOST_RUNS // 2):
                return

    def _walked(self, sample: Dataset, seed: int) -> tuple[Law[Hashable], str]:
        """Its law, and a digest of the outcomes of its branches, by the global generators in a state of this seed."""
        outcomes: list[Hashable] = []

        def recorded(rows: Dataset, source: Randomness) -> Hashable:
            outcomes.append(self._outcome(limited(lambda: self.learn(rows, source), LONGEST_RUN)))
            self.runs += 1
            if self.runs > MOST_RUNS:
                problem = f"its random choices have more than {MOST_RUNS:,} branches on all samples"
                raise NotEnumerable("mode", problem, SMALLER)
            return outcomes[-1]

        random.seed(seed)
        np.random.seed(seed)
        before = states()
        try:
            found = law(recorded, sample)
            if states() != before:  # a choice that is rarely taken may go the same way with both seeds
                advice = "draw all randomness from the source, or use --mode blackbox"
                raise NotEnumerable("mode", f"on {sample} it drew from a global generator", advice)
            return found, hashlib.sha256(repr(outcomes).encode()).hexdigest()
        except NotEnumerable:
            raise
        except TimeUp as over:
            raise NotEnumerable("mode", f"on {sample} it ran longer than {LONGEST_RUN:g} s", BLACKBOX) from over
        except Exception as error:
            problem = f"on {sample} it raised {type(error).__name__}: {error}"
            raise NotEnumerable("mode", problem, BLACKBOX) from error

    def _outcome(self, hypothesis: object) -> Hashable:
        """Plain data as tuples; of anything else its predictions on all points, and its parameters."""
        if isinstance(hypothesis, (*PLAIN, np.ndarray, np.generic, tuple, list, frozenset)):
            return _part(hypothesis)
        if hypothesis is None or not (callable(hypothesis) or hasattr(hypothesis, "predict")):
            problem = f"it returned {'None' if hypothesis is None else type(hypothesis).__name__}"
            raise NotEnumerable("mode", problem, "return a tuple of labels or something that predicts")
        self.unseen |= any(name.endswith("_") and name[0] != "_" for name in getattr(hypothesis, "__dict__", ()))
        try:
            told = [predictions_of(hypothesis, tuple(self.instance.points))[0], *parameters_of(hypothesis)]
        except BadOutput as wrong:
            raise NotEnumerable("mode", wrong.detail, BLACKBOX) from wrong
        # Not as floats, which are the same for many integers
        return tuple(_part(number) for part in told for number in np.asarray(part, dtype=object).ravel())


@dataclass(frozen=True, repr=False)
class _AsWritten:
    """What is told apart though Python finds it equal, by its text: True, 1.0, 1/1 and -0.0; any nan is one."""

    text: str

    def __repr__(self) -> str:
        return self.text


def _part(part: object) -> Hashable:
    """A part of an outcome, which may hold None; equal numbers that are bool, int, float and Fraction are different.

    Lists are tuples, and an object of a subclass is the one of these that it equals.
    """
    if isinstance(part, np.ndarray | np.generic):
        part = part.tolist()
    if isinstance(part, tuple | list):
        return tuple(map(_part, part))
    if isinstance(part, frozenset):
        return frozenset(map(_part, part))
    if isinstance(part, bool | float | Fraction):
        return _AsWritten(str(part))
    if part is None or isinstance(part, PLAIN):
        return part
    problem = f"its outcome contains {type(part).__name__}"
    raise NotEnumerable("mode", problem, "return plain numbers; round noise to an integer in a bounded range")


# ---- The answer


def _result(privacy: Privacy[Row, Hashable], promise: Promise) -> tuple[ExactResult, dict[str, Any]]:
    least, worst = _least_epsilon(privacy, promise.delta)
    is_private = is_true(privacy.is_private(promise.epsilon, promise.delta))
    found = [notion.exactly(privacy) for notion in promise.notions]
    if promise.implied or is_private:
        shown = [event for one, event in found if one.keeps is False]
        shown = shown or [event for _, event in found if promise.implied]
        worst = next(filter(None, shown), worst)
    P, Q = next((P, Q) for pair, P, Q in privacy.pairs if pair == worst.pair)
    divergences = [] if privacy.ratio is None else largest_renyi(privacy, ORDERS)  # none where it is infinite
    renyi = (RenyiPoint(float(order), float(upper)) for order, (_, upper) in zip(ORDERS, divergences, strict=False))
    numbers = least, privacy.delta(promise.epsilon), is_private, privacy.examined, exact_rho(privacy), tuple(renyi)
    varied = any(len(law.items) > 1 for _, *laws in privacy.pairs for law in laws)
    return ExactResult(*numbers, varied=varied), {
        "pair": Pair(*worst.pair, "the worst of all"),
        "event": Event(_words(worst.event), worst.p, worst.q),
        "curve": _curve(privacy, least, promise.epsilon),
        "trade_off": _trade_off(P, Q),
        "measures": tuple(one for one, _ in found),
        "varied": varied,
    }


def _least_epsilon(privacy: Privacy[Row, Hashable], delta: Exact) -> tuple[Exact | None, Violation[Row, Hashable]]:
    """The least epsilon at this delta, None where there is none, and the pair and event that show it.

    On each piece of the curve, delta = p - e^epsilon q; only the last piece has q = 0.
    """
    pieces = privacy.curve
    last = pieces[-1].worst
    if is_true(last.p > delta):
        return None, last
    for piece, following in pairwise(pieces):
        crossing = exact((piece.worst.p - delta) / piece.worst.q)
        if is_true(crossing <= following.start):
            return (exact(ln(crossing)) if is_true(crossing > 1) else Fraction(0)), piece.worst
    return Fraction(0), last


def _words(event: frozenset[Hashable]) -> str:
    if not event:
        return "none: all laws are the same"
    named = [str(outcome) for outcome in sorted(event, key=str)]
    more = f" or one of {len(named) - OUTCOMES_NAMED} more" if len(named) > OUTCOMES_NAMED else ""
    return f"the outcome is {' or '.join(named[:OUTCOMES_NAMED])}{more}"


def _curve(privacy: Privacy[Row, Hashable], least: Exact | None, claimed: Exact) -> tuple[CurvePoint, ...]:
    """The exact curve as floats, at epsilons from 0 to beyond the least one and the claim."""
    lines = [(as_float(piece.worst.p), as_float(piece.worst.q)) for piece in privacy.curve]
    last = min(1.25 * max(INFINITE if least is None else as_float(least), as_float(claimed), 0.1), LARGEST_EPSILON)
    epsilons = np.linspace(0, last, CURVE_POINTS).tolist()
    deltas = (max(p - math.exp(epsilon) * q for p, q in lines) for epsilon in epsilons)
    return tuple(CurvePoint(e, delta, delta, delta) for e, delta in zip(epsilons, deltas, strict=True))


def _trade_off(P: Law[Hashable], Q: Law[Hashable]) -> tuple[TradeOffPoint, ...]:
    """The rates of the tests that say "first" on the outcomes that speak most for it."""
    listed = [(y, as_float(P[y]), as_float(Q[y])) for y in dict.fromkeys((*P, *Q))]
    listed.sort(key=lambda item: (item[2] / (item[1] + item[2]), str(item[0])))
    rates = np.minimum(np.cumsum([(0.0, 0.0), *((p, q) for _, p, q in listed)], axis=0), 1).tolist()
    return tuple(TradeOffPoint(false, 1 - power) for power, false in rates)

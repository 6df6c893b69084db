"""LYU25's algorithms 3 and 4, literally: the exact law of what they publish, step by step as the listings have it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import permutations, product
from typing import NamedTuple

from littlestone.spec.algebra.reals import Expression, Real, exp
from littlestone.spec.classes.concept_classes import Function, explicit
from littlestone.spec.classes.decompositions import decomposition_dimension
from littlestone.spec.learning.laws import Law, bernoulli_law, point_mass, proportional, uniform_law
from littlestone.spec.learning.mechanisms import laplace_distribution
from littlestone.spec.learning.randomness import Exact, exact
from littlestone.spec.learning.samples import Example, Sample
from littlestone.spec.online.plans import OnlinePlan, Split

Collection = tuple[Sample, ...]
Essential = Callable[[Iterable[Function], int, int], Sequence[Function]]
Draw = Function | None


class Transcript(NamedTuple):
    """What the online learner makes public: h before each query and at the end, (t, j*) after each call, its halt.

    The first call has t = 0; ``halted`` is None where the learner did not halt.
    """

    published: tuple[Function, ...]
    calls: tuple[tuple[int, int], ...]
    halted: int | None


# ---- Algorithm 4


def error_on(h: Function, sample: Sample) -> Fraction:
    """err_S(h), the fraction of the examples of S on which h errs; 0 on the empty sample (LYU25, section 2)."""
    return Fraction(sum(h[x] != y for x, y in sample), len(sample)) if sample else Fraction(0)


def defined_class(functions: Iterable[Function], collection: Collection, threshold: Fraction) -> frozenset[Function]:
    """DefineClass: {h in H : err_T(h) <= threshold for all T of the collection}."""
    return frozenset(h for h in functions if all(error_on(h, sample) <= threshold for sample in collection))


def majority(draws: Iterable[Draw], points: int) -> Function:
    """The label that most of the draws give each point; the failure symbol None has no say, and a tie gives 0."""
    voters = [h for h in draws if h is not None]
    return tuple(int(2 * sum(h[x] for h in voters) > len(voters)) for x in range(points))


def exceeds(value: Expression, epsilon: Expression, threshold: Expression) -> Exact:
    """Pr[value + Lap(1/epsilon) > threshold]."""
    return exact(1 - laplace_distribution(Real.of(threshold) - value, 1 / Real.of(epsilon)))


def drawn_law(lists: Sequence[Iterable[Function]], plan: OnlinePlan) -> Law[Draw]:
    """SparseSample: an item in proportion to exp(eps score), the failure symbol None to exp(eps B)."""
    scores = {f: sum(f in listed for listed in map(set, lists)) for listed in lists for f in listed}
    weights: dict[Draw, Expression] = {f: exp(plan.sample_epsilon * Real.of(score)) for f, score in scores.items()}
    return proportional({**weights, None: exp(plan.sample_epsilon * Real.of(plan.bottom))})


def joint_training_law(
    functions: tuple[Function, ...],
    collections: Sequence[Collection],
    stage: int,
    plan: OnlinePlan,
    essential: Essential,
) -> Law[tuple[int, Draw]]:
    """JointTrain: the law of j* after the call and of the hypothesis, None where all stages are used up."""
    if stage > plan.stages:
        return point_mass((stage, None))
    classes = [defined_class(functions, collection, plan.threshold(stage)) for collection in collections]
    lists = [listed(H, stage, plan, essential) for H in classes]
    largest = max((sum(f in other for other in lists) for listed in lists for f in listed), default=0)

    def after(passed: bool) -> Law[tuple[int, Draw]]:
        if not passed:
            return joint_training_law(functions, collections, stage + 1, plan, essential)
        return _votes(drawn_law(lists, plan), plan.draws, len(functions[0])).map(lambda h: (stage, h))

    return bernoulli_law(exceeds(largest, plan.stage_epsilon, plan.wanted)).bind(after)


def listed(H: frozenset[Function], stage: int, plan: OnlinePlan, essential: Essential) -> Sequence[Function]:
    """L_i^j: the essential hypotheses; none of the empty class, nor of an emptied list."""
    p, d = plan.points(stage), plan.d
    if not H or (plan.emptied and int(decomposition_dimension(explicit(H, 2), p, d)) != plan.stages - stage):
        return ()
    return essential(H, p, d)


def _votes(draw: Law[Draw], draws: int, points: int) -> Law[Draw]:
    drawn: Law[tuple[Draw, ...]] = point_mass(())
    for _ in range(draws):
        drawn = drawn.product(draw).map(lambda both: (*both[0], both[1]))
    return drawn.map(lambda hypotheses: majority(hypotheses, points))


# ---- The split of the buffer


def split_law(buffer: Sample, k: int, split: Split) -> Law[Collection]:
    """A_1, ..., A_k: each example in an independent uniform one, or all in random order cut into equal ones."""
    n = len(buffer)
    if split == "independent":
        return uniform_law(product(range(k), repeat=n)).map(lambda places: _chunks(buffer, places, k))
    sizes = [n // k + (i < n % k) for i in range(k)]
    places = [i for i, size in enumerate(sizes) for _ in range(size)]
    orders = uniform_law(permutations(range(n)))
    return orders.map(lambda order: _chunks([buffer[i] for i in order], places, k))


def _chunks(rows: Sequence[Example], places: Sequence[int], k: int) -> Collection:
    paired = list(zip(rows, places, strict=True))
    return tuple(tuple(sorted(row for row, place in paired if place == i)) for i in range(k))


# ---- Algorithm 3


@dataclass(frozen=True)
class _State:
    hypothesis: Function
    buffer: Sample
    left: int
    collections: tuple[Collection, ...]
    stage: int
    seen: Transcript


def listing_law(
    functions: Iterable[Function], stream: Sample, plan: OnlinePlan, essential: Essential
) -> Law[Transcript]:
    """PrivateOnlineLearn on a stream: the law of what it publishes. Before the first call h is 0 everywhere."""
    listed = tuple(sorted(functions))
    learner = _Listing(listed, plan, essential)
    start = _State((0,) * len(listed[0]), (), plan.calls, ((),) * plan.teachers, 1, Transcript((), (), None))
    law = learner.called(start, 0)
    for t, (x, y) in enumerate(stream, start=1):
        law = law.bind(lambda state, t=t, x=x, y=y: learner.step(state, t, x, y))  # type: ignore[misc]
    return law.map(lambda state: state.seen._replace(published=(*state.seen.published, state.hypothesis)))


@dataclass(frozen=True)
class _Listing:
    functions: tuple[Function, ...]
    plan: OnlinePlan
    essential: Essential

    def step(self, state: _State, t: int, x: int, y: int) -> Law[_State]:
        if state.seen.halted is not None:
            return point_mass(state)
        state = replace(state, seen=state.seen._replace(published=(*state.seen.published, state.hypothesis)))
        if y != state.hypothesis[x]:
            state = replace(state, buffer=tuple(sorted((*state.buffer, (x, y)))))
        chance = exceeds(len(state.buffer), self.plan.buffer_epsilon, self.plan.buffer)
        return bernoulli_law(chance).bind(lambda passed: self.retrained(state, t) if passed else point_mass(state))

    def retrained(self, state: _State, t: int) -> Law[_State]:
        if state.left - 1 < 0:
            return point_mass(replace(state, seen=state.seen._replace(halted=t)))
        return split_law(state.buffer, self.plan.teachers, self.plan.split).bind(
            lambda chunks: self.called(self._given(state, chunks), t)
        )

    def _given(self, state: _State, chunks: Collection) -> _State:
        grown = tuple((*kept, chunk) for kept, chunk in zip(state.collections, chunks, strict=True))
        return replace(state, left=state.left - 1, collections=grown, buffer=())

    def called(self, state: _State, t: int) -> Law[_State]:
        answers = joint_training_law(self.functions, state.collections, state.stage, self.plan, self.essential)
        return answers.map(lambda answer: self._answered(state, t, *answer))

    def _answered(self, state: _State, t: int, stage: int, answer: Draw) -> _State:
        h = state.hypothesis if answer is None else answer
        seen = state.seen._replace(calls=(*state.seen.calls, (t, stage)))
        return replace(state, stage=stage, hypothesis=h, seen=seen)

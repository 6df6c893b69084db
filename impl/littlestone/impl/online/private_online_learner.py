"""LYU25's algorithms 3 and 4: the private online learner DP-OL, which publishes a hypothesis before each query.

Its k teachers, each with data sets of its own, agree on a hypothesis in each call of JointTrain.

What a run costs in privacy, with every constant explicit, and a plan within a budget. Streams are neighbours that
differ in one pair. Given the split's coins, the pair is in the data of ``changed`` teachers: of one where each example
goes to an independent teacher; of two where the chunks are kept equal, since the example that it pushes out of its
chunk changes another one. What is lost then adds up over the tests and draws:

- tests with noise of scale s / e, s = ``changed``, of which K are counted: with probability 1 - delta' the loss is at
  most K e + 2 e^e (e^e - 1) (K + ln(1/delta')) e0 / (e0 - 1), e0 = 2.718... . For a test not counted loses at most
  2 e^e (e^e - 1) p, p its chance to be counted, and exp(-X + (1 - 1/e0) P) is a supermartingale, X the tests counted so
  far and P the sum of their p; or at most e for each of the tests, where their number is known;
- a draw: outside an event of probability c L e^(c e - e B), c = ``changed``, at most 2 c e + c L e^(-e B), L the length
  of a list; nothing at the first call, which has no data.

Besides, what LYU25's proofs need of the numbers for the mistake bound: which inequality fails, and the least U or k.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

from littlestone.impl.classes.learner_input import checked_functions
from littlestone.impl.decompositions.decompositions import Decompositions, Subclasses
from littlestone.impl.privacy.guarantees import inner_delta, smaller
from littlestone.impl.privacy.paper_mechanisms import drawn_by_score, frequencies, is_noisily_above
from littlestone.impl.registry import implements
from littlestone.impl.searches import least_enough
from littlestone.spec.algebra.reals import EULER, Expression, Real, exp, ln
from littlestone.spec.algebra.rounding import ceiling
from littlestone.spec.classes.concept_classes import Function
from littlestone.spec.learning.privacy import checked_epsilon
from littlestone.spec.learning.randomness import ParameterError, Randomness, checked_count, exact, is_true
from littlestone.spec.learning.samples import Example, Sample
from littlestone.spec.online.joint_training import Transcript
from littlestone.spec.online.plans import OnlinePlan, corrected_plan

Collection = Sequence[Sample]
Draw = Function | None


@implements("LYU25.A4.def")
def define_class(functions: Iterable[Function], collection: Collection, threshold: Fraction) -> tuple[Function, ...]:
    """DefineClass: the functions that err on at most this share of each data set; an empty one excludes nothing."""
    listed = tuple(functions)
    most = [(errors(listed, sample), threshold * len(sample)) for sample in collection]
    return tuple(h for i, h in enumerate(listed) if all(counts[i] <= allowed for counts, allowed in most))


# A data set is asked about in every later call; equal ones are common where k is large
@lru_cache(maxsize=1 << 16)
def errors(functions: tuple[Function, ...], sample: Sample) -> tuple[int, ...]:
    """How many examples of the sample each function has wrong."""
    rows = Counter(sample).items()
    return tuple(sum(times for (x, y), times in rows if h[x] != y) for h in functions)


class JointTraining:
    """The teachers' class and stage j*, 1 at first; raises EmptyClassError, and ParameterError where d < LDim."""

    def __init__(self, functions: Iterable[Function], plan: OnlinePlan, stage: int = 1) -> None:
        self.plan, self.stage, self._tables = plan, stage, dict[int, Decompositions]()
        self.classes = _subclasses(tuple(sorted(set(functions))))
        dimension = self.classes.dimension(self.classes.everything)
        if dimension > plan.d:
            raise ParameterError("d", plan.d, f"at least {dimension}, the Littlestone dimension of the class")

    def call(self, collections: Sequence[Collection], source: Randomness) -> Draw:
        """JointTrain on S^(1), ..., S^(k): stage after stage until a test passes, or None where none is left.

        Then O(log T) draws of SparseSample from the lists, each with the failure symbol at score B, and the label that
        most of them give each point: the failure symbol has no say, and a tie gives 0.
        """
        plan = self.plan
        while self.stage <= plan.stages:
            scores = frequencies([self.essential(collection) for collection in collections])
            if is_noisily_above(max(scores.values(), default=0), plan.wanted, plan.stage_epsilon, source):
                draws = (drawn_by_score(scores, plan.sample_epsilon, plan.bottom, source) for _ in range(plan.draws))
                voters = [h for h in draws if h is not None]
                votes = [sum(labels) for labels in zip(*voters, strict=True)] or [0] * len(self.classes.ones)
                return tuple(int(2 * ones > len(voters)) for ones in votes)
            self.stage += 1
        return None

    def essential(self, collection: Collection) -> tuple[Function, ...]:
        """L_i^j of a teacher: the (2^j d^3, d)-essential hypotheses to its H_i^j; none to the empty one, nor where the
        plan empties the list."""
        j, plan = self.stage, self.plan
        mask = self.classes.mask(define_class(self.classes.functions, collection, plan.threshold(j)))
        if j not in self._tables:
            self._tables[j] = Decompositions(self.classes, plan.points(j), plan.d)
        is_emptied = plan.emptied and self._tables[j].dimension(mask) != plan.stages - j
        return self._tables[j].essential(mask) if mask and not is_emptied else ()


# audits and benchmarks start many learners of one class, whose dimension may take seconds
_subclasses = lru_cache(maxsize=16)(Subclasses)


@implements("LYU25.A4")
def joint_train(
    functions: Iterable[Function], collections: Sequence[Collection], stage: int, plan: OnlinePlan, source: Randomness
) -> tuple[int, Draw]:
    """JointTrain: j* after the call that begins at ``stage``, and the hypothesis, None where all stages are used up.

    ``functions`` is a non-empty class of 0/1 functions; there is a collection of data sets for each of the k teachers.
    Raises as ``JointTraining`` does. Source: LYU25, algorithm 4.
    """
    training = JointTraining(functions, plan, stage)
    found = training.call(collections, source)
    return training.stage, found


class PrivateOnlineLearner:
    """A run of the learner; ``hypothesis`` is what it publishes before the next query, then ``observe`` tells the pair.

    What the print leaves open: the buffer is a multiset, as a set of pairs it could never hold U mistakes; before the
    first call, and after a call that has used up all stages, the hypothesis stays what it was, 0 everywhere at the very
    first; after HALT it is published for ever. None of that looks at the data again. ``calls`` holds (t, j*) for each
    call, t the step after which it was made; ``halted`` is the step of HALT, or None. Raises as ``JointTraining`` does.
    Source: LYU25, algorithm 3.
    """

    def __init__(self, functions: Iterable[Function], plan: OnlinePlan, source: Randomness) -> None:
        self.plan, self.source, self._training = plan, source, JointTraining(functions, plan)
        self.hypothesis: Function = (0,) * len(self._training.classes.ones)
        self.steps = self.mistakes = 0
        self.halted: int | None = None
        self.calls: tuple[tuple[int, int], ...] = ()
        self._buffer: list[Example] = []
        self._collections: list[tuple[Sample, ...]] = [()] * plan.teachers
        self._train()

    def observe(self, point: int, label: int) -> None:
        """One step: the label of the query, a mistake kept, and the noisy test of how many there are."""
        self.steps += 1
        if label != self.hypothesis[point]:
            self.mistakes += 1
            self._buffer.append((point, label))
        mistakes, plan = len(self._buffer), self.plan
        if self.halted is None and is_noisily_above(mistakes, plan.buffer, plan.buffer_epsilon, self.source):
            self.answer()

    def answer(self) -> None:
        """What follows a passed test: the budget, the split of the buffer into A_1, ..., A_k, and the call."""
        if len(self.calls) > self.plan.calls:
            self.halted = self.steps
            return
        chunks: list[list[Example]] = [[] for _ in range(self.plan.teachers)]
        for row, place in zip(self._buffer, chunk_places(len(self._buffer), self.plan, self.source), strict=True):
            chunks[place].append(row)
        # sorted, since nothing depends on the order
        self._collections = [(*given, tuple(sorted(A))) for given, A in zip(self._collections, chunks, strict=True)]
        self._train()
        self._buffer = []

    def _train(self) -> None:
        found = self._training.call(self._collections, self.source)
        self.calls = (*self.calls, (self.steps, self._training.stage))
        self.hypothesis = self.hypothesis if found is None else found


def chunk_places(n: int, plan: OnlinePlan, source: Randomness) -> Sequence[int]:
    """The data set of each of n examples: an independent uniform one or, as printed, all of them of equal size.

    Where k does not divide n, the first n mod k data sets of the equal split are one larger.
    """
    k = plan.teachers
    if plan.split == "independent":
        return [int(source.uniform(k)) for _ in range(n)]
    return [place % k for place in source.shuffle(n)]


@implements("LYU25.A3")
def private_online_learn(
    functions: Iterable[Function], stream: Sequence[Example], plan: OnlinePlan, source: Randomness
) -> Transcript:
    """The learner on a whole stream of pairs (point, label), realizable or not: what it makes public until it halts."""
    learner = PrivateOnlineLearner(functions, plan, source)
    published: list[Function] = []
    for point, label in stream:
        published.append(learner.hypothesis)
        learner.observe(point, label)
        if learner.halted is not None:
            break
    return Transcript((*published, learner.hypothesis), learner.calls, learner.halted)


# ---- What a run costs

QUARTER = Fraction(1, 4)  # of delta: two kinds of tests, the composition of draws, and their failures


@implements("LYU25.A3.cost")
def online_privacy(plan: OnlinePlan, longest: int, delta: Expression, horizon: int) -> Real:
    """An epsilon for which the learner is (epsilon, delta)-private on streams of at most ``horizon`` pairs.

    ``longest`` bounds the lists of essential hypotheses. Raises ParameterError where the draws alone cost more than a
    quarter of delta: it says how many teachers would do.
    """
    buffer = cost_of_tests(Real.of(plan.buffer_epsilon), plan.calls + 1, horizon, delta)
    if plan.calls == 0:
        return buffer
    least = teachers_needed(plan, longest, delta)
    if plan.teachers < least:
        raise ParameterError("teachers", plan.teachers, f"at least {least}, so that the draws fail within delta / 4")
    # of all draws of the calls on data, by basic or advanced composition, outside half of delta
    draws, each = plan.calls * plan.draws, draw_loss(plan, longest)
    root = (2 * draws * ln(1 / (QUARTER * Real.of(delta)))) ** Fraction(1, 2)
    drawn = Real.of(smaller(draws * each, root * each + draws * each * (exp(each) - 1)))
    return buffer + stage_cost(plan, delta) + drawn


def changed_teachers(plan: OnlinePlan) -> int:
    """How many teachers' data one pair of the stream can change, once the split's coins are fixed."""
    return min(plan.teachers, 1 if plan.split == "independent" else 2)


def stage_cost(plan: OnlinePlan, delta: Expression) -> Real:
    """Of the tests of m, of which at most d + 1 fail and at most K_budget pass on data."""
    loss = changed_teachers(plan) * Real.of(plan.stage_epsilon)
    return cost_of_tests(loss, plan.stages, plan.stages + plan.calls, delta)


def cost_of_tests(epsilon: Real, counted: int, tests: int, delta: Expression) -> Real:
    """Of ``tests`` tests of which ``counted`` are counted, each private for epsilon; outside a quarter of delta."""
    log = ln(1 / (QUARTER * Real.of(delta)))
    uncounted = 2 * exp(epsilon) * (exp(epsilon) - 1) * EULER / (EULER - 1)
    found = Real.of(smaller(counted * epsilon + uncounted * (counted + log), tests * epsilon))
    if not is_true(epsilon <= 1):
        return found
    return Real.of(smaller(found, 4 * epsilon * ((counted * log) ** Fraction(1, 2) + log) + 4 * epsilon**2 * counted))


def draw_loss(plan: OnlinePlan, longest: int) -> Real:
    """Of one draw, outside the event that an item is drawn that the neighbour's lists do not have."""
    c, e = changed_teachers(plan), Real.of(plan.sample_epsilon)
    return 2 * c * e + c * longest * exp(-e * plan.bottom)


def teachers_needed(plan: OnlinePlan, longest: int, delta: Expression) -> int:
    """The least k with which all draws fail within a quarter of delta."""
    c, draws = (1 if plan.split == "independent" else 2), plan.calls * plan.draws
    bottom = c + ln(c * longest * draws / (QUARTER * Real.of(delta))) / plan.sample_epsilon
    return max(1, ceiling(bottom / plan.bottom_share))


def longest_list(functions: Iterable[Function], plan: OnlinePlan) -> int:
    """A bound on the essential hypotheses of a subclass: p^d 2^(d^2), or all functions where p points can split."""
    listed = checked_functions(functions)
    if len(listed[0]) <= plan.points(1):
        return len(listed)
    leaves = plan.points(plan.stages) ** plan.d * 2 ** (plan.d**2)
    return int(min(2 ** len(listed[0]), max(leaves, 1)))


BUFFERED, TESTED, DRAWN = Fraction(9, 20), Fraction(1, 10), Fraction(9, 20)  # shares of epsilon: tests of |E|, m, draws
ROWS = 2  # of a teacher in a call, at least: one that has none keeps every function
RARELY = 20  # no test passes on an empty buffer, but with probability 1/40 in all steps together


def private_online_plan(
    functions: Sequence[Function], d: int, epsilon: Expression, delta: Expression, horizon: int
) -> OnlinePlan:
    """The corrected plan where the horizon is long enough for its U, else a plan that trains and promises no bound.

    Of the singletons on 8 points, at epsilon = 1, the corrected plan needs T = 10^23 steps, as U is 4 10^22. The other
    one has p >= the number of points, so that all functions of a teacher are essential and a list has |H| at most;
    teachers keep the functions without a mistake, and a call has one draw; with d + 1 calls noise and k are small. Each
    is (epsilon, delta)-private by ``online_privacy``. Raises PrivacyParameterError unless epsilon > 0 and 0 < delta <
    1, and ParameterError unless d >= 0 and the horizon is at least 1.
    """
    inner_delta(delta)  # refuses what is outside (0, 1)
    given, steps = Real.of(checked_epsilon(epsilon)), checked_count("horizon", horizon, 1)
    if d and is_true(steps * Real.of(delta) <= 1) and proved_mistakes(d, epsilon, delta, steps) <= steps:
        return corrected_plan(d, epsilon, delta, steps)
    points, calls = len(functions[0]), checked_count("d", d, 0) + 1
    # the epsilon of a test for which, at most 1/10, 2 e^x (e^x - 1) e0 / (e0 - 1) <= 4 x
    tested = BUFFERED * given / (calls + 1 + 4 * (calls + 1 + ln(1 / (QUARTER * Real.of(delta)))))
    draft = OnlinePlan(
        d=d,
        calls=calls,
        teachers=1,
        buffer=1,
        buffer_epsilon=smaller(tested, Fraction(1, 10)),
        stage_epsilon=exact(Real.of(smaller(TESTED * given, 1)) / (2 * calls)),
        draws=1,
        sample_epsilon=exact(DRAWN * given * Fraction(7, 16) / calls),
        rate=Fraction(0),
        depth=(points + 1) // 2,
        share=Fraction(1, 2),
        bottom_share=Fraction(1, 2),
    )
    # so small that the items of other lists cost an eighth of the epsilon of the draws at most
    small = smaller(delta, DRAWN * given / 2)
    k = teachers_needed(draft, longest_list(functions, draft), small)
    heard = ceiling(ln(Real.of(RARELY * steps)) / draft.buffer_epsilon)
    return replace(draft, teachers=k, buffer=Fraction(max(heard, ROWS * k)))


def proved_mistakes(d: int, epsilon: Expression, delta: Expression, horizon: int) -> Expression:
    """U of the corrected plan, at the least d, T and delta that it is made for: so many mistakes come before a call."""
    steps = max(3, horizon)
    return corrected_plan(max(1, d), epsilon, smaller(delta, Fraction(1, steps)), steps).buffer


# ---- What the mistake bound needs

MOST = 1 << 200  # beyond which a least number is not searched for
QUANTITIES = {"U": "buffer", "k": "teachers", "draws": "draws", "calls": "calls"}


@dataclass(frozen=True)
class Premise:
    """An inequality that a proof needs: whose, in words, whether it holds, and the least ``quantity`` that would do.

    ``quantity`` is U, k, draws, calls or horizon, the others being as they are; ``least`` is None where none does.
    """

    id: str
    words: str
    holds: bool
    quantity: str
    least: int | None

    def __str__(self) -> str:
        if self.holds:
            return f"{self.id}: {self.words} holds"
        wanted = "no number does" if self.least is None else f"{self.quantity} = {self.least:,} would do"
        return f"{self.id}: {self.words} fails; {wanted}"


def premises(plan: OnlinePlan, delta: Expression, horizon: int, longest: int) -> tuple[Premise, ...]:
    """What the corrected claims of section 6 ask of the plan for T = ``horizon``, for the bound of LYU25.T1.corrected.

    ``longest`` bounds a list of essential hypotheses. Each of the claims then fails with probability T^-12 at most.
    """
    call = Premise("LYU25.A3", "K >= 1, without which nothing is learned,", False, "calls", 1)
    if plan.calls:
        needed = ceiling(Real.of(plan.buffer))
        call = Premise("LYU25.A3", "T >= U, so many mistakes come before a call,", horizon >= needed, "horizon", needed)
    floor, words = plan.threshold(plan.stages) >= Fraction(23, 420), "lists are emptied below DDim = d + 1 - j*:"
    shallow = "the last threshold >= 23/420, an error of 1/20 in a chunk,"
    found = [
        call,  # what neither U nor k nor a number of draws or calls can mend
        Premise("LYU25.C6.3.floor", shallow, floor, "rate", None),
        Premise("LYU25.C6.4.corrected", words, plan.emptied, "list", None),
    ]
    for id, words, quantity, least in _leasts(plan, Real.of(delta), ln(Real.of(horizon)), longest):
        holds = least is not None and is_true(Real.of(getattr(plan, QUANTITIES[quantity])) >= least)
        found.append(Premise(id, words, holds, quantity, least))
    return tuple(found)


def _leasts(plan: OnlinePlan, delta: Real, log_T: Real, longest: int) -> list[tuple[str, str, str, int | None]]:
    """The claims, their inequalities in words, and the least U, k, draws or calls with which each holds."""
    d, k, sample, p = max(1, plan.d), plan.teachers, Real.of(plan.sample_epsilon), plan.points(1)
    frequent, rare = plan.share - Fraction(2, 3), Fraction(2, 3) - plan.bottom_share
    bottom = ceiling(10 * ln(4 * max(1, plan.calls * plan.draws) * longest / delta) / sample / plan.bottom_share)
    cases = ln(Real.of(2 * max(1, plan.calls) * k)) + 12 * log_T
    agreement = least_enough(lambda U: is_true(Real.of(U) >= 58080 * d**2 * k * (cases + d * ln(Real.of(2 * U)))), MOST)
    calls = 11 * d * (ln(Real.of((k + 1) * longest)) + (1 - plan.bottom_share) * k * sample)
    buffer, votes = 2 + 26 * log_T / plan.buffer_epsilon, max(1, ceiling(18 * 21 * log_T))
    noise = ceiling(14 * log_T / (plan.stage_epsilon * Real.of(frequent))) if frequent > 0 else None
    symbol = ceiling(ln(99) / (sample * Real.of(rare))) if rare > 0 else None
    exceeded = ceiling(2 * Real.of(plan.buffer) / p) if p else None
    return [
        ("LYU25.C6.1.corrected", "U >= 2 + 26 b ln T, b the noise of the test on |E|,", "U", ceiling(buffer)),
        ("LYU25.C6.2.corrected", "U/k >= 58080 d^2 (ln(2 K k) + d ln(2 U) + 12 ln T)", "U", agreement),
        ("LYU25.F4.stages", f"p = {p} >= 2U/k, more than the examples of a chunk,", "k", exceeded),
        ("LYU25.C6.4.corrected", "2k/15 >= 14 b ln T, b the noise of the test on m,", "k", noise),
        ("LYU25.C6.4.up.corrected", "p(u) <= 1/100, e^((2k/3 - B) eps_sparse) >= 99", "k", symbol),
        ("LYU25.C6.4.maj", "T exp(-draws/18) <= T^-20", "draws", votes),
        ("LYU25.L6.1.corrected", "K >= 11 d (ln((k + 1) L) + (k - B) eps_sparse)", "calls", ceiling(calls)),
        ("LYU25.P6.1.corrected", "B >= 10 ln(4 N L / delta) / eps_sparse for N draws", "k", max(1, bottom)),
    ]

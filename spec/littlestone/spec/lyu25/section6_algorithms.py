"""LYU25 section 6: the private online learner and the joint training of its teachers."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import product

from littlestone.spec.learning.privacy import exact_privacy
from littlestone.spec.notation import *
from littlestone.spec.online.couplings import coupled_share
from littlestone.spec.online.joint_training import (
    Collection,
    Essential,
    defined_class,
    joint_training_law,
    listing_law,
    split_law,
)
from littlestone.spec.online.plans import OnlinePlan, Split

DefineClass = Annotated[Run, Algorithm("LYU25.A4.def")]
JointTrain = Annotated[Run, Algorithm("LYU25.A4")]
OnlineLearner = Annotated[Run, Algorithm("LYU25.A3")]
FastLearner = Annotated[Run, Algorithm("LYU25.A3.fast")]
EssentialList = Annotated[Essential, Algorithm("LYU25.D4.3")]
Cost = Annotated[Run, Algorithm("LYU25.A3.cost")]

TwoOrMore = Annotated[Real, Naturals(2)]
RATIONAL = 2 * ln(2)  # whose exponentials are powers of 4, so that laws are rational
CHOICES = "h is 0 before the first call, a tie gives 0, the failure symbol has no say, and E is a multiset"


def small_plan(d: int, split: Split = "independent") -> OnlinePlan:
    """Two teachers, and noise so large that every branch of the listings is taken; 1 - 1/d and d^3 as printed."""
    return OnlinePlan(
        d=d,
        calls=1,
        teachers=2,
        buffer=Fraction(1),
        buffer_epsilon=RATIONAL,
        stage_epsilon=RATIONAL,
        draws=2,
        sample_epsilon=RATIONAL,
        rate=1 - Fraction(1, max(d, 1)),
        depth=d**3,
        bottom_share=HALF,
        split=split,
    )


def dimension(H: ConceptClass) -> int:
    """d = LDim(H)."""
    return int(littlestone_dimension(H))


# ---- DefineClass


def up_to_two_points(H: ConceptClass) -> bool:
    """Classes on at most 2 points"""
    return H.points <= 2


def collections(H: ConceptClass) -> Iterator[Collection]:
    """Collections of at most two data sets: one with a given number of rows, some of them another, and perhaps one."""
    for n, first, other in product((0, 1, 10, 19, 20, 40), all_rows(H), all_rows(H)):
        for errors in range(min(n, 3)):
            long = (other,) * errors + (first,) * (n - errors)
            yield from ((long,), (long, (other,)))


@claim("LYU25.A4.def", "Algorithm 4, DefineClass, section 6", "algorithm", reach=up_to_two_points)
def define_class_as_printed(H: ExplicitBinary, define: DefineClass) -> Truth:
    """DefineClass(H, S, j) = {h in H : err_T(h) <= (1/10)(1 - 1/d)^j for all T in S}, where d = LDim(H) and j is in
    1..d+1; that 1 - 1/d is a number for every class needs d > 0."""
    d = littlestone_dimension(H)
    return (d >= 1) & _defines(H, define, max(int(d), 1), Fraction(1, 10))


@correction(
    "LYU25.A4.def",
    "a class of one function has d = 0, where 1/d is no number; it needs no stages, since its function is always right",
    reach=up_to_two_points,
    narrows="at most two data sets, one of 0, 1, 10, 19, 20 or 40 rows, all but two of them alike, and one of one row",
    level=Constant(Fraction(1, 10), mutants=(Fraction(1, 9), Fraction(1, 11))),
)
def define_class_keeps_what_errs_little(H: ExplicitBinary, define: DefineClass, level: Fraction) -> Statement:
    """DefineClass(H, S, j) = {h in H : err_T(h) <= (1/10)(1 - 1/d)^j for all T in S} where d = LDim(H) >= 1."""
    d = dimension(H)
    return when(d >= 1, _defines(H, define, max(d, 1), level))


def _defines(H: ConceptClass, define: Run, d: int, level: Fraction) -> Truth:
    plan, functions = small_plan(d), H.functions()
    return all_of(
        frozenset(define(functions, S, plan.threshold(j)))
        == defined_class(functions, S, Fraction(level) * (1 - Fraction(1, d)) ** j)
        for S, j in product(collections(H), range(1, d + 2))
    )


# ---- JointTrain


TWO_TEACHERS = (
    "k = 2, two draws, all noise at rate 2 ln 2, at most one data set for each teacher, of at most one row; " + CHOICES
)


def one_row_each(H: ConceptClass) -> list[tuple[Collection, Collection]]:
    """S^(1) and S^(2) of no data set, or of one data set each, the second one empty or the same."""
    rows = all_rows(H)
    return [((), ()), *((((row,),), other) for row in rows for other in (((),), ((row,),)))]


def one_point_or_few(H: ConceptClass) -> bool:
    """Classes on 1 point, and those of at most 2 functions on 2"""
    return H.points == 1 or (H.points == 2 and len(H.functions()) <= 2)


@claim(
    "LYU25.A4",
    "Algorithm 4, JointTrain, section 6",
    "algorithm",
    reach=one_point_or_few,
    narrows=TWO_TEACHERS,
    share=Constant(Fraction(4, 5), mutants=(Fraction(3, 4),)),
)
def joint_train_as_printed(
    H: ExplicitBinary, law: LawOf, train: JointTrain, essential: EssentialList, share: Fraction
) -> Truth:
    """JointTrain has the law of its listing, and its output is a hypothesis h: X -> {0,1} whatever the noise is."""
    return _trains(H, law, train, essential, share) & all_of(
        answer is not None for found in _answers(H, law, train) for _, answer in found
    )


@correction(
    "LYU25.A4",
    "where the tests of all d + 1 stages fail, which has positive probability on any data and is certain at every "
    "later call, the loop ends at j* = d + 2 without a return: then the hypothesis must stay what it was",
    reach=one_point_or_few,
    narrows=TWO_TEACHERS,
    share=Constant(Fraction(4, 5), mutants=(Fraction(3, 4), Fraction(5, 6))),
    bottom=Constant(HALF, mutants=(Fraction(1, 4), 1)),
)
def joint_train_is_its_listing(
    H: ExplicitBinary, law: LawOf, train: JointTrain, essential: EssentialList, share: Fraction, bottom: Fraction
) -> Truth:
    """JointTrain has the law of its listing, None standing for a call that used up all stages; here B = k/2, which is
    printed k/10; with lists that are emptied below DDim = d + 1 - j* too, as Claim 6.4 needs them."""
    return all_of(_trains(H, law, train, essential, share, bottom, emptied) for emptied in (False, True))


def _answers(H: ConceptClass, law: LawOf, train: Run) -> Iterator[Law[tuple[int, Any]]]:
    plan = small_plan(dimension(H))
    return (law(train, H.functions(), S, stage, plan) for S in one_row_each(H) for stage in range(1, plan.stages + 2))


def _trains(
    H: ConceptClass,
    law: LawOf,
    train: Run,
    essential: Essential,
    share: Fraction,
    bottom: Fraction = HALF,
    emptied: bool = False,
) -> Truth:
    plan, functions = replace(small_plan(dimension(H)), emptied=emptied), H.functions()
    listing = replace(plan, share=Fraction(share), bottom_share=Fraction(bottom))
    return all_of(
        same_law(law(train, functions, S, stage, plan), joint_training_law(functions, S, stage, listing, essential))
        for S, stage in product(one_row_each(H), range(1, plan.stages + 2))
    )


# ---- The parameters of algorithm 3


@claim("LYU25.A3.par", "Algorithm 3, the number k of teachers, section 6", "algorithm", least=OFFSET)
def there_are_teachers_as_printed(
    d: Natural, T: PositiveInteger, epsilon: PositiveReal, delta: OpenUnit, least: int
) -> Truth:
    """For every class and T >= 1 there are teachers: k = d^3.5 log(T) log(1/delta)/eps > 0."""
    return d**3 * d**HALF * ln(T) * ln(1 / delta) / epsilon > least


@correction(
    "LYU25.A3.par",
    "k = 0 at d = 0 and at T = 1: a class of one function needs no teacher, and a logarithm below 1 must count as 1",
    least=OFFSET,
)
def there_are_teachers(d: PositiveInteger, L: AtLeastOne, M: AtLeastOne, epsilon: PositiveReal, least: int) -> Truth:
    """k = d^3.5 L M/eps > 0 for d >= 1, where L = max(1, log T) and M = max(1, log(1/delta))."""
    return d**3 * d**HALF * L * M / epsilon > least


@claim("LYU25.A3.U", "Algorithm 3, the buffer size U, section 6", "algorithm", shift=OFFSET)
def the_buffer_is_not_full_when_empty_as_printed(d: PositiveInteger, t: Natural, shift: int) -> Truth:
    """U = C d^3 log(d log T) k is not negative, so that an empty buffer is not over U: d log T >= 1, here T = t + 2."""
    return d * ln(t + 2) >= 1 + shift


@correction(
    "LYU25.A3.U",
    "at d = 1 and T = 2, log(log 2) < 0, and at T = 1 it is not defined: the test of |E| > U then passes on an empty "
    "buffer with probability above 1/2",
    least=Constant(1, mutants=(2,)),
)
def the_buffer_is_not_full_when_empty(d: PositiveInteger, t: Natural, least: int) -> Truth:
    """d log T >= 1, and so U >= 0, for d >= 1 and T >= 3; here T = t + 3."""
    return d * ln(t + 3) >= least


# ---- The split of the buffer


def at_most_one_changes(one: Collection, other: Collection) -> bool:
    """All but at most one of A_1, ..., A_k are the same."""
    return sum(a != b for a, b in zip(one, other, strict=True)) <= 1


def one_more(n: int, k: int, split: Split) -> Fraction:
    """The largest probability, over all couplings, that an example more in E, beside n others, changes one chunk."""
    rows = tuple((0, 0) if i == n else (1 + i, 0) for i in range(n + 1))
    return coupled_share(split_law(rows[:n], k, split), split_law(rows, k, split), at_most_one_changes)


def few_examples(k: int, n: int) -> bool:
    """At most 3 teachers, and 3 examples in E"""
    return int(k) <= 3 and int(n) <= 3


@claim("LYU25.A3.split", "Algorithm 3, the split of E, as section 6.1 uses it", "step", reach=few_examples, share=SHARE)
def one_example_changes_one_chunk_as_printed(k: PositiveSize, n: Size, share: Fraction) -> Statement:
    """One example more in E changes one of A_1, ..., A_k, so that Lemma 3.1 (one list changes) and a test of
    sensitivity 1 apply: with the n examples of E split into equal sizes, those of the first n mod k one larger, some
    coupling of the two splits changes at most one chunk for certain."""
    return one_more(int(n), int(k), "equal") * share >= 1


@correction(
    "LYU25.A3.split",
    "|E| is private, and equal sizes depend on it: with two teachers, {e} is split into ({e}, {}), but {e, e'} with "
    "probability 1/2 into ({e'}, {e}), so that both data sets change; at most two do, which costs a factor 2 "
    "that O(eps) hides. An independent uniform teacher for each example has what the proof says",
    reach=few_examples,
    share=Constant(1, mutants=(HALF,)),
)
def one_example_changes_one_chunk(k: PositiveSize, n: Size, share: Fraction) -> Statement:
    """Where each example of E goes to an independent uniform one of A_1, ..., A_k, an example more changes at most one
    of them, in some coupling of the two splits, for certain."""
    return one_more(int(n), int(k), "independent") * share >= 1


@claim(
    "LYU25.A3.split.rest",
    "Algorithm 3, the split of E, as section 6.1 uses it",
    "step",
    narrows="one draw at one E; that the test on |E| passes there, whose chance does not fall with delta, is in words",
)
def no_example_is_left_out_as_printed(k: TwoOrMore, s: PositiveReal, delta: PositiveUnit) -> Truth:
    """In the other reading of "equal size", |A_i| = |E|/k rounded down and the rest left out, draws stay (O(eps),
    delta)-private. For H = {0, 1} on one point and k - 1 mistakes (x, 1) of h = 0 in E, every data set is empty and
    both functions are in all k lists: a draw is 0 with probability 1/(2 + e^(-9sk/10)), s = eps_sparse. With one
    mistake more every A_i is {(x, 1)}, and no draw is 0: whatever O(eps) is, delta is at least that probability."""
    return 1 / (2 + exp(-s * Fraction(9, 10) * k)) <= delta


@correction(
    "LYU25.A3.split.rest",
    "the k-th mistake changes the data sets of all teachers, since |E| is private; with an independent teacher for "
    "each example it changes those of one",
    narrows="the arithmetic of one draw at one E",
    loss=Constant(1, mutants=(0,)),
)
def no_example_is_left_out(q: OpenUnit, b: OpenUnit, loss: int) -> Truth:
    """With an independent teacher for each example, one list loses the function 0: a draw is 0 with probability 1/(2 +
    b) before and q/(q + 1 + b) after, which is at least q times as much, where q = e^(-s) and b = e^(-9sk/10)."""
    return q**loss / (2 + b) <= q / (q + 1 + b)


# ---- Algorithm 3

ONE_CALL = (
    "m = 1, k = 2, U = 1, B = k/2, K_budget = 1, one draw, and two pairs, all noise at rate 2 ln 2, each example at an "
    f"independent teacher; {CHOICES}"
)


def one_point(H: ConceptClass) -> bool:
    """Classes on 1 point"""
    return H.points == 1


def streams(H: ConceptClass, length: int) -> list[Sample]:
    """Every stream of so many pairs, realizable or not."""
    return list(product(all_rows(H), repeat=length))


@claim("LYU25.A3", "Algorithm 3, PrivateOnlineLearn, section 6", "algorithm", more=OFFSET)
def the_buffer_splits_into_equal_sizes_as_printed(k: PositiveSize, n: Size, more: int) -> Truth:
    """E can be split into A_1, ..., A_k of equal size whenever the test passes, however many examples it holds: k
    divides |E| = n."""
    return n % k == more


@correction(
    "LYU25.A3",
    "|E| is private and the test on it noisy, and k need not divide it; each example goes to an independent uniform "
    "teacher (LYU25.A3.split), and for the rest the listing stands",
    reach=one_point,
    narrows=ONE_CALL,
    buffer=Constant(1, mutants=(2,)),
)
def the_learner_is_its_listing(
    H: ExplicitBinary, law: LawOf, learner: OnlineLearner, essential: EssentialList, buffer: int
) -> Truth:
    """PrivateOnlineLearn has the law of its listing, on every stream: the published hypotheses, the calls and HALT."""
    return _listed(H, learner, law, essential, buffer)


@claim(
    "LYU25.A3.fast",
    "Algorithm 3, PrivateOnlineLearn, section 6",
    "algorithm",
    reach=one_point,
    narrows=ONE_CALL,
    buffer=Constant(1, mutants=(2,)),
)
def waiting_times_keep_the_law(
    H: ExplicitBinary, law: LawOf, learner: FastLearner, essential: EssentialList, buffer: int
) -> Truth:
    """Drawing at once which of the tests between two mistakes is the first to pass leaves the law of the listing."""
    return _listed(H, learner, law, essential, buffer)


def _listed(H: ConceptClass, learner: Run, law: LawOf, essential: Essential, buffer: int) -> Truth:
    plan, functions = replace(small_plan(dimension(H)), draws=1), H.functions()
    listing = replace(plan, buffer=Fraction(buffer))
    return all_of(
        same_law(law(learner, functions, S, plan), listing_law(functions, S, listing, essential)) for S in streams(H, 2)
    )


@claim(
    "LYU25.A3.private",
    "Algorithm 3, PrivateOnlineLearn, section 6",
    "remark",
    role="construction",
    reach=one_point,
    narrows="m = 1, k = 2, U = 1, K_budget = 1, one draw, T = 2, eps = ln 4 everywhere, B = 8, delta = 1/1000",
    share=Constant(1, mutants=(Fraction(1, 32),)),
)
def the_learner_is_private_on_all_streams(
    H: ExplicitBinary, essential: EssentialList, cost: Cost, share: Fraction
) -> Truth:
    """With an independent teacher for each example, what the learner publishes, its calls and HALT included, is private
    for the sum of the costs of its tests and draws on all streams that differ in one pair, non-realizable ones too."""
    plan, delta = replace(small_plan(dimension(H)), bottom_share=Fraction(4), draws=1), Fraction(1, 1000)
    functions = H.functions()
    private = exact_privacy(lambda S: listing_law(functions, S, plan, essential), all_rows(H), 2)
    return private.is_private(share * cost(plan, len(functions), delta, 2), delta)

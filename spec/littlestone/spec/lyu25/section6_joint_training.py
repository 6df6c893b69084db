"""LYU25 section 6, Algorithm 4: the joint training of the teachers."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import product

from littlestone.spec.lyu25.vocabulary import *
from littlestone.spec.notation import *
from littlestone.spec.online.joint_training import Collection, Essential, defined_class, joint_training_law

DefineClass = Annotated[Run, Algorithm("LYU25.A4.def")]
JointTrain = Annotated[Run, Algorithm("LYU25.A4")]
TWO_TEACHERS = (
    "$k = 2$, $B = k/2$, two draws, all noise at rate $2 ln 2$, at most one data set for each teacher, of at most one "
    "row, the second teacher's empty or the same; "
    f"{CHOICES}"
)


# ---- JointTrain


def one_point_or_few(H: ConceptClass) -> bool:
    """Classes on 1 point, and those of at most 2 functions on 2"""
    return H.points == 1 or (H.points == 2 and len(H.functions()) <= 2)


def one_row_each(H: ConceptClass) -> list[tuple[Collection, Collection]]:
    """S^(1) and S^(2) of no data set, or of one data set each, the second one empty or the same."""
    rows = all_rows(H)
    return [((), ()), *((((row,),), other) for row in rows for other in (((),), ((row,),)))]


def _trains(
    H: ConceptClass,
    law: LawOf,
    train: Run,
    essential: Essential,
    share: Fraction,
    bottom: Fraction = HALF,
    emptied: bool = False,
) -> Truth:
    plan, functions = replace(small_plan(int(dimension(H))), emptied=emptied), H.functions()
    listing = replace(plan, share=Fraction(share), bottom_share=Fraction(bottom))
    return all_of(
        same_law(law(train, functions, S, stage, plan), joint_training_law(functions, S, stage, listing, essential))
        for S, stage in product(one_row_each(H), range(1, plan.stages + 2))
    )


def _answers(H: ConceptClass, law: LawOf, train: Run) -> Iterator[Law[tuple[int, Any]]]:
    plan = small_plan(int(dimension(H)))
    return (law(train, H.functions(), S, stage, plan) for S in one_row_each(H) for stage in range(1, plan.stages + 2))


@claim(
    "LYU25.A4",
    "Algorithm 4, JointTrain, section 6: law and output of JointTrain",
    "algorithm",
    reach=one_point_or_few,
    narrows=TWO_TEACHERS,
    share=Constant(Fraction(4, 5), mutants=(Fraction(3, 4),)),
)
def joint_train_as_printed(
    H: ExplicitBinary, law: LawOf, train: JointTrain, essential: EssentialList, share: Fraction
) -> Truth:
    """JointTrain has the law of its listing, and its output is a hypothesis $h: X -> {0, 1}$ whatever the noise is."""
    return _trains(H, law, train, essential, share) & all_of(
        answer is not None for found in _answers(H, law, train) for _, answer in found
    )


@correction(
    "LYU25.A4",
    "where the tests of all $d + 1$ stages fail, the loop ends at $j^* = d + 2$ without a return: the "
    "hypothesis must stay what it was",
    reach=one_point_or_few,
    narrows=TWO_TEACHERS,
    share=Constant(Fraction(4, 5), mutants=(Fraction(3, 4), Fraction(5, 6))),
    bottom=Constant(HALF, mutants=(Fraction(1, 4), 1)),
)
def joint_train_is_its_listing(
    H: ExplicitBinary, law: LawOf, train: JointTrain, essential: EssentialList, share: Fraction, bottom: Fraction
) -> Truth:
    """JointTrain has the law of its listing, None standing for a call that used up all stages; here $B = k/2$, which is
    printed $k/10$; with lists that are emptied unless $DDim = d + 1 - j^*$ too, as Claim 6.4 needs them."""
    return all_of(_trains(H, law, train, essential, share, bottom, emptied) for emptied in (False, True))


# ---- DefineClass


def collections(H: ConceptClass) -> Iterator[Collection]:
    """No data set, and one with a given number of rows, some of them another, and perhaps one of one row."""
    yield ()
    for n, first, other in product((0, 1, 10, 19, 20, 40), all_rows(H), all_rows(H)):
        for errors in range(max(1, min(n, 3))):
            long = (other,) * errors + (first,) * (n - errors)
            yield from ((long,), (long, (other,)))


def _defines(H: ConceptClass, define: Run, d: int, level: Fraction) -> Truth:
    plan, functions = small_plan(d), H.functions()
    return all_of(
        frozenset(define(functions, S, plan.threshold(j)))
        == defined_class(functions, S, Fraction(level) * (1 - Fraction(1, d)) ** j)
        for S, j in product(collections(H), range(1, d + 2))
    )


@claim("LYU25.A4.def", "Algorithm 4, DefineClass, section 6: DefineClass", "algorithm", reach=up_to_two_points)
def define_class_as_printed(H: ExplicitBinary, define: DefineClass) -> Truth:
    """$DefineClass(H, S, j) = {h in H : err_T(h) <= (1/10)(1 - 1/d)^j for all T in S}$, where $d = LDim(H)$ and $j$ is
    in $1..d+1$; that $1 - 1/d$ is a number for every class needs $d > 0$."""
    d = littlestone_dimension(H)
    return (d >= 1) & _defines(H, define, max(int(d), 1), Fraction(1, 10))


@correction(
    "LYU25.A4.def",
    "a class of one function has $d = 0$, where $1/d$ is no number; it needs no stages, since its "
    "function is always right",
    reach=up_to_two_points,
    narrows="no data set, or one of 0, 1, 10, 19, 20 or 40 rows, all but two of them alike, and perhaps one of one row",
    level=Constant(Fraction(1, 10), mutants=(Fraction(1, 9), Fraction(1, 11))),
)
def define_class_keeps_what_errs_little(H: ExplicitBinary, define: DefineClass, level: Fraction) -> Statement:
    """$DefineClass(H, S, j) = {h in H : err_T(h) <= (1/10)(1 - 1/d)^j for all T in S}$ for $j$ in $1..d+1$, where $d =
    LDim(H) >= 1$."""
    d = int(dimension(H))
    return when(d >= 1, _defines(H, define, max(d, 1), level))


# ---- Other readings of the majority


@claim(
    "LYU25.A4.bottom",
    "for Algorithm 4, section 6: majority in which failure symbols vote",
    "algorithm",
    role="companion",
)
def a_wrong_majority_of_all_draws_is_one_of_hypotheses(zeros: Natural, ones: Natural, failed: Natural) -> Statement:
    """Where the answer is 1 if more than half of all draws say so, it is a wrong 0 only if half of the hypotheses drawn
    say 0; here ``ones`` and ``zeros`` count the hypotheses that say 1 and 0, and ``failed`` the failure symbols."""
    return when(2 * ones <= zeros + ones + failed, zeros >= ones)


@correction(
    "LYU25.A4.bottom",
    "failure symbols then vote for 0; with at most a tenth of them $4/9$ of the hypotheses say so, more "
    "than the third that Claim 6.4 needs",
    parts=Constant(4, mutants=(5,)),
)
def a_wrong_majority_of_all_draws_has_many_hypotheses(
    zeros: Natural, ones: Natural, failed: Natural, parts: int
) -> Statement:
    """Where no more than half of all draws say 1 and at most a tenth are failure symbols, at least $4/9$ of the
    hypotheses drawn say 0; here ``ones`` and ``zeros`` count the hypotheses that say 1 and 0, and ``failed`` the
    failure symbols."""
    total = zeros + ones + failed
    return when([2 * ones <= total, 10 * failed <= total], 9 * zeros >= parts * (zeros + ones))

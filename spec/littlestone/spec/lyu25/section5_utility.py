"""LYU25 section 5: the utility of DP-ERM.

A stage without a common hypothesis is progress, what is published errs seldom, and runs are repeated until one passes.
"""

from itertools import combinations

from littlestone.spec.algebra.circuit import as_truth
from littlestone.spec.algebra.naturals import largest
from littlestone.spec.classes.subclasses import is_subclass
from littlestone.spec.decompositions.interleaving import empirical_error
from littlestone.spec.domains import Classes
from littlestone.spec.lyu25.vocabulary import *
from littlestone.spec.notation import *

PROOF = "proof of Theorem 3, section 5"
FIRST = f"{PROOF}, utility analysis, first paragraph"
SECOND = f"{PROOF}, utility analysis, second paragraph"
SIZES = (*((p, d) for p in range(4) for d in range(3)), (1, 3))
WithinFirst = Annotated[ConceptClass, Classes(labels=2, within="H_1", empty=True)]


# ---- Progress


@claim(
    "LYU25.T3.prog",
    f"{FIRST}: progress of a stage without a common hypothesis",
    "claim",
    narrows="two teachers, whose classes of the next stage lie in both of this one's (LYU25.T3.incl); a stage that "
    "fails has no hypothesis that is essential for all teachers, as the tests behave",
    caps="$(p, d) = (0, 0)$, (1, 1), (2, 1), (3, 1), (1, 2), (2, 2)",
    fewer=Constant(1, mutants=(2,)),
    doubled=Constant(2, mutants=(1,)),
)
def a_stage_without_a_common_hypothesis_is_progress(
    H_1: Binary, H_2: Binary, G: WithinFirst, fewer: int, doubled: int
) -> Truth:
    """If the algorithm fails to find a common hypothesis in round $j$, then $max_i DDim_{p_{j+1},d}(H_i^{j+1}) <= max_i
    DDim_{p_j,d}(H_i^j) - 1$, with $p_{j+1} = 2 p_j$: for each class $G$ of stage $j + 1$, which is a subclass of all
    those of stage $j$."""
    pair = H_1, H_2

    def progress(p: int, d: int) -> Truth:
        common = any_of(essential(H_1, f, p, d) & essential(H_2, f, p, d) for f in all_functions(H_1.points, 2))
        fails = [is_subclass(G, H_2), ~common, *(dimension(H) <= d for H in pair)]
        before = largest([decomposition_dimension(H, p, d) for H in pair])
        return all_of(fails).implies(decomposition_dimension(G, doubled * p, d) + fewer <= before)

    return all_of(progress(p, d) for p, d in ((0, 0), (1, 1), (2, 1), (3, 1), (1, 2), (2, 2)))


rests_on("LYU25.T3.prog", "LYU25.L4.3.2", "some hypothesis is common", FIRST, repair="LYU25.L4.3.2.corrected")


@uses(
    "LYU25.T3.prog",
    "LYU25.L4.3.1",
    FIRST,
    opaque=("decomposition_dimension", "dimension", "littlestone_dimension"),
)
def no_class_of_the_next_stage_has_a_larger_dimension(H: Binary, G: Subclass) -> Use:
    """$G$ lies in every class of stage $j$: where one of them, $H$, has a dimension of at most $t$, the largest less 1,
    so has $G$, and there is progress already."""

    def stays_below(p: int, d: int) -> Truth:
        here, after = decomposition_dimension(H, p, d), decomposition_dimension(G, 2 * p, d)
        return all_of((here <= t).implies(after <= t) for t in range(d))

    return Use({"H": H, "G": G}, gives=for_all_parameters(H, 0, stays_below, MIDDLE))


rests_on(
    "LYU25.T3.prog",
    "LYU25.K4.1.4",
    "at $DDim = 0$ a consistent hypothesis is essential to all; the print does not say so",
    FIRST,
)


@uses("LYU25.T3", "LYU25.T3.prog.stages", FIRST)
@uses("LYU25.T3.corrected", "LYU25.T3.prog.stages", "Theorem 3, section 5, corrected")
def d_failures_leave_a_stage(d: Natural, failures: Natural, left: Natural) -> Use:
    """At most $d$ of the $d + 1$ stages fail: of those that do not, ``left``, there is one."""
    return Use({"d": d, "failures": failures}, given=equals(failures + left, d + 1), gives=left >= 1)


@terms("LYU25.T3.prog.stages")
def failed_stages(d: FromZero, failures: FromZero) -> Terms:
    """The failures before the dimension is 0."""
    return Terms(says=failures <= d)


@claim(
    "LYU25.T3.prog.stages",
    f"{FIRST}: number of failed stages",
    "step",
    narrows="the arithmetic; that a failure lowers the dimension is LYU25.T3.prog, for two teachers",
    more=OFFSET,
)
def after_d_failures_the_dimension_is_zero(d: Natural, t: Natural, failures: Natural, more: int) -> Statement:
    """The start, $t$, is at most $d$ and each failure lowers it by one, so that there are at most $d$ failures before
    it is 0: of the $d + 1$ stages one is left."""
    return when([t <= d, failures <= t], as_truth(failed_stages(d, failures).says) & (failures + 1 + more <= d + 1))


# ---- The error of what is published


@claim(
    "LYU25.T3.err",
    f"{SECOND}: error of an essential hypothesis",
    "claim",
    narrows="the errors of essential hypotheses for $n = p$ examples, where the print has $p_j = 2^j n d$; that "
    "$hat(h)$ is the SOA of an $n d$-irreducible $G$ is not formalized",
    caps="$p = 0, ..., 3$ with $d = 0$, 1, 2, and $d = 3$ at $p = 1$",
    beyond=Constant(0, mutants=(2,)),
)
def an_essential_hypothesis_errs_no_more_than_some_member(H: Binary, beyond: int) -> Truth:
    """$hat(h) = SOA_G$ for some $n d$-irreducible $G subset H_i^j$. If all of $H_i^j$ err on at most a share $2 alpha$
    of $S$, then so does $hat(h)$: for all $f$ essential to $H$ and all $S$ of $n = p$ examples, $err_S(f) <= err_S(h)$
    for some $h$ in $H$."""
    functions = list(all_functions(H.points, 2))
    return all_of(
        ((dimension(H) <= d) & essential(H, f, p, d)).implies(
            any_of(H.contains(h) for h in functions if empirical_error(h, S) >= empirical_error(f, S))
        )
        for p, d in SIZES
        for f in functions
        for S in data_sets(H.points, p + int(beyond))
    )


rests_on(
    "LYU25.T3.err", "LYU25.T3.err.agree", "the restriction of $G$ as $hat(h)$ labels the sample is not empty", SECOND
)


@uses(
    "LYU25.T3.err",
    "LYU25.D4.1",
    SECOND,
    draws="restricting $G$ to $(x_i, hat(h)(x_i))$ for all $n$ examples leaves a hypothesis of $G$",
)
def the_published_class_is_irreducible_for_all_examples(n: PositiveInteger, d: Natural) -> Use:
    """$G$ is $n d$-irreducible, and restricted to $n$ examples."""
    return Use({}, needs=n <= n * d)


@correction(
    "LYU25.T3.err.from.D4.1.premise",
    "at $d = 0$ a class is 0-irreducible only; assume $d >= 1$; at $d = 0$ $G$ has one hypothesis, $hat(h)$",
)
def the_published_class_is_irreducible_for_all_examples_for_positive_d(
    n: PositiveInteger, d: PositiveInteger
) -> Statement:
    """$n <= n d$ for $d >= 1$."""
    return n <= n * d


rests_on("LYU25.T3.err", "LYU25.T3.Egood", "it only consists of $h$ with $err_S(h) <= 2 alpha$", SECOND)


@claim(
    "LYU25.T3.err.agree",
    f"{SECOND}: agreement of an essential hypothesis with a member",
    "step",
    narrows="$p = 0, ..., 3$ with $d = 0$, 1, 2, and $d = 3$ at $p = 1$; different points, all where $p$ is larger; $n "
    "= p$ examples, where the print has $p_j = 2^j n d$; that the $h$ is in the irreducible $G$ with $SOA_G = f$ is "
    "not formalized",
    beyond=Constant(0, mutants=(2,)),
)
def an_essential_hypothesis_agrees_with_some_member_on_p_points(H: Binary, beyond: int) -> Truth:
    """Restricting $H$ to any $p$ points as $f$ labels them, $f$ being $(p, d)$-essential to $H$, leaves some $h$ of
    $H$."""
    return all_of(
        ((dimension(H) <= d) & essential(H, f, p, d)).implies(
            restricted(H, tuple((x, f[x]) for x in points)).nonempty()
        )
        for p, d in SIZES
        for f in all_functions(H.points, 2)
        for points in combinations(range(H.points), min(p + int(beyond), H.points))
    )


# ---- Success with probability one


@claim(
    "LYU25.T3.prob1",
    f"{PROOF}: success with probability one",
    "proof",
    not_checkable="the known tricks are not described; to replace a failure by a consistent hypothesis costs $1 + "
    "e^eps$ times its probability in $delta$, and to bring that below $delta$ by larger chunks alone "
    "costs a factor $log(1/delta) / d$ of rows, which $O~$ does not hide; to repeat runs until one passes"
    " costs a factor 2 in $eps$ and $(1 + e^eps)/stop$ in $delta$ (LYU25.T3.prob1.repeat), a constant factor of rows",
    stand_ins=("LYU25.T3.prob1.repeat",),
)
def success_can_be_made_certain() -> Truth:
    """The algorithm works with high constant probability. By known tricks, this can be turned into an algorithm with
    success probability one, without affecting the asymptotic bounds."""
    raise NotImplementedError


@terms("LYU25.T3.prob1.repeat")
def repeated_runs(
    u: AtLeastOne, delta: FromZero, stop: PositiveReal, beta: FromZero, one: int = 1, both: int = 1
) -> Terms:
    """(ln u, delta)-private runs until one passes, which stop after each with probability ``stop``; then failures, of
    probability beta, are replaced."""
    return Terms(epsilon=2 * ln(u), delta=(one + u) * delta / stop + (both + u**2) * beta)


@claim(
    "LYU25.T3.prob1.repeat",
    "for the proof of Theorem 3, section 5: privacy of runs that are repeated until one passes",
    "proof",
    narrows="an event and a pair of neighbours at a time, by the chances of a run and of the coin; that the event then "
    "has $N/D$ is not formalized",
    role="companion",
    power=Constant(2, mutants=(1,)),
    one=Constant(1, mutants=(0,), stronger="smaller"),
    both=Constant(1, mutants=(0,), stronger="smaller"),
)
def runs_until_one_passes_are_private(
    u: AtLeastOne,
    delta: FromZero,
    stop: PositiveReal,
    beta: FromZero,
    more: FromZero,
    x: Unit,
    y: Unit,
    w: Unit,
    power: int,
    one: int,
    both: int,
) -> Truth:
    """Fresh $(eps, delta)$-private runs until one passes, or a coin of probability ``stop`` ends them, after which
    outputs of probability at most $beta$ on each sample are replaced, are $(2 eps, (1 + e^eps) delta / stop + (1 + e^{2
    eps}) beta)$-private: a run is the last one with probability $D = stop + more$, and with an event with $N$, on the
    neighbour with $D'$ and $N' = x D'$; $D'$ and $N$ are $y$ and $w$ times their bounds, and the event has $N/D$. Here
    $u = e^eps$."""
    D, bound = stop + more, repeated_runs(u, delta, stop, beta, one, both)
    D_ = y * (u * D + delta)
    N = w * (u * (x * D_) + delta)
    return (ln(u**power) <= bound.epsilon) & (u**power * (x - beta) + bound.delta >= N / D + beta)


# ---- Proper learners


@claim(
    "LYU25.R5.proper",
    "Remark after the proof of Theorem 3, section 5: proper learner",
    "remark",
    not_checkable="the improper-to-proper transformation is that of [GGKM21], which is not described here; it is said "
    "to need a $d$-irreducible $G$, and the hypotheses are SOAs of classes that are $(d + 1)$-irreducible"
    " and more",
    stand_ins=("LYU25.D4.1.monotone",),
)
def the_learner_can_be_made_proper() -> Truth:
    """One can use the improper-to-proper transformation of [GGKM21] to make the algorithm proper. The only property
    needed is that it always outputs a hypothesis $SOA_G$ where $G subset H$ is $d$-irreducible."""
    raise NotImplementedError

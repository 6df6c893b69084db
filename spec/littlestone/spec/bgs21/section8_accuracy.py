"""BGS21 section 8: Lemma 8.5, how the accuracy enters the size of a representation.

The lemma, its correction and what both proofs use; the steps of the correction; why no constant serves for large
alpha.
"""

from itertools import product
from math import comb

from littlestone.spec.bgs21.vocabulary import *
from littlestone.spec.notation import *

BALLS = "the arithmetic; the bound on RepDim is BGS21.L8.5.balls, within its limits"
PROOF = "proof of Lemma 8.5, section 8"
ENOUGH_ROWS = Fraction(3, 4) * ln(4)  # at least so much is alpha m
LEMMA = "for Lemma 8.5, section 8"
CORRECTED = "Lemma 8.5, section 8, corrected"


# ---- Lemma 8.5


@claim(
    "BGS21.L8.5",
    "Lemma 8.5, section 8: representation from a private learner of accuracy alpha",
    "lemma",
    narrows=BALLS,
    cites=("BGS21.L8.5.unbounded",),
)
def learners_make_representations_of_size_m_alpha_epsilon(C: PositiveInteger) -> Truth:
    """If $H$ has an $(epsilon, 0)$-private $(alpha, 1/2)$-accurate learner with $m$ samples, it has a $(1/4,
    1/8)$-representation of size $O(m alpha epsilon + ln(k+1))$. Read as: for $alpha = 1$ and $m = 0$, where a
    constant is such a learner, and all binary functions on $n = 8 C + 2$ points, a lower bound on $RepDim(H)$, $n/8 -
    ln(8/7)$, is at most $C ln(k+1)$, $k = 1$, for an integer constant $C >= 1$."""
    return least_representation(8 * C + 2) <= C * ln(2)


def least_representation(n: Real) -> Real:
    """A lower bound on RepDim of all binary functions on n points: by BGS21.L8.5.balls a class serves a uniform one,
    under the uniform distribution, with probability at most |G| e^(-n/8), which must be at least 7/8."""
    return n / 8 - ln(Fraction(8, 7))


@terms("BGS21.L8.5.corrected")
def size_for_small_errors(
    size: FromZero, k: PositiveInteger, alpha: PositiveUnit, x: FromZero, times: int = 8, half: Fraction | int = 2
) -> Terms:
    """The size of the representation that a learner makes, at x = m alpha epsilon."""
    return Terms(asks=alpha <= QUARTER, says=size <= ln(half * (k + 1) * ln(8)) + times * x)


@correction(
    "BGS21.L8.5",
    "with $alpha = 1$ a constant hypothesis is accurate with no samples, for classes of any RepDim (as is, "
    "for two labels, a random constant with $alpha = 1/2$); the "
    "proof needs $alpha <= 1/4$, without which $D~$ is no distribution. Every $m$ serves: group privacy "
    "is averaged over the samples, in place of being used at a good one",
    narrows="a learner is two means over its samples, of its chance $q$ to be close and of $q N$, for $N$ rows not at "
    "0: that inequalities at each sample are those of means is BGS21.L8.5.mean, one value after the other, and that "
    "copies keep $q e^{-epsilon N}$ is DP.group, within its limits",
    most=Constant(QUARTER, mutants=(HALF,), stronger="larger"),
    times=Constant(8, mutants=(7,), stronger="smaller"),
    half=Constant(2, mutants=(Fraction(7, 4),), stronger="smaller"),
)
def learners_with_small_error_make_representations(
    alpha: PositiveUnit,
    k: PositiveInteger,
    v: FromZero,
    d: Unit,
    e: Unit,
    zero: Unit,
    hit: HalfToOne,
    idle: Unit,
    less: Unit,
    most: Fraction,
    times: int,
    half: Fraction,
) -> Statement:
    """For $alpha <= 1/4$ and every $m$ an $(epsilon, 0)$-private $(alpha, 1/2)$-accurate learner with $m$ rows gives a
    $(1/4, 1/8)$-representation of size at most $ln(2 (k+1) ln 8) + 8 m alpha epsilon$: $D~$ of (12) is a distribution,
    $d = D(0)$; error at most $alpha$ under $D~$, ``zero`` at 0, is error $e <= 1/4$ under $D$; a run on copies of $(0,
    f(0))$ is close with probability $p = e^{-y} / 2$, $y = 8 m alpha epsilon$, where $E[q] = hit >= 1/2$ and $E[q N]$
    is all of $E[N]$ but an idle part; $floor(ln(8) / p)$ runs for each label all miss with probability at most $1/8$.
    Here $e^y = 1 + v$ and $x = m epsilon$."""
    y, p = ln(1 + v), 1 / (half * (1 + v))
    x, runs = y / (times * alpha), ln(8) / p - less
    at_zero, elsewhere = 1 - 4 * alpha + 4 * alpha * d, 4 * alpha * (1 - d)
    close = 1 / (1 + v) * ((1 + y) * hit - (1 - idle) * x * elsewhere)
    lines = [
        equals(at_zero + elsewhere, 1) & (at_zero >= 0),
        (4 * alpha * e + (1 - 4 * alpha) * zero <= alpha).implies(e <= QUARTER),
        close >= p,
        (1 - p) ** runs <= EIGHTH,
        size_for_small_errors(ln((k + 1) * runs), k, alpha, alpha * x, times, half).says,
    ]
    return when(alpha <= most, all_of(lines))


@uses(
    "BGS21.L8.5",
    "BGS21.L8.5.eq12",
    f"{PROOF}, equation (12)",
    repair="BGS21.L8.5.eq12.corrected",
    draws="A is $(alpha, 1/2)$-accurate under $D~$",
)
def accuracy_is_used_under_the_diluted_weights(alpha: PositiveUnit, d: Unit) -> Use:
    """A is run on a sample of $D~$, which must be a distribution for every $D$ and every accuracy $alpha$ of a
    learner."""
    return Use({"alpha": alpha, "d": d}, fails=HALF)


@correction(
    "BGS21.L8.5.from.L8.5.eq12.premise",
    "$D~$ has weight $1 - 4 alpha + 4 alpha D(0)$ at 0, which is negative for $alpha > 1/4$ and small $D(0)$",
    most=Constant(QUARTER, mutants=(HALF,), stronger="larger"),
)
def the_diluted_weights_need_small_alpha(alpha: PositiveUnit, d: Unit, most: Fraction) -> Statement:
    """For $alpha <= 1/4$ the weight of $D~$ at 0 is not negative."""
    return when(alpha <= most, 1 - 4 * alpha + 4 * alpha * d >= 0)


@uses("BGS21.L8.5", "BGS21.L8.5.eq13", f"{PROOF}, the line after equation (13)")
def small_error_is_carried_over(alpha: UpToQuarter, diluted: FromZero, e: Unit) -> Use:
    """For $D~$ a distribution, $alpha <= 1/4$, an output with error at most $alpha$ under $D~$, ``diluted``, has
    error at most $1/4$ under $D$, also where the error is exactly $alpha$."""
    return Use({"alpha": alpha, "diluted": diluted, "e": e}, given=diluted <= alpha, gives=1 - e >= Fraction(3, 4))


@uses("BGS21.L8.5", "PROB.chernoff.upper", f"{PROOF}, 'By a Chernoff bound'")
def a_chernoff_bound_makes_the_sample_good(more: FromZero) -> Use:
    """Chernoff's bound at $delta = 1$ for the mean $4 alpha m = 3 ln 4 + more$, which is at least that of the draws
    from $D~$ that are not at 0, $4 alpha (1 - D(0)) m$: a sum with a smaller mean is no more often so large. (At
    that mean itself $delta$ could exceed 1.) $1/2 - e^{-4 alpha m / 3}$ is at least $1/4$."""
    at = {"mean": 3 * ln(4) + more, "delta": Real.of(1)}
    return Use(at, gives=lambda b: HALF - b.fails >= QUARTER)


@uses("BGS21.L8.5", "BGS21.L8.5.m", f"{PROOF}, first paragraph and the union bound")
def the_tail_is_at_most_a_quarter(t: PositiveReal) -> Use:
    """$e^{-4 t / 3} <= 1/4$ is used at $t = alpha m$, which is at least $3 ln(4) / 4$."""
    return Use({"t": t}, given=t >= ENOUGH_ROWS, gives=lambda bad: HALF - bad.fails >= QUARTER, times=1)


@uses("BGS21.L8.5", "PROB.union", f"{PROOF}, 'by a union bound'")
def a_union_bound_joins_accuracy_and_a_good_sample(wrong: Unit, bad: Unit) -> Use:
    """A is wrong with probability at most $1/2$, the sample is not good with at most $1/4$, and neither with $1/4$."""
    known = (wrong <= HALF) & (bad <= QUARTER)
    return Use({"chances": wrong + bad}, given=known, gives=lambda b: 1 - b.fails >= QUARTER)


rests_on("BGS21.L8.5", "PROB.average", "some good sample is as good as the average", f"{PROOF}, the dataset X_good")
rests_on("BGS21.L8.5", "DP.group", "from the good sample to the copies of $(0, f(0))$", f"{PROOF}, equation (14)")
rests_on("BGS21.L8.5", "BGS21.L8.5.P", "all labels, not 0 alone", PROOF, repair="BGS21.L8.5.P.corrected")
rests_on("BGS21.L8.5", "BGS21.D8.1", "$(P, G)$ is a $(1/4, 1/8)$-representation; $G$ is finite", f"{PROOF}, the set G")


@uses("BGS21.L8.5", "BGS21.L8.5.eq14", f"{PROOF}, equation (14)")
def the_number_of_changed_rows_is_bounded(special: Unit, w: AtLeastOne, more: AtLeastOne) -> Use:
    """Equation (14) at the rows of a good sample that are not at 0, with $w more = e^{8 epsilon alpha m}$
    as they are at most $8 alpha m$: the probability on the copies of one row is at least $e^{-8 epsilon alpha m} / 4$,
    here times $w$."""
    return Use({"w": w, "other": QUARTER, "special": special}, gives=w * special >= 1 / more / 4)


@uses("BGS21.L8.5", "BGS21.L8.5.exec", f"{PROOF}, 'The probability that G does not contain'")
def all_executions_miss_rarely(p: UpToQuarter) -> Use:
    """$ln(8) / p$ runs of $A(0_sigma)$ all miss with probability at most $1/8$, $p = e^{-x} / 4$, $x = 8 epsilon alpha
    m$."""
    return Use({"p": p, "less": Real.of(0)}, gives=lambda runs: 1 - runs.fails >= Fraction(7, 8))


@uses("BGS21.L8.5", "BGS21.L8.5.size", f"{PROOF}, last display")
def the_size_is_of_the_printed_order(x: FromZero, L: PositiveReal, size: PositiveReal) -> Use:
    """A size of at most $x + 4.1 L$, $x = 8 m epsilon alpha$ and $L = ln(k+1)$, is at most $8 (m alpha epsilon +
    L)$."""
    return Use({"x": x, "L": L, "size": size}, gives=size <= 8 * (x / 8 + L))


@uses("BGS21.L8.5", "BGS21.L8.5.size", f"{PROOF}, 'A can ignore part of its sample'", name="padded")
def samples_are_padded(C: PositiveInteger) -> Use:
    """Where $m < 3 ln(4) / (4 alpha)$, A is run on $3 ln(4) / (4 alpha)$ rows, and the size must still be at most $C (m
    alpha epsilon + ln(k+1))$, with the $m$ of the statement: here $m = 1$, $alpha = 1 / (4 C)$, $epsilon = C$ and $k
    = 1$, for every $C$."""
    x = 8 * ENOUGH_ROWS * C
    size = ln(8 * ln(8)) + x
    return Use({"x": x, "L": ln(2), "size": size}, gives=size <= C * (QUARTER + ln(2)))


@correction(
    "BGS21.L8.5.from.L8.5.size.padded.conclusion",
    "to ignore rows raises $m$ to $3 ln(4) / (4 alpha)$, and the size by up to $6 ln(4) epsilon$, more "
    "than any $C (m alpha epsilon + ln(k+1))$; for $alpha m <= 1/16$ no group privacy is needed, as all"
    " rows are at 0 with probability $3/4$",
    narrows="the induction step for the rows at 0; that their copies then serve is not formalized",
    factor=Constant(17, mutants=(8,), stronger="smaller"),
)
def few_rows_are_all_at_one_point(t: PositiveReal, alpha: UpToQuarter, factor: int) -> Truth:
    """With $t = alpha m$: for $t <= 1/16$ all rows are at 0 with probability at least $(1 - 4 alpha)^m >= 1 - 4 t >=
    3/4$, by induction on $m$, as $(1 - 4 t) (1 - 4 alpha) >= 1 - 4 (t + alpha)$, which leaves $1/4$ for the copies of
    $(0, f(0))$ themselves; for $t >= 1/16$ padding to $3 ln(4) / 4 <= 17 t$ costs a factor of 17."""
    few = (t <= Fraction(1, 16)).implies(HALF - 4 * t >= QUARTER)
    many = (t >= Fraction(1, 16)).implies(factor * t >= ENOUGH_ROWS)
    return few & many & ((1 - 4 * t) * (1 - 4 * alpha) >= 1 - 4 * (t + alpha))


@adds_up("BGS21.L8.5", f"{PROOF}, the union bound")
def a_good_sample_and_a_close_hypothesis_meet_with_a_quarter(alpha: UpToQuarter, d: Unit, t: PositiveReal) -> Total:
    """A that is wrong under $D~$ ($1/2$) and a sample that is not good ($e^{-4 t / 3}$, $t = alpha m$) leave $1/4$."""
    return Total(fails=Fraction(3, 4), given=t >= ENOUGH_ROWS)


rests_on("BGS21.L8.5.corrected", "BGS21.L8.5.mean", "$q$ and $q N$ are averaged over the samples", CORRECTED)


@uses("BGS21.L8.5.corrected", "DP.group", CORRECTED)
def every_sample_is_carried_to_copies_of_one_row(epsilon: FromZero, N: Natural, q: Unit, special: Unit) -> Use:
    """Pure group privacy at a sample on which A is close with probability $q$, $N$ rows of which are changed: a run on
    copies of one row is close with probability at least $q e^{-epsilon N}$."""
    at = {"w": exp(epsilon * N), "s": Real.of(0), "q": q, "r": special}
    return Use(at, gives=special >= q * exp(-(epsilon * N)))


@uses("BGS21.L8.5.corrected", "BGS21.L8.5.tangent", CORRECTED)
def the_power_is_replaced_by_its_tangent(y: FromZero, a: FromZero, power: Unit, q: Unit, more: FromZero) -> Use:
    """At every sample a run on the copies is close with probability $q e^-a + more >= e^-y ((1 + y) q - q a)$, $a =
    epsilon N$, which is linear in $q$ and $q N$."""
    line = q * power + more >= exp(-y) * ((1 + y) * q - q * a)
    return Use({"y": y, "a": a, "power": power}, gives=line)


@uses("BGS21.L8.5.corrected", "BGS21.L8.5.moved", CORRECTED)
def the_moved_rows_are_averaged(
    alpha: UpToQuarter, m: PositiveInteger, mean: FromZero, less: FromZero, more: FromZero, epsilon: PositiveReal
) -> Use:
    """With $E[N] <= 4 alpha m$, $E[q N]$, ``less`` than that mean, and $E[q] = 1/2 + more$: $(1 + y) E[q] - epsilon
    E[q N] >= 1/2$, $y = 8 m alpha epsilon$."""
    y = 8 * m * alpha * epsilon
    line = (1 + y) * (HALF + more) - epsilon * (mean - less) >= HALF
    return Use({"alpha": alpha, "m": m, "mean": mean}, gives=line)


@uses("BGS21.L8.5.corrected", "BGS21.L8.5.exec", CORRECTED)
def a_whole_number_of_runs_misses_rarely(p: UpToHalf, less: Unit) -> Use:
    """$floor(ln(8) / p)$ runs for each label all miss with probability at most $1/8$, as a representation may."""
    return Use({"p": p, "less": less}, gives=lambda runs: 1 - runs.fails >= Fraction(7, 8))


# ---- The steps of the correction


@terms("BGS21.L8.5.moved")
def rows_that_are_moved(alpha: UpToQuarter, m: Natural, mean: FromZero, slack: Fraction | int = 0) -> Terms:
    """E[N] for the number N of m rows of D~ that are not at 0."""
    return Terms(says=mean <= 4 * alpha * m + slack)


@claim(
    "BGS21.L8.5.moved",
    "Lemma 8.5, section 8, corrected: mean number of rows away from the special point",
    "step",
    narrows="means are numbers; that one more row makes the mean so much larger is not formalized",
    slack=Constant(0, mutants=(Fraction(-1, 100),)),
)
def few_rows_are_moved(alpha: UpToQuarter, d: Unit, m: Natural, mean: FromZero, slack: Fraction) -> Truth:
    """$E[N] <= 4 alpha m$, $alpha <= 1/4$, for the number $N$ of $m$ rows of $D~$, as in (12), that are not at 0, by
    induction on $m$: one more row is not at 0 with probability $4 alpha (1 - d)$, $d = D(0)$."""
    before = rows_that_are_moved(alpha, m, mean)
    after = rows_that_are_moved(alpha, m + 1, mean + 4 * alpha * (1 - d), slack)
    none = rows_that_are_moved(alpha, 0, Real.of(0), slack)
    return as_truth(none.says) & as_truth(before.says).implies(as_truth(after.says))


@terms("BGS21.L8.5.tangent")
def below_the_exponential(y: FromZero, a: FromZero, power: FromZero, one: int = 1) -> Terms:
    """The power is e^-a."""
    return Terms(says=power >= exp(-y) * (one + y - a))


@claim(
    "BGS21.L8.5.tangent",
    "Lemma 8.5, section 8, corrected: tangent of the exponential",
    "step",
    one=Constant(1, mutants=(2,)),
)
def the_exponential_is_above_its_tangent(y: FromZero, a: FromZero, one: int) -> Truth:
    """$e^-a >= e^-y (1 + y - a)$ for $a, y >= 0$, the tangent at $y$; at each sample $a = epsilon N$."""
    above = as_truth(below_the_exponential(y, a, exp(-a), one).says)
    return (a >= y).implies(above) & (a <= y).implies(above)


@claim(
    "BGS21.L8.5.mean",
    "Lemma 8.5, section 8, corrected: means of ordered functions",
    "step",
    narrows="the induction step, from one value to the next",
    share=Constant(1, mutants=(2,)),
)
def means_keep_an_order(p: Unit, a: AnyReal, b: AnyReal, c: AnyReal, d: AnyReal, share: int) -> Statement:
    """$E[f] >= E[g]$ where $f >= g$ at every sample, one value after the other: the mean of those before has weight
    $p$."""
    return when([a >= b, c >= d], p * a + (1 - p) * c >= share * (p * b) + (1 - p) * d)


def few_rows_and_functions(H: ConceptClass, m: Integer) -> bool:
    """At most four functions from the points to the labels, and two rows."""
    return is_enumerable(H, 4) and int(m) <= 2


@claim(
    "BGS21.L8.5.run",
    "Lemma 8.5, section 8, corrected: runs on copies of one row as implemented",
    "step",
    reach=few_rows_and_functions,
    narrows="one learner, EXPLEARN with $epsilon = ln 4$, $alpha$ $1/8$ and $1/4$; $D$ in quarters; of at most four "
    "functions $f$ has probability at least $1/4$ on the copies, so that no case could fail",
    half=Constant(2, mutants=(QUARTER,), stronger="smaller"),
)
def its_runs_find_close_hypotheses(
    H: ExplicitClass, m: PositiveSize, law: LawOf, explearn: ExpLearn, half: int
) -> Statement:
    """Where A is $(alpha, 1/2)$-accurate for $f$ under $D~$ of (12), $floor(2 ln(8) e^y)$ runs on $m$ copies of $(0,
    f(0))$ all miss the hypotheses of error at most $1/4$ under $D$ with probability at most $1/8$, $y = 8 m alpha
    epsilon$."""
    learner, rows = exponential_learner(law, explearn, H.functions()), int(m)

    def holds(f: Function, D: Distribution, alpha: Fraction) -> Truth:
        diluted = tuple((1 - 4 * alpha) * (x == 0) + 4 * alpha * weight for x, weight in enumerate(D))
        near = [g for g in H.functions() if error(g, f, diluted) <= alpha]
        samples = ordered_draws(diluted, rows)
        hit = sum(weight * sum(learner(labelled(X, f))[g] for g in near) for X, weight in samples)
        close = sum(learner(((0, f[0]),) * rows)[g] for g in H.functions() if error(g, f, D) <= QUARTER)
        runs = floor(half * ln(8) * exp(8 * rows * alpha * EPSILON))
        return as_truth(hit >= HALF).implies(equals(close, 1) | as_truth((1 - close) ** runs <= EIGHTH))

    cases = product(H.functions(), grid(H.points, 4), (EIGHTH, QUARTER))
    return all_of(holds(*case) for case in cases)


# ---- No constant serves


@claim(
    "BGS21.L8.5.unbounded",
    "for Lemma 8.5, section 8: representation dimension for large alpha at every constant",
    "lemma",
    role="companion",
    narrows=BALLS,
    points=Constant(8, mutants=(1,), stronger="smaller"),
)
def no_constant_saves_the_lemma_for_large_alpha(C: PositiveInteger, points: int) -> Truth:
    """For every integer $C >= 1$, with $alpha = 1$, $m = 0$ and all binary functions on $n = 8 C + 2$ points,
    $RepDim(H) > C (m alpha epsilon + ln(k+1))$."""
    return C * ln(2) < least_representation(points * C + 2)


@uses("BGS21.L8.5.unbounded", "BGS21.L8.5.balls", LEMMA)
def the_least_representation_is_counted(C: PositiveInteger, G: AtLeastOne) -> Use:
    """On $n = 8 C + 2$ points a class of $G$ functions serves a uniform one with probability at most $G e^{-n/8}$,
    which must be at least $7/8$: $ln G >= n/8 - ln(8/7)$, more than $C ln 2$, as $k = 1$."""
    return Use({"n": 8 * C + 2}, gives=lambda close: (G * close.fails >= Fraction(7, 8)).implies(C * ln(2) < ln(G)))


@terms("BGS21.L8.5.balls")
def one_function_is_close(n: PositiveInteger, rate: Fraction = EIGHTH) -> Terms:
    """A function on n points is close to a uniform one so seldom."""
    return Terms(fails=exp(-rate * n))


@claim(
    "BGS21.L8.5.balls",
    "for Lemma 8.5, section 8: functions close to a given one",
    "step",
    narrows="the number of close functions; the sum over the members of $G$ is not formalized",
    rate=Constant(EIGHTH, mutants=(QUARTER,), stronger="larger"),
)
def few_functions_are_close_to_one(n: PositiveSize, rate: Fraction) -> Truth:
    """At most $2^n e^{-n/8}$ of the binary functions on $n$ points differ from a given one on at most $n/4$ of them, so
    that a class $G$ has a member of error at most $1/4$ for a uniform $f$ with probability at most $|G| e^{-n/8}$."""
    close: int = sum(comb(n, i) for i in range(n // 4 + 1))
    return Real.of(one_function_is_close(n, rate).fails) >= Fraction(close, 2**n)


@uses("BGS21.L8.5.balls", "PROB.hoeffding", LEMMA)
def a_ball_is_small(n: PositiveInteger) -> Use:
    """A uniform function differs from a given one on at most $n/4 = n/2 - n/4$ of $n$ points with probability at most
    $e^{-n/8}$."""
    return Use({"n": n, "t": QUARTER}, gives=lambda b: b.fails <= exp(-(n / 8)))

"""BGS21 section 8: probabilistic representations, and Lemma 8.3, which makes private learners of them.

Under the lemma is what is true in its place; then the singletons, for which no constant serves.
"""

from functools import cache
from itertools import product
from math import prod

from littlestone.spec.bgs21.vocabulary import *
from littlestone.spec.learning.pac_learning import represents
from littlestone.spec.notation import *

RepLearn = Annotated[Run, Algorithm("BGS21.ALG.REPLEARN")]
ROWS = Fraction(5, 7)  # times ln(g / beta) / (alpha min(epsilon, 2 ln 2))
LEMMA = "for Lemma 8.3, section 8"
CORRECTED = "Lemma 8.3, section 8, corrected"


# ---- Definitions 8.1 and 8.2


@terms("BGS21.D8.1")
def the_draw_misses(beta: Unit) -> Terms:
    """The class drawn from an (alpha, beta)-representation has no close member for f and D, both fixed before."""
    return Terms(fails=beta)


@claim(
    "BGS21.D8.1",
    "Definition 8.1 and Equation (10), section 8: probabilistic representation",
    "definition",
    narrows="$alpha = 1/4$, $beta = 1/8$ or $1/2$, $P$ uniform on the subsets of size $s$, and $D$ a point mass or "
    "uniform, which decides on up to 3 points",
    reach=among_nine_functions,
    offset=OFFSET,
)
def a_representation_has_a_close_hypothesis_with_high_probability(
    H: ExplicitClass, s: PositiveSize, offset: int
) -> Statement:
    """$(P, G)$ $(1/4, 1/8)$-represents $H$ if for every $f$ in $H$ and every $D$, both fixed before the draw, a class
    drawn from $P$ has with probability at least $7/8$ a $g$ with $Pr_D[f != g] <= 1/4$. On up to 3 points that is
    $Pr[f in G_i] >= 7/8$, as the uniform $D$ shows; here for $beta = 1/2$ as well."""
    P, size = uniform_subsets(H, int(s)), len(H.functions())
    missed = size - min(int(s + offset), size)
    return all_of(
        represents(P, H, QUARTER, beta, corners_and_centre(H.points)).iff(missed <= the_draw_misses(beta).fails * size)
        for beta in (EIGHTH, HALF)
    )


@claim(
    "BGS21.D8.2",
    "Definition 8.2 and Equation (11), section 8: representation dimension",
    "definition",
    narrows="up to 3 points, where $D$ a point mass or uniform decides; that no $P$ serves all $f$ where no class "
    "serves a uniform one is not formalized",
    reach=among_nine_functions,
    fewer=OFFSET,
)
def the_representation_dimension_has_a_closed_form(H: ExplicitClass, fewer: int) -> Statement:
    """$RepDim(H)$, the least size $ln max |G_i|$ of a $(1/4, 1/8)$-representation of $H$, is $ln ceil(7|H|/8)$ on up to
    3 points: the subsets of $H$ of that size represent it, and every smaller class $G$ contains a uniformly drawn $f$
    in $H$ with probability below $7/8$, so that no $P$ over such classes serves all $f$."""
    size = representation_size(len(H.functions())) - int(fewer)
    attained = represents(uniform_subsets(H, size), H, QUARTER, EIGHTH, corners_and_centre(H.points))
    return attained & ~serves_average(H, max(size - 1, 0), Fraction(7, 8))


# ---- Lemma 8.3


@claim(
    "BGS21.L8.3",
    "Lemma 8.3, section 8 (Lemma 14 of BNS19): private learner from a representation",
    "lemma",
    narrows="the arithmetic of BGS21.L8.3.packing; the random partition is BGS21.L8.3.buckets, within its limits",
    cites=("BGS21.L8.3.unbounded",),
)
def a_representation_gives_a_learner_with_repdim_samples(C: AtLeastOne) -> Truth:
    """If $(G, P)$ $(alpha, beta)$-represents $H$, for every $epsilon > 0$ some $(epsilon, 0)$-private $(6 alpha, 4
    beta)$-accurate learner has sample complexity $O((RepDim(H) + ln(1/beta)) / (alpha epsilon))$. Read as: with a
    constant $C >= 1$, for $s = e^{600 C}$ singletons, which represent themselves, $alpha = 1 / (6 (s + 1))$ and $beta =
    1/8$, a lower bound on $alpha epsilon$ times the samples, $(600 C - ln 4) / 48$, is at most $C (ln 32 + ln 8)$."""
    return least_rows(600 * C) <= most_rows(C)


def least_rows(t: Real) -> Real:
    """A lower bound on alpha epsilon n for learners of s = e^t singletons with alpha = 1 / (6 (s + 1)): by packing
    alpha epsilon n >= (s / (s + 1)) (t - ln 4) / 24 (BGS21.L8.3.packing), and s >= 1."""
    return (t - ln(4)) / 48


def most_rows(C: Real) -> Real:
    """C (RepDim(H) + ln(1/beta)) for the singletons, whose RepDim is at most ln 32 (BGS21.L8.3.buckets), and beta =
    1/8."""
    return C * (ln(32) + ln(8))


@terms("BGS21.L8.3.corrected")
def learner_of_a_representation(
    alpha: PositiveUnit, beta: PositiveUnit, error: FromZero, epsilon: PositiveReal, errs: int = 6, fails: int = 2
) -> Terms:
    """REPLEARN over an (alpha, beta)-representation, on as many rows as the claim asks for."""
    return Terms(says=error <= errs * alpha, fails=fails * beta, epsilon=epsilon)


@correction(
    "BGS21.L8.3",
    "RepDim is that of $(1/4, 1/8)$-representations, which may be small while $(alpha, "
    "beta)$-representations must be large: the bound must have the size $ln max |G_i|$ of the given one, "
    "as in the proof; and for large $epsilon$ it must not fall below $ln(1/beta) / alpha$",
    narrows="one function, distribution and event are fixed; that the mean of a product of independent rows is the "
    "product, and that privacy is kept by the mixture, is not formalized",
    rows=Constant(ROWS, mutants=(Fraction(3, 5),), stronger="smaller"),
    errs=Constant(6, mutants=(5,)),
    fails=Constant(2, mutants=(1,)),
)
def a_representation_gives_a_learner_with_size_samples(
    alpha: PositiveUnit,
    beta: PositiveUnit,
    g: AtLeastOne,
    v: PositiveUnit,
    extra: FromZero,
    near: Unit,
    excess: FromZero,
    idle: Unit,
    both: Unit,
    d: FromZero,
    x: Unit,
    more: FromZero,
    rows: Fraction,
    errs: int,
    fails: int,
) -> Truth:
    """An $(alpha, beta)$-representation by classes of at most $g$ functions gives for every $epsilon > 0$ an $(epsilon,
    0)$-private $(6 alpha, 2 beta)$-accurate learner, improper, from $n >= (5/7) ln(g / beta) / (alpha min(epsilon, 2 ln
    2))$ rows: REPLEARN (BGS21.ALG.REPLEARN), with $2 s = min(epsilon, 2 ln 2)$, $epsilon = 2 s + extra$ and $v = e^s -
    1$. The close hypothesis of the drawn class errs by $(1 - idle) alpha$, a far one by $6 alpha + excess$, at once by
    a part ``both``; the far one is chosen at most as often as the mean of $e^{-s d}$, $d$ errors more, a power of that
    of one ``row``, at most $e^-drop$. An output that is not far errs by $(1 - near) 6 alpha$. One row moves weights by
    $e^{epsilon / 2}$ at most, so that an event of probability $x$ keeps $e^-epsilon x$."""
    s, u = ln(1 + v), (1 + v) ** 2 * exp(extra)
    learner = learner_of_a_representation(alpha, beta, (1 - near) * 6 * alpha, 2 * s + extra, errs, fails)
    close, far = (1 - idle) * alpha, errs * alpha + excess
    row = 1 - (far - both * close) * v / (1 + v) + (close - both * close) * v
    drop, least = alpha * (errs * v / (1 + v) - v), 2 / rows * alpha * s
    n = rows * ln(g / beta) / (alpha * (2 * s)) + more
    seldom = [row <= 1 - drop, 1 - drop <= exp(-drop), least <= drop, g * exp(-least) ** n <= beta]
    larger = exp(-((2 * s + extra) / 2 * d)) <= exp(-(s * d))
    private = [2 * s + extra <= learner.epsilon, x <= u * x / (x + (1 - x) * u)]
    return all_of([learner.says, *seldom, larger, beta + beta <= learner.fails, *private])


rests_on("BGS21.L8.3.corrected", "DP.exponential", "EXPLEARN on the drawn class", CORRECTED)


@uses("BGS21.L8.3.corrected", "BGS21.D8.1", CORRECTED)
def a_class_is_drawn_that_serves(beta: PositiveUnit) -> Use:
    """The class that is drawn serves $f$ under $D$, which are fixed before the draw, except with probability $beta$;
    with $beta$ for the choice, $1 - 2 beta$ are left."""
    return Use({"beta": beta}, gives=lambda draw: 1 - (draw.fails + beta) >= 1 - 2 * beta, times=1)


@uses("BGS21.L8.3.corrected", "PROB.union", CORRECTED)
def no_far_hypothesis_is_chosen(beta: PositiveUnit, g: AtLeastOne) -> Use:
    """One of at most $g$ far hypotheses is chosen with probability at most $g (beta / g)$."""
    return Use({"chances": g * (beta / g)}, gives=lambda b: b.fails <= beta, times=1)


@uses("BGS21.L8.3.corrected", "BGS21.ALG.REPLEARN", CORRECTED)
def the_choice_alone_reads_the_sample(epsilon: PositiveReal, x: Unit, y: Unit) -> Use:
    """REPLEARN, which draws from the class by the exponential mechanism, is $(epsilon, 0)$-private: an event of
    probability $x$ keeps $y >= e^-epsilon x$ where a row changes."""
    line = y >= exp(-epsilon) * x
    return Use({"epsilon": epsilon}, gives=lambda learner: (x <= exp(learner.epsilon) * y).implies(line), times=1)


@adds_up("BGS21.L8.3.corrected", CORRECTED)
def two_failures_and_one_budget(beta: PositiveUnit, g: AtLeastOne, epsilon: PositiveReal, x: Unit, y: Unit) -> Total:
    """The representation and the choice fail with probability at most $beta$ each, and the choice alone reads the
    sample: $2 beta$ and $epsilon$."""
    return Total(fails=2 * beta, epsilon=epsilon)


@terms("BGS21.ALG.REPLEARN")
def representation_learner(epsilon: FromZero) -> Terms:
    """REPLEARN at this epsilon."""
    return Terms(epsilon=epsilon)


@claim(
    "BGS21.ALG.REPLEARN",
    "Lemma 8.3, section 8: law and privacy of the representation learner",
    "algorithm",
    reach=among_five_functions,
    narrows="one representation, by the pairs of $H$",
    caps="the law on one row, privacy on two; $epsilon = ln 4$",
    share=Constant(1, mutants=(QUARTER,)),
)
def the_representation_learner_mixes_and_is_pure_private(
    H: ExplicitClass, law: LawOf, replearn: RepLearn, explearn: ExpLearn, share: Fraction
) -> Statement:
    """REPLEARN outputs EXPLEARN over a class drawn from the representation, and is $(epsilon, 0)$-private on all
    samples of two rows; here the representation is uniform on the pairs of $H$ and $epsilon = ln 4$."""
    P = uniform_subsets(H, 2)
    representation = as_representation(P)
    learner = cache(lambda sample: law(replearn, representation, sample, EPSILON))
    parts = {G: exponential_learner(law, explearn, tuple(sorted(G))) for G in P}
    rows = all_rows(H)

    def mixture(row: Example) -> Law[Function]:
        return P.bind(lambda G: parts[G]((row,)))

    mixed = all_of(same_law(learner((row,)), mixture(row)) for row in rows)
    return mixed & is_private(learner, rows, 2, representation_learner(EPSILON).epsilon * share)


@claim(
    "BGS21.L8.3.run",
    "Lemma 8.3, section 8, corrected: accuracy of the representation learner as implemented",
    "step",
    reach=up_to_two_points,
    narrows="one representation, by the classes of all functions of $H$ but one, $alpha = 1/16$, $epsilon = ln 4$; for "
    "two functions $2 beta$ is 1",
    caps="distributions in quarters, samples up to order",
    scale=Constant(1, mutants=(EIGHTH,), stronger="smaller"),
)
def the_representation_learner_is_accurate(
    H: ExplicitBinary, law: LawOf, replearn: RepLearn, scale: Fraction
) -> Statement:
    """REPLEARN over classes of $g$ functions, which lose each $f$ with probability $beta$, is $(6 alpha, 2
    beta)$-accurate on $n = (5/7) ln(g / beta) / (alpha min(epsilon, 2 ln 2))$ rows, rounded up."""
    lost, alpha = len(H.functions()) - 1, Fraction(1, 16)
    P, beta = as_representation(uniform_subsets(H, max(lost, 1))), Fraction(1, lost + 1)
    learner = cache(lambda sample: law(replearn, P, sample, EPSILON))
    n = ceiling(scale * ROWS * ln(max(lost, 1) / beta) / (alpha * EPSILON))
    accurate = is_accurate(learner, H, n, 6 * alpha, 2 * beta, tuple(grid(H.points, 4)), unordered_draws)
    return when(lost >= 1, accurate)


# ---- Lemma 8.3 for singletons


@claim(
    "BGS21.L8.3.unbounded",
    "for Lemma 8.3, section 8: samples for singletons at every constant",
    "lemma",
    role="companion",
    narrows="the arithmetic, at $s = e^{600 C}$, above which the bound rises; the random partition is checked up to 5 "
    "points, under point masses, the uniform $D$ and multiples of $1/4$",
    factor=Constant(600, mutants=(1,), stronger="smaller"),
)
def no_constant_saves_the_printed_bound(C: AtLeastOne, factor: int) -> Truth:
    """For every constant $C >= 1$, $(epsilon, 0)$-private $(6 alpha, 4 beta)$-accurate learners of $s >= e^{600 C}$
    singletons with $alpha = 1 / (6 (s + 1))$ and $beta = 1/8$ need more than $(C / (alpha epsilon)) (RepDim(H) +
    ln(1/beta))$ samples."""
    return most_rows(C) < least_rows(factor * C)


rests_on("BGS21.L8.3.unbounded", "BGS21.L8.3.buckets", "$RepDim(H) + ln(1/beta) <= ln 256$ at $beta = 1/8$", LEMMA)


@uses("BGS21.L8.3.unbounded", "BGS21.L8.3.packing", LEMMA)
def packing_is_used_at_the_singletons(L: FromZero, y: FromZero, together: Unit) -> Use:
    """With $s = e^t$, $t = ln 4 + L$, and $alpha = 1 / (6 (s + 1))$, $epsilon n = 6 (s + 1) y$ gives $alpha epsilon n =
    y >= L / 48$."""
    s = 4 * exp(L)
    return Use({"s": s, "x": 6 * (s + 1) * y, "together": together}, gives=48 * y >= L)


@terms("BGS21.L8.3.packing")
def rows_for_singletons(s: AtLeastOne, x: FromZero, together: FromZero, share: int = 4) -> Terms:
    """x = epsilon n for s singletons, whose targets have these chances ``together`` on the same rows."""
    return Terms(asks=together <= 1, says=s / share * ln(s / 4) <= x)


@claim(
    "BGS21.L8.3.packing",
    "for Lemma 8.3, section 8: samples of a learner of singletons",
    "step",
    narrows="the arithmetic alone",
    share=Constant(4, mutants=(3,), stronger="smaller"),
)
def packing_bounds_the_samples_of_singletons(s: AtLeastOne, x: FromZero, share: int) -> Truth:
    """A learner of $s$ singletons that is right with probability $1/2$ under the uniform distribution on their points
    needs $n >= (s / (4 epsilon)) ln(s / 4)$ samples: at most $4 n / s$ rows are at the point of the target with
    probability $3/4$, so that on the same rows, all labelled 0, each of the $s$ targets has probability at least $e^{-4
    epsilon n / s} / 4$ on average, and all together at most 1; here $x = epsilon n$."""
    needed = rows_for_singletons(s, x, s * exp(-(4 * x / s)) / 4, share)
    return as_truth(needed.asks).implies(as_truth(needed.says))


@uses("BGS21.L8.3.packing", "PROB.markov", LEMMA)
def few_rows_are_at_the_target(mean: Unit) -> Use:
    """The rows at the target, $n / s$ on average, are $4 n / s$ or more with probability at most $1/4$; here in units
    of $n / s$."""
    return Use({"level": Real.of(4), "mean": mean}, gives=lambda b: b.fails <= QUARTER)


@uses("BGS21.L8.3.packing", "DP.group", LEMMA)
def the_target_is_output_on_zeros_too(s: AtLeastOne, w: AtLeastOne, part: Unit) -> Use:
    """The labels of at most $4 n / s$ rows are changed to 0, $w = e^{4 epsilon n / s}$: right with probability $1/4$
    there, A outputs each of the $s$ targets on zeros, all with a ``part`` of 1 together, so that $w >= s / 4$."""
    return Use({"w": w, "s": Real.of(0), "q": QUARTER, "r": part / s}, gives=w >= s / 4)


@claim(
    "BGS21.L8.3.buckets",
    "for Lemma 8.3, section 8: representation of singletons by a random partition",
    "step",
    narrows="point masses, the uniform $D$ and the multiples of $1/4$; all others are not formalized",
    buckets=Constant(32, mutants=(4,), stronger="smaller"),
)
def a_random_partition_represents_the_singletons(N: PositiveSize, buckets: int) -> Statement:
    """The indicators of the 32 parts of a uniform partition $(1/4, 1/8)$-represent the singletons on $N$ points, so
    that $RepDim <= ln 32$: each other point falls into the part of the target's with probability $1/32$, and the mass
    of those that do is above $1/4$ with probability at most $1/8$; $N >= 2$, without which there are no other
    points."""
    chance = Fraction(1, int(buckets))

    def probability(joined: tuple[int, ...]) -> Fraction:
        return prod(((chance if inside else 1 - chance) for inside in joined), start=Fraction(1))

    def failure(D: Distribution) -> Fraction:
        parts = product((0, 1), repeat=int(N) - 1)
        heavy = (j for j in parts if sum(p * inside for p, inside in zip(D[1:], j, strict=True)) > QUARTER)
        return sum(map(probability, heavy), Fraction(0))

    cases = [*corners_and_centre(int(N)), *grid(int(N), 4)]
    return when(N >= 2, all_of(failure(D) <= EIGHTH for D in cases))


@uses("BGS21.L8.3.buckets", "PROB.markov", LEMMA)
def the_mass_in_the_targets_part_is_small(mean: Unit) -> Use:
    """The mass of the other points in the target's part, $mean / 32$ on average, is above $1/4$ with probability at
    most $1/8$."""
    return Use({"level": QUARTER, "mean": mean / 32}, gives=lambda b: b.fails <= EIGHTH)


@claim(
    "BGS21.L8.3.proper",
    "for Lemma 8.3, section 8: samples of a proper learner from a representation",
    "remark",
    role="companion",
    narrows="the arithmetic; that the parts of a random partition represent the singletons is not formalized",
    factor=Constant(100, mutants=(90,), stronger="smaller"),
)
def no_constant_makes_the_learner_proper(C: AtLeastOne, factor: int) -> Truth:
    """No constant $C >= 1$ makes the learner of Lemma 8.3 proper, also with the size of the given representation: $N =
    e^{100 C}$ singletons have an $(alpha, beta)$-representation of size $ln 192$ for $alpha = 1/12$ and $beta = 1/16$,
    by the parts of a random partition, but a proper $(1/2, 1/4)$-accurate learner outputs each target with probability
    $3/4$ on $n$ rows at its point, so that $epsilon n >= ln(3 N / 4)$, more than $12 C (ln 192 + ln 16)$."""
    return 12 * C * (ln(192) + ln(16)) < factor * C + ln(Fraction(3, 4))


@uses("BGS21.L8.3.proper", "PROB.markov", "for Lemma 8.3, section 8")
def the_mass_in_one_of_192_parts_is_small(mean: Unit) -> Use:
    """In 192 parts the mass in one, $mean / 192$ on average, is above $1/12$ with probability $p$ at most $1/16$."""
    return Use({"level": Fraction(1, 12), "mean": mean / 192}, gives=lambda b: b.fails <= Fraction(1, 16))


@uses("BGS21.L8.3.proper", "DP.group", "for Lemma 8.3, section 8")
def every_target_is_output_on_the_same_rows(N: AtLeastOne, w: AtLeastOne, part: Unit) -> Use:
    """All $n$ rows are changed, $w = e^{epsilon n}$: right with probability $3/4$ on rows at its point, each of $N$
    targets is output on the same $n$ rows, all with a ``part`` of 1 together, so that $w >= 3 N / 4$."""
    return Use({"w": w, "s": Real.of(0), "q": Fraction(3, 4), "r": part / N}, gives=w >= 3 * N / 4)

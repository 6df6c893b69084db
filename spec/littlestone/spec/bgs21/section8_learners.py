"""BGS21 section 8: Lemma 8.4, which makes representations of private learners, and the bound drawn from it."""

from littlestone.spec.bgs21.vocabulary import *
from littlestone.spec.notation import *

LearnToRep = Annotated[Run, Algorithm("BGS21.ALG.LEARN2REP")]
FIRST_BOUND = "after Lemma 8.4, section 8"


# ---- Lemma 8.4


@claim(
    "BGS21.L8.4",
    "Lemma 8.4, section 8 (Lemma 15 of BNS19): representation from a private learner",
    "lemma",
    reach=among_nine_functions,
    narrows="that a fair coin is such a learner is not formalized",
    caps="$alpha = 1/4$ (on one point the same for every $alpha$ below 1); representations tested against the "
    "uniform $D$",
)
def a_learner_gives_a_representation_of_size_m_epsilon(H: ExplicitClass) -> Statement:
    """If $H$ has an $(epsilon, 0)$-private $(alpha, 1/2)$-accurate learner with $m$ samples, it has an $(alpha,
    1/4)$-representation of size $O(m epsilon)$. Read as: at $m = 0$, for at most two functions, some single function is
    close to a uniform one of them with probability $3/4$, under the uniform $D$."""
    return when(len(H.functions()) <= 2, serves_average(H, 1, Fraction(3, 4)))


@terms("BGS21.L8.4.corrected")
def size_of_runs(size: FromZero, x: FromZero) -> Terms:
    """The size of the representation that a learner makes, at x = m epsilon, and how seldom it fails."""
    return Terms(says=size <= x + ln(2 * ln(4) + 1), fails=QUARTER)


@correction(
    "BGS21.L8.4",
    "a fair coin is $(alpha, 1/2)$-accurate for two functions with $m = 0$ rows, and no single function "
    "represents both: the size is $O(m epsilon + 1)$, and it is that of $G$, not of $H$",
    narrows="one $f$ and $D$ are fixed, and numbers say what the learner does on its best sample: that some sample is "
    "as good as the average one is PROB.average, and that others keep $e^{-m epsilon} hit$ is DP.group, within their "
    "limits",
    half=Constant(2, mutants=(Fraction(3, 2),), stronger="smaller"),
)
def a_learner_gives_a_representation_of_size_m_epsilon_plus_one(
    v: FromZero, hit: HalfToOne, more: BelowOne, half: Fraction
) -> Truth:
    """An $(epsilon, 0)$-private $(alpha, 1/2)$-accurate learner with $m$ rows gives an $(alpha, 1/4)$-representation of
    size at most $m epsilon + ln(2 ln(4) + 1)$: a run on any fixed rows is good for $f$ and $D$ with probability at
    least $e^{-m epsilon} hit >= p$, where $hit >= 1/2$ is that on the best rows and $p = e^{-m epsilon} / 2$;
    $ceil(ln(4) / p) = ln(4) / p + more$ runs all miss with probability at most $1/4$. Here $e^{m epsilon} = 1 + v$."""
    good, p = hit / (1 + v), 1 / (half * (1 + v))
    runs = ln(4) / p + more
    found = size_of_runs(ln(runs), ln(1 + v))
    return all_of([good >= p, (1 - p) ** runs <= found.fails, found.says])


rests_on("BGS21.L8.4.corrected", "BGS21.D8.1", "an $(alpha, 1/4)$-representation", "Lemma 8.4, section 8")


@uses("BGS21.L8.4.corrected", "DP.group", "Lemma 8.4, section 8 (Lemma 15 of BNS19)")
def any_sample_finds_close_hypotheses(w: AtLeastOne, hit: HalfToOne, fixed: Unit) -> Use:
    """All $m$ rows of a sample on which A is right with probability $hit >= 1/2$ are changed, $w = e^{m epsilon}$:
    right with probability at least $1 / (2 w)$ on the fixed sample, here times $w$."""
    return Use({"w": w, "s": Real.of(0), "q": hit, "r": fixed}, gives=w * fixed >= HALF)


def few_outcomes(H: ConceptClass, r: Integer) -> bool:
    """Classes among at most five functions, from which $r$ runs can have at most 300 outcomes."""
    return is_enumerable(H, 5) and len(H.functions()) ** int(r) <= 300


@claim(
    "BGS21.ALG.LEARN2REP",
    "Lemma 8.4, section 8: representation by runs on one sample as implemented",
    "algorithm",
    reach=few_outcomes,
    narrows="one learner, EXPLEARN with $epsilon = ln 4$, on one sample of one row",
    extra=OFFSET,
)
def outcomes_of_runs_miss_independently(
    H: ExplicitClass, r: PositiveSize, law: LawOf, to_representation: LearnToRep, explearn: ExpLearn, extra: int
) -> Statement:
    """LEARN2REP outputs the set of outcomes of $r$ runs of A on one sample $z$: $f$ is missed with probability $(1 -
    Pr[A(z) = f])^r$."""
    functions, z = H.functions(), ((0, 0),)
    run = base_learner(explearn, functions)
    families, single = law(to_representation, run, (z,), r), law(run, z)
    return all_of(equals(missing_probability(families, f), (1 - single[f]) ** int(r + extra)) for f in functions)


# ---- After Lemma 8.4


@claim(
    "BGS21.S8.lb",
    "after Lemma 8.4, section 8: lower bound on the samples by representation dimension",
    "remark",
    reach=among_nine_functions,
    narrows="RepDim by its closed form, BGS21.D8.2",
)
def pure_private_learning_needs_repdim_over_epsilon_samples(H: ExplicitClass) -> Statement:
    """Every $(epsilon, 0)$-private $(alpha, 1/2)$-accurate learner of $H$ needs $Omega(RepDim(H) / epsilon)$ samples.
    Read as: $RepDim(H) = 0$ where a uniform draw from $H$, which reads no sample, is $(0, 1/2)$-accurate."""
    draw = uniform_law(H.functions())
    accurate = is_accurate(lambda sample: draw, H, 0, 0, HALF, corners_and_centre(H.points))
    return when(accurate, equals(ln(representation_size(len(H.functions()))), 0))


@correction(
    "BGS21.S8.lb",
    "the representation of Lemma 8.4 has at least one function for free, and two of its draws are needed "
    "for $beta = 1/8$; it is one with error $alpha$, which must be at most $1/4$",
    most=Constant(QUARTER, mutants=(HALF,), stronger="larger"),
    constant=Constant(Fraction(21, 10), mutants=(2,), stronger="smaller"),
    narrows="the size of Lemma 8.4, corrected, is a number, of which $RepDim(H)$ is a part; two draws, which are "
    "independent",
    cites=("BGS21.L8.4.corrected",),
)
def pure_private_learning_needs_repdim_minus_a_constant(
    alpha: PositiveUnit, e: Unit, missed: Unit, x: FromZero, part: Unit, most: Fraction, constant: Fraction
) -> Statement:
    """For $alpha <= 1/4$ an $(epsilon, 0)$-private $(alpha, 1/2)$-accurate learner needs $m >= (RepDim(H) - 2.1) /
    epsilon$ rows: error $e <= alpha$ is at most $1/4$, both of two draws of Lemma 8.4, corrected, miss with probability
    at most $1/8$, and their union has size at most $ln 2 + x + ln(2 ln(4) + 1)$, $x = m epsilon$, of which $RepDim(H)$
    is a part."""
    repdim = part * (ln(2) + x + ln(2 * ln(4) + 1))
    close, both = (e <= alpha).implies(e <= QUARTER), (missed <= QUARTER).implies(missed**2 <= EIGHTH)
    return when(alpha <= most, all_of([close, both, repdim - constant <= x]))


@uses("BGS21.S8.lb", "BGS21.L8.4", FIRST_BOUND, repair="BGS21.L8.4.corrected")
def a_learner_bounds_the_representation_dimension(alpha: PositiveUnit, size: FromZero, x: FromZero) -> Use:
    """Lemma 8.4 gives an $(alpha, 1/4)$-representation, and RepDim asks for a $(1/4, 1/8)$-one: with $alpha <= 1/4$,
    and two draws for $1/8$, whose size, $ln 2$ more, is at most $x = m epsilon$ and a constant."""
    line = (alpha <= QUARTER) & (size + ln(2) <= x + ln(4 * ln(4) + 2))
    return Use({"size": size, "x": x}, gives=lambda runs: line & (runs.fails**2 <= EIGHTH))


@correction(
    "BGS21.S8.lb.from.L8.4.conclusion",
    "the bound is said to be independent of $alpha$: for $alpha > 1/4$ an $(alpha, 1/4)$-representation "
    "is none with $1/4$",
    most=Constant(QUARTER, mutants=(HALF,), stronger="larger"),
)
def an_accurate_learner_bounds_the_representation_dimension(alpha: PositiveUnit, e: Unit, most: Fraction) -> Statement:
    """For $alpha <= 1/4$ an error of at most $alpha$ is at most $1/4$, and two draws miss with probability at most
    $1/16 <= 1/8$."""
    return when([alpha <= most, e <= alpha], (e <= QUARTER) & (QUARTER**2 <= EIGHTH))


@uses("BGS21.S8.lb.corrected", "BGS21.L8.4.corrected", FIRST_BOUND)
def two_draws_are_united(size: FromZero, x: FromZero) -> Use:
    """Two draws of the lemma's representation both fail with probability at most $1/16 <= 1/8$, and united have size at
    most $x + 2.1$, $x = m epsilon$."""
    line = ln(2) + size <= x + Fraction(21, 10)
    return Use({"size": size, "x": x}, gives=lambda runs: line & (runs.fails**2 <= EIGHTH))

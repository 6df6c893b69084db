"""BGS21 section 3.2: the dimensions of the bits against MLD, and the sample bounds that follow.

Theorem 3.4 is proved in section 5, its tightness in section 6 and its reverse in section 7. Corollary 3.5 puts it into
the bound on the samples, and Theorem 3.7 puts in the learner of Theorem 3.6, which is cited.
"""

from collections.abc import Callable

from littlestone.spec.algebra.reals import Expression
from littlestone.spec.bgs21.vocabulary import *
from littlestone.spec.notation import *

FIVE_HALVES = Fraction(5, 2)
TIGHTNESS = "paragraph after Theorem 3.4, section 3.2"
BITS_UNKNOWN = ("largest_bit_dimension", "littlestone_dimension")
CITED = "for Theorem 3.6, which is cited"
SUBSTITUTION = "proof of Theorem 3.7, section 3.2"
LAST = f"{SUBSTITUTION}, last sentence"
PLACE = "section 5.3"
EQUATION_6 = f"{PLACE}, equation (6)"
FINITE = "infinite $d_B$: at every $n >= d$"
ALL_UNKNOWN = ("largest_bit_dimension", "littlestone_dimension", "psi_littlestone_dimension")


# ---- Theorem 3.4


@claim(
    "BGS21.T3.4",
    "Theorem 3.4, section 3.2: largest dimension of a binary restriction against MLD",
    "theorem",
    narrows=UP_TO_FOUR_POINTS,
    factor=SIX,
)
def binary_restrictions_are_not_much_harder(H: Multiclass, factor: int) -> Truth:
    """$max_i Ldim(H|_i) <= 6 MLD(H) ln(k+1)$."""
    return largest_bit_dimension(H) <= six_d_ln(H, factor)


rests_on("BGS21.T3.4", "BGS21.L4.5", "$d = MLD(H)$ is $Psi^N_LD(H)$", f"{PLACE}, first paragraph", name="dimension")


@uses("BGS21.T3.4", "BGS21.C4.7", f"{PLACE}, second paragraph", opaque=("psi_littlestone_dimension",))
def mld_is_at_most_the_dimension_of_maps(H: Multiclass) -> Use:
    """By Lemma 4.5 and Claim 4.7 $d <= d_B$."""
    on_pairs = psi_littlestone_dimension(H, psi_n(H.labels))
    d = multiclass_littlestone_dimension(H)
    return Use({"H": H}, given=d == on_pairs, gives=d <= map_dimension(H))


@uses("BGS21.T3.4", "BGS21.T3.4.zero", f"{PLACE}, first paragraph: d_B = 0", opaque=("largest_bit_dimension",))
def the_theorem_is_trivial_at_zero(H: Multiclass) -> Use:
    """At $d_B = 0$ the paper says that $d <= d_B$; the theorem needs that the bits have dimension 0 as well, as $H$ is
    one function."""
    return Use({"H": H}, given=map_dimension(H) <= 0, gives=largest_bit_dimension(H) <= six_d_ln(H, 6))


rests_on("BGS21.T3.4", "BGS21.T3.4.eq6", f"$2^{{d_B}} <= (e k d_B / d)^d$, where $d > 0$; {FINITE}", EQUATION_6)


@uses("BGS21.T3.4", "BGS21.T3.4.chain", f"{PLACE}, the chain of implications, at y = 1/5")
def the_dimension_is_bounded_by_a_logarithm(
    d_B: AtLeastOne, d: AtLeastOne, upper: FromZero, bound: FromZero, D: Natural
) -> Use:
    """From equation (6), whose logarithm ``upper`` bounds, $d_B <= d ln(5k) / (ln 2 - 1/5)$, here $d$ times the
    ``bound``, and so are all $d_i <= d_B$, here $D$."""
    at = {"lower": d_B * ln(2), "upper": upper, "d_B": d_B, "d": d, "bound": bound}
    return Use(at, given=(d_B * ln(2) <= upper) & (d_B >= D), gives=d * bound >= D)


# ---- After Theorem 3.4


@claim("BGS21.S3.2", "paragraph after Theorem 3.4, section 3.2: tightness of Theorem 3.4", "remark")
def an_upper_bound_shows_that_the_theorem_is_tight(k: PositiveSize) -> Truth:
    """Theorem 3.4 is tight: for all $d$ and $k$ some class with labels $[k]$ and MLD $d$ has $max_i Ldim(H|_i) = O(d
    ln(k+1))$. Read as: $max_i Ldim(H|_i) <= 6 d ln(k+1)$ shows that the bound is tight, as then $max_i Ldim(H|_i) >=
    (d / 10) log2(k+1)$: here for the 1-point functions with disjoint supports, one for each bit, on one point more."""
    H = disjoint_point_functions(1, Bits(k + 1).length + 1, k)
    d, D = multiclass_littlestone_dimension(H), largest_bit_dimension(H)
    needed = d.map(lambda v: ceiling(Fraction(v, 10) * log2(k + 1))).named("(d / 10) log2(k+1), rounded up")
    return (six_d_ln(H, 6) >= D).implies(needed <= D)


@correction(
    "BGS21.S3.2",
    "$O(d ln(k+1))$ is an upper bound, which the theorem itself gives for every class; tightness needs $Omega$",
    narrows="on so few labels and copies the bound is below 1, so that $d >= 1$ alone gives it: what carries it "
    "is in the steps of BGS21.T6.1, within their limits",
    factor=Constant(7, mutants=(1,)),
)
def some_bit_is_as_hard_as_the_theorem_allows(k: PositiveSize, d: Size, factor: int) -> Truth:
    """Theorem 3.4 is tight: for all $d >= 0$ and $k >= 1$ some class with labels $[k]$ and MLD $d$ has $max_i
    Ldim(H|_i) >= (d / 7) ln(k+1)$: here the class of Theorem 6.1's proof. That less than 7 fails for it says nothing of
    other classes."""
    H = tight_class(k, d)
    return (multiclass_littlestone_dimension(H) == d) & (d * ln(k + 1) <= factor * int(largest_bit_dimension(H)))


rests_on("BGS21.S3.2", "BGS21.T6.1", "Theorem 6.1 gives $Omega(d log(k+1))$, the paper says $O$", TIGHTNESS)


@claim(
    "BGS21.S3.2.reverse",
    "second sentence after Theorem 3.4, section 3.2: MLD against the largest dimension of a binary restriction",
    "remark",
)
def mld_is_at_most_a_logarithm_larger(H: Multiclass) -> Truth:
    """$MLD(H)$ is at most a $log(k+1)$ factor larger than the maximum Littlestone dimension of the binary restrictions
    (that this is tight is Theorem 7.2). Read as: log to base 2, real in the factor."""
    return multiclass_littlestone_dimension(H) <= largest_bit_dimension(H) * log2(H.labels)


@correction(
    "BGS21.S3.2.reverse",
    "there are $ceil(log2(k+1))$ binary restrictions, which is more than $log2(k+1)$ unless $k + 1$ is a power of two",
    fewer=TIGHT,
)
def mld_is_at_most_the_number_of_bits_larger(H: Multiclass, fewer: int) -> Truth:
    """$MLD(H)$ is at most $ceil(log2(k+1))$ times the maximum Littlestone dimension of the binary restrictions (that
    this is tight is Theorem 7.2, corrected)."""
    return multiclass_littlestone_dimension(H) <= (Bits(H.labels).length + fewer) * largest_bit_dimension(H)


rests_on("BGS21.S3.2.reverse", "BGS21.T7.1", "the sentence is Theorem 7.1, with its $log(k+1)$", TIGHTNESS)
rests_on("BGS21.S3.2.reverse", "BGS21.T7.2", "tight for some class", TIGHTNESS, repair="BGS21.T7.2.corrected")


@uses("BGS21.S3.2.reverse.corrected", "BGS21.T7.1.corrected", TIGHTNESS, opaque=BITS_UNKNOWN)
def section_7_with_whole_bits(H: Multiclass) -> Use:
    """Theorem 7.1 with $ceil(log2(k+1))$ bits."""
    d = multiclass_littlestone_dimension(H)
    return Use({"H": H}, gives=d <= Bits(H.labels).length * largest_bit_dimension(H))


# ---- Corollary 3.5


@claim(
    "BGS21.COR3.5",
    "Corollary 3.5, section 3.2: samples by the multiclass Littlestone dimension",
    "corollary",
    caps="$SC(d')$ is $d' + 1$, $d'^6$, or $d'$ at integers and 0 elsewhere, of the dimension alone",
)
def every_sample_bound_carries_over(H: Multiclass) -> Truth:
    """With a generic private binary learner whose samples are bounded by a function $SC(d', alpha, beta)$ of the
    Littlestone dimension, some generic $(epsilon, delta)$-private, $(alpha, beta)$-accurate learner for $H$ needs at
    most $log(k+1) SC(6 d ln(k+1), alpha / log(k+1), beta / log(k+1))$ samples, $d = MLD(H)$. Read as: A of figure 1,
    which takes $sum_i SC(d_i)$, and $L = ceil(log2(k+1))$ for $log(k+1)$."""
    return all_of(bits_cost_at_most(H, bound) for bound in (linear, sixth_power, integers_only))


def integers_only(d: Real) -> Expression:
    """A sample bound for integer dimensions that says 0 elsewhere: as a bound it is as good as d."""
    return d if d.op == "rational" and d.value.denominator == 1 else 0


def linear(d: Real) -> Expression:
    """d + 1 samples."""
    return d + 1


def sixth_power(d: Real) -> Expression:
    """d^6 samples, the power of GGKM20."""
    return d**6


def bits_cost_at_most(H: ConceptClass, bound: Callable[[Real], Expression], factor: int = 6) -> Truth:
    """sum_i SC(d_i) <= L SC(6 d ln(k+1))."""
    L, bits = Bits(H.labels).length, binary_restrictions(H)
    cost = total(at_littlestone_dimension(bit, lambda d: floor(bound(Real.of(d)))) for bit in bits)
    d = multiclass_littlestone_dimension(H)
    allowed = d.map(lambda d: floor(L * Real.of(bound(factor * max(d, 0) * ln(H.labels)))))
    return cost <= allowed.named("L SC(6 d ln(k+1))")


@terms("BGS21.COR3.5.corrected")
def samples_of_the_bits(
    L: PositiveInteger,
    most: FromZero,
    rows: FromZero,
    alpha: FromZero,
    errs: FromZero,
    beta: Unit,
    epsilon: FromZero,
    delta: Unit,
    part: Fraction | int = 1,
) -> Terms:
    """A takes so many rows, where most = SC(6 d ln(k+1), alpha / L, beta / L), and errs so."""
    return Terms(says=(rows <= part * L * most) & (errs <= alpha), fails=beta, epsilon=epsilon, delta=delta)


@correction(
    "BGS21.COR3.5",
    "$6 d ln(k+1)$ is no integer, and a bound on samples at integers says nothing there: SC must be "
    "nondecreasing on the reals; A may leave $H$, and the number of bits is $ceil(log2(k+1))$",
    narrows="SC at $d_j$ and at $6 d ln(k+1)$ are two numbers, in order where the dimensions are; that every $d_j$ is "
    "at most $6 d ln(k+1)$ is BGS21.T3.4, and that A is private and accurate BGS21.T3.1.corrected, within their limits",
    factor=SIX,
    part=SHARE,
)
def every_nondecreasing_sample_bound_carries_over(
    i: Natural,
    rest: Natural,
    d: Natural,
    log: FromZero,
    n: FromZero,
    most: FromZero,
    idle: Unit,
    less: Unit,
    share: PositiveUnit,
    near: Unit,
    beta: Unit,
    epsilon: FromZero,
    delta: Unit,
    factor: int,
    part: Fraction,
) -> Statement:
    """With a generic $(epsilon, delta)$-private, $(alpha, beta)$-accurate binary learner whose samples are bounded by
    $SC(d', alpha, beta)$, nondecreasing in $d'$ on the reals, A of figure 1 is $(epsilon, delta)$-private and
    $(alpha, beta)$-accurate, with hypotheses that may lie outside $H$, on at most $L SC(6 d ln(k+1), alpha / L, beta
    / L)$ rows, $d = MLD(H)$, $L = ceil(log2(k+1))$. By induction on the bits, $L = i + 1 + rest$: $i$ of them take
    $(1 - idle) i most$ rows, and one more, of dimension $d_j$, $n <= SC(d_j, ...)$, at most ``most`` by Theorem 3.4;
    here $log = ln(k+1)$ and $share = alpha / L$."""
    L, d_j = i + 1 + rest, (1 - less) * (6 * d * log)
    rows = (1 - idle) * i * most + n
    A = samples_of_the_bits(i + 1, most, rows, L * share, (1 - near) * L * share, beta, epsilon, delta, part)
    spent = (epsilon <= A.epsilon) & (delta <= A.delta) & (L * (beta / L) <= A.fails)
    return when((d_j <= factor * d * log).implies(n <= most), as_truth(A.says) & ((i + 1) * most <= L * most) & spent)


rests_on("BGS21.COR3.5", "BGS21.COR3.3", "$sum_i SC(d_i, alpha / L, beta / L)$ samples", "Corollary 3.5, section 3.2")


@uses("BGS21.COR3.5", "BGS21.T3.4", "before Corollary 3.5, section 3.2")
def every_dimension_is_replaced_by_the_bound(H: Multiclass) -> Use:
    """By Theorem 3.4 $d_i <= 6 d ln(k+1)$, so that $SC(d_i, ...)$ is replaced by $SC(6 d ln(k+1), ...)$ in every term:
    here for the bounds $d' + 1$, $d'^6$, and $d'$ at integers and 0 elsewhere."""
    return Use({"H": H}, gives=all_of(bits_cost_at_most(H, SC) for SC in (linear, sixth_power, integers_only)))


@correction(
    "BGS21.COR3.5.from.T3.4.conclusion",
    "the larger dimension may stand for the smaller one in a bound that is nondecreasing on the reals: $6"
    " d ln(k+1)$ is no integer",
    narrows=f"$SC(d')$ is $d' + 1$ or $d'^6$; {UP_TO_FOUR_POINTS}",
    factor=Constant(6, mutants=(1,)),
)
def every_dimension_is_replaced_in_a_nondecreasing_bound(H: Multiclass, factor: int) -> Truth:
    """$sum_i SC(d_i) <= ceil(log2(k+1)) SC(6 d ln(k+1))$ for SC nondecreasing on the reals."""
    return all_of(bits_cost_at_most(H, SC, factor) for SC in (linear, sixth_power))


rests_on("BGS21.COR3.5.corrected", "BGS21.T3.4", "all $d_j <= 6 d ln(k+1)$", "Corollary 3.5, section 3.2, corrected")


@uses("BGS21.T3.4", "BGS21.T3.4.final", f"{PLACE}, last line", opaque=ALL_UNKNOWN)
def the_largest_bit_is_bounded(H: Multiclass) -> Use:
    """All $d_j$ are at most $6 d ln(k+1)$, which is the last line without its middle."""
    return Use({"H": H}, gives=largest_bit_dimension(H) <= six_d_ln(H, 6))


@uses("BGS21.COR3.5.corrected", "BGS21.T3.1.corrected", "Corollary 3.5, section 3.2, corrected")
def the_bits_are_learned_together(
    L: PositiveInteger,
    alpha: PositiveUnit,
    beta: Unit,
    most: FromZero,
    taken: FromZero,
    errs: FromZero,
    epsilon: FromZero,
    delta: Unit,
) -> Use:
    """Each bit at $alpha / L$ and $beta / L$ on at most ``most`` rows: A errs by $alpha$, fails with $beta$, and is
    $(epsilon, delta)$-private on $L$ times as many rows."""
    at = {"bits": L, "share": alpha / L, "errs": errs, "rows": L * most, "taken": taken, "betas": L * (beta / L)}
    line = (errs <= alpha) & (taken <= L * most)
    return Use(
        {**at, "epsilon": epsilon, "delta": delta},
        gives=lambda b: all_of([line, b.fails <= beta, b.epsilon <= epsilon, b.delta <= delta]),
    )


# ---- Theorems 3.6 and 3.7


@claim(
    "BGS21.T3.6",
    "Theorem 3.6, section 3.2 (Theorem 6.4 of GGKM20): private learner of a binary Littlestone class",
    "theorem",
    not_checkable="the $O$ hides its constant and the learner is only cited; that small classes have private learners "
    "at one $epsilon$ is checked with the exponential mechanism",
    stand_ins=("BGS21.ALG.EXPLEARN", "BGS21.ALG.EXPLEARN.accuracy"),
)
def littlestone_classes_have_private_learners(H: ExplicitBinary) -> Truth:
    """Every binary class of Littlestone dimension $d_L$ has for all $epsilon$, $delta$, $alpha$, $beta$ in $[0, 1]$ an
    $(epsilon, delta)$-private, $(alpha, beta)$-accurate learner with $O(d_L^6 log^2(d_L / (alpha beta epsilon delta)) /
    (epsilon alpha^2))$ samples."""
    raise NotImplementedError


rests_on("BGS21.T3.6", "BGS21.ALG.EXPLEARN", "finite classes have private learners", CITED)
rests_on("BGS21.T3.6", "BGS21.ALG.EXPLEARN.accuracy", "finite classes have accurate private learners", CITED)


@claim(
    "BGS21.T3.7",
    "Theorem 3.7, section 3.2: private learner of a multiclass Littlestone class",
    "theorem",
    not_checkable="the $O$ hides its constant and rests on the cited Theorem 3.6; the substitution is proved with "
    "constants",
    stand_ins=("BGS21.T3.7.substitution", "BGS21.T3.7.powers", "BGS21.F1.bits"),
)
def multiclass_classes_have_private_learners(H: ExplicitClass) -> Truth:
    """If $MLD(H) = d$ then $O(d^6 log(k+1)^8 log^4(d log^3(k+1) / (epsilon delta alpha beta)) / (epsilon alpha))$
    samples suffice for an $(epsilon, delta)$-private, $(alpha, beta)$-accurate learner, for all $epsilon$ in $[0, 1/4]$
    and $delta$, $alpha$, $beta$ in $[0, 1]$."""
    raise NotImplementedError


rests_on(
    "BGS21.T3.7", "BGS21.CORA.3", "SC of binary classes, at positive $epsilon$, $delta$, $alpha$, $beta$", SUBSTITUTION
)
rests_on(
    "BGS21.T3.7",
    "BGS21.COR3.5",
    "$L SC(d', alpha', beta')$ samples, $d' = 6 d ln(k+1)$, $alpha' = alpha / L$, $beta' = beta / L$",
    LAST,
    repair="BGS21.COR3.5.corrected",
)
rests_on("BGS21.T3.7", "BGS21.T3.7.powers", "$d^6 log^8 / alpha$, up to the factor 8700", LAST)
rests_on("BGS21.T3.7", "BGS21.F1.bits", "$log(k+1)$ stands for the number of bits, up to $35/27$", LAST)


@uses("BGS21.T3.7", "BGS21.T3.7.substitution", LAST)
def the_logarithm_of_the_result(inner: FromZero, outer: FromZero) -> Use:
    """The logarithm at $d' = 6 d ln(k+1)$, $alpha / L$ and $beta / L$ is at most $5/2$ that of the theorem, ``outer``,
    and its fourth power at most 40 times, since it is not negative."""
    return Use({"inner": inner, "outer": outer}, gives=inner**4 <= 40 * outer**4)


@terms("BGS21.T3.7.substitution")
def substituted_logarithm(inner: FromZero, outer: FromZero, factor: Fraction = FIVE_HALVES) -> Terms:
    """The logarithm at d', alpha' and beta', ``inner``, and that of the theorem, ``outer``."""
    return Terms(says=inner <= factor * outer)


@claim(
    "BGS21.T3.7.substitution",
    "proof of Theorem 3.7, section 3.2: logarithm after the substitution",
    "step",
    factor=Constant(FIVE_HALVES, mutants=(2,)),
    cites=("BGS21.F1.bits",),
)
def the_logarithm_survives_the_substitution(X: AtLeastFour, u: PositiveReal, factor: Fraction) -> Statement:
    """With $d' = 6 d ln(k+1)$, $alpha' = alpha / L$ and $beta' = beta / L$, $ln(d' / (alpha' beta' epsilon delta))$ is
    at most $5/2 ln X$, where $X = d log^3 / (epsilon delta alpha beta) >= 4$, $log = log2(k+1)$, and the number of bits
    is $L = u log$ with $u <= 35/27$."""
    inner = 6 * ln(2) * u**2 * X
    return when(u <= BITS_PER_LOG, as_truth(substituted_logarithm(ln(inner), ln(X), factor).says))


@uses("BGS21.T3.7.substitution", "BGS21.F1.bits", f"{SUBSTITUTION}: the logarithm")
def the_ratio_of_bits_in_the_logarithm(X: AtLeastFour, u: PositiveReal) -> Use:
    """$u = L / log2(k+1)$, here at $log2(k+1) = 1$, is at most $35/27$, so that the
    logarithm grows by a factor of at most $5/2$."""
    return Use({"L": u, "log": Real.of(1)}, gives=ln(6 * ln(2) * u**2 * X) <= Fraction(5, 2) * ln(X))


@terms("BGS21.T3.7.powers")
def cost_of_all_bits(
    cost: FromZero, d: AtLeastOne, log: AtLeastOne, alpha: PositiveUnit, power: int = 8, factor: int = 8700
) -> Terms:
    """The cost of L bits, without its logarithms, where ``log`` is log2(k+1)."""
    return Terms(says=cost <= factor * (d**6 * log**power / alpha))


@claim(
    "BGS21.T3.7.powers",
    "proof of Theorem 3.7, section 3.2: powers after the substitution",
    "step",
    power=Constant(8, mutants=(7,)),
    factor=Constant(8700, mutants=(5200,)),
    cites=("BGS21.F1.bits",),
)
def the_powers_survive_the_substitution(
    d: AtLeastOne, log: AtLeastOne, L: AtLeastOne, alpha: PositiveUnit, power: int, factor: int
) -> Statement:
    """$L$ bits at $d' = 6 d ln(k+1)$ and accuracy $alpha / L$ cost $L d'^6 / (alpha / L) <= 8700 d^6 log^8 / alpha$,
    without logarithms and $epsilon$, where $d >= 1$, $log = log2(k+1)$ and the number of bits is $L <= 35/27 log$."""
    cost = L * (6 * d * (ln(2) * log)) ** 6 * (L / alpha)
    return when(BITS_PER_LOG * log >= L, as_truth(cost_of_all_bits(cost, d, log, alpha, power, factor).says))


@uses("BGS21.T3.7.powers", "BGS21.F1.bits", f"{SUBSTITUTION}: the powers")
def the_ratio_of_bits_in_the_powers(d: AtLeastOne, log: AtLeastOne, L: AtLeastOne, alpha: PositiveUnit) -> Use:
    """$L <= 35/27 log2(k+1)$ bits cost $L d'^6 / (alpha / L) <= 8700 d^6 log^8 / alpha$."""
    cost = L * (6 * d * (ln(2) * log)) ** 6 * (L / alpha)
    return Use({"L": L, "log": log}, gives=cost <= 8700 * (d**6 * log**8 / alpha))

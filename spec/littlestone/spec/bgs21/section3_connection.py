"""BGS21 section 3.2: multiclass against binary Littlestone dimension, and the sample bounds that follow."""

from littlestone.spec.algebra.circuit import as_truth
from littlestone.spec.bgs21.vocabulary import *
from littlestone.spec.classes.constructions import disjoint_point_functions
from littlestone.spec.notation import *

FIVE_HALVES = Fraction(5, 2)


@claim(
    "BGS21.T3.4",
    "Theorem 3.4, section 3.2",
    "theorem",
    narrows=UP_TO_FOUR_POINTS,
    cites=("BGS21.T3.4.eq6", "BGS21.T3.4.chain", "BGS21.T3.4.y", "BGS21.T3.4.final"),
    factor=SIX,
)
def binary_restrictions_are_not_much_harder(H: Multiclass, factor: int) -> Truth:
    """max_i Ldim(H|_i) <= 6 MLD(H) ln(k+1)."""
    return largest_bit_dimension(H) <= six_d_ln(H, factor)


@claim("BGS21.S3.2", "paragraph after Theorem 3.4, section 3.2", "remark")
def an_upper_bound_shows_that_the_theorem_is_tight(k: PositiveSize) -> Truth:
    """Theorem 3.4 is tight, max_i Ldim(H|_i) >= (d / 10) log2(k+1), since some class with MLD d has
    max_i Ldim(H|_i) = O(d ln(k+1)), here at most 6 d ln(k+1): the 1-point functions with disjoint supports, one for
    each bit, are such a class."""
    H = disjoint_point_functions(1, Bits(k + 1).length + 1, k)
    d, D = multiclass_littlestone_dimension(H), largest_bit_dimension(H)
    needed = d.map(lambda v: ceiling(Fraction(v, 10) * log2(k + 1))).named("(d / 10) log2(k+1), rounded up")
    return (six_d_ln(H, 6) >= D).implies(needed <= D)


@correction(
    "BGS21.S3.2",
    "O(d ln(k+1)) is an upper bound, which the theorem itself gives for every class; tightness needs Omega",
    narrows="on so few labels and copies the bound is below 1, so that d >= 1 alone gives it: what carries it for "
    "all k and d is in the steps of BGS21.T6.1",
    factor=Constant(7, mutants=(1,)),
)
def some_bit_is_as_hard_as_the_theorem_allows(k: PositiveSize, d: Size, factor: int) -> Truth:
    """Theorem 3.4 is tight: for all d >= 0 and k >= 1 some class with labels [k] and MLD d has
    max_i Ldim(H|_i) >= (d / 7) ln(k+1): the class of Theorem 6.1's proof, and where a smaller factor fails it fails for
    that class; another class may have it."""
    H = tight_class(k, d)
    return (multiclass_littlestone_dimension(H) == d) & (d * ln(k + 1) <= factor * int(largest_bit_dimension(H)))


@claim("BGS21.S3.2.reverse", "second sentence after Theorem 3.4, section 3.2", "remark")
def mld_is_at_most_a_logarithm_larger(H: Multiclass) -> Truth:
    """MLD(H) is at most a factor log(k+1), to base 2, larger than the maximum Littlestone dimension of the binary
    restrictions."""
    return multiclass_littlestone_dimension(H) <= largest_bit_dimension(H) * log2(H.labels)


@correction(
    "BGS21.S3.2.reverse",
    "there are ceil(log2(k+1)) binary restrictions, which is more than log2(k+1) unless k + 1 is a power of two",
    slack=TIGHT,
)
def mld_is_at_most_the_number_of_bits_larger(H: Multiclass, slack: int) -> Truth:
    """MLD(H) is at most ceil(log2(k+1)) times the maximum Littlestone dimension of the binary restrictions."""
    return multiclass_littlestone_dimension(H) <= Bits(H.labels).length * largest_bit_dimension(H) + slack


@claim(
    "BGS21.COR3.5",
    "Corollary 3.5, section 3.2",
    "corollary",
    caps="SC(d') is d' + 1, d'^6, or d' at integers and 0 elsewhere, of the dimension alone",
)
def every_sample_bound_carries_over(H: Multiclass) -> Truth:
    """With a generic binary learner whose samples are bounded by any function SC(d', alpha, beta) of the Littlestone
    dimension, A takes at most L SC(6 d ln(k+1), alpha / L, beta / L) samples, d = MLD(H)."""
    return all_of(bits_cost_at_most(H, bound) for bound in (linear, sixth_power, integers_only))


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
    "6 d ln(k+1) is no integer, and a bound on samples at integers says nothing there: SC must be nondecreasing on "
    "the reals; A may leave H, and the number of bits is ceil(log2(k+1))",
    narrows="SC at d_j and at 6 d ln(k+1) are two numbers, in order where the dimensions are",
    cites=("BGS21.T3.4", "BGS21.T3.1.corrected"),
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
    """With a generic (epsilon, delta)-private, (alpha, beta)-accurate binary learner whose samples are bounded by
    SC(d', alpha, beta), nondecreasing in d' on the reals, A of figure 1 is (epsilon, delta)-private and (alpha,
    beta)-accurate, with hypotheses that may lie outside H, on at most L SC(6 d ln(k+1), alpha / L, beta / L) rows, d =
    MLD(H) and L = ceil(log2(k+1)) = i + 1 + rest. By induction on the bits: i of them take (1 - idle) i times most =
    SC(6 d ln(k+1), ...), and one more, of dimension d_j, 6 d ln(k+1) or ``less`` by Theorem 3.4, takes n <= SC(d_j,
    ...) rows; here log = ln(k+1). All bits err by (1 - near) L share, share = alpha / L, and fail with L (beta / L)
    together; the blocks are disjoint, so that (epsilon, delta) is spent once (Theorem 3.1)."""
    L, d_j = i + 1 + rest, (1 - less) * (6 * d * log)
    rows = (1 - idle) * i * most + n
    A = samples_of_the_bits(i + 1, most, rows, L * share, (1 - near) * L * share, beta, epsilon, delta, part)
    spent = (epsilon <= A.epsilon) & (delta <= A.delta) & (L * (beta / L) <= A.fails)
    return when((d_j <= factor * d * log).implies(n <= most), as_truth(A.says) & ((i + 1) * most <= L * most) & spent)


@claim(
    "BGS21.T3.6",
    "Theorem 3.6, section 3.2 (Theorem 6.4 of GGKM20)",
    "theorem",
    not_checkable="the O hides its constant and the learner is only cited; that finite classes have private learners "
    "is checked with the exponential mechanism",
    stand_ins=("BGS21.ALG.EXPLEARN", "BGS21.ALG.EXPLEARN.accuracy"),
)
def littlestone_classes_have_private_learners(H: ExplicitBinary) -> Truth:
    """Every binary class of Littlestone dimension d_L has an (epsilon, delta)-private, (alpha, beta)-accurate learner
    with O(d_L^6 log^2(d_L / (alpha beta epsilon delta)) / (epsilon alpha^2)) samples."""
    raise NotImplementedError


@claim(
    "BGS21.T3.7",
    "Theorem 3.7, section 3.2",
    "theorem",
    not_checkable="the O hides its constant and rests on the cited Theorem 3.6; the substitution is proved with "
    "constants",
    stand_ins=("BGS21.T3.7.substitution", "BGS21.T3.7.powers", "BGS21.F1.bits"),
)
def multiclass_classes_have_private_learners(H: ExplicitClass) -> Truth:
    """If MLD(H) = d then O(d^6 log(k+1)^8 log^4(d log^3(k+1) / (epsilon delta alpha beta)) / (epsilon alpha)) samples
    suffice for an (epsilon, delta)-private, (alpha, beta)-accurate learner, epsilon <= 1/4."""
    raise NotImplementedError


@terms("BGS21.T3.7.substitution")
def substituted_logarithm(inner: FromZero, outer: FromZero, factor: Fraction = FIVE_HALVES) -> Terms:
    """The logarithm at d', alpha' and beta', ``inner``, and that of the theorem, ``outer``."""
    return Terms(says=inner <= factor * outer)


@claim(
    "BGS21.T3.7.substitution",
    "proof of Theorem 3.7, section 3.2: the logarithm",
    "step",
    cites=("BGS21.F1.bits",),
    factor=Constant(FIVE_HALVES, mutants=(2,)),
)
def the_logarithm_survives_the_substitution(X: AtLeastFour, u: PositiveReal, factor: Fraction) -> Statement:
    """With d' = 6 d ln(k+1), alpha' = alpha / L and beta' = beta / L, the logarithm of d' / (alpha' beta' epsilon
    delta) is at most 5/2 ln X, where X = d log^3 / (epsilon delta alpha beta) >= 4, log = log2(k+1), and the number of
    bits is L = u log with u <= 35/27."""
    inner = 6 * ln(2) * u**2 * X
    return when(u <= BITS_PER_LOG, as_truth(substituted_logarithm(ln(inner), ln(X), factor).says))


@terms("BGS21.T3.7.powers")
def cost_of_all_bits(
    cost: FromZero, d: AtLeastOne, log: AtLeastOne, alpha: PositiveReal, power: int = 8, factor: int = 8700
) -> Terms:
    """The cost of L bits, without its logarithms, where ``log`` is log2(k+1)."""
    return Terms(says=cost <= factor * (d**6 * log**power / alpha))


@claim(
    "BGS21.T3.7.powers",
    "proof of Theorem 3.7, section 3.2: the powers",
    "step",
    cites=("BGS21.F1.bits",),
    power=Constant(8, mutants=(7,)),
    factor=Constant(8700, mutants=(5200,)),
)
def the_powers_survive_the_substitution(
    d: AtLeastOne, log: AtLeastOne, L: AtLeastOne, alpha: PositiveUnit, power: int, factor: int
) -> Statement:
    """L bits at d' = 6 d ln(k+1) and accuracy alpha / L cost L d'^6 / (alpha / L) <= 8700 d^6 log^8 / alpha, where
    log = log2(k+1) and the number of bits is L <= 35/27 log."""
    cost = L * (6 * d * (ln(2) * log)) ** 6 * (L / alpha)
    return when(BITS_PER_LOG * log >= L, as_truth(cost_of_all_bits(cost, d, log, alpha, power, factor).says))

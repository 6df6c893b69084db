"""BGS21 section 1: what the introduction announces and cites: Theorems 1.1 to 1.3, and what surrounds them."""

from littlestone.spec.bgs21.vocabulary import *
from littlestone.spec.notation import *

INFORMAL = "Theorem 1.1 (informal), section 1"
EQUATION_3 = "equation (3) of the proof of Theorem 3.1, of which Theorem 1.1 is the informal form"
SECOND = "section 1.1, Theorem 1.2"
RESULT = "last sentence of the proof of Theorem 3.7, of which Theorem 1.2 is the informal form"
FOOTNOTE = "Footnote 1, section 1.1"
UNKNOWN = ("littlestone_dimension",)
BITS_UNKNOWN = ("largest_bit_dimension", "littlestone_dimension")
CONVERSE = "last paragraph of section 1.2"


@claim("BGS21.T1.1.count", "section 1, before Theorem 1.1: number of binary restrictions", "remark", offset=OFFSET)
def there_are_log_k_plus_one_binary_restrictions(k: PositiveSize, offset: int) -> Truth:
    """A $[k]$-valued class has $ceil(log2(k+1))$ binary restrictions, one for each bit of its labels."""
    count, exact = Bits(k + 1).length + offset, log2(k + 1)
    return (exact <= count) & (count - 1 < exact)


@claim(
    "BGS21.T1.1",
    "Theorem 1.1 (informal), section 1: private learnability of a class by its binary restrictions",
    "theorem",
    not_checkable='"privately learnable" has no parameters here, and speaks of infinite classes; Theorem 3.1, which is '
    "false for learners inside $H$, has both",
    stand_ins=("BGS21.T1.1.count", "BGS21.T3.1.run", "BGS21.T3.1.eq3"),
)
def learning_all_bits_is_learning_the_class(H: ExplicitClass) -> Truth:
    """If all binary classes $H|_i$ are privately learnable, then $H$ is privately learnable."""
    raise NotImplementedError


rests_on("BGS21.T1.1", "BGS21.T1.1.count", "$ceil(log2(k+1))$ bits have a value for each label", INFORMAL)
rests_on("BGS21.T1.1", "BGS21.T3.1", "learnable at all $alpha$ and $beta$", INFORMAL, repair="BGS21.T3.1.corrected")


@uses("BGS21.T1.1", "BGS21.T3.1.eq3", EQUATION_3)
def the_bits_are_learned_to_an_equal_part_of_every_end(L: PositiveInteger, beta: Unit) -> Use:
    """Whatever $alpha$ and $beta$ are, each of the $L$ bits is learnable at accuracy $alpha / L$ and $beta / L$, and
    the learner for $H$ then fails at $alpha$ with probability at most $beta$."""
    return Use({"chances": L * (beta / L)}, gives=lambda b: b.fails <= beta)


@claim(
    "BGS21.S1.bg",
    "section 1.1: online and private learnability by Littlestone dimension",
    "cited facts",
    not_checkable="$2^{O(2^d)}$, $O~(d^6)$, $Omega(log^* d)$ and $2^{O(k^d)}$ hide constants, and are about infinite "
    "classes; that the least mistake bound of deterministic learners is $Ldim(H)$ is checked",
    stand_ins=("BGS21.ALG.SOA.mistakes",),
)
def online_and_private_learnability_are_governed_by_littlestone_dimension(H: ExplicitClass) -> Truth:
    """A binary class is online learnable with mistake bound at most $d$ iff $Ldim(H) <= d$; private learning needs
    $Omega(log^* d)$ samples, and $2^{O(2^d)}$, even $O~(d^6)$, suffice, the lower and the upper bound tight up to
    polynomial factors as functions of $d$ alone; with more labels $2^{O(k^d)}$ suffice and $Omega(log^* d)$ are
    needed."""
    raise NotImplementedError


@uses(
    "BGS21.S1.bg",
    "BGS21.ALG.SOA.mistakes",
    "section 1.1, second sentence",
    assumes="where $Ldim(H)$ is infinite, every learner's mistakes on trees of every depth",
    opaque=UNKNOWN,
)
def the_least_mistake_bound_is_the_dimension(H: Binary) -> Use:
    """The standard optimal algorithm makes exactly $Ldim(H)$ mistakes, and no deterministic learner makes fewer, which
    gives that $H$ is online learnable with mistake bound at most $d$ iff $Ldim(H) <= d$."""
    learnable = [(optimal_mistakes(H) <= d).iff(littlestone_dimension(H) <= d) for d in range(H.points + 1)]
    return Use({"H": H}, gives=all_of(learnable))


@claim(
    "BGS21.T1.2",
    "Theorem 1.2 (informal), section 1.1: sample complexity of private multiclass learning",
    "theorem",
    not_checkable="$O~$ hides constants and logarithms, and the learner is that of GGKM20, which is only cited",
    stand_ins=("BGS21.T3.7.substitution", "BGS21.T3.7.powers"),
)
def classes_of_bounded_dimension_are_privately_learnable(H: ExplicitClass) -> Truth:
    """If $MLD(H) = d$ then $H$ is privately learnable with $O~(d^6 log^8(k+1))$ samples."""
    raise NotImplementedError


rests_on("BGS21.T1.2", "BGS21.T3.7", "$epsilon <= 1/4$; $O~$ hides $epsilon$, $delta$, $alpha$ and $beta$", SECOND)
rests_on("BGS21.T1.2", "BGS21.T3.7.substitution", "the logarithm is hidden by $O~$", SECOND)


@uses("BGS21.T1.2", "BGS21.T3.7.powers", RESULT)
def the_powers_at_a_fixed_accuracy(
    x: FromZero, d: AtLeastOne, log: AtLeastOne, alpha: PositiveUnit, part: PositiveUnit
) -> Use:
    """The powers are $d^6 log^8(k+1)$ for $d >= 1$, here $x$ of them: $O~$ hides $8700 / alpha$, for an $alpha$ of at
    least a constant, here a ``part`` of it."""
    at = {"cost": x * 8700 * (d**6 * log**8 / (part * alpha)), "d": d, "log": log, "alpha": alpha}
    return Use(at, gives=x <= 1)


@terms("BGS21.F1.bits")
def number_of_bits(L: FromZero, log: FromZero, factor: Fraction = BITS_PER_LOG) -> Terms:
    """L = ceil(log2(k+1)) bits, ``log`` being log2(k+1); or both times one number."""
    return Terms(says=factor * log >= L)


@claim(
    "BGS21.F1.bits",
    "Footnote 1, section 1.1: number of bits against the logarithm of the labels",
    "step",
    factor=Constant(BITS_PER_LOG, mutants=(Fraction(5, 4),)),
)
def bits_are_at_most_four_thirds_of_the_logarithm(half: AtLeastOne, more: FromZero, factor: Fraction) -> Truth:
    """The $L = ceil(log2(k+1))$ bits are at most $35/27 log2(k+1)$ ($35/27$: ours), whatever $k >= 1$ is: $2^L = 2
    half$ and $k + 1 = half + 1 + more$, where $half = 2^(L-1)$ is the largest power of two below $k + 1$."""
    return as_truth(number_of_bits(ln(2 * half), ln(half + 1 + more), factor).says)


@claim(
    "BGS21.F1",
    "Footnote 1 and the sentence before it, section 1.1: dependence on the labels with a linear binary learner",
    "remark",
    narrows="the arithmetic; the learner of cost $d / alpha$ is a supposition, with 1 for the constant of $O(d)$,"
    " and boosting is BGS21.TA.1",
    factor=Constant(7, mutants=(4,)),
    power=Constant(3, mutants=(2,)),
)
def linear_binary_learners_would_give_cubic_dependence(
    d: AtLeastOne, log: AtLeastOne, L: AtLeastOne, alpha: PositiveReal, factor: Fraction, power: int
) -> Statement:
    """If binary classes cost $d / alpha$ samples, then for $d >= 1$ the $L$ bits of dimension $6 d ln(k+1)$, each at
    accuracy $alpha / L$, cost at most $7 d log^3 / alpha$, where $log = log2(k+1)$, the number of bits is $L <= 35/27
    log$, and logarithmic factors of the boosting and of $beta / L$ are left out."""
    each = 6 * d * (ln(2) * log) * (L / alpha)
    return when(BITS_PER_LOG * log >= L, L * each <= factor * (d * log**power / alpha))


rests_on("BGS21.F1", "BGS21.TA.1", "accuracy $alpha / L$ costs $L / alpha$, where $epsilon <= 1/4$", FOOTNOTE)
rests_on("BGS21.F1", "BGS21.T3.4", "$d_i <= 6 d ln(k+1)$ for each of the $L$ bits", FOOTNOTE)


@uses("BGS21.F1", "BGS21.F1.bits", FOOTNOTE)
def the_dependence_is_cubic(d: AtLeastOne, L: AtLeastOne, log: AtLeastOne, alpha: PositiveReal) -> Use:
    """$L$ bits of dimension $6 d ln(k+1)$, each at accuracy $alpha / L$, cost at most $7 d log(k+1)^3 / alpha$."""
    each = 6 * d * (ln(2) * log) * (L / alpha)
    return Use({"L": L, "log": log}, gives=L * each <= 7 * (d * log**3 / alpha))


@claim(
    "BGS21.T1.3",
    "Theorem 1.3, section 1.2: Littlestone dimension of a binary restriction",
    "theorem",
    narrows=UP_TO_FOUR_POINTS,
    factor=SIX,
)
def every_binary_restriction_is_not_much_harder(H: Multiclass, factor: int) -> Truth:
    """If $MLD(H) = d$ then every binary class $H|_i$ has Littlestone dimension at most $6 d ln(k+1)$."""
    return all_of(littlestone_dimension(bit) <= six_d_ln(H, factor) for bit in binary_restrictions(H))


@uses("BGS21.T1.3", "BGS21.T3.4", "Theorem 1.3, section 1.2", opaque=BITS_UNKNOWN)
def every_bit_is_at_most_the_largest(H: Multiclass) -> Use:
    """Theorem 3.4, which is about the largest $Ldim(H|_i)$, said of every bit."""
    dimensions, largest = [littlestone_dimension(bit) for bit in binary_restrictions(H)], largest_bit_dimension(H)
    line = all_of(d <= six_d_ln(H, 6) for d in dimensions)
    return Use({"H": H}, given=all_of(d <= largest for d in dimensions), gives=line)


@claim(
    "BGS21.S1.converse",
    "last paragraph of section 1.2: private learnability of the binary restrictions of a learnable class",
    "remark",
    not_checkable="privately learnable has no parameters here, and the bounds of JKT20, BLM20 and GGKM20 are only "
    "cited",
    stand_ins=("BGS21.T1.3",),
)
def the_bits_of_a_learnable_class_are_learnable(H: ExplicitClass) -> Truth:
    """If a multi-valued class $H$ is privately learnable, then so are all binary classes $H|_i$."""
    raise NotImplementedError


rests_on("BGS21.S1.converse", "BGS21.S1.bg", "$Omega(log^* d)$ samples for each $d$: $MLD(H)$ is finite", CONVERSE)
rests_on("BGS21.S1.converse", "BGS21.T1.3", "all $Ldim(H|_i) <= 6 d ln(k+1)$ are finite with $d$", CONVERSE)
rests_on("BGS21.S1.converse", "BGS21.T3.6", "the binary classes $H|_i$ are privately learnable", CONVERSE)


@claim(
    "BGS21.T1.3.tight",
    "sentence after Theorem 1.3, section 1.2: lower bound on the dimension of some binary restriction",
    "remark",
    not_checkable="$Omega(d log(k+1))$ hides its constant; with the constant $1/10$ of section 6 it is Theorem 6.1",
    stand_ins=("BGS21.T6.1",),
)
def some_bit_is_harder_by_a_logarithm(k: PositiveInteger, d: PositiveInteger) -> Truth:
    """For every $k$, $d >= 1$ some $[k]$-valued class with MLD $d$ has a binary restriction of Littlestone dimension at
    least $Omega(d log(k+1))$."""
    raise NotImplementedError


rests_on(
    "BGS21.T1.3.tight", "BGS21.T6.1", "some $Ldim(H|_i)$ is $Omega(d log(k+1))$ at MLD $d$", "Theorem 1.3, section 1.2"
)

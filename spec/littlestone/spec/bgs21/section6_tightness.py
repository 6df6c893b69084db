"""BGS21 section 6: Theorem 6.1, that Theorem 1.3 is tight: by binary classes for k <= 4, else by copies of F."""

from littlestone.spec.bgs21.vocabulary import *
from littlestone.spec.classes.constructions import gap_class, gap_points, threshold_functions, with_labels
from littlestone.spec.notation import *

TENTH = Fraction(1, 10)
TIGHTNESS = "proof of Theorem 6.1, section 6"
CLASS_F = f"{TIGHTNESS}, the class F"


# ---- Theorem 6.1


@claim(
    "BGS21.T6.1",
    "Theorem 6.1, section 6: class with a binary restriction of large dimension",
    "theorem",
    narrows="on so few labels and copies the bound is below 1, so that $d >= 1$ alone gives it: what carries it "
    "is BGS21.T6.1.F.corrected, BGS21.T6.1.ineq and BGS21.C6.2, within their limits",
    factor=Constant(Fraction(1, 10), mutants=(HALF,)),
)
def some_class_has_a_hard_bit(k: PositiveSize, d: Size, factor: Fraction) -> Truth:
    """For all $k >= 1$, $d >= 0$ some class with labels $[k]$ has MLD $d$ and $max_i Ldim(H|_i) >= (d/10) log2(k+1)$:
    here the class of the proof. That a larger factor fails for it says nothing of other classes."""
    H = tight_class(k, d)
    gap = factor * d * log2(k + 1) <= int(largest_bit_dimension(H))
    return (multiclass_littlestone_dimension(H) == d) & gap


rests_on("BGS21.T6.1", "BGS21.T5.6.base1", "$MLD(H) = 0$ is one function, with bits of dimension 0", TIGHTNESS)
rests_on("BGS21.T6.1", "BGS21.T6.1.triv", "any binary class of dimension $d$ serves", f"{TIGHTNESS}, k = 1, ..., 4")
rests_on("BGS21.T6.1", "BGS21.T6.1.F", "MLD 1 and $log(k/4)$, $k >= 5$", TIGHTNESS, repair="BGS21.T6.1.F.corrected")
rests_on("BGS21.T6.1", "BGS21.T6.1.unused", "for even $k$ a label is added that is never used", f"{TIGHTNESS}, k even")


@uses("BGS21.T6.1", "BGS21.T6.1.ineq", f"{TIGHTNESS}, sentence before Claim 6.2")
def the_quarter_has_a_tenth_of_the_bits(d_1: FromZero, k: PositiveInteger, quarter: FromZero, log: FromZero) -> Use:
    """$d_1 >= log(k/4) >= (1/10) log(k+1)$ for $k >= 5$."""
    given = (k >= 5) & (d_1 >= quarter)
    return Use({"k": k, "quarter": quarter, "log": log}, given=given, gives=d_1 >= Fraction(1, 10) * log)


@uses("BGS21.T6.1", "BGS21.C6.2", f"{TIGHTNESS}, last paragraph")
def the_gap_of_f_is_amplified(d: PositiveInteger, d_1: Natural, whole: Natural, bit: Natural, log: FromZero) -> Use:
    """Claim 6.2 is used for $F$, of MLD 1 and with $d_1 >= (1/10) log(k+1)$ as $k >= 5$, with $ell = d$ copies: MLD
    $d$, and a bit of $(d / 10) log(k+1)$."""
    at = {"ell": d, "d": Integer(1), "D": d_1, "whole": whole, "bit": bit}
    gives = (whole <= d) & (whole >= d) & (bit >= d * (Fraction(1, 10) * log))
    return Use(at, given=d_1 >= Fraction(1, 10) * log, gives=gives)


@claim("BGS21.T6.1.triv", "trivial cases of Theorem 6.1: binary classes with few labels", "step", bit=OFFSET)
def binary_classes_serve_small_k(H: Binary, bit: int) -> Truth:
    """A binary class read with labels $[k]$, $k = 1, ..., 4$, keeps its dimension, and its last binary restriction (the
    second for $k = 2, 3$, the third for $k = 4$) is $H$ itself; $log2(5) < 10$. ($d = 0$ is BGS21.T5.6.base1
    and BGS21.T3.4.zero.)"""
    last = {1: 1, 2: 2, 3: 2, 4: 3}
    kept = all_of(_last_bit_is(H, with_labels(H, k + 1), i - min(int(bit), i - 1)) for k, i in last.items())
    return kept & (log2(5) < 10)


def _last_bit_is(H: ConceptClass, enlarged: ConceptClass, i: int) -> Truth:
    kept = multiclass_littlestone_dimension(enlarged) == littlestone_dimension(H)
    return kept & (binary_restriction(enlarged, i) == H)


@claim("BGS21.T6.1.F", "class F in the proof of Theorem 6.1: encoding of the class F", "step")
def the_first_bit_of_f_is_the_threshold(j: Size) -> Truth:
    """The pairs $(g_t(x), t)$ can be encoded by $[k'-1]$ so that $F|_1$ is the class of thresholds $g_t(x) = 1[t >= x]$
    on $k'/2$ points, $k'$ the even one of $k$ and $k + 1$. Read as: for $k = 5 + j$ at least as many of these labels
    have first bit 1 (0), the most significant of the bits of $[k'-1]$, as there are pairs with $g_t(x) = 1$ (0), or the
    other way round."""
    m = gap_points(5 + int(j))
    bits = Bits(2 * m)
    labels_with_one = sum(bits.bit(1, y) for y in range(2 * m))
    pairs = {(threshold[x], t) for t, threshold in enumerate(threshold_functions(m)) for x in range(m)}
    pairs_with_one = sum(g for g, _ in pairs)
    pairs_with_zero, labels_with_zero = len(pairs) - pairs_with_one, 2 * m - labels_with_one
    straight = all_of([pairs_with_one <= labels_with_one, pairs_with_zero <= labels_with_zero])
    return straight | all_of([pairs_with_zero <= labels_with_one, pairs_with_one <= labels_with_zero])


@correction(
    "BGS21.T6.1.F",
    "with bits numbered from the most significant, as in the cases $k <= 4$, two labels of $[k'-1]$ have "
    "their first bit set at $k = 9$, fewer than the pairs with $g_t(x) = 1$ or with 0; the threshold must "
    "be the last bit: label $2t + g_t(x)$",
    offset=OFFSET,
)
def the_last_bit_of_f_is_the_threshold(j: Size, offset: int) -> Truth:
    """For $k = 5 + j$ the class of $2t + g_t(x)$ has labels in $[k]$ and MLD 1, and its last binary restriction is the
    class of thresholds $g_t(x) = 1[t >= x]$ on $k'/2$ points, $k'$ the even one of $k$ and $k + 1$, of Littlestone
    dimension $floor(log2(k'/2)) >= log2(k'/4)$."""
    k, F = 5 + int(j), gap_class(5 + int(j))
    last = binary_restriction(F, Bits(k + 1).length)
    m = gap_points(k)
    known = (littlestone_dimension(last) == m.bit_length() - 1 + offset) & (log2(Fraction(m, 2)) <= m.bit_length() - 1)
    return (multiclass_littlestone_dimension(F) == 1) & (last == explicit(threshold_functions(m))) & known


rests_on("BGS21.T6.1.F", "DIM.thresholds", "thresholds have dimension at least $log(k'/4)$", CLASS_F)
rests_on("BGS21.T6.1.F.corrected", "DIM.thresholds", "the last bit of $F$ is the class of thresholds", CLASS_F)


@claim("BGS21.ALG.F", "proof of Theorem 6.1: class F as implemented", "algorithm", offset=OFFSET)
def the_gap_class_is_implemented(j: Size, family: Annotated[Run, Algorithm("BGS21.ALG.F")], offset: int) -> Truth:
    """The implemented $F$ for $k = 5 + j$ is the class of $2t + g_t(x)$, $g_t(x) = 1[t >= x]$, with labels in $[k]$ and
    MLD 1."""
    F = explicit(family(5 + int(j)), labels=6 + int(j))
    return (gap_class(5 + int(j)) == F) & (multiclass_littlestone_dimension(F) == 1 + offset)


@claim(
    "BGS21.T6.1.unused",
    "Theorem 6.1, section 6, the case d = 1: dimensions with an unused label",
    "step",
    offset=OFFSET,
    slack=OFFSET,
)
def unused_labels_change_no_dimension(H: Multiclass, offset: int, slack: int) -> Truth:
    """Adding a label that is never used changes neither $MLD(H)$ nor $max_i Ldim(H|_i)$."""
    more = with_labels(H, H.labels + 1)
    kept = multiclass_littlestone_dimension(more) == multiclass_littlestone_dimension(H) + offset
    return kept & (largest_bit_dimension(more) == largest_bit_dimension(H) + slack)


@terms("BGS21.T6.1.ineq")
def tenth_of_the_bits(
    k: PositiveInteger, quarter: FromZero, log: FromZero, factor: Fraction = TENTH, first: int = 5
) -> Terms:
    """log2(k/4), which is ``quarter``, and log2(k+1), which is ``log``."""
    return Terms(asks=k >= first, says=quarter >= factor * log)


@claim(
    "BGS21.T6.1.ineq",
    "Theorem 6.1, section 6, the case d = 1: a tenth of the logarithm",
    "step",
    factor=Constant(TENTH, mutants=(HALF,)),
    first=Constant(5, mutants=(4,)),
)
def quarter_has_a_tenth_of_the_bits(k: PositiveInteger, factor: Fraction, first: int) -> Statement:
    """For all $k >= 5$, $log2(k/4) >= (1/10) log2(k+1)$."""
    known = tenth_of_the_bits(k, log2(k / 4), log2(k + 1), factor, first)
    return when(as_truth(known.asks), as_truth(known.says))

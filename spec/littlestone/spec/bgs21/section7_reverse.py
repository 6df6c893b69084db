"""BGS21 section 7: the reverse direction: Theorem 7.1 bounds MLD by the dimensions of the bits, by an online learner
for each of them."""

from itertools import combinations

from littlestone.spec.bgs21.vocabulary import *
from littlestone.spec.notation import *

INDUCTION = "for Theorem 7.1, section 7, as an induction on the depth of a tree"
REVERSE = "proof of Theorem 7.1, section 7"
THIRD_PARAGRAPH = f"{REVERSE}, third paragraph"
LAST_BUT_ONE = f"{REVERSE}, last but one sentence"
LAST = f"{REVERSE}, last sentence"
UNKNOWN = ("littlestone_dimension",)


# ---- Theorem 7.1


@claim("BGS21.T7.1", "Theorem 7.1, section 7: MLD against the largest dimension of a binary restriction", "theorem")
def mld_is_at_most_log_times_the_largest_bit(H: Multiclass) -> Truth:
    """$MLD(H) <= [max_i Ldim(H|_i)] log(k+1)$. Read as: log to base 2, real in the factor, and $i$ over all
    $ceil(log2(k+1))$ bits."""
    return multiclass_littlestone_dimension(H) <= largest_bit_dimension(H) * log2(H.labels)


@terms("BGS21.T7.1.corrected")
def the_bits_together_and_the_largest(
    top: Natural, k: Natural, mld: Natural, dimensions: Natural, bits: Natural, largest: Natural, slack: int = 0
) -> Terms:
    """H with labels up to top: MLD(H), the dimensions of the bits of [k] together, their number, and the largest."""
    return Terms(asks=as_truth(top <= k), says=all_of([mld <= dimensions + slack, dimensions <= bits * largest]))


@correction(
    "BGS21.T7.1",
    "labels have $ceil(log2(k+1))$ bits, more than $log2(k+1)$ where $k + 1$ is not a power of two",
    slack=TIGHT,
    fewer=TIGHT,
)
def mld_is_at_most_the_sum_of_the_bits(H: Multiclass, slack: int, fewer: int) -> Truth:
    """$MLD(H) <= sum_i Ldim(H|_i) <= ceil(log2(k+1)) max_i Ldim(H|_i)$."""
    dimensions = total(littlestone_dimension(bit) for bit in binary_restrictions(H))
    mld, bits, largest = multiclass_littlestone_dimension(H), Bits(H.labels).length + fewer, largest_bit_dimension(H)
    k = H.labels - 1
    return as_truth(the_bits_together_and_the_largest(k, k, mld, dimensions, bits, largest, slack).says)


@uses("BGS21.T7.1", "BGS21.ALG.BITSOA", LAST)
@uses("BGS21.T7.1.corrected", "BGS21.ALG.BITSOA", LAST)
def the_mistakes_of_the_bitwise_learner_bound_mld(d: Natural, mistakes: Natural, dimensions: Natural) -> Use:
    """A errs at most $sum_i d_i$ times, also where A predicts labels above $k$, and $d = MLD(H)$ bounds its mistakes
    from below: $d <= sum_i d_i$."""
    at = {"mistakes": mistakes, "dimensions": dimensions}
    return Use(at, given=d <= mistakes, gives=d <= dimensions)


@uses("BGS21.T7.1", "BGS21.T7.1.learners", f"{REVERSE}, third paragraph", repair="BGS21.T7.1.learners.corrected")
def the_mistakes_of_all_learners_add_up(k: PositiveSize, most: Size) -> Use:
    """Each of the learners, one for each bit, errs at most $max_i d_i$ times, so that the line drawn is $sum_i d_i <=
    max_i d_i log(k+1)$."""
    return Use({"k": k}, gives=Bits(k + 1).length * most <= most * log2(k + 1))


@correction(
    "BGS21.T7.1.from.T7.1.learners.conclusion",
    "there are $ceil(log2(k+1))$ learners, more than $log2(k+1)$ where $k + 1$ is no power of two",
    fewer=TIGHT,
)
def all_learners_err_at_most_as_often_as_there_are_bits(k: PositiveSize, most: PositiveSize, fewer: int) -> Truth:
    """The learners, each of which errs at most $max_i d_i$ times, err at most $max_i d_i ceil(log2(k+1))$ times."""
    return as_truth(Bits(k + 1).length * most <= most * (ceiling(log2(k + 1)) + fewer))


@uses("BGS21.T7.1", "BGS21.ALG.SOA.mistakes", LAST_BUT_ONE, name="lower", opaque=UNKNOWN)
@uses("BGS21.T7.1.corrected", "BGS21.ALG.SOA.mistakes", LAST_BUT_ONE, name="lower", opaque=UNKNOWN)
def every_learner_errs_at_least_mld_times(H: Multiclass) -> Use:
    """$MLD(H)$ bounds the mistakes of every deterministic learner from below (Daniely et al.), so those of A, which
    errs at most $sum_i d_i$ times."""
    bound = total(littlestone_dimension(bit) for bit in binary_restrictions(H))
    return Use({"H": H}, given=optimal_mistakes(H) <= bound, gives=multiclass_littlestone_dimension(H) <= bound)


rests_on("BGS21.T7.1.corrected", "BGS21.T7.1.learners.corrected", "$ceil(log2(k+1))$ learners", THIRD_PARAGRAPH)
rests_on("BGS21.T7.1.corrected", "BGS21.T7.1.induction", "$MLD(H) <= sum_i d_i$ on any number of points", INDUCTION)


@claim("BGS21.T7.1.learners", "proof of Theorem 7.1, section 7: number of online learners for the bits", "step")
def there_is_a_learner_for_each_of_log_k_bits(k: PositiveSize) -> Truth:
    """The learners, one for each binary restriction, are $A_1, ..., A_{log k}$. Read as: log to base 2."""
    return log2(k) == Bits(k + 1).length


@correction(
    "BGS21.T7.1.learners", "$k = 2$ has two bits, and $log2(2) = 1$: there are $ceil(log2(k+1))$", offset=OFFSET
)
def there_is_a_learner_for_each_bit(k: PositiveSize, offset: int) -> Truth:
    """The learners, one for each binary restriction, are $A_1, ..., A_L$ with $L = ceil(log2(k+1))$."""
    return as_truth(ceiling(log2(k + 1)) + int(offset) == Bits(k + 1).length)


@terms("BGS21.ALG.BITSOA")
def mistakes_of_the_bitwise_learner(mistakes: Natural, dimensions: Natural, slack: int = 0) -> Terms:
    """The most mistakes of A, and the dimensions of all bits together."""
    return Terms(says=dimensions + slack >= mistakes)


@claim(
    "BGS21.ALG.BITSOA",
    "proof of Theorem 7.1: bitwise learner as implemented",
    "algorithm",
    caps="sequences of at most one example more than points",
    slack=TIGHT,
)
def the_bitwise_learner_errs_at_most_the_sum_of_the_bits(
    H: ExplicitClass, learner: Annotated[Run, Algorithm("BGS21.ALG.BITSOA")], slack: int
) -> Truth:
    """One standard optimal algorithm per bit errs at most $sum_i Ldim(H|_i)$ times on sequences realizable by $H$."""
    mistakes = most_mistakes(learner(H.functions(), H.k), H, H.points + 1)
    dimensions = total(littlestone_dimension(bit) for bit in binary_restrictions(H))
    return as_truth(mistakes_of_the_bitwise_learner(mistakes, dimensions, slack).says)


@uses("BGS21.ALG.BITSOA", "BGS21.ALG.SOA.mistakes", THIRD_PARAGRAPH)
def one_learner_more_errs_at_most_its_dimension(before: Natural, others: Natural, new: Natural, d: Natural) -> Use:
    """The learners together err at most $sum_i d_i$ times; that A errs no more often is taken for granted. Those
    ``before`` err at most as often as the dimensions of the ``others``, and one more, which sees a sequence realizable
    by $H|_i$, at most $d_i$ times; ``new``: its most mistakes."""
    return Use({"mistakes": new, "d": d}, given=before <= others, gives=before + new <= others + d)


@claim(
    "BGS21.T7.1.parts",
    f"{INDUCTION}: binary restrictions of the subclasses at a root",
    "step",
    one=Constant(1, mutants=(2,)),
)
def the_bits_of_the_parts_are_below_those_of_the_class(H: Multiclass, one: int) -> Truth:
    """At every root $x$, with $H^y = {f in H : f(x) = y}$: $Ldim(H^y|_i) <= Ldim(H|_i)$ for every bit $i$, and 1
    + the smaller of $Ldim(H^y|_i)$ and $Ldim(H^z|_i)$ is at most $Ldim(H|_i)$ for every bit $i$ in which $y$ and $z$
    differ."""
    bits, whole = Bits(H.labels), [littlestone_dimension(bit) for bit in binary_restrictions(H)]

    def holds(parts: list[list[Number]], y: int, z: int, i: int) -> Truth:
        split = bits.bit(i, y) != bits.bit(i, z)
        below = smallest([parts[y][i - 1], parts[z][i - 1]]) + (one if split else 0) <= whole[i - 1]
        return below & (parts[y][i - 1] <= whole[i - 1])

    roots = [
        [[littlestone_dimension(bit) for bit in binary_restrictions(part)] for part in parts_at(H, x)]
        for x in range(H.points)
    ]
    pairs = [(y, z) for y in range(H.labels) for z in range(H.labels) if y != z]
    return all_of(holds(parts, y, z, i) for parts in roots for y, z in pairs for i in bits.indices())


@claim(
    "BGS21.T7.1.induction",
    f"{INDUCTION}: MLD against the sum of the bits at any depth",
    "step",
    narrows="assumes BGS21.T7.1.parts and, of a deepest tree, BGS21.D2.13, for any number of points and labels",
    slack=TIGHT,
)
def mld_is_at_most_the_sum_of_the_bits_at_any_depth(
    d: Natural, left: Natural, others_left: Natural, bit_left: Natural, others: Natural, bit: Natural, slack: int
) -> Statement:
    """$MLD(H) <= sum_i Ldim(H|_i)$ where $MLD(H) >= 1$: a tree of depth $d = MLD(H)$ has two parts below its root, of
    dimensions at least $d - 1$, whose labels differ in some bit, and ``left`` is that in which the bit loses one; the
    bound for that part, with ``bit`` for the bit, ``others`` for the sum of the others, which do not grow, and
    ``bit_left`` and ``others_left`` in that part, gives that for $H$."""
    tree, bound = d <= 1 + left, left <= others_left + bit_left
    return when([tree, bound, others_left <= others, 1 + bit_left <= bit], d <= others + bit + slack)


@uses("BGS21.T7.1.induction", "BGS21.T7.1.parts", INDUCTION, opaque=UNKNOWN)
def one_of_two_parts_loses_one(H: Multiclass) -> Use:
    """Two labels differ in some bit, which loses one in one of their parts, where no other bit grows: of two parts at a
    root one has a sum over the bits that is less by one."""

    def together(H: ConceptClass) -> Number:
        return total(littlestone_dimension(bit) for bit in binary_restrictions(H))

    roots = [[together(part) for part in parts_at(H, x)] for x in range(H.points)]
    smaller = (smallest([a, b]) for sums in roots for a, b in combinations(sums, 2))
    return Use({"H": H}, gives=all_of(1 + one <= together(H) for one in smaller))


rests_on("BGS21.T7.1.induction", "BGS21.D2.13", "a deepest tree has two parts below its root", INDUCTION)

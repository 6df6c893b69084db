"""BGS21 section 3.1: Theorem 3.1, equations (1) to (3) of its proof, and the steps of its correction."""

from collections.abc import Callable

from littlestone.spec.algebra.circuit import as_truth
from littlestone.spec.bgs21.vocabulary import *
from littlestone.spec.learning.laws import total as total_weight
from littlestone.spec.learning.samples import ordered_draws
from littlestone.spec.notation import *

BitReduction = Annotated[Run, Algorithm("BGS21.ALG.A.bits")]
ONE_LEARNER = "EXPLEARN, with epsilon = ln 4 on one row, stands for all B^i"
HALVES = "alpha = 1/2, distributions in halves"
PROOF = "proof of Theorem 3.1, section 3.1"
ONE_ROW = "each B^i is on one row, alpha = 1/2, epsilon = ln 4, distributions in quarters or halves"
CORRECTED = "Theorem 3.1, section 3.1, corrected"
PROPER = "why Theorem 3.1 is false for hypotheses in H"


# ---- Theorem 3.1


@claim(
    "BGS21.T3.1",
    "Theorem 3.1, section 3.1",
    "theorem",
    narrows="the arithmetic of the numbers of samples",
    cites=("BGS21.T3.1.first", "BGS21.T3.1.second", "BGS21.T3.1.close", "BGS21.T3.1.packing.rows"),
)
def a_proper_private_learner_needs_the_samples_of_the_bits(t: PositiveSize) -> Truth:
    """There is an (epsilon, 0)-private learner for H, in the sense of Definition 2.6, whose hypotheses are in H, on the
    samples of those for H|_1 and H|_2 together. Here X is all polynomials of degree < t over F_q, q the first prime
    from 16 t, and H is all (1_{p}, 0) for p in X and all (1_{p : p(r) = b}, 1) for r, b in F_q, as labels 0 to 3;
    alpha = beta = 1/2, epsilon = 1/8. H|_1 has a proper learner with 256 ln(4 (q^2 + 1)) samples and H|_2 one with 16
    ln 3; a proper learner for H needs 8 ln(|X| / 2)."""
    q = prime_from(16 * int(t))
    for_the_bits = ceiling(256 * ln(4 * (q**2 + 1))) + ceiling(16 * ln(3))
    for_the_class = ceiling(8 * ln(Fraction(q**t, 2)))
    return as_truth(for_the_class <= for_the_bits)


@terms("BGS21.T3.1.corrected")
def bits_together(
    bits: Natural,
    share: PositiveUnit,
    errs: FromZero,
    rows: FromZero,
    taken: FromZero,
    betas: FromZero,
    epsilon: FromZero,
    delta: Unit,
) -> Terms:
    """A over so many bits: its error and the rows that it takes; the failures and rows of the bits all together."""
    return Terms(says=(errs <= bits * share) & (taken <= rows), fails=betas, epsilon=epsilon, delta=delta)


@correction(
    "BGS21.T3.1",
    "a learner whose hypotheses lie in H may need more samples than the bits together, and Definition 2.6 asks for "
    "one: A of figure 1 may leave H; and the number of bits is ceil(log2(k+1))",
    narrows="a distribution, a pair of neighbours and an event are fixed, and numbers say what A and the bits do; two "
    "values of what does not change stand for any number of them",
    cites=("BGS21.T3.1.bit", "PROB.union", "DP.post"),
    parts=Constant(1, mutants=(2,)),
    betas=SHARE,
    blocks=SHARE,
    spent=SHARE,
)
def the_reduction_is_a_private_improper_learner(
    i: Natural,
    rest: Natural,
    share: PositiveUnit,
    idle: Unit,
    alone: Unit,
    fails: Unit,
    new: Unit,
    before: FromZero,
    beta: Unit,
    rows: Natural,
    n: Natural,
    epsilon: FromZero,
    delta: Unit,
    w: Unit,
    q: Unit,
    r: Unit,
    parts: int,
    betas: Fraction,
    blocks: Fraction,
    spent: Fraction,
) -> Truth:
    """If B^1, ..., B^L, L = ceil(log2(k+1)), are (epsilon, delta)-private and B^j is (alpha / L, beta_j)-accurate for
    H|_j on n_j rows, then A of figure 1, on blocks of n_1 + ... + n_L rows, is (epsilon, delta)-private and (alpha,
    sum_j beta_j)-accurate for H, with hypotheses that may lie outside H. By induction on the bits, L = i + 1 + rest and
    share = alpha / L: i bits err by (1 - idle) i share, and one of them fails with probability ``fails`` at most
    ``before``, the sum of their beta_j, on ``rows``; one more bit errs where they do not by ``alone`` at most share,
    and fails where they do not with probability ``new`` at most beta, on n rows. Where a row of one block is changed,
    an event is as likely as e^epsilon q + delta, and q before, at one value of the others, of weight w, and with r for
    q at another."""
    alpha, u = (i + 1 + rest) * share, exp(epsilon)
    errs, taken = (1 - idle) * i * share + alone, rows + n
    A = bits_together(i + 1, share, errs, blocks * (rows + n), taken, betas * (before + beta), epsilon, spent * delta)
    moved = w * (u * q + delta) + (1 - w) * (u * r + delta)
    private = moved <= exp(A.epsilon) * (w * q + (1 - w) * r) + A.delta
    accurate = (alone <= parts * share).implies(as_truth(A.says)) & ((i + 1) * share <= alpha)
    likely = ((fails <= before) & (new <= beta)).implies(fails + new <= A.fails)
    return all_of([accurate, likely, private])


rests_on("BGS21.T3.1", "BGS21.N3.bits", "f = bin2dec(f_1, ..., f_L) with f_i in H|_i", f"{PROOF}, third sentence")
rests_on("BGS21.T3.1", "BGS21.D2.9", "B^i is one learner for each (alpha, beta)", f"{PROOF}, fourth paragraph")


@uses("BGS21.T3.1", "BGS21.T1.1.count", f"{PROOF}, second sentence", name="next_power")
def k_is_replaced_by_the_next_power_of_two(k: PositiveSize) -> Use:
    """Where k + 1 is no power of two the argument is for the next one, k' + 1: what it gives has labels up to k', and
    not in [k], as the learner of the theorem, unless 2^ceil(log2(k+1)) <= k + 1, where also log(k'+1) = log(k+1)."""
    return Use({"k": k}, gives=2 ** Bits(k + 1).length <= k + 1)


@correction(
    "BGS21.T3.1.from.T1.1.count.next_power.conclusion",
    "there are up to 35/27 log2(k+1) bits, and alpha and beta are split into as many parts: log(k+1) must be read as "
    "ceil(log2(k+1)), and a label above k be replaced by one of [k]",
    factor=Constant(BITS_PER_LOG, mutants=(Fraction(5, 4),)),
)
def the_next_power_of_two_has_few_more_bits(k: PositiveSize, factor: Fraction) -> Truth:
    """The least L with 2^L >= k + 1 is at most 35/27 log2(k+1)."""
    return Bits(k + 1).length <= factor * log2(k + 1)


@uses("BGS21.T3.1", "BGS21.T3.1.eq3", f"{PROOF}, equation (3)")
def the_learner_is_accurate(L: PositiveInteger, beta: Unit) -> Use:
    """Equation (3), which fails where one of the L bits does, each with probability beta / L."""
    return Use({"chances": L * (beta / L)}, gives=lambda b: 1 - b.fails >= 1 - beta, times=1)


@uses("BGS21.T3.1", "BGS21.D2.6", f"{PROOF}, after equation (3)")
def the_combined_hypothesis_is_in_the_class(H: Multiclass) -> Use:
    """Equation (3) means that A is an accurate PAC learner for H: its hypothesis bin2dec(g_1, ..., g_L), with g_i in
    H|_i, is in H, as Definition 2.6 asks."""
    functions = all_functions(H.points, H.labels)
    return Use({"H": H}, gives=all_of(_bits_belong(H, h).implies(H.contains(h)) for h in functions))


def _bits_belong(H: ConceptClass, f: Function) -> Truth:
    bits = Bits(H.labels)
    parts = [tuple(bits.bit(i, y) for y in f) for i in bits.indices()]
    decimal = all(bits.label(ys) == y for ys, y in zip(zip(*parts, strict=True), f, strict=True))
    return all_of([decimal, *(H_i.contains(f_i) for H_i, f_i in zip(binary_restrictions(H), parts, strict=True))])


@correction(
    "BGS21.T3.1.from.D2.6.conclusion",
    "A may leave H, and learns it where Definition 2.6 is read without its h in H",
    lost=OFFSET,
)
def the_class_is_among_the_combined_hypotheses(H: Multiclass, lost: int) -> Truth:
    """Every function of H is bin2dec(g_1, ..., g_L) for some g_i in H|_i, though not the other way round."""
    return all_of(has.implies(_bits_belong(H, f) & (i >= lost)) for i, (f, has) in enumerate(H.members()))


rests_on("BGS21.T3.1", "BGS21.L2.3", "bin2dec looks at the hypotheses alone", f"{PROOF}, last sentence")


@uses(
    "BGS21.T3.1",
    "BGS21.C3.2",
    f"{PROOF}, last paragraph",
    assumes="the blocks are split by position; replacing labels by their bits, row by row, is part of the i-th "
    "algorithm and keeps neighbours; B^i is private on samples that no function labels",
)
def the_blocks_are_disjoint(epsilon: FromZero, delta: Unit) -> Use:
    """L algorithms that are (epsilon, delta)-private, run on disjoint blocks, are so together: the budget is spent
    once."""
    at = {"epsilon": epsilon, "first": delta, "second": delta, "largest": delta}
    return Use(at, gives=lambda b: all_of([b.epsilon <= epsilon, b.delta <= delta]), times=1)


@uses("BGS21.T3.1", "BGS21.T3.1.close", PROPER)
def some_set_errs_by_at_most_a_sixteenth(common: Natural, t: PositiveInteger, more: Natural) -> Use:
    """With q = 16 t + ``more``, some {p : p(r) = b} is within (t - 1) / q <= 1/16 of each {p}."""
    return Use({"common": common, "t": t}, gives=common <= (16 * t + more) / 16)


@uses("BGS21.T3.1", "BGS21.T3.1.first", PROPER)
def the_samples_of_the_first_bit(Q: AtLeastOne, s: Unit) -> Use:
    """H|_1 is learned from n >= 256 ln(4 (Q + 1)) samples with alpha / 2 = beta / 2 = 1/4, where Q = q^2: e^{-n/256} is
    a part s of 1 / (4 (Q + 1)), and of beta = 1/2 a quarter is left for the other bit."""
    return Use({"Q": Q, "w": s / (4 * (Q + 1))}, gives=lambda b: HALF - b.fails >= QUARTER)


@uses("BGS21.T3.1", "BGS21.T3.1.second", PROPER)
def the_samples_of_the_second_bit(more: FromZero) -> Use:
    """H|_2 is learned from n >= 16 ln 3 samples at epsilon = 1/8, where e^{-epsilon n / 2} <= 1/3, and of beta = 1/2 a
    quarter is left for the other bit."""
    w = exp(-(Fraction(1, 16) * (16 * ln(3) + more)))
    return Use({"w": w}, gives=lambda b: HALF - b.fails >= QUARTER)


@uses("BGS21.T3.1", "BGS21.T3.1.packing.rows", PROPER)
def a_proper_learner_needs_more_samples(points: AtLeastTwo, n: PositiveReal, together: Unit) -> Use:
    """A proper learner for H needs n >= 8 ln(|X| / 2) samples at epsilon = 1/8."""
    at = {"points": points, "epsilon": EIGHTH, "n": n, "together": together}
    return Use(at, gives=8 * ln(points / 2) <= n)


@adds_up("BGS21.T3.1", PROOF)
def the_budgets_of_the_reduction(L: PositiveInteger, beta: Unit, epsilon: FromZero, delta: Unit) -> Total:
    """A is (epsilon, delta)-private and fails with probability at most beta."""
    return Total(fails=beta, epsilon=epsilon, delta=delta)


rests_on("BGS21.T3.1.corrected", "DP.post", "min(bin2dec(g_1, ..., g_L), k) looks at the g_j alone", CORRECTED)
rests_on("BGS21.T3.1.corrected", "BGS21.D2.9", "B^j is private on all samples, labelled or not", CORRECTED)


@uses("BGS21.T3.1.corrected", "BGS21.T3.1.bit", CORRECTED)
def one_more_bit_errs_seldom(i: Natural, L: PositiveInteger, alpha: Unit, idle: Unit, errs: FromZero) -> Use:
    """On average over D: i bits err by at most i alpha / L, and one more by at most alpha / L."""
    before, bit = (1 - idle) * i * (alpha / L), alpha / L
    return Use({"errs": errs, "before": before, "bit": bit}, gives=errs <= (i + 1) * (alpha / L))


@uses("BGS21.T3.1.corrected", "PROB.union", CORRECTED)
def one_more_bit_fails_seldom(before: FromZero, beta: Unit) -> Use:
    """Some of i + 1 bits fails with at most the sum of the beta_j before and the new one."""
    return Use({"chances": before + beta}, gives=lambda b: b.fails <= before + beta, times=1)


@adds_up("BGS21.T3.1.corrected", CORRECTED)
def the_failures_of_the_bits(before: FromZero, beta: Unit) -> Total:
    """A fails with at most the sum of the beta_j."""
    return Total(fails=before + beta)


# ---- Equations (1) to (3)


@terms("BGS21.T3.1.eq1")
def errors_of_the_bits(errs: FromZero, differing: FromZero) -> Terms:
    """How often the labels differ, and how often their bits do, all together."""
    return Terms(says=errs <= differing)


@claim(
    "BGS21.T3.1.eq1",
    "Equation (1), section 3.1",
    "step",
    narrows="the labels at one point; their average over a distribution is in words",
    lost=OFFSET,
)
def the_label_errs_where_some_bit_errs(k: PositiveSize, y: Size, z: Size, lost: int) -> Statement:
    """Pr[g(x) != f(x)] = Pr[some g_i(x) != f_i(x)] <= sum_i Pr[g_i(x) != f_i(x)]: at every point, and so on average
    over any distribution, labels f(x) = y and g(x) = z differ iff some bit does, at least one of them."""
    bits = Bits(k + 1)
    differing = sum(bits.bit(i, int(y)) != bits.bit(i, int(z)) for i in range(1 + lost, bits.length + 1))
    errs = int(int(y) != int(z))
    return when(
        [y <= k, z < 2**bits.length],
        as_truth((errs > 0) == (differing > 0)) & as_truth(errors_of_the_bits(errs, differing).says),
    )


rests_on("BGS21.T3.1.eq1", "BGS21.N3.bits", "the bits determine the label", f"{PROOF}, equation (1)")
rests_on("BGS21.T3.1.eq1", "PROB.union", "some bit errs with the chances of all at most", f"{PROOF}, equation (1)")


@terms("BGS21.T3.1.eq2")
def some_bit_errs(chances: FromZero) -> Terms:
    """Some bit errs by more than alpha / L, where each fails with one of these chances, here all together."""
    return Terms(fails=chances)


@claim(
    "BGS21.T3.1.eq2",
    "Equation (2), section 3.1",
    "step",
    reach=few_samples,
    narrows=ONE_LEARNER,
    caps=HALVES,
    parts=Constant(1, mutants=(2,)),
)
def all_bits_succeed_at_once(
    H: ExplicitClass, law: LawOf, reduction: BitReduction, explearn: ExpLearn, parts: int
) -> Truth:
    """With probability at least 1 - sum_i beta_i all bits have Pr[g_i != f_i] <= alpha / L, where beta_i is the failure
    probability of B^i: for every f in H and every distribution."""
    bits, learners = Bits(H.labels), binary_learners(H, explearn, 1)

    def some_bit_fails(f: Function, D: Distribution) -> Exact:
        def fails(g: tuple[Function, ...]) -> bool:
            targets = (tuple(bits.bit(i, y) for y in f) for i in bits.indices())
            return any(error(g_i, f_i, D) > HALF / (parts * bits.length) for g_i, f_i in zip(g, targets, strict=True))

        drawn = ordered_draws(D, bits.length)
        return total_weight(
            exact(p * law(reduction, labelled(points, f), H.k, learners).probability(fails)) for points, p in drawn
        )

    return _at_most_the_sum(H, law, explearn, some_bit_fails, some_bit_errs, HALF / bits.length)


def _at_most_the_sum(
    H: ConceptClass,
    law: Run,
    explearn: Run,
    failure: Callable[[Function, Distribution], Exact],
    bound: Callable[..., Terms],
    allowed: Fraction,
    part: Fraction | int = 1,
) -> Truth:
    """For every f in H and every distribution, the failure is at most that part of what is said of the bits' sum."""
    return all_of(
        failure(f, D) <= exact(part * bound(total_weight(_bit_failures(H, law, explearn, f, D, allowed))).fails)
        for f in H.functions()
        for D in tuple(grid(H.points, 2))
    )


def _bit_failures(
    H: ConceptClass, law: Run, explearn: Run, f: Function, D: Distribution, allowed: Fraction
) -> list[Exact]:
    """For each bit, the probability that B^i on one row has an error above the one allowed for f_i under D."""
    bits = Bits(H.labels)
    learners = [exponential_learner(law, explearn, bit.functions()) for bit in binary_restrictions(H)]
    targets = [tuple(bits.bit(i, y) for y in f) for i in bits.indices()]
    return [failure_probability(B, f_i, D, 1, allowed) for B, f_i in zip(learners, targets, strict=True)]


rests_on("BGS21.T3.1.eq2", "BGS21.D2.9", "g_i errs by at most alpha / L", f"{PROOF}, before equation (2)")


@uses("BGS21.T3.1.eq2", "PROB.union", f"{PROOF}, equation (2)")
def some_bit_fails_with_the_parts_together(L: PositiveInteger, beta: Unit) -> Use:
    """Each of L bits fails with probability beta / L, so that all succeed with probability at least 1 - beta."""
    return Use({"chances": L * (beta / L)}, gives=lambda b: b.fails <= beta)


@terms("BGS21.T3.1.eq3")
def the_reduction_errs(chances: FromZero) -> Terms:
    """A errs by more than alpha, where the bits fail with these chances together."""
    return Terms(fails=chances)


@claim(
    "BGS21.T3.1.eq3",
    "Equation (3), section 3.1",
    "step",
    reach=few_samples,
    narrows=ONE_LEARNER,
    caps=HALVES,
    part=SHARE,
)
def the_reduction_is_accurate(
    H: ExplicitClass, law: LawOf, reduction: Reduction, explearn: ExpLearn, part: Fraction
) -> Truth:
    """With probability at least 1 - sum_i beta_i, Pr[g != f] <= alpha, where B^i is (alpha / L, beta_i)-accurate: for
    every f in H and every distribution. The sum_i Pr[g_i != f_i] between them is that of BGS21.T3.1.eq1."""
    A, L = multiclass_learner(law, reduction, H, binary_learners(H, explearn, 1)), Bits(H.labels).length
    failure = lambda f, D: failure_probability(A, f, D, L, HALF)  # noqa: E731
    return _at_most_the_sum(H, law, explearn, failure, the_reduction_errs, HALF / L, part)


@uses("BGS21.T3.1.eq3", "BGS21.T3.1.eq1", f"{PROOF}, equation (3)")
def the_errors_of_the_bits_add_up(L: PositiveInteger, alpha: Unit, errs: Unit, differing: FromZero) -> Use:
    """Equation (1) on average: g errs at most as often as the bits together, each by at most alpha / L."""
    at = {"errs": errs, "differing": differing}
    return Use(at, given=differing <= L * (alpha / L), gives=errs <= alpha)


@uses("BGS21.T3.1.eq3", "BGS21.T3.1.eq2", f"{PROOF}, equation (3)")
def all_bits_are_good_at_once(L: PositiveInteger, beta: Unit) -> Use:
    """By equation (2) all bits err by at most alpha / L at once with probability at least 1 - beta."""
    return Use({"chances": L * (beta / L)}, gives=lambda b: 1 - b.fails >= 1 - beta)


# ---- The steps of the correction


@terms("BGS21.T3.1.bit")
def errors_of_one_more_bit(errs: FromZero, before: FromZero, bit: FromZero) -> Terms:
    """How often labels differ, how often they do without their last bit, and how often their last bit does."""
    return Terms(says=errs <= before + bit)


@claim("BGS21.T3.1.bit", "Equation (1), section 3.1, for every k", "step", base=Constant(2, mutants=(1,)))
def labels_differ_where_a_bit_does(y: Natural, z: Natural, b: Natural, c: Natural, bit: Unit, base: int) -> Statement:
    """The labels 2 y + b and 2 z + c, with last bits b and c, differ iff y and z do or b and c: for y > z the first is
    larger, and for y = z the last bits decide, which differ with probability ``bit``. So, one bit after the other,
    labels of any number of bits differ iff some bit does, and as seldom as their bits all together."""
    larger = (y >= z + 1).implies(base * y + b >= base * z + c + 1)
    errs = [errors_of_one_more_bit(1, 1, bit).says, errors_of_one_more_bit(bit, 0, bit).says]
    return when([b <= 1, c <= 1], all_of([larger, *errs]))


@claim(
    "BGS21.T3.1.run",
    "Theorem 3.1, section 3.1, corrected",
    "step",
    narrows="delta = 0, and EXPLEARN stands for all B^j",
    reach=few_samples,
    caps=ONE_ROW,
    share=SHARE,
    part=SHARE,
)
def the_reduction_is_as_private_and_accurate_as_its_bits(
    H: ExplicitClass, law: LawOf, reduction: Reduction, explearn: ExpLearn, share: Fraction, part: Fraction
) -> Statement:
    """A of figure 1 over EXPLEARN for each bit is (epsilon, 0)-private and fails at alpha with probability at most
    sum_j beta_j, where that is below 1: EXPLEARN fails with beta_j at alpha / L."""
    L, beta = Bits(H.labels).length, _worst_bit_failures(H, law, explearn)
    A = multiclass_learner(law, reduction, H, binary_learners(H, explearn, 1))
    failure = largest_failure(A, H.functions(), _distributions(H), L, HALF)
    holds = is_private(A, all_rows(H), L, EPSILON * share) & (failure <= exact(part * beta))
    return when(as_truth(beta < 1), holds)


def _distributions(H: ConceptClass) -> tuple[Distribution, ...]:
    return tuple(grid(H.points, 4 if H.points < 3 else 2))


def _worst_bit_failures(H: ConceptClass, law: Run, explearn: Run) -> Exact:
    """The sum over the bits of beta_i, where B^i on one row is (1/2L, beta_i)-accurate for H|_i."""
    part = HALF / Bits(H.labels).length
    classes = [bit.functions() for bit in binary_restrictions(H)]
    worst = (
        largest_failure(exponential_learner(law, explearn, bit), bit, _distributions(H), 1, part) for bit in classes
    )
    return total_weight(worst)

"""BGS21 section 3.1: Theorem 3.1, and why its learner cannot be proper."""

from itertools import product

from littlestone.spec.algebra.circuit import as_truth
from littlestone.spec.bgs21.vocabulary import *
from littlestone.spec.learning.laws import total as total_weight
from littlestone.spec.learning.pac_learning import is_proper
from littlestone.spec.notation import *

ARITHMETIC = "the arithmetic of the probabilities; those of EXPLEARN are of its law"
ONE_ROW = "each B^i is on one row, alpha = 1/2, epsilon = ln 4, distributions in quarters or halves"

PROOF = "proof of Theorem 3.1, section 3.1"
CORRECTED = "Theorem 3.1, section 3.1, corrected"
PROPER = "why Theorem 3.1 is false for hypotheses in H"


# ---- Theorem 3.1 with hypotheses in H


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


def _bits_belong(H: ConceptClass, f: Function) -> Truth:
    bits = Bits(H.labels)
    parts = [tuple(bits.bit(i, y) for y in f) for i in bits.indices()]
    decimal = all(bits.label(ys) == y for ys, y in zip(zip(*parts, strict=True), f, strict=True))
    return all_of([decimal, *(H_i.contains(f_i) for H_i, f_i in zip(binary_restrictions(H), parts, strict=True))])


@uses("BGS21.T3.1", "BGS21.D2.6", f"{PROOF}, after equation (3)")
def the_combined_hypothesis_is_in_the_class(H: Multiclass) -> Use:
    """Equation (3) means that A is an accurate PAC learner for H: its hypothesis bin2dec(g_1, ..., g_L), with g_i in
    H|_i, is in H, as Definition 2.6 asks."""
    functions = all_functions(H.points, H.labels)
    return Use({"H": H}, gives=all_of(_bits_belong(H, h).implies(H.contains(h)) for h in functions))


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


# ---- Why the class of Theorem 3.1 refutes the print


@terms("BGS21.T3.1.close")
def common_values(common: FromZero, t: PositiveInteger, more: int = 0) -> Terms:
    """The points at which two polynomials of degree < t agree."""
    return Terms(says=common <= t - 1 + more)


@claim(
    "BGS21.T3.1.close",
    "Theorem 3.1, section 3.1: properness",
    "proof",
    narrows="the number of common values; that some set is therefore close, by their average over r, is in words",
    fewer=TIGHT,
)
def a_set_that_holds_a_point_holds_few_others(q: PositiveSize, t: PositiveSize, fewer: int) -> Statement:
    """For two polynomials of degree < t over F_q, q prime, p(r) = p'(r) for at most t - 1 of the q points r: their
    difference has at most t - 1 roots. So under every distribution some {p : p(r) = b} is within (t - 1) / q of {p},
    and the q^2 of them serve all of H|_1."""
    size, degree = int(q), int(t) - 1
    _, *others = product(range(size), repeat=degree + 1)
    roots = [sum(not sum(c * r**i for i, c in enumerate(p)) % size for r in range(size)) for p in others]
    return when(is_prime(size), as_truth(common_values(max(roots, default=0), int(t), int(fewer)).says))


@terms("BGS21.T3.1.first")
def the_first_bit_fails(Q: AtLeastOne, w: Unit) -> Terms:
    """EXPLEARN over Q sets errs by more than 1/4; w = e^{-n/256}."""
    return Terms(asks=w <= 1 / (4 * (Q + 1)), fails=QUARTER)


@claim(
    "BGS21.T3.1.first",
    "Theorem 3.1, section 3.1: properness",
    "proof",
    narrows=ARITHMETIC,
    cites=("PROB.hoeffding", "PROB.union"),
    scale=SHARE,
)
def the_first_bit_has_a_proper_learner(Q: AtLeastOne, s: Unit, scale: Fraction) -> Truth:
    """EXPLEARN with epsilon = 1/8 over the Q = q^2 sets, one of which errs by at most 1/16, has error at most 1/4 but
    with probability 1/4 from n = 256 ln(4 (Q + 1)) samples: all empirical errors that matter are right to 1/16 but with
    probability (Q + 1) e^{-n/128} (Hoeffding), and an error larger by 1/16 is chosen with Q e^{-n/256}; here e^{-n/256}
    is the part s of 1 / (4 (Q + 1))."""
    w = s / (4 * (Q + 1))
    return (Q + 1) * w**2 + Q * w <= scale * Real.of(the_first_bit_fails(Q, w).fails)


rests_on("BGS21.T3.1.first", "PROB.union", "both kinds of failure together are at most their sum", PROPER)


def _rows(Q: Real, s: Real) -> Real:
    return 256 * ln(4 * (Q + 1) / s)


@uses(
    "BGS21.T3.1.first",
    "PROB.hoeffding",
    PROPER,
    assumes="the rows are independent draws, so that the errors of one hypothesis are a sum of independent variables",
)
def an_empirical_error_is_right_to_a_sixteenth(Q: AtLeastOne, s: PositiveUnit) -> Use:
    """At t = 1/16 and n = 256 ln(4 (Q + 1) / s), an empirical error is off by more than t to one side with probability
    at most e^{-2 n t^2} = w^2, where w = e^{-n/256} = s / (4 (Q + 1)); those of the Q sets, and that of the close one
    to the other side too, with probability at most (Q + 1) w^2."""
    n, w = _rows(Q, s), s / (4 * (Q + 1))
    return Use({"n": n, "t": Fraction(1, 16)}, gives=lambda b: b.fails <= w**2, times=Q + 1)


@uses("BGS21.T3.1.first", "DP.exponential.accuracy", PROPER)
def the_choice_is_right_to_a_sixteenth(Q: AtLeastOne, s: PositiveUnit) -> Use:
    """At epsilon = 1/8 EXPLEARN chooses a set with n / 16 errors more than the best one with probability at most
    Q e^{-n/256} = Q w, so that its error is at most 4/16."""
    n, w = _rows(Q, s), s / (4 * (Q + 1))
    return Use({"k": Q, "epsilon": EIGHTH, "x": n / 16}, gives=lambda b: b.fails <= Q * w, times=1)


@adds_up("BGS21.T3.1.first", PROPER)
def the_failures_of_the_first_bit(Q: AtLeastOne, s: PositiveUnit) -> Total:
    """The learner of the first bit fails with probability at most 1/4."""
    return Total(fails=QUARTER)


@terms("BGS21.T3.1.second")
def the_second_bit_fails(w: FromZero) -> Terms:
    """EXPLEARN over the two constants outputs the wrong one; w = e^{-epsilon n / 2}."""
    return Terms(asks=3 * w <= 1, fails=QUARTER)


@claim("BGS21.T3.1.second", "Theorem 3.1, section 3.1: properness", "proof", narrows=ARITHMETIC, scale=SHARE)
def the_second_bit_has_a_proper_learner(w: FromZero, scale: Fraction) -> Statement:
    """EXPLEARN over the two constants outputs the wrong one with probability w / (1 + w) <= 1/4 from n = 16 ln 3
    samples, where w = e^{-epsilon n / 2} and epsilon = 1/8."""
    wrong = the_second_bit_fails(w)
    return when(as_truth(wrong.asks), w / (1 + w) <= scale * Real.of(wrong.fails))


rests_on("BGS21.T3.1.second", "BGS21.ALG.EXPLEARN", "the wrong constant has weight w, and the right one 1", PROPER)


@claim(
    "BGS21.T3.1.packing",
    "Theorem 3.1, section 3.1: properness",
    "proof",
    narrows="one learner, EXPLEARN with epsilon = ln 4 over the functions that are 1 at one point; that the chances of "
    "the m hypotheses sum to at most 1 is in words",
    share=Constant(1, stronger="smaller"),
)
def one_hypothesis_for_each_point_needs_many_rows(
    m: PositiveSize, n: PositiveSize, law: LawOf, explearn: ExpLearn, share: Fraction
) -> Statement:
    """If all learners' hypotheses are right at one of m points alone, then some point mass is learned with probability
    at most e^{epsilon n} / m: on n rows at another point a hypothesis is at least e^{-epsilon n} times as likely."""
    learner = exponential_learner(law, explearn, tuple(tuple(int(x == j) for x in range(m)) for j in range(m)))
    samples = [((j, 1),) * n for j in range(m)]
    chances = [learner(S) for S in samples]
    factor = exp(share * EPSILON * n)
    likely = all_of(P[h] <= factor * Q[h] for P in chances for Q in chances for h in P)
    return when(m >= 2, likely)


@uses("BGS21.T3.1.packing", "DP.group", PROPER)
def every_point_is_every_other(m: AtLeastTwo, w: AtLeastOne, q: Unit, part: Unit) -> Use:
    """All n rows are changed, w = e^{epsilon n}: where each of m hypotheses has probability q on rows at its own point,
    and the m have a ``part`` of 1 on the rows at one point, q <= w / m."""
    return Use({"w": w, "s": Real.of(0), "q": q, "r": part / m}, gives=q <= w / m)


@terms("BGS21.T3.1.packing.rows")
def rows_of_a_proper_learner(
    points: AtLeastTwo, epsilon: PositiveReal, n: PositiveReal, together: FromZero, scale: Fraction | int = 1
) -> Terms:
    """n rows, where the hypotheses have these chances ``together`` on one and the same sample."""
    return Terms(asks=together <= 1, says=ln(points / 2) / epsilon <= scale * n)


@claim(
    "BGS21.T3.1.packing.rows",
    "Theorem 3.1, section 3.1: properness",
    "proof",
    narrows="the arithmetic alone",
    cites=("DP.group",),
    scale=SHARE,
)
def disjoint_successes_bound_the_rows(
    points: AtLeastTwo, epsilon: PositiveReal, n: PositiveReal, scale: Fraction
) -> Statement:
    """If each of ``points`` hypotheses, output with probability at least 1/2 on a sample of its own, has by group
    privacy probability at least e^{-epsilon n} / 2 on one and the same sample, then n >= ln(points / 2) / epsilon,
    since these probabilities are at most 1 together."""
    needed = rows_of_a_proper_learner(points, epsilon, n, points * (exp(-(epsilon * n)) / 2), scale)
    return when(as_truth(needed.asks), as_truth(needed.says))


@uses("BGS21.T3.1.packing.rows", "DP.group", PROPER)
def all_rows_are_changed(points: AtLeastTwo, w: AtLeastOne, r: Unit) -> Use:
    """What is output with probability at least 1/2 on one sample is output with probability at least e^{-epsilon n} /
    2 on every other, from which it differs in at most n rows: here just that, and the points' hypotheses together at
    least points times it."""
    at = {"w": w, "s": Real.of(0), "q": HALF, "r": r}
    return Use(at, gives=points * (HALF / w) <= points * r)


# ---- The learner of figure 1


@claim(
    "BGS21.T3.1.figure",
    "Theorem 3.1, section 3.1: the learner of figure 1",
    "construction",
    reach=few_samples,
    caps="each B^i is EXPLEARN on one row, epsilon = ln 4",
)
def the_reduction_is_proper(H: ExplicitClass, law: LawOf, reduction: Reduction, explearn: ExpLearn) -> Truth:
    """A of figure 1, over proper binary learners, outputs a hypothesis in H, as Definition 2.6 asks, on every sample
    that a function of H labels."""
    A = multiclass_learner(law, reduction, H, binary_learners(H, explearn, 1))
    return is_proper(A, H, Bits(H.labels).length)


@correction(
    "BGS21.T3.1.figure",
    "A combines the hypotheses for the bits, and need not find a function of H",
    reach=few_samples,
    narrows="EXPLEARN, with epsilon = ln 4 on one row, stands for all B^i",
    lost=OFFSET,
)
def the_reduction_combines_functions_of_the_bits(
    H: ExplicitClass, law: LawOf, reduction: Reduction, explearn: ExpLearn, lost: int
) -> Truth:
    """A of figure 1, over proper binary learners, outputs min(bin2dec(g_1, ..., g_L), k) with g_i in H|_i (min: ours;
    the print enlarges k), on every sample that a function of H labels."""
    bits = Bits(H.labels)
    A = multiclass_learner(law, reduction, H, binary_learners(H, explearn, 1))
    chosen = product(*(bit.functions() for bit in binary_restrictions(H)))
    combined = [tuple(min(bits.label(ys), H.k) for ys in zip(*g, strict=True)) for g in chosen]
    among = explicit(combined[lost:], H.labels, H.points)
    samples = (
        labelled(f_points, f) for f in H.functions() for f_points in product(range(H.points), repeat=bits.length)
    )
    return all_of(among.contains(h) for sample in samples for h in A(sample))

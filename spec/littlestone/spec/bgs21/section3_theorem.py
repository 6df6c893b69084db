"""BGS21 section 3.1: Theorem 3.1, and why its learner cannot be proper."""

from itertools import product

from littlestone.spec.algebra.circuit import as_truth
from littlestone.spec.bgs21.vocabulary import *
from littlestone.spec.learning.laws import total as total_weight
from littlestone.spec.learning.pac_learning import is_proper
from littlestone.spec.notation import *

ARITHMETIC = "the arithmetic of the probabilities; those of EXPLEARN are of its law"
ONE_ROW = "each B^i is on one row, alpha = 1/2, epsilon = ln 4, distributions in quarters or halves"


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

"""BGS21 section 3.1: Theorem 3.1, which is false for hypotheses in H, and what is true in its place.

Under both is what their proofs use: the printed one, and the proof of the correction. Why it is false is
BGS21.T3.1.proper.
"""

from littlestone.spec.bgs21.vocabulary import *
from littlestone.spec.notation import *

PROOF = "proof of Theorem 3.1, section 3.1"
CORRECTED = "Theorem 3.1, section 3.1, corrected"


@claim(
    "BGS21.T3.1",
    "Theorem 3.1, section 3.1: private multiclass learner from private binary learners",
    "theorem",
    narrows="one family of classes, and the arithmetic of the numbers of samples; that learners have these numbers is "
    "in the proof of BGS21.T3.1.proper, within the limits of its steps",
)
def a_proper_private_learner_needs_the_samples_of_the_bits(t: PositiveSize) -> Truth:
    """If the $B^i$ are $(epsilon, delta)$-private, $(alpha / log(k+1), beta / log(k+1))$-accurate PAC learners for the
    $H|_i$, there is an $(epsilon, delta)$-private, $(alpha, beta)$-accurate PAC learner for $H$, with hypotheses in
    $H$ as Definition 2.6 asks, on the samples of all $B^i$. Read as: log to base 2, $epsilon = 1/8$, $delta = 0$,
    $alpha = beta = 1/2$, $X$ all polynomials of degree below $t$ over $F_q$, $q$ the first prime from $16 t$, and $H$
    all $(1_{p}, 0)$ and $(1_{p : p(r) = b}, 1)$, bit by bit, which needs $8 ln(|X| / 2)$ samples, at most the $256
    ln(4 (q^2 + 1))$ and $16 ln 3$ of its two bits, each rounded up."""
    q = next((q for q in range(16 * int(t), 32 * int(t)) if all(q % p for p in range(2, q))), 0)
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
    "a learner whose hypotheses lie in $H$ may need more samples than the bits together, and Definition "
    "2.6 asks for one: A of figure 1 may leave $H$; and the number of bits is $ceil(log2(k+1))$",
    narrows="a distribution, a pair of neighbours and an event are fixed, and numbers say what A and the bits do; two "
    "outputs of the other blocks stand for any number of them",
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
    """If $B^1, ..., B^L$, $L = ceil(log2(k+1))$, are $(epsilon, delta)$-private and $B^j$ is $(alpha / L,
    beta_j)$-accurate for $H|_j$ on $n_j$ rows, then A of figure 1 is $(epsilon, delta)$-private and $(alpha, sum_j
    beta_j)$-accurate for $H$ on $n_1 + ... + n_L$ rows, with hypotheses that may lie outside $H$. By induction on the
    bits, $L = i + 1 + rest$ and $share = alpha / L$: $i$ bits err by $(1 - idle) i share$, and some fails with
    probability ``fails`` at most ``before`` on ``rows`` rows; one more errs by ``alone``, at most the share, and fails
    with ``new``, at most $beta$, on $n$ rows. Where a row of one block is changed, an event has at most $e^epsilon q
    + delta$ for $q$, at one value of the others, of weight $w$, and likewise for $r$ at another."""
    alpha, u = (i + 1 + rest) * share, exp(epsilon)
    errs, taken = (1 - idle) * i * share + alone, rows + n
    A = bits_together(i + 1, share, errs, blocks * (rows + n), taken, betas * (before + beta), epsilon, spent * delta)
    moved = w * (u * q + delta) + (1 - w) * (u * r + delta)
    private = moved <= exp(A.epsilon) * (w * q + (1 - w) * r) + A.delta
    accurate = (alone <= parts * share).implies(as_truth(A.says)) & ((i + 1) * share <= alpha)
    likely = ((fails <= before) & (new <= beta)).implies(fails + new <= A.fails)
    return all_of([accurate, likely, private])


rests_on(
    "BGS21.T3.1", "BGS21.N3.bits", "$f$ = bin2dec($f_1, ..., f_L$) with $f_i$ in $H|_i$", f"{PROOF}, third sentence"
)
rests_on("BGS21.T3.1", "BGS21.D2.9", "$B^i$ is one learner for each $(alpha, beta)$", f"{PROOF}, fourth paragraph")


@uses("BGS21.T3.1", "BGS21.T1.1.count", f"{PROOF}, second sentence", name="next_power")
def k_is_replaced_by_the_next_power_of_two(k: PositiveSize) -> Use:
    """Where $k + 1$ is no power of two, $k$ is replaced by $k' = 2^(ceil(log2(k+1))) - 1$: the learner has labels in
    $[k]$, and $log(k'+1)$ is $log(k+1)$, only if $k' + 1 <= k + 1$."""
    return Use({"k": k}, gives=2 ** Bits(k + 1).length <= k + 1)


@correction(
    "BGS21.T3.1.from.T1.1.count.next_power.conclusion",
    "there are up to $35/27 log2(k+1)$ bits, and $alpha$ and $beta$ are split into as many parts: "
    "$log(k+1)$ must be read as $ceil(log2(k+1))$, and a label above $k$ be replaced by one of $[k]$",
    factor=Constant(BITS_PER_LOG, mutants=(Fraction(5, 4),)),
)
def the_next_power_of_two_has_few_more_bits(k: PositiveSize, factor: Fraction) -> Truth:
    """The least $L$ with $2^L >= k + 1$ is at most $35/27 log2(k+1)$."""
    return Bits(k + 1).length <= factor * log2(k + 1)


@uses("BGS21.T3.1", "BGS21.T3.1.eq3", f"{PROOF}, equation (3)")
def the_learner_is_accurate(L: PositiveInteger, beta: Unit) -> Use:
    """Equation (3), which fails where one of the $L$ bits does, each with probability $beta / L$."""
    return Use({"chances": L * (beta / L)}, gives=lambda b: 1 - b.fails >= 1 - beta, times=1)


@uses("BGS21.T3.1", "BGS21.D2.6", f"{PROOF}, after equation (3)")
def the_combined_hypothesis_is_in_the_class(H: Multiclass) -> Use:
    """Equation (3) means that A is an accurate PAC learner for $H$: its hypothesis bin2dec($g_1, ..., g_L$), with
    $g_i$ in $H|_i$, is in $H$, as Definition 2.6 asks."""
    functions = all_functions(H.points, H.labels)
    return Use({"H": H}, gives=all_of(_bits_belong(H, h).implies(H.contains(h)) for h in functions))


def _bits_belong(H: ConceptClass, f: Function) -> Truth:
    bits = Bits(H.labels)
    parts = [tuple(bits.bit(i, y) for y in f) for i in bits.indices()]
    decimal = all(bits.label(ys) == y for ys, y in zip(zip(*parts, strict=True), f, strict=True))
    return all_of([decimal, *(H_i.contains(f_i) for H_i, f_i in zip(binary_restrictions(H), parts, strict=True))])


@correction(
    "BGS21.T3.1.from.D2.6.conclusion",
    "A may leave $H$, and learns it where Definition 2.6 is read without its $h$ in $H$",
    lost=OFFSET,
)
def the_class_is_among_the_combined_hypotheses(H: Multiclass, lost: int) -> Truth:
    """Every function of $H$ is bin2dec($g_1, ..., g_L$) for some $g_i$ in $H|_i$."""
    return all_of(has.implies(_bits_belong(H, f) & (i >= lost)) for i, (f, has) in enumerate(H.members()))


rests_on("BGS21.T3.1", "BGS21.L2.3", "bin2dec looks at the hypotheses alone", f"{PROOF}, last sentence")


@uses(
    "BGS21.T3.1",
    "BGS21.C3.2",
    f"{PROOF}, last paragraph",
    assumes="the blocks are split by position; replacing labels by their bits, row by row, is part of the $i$-th "
    "algorithm and keeps neighbours; $B^i$ is private on samples that no function labels",
)
def the_blocks_are_disjoint(epsilon: FromZero, delta: Unit) -> Use:
    """$L$ algorithms that are $(epsilon, delta)$-private, run on disjoint blocks, are so together: the budget is spent
    once."""
    at = {"epsilon": epsilon, "first": delta, "second": delta, "largest": delta}
    return Use(at, gives=lambda b: all_of([b.epsilon <= epsilon, b.delta <= delta]), times=1)


@adds_up("BGS21.T3.1", PROOF)
def the_budgets_of_the_reduction(L: PositiveInteger, beta: Unit, epsilon: FromZero, delta: Unit) -> Total:
    """A is $(epsilon, delta)$-private and fails with probability at most $beta$."""
    return Total(fails=beta, epsilon=epsilon, delta=delta)


rests_on("BGS21.T3.1.corrected", "DP.post", "min(bin2dec($g_1, ..., g_L$), $k$) looks at the $g_j$ alone", CORRECTED)
rests_on("BGS21.T3.1.corrected", "BGS21.D2.9", "$B^j$ is private on all samples, labelled or not", CORRECTED)


@uses("BGS21.T3.1.corrected", "BGS21.T3.1.bit", CORRECTED)
def one_more_bit_errs_seldom(i: Natural, L: PositiveInteger, alpha: Unit, idle: Unit, errs: FromZero) -> Use:
    """On average over $D$: $i$ bits err by at most $i alpha / L$, one more by at most $alpha / L$, and all by at most
    $(i + 1) alpha / L$."""
    before, bit = (1 - idle) * i * (alpha / L), alpha / L
    return Use({"errs": errs, "before": before, "bit": bit}, gives=errs <= (i + 1) * (alpha / L))


@uses("BGS21.T3.1.corrected", "PROB.union", CORRECTED)
def one_more_bit_fails_seldom(fails: FromZero, before: FromZero, new: FromZero, beta: Unit) -> Use:
    """Some of $i$ bits ``fails`` with at most the sum of the $beta_j$ ``before``, and a ``new`` one with at most
    $beta$: some of $i + 1$ with at most all $beta_j$ together."""
    known = (fails <= before) & (new <= beta)
    return Use({"chances": fails + new}, given=known, gives=lambda b: b.fails <= before + beta, times=1)


@adds_up("BGS21.T3.1.corrected", CORRECTED)
def the_failures_of_the_bits(fails: FromZero, before: FromZero, new: FromZero, beta: Unit) -> Total:
    """A fails with at most the sum of the $beta_j$."""
    return Total(fails=before + beta, given=(fails <= before) & (new <= beta))

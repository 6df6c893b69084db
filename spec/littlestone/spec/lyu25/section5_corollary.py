"""LYU25 section 5: the PAC learner of Corollary 5.1, and the remark on proper learners."""

from littlestone.spec.algebra.circuit import as_truth
from littlestone.spec.decompositions.lower_bounds import ABOVE_LOWER_BOUNDS, misses, passes_lower_bounds
from littlestone.spec.notation import *

MISSED = "the arithmetic; that every learner fails so often is LYU25.T2.failure"


@claim(
    "LYU25.K5.1",
    "Corollary 5.1, section 5",
    "corollary",
    narrows=MISSED,
    cites=("LYU25.K5.1.unbounded", "LYU25.T2.failure"),
)
def a_private_learner_from_dp_erm(n: PositiveInteger, alpha: OpenUnit, beta: OpenUnit) -> Truth:
    """For any eps, delta, alpha, beta there is an (eps, delta)-private learner of error alpha with confidence 1 - beta
    from O~(log(1/delta) d^5 / (eps alpha)) examples: for n of them, whatever n is, every beta must be at least the
    failure of every learner on two functions that differ at a point of probability (1 + alpha)/2. That Theorem 3
    succeeds with probability one is about the sample, which may be a bad one. It fails for every n
    (LYU25.K5.1.unbounded)."""
    return misses(n, alpha) <= beta


@claim(
    "LYU25.K5.1.unbounded",
    "Corollary 5.1, section 5",
    "corollary",
    narrows=MISSED,
    cites=("LYU25.T2.failure",),
    parts=Constant(2, mutants=(1,)),
)
def no_size_serves_every_confidence(n: PositiveInteger, alpha: OpenUnit, parts: int) -> Truth:
    """Whatever the number n of examples is, some beta > 0 is less than the failure of every learner with n examples."""
    beta = misses(n, alpha) / parts
    return (beta > 0) & (beta < misses(n, alpha))


@correction(
    "LYU25.K5.1",
    "generalisation from n examples costs (d log(1/alpha) + log(1/beta)) / alpha of them: it takes "
    "log(1/(delta beta)), and eps <= 1, say, and delta <= 1/e",
    narrows=ABOVE_LOWER_BOUNDS,
    cites=("LYU25.T2.failure", "LYU25.T2.light", "PROB.trials"),
    scale=SHARE,
)
def a_private_learner_with_log_beta(
    d: AtLeastOne, epsilon: PositiveUnit, z: FromZero, b: FromZero, scale: Fraction
) -> Truth:
    """For d >= 1, eps <= 1, delta = e^{-1-z}, beta = e^{-b} and n = d^5 log(1/(delta beta)) / (eps alpha), n >= (d - 1)
    / (16 alpha), and (1 - alpha)^n / 2 <= e^{-alpha n} / 2 <= beta."""
    return passes_lower_bounds(d, epsilon, z, b, scale)


@terms("LYU25.K5.1.irreducible")
def irreducible_leaves(d: AtLeastOne, p: AtLeastOne) -> Terms:
    """The p_j with which the trees of a stage are made."""
    return Terms(says=d + 1 <= p)


@claim(
    "LYU25.K5.1.irreducible",
    "Theorem 3 and its proof, section 5",
    "step",
    narrows="the arithmetic; that a leaf is so irreducible is Definition 4.2",
    first=Constant(2, mutants=(1,)),
)
def leaves_are_irreducible_enough(n: PositiveInteger, d: PositiveInteger, j: PositiveInteger, first: int) -> Truth:
    """A leaf of dimension t <= d of a (p_j, d)-decomposition is p_j 2^{d-t}-irreducible, which is at least p_j = 2^j n
    d >= d + 1 for n, d, j >= 1 (n d alone, of which the proof speaks, is not for n = 1)."""
    return as_truth(irreducible_leaves(d, first * 2 ** (j - 1) * n * d).says)


@claim(
    "LYU25.R5.proper",
    "Remark after the proof of Theorem 3, section 5",
    "remark",
    not_checkable="the improper-to-proper transformation is that of [GGKM21], which is not described here; it is said "
    "to need a d-irreducible G, and the hypotheses are SOAs of classes that are (d + 1)-irreducible and more",
    stand_ins=("LYU25.D4.1.monotone",),
)
def the_learner_can_be_made_proper() -> Truth:
    """One can use the improper-to-proper transformation of [GGKM21] to make the algorithm proper. The only property
    needed is that it always outputs a hypothesis SOA_G where G subset H is d-irreducible."""
    raise NotImplementedError

"""LYU25 sections 1.1 and 5: the PAC learner of Theorem 2, which is Corollary 5.1, and the remark on proper learners."""

from littlestone.spec.algebra.circuit import as_truth
from littlestone.spec.decompositions.lower_bounds import misses
from littlestone.spec.lyu25.vocabulary import *
from littlestone.spec.notation import *

CITED = ("LYU25.T3.corrected", "LYU25.K5.1.sample", "LYU25.L4.2.corrected")
MISSED = "the arithmetic; that every learner fails so often is LYU25.T2.failure"


@claim(
    "LYU25.T2",
    "Theorem 2, section 1.1",
    "theorem",
    narrows=MISSED,
    cites=("LYU25.T2.unbounded", "LYU25.T2.failure"),
)
@claim(
    "LYU25.K5.1",
    "Corollary 5.1, section 5",
    "corollary",
    narrows=MISSED,
    cites=("LYU25.K5.1.unbounded", "LYU25.T2.failure"),
)
def confidence_costs_nothing(n: PositiveInteger, alpha: OpenUnit, beta: OpenUnit) -> Truth:
    """For any eps, delta, alpha, beta O~(log(1/delta) d^5 / (eps alpha)) examples are enough to learn a class of
    Littlestone dimension d to error alpha with confidence 1 - beta: a number n that does not depend on beta, of which
    two functions that differ at a point of probability (1 + alpha)/2 > alpha ask that (1 - (1 + alpha)/2)^n / 2, the
    failure of every learner, be at most every beta. It fails for every n (LYU25.T2.unbounded)."""
    return misses(n, alpha) <= beta


@terms("LYU25.T2.unbounded")
def below_every_failure(beta: PositiveReal, failure: FromZero) -> Terms:
    """Some beta, and what every learner with n examples fails by."""
    return Terms(says=beta < failure)


@claim(
    "LYU25.K5.1.unbounded",
    "for Corollary 5.1, section 5",
    "corollary",
    role="companion",
    narrows=MISSED,
    cites=("LYU25.T2.failure",),
    parts=Constant(2, mutants=(1,)),
)
@claim(
    "LYU25.T2.unbounded",
    "for Theorem 2, section 1.1",
    "theorem",
    role="companion",
    narrows=MISSED,
    cites=("LYU25.T2.failure",),
    parts=Constant(2, mutants=(1,)),
)
def no_size_serves_every_beta(n: PositiveInteger, alpha: OpenUnit, parts: int) -> Truth:
    """Whatever the number n of examples that O~(log(1/delta) d^5 / (eps alpha)) is, some beta > 0 is less than the
    failure of every learner with n examples: (1 - (1 + alpha)/2)^n / 4."""
    beta = misses(n, alpha) / parts
    return (beta > 0) & as_truth(below_every_failure(beta, misses(n, alpha)).says)


correction(
    "LYU25.T2",
    "beta is missing, and eps and delta have no bounds: it takes log(1/(delta beta)), as in the abstract, and eps <= "
    "1, say, and delta <= 1/e",
    cites=CITED,
    **LEARNER_SIZES,
)(a_private_learner_from_certain_erm)
correction(
    "LYU25.T2.epsilon",
    "without privacy to pay for it still takes (d - 1) / (16 alpha) examples: eps <= 1, say, and delta <= 1/e",
    cites=CITED,
    **LEARNER_SIZES,
)(a_private_learner_from_certain_erm)
correction(
    "LYU25.K5.1",
    "generalisation from n examples costs (d log(1/alpha) + log(1/beta)) / alpha of them: it takes "
    "log(1/(delta beta)), and eps <= 1, say, and delta <= 1/e",
    cites=CITED,
    **LEARNER_SIZES,
)(a_private_learner_from_certain_erm)


@terms("LYU25.K5.1.sample")
def misleading_sample(patterns: AtLeastOne, mass: FromZero, times: int = 8, rate: int = 48) -> Terms:
    """Some function of error above alpha errs on at most alpha/9 of n examples; patterns = (2n)^d, mass = alpha n."""
    return Terms(fails=times * patterns * exp(-(mass / rate)))


@claim(
    "LYU25.K5.1.sample",
    "before Corollary 5.1, section 5: the standard VC generalization argument",
    "step",
    times=Constant(8, mutants=(7,)),
    rate=Constant(48, mutants=(40,)),
)
def few_errors_on_the_sample_are_few_everywhere(
    patterns: AtLeastOne, more: FromZero, chance: Unit, miss: Unit, times: int, rate: int
) -> Truth:
    """With n >= 8 ln(2) / alpha examples of a distribution, some function of a class of VC dimension d has an error
    above alpha and errs on at most alpha/9 of them with probability at most 8 (2n)^d e^{-alpha n / 48}: on n more
    examples it errs on less than alpha/2 with probability at most e^{-alpha n / 8}; and of 2n examples, on which there
    are at most (2n)^d + 1 patterns, half have less than half of the errors, a quarter of alpha or more of all, with
    probability at most 2 e^{-alpha n / 48}. Here alpha n = 8 ln(2) + more."""
    mass = 8 * ln(2) + more
    both = chance * (patterns + 1) * (2 * exp(-(mass / 48)))
    return both / (1 - miss * exp(-(mass / 8))) <= misleading_sample(patterns, mass, times, rate).fails


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

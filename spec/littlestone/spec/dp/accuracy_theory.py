"""Post-processing, and how accurate private mechanisms are (paper DP)."""

from itertools import product

from littlestone.spec.learning.grid_laws import laws, leaked
from littlestone.spec.learning.mechanisms import laplace_cells_law
from littlestone.spec.notation import *


@claim(
    "DP.post",
    "Dwork and Roth 2014, proposition 2.1: privacy under post-processing",
    "theorem",
    narrows="maps without randomness, of which all others are mixtures, from 3 outcomes to 2",
    caps="$e^eps$ an integer",
    share=SHARE,
)
def post_processing_loses_no_privacy(m: PositiveSize, j: PositiveSize, share: Fraction) -> Truth:
    """What is computed from the outcome of an $(eps, delta)$-private mechanism alone is $(eps, delta)$-private: for all
    laws on 3 outcomes with probabilities in multiples of $1/m$, at the least $delta$ for $eps = ln(1 + j)$."""
    return all_of(
        indistinguishable(P.map(f.__getitem__), Q.map(f.__getitem__), ln(1 + j), share * leaked((P, Q), int(j)))
        for P, Q in product(laws(3, int(m)), repeat=2)
        for f in product((0, 1), repeat=3)
    )


@terms("DP.exponential.accuracy")
def far_choice(k: AtLeastOne, epsilon: PositiveReal, x: FromZero) -> Terms:
    """Of k candidates one whose score is lower than the best by x or more is chosen so seldom."""
    return Terms(fails=k * exp(-(epsilon * x / 2)))


@claim(
    "DP.exponential.accuracy",
    "McSherry and Talwar 2007; Dwork and Roth 2014, theorem 3.11: accuracy of the exponential mechanism",
    "theorem",
    narrows="one best candidate and $k - 1$ whose scores are lower by just $x$, the worst case",
    cites=("PROB.union",),
    share=SHARE,
)
def the_exponential_mechanism_is_accurate(
    k: PositiveInteger, epsilon: PositiveReal, x: FromZero, share: Fraction
) -> Truth:
    """With $k$ candidates and scores of sensitivity 1, the exponential mechanism picks one whose score is lower than
    the best by $x$ or more with probability at most $k$ $e^{-eps x / 2}$."""
    weight = exp(-(epsilon * x / 2))
    return (k - 1) * weight / (1 + (k - 1) * weight) <= share * far_choice(k, epsilon, x).fails


@terms("DP.laplace.tail")
def laplace_tail(x: FromZero, scale: PositiveReal) -> Terms:
    """Laplace noise of the scale is x or more in absolute value so seldom."""
    return Terms(fails=exp(-(x / scale)))


@claim(
    "DP.laplace.tail",
    "the density of Laplace noise: tail of Laplace noise",
    "lemma",
    caps="$x$ and the scale integers",
    more=OFFSET,
)
def laplace_noise_is_seldom_large(x: PositiveSize, scale: PositiveSize, more: int) -> Truth:
    """Laplace noise of a scale is $x$ or more in absolute value with probability $e^{-x / scale}$."""
    cells = laplace_cells_law(0, scale, [Fraction(-x), Fraction(x)])
    return equals(cells[0] + cells[2], laplace_tail(x + more, scale).fails)


@claim(
    "DP.composition.mean",
    "Dwork and Roth 2014, lemma 3.18: expected privacy loss",
    "lemma",
    narrows="randomised response; that its expected loss is the largest is not formalized",
    share=Constant(1, mutants=(QUARTER,)),
)
def the_expected_privacy_loss_is_small(epsilon: FromZero, share: Fraction) -> Truth:
    """The privacy loss $ln(P(y) / Q(y))$ of an $eps$-private mechanism is at most $eps$ $(e^eps - 1)$ in expectation.
    Read as: that of randomised response, $eps (e^eps - 1) / (e^eps + 1)$, is."""
    u = exp(epsilon)
    return epsilon * (u - 1) / (u + 1) <= share * epsilon * (u - 1)

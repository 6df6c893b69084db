"""Boosting: a vote of learners that are a little better than a coin (paper DIM)."""

from collections.abc import Iterator
from itertools import product

from littlestone.spec.notation import *

Mistakes = tuple[int, ...]


@claim(
    "DIM.adaboost.round",
    "Freund and Schapire 1997, proof of theorem 6: weights after one round of AdaBoost",
    "step",
    narrows="the last inequality, squared",
    rate=Constant(4, mutants=(5,)),
)
def a_round_shrinks_the_weights(gamma: UpToHalf, rate: int) -> Truth:
    """Where a round errs with weight $p <= 1/2 - gamma$, the weights shrink by 2 $sqrt(p (1 - p))$, which is at most
    $sqrt(1 - 4 gamma^2) <= e^{-2 gamma^2}$."""
    return 1 - 4 * gamma**2 <= exp(-(rate * gamma**2))


@claim(
    "DIM.adaboost",
    "Freund and Schapire 1997, theorem 6: training error of AdaBoost by the edge",
    "theorem",
    narrows="one edge $gamma$ in all rounds, so that the vote is a majority",
    caps="$gamma = j/8$, at most $3/8$",
    cites=("DIM.adaboost.round",),
    power=Constant(1, mutants=(10,)),
)
def boosting_drives_the_training_error_down(n: PositiveSize, T: PositiveSize, j: PositiveSize, power: int) -> Statement:
    """If in each of $T$ rounds of AdaBoost the weighted error on $n$ examples is at most $1/2 - gamma$, then the vote
    errs on a share of at most $(1 - 4 gamma^2)^{T/2} <= e^{-2 gamma^2 T}$ of the examples: here squared, for all
    mistakes that $T$ learners may make."""
    gamma = Fraction(j, 8)
    bound = (1 - 4 * gamma**2) ** (power * T)
    return when(j <= 3, all_of(Fraction(share**2) <= bound for share in training_errors(int(n), int(T), gamma)))


def training_errors(n: int, T: int, gamma: Fraction) -> Iterator[Fraction]:
    """The share of n examples on which half or more of T rounds err, for all mistakes the rounds may make."""
    for rounds in possible_rounds(n, T, gamma):
        wrong = [2 * sum(mistakes[x] for mistakes in rounds) >= T for x in range(n)]
        yield Fraction(sum(wrong), n)


def possible_rounds(n: int, T: int, gamma: Fraction) -> Iterator[tuple[Mistakes, ...]]:
    """The mistakes of T rounds, each of weight at most 1/2 - gamma."""
    if not T:
        yield ()
        return
    for before in possible_rounds(n, T - 1, gamma):
        weights = weights_after(before, n, gamma)
        for mistakes in product((0, 1), repeat=n):
            if sum(w for w, wrong in zip(weights, mistakes, strict=True) if wrong) <= (HALF - gamma) * sum(weights):
                yield (*before, mistakes)


def weights_after(rounds: tuple[Mistakes, ...], n: int, gamma: Fraction) -> list[Fraction]:
    """Each example's weight: (1/2 - gamma) / (1/2 + gamma) for each round that was right on it."""
    right = (HALF - gamma) / (HALF + gamma)
    return [right ** sum(1 - mistakes[x] for mistakes in rounds) for x in range(n)]

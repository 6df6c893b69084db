"""Online learning by randomized learners: the randomized Littlestone dimension."""

from littlestone.spec.lit.vocabulary import randomized_dimension, randomized_mistakes
from littlestone.spec.notation import *

FILMUS = "Filmus et al. 2023, Optimal prediction using expert advice"


@claim(
    "LIT.randomized",
    FILMUS + ", theorem 2" + ": optimal randomized mistakes and the randomized dimension",
    "theorem",
    offset=OFFSET,
)
def the_optimal_randomized_mistakes_are_the_randomized_dimension(H: Binary, offset: int) -> Truth:
    """The expected mistakes of the best randomized learner on realizable sequences are half of the largest expected
    length of a random walk down a shattered tree."""
    return randomized_mistakes(H) == randomized_dimension(H) + offset


@claim(
    "LIT.randomized.lower",
    FILMUS + ", below definition 1" + ": randomized dimension against half of the Littlestone dimension",
    "lemma",
    factor=Constant(2, mutants=(Fraction(3, 2),)),
)
def the_randomized_dimension_is_at_least_half(H: Binary, factor: Fraction) -> Truth:
    """The randomized dimension is at least half of the deterministic one: $Ldim <= 2$ RL."""
    return littlestone_dimension(H) <= randomized_dimension(H) * factor


@claim(
    "LIT.randomized.upper",
    FILMUS + ", below definition 1" + ": randomized dimension against the Littlestone dimension",
    "lemma",
    factor=Constant(1, mutants=(Fraction(7, 8),)),
)
def the_randomized_dimension_is_at_most_the_dimension(H: Binary, factor: Fraction) -> Truth:
    """The randomized dimension is at most the deterministic one: RL <= Ldim."""
    return randomized_dimension(H) <= littlestone_dimension(H) * factor

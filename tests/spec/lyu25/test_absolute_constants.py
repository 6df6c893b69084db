"""Bounds of LYU25 that hide a constant and are false for some parameters: what is proved is that no constant helps."""

from fractions import Fraction

import pytest

from littlestone.spec.algebra.circuit import FALSE, TRUE
from littlestone.spec.algebra.reals import Comparison, Real, symbol
from littlestone.spec.claim import CLAIMS
from littlestone.spec.decompositions.lower_bounds import misses
from littlestone.spec.lyu25 import section1_introduction, section5_corollary, section5_interleaving

STATED = (section1_introduction, section5_corollary, section5_interleaving)
FALSE_FOR_LARGE_EPSILON = ("LYU25.T1", "LYU25.T2.epsilon", "LYU25.T3")
FALSE_FOR_SMALL_BETA = ("LYU25.T2", "LYU25.K5.1")


def comparison(id: str) -> Comparison:
    """What the claim says of symbols."""
    found = CLAIMS[id].state({name: symbol(name) for name in CLAIMS[id].domains}).conclusion.payload
    assert isinstance(found, Comparison)
    return found


@pytest.mark.parametrize("id", FALSE_FOR_LARGE_EPSILON)
def test_what_is_proved_of_every_number_is_the_negation_of_the_print(id: str) -> None:
    printed, unbounded = comparison(id), comparison(f"{id}.unbounded")
    assert (printed.relation, unbounded.relation) == ("<=", "<")
    assert printed.left is unbounded.right and printed.right is unbounded.left


@pytest.mark.parametrize("id", FALSE_FOR_SMALL_BETA)
@pytest.mark.parametrize("n", [1, 2, 9])
def test_a_beta_below_the_failure_refutes_every_size(id: str, n: int) -> None:
    alpha = Fraction(1, 2)
    beta = misses(Real.of(n), Real.of(alpha)) / 2
    assert CLAIMS[id].state({"n": n, "alpha": alpha, "beta": beta}).conclusion is FALSE
    assert CLAIMS[f"{id}.unbounded"].state({"n": n, "alpha": alpha}).conclusion is TRUE


@pytest.mark.parametrize("id", (*FALSE_FOR_LARGE_EPSILON, *FALSE_FOR_SMALL_BETA))
def test_the_print_names_the_claim_that_refutes_it_which_has_its_role(id: str) -> None:
    assert f"{id}.unbounded" in CLAIMS[id].cites
    assert CLAIMS[f"{id}.unbounded"].role == CLAIMS[id].role

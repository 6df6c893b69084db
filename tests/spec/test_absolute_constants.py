"""Bounds with a hidden constant that no constant saves: what is proved of every constant is the print's negation."""

import pytest

from littlestone.proofs_check.sources.catalogue import load_papers
from littlestone.spec.algebra.reals import Comparison, symbol
from littlestone.spec.claim import CLAIMS

load_papers()
FALSE_FOR_EVERY_CONSTANT = (
    *(f"BGS21.{name}" for name in ("L8.3", "L8.5", "TA.1.amp")),
    *(f"LYU25.{name}" for name in ("T1", "T2.epsilon", "T3", "L3.2")),
    *(f"ABLMM22.{name}" for name in ("S2.3", "S2.3.rate", "T3.eq2", "L28.range")),
)
FALSE_FOR_SMALL_BETA = ("LYU25.T2",)  # Corollary 5.1 is Theorem 2


def comparison(id: str) -> Comparison:
    """What the claim says of symbols."""
    found = CLAIMS[id].state({name: symbol(name) for name in CLAIMS[id].domains}).conclusion.payload
    assert isinstance(found, Comparison)
    return found


@pytest.mark.parametrize("id", FALSE_FOR_EVERY_CONSTANT)
def test_what_is_proved_of_every_constant_is_the_negation_of_the_print(id: str) -> None:
    printed, unbounded = comparison(id), comparison(f"{id}.unbounded")
    assert (printed.relation, unbounded.relation) == ("<=", "<")
    assert printed.left is unbounded.right and printed.right is unbounded.left


@pytest.mark.parametrize("id", (*FALSE_FOR_EVERY_CONSTANT, *FALSE_FOR_SMALL_BETA))
def test_the_print_names_the_claim_that_refutes_it_which_counts_as_it_or_not_at_all(id: str) -> None:
    assert f"{id}.unbounded" in CLAIMS[id].cites
    assert CLAIMS[f"{id}.unbounded"].role in (CLAIMS[id].role, "companion")

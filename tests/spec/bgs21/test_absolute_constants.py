"""Statements with an absolute constant that are false: the claim about one C fails exactly where no C saves it."""

import pytest

from littlestone.spec.algebra.reals import Comparison, symbol
from littlestone.spec.bgs21 import appendix_boosting, section8_accuracy, section8_representations
from littlestone.spec.claim import CLAIMS

STATED = (section8_representations, section8_accuracy, appendix_boosting)
FALSE_FOR_EVERY_CONSTANT = ("BGS21.L8.3", "BGS21.L8.5", "BGS21.TA.1.amp")


def comparison(id: str) -> Comparison:
    """What the claim says of an arbitrary constant C."""
    found = CLAIMS[id].state({"C": symbol("C")}).conclusion.payload
    assert isinstance(found, Comparison)
    return found


@pytest.mark.parametrize("id", FALSE_FOR_EVERY_CONSTANT)
def test_what_is_proved_of_every_constant_is_the_negation_of_the_print(id: str) -> None:
    printed, unbounded = comparison(id), comparison(f"{id}.unbounded")
    assert (printed.relation, unbounded.relation) == ("<=", "<")
    assert printed.left is unbounded.right and printed.right is unbounded.left


@pytest.mark.parametrize("id", FALSE_FOR_EVERY_CONSTANT)
def test_the_print_names_the_claim_that_refutes_it_which_has_its_role(id: str) -> None:
    assert f"{id}.unbounded" in CLAIMS[id].cites
    assert CLAIMS[f"{id}.unbounded"].role == CLAIMS[id].role

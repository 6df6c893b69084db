"""What is known of BCS20 sections 3 and 4 by hand: counterexamples, and where the claims are tight."""

from fractions import Fraction

import pytest

from littlestone.spec.algebra.circuit import FALSE, TRUE, Truth
from littlestone.spec.algebra.exact_numbers import Integer
from littlestone.spec.bcs20 import (
    appendix_regret_stability,
    proofs_appendix_regret,
    proofs_section4,
    section3_boosting,
    section3_templates,
    section4_lazy_bregman,
    section4_slickness,
)
from littlestone.spec.bcs20.section4_slickness import both_distances, neighbours
from littlestone.spec.claim import CLAIMS
from littlestone.spec.proofs import ARROWS

STATED = (section3_boosting, section3_templates, section4_lazy_bregman, section4_slickness)
PROVED = (appendix_regret_stability, proofs_appendix_regret, proofs_section4)
FIRST = {"p0": 0, "p1": 0, "p2": 1, "a": 0, "b": 0, "k": 1, "j": 1}


def conclusion(id: str, **arguments: int) -> Truth:
    """The claim's conclusion at these arguments."""
    return CLAIMS[id].state(arguments).conclusion


def test_the_triangle_inequality_gives_eight_fifths_at_first() -> None:
    kappa, mu, other, empty = neighbours(**{name: Integer(value) for name, value in FIRST.items()})
    assert both_distances(mu, other, empty, kappa) == Fraction(8, 5)
    assert conclusion("BCS20.L25.eq5", **FIRST) is FALSE
    assert conclusion("BCS20.L25.eq5.corrected", **FIRST) is conclusion("BCS20.L25", **FIRST) is TRUE


def test_one_row_has_no_measure_without_it_but_slick_it_is() -> None:
    alone = FIRST | {"p2": 0}
    assert conclusion("BCS20.L25", **alone) is TRUE
    del alone["b"]
    assert conclusion("BCS20.L25.eq2", **alone) is FALSE
    corrected = CLAIMS["BCS20.L25.eq2.corrected"].state(alone)
    assert corrected.premise is FALSE


@pytest.mark.parametrize("size", [1, 2])
def test_point_masses_refute_only_small_budgets(size: int) -> None:
    assert conclusion("BCS20.D20.pairs", n=4, m=1, size=size) is TRUE
    assert conclusion("BCS20.D20.pairs", n=4, m=1, size=3) is FALSE


def test_the_sources_say_what_is_restored() -> None:
    restored = ("BCS20.A4", "BCS20.D20", "BCS20.T22", "BCS20.T23", "BCS20.T24", "BCS20.L25", "BCS20.L25.eq5")
    assert all("restored" in CLAIMS[id].source for id in restored)


def test_slickness_rests_on_a_display_that_is_false_and_says_so() -> None:
    assert CLAIMS["BCS20.L25.eq5"].role == CLAIMS["BCS20.L43.convexity"].role == "statement"
    repairs = {arrow.id: arrow.repair for arrow in ARROWS.values()}
    assert repairs["BCS20.L25.from.L25.eq5"] == "BCS20.L25.eq5.corrected" and "BCS20.L25.from.L25.direct" in repairs
    assert repairs["BCS20.L43.from.L43.convexity"] == "BCS20.L43.convexity.corrected"
    assert repairs["BCS20.T24.margin.from.L38.strict"] == "BCS20.L38.strict.corrected"

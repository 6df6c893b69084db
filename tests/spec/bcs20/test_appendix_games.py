"""The counterexamples of BCS20's appendices D and E, where they are sharpest, and the corners of what holds."""

from __future__ import annotations

from fractions import Fraction
from importlib import import_module

import pytest

from littlestone.spec.algebra.circuit import TRUE
from littlestone.spec.algebra.reals import ln
from littlestone.spec.boosting.games import pythia, uniform_on
from littlestone.spec.boosting.measures import divergence
from littlestone.spec.claim import CLAIMS, Conditional

for _section in ("appendix_games", "appendix_games_solving", "appendix_regret", "appendix_regret_stability"):
    import_module(f"littlestone.spec.bcs20.{_section}")


def holds(id: str, constants: dict[str, Fraction | int] | None = None, **arguments: Fraction | int) -> bool:
    statement = CLAIMS[f"BCS20.{id}"].state(arguments, constants)
    assert isinstance(statement, Conditional)
    return statement.premise.implies(statement.conclusion) is TRUE


@pytest.mark.parametrize(
    ("id", "arguments"),
    [
        ("L38.eq3", {"n": 1, "b": 0, "j": 1, "k": 1}),  # kappa n = 1/2
        ("L38.eq3", {"n": 4, "b": 3, "j": 1, "k": 1}),  # three mistakes, kappa n = 2
        ("L43.convexity", {"kappa": Fraction(1, 2), "u": 1, "v": 1, "x": 1, "y": 1}),
        ("L40.normalised", {"k": 2, "q": 0, "n": 2, "T": 1}),  # kappa n = 2/3
    ],
)
def test_the_named_counterexamples_refute_the_print(id: str, arguments: dict[str, Fraction | int]) -> None:
    assert not holds(id, **arguments)
    if id != "L43.convexity":
        assert holds(f"{id}.corrected", **arguments)


def test_where_kappa_n_is_an_integer_and_mistakes_are_few_the_display_holds() -> None:
    assert holds("L38.eq3", n=4, b=1, j=1, k=1) and holds("L38.eq3", n=3, b=3, j=1, k=0)


def test_for_few_points_the_divergence_is_seven_times_the_display() -> None:
    kappa = Fraction(1, 20)
    found = pythia((1, 1), kappa)
    distance = divergence(uniform_on(found.bad, 2), (kappa, kappa))
    value = 2 * kappa * ln(20)
    assert (distance > Fraction(699, 100) * value) is TRUE and (distance < 7 * value) is TRUE


def test_with_one_unit_of_mass_both_readings_of_lemma_40_agree() -> None:
    assert holds("L40.normalised", k=1, q=0, n=2, T=2) and holds("L40.normalised.corrected", k=1, q=0, n=2, T=2)


@pytest.mark.parametrize("times", [7, 4])
def test_seven_in_place_of_sixteen_is_too_few_rounds(times: int) -> None:
    assert holds("L38") and not holds("L38", {"times": times})


def test_values_outside_the_range_break_the_round_bound_from_a_fifth_on() -> None:
    assert [k for k in range(2, 9) if not holds("L38.range", k=k)] == [5, 6, 7, 8]

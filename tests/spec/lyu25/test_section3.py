"""Section 3: what is false as printed at its smallest, what fails for every constant, and what the constants are."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest

from littlestone.proofs_check.questions.arguments import algorithms
from littlestone.spec.algebra.circuit import FALSE, TRUE
from littlestone.spec.algebra.reals import Comparison, ln, symbol
from littlestone.spec.claim import CLAIMS
from littlestone.spec.learning.laws import point_mass
from littlestone.spec.learning.mechanisms import above_threshold_law, laplace_tail, private_sample_law
from littlestone.spec.lyu25 import section3_1_concentration as concentration
from littlestone.spec.lyu25 import section3_3_sparse_sampling as sparse
from littlestone.spec.lyu25 import section3_4_above_threshold as tests_above

STATED = (concentration, sparse, tests_above)

POINTS: Mapping[str, Mapping[str, Any]] = {
    "LYU25.P1.corrected": {"n": 2, "i": 4, "m": 0, "j": 0},
    "LYU25.P2": {"ones": 1, "zeros": 1},
    "LYU25.A1": {"k": 2, "m": 2, "b": 1, "j": 1},
    "LYU25.L3.1.trunc": {"k": 2, "L": 1},
    "LYU25.L3.1.trunc.privacy": {"k": 1, "j": 1},
    "LYU25.L3.1.trunc.utility": {"k": 2, "L": 2},
    "LYU25.L3.1.sharp": {"L": 1, "i": 1, "j": 1, "b": 2},
    "LYU25.A2": {"q": 2, "K": 0, "h": 1, "j": 1},
    "LYU25.A2.counts": {"q": 2, "K": 1, "g": 0, "j": 1},
    "LYU25.L3.2.corrected": {"K": 0, "q": 2, "g": 0, "i": 1, "j": 1},
    "LYU25.L3.2.majority": {"m": 0},
    "LYU25.L3.2.all_below": {"q": 1, "r": 0},
    "LYU25.L3.2.step": {"j": 1, "t": 8, "r": 4},
    "LYU25.R3.sym": {"q": 2, "K": 0, "h": 1, "j": 1},
    "LYU25.R3.sym.halt.corrected": {"q": 2, "K": 0},
    "LYU25.R3.conc": {"K": 0, "j": 1, "i": 1, "u": 0},
}
FALSE_AT: Mapping[str, Mapping[str, Any]] = {
    "LYU25.P1": {"n": 1, "i": 4, "m": 0, "j": 0},
    "LYU25.L3.1": {"L": 1, "s": 0, "i": 1, "j": 11},
    "LYU25.L3.2": {"C": 1},
    "LYU25.R3.sym.halt": {"q": 1, "K": 0},
}


def says(id: str, point: Mapping[str, Any], constants: Mapping[str, Any] | None = None) -> Any:
    claim = CLAIMS[id]
    return claim.state({**point, **algorithms(claim)}, constants).conclusion


@pytest.mark.parametrize("id", POINTS)
def test_the_claim_holds_and_every_mutant_dies_at_one_point(id: str) -> None:
    assert says(id, POINTS[id]) is TRUE
    assert FALSE in {says(id, POINTS[id], mutant) for mutant in CLAIMS[id].mutants()}


@pytest.mark.parametrize("id", FALSE_AT)
def test_the_print_is_false_at_its_smallest_and_has_a_correction(id: str) -> None:
    assert says(id, FALSE_AT[id]) is FALSE
    assert f"{id}.corrected" in CLAIMS


def test_one_fair_coin_is_always_its_mean_away() -> None:
    chances = concentration.two_kinds(1, 4, 0, 0)
    assert concentration.away(chances, Fraction(1, 2), Fraction(1, 2)) == 1
    assert concentration.concentrated(chances, 1, 2, 3) is TRUE


def test_what_is_proved_of_every_constant_is_the_negation_of_lemma_3_2() -> None:
    found = (CLAIMS[id].state({"C": symbol("C")}).conclusion.payload for id in ("LYU25.L3.2", "LYU25.L3.2.unbounded"))
    printed, unbounded = found
    assert isinstance(printed, Comparison) and isinstance(unbounded, Comparison)
    assert (printed.relation, unbounded.relation) == ("<=", "<")
    assert printed.left is unbounded.right and printed.right is unbounded.left


def test_the_corners_of_the_mechanisms() -> None:
    assert (private_sample_law([()], ln(2), 0) == point_mass(None)) is TRUE
    assert private_sample_law([(1,)], ln(2), 0)[1] == Fraction(2, 3)
    assert (above_threshold_law(lambda answers: None, 0, 1, 0) == point_mass(())) is TRUE
    assert above_threshold_law(lambda answers: 0, 0, 1, 0, answers=(True,))[True,] == 1


def test_laplace_tails() -> None:
    assert [laplace_tail(t, ln(2)) for t in (-1, 0, 1)] == [Fraction(3, 4), Fraction(1, 2), Fraction(1, 4)]


def test_all_statements_of_the_section_are_tried_here_or_have_only_real_parameters() -> None:
    modules = {module.__name__ for module in STATED}
    tried = {*POINTS, *FALSE_AT, "LYU25.L3.1.corrected"}
    rest = [c.id for c in CLAIMS.values() if c.formula.__module__ in modules and c.id not in tried]
    assert sorted(rest) == [
        "LYU25.L3.1.event",
        "LYU25.L3.1.mass",
        "LYU25.L3.1.ratio",
        "LYU25.L3.1.unbounded",
        "LYU25.L3.2.adds",
        "LYU25.L3.2.large_epsilon",
        "LYU25.L3.2.unbounded",
    ]

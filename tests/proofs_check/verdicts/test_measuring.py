"""Frontiers of claims: slack, tightness, equations, constants that are counts, and what takes too long."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from helpers.questions import claim_of
from helpers.tiny_runs import TINY, dimension_at_most, logarithm_is_small, run, squares_are_sums, vc_is_ldim

from littlestone.proofs_check.questions.evidence import Evidence
from littlestone.proofs_check.verdicts import measuring
from littlestone.proofs_check.verdicts.measuring import Frontier, Yardstick, frontiers
from littlestone.proofs_check.verdicts.verification import Settings, verify
from littlestone.spec.algebra.circuit import Truth
from littlestone.spec.claim import CLAIMS, Constant
from littlestone.spec.classes.dimensions import littlestone_dimension
from littlestone.spec.domains import Binary, Natural, PositiveInteger, Size


def measured(formula: Any, **constants: Constant) -> tuple[Frontier, ...]:
    return frontiers(Yardstick.of(claim_of(formula, **constants), TINY))


def test_slack_of_sixteen_is_found_with_its_tightest_case() -> None:
    (found,) = measured(dimension_at_most, bound=Constant(32, stronger="smaller"))
    assert (found.holds_to, found.fails_at, found.precision, found.status) == (2, Fraction(3, 2), 2, "measured")
    assert found.words == "printed 32, holds to 2, fails at 3/2 on H = {00, 01, 10, 11}"
    assert found.universe == "all classes with 3 labels on 1 point"


def test_a_search_is_bounded_as_a_whole_and_says_what_stays_open(monkeypatch: pytest.MonkeyPatch) -> None:
    for most in (0, 15_000):
        monkeypatch.setattr(measuring, "MOST_SEARCHED", most)
        (found,) = measured(dimension_at_most, bound=Constant(32, stronger="smaller"))
        assert found.holds_to is not None and found.fails_at in (None, *range(32)) and found.holds_to >= 2
        assert found.remark.endswith(f"values are open: {most:,} Python calls were not enough for all")


def test_a_constant_over_the_reals_is_measured_by_proofs() -> None:
    (found,) = measured(logarithm_is_small, factor=Constant(1, stronger="smaller"))
    assert found.holds_to == Fraction(3, 8) and found.fails_at is not None and found.universe is not None
    assert Fraction(1, 4) <= found.fails_at < Fraction(100, 272) and "all values" in found.universe


def test_the_constant_of_an_equation_has_a_frontier_on_both_sides() -> None:
    found = measured(squares_are_sums, shift=Constant(0, mutants=(1,)))
    assert [(f.stronger, f.holds_to, f.fails_at) for f in found] == [
        ("larger", 0, Fraction(1, 16)),
        ("smaller", 0, Fraction(-1, 16)),
    ]
    assert [f.remark for f in found] == ["", ""]


def at_most_on_a_band(n: PositiveInteger, bound: int) -> Truth:
    """n <= n + (bound - 1)(bound - 3): false between 1 and 3."""
    return n <= n + (bound - 1) * (bound - 3)


def test_a_constant_that_is_not_monotone_is_said_to_be_so() -> None:
    (found,) = measured(at_most_on_a_band, bound=Constant(4, stronger="smaller"))
    assert found.fails_at is not None and found.remark.startswith("not monotone in bound: holds at ")
    assert "fails at" in found.remark and "not monotone" in found.words


def test_a_direction_declared_wrongly_is_said_to_be_so() -> None:
    (found,) = measured(dimension_at_most, bound=Constant(2, stronger="larger"))
    assert not found.bites and found.remark == "grows stronger the other way, as far as tried: fails at 1"


def sums_up(n: Size, terms: int) -> Truth:
    """0 + 1 + ... + (terms - 1) is at most 10 + n."""
    return sum(range(terms)) <= n + 10


def test_a_count_is_measured_in_integers() -> None:
    (found,) = measured(sums_up, terms=Constant(3, stronger="larger"))
    assert (found.holds_to, found.fails_at, found.precision, found.case) == (5, 6, 1, "n = 0")


def of_a_positive_share(n: PositiveInteger, share: Fraction) -> Truth:
    """0 <= n + share, for a positive share."""
    if not share > 0:
        raise ValueError("shares are positive")
    return n + share >= 0


def test_a_value_at_which_the_formula_raises_is_no_violation() -> None:
    (found,) = measured(of_a_positive_share, share=Constant(1, stronger="smaller"))
    assert found.fails_at is None and not found.bites and found.remark.startswith("defined to ")


def indifferent(n: Natural, bound: int) -> Truth:
    """n <= n + bound^2."""
    return n <= n + bound * bound


def test_a_constant_that_does_not_matter_is_said_not_to() -> None:
    (found,) = measured(indifferent, bound=Constant(1, stronger="larger"))
    assert (found.holds_to, found.fails_at) == (1025, None)
    assert found.remark == "holds as far as tried, up to 1024 times the printed value"


def slow(H: Binary, bound: int) -> Truth:
    """The dimension is at most the bound, said slowly."""
    for _ in range(10_000 * H.points):
        (lambda: None)()
    return littlestone_dimension(H) <= bound


def test_what_takes_too_many_calls_is_not_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(measuring, "MOST_CALLS", 5_000)
    (found,) = measured(slow, bound=Constant(3, stronger="smaller"))
    assert (found.holds_to, found.status) == (None, "not measured")
    assert found.words == "printed 3; not measured: the smallest check takes more than 5,000 Python calls"


def test_the_dearest_universe_is_the_last_within_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(measuring, "MOST_CALLS", 25_000)
    (found,) = measured(slow, bound=Constant(3, stronger="smaller"))
    assert (found.universe, found.holds_to, found.fails_at) == (
        "all binary classes on 1 point",
        Fraction(9, 8),
        Fraction(15, 16),
    )


def slow_sums(n: Size, bound: int) -> Truth:
    """n is at most n + bound, said slowly."""
    for _ in range(1_000 * n):
        (lambda: None)()
    return n <= n + bound


def test_a_box_that_takes_too_long_is_halved(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(measuring, "MOST_CALLS", 5_000)
    (found,) = measured(slow_sums, bound=Constant(0, stronger="smaller"))
    assert (found.universe, found.fails_at, found.case) == ("0 <= n <= 2", Fraction(-1, 16), "n = 0")


def test_a_claim_that_no_exact_prover_settles_is_not_measured() -> None:
    (found,) = measured(vc_is_ldim_up_to, slack=Constant(0, stronger="smaller"))
    assert found.words == "printed 0; not measured: no exact prover settles the claim"


def vc_is_ldim_up_to(H: Binary, slack: int) -> Truth:
    """False already."""
    return vc_is_ldim(H) & (littlestone_dimension(H) <= slack)


def test_a_claim_without_a_direction_has_no_frontier() -> None:
    assert measured(dimension_at_most, bound=Constant(2)) == ()


def test_a_claim_of_a_users_own_has_frontiers_and_a_papers_says_how_to_find_them(registry: None) -> None:
    (anew,) = run(dimension_at_most, bound=Constant(2, stronger="smaller")).bite.frontiers
    assert (anew.holds_to, anew.status) == (2, "measured")
    (kept,) = verify(CLAIMS["ABLMM22.S1.regret.upper"], Settings(TINY)).bite.frontiers
    assert kept.status == "not measured" and kept.words.endswith("--measure")


def test_a_killer_without_a_case_has_no_place() -> None:
    killer = Evidence("p", "u", "refuted", 1, 1, 1, 0.0, "")
    assert Frontier("c", 1, "larger", 1, 2, killer=killer).words == "printed 1, holds to 1, fails at 2"

"""Where the claims on the halfspace learners turn false, found apart from the provers' boxes."""

from fractions import Fraction
from itertools import product

import pytest

from littlestone.spec.algebra.circuit import FALSE, TRUE, Truth
from littlestone.spec.algebra.reals import Real
from littlestone.spec.bcs20 import (
    appendix_fat_shattering,
    appendix_privacy_claims,
    appendix_privacy_only,
    section5_strong_learner,
    section5_theorem,
    section5_weak_learner,
)
from littlestone.spec.boosting.halfspace_sizes import call_failure, deviation
from littlestone.spec.boosting.halfspaces import disc_points, norm_above, squared_norm
from littlestone.spec.claim import CLAIMS
from littlestone.spec.notation import HALF

STATED = (
    appendix_fat_shattering,
    appendix_privacy_claims,
    appendix_privacy_only,
    section5_strong_learner,
    section5_theorem,
    section5_weak_learner,
)


def stated(id: str, **arguments: int | Fraction) -> Truth:
    """The conclusion of the claim at these arguments, its premise holding."""
    found = CLAIMS[id].state({name: Real.of(v) if isinstance(v, Fraction) else v for name, v in arguments.items()})
    assert found.premise is TRUE
    return found.conclusion


@pytest.mark.parametrize("id", ["BCS20.B.eq2", "BCS20.B.eq3"])
def test_the_noise_is_short_until_its_dimension_is_216(id: str) -> None:
    assert [stated(id, m=m, j=1) for m in range(1, 11)] == [TRUE] * 8 + [FALSE] * 2


def test_the_least_even_dimension_with_long_noise_is_216() -> None:
    sigma, xi = deviation(HALF, HALF, 1), call_failure(HALF, HALF, 1)
    assert (norm_above(107, 1, sigma) <= xi) is TRUE and (norm_above(108, 1, sigma) <= xi) is FALSE


@pytest.mark.parametrize("tau", [Fraction(1, 5), Fraction(1, 10)])
def test_reading_a_fails_at_every_small_margin(tau: Fraction) -> None:
    settings = {"alpha": Fraction(1, 10), "beta": Fraction(1, 20), "tau": tau}
    assert stated("BCS20.C3", **settings) is stated("BCS20.T30.eq6", **settings) is FALSE


def test_reading_a_has_the_margin_where_the_target_has_a_large_one() -> None:
    settings = {"alpha": Fraction(1, 10), "beta": Fraction(1, 20), "tau": Fraction(1, 2)}
    assert stated("BCS20.C3", **settings) is stated("BCS20.T30.margin", tau=HALF) is TRUE


@pytest.mark.parametrize(
    ("beta", "holds"), [(Fraction(74, 100), TRUE), (Fraction(3, 4), FALSE), (Fraction(9, 10), FALSE)]
)
def test_the_levels_are_right_below_three_quarters(beta: Fraction, holds: Truth) -> None:
    given = {"part": HALF, "alpha": HALF, "beta": beta}
    assert stated("BCS20.T33.eq1.third", **given) is holds
    assert stated("BCS20.T33.eq1.third.corrected", **given) is TRUE


@pytest.mark.parametrize("tau", [Fraction(1), Fraction(1, 3), Fraction(1, 50)])
def test_one_row_is_never_private_at_the_printed_epsilon(tau: Fraction) -> None:
    assert stated("BCS20.C1", tau=tau) is FALSE
    assert stated("BCS20.T30.eq3", tau=tau, more=Fraction(1)) is FALSE


def test_the_margin_bound_needs_as_many_rows_as_dimensions() -> None:
    assert stated("BCS20.T28.root", n=1, d=92) is TRUE and stated("BCS20.T28.root", n=1, d=93) is FALSE


def test_a_reflected_certificate_is_caught() -> None:
    """With a share of 1/3 in place of 1/4 some shattered pair has too small a signed sum: the lemma is tight."""
    share = [CLAIMS["BCS20.L31"].state({"i": i}, {"share": Fraction(1, 3)}).conclusion for i in range(4)]
    assert FALSE in share


def test_dunkl_and_williams_on_all_pairs() -> None:
    points = [x for x in disc_points(2) if squared_norm(x)]
    for a, b in product(range(len(points)), repeat=2):
        assert stated("BCS20.T27.1.B.corrected", a=a, b=b) is TRUE

"""What a test would have seen: held against how often the bounds exceed the claim in simulated audits."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np
import pytest
from scipy.optimize import brentq

from littlestone.proofs_check.audits.subjects.given_curves import given_curve
from littlestone.proofs_check.audits.subjects.notions import Concentrated, Gaussian, Notion, Renyi
from littlestone.proofs_check.statistics.hypotheses import EpsilonNull
from littlestone.proofs_check.statistics.one_run import one_run_bound
from littlestone.proofs_check.statistics.power import least_guessed, least_reported
from littlestone.proofs_check.statistics.regions import Counts
from littlestone.proofs_check.statistics.two_sample import combined_epsilon_lower_bound

ERROR = 0.05
RUNS = 200
FEWEST, MOST = 138, 179  # each missed once in 10,000 where the chance is 0.775, or 0.82: the power is about 80%


def blocks(hits: int, draws: int, count: int = 1) -> list[Counts]:
    return [Counts(hits, draws, hits, draws)] * count


def least(found: Sequence[Counts], delta: float, claimed: float) -> float | None:
    null = EpsilonNull(delta)
    return least_reported(found, lambda _: null, null.parameter, claimed, ERROR)


def rates(share: float, delta: float, epsilon: float) -> tuple[float, float]:
    """The rates on the two inputs, of mean ``share``, that have this epsilon."""

    def excess(q: float) -> float:
        return EpsilonNull(delta).parameter(min(2 * share - q, 1.0), q) - epsilon

    q = float(brentq(excess, 1e-9, share))
    return min(2 * share - q, 1.0), q


@pytest.mark.slow
@pytest.mark.parametrize(
    ("hits", "draws", "delta", "claimed", "count"),
    [
        (600, 1000, 0.0, 1.0, 1),
        pytest.param(50, 5000, 0.0, 1.0, 1, marks=pytest.mark.nightly),
        pytest.param(600, 2000, 1e-5, 0.1, 3, marks=pytest.mark.nightly),
    ],
)
def test_four_of_five_audits_report_the_loss(hits: int, draws: int, delta: float, claimed: float, count: int) -> None:
    epsilon = least(blocks(hits, draws, count), delta, claimed)
    assert epsilon is not None and epsilon > claimed
    p, q = rates(hits / draws, delta, epsilon)
    rng = np.random.default_rng(hits)
    seen = [
        [Counts(int(rng.binomial(draws, p)), draws, int(rng.binomial(draws, q)), draws) for _ in range(count)]
        for _ in range(RUNS)
    ]
    reported = sum(combined_epsilon_lower_bound(one, delta, ERROR) > claimed for one in seen)
    assert FEWEST <= reported <= MOST


def test_more_draws_see_more_and_larger_claims_are_harder() -> None:
    few, many, large = least(blocks(30, 100), 0, 1), least(blocks(3000, 10000), 0, 1), least(blocks(30, 100), 0, 2)
    assert few is not None and many is not None and large is not None
    assert 1 < many < few < large


def test_where_no_loss_would_be_reported_none_is_named() -> None:
    assert least(blocks(0, 1000), 0, 1) is None
    assert least(blocks(500, 1000), 0, 20) is None


def test_the_power_of_guesses() -> None:
    def exceeds(right: int) -> bool:
        return one_run_bound(400, 400, right, Fraction(0), Fraction(1, 20)) > 1

    epsilon = least_guessed(400, exceeds, EpsilonNull(0).parameter)
    assert epsilon is not None and 1.2 < epsilon < 1.4
    right = np.random.default_rng(0).binomial(400, np.exp(epsilon) / (1 + np.exp(epsilon)), size=2000)
    assert 0.75 < np.mean([exceeds(int(v)) for v in right]) < 0.85
    assert least_guessed(5, exceeds, EpsilonNull(0).parameter) is None or not exceeds(0)
    assert least_guessed(5, lambda right: False, EpsilonNull(0).parameter) is None


@pytest.mark.parametrize(
    "notion",
    [
        Concentrated(Fraction(1, 50)),
        Gaussian(Fraction(1, 5)),
        Renyi(Fraction(2), Fraction(1, 20)),
        given_curve([(0, 1), ("0.45", "0.45"), (1, 0)]),
        given_curve([(0, 1), ("0.5", "0.4"), (1, 0)]),
    ],
)
def test_the_power_for_a_notion_is_what_its_bound_reports(notion: Notion) -> None:
    draws = 4000
    least = notion.least_reported(blocks(2000, draws), ERROR)
    assert least is not None and least > notion.claimed
    q = float(brentq(lambda q: notion.loss(1 - q, q) - least, 0.01, 0.4999))

    def reported(p: float, q: float) -> bool:
        return notion.from_draws([Counts(round(p * draws), draws, round(q * draws), draws)], ERROR) > notion.claimed

    assert reported(1 - q, q) and not reported(0.5, 0.5)
    assert not reported(0.5 + (0.5 - q) * 0.6, 0.5 - (0.5 - q) * 0.6)

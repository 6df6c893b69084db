"""Features, bins, cells and scores: what is read off an output, and what is learned from it."""

from __future__ import annotations

import numpy as np
import pytest

from littlestone.proofs_check.audits.search.events import describe, listed
from littlestone.proofs_check.audits.search.features import (
    Column,
    Sample,
    as_table,
    bins_of,
    cells_of,
    features_of,
)
from littlestone.proofs_check.audits.search.scores import (
    AdditiveScore,
    FeatureScore,
    Tally,
    corrections,
    fit,
    sums,
)

RNG = np.random.default_rng(0)


def test_not_a_number_is_a_value_of_its_own() -> None:
    assert as_table([1.0, np.nan, -np.inf])[:, 0].tolist() == [1.0, -1e302, -1e301]


def test_derived_features_are_computed() -> None:
    values = {
        f.name: f.of(np.array([[3.0, 1.0]])).tolist() for f in features_of(Sample(RNG.integers(5, size=(50, 2)) * 1.0))
    }
    assert values["x0 - x1"] == [2.0]
    assert values["the sum"] == [4.0]
    assert values["the index of the maximum"] == [0.0]


def test_cells_tell_rows_apart_and_send_the_unseen_to_the_last() -> None:
    table = as_table(RNG.integers(2, size=(1000, 3)))
    cells = cells_of(Sample(table), table)
    assert cells is not None
    assert len(cells.keys) == 8
    assert (cells.rows[cells.codes(table)] == table).all()
    assert cells.codes(np.full((1, 3), 5.0)).tolist() == [8]


def test_the_fit_recovers_log_ratios() -> None:
    bins = bins_of(Column(np.arange(4.0).repeat(5)))
    p, q = np.array([0.4, 0.3, 0.2, 0.1]), np.array([0.1, 0.2, 0.3, 0.4])
    codes = np.arange(4, dtype=np.int32)[:, None]
    theta = fit(Tally(codes, 1e5 * p, 1e5 * q), (bins,))
    assert theta - theta[0] == pytest.approx(np.log(p / q) - np.log(4), abs=0.05)


@pytest.mark.slow
def test_rare_bins_beside_many_common_ones_lead_no_fit_astray() -> None:
    rng = np.random.default_rng(1)
    first = rng.random(200_000) < 0.5
    p, q = (np.repeat(each, 20) for each in ([0.01, 0.55], [0.0002, 0.45]))
    inside = (rng.random((len(first), 40)) < np.where(first[:, None], p, q)).astype(np.uint32)
    codes = inside + 2 * np.arange(40, dtype=np.uint32)
    bins = (bins_of(Column(np.arange(2.0).repeat(5))),) * 40
    theta = fit(Tally(codes, first.astype(float), (~first).astype(float)), bins)
    truth = np.stack([np.log((1 - p) / (1 - q)), np.log(p / q)], axis=1).ravel()
    assert np.corrcoef(sums(codes, theta), sums(codes, truth))[0, 1] > 0.99


def test_corrections_shrink_what_is_rare() -> None:
    fixes = corrections(np.array([2000.0, 1000.0, 3.0]), np.array([1000.0, 2000.0, 1.0]), np.zeros(3))
    assert fixes[0] == pytest.approx(np.log(2), abs=0.1)
    assert abs(fixes[2]) < 0.6
    assert fixes[3] == 0


def test_events_in_words() -> None:
    feature = features_of(Sample(np.arange(20.0)[:, None]))[0]
    assert describe(FeatureScore(feature), 10.25, True, None) == "x0 >= 10.25"
    assert describe(FeatureScore(feature), 2.5, False, np.array([[2.0], [3.0]])) == "output = 2"
    assert listed(np.array([[0.0, 1.0], [1.0, 1.0]])) == "output in {(0, 1), (1, 1)}"


def test_of_an_event_of_many_ranges_those_that_tell_the_most_are_named() -> None:
    """A score alone says nothing to a reader: of a mean with noise by its number of rows it was all that was said."""
    sample = Sample(np.arange(20.0).repeat(5)[:, None])
    own = bins_of(sample.columns[0])
    score = AdditiveScore(features_of(sample)[:1], (own,), (np.where(np.arange(20) % 2, np.arange(20.0), -1.0),))
    ranges = " or ".join(f"{n} <= x0 < {n + 1}" if n < 19 else "x0 >= 19" for n in (19, 17, 15, 13, 11, 9))
    assert describe(score, 0.5, True, None) == f"{ranges}, or 4 more ranges, all with a score of (x0) >= 0.5"
    assert describe(score, 8.5, True, None) == " or ".join(reversed(ranges.split(" or ")))

"""Features, bins, cells and scores: what is read off an output, and what is learned from it."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest

from littlestone.proofs_check.audits.search import scores
from littlestone.proofs_check.audits.search.events import describe, listed
from littlestone.proofs_check.audits.search.features import (
    LEVELS,
    SCANNED,
    Bins,
    Sample,
    as_table,
    bins_of,
    cells_of,
    column,
    features_of,
    lowest_set_bits,
)
from littlestone.proofs_check.audits.search.scores import (
    FeatureScore,
    Tally,
    _penalised,
    corrections,
    fit,
    steps_between,
    sums,
)

RNG = np.random.default_rng(0)


def test_lowest_set_bits() -> None:
    assert lowest_set_bits(np.array([1.0, 2.0, 0.75, 12.0, 0.0, -0.5])).tolist() == [0, 1, -2, 2, 2000, -1]


def test_not_a_number_is_a_value_of_its_own() -> None:
    assert as_table([1.0, np.nan, -np.inf])[:, 0].tolist() == [1.0, -1e302, -1e301]


REALS = RNG.normal(size=777)
FAR = np.array([-1e302, *range(9), 1e301])


@pytest.mark.parametrize("values", [REALS, np.round(REALS), FAR, np.array([3.0])])
def test_a_column_has_the_quantiles_of_its_values(values: npt.NDArray[np.float64]) -> None:
    levels = np.array([0.0, *LEVELS, 0.5, 1.0])
    assert np.array_equal(column(values).quantiles(levels), np.quantile(values, levels))


def test_what_a_column_is_like() -> None:
    reals, whole, mixed = column(REALS), column(np.round(REALS)), column(np.append(REALS, np.zeros(7)))
    assert not reals.is_discrete and whole.repeats and whole.are_integers and len(whole) == 777
    assert whole.atoms.tolist() == np.unique(np.round(REALS)).tolist() and reals.atoms.tolist() == []
    assert mixed.atoms.tolist() == [0.0] and len(mixed.others) == 777 and 0.0 not in mixed.others.distinct
    assert column(FAR[1:-1]).are_integers and not column(FAR).is_discrete


def test_few_values_are_their_own_bins() -> None:
    bins = bins_of(column(np.array([0.0, 3.0, 3.0, 7.0] * 10)))
    assert bins.codes(np.array([0.0, 3.0, 7.0])).tolist() == [0, 1, 2]
    assert bins.atoms.all()


def test_an_atom_among_reals_has_a_bin_of_its_own() -> None:
    values = np.concatenate([RNG.normal(size=5000), np.zeros(500)])
    bins = bins_of(column(values))
    at = bins.codes(np.array([-1e-9, 0.0, 1e-9]))
    assert len(set(at.tolist())) == 3
    assert bins.atoms[at[1]]
    thin = bins.thinned(8)
    assert len(thin.cuts) < 20
    assert thin.atoms[thin.codes(np.array([0.0]))[0]]


@pytest.mark.parametrize("cuts", [0, 1, 70, SCANNED + 1])
def test_the_bin_of_a_value_is_how_many_cuts_it_reaches(cuts: int) -> None:
    at = np.sort(RNG.normal(size=cuts))
    values = np.concatenate([at, RNG.normal(size=200)])
    codes = Bins(at, np.zeros(cuts + 1, dtype=np.bool_)).codes(values)
    assert codes.tolist() == (values[:, None] >= at).sum(axis=1).tolist()


def test_cells_tell_rows_apart_and_send_the_unseen_to_the_last() -> None:
    table = as_table(RNG.integers(2, size=(1000, 3)))
    cells = cells_of(Sample(table), table)
    assert cells is not None
    assert len(cells.keys) == 8
    assert (cells.rows[cells.codes(table)] == table).all()
    assert cells.codes(np.full((1, 3), 5.0)).tolist() == [8]


def test_reals_are_no_cells() -> None:
    table = RNG.normal(size=(1000, 1))
    assert cells_of(Sample(table), table) is None


def test_derived_features_are_computed() -> None:
    values = {
        f.name: f.of(np.array([[3.0, 1.0]])).tolist() for f in features_of(Sample(RNG.integers(5, size=(50, 2)) * 1.0))
    }
    assert values["x0 - x1"] == [2.0]
    assert values["the sum"] == [4.0]
    assert values["the index of the maximum"] == [0.0]


def test_the_index_of_the_maximum_is_the_first_of_several() -> None:
    table = RNG.integers(4, size=(500, 7)) * 1.0
    index = next(f for f in features_of(Sample(table)) if f.name == "the index of the maximum")
    for order in ("C", "F"):
        assert index.of(np.array(table, order=order)).tolist() == table.argmax(axis=1).tolist()


def test_the_fit_recovers_log_ratios() -> None:
    bins = bins_of(column(np.arange(4.0).repeat(5)))
    p, q = np.array([0.4, 0.3, 0.2, 0.1]), np.array([0.1, 0.2, 0.3, 0.4])
    codes = np.arange(4, dtype=np.int32)[:, None]
    theta = fit(Tally(codes, 1e5 * p, 1e5 * q), (bins,))
    assert theta - theta[0] == pytest.approx(np.log(p / q) - np.log(4), abs=0.05)


def test_penalties_are_of_the_steps_within_each_feature() -> None:
    rng = np.random.default_rng(0)
    bins = tuple(
        bins_of(column(each)) for each in (rng.normal(size=300), rng.integers(3, size=300).astype(float), np.ones(9))
    )
    sizes = [len(b.cuts) + 1 for b in bins]
    steps = steps_between(bins)
    assert sorted(number for group in steps.groups for number in group) == list(range(sum(sizes) - len(sizes)))
    differences = np.zeros((0, sum(sizes)))
    for start, size in zip(np.cumsum([0, *sizes]), sizes, strict=False):
        own = np.diff(np.eye(size), axis=0)
        differences = np.vstack([differences, np.pad(own, ((0, 0), (start, sum(sizes) - start - size)))])
    part = rng.normal(size=(sum(sizes), sum(sizes)))
    hessian, target, given = part @ part.T, rng.normal(size=sum(sizes)), rng.uniform(1, 50, len(differences))
    for group in steps.groups:
        given[group] = given[group[0]]
    precision = given.copy()
    found = _penalised(hessian, target, steps, given)
    for _ in range(2):
        inverse = np.linalg.inv(hessian + 0.01 * np.eye(sum(sizes)) + differences.T @ np.diag(precision) @ differences)
        theta, spread = inverse @ target, np.diag(differences @ inverse @ differences.T)
        for group in steps.groups:
            left = max(len(group) - precision[group[0]] * spread[group].sum(), 1e-3)
            jumps = (differences @ theta)[group]
            precision[group] = np.clip(left / max(jumps @ jumps, 1e-9), 0.01, 1e7)
    assert found == pytest.approx(theta) and given == pytest.approx(precision)


def test_a_hessian_that_is_used_again_changes_no_score(monkeypatch: pytest.MonkeyPatch) -> None:
    codes = (RNG.integers(4, size=(20_000, 10)) + 4 * np.arange(10)).astype(np.uint32)
    truth = RNG.normal(scale=2.0, size=40)  # single draws tell up to 20 in log ratios
    first = (RNG.random(20_000) < 1 / (1 + np.exp(-truth[codes].sum(axis=1)))).astype(float)

    def scored(stale: float) -> npt.NDArray[np.float64]:
        monkeypatch.setattr(scores, "STALE", stale)
        return sums(codes, fit(Tally(codes, first, 1 - first), (bins_of(column(np.arange(4.0).repeat(5))),) * 10))

    stale = scores.STALE
    each_time = scored(-1.0)
    assert scored(stale) == pytest.approx(each_time, abs=0.05)
    assert np.abs(scored(1e9) - each_time).max() > 1


@pytest.mark.slow
def test_rare_bins_beside_many_common_ones_lead_no_fit_astray() -> None:
    rng = np.random.default_rng(1)
    first = rng.random(200_000) < 0.5
    p, q = (np.repeat(each, 20) for each in ([0.01, 0.55], [0.0002, 0.45]))
    inside = (rng.random((len(first), 40)) < np.where(first[:, None], p, q)).astype(np.uint32)
    codes = inside + 2 * np.arange(40, dtype=np.uint32)
    bins = (bins_of(column(np.arange(2.0).repeat(5))),) * 40
    theta = fit(Tally(codes, first.astype(float), (~first).astype(float)), bins)
    truth = np.stack([np.log((1 - p) / (1 - q)), np.log(p / q)], axis=1).ravel()
    assert np.corrcoef(sums(codes, theta), sums(codes, truth))[0, 1] > 0.99


def test_the_fit_of_nothing_is_flat() -> None:
    bins = bins_of(column(np.arange(50.0).repeat(5)))
    counts = RNG.multinomial(10_000, np.full(50, 0.02), size=2).astype(float)
    theta = fit(Tally(np.arange(50, dtype=np.int32)[:, None], *counts), (bins,))
    assert np.ptp(theta) < 0.5 * np.ptp(np.log(counts[0] / counts[1]))


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

"""What no audit can show: below the optimum where draws hardly tell which outcomes tell, and above what audits show."""

from __future__ import annotations

import sys
from itertools import permutations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from littlestone.proofs_check.audits.search.blackbox import blackbox_bound

BENCH = Path(__file__).parents[4] / "bench" / "audit"
DRAWS = 1200
P = np.array([0.16, *[0.12] * 7])  # one of eight outcomes tells
Q = np.array([0.104, *[0.128] * 7])


@pytest.fixture
def limits(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(str(BENCH))
    import limits

    yield limits
    for name in ("limits", "laws", "mechanisms", "truth", "wide_laws", "wide_mechanisms"):
        sys.modules.pop(name, None)


def test_permanents(limits: Any) -> None:
    entries = np.random.default_rng(0).random((2, 4, 4))
    sums = sum(entries[:, range(4), order].prod(axis=1) for order in permutations(range(4)))
    assert limits.permanent(entries) == pytest.approx(sums)


def test_private_pairs_are_private_and_pairs(limits: Any) -> None:
    family = limits.family_of(P, Q)
    for alike in (False, True):
        ratios = limits.private(family, 0.1, alike)
        assert np.abs(ratios).max() <= 0.1 and family.mass @ np.tanh(ratios / 2) == pytest.approx(0, abs=1e-12)


def test_a_known_order_costs_nothing_and_an_unknown_one_does(limits: Any) -> None:
    known, unknown = limits.family_of(P, Q, size=1), limits.family_of(P, Q)
    optimum = limits.truth_of_laws(P, Q, 0.0, DRAWS).optimum
    assert limits.limit(known, DRAWS, trials=1000) == pytest.approx(optimum, rel=0.1)
    assert limits.limit(unknown, DRAWS, trials=1000) < 0.95 * optimum


def test_audits_stay_below(limits: Any) -> None:
    family = limits.family_of(P, Q)
    laws, names = dict(enumerate(family.laws)), np.random.default_rng(1).permutation(8)

    def draw(which: int, n: int, rng: np.random.Generator) -> Any:
        return names[rng.choice(8, size=n, p=laws[which] / laws[which].sum())]

    bounds = [blackbox_bound(draw, [(0, 1)], delta=0.0, draws=DRAWS, seed=seed).epsilon for seed in range(21)]
    assert np.median(bounds) < limits.limit(family, DRAWS, trials=400)

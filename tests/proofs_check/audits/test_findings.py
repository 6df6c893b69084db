"""Kinds of leaks beside other claims: every claim is tested by every kind's events, and all shares add up."""

from __future__ import annotations

from typing import Any

import jsonschema  # type: ignore[import-untyped]
import numpy as np
import pytest
from helpers.audit_schema import audit_schema
from helpers.light_targets import halved

from littlestone.proofs_check.audits import measured
from littlestone.proofs_check.audits.answers.audit_data import audit_data
from littlestone.proofs_check.audits.answers.audit_text import audit_text
from littlestone.proofs_check.audits.auditing import audit
from littlestone.proofs_check.audits.runs.outputs import FAILED
from littlestone.proofs_check.audits.search.blackbox import blackbox_bound
from littlestone.proofs_check.audits.search.events import ThresholdEvent
from littlestone.proofs_check.audits.search.features import Feature
from littlestone.proofs_check.audits.search.scores import FeatureScore
from littlestone.proofs_check.audits.search.trials import Found, bands_of
from littlestone.proofs_check.audits.search.views import Rounding, View, ViewedEvent
from littlestone.proofs_check.statistics.two_sample import Counts

PAIR = ([(0, 0), (1, 1)], [(0, 0), (1, 0)])
OTHER = ([(0, 1), (1, 1)], [(0, 1), (1, 0)])


@pytest.mark.slow
def test_every_claim_is_tested_by_the_events_of_every_kind(monkeypatch: pytest.MonkeyPatch) -> None:
    found: list[Any] = []

    def kept(*args: Any, **options: Any) -> Any:
        found.append(blackbox_bound(*args, **options))
        return found[-1]

    monkeypatch.setattr(measured, "blackbox_bound", kept)
    result = audit(halved, mu=1, rho="1/2", pairs=[PAIR], budget=20_000, mode="blackbox", delta="0.1")
    kinds = {one.kind: one for one in result.kinds}
    assert {"low_bits", "calibration"} <= kinds.keys()
    assert 1 < kinds["calibration"].measures[0].bound < 2 and kinds["calibration"].leaks
    for i, one in enumerate(result.measures):
        assert one.bound == max(kind.measures[i].bound for kind in result.kinds)
    # Two claims, since epsilon is only implied, for each kind: all spend no more than 5%
    errors = [one.error for one in found[0].found]
    assert len(set(errors)) == 1 and 2 * sum(errors) < 0.05 + 1e-9
    jsonschema.validate(audit_data(result), audit_schema())
    assert "low bits: " in audit_text(result)


# ---- Bands


def found_by(level: float, swapped: bool = False, above: bool = True) -> Found:
    event = ThresholdEvent(FeatureScore(Feature("x0", lambda table: table[:, 0])), level, above, "")
    view = View(FAILED, Rounding((0.0,), (np.zeros(0),)), "outputs")
    return Found("calibration", 1.0, 0.05, 0, swapped, ViewedEvent(view, event), (Counts(1, 2, 0, 2),))


def column(*values: float) -> Any:
    return np.array(values)[:, None]


def test_thresholds_come_from_earlier_draws_alone() -> None:
    rng = np.random.default_rng(0)
    earlier = rng.normal(1, size=(500, 1)), rng.normal(0, size=(400, 1))
    some, others = [(rng.normal(c, size=(60, 1)), rng.normal(0, size=(50, 1))) for c in (1, 9)]
    one, other = bands_of(found_by(0.5), earlier, some), bands_of(found_by(0.5), earlier, others)
    assert one.guide == other.guide and one.nested != other.nested and len(one.nested) == 33
    assert one.nested[0] == Counts(int((some[0] >= 0.5).sum()), 60, int((some[1] >= 0.5).sum()), 50)
    hits = [c.hits_first for c in one.guide[1:]]
    assert hits == sorted(hits, reverse=True)


def test_draws_that_are_set_aside_are_in_no_event() -> None:
    tested = column(FAILED, 3.0, 1.0), column(1.0, FAILED, FAILED, FAILED)
    bands = bands_of(found_by(2.0, swapped=True), tested, tested)
    assert bands.nested[0] == Counts(0, 4, 1, 3)
    assert max(c.hits_first for c in bands.nested) == 1 and max(c.hits_second for c in bands.nested) == 2


# ---- Pairs


@pytest.mark.slow
def test_runs_on_the_pair_that_leaks_are_compared_with_fresh_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[Any] = []
    monkeypatch.setattr(measured, "state_between_runs", lambda sampler, pair, *rest: looked.append((sampler, pair)))
    result = audit(halved, epsilon=1, delta="0.1", pairs=[PAIR, OTHER], budget=6000, mode="blackbox")
    (sampler, pair), *_ = looked
    shown = [] if result.pair is None else [result.pair.first, result.pair.second]
    assert sorted(shown) == sorted(pair)
    rows = sampler.last[pair]
    assert abs(float(np.mean(rows[0]) - np.mean(rows[1]))) > 0.5 and len(sampler.last) == 2

"""Whole audits: verdicts, budgets, faults."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

import jsonschema  # type: ignore[import-untyped]
import numpy as np
import pytest
from helpers.audit_schema import audit_schema
from helpers.light_targets import by_place

from littlestone.proofs_check.audits import findings, measured
from littlestone.proofs_check.audits.answers.audit_data import audit_data
from littlestone.proofs_check.audits.auditing import audit, budget_of, loaded, planned
from littlestone.proofs_check.audits.request import AuditRequest
from littlestone.proofs_check.audits.runs.requests import Limits
from littlestone.proofs_check.audits.search.blackbox import BlackBoxResult
from littlestone.proofs_check.audits.search.events import ThresholdEvent
from littlestone.proofs_check.audits.search.kinds import Sought
from littlestone.proofs_check.audits.search.trials import Bands, Found
from littlestone.proofs_check.audits.search.views import Rounding, View, ViewedEvent
from littlestone.proofs_check.audits.subjects.instances import instance_of_class
from littlestone.proofs_check.audits.subjects.number_text import exact_number
from littlestone.proofs_check.audits.subjects.results import AuditResult
from littlestone.proofs_check.bad_input import BadInput, NotEnumerable, NotNeighbours, UnusableTarget
from littlestone.proofs_check.statistics.two_sample import Counts, epsilon_lower_bound
from littlestone.spec.algebra.reals import ln

pytestmark = pytest.mark.slow

FILE = str(Path(__file__).with_name("learners_to_audit.py"))
PAIR = ([(0, 0), (3, 1)], [(0, 0), (3, 0)])


def plain_bound(
    draw: Any, pairs: Sequence[Any], *, delta: float, draws: int, confidence: float, seed: int, sought: Sought
) -> Any:
    """A small engine: the event that the first number is 1, on the first pair, in two calls for draws."""
    rng = np.random.default_rng(seed)
    n = draws // 4
    calls = [draw.on_both(pairs[0], (n, n), rng) for _ in range(2)]
    hits = [sum(int((np.atleast_2d(rows[i].T).T[:, 0] == 1).sum()) for rows in calls) for i in range(2)]
    counts = Counts(hits[0], 2 * n, hits[1], 2 * n)
    bound = epsilon_lower_bound(counts, delta, 1 - confidence)
    event = ThresholdEvent(lambda table: table[:, 0], 1.0, True, "x0 >= 1")  # type: ignore[arg-type]
    view = View(sought.failed, Rounding((), ()), "outputs")
    found = Found("calibration", bound, 1 - confidence, 0, False, ViewedEvent(view, event), (counts,))
    spent = (("testing", 4 * n),)
    return BlackBoxResult((found,), delta, spent, "all draws were used", Bands((counts,), (counts,)))


@pytest.fixture(autouse=True)
def plain_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(measured, "blackbox_bound", plain_bound)
    monkeypatch.setattr(findings, "CURVE_POINTS", 3)


def audited(name: str, **changes: Any) -> AuditResult:
    settings: dict[str, Any] = {"epsilon": 1, "pairs": [PAIR], "budget": 2000, "mode": "blackbox"}
    return audit(f"{FILE}:{name}", **(settings | changes))


def same_answer(a: AuditResult, b: AuditResult) -> bool:
    ignored = {"seconds": 0}
    return audit_data(a) | ignored == audit_data(b) | ignored


# ---- Verdicts


def test_a_leak_is_found() -> None:
    result = audited("response", epsilon="0.8")
    assert result.leaks and result.verdict == "leaks" and result.epsilon == Fraction(4, 5)
    assert 0.8 < result.bound < 1.2
    assert result.event is not None and result.event.description == "h(0) >= 1"
    assert result.event.first_draws == 1000 and result.draws == (("testing", 2000),) and result.faults == ()
    assert result.curve[0].lower > 0.4 and result.gaussian_mu is not None and result.gaussian_mu > 1
    jsonschema.validate(audit_data(result), audit_schema())


def test_the_real_engine_reads_the_sampler(monkeypatch: pytest.MonkeyPatch) -> None:
    from littlestone.proofs_check.audits.search.blackbox import blackbox_bound

    monkeypatch.setattr(measured, "blackbox_bound", blackbox_bound)
    for seed in (0, 2):
        result = audited("response", epsilon="0.5", seed=seed)
        assert result.leaks and result.total_draws == 2000 and result.trade_off
        assert result.event is not None and result.pair is not None
        (_, label), likelier = result.pair.first[-1], result.event.description.rpartition(" ")[2]
        assert likelier == f"{label})", "the sample on which the event is likelier comes first"
    jsonschema.validate(audit_data(result), audit_schema())


def test_failing_is_an_outcome_that_leaks() -> None:
    result = audited("raises_on_ones", pairs=[PAIR[::-1]], epsilon=5)
    (fault,) = result.faults
    assert fault.kind == "exception" and fault.sample[-1][1] == 1 and "not realizable" in fault.detail
    assert result.event is not None and result.event.second == 0


@pytest.mark.slow
def test_estimators_and_mechanisms() -> None:
    assert audited("Estimator").kind == "estimator"
    result = audited("mechanism", pairs=[PAIR[::-1]], budget=200_000)
    assert result.kind == "mechanism" and result.event is not None and result.event.description == "output >= 1"


# ---- Budgets and faults


def _noting_the_error(errors: list[float], *args: Any, confidence: float, **words: Any) -> Any:
    errors.append(1 - confidence)
    return plain_bound(*args, confidence=confidence, **words)


@pytest.mark.slow
def test_too_many_crashes_begin_a_smaller_audit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("littlestone.proofs_check.audits.runs.faults.MOST_CRASHES_AT_FIRST", 5)
    monkeypatch.setattr("littlestone.proofs_check.audits.runs.faults.SECONDS_FOR_A_CRASH", 1.0)
    monkeypatch.setattr(measured, "FEWEST_DRAWS", 20)
    errors: list[float] = []
    monkeypatch.setattr(measured, "blackbox_bound", partial(_noting_the_error, errors))
    result = audited("crashes", budget=100_000)
    assert errors == pytest.approx([0.05, 0.005])
    assert "begun anew with" in result.notes[0] and 20 <= result.total_draws < 600 and result.verdict == "open"
    assert [fault.kind for fault in result.faults] == ["crash"]


def test_an_audit_stops_where_even_that_is_too_much(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("littlestone.proofs_check.audits.runs.faults.MOST_CRASHES_AT_FIRST", 5)
    monkeypatch.setattr("littlestone.proofs_check.audits.runs.faults.SECONDS_FOR_A_CRASH", 10.0)
    result = audited("crashes", budget=100_000)
    assert result.verdict == "open" and "crashed or hung" in result.stopped and result.bound == 0
    assert result.faults and result.total_draws > 0
    jsonschema.validate(audit_data(result), audit_schema())


# ---- Bad input


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"name": "always_raises"}, r"every run fails; with seed 0 on \[\(0, 0\), \(3, 1\)\]: ValueError: bad"),
        ({"pairs": [([(0, 0), (1, 0)], [(0, 1), (1, 1)])]}, "differ in 2 rows"),
        ({"epsilon": -1}, "epsilon: -1 is negative"),
        ({"epsilon": "much"}, "no number"),
        ({"epsilon": float("nan")}, "no number"),
        ({"delta": 1}, "delta: 1 is outside"),
        ({"delta": -0.1}, "outside"),
        ({"confidence": 1.0}, "confidence"),
        ({"budget": 10}, "show nothing"),
        ({"budget": "soon"}, "no budget"),
        ({"mode": "magic"}, "mode: there is no 'magic'"),
        ({"only": "bits"}, "only: there is no 'bits'; choose one of low_bits"),
        ({"jobs": 0}, "jobs"),
        ({"seed": -1}, "seed"),
        ({"pairs": []}, "nothing to make samples of"),
        ({"pairs": [([1, 2], [1, 3])]}, r"list of \(point, label\) rows"),
        ({"pairs": [([(0, float("inf"))], [(1, 0)])]}, "infinity to integer.*write each row"),
        ({"pairs": [([(0, 0.9)], [(1, 0)])]}, "the label 0.9 is no integer.*write each row"),
        ({"pairs": [([({}, 1)], [(1, 0)])]}, "the point {} is no number and no list"),
        ({"pairs": [([(None, 1)], [(1, 0)])]}, "the point None is no number and no list"),
        ({"pairs": [([(np.array([1.0, 2.0]), 1)], [(np.array([1.0, 2.0]), 1)])]}, "the two inputs are equal"),
        ({"epsilon": True}, "epsilon: True is no number"),
        ({"instance": "thresholds:8", "probe": "8"}, "outside the domain"),
    ],
)
def test_bad_input_is_refused(changes: dict[str, Any], words: str) -> None:
    with pytest.raises((BadInput, NotNeighbours, UnusableTarget), match=words):
        audited(**{"name": "coin"} | changes)


def test_numbers_are_read_exactly() -> None:
    assert exact_number("x", 0.1) == exact_number("x", "0.1") == Fraction(1, 10)
    assert str(exact_number("x", "2*ln(3)")) == str(2 * ln(3)) and exact_number("x", "ln 1") == 0
    assert budget_of("1e5") == (100_000, None) and budget_of("90s") == (None, 90)


# ---- Exactly


def test_a_mechanism_has_no_exact_law() -> None:
    with pytest.raises(NotEnumerable, match="is a mechanism"):
        audited("mechanism", mode="exact")
    result = audited("mechanism", mode="auto")
    assert result.mode == "blackbox" and result.notes[0].startswith("no exact law")


@pytest.mark.parametrize("probe", ["0,1", "7"])
def test_a_repeated_call_has_the_probe_the_limits_and_the_instance(probe: str) -> None:
    limits, pairs, instance = Limits(seconds=7.5), [PAIR], instance_of_class("thresholds:8", 2)
    names = {"audit": audit, "Limits": Limits, "pairs": pairs, "instance": instance}
    once = audit(
        by_place, epsilon=1, pairs=pairs, instance=instance, probe=probe, limits=limits, budget=1000, mode="blackbox"
    )
    again = eval(once.command, names)
    assert (again.bound, again.command) == (once.bound, once.command) and once.leaks is (probe == "7")
    assert "limits=Limits(seconds=7.5" in once.command


def test_what_is_of_labels_is_not_asked_of_rows_without(tmp_path: Path) -> None:
    (tmp_path / "d.csv").write_text("1.5,2.5\n3,4.5\n")
    with pytest.raises(BadInput, match=r"labels, and the data have none"):
        audited("response", instance=tmp_path / "d.csv", label="none", pairs=(), mode="onerun")


def test_the_column_of_labels_is_named_on_the_command_line_too(tmp_path: Path) -> None:
    (tmp_path / "d.csv").write_text("y,x\n1,2.5\n0,4.5\n")
    typed = {"data": tmp_path / "d.csv", "label": "y", "epsilon": "1"}
    plan = planned(loaded(AuditRequest.typed(typed, target=f"{FILE}:response")))
    assert plan.instance.sample == (((2.5,), 1), ((4.5,), 0)) and "--label y" in plan.command("blackbox", 1000)

"""Audits of rho, exactly, from draws and in one run: what is kept is not refuted, noise of the wrong scale is."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import jsonschema  # type: ignore[import-untyped]
import numpy as np
import pytest

from littlestone.impl.privacy.concentrated import delta_of_rho
from littlestone.impl.privacy.guarantees import Guarantee
from littlestone.impl.privacy.mechanisms import randomized_response
from littlestone.proofs_check.audits.answers.audit_data import audit_data, audit_schema
from littlestone.proofs_check.audits.answers.audit_page import audit_page
from littlestone.proofs_check.audits.answers.audit_text import audit_text, verdict_line
from littlestone.proofs_check.audits.auditing import audit
from littlestone.proofs_check.audits.onerun import one_run_bound, one_run_number
from littlestone.proofs_check.audits.subjects.notions import Concentrated
from littlestone.proofs_check.audits.subjects.results import AuditResult, OneRunResult
from littlestone.proofs_check.bad_input import BadInput
from littlestone.spec.algebra.reals import ln
from littlestone.spec.learning.randomness import is_true

pytestmark = pytest.mark.slow
PAIR = ([(0, 0), (1, 1)], [(0, 0), (1, 0)])


def response(sample: Any, source: Any) -> Any:
    """The labels by randomised response with epsilon ln 3: rho is ln(3) / 2."""
    return tuple(randomized_response(y, 2, ln(3), source) for _, y in sample)


def stores(sample: Any, source: Any) -> Any:
    return sample[0][1]


def noisy(sensitivity: int) -> Any:
    """A count with noise of deviation 1, as sensitivity 1 asks for rho 1/2, on a grid that hides the digits."""

    def mechanism(dataset: Any, n_draws: int, rng: Any) -> Any:
        noise = rng.normal(size=n_draws)
        return np.round(64 * (sensitivity * sum(label for _, label in dataset) + noise)) / 64

    return mechanism


def bound(result: AuditResult) -> float:
    return float(result.measures[0].bound)


def exactly(target: Any = response, **claim: Any) -> AuditResult:
    return audit(target, instance="thresholds:2", rows=1, mode="exact", **claim)


@pytest.mark.parametrize(
    ("claim", "line"),
    [
        ({"rho": 0.55}, "rho exactly 0.5493... <= 0.55"),
        ({"rho": 0.5}, "LEAKS: rho exactly 0.5493... > 0.5 claimed"),
        ({"rho": 0.55, "epsilon": "ln(3)"}, "exactly ln(3) = 1.09... <= ln(3), rho exactly 0.5493... <= 0.55"),
        ({"rho": 0.5, "epsilon": "ln(3)"}, "LEAKS: rho exactly 0.5493... > 0.5 claimed"),
        ({"rho": 0.55, "epsilon": 1}, "LEAKS: exactly ln(3) = 1.09... > 1 claimed"),
        ({"rho": 0.5, "epsilon": 1}, "LEAKS: exactly ln(3) = 1.09... > 1 claimed"),
        ({"rho": "1/2*ln(3)"}, "undecided: rho at least"),
    ],
)
def test_exact_verdicts(claim: dict[str, Any], line: str) -> None:
    result = exactly(**claim)
    assert verdict_line(result).startswith(line)
    assert result.leaks == line.startswith("LEAKS")
    assert result.exact is not None and result.exact.rho is not None
    assert float(result.exact.rho.lower) == pytest.approx(float(np.log(3) / 2), rel=1e-11)
    jsonschema.validate(audit_data(result), audit_schema())
    assert "rho" in result.command and ("epsilon" in result.command) == ("epsilon" in claim)


def test_every_exact_answer_has_the_divergences() -> None:
    result = exactly(epsilon="ln(3)")
    assert result.measures == ()
    assert "rho of concentrated privacy 0.549306, by the relative entropy" in audit_text(result)
    assert result.exact is not None
    second = next(point for point in result.exact.renyi if point.order == 2)
    assert second.divergence == pytest.approx(float(np.log(27 / 12 + 1 / 12)), rel=1e-9)
    assert "Renyi divergence" in audit_page(result)


def test_an_outcome_of_one_sample_only_has_no_rho() -> None:
    result = exactly(stores, rho=10)
    assert verdict_line(result) == "LEAKS: rho exactly infinite > 10 claimed (replace one row)"
    assert result.event is not None and (result.event.first, result.event.second) == (1, 0)
    assert "rho of concentrated privacy infinite" in audit_text(result)
    jsonschema.validate(audit_data(result), audit_schema())


def test_what_is_declared_is_held_to() -> None:
    def learn(sample: Any, source: Any) -> Any:
        return response(sample, source)

    learn.guarantee = Guarantee(ln(3), rho=Fraction(1, 2))  # type: ignore[attr-defined]
    assert verdict_line(exactly(learn)) == "LEAKS: rho exactly 0.5493... > 0.5 claimed (replace one row)"


def test_draws_refute_noise_of_the_wrong_sensitivity_only() -> None:
    kept, broken = (
        audit(noisy(reach), rho="1/2", delta=0.01, pairs=[PAIR], budget=4000, mode="blackbox") for reach in (1, 3)
    )
    assert kept.verdict == "no_leak" and 0 < bound(kept) < 0.5
    assert verdict_line(broken).startswith("LEAKS: rho at least ") and 0.5 < bound(broken) < 4.5
    for result in (kept, broken):
        jsonschema.validate(audit_data(result), audit_schema())
        assert "claimed rho 0.5, so epsilon" in audit_text(result) and "rho='0.5'" in result.command
    assert "rho" in audit_page(broken)


def test_the_error_is_shared_where_both_are_claimed() -> None:
    result = audit(noisy(1), epsilon=5, delta=0.01, rho="1/2", pairs=[PAIR], budget=2000, mode="blackbox")
    alone = audit(noisy(1), rho="1/2", delta=0.01, pairs=[PAIR], budget=2000, mode="blackbox")
    assert verdict_line(result).startswith("no leak found: at least ") and ", rho at least " in verdict_line(result)
    assert bound(result) < bound(alone)


@pytest.mark.parametrize("delta", [Fraction(0), Fraction(1, 1000)])
def test_one_run_bounds_rho_by_what_it_implies(delta: Fraction) -> None:
    found = OneRunResult(200, 200, 190, one_run_bound(200, 200, 190, delta, Fraction(1, 20)))
    rho, small = one_run_number(found, Concentrated(Fraction(1)), delta, 0.95), delta or Fraction(1, 10**5)
    epsilon = Fraction(one_run_bound(200, 200, 190, small, Fraction(1, 20)))
    assert 0.1 < rho < epsilon
    assert is_true(delta_of_rho(rho, epsilon) <= small)
    assert not is_true(delta_of_rho(rho * Fraction(1001, 1000), epsilon) <= small)
    assert one_run_number(OneRunResult(200, 200, 100, 0.0), Concentrated(Fraction(1)), delta, 0.95) == 0


def test_a_rho_out_of_range_is_refused() -> None:
    with pytest.raises(BadInput, match="rho"):
        exactly(rho=-1)

"""Every leak is caught where its honest twin passes."""

from __future__ import annotations

import importlib.util
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from helpers.light_targets import sum_in_hundredths

from littlestone.proofs_check.audits.answers.audit_data import audit_data
from littlestone.proofs_check.audits.answers.six_lines import verdict_line
from littlestone.proofs_check.audits.auditing import audit

FILE = Path(__file__).with_name("leaks.py")
SPEC = importlib.util.spec_from_file_location("leaky_targets", FILE)
assert SPEC is not None and SPEC.loader is not None
FIXTURES = importlib.util.module_from_spec(SPEC)
sys.modules["leaky_targets"] = FIXTURES
SPEC.loader.exec_module(FIXTURES)
LEAKS = FIXTURES.leaks()


@cache
def found(leak: Any, target: str, confidence: float = 0.95) -> Any:
    mode, draws = ("exact", 1000) if leak.draws is None else ("blackbox", leak.draws)
    claim = {"epsilon": leak.epsilon, "delta": leak.delta}
    return audit(target, **claim, instance=leak.instance, budget=draws, mode=mode, confidence=confidence)


@pytest.mark.slow
@pytest.mark.parametrize("leak", LEAKS, ids=lambda leak: leak.what)
def test_a_leak_is_caught(leak: Any) -> None:
    result = found(leak, leak.targets[0])
    assert result.leaks and result.pair is not None and result.event is not None


@pytest.mark.slow
@pytest.mark.parametrize("leak", LEAKS, ids=lambda leak: leak.what)
def test_its_honest_twin_passes(leak: Any) -> None:
    """At 99.9%, since a twin that is private by a hair seems to leak in one of twenty audits at 95%."""
    assert found(leak, leak.targets[1], 0.999).verdict in ("no_leak", "exact_ok")


@pytest.mark.slow
def test_float_noise_leaks_far_more_than_it_claims() -> None:
    """Its calibration is private by a hair, and seems to leak here: that is not what is named first."""
    leak = next(leak for leak in LEAKS if "floats" in leak.what)
    result = found(leak, leak.targets[0])
    assert result.bound > 10 * leak.epsilon and "lowest set bit" in result.event.description


SETTINGS: dict[str, Any] = {"epsilon": 1, "instance": "thresholds:2", "rows": 2, "budget": 1000}


@pytest.mark.slow
def test_nothing_is_left_out_unless_options_say_so() -> None:
    assert verdict_line(audit(sum_in_hundredths, **SETTINGS)).endswith("(replace one row)")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"grid": 1}, "(replace one row; outputs are rounded to multiples of 1)"),
        ({"ignore_failures": True}, "(replace one row; failed runs are set aside)"),
        ({"only": "failures"}, "(replace one row; leaks by failures alone are looked for)"),
    ],
)
def test_what_options_leave_out_is_in_the_line_of_the_verdict(options: dict[str, Any], words: str) -> None:
    found = audit(sum_in_hundredths, **SETTINGS, **options)
    assert found.leaks == ("ignore_failures" in options)
    assert verdict_line(found).endswith(words) and audit_data(found)["line"].endswith(words)

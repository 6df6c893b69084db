"""The first six lines and the one outcome: what they say, and that what could not be red is not green."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis.strategies import booleans, floats, integers, sampled_from

from littlestone.impl.privacy.guarantees import REPLACE_ONE
from littlestone.proofs_check.audits.answers.audit_text import audit_text
from littlestone.proofs_check.audits.answers.six_lines import (
    CODES,
    OUTCOMES,
    concluded,
    outcome_of,
    six_lines,
)
from littlestone.proofs_check.audits.auditing import audit
from littlestone.proofs_check.audits.subjects.instances import replaced
from littlestone.proofs_check.audits.subjects.notions import Gaussian
from littlestone.proofs_check.audits.subjects.number_text import Bound
from littlestone.proofs_check.audits.subjects.results import (
    AuditResult,
    Event,
    Fault,
    KindOfLeak,
    Measure,
    Opposite,
    Power,
)
from littlestone.proofs_check.bad_input import UnusableTarget
from littlestone.proofs_check.exit_codes import ExitCode

SAMPLE = ((0, 0), (3, 1))
PAIR = replaced(SAMPLE, 1, (4, 0), "a label flipped")
CALM = AuditResult(
    target="mine.py:learn",
    kind="mechanism",
    mode="blackbox",
    epsilon=Fraction(1),
    delta=Fraction(0),
    verdict="no_leak",
    bound=Bound(0.5),
    confidence=0.95,
    pair=PAIR,
    event=Event("output >= 1", 200, 100, 1000, 1000),
    draws=(("search", 400), ("testing", 2000)),
    stopped="all draws were used",
    command="littlestone audit mine.py:learn",
    seed=0,
    seconds=1.0,
    pairs_tried=3,
    pairs_listed=3,
    varied=True,
    power=Power("epsilon", 1.2, 0.8),
)
WORDS = ("pair: ", "tried: ", "do: ", "repeat: ")
FEWER = {"pairs_tried": 2, "pairs_listed": 13}
FAILED = {"faults": (Fault("exception", "ValueError", SAMPLE, 1, 7),)}


def test_a_calm_audit_holds() -> None:
    assert (outcome_of(concluded(CALM)), CODES[outcome_of(CALM)]) == ("holds", ExitCode.PASSED)
    assert six_lines(CALM)[0] == "NO LEAK FOUND: epsilon >= 0.50, claimed 1 (replace one row)"
    assert six_lines(CALM)[3].startswith("tried: 3 of 3 pairs, 2,400 runs (400 search, 2,000 testing)")


@pytest.mark.parametrize(
    ("changes", "first", "step"),
    [
        (FEWER, "NOT ENOUGH TRIED: no leak on 2 of 13 pairs, epsilon >= 0.50, claimed 1", "--budget 13000"),
        (FAILED, "UNDECIDED: 7 runs failed; epsilon >= 0.50", "--ignore-failures"),
        ({"varied": False}, "UNDECIDED: its output never varied, on any sample; epsilon >= 0.50", "draw noise"),
        ({"power": Power("epsilon", None, 0.8)}, "UNDECIDED: so few runs could have shown no leak", "--budget"),
        ({"unsettled": "output >= 99: in 5 of 900"}, "UNDECIDED: output >= 99: in 5 of 900; epsilon", "--budget 24000"),
        ({"power": None}, "UNDECIDED: so few runs could have shown no leak", "--budget"),
    ],
)
def test_what_could_not_have_shown_a_leak_decides_nothing(changes: dict[str, Any], first: str, step: str) -> None:
    found = concluded(replace(CALM, **changes))
    lines = six_lines(found)
    assert outcome_of(found) == "not decided" and CODES[outcome_of(found)] == ExitCode.UNDECIDED
    assert lines[0].startswith(first) and step in lines[4]
    leak = concluded(replace(CALM, **changes, verdict="leaks", bound=Bound(2.0)))
    assert outcome_of(leak) == "fails"  # a bound holds whatever was left out


def test_failing_runs_that_are_set_aside_by_request_are_no_doubt() -> None:
    aside = replace(CALM, **FAILED, left_out=("failed runs are set aside",))
    assert outcome_of(concluded(aside)) == "holds" and "failed runs are set aside" in six_lines(aside)[0]


# ---- The cause


def leak(kind: Any, event: Event, bound: float = 1.9) -> AuditResult:
    one = KindOfLeak(kind, Bound(bound), (), True, PAIR, event)
    return replace(CALM, verdict="leaks", bound=Bound(bound), event=event, kinds=(one,), power=None)


def test_the_cause_has_the_evidence_and_what_the_claim_allows() -> None:
    ends = Event("output = 3", 300, 100, 1000, 1000, Opposite("output = 0", 652, 81, 3, 3), 0.12)
    lines = six_lines(leak("calibration", ends))
    assert lines[1] == (
        "cause: too little noise. Output = 3: or, against it, output = 0, 652 of 733 guesses are right; "
        "epsilon 1 allows 73.1%; at epsilon 1, delta at least 0.12 of 0"
    )
    assert "double the noise" in lines[4] and [line.split(": ")[0] for line in lines[2:]] == [w[:-2] for w in WORDS]
    assert "check the sensitivity" in six_lines(leak("calibration", ends, 4.1))[4]
    endless = replace(CALM, mode="exact", verdict="exact_leak", bound=Bound(None))
    assert six_lines(endless)[4].startswith("do: no epsilon covers this: an outcome that is possible on one sample is")


def test_a_rare_output_of_one_sample_is_not_said_to_be_no_matter_of_noise() -> None:
    seen_on_one = Event("output >= 9", 41, 0, 655, 646)
    cause = six_lines(leak("support", seen_on_one))[1]
    assert cause.startswith("cause: a rare output or support (0 of 646). ") and "calibration" not in cause


def test_of_a_rare_output_the_claim_allows_no_rounded_zero() -> None:
    event = Event("output = 9", Fraction(1, 50_000), Fraction(0))
    exactly = replace(leak("support", event), kinds=(), delta=Fraction(1, 10**5))
    assert "probability 2e-05 on one sample, 0 on the other; epsilon 1 allows 1e-05" in six_lines(exactly)[1]


def test_the_first_line_has_the_bound_of_its_cause() -> None:
    event = Event("output >= 9", 41, 10, 655, 646)
    two = leak("calibration", event, 1.4)
    bits = KindOfLeak("low_bits", Bound(7.0), (), True, PAIR, event)
    assert ">= 1.39 at" in six_lines(replace(two, bound=Bound(7.0), kinds=(*two.kinds, bits)))[0]


BOUND = re.compile(r"([a-z ]+) >= ([\d.]+)(?: at 95% confidence)?, claimed ([\d.]+)")
NUMBERS = floats(0, 5).filter(lambda number: number == 0 or number > 1e-6)


@given(
    integers(1, 40), NUMBERS, NUMBERS, booleans(), booleans(), sampled_from((0, 2, 3)), sampled_from(("", "mu", "bits"))
)
def test_no_answer_prints_a_bound_that_contradicts_its_verdict(
    tenths: int, bound: float, mu: float, fails: bool, implied: bool, tried: int, beside: str
) -> None:
    """Whatever bounds there are: one that is printed exceeds its claim where the answer is LEAK, and nowhere else."""
    claimed = Fraction(tenths, 10)
    measures = (Measure(Gaussian(Fraction(1)), mu, False if mu > 1 else None),)
    leaks = mu > 1 or (bound > claimed and not implied)
    event = Event("output >= 1", 200, 100, 1000, 1000)
    kinds = [KindOfLeak("calibration", Bound(bound), measures, leaks, PAIR, event)]
    if beside == "bits":
        quiet = (Measure(Gaussian(Fraction(1)), min(mu, 1.0), None),)
        kinds.append(KindOfLeak("low_bits", Bound(min(bound, float(claimed))), quiet, False, PAIR, event))
    found = concluded(
        replace(
            CALM,
            epsilon=claimed,
            bound=Bound(bound),
            implied=implied,
            measures=measures,
            verdict="leaks" if leaks else "no_leak",
            kinds=tuple(kinds) if leaks else (),
            pairs_tried=tried,
            pairs_listed=13,
            power=None if leaks else CALM.power,
            **(FAILED if fails else {}),
        )
    )
    text = audit_text(found)
    printed = [(line, *found) for line in text.splitlines() for found in BOUND.findall(line)]
    assert printed and (outcome_of(found) == "fails") == leaks == text.startswith("LEAK")
    for line, _, low, most in printed:
        says_leak = line.startswith("LEAK") or ": leaks, " in line
        assert (Fraction(low) > Fraction(most)) == says_leak, line


def test_every_verdict_has_one_outcome_and_every_outcome_one_code() -> None:
    assert set(OUTCOMES.values()) == set(CODES) and sorted(CODES.values()) == [0, 1, 4]


# ---- Targets


def train(X: Any, y: Any) -> Any:
    return (0, 1)


def constant(sample: Any, source: Any) -> int:
    return 0


def test_features_and_labels_are_not_taken_for_a_sample_and_a_source() -> None:
    with pytest.raises(UnusableTarget, match=r"takes \(X, y\).*called as learn\(sample, random_source\).*fit"):
        audit(train, epsilon=1, instance="thresholds:3", rows=2)


@pytest.mark.parametrize("mode", ["exact", "blackbox"])
def test_a_constant_is_not_green(mode: str) -> None:
    found = audit(constant, epsilon=1, instance="thresholds:2", rows=1, mode=mode, budget=20_000)
    assert outcome_of(found) == "not decided" and "never varied" in six_lines(found)[0]
    assert str(found) == audit_text(found)
    assert found.relation == REPLACE_ONE

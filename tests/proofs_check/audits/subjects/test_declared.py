"""What a target declares itself is what an audit holds it to where no epsilon is given, and the answer says so."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from littlestone.impl.privacy.guarantees import REPLACE_ONE_SAME_LABELS, Guarantee
from littlestone.impl.sklearn_estimators.finite_estimators import PrivateLittlestoneClassifier
from littlestone.impl.sklearn_estimators.listed_estimators import PrivateMulticlassClassifier
from littlestone.proofs_check.audits.auditing import audit
from littlestone.proofs_check.audits.declared import promise_of
from littlestone.proofs_check.audits.request import Claim
from littlestone.proofs_check.audits.subjects.notions import Concentrated
from littlestone.proofs_check.audits.subjects.targets import Target, load_target
from littlestone.proofs_check.bad_input import BadInput
from littlestone.spec.algebra.reals import ln

RHO = Concentrated(Fraction(1, 8))
TENTH, HALF = Fraction(1, 10), Fraction(1, 2)


def declaring(guarantee: Any) -> Target:
    def learn(sample: Any, source: Any) -> Any:
        """Randomised response on the last label: ln 3 exactly."""
        y = sample[-1][1]
        return (y if source.bernoulli(Fraction(3, 4)) else 1 - y,) * 2

    learn.guarantee = guarantee  # type: ignore[attr-defined]
    return load_target(learn)


def test_what_is_declared_is_taken_and_with_an_epsilon_nothing_of_it() -> None:
    promise = promise_of(declaring(Guarantee(ln(3), TENTH)))
    assert (promise.epsilon, promise.delta) == (ln(3), TENTH)
    assert promise.notes == ("epsilon ln(3) and delta 0.1 are what it declares",)
    promise = promise_of(declaring(Guarantee(ln(3), TENTH)), Claim(epsilon="0.5"))
    assert (promise.epsilon, promise.delta, promise.notes) == (HALF, 0, ())


@pytest.mark.parametrize(
    ("guarantee", "given", "words"),
    [
        (None, {}, "no epsilon is given, and it declares none; give epsilon"),
        ("epsilon 1", {}, "it declares none"),
        (Guarantee(1, neighbours=REPLACE_ONE_SAME_LABELS), {}, "where the same labels occur"),
        (Guarantee(1), {"delta": 0.1}, "delta: it is given without epsilon"),
        (Guarantee(1, 1), {}, r"outside \[0, 1\)"),
    ],
)
def test_what_cannot_be_taken_is_refused(guarantee: Any, given: dict[str, Any], words: str) -> None:
    with pytest.raises(BadInput, match=words):
        promise_of(declaring(guarantee), Claim(**given))


def test_estimators_declare_what_their_parameters_promise() -> None:
    private = load_target(PrivateLittlestoneClassifier(epsilon=0.5, delta=0.001))
    assert promise_of(private).notes == ("epsilon 0.5 and delta 0.001 are what it declares",)
    assert promise_of(load_target(PrivateMulticlassClassifier(epsilon=2, labels=(0, 1)))).epsilon == 2
    with pytest.raises(BadInput, match="make it with its labels"):
        promise_of(load_target(PrivateMulticlassClassifier))
    with pytest.raises(BadInput, match=r"out of range \(epsilon = 0"):
        promise_of(load_target(PrivateMulticlassClassifier(epsilon=0)))


@pytest.mark.parametrize(("declared", "verdict"), [(ln(3), "exact_ok"), (1, "exact_leak")])
def test_an_audit_without_an_epsilon(declared: Any, verdict: str) -> None:
    result = audit(declaring(Guarantee(declared)), instance="thresholds:2", rows=1)
    assert (result.verdict, result.epsilon) == (verdict, declared)
    assert result.notes[0] == f"epsilon {declared} and delta 0 are what it declares"
    assert f"epsilon='{declared}'" in result.command or f"--epsilon '{declared}'" in result.command or declared == 1


@pytest.mark.slow
def test_an_estimator_is_audited_against_what_it_declares() -> None:
    model = PrivateMulticlassClassifier(epsilon=20, thresholds=(0.5, 1.5), labels=(0, 1))
    result = audit(model, instance="thresholds:3", rows=8, budget=1000, mode="blackbox")
    assert (result.epsilon, result.verdict) == (20, "open")  # one pair of 13, and no power
    assert "epsilon 20 and delta 0 are what it declares" in result.notes


def test_rho_alone_implies_an_epsilon() -> None:
    promise = promise_of(declaring(None), Claim(rho=Fraction(1, 8)))
    assert promise.notions == (RHO,) and promise.implied and promise.delta == Fraction(1, 10**5)
    assert promise.epsilon == Fraction("2.1658")
    assert promise.notes == ("rho 0.125 implies epsilon 2.1658 at delta 1e-05",)
    assert promise_of(declaring(None), Claim(rho=Fraction(1, 8), delta="0.01")).epsilon < promise.epsilon


@pytest.mark.parametrize(
    ("given", "words"),
    [({"rho": 0}, "rho: 0 is not positive"), ({"rho": 1, "delta": 0}, "implies no epsilon at delta 0")],
)
def test_a_rho_that_cannot_be_taken_is_refused(given: dict[str, Any], words: str) -> None:
    with pytest.raises(BadInput, match=words):
        audit(declaring(None), instance="thresholds:2", rows=1, **given)

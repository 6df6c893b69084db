"""Exact audits: the value itself, the pair and event that show it, and a reason where there is none."""

from __future__ import annotations

import os
import random
import time
from fractions import Fraction
from math import exp
from typing import Any

import numpy as np
import pytest

from littlestone.impl.mechanisms import randomized_response
from littlestone.proofs_check.audits import exact as exact_audits
from littlestone.proofs_check.audits.errors import NotEnumerable
from littlestone.proofs_check.audits.exact import apart, exact_audit
from littlestone.proofs_check.audits.results import ExactResult
from littlestone.proofs_check.audits.samples import Instance, instance_of_class
from littlestone.proofs_check.audits.session import audit
from littlestone.proofs_check.audits.targets import recognised
from littlestone.proofs_check.audits.wording import audit_text
from littlestone.spec import reals
from littlestone.spec.laws import law_of
from littlestone.spec.randomness import Exact, is_true
from littlestone.spec.reals import Real, equals, ln

SMALL = instance_of_class("thresholds:2", 2)
ZERO = Fraction(0)


def response(sample: Any, source: Any) -> Any:
    return (randomized_response(sample[-1][1], 2, ln(3), source),) * 2


def response_or_label(sample: Any, source: Any) -> Any:
    """The label itself with chance 1/10, else randomised response: exactly (ln 3, 1/10)-private."""
    if source.bernoulli(Fraction(1, 10)):
        return "label", sample[-1][1]
    return "response", randomized_response(sample[-1][1], 2, ln(3), source)


def told(learner: Any, epsilon: Exact, delta: Exact = ZERO, instance: Instance = SMALL) -> ExactResult:
    return exact_audit(recognised(learner, "learner"), instance, epsilon=epsilon, delta=delta)


def same(value: Exact | None, wanted: Real) -> bool:
    return value is not None and is_true(equals(Real.of(value), wanted))


# ---- Values


def test_randomised_response_leaks_exactly_its_epsilon() -> None:
    found = told(response, ln(3))
    assert found.is_private and same(found.epsilon, ln(3)) and found.delta == 0 and found.examined == 2 * 6 * 4
    assert not told(response, Fraction(109, 100)).is_private
    assert told(response, Fraction(11, 10)).is_private


def test_the_event_shows_the_leak() -> None:
    found = told(response, Fraction(1))
    assert found.event is not None and found.pair is not None and found.pair.changed == 1
    assert (found.event.first, found.event.second) == (Fraction(3, 4), Fraction(1, 4))
    assert same(found.delta, Fraction(3, 4) - reals.exp(1) / 4)


@pytest.mark.parametrize(
    ("delta", "epsilon", "is_private"),
    [(Fraction(1, 10), ln(3), False), (Fraction(1, 5), ln(Fraction(23, 9)), True), (Fraction(3, 5), ln(1), True)],
)
def test_the_least_epsilon_at_a_delta(delta: Fraction, epsilon: Real, is_private: bool) -> None:
    """delta(t) is 1/10 + (9/10)(3/4 - t/4) for t <= 3: 1/5 at t = 23/9, and 11/20 already at t = 1."""
    found = told(response_or_label, Fraction(1), delta)
    assert same(found.epsilon, epsilon) and found.is_private is is_private


def test_below_the_labels_chance_no_epsilon_is_enough() -> None:
    found = told(response_or_label, ln(1000), Fraction(1, 11))
    assert found.epsilon is None and not found.is_private and found.delta == Fraction(1, 10)
    assert found.event is not None and (found.event.first, found.event.second) == (Fraction(1, 10), 0)


def test_the_pictures_are_those_of_the_laws() -> None:
    found = told(response_or_label, ln(3))
    for point in found.curve:
        assert point.delta == pytest.approx(max(0.1, 0.1 + 0.9 * (0.75 - exp(point.epsilon) / 4)))
    tests = [(point.false_alarms, point.misses) for point in found.trade_off]
    assert (
        tests[0] == (0, 1) and tests[-1] == pytest.approx((1, 0)) and (0, 0.9) in [(a, round(b, 9)) for a, b in tests]
    )
    assert sum(found.histograms[0].first) == pytest.approx(1) == sum(found.histograms[0].second)


def test_a_constant_is_perfectly_private() -> None:
    found = told(lambda sample, source: (0, 0), ZERO)
    assert found.epsilon == 0 and found.is_private


def test_hypotheses_are_compared_by_their_predictions() -> None:
    def learn(sample: Any, source: Any) -> Any:
        y = response(sample, source)[0]
        return lambda x: y

    class Model:
        def __init__(self, y: int) -> None:
            self.y = y

        def predict(self, X: Any) -> Any:
            return np.full(len(X), self.y)

    assert same(told(learn, ln(3)).epsilon, ln(3))
    assert same(told(lambda sample, source: Model(response(sample, source)[0]), ln(3)).epsilon, ln(3))
    assert same(told(lambda sample, source: list(response(sample, source)), ln(3)).epsilon, ln(3))
    assert same(told(lambda sample, source: np.array(response(sample, source)), ln(3)).epsilon, ln(3))


# ---- Reasons


def own_coin(sample: Any, source: Any) -> Any:
    return (int(np.random.random() < 0.5),) * 2


def own_generator(sample: Any, source: Any) -> Any:
    return (int(np.random.default_rng().integers(2**40)),) * 2


def python_coin(sample: Any, source: Any) -> Any:
    return (random.randrange(2**20),) * 2


@pytest.mark.parametrize("learner", [own_coin, own_generator, python_coin])
def test_randomness_beside_the_source_is_noticed(learner: Any) -> None:
    with pytest.raises(NotEnumerable, match="the same random choices gave different outcomes"):
        told(learner, Fraction(1))


def raises(sample: Any, source: Any) -> Any:
    raise ValueError("bad weather")


@pytest.mark.parametrize(
    ("learner", "words"),
    [
        (raises, "ValueError: bad weather"),
        (lambda sample, source: None, "returned None"),
        (lambda sample, source: object(), "returned object"),
        (lambda sample, source: (source.laplace(1), 0), "contains SymbolicNoise"),
        (lambda sample, source: source.gaussian(1) * source.gaussian(1) > 0, "it raised"),
        (lambda sample, source: os._exit(3), "died"),
    ],
)
def test_what_has_no_exact_law_is_refused(learner: Any, words: str) -> None:
    with pytest.raises(NotEnumerable, match=words):
        told(learner, Fraction(1))


def test_many_branches_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exact_audits, "MOST_RUNS", 1000)
    with pytest.raises(NotEnumerable, match="more than 1,000 branches"):
        told(lambda sample, source: source.uniform(100), Fraction(1))


def test_a_large_instance_is_refused_at_once() -> None:
    with pytest.raises(NotEnumerable, match="128 possible rows make more than 2,000 samples of 20"):
        told(raises, Fraction(1), instance=instance_of_class("thresholds:64"))


def test_time_ends_an_enumeration() -> None:
    with pytest.raises(NotEnumerable, match=r"more than 0\.2 s"):
        apart(lambda: time.sleep(30), 0.2)


def test_a_walk_that_loses_a_branch_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = exact_audits.law
    monkeypatch.setattr(exact_audits, "law", lambda learn, sample: _cut(whole, learn, sample))
    with pytest.raises(NotEnumerable, match="MassError"):
        told(response, ln(3))


def _cut(whole: Any, learn: Any, sample: Any) -> Any:
    return law_of(whole(learn, sample).items[1:])


# ---- Whole audits


def test_auto_is_exact_where_that_is_possible() -> None:
    result = audit(response, epsilon="ln(3)", instance="thresholds:2", rows=2)
    assert result.mode == "exact" and result.verdict == "exact_ok" and result.total_draws == 0
    assert audit_text(result).startswith("exactly 1.09 <= ln(3)")
    assert audit(response, epsilon=1, instance="thresholds:2", rows=2).verdict == "exact_leak"


def test_auto_draws_where_it_is_not() -> None:
    result = audit(
        lambda sample, source: response(sample, source)[:1], epsilon=1, instance="thresholds:16", budget=2000
    )
    assert result.mode == "blackbox" and "possible rows" in result.notes[-1]

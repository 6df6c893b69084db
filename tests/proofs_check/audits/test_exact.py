"""Exact audits: the value itself, the pair and event that show it, and a reason where there is none."""

from __future__ import annotations

import os
import random
import time
from dataclasses import fields
from fractions import Fraction
from math import exp
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from littlestone.impl.privacy.mechanisms import randomized_response
from littlestone.proofs_check.audits import exact as exact_audits
from littlestone.proofs_check.audits.answers.audit_text import audit_text
from littlestone.proofs_check.audits.auditing import audit
from littlestone.proofs_check.audits.declared import Promise
from littlestone.proofs_check.audits.exact import RUNS_IN_A_ROW, _Walk, apart, exact_audit
from littlestone.proofs_check.audits.subjects.instances import Instance, instance_of_class
from littlestone.proofs_check.audits.subjects.number_text import as_fraction
from littlestone.proofs_check.audits.subjects.targets import recognised
from littlestone.proofs_check.bad_input import NotEnumerable
from littlestone.spec.algebra.reals import Real, equals, ln
from littlestone.spec.learning.laws import law_of
from littlestone.spec.learning.randomness import Exact, is_true

SMALL = instance_of_class("thresholds:2", 2)
ZERO = Fraction(0)


def response(sample: Any, source: Any) -> Any:
    return (randomized_response(sample[-1][1], 2, ln(3), source),) * 2


def response_or_label(sample: Any, source: Any) -> Any:
    """The label itself with chance 1/10, else randomised response: exactly (ln 3, 1/10)-private."""
    if source.bernoulli(Fraction(1, 10)):
        return "label", sample[-1][1]
    return "response", randomized_response(sample[-1][1], 2, ln(3), source)


def told(learner: Any, epsilon: Exact, delta: Exact = ZERO, instance: Instance = SMALL) -> Any:
    """The exact result, and what is shown beside it."""
    found, shown = exact_audit(recognised(learner, "learner"), instance, Promise(epsilon, delta))
    return SimpleNamespace(**shown | {one.name: getattr(found, one.name) for one in fields(found)})


def same(value: Exact | None, wanted: Real) -> bool:
    return value is not None and is_true(equals(Real.of(value), wanted))


# ---- Values


def test_randomised_response_leaks_exactly_its_epsilon() -> None:
    found = told(response, ln(3))
    assert found.is_private and same(found.epsilon, ln(3)) and found.delta == 0 and found.examined == 2 * 6 * 4
    assert not told(response, Fraction(109, 100)).is_private
    assert told(response, Fraction(11, 10)).is_private


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


@pytest.mark.parametrize("epsilon", [Fraction(1), Fraction(1, 3)])
def test_an_epsilon_whose_laws_are_not_rational_is_found(epsilon: Fraction) -> None:
    def twice(sample: Any, source: Any) -> Any:
        return tuple(randomized_response(sample[-1][1], 2, epsilon, source) for _ in range(2))

    found = told(twice, ln(1000))
    assert found.epsilon is not None and float(as_fraction(found.epsilon)) == pytest.approx(2 * epsilon)


def test_the_result_has_the_laws_of_the_worst_pair() -> None:
    found = told(response, ln(3))
    assert found.pair is not None and found.event is not None
    assert found.pair.what == "the worst of all" and found.pair.first[-1] == (0, 0) and found.pair.second[-1] == (0, 1)
    assert found.event.description == "the outcome is (0, 0)"
    assert [(point.false_alarms, point.misses) for point in found.trade_off] == [(0, 1), (0.25, 0.25), (1, 0)]


@pytest.mark.parametrize(
    "learner",
    [
        lambda sample, source: (None, [1, (sample[-1][1], np.int64(3))]),
        lambda sample, source: np.int64(sample[-1][1]),
        lambda sample, source: frozenset([1, np.int64(sample[-1][1] + 1)]),
        lambda sample, source: "ab"[sample[-1][1]],
        lambda sample, source: [frozenset([1]), np.array([1, sample[-1][1]])],
        lambda sample, source: Fraction(1, 2 + sample[-1][1]),
        lambda sample, source: (1, True)[sample[-1][1]],  # equal to Python, and not where they are printed
        lambda sample, source: (0, 0.0)[sample[-1][1]],
    ],
)
def test_plain_data_is_compared_as_it_is(learner: Any) -> None:
    found = told(learner, Fraction(1))
    assert found.epsilon is None and found.delta == 1
    assert told(lambda sample, source: learner(((0, 0),), source), Fraction(1)).epsilon == 0


@pytest.mark.parametrize("one", [Fraction(1), True, 1.0])
def test_equal_numbers_of_two_types_are_two_outcomes(one: Any) -> None:
    found = told(lambda sample, source: (one if sample[-1][1] else 1, source.uniform(2)), 1)
    assert found.epsilon is None and not found.is_private


class KeepsLabels:
    def __init__(self, sample: Any, bit: int) -> None:
        self.classes_, self.bit = sorted({y for _, y in sample}), bit

    def predict(self, X: Any) -> Any:
        return [self.bit] * len(X)


def test_fitted_attributes_of_an_object_are_said_not_to_be_compared() -> None:
    keeps = audit(lambda sample, source: KeepsLabels(sample, source.uniform(2)), epsilon=1, instance=SMALL)
    assert keeps.exact is not None and "not compared: attributes" in str(keeps)
    assert "not compared" not in str(audit(response, epsilon=2, instance=SMALL))


def test_predictions_on_more_points_than_an_output_has_columns_are_all_kept() -> None:
    def last_point_tells(sample: Any, source: Any) -> Any:
        return lambda x: int(x == 69) * sample[0][1]

    found = told(last_point_tells, Fraction(1), instance=instance_of_class("thresholds:70", 1))
    assert found.event is not None and found.epsilon is None and found.delta == 1
    outcome = found.event.description.removeprefix("the outcome is ")
    assert [len(outcome.split(", ")), outcome.count("1")] in ([70, 0], [70, 1])


# ---- Reasons


def own_generator(sample: Any, source: Any) -> Any:
    return (int(np.random.default_rng().integers(2**40)),) * 2


def test_randomness_beside_the_source_is_noticed() -> None:
    with pytest.raises(NotEnumerable) as refused:
        told(own_generator, Fraction(1))
    assert refused.value.problem == "on ((1, 1), (1, 1)) the same random choices gave different outcomes"
    assert refused.value.where == "mode"
    assert refused.value.advice.startswith("draw all randomness from the source, keep nothing between runs, or use")


@pytest.mark.parametrize("draw", [random.random, np.random.rand])
def test_a_global_generator_is_noticed_where_both_walks_go_the_same_way(draw: Any) -> None:
    with pytest.raises(NotEnumerable, match="it drew from a global generator"):
        told(lambda sample, source: (sample[-1][1] if draw() < 1e-9 else 0,), Fraction(1))


answered: dict[Any, Any] = {}
first: list[int] = []


def remembers_an_answer(sample: Any, source: Any) -> Any:
    if sample not in answered:
        answered[sample] = (source.uniform(2),) * 2
    return answered[sample]


def remembers_a_sample(sample: Any, source: Any) -> Any:
    """On any one sample the same, in any process; what hides the leak is the order of the samples."""
    first.append(sample[0][1])
    return (first[0],) * 2


def leaks_from_its_fiftieth_run_on(sample: Any, source: Any) -> Any:
    """More runs than all samples have branches."""
    first.append(0)
    return source.uniform(2), sample if len(first) > 50 else 0


@pytest.mark.parametrize(
    ("learner", "words"),
    [
        (leaks_from_its_fiftieth_run_on, "gave different outcomes"),
        (remembers_an_answer, "fewer choices than an earlier one"),
        (remembers_a_sample, "gave different outcomes"),
    ],
)
def test_state_between_runs_is_noticed(learner: Any, words: str) -> None:
    with pytest.raises(NotEnumerable, match=words):
        told(learner, Fraction(1))


def test_samples_are_walked_again_until_so_many_runs() -> None:
    walk = _Walk(response, SMALL)
    walk.law(((0, 0), (0, 0)))
    walk.repeat(walk.walked)
    assert walk.runs >= RUNS_IN_A_ROW


def lingers(sample: Any, source: Any) -> Any:
    time.sleep(1000)


def test_a_hang_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("littlestone.proofs_check.audits.exact.LONGEST_RUN", 0.2)
    with pytest.raises(NotEnumerable, match=r"on \(\(0, 0\), \(0, 0\)\) it ran longer than 0.2 s"):
        told(lingers, Fraction(1))


def raises(sample: Any, source: Any) -> Any:
    raise ValueError("bad weather")


FIRST = "on ((0, 0), (0, 0)) it raised"
BLACKBOX = "use --mode blackbox"
PLAIN = "return plain numbers; round noise to an integer in a bounded range"
PREDICTOR = "return a tuple of labels or something that predicts"


@pytest.mark.parametrize(
    ("learner", "problem", "advice"),
    [
        (raises, f"{FIRST} ValueError: bad weather", BLACKBOX),
        (lambda sample, source: None, "it returned None", PREDICTOR),
        (lambda sample, source: object(), "it returned object", PREDICTOR),
        (lambda sample, source: (source.laplace(1), 0), "its outcome contains SymbolicNoise", PLAIN),
        (lambda sample, source: ((object(),), 0), "its outcome contains object", PLAIN),
        (
            lambda sample, source: source.gaussian(1) * source.gaussian(1) > 0,
            f"{FIRST} UnsupportedNoise: a multiple of noise has no exact law here: ask the source for noise of that "
            "scale, or run the algorithm on a seeded source",
            BLACKBOX,
        ),
        (
            lambda sample, source: lambda x: "a",
            "its output is not an array of numbers (could not convert string to float: 'a')",
            BLACKBOX,
        ),
        (lambda sample, source: os._exit(3), "the process that enumerates its laws died", BLACKBOX),
    ],
)
def test_what_has_no_exact_law_is_refused(learner: Any, problem: str, advice: str) -> None:
    with pytest.raises(NotEnumerable) as refused:
        told(learner, Fraction(1))
    assert (refused.value.where, refused.value.problem, refused.value.advice) == ("mode", problem, advice)


SMALLER = "take fewer --rows or a smaller --class, or use --mode blackbox"


def test_more_branches_than_allowed_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Four branches on each of 16 samples."""
    monkeypatch.setattr(exact_audits, "MOST_RUNS", 64)
    assert told(lambda sample, source: source.uniform(4), Fraction(1)).epsilon == 0
    monkeypatch.setattr(exact_audits, "MOST_RUNS", 63)
    with pytest.raises(NotEnumerable) as refused:
        told(lambda sample, source: source.uniform(4), Fraction(1))
    assert refused.value.problem == "its random choices have more than 63 branches on all samples"
    assert (refused.value.where, refused.value.advice) == ("mode", SMALLER)


def test_a_large_instance_is_refused_at_once() -> None:
    with pytest.raises(NotEnumerable) as refused:
        told(raises, Fraction(1), instance=instance_of_class("thresholds:64"))
    assert refused.value.problem == "128 possible rows make more than 2,000 samples of 20"
    assert (refused.value.where, refused.value.advice) == ("mode", SMALLER)


def test_time_ends_an_enumeration() -> None:
    with pytest.raises(NotEnumerable) as refused:
        apart(lambda: time.sleep(30), 0.2)
    assert refused.value.problem == "its laws take more than 0.2 s to enumerate"
    assert (refused.value.where, refused.value.advice) == ("mode", SMALLER)


def test_a_process_of_its_own_has_little_memory_and_prints_nothing(capfd: pytest.CaptureFixture[str]) -> None:
    def compute() -> tuple[int, Real]:
        os.write(1, b"printed")
        return os.getpid(), ln(3) + 1

    own, number = apart(compute)
    assert own != os.getpid() and same(number, ln(3) + 1) and capfd.readouterr().out == ""
    with pytest.raises(NotEnumerable, match="died"):
        apart(lambda: np.ones(2**31))


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
    assert audit_text(result).startswith("exactly ln(3) = 1.09... <= ln(3)")
    assert audit(response, epsilon=1, instance="thresholds:2", rows=2).verdict == "exact_leak"

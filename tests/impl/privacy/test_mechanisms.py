"""The mechanisms: their claims at the smallest instances, mechanisms with seeded faults, and bad input."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

import pytest

from littlestone.impl.privacy import mechanisms as mech
from littlestone.impl.randomness.enumeration import law
from littlestone.impl.randomness.sources import SeededSource
from littlestone.impl.registry import IMPLEMENTATIONS
from littlestone.proofs_check.provers.box import BoxProver
from littlestone.proofs_check.questions.arguments import algorithms
from littlestone.proofs_check.questions.evidence import Budget
from littlestone.proofs_check.questions.universes import Box, Question
from littlestone.spec.algebra.circuit import FALSE, TRUE
from littlestone.spec.algebra.reals import exp, ln
from littlestone.spec.bgs21 import section2_privacy, section3_proof
from littlestone.spec.claim import CLAIMS
from littlestone.spec.dp import composition_theory, privacy_theory
from littlestone.spec.learning.mechanisms import gaussian_delta, gaussian_deviation, stable_histogram_threshold
from littlestone.spec.learning.privacy import PrivacyParameterError, SampleError, exact_privacy
from littlestone.spec.learning.randomness import ParameterError, Randomness

STATED = (privacy_theory, composition_theory, section2_privacy)
STEPS: Mapping[str, Mapping[str, int]] = {
    "DP.gaussian": {"i": 3, "j": 4},
    "DP.exponential": {"n": 0, "k": 2, "j": 1},
    "DP.noisy_max": {"n": 0, "k": 2, "j": 0},
    "DP.noisy_max.monotone": {"n": 0, "k": 1, "j": 0},
    "DP.above_threshold": {"n": 0, "k": 2, "j": 0},
    "DP.subsampling.replacement": {"m": 0, "i": 0, "j": 0},
    "DP.composition.advanced": {"k": 3, "i": 1, "j": 2},
    "DP.zcdp.approximate": {"k": 2, "i": 1, "j": 2},
    "BGS21.D2.1": {"m": 0, "j": 1},
    "BGS21.D2.2": {"m": 2, "j": 1},
    "BGS21.L2.3": {"m": 0, "j": 1},
    "BGS21.C3.2": {"m": 0, "j": 1},
}
IDS = [id for id, claim in CLAIMS.items() if claim.formula.__module__ in {module.__name__ for module in STATED}]
IDS += [claim.id for claim in CLAIMS.values() if claim.formula is section3_proof.parallel_composition_keeps_privacy]


def outcome(id: str, constants: Mapping[str, Any]) -> str:
    """The box prover's outcome on a small box."""
    claim = CLAIMS[id]
    least = {name: domain.least for name, domain in claim.domains.items() if hasattr(domain, "least")}
    box = Box({name: low + STEPS.get(id, {}).get(name, 1) for name, low in least.items()}, least)
    question, prover = Question(claim, constants, box), BoxProver()
    assert prover.supports(question, Budget()) is None
    return prover.run(question, Budget()).outcome


def test_every_kind_of_mechanism_is_claimed() -> None:
    assert len(IDS) == 30
    stated = {name for name in IMPLEMENTATIONS if name.startswith("DP.")} - {"DP.geometric.noise", "DP.postprocessing"}
    assert stated <= set(IDS)


# ---- Seeded faults


def with_half_the_noise(value: Any, sensitivity: Any, epsilon: Any, source: Randomness) -> Any:
    return mech.laplace_mechanism(value, sensitivity, 2 * epsilon, source)


def geometric_with_half_the_noise(value: int, low: int, high: int, s: int, epsilon: Any, source: Randomness) -> int:
    return mech.truncated_geometric_mechanism(value, low, high, s, 2 * epsilon, source)


def exponential_without_the_half(scores: Any, sensitivity: Any, epsilon: Any, source: Randomness) -> int:
    return mech.exponential_mechanism(scores, sensitivity, 2 * epsilon, source)


def max_with_half_the_noise(scores: Any, sensitivity: Any, epsilon: Any, source: Randomness) -> int:
    return mech.report_noisy_max(scores, sensitivity, 2 * epsilon, source)


def threshold_with_noise_on_itself_only(answers: Any, t: Any, s: Any, epsilon: Any, source: Randomness) -> int | None:
    level = source.laplace(2 / epsilon) + t
    return next((i for i, answer in enumerate(answers) if answer >= level), None)


def histogram_with_threshold_zero(sample: Any, epsilon: Any, delta: Any, source: Randomness) -> Any:
    return tuple(sorted((row, sample.count(row)) for row in set(sample)))


def every_block_sees_everything(mechanisms: Any, sizes: Any) -> Any:
    return lambda sample, source: tuple(m(sample, source) for m in mechanisms)


def response_with_a_wrong_weight(row: int, categories: int, epsilon: Any, source: Randomness) -> int:
    return (row + source.choice([exp(epsilon) + 1, *[1] * (categories - 1)])) % categories


def first_rows(mechanism: Any, m: int) -> Any:
    """No subsampling: always the same rows."""
    return lambda sample, source: mechanism(tuple(sample[:m]), source)


def peeking_kernel(mechanism: Any, kernel: Any) -> Any:
    """Post-processing that sees the data."""
    return lambda row, source: (mechanism(row, source), row)


FAULTS: list[tuple[str, str, Callable[..., Any], Mapping[str, int]]] = [
    ("DP.laplace", "mechanism", with_half_the_noise, {"n": 1, "j": 1}),
    ("DP.geometric", "mechanism", geometric_with_half_the_noise, {"n": 1, "j": 1}),
    ("DP.exponential", "mechanism", exponential_without_the_half, {"n": 1, "k": 3, "j": 1}),
    ("DP.noisy_max", "mechanism", max_with_half_the_noise, {"n": 1, "k": 3, "j": 1}),
    ("DP.above_threshold", "mechanism", threshold_with_noise_on_itself_only, {"n": 1, "k": 2, "j": 1}),
    ("DP.histogram", "mechanism", histogram_with_threshold_zero, {"n": 1, "i": 1, "j": 1}),
    ("DP.randomized_response", "respond", response_with_a_wrong_weight, {"k": 1, "j": 1}),
    ("DP.subsampling", "subsampled", first_rows, {"m": 1, "i": 1, "j": 1}),
    ("BGS21.L2.3", "post_processed", peeking_kernel, {"m": 1, "j": 1}),
    ("BGS21.C3.2", "parallel", every_block_sees_everything, {"m": 2, "j": 1}),
]


@pytest.mark.parametrize(("id", "name", "faulty", "point"), FAULTS)
def test_a_seeded_fault_is_refuted(id: str, name: str, faulty: Callable[..., Any], point: Mapping[str, int]) -> None:
    claim = CLAIMS[id]
    right = {**point, **algorithms(claim)}
    assert claim.state(right).conclusion is TRUE
    assert claim.state({**right, name: faulty}).conclusion is FALSE


def test_a_split_that_depends_on_the_data_is_caught() -> None:
    def noisy_size(block: tuple[int, ...], source: Randomness) -> int:
        return mech.truncated_geometric_mechanism(len(block) + sum(block), 0, 4, 1, ln(2), source)

    def by_value(sample: tuple[int, ...], source: Randomness) -> tuple[int, ...]:
        return tuple(noisy_size(tuple(row for row in sample if row == value), source) for value in (0, 1))

    by_position = exact_privacy(lambda S: law(mech.parallel([noisy_size] * 2, (1, 1)), S), (0, 1), 2)
    assert by_position.is_private(ln(2)) is TRUE
    found = exact_privacy(lambda S: law(by_value, S), (0, 1), 2)
    assert found.is_private(ln(2)) is FALSE
    assert found.ratio == 8


def test_noisy_max_with_the_noise_for_counts_is_not_private_when_a_row_is_replaced() -> None:
    def mechanism(sample: Any) -> Any:
        return law(mech.report_noisy_max, [sum(row[i] for row in sample) for i in range(3)], Fraction(1, 2), ln(4))

    found = exact_privacy(mechanism, [(1, 0, 0), (0, 1, 1)], 1)
    assert found.is_private(ln(4)) is FALSE
    assert found.is_private(2 * ln(4)) is TRUE
    assert found.worst(ln(4)).pair in ((((1, 0, 0),), ((0, 1, 1),)), (((0, 1, 1),), ((1, 0, 0),)))


def test_gaussian_noise_is_calibrated() -> None:
    deviation = gaussian_deviation(1, Fraction(1, 2), Fraction(1, 10))
    assert bool(gaussian_delta(deviation, 1, Fraction(1, 2)) <= Fraction(1, 10))
    assert bool(gaussian_delta(deviation / 3, 1, Fraction(1, 2)) > Fraction(1, 10))


def test_the_histogram_threshold_is_the_least() -> None:
    assert stable_histogram_threshold(2 * ln(2), Fraction(1, 3)) == 2
    assert stable_histogram_threshold(2 * ln(2), Fraction(1, 4)) == 3
    assert law(mech.stable_histogram, ("a",), 2 * ln(2), Fraction(1, 3))[()] == Fraction(2, 3)


# ---- Running them


def test_composites_pass_the_sample_on() -> None:
    first = lambda sample, source: (len(sample), sum(sample))  # noqa: E731
    source = SeededSource(0)
    assert mech.parallel([first, first], (1, 2))((5, 6, 7, 8), source) == ((1, 5), (2, 13))
    assert mech.sequential([first, first])((5, 6), source) == ((2, 11), (2, 11))
    assert mech.adaptive(first, lambda sample, y, source: y[1] - sample[0])((5, 6), source) == ((2, 11), 6)
    assert mech.subsampled(first, 2)((1, 1, 1), source) == (2, 2)
    assert mech.resampled(first, 4)((1,), source) == (4, 4)
    assert mech.post_processed(first, lambda y, source: y[1])((5, 6), source) == 11


BAD: list[tuple[Callable[[Any], Any], type[Exception], str]] = [
    (lambda s: mech.laplace_mechanism(0, 1, 0, s), PrivacyParameterError, "epsilon = 0 .* positive"),
    (lambda s: mech.laplace_mechanism(0, 0, 1, s), ParameterError, "sensitivity = 0"),
    (lambda s: mech.exponential_mechanism([1], 1, -1, s), PrivacyParameterError, "epsilon = -1"),
    (lambda s: mech.exponential_mechanism([], 1, 1, s), ParameterError, "at least one"),
    (lambda s: mech.laplace_mechanism(0, 1, float("nan"), s), TypeError, "not exact"),
    (lambda s: mech.gaussian_mechanism(0, 1, 1, 0, s), PrivacyParameterError, "delta = 0"),
    (
        lambda s: mech.gaussian_mechanism(0, 1, 1, Fraction(3, 2), s),
        PrivacyParameterError,
        r"delta = 3/2 .* in \[0, 1\]",
    ),
    (lambda s: mech.randomized_response(0, 1, 1, s), ParameterError, "categories = 1"),
    (lambda s: mech.truncated_geometric_mechanism(0, 1, 0, 1, 1, s), ParameterError, "low = 1"),
    (lambda s: mech.report_noisy_max([], 1, 1, s), ParameterError, "number of scores = 0"),
    (lambda s: mech.stable_histogram((), 1, Fraction(1, 2), s), SampleError, "sample"),
    (lambda s: mech.stable_histogram((1,), 1, 0, s), PrivacyParameterError, "delta = 0"),
    (lambda s: mech.subsampled(len, 2)((1,), s), SampleError, "at least m = 2 rows"),
    (lambda s: mech.resampled(len, 2)((), s), SampleError, "not empty"),
    (lambda s: mech.parallel([len], (1, 1)), ParameterError, "as many as the mechanisms"),
    (lambda s: mech.parallel([len], (2,))((1,), s), SampleError, "at least 2 rows"),
]


@pytest.mark.parametrize(("run", "error", "message"), BAD)
def test_bad_input_is_refused(run: Callable[[Any], Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        run(SeededSource(0))

"""The sources of randomness against each other: exact laws, sampled frequencies, and seeded faults."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Any

import pytest

from littlestone.impl.extras import MissingExtra
from littlestone.impl.privacy.mechanisms import above_threshold, report_noisy_max
from littlestone.impl.randomness import sources
from littlestone.impl.randomness.enumeration import EnumeratingSource, TooManyBranches, UnhashableOutcome, branches, law
from littlestone.impl.randomness.noise import UnsupportedNoise
from littlestone.impl.randomness.sources import SecureSource, SeededSource, as_float, index
from littlestone.spec.algebra.reals import exp, ln
from littlestone.spec.learning.laws import Law, MassError, law_of, uniform_law
from littlestone.spec.learning.mechanisms import first_above, noisy_max_of_two
from littlestone.spec.learning.randomness import ParameterError, Randomness, WeightsError, checked_probability, exact

RUNS = 20_000
ROOT = exp(ln(2) / 2)


def distance(expected: Law[Any], outcomes: Counter[Any]) -> float:
    """The largest deviation of a frequency from its probability, in standard errors."""
    n = outcomes.total()
    probabilities = {y: as_float(w) for y, w in expected.items}
    assert set(outcomes) <= set(probabilities)
    errors = ((outcomes[y] / n - p) / math.sqrt(p * (1 - p) / n) for y, p in probabilities.items() if p < 1)
    return max(map(abs, errors), default=0.0)


def sampled(algorithm: Callable[[Any], Any], source: Randomness, runs: int = RUNS) -> Counter[Any]:
    return Counter(algorithm(source) for _ in range(runs))


def several_choices(source: Randomness) -> tuple[Any, ...]:
    if source.bernoulli(Fraction(1, 3)):
        return source.uniform(3), source.choice([1, ROOT, 0, 2])
    return source.exponential([0, -1, 2], ln(2)), source.shuffle(3)[0], source.subset(4, 2)


def noise_in_bounds(source: Randomness) -> int:
    return int(max(-2, min(3, source.geometric(Fraction(1, 2)))))


def noise_in_cells(source: Randomness) -> tuple[bool, bool]:
    noise = source.laplace(Fraction(3, 2)) + 1
    return noise > 0, noise <= Fraction(5, 2)


def normal_noise_in_cells(source: Randomness) -> tuple[bool, bool]:
    noise = source.gaussian(2) + 1
    return noise > 0, noise <= Fraction(5, 2)


def noisy_best(source: Randomness) -> int:
    return report_noisy_max([0, 1, Fraction(1, 2), 1], 1, ln(4), source)


def first_noisily_above(source: Randomness) -> int | None:
    return above_threshold([0, 1, 2], Fraction(3, 2), 1, 2 * ln(4), source)


def a_split_of_counts(source: Randomness) -> tuple[Any, ...]:
    first = source.hypergeometric((2, 3, 0, 1), 3)
    return first, source.hypergeometric(first, 1)


ALGORITHMS = [
    a_split_of_counts,
    several_choices,
    noise_in_bounds,
    noise_in_cells,
    normal_noise_in_cells,
    noisy_best,
    first_noisily_above,
]


# ---- One algorithm, two semantics


@pytest.mark.slow
@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_sampling_and_enumerating_agree(algorithm: Callable[[Any], Any]) -> None:
    assert distance(law(algorithm), sampled(algorithm, SeededSource(5))) < 4.5


def test_a_biased_source_is_caught() -> None:
    class Biased(SeededSource):
        def bernoulli(self, p: Any) -> Any:
            return super().bernoulli(p * Fraction(3, 4))

    assert distance(law(several_choices), sampled(several_choices, Biased(5))) > 6


def test_half_the_noise_is_caught() -> None:
    class Quiet(SeededSource):
        def laplace(self, scale: Any) -> Any:
            return super().laplace(scale) / 2

    assert distance(law(noise_in_cells), sampled(noise_in_cells, Quiet(5))) > 6


def test_the_seed_decides_the_run() -> None:
    runs = [[several_choices(SeededSource(seed)) for _ in range(3)] for seed in (1, 1)]
    assert runs[0] == runs[1]
    assert sampled(several_choices, SeededSource(1), 50) != sampled(several_choices, SeededSource(2), 50)


# ---- The enumerator


def test_a_law_is_rational_where_its_weights_are() -> None:
    found = law(lambda source: source.exponential([0, 1, 2], ln(4)))
    assert found == law_of({0: Fraction(1, 7), 1: Fraction(2, 7), 2: Fraction(4, 7)})
    assert found.is_rational
    assert law(lambda source: source.subset(4, 2)) == uniform_law([(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)])
    assert len(law(lambda source: source.shuffle(4)).support) == 24


def test_an_enumerator_that_drops_a_branch_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    advance = EnumeratingSource.advance
    monkeypatch.setattr(EnumeratingSource, "advance", lambda self: advance(self) and advance(self))
    with pytest.raises(MassError, match="total probability"):
        law(several_choices)


def test_report_noisy_max_of_two_has_its_closed_form() -> None:
    found = law(report_noisy_max, [Fraction(3, 2), 0], 1, ln(9))
    assert exact(noisy_max_of_two(Fraction(3, 2), 2 / ln(9))) != 0
    assert found == law_of({0: noisy_max_of_two(Fraction(3, 2), 2 / ln(9)), 1: found[1]})


def test_one_answer_below_the_threshold_has_its_closed_form() -> None:
    found = law(above_threshold, [0], 2, 1, ln(16))
    assert found == law_of({0: first_above(2, 2 / ln(16), 4 / ln(16)), None: found[None]})


def test_known_comparisons_do_not_branch_again() -> None:
    def asks_twice(source: Randomness) -> tuple[bool, ...]:
        x, y = source.laplace(1), source.laplace(1)
        return x <= 1, x <= 2, x > y, y < x, x + 1 > y

    outcomes = [outcome for outcome, _ in branches(asks_twice)]
    assert all(not a or b for a, b, *_ in outcomes)
    assert all(p == q and (not p or r) for *_, p, q, r in outcomes)


def test_integer_noise_is_exact() -> None:
    def facts(source: Randomness) -> tuple[bool, bool, bool]:
        z = source.geometric(Fraction(1, 3)) + 1
        return z == 1, z < Fraction(5, 2), z >= 0

    found = law(facts)
    assert found.probability(lambda y: y[0]) == Fraction(1, 2)
    assert found.probability(lambda y: not y[1]) == Fraction(1, 3) ** 2 * Fraction(3, 4)
    assert found.probability(lambda y: not y[2]) == Fraction(1, 3) ** 2 * Fraction(3, 4)


@pytest.mark.parametrize(
    ("operation", "message"),
    [
        (lambda s: s.laplace(1), "contains noise"),
        (lambda s: float(s.laplace(1)), "no float may decide"),
        (lambda s: bool(s.laplace(1)), "compare it with 0"),
        (lambda s: s.laplace(1) + s.laplace(1), "sum of two noises"),
        (lambda s: s.laplace(1) - s.laplace(1), "compare them with each other"),
        (lambda s: 2 * s.laplace(1), "multiple of noise"),
        (lambda s: abs(s.laplace(1)), "multiple of noise"),
        (lambda s: 1 - s.laplace(1), "symmetric"),
        (lambda s: s.laplace(1) == 0, "equality with noise"),
        (lambda s: int(s.geometric(Fraction(1, 2))), "clamp geometric noise"),
        (lambda s: s.gaussian(1) < s.gaussian(1), "use Laplace noise"),
        (lambda s: s.laplace(1) < s.laplace(ln(2)), "commensurable"),
    ],
)
def test_unsupported_noise_says_what_to_do(operation: Callable[[Any], Any], message: str) -> None:
    with pytest.raises(UnsupportedNoise, match=message):
        law(operation)


def test_a_cycle_of_comparisons_is_refused() -> None:
    def median(source: Randomness) -> bool:
        x, y, z = (source.laplace(1) for _ in range(3))
        return x < y and y < z and x + 1 < z

    with pytest.raises(UnsupportedNoise, match="tied through others"):
        law(median)


def test_outcomes_must_be_keys_and_branches_few(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(UnhashableOutcome, match="tuple or frozenset"):
        law(lambda source: [source.uniform(2)])
    monkeypatch.setattr("littlestone.impl.randomness.enumeration.MOST_BRANCHES", 10)
    with pytest.raises(TooManyBranches):
        law(lambda source: source.uniform(11))


# ---- Bad parameters

BAD: list[tuple[Callable[[Any], Any], type[Exception], str]] = [
    (lambda s: s.bernoulli(2), ParameterError, "p = 2 .* in "),
    (lambda s: s.uniform(0), ParameterError, "n = 0 .* at least 1"),
    (lambda s: s.choice([]), WeightsError, "positive somewhere"),
    (lambda s: s.choice([0, 0]), WeightsError, "positive somewhere"),
    (lambda s: s.choice([2, -1]), WeightsError, r"weights\[1\] = -1"),
    (lambda s: s.choice([1, float("nan")]), TypeError, "not exact"),
    (lambda s: s.exponential([1, 2], 0), ParameterError, "epsilon = 0"),
    (lambda s: s.exponential([], 1), ParameterError, "at least one"),
    (lambda s: s.exponential([0.5], 1), TypeError, "not exact"),
    (lambda s: s.laplace(0), ParameterError, "scale = 0"),
    (lambda s: s.gaussian(-1), ParameterError, "sigma = -1"),
    (lambda s: s.geometric(1), ParameterError, "alpha = 1"),
    (lambda s: s.subset(2, 3), ParameterError, "n - m = -1"),
    (lambda s: s.shuffle(-1), ParameterError, "n = -1"),
    (lambda s: s.hypergeometric((1, 2), 4), ParameterError, "draws = -1"),
    (lambda s: s.hypergeometric((1, -2), 0), ParameterError, r"counts\[1\] = -2"),
]


@pytest.mark.parametrize(
    "source", [SeededSource(0), EnumeratingSource(), SecureSource()], ids=["seeded", "law", "secure"]
)
@pytest.mark.parametrize(("ask", "error", "message"), BAD)
def test_bad_parameters_are_refused(
    source: Randomness, ask: Callable[[Any], Any], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        ask(source)


def test_counts_are_split_as_rows_are() -> None:
    def of_rows(source: Randomness) -> tuple[int, ...]:
        taken = [(0, 0, 1, 2, 2)[i] for i in source.subset(5, 3)]
        return tuple(taken.count(kind) for kind in range(3))

    assert law(lambda source: source.hypergeometric((2, 1, 2), 3)) == law(of_rows)
    assert sum(SeededSource(1).hypergeometric((10**8, 5 * 10**8, 3), 10**7)) == 10**7


# ---- The secure source


@pytest.mark.slow
def test_secure_choices_have_their_law() -> None:
    for algorithm in (several_choices, a_split_of_counts):
        assert distance(law(algorithm), sampled(algorithm, SecureSource(), 4000)) < 6


def test_irrational_choices_draw_more_bits_until_decided() -> None:
    ones = (1 << 64) - 1
    weights = (ROOT, exact(2 - ROOT))
    first = int(2**63 * math.sqrt(2)) // 2**20
    assert index(weights, bits=lambda n: 0) == 0
    assert index(weights, bits=lambda n: ones) == 1
    assert index(weights, bits=lambda n: (first - 2) << 20) == 0
    assert index(weights, bits=lambda n: (first + 2) << 20) == 1


def test_noise_without_opendp_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> None:
        raise ImportError(name)

    sources._opendp.cache_clear()
    sources._sampler.cache_clear()
    monkeypatch.setattr(sources, "import_module", missing)
    with pytest.raises(MissingExtra, match=r"pip install 'littlestone\[secure\]'"):
        SecureSource().laplace(1)


@pytest.mark.parametrize("algorithm", [noise_in_bounds, noise_in_cells, normal_noise_in_cells, noisy_best])
def test_secure_noise_has_its_law(algorithm: Callable[[Any], Any]) -> None:
    pytest.importorskip("opendp")
    assert distance(law(algorithm), sampled(algorithm, SecureSource(), 2000)) < 6


def test_floats_are_refused_also_where_an_equal_fraction_was_taken() -> None:
    source = SeededSource(0)
    for ask in (source.bernoulli, source.laplace, source.geometric, source.gaussian, partial(checked_probability, "p")):
        ask(Fraction(1, 2))
        with pytest.raises(TypeError, match="not exact"):
            ask(0.5)  # type: ignore[arg-type]


def test_the_seeded_source_draws_from_as_many_integers_as_one_likes() -> None:
    source, n = SeededSource(4), 3 * 2**100
    drawn = [source.uniform(n) for _ in range(300)]
    assert all(0 <= z < n for z in drawn)
    assert [sum(i * 2**100 <= z < (i + 1) * 2**100 for z in drawn) for i in range(3)] == pytest.approx(
        [100] * 3, abs=40
    )

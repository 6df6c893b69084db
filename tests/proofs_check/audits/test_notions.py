"""Audits of rho, mu, Renyi divergences and trade-off curves: a claim that is kept is not refuted, a broken one is."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import jsonschema  # type: ignore[import-untyped]
import numpy as np
import pytest
from click.testing import CliRunner
from helpers.audit_schema import audit_schema
from helpers.nightly import nightly
from scipy.special import ndtr, ndtri

from littlestone.impl.privacy.mechanisms import randomized_response
from littlestone.impl.privacy.renyi import delta_of_rho
from littlestone.impl.privacy.trade_offs import TradeOff
from littlestone.proofs_check.audits.answers.audit_data import audit_data
from littlestone.proofs_check.audits.answers.audit_page import audit_page, claimed_deltas, claimed_misses
from littlestone.proofs_check.audits.answers.audit_text import audit_text
from littlestone.proofs_check.audits.answers.six_lines import verdict_line
from littlestone.proofs_check.audits.auditing import audit
from littlestone.proofs_check.audits.onerun import Guessed
from littlestone.proofs_check.audits.subjects.given_curves import given_curve
from littlestone.proofs_check.audits.subjects.notions import Concentrated, Gaussian, Notion, Renyi
from littlestone.proofs_check.audits.subjects.results import AuditResult
from littlestone.proofs_check.bad_input import BadInput
from littlestone.proofs_check.command_line.main import main
from littlestone.proofs_check.statistics.one_run import one_run_bound
from littlestone.spec.algebra.reals import ln
from littlestone.spec.learning.randomness import is_true

PAIR = ([(0, 0), (1, 1)], [(0, 0), (1, 0)])
RATIO_3 = [(0, 1), ("1/4", "1/4"), (1, 0)]  # what ln(3)-privacy keeps, and randomised response attains
BELOW_IT = [(0, 1), ("1/4", "1/5"), (1, 0)]
ABOVE_IT = [(0, 1), ("1/4", "1/3"), (1, 0)]
MU = 2 * float(ndtri(0.75))  # of randomised response with epsilon ln 3
NONE, ONE = Fraction(0), Fraction(1)


def response(sample: Any, source: Any) -> Any:
    return tuple(randomized_response(y, 2, ln(3), source) for _, y in sample)


def stores(sample: Any, source: Any) -> Any:
    return sample[0][1]


def noisy(scale: float) -> Any:
    """A count with normal noise of this deviation, on a grid that hides the digits."""

    def mechanism(dataset: Any, n_draws: int, rng: Any) -> Any:
        noise = rng.normal(scale=scale, size=n_draws)
        return np.round(64 * (sum(label for _, label in dataset) + noise)) / 64

    return mechanism


def normal_curve(alarms: float) -> float:
    return float(ndtr(ndtri(1 - alarms) - 1))


def exactly(target: Any = response, **claim: Any) -> AuditResult:
    return audit(target, instance="thresholds:2", rows=1, mode="exact", **claim)


# ---- Exactly


@pytest.mark.parametrize(
    ("claim", "line"),
    [
        ({"mu": MU * (1 + 1e-9)}, "mu exactly 1.3489... <= 1.3489"),
        ({"mu": MU * (1 - 1e-9)}, "LEAK: mu exactly 1.3489795..."),
        ({"renyi": "2,0.9"}, "Renyi divergence of order 2 exactly 0.8472... <= 0.9"),
        ({"renyi": (2, 0.8)}, "LEAK: Renyi divergence of order 2 exactly 0.8472... > 0.8 claimed"),
        ({"tradeoff": RATIO_3}, "excess over the trade-off curve exactly 0.0000 <= 0"),
        ({"tradeoff": BELOW_IT}, "excess over the trade-off curve exactly 0.0000 <= 0"),
        ({"tradeoff": ABOVE_IT}, "LEAK: excess over the trade-off curve exactly 0.0833... > 0 claimed"),
        (
            {"tradeoff": lambda a: max(0.0, 1 - 4 * a, (1 - a) / 4)},
            "excess over the trade-off curve exactly 0.0000 <= 0",
        ),
        (
            {"tradeoff": lambda a: max(0.0, 1 - 2 * a, (1 - a) / 2)},
            "LEAK: excess over the trade-off curve exactly 0.24",
        ),
        ({"rho": 0.55, "epsilon": "ln(3)"}, "exactly ln(3) = 1.09... <= ln(3), rho exactly 0.5493... <= 0.55"),
        ({"rho": 0.5, "epsilon": "ln(3)"}, "LEAK: rho exactly 0.5493... > 0.5 claimed"),
        ({"epsilon": "ln(3)", "mu": 1}, "LEAK: mu exactly 1.3489"),
        ({"epsilon": 1, "mu": 2}, "LEAK: exactly ln(3) = 1.09... > 1 claimed"),
    ],
)
def test_exact_verdicts(claim: dict[str, Any], line: str) -> None:
    result = exactly(**claim)
    assert verdict_line(result).startswith(line)
    assert result.leaks == line.startswith("LEAK")
    assert result.event is not None and result.event.first == Fraction(3, 4)
    assert result.exact is not None and float(result.exact.rho.lower) == pytest.approx(float(np.log(3) / 2), rel=1e-11)
    jsonschema.validate(audit_data(result), audit_schema())
    assert all(key in result.command for key in claim)


@pytest.mark.parametrize(
    ("claim", "words"),
    [
        (
            {"tradeoff": lambda a: max(0.0, 1 - 3 * a, (1 - a) / 3)},
            "excess over the trade-off curve is too close to call",
        ),
        ({"rho": "1/2*ln(3)"}, "UNDECIDED: rho is too close to call; rho >="),
    ],
)
def test_what_is_too_close_to_call_is_undecided(claim: dict[str, Any], words: str) -> None:
    """Randomised response attains the curve between the places at which a function is asked."""
    result = exactly(**claim)
    assert result.verdict == "open" and words in verdict_line(result)


def test_every_exact_answer_has_the_divergences() -> None:
    result = exactly(epsilon="ln(3)")
    assert result.measures == () and "rho of concentrated privacy 0.549306, by the relative entropy" in audit_text(
        result
    )
    assert result.exact is not None
    second = next(point for point in result.exact.renyi if point.order == 2)
    assert second.divergence == pytest.approx(float(np.log(27 / 12 + 1 / 12)), rel=1e-9)


@pytest.mark.parametrize(
    "claim", [{"rho": 10}, {"mu": 50}, {"renyi": "2,1000"}, {"tradeoff": [(0, 1), ("1/9", 0), (1, 0)]}]
)
def test_a_row_that_is_given_away_breaks_every_notion(claim: dict[str, Any]) -> None:
    result = exactly(stores, **claim)
    assert result.verdict == "exact_leak" and result.event is not None
    assert (result.event.first, result.event.second) == (1, 0)
    jsonschema.validate(audit_data(result), audit_schema())
    assert "claimed" in audit_page(result)


# ---- What claims imply


NOTIONS: list[Notion] = [Concentrated(Fraction(1, 2)), Gaussian(Fraction(1)), Renyi(Fraction(3), Fraction(1))]


@pytest.mark.parametrize("notion", [*NOTIONS, given_curve(RATIO_3), given_curve(normal_curve)])
def test_what_a_claim_implies_leads_back_to_it(notion: Notion) -> None:
    """No epsilon that it implies speaks against it, a larger one does; its two curves are each other's."""
    delta = notion.usual_delta
    epsilon = notion.epsilon(delta)
    assert isinstance(epsilon, Fraction) and epsilon > 0
    if not isinstance(notion, Gaussian):
        assert notion.from_epsilon(epsilon - Fraction(1, 1000), delta) <= notion.claimed
        assert notion.from_epsilon(epsilon + Fraction(1, 1000), delta) > notion.claimed
    for alarms in np.linspace(0, 1, 41):
        assert 1 - notion.misses(alarms) - np.exp(float(epsilon)) * alarms <= float(delta) * (1 + 1e-9) + 1e-12
    assert notion.misses(0.5) <= 0.5 and notion.misses(1.0) == pytest.approx(0, abs=1e-9)


def test_the_claimed_curves_are_those_of_normal_noise() -> None:
    result = exactly(mu=1)
    for alarms in (0.01, 0.3, 0.9):
        assert claimed_misses(result, alarms) == pytest.approx(normal_curve(alarms))
    assert claimed_deltas(result, [1.0]) == [pytest.approx(float(ndtr(-0.5) - np.e * ndtr(-1.5)), rel=1e-3)]
    both = exactly(mu=1, epsilon=1)
    assert claimed_misses(both, 0.01) == pytest.approx(1 - np.e * 0.01) and claimed_deltas(both, [1.0]) == [
        pytest.approx(0)
    ]


ONE_SIDED = [
    (0, 0.65),
    (1, 0),
]  # of either order of neighbours: then also what its inverse says, which gives nothing away


def test_what_is_claimed_of_both_orders_says_what_the_inverse_does() -> None:
    """So an event of 0.3 that one input alone gives is not too rare for the delta that is searched at."""
    claim = given_curve(ONE_SIDED)
    assert claim.curve.inverse == TradeOff(((Fraction(0), Fraction(1)), (Fraction(13, 20), Fraction(0)), (ONE, NONE)))
    assert claim.usual_delta < Fraction(1, 5) and claim.epsilon(Fraction(1, 10)) == Fraction("0.3255")
    assert claim.misses(0.0) == 1 and claim.misses(0.1) == pytest.approx(1 - 0.1 / 0.65) and claim.misses(0.9) > 0


# ---- From draws


@pytest.mark.slow
def test_an_event_that_one_input_alone_gives_breaks_a_curve_of_both_orders() -> None:
    def gives_away(vector: Any, n: int, rng: Any) -> Any:
        return (rng.random(n) < 0.3 * vector[0]).astype(float)

    found = audit(gives_away, tradeoff=ONE_SIDED, neighbours=[((1,), (0,))], budget=4000)
    assert found.verdict == "leaks" and float(found.measures[0].bound) > 0.1


@pytest.mark.slow
@pytest.mark.parametrize("claim", [{"rho": "1/2", "delta": 0.01}, *nightly([{"mu": 1}, {"tradeoff": normal_curve}])])
def test_draws_refute_halved_noise_and_not_noise_at_its_claim(claim: dict[str, Any]) -> None:
    kept, broken = (audit(noisy(scale), pairs=[PAIR], budget=3000, mode="blackbox", **claim) for scale in (1.0, 0.5))
    assert kept.verdict == "no_leak" and broken.verdict == "leaks"
    for result in (kept, broken):
        jsonschema.validate(audit_data(result), audit_schema())
    assert "trade-off curve" in audit_page(broken) and "at most, at 95%" in audit_page(broken)


@pytest.mark.slow
def test_the_error_is_shared_by_all_that_is_claimed() -> None:
    alone = audit(noisy(1), mu=1, pairs=[PAIR], budget=2000, mode="blackbox")
    shared = audit(
        noisy(1), mu=1, renyi="2,1", epsilon=9, delta=alone.delta, pairs=[PAIR], budget=2000, mode="blackbox"
    )
    assert len(shared.measures) == 2 and float(shared.measures[0].bound) < float(alone.measures[0].bound) < 1
    assert "mu >= " in verdict_line(shared) and "Renyi divergence of order 2 >= " in verdict_line(shared)


@pytest.mark.slow
@pytest.mark.nightly
def test_the_bands_hold() -> None:
    """In 12 audits of normal noise no band is beyond the truth at any of its points: each errs once in twenty."""
    errors = 0
    for seed in range(12):
        result = audit(noisy(1), mu=1, pairs=[PAIR], budget=1000, mode="blackbox", seed=seed)
        errors += any(p.most_misses < normal_curve(p.most_false_alarms) - 1e-12 for p in result.trade_off)
        errors += any(
            p.lower > ndtr(0.5 - p.epsilon) - np.exp(p.epsilon) * ndtr(-0.5 - p.epsilon) for p in result.curve
        )
    assert errors <= 3


@pytest.mark.parametrize("delta", [Fraction(0), Fraction(1, 1000)])
def test_one_run_bounds_rho_by_what_it_implies(delta: Fraction) -> None:
    found, small = Guessed(200, 200, 190, Fraction(1, 20)), delta or Fraction(1, 10**5)
    rho = found.number(Concentrated(ONE), delta)
    epsilon = Fraction(one_run_bound(200, 200, 190, small, Fraction(1, 20)))
    assert 0.1 < rho < epsilon and is_true(delta_of_rho(rho, epsilon) <= small)
    assert not is_true(delta_of_rho(rho * Fraction(1001, 1000), epsilon) <= small)
    assert Guessed(200, 200, 100, Fraction(1, 20)).number(Concentrated(ONE), delta) == 0


def test_one_run_bounds_every_notion() -> None:
    epsilon = Fraction(one_run_bound(200, 200, 190, Fraction(1, 10**5), Fraction(1, 20)))
    for notion in (Concentrated(ONE), Renyi(Fraction(50), Fraction(1)), given_curve(RATIO_3)):
        assert notion.from_epsilon(epsilon, Fraction(1, 10**5)) > 0
    assert given_curve(RATIO_3).from_epsilon(Fraction(1, 2), Fraction(1, 100)) == 0


# ---- From files and the command line


def test_curves_are_read(tmp_path: Path) -> None:
    table, listed, module = tmp_path / "f.csv", tmp_path / "f.json", tmp_path / "curves.py"
    table.write_text("false alarms,misses\n0,1\n1/4,0.25\n1,0\n")
    listed.write_text("[[0, 1], [0.25, 0.25], [1, 0]]")
    module.write_text("POINTS = [(0, 1), (0.25, 0.25), (1, 0)]\ndef f(a):\n    return max(1 - 3 * a, (1 - a) / 3)\n")
    expected = given_curve(RATIO_3).curve
    assert all(given_curve(str(name)).curve == expected for name in (table, listed, f"{module}:POINTS"))
    assert given_curve(f"{module}:f").curve.above


@pytest.mark.parametrize("text", ["1e999999999,1\n1,0\n", "0,1\n1e-999999999,1/2\n1,0\n"])
def test_numbers_of_too_many_digits_are_refused_unwritten(text: str, tmp_path: Path) -> None:
    table, listed = tmp_path / "f.csv", tmp_path / "f.json"
    table.write_text(text)
    listed.write_text(f"[[{text.strip().replace(chr(10), '],[').replace('1/2', '0.5')}]]")
    for name in (table, listed):
        with pytest.raises(BadInput):
            given_curve(str(name))


def test_the_command_line_takes_all_of_them(tmp_path: Path) -> None:
    file, curve = tmp_path / "mine.py", tmp_path / "f.csv"
    curve.write_text("0,1\n1/4,1/4\n1,0\n")
    file.write_text(
        "from littlestone.learners import ln, randomized_response\n"
        "def learn(sample, source):\n"
        "    return randomized_response(sample[0][1], 2, ln(3), source)\n"
    )
    words = ["audit", f"{file}:learn", "--class", "thresholds:2", "--rows", "1", "--mode", "exact"]
    beside = ["--mu", "1.4", "--renyi", "2,0.9", "--tradeoff", str(curve), "--rho", "0.6"]
    result = CliRunner().invoke(main, [*words, *beside])
    assert result.exit_code == 0 and result.output.startswith("rho exactly 0.5493... <= 0.6, mu exactly 1.3489")
    assert f"--mu 1.4 --renyi 2,0.9 --tradeoff {curve}" in result.output
    leak = CliRunner().invoke(main, [*words, "--mu", "1.3"])
    assert leak.exit_code == 1 and leak.output.startswith("LEAK: mu exactly 1.3489")


# ---- What is refused


BAD: list[tuple[Callable[[], Any], str]] = [
    (lambda: exactly(rho=-1), "rho"),
    (lambda: exactly(mu=0), "mu: 0 is not positive"),
    (lambda: exactly(renyi="2"), "is no order and divergence"),
    (lambda: exactly(renyi="1,2"), "the order 1 is not from"),
    (lambda: exactly(renyi=(1 + Fraction(1, 10**20), 2)), "is not from"),
    (lambda: exactly(renyi="1e10,2"), "is not from"),
    (lambda: exactly(renyi="2,x"), "is no number"),
    (lambda: exactly(tradeoff=[(0, 1)]), "rise from 0 to 1"),
    (lambda: exactly(tradeoff=[(0, 1), (1, 1)]), "from 0 to 1 - false alarms"),
    (lambda: exactly(tradeoff=[(0, 1, 2), (1, 0)]), "no pair of numbers"),
    (lambda: exactly(tradeoff=lambda a: a), "is no trade-off curve"),
    (lambda: exactly(tradeoff=lambda a: float("nan")), "at false alarms 0, gave nan"),
    (lambda: exactly(tradeoff=lambda a: {}[a]), "tradeoff: the function, at false alarms 0, raised KeyError"),
    (lambda: exactly(tradeoff=lambda a: 0), "0 everywhere, so it claims nothing"),
    (lambda: exactly(tradeoff=[(0, 0), (1, 0)]), "0 everywhere, so it claims nothing"),
    (lambda: exactly(mu=100), "mu 100: the epsilon .* too large"),
    (lambda: exactly(mu=1e200), "mu .* too large"),
    (lambda: exactly(tradeoff="nowhere.csv"), "cannot be read"),
    (lambda: exactly(tradeoff=[(0, "1/2"), ("1/2", 0), (1, 0)], delta=0.1), "implies no epsilon at delta 0.1"),
]


@pytest.mark.parametrize(("run", "words"), BAD)
def test_bad_claims_are_refused(run: Callable[[], Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        run()

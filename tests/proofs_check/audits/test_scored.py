"""Scores computed elsewhere: the bound rarely exceeds the truth, and what breaks its assumptions is refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import jsonschema  # type: ignore[import-untyped]
import numpy as np
import pytest
from click.testing import CliRunner
from helpers.audit_schema import audit_schema

from littlestone.impl.privacy.guarantees import ADD_REMOVE
from littlestone.proofs_check.audits.scored import audit_scores
from littlestone.proofs_check.bad_input import BadInput
from littlestone.proofs_check.command_line.main import main
from littlestone.proofs_check.statistics.one_run import one_run_mu

Arrays = tuple[Any, Any]
MOST_WRONG = 24  # of 200 audits that err with probability 5% each, more than this with probability 1 in 20,000
CSV = "run,canary,in,score\n0,a,1,0.5\n0,b,0,-1\n1,a,0,2\n1,b,1,1\n"


def randomised_response(epsilon: float, runs: int, canaries: int, seed: int) -> Arrays:
    """Scores of 1 or 0 that are right with the odds e^epsilon."""
    rng = np.random.default_rng(seed)
    coins = rng.integers(2, size=(runs, canaries))
    right = rng.random(coins.shape) < np.exp(epsilon) / (1 + np.exp(epsilon))
    return np.where(right, coins, 1 - coins), coins


def normal_scores(mu: float, runs: int, canaries: int, seed: int) -> Arrays:
    rng = np.random.default_rng(seed)
    coins = rng.integers(2, size=(runs, canaries))
    return rng.normal(size=coins.shape) + mu * coins, coins


@pytest.mark.slow
@pytest.mark.parametrize(("runs", "canaries"), [(1, 400), (4, 100), (100, 2)])
def test_private_scores_rarely_seem_to_leak(runs: int, canaries: int) -> None:
    bounds = [
        audit_scores(*randomised_response(1, runs, canaries, seed), epsilon=1, seed=seed).bound for seed in range(200)
    ]
    assert sum(bound > 1 for bound in bounds) <= MOST_WRONG  # type: ignore[operator]
    assert canaries == 2 or sorted(bounds)[100] > 0.5  # type: ignore[type-var,operator]


@pytest.mark.slow
def test_scores_of_nothing_rarely_leak_at_any_delta() -> None:
    for delta in ("0", "1e-3"):
        found = [audit_scores(*normal_scores(0, 2, 150, seed), epsilon="0.01", delta=delta) for seed in range(200)]
        assert sum(one.leaks for one in found) <= MOST_WRONG


def test_the_order_of_equal_scores_tells_nothing() -> None:
    """A file sorted by who was in, with scores that are all the same."""
    coins = np.arange(1000) < 500
    assert audit_scores(np.zeros(1000), coins, epsilon=0, seed=3).bound < 0.4  # type: ignore[operator]
    assert audit_scores(np.zeros(1000), ~coins, epsilon=0, seed=3).bound < 0.4  # type: ignore[operator]


def test_few_sure_guesses_show_more_than_many() -> None:
    """One canary in 16 is told for sure, the others not at all."""
    rng = np.random.default_rng(0)
    coins = rng.integers(2, size=1600)
    scores = np.where(np.arange(1600) < 100, 100 * (2 * coins - 1), 0) + rng.normal(size=1600)
    found = audit_scores(scores, coins, epsilon=1)
    assert found.one_run is not None and found.one_run.guesses == 100 and found.bound > 2.5  # type: ignore[operator]


def test_a_claim_of_rho_is_held_too() -> None:
    scores = normal_scores(2, 3, 400, 0)
    leak = audit_scores(*scores, rho="0.05")
    assert leak.verdict == "leaks" and leak.implied and leak.measures[0].bound > 0.05
    kept = audit_scores(*scores, rho="0.3")
    assert kept.power is not None and kept.power.of == "rho" and kept.power.least > 0.3  # type: ignore[operator]
    both = audit_scores(*scores, epsilon=5, delta=1e-5, rho="0.05")
    assert both.measures[0].bound < leak.measures[0].bound and both.measures[0].bound > 0  # half of the error
    assert both.verdict == "leaks" and "--" not in both.command


@pytest.mark.parametrize(
    ("broken", "kept", "name"),
    [
        ({"mu": "0.3"}, {"mu": 2}, "mu"),
        ({"renyi": "16,0.05"}, {"renyi": "16,3"}, "Renyi divergence of order 16"),
        (
            {"tradeoff": [(0, 1), (1, 0)]},
            {"tradeoff": [(0, 1), ("0.02", "0.02"), (1, 0)]},
            "excess over the trade-off curve",
        ),
    ],
)
def test_other_notions_are_held_too(broken: Any, kept: Any, name: str) -> None:
    scores = normal_scores(2, 3, 400, 0)
    leak, fine = audit_scores(*scores, **broken), audit_scores(*scores, **kept)
    assert leak.verdict == "leaks" and leak.measures[0].notion.name == name and leak.power is None
    assert fine.verdict == "no_leak" and fine.implied and fine.power is not None and fine.power.of == name
    assert fine.power.least is None or fine.power.least > fine.measures[0].notion.claimed
    assert f"{next(iter(kept))}=" in fine.command and fine.relation == ADD_REMOVE


def test_no_leak_comes_with_its_power() -> None:
    found = audit_scores(*normal_scores(0, 1, 400, 0), epsilon=1)
    assert found.verdict == "no_leak" and found.power is not None
    least = found.power.least
    assert least is not None and 1 < least < 2
    seen = [audit_scores(*randomised_response(least, 1, 400, seed), epsilon=1).leaks for seed in range(60)]
    assert 38 <= sum(seen) <= 58  # 48 are expected; each side is missed once in 1000
    assert audit_scores(*normal_scores(0, 1, 4, 0), epsilon=1).power.least is None  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda r: (r.normal(size=200), np.ones(200)), "which no fair coins do"),
        (lambda r: (r.normal(size=200), r.random(200) < 0.2), "which no fair coins do"),
        (
            lambda r: (r.normal(size=(2, 40)), np.tile(r.integers(2, size=40), (2, 1))),
            "the same canaries in, or opposite",
        ),
        (lambda r: (r.normal(size=(2, 40)), np.stack([c := r.integers(2, size=40), 1 - c])), "or opposite ones"),
        (lambda r: (r.normal(size=(8, 40)), _balanced(r, 8, 40).T), "exactly half of its canaries"),
        (lambda r: (r.normal(size=(8, 40)), _balanced(r, 40, 8)), "in exactly half of the runs"),
        (lambda r: (r.normal(size=9), r.integers(2, size=8)), "shape"),
        (lambda r: (np.full(8, np.nan), r.integers(2, size=8)), "are nan"),
        (lambda r: (r.normal(size=8), np.full(8, 2)), "other values than 0 and 1"),
        (lambda r: (["a"], [1]), "no arrays of numbers"),
        (lambda r: (r.normal(size=(1, 0, 60)), r.integers(2, size=(1, 60))), "shape"),
        (lambda r: (r.normal(size=8) + 1j, r.integers(2, size=8)), "complex or masked"),
        (lambda r: (np.ma.masked_less(r.normal(size=8), 0), r.integers(2, size=8)), "complex or masked"),
        (lambda r: ("scores.csv", r.integers(2, size=8)), "beside a file"),
        (lambda r: (r.normal(size=8), None), "is not given"),
    ],
)
def test_coins_that_were_not_drawn_are_refused(make: Callable[[Any], Arrays], words: str) -> None:
    with pytest.raises(BadInput, match=words):
        audit_scores(*make(np.random.default_rng(0)), epsilon=1)


def _balanced(rng: Any, count: int, width: int) -> Any:
    """Columns of shape (width, count) that are half ones each."""
    return np.stack([rng.permutation(np.arange(width) % 2) for _ in range(count)], axis=1)


# ---- Files


def asked(file: Path, *words: str) -> Any:
    return CliRunner().invoke(main, ["audit", "--scores", str(file), *words], catch_exceptions=False)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "no column in and no column score"),
        ("run,canary,in,scores\n0,a,1,1\n", "no column score"),
        ("run,canary,in,score,score\n0,a,1,1,2\n", "a column is named twice"),
        ("Step,Canary,in,score\n0,a,1,1\n", "column 'Step'; known are run, step, canary, in, score"),
        ("in,score\n", "has no rows"),
        ("in,score\n1\n", "line 2: it does not have 2 entries"),
        ("in,score\n1,2,3\n", "line 2: it does not have 2 entries"),
        ("in,score\n1,0.5\nyes,1\n", "line 3: in is 'yes'"),
        ("in,score\n1,high\n", "line 2: the score 'high' is no number"),
        ("in,score\n1,nan\n", "is no number"),
        (CSV + "1,b,1,3\n", "line 6: canary b of run 1 is there twice"),
    ],
)
def test_a_malformed_file_exits_with_2(text: str, words: str, tmp_path: Path) -> None:
    (tmp_path / "scores.csv").write_text(text)
    found = asked(tmp_path / "scores.csv", "--epsilon", "1")
    assert found.exit_code == 2 and words in found.stderr and found.stdout == ""


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ([], "it declares none"),
        (["--epsilon", "1", "--class", "thresholds:3"], "--class is given too"),
        (["learner.py:learn", "--epsilon", "1"], "TARGET is given too"),
        (["--epsilon", "1", "--relation", "replace-one"], "--relation is given too"),
        (["--epsilon", "1", "--delta", "2"], "outside"),
        (["--steps", "10"], "without their noise"),
    ],
)
def test_options_that_make_no_sense_exit_with_2(options: list[str], words: str, tmp_path: Path) -> None:
    (tmp_path / "scores.csv").write_text(CSV)
    found = asked(tmp_path / "scores.csv", *options)
    assert found.exit_code == 2 and words in found.stderr


def test_a_missing_file_and_no_target_exit_with_2(tmp_path: Path) -> None:
    found = asked(tmp_path / "none.csv", "--epsilon", "1")
    assert found.exit_code == 2 and "none.csv: there is no such file" in found.stderr
    nothing = CliRunner().invoke(main, ["audit", "--epsilon", "1"])
    assert nothing.exit_code == 2 and "TARGET" in nothing.stderr


def test_a_file_says_what_its_arrays_say(tmp_path: Path) -> None:
    scores, coins = normal_scores(2, 2, 200, 5)
    rows = [f"{r},{c:03},{coins[r, c]},{float(scores[r, c])!r}" for c in range(200) for r in range(2)]
    (tmp_path / "scores.csv").write_text("\n".join(["run,canary,in,score", *rows]) + "\n")
    found = asked(tmp_path / "scores.csv", "--epsilon", "1", "--format", "json")
    data = json.loads(found.stdout)
    jsonschema.validate(data, audit_schema())
    arrays = audit_scores(scores, coins, epsilon=1)
    assert found.exit_code == 1 and data["bound"]["value"] == arrays.bound
    assert data["kind"] == "scores" and data["command"].startswith("littlestone audit --scores")


@pytest.mark.parametrize("canaries", [1, 2, 5])
def test_a_leak_is_seen_in_many_runs_of_few_canaries(canaries: int) -> None:
    coins = np.random.default_rng(3).integers(0, 2, (1000 // canaries, canaries))
    found = audit_scores(coins.astype(float), coins, epsilon=2)
    assert found.leaks and found.bound > 3
    nothing = audit_scores(np.zeros(coins.shape), coins, epsilon=0)
    assert nothing.verdict == "open"


@pytest.mark.parametrize("score", [0.0, np.inf])
def test_scores_that_are_all_the_same_decide_nothing(score: float) -> None:
    coins = np.random.default_rng(3).integers(0, 2, (2, 200))
    found = audit_scores(np.full((2, 3, 200), score), coins, epsilon=1)
    lines = str(found).splitlines()
    assert lines[0].startswith("UNDECIDED: all scores that are compared are the same") and found.power is None
    assert lines[4] == "do: score each canary by how likely it was in"
    varied = np.arange(3)[:, None] + np.zeros((2, 3, 200))  # by its step alone, which tells no canary from another
    assert audit_scores(varied, coins, epsilon=1).verdict == "open"


@pytest.mark.parametrize(("canaries", "verdict"), [(400, "no_leak"), (4, "open")])
def test_advice_for_scores_names_no_option_of_runs(canaries: int, verdict: str) -> None:
    found = audit_scores(*normal_scores(0, 1, canaries, 0), epsilon=1)
    advice = str(found).splitlines()[4]
    assert found.verdict == verdict and "more canaries or runs" in advice and "--" not in advice


@pytest.mark.parametrize("opposite", [False, True])
def test_a_canary_that_is_there_twice_is_refused(opposite: bool) -> None:
    rng = np.random.default_rng(4)
    coins = rng.integers(0, 2, (60, 20))
    coins[:, 7] = 1 - coins[:, 3] if opposite else coins[:, 3]
    with pytest.raises(BadInput, match="two canaries are in in the same runs"):
        audit_scores(rng.random(coins.shape), coins, epsilon=1)


def test_of_a_single_guess_mu_is_known() -> None:
    """It is right with probability at most Phi(mu / 2), which is 0.8 at 1.6832."""
    assert float(one_run_mu(1, 1, 1, Fraction(4, 5))) == pytest.approx(1.6832, rel=2e-3)


def test_mu_of_scores_is_shown_by_the_curve_and_not_by_one_point_of_it() -> None:
    rng = np.random.default_rng(0)
    coins = rng.integers(2, size=1000)
    scores = rng.normal(size=1000) + coins
    found = audit_scores(scores, coins, mu=0.3)
    assert found.leaks and found.one_run is not None and found.one_run.correct < found.one_run.guesses
    # By (epsilon, delta) at 1e-5 it would be 0.44
    assert 1 > found.measures[0].bound > 0.6 and "mu >= 0.6" in str(found).splitlines()[0]


@pytest.mark.parametrize(("guesses", "correct"), [(100, 50), (100, 0), (0, 0)])
def test_guesses_like_those_of_coins_show_no_mu(guesses: int, correct: int) -> None:
    assert one_run_mu(100, guesses, correct, Fraction(1, 20)) == 0

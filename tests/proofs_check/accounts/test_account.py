"""Accountants compared: faults that were published are found, by exact curves alone, and sound ones are not blamed."""

from __future__ import annotations

from math import exp, inf, log, log1p, sqrt
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from scipy.special import ndtr

from littlestone.impl.privacy.accounting import Step, composition_epsilons, epsilon_at, exact_curve
from littlestone.impl.privacy.guarantees import ADD_REMOVE, REPLACE_ONE
from littlestone.proofs_check.accounts import comparison
from littlestone.proofs_check.accounts.comparison import EXACT, LEAST, LIBRARY, compared, exit_code, read_steps
from littlestone.proofs_check.bad_input import BadInput
from littlestone.proofs_check.command_line.main import main

MINE = """
def half(steps, delta):
    return 0.5

def sound(steps, delta):
    return 100

def broken(steps, delta):
    raise ValueError("no such steps")
"""


def gaussian_epsilon(mu: float, delta: float) -> float:
    """Of normal variables so far apart."""
    return epsilon_at(lambda e: float(ndtr(mu / 2 - e / mu) - exp(e) * ndtr(-mu / 2 - e / mu)), delta)


# ---- Faults that were published


def classical_noise(steps: Any, delta: float) -> float:
    """sigma = sqrt(2 ln(1.25 / delta)) / epsilon beyond epsilon 1, where it does not hold (Balle and Wang 2018)."""
    return sqrt(2 * log(1.25 / delta) * sum(step.count / step.size**2 for step in steps))


def central_limit(steps: Any, delta: float) -> float:
    """mu = q sqrt(T (e^(1/sigma^2) - 1)) of sampled steps (Bu et al. 2020), too little (Gopi et al. 2021)."""
    (one,) = steps
    return gaussian_epsilon(one.rate * sqrt(one.count * (exp(1 / one.size**2) - 1)), delta)


def rows_added_alone(steps: Any, delta: float) -> float:
    """Of a row that is added, and not of one that is removed (Lebeda, Regehr, Kamath and Steinke 2024)."""
    (one,) = steps
    q, s = one.rate, one.size

    def added(e: float) -> float:
        if exp(-e) <= 1 - q:
            return 0.0
        at = s**2 * log((exp(-e) - 1 + q) / q) + 0.5
        return float(ndtr(at / s) - exp(e) * ((1 - q) * ndtr(at / s) + q * ndtr((at - 1) / s)))

    return epsilon_at(added, delta)


@pytest.mark.parametrize(
    ("fault", "steps"),
    [(classical_noise, "gaussian:1*9"), (central_limit, "gaussian:0.8@0.01"), (rows_added_alone, "gaussian:1@0.1")],
)
def test_a_fault_that_was_published_is_found(fault: Any, steps: str) -> None:
    found = compared(read_steps([steps]), ADD_REMOVE, own={"theirs": fault})
    worst = found.too_little
    assert worst is not None and (worst.less, worst.more) == ("theirs", EXACT) and worst.share > 0.05


def test_a_row_replaced_is_not_a_row_added() -> None:
    def of_added(steps: Any, delta: float) -> float:
        return gaussian_epsilon(sqrt(sum(step.count for step in steps)) / steps[0].size, delta)

    steps = read_steps(["gaussian:4*4"])
    assert compared(steps, ADD_REMOVE, own={"mine": of_added}).too_little is None
    assert compared(steps, REPLACE_ONE, own={"mine": of_added}).too_little is not None


# ---- Exact curves


def test_responses_are_those_of_their_laws() -> None:
    curve, _ = exact_curve([Step("dp", log(3), 2)], ADD_REMOVE) or pytest.fail("it is known")
    assert curve(0.0) == pytest.approx(1 / 2) and curve(log(9)) == pytest.approx(0, abs=1e-12)
    assert curve(log(3)) == pytest.approx(9 / 16 - 3 / 16)


@pytest.mark.parametrize(
    ("word", "delta", "epsilon"),  # by mpmath with 80 digits
    [
        ("dp:0.1*1000", 1e-20, 33.44120934085768),
        ("dp:0.1*1100", 1e-5, 18.94185795284903),
        ("dp:1,1e-17", 1e-18, inf),
        ("dp:0.5,1e-5", 1e-5, 0.5),
        ("gaussian:1e9", 1e-14, 3.92356140072e-9),
        ("gaussian:1@1e-10", 1e-12, 9.15320114889e-10),
        ("laplace:1e-7", 1e-10, 1e7 + 2 * log1p(-1e-10)),
    ],
)
def test_no_digits_are_lost(word: str, delta: float, epsilon: float) -> None:
    less = {"a hair less": lambda steps, delta: epsilon * (1 - 1e-7)}
    found = compared(read_steps([word]), ADD_REMOVE, (delta,), less)
    assert found.said[EXACT][0] == pytest.approx(epsilon, rel=1e-9, abs=0)
    assert (found.too_little is None) == (epsilon == inf)


@pytest.mark.parametrize(
    "words",
    ["gaussian:4*4", "gaussian:1@0.1", "laplace:2", "dp:0.5*10", "dp:0.5,1e-6*3 dp:0.2*4", "gaussian:1 gaussian:3*2"],
)
def test_they_agree_with_the_library(words: str) -> None:
    pytest.importorskip("dp_accounting")
    found = compared(read_steps(words.split()), ADD_REMOVE, (1e-2, 1e-5))
    assert found.largest is not None and found.largest.share < 1e-3 and found.too_little is None


def test_the_library_says_what_no_curve_does() -> None:
    pytest.importorskip("dp_accounting")
    steps = read_steps(["gaussian:1.1@0.01*100", "laplace:5"])
    found = compared(steps, ADD_REMOVE, (1e-5,), {"mine": lambda steps, delta: 0.1})
    assert list(found.said) == [LIBRARY, LEAST, "mine"] and found.too_little is not None
    assert found.said[LIBRARY] == composition_epsilons(steps, [1e-5])


def test_what_the_library_only_bounds_is_not_called_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    bounds = {True: (1.0,), False: (0.9,)}
    monkeypatch.setattr(comparison, "composition_epsilons", lambda *steps, pessimistic: bounds[pessimistic])
    for said, code, words in ((0.89, 1, "TOO LITTLE: "), (0.95, 4, "NOT DECIDED: "), (0.9995, 0, "NOBODY SAYS TOO")):
        found = compared(read_steps(["laplace:5*2"]), ADD_REMOVE, (1e-5,), {"mine": lambda *_, says=said: says})
        line = comparison.account_lines(found)[0]
        assert exit_code(found) == code and line.startswith(words) and line.endswith(f"({ADD_REMOVE})")
    assert "by more than 0.1%" in line
    monkeypatch.setattr(comparison, "composition_epsilons", lambda *steps, pessimistic: 1 // 0)
    assert "it failed, ZeroDivisionError" in compared(read_steps(["gaussian:4"]), ADD_REMOVE).missing[0]
    assert "not asked, as its grid" in compared(read_steps(["gaussian:0.02@0.5"]), ADD_REMOVE).missing[0]


@pytest.mark.parametrize(
    ("words", "delta", "said"),
    [
        ("dp:1", 0.4621171572600097, 2.22e-16),  # where the curve meets 0: 2.78e-16 by floats
        ("dp:0.5,1e-9 dp:0.5,1e-9", 1.999999999e-9, 1.0),  # all that is lost whatever epsilon: inf by floats
        ("laplace:2", 0.221199216928595, 0.0),
    ],
)
def test_nobody_is_blamed_for_the_noise_of_floats(words: str, delta: float, said: float) -> None:
    """Accounts that agree were told TOO LITTLE, by 20% and by 100%."""
    steps = read_steps(words.split())
    found = compared(steps, ADD_REMOVE, (delta,), {"mine": lambda *_: said})
    assert found.too_little is None and found.said[EXACT][0] != said
    assert "larger by 1e-09 of itself: it is rounding (" in comparison.account_lines(found)[0]
    less = compared(steps, ADD_REMOVE, (delta * (1 - 1e-6),), {"mine": lambda *_: said / 2})
    assert less.too_little is not None and less.too_little.less == "mine"


def test_a_delta_is_shown_as_it_is() -> None:
    shown = comparison.account_lines(compared(read_steps(["dp:1"]), ADD_REMOVE, (0.9999999, 1e-5)))
    assert [line.split()[0] for line in shown[3:5]] == ["0.9999999", "1e-05"]


# ---- The command


def run(folder: Path, *words: str) -> Result:
    (folder / "mine.py").write_text(MINE, encoding="utf-8")
    named = [str(folder / word) if word.startswith("mine.py") else word for word in words]
    return CliRunner().invoke(main, ["account", *named], catch_exceptions=False)


def test_the_command_says_who_says_too_little(tmp_path: Path) -> None:
    found = run(tmp_path, "gaussian:4*4", "--function", "mine.py:half", "--delta", "1e-5")
    assert found.exit_code == 1 and found.stdout.startswith("TOO LITTLE: ") and "mine.py:half says 0.5" in found.stdout
    assert "exact curve 1.99309, which is lost" in found.stdout.splitlines()[0]
    sound = run(tmp_path, "gaussian:4*4", "--function", "mine.py:sound")
    assert sound.exit_code == 0 and sound.stdout.startswith("NOBODY SAYS TOO LITTLE by more than 1e-06%: the largest ")


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["gauss:4"], "'gauss:4' is no step"),
        (["laplace:2@0.5"], "only gaussian steps are sampled"),
        (["gaussian:0"], "out of range"),
        (["gaussian:4*1" + 400 * "0"], "out of range"),
        (["gaussian:4", "--delta", "nan"], "nan is not between 0 and 1"),
        (["gaussian:4", "--function", "mine.py:broken"], "ValueError: no such steps"),
        (["gaussian:4", "--function", "mine.py:none"], "has no 'none'"),
    ],
)
def test_bad_input_is_said(words: list[str], problem: str, tmp_path: Path) -> None:
    found = run(tmp_path, *words)
    assert found.exit_code == 2 and problem in found.stderr


def test_one_alone_is_not_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "dp_accounting.pld.privacy_loss_distribution", None)
    found = CliRunner().invoke(main, ["account", "laplace:2*3"])
    assert found.exit_code == 4 and found.stdout.startswith("NOTHING TO COMPARE: nobody alone")
    assert "none is known of these steps" in found.stdout and "littlestone[accounting]" in found.stdout
    alone = {"mine": lambda steps, delta: 0.1, "theirs": lambda steps, delta: 5.0}
    unjudged = compared(read_steps(["laplace:2*3"]), ADD_REMOVE, own=alone)
    assert exit_code(unjudged) == 4 and "nobody to judge by" in comparison.account_lines(unjudged)[0]
    with pytest.raises(BadInput, match="beyond floats"):
        compared([Step("gaussian", 1e-200)], ADD_REMOVE)
    with pytest.raises(BadInput):
        read_steps(["dp:1,2"])

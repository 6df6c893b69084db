"""A claim for each step against the accountant's total: what it says, and what is refused."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import exp
from typing import Any

import numpy as np
import pytest

from littlestone.impl.extras import MissingExtra
from littlestone.impl.privacy import accounting
from littlestone.impl.privacy.guarantees import ADD_REMOVE, REPLACE_ONE, USER_LEVEL
from littlestone.proofs_check.audits.auditing import audit
from littlestone.proofs_check.audits.subjects.declared import Promise, promise_of
from littlestone.proofs_check.audits.subjects.instances import Pair, replaced
from littlestone.proofs_check.audits.subjects.notions import Curve
from littlestone.proofs_check.audits.subjects.relations import AS_GIVEN, accounted_relation
from littlestone.proofs_check.audits.subjects.targets import Target
from littlestone.proofs_check.bad_input import BadInput

STEPS = {"steps": 100, "sigma": 2, "sampling": "0.1"}
LABELS = ((0, 0), (1, 0)), ((0, 0), (1, 1))


def held_to(neighbours: str = REPLACE_ONE, **claim: Any) -> Promise:
    return promise_of(Target("mine", None, "mechanism"), accounted=neighbours, **claim)


@pytest.fixture
def accountant(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """An accountant that says 1.23456 and keeps what it was asked."""
    asked: dict[str, Any] = {}

    def total(deviation: float, delta: float, **others: Any) -> float:
        asked.update(deviation=deviation, delta=delta, **others)
        return float(asked.get("answer", 1.23456))

    def deltas(deviation: float, epsilons: Sequence[float], **others: Any) -> list[float]:
        return [0.4 * exp(-2 * epsilon) for epsilon in epsilons]

    monkeypatch.setattr(accounting, "subsampled_gaussian_epsilon", total)
    monkeypatch.setattr(accounting, "subsampled_gaussian_deltas", deltas)
    return asked


def test_the_whole_curve_is_the_claim(accountant: dict[str, Any]) -> None:
    found = held_to(ADD_REMOVE, **STEPS)
    (curve,) = found.notions
    assert found.implied and isinstance(curve, Curve)
    # The polygon is below the curve, by little: no more is claimed than the accountant says
    assert all(0 <= curve.curve.delta(Fraction(exp(e))) - 0.4 * exp(-2 * e) < 0.01 for e in (0.5, 1.0, 2.0))
    assert accountant["sampling"] == 0.1 and accountant["steps"] == 100 and accountant["neighbours"] == ADD_REMOVE
    assert found.notes[0] == (
        "100 steps of normal noise with deviation 2, each row in each with probability 0.1: "
        "dp-accounting gives epsilon 1.2346 at delta 1e-05 (add or remove one row); "
        "what is tested is their whole curve"
    )


@pytest.mark.parametrize(("neighbours", "mu"), [(ADD_REMOVE, Fraction(1, 2)), (REPLACE_ONE, Fraction(1))])
def test_steps_on_all_rows_are_normal_noise_and_need_no_accountant(neighbours: str, mu: Fraction) -> None:
    found = held_to(neighbours, steps=4, sigma=4)
    assert [(one.key, one.claimed) for one in found.notions] == [("mu", mu)] and found.implied
    assert f"mu {float(mu):g}, so epsilon" in found.notes[0]


def test_a_claim_stays_and_is_told_what_the_total_is(accountant: dict[str, Any]) -> None:
    less, more = (held_to(epsilon=claimed, delta="1e-6", **STEPS) for claimed in ("1.2", "1.3"))
    assert less.epsilon == Fraction("1.2") and less.notes[0].endswith("more than the 1.2 claimed")
    assert (
        more.epsilon == Fraction("1.3") and more.notes[0].endswith("within the claim") and accountant["delta"] == 1e-6
    )


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        ((10, None, None), "without their noise"),
        ((0, 1, None), "no number of steps"),
        ((1.5, 1, None), "no number of steps"),
        ((1, 0, None), "not positive"),
        ((1, 1, 0), r"outside \(0, 1\]"),
        ((1, 1, 2), r"outside \(0, 1\]"),
    ],
)
def test_steps_that_are_none_are_refused(words: Any, problem: str) -> None:
    with pytest.raises(BadInput, match=problem):
        held_to(**dict(zip(("steps", "sigma", "sampling"), words, strict=True)))


def test_an_epsilon_beyond_all_numbers_is_bad_input() -> None:
    with pytest.raises(BadInput, match="too large to be computed"):
        held_to(steps=10**6, sigma="0.01", epsilon=1, delta="1e-5")


def test_what_the_accountant_cannot_do_is_refused(accountant: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(BadInput, match="no epsilon at delta 0"):
        held_to(delta=0, **STEPS)
    accountant["answer"] = np.inf
    with pytest.raises(BadInput, match="finds no epsilon"):
        held_to(**STEPS)

    def missing(*_: Any, **__: Any) -> float:
        raise MissingExtra("composition accounting", "accounting")

    monkeypatch.setattr(accounting, "subsampled_gaussian_epsilon", missing)
    with pytest.raises(BadInput, match=r"littlestone\[accounting\].*claim the total as --epsilon"):
        held_to(**STEPS)


def test_the_relation_is_that_of_the_pairs() -> None:
    one = replaced(LABELS[0], 1, (1, 1), "changed")
    assert accounted_relation(AS_GIVEN, [one]) == REPLACE_ONE
    assert accounted_relation(AS_GIVEN, [one, Pair((1, 2), (1,), "removed")]) == ADD_REMOVE
    assert accounted_relation(ADD_REMOVE, [one]) == ADD_REMOVE
    with pytest.raises(BadInput, match="total is of one row"):
        held_to(accounted_relation(USER_LEVEL, []), **STEPS)


def mean_of_noisy_counts(dataset: Any, n_draws: int, rng: np.random.Generator) -> Any:
    """Four steps of normal noise with deviation 4 on the number of ones, their mean on a grid."""
    return np.round(sum(y for _, y in dataset) + rng.normal(scale=4 / 2, size=n_draws), 1)


def less_noise(dataset: Any, n_draws: int, rng: np.random.Generator) -> Any:
    return np.round(sum(y for _, y in dataset) + rng.normal(scale=0.5, size=n_draws), 1)


@pytest.mark.slow
def test_a_mechanism_of_steps_is_held_to_their_total() -> None:
    words: dict[str, Any] = {"steps": 4, "sigma": 4, "pairs": [LABELS], "budget": 5000, "delta": "1e-2"}
    kept, leak = audit(mean_of_noisy_counts, **words), audit(less_noise, **words)
    assert kept.verdict == "no_leak" and leak.verdict == "leaks" and kept.epsilon == leak.epsilon
    assert "mu 1, so epsilon" in kept.notes[0] and "(replace one row)" in kept.notes[0]
    assert "--steps 4 --sigma 4" in kept.command or "steps=4, sigma=4" in kept.command

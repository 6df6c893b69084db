"""Both ends of a score: where they are chosen, what is counted at them, and what the answer says of them."""

from __future__ import annotations

from math import log
from typing import Any

import jsonschema  # type: ignore[import-untyped]
import numpy as np
import pytest
from helpers.audit_schema import audit_schema

from littlestone.proofs_check.audits.answers.audit_data import audit_data
from littlestone.proofs_check.audits.answers.audit_text import audit_text
from littlestone.proofs_check.audits.auditing import audit
from littlestone.proofs_check.audits.search import kinds
from littlestone.proofs_check.audits.search.blackbox import BlackBoxResult, blackbox_bound
from littlestone.proofs_check.audits.search.events import ThresholdEvent
from littlestone.proofs_check.audits.search.features import Feature
from littlestone.proofs_check.audits.search.kinds import Suspect
from littlestone.proofs_check.audits.search.scores import FeatureScore
from littlestone.proofs_check.audits.search.search import Choice
from littlestone.proofs_check.audits.search.trials import Trial
from littlestone.proofs_check.audits.search.views import Rounding, View
from littlestone.proofs_check.statistics.hypotheses import EpsilonNull
from littlestone.proofs_check.statistics.power import least_guessed
from littlestone.proofs_check.statistics.two_sample import Guesses, combined_epsilon_lower_bound

SCORE = FeatureScore(Feature("x0", lambda table: table[:, 0]))
FIRST = np.array([5.0, 5.0, 5.0, 0.0, -5.0])[:, None]
SECOND = np.array([5.0, 0.0, -5.0, -5.0, -5.0, -5.0])[:, None]
RARE = 0.03
BUDGET = 40_000


def rare_ends(dataset: int, n: int, rng: np.random.Generator) -> Any:
    """1 or -1 seldom, twice as often the one or the other by the input; else 0."""
    likelier = RARE if dataset else RARE / 2
    return rng.choice([1, 0, -1], size=n, p=[likelier, 1 - 1.5 * RARE, 1.5 * RARE - likelier])


def rare_end(dataset: int, n: int, rng: np.random.Generator) -> Any:
    return (rng.random(n) < (RARE if dataset else RARE / 2)).astype(int)


def found(draw: Any, delta: float = 0.0, seed: int = 0) -> BlackBoxResult:
    return blackbox_bound(draw, [(1, 0)], delta=delta, draws=20_000, seed=seed)


def suspect(swapped: bool = False, aside: tuple[ThresholdEvent, ...] = ()) -> Suspect:
    event, opposite = (ThresholdEvent(SCORE, level, level > 0, "") for level in (1.0, -1.0))
    view = View(None, Rounding((0.0,), (np.zeros(0),)), "cells", aside)
    choice = Choice(event, swapped, 1.0, 0.5, 0.2, opposite=opposite)
    return Suspect("calibration", view, choice)


def test_both_ends_are_taken_where_they_tell_more_and_else_one() -> None:
    both, one = found(rare_ends).found[0], found(rare_end).found[0]
    assert both.opposite is not None and any(isinstance(each, Guesses) for each in both.guesses)
    assert one.opposite is None and one.guesses == ()
    assert found(rare_ends, delta=0.001).found[0].guesses == ()  # they would say nothing there


def test_the_bound_is_by_the_guesses() -> None:
    result = found(rare_ends)
    one = result.found[0]
    assert one.epsilon == combined_epsilon_lower_bound(one.guesses, 0.0, one.error)
    assert combined_epsilon_lower_bound(one.blocks, 0.0, one.error) < one.epsilon < log(2)


def trial(seen: Suspect, once: bool) -> Trial:
    return Trial(seen, 0, 0.05, once)


def test_draws_that_are_set_aside_leave_counts_alone() -> None:
    """Among those considered the input is no fair coin."""
    aside = (ThresholdEvent(SCORE, 4.0, True, ""),)
    tested = trial(suspect(aside=aside), once=False)
    tested.count(FIRST, SECOND, np.random.default_rng(0))
    (shown,) = tested.conclude(0.0, kinds.Sought(), failures=False)
    assert shown.guesses == () and shown.opposite is None


@pytest.mark.parametrize(("once", "counts"), [(True, (Guesses(14, 4, 22),)), (False, (Guesses(7, 2, 11),) * 2)])
def test_one_rule_in_several_blocks_is_one_count_and_rules_of_their_own_are_not(once: bool, counts: Any) -> None:
    tested = trial(suspect(), once)
    for _ in range(2):
        tested.count(FIRST, SECOND, np.random.default_rng(0))
    (shown,) = tested.conclude(0.0, kinds.Sought(), failures=False)
    assert shown.guesses == counts


def counted(first: dict[float, int], second: dict[float, int]) -> Trial:
    """A trial of the ends above 1 and below -1 on so many outputs of each value."""
    tested = trial(suspect(), once=False)
    tables = (np.repeat(list(each), list(each.values()))[:, None] for each in (first, second))
    tested.count(*tables, np.random.default_rng(0))
    return tested


def test_the_bound_is_by_the_guesses_even_where_the_event_alone_tells_more() -> None:
    tested = counted({5.0: 300, -5.0: 400, 0.0: 300}, {5.0: 100, -5.0: 400, 0.0: 500})
    (shown,) = tested.conclude(0.0, kinds.Sought(), failures=False)
    assert shown.epsilon == combined_epsilon_lower_bound(shown.guesses, 0.0, 0.05)
    assert shown.epsilon < combined_epsilon_lower_bound(shown.blocks, 0.0, 0.05)


def test_what_the_event_alone_does_not_show_is_no_matter_of_support() -> None:
    tested = counted({5.0: 12, -5.0: 90, 0.0: 4898}, {-5.0: 900, 0.0: 4100})
    (shown,) = tested.conclude(0.0, kinds.Sought(claimed=2.0), failures=False)
    assert shown.epsilon > 2 > combined_epsilon_lower_bound(shown.blocks, 0.0, 0.05) and shown.kind == "calibration"


@pytest.mark.slow
@pytest.mark.parametrize("fault", [False, True])
def test_they_rarely_exceed_the_truth_and_a_wrong_coin_is_caught(monkeypatch: pytest.MonkeyPatch, fault: bool) -> None:
    """The fault counts every second wrong guess for right as well."""
    if fault:
        right = Suspect.guesses
        monkeypatch.setattr(Suspect, "guesses", lambda *args: flattered(right(*args)))
    bounds = [found(rare_ends, seed=seed).epsilon for seed in range(30)]
    # 9 of 30 at a rate of 5% have probability 0.00002
    assert (sum(bound > log(2) for bound in bounds) >= 9) == fault


def flattered(guesses: Guesses | None) -> Guesses | None:
    return None if guesses is None else Guesses(guesses.right + guesses.wrong // 2, guesses.wrong, guesses.draws)


@pytest.mark.slow
def test_the_answer_says_what_is_guessed_and_what_would_have_been_seen() -> None:
    def counted(dataset: Any, n_draws: int, rng: np.random.Generator) -> Any:
        return rare_ends(len(dataset) - 1, n_draws, rng)

    pair = ([(0, 1), (1, 1)], [(0, 1)])
    leak = audit(counted, epsilon="0.1", pairs=[pair], budget=BUDGET, mode="blackbox", relation="add-remove")
    kept = audit(counted, epsilon="1", pairs=[pair], budget=BUDGET, mode="blackbox", relation="add-remove")
    for result in (leak, kept):
        jsonschema.validate(audit_data(result), audit_schema())
        assert result.event is not None and result.event.opposite is not None
        opposite = result.event.opposite
        assert f"{opposite.right:,} of {opposite.right + opposite.wrong:,} guesses" in audit_text(result)
        assert audit_data(result)["event"]["opposite"]["right"] == opposite.right > opposite.wrong
    assert leak.leaks and not kept.leaks
    assert kept.power is not None and kept.power.least is not None and 1 < kept.power.least < 1.3
    assert kept.event is not None and kept.event.opposite is not None
    opposite = kept.event.opposite
    made = opposite.right + opposite.wrong
    least = least_guessed(made, lambda right: bound_of(right, made) > 1, EpsilonNull(0.0).parameter)
    assert least is not None and (opposite.guessed < opposite.blocks or abs(kept.power.least - least) < 1e-3)


def bound_of(right: int, made: int) -> float:
    return combined_epsilon_lower_bound([Guesses(right, made - right, BUDGET)], 0.0, 0.05)

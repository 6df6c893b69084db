"""Pairs at the edges of a domain: which there are, what a target refuses, and that they find what they are for."""

from __future__ import annotations

import time
from math import exp, isnan
from typing import Any

import numpy as np
import pytest

from littlestone.impl.privacy.guarantees import ADD_REMOVE, REPLACE_ONE, USER_LEVEL
from littlestone.proofs_check.audits.answers.six_lines import CODES, outcome_of
from littlestone.proofs_check.audits.auditing import audit
from littlestone.proofs_check.audits.runs import faults
from littlestone.proofs_check.audits.runs.requests import Limits
from littlestone.proofs_check.audits.subjects.instances import Pair, instance_of_class
from littlestone.proofs_check.audits.subjects.patterns import beyond, domain_of, edges
from littlestone.proofs_check.bad_input import BadInput

EIGHT = instance_of_class("thresholds:8", 2)


def noise(rng: Any, epsilon: float, size: Any) -> Any:
    up, down = rng.geometric(1 - exp(-epsilon), (2, *np.atleast_1d(size)))
    return up - down


def unclipped(dataset: Any, n_draws: int, rng: Any) -> Any:
    """The sum of points with label 1, with noise for points up to 8."""
    return sum(x * y for x, y in dataset) + noise(rng, 1 / 8, n_draws)


def clipped(dataset: Any, n_draws: int, rng: Any) -> Any:
    return sum(np.clip(x, 0, 8) * y for x, y in dataset) + noise(rng, 1 / 8, n_draws)


def refuses_eight(dataset: Any, n_draws: int, rng: Any) -> Any:
    if any(x >= 8 for x, _ in dataset):
        raise ValueError("a point is at most 7")
    return clipped(dataset, n_draws, rng)


def hangs_outside(dataset: Any, n_draws: int, rng: Any) -> Any:
    if not all(0 <= x <= 7 for x, _ in dataset):
        time.sleep(60)
    return clipped(dataset, n_draws, rng)


def wraps(dataset: Any, n_draws: int, rng: Any) -> Any:
    """A sum of 32 bits."""
    total = sum(dataset)
    return (total - 2**32 if total > 2**31 - 1 else total) + noise(rng, 1, n_draws)


def test_the_edges_of_a_class() -> None:
    moved = [(edge.what, edge.pair.second[-1][0]) for edge in edges(REPLACE_ONE, EIGHT, (), None)]
    values = [x for what, x in moved if what != "a lone row"]
    assert values[:4] == [0, 63, -56, float("inf")] and isnan(values[4])
    assert [len(edge.pair.first) for edge in edges(REPLACE_ONE, EIGHT, (), None)][-1] == 1
    assert [edge.what for edge in edges(ADD_REMOVE, EIGHT, (), None)][-1] == "no row at all"
    assert edges(USER_LEVEL, EIGHT, (), None) == ()


def test_a_domain_is_two_numbers_in_order() -> None:
    assert domain_of("0,8") == (0, 8) and beyond((0, 8)) == (-64, 72) and domain_of(None) is None
    for text in ("8", "8,0", "1,1", "a,b"):
        with pytest.raises(BadInput, match="domain"):
            domain_of(text)


def test_of_given_neighbours_the_first_equal_number_is_moved_and_flags_are_not() -> None:
    given = (Pair((1, 5, 0), (1, 5, 1), "given"),)
    found = [(edge.pair.first, edge.pair.second) for edge in edges("given", EIGHT, given, None)]
    assert found == [((1, v, 0), (1, v, 1)) for v in (-(2**31), 2**31 - 1)]
    assert edges("given", EIGHT, (Pair((1, 0), (1, 1), "given"),), None) == ()
    assert edges("given", EIGHT, (Pair(("a", "b"), ("a",), "given"),), None) == ()


@pytest.mark.slow
def test_bounds_that_are_not_enforced_leak_beyond_them() -> None:
    words: dict[str, Any] = {"epsilon": 1, "instance": "thresholds:8", "rows": 2, "budget": 30_000}
    leak, fine = audit(unclipped, **words), audit(clipped, **words)
    assert leak.verdict == "leaks" and leak.pair is not None and "at the edge" in leak.pair.what
    assert fine.verdict == "no_leak" and fine.untried == ("not tried, since it fails there: nan",)
    assert "at the edge" not in audit(clipped, **words, domain="0,8").command and fine.pairs_tried == fine.pairs_listed


@pytest.mark.slow
def test_a_failure_inside_the_domain_is_not_green_and_one_beyond_it_is_said() -> None:
    words: dict[str, Any] = {"epsilon": 1, "instance": "thresholds:8", "rows": 2, "budget": 30_000}
    inside, beyond = audit(refuses_eight, **words, domain="0,8"), audit(refuses_eight, **words)
    assert inside.verdict == "open" and CODES[outcome_of(inside)] == 4 and inside.failing_edges == ("the end 8",)
    assert inside.doubts == ("runs failed at the edge of the domain: the end 8",)
    assert beyond.verdict == "no_leak" and "far above the ends" in beyond.untried[0] and not beyond.failing_edges
    aside = audit(refuses_eight, **words, domain="0,8", ignore_failures=True)
    assert aside.verdict == "no_leak" and "failed runs are set aside" in aside.left_out


@pytest.mark.slow
def test_hangs_at_some_edges_say_nothing_of_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(faults, "MOST_SECONDS", 3.0)  # so that the second hang costs too much of an audit
    found = audit(hangs_outside, epsilon=1, instance="thresholds:8", rows=2, budget=1000, limits=Limits(seconds=2))
    assert "nan" in found.untried[0] and "far above" in found.untried[0] and "a lone row" not in found.untried[0]


@pytest.mark.slow
def test_a_sum_that_wraps_around_leaks_at_the_end_of_the_integers() -> None:
    words: dict[str, Any] = {"epsilon": 1, "neighbours": [((5, 0), (5, 1))], "budget": 10_000}
    assert audit(wraps, **words).verdict == "leaks"
    assert audit(lambda data, n, rng: sum(data) + noise(rng, 1, n), **words).verdict == "no_leak"

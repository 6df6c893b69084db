"""Larger classes with structure: of the size that is asked for, and shrunk to counterexamples that can be read."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from helpers.nightly import nightly
from hypothesis import find, given, settings
from hypothesis import strategies as st

from littlestone.spec.classes.dimensions import littlestone_dimension, threshold_dimension
from littlestone.strategies import ConceptClass, structured_classes

QUIET = settings(max_examples=300, database=None, deadline=None)


@given(data=st.data(), labels=st.integers(2, 5), least=st.integers(1, 40), more=st.integers(0, 160))
@settings(max_examples=60, deadline=None)
def test_as_many_functions_as_asked_for(data: st.DataObject, labels: int, least: int, more: int) -> None:
    H = data.draw(structured_classes(labels, least, least + more, points=12))
    assert (H.labels, H.points <= 12) == (labels, True)
    assert min(least, labels**H.points) <= len(H.functions()) <= least + more


def is_deep(H: ConceptClass) -> bool:
    return bool(littlestone_dimension(H).at_least(3))


def has_three_thresholds(H: ConceptClass) -> bool:
    return H.points <= 8 and bool(threshold_dimension(H).at_least(3))


PLANTED = [(2, is_deep, 8, 7), (4, is_deep, 8, 7), (3, lambda H: H.size() >= 12, 12, 12)]


@pytest.mark.slow
@pytest.mark.parametrize("seed", [0, *nightly([1, 2])])
@pytest.mark.parametrize(
    ("labels", "false", "functions", "points"),
    [(2, has_three_thresholds, 3, 3), *(pytest.param(*case, marks=pytest.mark.nightly) for case in PLANTED)],
)
def test_a_planted_failure_shrinks_to_as_few_functions_as_fail(
    labels: int, false: Callable[[ConceptClass], bool], functions: int, points: int, seed: int
) -> None:
    found = find(structured_classes(labels), lambda H: bool(false(H)), settings=QUIET, random=Random(seed))
    assert len(found.functions()) == functions and found.points <= points


@pytest.mark.parametrize(
    ("arguments", "words"), [((1,), "2 labels"), ((2, 0), "min_functions"), ((2, 9, 8), "9 and 8")]
)
def test_what_cannot_be_is_refused(arguments: tuple[int, ...], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        structured_classes(*arguments)

"""What Hypothesis draws from a strategy, and the smallest example it finds, the same each time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import TypeVar

from hypothesis import HealthCheck, Phase, find, given, seed, settings
from hypothesis import strategies as st

from littlestone.spec.classes.concept_classes import ConceptClass

T = TypeVar("T")
GENERATED = settings(database=None, deadline=None, phases=[Phase.generate], suppress_health_check=list(HealthCheck))


def drawn(strategy: st.SearchStrategy[T], number: int = 40) -> list[T]:
    """So many values, unshrunk."""
    values: list[T] = []

    @seed(1)
    @settings(GENERATED, max_examples=number)
    @given(strategy)
    def collect(value: T) -> None:
        values.append(value)

    collect()
    return values


def smallest(strategy: st.SearchStrategy[T], condition: Callable[[T], bool], draw: int = 0, most: int = 300) -> T:
    """What Hypothesis shrinks the condition's first example to, from this seed."""
    return find(strategy, condition, settings=settings(max_examples=most, database=None), random=Random(draw))


def consistent(H: ConceptClass, rows: Sequence[tuple[int, int]]) -> bool:
    """Some function of the class has these labels."""
    return any(all(f[x] == y for x, y in rows) for f in H.functions())

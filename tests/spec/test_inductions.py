"""Inductions on points and depths: each step holds for all values, none without its premises, and what is assumed of
the definitions is said; recurrences that are false are refuted."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from helpers.questions import answer, ask, ask_classes

from littlestone.proofs_check.provers.algebra import AlgebraProver
from littlestone.proofs_check.provers.exhaustive import ExhaustiveProver
from littlestone.proofs_check.questions.universes import Everything
from littlestone.proofs_check.sources.catalogue import load_papers
from littlestone.spec.algebra.circuit import Truth
from littlestone.spec.algebra.naturals import largest
from littlestone.spec.claim import Statement, when
from littlestone.spec.dim.vocabulary import (
    Dimension,
    best_root,
    littlestone_recurrence,
    meet_of_halves,
    vc_recurrence,
    without_last_point,
)
from littlestone.spec.domains import Binary, Natural, PositiveInteger
from littlestone.spec.notation import explicit, threshold_dimension, vc_dimension

load_papers()


# ---- A step without one of its premises, which is false


def without_the_hypothesis(v: Dimension, v_union: Dimension, v0: Dimension, v1: Dimension, d: Dimension) -> Statement:
    """The recurrences alone, with the same dimensions below, but nothing of the halves."""
    return when([vc_recurrence(v, v_union, v0, v1), v_union <= d], v <= d)


def with_the_larger_half(
    v: Dimension, v_union: Dimension, v0: Dimension, v1: Dimension, d: Dimension, d0: Dimension, d1: Dimension
) -> Statement:
    """The recurrence of VC with a maximum in place of the minimum."""
    recurrence = (v <= v_union) | (v <= 1 + v0) | (v <= 1 + v1)
    known = littlestone_recurrence(d, v_union, d0, d1)
    return when([recurrence, known, v0 <= d0, v1 <= d1], v <= d)


def without_the_meet(n: Natural, n_union: Natural, n_meet: Natural, S_same: Natural, S: Natural) -> Statement:
    """Sauer's step with no bound on the meet."""
    return when([n <= n_union + n_meet, n_union <= S_same, S_same <= S], n <= S)


def with_one_part(d: PositiveInteger, D: Dimension, D0: Dimension, n: Natural, leaves: Natural) -> Statement:
    """The step of the bound by the size with the functions of one part only."""
    return when([D <= 1 + D0, (d <= 1 + D0).implies(leaves <= 2 * n), d <= D], leaves <= n)


def with_a_third(
    d: PositiveInteger, t: Dimension, t_part: Dimension, D: Dimension, D_part: Dimension, power: Natural
) -> Statement:
    """The step of the thresholds where a root leaves but a third of them."""
    third = (3 * power <= t).implies(power <= t_part)
    return when([third, 1 + D_part <= D, (power <= t_part).implies(d <= 1 + D_part), 2 * power <= t], d <= D)


FALSE = [without_the_hypothesis, with_the_larger_half, without_the_meet, with_one_part, with_a_third]


@pytest.mark.slow
@pytest.mark.parametrize("step", FALSE)
def test_a_step_that_does_not_follow_is_refuted(step: Callable[..., Statement]) -> None:
    evidence = answer(AlgebraProver(), ask(step, Everything()))
    assert evidence.outcome == "refuted" and evidence.counterexample is not None


# ---- A recurrence that looks right and is false


def vc_is_bounded_through_the_meet(H: Binary) -> Truth:
    """VC(H) <= max(VC(union), 1 + VC(meet)): two halves may shatter a set by different functions."""
    return vc_dimension(H) <= largest([vc_dimension(without_last_point(H)), vc_dimension(meet_of_halves(H)) + 1])


def test_vc_is_not_bounded_through_the_meet() -> None:
    prover = ExhaustiveProver()
    assert answer(prover, ask_classes(vc_is_bounded_through_the_meet, 2)).outcome == "checked"
    refuted = answer(prover, ask_classes(vc_is_bounded_through_the_meet, 3))
    assert refuted.outcome == "refuted" and refuted.counterexample is not None
    functions = refuted.counterexample.arguments["H"]
    assert len(functions) == 4


def thresholds_are_halved_with_the_odd_one(H: Binary) -> Statement:
    """At some root both parts have half of the thresholds, rounded up: of three, two and two."""
    t = threshold_dimension(H)
    return when(t >= 2, t.map(lambda number: (number + 1) // 2) <= best_root(H, threshold_dimension))


def test_thresholds_are_halved_rounded_down() -> None:
    refuted = answer(ExhaustiveProver(), ask_classes(thresholds_are_halved_with_the_odd_one, 3))
    assert refuted.outcome == "refuted" and refuted.counterexample is not None
    assert len(refuted.counterexample.arguments["H"]) == 3


def test_a_class_at_its_last_point() -> None:
    H = explicit([(0, 0), (0, 1), (1, 1)])
    assert without_last_point(H).functions() == ((0,), (1,))
    assert meet_of_halves(H).functions() == ((0,),)

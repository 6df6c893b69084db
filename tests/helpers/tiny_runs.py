"""A profile of a few small universes, statements that are soon decided there, and a run of one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

from helpers.questions import claim_of
from littlestone.proofs_check.questions.profiles import QUICK, Profile, class_universes
from littlestone.proofs_check.verdicts.entries import Entry
from littlestone.proofs_check.verdicts.running import run_claim
from littlestone.proofs_check.verdicts.verification import Result, Settings, verify
from littlestone.spec.algebra.circuit import Truth
from littlestone.spec.algebra.reals import Real, ln
from littlestone.spec.claim import CLAIMS, Conditional, Constant, when
from littlestone.spec.classes.dimensions import littlestone_dimension, vc_dimension
from littlestone.spec.domains import (
    Binary,
    Multiclass,
    PositiveInteger,
    PositiveReal,
    Size,
)

SHAPES = ((1, 2), (2, 2), (1, 3))


BUDGET = replace(QUICK.budget, cases=4_000, calls=4_000)


TINY = Profile("tiny", BUDGET, class_universes(*SHAPES), boxes={"": {"": 4}})


ON_TWO_POINTS = replace(TINY, exhaustive=class_universes((2, 2)))


def dimension_at_most(H: Multiclass, bound: int) -> Truth:
    """The dimension is at most the bound."""
    return littlestone_dimension(H) <= bound


def vc_is_ldim(H: Binary) -> Truth:
    """VC and Littlestone dimension agree."""
    return vc_dimension(H) == littlestone_dimension(H)


def itself(H: Multiclass, offset: int) -> Truth:
    """The dimension is itself."""
    return littlestone_dimension(H) == littlestone_dimension(H) + offset


def never(H: Binary, bound: int) -> Conditional:
    """Classes of dimension 9 are small."""
    return when(littlestone_dimension(H) >= 9, H.size() <= bound)


def squares_are_sums(n: Size, shift: int) -> bool:
    """n^2 is the sum of the first n odd numbers."""
    return n * n == sum(2 * i + 1 for i in range(n)) + shift


def logarithm_is_small(x: PositiveReal, factor: Fraction) -> Truth:
    """ln x <= factor * x."""
    return ln(x) <= factor * Real.of(x)


def logarithm_is_negative(n: PositiveInteger) -> Truth:
    """ln n <= 0."""
    return ln(Real.of(n)) <= 0


def run(formula: Callable[..., Any], profile: Profile = TINY, **constants: Constant) -> Result:
    return verify(claim_of(formula, **constants), Settings(profile))


def run_all(begins: str) -> dict[str, Entry]:
    """The entries of all claims whose ids begin so."""
    return {id: run_claim(id, Settings(TINY)) for id in CLAIMS if id.startswith(begins)}

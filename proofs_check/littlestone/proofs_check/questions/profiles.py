"""How much a run does: the universes and budgets of the profiles quick, full and deep."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import product
from pathlib import Path
from typing import Any, Literal

import littlestone.spec
from littlestone.proofs_check.questions.evidence import Budget
from littlestone.proofs_check.questions.universes import (
    Box,
    ClassUniverse,
    Point,
    Question,
    about_classes,
    about_families,
    selections,
)
from littlestone.spec.claim import Claim
from littlestone.spec.classes.concept_classes import Function
from littlestone.spec.domains import Algorithm, Classes
from littlestone.spec.proofs import ARROW

TINY = ((1, 2), (1, 3), (2, 2), (1, 4), (1, 5), (3, 2), (2, 3), (1, 6))
SMALL = ((4, 2), (2, 4))  # 2^16 classes each
LARGE = ((2, 5), (3, 3), (5, 2))  # 2^25, 2^27 and 2^32 classes

SECONDS_QUICK = 120  # of CPU, for one claim: the largest of the papers, LYU25.T2, takes 5

FAMILIES = ((5, 2), (6, 2), (7, 2), (8, 2))


def class_universes(*shapes: tuple[int, int]) -> tuple[ClassUniverse, ...]:
    """The universes with these numbers of points and labels."""
    return tuple(ClassUniverse(points, labels) for points, labels in shapes)


@dataclass(frozen=True)
class Profile:
    """Where each prover is sent, and with what budget.

    ``exhaustive``, ``random`` and ``symbolic`` are for claims that are circuits, ``structured`` for Hypothesis; claims
    that need their functions listed go as far in ``exhaustive`` as the budget's ``listed`` calls allow, and those whose
    classes are of a family of its own in ``families`` too. ``boxes``
    bounds integer parameters, by claim id where one needs its own and by "" otherwise; ``points`` are single cases far
    from there, by claim id; ``arrows`` are for the uses of a
    statement in proofs, which are many, where they are not as for all claims. ``measures`` says
    whose frontiers and needed parts are looked for: those of users' own claims, or all. A claim that needs
    more CPU ``seconds`` is at fault: no verdict depends on them.
    """

    name: str
    budget: Budget
    exhaustive: tuple[ClassUniverse, ...]
    arrows: tuple[ClassUniverse, ...] = ()
    random: tuple[ClassUniverse, ...] = ()
    symbolic: tuple[ClassUniverse, ...] = ()
    structured: tuple[ClassUniverse, ...] = ()
    families: tuple[ClassUniverse, ...] = ()
    boxes: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    points: Mapping[str, tuple[Point, ...]] = field(default_factory=dict)
    measures: Literal["own", "everything"] = "own"
    seconds: int = SECONDS_QUICK


FIVE_POINTS = ClassUniverse(5, 2)


def was_unasked(question: Question) -> bool:
    """The question is of five points, where a claim of a user's is tried though it may be stated of fewer: within the
    same limits where they are asked for."""
    return question.universe == FIVE_POINTS and question.claim.address != question.claim.id


@dataclass(frozen=True, slots=True)
class Scope:
    """Where a run may look: what the profile names, or only classes on so many points, with so many labels.

    ``everywhere`` sends each prover to the classes that were asked for, those that draw also where all are enumerated.
    """

    profile: Profile
    points: int | None = None
    labels: int | None = None
    everywhere: bool = False

    def of_classes(self, claim: Claim, universes: tuple[ClassUniverse, ...]) -> tuple[ClassUniverse, ...]:
        """Those of the universes that were asked for, or else the one that was; none for a claim without classes."""
        if not about_classes(claim):
            return ()
        if self.points is None and self.labels is None:
            few = self.profile.arrows if claim.kind == ARROW else ()
            return tuple(u for u in universes if u in few) if few else universes
        fits = tuple(filter(self._fits, universes))
        if fits or (any(map(self._fits, self.profile.exhaustive)) and not self.everywhere):
            return fits
        return (ClassUniverse(self.points or 2, self.labels or 2),)

    def _fits(self, universe: ClassUniverse) -> bool:
        return self.points in (None, universe.points) and self.labels in (None, universe.labels)

    def listed(self, claim: Claim) -> tuple[ClassUniverse, ...]:
        """Where the claim's classes may be listed: on more points where they are those of a family, and of a selection
        where it has been made."""
        if selections(claim):
            return self.of_classes(claim, selections(claim))
        own = self.profile.families if about_families(claim) else ()
        return self.of_classes(claim, tuple(dict.fromkeys((*self.profile.exhaustive, *own))))

    def enumerated(self, claim: Claim) -> tuple[ClassUniverse, ...]:
        """Where all classes are looked at, by circuits; for a claim of a user's about one binary class on five points
        too, where one of each of 1,228,158 orbits takes a second: Ldim <= VC + 1 holds on four."""
        found = self.of_classes(claim, self.profile.exhaustive)
        is_one_class = claim.address != claim.id and [*claim.domains.values()] in ([Classes(labels=2)], [Classes()])
        is_whole = self.points is None and self.labels is None
        more = (FIVE_POINTS,) if is_one_class and is_whole and ClassUniverse(4, 2) in found else ()
        return tuple(dict.fromkeys((*found, *more)))

    def box(self, claim: Claim) -> Box:
        """The box of the claim's integers: the steps that the profile has for the claim, from each least value."""
        steps = self.profile.boxes.get(claim.id.removesuffix(".corrected"), {})
        default = self.profile.boxes.get("", {}).get("", STEPS_DEFAULT)
        least = {name: domain.least for name, domain in claim.domains.items() if hasattr(domain, "least")}
        return Box({name: low + steps.get(name, default) for name, low in least.items()}, least)

    def far_points(self, claim: Claim) -> tuple[Point, ...]:
        """The single cases that the profile has for the claim, which its correction may share; none where only classes
        on some points, or with some labels, were asked for."""
        named = (*self.profile.points.get(claim.id.removesuffix(".corrected"), ()), *few_on_many(claim))
        own = {name for name, domain in claim.domains.items() if not isinstance(domain, Algorithm)}
        is_whole = self.points is None and self.labels is None
        return tuple(point for point in named if set(point.arguments) == own) if is_whole else ()


# By words of a formula, the classes of few functions on which its quantity is larger, with respect to others, than on
# any class of few points: three functions on the 8 points that tell all their patterns apart, and thresholds, of which
# 7 have Littlestone dimension 2, and 8 have uniform trees of depth 3
_THRESHOLDS = tuple(tuple(int(x < t) for x in range(7)) for t in range(8))
FEW_ON_MANY = {
    "dual": tuple(zip(*product((0, 1), repeat=3), strict=True)),
    "hreshold": _THRESHOLDS[1:],
    '"Thr"': _THRESHOLDS[1:],
    '"T"': _THRESHOLDS,
    "uniform_psi": _THRESHOLDS,
}


def few_on_many(claim: Claim) -> list[Point]:
    """The classes of few functions on many points for a claim outside the kit, by what its formula calls; what makes
    its functions listed may be dear there, but for ``dual``, which takes no others."""
    if claim.address == claim.id:
        return []
    few = dict.fromkeys(functions for word, functions in FEW_ON_MANY.items() if word in claim.code)
    taking = [Classes(labels=2), Classes()]
    taking += [Classes(labels=2, explicit=True), Classes(explicit=True)] if "dual(" in claim.code else []
    names = [name for name, domain in claim.domains.items() if domain in taking]
    return [Point({name: functions}) for functions in few for name in names]


STEPS_DEFAULT = 8  # what grows fast has fewer steps of its own in a steps.toml; not tuned
STEPS_FULL = 12


def _value(said: int | list[str]) -> int | tuple[Function, ...]:
    """An integer, or a class, whose functions are said as strings of labels."""
    return said if isinstance(said, int) else tuple(tuple(map(int, function)) for function in said)


# Steps by id, and under ``also_at`` single cases by id, of ``steps.toml`` in each paper's folder
_FILES = sorted(file for place in littlestone.spec.__path__ for file in Path(place).glob("*/steps.toml"))
_READ: list[dict[str, Any]] = [tomllib.loads(file.read_text(encoding="utf-8")) for file in _FILES]
_FAR = {id: cases for one in _READ for id, cases in one.pop("also_at", {}).items()}
# Boxes are chosen for seconds: 12 of 1,758 slips that made a statement false lived in them, and most die at one case.
POINTS: Mapping[str, tuple[Point, ...]] = {
    id: tuple(Point({name: _value(said) for name, said in case.items()}) for case in cases)
    for id, cases in _FAR.items()
}
# Formulas with trees, classes or laws in them grow fast, so they have boxes of their own; "" is for all others.
STEPS: Mapping[str, Mapping[str, int]] = {
    "": {"": STEPS_DEFAULT},
    **{id: steps for one in _READ for id, steps in one.items()},
}

QUICK = Profile(
    "quick",
    Budget(
        gates=60_000,
        gate_words=200_000_000,
        cases=70_000,
        solver_steps=2_000_000,
        conflicts=100_000,
        calls=300_000,
        listed=700_000,  # 600,000 before what a law is made of was asked to be probabilities
    ),
    exhaustive=class_universes(*TINY, *SMALL),
    arrows=class_universes((1, 2), (1, 3), (2, 2), (3, 2), (2, 3)),
    families=class_universes(*FAMILIES),
    boxes=STEPS,
    points=POINTS,
)
FULL = replace(
    QUICK,
    name="full",
    arrows=class_universes(*TINY, *SMALL),
    budget=replace(  # with 10,000,000 steps Z3 decided none of 17 questions that CaDiCaL left open, in 253 s
        QUICK.budget,
        gates=600_000,
        gate_words=400_000_000_000,
        cases=1_000_000,
        conflicts=200_000,
        listed=5_000_000,  # some five seconds a universe; 30,000,000 made a third of all that a run in full costs
        trials=16_000,
    ),
    exhaustive=class_universes(*TINY, *SMALL, *LARGE),
    random=class_universes((6, 2), (7, 2), (4, 3)),
    symbolic=class_universes((6, 2), (4, 3)),
    structured=class_universes((6, 2), (4, 3)),
    boxes={**STEPS, "": {"": STEPS_FULL}},
    seconds=100 * SECONDS_QUICK,
)
DEEP = replace(
    FULL,
    name="deep",
    arrows=(),
    seconds=10_000 * SECONDS_QUICK,  # two weeks
    measures="everything",  # a CPU second a claim, as much as all else that full does
    budget=Budget(
        gates=20_000_000,
        gate_words=40_000_000_000_000,
        cases=20_000_000,
        solver_steps=2_000_000_000,
        conflicts=20_000_000,
        listed=2_000_000_000,
        trials=128_000,
    ),
)
PROFILES: Mapping[str, Profile] = {profile.name: profile for profile in (QUICK, FULL, DEEP)}

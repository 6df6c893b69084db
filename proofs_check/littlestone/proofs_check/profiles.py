"""How much a run does: the universes and budgets of the profiles quick, full and deep."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from littlestone.proofs_check.evidence import Budget
from littlestone.proofs_check.universes import ClassUniverse

TINY = ((1, 2), (1, 3), (2, 2), (1, 4), (1, 5), (3, 2), (2, 3), (1, 6))
SMALL = ((4, 2), (2, 4))
LARGE = ((2, 5), (3, 3), (5, 2))


def class_universes(*shapes: tuple[int, int]) -> tuple[ClassUniverse, ...]:
    """The universes with these numbers of points and labels."""
    return tuple(ClassUniverse(points, labels) for points, labels in shapes)


@dataclass(frozen=True)
class Profile:
    """Where each prover is sent, and with what budget.

    ``exhaustive``, ``random`` and ``symbolic`` are for claims that are circuits, ``direct`` for claims that need their
    functions listed, ``structured`` for Hypothesis; ``boxes`` bounds integer parameters, by claim id where one needs
    its own and by "" otherwise.
    """

    name: str
    budget: Budget
    exhaustive: tuple[ClassUniverse, ...]
    direct: tuple[ClassUniverse, ...]
    random: tuple[ClassUniverse, ...] = ()
    symbolic: tuple[ClassUniverse, ...] = ()
    structured: tuple[ClassUniverse, ...] = ()
    boxes: Mapping[str, Mapping[str, int]] = field(default_factory=dict)


# How far the integer parameters of a claim go, as steps above the least value. The formulas with trees or classes in
# them grow doubly exponentially, so they have boxes of their own.
STEPS: Mapping[str, Mapping[str, int]] = {
    "": {"": 8},
    "BGS21.D2.10": {"m": 1, "k": 1, "b": 2},
    "BGS21.D2.11": {"m": 1, "k": 1, "b": 2},
    "BGS21.D4.1": {"m": 1, "k": 2, "b": 2},
    "BGS21.D5.1": {"m": 2, "n": 3},
    "BGS21.D5.3": {"m": 1, "k": 1, "n": 2},
    "BGS21.N4.maps": {"k": 6},
    "BGS21.N4.fam": {"k": 6},
    "BGS21.T6.1": {"k": 9, "d": 2},
    "BGS21.T6.1.F": {"j": 27},
    "BGS21.ALG.F": {"j": 12},
    "BGS21.C6.2.path": {"ell": 2, "D": 2},
    "BGS21.N7.pt": {"d": 4, "m": 7},
    "BGS21.T7.2": {"k": 2, "d": 2},
    "BGS21.T7.2.determined": {"k": 2, "d": 1},
    "BGS21.ALG.DPOINT": {"bits": 1, "d": 2, "m": 3},
    "DP.law": {"n": 8},
    "DP.randomized_response": {"k": 3, "j": 3},
    "DP.randomized_response.law": {"k": 3, "j": 3},
    "DP.laplace": {"n": 2, "j": 2},
    "DP.laplace.law": {"n": 2, "j": 2},
    "DP.geometric": {"n": 3, "j": 2},
    "DP.geometric.law": {"n": 4, "j": 3},
    "DP.gaussian": {"i": 8, "j": 8},
    "DP.gaussian.law": {"j": 2},
    "DP.exponential": {"k": 2, "j": 2},
    "DP.exponential.law": {"k": 4, "j": 3},
    "DP.noisy_max": {"k": 2, "j": 1},
    "DP.noisy_max.law": {"gap": 4, "j": 3},
    "DP.noisy_max.monotone": {"k": 2, "j": 0},
    "DP.above_threshold": {"k": 2, "j": 0},
    "DP.above_threshold.law": {"gap": 4, "j": 3},
    "DP.histogram": {"n": 1, "i": 3, "j": 1},
    "BGS21.ALG.SUB": {"n": 3, "m": 3, "j": 2},
    "DP.subsampling": {"n": 3, "m": 3, "j": 2},
    "DP.subsampling.replacement": {"n": 3, "m": 1, "j": 1},
    "DP.composition.sequential": {"i": 3, "j": 3},
    "DP.composition.adaptive": {"i": 3, "j": 3},
    "DP.composition.parallel": {"i": 3, "j": 3},
    "DP.composition.advanced": {"k": 11, "i": 3, "j": 2},
    "DP.zcdp.pure": {"j": 4},
    "DP.zcdp.approximate": {"k": 11, "i": 3, "j": 2},
    "BGS21.D2.1": {"m": 1, "j": 1},
    "BGS21.D2.2": {"m": 1, "j": 1},
    "BGS21.L2.3": {"m": 1, "j": 1},
    "BGS21.L2.4": {"m": 1, "j": 1},
    "BGS21.C3.2": {"m": 1, "j": 1},
}

QUICK = Profile(
    "quick",
    Budget(gates=150_000, gate_words=200_000_000, cases=70_000, solver_steps=2_000_000, calls=300_000),
    exhaustive=class_universes(*TINY, *SMALL),
    direct=class_universes(*TINY[:5]),
    boxes=STEPS,
)
FULL = replace(
    QUICK,
    name="full",
    budget=Budget(gates=600_000, gate_words=400_000_000_000, cases=1_000_000, solver_steps=25_000_000, calls=300_000),
    exhaustive=class_universes(*TINY, *SMALL, *LARGE),
    direct=class_universes(*TINY[:7]),
    random=class_universes((6, 2), (7, 2), (4, 3)),
    symbolic=class_universes((6, 2), (4, 3)),
    structured=class_universes((6, 2), (4, 3)),
    boxes={**STEPS, "": {"": 12}},
)
DEEP = replace(
    FULL,
    name="deep",
    budget=Budget(gates=20_000_000, gate_words=40_000_000_000_000, cases=20_000_000, solver_steps=2_000_000_000),
    direct=class_universes(*TINY[:7], (4, 2), (2, 4)),
)
PROFILES: Mapping[str, Profile] = {profile.name: profile for profile in (QUICK, FULL, DEEP)}

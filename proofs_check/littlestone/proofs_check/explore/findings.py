"""What was found on the classes on so many points, with its strength."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from littlestone.proofs_check.explore.formulas import Exact, Undefined
from littlestone.proofs_check.explore.goals import Values, Wanted, better, concerns, wanted
from littlestone.proofs_check.explore.listings import Joint, Joints, members_of
from littlestone.proofs_check.explore.questions import Asked
from littlestone.proofs_check.kit_faults import ProversDisagree
from littlestone.spec.classes.concept_classes import Function, explicit
from littlestone.spec.parameters.library import PARAMETERS

Members = tuple[Function, ...]


@dataclass(frozen=True, slots=True)
class Shown:
    """A class with the values of the parameters asked about, and what it has to say."""

    members: Members
    values: Values
    says: Wanted


@dataclass(frozen=True)
class Finding:
    """The best of each side on the classes on so many points: classes that show it, at most one for a side.

    ``looked_at`` says in words what was looked at; where ``complete``, that is all classes, or those of ``at_most`` so
    many functions where that is no None; on any number of points where ``points`` is None. ``attained`` are the classes
    at which the best value is taken, or that are examples, where they were counted; ``undefined`` those at which the
    formula has no value, ``concerned`` those of the others that the condition lets in, both None where not counted.
    """

    points: int | None
    shown: tuple[Shown, ...]
    complete: bool
    looked_at: str
    attained: int | None = None
    undefined: int | None = 0
    concerned: int | None = None
    notes: tuple[str, ...] = field(default=())
    at_most: int | None = None

    def of(self, side: int) -> Shown | None:
        """What shows the best of a side."""
        return next((shown for shown in self.shown if shown.says.side == side), None)


def best_shown(every: Iterable[Shown | None]) -> Shown | None:
    """The first of those that say the best of a side; an example is no better than another."""
    best: Shown | None = None
    for shown in every:
        if shown is not None and (best is None or is_better(shown, best)):
            best = shown
    return best


def is_better(a: Shown, b: Shown) -> bool:
    """Its value is beyond the other one's, on its side."""
    return a.says.value is not None and b.says.value is not None and better(a.says.value, b.says.value, a.says.side)


def values_of(names: Iterable[str], members: Members) -> dict[str, Exact]:
    """The parameters of a class by their definitions, in plain Python."""
    H = explicit(members, 2)
    return {name: PARAMETERS[name](H).value for name in names}


def shown_at(question: Asked, members: Members, expected: Values | None = None) -> Shown | None:
    """What a class says to the question, by the definitions in plain Python.

    Raises ProversDisagree where its values are not those expected, and Undefined.
    """
    values = values_of(question.names, members)
    if expected is not None and values != dict(expected):
        raise ProversDisagree(
            f"the circuits say {dict(expected)} of the class {members}, the definitions on its functions {values}; "
            "one of the two is wrong"
        )
    says = wanted(question, values)
    return None if says is None else Shown(members, values, says)


def from_joints(question: Asked, joint: Joints) -> Finding:
    """What all classes of a universe say to the question, from their joint values."""
    told, undefined, concerned = list[tuple[Joint, Wanted]](), 0, 0
    for case in joint.cases:
        try:
            says = wanted(question, case.values)
            concerned += case.classes * concerns(question, case.values)
        except Undefined:
            undefined += case.classes
            continue
        if says is not None:
            told.append((case, says))
    best = [_best([(c, s) for c, s in told if s.side == side], side) for side in (1, -1, 0)]
    found = [case for cases in best for case in cases[:1]]
    shown = (shown_at(question, members_of(case.least, case.points), case.values) for case in found)
    counted = [sum(case.classes for case in cases) for cases in best if cases]
    return Finding(
        joint.points,
        tuple(show for show in shown if show is not None),
        True,
        _looked_at(joint),
        counted[0] if len(counted) == 1 and joint.points is not None else None,
        undefined,
        concerned,
        at_most=joint.at_most,
    )


def _best(told: Sequence[tuple[Joint, Wanted]], side: int) -> list[Joint]:
    """The cases that say the best of a side, that with the least class first."""
    kept, best = list[Joint](), None
    for case, says in told:
        if best is not None and says.value is not None and better(best, says.value, side):
            continue
        if best is not None and says.value is not None and better(says.value, best, side):
            kept = []
        kept.append(case)
        best = says.value
    return sorted(kept, key=lambda case: (case.points, case.least.bit_count(), case.least))


def _looked_at(joint: Joints) -> str:
    if joint.points is None:
        same = "equal points, and the order of points and functions, change none of the parameters"
        return f"all classes of at most {joint.at_most} functions, by {joint.classes:,} of them: {same}"
    few = "" if joint.at_most is None else f" of at most {joint.at_most} function{'s' * (joint.at_most != 1)}"
    every = f"all {joint.classes:,} classes{few} on {joint.points} point{'s' * (joint.points != 1)}"
    return every if joint.orbits is None else f"{every}, by one of each of {joint.orbits:,} orbits"

"""The first lines of an answer: the one place where findings become words about all classes.

"every class", "no class", "is", "exactly" and "smallest" name the universes that were finished and no other. Each
universe that was not finished is named as not decided. A class that was found speaks for itself, wherever it was met.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from littlestone.proofs_check.explore.findings import Finding, Shown, best_shown, is_better
from littlestone.proofs_check.explore.questions import Asked, Kind
from littlestone.proofs_check.reading.values import number_text

FEW_AND_MANY = ("Thr", "T", "dual_VC", "dual_Ldim")  # parameters that few functions on many points make large


@dataclass(frozen=True, slots=True)
class Scope:
    """What was looked at: the universes that were finished, and those that were not."""

    finished: tuple[Finding, ...]
    cut: tuple[Finding, ...]

    @property
    def every(self) -> str:
        """The finished universes, and whether the formula may have no value at some of their classes."""
        undefined = any(finding.undefined != 0 for finding in self.finished)
        return f"{scope_text(self.finished)}{', where it is defined' * undefined}"

    @property
    def rest(self) -> str:
        """The universes that were not finished, behind a semicolon if others were; nothing if all were."""
        return f"{'; ' if self.finished else ': '}{scope_text(self.cut)} not decided" if self.cut else ""

    @property
    def is_vacuous(self) -> bool:
        """No class of the finished universes fulfils the condition."""
        return all(finding.concerned == 0 for finding in self.finished)

    def open_points(self, most: int) -> list[int]:
        """The numbers of points up to ``most`` on which not all classes were looked at."""
        whole = {finding.points for finding in self.finished if finding.at_most is None}
        return [m for m in range(1, most + 1) if m not in whole]

    @property
    def without_example(self) -> Scope:
        """The universes in which no example was found."""
        return Scope(*(tuple(f for f in part if f.of(0) is None) for part in (self.finished, self.cut)))


def headline(question: Asked, findings: Sequence[Finding]) -> str:
    """What the findings say to the question."""
    scope = Scope(tuple(f for f in findings if f.complete), tuple(f for f in findings if not f.complete))
    return question.text + _WORDS[question.kind](question, scope, findings)


def telling(question: Asked, findings: Sequence[Finding]) -> list[Shown]:
    """The classes that show the answer."""
    lone = first_example(findings)
    if lone is not None or question.kind in ("relation", "class"):
        return [] if lone is None else [lone[1]]
    return [shown for shown in (best_of(findings, side) for side in (1, -1)) if shown is not None]


def caveat(question: Asked, findings: Sequence[Finding]) -> str | None:
    """That a parameter is large on few functions and many points, if no class that was found settles the question."""
    names = [name for name in question.names if name in FEW_AND_MANY]
    if not names or first_example(findings) is not None:
        return None
    few = next((f.at_most for f in findings if f.points is None and f.complete), None)
    looked = "none was" if few is None else f"only those of at most {few} functions were"
    large = f"{_and(names)} {'is' if len(names) == 1 else 'are'} large on few functions and many points"
    return f"{large}: of the classes on more points {looked} looked at"


# ---- Universes in words


def scope_text(findings: Iterable[Finding]) -> str:
    """Such as "on 1 to 3 and 5 points, or with at most 10 functions on 6 points"."""
    listed = list(findings)
    whole = [f.points for f in listed if f.at_most is None and f.points is not None]
    few = [
        f"with at most {f.at_most} function{'s' * (f.at_most != 1)} on "
        f"{'any number of points' if f.points is None else points_text([f.points])}"
        for f in listed
        if f.at_most is not None
    ]
    return ", or ".join([*([f"on {points_text(whole)}"] if whole else []), *few])


def points_text(points: Sequence[int]) -> str:
    """Such as "1 to 3 and 5 points"."""
    runs = [[m for _, m in run] for _, run in groupby(enumerate(points), lambda pair: pair[1] - pair[0])]
    words = [word for run in runs for word in ([f"{run[0]} to {run[-1]}"] if len(run) > 2 else map(str, run))]
    return f"{_and(words)} point{'s' * (list(points) != [1])}"


def _and(words: Sequence[str]) -> str:
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


# ---- What was found


def first_example(findings: Iterable[Finding]) -> tuple[Finding, Shown] | None:
    """A class that is an example, or that no constant saves, on the fewest points, with its universe."""
    found = [(finding, shown) for finding in findings if (shown := finding.of(0)) is not None]
    return min(found, key=lambda one: (len(one[1].members[0]), len(one[1].members)), default=None)


def best_of(findings: Iterable[Finding], side: int) -> Shown | None:
    """The best class of the universes."""
    return best_shown(finding.of(side) for finding in findings)


def _value(shown: Shown) -> str:
    assert shown.says.value is not None
    return number_text(shown.says.value)


def _on(shown: Shown) -> str:
    return f"on {points_text([len(shown.members[0])])}"


# ---- One kind of question after the other


def _relation(question: Asked, scope: Scope, findings: Sequence[Finding]) -> str:
    found = first_example(findings)
    if found is not None:
        return _fails(scope, found[1])
    holds = ": no class is concerned" if scope.is_vacuous else " holds for every class"
    return f"{f'{holds} {scope.every}' * bool(scope.finished)}{scope.rest}"


def _fails(scope: Scope, shown: Shown) -> str:
    words, points, others = f" fails {_on(shown)}", len(shown.members[0]), scope.without_example
    if not scope.open_points(points - 1):
        return words + ", and on no fewer" * (points > 1)
    return f"{words}{f'; holds for every class {others.every}' * bool(others.finished)}{others.rest}"


def _smallest(question: Asked, scope: Scope, findings: Sequence[Finding]) -> str:
    found, fewer = first_example(findings), scope.without_example.finished
    none = f"no class {scope_text(fewer)}" if fewer else ""
    if found is None:
        return f"{f': {none}' * bool(none)}{scope.rest}"
    finding, shown = found
    functions = len(shown.members)
    size, none = f"{functions} function{'s' * (functions != 1)} {_on(shown)}", f"; {none}" * bool(none)
    missing = scope.open_points(len(shown.members[0]) - finding.complete)
    if not missing:
        return f": the smallest class has {size}{none}"
    doubt = f"not all classes on {points_text(missing)} were looked at"
    return f": a class with {size} was found{none}; smaller ones are not excluded, since {doubt}"


def _extreme(question: Asked, scope: Scope, findings: Sequence[Finding]) -> str:
    side, word = (1, "at least") if question.kind == "max" else (-1, "at most")
    best, met = best_of(scope.finished, side), best_of(scope.cut, side)
    beyond = met is not None and (best is None or is_better(met, best))
    there = f"; {word} {_value(met)} {_on(met)}" if met and beyond else ""
    if not scope.finished:
        return f"{scope.rest}{there}"
    if best is None:
        return f": no class is concerned {scope.every}{scope.rest}{there}"
    return f" is {_value(best)} {scope.every}, reached {_on(best)}{scope.rest}{there}"


def _constant(question: Asked, scope: Scope, findings: Sequence[Finding]) -> str:
    name, never = question.constant, first_example(findings)
    if never is not None:
        return f" holds with no {name}: see the class {_on(never[1])}"
    needed, exact = _bounds(name, findings), _bounds(name, scope.finished)
    least, most = best_of(findings, 1), best_of(findings, -1)
    if least and most and is_better(least, most):
        return f" holds with no {name}: it would have to be {' and '.join(needed)}"
    more = " and ".join(bound for bound in needed if bound not in exact)
    there = f"; {more} is needed" if more else ""
    if not scope.finished:
        return f"{scope.rest}{there}"
    if scope.is_vacuous:
        return f": no class is concerned {scope.every}{scope.rest}{there}"
    where = f"exactly where {' and '.join(exact)}" if exact else f"with every {name}"
    return f" holds {scope.every} {where}{scope.rest}{there}"


def _bounds(name: str, findings: Sequence[Finding]) -> list[str]:
    """What the findings ask of the constant."""
    sides = ((">=", best_of(findings, 1)), ("<=", best_of(findings, -1)))
    return [f"{name} {sign} {_value(shown)}" for sign, shown in sides if shown is not None]


_WORDS: Mapping[Kind, Callable[[Asked, Scope, Sequence[Finding]], str]] = {
    "max": _extreme,
    "min": _extreme,
    "constant": _constant,
    "relation": _relation,
    "class": _smallest,
}

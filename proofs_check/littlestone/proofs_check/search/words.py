"""The answer of a search: the class, and exactly the sizes of which "none" is said, with the reason for each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from littlestone.proofs_check.explore.headline import points_text
from littlestone.proofs_check.json_types import JsonObject
from littlestone.proofs_check.reading.values import set_text
from littlestone.proofs_check.search.deciding import Decided
from littlestone.proofs_check.search.searching import Ranges, Searched, Sizes

HOW = {
    "none": "none, by a proof of {steps} steps, each checked",
    "counted": "none, since {reason}",
    "undecided": "not decided: {reason}",
    "class": "a class, after {conflicts:,} conflicts",
}


@dataclass(frozen=True)
class _Run:
    """Sizes of one outcome and reason: so many functions on each of some numbers of points."""

    functions: Sizes
    sizes: tuple[Decided, ...]
    also_more: bool

    @property
    def words(self) -> str:
        """What is said of them all."""
        one, steps = self.sizes[0], [f"{decided.steps:,}" for decided in self.sizes]
        how = HOW[one.outcome].format(steps=", ".join(steps), reason=one.reason, conflicts=one.conflicts)
        if self.also_more:
            how += (
                f"; nor of more, which have one of {self.functions[1]} in them"
                if one.outcome == "none"
                else "; nor of more"
            )
        return f"{_functions(self.functions)} on {points_text([decided.points for decided in self.sizes])}: {how}"


def answer_lines(answer: Searched) -> Iterator[str]:
    """The answer, what it rests on for each size, and the class with its parameters."""
    yield headline(answer)
    yield ""
    yield from (run.words for run in _runs(answer))
    lowest = answer.ranges.points[0]
    if lowest > 1 and answer.question.sees_no_copies and all(one.is_none for one in answer.decided):
        yield f"what is none on {points_text([lowest])} is none on fewer: equal points change nothing"
    if answer.found is not None:
        yield ""
        yield f"{', '.join(f'{name} = {value}' for name, value in answer.found.values.items())} at"
        yield f"  {set_text(answer.found.members)}"


def headline(answer: Searched) -> str:
    """What is found, exactly which sizes have no class, and which are not decided."""
    found, ranges = answer.found, answer.ranges
    cut = "".join(f"; {_size(one)} not decided" for one in answer.undecided)
    if found is None and cut:
        return f"{answer.question}: no class was found{cut}"
    if found is None:
        return f"{answer.question}: no class of {_functions(ranges.functions)} on {points_text(_span(ranges.points))}"
    if cut:
        return f"{answer.question}: a class of {_size(found)} was found; smaller ones are not excluded{cut}"
    parts = list(filter(None, _excluded(ranges, found)))
    return (
        f"{answer.question}: a class of {_size(found)}{', the least: none of ' * bool(parts)}{', nor of '.join(parts)}"
    )


def _excluded(ranges: Ranges, found: Decided) -> Iterator[str]:
    """The sizes of the ranges that come before the class that was found."""
    (fewest, most), (low, high) = ranges.functions, ranges.points
    n, m = found.functions, found.points
    if ranges.least == "points":
        yield f"{_functions((fewest, most))} on {points_text(_span((low, m - 1)))}" if m > low else ""
        yield f"{_functions((fewest, n - 1))} on {points_text([m])}" if n > fewest else ""
    else:
        yield f"{_functions((fewest, n - 1))} on {points_text(_span((low, high)))}" if n > fewest else ""
        yield f"{_functions((n, n))} on {points_text(_span((low, m - 1)))}" if m > low else ""


def _size(one: Decided) -> str:
    return f"{_functions((one.functions, one.functions))} on {points_text([one.points])}"


def _functions(sizes: Sizes) -> str:
    low, high = sizes
    return f"{low} function{'s' * (low != 1)}" if low == high else f"{low} to {high} functions"


def _span(sizes: Sizes) -> range:
    return range(sizes[0], sizes[1] + 1)


def _runs(answer: Searched) -> Iterator[_Run]:
    """The sizes that were decided, those of one outcome together; proofs are of one number of functions each."""
    runs: dict[tuple[object, ...], list[Decided]] = {}
    ordered = sorted(answer.decided, key=lambda one: (one.points, one.functions))
    for points, group in groupby(ordered, key=lambda one: one.points):
        enough = answer.enough[points]
        for _, run in groupby(group, key=lambda one: one.reason or one.functions):
            same = list(run)
            more = same[-1].is_none and enough is not None and enough <= same[-1].functions
            key = (same[0].functions, same[-1].functions, more, same[0].outcome, same[0].reason)
            runs.setdefault(key, []).append(same[0])
    for (low, high, more, *_), sizes in runs.items():
        yield _Run((int(str(low)), int(str(high))), tuple(sizes), bool(more))


def answer_data(answer: Searched) -> JsonObject:
    """The answer as JSON takes it."""
    return {
        "question": [condition.text for condition in answer.question.conditions],
        "answer": headline(answer),
        "functions": list(answer.ranges.functions),
        "points": list(answer.ranges.points),
        "least": answer.ranges.least,
        "decided": [_data(one) for one in answer.decided],
        "also_none_above": {str(points): number for points, number in answer.enough.items()},
    }


def _data(one: Decided) -> JsonObject:
    return {
        "functions": one.functions,
        "points": one.points,
        "outcome": one.outcome,
        "conflicts": one.conflicts,
        "steps_checked": one.steps,
        "reason": one.reason,
        "class": set_text(one.members) if one.members else None,
        "values": one.values,
    }

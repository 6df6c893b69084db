"""Answers in words and as plain data."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from littlestone.proofs_check.explore.exploring import Explored
from littlestone.proofs_check.explore.findings import Finding, Shown
from littlestone.proofs_check.explore.formulas import Exact
from littlestone.proofs_check.explore.goals import better
from littlestone.proofs_check.explore.mining import ATTACKED_POINTS, MINED_POINTS, Fate, Mined
from littlestone.proofs_check.json_types import JsonObject
from littlestone.proofs_check.reading.values import number_text, set_text


def answer_text(answer: Explored) -> str:
    """The answer, what it rests on for each number of points, and the class that shows it."""
    lines = [*_headline(answer), "", *_looked_at(answer.findings)]
    for shown in _telling(answer):
        lines += ["", *class_lines(shown)]
    return "\n".join(lines)


def class_lines(shown: Shown) -> Iterator[str]:
    """The values of the parameters, and the class as ``littlestone dims`` takes it."""
    yield f"{values_text(shown.values)} at"
    yield f"  {set_text(shown.members)}"


def values_text(values: Mapping[str, Exact]) -> str:
    """Such as VC = 2, Ldim = 4."""
    return ", ".join(f"{name} = {number_text(value)}" for name, value in values.items())


def _looked_at(findings: Sequence[Finding]) -> Iterator[str]:
    for finding in findings:
        best = ", ".join(_best(shown) for shown in finding.shown if shown.says.value is not None)
        counts = [f"{best} at {_classes(finding.attained)}" if finding.attained and best else best]
        counts += [f"{_classes(finding.attained)} found" if finding.attained and not best else ""]
        counts += [f"undefined at {_classes(finding.undefined)}" if finding.undefined else ""]
        how = finding.looked_at if finding.complete else f"incomplete: {finding.looked_at}"
        yield "; ".join(part for part in [f"{finding.points}: {how}", *counts, *finding.notes] if part)


def _classes(number: int) -> str:
    return f"{number:,} class{'es' * (number != 1)}"


def _best(shown: Shown) -> str:
    assert shown.says.value is not None
    return number_text(shown.says.value)


# ---- The first line


def _headline(answer: Explored) -> Iterator[str]:
    question, points = answer.question, _points(answer.findings)
    kind, example = question.kind, answer.first_example
    if kind in ("max", "min"):
        best = _last_best(answer, 1 if kind == "max" else -1)
        yield f"{question.text}: no class is concerned on {points}" if best is None else _extreme(answer, *best)
    elif kind == "constant":
        yield from _constant(answer, points)
    elif kind == "relation":
        holds = f"holds for every class on {points}"
        yield f"{question.text} {_fails(example) if example else holds}{'' if example else _doubt(answer)}"
    elif example is None:
        yield f"{question.text}: no class on {points}{_doubt(answer)}"
    else:
        fewer = [finding for finding in answer.findings if finding.points < example.points]
        none = f"; no class on {_points(fewer)}" if fewer else ""
        functions = f"{len(example.shown[0].members)} functions on {_on(example)}"
        yield f"{question.text}: the smallest class has {functions}{none}"


def _fails(example: Finding) -> str:
    return f"fails on {_on(example)}, and on no fewer" if example.points > 1 else f"fails on {_on(example)}"


def _on(finding: Finding) -> str:
    return f"{finding.points} point{'s' * (finding.points != 1)}"


def _points(findings: Sequence[Finding]) -> str:
    """Such as 1 to 5 points, or with at most 10 functions on 6 points."""
    every = [finding.points for finding in findings if finding.at_most is None]
    last = every[-1]
    some = [f", or with at most {f.at_most} functions on {_on(f)}" for f in findings if f.at_most is not None]
    return "".join(["1 point" if last == 1 else f"1 to {last} points", *some])


def _doubt(answer: Explored) -> str:
    """What keeps an answer from being complete."""
    open_points = [str(finding.points) for finding in answer.findings if not finding.complete]
    return f"; not decided on {', '.join(open_points)} points" if open_points else ""


def _last_best(answer: Explored, side: int) -> tuple[Finding, Shown] | None:
    """The best of all numbers of points, on the fewest of them."""
    best: tuple[Finding, Shown] | None = None
    for finding in answer.findings:
        shown = finding.of(side)
        if shown is None or shown.says.value is None:
            continue
        known = None if best is None else best[1].says.value
        if known is None or better(shown.says.value, known, side):
            best = finding, shown
    return best


def _extreme(answer: Explored, finding: Finding, shown: Shown) -> str:
    doubt = _doubt(answer)
    word = ("at least" if answer.question.kind == "max" else "at most") if doubt else "is"
    where = f"on {_points(answer.findings)}, reached on {_on(finding)}"
    return f"{answer.question.text} {word} {_best(shown)} {where}{doubt}"


def _constant(answer: Explored, points: str) -> Iterator[str]:
    question, name = answer.question, answer.question.constant
    impossible = next((f for f in answer.findings if f.of(0) is not None), None)
    if impossible is not None:
        yield f"{question.text} holds with no {name}: see the class on {_on(impossible)}"
        return
    least, most = _last_best(answer, 1), _last_best(answer, -1)
    bounds = [f"{name} >= {_best(least[1])}"] if least else []
    bounds += [f"{name} <= {_best(most[1])}"] if most else []
    if least and most and _crossed(least[1], most[1]):
        yield f"{question.text} holds with no {name}: it would have to be {' and '.join(bounds)}"
        return
    exactly = " and ".join(bounds)
    end = f"exactly where {exactly}" if bounds else f"with every {name}"
    yield f"{question.text} holds on {points} {end}{_doubt(answer)}"


def _crossed(least: Shown, most: Shown) -> bool:
    assert least.says.value is not None and most.says.value is not None
    return better(least.says.value, most.says.value, 1)


def _telling(answer: Explored) -> list[Shown]:
    """The classes that show the answer."""
    if answer.question.kind in ("relation", "class"):
        return list(answer.first_example.shown) if answer.first_example else []
    impossible = next((f.of(0) for f in answer.findings if f.of(0) is not None), None)
    if impossible is not None:
        return [impossible]
    return [found[1] for found in (_last_best(answer, side) for side in (1, -1)) if found is not None]


# ---- Plain data


def answer_data(answer: Explored) -> JsonObject:
    """The answer as JSON takes it; numbers as text, since they are exact."""
    return {
        "question": answer.question.text,
        "kind": answer.question.kind,
        "answer": next(_headline(answer)),
        "complete": all(finding.complete and finding.at_most is None for finding in answer.findings),
        "findings": [_finding_data(finding) for finding in answer.findings],
        "shown_by": [_shown_data(shown) for shown in _telling(answer)],
    }


def _finding_data(finding: Finding) -> JsonObject:
    return {
        "points": finding.points,
        "at_most": finding.at_most,
        "complete": finding.complete,
        "looked_at": finding.looked_at,
        "attained": finding.attained,
        "undefined": finding.undefined,
        "notes": list(finding.notes),
        "classes": [_shown_data(shown) for shown in finding.shown],
    }


def _shown_data(shown: Shown) -> JsonObject:
    says = None if shown.says.value is None else number_text(shown.says.value)
    values = {name: number_text(value) for name, value in shown.values.items()}
    return {"class": set_text(shown.members), "values": values, "value": says}


# ---- What was mined


def mined_text(mined: Mined) -> str:
    """The conjectures with their evidence, what died with the class that killed it, and what was left out."""
    alive = [fate for fate in mined.fates if fate.killed_by is None]
    dead = [fate for fate in mined.fates if fate.killed_by is not None]
    searched = f", and for those met in a guided search on {mined.points}" if mined.points > ATTACKED_POINTS else ""
    lines = [
        f"{len(alive)} conjectures: they hold for every class on 1 to {ATTACKED_POINTS} points{searched}",
        *(f"  {fate.relation.text}" for fate in alive),
        "",
        f"{len(dead)} died: they hold for every class on 1 to {MINED_POINTS} points",
    ]
    for fate in dead:
        lines += [f"  {fate.relation.text} fails on {fate.points} points", *(f"    {line}" for line in _killer(fate))]
    lines += ["", f"{mined.follow} more follow from these, or from what is known"]
    return "\n".join([*lines, *(f"left out: {name}, {reason}" for name, reason in mined.left_out)])


def _killer(fate: Fate) -> Iterator[str]:
    assert fate.killed_by is not None
    return class_lines(fate.killed_by)


def mined_data(mined: Mined) -> JsonObject:
    """What was mined as JSON takes it."""
    return {
        "conjectures": [relation.text for relation in mined.conjectures],
        "died": [
            {"relation": fate.relation.text, "points": fate.points, "killed_by": _shown_data(fate.killed_by)}
            for fate in mined.fates
            if fate.killed_by is not None
        ],
        "follow": mined.follow,
        "left_out": [{"parameter": name, "reason": reason} for name, reason in mined.left_out],
    }

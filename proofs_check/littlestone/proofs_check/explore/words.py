"""Answers in words and as plain data."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from littlestone.proofs_check.explore.exploring import Explored
from littlestone.proofs_check.explore.findings import Finding, Shown
from littlestone.proofs_check.explore.headline import caveat, headline, points_text, telling
from littlestone.proofs_check.explore.mining import ATTACKED_POINTS, MINED_POINTS, Fate, Mined, without_what_follows
from littlestone.proofs_check.json_types import JsonObject
from littlestone.proofs_check.questions.arguments import set_text
from littlestone.proofs_check.reading.values import number_text

KINDS = {
    "new": "new, which only says that they do not follow from the kit's lists",
    "theorem": "theorems, each with what it follows from",
    "in the database": "in the Combinatorial-Parameters database",
}


def answer_text(answer: Explored) -> str:
    """The answer, what it rests on for each number of points, and the class that shows it."""
    said = [headline(answer.question, answer.findings), caveat(answer.question, answer.findings)]
    lines = [*filter(None, said), "", *_looked_at(answer.findings)]
    for shown in telling(answer.question, answer.findings):
        lines += ["", *class_lines(shown)]
    return "\n".join(lines)


def class_lines(shown: Shown) -> Iterator[str]:
    """The values of the parameters, and the class as ``littlestone dims`` takes it."""
    yield f"{', '.join(f'{name} = {number_text(value)}' for name, value in shown.values.items())} at"
    yield f"  {set_text(shown.members)}"


def _looked_at(findings: Sequence[Finding]) -> Iterator[str]:
    for finding in findings:
        best = ", ".join(number_text(s.says.value) for s in finding.shown if s.says.value is not None)
        counts = [f"{best} at {_classes(finding.attained)}" if finding.attained and best else best]
        counts += [f"{_classes(finding.attained)} found" if finding.attained and not best else ""]
        counts += [f"undefined at {_classes(finding.undefined)}" if finding.undefined else ""]
        how = finding.looked_at if finding.complete else f"incomplete: {finding.looked_at}"
        points = "any" if finding.points is None else finding.points
        yield "; ".join(part for part in [f"{points}: {how}", *counts, *finding.notes] if part)


def _classes(number: int) -> str:
    return f"{number:,} class{'es' * (number != 1)}"


# ---- Plain data


def answer_data(answer: Explored) -> JsonObject:
    """The answer as JSON takes it; numbers as text, since they are exact."""
    return {
        "question": answer.question.text,
        "kind": answer.question.kind,
        "answer": headline(answer.question, answer.findings),
        "caveat": caveat(answer.question, answer.findings),
        "complete": all(finding.complete and finding.at_most is None for finding in answer.findings),
        "findings": [_finding_data(finding) for finding in answer.findings],
        "shown_by": [_shown_data(shown) for shown in telling(answer.question, answer.findings)],
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
    """What is new, what is known, what is refuted with the class that refutes it, and what was left out."""
    searched = ", and a guided search on 6 met no class that breaks them" if mined.points > ATTACKED_POINTS else ""
    lines = [f"If nothing else is said, relations hold for every class on 1 to {ATTACKED_POINTS} points{searched}"]
    for kind, words in KINDS.items():
        lines += ["", f"{len(mined.of(kind))} {words}", *(_survivor(fate, mined.points) for fate in mined.of(kind))]
    dead = mined.of("refuted")
    strongest = set(without_what_follows([fate.relation for fate in dead]))
    lines += ["", f"{len(dead)} refuted, though they hold for every class on 1 to {MINED_POINTS} points"]
    for fate in dead:
        if fate.killed_by is not None and fate.relation in strongest:
            lines.append(f"  {fate.relation.text} fails on {fate.points} points")
            lines += [f"    {line}" for line in class_lines(fate.killed_by)]
    lines += [f"  and {len(dead) - len(strongest)} that follow from these: --format json lists them"]
    lines += ["", f"{mined.follow} more follow from those that are not refuted"]
    return "\n".join([*lines, *(f"left out: {name}, {reason}" for name, reason in mined.left_out)])


def _survivor(fate: Fate, points: int) -> str:
    known = f": {', '.join(dict.fromkeys(fate.known))}" if fate.known else ""
    missed = points_text(range(fate.points + 1, points + 1)) if fate.points < points else ""
    return f"  {fate.relation.text}{known}{f'; on {missed} not decided' * bool(missed)}"


def mined_data(mined: Mined) -> JsonObject:
    """What was mined as JSON takes it."""
    return {
        "relations": [_fate_data(fate) for fate in mined.fates],
        "follow": mined.follow,
        "left_out": [{"parameter": name, "reason": reason} for name, reason in mined.left_out],
    }


def _fate_data(fate: Fate) -> JsonObject:
    return {
        "relation": fate.relation.text,
        "status": fate.status,
        "known": list(fate.known),
        "points": fate.points,
        "killed_by": None if fate.killed_by is None else _shown_data(fate.killed_by),
    }

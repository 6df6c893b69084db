"""Answers in words, as plain data and as claims for ``littlestone verify``."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from fractions import Fraction

from littlestone.proofs_check.explore.exploring import Explored
from littlestone.proofs_check.explore.findings import Finding, Shown
from littlestone.proofs_check.explore.headline import best_of, caveat, first_example, headline, points_text, telling
from littlestone.proofs_check.explore.known import Known, how_many_compared, insist_on_agreement, what_is_known
from littlestone.proofs_check.explore.mining import ATTACKED_POINTS, MINED_POINTS, Fate, Mined, without_what_follows
from littlestone.proofs_check.explore.questions import Asked, Inequality, NotCompared, asked, inequalities
from littlestone.proofs_check.json_types import JsonObject
from littlestone.proofs_check.reading.values import number_text, set_text
from littlestone.proofs_check.reports.released import mark, released
from littlestone.spec.parameters.library import PARAMETERS

COMPARED = "{} statements of CPM, LIT and DIM and of the definitions"
KINDS = {
    "new": f"new: they do not follow from {COMPARED}, and may be theorems elsewhere",
    "theorem": "theorems, each with what it follows from",
    "in the database": "in the Combinatorial-Parameters database",
}


def answer_text(answer: Explored) -> str:
    """The answer, what it rests on for each number of points, and the class that shows it."""
    said = [headline(answer.question, answer.findings), caveat(answer.question, answer.findings)]
    said += [trend(answer.question, answer.findings), known_text(answer)]
    lines = [*filter(None, said), "", *_looked_at(answer.findings)]
    for shown in telling(answer.question, answer.findings):
        lines += ["", *class_lines(shown)]
    claim = claim_of(answer)
    return "\n".join([*lines, *(["", "for littlestone verify FILE:", "", claim.rstrip()] if claim else [])])


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


# ---- What is known of a relation


def compared(answer: Explored) -> tuple[Asked, Known] | None:
    """The relation that was compared with what is known, that with the best constant where one was asked for."""
    question = answer.question
    if question.kind == "constant":
        values = [shown.says.value for side in (1, -1) if (shown := best_of(answer.findings, side)) is not None]
        if len(values) != 1 or not isinstance(values[0], int | Fraction) or first_example(answer.findings):
            return None
        question = asked(re.sub(rf"\b{question.constant}\b", f"({values[0]})", question.text), PARAMETERS)
    return (question, what_is_known(question)) if question.kind == "relation" else None


def known_text(answer: Explored) -> str | None:
    """Whether it is a theorem, in the database, refuted by the kit, or new, and what it was compared with."""
    if (found := compared(answer)) is None:
        return None
    known = found[1]
    example = first_example(answer.findings)
    insist_on_agreement(answer.question, known, None if example is None else example[1])
    best = f"{found[0].text}: " * (answer.question.kind == "constant")
    if known.status == "not compared":
        return "not compared with what is known: it is no inequality of sums and products"
    if known.status == "new":
        said = "that it fails" if example else "it"
        return f"{best}new: none of {COMPARED.format(how_many_compared())} says {said}, alone or with others"
    left_open = ", which leaves its constant open" * known.is_open
    one = released().get(known.ids[0]) if known.status == "refuted here" else None
    lines = [" ".join(line.split()) for line in one.get("counterexample", "").splitlines()] if one else []
    shown = f" ({'; '.join(lines)}; {mark(one)})" if one and lines else ""
    return f"{best}{known.status}: {', '.join(known.ids)}{left_open}{shown}"


def trend(question: Asked, findings: Sequence[Finding]) -> str | None:
    """The best constant on so many points, one number after the other: of more points it says nothing."""
    whole = [f for f in findings if f.complete and f.at_most is None and f.points is not None]
    sides = {shown.says.side for f in whole for shown in f.shown}
    if question.kind != "constant" or sides not in ({1}, {-1}):
        return None
    side, told = sides.pop(), list[str]()
    for i, finding in enumerate(whole):
        here, best = finding.of(side), best_of(whole[:i], side)  # provers may only say: not beyond the best so far
        within = f"{'at most' if side > 0 else 'at least'} " * (here is None)
        shown = here or best
        told.append("any" if shown is None or shown.says.value is None else within + number_text(shown.says.value))
    points = points_text([f.points for f in whole if f.points is not None])
    name = f"the {'least' if side > 0 else 'largest'} {question.constant}"
    return f"{name} is {', '.join(told)} on {points}, and none is shown for all classes"


# ---- Claims

_CLAIM = """

@claim("EXPLORED.{0}", "littlestone explore: {1}", "conjecture"{2})
def relation_{0}(H: Binary{3}):
    \"\"\"{4}.\"\"\"
    return {5}
"""


def claim_of(answer: Explored) -> str | None:
    """A relation that is new and fails nowhere as the file of a claim; None for others, and where it is not written."""
    found, finished = compared(answer), [f for f in answer.findings if f.complete]
    is_open = found is not None and found[1].status == "new" and finished and first_example(answer.findings) is None
    return claims_file([found[0]]) if found is not None and is_open else None


def claims_file(questions: Sequence[Asked]) -> str | None:
    """Relations as the claims of a file; without those that are no sums of products of parameters; None for none."""
    found = ""
    for n, question in enumerate(questions, 1):
        with suppress(NotCompared):
            said = inequalities(question)
            slack = (", slack=TIGHT", ", slack: int", " + slack") if len(said) == 1 else ("", "", "")
            code = " & ".join(f"({_code(one)}{slack[2]})" for one in said)
            given = [_code(one) for one in sorted(said[0].given, key=str)]
            code = f"when([{', '.join(given)}], {code})" if given else code
            found += _CLAIM.format(n, " and ".join(question.names), *slack[:2], question.text, code)
    return f"from littlestone.claims import *\n{found}" if found else None


def _code(one: Inequality) -> str:
    """An inequality as Python, of sums without a minus. Raises NotCompared where a function is in it."""
    sides: dict[bool, list[str]] = {True: [], False: []}
    for product, factor in (*one.terms, ("", -one.most)):
        if "(" in product:
            raise NotCompared(f"{product} has no words in a claim")
        number = re.sub(r"(\d+)/(\d+)", r"Fraction(\1, \2)", str(abs(factor)))
        words = re.sub(r"[A-Za-z_]\w*", r'PARAMETERS["\g<0>"](H)', product)
        factors = [number] * (abs(factor) != 1 or not product) + [words] * bool(product)
        sides[factor > 0] += [" * ".join(factors)] * (factor != 0)
    left, right = (" + ".join(sides[side]) or "0" for side in (True, False))
    return f"{left} {'<' if one.strict else '<='} {right}"


# ---- Plain data


def answer_data(answer: Explored) -> JsonObject:
    """The answer as JSON takes it; numbers as text, since they are exact."""
    return {
        "question": answer.question.text,
        "kind": answer.question.kind,
        "answer": headline(answer.question, answer.findings),
        "caveat": caveat(answer.question, answer.findings),
        "trend": trend(answer.question, answer.findings),
        "known": known_text(answer),
        "claim": claim_of(answer),
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
        lines += [
            "",
            f"{len(mined.of(kind))} {words.format(how_many_compared())}",
            *(_survivor(fate, mined.points) for fate in mined.of(kind)),
        ]
    dead = mined.of("refuted")
    strongest = set(without_what_follows([fate.relation for fate in dead]))
    lines += ["", f"{len(dead)} refuted, though they hold for every class on 1 to {MINED_POINTS} points"]
    for fate in dead:
        if fate.killed_by is not None and fate.relation in strongest:
            here = f": refuted here, {fate.known.ids[0]}" if fate.known.status == "refuted here" else ""
            lines.append(f"  {fate.relation.text} fails on {fate.points} points{here}")
            lines += [f"    {line}" for line in class_lines(fate.killed_by)]
    lines += [f"  and {len(dead) - len(strongest)} that follow from these: --format json lists them"]
    lines += ["", f"{mined.follow} more follow from those that are not refuted"]
    lines += ["--format json has those that are new as a file of claims for littlestone verify"] * bool(mined.of("new"))
    return "\n".join([*lines, *(f"left out: {name}, {reason}" for name, reason in mined.left_out)])


def _survivor(fate: Fate, points: int) -> str:
    ids = ", ".join(dict.fromkeys(fate.known.ids))
    known = f": {ids}{', which leaves its constant open' * fate.known.is_open}" if ids else ""
    missed = points_text(range(fate.points + 1, points + 1)) if fate.points < points else ""
    return f"  {fate.relation.text}{known}{f'; on {missed} not decided' * bool(missed)}"


def mined_data(mined: Mined) -> JsonObject:
    """What was mined as JSON takes it."""
    return {
        "relations": [_fate_data(fate) for fate in mined.fates],
        "follow": mined.follow,
        "compared_with": how_many_compared(),
        "claims": claims_file([asked(fate.relation.text, PARAMETERS) for fate in mined.of("new")]),
        "left_out": [{"parameter": name, "reason": reason} for name, reason in mined.left_out],
    }


def _fate_data(fate: Fate) -> JsonObject:
    return {
        "relation": fate.relation.text,
        "status": fate.status,
        "known": list(fate.known.ids),
        "points": fate.points,
        "killed_by": None if fate.killed_by is None else _shown_data(fate.killed_by),
    }

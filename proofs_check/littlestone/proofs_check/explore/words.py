"""Answers in words, as plain data and as claims for ``littlestone verify``."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from fractions import Fraction
from typing import Literal

from littlestone.proofs_check.explore.exploring import Explored
from littlestone.proofs_check.explore.findings import Finding, Shown
from littlestone.proofs_check.explore.headline import best_of, caveat, first_example, headline, telling
from littlestone.proofs_check.explore.known import Known, Status, checked_against, how_many_compared
from littlestone.proofs_check.explore.mining import Mined, without_what_follows
from littlestone.proofs_check.explore.questions import Asked, Inequality, NotCompared, asked, inequalities
from littlestone.proofs_check.json_types import JsonObject
from littlestone.proofs_check.questions.universes import set_text
from littlestone.proofs_check.reading.values import number_text
from littlestone.proofs_check.reports.released import mark, released
from littlestone.spec.parameters.library import PARAMETERS

COMPARED = "{} statements of CPM, LIT and DIM and of the definitions"
UNSURE = "; may be a theorem in another form"
KINDS = {
    "new": f"new: they do not follow from {COMPARED}, and may be theorems elsewhere",
    "theorem": "theorems, each with what it follows from",
    "follows from the database": "that follow from the Combinatorial-Parameters database",
    "in the database": "in the Combinatorial-Parameters database",
    "in the database for some c": "in that database with a constant that it leaves open",
    "refuted": "refuted, each by the class that is shown, though they hold for every class on 1 to 4 points",
}


def answer_text(answer: Explored) -> str:
    """The answer, what it rests on for each number of points, and the class that shows it."""
    said = [say(answer.question, answer.findings) for say in (headline, caveat, trend)]
    lines = [*filter(None, [*said, known_text(answer)]), "", *_looked_at(answer.findings)]
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
    if question.kind != "relation":
        return None
    if any(finding.undefined != 0 for finding in answer.findings):
        return question, Known("not compared", why="it has no value at some classes")
    example = first_example(answer.findings)
    return question, checked_against(question, example and example[1])


def known_text(answer: Explored) -> str | None:
    """Whether it is a theorem, in the database, refuted by the kit, or not recognised, and among what."""
    if (found := compared(answer)) is None:
        return None
    question, known = found
    said = f"{known.status}: {known.why or ', '.join(known.ids)}"
    if known.status == "new":
        fails, form = ("that it fails is ", "") if first_example(answer.findings) else ("", UNSURE)
        said = f"{fails}not recognised among {COMPARED.format(how_many_compared())}{form}"
    elif known.status == "refuted here" and (one := released().get(known.ids[0])):
        said += f" ({' '.join(one.get('counterexample', '').split())}; {mark(one)})"
    return f"{f'{question.text}: ' * (answer.question.kind == 'constant')}{said}"


def trend(question: Asked, findings: Sequence[Finding]) -> str | None:
    """The best constant on so many points, one number after the other: of more points it says nothing."""
    every = [(f.points, shown.says) for f in findings if f.complete and f.at_most is None for shown in f.shown]
    if question.kind != "constant" or {says.side for _, says in every} not in ({1}, {-1}):
        return None
    told = [f"{number_text(says.value)} on {points}" for points, says in every if says.value is not None]
    best = "least" if every[0][1].side > 0 else "largest"
    return f"the {best} {question.constant} is {', '.join(told)} points, and none is shown for all classes"


# ---- Claims

_CLAIM = """

@claim("EXPLORED.{0}", "littlestone explore: {1}", "conjecture", slack=TIGHT)
def relation_{0}(H: Binary, slack: int):
    \"\"\"{2}.\"\"\"
    return {3}
"""


def claim_of(answer: Explored) -> str | None:
    """A relation that is new, concerns some class and fails at none, as the file of a claim; None where it has none."""
    found, concerned = compared(answer), any(one.complete and one.concerned != 0 for one in answer.findings)
    if found and found[1].status == "new" and concerned and first_example(answer.findings) is None:
        return claims_file([found[0]])
    return None


def claims_file(questions: Sequence[Asked]) -> str | None:
    """Relations as the claims of a file; without those that are no one sum of parameters' products; None for none."""
    found = ""
    for n, question in enumerate(questions, 1):
        with suppress(ValueError):
            (one,) = inequalities(question)
            code, given = f"{_code(one)} + slack", [_code(each) for each in sorted(one.given, key=str)]
            code = f"when([{', '.join(given)}], {code})" if given else code
            found += _CLAIM.format(n, " and ".join(question.names), question.text, code)
    return f"from littlestone.claims import *\n{found}" if found else None


def _code(one: Inequality) -> str:
    """An inequality as Python, of sums without a minus. Raises NotCompared where a function is in it."""
    sides: dict[bool, list[str]] = {True: [], False: []}
    for product, factor in (*one.terms, ("", -one.most)):
        if "(" in product:
            raise NotCompared(f"{product} has no words in a claim")
        number = str(abs(factor)) if factor.denominator == 1 else repr(abs(factor))
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
    lines, strongest = list[str](), set(without_what_follows([*mined.fates]))
    for status, words in KINDS.items():
        fates = {relation: answer for relation, answer in mined.fates.items() if _status(answer) == status}
        shown = [answer for relation, answer in fates.items() if status != "refuted" or relation in strongest]
        more = ["  and those that follow from these: --format json lists them"] * (len(shown) < len(fates))
        lines += [
            f"{len(fates)} {words.format(how_many_compared())}",
            *(f"  {_fate_text(one)}" for one in shown),
            *more,
            "",
        ]
    if _new_claims(mined):
        lines += ["--format json has those that are new as a file of claims for littlestone verify"]
    lines += [f"{mined.follow} more follow from those that are not refuted"]
    return "\n".join([*lines, *(f"left out: {name}, {reason}" for name, reason in mined.left_out)])


def _status(answer: Explored) -> Status | Literal["refuted"]:
    found = compared(answer)
    return "refuted" if found is None or first_example(answer.findings) else found[1].status


def _fate_text(answer: Explored) -> str:
    """What was found of a relation, the ids that know of it, and the class that refutes it."""
    found = compared(answer)
    known = f"; {', '.join(dict.fromkeys(found[1].ids))}" if found and found[1].ids else ""
    shown = [line for one in telling(answer.question, answer.findings) for line in class_lines(one)]
    return "\n    ".join([headline(answer.question, answer.findings) + known, *shown])


def _new_claims(mined: Mined) -> str | None:
    return claims_file([answer.question for answer in mined.fates.values() if claim_of(answer)])


def mined_data(mined: Mined) -> JsonObject:
    """What was mined as JSON takes it."""
    return {
        "relations": [{"status": _status(answer), **answer_data(answer)} for answer in mined.fates.values()],
        "follow": mined.follow,
        "compared_with": how_many_compared(),
        "claims": _new_claims(mined),
        "left_out": [{"parameter": name, "reason": reason} for name, reason in mined.left_out],
    }

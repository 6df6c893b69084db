"""What `verify` says at its end, in some forty lines: what got worse, how papers fared, what is wrong, where to look.

No total mixes kinds: a step of a proof that is proved says nothing of the statements, and what no paper prints is in a
line of its own. The lines of single claims are those of ``console``, asked for by ``-v`` or by naming few claims.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from textwrap import shorten

from littlestone.proofs_check.reports.earlier_runs import Compared, Worse
from littlestone.proofs_check.reports.verdict_words import (
    HOLDING,
    corrected_words,
    counts_lines,
    role_of,
    tally,
    verdict_word,
    verdict_words,
)
from littlestone.proofs_check.verdicts.entries import Entry, ProofEntry
from littlestone.proofs_check.verdicts.scopes import said
from littlestone.proofs_check.verdicts.standing import WORTHS, is_not_run
from littlestone.spec.claim import CLAIMS

FEW = 12  # claims whose lines are printed without being asked for
WIDTH = 120
MOST_LISTED = 15  # of what got worse, of broken proofs
COLUMNS = {verdict: said(verdict) for verdict in (*HOLDING, "refuted", "vacuous", "open", "not_checkable")}
_NOT_RUN = "not run"
Grades = Mapping[str, tuple[str, str]]  # of each graded statement its grade, and in words what follows
OF_THEM = {  # the grades, the worst first, as in "18 wrong"
    "wrong": "wrong",
    "missing hypothesis": "without a needed hypothesis",
    "wrong constant": "with a wrong constant",
    "edge case": "false at an edge case only",
    "misprint": "misprints",
}


def summary(
    entries: Sequence[Entry],
    proofs: Sequence[ProofEntry],
    profile: str,
    found: Compared,
    grades: Grades,
    uses: Sequence[Entry] = (),
) -> list[str]:
    """The lines, without the place of the report; ``uses`` are the claims of which dependencies are made."""
    unexpected = sum(not entry["expected"] for entry in (*entries, *uses))
    first = f"profile {profile}: {len(entries):,} claims, {_compared(found)}, {unexpected} unexpected"
    parts = [
        [first, *_worse_lines(found.worse)],
        _table(entries),
        _refuted_lines(entries, grades),
        [*counts_lines([entry for entry in entries if role_of(entry) != "statement"]), *proof_lines(proofs)],
        _next_lines(entries, grades),
    ]
    return [line for part in parts if part for line in ("", *part)][1:]


def short_summary(entries: Sequence[Entry], proofs: Sequence[ProofEntry], worse: Sequence[Worse]) -> list[str]:
    """The lines where each claim had its own already: what got worse, and the counts."""
    return [*_worse_lines(worse), *counts_lines(entries), *proof_lines(proofs)]


def _compared(found: Compared) -> str:
    """How many verdicts got worse, and of how many: a claim that the last run did not have is none of them."""
    if not found.claims:
        return "no earlier run to compare with"
    of_these = f"of {found.claims:,} that the last run had too"
    return f"{len(found.worse)} WORSE {of_these}" if found.worse else f"none worse {of_these}"


def _worse_lines(worse: Sequence[Worse]) -> list[str]:
    return _listed([f"  worse  {found.id}: was {found.was}, is {found.now}" for found in worse])


def _listed(lines: Sequence[str]) -> list[str]:
    more = len(lines) - MOST_LISTED
    return [*lines[:MOST_LISTED], *([f"  and {more} more"] if more > 0 else [])]


# ---- Statements


def _table(entries: Sequence[Entry]) -> list[str]:
    """A row for each paper: its statements by verdict, what holds as "whole + in part"."""
    stated = [entry for entry in entries if role_of(entry) == "statement"]
    if not stated:
        return []
    verdicts = [verdict for verdict in COLUMNS if any(verdict_word(entry) == verdict for entry in stated)]
    papers = dict.fromkeys(entry["paper"] for entry in stated)
    rows = [_row(paper, [e for e in stated if e["paper"] == paper], verdicts) for paper in papers]
    head = ["", "statements", *(COLUMNS[verdict] for verdict in verdicts)]
    table = [head, *rows, *([_row("all", stated, verdicts)] if len(rows) > 1 else [])]
    widths = [max(len(row[i]) for row in table) for i in range(len(head))]
    lines = ["  ".join(_aligned(cell, widths[i], i) for i, cell in enumerate(row)).rstrip() for row in table]
    return [*lines, *_legend(stated)]


def _aligned(cell: str, width: int, column: int) -> str:
    return cell.rjust(width) if column else cell.ljust(width)


def _row(name: str, entries: Sequence[Entry], verdicts: Sequence[str]) -> list[str]:
    return [name, str(len(entries)), *(_cell([e for e in entries if verdict_word(e) == v]) for v in verdicts)]


def _cell(entries: Sequence[Entry]) -> str:
    part = sum(map(_is_in_part, entries))
    return f"{len(entries) - part} + {part}" if part else str(len(entries))


def _is_in_part(entry: Entry) -> bool:
    """It holds, of less than what is printed."""
    return verdict_word(entry) in HOLDING and verdict_words(entry) != verdict_word(entry)


def _legend(stated: Sequence[Entry]) -> list[str]:
    part = '"+ n": of less than is printed; `littlestone explain ID` says its limits.'
    checked = "checked: in every case of a finite scope, such as all classes on at most 4 points or a box of integers."
    told = {part: any(map(_is_in_part, stated)), checked: any(verdict_word(e) == "checked" for e in stated)}
    return [line for line, is_needed in told.items() if is_needed]


def _refuted_lines(entries: Sequence[Entry], grades: Grades) -> list[str]:
    """How many statements are refuted, by grade, and each that is wrong, with the verdict on its correction."""
    refuted = [e for e in entries if e["verdict"] == "refuted" and role_of(e) == "statement"]
    by_grade = Counter(grades[entry["id"]][0] for entry in refuted if entry["id"] in grades)
    if not by_grade:
        return []
    listed = ", ".join(f"{by_grade[grade]} {OF_THEM[grade]}" for grade in OF_THEM if by_grade[grade])
    wrong = [entry for entry in refuted if grades.get(entry["id"], ("", ""))[0] == "wrong"]
    lead = ["wrong, with the verdict on what is true instead:"] if wrong else []
    width = max((len(entry["id"]) for entry in wrong), default=0)
    return [
        f"refuted as printed: {listed}",
        *lead,
        *(_wrong_line(entry, width, grades[entry["id"]][1]) for entry in wrong),
    ]


def _wrong_line(entry: Entry, width: int, follows: str) -> str:
    repair = entry["corrected"]
    fate = "no correction" if repair is None else corrected_words(entry, repair)
    room = WIDTH - width - len(fate) - 7
    return f"  {entry['id']:<{width}}  {shorten(follows, room, placeholder=' ..')} [{fate}]"


# ---- Proofs, and where to look


def proof_lines(proofs: Sequence[ProofEntry]) -> list[str]:
    """How many proofs are worth what, how many dependencies are used, cited, fail or are undecided; the proofs that
    are broken."""
    if not proofs:
        return []
    counts = Counter[str](_NOT_RUN if _is_not_run(proof) else proof["verdict"] for proof in proofs)
    words = ", ".join(f"{counts[worth]} {worth}" for worth in (*WORTHS, _NOT_RUN) if counts[worth])
    repaired = sum(bool(proof["repaired"]) for proof in proofs)
    steps = f"; {repaired} use what is refuted and corrected" if repaired else ""
    made = Counter[str]()
    for proof in proofs:
        renamed = {"undecided": _NOT_RUN} if _is_not_run(proof) else {}
        made.update(renamed.get(arrow["word"], arrow["word"]) for arrow in proof["arrows"])
    broken = [shorten(f"  {p['id']}: {p['words']}", WIDTH, placeholder=" ..") for p in proofs if _is_broken(p)]
    return [
        f"{len(proofs)} proof{'s' * (len(proofs) != 1)}: {words}{steps}",
        f"{made.total():,} dependencies: {tally(made)}",
        *(f"  {line.strip()}" for line in _listed(broken)),
    ]


def _is_not_run(proof: ProofEntry) -> bool:
    return is_not_run(proof["verdict"], proof["steps"])


def _is_broken(proof: ProofEntry) -> bool:
    return str(proof["verdict"]) == "broken"


def _next_lines(entries: Sequence[Entry], grades: Grades) -> list[str]:
    commands = dict(_next(entries, grades))
    width = max(map(len, commands), default=0)
    return [f"{'next' if i == 0 else '':<6}{c:<{width}}  {what}" for i, (c, what) in enumerate(commands.items())]


def _next(entries: Sequence[Entry], grades: Grades) -> Iterator[tuple[str, str]]:
    """Commands that a reader may want, each with what it shows."""
    first = min(entries, key=lambda entry: _rank(entry, grades), default=None)
    if first is None:
        return
    if _rank(first, grades) < len(OF_THEM):
        shows = "the counterexample, and what is true instead" if first["verdict"] == "refuted" else "what it states"
        yield f"littlestone explain {_address(first)}", shows
    file, of_a_user, _ = _address(entries[0]).partition("::")
    yield f"littlestone verify {file if of_a_user else entries[0]['paper']} -v", "a line for each claim"


def _address(entry: Entry) -> str:
    """What a command calls the claim: one of a user's file by that too."""
    claim = CLAIMS.get(entry["id"])
    return entry["id"] if claim is None else claim.address


def _rank(entry: Entry, grades: Grades) -> int:
    """What is not as expected first, then what is refuted by its grade, then all else."""
    if not entry["expected"]:
        return -1
    is_graded = entry["verdict"] == "refuted" and entry["id"] in grades
    return [*OF_THEM].index(grades[entry["id"]][0]) if is_graded else len(OF_THEM)

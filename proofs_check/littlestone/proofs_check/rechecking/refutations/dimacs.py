"""Reading formulas in the DIMACS format, and proofs in the DRAT and LRAT formats, strictly; LRAT made from DRAT."""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np

from littlestone.proofs_check.rechecking.refutations.propagation import ClauseList, Step, hinted

LARGEST = 2**31 - 1


class Unreadable(ValueError):
    """A text is not in the format that it should be in; the message says what is wrong."""


def read_formula(text: str) -> ClauseList:
    """The clauses of a text in the DIMACS format; raises Unreadable, also where its header does not fit them."""
    head, _, body = text.partition("\n")
    words = head.split()
    if len(words) != 4 or words[:2] != ["p", "cnf"] or not all(map(_is_count, words[2:])):
        raise Unreadable(f"its first line is {head[:40]!r}, not 'p cnf VARIABLES CLAUSES'")
    found = _clauses(body.split())
    if len(found) != int(words[3]) or found.variables > int(words[2]):
        raise Unreadable(f"it has {len(found)} clauses over {found.variables} variables, its first line says {head!r}")
    return found


def _is_count(word: str) -> bool:
    return word.isdecimal() and len(word) <= len(str(LARGEST))


def read_proof(text: str) -> ClauseList:
    """The steps of a proof in the DRAT format, a step a line; raises Unreadable."""
    deletions = np.array([line.startswith("d ") for line in text.splitlines()], dtype=np.bool_)
    found = _clauses(re.sub("^d ", "", text, flags=re.MULTILINE).split())
    if len(found) != len(deletions):
        raise Unreadable(f"it has {len(found)} clauses on {len(deletions)} lines, and should have one on each")
    return ClauseList(found.literals, found.starts, deletions)


def with_hints(formula: str, proof: str) -> str:
    """A proof in the DRAT format, as one in the LRAT format: only the steps that are needed, each with the numbers of
    the clauses by which it follows. Raises Unreadable, and ValueError where the proof does not hold."""
    clauses = read_formula(formula)
    steps = enumerate(hinted(clauses, read_proof(proof)), len(clauses) + 1)
    return "".join(f"{i} {' '.join(map(str, (*step.clause, 0, *step.hints, 0)))}\n" for i, step in steps)


def read_hinted(text: str, clauses: int) -> Iterator[Step]:
    """The steps of a proof in the LRAT format of so many clauses, a step a line, none deleted; raises Unreadable."""
    for i, line in enumerate(text.splitlines(), clauses + 1):
        try:
            number, *row = map(int, line.split())
            end = row.index(0)
            is_read = number == i and row[-1] == 0 and row.count(0) == 2
        except ValueError as error:
            raise Unreadable(f"line {i - clauses} is no step: {error}") from error
        if not is_read:
            raise Unreadable(f"line {i - clauses} is not '{i} LITERALS 0 HINTS 0'")
        yield Step(tuple(row[:end]), tuple(row[end + 1 : -1]))


def _clauses(words: list[str]) -> ClauseList:
    try:
        numbers = np.array(words, dtype=np.int64) if words else np.zeros(0, np.int64)
    except (ValueError, OverflowError) as error:
        raise Unreadable(f"a literal is no integer: {error}") from error
    if len(numbers) and (numbers[-1] != 0 or max(numbers.max(), -int(numbers.min())) > LARGEST):
        raise Unreadable(f"its last clause does not end with 0, or a variable is larger than {LARGEST}")
    ends = np.flatnonzero(numbers == 0)
    starts = np.concatenate([[0], ends - np.arange(len(ends))]).astype(np.int64)
    return ClauseList(numbers[numbers != 0], starts, np.zeros(len(ends), np.bool_))

"""Integers beyond those that a check ranges over: what is true up to 10 is often true by accident.

Only violations count here. No pass rests on what is tried, which is as much as a number of Python calls allows.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import count, pairwise
from time import process_time

from littlestone.proofs_check.kit_faults import KitFault
from littlestone.proofs_check.questions.arguments import Arguments, algorithms, judge
from littlestone.proofs_check.questions.call_limit import CallLimitReached, call_limit
from littlestone.proofs_check.questions.universes import Question

STEPS = (0, 1, 2, 3, 4, 6, 8, 12, 16, 24, 40, 56, 92, 120, 248, 504, 992, 10**4, 10**6)
MOST_BETWEEN = 100  # steps before a violation at which a smaller one is looked for
MOST_CALLS = 40_000  # of all points together
MOST_IN_A_ROW = 250_000  # Python calls for a claim of a user: 0.2 s, and some thousands of cheap cases
# Processor seconds of all points together, for numbers of a million digits: where calls bound the work it takes 0.15 at
# most on all papers, so that the answer is the same on a slow machine and beside the garbage collector
MOST_SECONDS = 2


@dataclass
class Search:
    """Judging points of a question while the calls last."""

    question: Question
    fixed: Arguments
    left: int = MOST_CALLS
    seconds: float = MOST_SECONDS

    def violates(self, point: Arguments) -> bool | None:
        """The statement is false there; None where it takes too long, or raises, so that no larger number is tried."""
        if self.seconds <= 0:
            return None
        started = process_time()
        try:
            with call_limit(self.left, self.seconds) as limit:
                return judge(self.question, {**point, **self.fixed}).violated is True
        except KitFault:
            raise
        except (CallLimitReached, Exception):
            return None
        finally:
            self.left -= limit.calls
            self.seconds -= process_time() - started


def violation_beyond(question: Question, base: Arguments, ends: Mapping[str, int]) -> Arguments | None:
    """The first violation found beyond the ends of the integers, one of them at a time from the base on."""
    found = _at_steps(question, base, ends)
    is_of_a_paper = question.claim.address == question.claim.id  # whose far cases are chosen by hand
    return found if found is not None or is_of_a_paper else _in_a_row(question, base, ends)


def _in_a_row(question: Question, base: Arguments, ends: Mapping[str, int]) -> Arguments | None:
    """A violation between the steps: 28, not 7 modulo 8, is a first number that three squares do not give."""
    for name, end in ends.items():
        search = Search(question, algorithms(question.claim), MOST_IN_A_ROW // len(ends))
        for value in count(end + 1):
            violated = search.violates({**base, name: value})
            if violated:
                return {**base, name: value}
            if violated is None:
                break
    return None


def _at_steps(question: Question, base: Arguments, ends: Mapping[str, int]) -> Arguments | None:
    search = Search(question, algorithms(question.claim))
    for name, end in ends.items():
        for before, step in pairwise(STEPS):
            violated = search.violates({**base, name: end + step})
            if violated is None:
                break
            if violated:
                between = range(end + before + 1, end + step + 1)[:MOST_BETWEEN]
                points: Iterator[Arguments] = ({**base, name: value} for value in between)
                return next((point for point in points if search.violates(point)), {**base, name: end + step})
    return None

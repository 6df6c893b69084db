"""What is not read off the syntax: a formula is tried at a few small arguments, before all else and after.

No float has a place in a statement: those that are written are refused by the language, but whether ``a / b`` is of
Python's integers is seen only where it is evaluated. And a statement says the same whenever it is asked. The language
refuses a formula that remembers, but does not read an algorithm that a claim runs, which is any Python: one that goes
on from its last sample passed in the order in which cases are listed.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from fractions import Fraction
from itertools import islice
from math import isfinite

from littlestone.proofs_check.formula_faults import FormulaFault
from littlestone.proofs_check.questions.arguments import Arguments
from littlestone.proofs_check.questions.call_limit import CallLimitReached, call_limit
from littlestone.proofs_check.questions.small_arguments import MOST_CALLS, MOST_CASES, small_arguments
from littlestone.proofs_check.reading.instrumentation import begun, read
from littlestone.proofs_check.reading.records import Reading
from littlestone.spec.algebra.circuit import Truth, nodes_of
from littlestone.spec.claim import Claim
from littlestone.spec.learning.chances import ChanceComparison

SIMPLEST, CLOSE = 10**6, Fraction(1, 10**12)  # the largest denominator that an author may have meant, and how nearly
Answer = tuple[Truth | str, ...] | None  # premise and conclusion, or an exception's name; None where it takes too long


def insist_on_exactness(claim: Claim) -> None:
    """Raise FormulaFault at the first float that the claim's own code comes to at a few small arguments."""
    for arguments in islice(small_arguments(claim), MOST_CASES):
        reading = begun(claim)  # outside of the limit: to take a long text apart would use it up
        if reading is None:
            return
        with suppress(CallLimitReached), call_limit(MOST_CALLS):
            if claim.within_reach(arguments):
                read(claim, arguments, reading=reading)
        for line, words in floats_met(reading):
            raise FormulaFault(words, line)


def floats_met(reading: Reading) -> list[tuple[int, str]]:
    """The expressions that came to a float where a statement was read: the line of each, and what to write instead."""
    found = [(r.node.lineno, r.text, r.value) for r in reading.floats if r.node is not None]
    return [(line, f"`{text}` is the float {value!r}; write {exact_instead(value)}") for line, text, value in found]


def exact_instead(value: object) -> str:
    """The simple fraction that a float is next to."""
    if not isinstance(value, float) or not isfinite(value):
        return "an exact expression"
    exactly = Fraction(value)
    simple = exactly.limit_denominator(SIMPLEST)
    if abs(simple - exactly) > CLOSE * max(abs(simple), Fraction(1)):
        return "an exact expression"
    return f"Fraction({simple.numerator}, {simple.denominator})" if simple.denominator != 1 else str(simple)


def readings(claim: Claim) -> list[Answer]:
    """What the formula says at its smallest arguments."""
    return [_answer(claim, case) for case in islice(small_arguments(claim), MOST_CASES)]


def insist_on_repeating(claim: Claim, first: Sequence[Answer]) -> None:
    """Raise FormulaFault where the formula now says something else than it did at first."""
    for before, now in zip(first, readings(claim) if first else (), strict=True):
        if before is not None and now is not None and not _are_alike(before, now):
            words = "the formula answers one thing when first asked and another when asked again"
            advice = "neither it nor what it runs may count its calls, remember them or draw at random"
            raise FormulaFault(f"{words}: {advice}", claim.location[1])


def _answer(claim: Claim, arguments: Arguments) -> Answer:
    try:
        with call_limit(MOST_CALLS):
            if not claim.within_reach(arguments):
                return None
            statement = claim.state(arguments)
    except CallLimitReached:
        return None
    except Exception as error:
        return (type(error).__name__,)
    return statement.premise, statement.conclusion


def _are_alike(one: tuple[Truth | str, ...], other: tuple[Truth | str, ...]) -> bool:
    pairs = zip(one, other, strict=False)
    return len(one) == len(other) and all(a is b or _said(a) == _said(b) != [] for a, b in pairs)


def _said(part: Truth | str) -> list[str]:
    """The leaves in words, where some are about chances, each of which is an object of its own; else none."""
    if isinstance(part, str):
        return [part]
    leaves = [node.payload for node in nodes_of([part]) if not node.args]
    return sorted(map(str, leaves)) if any(isinstance(leaf, ChanceComparison) for leaf in leaves) else []

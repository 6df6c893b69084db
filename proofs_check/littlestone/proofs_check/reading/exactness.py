"""No float has a place in a statement: a formula is evaluated at a few small arguments, and what rounds is met there.

Floats that are written, and names that stand for one, are refused by the language. But whether ``a / b`` is of Python's
integers is not read off the syntax: a false chain of ``1 / 3`` was proved without this.
"""

from __future__ import annotations

from contextlib import suppress
from fractions import Fraction
from itertools import islice
from math import isfinite

from littlestone.proofs_check.formula_faults import FormulaFault
from littlestone.proofs_check.questions.call_limit import CallLimitReached, call_limit
from littlestone.proofs_check.questions.small_arguments import MOST_CALLS, MOST_CASES, small_arguments
from littlestone.proofs_check.reading.instrumentation import begun, read
from littlestone.proofs_check.reading.records import Reading
from littlestone.spec.claim import Claim

SIMPLEST, CLOSE = 10**6, Fraction(1, 10**12)  # the largest denominator that an author may have meant, and how nearly


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

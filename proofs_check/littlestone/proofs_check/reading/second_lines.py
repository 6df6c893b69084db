"""What is not read off the syntax: a formula is tried at a few small arguments, before all else and after.

No float has a place in a statement: those that are written are refused by the language, but whether ``a / b`` is of
Python's integers is seen only where it is evaluated. And a statement says the same whenever it is asked. The language
refuses a formula that remembers, but does not read an algorithm that a claim runs, which is any Python: one that goes
on from its last sample passed in the order in which cases are listed.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from itertools import islice
from math import isfinite
from types import FunctionType
from typing import Any

from littlestone.proofs_check.formula_faults import FormulaFault
from littlestone.proofs_check.questions.arguments import Arguments
from littlestone.proofs_check.questions.call_limit import CallLimitReached, call_limit
from littlestone.proofs_check.questions.small_arguments import MOST_CALLS, MOST_CASES, small_arguments
from littlestone.proofs_check.reading.functions import is_own, own_functions, plain, source_of, text_of
from littlestone.proofs_check.reading.rewriting import calling, rewritten
from littlestone.spec.algebra.circuit import Truth, nodes_of
from littlestone.spec.claim import Claim
from littlestone.spec.learning.chances import ChanceComparison

SIMPLEST, CLOSE = 10**6, Fraction(1, 10**12)  # the largest denominator that an author may have meant, and how nearly
Place = tuple[int, int, int, int]  # line and column of the beginning, and of the end
Answer = tuple[Truth | str, ...] | None  # premise and conclusion, or an exception's name; None where it takes too long


def insist_on_exactness(claim: Claim) -> None:
    """Raise FormulaFault at the first float that the claim's own code comes to at a few small arguments."""
    for function in own_functions(claim.formula):  # outside of the limit: to take a long text apart would use it up
        rewritten(function, _with_notes, {})
    for arguments in islice(small_arguments(claim), MOST_CASES):
        watch = Watch(claim.formula.__module__)
        with suppress(CallLimitReached, Exception), call_limit(MOST_CALLS):
            if claim.within_reach(arguments):
                replace(claim, formula=watch.noting(plain(claim.formula))).state(arguments)
        if watch.met is not None:
            raise watch.met


@dataclass
class Watch:
    """What the expressions of a statement's functions come to, as they arise; the first float among them is ``met``."""

    module: str
    met: FormulaFault | None = None

    def noting(self, function: Any) -> Any:
        """The function, which says what each of its expressions comes to; as it is where its source is not there."""
        return rewritten(function, _with_notes, {NOTE: partial(self._note, function)}) or function

    def _note(self, function: FunctionType, place: Place, value: Any) -> Any:
        if is_own(value, self.module) and not hasattr(value, "__wrapped__"):
            return self.noting(value)  # a helper of the statement, and not what a decorator put around one
        if self.met is None and is_float(value):
            line, column, end, end_column = place
            node = ast.Constant(None, lineno=line, col_offset=column, end_lineno=end, end_col_offset=end_column)
            text = text_of(node, source_of(function))
            self.met = FormulaFault(f"`{text}` is the float {value!r}; write {exact_instead(value)}", line)
        return value


NOTE = "__note__"
UNVALUED = (ast.Constant, ast.JoinedStr, ast.FormattedValue, ast.Starred, ast.Slice, ast.Lambda)
UNVALUED += (ast.Yield, ast.YieldFrom, ast.Await)


def _with_notes(syntax: ast.FunctionDef) -> None:
    """Have the function hand on the value of each of its expressions."""
    holders = [node for node in ast.walk(syntax) if not isinstance(node, ast.pattern | ast.JoinedStr)]
    for holder in holders:
        for name, part in ast.iter_fields(holder):
            if isinstance(part, ast.expr):
                setattr(holder, name, _noted(part))
            elif isinstance(part, list):
                setattr(holder, name, [_noted(one) if isinstance(one, ast.expr) else one for one in part])


def _noted(node: ast.expr) -> ast.expr:
    is_stored = not isinstance(getattr(node, "ctx", None), ast.Load | None)
    is_sliced = isinstance(node, ast.Tuple) and any(isinstance(part, ast.Slice) for part in node.elts)
    if is_stored or is_sliced or isinstance(node, UNVALUED):
        return node
    place = ast.Constant((node.lineno, node.col_offset, node.end_lineno, node.end_col_offset))
    return calling(NOTE, node, place, node)


def is_float(value: object) -> bool:
    """A floating-point number, Python's or NumPy's."""
    kind = getattr(getattr(value, "dtype", None), "kind", "") if type(value).__module__ == "numpy" else ""
    return isinstance(value, float | complex) or kind in ("f", "c")


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

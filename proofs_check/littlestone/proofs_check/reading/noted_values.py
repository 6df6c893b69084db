"""What a user's formula comes to at small cases, and its reader does not see.

A computed index of -1 counts from the end, tuples are compared letter by letter, of equal keys the last one counts. A
filter that leaves out nothing, a count that is 0 throughout and a law that is compared with itself say nothing, and the
claim passes.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from types import FunctionType
from typing import Any

from littlestone.proofs_check.formula_faults import FormulaFault
from littlestone.proofs_check.reading.bindings import words
from littlestone.proofs_check.reading.function_syntax import tests_of
from littlestone.proofs_check.reading.functions import syntax_of
from littlestone.proofs_check.reading.second_lines import Place, place_of, text_at
from littlestone.spec.algebra.circuit import Truth, is_true
from littlestone.spec.algebra.naturals import Number
from littlestone.spec.algebra.reals import RATIONAL, Real
from littlestone.spec.learning.laws import Law, same_law

NEVER_REACHED = "says nothing: no case that was tried reaches it"
ALWAYS_0 = "says nothing: it is 0 in every case that was tried"
ALWAYS_TRUE = "says nothing: it leaves out nothing in any case that was tried"
ALWAYS_THE_SAME = "says nothing: it compares a law with itself in every case that was tried"
NEVER_COUNTS = "says nothing: it holds in no case that was tried"
SAID_OF_PARTS = (NEVER_REACHED, ALWAYS_0, ALWAYS_TRUE, ALWAYS_THE_SAME, NEVER_COUNTS)
SEQUENCE, NUMBER = 1, 2
TOLD_OF = words("min max int sorted indistinguishable get contains comb perm binomial finite_sum")
Site = tuple[str, Place]
Parts = list[Any]


@dataclass
class Reading:
    """What a formula's expressions came to last, and the first value that its reader does not expect.

    ``idle`` is why a part says nothing, if it said nothing in any case; in some case it is among the ``telling``.
    """

    sources: dict[str, str]
    told: dict[Site, Parts]  # the nodes that look at the value of a place
    expects_0: bool  # the formula compares with 0: that nothing was counted may be what it says
    met: FormulaFault | None = None
    last: dict[Site, Any] = field(default_factory=dict)
    keys: Counter[Site] = field(default_factory=Counter)
    idle: set[tuple[Site, str]] = field(default_factory=set)
    telling: set[tuple[Site, str]] = field(default_factory=set)
    hypotheses: dict[Site, list[Truth]] = field(default_factory=dict)  # of `implies`, in the last run

    def note(self, file: str, place: Place, value: Any) -> None:
        """Keep the value of an expression, and look at it where something does."""
        self.last[file, place] = value
        for node in () if self.met is not None else self.told.get((file, place), ()):
            self._tell(file, node, place, value)
            slip = self._slip(file, node, place, value)
            if slip is not None:
                text = text_at(place_of(node), self.sources[file])
                self.met = FormulaFault(f"`{text}` {slip[0]}; write {slip[1]}", place[0])

    def _known(self, file: str, part: ast.expr) -> Any:
        """What a part came to last."""
        return part.value if isinstance(part, ast.Constant) else self.last.get((file, place_of(part)))

    def _tell(self, file: str, node: Any, place: Place, value: Any) -> None:
        """Keep whether the value says something in this case, and if not, why."""
        why: str | None = None
        match node:
            case ast.AugAssign() | ast.Call(func=ast.Name(id="sum")) if isinstance(value, bool):
                why, says = NEVER_COUNTS, value or self.expects_0
            case ast.comprehension() if isinstance(value, bool):
                why, says = ALWAYS_TRUE, not value
            case ast.Call(func=ast.Name(id="indistinguishable"), args=[first, second, *_]):
                laws = [self._known(file, first), self._known(file, second)]
                says = not (all(isinstance(one, Law) for one in laws) and is_true(same_law(*laws)))
                why = ALWAYS_THE_SAME
            case ast.Call(func=ast.Attribute(attr="implies")) if isinstance(value, Truth):
                why, says = NEVER_REACHED, False
                self.hypotheses.setdefault((file, place), []).append(value)
            case ast.Call(func=ast.Attribute(value=base, attr="get"), args=[key, _]) if not isinstance(
                key, ast.Constant
            ):
                table = self._known(file, base)
                why, says = NEVER_REACHED, not isinstance(table, dict) or self._known(file, key) in table
            case ast.Call() if _counts(node):
                number = value.value if isinstance(value, Real) and value.op == RATIONAL else value
                if type(number) is int or isinstance(number, Fraction):  # it is no symbol's
                    why, says = ALWAYS_0, number != 0
        if why is not None:
            (self.telling if says else self.idle).add(((file, place), why))

    def _slip(self, file: str, node: Any, place: Place, value: Any) -> tuple[str, str] | None:
        """What is wrong with the value of the node, or of a part of it, and what to write."""
        known = partial(self._known, file)
        match node:
            case ast.Compare(left=left, ops=[ast.Eq() | ast.NotEq()], comparators=[right]):
                if _kind(known(left)) ^ _kind(known(right)) == SEQUENCE | NUMBER:
                    return "compares a table or text with a number, and they are never equal", "two of a kind"
            case (
                ast.Compare(left=first, ops=[ast.Lt() | ast.LtE() | ast.Gt() | ast.GtE(), *_])
                | ast.Call(func=ast.Name(id="min" | "max"), args=[first, _, *_], keywords=[])
            ) if isinstance(known(first), tuple | list | str):
                return "compares texts or tuples letter by letter", "`all_of(x <= y for x, y in zip(..., strict=True))`"
            case ast.Subscript(slice=ast.BinOp(left=ast.UnaryOp(op=ast.USub()), op=ast.Sub())):
                return None  # -1 - x is meant to count from the end
            case ast.Subscript(value=base, slice=index):
                if isinstance(known(base), tuple | list | str) and type(known(index)) is int and known(index) < 0:
                    said = f"has the index {known(index)}, which counts from the end"
                    return said, "`% n` for a cycle, or a range without it"
            case ast.Call(func=ast.Attribute(value=base, attr="contains"), args=[f]):
                points = getattr(known(base), "points", None)
                if isinstance(known(f), tuple) and points not in (None, len(known(f))):
                    return f"asks for a function on {len(known(f))} points, of a class on {points}", "one on as many"
            case ast.Call(func=ast.Name(id="int"), args=[of]):
                if isinstance(known(of), Fraction) and known(of).denominator != 1:
                    return f"cuts off what {known(of)} has behind the point", "`floor(...)`, or `Rational(...)`"
            case ast.Call(func=ast.Name(id="sorted")):
                if any(isinstance(one, str) and one.isdigit() for one in value):  # of names it is an order like another
                    return "sorts texts letter by letter, as '10' before '9'", "numbers"
            case ast.DictComp(key=key) if place == place_of(key):
                self.keys[file, place] += 1
            case ast.DictComp(key=key) if self.keys.pop((file, place_of(key)), 0) > len(value):
                # A number may be made of its key alone, and is the same for equal ones
                kinds = Truth if isinstance(key, ast.Name) else Truth | int | Fraction | Real
                if any(isinstance(one, kinds) for one in value.values()):
                    return "has keys that are equal, of which the last counts", "`any_of` or `sum` of what each key has"
        return None


def told(functions: Sequence[FunctionType]) -> dict[Site, Parts]:
    """The places whose values are looked at, with the nodes that do; of a filter only what it says to be equal."""
    found: dict[Site, Parts] = {}
    for function in functions:
        nodes = nodes_in(function)
        filtering = (test for node in nodes if not isinstance(node, ast.Assert) for test in tests_of(node))
        filters = {id(part) for test in filtering for part in ast.walk(test)}
        for node in nodes:
            is_equation = isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.Eq | ast.NotEq)
            for part in _looked_at(node) if is_equation or id(node) not in filters else []:
                found.setdefault((function.__code__.co_filename, place_of(part)), []).append(node)
    return found


def nodes_in(function: FunctionType) -> Parts:
    """The syntax of a function; nothing where its source is not there."""
    syntax = syntax_of(function)
    return list(ast.walk(syntax)) if syntax else []


def _looked_at(node: ast.AST) -> Parts:
    """The expressions whose values are looked at for a node: its own, when its parts are known, or those of parts."""
    match node:
        case ast.comprehension(ifs=tests):
            return [test for test in tests if not _has_a_bound(test)]
        case ast.AugAssign(op=ast.Add(), value=ast.Compare() as counted):
            return [counted]
        case ast.Call(func=ast.Name(id="sum"), args=[ast.GeneratorExp(elt=ast.Compare() as counted)]):
            return [counted]
        case ast.Call(func=ast.Attribute(value=base, attr="implies")):
            return [base]
        case ast.DictComp(key=key):
            return [key, node]
        case ast.Subscript(slice=ast.BinOp() | ast.Name() | ast.Call() | ast.Subscript(), ctx=ast.Load()):
            return [node]
        case ast.Compare():
            return [node]
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)) if name in TOLD_OF:
            return [node]
    return []


def compares_with_0(node: ast.AST) -> bool:
    """That nothing is counted may then be what is said."""
    sides = [node.left, *node.comparators] if isinstance(node, ast.Compare) else []
    return any(isinstance(side, ast.Constant) and side.value == 0 for side in sides)


def _has_a_bound(test: ast.expr) -> bool:
    """It compares with a number that is written out, which larger cases may pass."""
    match test:
        case ast.BoolOp(values=parts):
            return any(map(_has_a_bound, parts))
        case ast.UnaryOp(operand=part):
            return _has_a_bound(part)
        case ast.Compare(left=left, comparators=others):
            return any(isinstance(side, ast.Constant) for side in (left, *others))
    return False


def _counts(node: ast.AST) -> bool:
    """It is 0 in every case where its arguments, or its limits, were swapped."""
    match node:
        case ast.Call(func=ast.Name(id="comb" | "perm" | "binomial"), args=[_, chosen]):
            return not isinstance(chosen, ast.Constant)  # a dimension may be below 3 in all small cases
        case ast.Call(func=ast.Name(id="finite_sum"), args=[_, _, _, _]):
            return True
    return False


def _kind(value: Any) -> int:
    return SEQUENCE * isinstance(value, tuple | list | str) | NUMBER * isinstance(value, int | Fraction | Real | Number)

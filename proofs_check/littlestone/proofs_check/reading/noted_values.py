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
from types import FunctionType
from typing import Any

from littlestone.proofs_check.formula_faults import FormulaFault
from littlestone.proofs_check.reading.functions import syntax_of
from littlestone.spec.algebra.circuit import Truth, is_true
from littlestone.spec.algebra.naturals import Number
from littlestone.spec.algebra.reals import RATIONAL, Real
from littlestone.spec.learning.laws import Law, same_law

ORDER = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)
NEVER_REACHED = "says nothing: no case that was tried reaches it"
ALWAYS_0 = "says nothing: it is 0 in every case that was tried"
ALWAYS_TRUE = "says nothing: it leaves out nothing in any case that was tried"
ALWAYS_THE_SAME = "says nothing: it compares a law with itself in every case that was tried"
NEVER_COUNTS = "says nothing: it holds in no case that was tried"
SAID_OF_PARTS = (NEVER_REACHED, ALWAYS_0, ALWAYS_TRUE, ALWAYS_THE_SAME, NEVER_COUNTS)
SEQUENCE, NUMBER = 1, 2
COMPUTED = (ast.BinOp, ast.Name, ast.Call, ast.Subscript)
TEXTS = (tuple, list, str)
Parts = list[Any]


@dataclass
class Reading:
    """What a formula's expressions come to: the last value of each, and the first that its reader does not expect."""

    told: set[ast.expr] = field(default_factory=set)  # the expressions whose values may be a slip
    counted: dict[ast.expr, str] = field(default_factory=dict)  # truths of Python's, idle where all are alike
    expects_0: bool = False  # the formula compares with 0: that nothing was counted may be what it says
    met: FormulaFault | None = None
    last: dict[ast.expr, Any] = field(default_factory=dict)
    times: Counter[ast.expr] = field(default_factory=Counter)
    idle: dict[ast.expr, str] = field(default_factory=dict)  # why it says nothing, if it said nothing in any case
    telling: set[ast.expr] = field(default_factory=set)
    hypotheses: dict[ast.expr, list[Truth]] = field(default_factory=dict)  # of `implies`, in the last run
    held: set[ast.expr] = field(default_factory=set)  # the hypotheses that hold in some case

    @classmethod
    def of(cls, functions: Sequence[FunctionType]) -> Reading:
        """The reading of these functions, before they run."""
        reading = cls()
        for function in functions:
            reading._look_at(nodes_in(function))
        return reading

    def _look_at(self, nodes: Parts) -> None:
        asked = {part for node in nodes for test in _filters(node) for part in ast.walk(test)}
        for node in nodes:
            self.expects_0 |= _compares_with_0(node)
            match node:
                case ast.Compare(ops=[ast.Eq() | ast.NotEq()]) | ast.UnaryOp(op=ast.Invert()):
                    self.told.add(node)
                case _ if node in asked:
                    pass  # what decides a branch may be the same in all small cases
                case ast.comprehension(ifs=tests):
                    self.counted |= {one: ALWAYS_TRUE for one in tests if not _has_a_bound(one)}
                case (
                    ast.AugAssign(op=ast.Add(), value=ast.Compare() as one)
                    | ast.Call(func=ast.Name(id="sum"), args=[ast.GeneratorExp(elt=ast.Compare() as one)])
                ):
                    self.counted[one] = NEVER_COUNTS
                case ast.Compare() | ast.Subscript() | ast.Call() | ast.DictComp():
                    self.told.add(node)

    def note(self, node: ast.expr, value: Any) -> None:
        """Keep the value of an expression, and look at it and those of its parts."""
        self.last[node] = value
        self.times[node] += 1
        if self.met is not None:
            return
        if node in self.counted and isinstance(value, bool):
            why = self.counted[node]
            self._tell(node, why, not value if why is ALWAYS_TRUE else value or self.expects_0)
        words = self._slip(node, value) if node in self.told else None
        if words is not None:
            self.met = FormulaFault(f"`{ast.unparse(node)}` {words[0]}; write {words[1]}", node.lineno)

    def _tell(self, node: ast.expr, why: str, says: bool) -> None:
        """Keep whether the part said something in this case."""
        if says:
            self.telling.add(node)
        else:
            self.idle[node] = why

    def _slip(self, node: Any, value: Any) -> tuple[str, str] | None:
        """What is wrong with the value of an expression, or of its parts, and what to write."""
        match node:
            case ast.Compare(left=left, ops=[ast.Eq() | ast.NotEq()], comparators=[right]):
                sides = (one.value if isinstance(one, ast.Constant) else self.last.get(one) for one in (left, right))
                if sum(map(_kind, sides)) == SEQUENCE + NUMBER:
                    return "compares a table or text with a number, and they are never equal", "two of a kind"
            case ast.UnaryOp(operand=part) if isinstance(self.last.get(part), bool):
                return "inverts Python's own truth: it is -1 or -2, and both are true", "`not ...`"
            case ast.Compare(left=left, ops=[op, *_]) if isinstance(op, ORDER):
                return self._is_by_letters(left)
            case ast.Subscript(slice=ast.BinOp(left=ast.UnaryOp(op=ast.USub()), op=ast.Sub())):
                pass  # -1 - x is meant to count from the end
            case ast.Subscript(value=base, slice=index) if isinstance(index, COMPUTED):
                place = self.last.get(index)
                if type(place) is int and place < 0 and isinstance(self.last.get(base), TEXTS):
                    words = f"has the index {place}, which counts from the end"
                    return words, "`% n` for a cycle, or a range without it"
            case ast.DictComp(key=key) if self.times.pop(key, 0) > len(value):
                # A number may be made of its key alone, and is the same for equal ones
                kinds = Truth if isinstance(key, ast.Name) else Truth | int | Fraction | Real
                if any(isinstance(one, kinds) for one in value.values()):
                    return "has keys that are equal, of which the last counts", "`any_of` or `sum` of what each key has"
            case ast.Call():
                return self._slip_of_a_call(node, value)
        return None

    def _slip_of_a_call(self, node: Any, value: Any) -> tuple[str, str] | None:
        match node:
            case ast.Call(func=ast.Name(id="min" | "max"), args=[first, _, *_], keywords=[]):
                return self._is_by_letters(first)
            case ast.Call(func=ast.Name(id="indistinguishable"), args=[first, second, *_]):
                laws: list[Any] = [self.last.get(one) for one in (first, second)]
                is_one = all(isinstance(law, Law) for law in laws) and is_true(same_law(*laws))
                self._tell(node, ALWAYS_THE_SAME, not is_one)
            case ast.Call(func=ast.Attribute(value=base, attr="implies")):
                if isinstance(given := self.last.get(base), Truth):
                    self.hypotheses.setdefault(base, []).append(given)
            case ast.Call(func=ast.Attribute(value=base, attr="get"), args=[key, _]):
                table = self.last.get(base)
                if isinstance(table, dict) and key in self.last:  # it is computed
                    self._tell(node, NEVER_REACHED, self.last[key] in table)
            case ast.Call(func=ast.Attribute(value=base, attr="contains"), args=[f]):
                points, given = getattr(self.last.get(base), "points", None), self.last.get(f)
                if isinstance(given, tuple) and points not in (None, len(given)):
                    return f"asks for a function on {len(given)} points, of a class on {points}", "one on as many"
            case ast.Call(func=ast.Name(id="int"), args=[of]):
                given = self.last.get(of)
                if isinstance(given, Fraction) and given.denominator != 1:
                    return f"cuts off what {given} has behind the point", "`floor(...)`, or `Rational(...)`"
            case ast.Call(func=ast.Name(id="sorted")):
                if any(isinstance(one, str) and one.isdigit() for one in value):  # of names it is an order like another
                    return "sorts texts letter by letter, as '10' before '9'", "numbers"
            case _ if _counts(node) and isinstance(value, int | Real) and Real.of(value).op == RATIONAL:  # no symbol's
                self._tell(node, ALWAYS_0, Real.of(value) is not Real.of(0))
        return None

    def _is_by_letters(self, part: ast.expr) -> tuple[str, str] | None:
        if not isinstance(self.last.get(part), TEXTS):
            return None
        return "compares texts or tuples letter by letter", "`all_of(x <= y for x, y in zip(..., strict=True))`"


def nodes_in(function: FunctionType) -> Parts:
    """The syntax of a function; nothing where its source is not there."""
    syntax = syntax_of(function)
    return list(ast.walk(syntax)) if syntax else []


def _filters(node: ast.AST) -> Parts:
    if isinstance(node, ast.comprehension):
        return [*node.ifs]
    return [node.test] if isinstance(node, ast.If | ast.IfExp | ast.While) else []


def _compares_with_0(node: ast.AST) -> bool:
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

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
from littlestone.proofs_check.reading.functions import source_of, syntax_of
from littlestone.proofs_check.reading.second_lines import Place, text_at
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
Site = tuple[str, Place]
Parts = list[Any]


@dataclass
class Reading:
    """What a formula's expressions come to: the last value of each, and the first that its reader does not expect."""

    sources: dict[str, str]
    told: dict[Site, Any] = field(default_factory=dict)  # the expressions whose values may be a slip
    counted: dict[Site, str] = field(default_factory=dict)  # truths of Python's that say nothing where all are alike
    expects_0: bool = False  # the formula compares with 0: that nothing was counted may be what it says
    met: FormulaFault | None = None
    last: dict[Site, Any] = field(default_factory=dict)
    times: Counter[Site] = field(default_factory=Counter)
    idle: dict[Site, str] = field(default_factory=dict)  # why it says nothing, if it said nothing in any case
    telling: set[Site] = field(default_factory=set)
    hypotheses: dict[Site, list[Truth]] = field(default_factory=dict)  # of `implies`, in the last run
    held: set[Site] = field(default_factory=set)  # the hypotheses that hold in some case

    @classmethod
    def of(cls, functions: Sequence[FunctionType]) -> Reading:
        """The reading of these functions, before they run."""
        reading = cls({function.__code__.co_filename: source_of(function) for function in functions})
        for function in functions:
            reading._look_at(function.__code__.co_filename, nodes_in(function))
        return reading

    def _look_at(self, file: str, nodes: Parts) -> None:
        asked = {id(part) for node in nodes for test in _filters(node) for part in ast.walk(test)}
        for node in nodes:
            self.expects_0 |= _compares_with_0(node)
            match node:
                case ast.Compare(ops=[ast.Eq() | ast.NotEq()]) | ast.UnaryOp(op=ast.Invert()):
                    self.told[file, place_of(node)] = node
                case _ if id(node) in asked:
                    pass  # what decides a branch may be the same in all small cases
                case ast.comprehension(ifs=tests):
                    self.counted |= {(file, place_of(one)): ALWAYS_TRUE for one in tests if not _has_a_bound(one)}
                case (
                    ast.AugAssign(op=ast.Add(), value=ast.Compare() as one)
                    | ast.Call(func=ast.Name(id="sum"), args=[ast.GeneratorExp(elt=ast.Compare() as one)])
                ):
                    self.counted[file, place_of(one)] = NEVER_COUNTS
                case ast.Compare() | ast.Subscript() | ast.Call() | ast.DictComp():
                    self.told[file, place_of(node)] = node

    def note(self, file: str, place: Place, value: Any) -> None:
        """Keep the value of an expression, and look at it and those of its parts."""
        site = file, place
        self.last[site] = value
        self.times[site] += 1
        if self.met is not None:
            return
        if site in self.counted and isinstance(value, bool):
            why = self.counted[site]
            self._tell(site, why, not value if why is ALWAYS_TRUE else value or self.expects_0)
        words = self._slip(file, self.told[site], value) if site in self.told else None
        if words is not None:
            self.met = FormulaFault(f"`{text_at(place, self.sources[file])}` {words[0]}; write {words[1]}", place[0])

    def _tell(self, site: Site, why: str, says: bool) -> None:
        """Keep whether the part said something in this case."""
        if says:
            self.telling.add(site)
        else:
            self.idle[site] = why

    def _came_to(self, file: str, part: ast.expr) -> Any:
        """What a part came to last."""
        return self.last.get((file, place_of(part)))

    def _slip(self, file: str, node: Any, value: Any) -> tuple[str, str] | None:
        """What is wrong with the value of an expression, or of its parts, and what to write."""
        match node:
            case ast.Compare(left=left, ops=[ast.Eq() | ast.NotEq()], comparators=[right]):
                sides = (
                    one.value if isinstance(one, ast.Constant) else self._came_to(file, one) for one in (left, right)
                )
                if sum(map(_kind, sides)) == SEQUENCE + NUMBER:
                    return "compares a table or text with a number, and they are never equal", "two of a kind"
            case ast.UnaryOp(operand=part) if isinstance(self._came_to(file, part), bool):
                return "inverts Python's own truth: it is -1 or -2, and both are true", "`not ...`"
            case ast.Compare(left=left, ops=[op, *_]) if isinstance(op, ORDER):
                return self._is_by_letters(file, left)
            case ast.Subscript(slice=ast.BinOp(left=ast.UnaryOp(op=ast.USub()), op=ast.Sub())):
                pass  # -1 - x is meant to count from the end
            case ast.Subscript(value=base, slice=index) if isinstance(index, COMPUTED):
                place = self._came_to(file, index)
                if type(place) is int and place < 0 and isinstance(self._came_to(file, base), TEXTS):
                    words = f"has the index {place}, which counts from the end"
                    return words, "`% n` for a cycle, or a range without it"
            case ast.DictComp(key=key) if self.times.pop((file, place_of(key)), 0) > len(value):
                # A number may be made of its key alone, and is the same for equal ones
                kinds = Truth if isinstance(key, ast.Name) else Truth | int | Fraction | Real
                if any(isinstance(one, kinds) for one in value.values()):
                    return "has keys that are equal, of which the last counts", "`any_of` or `sum` of what each key has"
            case ast.Call():
                return self._slip_of_a_call(file, node, value)
        return None

    def _slip_of_a_call(self, file: str, node: Any, value: Any) -> tuple[str, str] | None:
        site = file, place_of(node)
        match node:
            case ast.Call(func=ast.Name(id="min" | "max"), args=[first, _, *_], keywords=[]):
                return self._is_by_letters(file, first)
            case ast.Call(func=ast.Name(id="indistinguishable"), args=[first, second, *_]):
                laws = [self._came_to(file, one) for one in (first, second)]
                is_one = all(isinstance(law, Law) for law in laws) and is_true(same_law(*laws))
                self._tell(site, ALWAYS_THE_SAME, not is_one)
            case ast.Call(func=ast.Attribute(value=base, attr="implies")):
                if isinstance(given := self._came_to(file, base), Truth):
                    self.hypotheses.setdefault((file, place_of(base)), []).append(given)
            case ast.Call(func=ast.Attribute(value=base, attr="get"), args=[key, _]):
                table = self._came_to(file, base)
                if isinstance(table, dict) and (place := (file, place_of(key))) in self.last:  # it is computed
                    self._tell(site, NEVER_REACHED, self.last[place] in table)
            case ast.Call(func=ast.Attribute(value=base, attr="contains"), args=[f]):
                points, given = getattr(self._came_to(file, base), "points", None), self._came_to(file, f)
                if isinstance(given, tuple) and points not in (None, len(given)):
                    return f"asks for a function on {len(given)} points, of a class on {points}", "one on as many"
            case ast.Call(func=ast.Name(id="int"), args=[of]):
                given = self._came_to(file, of)
                if isinstance(given, Fraction) and given.denominator != 1:
                    return f"cuts off what {given} has behind the point", "`floor(...)`, or `Rational(...)`"
            case ast.Call(func=ast.Name(id="sorted")):
                if any(isinstance(one, str) and one.isdigit() for one in value):  # of names it is an order like another
                    return "sorts texts letter by letter, as '10' before '9'", "numbers"
            case _ if _counts(node) and isinstance(value, int | Real) and Real.of(value).op == RATIONAL:  # no symbol's
                self._tell(site, ALWAYS_0, Real.of(value) is not Real.of(0))
        return None

    def _is_by_letters(self, file: str, part: ast.expr) -> tuple[str, str] | None:
        if not isinstance(self._came_to(file, part), TEXTS):
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


def place_of(node: Any) -> Place:
    """Where an expression begins, and where it ends."""
    return node.lineno, node.col_offset, node.end_lineno, node.end_col_offset

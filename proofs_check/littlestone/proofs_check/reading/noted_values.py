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
Site = tuple[str, Place]
Parts = list[Any]


@dataclass
class Reading:
    """What a formula's expressions come to: which were reached, and the first value that its reader does not expect."""

    sources: dict[str, str]
    told: dict[Site, Parts]  # the nodes that look at the value of a place
    expects_0: bool  # the formula compares with 0: that nothing was counted may be what it says
    met: FormulaFault | None = None
    reached: set[Site] = field(default_factory=set)
    last: dict[Site, Any] = field(default_factory=dict)
    keys: Counter[Site] = field(default_factory=Counter)
    idle: dict[Site, str] = field(default_factory=dict)  # why it says nothing, if it said nothing in any case
    telling: set[Site] = field(default_factory=set)
    hypotheses: dict[Site, list[Truth]] = field(default_factory=dict)  # of `implies`, in the last run
    held: set[Site] = field(default_factory=set)  # the hypotheses that hold in some case

    def note(self, file: str, place: Place, value: Any) -> None:
        """Keep the value of an expression, so far as something looks at it."""
        self.reached.add((file, place))
        for node in () if self.met is not None else self.told.get((file, place), ()):
            words = self._slip(file, node, place, value)
            if words is not None:
                text, instead = text_at(place_of(node), self.sources[file]), words[1]
                self.met = FormulaFault(f"`{text}` {words[0]}; write {instead}", place[0])

    def _tell(self, site: Site, why: str, says: bool) -> None:
        """Keep whether the part said something in this case."""
        if says:
            self.telling.add(site)
        else:
            self.idle[site] = why

    def _known(self, file: str, part: ast.expr) -> Any:
        """What a part came to last."""
        return part.value if isinstance(part, ast.Constant) else self.last.get((file, place_of(part)))

    def _slip(self, file: str, node: Any, place: Place, value: Any) -> tuple[str, str] | None:
        """What is wrong with the value of a part of the node, and what to write; what is seen is kept."""
        site = (file, place_of(node) if isinstance(node, ast.expr) else place)
        match node:
            case ast.Compare(left=left, ops=[ast.Eq() | ast.NotEq()], comparators=[right]):
                self.last[file, place] = value
                if place == place_of(left) and not isinstance(right, ast.Constant):
                    self.last.pop((file, place_of(right)), None)  # it is of an earlier comparison
                if _kind(self._known(file, left)) ^ _kind(self._known(file, right)) == SEQUENCE | NUMBER:
                    return "compares a table or text with a number, and they are never equal", "two of a kind"
            case ast.UnaryOp(op=ast.Invert()) if isinstance(value, bool):
                return "inverts Python's own truth: it is -1 or -2, and both are true", "`not ...`"
            case ast.AugAssign() | ast.Call(func=ast.Name(id="sum")) if isinstance(value, bool):
                self._tell((file, place), NEVER_COUNTS, value or self.expects_0)
            case ast.comprehension() if isinstance(value, bool):
                self._tell(site, ALWAYS_TRUE, not value)
            case ast.Call(func=ast.Name(id="indistinguishable"), args=[first, *_]) if place == place_of(first):
                self.last[file, place] = value
            case ast.Call(func=ast.Name(id="indistinguishable"), args=[first, *_]):
                other = self.last.get((file, place_of(first)))
                self._tell(site, ALWAYS_THE_SAME, not _is_the_same(value, other))
            case ast.Subscript(value=base) if place == place_of(base):
                self.last[file, place] = value
            case ast.Subscript(value=base) if type(value) is int and value < 0:
                if isinstance(self.last.get((file, place_of(base))), tuple | list | str):
                    return (
                        f"has the index {value}, which counts from the end",
                        "`% n` for a cycle, or a range without it",
                    )
            case ast.Call(func=ast.Attribute(value=base, attr="implies")) if isinstance(value, Truth):
                self.hypotheses.setdefault((file, place_of(base)), []).append(value)
            case ast.Call(func=ast.Attribute(value=base, attr="get"), args=[key, _]) if place == place_of(key):
                table = self.last.get((file, place_of(base)))
                self._tell(site, NEVER_REACHED, not isinstance(table, dict) or value in table)
            case ast.Call(func=ast.Attribute(value=base, attr="contains"), args=[f]) if place == place_of(f):
                points = getattr(self.last.get((file, place_of(base))), "points", None)
                if isinstance(value, tuple) and points not in (None, len(value)):
                    return f"asks for a function on {len(value)} points, of a class on {points}", "one on as many"
            case ast.Call(func=ast.Attribute(attr="get" | "contains")):
                self.last[file, place] = value
            case ast.Call(func=ast.Name(id="int")):
                if isinstance(value, Fraction) and value.denominator != 1:
                    return f"cuts off what {value} has behind the point", "`floor(...)`, or `Rational(...)`"
            case ast.Call(func=ast.Name(id="sorted")):
                if any(isinstance(one, str) and one.isdigit() for one in value):  # of names it is an order like another
                    return "sorts texts letter by letter, as '10' before '9'", "numbers"
            case ast.Call() if _counts(node) and _is_a_number(value):
                self._tell(site, ALWAYS_0, not _is_0(value))
            case ast.Compare() | ast.Call() if isinstance(value, tuple | list | str):
                return "compares texts or tuples letter by letter", "`all_of(x <= y for x, y in zip(..., strict=True))`"
            case ast.DictComp(key=key) if place == place_of(key):
                self.keys[file, place] += 1
            case ast.DictComp(key=key) if self.keys.pop((file, place_of(key)), 0) > len(value):
                # A number may be made of its key alone, and is the same for equal ones
                kinds = Truth if isinstance(key, ast.Name) else Truth | int | Fraction | Real
                if any(isinstance(one, kinds) for one in value.values()):
                    return "has keys that are equal, of which the last counts", "`any_of` or `sum` of what each key has"
        return None


def told(functions: Sequence[FunctionType]) -> dict[Site, Parts]:
    """The places whose values are looked at, with the nodes that do."""
    found: dict[Site, Parts] = {}
    for function in functions:
        nodes = nodes_in(function)
        filters = {id(part) for node in nodes for test in _filters(node) for part in ast.walk(test)}
        for node in nodes:
            for part in [*_compared(node), *([] if id(node) in filters else _looked_at(node))]:
                found.setdefault((function.__code__.co_filename, place_of(part)), []).append(node)
    return found


def nodes_in(function: FunctionType) -> Parts:
    """The syntax of a function; nothing where its source is not there."""
    syntax = syntax_of(function)
    return list(ast.walk(syntax)) if syntax else []


def _filters(node: ast.AST) -> Parts:
    if isinstance(node, ast.comprehension):
        return [*node.ifs]
    return [node.test] if isinstance(node, ast.If | ast.IfExp | ast.While) else []


def _compared(node: ast.AST) -> Parts:
    match node:
        case ast.Compare(left=left, ops=[ast.Eq() | ast.NotEq()], comparators=[right]):
            return [left, right]
        case ast.UnaryOp(op=ast.Invert(), operand=part):
            return [part]
    return []


def _looked_at(node: ast.AST) -> Parts:
    """The parts whose values may be a slip: an index, what is ordered, keys."""
    match node:
        case ast.Subscript(slice=ast.BinOp(left=ast.UnaryOp(op=ast.USub()), op=ast.Sub())):
            return []  # -1 - x is meant to count from the end
        case ast.Subscript(value=base, slice=ast.expr() as index, ctx=ast.Load()) if isinstance(index, COMPUTED):
            return [base, index]
        case ast.Compare(left=left, ops=[op, *_]) if isinstance(op, ORDER):
            return [left]
        case ast.Call(func=ast.Name(id="min" | "max"), args=[first, _, *_], keywords=[]):
            return [first]
        case ast.comprehension(ifs=tests):
            return [test for test in tests if not _has_a_bound(test)]
        case ast.AugAssign(op=ast.Add(), value=ast.Compare() as counted):
            return [counted]
        case ast.Call(func=ast.Name(id="sum"), args=[ast.GeneratorExp(elt=ast.Compare() as counted)]):
            return [counted]
        case ast.Call(func=ast.Name(id="indistinguishable"), args=[first, second, *_]):
            return [first, second]
        case ast.Call(func=ast.Name(id="sorted")):
            return [node]
        case ast.Call(func=ast.Name(id="int"), args=[of]):
            return [of]
        case ast.Call() if _counts(node):
            return [node]
        case ast.Call(func=ast.Attribute(value=base, attr="implies")):
            return [base]
        case ast.Call(func=ast.Attribute(value=base, attr="get"), args=[key, _]):
            return [base, key]
        case ast.Call(func=ast.Attribute(value=base, attr="contains"), args=[f]):
            return [base, f]
        case ast.DictComp(key=key):
            return [key, node]
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


def _is_the_same(law: Any, other: Any) -> bool:
    return isinstance(law, Law) and isinstance(other, Law) and is_true(same_law(law, other))


def _is_a_number(value: Any) -> bool:
    """It is no symbol's, so it is known whether it is 0."""
    return type(value) is int or (isinstance(value, Real) and value.op == RATIONAL)


def _is_0(value: Any) -> bool:
    return (value.value if isinstance(value, Real) else value) == 0


def place_of(node: Any) -> Place:
    """Where an expression begins, and where it ends."""
    return node.lineno, node.col_offset, node.end_lineno, node.end_col_offset

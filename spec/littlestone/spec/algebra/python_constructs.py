"""Which construct of Python asked for a truth value, found from the instruction that did, and what to write instead."""

from __future__ import annotations

import ast
import dis
import linecache
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import dataclass
from functools import lru_cache
from types import CodeType

Span = tuple[int | None, int | None, int | None, int | None]
LOGICAL = {ast.And: "and", ast.Or: "or"}
FOLDED = {"all": "all_of", "any": "any_of"}
EXTREMES = ("min", "max")


@dataclass(frozen=True, slots=True)
class Construct:
    """A place where Python decides a truth value: its kind (``if``, ``and``, ``chained comparison``, ``all``, ...),
    line and source text, and what to write instead."""

    kind: str
    line: int
    text: str
    advice: str

    def __str__(self) -> str:
        if not self.text:
            return f"line {self.line}: Python decides what is true; {self.advice}"
        return f"line {self.line}: `{self.text}` lets Python's `{self.kind}` decide; {self.advice}"


def construct_at(code: CodeType, instruction: int) -> Construct:
    """The construct at an instruction's offset, such as a frame's ``f_code`` and ``f_lasti``.

    Where the source cannot be read its kind is ``Python``, its text empty and its advice general.
    """
    span = list(code.co_positions())[instruction // 2]
    asked = _place(code, span, dis.opname[code.co_code[instruction]])
    if asked is None:
        return Construct("Python", span[0] or code.co_firstlineno, "", GENERAL)
    kind, node, parent = asked
    return Construct(kind, node.lineno, _text(node), _advice(kind, node, parent))


Asked = tuple[str, ast.expr | ast.stmt, ast.AST]
GENERAL = "join truth values by `&`, `|`, `~`, `all_of` and `any_of`"


def _place(code: CodeType, span: Span, operation: str) -> Asked | None:
    """The kind of the construct at the span, its node and the node around it."""
    parents = _parents("".join(linecache.getlines(code.co_filename)))
    found = [node for node in parents if _span(node) == span]
    if not found:
        return None
    node = _outermost(found[-1], parents)
    kind = _kind(node, parents[node], operation)
    return (kind, node, parents[node]) if kind and isinstance(node, ast.expr | ast.stmt) else None


@lru_cache(maxsize=64)
def _parents(source: str) -> dict[ast.AST, ast.AST]:
    """Each node of a source text with the node around it, outer ones first; none where the text is no Python."""
    try:
        tree = ast.parse(source)
    except SyntaxError:
        return {}
    return {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}


def _span(node: ast.AST) -> Span:
    names = ("lineno", "end_lineno", "col_offset", "end_col_offset")
    start, end, column, end_column = (getattr(node, name, None) for name in names)
    return start, end, column, end_column


def _outermost(node: ast.AST, parents: dict[ast.AST, ast.AST]) -> ast.AST:
    """The whole condition or connective that a part of one belongs to."""
    while _is_tested(node, parents[node]):
        node = parents[node]
    return node


def _is_tested(node: ast.AST, parent: ast.AST) -> bool:
    """The node around asks for the truth of this one."""
    if isinstance(parent, ast.UnaryOp):
        return isinstance(parent.op, ast.Not)
    return isinstance(parent, ast.BoolOp) or node is getattr(parent, "test", None)


def _kind(node: ast.AST, parent: ast.AST, operation: str) -> str | None:
    """What a node is to a reader; None where it asks for no truth value."""
    if isinstance(parent, ast.comprehension) and any(node is test for test in parent.ifs):
        return "if"
    match node:
        case ast.If():
            return "if"
        case ast.While():
            return "while"
        case ast.Assert():
            return "assert"
        case ast.IfExp():
            return "conditional expression"
        case ast.BoolOp(op=op):
            return LOGICAL[type(op)]
        case ast.UnaryOp(op=ast.Not()):
            return "not"
        case ast.Compare(ops=ops):
            return _comparison(ops, operation)
        case ast.Call(func=func):
            return func.id if isinstance(func, ast.Name) else ast.unparse(func)
    return _bracketing(node, parent)


def _comparison(ops: list[ast.cmpop], operation: str) -> str:
    if operation == "CONTAINS_OP" or (len(ops) == 1 and isinstance(ops[0], ast.In | ast.NotIn)):
        return "not in" if isinstance(ops[0], ast.NotIn) else "in"
    return "chained comparison" if len(ops) > 1 else "comparison of several"


def _bracketing(node: ast.AST, parent: ast.AST) -> str | None:
    """The condition of a comprehension, which in some versions of Python has the span of the whole."""
    parts = getattr(node, "generators", None) or getattr(parent, "generators", None)
    return "if" if parts and any(part.ifs for part in parts) else None


# ---- What to write instead


def _text(node: ast.expr | ast.stmt) -> str:
    """The construct on one line; of a statement its head."""
    return " ".join(ast.unparse(node).split("\n")[0].rstrip(":").split())


def _advice(kind: str, node: ast.expr | ast.stmt, parent: ast.AST) -> str:
    """The advice that begins with "write"."""
    if isinstance(node, ast.If | ast.IfExp) and _chooses_a_number(node):
        return "let the helper count with an integer, as in `f(int(n))`; of what is no integer compare in each case"
    if isinstance(node, ast.If):
        return _instead_of_if(node)
    if kind in EXTREMES:
        return _instead_of_extreme(node, parent)
    general = GENERALLY.get(kind)
    if general is not None:
        return general
    better = _rewritten(node)
    return f"write `{better}`" if better != ast.unparse(node) else GENERAL


GENERALLY = {
    "while": "list the rounds, and say of each what holds; of an integer n a helper may count with `int(n)`",
    "assert": "write what is assumed as the premise: `when(c, ...)`",
    "if": "write `all_of(~c | s for ...)` for every one with c, `any_of(c & s for ...)` for some; of an integer n "
    "a helper may sum and count with `int(n)`",
    "sorted": "say which order is meant by comparisons joined by `&` and `|`",
    "bool": "leave out `bool(...)`: a truth value is a statement as it is",
    "int": "leave out `int(...)`: a truth value is a statement, `how_many` counts true ones",
    "len": "use `H.size()` for the number of functions",
    "range": "a count must not depend on the class: range over all values and say `when` by `~c | s`",
    "comparison of several": "compare part by part and join by `&`: `(a == c) & (b == d)`",
}


def _instead_of_if(node: ast.If) -> str:
    """For a branch that returns True or False the connective; else both branches joined."""
    test = node.test
    returned = node.body[0].value if isinstance(node.body[0], ast.Return) else None
    yes, no = _rewritten(test), _rewritten(_negated(test))
    if not isinstance(returned, ast.Constant) or not isinstance(returned.value, bool):
        return f"write both branches joined: `({yes}) & (...) | ({no}) & (...)`"
    return f"write `({yes}) | (...)`, or `when({no}, ...)`" if returned.value else f"write `({no}) & (...)`"


def _chooses_a_number(node: ast.If | ast.IfExp) -> bool:
    """One of the branches is a sum, a product, an integer or what the test compares, and so no statement."""
    branches = [node.body, node.orelse] if isinstance(node, ast.IfExp) else [*node.body, *node.orelse]
    values = [one.value if isinstance(one, ast.Return) else one for one in branches]
    tests = [part for part in ast.walk(node.test) if isinstance(part, ast.Compare)]
    compared = {ast.unparse(side) for test in tests for side in (test.left, *test.comparators)}
    return any(_is_arithmetic(one) or (one is not None and ast.unparse(one) in compared) for one in values)


def _is_arithmetic(node: ast.AST | None) -> bool:
    arithmetic = ast.Add | ast.Sub | ast.Mult | ast.Div | ast.FloorDiv | ast.Pow | ast.Mod
    is_sum = isinstance(node, ast.BinOp) and isinstance(node.op, arithmetic)
    return is_sum or (isinstance(node, ast.Constant) and type(node.value) is int)


def _negated(test: ast.expr) -> ast.expr:
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        return test.operand
    return ast.UnaryOp(ast.Not(), test)


def _instead_of_extreme(node: ast.expr | ast.stmt, parent: ast.AST) -> str:
    """Where an extreme is compared with something, the comparisons of each; else in general."""
    if not isinstance(node, ast.Call) or not isinstance(parent, ast.Compare) or not _is_bound(node, parent):
        return "compare each of them instead and join by `&` or `|`, or use `Number.map`"
    return f"write `{_each_compared(node, parent)}`"


def _is_bound(node: ast.Call, parent: ast.Compare) -> bool:
    """Some listed values and one ordering, such as max(a, b) <= c."""
    return len(node.args) > 1 and len(parent.ops) == 1 and isinstance(parent.ops[0], ORDERINGS)


ORDERINGS = (ast.LtE, ast.Lt, ast.GtE, ast.Gt)


def _each_compared(node: ast.Call, parent: ast.Compare) -> str:
    """max(a, b) <= c as (a <= c) & (b <= c)."""
    on_left = parent.left is node
    upper = on_left == isinstance(parent.ops[0], ast.LtE | ast.Lt)  # the extreme is the side that is bounded above
    every = upper == (ast.unparse(node.func) == "max")
    parts = [_compare(arg, parent.ops[0], parent.comparators[0]) for arg in node.args]
    if not on_left:
        parts = [_compare(parent.left, parent.ops[0], arg) for arg in node.args]
    return _rewritten(ast.BoolOp(ast.And() if every else ast.Or(), parts))


def _compare(left: ast.expr, relation: ast.cmpop, right: ast.expr) -> ast.expr:
    return ast.Compare(left, [relation], [right])


def _rewritten(node: ast.AST) -> str:
    """The expression in connectives of truth values."""
    return ast.unparse(_Connectives().visit(deepcopy(node)))


class _Connectives(ast.NodeTransformer):
    """``and``, ``or``, ``not``, chains, ``in``, ``all``, ``any`` and conditional expressions as ``&``, ``|``, ``~``."""

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.expr:
        return _joined(isinstance(node.op, ast.And), [self.visit(_as_statement(value)) for value in node.values])

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.expr:
        operand = self.visit(node.operand)
        return ast.UnaryOp(ast.Invert() if isinstance(node.op, ast.Not) else node.op, operand)

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        sides = [self.visit(side) for side in (node.left, *node.comparators)]
        return _joined(True, list(_links(sides, node.ops)))

    def visit_IfExp(self, node: ast.IfExp) -> ast.expr:
        test, body, other = self.visit(_as_statement(node.test)), self.visit(node.body), self.visit(node.orelse)
        negation = ast.UnaryOp(ast.Invert(), test)
        return _joined(False, [_joined(True, [test, body]), _joined(True, [negation, other])])

    def visit_Call(self, node: ast.Call) -> ast.AST:
        if isinstance(node.func, ast.Name) and node.func.id in FOLDED:
            node.func.id = FOLDED[node.func.id]
            for each in (arg for arg in node.args if isinstance(arg, ast.GeneratorExp | ast.ListComp)):
                each.elt = _as_statement(each.elt)
        return self.generic_visit(node)


def _as_statement(node: ast.expr) -> ast.expr:
    """A number that Python takes for true where it is not 0, as the comparison with 0."""
    return ast.Compare(node, [ast.NotEq()], [ast.Constant(0)]) if _is_arithmetic(node) else node


def _joined(every: bool, parts: list[ast.expr]) -> ast.expr:
    whole = parts[0]
    for part in parts[1:]:
        whole = ast.BinOp(whole, ast.BitAnd() if every else ast.BitOr(), part)
    return whole


def _links(sides: list[ast.expr], relations: list[ast.cmpop]) -> Iterator[ast.expr]:
    """The comparisons of neighbours in a chain."""
    for left, relation, right in zip(sides, relations, sides[1:], strict=False):
        yield _MEMBERSHIP.get(type(relation), lambda a, b, r=relation: _compare(a, r, b))(left, right)


def _is_one(item: ast.expr, several: ast.expr) -> ast.expr:
    """``x in (a, b)`` as x == a or x == b; in what is not listed, as ``any_of(x == y for y in ys)``."""
    if isinstance(several, ast.Tuple | ast.List | ast.Set) and several.elts:
        return _joined(False, [_compare(item, ast.Eq(), element) for element in several.elts])
    return ast.parse(f"any_of({ast.unparse(item)} == y for y in {ast.unparse(several)})", mode="eval").body


def _is_none(item: ast.expr, several: ast.expr) -> ast.expr:
    return ast.UnaryOp(ast.Invert(), _is_one(item, several))


_MEMBERSHIP: dict[type[ast.cmpop], Callable[[ast.expr, ast.expr], ast.expr]] = {ast.In: _is_one, ast.NotIn: _is_none}

"""The slips that ``planted.py`` plants: one place of a statement changed as a tired author would, by edits of its text.

The text is edited at the positions of its syntax and never written anew from it, so that lines, comments and line
numbers stay. What the syntax shows to be a weakening is left out: a slip must have a chance to make the claim false.
A slip in what only sets an instance (``epsilon = 2 * ln(1 + j)``, the laws, the kernels) states the same of other
cases; it is told apart as one of the bench.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from types import CodeType, FunctionType

from littlestone.proofs_check.mutation.structural_mutants import conjuncts
from littlestone.proofs_check.reading.functions import own_functions, source_of, syntax_of
from littlestone.spec.claim import CLAIMS, Claim, Value
from littlestone.spec.notation import OFFSET, SHARE, TIGHT
from littlestone.spec.proofs import ARROW

SIGNS: Mapping[type[ast.operator], tuple[str, str, int]] = {ast.Add: ("+", "-", -1), ast.Sub: ("-", "+", 1)}
JOINS: Mapping[type[ast.operator], tuple[str, str, int]] = {ast.BitAnd: ("&", "|", 1), ast.BitOr: ("|", "&", -1)}
STRICT: Mapping[type[ast.cmpop], tuple[str, str, int]] = {
    ast.LtE: ("<=", "<", -1),
    ast.Lt: ("<", "<=", 1),
    ast.GtE: (">=", ">", -1),
    ast.Gt: (">", ">=", 1),
}
NAMES = {  # a word, the one that is written for it by mistake, the kind, and whether the value grows
    "ln": ("log2", "logarithm", 1),
    "log2": ("ln", "logarithm", -1),
    "min": ("max", "min or max", 1),
    "max": ("min", "min or max", -1),
    "minimum": ("maximum", "min or max", 1),
    "maximum": ("minimum", "min or max", -1),
    "all_of": ("any_of", "all or any", 1),
    "any_of": ("all_of", "all or any", -1),
    "all": ("any", "all or any", 1),
    "any": ("all", "all or any", -1),
}
GROWING = {*NAMES, "exp", "root", "sqrt", "floor", "ceil", "sum", "of", "Real", "Fraction", "int", "as_truth", "list"}
GROWING |= {"constant", "floor_log2", "ceil_log2", "for_all_parameters", "map", "tuple", "finite_sum"}
SYMMETRIC = {"min", "max", "minimum", "maximum", "isinstance", "zip", "product", "when", "all_of", "any_of", "gcd"}
SYMMETRIC |= {"equals", "same_law", "inner"}
INSTANCES = {"epsilon", "delta", "alpha", "beta", "gamma", "eta", "tau", "rho", "kappa", "theta", "law", "laws", "grid"}
INSTANCES |= {"kernel", "kernels", "samples", "weights", "units", "support", "examples", "ball", "blocks", "deltas"}
MADE_OF = {"ln", "log2", "exp", "int", "Fraction", "Real", "of", "list", "tuple", "range", "product", "laws", "deltas"}


@dataclass(frozen=True)
class Slip:
    """One change of the text of a file, between two bytes; ``constant`` where it is of a printed number instead.

    ``part`` is "bench" for what sets an instance, else "statement"; ``before`` and ``after`` are the changed lines.
    """

    id: str
    kind: str
    part: str
    function: str
    file: str
    first: int
    last: int
    new: bytes
    before: str = ""
    after: str = ""
    constant: tuple[str, Value] | None = None

    @property
    def words(self) -> str:
        """What the slip is known by, in ``planted_survivors.toml`` too."""
        return f"{self.function}: {self.before}  ->  {self.after}"

    def text(self, source: bytes) -> bytes:
        """The file's text with the slip in it; lines are as many as before."""
        lost = source[self.first : self.last].count(b"\n") - self.new.count(b"\n")
        return source[: self.first] + self.new + b"\n" * lost + source[self.last :]


@dataclass(frozen=True)
class Edit:
    """A slip of a node: what stands between two bytes becomes new; ``effect`` is 1 where its value grows, -1 where it
    shrinks, 0 where that is not known."""

    kind: str
    node: ast.AST
    first: int
    last: int
    new: str
    effect: int = 0


def slips_of(claim: Claim) -> list[Slip]:
    """Every slip in the formula, in helpers that no other claim uses, and in the printed constants."""
    found, calls = [], {claim.formula.__name__: 1}
    for function in own_functions(claim.formula):
        syntax, source = syntax_of(function), source_of(function).encode()
        if syntax is None or users()[function.__code__] != {claim.id} or function.__name__ not in calls:
            continue
        place = Place(syntax, source, Directions(syntax, calls[function.__name__]), claim)
        calls |= {name: way for name, way in place.directions.calls.items() if name not in calls}
        found += [_slip(claim, function, place, edit) for edit in place.edits() if not place.weakens(edit)]
    kept = {(slip.first, slip.last, slip.new, slip.file): slip for slip in found}
    return [*kept.values(), *_of_constants(claim)]


@cache
def users() -> Mapping[CodeType, set[str]]:
    """By the code of a function, the claims whose formulas call it, or are it; uses in proofs left aside."""
    found: dict[CodeType, set[str]] = {}
    for claim in CLAIMS.values():
        for function in own_functions(claim.formula) if claim.kind != ARROW else ():
            found.setdefault(function.__code__, set()).add(claim.id)
    return found


def _slip(claim: Claim, function: FunctionType, place: Place, edit: Edit) -> Slip:
    made = Slip(
        id=claim.id,
        kind=edit.kind,
        part="bench" if id(edit.node) in place.instances else "statement",
        function=function.__name__,
        file=function.__code__.co_filename,
        first=edit.first,
        last=edit.last,
        new=edit.new.encode(),
    )
    after = made.text(place.source)
    end = edit.last + len(after) - len(place.source)
    return replace(
        made, before=_lines(place.source, edit.first, edit.last), after=_lines(after, edit.first, max(edit.first, end))
    )


def _lines(source: bytes, first: int, last: int) -> str:
    """The lines around these bytes, as one."""
    start, end = source.rfind(b"\n", 0, first) + 1, source.find(b"\n", last)
    return " ".join(source[start:end].decode().split())


def _of_constants(claim: Claim) -> Iterator[Slip]:
    """Other numbers in the place of printed ones, the kit's own handles left aside."""
    for name, constant in claim.constants.items():
        if constant in (OFFSET, TIGHT, SHARE) or constant.printed in (0, 1):
            continue
        for value in _others(constant.printed):
            way = "larger" if value > constant.printed else "smaller"
            if way in (constant.directions or ("larger", "smaller")):
                was, now = f"{name}=Constant({constant.printed})", f"{name}=Constant({value})"
                slip = Slip(claim.id, "constant", "statement", claim.formula.__name__, "", 0, 0, b"", was, now)
                yield replace(slip, constant=(name, value))


def _others(value: Value) -> list[Value]:
    """The number plus and minus one, doubled and halved, so far as they are of its kind and positive."""
    half = [value // 2] if isinstance(value, int) and value % 2 == 0 else [] if isinstance(value, int) else [value / 2]
    return [v for v in dict.fromkeys((value + 1, value - 1, 2 * value, *half)) if v >= 0 and v != value]


# ---- Which way a part of a claim pulls


class Directions:
    """For each node of a function 1 where a larger or truer value weakens the claim, -1 where it strengthens it.

    0 stands for what is not known. Products are taken to be of numbers that are not negative.
    """

    def __init__(self, function: ast.FunctionDef, way: int) -> None:
        self.of: dict[int, int] = {}
        self.names: dict[str, int] = {}
        self.calls: dict[str, int] = {}
        for owner, statement in reversed(list(_statements(function))):
            match statement:
                case ast.Return(value) if value is not None:
                    self.go(value, way if owner is function else self.calls.get(owner.name, 0))
                case ast.Assign([ast.Name(name)], value) | ast.AnnAssign(ast.Name(name), _, value) if value:
                    self.go(value, self.names.get(name, 0))
                case ast.Assign([ast.Tuple(targets)], ast.Tuple(values)) if len(targets) == len(values):
                    for target, value in zip(targets, values, strict=True):
                        self.go(value, self.names.get(target.id, 0) if isinstance(target, ast.Name) else 0)
                case _:
                    for part in ast.iter_child_nodes(statement):
                        self.go(part, 0)

    def go(self, node: ast.AST, way: int) -> None:
        """Note the way of a node, and go on to its parts."""
        self.of[id(node)] = way
        if isinstance(node, ast.Name):
            self.names[node.id] = _joined(self.names.get(node.id), way)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            self.calls[node.func.id] = _joined(self.calls.get(node.func.id), way)
        ways = {id(part): turn * way for part, turn in _turns(node)}
        for part in ast.iter_child_nodes(node):
            self.go(part, ways.get(id(part), 0))


def _joined(before: int | None, way: int) -> int:
    return way if before in (None, way) else 0


def _turns(node: ast.AST) -> Iterable[tuple[ast.AST, int]]:
    """The parts of a node that it grows with, 1, or against, -1."""
    match node:
        case ast.Compare(left, operators, rights) if all(isinstance(o, ast.LtE | ast.Lt) for o in operators):
            return [(left, -1), (rights[-1], 1)]
        case ast.Compare(left, operators, rights) if all(isinstance(o, ast.GtE | ast.Gt) for o in operators):
            return [(left, 1), (rights[-1], -1)]
        case ast.BinOp(left, ast.Sub() | ast.Div() | ast.FloorDiv(), right):
            return [(left, 1), (right, -1)]
        case ast.BinOp(left, ast.Add() | ast.Mult() | ast.BitAnd() | ast.BitOr(), right):
            return [(left, 1), (right, 1)]
        case ast.BinOp(left, ast.Pow(), right):
            return [(left, 1), (right, int(isinstance(left, ast.Constant)))]
        case ast.UnaryOp(ast.USub() | ast.Invert() | ast.Not(), operand):
            return [(operand, -1)]
        case ast.Call(ast.Name("when"), [premise, conclusion]) | ast.Call(
            ast.Attribute(premise, "implies"), [conclusion]
        ):
            return [(premise, -1), (conclusion, 1)]
        case ast.Call(ast.Name("indistinguishable"), [_, _, *losses]) | ast.Call(
            ast.Name("is_private"), [_, _, _, *losses]
        ):
            return [(loss, 1) for loss in losses]
        case ast.Call(ast.Name("range"), [*_, last]):
            return [(last, 1)]
        case ast.Call(ast.Name(name) | ast.Attribute(_, name), arguments) if name in GROWING:
            cases = [c.iter for a in arguments if isinstance(a, ast.GeneratorExp | ast.ListComp) for c in a.generators]
            fewer = -1 if name in ("all_of", "all", "min", "minimum") else 1
            return [*((argument, 1) for argument in arguments), *((iter, fewer) for iter in cases)]
        case ast.IfExp(_, body, other):
            return [(body, 1), (other, 1)]
        case ast.BoolOp(_, parts):
            return [(part, 1) for part in parts]
        case ast.GeneratorExp(element, loops) | ast.ListComp(element, loops):
            return [(element, 1), *((loop, 1) for loop in loops)]
        case ast.comprehension():
            return []  # more cases of "all" and of "any" pull in two ways
        case ast.Lambda(_, body) | ast.Starred(body):
            return [(body, 1)]
        case ast.List(elements) | ast.Tuple(elements):
            return [(element, 1) for element in elements]
    return []


def _statements(inside: ast.AST, owner: ast.FunctionDef | None = None) -> Iterator[tuple[ast.FunctionDef, ast.stmt]]:
    """The statements of a function in their order, those of loops and of definitions inside too, each with its own."""
    owner = inside if isinstance(inside, ast.FunctionDef) else owner
    assert owner is not None
    for node in ast.iter_child_nodes(inside):
        if isinstance(node, ast.FunctionDef | ast.If | ast.For | ast.While | ast.With):
            yield from _statements(node, owner)
        elif isinstance(node, ast.stmt):
            yield owner, node


# ---- The edits


class Place:
    """A function in the text of its file: where it can be changed, and which changes are weakenings."""

    def __init__(self, function: ast.FunctionDef, source: bytes, directions: Directions, claim: Claim) -> None:
        self.function, self.source, self.directions, self.claim = function, source, directions, claim
        self.starts = [0, *(match.end() for match in re.finditer(b"\n", source))]
        self.nodes = list(_body(function))
        indices = [node.slice for node in self.nodes if isinstance(node, ast.Subscript)]
        ranges = [a for n in self.nodes if isinstance(n, ast.Call) and _named(n) == "range" for a in n.args]
        self.counted = {id(part) for node in [*indices, *ranges] for part in ast.walk(node)}
        self.powers = {id(n.right) for n in self.nodes if isinstance(n, ast.BinOp) and isinstance(n.op, ast.Pow)}
        self.instances = {id(part) for value in _instances(function, claim) for part in ast.walk(value)}

    def weakens(self, edit: Edit) -> bool:
        """The claim says less with the edit, by its syntax."""
        return edit.effect * self.directions.of.get(id(edit.node), 0) > 0

    def edits(self) -> Iterator[Edit]:
        """Every edit of the function."""
        for node in self.nodes:
            match node:
                case ast.Constant(int() as value) if not isinstance(value, bool) and id(node) not in self.powers:
                    kind = "index or range" if id(node) in self.counted else "constant"
                    for other in _others(value):
                        yield self._edit(kind, node, str(other), 1 if other > value else -1)
                case ast.BinOp(left, operator, right):
                    yield from self._of_operation(node, left, operator, right)
                case ast.UnaryOp(ast.USub(), operand):
                    yield self._edit("sign", node, self._text(operand), 1)
                case ast.BoolOp(operator, [left, right]):
                    words = ("and", "or", 1) if isinstance(operator, ast.And) else ("or", "and", -1)
                    yield from self._between("and or or", node, left, right, words)
                case ast.Compare(left, [operator], [right]) if type(operator) in STRICT:
                    yield from self._between("strictness", node, left, right, STRICT[type(operator)])
                case ast.Call():
                    yield from self._of_call(node)
                case ast.Subscript(_, ast.Name() as index):
                    yield self._edit("index or range", index, f"{index.id} - 1")

    def _of_operation(self, node: ast.BinOp, left: ast.expr, operator: ast.operator, right: ast.expr) -> Iterator[Edit]:
        if type(operator) in JOINS:
            yield from self._between("and or or", node, left, right, JOINS[type(operator)])
        if type(operator) in SIGNS and not self._is_handle(right):
            yield from self._between("sign", node, left, right, SIGNS[type(operator)])
        if isinstance(operator, ast.Pow):
            number = right.value if isinstance(right, ast.Constant) and isinstance(right.value, int) else None
            for step in (1, -1):
                new = f"({self._text(right)} {'+' if step > 0 else '-'} 1)" if number is None else str(number + step)
                yield self._edit("exponent", right, new, step)

    def _of_call(self, node: ast.Call) -> Iterator[Edit]:
        name = _named(node)
        known = self.claim.formula.__globals__
        if isinstance(node.func, ast.Name) and name in NAMES and (NAMES[name][0] in known or name in ("min", "max")):
            new, kind, effect = NAMES[name]
            edit = self._edit(kind, node.func, new)
            yield replace(edit, node=node, effect=effect)
        if name == "when":
            for part in conjuncts(node.args[0], self.function):
                yield self._edit("hypothesis dropped", part, "True")
        if name == "range":
            for step in ("+ 1", "- 1"):
                most = node.args[-1]
                if not isinstance(most, ast.Constant):
                    yield self._edit("index or range", most, f"{self._text(most)} {step}", 1 if "+" in step else -1)
        if name not in SYMMETRIC and not any(isinstance(argument, ast.Starred) for argument in node.args):
            for one, other in zip(node.args, node.args[1:], strict=False):
                first, last = self._span(one)[0], self._span(other)[1]
                between = self.source[self._span(one)[1] : self._span(other)[0]].decode()
                if self._text(one) != self._text(other):
                    yield Edit("swapped", node, first, last, self._text(other) + between + self._text(one))

    def _is_handle(self, node: ast.expr) -> bool:
        """A constant of the claim that is printed 0, whose sign says nothing."""
        return isinstance(node, ast.Name) and self.claim.printed.get(node.id) == 0

    def _edit(self, kind: str, node: ast.expr, new: str, effect: int = 0) -> Edit:
        return Edit(kind, node, *self._span(node), new, effect)

    def _between(
        self, kind: str, node: ast.expr, left: ast.expr, right: ast.expr, words: tuple[str, str, int]
    ) -> Iterator[Edit]:
        """The operator between two nodes replaced; none where a comment stands there."""
        start, end = self._span(left)[1], self._span(right)[0]
        gap, (old, new, effect) = self.source[start:end], words
        if gap.count(old.encode()) == 1 and b"#" not in gap:
            first = start + gap.index(old.encode())
            yield Edit(kind, node, first, first + len(old), new, effect)

    def _span(self, node: ast.expr) -> tuple[int, int]:
        assert node.end_lineno is not None and node.end_col_offset is not None
        first = self.starts[node.lineno - 1] + node.col_offset
        return first, self.starts[node.end_lineno - 1] + node.end_col_offset

    def _text(self, node: ast.expr) -> str:
        first, last = self._span(node)
        return self.source[first:last].decode()


def _named(node: ast.Call) -> str:
    return node.func.id if isinstance(node.func, ast.Name) else ""


def _body(function: ast.FunctionDef) -> Iterator[ast.AST]:
    """The nodes of a function's body without annotations, docstrings and strings with values in them."""
    left: list[ast.AST] = list(function.body)
    while left:
        node = left.pop(0)
        yield node
        for field, part in ast.iter_fields(node):
            parts = part if isinstance(part, list) else [part]
            if field not in ("annotation", "returns", "decorator_list", "args") or isinstance(node, ast.Call):
                left += [one for one in parts if isinstance(one, ast.AST) and not isinstance(one, ast.JoinedStr)]


def _instances(function: ast.FunctionDef, claim: Claim) -> Iterator[ast.AST]:
    """What is assigned to a name of an instance, and made of literals and parameters alone."""
    plain = {argument.arg for argument in function.args.args} - set(claim.constants) | MADE_OF | INSTANCES
    if function.name in INSTANCES:
        yield from (node for node in ast.iter_child_nodes(function) if isinstance(node, ast.stmt))
    for _, statement in _statements(function):
        match statement:
            case ast.Assign([ast.Name(name)], value):
                pairs = [(name, value)]
            case ast.Assign([ast.Tuple(targets)], ast.Tuple(values)):
                pairs = [(t.id, v) for t, v in zip(targets, values, strict=False) if isinstance(t, ast.Name)]
            case _:
                pairs = []
        for name, value in pairs:
            names = {node.id for node in ast.walk(value) if isinstance(node, ast.Name)}
            if name in INSTANCES and all(one in plain or one.isupper() for one in names):
                yield value

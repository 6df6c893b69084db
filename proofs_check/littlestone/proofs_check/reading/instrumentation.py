"""A function's code with every expression recorded: the same values, in the same order, at the same lines.

A counterexample says which part of a statement fails because the statement itself is run once more, recorded: a second
reader of Python would have to be right about every construct, and a failing chain, generator or list would be read
otherwise than it was evaluated.
"""

from __future__ import annotations
import __future__

import ast
from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass, replace
from functools import lru_cache
from types import CellType, CodeType, FunctionType, MethodType
from typing import Any, TypeVar

from littlestone.proofs_check.compute.deep_recursion import deep
from littlestone.proofs_check.reading.functions import own_functions, plain, source_of, syntax_of
from littlestone.proofs_check.reading.records import Reading, Record, Recorder
from littlestone.spec.claim import Claim, Value

FUTURE = sum(getattr(__future__, name).compiler_flag for name in __future__.all_feature_names)
RECORDER = "__reading__"


@dataclass(frozen=True, slots=True)
class Recorded:
    """The transformed code of a function, its nodes as they were written, and the text of its file."""

    code: CodeType
    nodes: list[ast.AST]
    source: str


def begun(claim: Claim) -> Reading | None:
    """Nothing read so far of the claim's formula; None where its source cannot be transformed.

    It and its helpers are transformed by then, which takes longer than to evaluate most formulas.
    """
    formula = plain(claim.formula)
    if formula is None or _recorded(formula) is None:
        return None
    for helper in own_functions(formula):
        _recorded(helper)
    return Reading(formula.__module__, recorded_function)


def read(
    claim: Claim,
    arguments: Mapping[str, Any],
    constants: Mapping[str, Value] | None = None,
    reading: Reading | None = None,
) -> Reading | None:
    """The records of the claim's formula at these arguments; None where its source cannot be transformed.

    What the formula raises is the reading's ``error``; the record of the expression that raised is the last unfinished.
    Where a ``reading`` was begun, records are added to it.
    """
    formula, reading = plain(claim.formula), reading or begun(claim)
    if formula is None or reading is None:
        return None
    read_claim = replace(claim, formula=recorded_function(formula, reading))
    try:
        read_claim.state(arguments, constants)
    except Exception as error:
        reading.error = error
    return reading


DEFINITIONS = ("littlestone.spec.classes.", "littlestone.spec.learning.")


def read_again(call: Record) -> Reading | None:
    """The records of a definition of the library at the arguments of a call of it; None where it cannot be repeated."""
    bound = getattr(call.callee, "__func__", call.callee)
    function, node = plain(bound), call.node
    if function is None or not isinstance(node, ast.Call) or not function.__module__.startswith(DEFINITIONS):
        return None
    sides = [call.child(part) for part in (*node.args, *(word.value for word in node.keywords))]
    is_used_up = any(isinstance(side.value, Iterator) for side in sides if side is not None)
    if is_used_up or any(isinstance(part, ast.Starred) for part in node.args):
        return None
    try:
        args = [_value(call, arg) for arg in node.args]
        words = {word.arg: _value(call, word.value) for word in node.keywords if word.arg is not None}
    except ValueError:  # neither recorded nor a literal, such as a lambda
        return None
    reading = Reading(function.__module__, recorded_function)
    own = [call.callee.__self__] if isinstance(call.callee, MethodType) else []
    try:
        recorded_function(function, reading)(*own, *args, **words)
    except Exception:  # it answered before, so it is no function of its arguments
        return None
    return reading


def _value(call: Record, node: ast.expr) -> object:
    """What a part of a call came to, be it a literal."""
    found = call.child(node)
    return ast.literal_eval(node) if found is None else found.value


def recorded_function(function: FunctionType, reading: Reading) -> Callable[..., Any]:
    """The function with its expressions recorded in the reading; as it is where that is impossible."""
    recorded = _recorded(function)
    if recorded is None:
        return function
    cells = dict(zip(function.__code__.co_freevars, function.__closure__ or (), strict=True))
    cells[RECORDER] = CellType(Recorder(reading, recorded.nodes, recorded.source))
    closure = tuple(cells[name] for name in recorded.code.co_freevars)
    copy = FunctionType(recorded.code, function.__globals__, function.__name__, function.__defaults__, closure)
    copy.__kwdefaults__, copy.__annotations__ = function.__kwdefaults__, function.__annotations__
    copy.__doc__, copy.__module__ = function.__doc__, function.__module__
    return copy


@lru_cache(maxsize=1024)
def _recorded(function: FunctionType) -> Recorded | None:
    try:
        return deep(lambda: _transformed(function))
    except (SyntaxError, ValueError, TypeError, RecursionError):
        return None


def _transformed(function: FunctionType) -> Recorded | None:
    syntax = syntax_of(function)
    if syntax is None:
        return None
    definition = _without_header(deepcopy(syntax))
    definition = _Joined().visit(definition)
    nodes = list(ast.walk(definition))
    for position, node in enumerate(nodes):
        node.position = position  # type: ignore[attr-defined]
    recorded = _Recording().definition(deepcopy(definition))
    return Recorded(_compiled(recorded, function), nodes, source_of(function))


def _without_header(definition: ast.FunctionDef) -> ast.FunctionDef:
    """The definition without what is evaluated where it stands: decorators, defaults, annotations."""
    definition.decorator_list, definition.returns = [], None
    arguments = definition.args
    arguments.defaults, arguments.kw_defaults = [], [None] * len(arguments.kwonlyargs)
    for parameter in ast.walk(arguments):
        if isinstance(parameter, ast.arg):
            parameter.annotation = None
    return definition


def _compiled(definition: ast.FunctionDef, function: FunctionType) -> CodeType:
    """The code of the definition, compiled inside of a function that has its free variables."""
    free = [ast.arg(name) for name in (*function.__code__.co_freevars, RECORDER)]
    parameters = ast.arguments([], free, None, [], [], None, [])
    name, definition.name = definition.name, "recorded"  # else a call of itself would not find the global one
    returned = ast.Return(ast.Name(definition.name, LOAD))
    factory = ast.FunctionDef("factory", parameters, [definition, returned], [], None)
    ast.copy_location(factory, definition)
    if "type_params" in ast.FunctionDef._fields:
        factory.type_params = []  # type: ignore[attr-defined]
    for made in (*free, returned):
        _placed(made, definition)
    module = ast.Module([factory], [])
    flags = function.__code__.co_flags & FUTURE
    scope: dict[str, Any] = {}
    exec(compile(module, function.__code__.co_filename, "exec", flags, dont_inherit=True), scope)
    inner = scope["factory"](*[None] * len(free))
    code: CodeType = inner.__code__.replace(co_name=name, co_qualname=function.__qualname__)
    return code


LOAD = ast.Load()
Node = TypeVar("Node", bound=ast.AST)


def _placed(made: Node, node: ast.AST) -> Node:
    """What is made, and all below it, with the place in the file of the node that it is made for."""
    return ast.fix_missing_locations(ast.copy_location(made, node))


class _Joined(ast.NodeTransformer):
    """``ok &= a <= b`` as ``ok = ok & (a <= b)``."""

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.stmt:
        if not isinstance(node.target, ast.Name) or not isinstance(node.op, ast.BitAnd | ast.BitOr | ast.BitXor):
            return node
        joined = ast.BinOp(ast.Name(node.target.id, LOAD), node.op, node.value)
        assigned = ast.copy_location(ast.Assign([node.target], joined), node)
        return ast.fix_missing_locations(assigned)


LITERAL = (ast.Constant, ast.JoinedStr)
UNVALUED = (ast.Starred, ast.Slice, ast.Lambda, ast.Yield, ast.YieldFrom, ast.Await)


class _Recording(ast.NodeTransformer):
    """Every expression ``e`` as ``leave(enter(frame, position of e), e)``, so that records nest by evaluation."""

    def __init__(self) -> None:
        self.depth = 0

    def definition(self, node: ast.FunctionDef) -> ast.FunctionDef:
        """The function with a frame of its own and its body recorded."""
        self.depth += 1
        node.body = [_placed(self._framed(node.args), node), *self._statements(node.body)]
        self.depth -= 1
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.stmt:
        return self.definition(node)

    def _framed(self, arguments: ast.arguments) -> ast.stmt:
        names = [arg.arg for arg in ast.walk(arguments) if isinstance(arg, ast.arg)]
        around = [ast.Name(_frame(self.depth - 1), LOAD)] if self.depth > 1 else []
        made = _call("frame", _names(names), *around)
        return ast.Assign([ast.Name(_frame(self.depth), ast.Store())], made)

    def _statements(self, body: list[ast.stmt]) -> list[ast.stmt]:
        return [self.visit(statement) for statement in body]

    # -- Expressions

    def visit(self, node: ast.AST) -> Any:
        if not isinstance(node, ast.expr):
            return super().visit(node)
        if isinstance(node, LITERAL):
            return node
        changed = super().visit(node)
        is_stored = not isinstance(getattr(node, "ctx", None), ast.Load | None)
        return changed if is_stored or isinstance(node, UNVALUED) else self._recorded(changed)

    def _recorded(self, node: ast.expr, role: str | None = None, variables: list[str] | None = None) -> ast.expr:
        """The expression, its parts recorded already, recorded itself."""
        given: list[ast.expr] = [ast.Name(_frame(self.depth), LOAD), ast.Constant(node.position)]  # type: ignore[attr-defined]
        given += [ast.Constant(role)] if role else []
        given += [_names(variables)] if variables else []
        call = _placed(_call("leave", _call("enter", *given)), node)
        call.args.append(node)
        return call

    def _with_role(self, node: ast.expr, role: str, variables: list[str] | None = None) -> ast.expr:
        inner = node if isinstance(node, LITERAL) else super().visit(node)
        return self._recorded(inner, role, variables)

    def visit_Call(self, node: ast.Call) -> ast.expr:
        called = self._called(node.func)
        args, keywords = [self.visit(arg) for arg in node.args], [self.visit(word) for word in node.keywords]
        callee = _placed(_call("callee"), called)
        callee.args.append(called)
        node.func, node.args, node.keywords = callee, args, keywords
        return node

    def _called(self, function: ast.expr) -> ast.expr:
        """What is called: a name is not recorded, and of a method the object that it is of."""
        if isinstance(function, ast.Attribute):
            function.value = self.visit(function.value)
        return function if isinstance(function, ast.Name | ast.Attribute) else self.visit(function)

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        node.value = self.visit(node.value)
        is_sliced = any(isinstance(part, ast.Slice) for part in ast.walk(node.slice))
        node.slice = node.slice if is_sliced else self.visit(node.slice)
        return node

    def visit_Lambda(self, node: ast.Lambda) -> ast.expr:
        node.body = self.visit(node.body)
        return node

    def visit_NamedExpr(self, node: ast.NamedExpr) -> ast.expr:
        node.value = self._bound(node.target.id, node.value)
        return node

    def visit_Yield(self, node: ast.Yield) -> ast.expr:
        node.value = self._with_role(node.value, "yield") if node.value is not None else None
        return node

    def _comprehension(self, node: Any) -> ast.expr:
        names = [n.id for part in node.generators for n in ast.walk(part.target) if isinstance(n, ast.Name)]
        for part in node.generators:
            part.iter, part.ifs = self.visit(part.iter), [self.visit(test) for test in part.ifs]
        node.elt = self._with_role(node.elt, "element", names)
        return node  # type: ignore[no-any-return]

    def visit_GeneratorExp(self, node: ast.GeneratorExp) -> ast.expr:
        return self._comprehension(node)

    def visit_ListComp(self, node: ast.ListComp) -> ast.expr:
        return self._comprehension(node)

    def visit_SetComp(self, node: ast.SetComp) -> ast.expr:
        return self._comprehension(node)

    # -- Statements

    def visit_Return(self, node: ast.Return) -> ast.stmt:
        node.value = self._with_role(node.value, "return") if node.value is not None else None
        return node

    def visit_Assign(self, node: ast.Assign) -> ast.stmt:
        target = node.targets[0]
        if isinstance(target, ast.Name):
            node.value = self._bound(target.id, node.value)
        elif isinstance(target, ast.Tuple) and _are_matched(target, node.value):
            pairs = zip(target.elts, node.value.elts, strict=True)  # type: ignore[attr-defined]
            node.value.elts = [self._bound(name.id, part) for name, part in pairs]  # type: ignore[attr-defined]
        else:
            node.targets, node.value = [self.visit(t) for t in node.targets], self.visit(node.value)
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.stmt:
        if isinstance(node.target, ast.Name) and node.value is not None:
            node.value = self._bound(node.target.id, node.value)
        return node

    def visit_For(self, node: ast.For) -> ast.stmt:
        names = [n.id for n in ast.walk(node.target) if isinstance(n, ast.Name)]
        kept = [_placed(ast.Expr(self._bind(name, _placed(ast.Name(name, LOAD), node))), node) for name in names]
        node.iter, node.body = self.visit(node.iter), [*kept, *self._statements(node.body)]
        node.orelse = self._statements(node.orelse)
        return node

    def visit_match_case(self, node: ast.match_case) -> ast.match_case:
        node.guard = self.visit(node.guard) if node.guard is not None else None
        node.body = self._statements(node.body)
        return node

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.stmt:
        return node

    def _bound(self, name: str, value: ast.expr) -> ast.expr:
        return self._bind(name, self.visit(value))

    def _bind(self, name: str, value: ast.expr) -> ast.expr:
        frame = ast.Name(_frame(self.depth), LOAD)
        call = _placed(_call("bind", frame, ast.Constant(name)), value)
        call.args.append(value)
        return call


def _are_matched(target: ast.Tuple, value: ast.expr) -> bool:
    """The names a, b are bound to the expressions x, y one by one."""
    if not isinstance(value, ast.Tuple) or len(value.elts) != len(target.elts):
        return False
    plain_value = not any(isinstance(part, ast.Starred) for part in value.elts)
    return plain_value and all(isinstance(name, ast.Name) for name in target.elts)


def _frame(depth: int) -> str:
    return f"__frame{depth}__"


def _names(names: list[str]) -> ast.expr:
    """The dictionary of the names with what they stand for."""
    keys: list[ast.expr | None] = [ast.Constant(name) for name in names]
    return ast.Dict(keys, [ast.Name(name, LOAD) for name in names])


def _call(method: str, *args: ast.expr) -> ast.Call:
    """A call of the recorder."""
    return ast.Call(ast.Attribute(ast.Name(RECORDER, LOAD), method, LOAD), list(args), [])

"""A function's code with every expression recorded: the same values, in the same order, at the same lines.

A counterexample says which part of a statement fails because the statement itself is run once more, recorded: a second
reader of Python would have to be right about every construct, and a failing chain, generator or list would be read
otherwise than it was evaluated.
"""

from __future__ import annotations
import __future__

import ast
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from copy import deepcopy
from dataclasses import dataclass, replace
from functools import lru_cache
from types import CellType, CodeType, FunctionType, MethodType
from typing import Any

from littlestone.proofs_check.reading.functions import own_functions, plain, source_of, syntax_of
from littlestone.proofs_check.reading.records import Reading, Record, Recorder
from littlestone.spec.claim import Claim, Value

STACK, FRAMES = 64 * 2**20, 20_000  # a sum of 3000 terms, more than Python compiles, needs some 10,000 frames
FUTURE = sum(getattr(__future__, name).compiler_flag for name in __future__.all_feature_names)
RECORDER = "__reading__"
_alone = threading.Lock()


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


def _deep(work: Callable[[], Recorded | None]) -> Recorded | None:
    """What the work returns or raises, done in a thread with a stack of its own, however deep its caller is."""
    with _alone:
        size, limit = threading.stack_size(STACK), sys.getrecursionlimit()
        sys.setrecursionlimit(max(limit, FRAMES))
        try:
            with ThreadPoolExecutor(1) as pool:
                return pool.submit(work).result()
        finally:
            threading.stack_size(size)
            sys.setrecursionlimit(limit)


@lru_cache(maxsize=1024)
def _recorded(function: FunctionType) -> Recorded | None:
    try:
        return _deep(lambda: _transformed(function))
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
    recorded = _Recording().visit(deepcopy(definition))
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
    free = (*function.__code__.co_freevars, RECORDER)
    name, definition.name = definition.name, "recorded"  # else a call of itself would not find the global one
    module = ast.parse(f"def factory({', '.join(free)}):\n    return recorded")
    module.body[0].body.insert(0, definition)  # type: ignore[attr-defined]
    flags = function.__code__.co_flags & FUTURE
    scope: dict[str, Any] = {}
    exec(compile(module, function.__code__.co_filename, "exec", flags, dont_inherit=True), scope)
    inner = scope["factory"](*[None] * len(free))
    code: CodeType = inner.__code__.replace(co_name=name, co_qualname=function.__qualname__)
    return code


def _made(text: str, node: ast.AST) -> Any:
    """What the text says, at the place in the file of the node that it is made for."""
    (statement,) = ast.parse(text).body
    for part in ast.walk(statement):
        ast.copy_location(part, node)
    return statement


class _Joined(ast.NodeTransformer):
    """``ok &= a <= b`` as ``ok = ok & (a <= b)``."""

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.stmt:
        if not isinstance(node.target, ast.Name) or not isinstance(node.op, ast.BitAnd | ast.BitOr | ast.BitXor):
            return node
        joined = ast.BinOp(ast.Name(node.target.id, ast.Load()), node.op, node.value)
        assigned = ast.copy_location(ast.Assign([node.target], joined), node)
        return ast.fix_missing_locations(assigned)


LITERAL = (ast.Constant, ast.JoinedStr)
UNVALUED = (ast.Starred, ast.Slice, ast.Lambda, ast.Yield, ast.YieldFrom, ast.Await)


class _Recording(ast.NodeTransformer):
    """Every expression ``e`` as ``leave(enter(frame, position of e), e)``, so that records nest by evaluation."""

    def __init__(self) -> None:
        self.depth = 0

    @property
    def frame(self) -> str:
        """The name of the frame of the function that is recorded."""
        return f"__frame{self.depth}__"

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        around = [self.frame] if self.depth else []
        self.depth += 1
        own = _table(arg.arg for arg in ast.walk(node.args) if isinstance(arg, ast.arg))
        begun = _made(f"{self.frame} = {RECORDER}.frame({', '.join([own, *around])})", node)
        node.body = [begun, *map(self.visit, node.body)]
        self.depth -= 1
        return node

    # -- Expressions

    def visit(self, node: ast.AST) -> Any:
        if not isinstance(node, ast.expr):
            return super().visit(node)
        if isinstance(node, LITERAL):
            return node
        changed = super().visit(node)
        is_stored = not isinstance(getattr(node, "ctx", None), ast.Load | None)
        is_sliced = isinstance(node, ast.Tuple) and any(isinstance(part, ast.Slice) for part in node.elts)
        return changed if is_stored or is_sliced or isinstance(node, UNVALUED) else self._recorded(changed)

    def _recorded(self, node: ast.expr, role: str | None = None, variables: list[str] | None = None) -> ast.expr:
        """The expression, its parts recorded already, recorded itself."""
        given = [self.frame, str(node.position), *([repr(role)] if role else [])]  # type: ignore[attr-defined]
        given += [_table(variables)] if variables else []
        call: ast.Call = _made(f"{RECORDER}.leave({RECORDER}.enter({', '.join(given)}))", node).value
        call.args.append(node)
        return call

    def _with_role(self, node: ast.expr, role: str, variables: list[str] | None = None) -> ast.expr:
        inner = node if isinstance(node, LITERAL) else super().visit(node)
        return self._recorded(inner, role, variables)

    def visit_Call(self, node: ast.Call) -> ast.expr:
        # A name that is called is not recorded, and of a method the object that it is of
        if isinstance(node.func, ast.Attribute):
            node.func.value = self.visit(node.func.value)
        elif not isinstance(node.func, ast.Name):
            node.func = self.visit(node.func)
        called: ast.Call = _made(f"{RECORDER}.callee()", node.func).value
        called.args.append(node.func)
        node.func = called
        node.args, node.keywords = [*map(self.visit, node.args)], [*map(self.visit, node.keywords)]
        return node

    def visit_NamedExpr(self, node: ast.NamedExpr) -> ast.expr:
        node.value = self._bound(node.target.id, node.value)
        return node

    def _valued(self, node: Any, role: str) -> Any:
        node.value = self._with_role(node.value, role) if node.value is not None else None
        return node

    def visit_Return(self, node: ast.Return) -> Any:
        return self._valued(node, "return")

    def visit_Yield(self, node: ast.Yield) -> Any:
        return self._valued(node, "yield")

    def _comprehension(self, node: Any) -> Any:
        names = [n.id for part in node.generators for n in ast.walk(part.target) if isinstance(n, ast.Name)]
        for part in node.generators:
            part.iter, part.ifs = self.visit(part.iter), [self.visit(test) for test in part.ifs]
        node.elt = self._with_role(node.elt, "element", names)
        return node

    visit_GeneratorExp = visit_ListComp = visit_SetComp = _comprehension  # noqa: N815

    # -- Statements

    def visit_Assign(self, node: ast.Assign) -> ast.stmt:
        target, value = node.targets[0], node.value
        if isinstance(target, ast.Name):
            node.value = self._bound(target.id, value)
        elif isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple) and _are_matched(target, value):
            pairs = zip(target.elts, value.elts, strict=True)
            value.elts = [self._bound(name.id, part) for name, part in pairs]  # type: ignore[attr-defined]
        else:
            node.targets, node.value = [self.visit(t) for t in node.targets], self.visit(value)
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.stmt:
        if isinstance(node.target, ast.Name) and node.value is not None:
            node.value = self._bound(node.target.id, node.value)
        return node

    def visit_For(self, node: ast.For) -> ast.stmt:
        names = [n.id for n in ast.walk(node.target) if isinstance(n, ast.Name)]
        kept = [_made(f"{RECORDER}.bind({self.frame}, {name!r}, {name})", node) for name in names]
        node.iter, node.body = self.visit(node.iter), [*kept, *map(self.visit, node.body)]
        node.orelse = [self.visit(statement) for statement in node.orelse]
        return node

    def visit_match_case(self, node: ast.match_case) -> ast.match_case:
        node.guard = self.visit(node.guard) if node.guard is not None else None
        node.body = [self.visit(statement) for statement in node.body]
        return node

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.stmt:
        return node

    def _bound(self, name: str, value: ast.expr) -> ast.expr:
        call: ast.Call = _made(f"{RECORDER}.bind({self.frame}, {name!r})", value).value
        call.args.append(self.visit(value))
        return call


def _are_matched(target: ast.Tuple, value: ast.Tuple) -> bool:
    """The names a, b are bound to the expressions x, y one by one."""
    plain_value = len(value.elts) == len(target.elts) and not any(isinstance(part, ast.Starred) for part in value.elts)
    return plain_value and all(isinstance(name, ast.Name) for name in target.elts)


def _table(names: Iterable[str]) -> str:
    """The names with what they stand for, as a dictionary is written."""
    return "{" + ", ".join(f"{name!r}: {name}" for name in names) + "}"

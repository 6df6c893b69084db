"""What a statement's expressions came to: the statement is run once more, and its parts are evaluated where it stood.

Before each line of a function its variables are noted. What a part of an expression came to is then asked of Python
itself, with those variables: a reader of our own would have to be right about every construct of Python.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from types import FunctionType
from typing import Any

from littlestone.proofs_check.reading.function_syntax import assigned
from littlestone.proofs_check.reading.functions import source_of, syntax_of, text_of
from littlestone.proofs_check.reading.rewriting import calling, rewritten

STEP, ANSWER, GIVEN = "__step__", "__answer__", "__given__"
UNKNOWN = object()  # the value of what cannot be evaluated where it stood
UNPACKED = ast.Constant(UNKNOWN)  # what a name is bound to that has its value from a tuple


@dataclass(eq=False)
class Call:
    """A call of a function, once ``run`` was called in its place: its steps, and what it answered."""

    function: FunctionType
    steps: list[Step] = field(default_factory=list)
    value: object = UNKNOWN

    @cached_property
    def run(self) -> Callable[..., Any] | None:
        """The function, which notes its steps; None where its source cannot be read."""
        return rewritten(self.function, _with_steps, {STEP: self._step, ANSWER: self._answer})

    def _step(self, place: int, variables: Mapping[str, object]) -> None:
        syntax = syntax_of(self.function)
        assert syntax is not None
        self.steps.append(Step(self, len(self.steps), statements(syntax)[place], dict(variables)))

    def _answer(self, value: object) -> object:
        self.value = value
        return value

    @property
    def answer(self) -> Part | None:
        """What the function returned, as the expression that it returned; None where it raised."""
        last = self.steps[-1] if self.steps else None
        if self.value is UNKNOWN or last is None or not isinstance(last.statement, ast.Return):
            return None
        found = last.part(last.statement.value or ast.Constant(None))
        found.value = self.value
        return found

    @property
    def condition(self) -> Part | None:
        """The condition that was looked at last before the answer."""
        tests = (step for step in reversed(self.steps[:-1]) if not isinstance(step.statement, ast.For))
        last = next(tests, None)
        return last.part(last.statement.test) if last and isinstance(last.statement, ast.If | ast.While) else None


@dataclass(eq=False)
class Step:
    """A statement of a function as it is about to be run, with the variables before it."""

    call: Call
    number: int
    statement: ast.stmt
    variables: Mapping[str, object]

    def part(self, node: ast.expr) -> Part:
        """An expression of the statement."""
        return Part(node, self, {**self.call.function.__globals__, **self.variables})

    def bound(self, name: str) -> Part | None:
        """The expression that a name was bound to last before it; None where there is none."""
        for step in reversed(self.call.steps[: self.number]):
            found = _bound(step.statement, name)
            if found is not None:
                return step.part(found if isinstance(found, ast.expr) else UNPACKED)
        return None


@dataclass(eq=False)
class Part:
    """An expression of a function's code where it was evaluated.

    ``scope`` is what names stand for there; ``variables`` are those of the comprehension whose element it is.
    """

    node: ast.expr
    step: Step
    scope: dict[str, object]
    variables: Mapping[str, object] = field(default_factory=dict)

    @cached_property
    def value(self) -> Any:
        """What the expression comes to."""
        return self._evaluated(self.node)

    @property
    def source(self) -> str:
        """The text of the file that it is in."""
        return source_of(self.step.call.function)

    @property
    def text(self) -> str:
        """The expression as it is written, on one line."""
        return text_of(self.node, self.source)

    def child(self, node: ast.expr) -> Part:
        """A part of the expression."""
        return Part(node, self.step, self.scope)

    def elements(self) -> Iterator[Part]:
        """The elements of a comprehension, one after the other."""
        assert isinstance(self.node, ast.GeneratorExp | ast.ListComp | ast.SetComp)
        targets = [n.id for loop in self.node.generators for n in ast.walk(loop.target) if isinstance(n, ast.Name)]
        names = ast.Dict([ast.Constant(name) for name in targets], [ast.Name(name, ast.Load()) for name in targets])
        for variables in self._evaluated(ast.GeneratorExp(names, self.node.generators)):
            yield Part(self.node.elt, self.step, {**self.scope, **variables}, variables)

    def called(self, function: FunctionType) -> Call | None:
        """The call of this function, made again; None where it cannot be, or not be made with the same arguments."""
        assert isinstance(self.node, ast.Call)
        call = Call(function)
        self.scope[GIVEN] = lambda *args, **words: (args, words)
        given = self._evaluated(ast.Call(ast.Name(GIVEN, ast.Load()), self.node.args, self.node.keywords))
        if call.run is None or given is UNKNOWN:
            return None
        args, words = given
        if any(isinstance(one, Iterator) for one in (*args, *words.values())):
            return None
        own = getattr(self.child(self.node.func).value, "__self__", None)
        try:
            call.run(*([] if own is None else [own]), *args, **words)
        except Exception:  # it answered before, so it is no function of its arguments
            return None
        return call

    def _evaluated(self, node: ast.expr) -> Any:
        for name in {name.id for name in ast.walk(node) if isinstance(name, ast.Name)}:
            made = self.step.bound(name) if isinstance(self.scope.get(name), Iterator) else None
            if made is not None:  # it may have been walked before
                self.scope[name] = made.value
        try:
            made = ast.fix_missing_locations(ast.copy_location(ast.Expression(node), self.node))
            return eval(compile(made, "", "eval"), self.scope)
        except Exception:
            return UNKNOWN


def statements(syntax: ast.FunctionDef) -> list[ast.stmt]:
    """The statements of a function's body, one by one; of inner functions and classes none."""
    found: list[ast.stmt] = []
    waiting: list[ast.AST] = [*syntax.body]
    for node in waiting:
        if isinstance(node, ast.stmt):
            found.append(node)
        if not isinstance(node, ast.FunctionDef | ast.ClassDef | ast.expr):
            waiting += ast.iter_child_nodes(node)
    return found


def _bound(statement: ast.stmt, name: str) -> ast.AST | None:
    """What the statement binds the name to: of ``ok &= a <= b`` it is ``ok & (a <= b)``."""
    match statement:
        case ast.AugAssign(target=ast.Name(id=changed), op=op, value=value) if changed == name:
            joined = ast.BinOp(ast.Name(name, ast.Load()), op, value)
            return ast.fix_missing_locations(ast.copy_location(joined, statement))
    return dict(assigned(statement)).get(name)


def _with_steps(syntax: ast.FunctionDef) -> None:
    """Have the function say which statement comes next, with its variables, and what it returns."""
    numbered = statements(syntax)
    number = {id(statement): place for place, statement in enumerate(numbered)}
    for statement in numbered:
        if isinstance(statement, ast.Return) and statement.value is not None:
            statement.value = calling(ANSWER, statement.value, statement.value)
    for holder in list(ast.walk(syntax)):
        for name in ("body", "orelse", "finalbody"):
            listed = getattr(holder, name, None)
            if isinstance(listed, list) and any(id(one) in number for one in listed):
                setattr(holder, name, [each for one in listed for each in (_noted(number[id(one)], one), one)])


def _noted(place: int, statement: ast.stmt) -> ast.stmt:
    variables = ast.Call(ast.Name("locals", ast.Load()), [], [])
    return ast.copy_location(ast.Expr(calling(STEP, statement, ast.Constant(place), variables)), statement)

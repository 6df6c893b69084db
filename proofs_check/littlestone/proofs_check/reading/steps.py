"""What a statement's expressions came to: the statement is run once more, and its parts are evaluated where it stood.

At each line of a function its variables are noted. What a part of an expression came to is then asked of Python itself,
with those variables: a reader of our own would have to be right about every construct of Python.
"""

from __future__ import annotations

import ast
import sys
from collections import deque
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from types import FrameType, FunctionType
from typing import Any

from littlestone.proofs_check.reading.function_syntax import assigned
from littlestone.proofs_check.reading.functions import source_of, syntax_of, text_of

MOST_STEPS = 100_000  # of a call that are kept, the last ones
Step = tuple[ast.stmt, Mapping[str, object]]  # a statement as it is about to be run, and the variables before it
GIVEN = "__given__"
UNKNOWN = object()  # the value of what cannot be evaluated where it stood
UNPACKED = ast.Constant(None)  # what a name is bound to that has its value from a tuple


@dataclass(eq=False)
class Call:
    """A call of a function: its steps, and what it answered."""

    function: FunctionType
    steps: deque[Step] = field(default_factory=lambda: deque(maxlen=MOST_STEPS))
    value: object = UNKNOWN

    @contextmanager
    def noted(self) -> Iterator[None]:
        """Note the function's first call inside; without effect where its source is not there."""
        syntax = syntax_of(self.function)

        def at_call(frame: FrameType, event: str, argument: object) -> Any:
            return at_step if frame.f_code is self.function.__code__ and syntax and not self.steps else None

        def at_step(frame: FrameType, event: str, argument: object) -> Any:
            if event == "return":
                self.value = argument
            elif event == "line" and syntax is not None:
                statement = _statement(syntax, frame.f_lineno)
                if not self.steps or self.steps[-1][0] is not statement:  # else another line of it
                    self.steps.append((statement, dict(frame.f_locals)))
            return at_step

        before = sys.gettrace()
        sys.settrace(at_call)
        try:
            yield
        finally:
            sys.settrace(before)

    def part(self, place: int, node: ast.expr) -> Part:
        """An expression of the statement at this place among the steps."""
        return Part(node, self, place, {**self.function.__globals__, **self.steps[place][1]})

    @property
    def answer(self) -> Part | None:
        """What the function returned, as the expression that it returned; None where none is seen."""
        last = self.steps[-1][0] if self.steps else ast.Pass()
        returns = (node for node in ast.walk(last) if isinstance(node, ast.Return) and node.lineno == last.lineno)
        node = next(returns, None)  # in a line of its own or after a condition
        if node is None:
            return None
        found = self.part(len(self.steps) - 1, node.value or ast.Constant(None))
        found.value = self.value
        return found

    @property
    def condition(self) -> Part | None:
        """The condition that was looked at last before the answer."""
        for place, (statement, _) in reversed(list(enumerate(self.steps))):
            if isinstance(statement, ast.If | ast.While):
                return self.part(place, statement.test)
            if not isinstance(statement, ast.For | ast.Return):
                break
        return None


@dataclass(eq=False)
class Part:
    """An expression of a function's code where it was evaluated: in the step of the call at this place.

    ``scope`` is what names stand for there; ``variables`` are those of the comprehension whose element it is.
    """

    node: ast.expr
    call: Call
    place: int
    scope: dict[str, object]
    variables: Mapping[str, object] = field(default_factory=dict)

    @cached_property
    def value(self) -> Any:
        """What the expression comes to."""
        return self._evaluated(self.node)

    @property
    def text(self) -> str:
        """The expression as it is written, on one line."""
        return text_of(self.node, source_of(self.call.function))

    def child(self, node: ast.expr) -> Part:
        """A part of the expression."""
        return Part(node, self.call, self.place, self.scope)

    def bound(self, name: str) -> Part | None:
        """The expression that a name was bound to last before it; None where there is none."""
        for place in reversed(range(self.place)):
            found = _bound(self.call.steps[place][0], name)
            if found is not None:
                is_one_of = isinstance(found, ast.Starred)  # of what a loop goes over
                return self.call.part(place, found if isinstance(found, ast.expr) and not is_one_of else UNPACKED)
        return None

    def elements(self) -> list[Part] | None:
        """The elements of a comprehension; None where they cannot be made again."""
        assert isinstance(self.node, ast.GeneratorExp | ast.ListComp | ast.SetComp)
        targets = [n.id for loop in self.node.generators for n in ast.walk(loop.target) if isinstance(n, ast.Name)]
        names = ast.Dict([ast.Constant(name) for name in targets], [ast.Name(name, ast.Load()) for name in targets])
        tables = self._evaluated(ast.ListComp(names, self.node.generators))
        if tables is UNKNOWN:
            return None
        return [Part(self.node.elt, self.call, self.place, {**self.scope, **table}, table) for table in tables]

    def called(self, function: FunctionType) -> Call | None:
        """The call of this function, made again; None where it cannot be, or not be made with the same arguments."""
        assert isinstance(self.node, ast.Call)
        call = Call(function)
        self.scope[GIVEN] = lambda *args, **words: (args, words)
        given = self._evaluated(ast.Call(ast.Name(GIVEN, ast.Load()), self.node.args, self.node.keywords))
        if given is UNKNOWN:
            return None
        args, words = given
        if any(isinstance(one, Iterator) for one in (*args, *words.values())):
            return None
        own = getattr(self.child(self.node.func).value, "__self__", None)
        with suppress(Exception), call.noted():  # it answered before, else it is no function of its arguments
            function(*([] if own is None else [own]), *args, **words)
        return call

    def _evaluated(self, node: ast.expr) -> Any:
        for name in {name.id for name in ast.walk(node) if isinstance(name, ast.Name)}:
            anew = self.bound(name) if isinstance(self.scope.get(name), Iterator) else None
            if anew is not None:  # it may have been walked before
                self.scope[name] = anew.value
        try:
            made = ast.fix_missing_locations(ast.copy_location(ast.Expression(node), self.node))
            return eval(compile(made, "<part>", "eval"), self.scope)
        except Exception:
            return UNKNOWN


@lru_cache(maxsize=4096)
def _statement(syntax: ast.FunctionDef, line: int) -> ast.stmt:
    """The innermost statement that the line is in, of several on a line the outermost."""
    statements = (node for node in ast.walk(syntax) if isinstance(node, ast.stmt))
    inside = (node for node in statements if node.lineno <= line <= (node.end_lineno or line))
    return max(inside, key=lambda node: node.lineno)


def _bound(statement: ast.stmt, name: str) -> ast.AST | None:
    """What the statement binds the name to: of ``ok &= a <= b`` it is ``ok & (a <= b)``."""
    match statement:
        case ast.AugAssign(target=ast.Name(id=changed), op=op, value=value) if changed == name:
            joined = ast.BinOp(ast.Name(name, ast.Load()), op, value)
            return ast.fix_missing_locations(ast.copy_location(joined, statement))
    return dict(assigned(statement)).get(name)

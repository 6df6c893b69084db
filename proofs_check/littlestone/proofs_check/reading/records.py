"""What the expressions of a statement came to, as a tree: an expression's record holds those evaluated inside of it."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from littlestone.proofs_check.reading.functions import is_own
from littlestone.spec.algebra.circuit import Truth, is_true
from littlestone.spec.claim import Conditional
from littlestone.spec.proofs import Use

MOST_RECORDS = 200_000  # of expressions that are kept at a time; what comes after is evaluated and not kept
Role = Literal["return", "element", "yield"] | None


@dataclass(slots=True, eq=False)
class Frame:
    """A call of a function: its record, those of what its names were bound to, and the frame around it."""

    variables: Mapping[str, object]
    around: Frame | None
    call: Record
    bound: dict[str, Record] = field(default_factory=dict)

    def meaning(self, name: str, value: object) -> Record | None:
        """The record of the expression that a name was bound to, if this value came of it."""
        found = self.bound.get(name)
        if found is not None:
            return found if found.value is value else None
        return self.around.meaning(name, value) if self.around is not None else None

    def known(self, name: str) -> object:
        """What a name of the function stands for, None where it is not one of its own."""
        found = self.bound.get(name)
        if found is not None:
            return found.value
        if name in self.variables:
            return self.variables[name]
        return self.around.known(name) if self.around is not None else None


@dataclass(slots=True, eq=False)
class Record:
    """An expression of a statement's code with its value, and the records of what was evaluated for it.

    ``variables`` are those of the comprehension whose element it is, ``callee`` what a call called, ``meaning`` the
    record of what a name was bound to.
    """

    node: ast.expr | None
    source: str = ""
    frame: Frame | None = None
    role: Role = None
    variables: Mapping[str, object] = field(default_factory=dict)
    value: Any = None
    children: list[Record] = field(default_factory=list)
    callee: object = None
    meaning: Record | None = None
    weight: int = 1
    is_float: bool = False

    def child(self, node: ast.expr) -> Record | None:
        """The record of a part of the expression; None where it is a literal or was not evaluated."""
        return next((record for record in reversed(self.children) if record.node is node), None)

    @property
    def text(self) -> str:
        """The expression as it is written, on one line."""
        return "" if self.node is None else text_of(self.node, self.source)

    @property
    def returned(self) -> Record | None:
        """The record of the expression that the called function returned."""
        returns = [r for r in self.children if r.role == "return" and r.value is self.value]
        return returns[-1] if returns else None


@dataclass(slots=True, eq=False)
class Reading:
    """The records of one evaluation: the stack of those that are not finished, and what was seen on the way.

    ``floats`` are the records whose value is a floating-point number while no part's is.
    """

    module: str
    recorded: Callable[[Any, Reading], Any]
    root: Record = field(default_factory=lambda: Record(None))
    stack: list[Record] = field(default_factory=list)
    floats: list[Record] = field(default_factory=list)
    last: Record | None = None
    kept: int = 0
    error: Exception | None = None

    def __post_init__(self) -> None:
        self.stack.append(self.root)

    @property
    def answer(self) -> Record | None:
        """The record of the expression that the formula returned; None where it raised."""
        returns = [record for record in self.root.children if record.role == "return"]
        return returns[-1] if returns and self.error is None else None


@dataclass(slots=True, eq=False)
class Recorder:
    """What the transformed code of one function calls."""

    reading: Reading
    nodes: list[ast.AST]
    source: str

    def frame(self, variables: Mapping[str, object], around: Frame | None = None) -> Frame:
        """A call of the function begins."""
        return Frame(variables, around, self.reading.stack[-1])

    def enter(
        self, frame: Frame, node: int, role: Role = None, variables: Mapping[str, object] | None = None
    ) -> Record:
        """The evaluation of an expression begins."""
        expression = self.nodes[node]
        assert isinstance(expression, ast.expr)
        record = Record(expression, self.source, frame, role, variables or {})
        reading = self.reading
        if role == "return" and frame.call in reading.stack:  # what an exception that was caught left unfinished
            del reading.stack[reading.stack.index(frame.call) + 1 :]
        if reading.kept < MOST_RECORDS or role == "return":
            reading.kept += 1
            reading.stack[-1].children.append(record)
        reading.stack.append(record)
        return record

    def leave(self, record: Record, value: Any) -> Any:
        """The evaluation of an expression has ended with this value."""
        stack = self.reading.stack
        if stack[-1] is record:
            stack.pop()
        elif record in stack:  # with those inside of it that an exception left unfinished
            del stack[stack.index(record) :]
        record.value, record.is_float = value, is_float(value)
        if record.is_float and not any(child.is_float for child in record.children):
            self.reading.floats.append(record)
        self._prune(record)
        if isinstance(record.node, ast.Name) and record.frame is not None:
            record.meaning = record.frame.meaning(record.node.id, value)
        self.reading.last = record
        return value

    def _prune(self, record: Record) -> None:
        """Forget the parts of what is no truth value; where there are many records, elements that are true too."""
        if not isinstance(record.value, Truth | bool | Conditional | Use | list | tuple):
            self._forget(record, record.children)
        record.weight = 1 + sum(child.weight for child in record.children)
        around = self.reading.stack[-1]
        if is_true(record.value) and record.role == "element" and self.reading.kept > MOST_RECORDS // 2:
            self._forget(around, [record] if around.children[-1:] == [record] else [])

    def _forget(self, record: Record, children: list[Record]) -> None:
        self.reading.kept -= sum(child.weight for child in children)
        record.children = record.children[: len(record.children) - len(children)]

    def bind(self, frame: Frame, name: str, value: Any) -> Any:
        """A name is bound to the value of the expression that has just ended."""
        last = self.reading.last
        frame.bound[name] = last if last is not None and last.value is value else Record(None, value=value)
        return value

    def callee(self, function: Any) -> Any:
        """What is called: a helper of the statement is recorded too, but not what a decorator put around one."""
        self.reading.stack[-1].callee = function
        if is_own(function, self.reading.module) and not hasattr(function, "__wrapped__"):
            return self.reading.recorded(function, self.reading)
        return function


def text_of(node: ast.expr, source: str) -> str:
    """A piece of code as it is written, on one line."""
    return " ".join((ast.get_source_segment(source, node) or ast.unparse(node)).split())


def is_float(value: object) -> bool:
    """A floating-point number, Python's or NumPy's."""
    kind = getattr(getattr(value, "dtype", None), "kind", "") if type(value).__module__ == "numpy" else ""
    return isinstance(value, float | complex) or kind in ("f", "c")

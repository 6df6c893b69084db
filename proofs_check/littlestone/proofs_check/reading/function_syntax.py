"""The syntax of one function of a claim: its nodes, what binds its names and what they stand for, what is around each.

The rules of the language (``language``, ``names``, ``iterators``) ask it; nothing is run.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from inspect import getattr_static
from operator import attrgetter
from types import FunctionType, ModuleType
from typing import Any

from littlestone.proofs_check.reading.bindings import is_of_a_user, is_read, is_users, module_of
from littlestone.proofs_check.reading.functions import global_names, plain
from littlestone.proofs_check.sources.steadiness import text_of

Found = tuple[int, str, str]  # the line of what is outside of the language, what it is, and what to write instead
UNKNOWN = object()  # what a name stands for that is bound when the function runs
AT_FIRST = ("__init__", "__post_init__")  # methods that give a new object its fields
CALLED_BY_PYTHON = (*AT_FIRST, "__iter__")  # of which a formula may not know more than that
MADE_HERE = (ast.List, ast.Dict, ast.Set, ast.ListComp, ast.DictComp, ast.SetComp)
MAKERS = {"list", "dict", "set", "Counter", "defaultdict", "deque", "sorted"}


@dataclass
class Reached:
    """What the functions that were read name: functions that wait to be read, constants, and how all of it stands."""

    waiting: list[FunctionType] = field(default_factory=list)
    met: set[int] = field(default_factory=set)
    constants: dict[str, str] = field(default_factory=dict)
    stands: dict[tuple[int, str], str] = field(default_factory=dict)  # by the line and the name there
    texts: dict[int, str] = field(default_factory=dict)

    def meet(self, function: Callable[..., Any]) -> None:
        """Note a function that is to be read, and what it wraps."""
        for one in (function, plain(function)):
            if isinstance(one, FunctionType) and is_read(one) and id(one) not in self.met:
                self.met.add(id(one))
                self.waiting.append(one)

    def note(self, line: int, name: str, value: object) -> None:
        """Note how what the name stands for stands now."""
        if id(value) not in self.texts:
            self.texts[id(value)] = text_of(value)
        self.stands[line, name] = self.texts[id(value)]


@dataclass
class FunctionSyntax:
    """One function with its syntax: what its names stand for, and where they are bound."""

    function: FunctionType
    syntax: ast.FunctionDef
    reached: Reached

    @cached_property
    def is_of_a_user(self) -> bool:
        """The function is no paper's: those look into what they were given where they say so."""
        return not module_of(self.function).startswith("littlestone.")

    @cached_property
    def classes(self) -> list[type]:
        """The user's classes that the function's module has."""
        known = [*self.function.__globals__.values()]
        modules = [one for one in known if isinstance(one, ModuleType) and is_of_a_user(one.__name__)]
        known += [one for module in modules for one in vars(module).values()]
        return [one for one in known if isinstance(one, type) and is_users(one)]

    def class_of(self, node: ast.expr) -> type | None:
        """The user's class that a value is, or is of, where that is plain: `C`, `C(..)`, `self`, a name for one."""
        if isinstance(node, ast.Name) and self.is_bound(node.id):
            made = self.bindings[node.id]
            if self.syntax in made:
                around = self.function.__qualname__.rpartition(".")[0] if self._takes_first(node.id) else ""
                return next((one for one in self.classes if one.__qualname__ == around), None)
            found = {self._class_of_what(one) for one in made}
            return found.pop() if len(found) == 1 else None
        value = self.value(node.func if isinstance(node, ast.Call) else node)
        is_made = value is not UNKNOWN and not isinstance(node, ast.Call)
        named = value if isinstance(value, type) else type(value) if is_made else None
        return named if named is not None and is_users(named) else None

    def _class_of_what(self, made: ast.AST) -> type | None:
        """Of what a name is bound to: a call, or one of the members of an Enum, of which a class is a walk."""
        of = self.value(made.value) if isinstance(made, ast.Starred) else None
        if isinstance(of, type) and issubclass(of, Enum):
            return of if is_users(of) else None
        return self.class_of(made) if isinstance(made, ast.Call) else None

    def _takes_first(self, name: str) -> bool:
        return name in self.function.__code__.co_varnames[:1]

    def parts_of_classes(self, name: str) -> list[object]:
        """What classes of the function's module have by that name."""
        return [vars(one).get(name) for one in self.classes]

    @cached_property
    def nodes(self) -> list[ast.AST]:
        """All nodes of the body, of inner functions too; of names no annotations, for which Python does not ask."""
        nodes = [node for statement in self.syntax.body for node in ast.walk(statement)]
        types = {part for n in nodes if isinstance(n, ast.AnnAssign) for part in ast.walk(n.annotation)}
        return [node for node in nodes if node not in types]

    @cached_property
    def around(self) -> dict[ast.AST | None, ast.AST]:
        """The innermost function that each node is in."""
        inner = [node for node in self.nodes if isinstance(node, ast.FunctionDef | ast.Lambda)]
        found: dict[ast.AST | None, ast.AST] = dict.fromkeys(self.nodes, self.syntax)
        for function in inner:  # from the outside to the inside
            found |= {node: function for part in repeated(function) for node in ast.walk(part)}
        return found

    @cached_property
    def bindings(self) -> dict[str, list[ast.AST]]:
        """The names that are bound in the function, with what binds them: a value, or the function for a parameter."""
        found: dict[str, list[ast.AST]] = {}
        for function in [self.syntax, *self.nodes]:
            if isinstance(function, ast.FunctionDef | ast.Lambda):
                arguments = function.args
                several = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
                for one in [*several, *filter(None, (arguments.vararg, arguments.kwarg))]:
                    found.setdefault(one.arg, []).append(function)
            if isinstance(function, ast.FunctionDef) and function is not self.syntax:
                found.setdefault(function.name, []).append(function)
        for node in self.nodes:
            for target, value in assigned(node):
                found.setdefault(target, []).append(value)
        return found

    @cached_property
    def above(self) -> dict[ast.AST | None, ast.AST]:
        """The node that each node is a part of."""
        return {part: node for node in self.nodes for part in ast.iter_child_nodes(node)}

    def meaning(self, name: str) -> object:
        """What a free name stands for: in the outer function, in the module, or of Python's own."""
        free = dict(zip(self.function.__code__.co_freevars, self.function.__closure__ or (), strict=False))
        if name in free:
            try:
                return free[name].cell_contents
            except ValueError:
                return UNKNOWN
        # Not written as an attribute: not every version of the type checker knows that functions have it.
        known, own = self.function.__globals__, attrgetter("__builtins__")(self.function)
        return known[name] if name in known else own.get(name, UNKNOWN)

    def is_bound(self, name: str) -> bool:
        """The name is bound in the function, and is nowhere in it what it is outside, as beside an inner one."""
        code = self.function.__code__
        return name in self.bindings and name not in (*code.co_freevars, *global_names(code))

    def named(self, name: str) -> list[ast.AST]:
        """What binds a name, but for the functions that it is a parameter of."""
        found = self.bindings.get(name, [])
        return [o for o in found if not isinstance(o, ast.FunctionDef | ast.Lambda) or getattr(o, "name", None) == name]

    def value(self, node: ast.AST) -> object:
        """What a free name, or an attribute of a module, stands for."""
        if isinstance(node, ast.Name):
            return UNKNOWN if self.is_bound(node.id) else self.meaning(node.id)
        if not isinstance(node, ast.Attribute):
            return UNKNOWN
        of = self.value(node.value)
        is_own = isinstance(of, type) and is_users(of) and type(of).__module__ in ("builtins", "enum")
        return part_of(of, node.attr) if is_own or isinstance(of, ModuleType) else UNKNOWN

    def module(self, node: ast.expr) -> ModuleType | None:
        """The module that an expression stands for."""
        value = self.value(node)
        return value if isinstance(value, ModuleType) else None

    def is_a_new_walk(self, node: ast.AST | None) -> bool:
        """It is what `__iter__` answers, which each walk asks for anew."""
        return self.function.__name__ == "__iter__" and isinstance(self.above.get(node), ast.Return)

    def itself(self, node: ast.expr) -> type | None:
        """In a method that gives a new object its fields the class of this object, where the name stands for nothing
        else in it."""
        if not (isinstance(node, ast.Name) and self._takes_first(node.id) and self.function.__name__ in AT_FIRST):
            return None
        is_here = self.around.get(node) is self.syntax  # an inner function may be called later
        return self.class_of(node) if is_here and self.bindings[node.id] == [self.syntax] else None

    def is_made_here(self, node: ast.expr) -> bool:
        """The value was made in this function: all that its name is bound to are new lists, tables and sets."""
        while isinstance(node, ast.Subscript | ast.Call | ast.Attribute):
            if isinstance(node, ast.Call) and called(node) != "setdefault":
                return False
            node = node.func if isinstance(node, ast.Call) else node.value
        if not isinstance(node, ast.Name):
            return isinstance(node, ast.Constant)
        values = self.bindings.get(node.id, [])
        joined = ([one.left, one.right] if isinstance(one, ast.BinOp) else [one] for one in values)
        if not values or not all(any(map(makes_a_table, parts)) for parts in joined):
            return False
        return all(self.around.get(value) is self.around.get(node) for value in values)


def part_of(of: object, name: str) -> object:
    """What a module, or a class of the user's, has by that name; nothing of the user's is run to find it."""
    if isinstance(of, ModuleType) and not is_of_a_user(of.__name__):
        return getattr(of, name, UNKNOWN)  # Python's own, and what is installed, may be loaded when it is asked for
    part = getattr_static(of, name, UNKNOWN)
    return part.__func__ if isinstance(part, staticmethod | classmethod) else part


def called(node: ast.Call) -> str:
    """The name of what is called, of a method without what it is of."""
    return last(node.func)


def last(node: ast.expr) -> str:
    """The last part of a dotted name; empty for all else."""
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def makes_a_table(value: ast.AST) -> bool:
    """The expression makes a new list, table or set."""
    return isinstance(value, MADE_HERE) or (isinstance(value, ast.Call) and called(value) in MAKERS)


def assigned(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    """The names that a node binds, each with what it is bound to."""
    match node:
        case ast.Assign(targets=targets, value=value):
            pairs = [(target, value) for target in targets]
        case ast.AnnAssign(target=target, value=ast.expr() as value) | ast.NamedExpr(target=target, value=value):
            pairs = [(target, value)]
        case ast.For(target=target, iter=source) | ast.comprehension(target=target, iter=source):
            pairs = [(target, ast.Starred(source))]  # one of several
        case ast.Match(subject=subject, cases=cases):
            whole = (case.pattern for case in cases)
            yield from ((p.name, subject) for p in whole if isinstance(p, ast.MatchAs) and p.name is not None)
            return
        case ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)) | ast.MatchMapping(rest=str(name)):
            yield name, node
            return
        case _:
            return
    for target, value in pairs:
        if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple) and len(target.elts) == len(value.elts):
            yield from ((t.id, v) for t, v in zip(target.elts, value.elts, strict=True) if isinstance(t, ast.Name))
        elif isinstance(target, ast.Name):
            yield target.id, value
        else:
            stored = (n for n in ast.walk(target) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store))
            yield from ((n.id, ast.Pass()) for n in stored)


def repeated(loop: ast.AST) -> list[ast.AST]:
    """The parts of a loop that run more than once."""
    match loop:
        case ast.For(body=body) | ast.FunctionDef(body=body):
            return [*body]
        case ast.While(body=body, test=test):
            return [test, *body]
        case ast.ListComp() | ast.SetComp() | ast.GeneratorExp() | ast.DictComp():
            first, *others = loop.generators  # the source of the first is walked once
            made = [loop.key, loop.value] if isinstance(loop, ast.DictComp) else [loop.elt]
            return [*made, *first.ifs, *others]
        case ast.Lambda(body=body):
            return [body]
    return []

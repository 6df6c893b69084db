"""The language of claims: the part of Python in which a formula says the same of every argument, and of nothing else.

Formula and helpers, in the user's other files too, are read once when they are verified; nothing is run. What is read
are names, syntax, state and iterators. Python's looking at a symbol (a table looked up at ``n``, the text of ``n``) is
not read off the syntax: the symbol itself refuses it (``decisions.looks``). A reader that follows values was tried:
four times as long, it had a hole for each second attack of a stranger.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, fields, is_dataclass
from functools import cached_property
from types import CodeType, FunctionType, ModuleType
from typing import Any

from littlestone.proofs_check.formula_faults import FormulaFault
from littlestone.proofs_check.reading.bindings import (
    ITERTOOLS,
    is_free,
    is_of_a_user,
    is_of_the_kit,
    is_plain,
    is_word,
    kind_of,
    words,
)
from littlestone.proofs_check.reading.floats import INSTEAD as EXACT
from littlestone.proofs_check.reading.floats import exact_instead
from littlestone.proofs_check.reading.functions import plain, source_of, syntax_of, walked
from littlestone.spec.claim import Claim
from littlestone.spec.classes.concept_classes import largest_size

REFUSED: dict[type[ast.AST], tuple[str, str]] = {
    ast.Try: ("an exception is caught", "the condition itself: an exception is no answer"),
    ast.With: ("`with` opens what is not the statement's", "the calls themselves"),
    ast.Global: ("a global name is changed", "a parameter"),
    ast.Nonlocal: ("a name of the outer function is changed", "a value that the inner function returns"),
    ast.Delete: ("`del` takes away what others may hold", "a new value"),
    ast.ClassDef: ("a class is made at each call", "a NamedTuple at the top of the file"),
    ast.Import: ("something is imported at each call", "the import at the top of the file"),
    ast.ImportFrom: ("something is imported at each call", "the import at the top of the file"),
    ast.AsyncFunctionDef: ("a coroutine is no statement", "`def`"),
    ast.Await: ("a coroutine is no statement", "a call"),
    ast.MatMult: ("`@` is of matrices of floats", "a sum"),
}
INSTEAD = {
    "try": "the condition itself",
    "hash": "`==`",
    "id": "`==`",
    "is": "`==`",
    "type": "one statement for all arguments",
    "repr": "a statement without its digits",
    "getattr": "the attribute by its name",
    "hasattr": "one statement for all arguments",
    "iter": "a tuple, which can be walked again",
}
CHANGING = words(
    "append add update pop setdefault extend insert remove clear sort reverse popitem discard appendleft popleft "
    "difference_update intersection_update symmetric_difference_update write"
)
HIDDEN = {
    "most": "`H.size()`: it counts what H may have",
    "alive": "`H.size()`: it counts what H may have",
    "is_listed": "one statement for all classes",
    "payload": "a statement, not its circuit",
    "serial": "a statement, not its circuit",
    "cache_clear": "nothing",
    "cache_info": "nothing",
    "gi_frame": "nothing",
    "send": "a loop",
    "format": "a statement without its digits",
}
WALKED_ONCE = {"map", "zip", "filter", "enumerate", "reversed", "iter", "members", "from_iterable", *ITERTOOLS}
MADE_HERE = (ast.List, ast.Dict, ast.Set, ast.ListComp, ast.DictComp, ast.SetComp)
MAKERS = {"list", "dict", "set", "Counter", "defaultdict", "deque", "sorted"}
LOOPS = (ast.For, ast.While, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.Lambda, ast.FunctionDef)
OF_THE_KIT = ("claim", "correction", "uses", "adds_up", "induction", "implements", "memoised", "cache", "lru_cache")


@dataclass(frozen=True, slots=True)
class Outside:
    """Something of a formula that is outside of the language: file and line, what it is, and what to write instead."""

    file: str
    line: int
    text: str
    advice: str

    def __str__(self) -> str:
        return f"{self.text}; write {self.advice}"


def outside_of_the_language(claim: Claim) -> list[Outside]:
    """What of the claim's formula, its reach and all helpers of the user's is outside of the language, by lines."""
    reader = _Reader()
    for function in (claim.formula, claim.reach):
        if function is not None:
            reader.meet(function)
    reader.read_all()
    return reader.found


def parts_of(claim: Claim) -> tuple[dict[str, str], dict[str, str]]:
    """What the formula is made of in the user's own files: the functions that it reaches, itself first, by name with
    their texts (layout, comments, docstrings and decorators excepted), and the constants that these name."""
    reader = _Reader()
    reader.meet(claim.formula)
    reader.read_all()
    texts = {name: "\n".join(sorted(found)) for name, found in reader.texts.items()}
    return texts, dict(sorted(reader.constants.items()))


def insist_on_the_language(claim: Claim) -> None:
    """Raise FormulaFault at the first place of a user's claim that is outside of the language.

    The papers' own claims are held to it by a test, which takes two seconds for all.
    """
    if not claim.formula.__module__.startswith("littlestone."):
        for one in outside_of_the_language(claim):
            raise FormulaFault(str(one), one.line)


@dataclass
class _Reader:
    """Reads functions, each once, and those that they name."""

    found: list[Outside] = field(default_factory=list)
    waiting: list[FunctionType] = field(default_factory=list)
    met: set[int] = field(default_factory=set)
    texts: dict[str, list[str]] = field(default_factory=dict)
    constants: dict[str, str] = field(default_factory=dict)

    def meet(self, function: Callable[..., Any]) -> None:
        """Note a function that is to be read, and what it wraps."""
        for one in (function, plain(function)):
            if isinstance(one, FunctionType) and id(one.__code__) not in self.met:
                self.met.add(id(one.__code__))
                self.waiting.append(one)

    def read_all(self) -> None:
        """Read what waits, and what is met on the way."""
        while self.waiting:
            function = self.waiting.pop(0)
            read = [*filter(None, [syntax_of(function)])] or _lambdas_of(function)
            self.texts.setdefault(function.__qualname__, []).append(_text_of(function, read))
            for syntax in read:
                self.found += _Function(function, syntax, self).findings()
            if not read and not function.__module__.startswith("littlestone."):
                code = function.__code__
                self.found.append(Outside(code.co_filename, code.co_firstlineno, *UNREAD))


@dataclass
class _Function:
    """One function with its syntax: what its names stand for, and where they are bound."""

    function: FunctionType
    syntax: ast.FunctionDef
    reader: _Reader

    def findings(self) -> list[Outside]:
        """What of it is outside of the language, each with its line."""
        found = [one for node in self.nodes for one in self._at(node)]
        found += [*self._decorators(), *self._defaults(), *self._walked_again()]
        file = self.function.__code__.co_filename
        return [Outside(file, line, text, advice) for line, text, advice in sorted(set(found))]

    @property
    def is_of_a_user(self) -> bool:
        """The function is no paper's: those look into what they were given where they say so."""
        return not self.function.__module__.startswith("littlestone.")

    def _is_a_field(self, name: str) -> bool:
        """A class of the function's module has a field of that name."""
        classes = (one for one in self.function.__globals__.values() if isinstance(one, type))
        return any(name in vars(one).get("__annotations__", {}) for one in classes if is_of_a_user(one.__module__))

    @cached_property
    def nodes(self) -> list[ast.AST]:
        """All nodes of the body, of inner functions too, without annotations."""
        nodes = [node for statement in self.syntax.body for node in walked(statement)]
        said = [getattr(node, name, None) for node in nodes for name in ("annotation", "returns")]
        types = {id(part) for one in said if isinstance(one, ast.AST) for part in walked(one)}
        return [node for node in nodes if id(node) not in types]

    @cached_property
    def around(self) -> dict[int, ast.AST]:
        """The innermost function that each node is in, by the node's address."""
        inner = [node for node in self.nodes if isinstance(node, ast.FunctionDef | ast.Lambda)]
        found: dict[int, ast.AST] = {id(node): self.syntax for node in self.nodes}
        for function in inner:  # from the outside to the inside
            found |= {id(node): function for part in _repeated(function) for node in walked(part)}
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
            for target, value in _assigned(node):
                found.setdefault(target, []).append(value)
        return found

    # ---- What is met at a node

    def _at(self, node: ast.AST) -> Iterator[tuple[int, str, str]]:
        line = getattr(node, "lineno", self.syntax.lineno)
        if type(node) in REFUSED:
            yield line, *REFUSED[type(node)]
        if self.is_of_a_user and self._is_walked_once(node) and self._is_kept(node):
            yield line, f"`{ast.unparse(node)}` is an iterator: its first walk uses it up", "tuple(...) around it"
        match node:
            case ast.Name(ctx=ast.Load()):
                yield from self._name(node)
            case ast.Attribute():
                yield from self._attribute(node)
            case ast.Subscript(ctx=ast.Store()) if not self._is_made_here(node.value):
                yield line, f"`{ast.unparse(node)}` is changed, and was not made in this function", "a new table"
            case ast.AugAssign(target=ast.Name(id=name) as target) if not self._is_number_or_new(target, node.value):
                yield line, f"`{name}` is changed in place, and may be held elsewhere", f"`{name} = {name} + ...`"
            case ast.Constant(value=float() | complex()):
                yield line, f"`{ast.unparse(node)}` is a float", exact_instead(node.value)
            case ast.Compare() if any(isinstance(op, ast.Is | ast.IsNot) for op in node.ops) and not _asks_none(node):
                yield line, f"`{ast.unparse(node)}` compares identities", "`==`"
            case ast.Call():
                yield from self._call(node)
            case ast.MatchClass() if self.is_of_a_user:
                yield line, f"`{ast.unparse(node)}` tells a symbol from a number", "one statement for all arguments"

    def _name(self, node: ast.Name) -> Iterator[tuple[int, str, str]]:
        if node.id in self.bindings:
            return
        if node.id.startswith("_") and node.id != "_" and not is_of_the_kit(self.function.__module__):
            value = self._meaning(node.id)
            if plain(value) is None and not is_plain(value):
                yield node.lineno, f"`{node.id}` is hidden", "a name without `_`"
                return
        yield from self._value(node.lineno, node.id, self._meaning(node.id))

    def _value(self, line: int, name: str, value: object) -> Iterator[tuple[int, str, str]]:
        """What a name stands for has its place in a formula; functions of the user's are read in their turn."""
        if value is isinstance and self.is_of_a_user:
            yield line, f"`{name}` tells a symbol from a number", "one statement for all arguments"
        if isinstance(value, ModuleType) or is_free(value) or value is _UNKNOWN:
            return  # of a module, what is asked of it counts
        if value is largest_size and self.is_of_a_user:
            yield line, f"`{name}` counts what H may have", "`H.size()`"
        inner = plain(value)
        if inner is not None and is_of_a_user(inner.__module__):
            self.reader.meet(inner)
        elif isinstance(value, type) and is_of_a_user(value.__module__):
            yield from _own_equality(line, value)
            for method in vars(value).values():
                if plain(method) is not None and method.__module__ == value.__module__ and _is_written(method):
                    self.reader.meet(method)
        elif is_plain(value) and not is_word(value):
            self.reader.constants[name] = _ADDRESS.sub("", repr(value))
        elif not is_word(value):
            advice = EXACT.get(name.rpartition(".")[2]) or INSTEAD.get(name, "words of littlestone.claims")
            yield line, f"`{name}` is {kind_of(value)}, which is outside of the language", advice

    def _meaning(self, name: str) -> object:
        """What a free name stands for: in the outer function, in the module, or of Python's own."""
        free = dict(zip(self.function.__code__.co_freevars, self.function.__closure__ or (), strict=False))
        if name in free:
            try:
                return free[name].cell_contents
            except ValueError:
                return _UNKNOWN
        known = self.function.__globals__
        own = known.get("__builtins__", {})
        return known[name] if name in known else (own if isinstance(own, dict) else vars(own)).get(name, _UNKNOWN)

    def _attribute(self, node: ast.Attribute) -> Iterator[tuple[int, str, str]]:
        text = f"`{ast.unparse(node)}`"
        if isinstance(node.ctx, ast.Store | ast.Del):
            yield node.lineno, f"{text} is changed, and was not made in this function", "a new value"
            return
        module = self._module(node.value)
        if module is not None:
            value = getattr(module, node.attr, _UNKNOWN)
            if not isinstance(value, ModuleType):
                yield from self._value(node.lineno, ast.unparse(node), value)
        elif node.attr in HIDDEN or (node.attr in INSIDE and self.is_of_a_user and not self._is_a_field(node.attr)):
            yield node.lineno, f"{text} is outside of the language", HIDDEN.get(node.attr, INSIDE_ADVICE)
        elif node.attr.startswith("_") and node.attr not in SHOWN:
            yield node.lineno, f"{text} is hidden", "what the value says of itself"
        elif node.attr in CHANGING and not self._is_made_here(node.value) and not self._is_a_new_state(node):
            yield node.lineno, f"{text} changes what was not made in this function", "a new list or table"

    def _is_a_new_state(self, node: ast.Attribute) -> bool:
        """``state = state.update(x, y)``: what is made of a local value, which tables do not give back."""
        return (
            node.attr == "update"
            and isinstance(node.value, ast.Name)
            and node.value.id in self.bindings
            and not any(
                isinstance(n, ast.Expr) and isinstance(n.value, ast.Call) and n.value.func is node for n in self.nodes
            )
        )

    def _module(self, node: ast.expr) -> ModuleType | None:
        """The module that an expression stands for."""
        if isinstance(node, ast.Name) and node.id not in self.bindings:
            value = self._meaning(node.id)
        elif isinstance(node, ast.Attribute):
            value = getattr(self._module(node.value), node.attr, None)
        else:
            return None
        return value if isinstance(value, ModuleType) else None

    def _call(self, node: ast.Call) -> Iterator[tuple[int, str, str]]:
        if isinstance(node.func, ast.Name) and node.func.id == "zip" and "zip" not in self.bindings:
            strict = next((word.value for word in node.keywords if word.arg == "strict"), None)
            if len(node.args) > 1 and not (isinstance(strict, ast.Constant) and strict.value is True):
                yield node.lineno, "`zip` drops what the longer one has more", "zip(..., strict=True), or pairwise"
        lists = LISTING if self.is_of_a_user else LISTING[:1]
        if isinstance(node.func, ast.Attribute) and node.func.attr in lists and self._module(node.func.value) is None:
            yield from self._members(node)

    def _members(self, call: ast.Call) -> Iterator[tuple[int, str, str]]:
        """What a class may have is walked over, and whether it has it is asked, or all of it is in one new table."""
        if self._is_listed(call) if self._is_made_a_table(call) else not self._asks_whether(self.above.get(id(call))):
            said = f"`{ast.unparse(call)}` lists what may be"
            yield call.lineno, said, "for f, has in H.members(), and use `has`"

    @cached_property
    def above(self) -> dict[int, ast.AST]:
        """The node that each node is a part of, by the part's address."""
        return {id(part): node for node in self.nodes for part in ast.iter_child_nodes(node)}

    def _is_made_a_table(self, call: ast.Call) -> bool:
        above = self.above.get(id(call))
        return isinstance(above, ast.Call) and call in above.args and _called(above) in TABLES

    def _is_listed(self, call: ast.Call) -> bool:
        """The table is asked how many it has, or whether there are any."""
        table = self.above[id(call)]
        place = self.above.get(id(table))
        names = [name for name, values in self.bindings.items() if table in values]
        asked = [n for n in self.nodes if isinstance(n, ast.Call) and _called(n) in COUNTING]
        rows = names if isinstance(table, ast.Call) and _called(table) in ("tuple", "list", "sorted") else []
        walks = [n for n in self.nodes if isinstance(n, ast.For | ast.comprehension) and _is_name(n.iter, rows)]
        counted = any(_is_name(a, names) for n in asked for a in n.args)
        return place in asked or counted or not all(map(self._asks_whether, walks))

    def _asks_whether(self, walk: ast.AST | None) -> bool:
        target = getattr(walk, "target", None)
        has = target.elts[-1] if isinstance(target, ast.Tuple) and len(target.elts) == 2 else None
        inside = walk if isinstance(walk, ast.For) else self.above.get(id(walk))
        if not isinstance(has, ast.Name) or inside is None:
            return False
        names = (n for n in walked(inside) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load))
        return any(n.id == has.id for n in names)

    # ---- Iterators

    def _keeps_groups(self, walk: ast.For | ast.comprehension) -> bool:
        """A group is put into a tuple or table."""
        names = [n.id for n in walked(walk.target) if isinstance(n, ast.Name)][-1:]
        kept = (self.above.get(id(n)) for n in self.nodes if isinstance(n, ast.Name) and n.id in names)
        return any(isinstance(place, ast.Tuple | ast.List | ast.Dict) and place is not walk.target for place in kept)

    def _is_kept(self, node: ast.AST) -> bool:
        """An iterator goes where it may be walked again: into a tuple or table, or a function of the user's own."""
        above = self.above.get(id(node))
        above = self.above.get(id(above)) if isinstance(above, ast.keyword) else above
        if isinstance(node, ast.Call) and _called(node) == "groupby":  # what it gives is used up by its next step
            return not isinstance(above, ast.For | ast.comprehension) or self._keeps_groups(above)
        if isinstance(above, ast.Return | ast.Lambda):
            return True
        if isinstance(above, ast.ListComp | ast.SetComp | ast.DictComp):
            return True  # as what it lists; what it walks over is below its `for`
        if not isinstance(above, ast.Call):
            return isinstance(above, ast.Tuple | ast.List | ast.Set | ast.Dict)
        if isinstance(above.func, ast.Attribute):
            return self._module(above.func.value) is None and above.func.attr in CHANGING
        if above.func is node or not isinstance(above.func, ast.Name):
            return above.func is not node
        value = self._meaning(above.func.id) if above.func.id not in self.bindings else _UNKNOWN
        return not (is_word(value) or is_free(value)) or above.func.id in KEEPING

    # ---- What is made in the function, and what is walked twice

    def _is_made_here(self, node: ast.expr) -> bool:
        """The value was made in this function: all that its name is bound to are new lists, tables and sets."""
        while isinstance(node, ast.Subscript | ast.Call | ast.Attribute):
            if isinstance(node, ast.Call) and _called(node) != "setdefault":
                return False
            node = node.func if isinstance(node, ast.Call) else node.value
        if not isinstance(node, ast.Name):
            return isinstance(node, ast.Constant)
        values = self.bindings.get(node.id, [])
        if not values or not all(_is_new(value) for value in values):
            return False
        return all(self.around.get(id(value)) is self.around.get(id(node)) for value in values)

    def _is_number_or_new(self, target: ast.Name, added: ast.expr) -> bool:
        """What is added to in place is a number, or a list made here."""
        if not isinstance(added, MADE_HERE) and not (isinstance(added, ast.Call) and _called(added) in MAKERS):
            return True
        return self._is_made_here(target)

    def _walked_again(self) -> Iterator[tuple[int, str, str]]:
        """Iterators that have a name and are used twice, or in a loop."""
        for name, values in self.bindings.items():
            made = [value for value in values if self._is_walked_once(value)]
            if made and self._uses(name, made[0]) > 1:
                said = f"`{name}` is an iterator: its first walk uses it up"
                yield getattr(made[0], "lineno", self.syntax.lineno), said, f"{name} = tuple(...)"

    def _is_walked_once(self, value: ast.AST) -> bool:
        if isinstance(value, ast.GeneratorExp):
            return True
        if not isinstance(value, ast.Call) or (isinstance(value.func, ast.Name) and value.func.id in self.bindings):
            return False
        if isinstance(value.func, ast.Attribute):
            return value.func.attr in LISTING or is_free(self._asked(value.func))
        meaning = self._meaning(_called(value))
        made_by = plain(meaning)
        if made_by is not None:
            says = str(made_by.__annotations__.get("return", ""))
            return bool(made_by.__code__.co_flags & CO_GENERATOR) or says.startswith("Iterator")
        return is_free(meaning) and _called(value) in WALKED_ONCE

    def _asked(self, node: ast.Attribute) -> object:
        """What an attribute of a module stands for, where it is one that is walked once."""
        return getattr(self._module(node.value), node.attr, None) if node.attr in WALKED_ONCE else None

    def _uses(self, name: str, made: ast.AST) -> int:
        """How often the name is used; inside of a loop that it was not made in, twice."""
        loops = [node for node in self.nodes if isinstance(node, LOOPS) and made not in walked(node)]
        repeated = {id(n) for loop in loops for part in _repeated(loop) for n in walked(part)}
        uses = [n for n in self.nodes if isinstance(n, ast.Name) and n.id == name and isinstance(n.ctx, ast.Load)]
        return sum(2 if id(use) in repeated else 1 for use in uses)

    # ---- The head of the function

    def _decorators(self) -> Iterator[tuple[int, str, str]]:
        for decorator in self.syntax.decorator_list:
            name = _called(decorator) if isinstance(decorator, ast.Call) else _last(decorator)
            value = self._meaning(name)
            if not (name in OF_THE_KIT or is_word(value) or is_free(value) or name in ("property", "staticmethod")):
                said = f"`@{ast.unparse(decorator)}` may answer in the function's place"
                yield decorator.lineno, said, "the statement in the function itself"

    def _defaults(self) -> Iterator[tuple[int, str, str]]:
        for node in [self.syntax, *self.nodes]:
            if isinstance(node, ast.FunctionDef | ast.Lambda):
                for default in filter(None, [*node.args.defaults, *node.args.kw_defaults]):
                    if isinstance(default, (*MADE_HERE, ast.Call)):
                        yield default.lineno, "a default is made once and kept", "a constant as default"


LISTING = ("members", "cases")
KEEPING = ("partial", "repeat", "tee", "cache", "groupby")
INSIDE = ("op", "args", "value", "values", "name", "universe", "numerator", "denominator")
INSIDE_ADVICE = "a statement, not the parts of its symbols"
UNREAD = ("a function whose text is not in its file cannot be read", "`def` in the file")
_UNKNOWN = object()
_ADDRESS = re.compile(r" at 0x[0-9a-f]+")
TABLES = ("enumerate", "tuple", "list", "dict", "sorted", "combinations", "product", "pairwise", "permutations")
COUNTING = ("len", "bool", "any", "all", "next")
SHOWN = ("_replace", "__getitem__", "__contains__")
CO_GENERATOR = 0x20


def _lambdas_of(function: FunctionType) -> list[ast.FunctionDef]:
    """The lambdas that begin in the function's line, as functions: it is one of them."""
    if function.__name__ != "<lambda>":
        return []
    line, text = function.__code__.co_firstlineno, source_of(function)
    with suppress(SyntaxError, ValueError):
        found = [node for node in walked(ast.parse(text)) if isinstance(node, ast.Lambda) and node.lineno == line]
        return [_as_function(node) for node in found]
    return []


def _as_function(node: ast.Lambda) -> ast.FunctionDef:
    answer = ast.copy_location(ast.Return(node.body), node)
    return ast.copy_location(ast.FunctionDef("<lambda>", node.args, [answer], []), node)


def _text_of(function: FunctionType, read: list[ast.FunctionDef]) -> str:
    """What the function does, by its syntax; by its code where it is one of several lambdas in a line."""
    if len(read) != 1:
        return _ADDRESS.sub(
            "", f"{function.__code__.co_code.hex()} {function.__code__.co_names} {_constants(function)}"
        )
    (syntax,) = read
    body = syntax.body[1:] if ast.get_docstring(syntax) is not None else syntax.body
    return "\n".join([ast.unparse(syntax.args), *map(ast.unparse, body)])


def _constants(function: FunctionType) -> list[object]:
    return [one.co_code.hex() if isinstance(one, CodeType) else one for one in function.__code__.co_consts]


def _own_equality(line: int, own: type) -> Iterator[tuple[int, str, str]]:
    """Tables and caches take for one what a class says is equal."""
    odd = [name for name in ("__eq__", "__hash__") if name in vars(own) and _is_written(vars(own)[name])]
    odd += [one.name for one in fields(own) if not one.compare] if is_dataclass(own) else []
    if odd:
        yield line, f"`{own.__name__}` says by `{odd[0]}` what is equal", "a class whose fields are compared"


def _is_written(method: object) -> bool:
    """The method has a text; those that a dataclass makes have none."""
    function = plain(method)
    return function is not None and bool(source_of(function))


def _is_name(node: ast.expr, names: list[str]) -> bool:
    return isinstance(node, ast.Name) and node.id in names


def _asks_none(node: ast.Compare) -> bool:
    sides = [side for op, side in zip(node.ops, node.comparators, strict=True) if isinstance(op, ast.Is | ast.IsNot)]
    return all(isinstance(s, ast.Constant) and (s.value is None or isinstance(s.value, bool)) for s in sides)


def _called(node: ast.Call) -> str:
    return _last(node.func)


def _last(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def _is_new(value: ast.AST) -> bool:
    if isinstance(value, ast.BinOp):
        return isinstance(value.left, ast.List | ast.ListComp) or isinstance(value.right, ast.List | ast.ListComp)
    return isinstance(value, MADE_HERE) or (isinstance(value, ast.Call) and _called(value) in MAKERS)


def _assigned(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    """The names that a node binds, each with what it is bound to."""
    match node:
        case ast.Assign(targets=targets, value=value):
            pairs = [(target, value) for target in targets]
        case ast.AnnAssign(target=target, value=ast.expr() as value) | ast.NamedExpr(target=target, value=value):
            pairs = [(target, value)]
        case ast.For(target=target) | ast.comprehension(target=target):
            pairs = [(target, ast.Constant(None))]
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
            yield from (
                (n.id, ast.Pass()) for n in walked(target) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)
            )


def _repeated(loop: ast.AST) -> list[ast.AST]:
    """The parts of a loop that run more than once."""
    match loop:
        case ast.For(body=body):
            return [*body]
        case ast.While(body=body, test=test):
            return [test, *body]
        case ast.ListComp(elt=elt, generators=gens) | ast.SetComp(elt=elt, generators=gens):
            return [elt, *_inner(gens)]
        case ast.GeneratorExp(elt=elt, generators=gens):
            return [elt, *_inner(gens)]
        case ast.DictComp(key=key, value=value, generators=gens):
            return [key, value, *_inner(gens)]
        case ast.Lambda(body=body):
            return [body]
        case ast.FunctionDef(body=body):
            return [*body]
    return []


def _inner(generators: list[ast.comprehension]) -> list[ast.AST]:
    """All of a comprehension's loops but the source of the first, which is walked once."""
    first, *others = generators
    return [*first.ifs, *others]

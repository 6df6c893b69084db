"""What a formula's names and attributes may stand for: what else they are is said, with what to write instead."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from fractions import Fraction
from functools import cached_property
from inspect import getattr_static, isgeneratorfunction
from types import (
    BuiltinFunctionType,
    ClassMethodDescriptorType,
    FunctionType,
    GetSetDescriptorType,
    MemberDescriptorType,
    MethodDescriptorType,
    MethodType,
    ModuleType,
    WrapperDescriptorType,
)
from typing import NamedTuple

from littlestone.proofs_check.reading.bindings import (
    MADE_OF,
    inside_of,
    is_free,
    is_inside,
    is_plain,
    is_users,
    is_word,
    kind_of,
    module_of,
    odd_in,
    reached_in,
    words,
)
from littlestone.proofs_check.reading.constants import is_coin, is_drawn, is_told_by
from littlestone.proofs_check.reading.function_syntax import CALLED_BY_PYTHON, UNKNOWN, Found, FunctionSyntax, part_of
from littlestone.proofs_check.reading.functions import global_names, plain, source_of
from littlestone.proofs_check.reading.slips import is_bound_twice, is_set_from_outside, said_twice
from littlestone.proofs_check.sources.code_that_ran import is_elsewhere
from littlestone.proofs_check.sources.guarded_symbols import are_guarded, fields_said_by
from littlestone.proofs_check.sources.steadiness import differs
from littlestone.spec.algebra.circuit import Truth
from littlestone.spec.algebra.reals import Real
from littlestone.spec.classes.concept_classes import ConceptClass
from littlestone.spec.places import home_of, wrapped_in

INSTEAD = {
    "float": "the number itself: statements are exact",
    "sqrt": "x ** HALF",
    "log": "ln(x)",
    "log2": "log2(x) of littlestone.claims",
    "log1p": "ln(1 + x)",
    "exp": "exp(x) of littlestone.claims",
    "expm1": "exp(x) - 1",
    "erf": "erf(x) of littlestone.claims",
    "erfc": "1 - erf(x)",
    "pow": "x ** y",
    "e": "EULER",
    "inf": "no bound at all",
    "hash": "`==`",
    "id": "`==`",
    "type": "one statement for all arguments",
    "repr": "a statement without its digits",
    "getattr": "the attribute by its name",
    "attrgetter": "`lambda one: one.name`",
    "hasattr": "one statement for all arguments",
    "iter": "a tuple, which can be walked again",
    "most": "`H.size()`: it counts what H may have",
    "alive": "`H.size()`: it counts what H may have",
    "format": "a statement without its digits",
    "format_map": "a statement without its digits",
    "__setattr__": '`object.__setattr__(self, "field", ...)` for each field',
}
CHANGING = words(
    "append add update pop setdefault extend insert remove clear sort reverse popitem discard appendleft popleft "
    "difference_update intersection_update symmetric_difference_update write subtract move_to_end rotate extendleft"
)
HIDDEN = words("most alive is_listed payload serial cache_clear cache_info gi_frame send format format_map __setattr__")
INSIDE = ("op", "args", "value", "values", "name", "universe", "numerator", "denominator")
INSIDE_ADVICE = "a statement, not the parts of its symbols"
# How Python asks an object of a class for what is its own: slots, fields of a NamedTuple, members of an Enum
FIELDS = (MemberDescriptorType, GetSetDescriptorType, type(NamedTuple("Any", [("field", int)]).__dict__["field"]), Enum)
OF_CLASSES = (*FIELDS[:2], WrapperDescriptorType, MethodDescriptorType, ClassMethodDescriptorType)
FACTORY = "default_factory"
SHOWN = ("_replace", "__getitem__", "__contains__")
BASES = {tuple, list, dict, set, frozenset, int, str, Fraction}
OF_THE_MACHINE = "is drawn, or read off a clock or the machine, when the file is read"
ADDRESS = re.compile(r" at 0x[0-9a-f]+")


def of_a_name(here: FunctionSyntax, node: ast.Name) -> Iterator[Found]:
    """What is outside of the language in what a name stands for; what it reaches is noted."""
    if here.is_bound(node.id):
        return
    of, above = here.meaning(node.id), here.above.get(node)
    if isinstance(above, ast.Attribute) and _is_set_at_first(here, above):
        return
    if of is iter and isinstance(above, ast.Call) and above.func is node and here.is_a_new_walk(above):
        return
    if here.is_of_a_user and node.id.startswith("__"):
        yield node.lineno, f"`{node.id}` is hidden", "what the formula needs of it"
    is_called = isinstance(above, ast.Call) and above.func is node
    if here.is_of_a_user and is_called and any(of is one for one in (ConceptClass, Real, Truth)):
        yield node.lineno, f"`{node.id}(...)` is put together from inside", "words that make one, as `Real.of(2)`"
    if here.is_of_a_user and isinstance(of, ModuleType) and not isinstance(above, ast.Attribute):
        yield node.lineno, f"the module `{of.__name__}` is handed on", "words of littlestone.claims"
    if here.is_of_a_user and node.id in here.function.__globals__:
        again = said_twice(node.id, here)
        if again is not None:
            yield node.lineno, again, "another name"
        if differs(str(here.function.__globals__.get("__name__")), node.id):
            yield node.lineno, f"`{node.id}` {OF_THE_MACHINE}", "the number itself"
    yield from of_a_value(here, node.lineno, node.id, of)


def of_a_value(here: FunctionSyntax, line: int, name: str, value: object) -> Iterator[Found]:
    """What a name stands for has its place in a formula; functions of the user's are read in their turn."""
    if value is isinstance and here.is_of_a_user:
        yield line, f"`{name}` tells a symbol from a number", "one statement for all arguments"
    if isinstance(value, ModuleType) or is_free(value) or value is UNKNOWN:
        return  # of a module, what is asked of it counts
    if here.is_of_a_user:
        here.reached.note(line, name, value)
    if here.is_of_a_user and is_inside(value):
        yield line, f"`{name}` is of the kit's inside", "words of littlestone.claims"
    inner = plain(value)
    if here.is_of_a_user and inner is not None and inner.__name__ in CALLED_BY_PYTHON:
        yield line, f"`{name}` is a method that Python calls", "a function of another name"
    if inner is not None and inner is not value and isgeneratorfunction(inner):
        yield line, f"`{name}` keeps an iterator: its first walk uses it up", "a function that returns tuple(...)"
    outer = value if isinstance(value, FunctionType) else inner
    if outer is not None and is_users(outer):
        if is_elsewhere(outer.__code__.co_filename) and not home_of(outer).startswith("littlestone."):
            yield line, f"`{name}` is answered for by `{outer.__globals__.get('__name__')}`", "the function itself"
        here.reached.meet(outer)
    elif isinstance(value, type) and is_users(value):
        if id(value) not in here.reached.met:  # it may have itself in a table
            here.reached.met.add(id(value))
            yield from _of_a_class(here, line, name, value)
            if is_drawn(name, here.function.__globals__):
                yield line, f"`{name}` has what {OF_THE_MACHINE}", "the number itself"
    elif is_plain(value):
        yield from _of_a_constant(here, line, name, value)
    elif isinstance(value, Iterator):
        said = f"`{name}` is an iterator, which is outside of the language: its first walk uses it up"
        yield line, said, "tuple(...) in its place"
    else:
        advice, odd = INSTEAD.get(name.rpartition(".")[2], "words of littlestone.claims"), next(odd_in(value))
        said = f"is {kind_of(value)}" if odd is value else f"holds {kind_of(odd)}"
        yield line, f"`{name}` {said}, which is outside of the language", advice


def _of_a_constant(here: FunctionSyntax, line: int, name: str, value: object) -> Iterator[Found]:
    """The functions in a table of the file, and the classes of what is in it, are read in their turn."""
    for one in () if isinstance(value, FunctionType | type) else reached_in(value):
        part = one if isinstance(one, FunctionType | type) else type(one)
        if is_users(part):
            yield from of_a_value(here, line, part.__name__, part)
    if not is_word(value):
        here.reached.constants[name] = ADDRESS.sub("", repr(value))
        if here.is_of_a_user and (is_coin(value) or is_drawn(name, here.function.__globals__)):
            yield line, f"`{name}` {OF_THE_MACHINE}", "the number itself"


def _of_a_class(here: FunctionSyntax, line: int, name: str, value: type) -> Iterator[Found]:
    """What a class of the user's has, its own or inherited: methods and tables of functions are read in their turn."""
    if is_users(type(value)):
        yield line, f"`{name}` is answered for by `{type(value).__name__}`", "a class without a metaclass"
        return
    yield from _own_equality(line, value)
    for one in value if issubclass(value, Enum) else ():
        for held in inside_of(one):
            if isinstance(held, list | dict | set) or not is_plain(held):
                yield line, f"`{value.__name__}.{one._name_}` is {kind_of(held)}", "a number, a text or a tuple"
    others = [one for one in value.__mro__ if not (is_users(one) or is_word(one))]
    foreign = [one for one in others if one.__module__.partition(".")[0] not in MADE_OF]
    if foreign:
        text = f"`{value.__name__}` inherits from `{foreign[0].__module__}.{foreign[0].__qualname__}`"
        yield line, text, "a NamedTuple at the top of the file"
    said = vars(value).get("__annotations__", ())
    names = (n for n in (*vars(value), *said) if not n.startswith("_") and n not in getattr(value, "_fields", ()))
    taken = [n for n in names if any(hasattr(one, n) for one in BASES & {*value.__mro__})]
    if taken:
        yield line, f"`{value.__name__}` says anew what `{taken[0]}` is", "another name"
    own = [vars(one) for one in reversed(value.__mro__) if is_users(one)]
    parts = {name: part for table in own for name, part in table.items()}
    made = [one.default_factory for one in fields(value)] if is_dataclass(value) else []
    if "__getattr__" in parts and any(map(_is_computed, parts.values())):
        said = f"`{value.__name__}.__getattr__` answers for a property that fails"
        yield line, said, "methods in place of properties"
    for part_name, part in (*parts.items(), *((FACTORY, one) for one in made)):
        method = plain(_inner(part))
        if method is not None and is_users(method) and _is_written(method):
            is_itself = method.__name__ not in CALLED_BY_PYTHON or (method is part and method.__name__ == part_name)
            if not is_itself or part_name == "__new__":
                said = f"`{value.__name__}.{part_name}` may answer with what was made before"
                yield line, said, "a method of another name"
            here.reached.meet(method)
        elif (part_name[:2] == "__" or part_name == FACTORY) and _is_from_elsewhere(_inner(part)):  # Python calls it
            said = f"`{value.__name__}.{part_name}` is {kind_of(_inner(part))}"
            yield line, f"{said}, which is outside of the language", "a method with its text"
        elif part_name[:1] != "_" and value not in here.classes and not isinstance(part, FIELDS):  # nobody names it
            yield from of_a_value(here, line, f"{value.__name__}.{part_name}", _inner(part))
        if isinstance(part, cached_property) and isgeneratorfunction(method):
            said = f"`{value.__name__}` keeps an iterator: its first walk uses it up"
            yield line, said, "tuple(...) in its place"


def _is_from_elsewhere(value: object) -> bool:
    """What can be called, and neither the user's file, nor Python, nor what makes the class has written."""
    if is_inside(value):
        return True
    if is_free(value) or is_word(value) or value is MISSING or isinstance(value, OF_CLASSES):
        return getattr(value, "__name__", "") in CHANGING
    if isinstance(value, FunctionType):
        is_of_python = not is_users(value) and module_of(value).partition(".")[0] in MADE_OF
        return not (is_of_python or (is_users(value) and all(map(_is_of_a_record, wrapped_in(value)))))
    is_of_a_class = isinstance(value, BuiltinFunctionType | MethodType) and isinstance(value.__self__, type)
    return not is_of_a_class and (callable(value) or hasattr(type(value), "__get__"))


def _is_of_a_record(method: FunctionType) -> bool:
    """The method is Python's, or has no more in it than those that a dataclass or a NamedTuple is given."""
    if is_elsewhere(method.__code__.co_filename):
        return True
    is_known = set(global_names(method.__code__)) <= {"NotImplemented", "_tuple_new", "hash", "super", "type"}
    return is_known and not set(method.__code__.co_names).intersection(CHANGING)


def _is_computed(part: object) -> bool:
    """Python asks for it by a call, which may fail as what is not there does."""
    return isinstance(part, property | cached_property) or (is_users(type(part)) and hasattr(type(part), "__get__"))


def of_an_attribute(here: FunctionSyntax, node: ast.Attribute) -> Iterator[Found]:
    """What is outside of the language in an attribute: of a module what it stands for, else what it may tell."""
    text = f"`{ast.unparse(node)}`"
    if _is_set_at_first(here, node):
        return
    if isinstance(node.ctx, ast.Store | ast.Del):
        if here.itself(node.value) is None:
            yield node.lineno, f"{text} is changed, and was not made in this function", "a new value"
        else:
            yield node.lineno, f"{text} is not seen by `==`, or is no field", "a dataclass that has it as a field"
        return
    if here.is_of_a_user and is_set_from_outside(node.attr):
        yield node.lineno, f"{text} is set from outside, and the last value counts everywhere", "another name"
    module = here.module(node.value)
    if here.is_of_a_user and module is None and not node.attr.startswith("_"):
        yield from _of_a_field(here, node)
    is_field = are_guarded() and any(node.attr in fields_said_by(one) for one in here.classes)
    if module is not None:
        if here.is_of_a_user and is_bound_twice(module.__name__, node.attr):
            said = f"{text} is bound more than once, and the last one counts everywhere"
            yield node.lineno, said, "another name"
        value = part_of(module, node.attr)
        if here.is_of_a_user and value is UNKNOWN and getattr_static(module, "__getattr__", None) is not None:
            yield node.lineno, f"{text} is not in its file, which answers by `__getattr__`", "a name of that file"
        is_told = is_told_by(module, node.attr) and not callable(value)
        if here.is_of_a_user and (is_told or differs(module.__name__, node.attr)):
            yield node.lineno, f"{text} {OF_THE_MACHINE}", "the number itself"
        elif not isinstance(value, ModuleType):
            yield from of_a_value(here, node.lineno, ast.unparse(node), value)
    elif (is_own := _is_of_the_users(here, node)) and not (node.attr in HIDDEN and _is_given(here, node.value)):
        return
    elif node.attr in HIDDEN:
        advice = "another name for the field" if is_own else INSTEAD.get(node.attr, INSIDE_ADVICE)
        yield node.lineno, f"{text} is outside of the language", advice
    elif node.attr in INSIDE and here.is_of_a_user and not is_field:
        yield node.lineno, f"{text} is outside of the language", INSIDE_ADVICE
    elif node.attr.startswith("_") and node.attr not in SHOWN:
        yield node.lineno, f"{text} is hidden", "what the value says of itself"
    elif node.attr in CHANGING and not here.is_made_here(node.value):
        # Not ``state = state.update(x, y)``: what is made of a local value, which tables do not give back
        is_local = isinstance(node.value, ast.Name) and node.value.id in here.bindings
        is_alone = isinstance(here.above.get(here.above.get(node)), ast.Expr)
        if node.attr != "update" or not is_local or is_alone:
            yield node.lineno, f"{text} changes what was not made in this function", "a new list or table"


def _of_a_field(here: FunctionSyntax, node: ast.Attribute) -> Iterator[Found]:
    """What a class keeps by that name, or any class of the user's where it is not known of which the value is: no
    method, and not what each of its objects has for itself."""
    known = here.class_of(node.value)
    for one in here.classes if known is None else [known]:
        kept = next((vars(each)[node.attr] for each in one.__mro__ if node.attr in vars(each)), None)
        is_own = any(node.attr in vars(each) for each in one.__mro__ if is_users(each))
        part = _inner(kept)
        if isinstance(part, ModuleType):
            yield node.lineno, f"`{ast.unparse(node)}` is {kind_of(part)}", "words of littlestone.claims"
        elif part is not None and is_own and not isinstance(kept, FIELDS):
            yield from of_a_value(here, node.lineno, ast.unparse(node), part)


def _is_of_the_users(here: FunctionSyntax, node: ast.Attribute) -> bool:
    """`values` that are called, as no number's are, or a field or method of a class of the user's."""
    above = here.above.get(node)
    if node.attr == "values" and isinstance(above, ast.Call) and above.func is node:
        return True
    one = here.class_of(node.value)
    if one is None or node.attr.startswith("_"):  # each class has a `__dict__`, an `__init__` and a `__hash__`
        return False
    return any(node.attr in fields_said_by(each) for each in one.__mro__ if is_users(each))


def _is_given(here: FunctionSyntax, node: ast.expr) -> bool:
    """It is a parameter: what a method is called with may be a symbol, `self` too."""
    return isinstance(node, ast.Name) and here.syntax in here.bindings.get(node.id, ())


def _is_set_at_first(here: FunctionSyntax, node: ast.Attribute) -> bool:
    """A new object is given a field of its own, in a frozen class by `object.__setattr__(self, "field", ...)`."""
    above, of, name = here.above.get(node), node.value, node.attr if isinstance(node.ctx, ast.Store) else ""
    is_frozen = node.attr == "__setattr__" and here.value(of) is object
    if is_frozen and isinstance(above, ast.Call) and above.func is node and len(above.args) == 3:
        of, name = above.args[0], str(getattr(above.args[1], "value", ""))  # a text that is written out
    own = here.itself(of)
    if own is None or name[:2] in ("", "__") or isinstance(above, ast.AugAssign):  # a list that was given may grow
        return False
    kept = getattr_static(own, name, None)
    is_method = isinstance(kept, property) or is_users(type(kept))
    # What equality does not see is one thing in a cache, and another outside
    is_seen = getattr_static(own, "__eq__") is object.__eq__ or (
        is_dataclass(own) and name in [one.name for one in fields(own)]
    )
    return not is_method and is_seen


def has_an_address(here: FunctionSyntax, node: ast.expr) -> bool:
    """It is a function, or has a class of the user's that says nothing of its text, and is in no message."""
    above: ast.AST | None = node
    while isinstance(above, ast.expr):
        above = here.above.get(above)
    if isinstance(above, ast.Raise | ast.Assert):
        return False
    bound = here.bindings.get(node.id, []) if isinstance(node, ast.Name) else [node]
    value, of = here.value(node), here.class_of(node)
    is_function = any(isinstance(one, ast.Lambda) or getattr(one, "name", "") == ast.unparse(node) for one in bound)
    texts = {getattr_static(of, name) for name in ("__repr__", "__str__")}
    is_silent = of is not None and texts == {object.__repr__, object.__str__}
    return is_function or is_silent or (is_plain(value) and ADDRESS.search(repr(value)) is not None)


def _inner(part: object) -> object:
    """The function behind a part of a class, of a property too."""
    if isinstance(part, property):
        return part.fget
    if isinstance(part, staticmethod | classmethod):
        return part.__func__
    return part.func if isinstance(part, cached_property) else part


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

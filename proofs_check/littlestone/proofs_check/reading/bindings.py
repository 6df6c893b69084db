"""What a formula's names may stand for: words of the kit, a few of Python's, plain constants, functions of the user's.

Whatever else a name stands for (a module such as numpy, an open file, a table that somebody fills) can answer otherwise
tomorrow, or of its own accord; a statement is about its arguments alone.
"""

from __future__ import annotations

import bisect
import builtins
import collections
import collections.abc
import copy
import dataclasses
import enum
import fractions
import functools
import heapq
import itertools
import math
import operator
import sys
import typing
from collections.abc import Iterator
from inspect import getattr_static
from types import FunctionType, GenericAlias, MappingProxyType, MethodType, ModuleType, UnionType
from typing import Any

from littlestone.proofs_check.reading.functions import plain
from littlestone.proofs_check.sources.code_that_ran import is_elsewhere
from littlestone.proofs_check.sources.steadiness import held_by
from littlestone.spec import notation
from littlestone.spec.algebra.circuit import as_truth, constant
from littlestone.spec.algebra.decisions import states_claims
from littlestone.spec.algebra.naturals import as_number
from littlestone.spec.learning.laws import Law
from littlestone.spec.places import home_of, wrapped_in


def words(text: str) -> tuple[str, ...]:
    """The words of a text; a list of quoted ones is ten times as long."""
    return tuple(text.split())


BUILTINS = words(
    "abs all any bool dict divmod enumerate filter frozenset int isinstance len list map max min next pow print "
    "range reversed round set slice sorted str sum super tuple zip AssertionError ValueError TypeError KeyError "
    "IndexError ArithmeticError LookupError RuntimeError ZeroDivisionError NotImplementedError NotImplemented"
)
MATH = words("ceil comb factorial floor gcd isqrt lcm perm prod trunc")
ITERTOOLS = words(
    "accumulate batched chain combinations combinations_with_replacement compress dropwhile groupby islice pairwise "
    "permutations product repeat starmap takewhile zip_longest"
)
OPERATORS = words("add and_ eq floordiv ge gt inv invert itemgetter le lt mod mul ne neg or_ sub xor")
FREE = [
    *(getattr(builtins, name) for name in BUILTINS),
    *(getattr(math, name) for name in MATH),
    *(getattr(itertools, name) for name in ITERTOOLS if hasattr(itertools, name)),
    *(getattr(operator, name) for name in OPERATORS),
    *(functools.reduce, functools.partial, functools.cache, functools.lru_cache, dataclasses.replace),
    *(dataclasses.astuple, dataclasses.asdict, copy.copy, copy.deepcopy),
    *(bisect.bisect, bisect.bisect_left, bisect.bisect_right, heapq.nlargest, heapq.nsmallest),
    *(typing.Any, typing.Annotated, typing.get_args, type(None)),
    *(fractions.Fraction, collections.Counter, collections.defaultdict, collections.deque, typing.cast),
    *(getattr(collections.abc, name) for name in collections.abc.__all__),
]
_FREE = {id(value) for value in FREE}
# Beside the words those that make a value of what they are given, and look at nothing
_OFFERED = {id(value) for value in (*vars(notation).values(), as_number, as_truth, constant)}
INSIDE = tuple(
    f"littlestone.{room}"
    for room in ("spec.algebra", "spec.claim", "spec.proofs", "spec.terms", "spec.learning.laws", "proofs_check")
)
OF_PYTHON = (tuple, list, dict, set, frozenset, MappingProxyType, collections.Counter, collections.OrderedDict)
# Where the classes are that a user's may inherit from
MADE_OF = words("builtins typing abc enum collections fractions numbers dataclasses")
IMMUTABLE = 1 << 8  # the flag of Python's own classes, whose modules nobody can set
PLAIN = (int, str, bytes, fractions.Fraction, type(None), range, slice, type(...))


def is_of_the_kit(module: str) -> bool:
    """The module is of the kit's own vocabulary or machinery, and no paper's."""
    return module.startswith("littlestone.") and not states_claims(module)


def is_of_a_user(module: object) -> bool:
    """The module states claims or helps to: it is neither the kit's vocabulary, nor Python's own, nor installed."""
    module = f"{module}"  # a function that was made by hand has None
    if module.startswith("littlestone."):
        return states_claims(module)
    if module.partition(".")[0] in sys.stdlib_module_names:
        return False
    file = getattr(sys.modules.get(module), "__file__", None)
    return file is None or not is_elsewhere(file)


def module_of(value: object) -> str:
    """The module of a function, of a class, or of an object's class, as their files and modules know it; empty where
    it is but said, which is the user's: anybody may set `__module__`, and a file its `__name__`."""
    kind = value if isinstance(value, FunctionType | type) else type(value)
    if isinstance(kind, FunctionType):
        own = [one for one in wrapped_in(kind) if not is_elsewhere(one.__code__.co_filename)]
        name = home_of(own[0] if own else wrapped_in(kind)[-1])
        return "" if own and (name.startswith("littlestone.") or not is_of_a_user(name)) else name
    said = str(kind.__module__)
    if not (said.startswith("littlestone.") or said.partition(".")[0] in MADE_OF) or kind.__flags__ & IMMUTABLE:
        return said
    found: object = sys.modules.get(said)
    for name in kind.__qualname__.split("."):
        found = getattr_static(found, name, None)
    return said if found is kind else ""


def is_users(value: object) -> bool:
    """The function or class, or the object's class, is a user's own or a paper's."""
    return is_of_a_user(module_of(value))


def is_read(function: FunctionType) -> bool:
    """The function itself, whatever it wraps, has its text in a user's file or in a paper."""
    return not is_elsewhere(function.__code__.co_filename) or is_of_a_user(home_of(function))


def is_free(value: object) -> bool:
    """The value is one of Python's words that a formula may use."""
    return id(value) in _FREE


def is_word(value: object) -> bool:
    """The value is a word of the kit: a function, a class, or what one of its classes makes."""
    if isinstance(value, Law) and _is_forged(value):
        return False
    if isinstance(value, MethodType):
        return is_word(value.__func__)
    if isinstance(value, functools._lru_cache_wrapper):  # what it wraps, only its module can say
        module, name = str(value.__module__), str(value.__qualname__)
        return is_of_the_kit(module) and getattr_static(sys.modules.get(module), name, None) is value
    return is_of_the_kit(module_of(value))


def _is_forged(law: Law[Any]) -> bool:
    """The probabilities do not add up to 1, or what the law keeps beside them was changed: no word has made it."""
    try:
        anew = Law(law.items)
    except (TypeError, ValueError, ArithmeticError):
        return True
    return any(str(getattr(anew, name, None)) != str(kept) for name, kept in vars(law).items())


def is_inside(value: object) -> bool:
    """The value is a function or a class of what symbols, laws, claims or provers are made of, and no word of
    ``littlestone.claims``: it may tell a symbol from a number, or take for a law what is none."""
    inner = plain(value) or value  # a function, a cached one or a class, and not what one makes
    is_named = isinstance(inner, FunctionType | type)
    return is_named and module_of(inner).startswith(INSIDE) and id(value) not in _OFFERED


def is_plain(value: object) -> bool:
    """A number, a text or a table of such, words of the kit among them, as far as Python cannot change what it says."""
    return next(odd_in(value), None) is None


def odd_in(value: object) -> Iterator[object]:
    """What in the value is not plain, the value itself first."""
    yield from (one for one in reached_in(value) if not (_has_nothing_in_it(one) or _may_be_looked_into(one)))


def reached_in(value: object) -> Iterator[object]:
    """The value, what it has in it, and what these have."""
    waiting, met = [value], set[int]()
    for one in waiting:  # which grows meanwhile
        if id(one) not in met:
            met.add(id(one))
            yield one
            waiting += () if _has_nothing_in_it(one) else inside_of(one)


def _has_nothing_in_it(value: object) -> bool:
    if isinstance(value, FunctionType | type):
        return is_word(value) or is_free(value) or is_users(value)
    is_word_of_a_cache = isinstance(value, functools._lru_cache_wrapper) and is_word(value)
    return type(value) in PLAIN or isinstance(value, bool) or is_free(value) or is_word_of_a_cache


def _may_be_looked_into(value: object) -> bool:
    """A table, a kept call, a type, or what a class of the kit's or the user's made; a namespace, or a table that makes
    what it lacks, may answer anything."""
    if isinstance(value, FunctionType | type | collections.defaultdict):
        return False
    is_known = type(value) in (*OF_PYTHON, functools.partial) or isinstance(value, enum.Enum) or is_alias(value)
    return is_known or is_users(value) or is_word(value)


def is_alias(value: object) -> bool:
    """What types are written with: `list[int]`, `int | None`, and what `typing` makes."""
    return isinstance(value, GenericAlias | UnionType) or module_of(value) == "typing"


def inside_of(value: object) -> list[object]:
    """What a table has, what a call or type is made of, and the fields of what a class of the user's or the kit's has
    made."""
    if is_alias(value):
        of = typing.get_origin(value)
        return [*typing.get_args(value), *([] if module_of(of) in ("typing", "types") else [of])]
    return held_by(value, is_users(value) or is_word(value))


def kind_of(value: object) -> str:
    """What a name stands for that has no place in a formula, in words."""
    if isinstance(value, ModuleType):
        return f"the module `{value.__name__}`"
    if isinstance(value, float | complex):
        return "a float"
    kind = type(value)
    if kind is Law:
        return "a law whose probabilities were changed"
    if isinstance(value, FunctionType | type):
        return f"a {kind.__name__} of `{value.__module__}`"
    return f"`{kind.__module__}.{kind.__qualname__}`" if kind.__module__ != "builtins" else f"a {kind.__name__}"

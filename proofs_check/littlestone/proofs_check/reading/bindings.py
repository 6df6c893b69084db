"""What a formula's names may stand for: words of the kit, a few of Python's, plain constants, functions of the user's.

Whatever else a name stands for (a module such as numpy, an open file, a table that somebody fills) can answer otherwise
tomorrow, or of its own accord; a statement is about its arguments alone.
"""

from __future__ import annotations

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
from inspect import getattr_static
from types import FunctionType, GenericAlias, MappingProxyType, ModuleType, UnionType
from typing import Any

from littlestone.proofs_check.sources.code_that_ran import is_elsewhere
from littlestone.proofs_check.sources.steadiness import held_by
from littlestone.spec import notation
from littlestone.spec.algebra.circuit import as_truth, constant
from littlestone.spec.algebra.decisions import states_claims
from littlestone.spec.algebra.naturals import as_number
from littlestone.spec.learning.laws import Law


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
    *(dataclasses.astuple, dataclasses.asdict, copy.copy, copy.deepcopy, heapq.nlargest, heapq.nsmallest),
    *(typing.Any, typing.get_args),
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
TABLES = (tuple, list, dict, set, frozenset, MappingProxyType)
OF_PYTHON = (*TABLES, collections.Counter, collections.OrderedDict)
PLAIN = (int, str, bytes, fractions.Fraction, type(None), range, slice)


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


def is_free(value: object) -> bool:
    """The value is one of Python's words that a formula may use."""
    return id(value) in _FREE


def is_word(value: object) -> bool:
    """The value is a word of the kit: a function, a class, or what one of its classes makes."""
    if isinstance(value, Law) and _is_forged(value):
        return False
    return is_of_the_kit(getattr(value, "__module__", None) or "") or is_of_the_kit(type(value).__module__)


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
    module = getattr(value, "__module__", None) or ""
    # A function, a cached one or a class, and not what one makes, whose `__getattr__` may raise anything
    is_named = getattr_static(value, "__qualname__", None) is not None
    return is_named and module.startswith(INSIDE) and id(value) not in _OFFERED


def is_plain(value: object, depth: int = 6) -> bool:
    """A number, a text or a table of such, words of the kit among them, as far as Python cannot change what it says."""
    if type(value) in PLAIN or isinstance(value, bool | enum.Enum) or is_word(value) or is_free(value):
        return True
    if isinstance(value, FunctionType | type):
        return is_of_a_user(value.__module__)
    is_known = type(value) in (*OF_PYTHON, functools.partial) or is_of_a_user(type(value).__module__)
    # A namespace, or a table that makes what it lacks, may answer anything
    if depth == 0 or not is_known or isinstance(value, collections.defaultdict):
        return type(value).__module__ == "typing" or isinstance(value, GenericAlias | UnionType)
    return all(is_plain(part, depth - 1) for part in inside_of(value))


def inside_of(value: object) -> list[object]:
    """What a table has, what a call is kept with, and the fields of what a class of the user's has made."""
    return held_by(value, is_of_a_user(type(value).__module__))


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

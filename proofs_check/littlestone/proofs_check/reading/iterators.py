"""What is walked once is walked once, and what a class may have is asked whether it has it."""

from __future__ import annotations

import ast
import itertools
from collections import Counter, defaultdict, deque
from collections.abc import Iterator
from functools import reduce
from heapq import nlargest, nsmallest
from math import prod
from types import FunctionType

from littlestone.proofs_check.reading.bindings import ITERTOOLS, is_word
from littlestone.proofs_check.reading.function_syntax import Found, FunctionSyntax, called, repeated
from littlestone.proofs_check.reading.functions import plain
from littlestone.proofs_check.reading.names import CHANGING

WALKS = [map, zip, filter, enumerate, reversed, iter, *(getattr(itertools, n, None) for n in ITERTOOLS)]
LISTING = ("members", "cases")
# What walks over what it is given and keeps none of it: not `repeat`, `groupby`, `cast` or `copy`
CONSUMING = [all, any, dict, frozenset, len, list, max, min, next, set, sorted, sum, tuple, prod, nlargest, nsmallest]
CONSUMING += [reduce, Counter, defaultdict, deque, *WALKS]
_CONSUMING = {id(one) for one in CONSUMING} - {id(itertools.repeat), id(itertools.groupby)}
TABLES = ("enumerate", "tuple", "list", "dict", "sorted", "combinations", "product", "pairwise", "permutations")
HOLDING = (ast.Tuple, ast.List, ast.Dict, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
COUNTING = ("len", "bool", "any", "all", "next")
CO_GENERATOR = 0x20


def is_kept(here: FunctionSyntax, node: ast.AST) -> bool:
    """An iterator goes where it may be walked again: into a tuple or table, or a function of the user's own."""
    above = here.above.get(node)
    is_named = isinstance(above, ast.keyword)
    above = here.above.get(above) if is_named else above
    if isinstance(node, ast.Call) and called(node) == "groupby":  # what it gives is used up by its next step
        if not isinstance(above, ast.For | ast.comprehension):
            return True
        names = [n.id for n in ast.walk(above.target) if isinstance(n, ast.Name)][-1:]
        kept = (here.above.get(n) for n in here.nodes if isinstance(n, ast.Name) and n.id in names)
        return any(isinstance(place, HOLDING) and place is not above.target for place in kept)
    if isinstance(above, ast.Assign):
        is_field = isinstance(above.targets[0], ast.Attribute)
        return is_field or len(above.targets) > 1  # two names of one walk
    if isinstance(above, ast.Return | ast.Lambda):
        return True
    if isinstance(above, ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp):
        return not _joins(here.above.get(above))  # as what it lists; what it walks over is below its `for`
    if not isinstance(above, ast.Call):
        return isinstance(above, ast.Tuple | ast.List | ast.Set | ast.Dict)
    if above.func is node:
        return False
    if isinstance(above.func, ast.Attribute) and here.module(above.func.value) is None:
        is_own = any(isinstance(one, FunctionType) for one in here.parts_of_classes(above.func.attr))
        return is_own or above.func.attr in (*CHANGING, "get", "__setattr__")
    value = here.value(above.func)
    if is_word(value):
        return False
    is_one_of_two = (value is max or value is min) and len(above.args) > 1
    answered = above.args[2:] if value is reduce else above.args[1:] if value is next or value is sum else []
    return is_named or is_one_of_two or node in answered or id(value) not in _CONSUMING


def _joins(node: ast.AST | None) -> bool:
    """`chain.from_iterable` walks over what it is given, and over each part of that, once."""
    return isinstance(node, ast.Call) and called(node) == "from_iterable"


def is_handed_on(here: FunctionSyntax, node: ast.AST) -> bool:
    """What makes iterators is no function that is called here: each that it makes may be walked again."""
    above = here.above.get(node)
    is_called = isinstance(above, ast.Call) and above.func is node
    is_joined = isinstance(above, ast.Call) and _joins(here.above.get(above))
    is_no_value = is_called or is_joined or isinstance(above, ast.Attribute | ast.Assign)
    return isinstance(node, ast.Name | ast.Attribute) and not is_no_value and _makes_walks(here, node)


def walked_again(here: FunctionSyntax) -> Iterator[Found]:
    """Iterators that have a name and are used twice, or in a loop that they were not made in."""
    for name, values in here.bindings.items():
        for made in [value for value in values if is_walked_once(here, value)][:1]:
            loops = (loop for loop in here.nodes if repeated(loop) and made not in ast.walk(loop))
            again = {n for loop in loops for part in repeated(loop) for n in ast.walk(part)}
            named = [n for n in here.nodes if isinstance(n, ast.Name) and n.id == name]
            uses = [n for n in named if isinstance(n.ctx, ast.Load) or isinstance(here.above.get(n), ast.NamedExpr)]
            if sum(2 if use in again else 1 for use in uses) > 1:
                said = f"`{name}` is an iterator: its first walk uses it up"
                yield getattr(made, "lineno", here.syntax.lineno), said, f"{name} = tuple(...)"


def may_end_another(here: FunctionSyntax, node: ast.expr) -> bool:
    """It is `next`, and not called with a default: its StopIteration would end a `map` or `filter` around it."""
    above = here.above.get(node)
    has_default = isinstance(above, ast.Call) and above.func is node and len(above.args) == 2
    return here.value(node) is next and not has_default


def is_walked_once(here: FunctionSyntax, value: ast.AST, seen: tuple[str, ...] = ()) -> bool:
    """The expression makes an iterator, by its form or by what it calls, or may be one that a part of it makes."""
    match value:
        case ast.GeneratorExp():
            return True
        case ast.IfExp(body=first, orelse=second):
            return is_walked_once(here, first, seen) or is_walked_once(here, second, seen)
        case ast.BoolOp(values=parts):
            return any(is_walked_once(here, part, seen) for part in parts)
        case ast.Name(id=name, ctx=ast.Load()) if name not in seen:
            return any(is_walked_once(here, one, (*seen, name)) for one in here.named(name))
        case ast.Attribute(attr=name, ctx=ast.Load()):
            return any(isinstance(one, property) and _yields(one.fget) for one in here.parts_of_classes(name))
    return isinstance(value, ast.Call) and _makes_walks(here, value.func)


def _makes_walks(here: FunctionSyntax, made_by: ast.AST, seen: tuple[str, ...] = ()) -> bool:
    """Whether what an expression stands for gives an iterator when it is called."""
    if isinstance(made_by, ast.Name) and made_by.id in here.bindings:
        name, named = made_by.id, here.named(made_by.id) if made_by.id not in seen else []
        return any(_makes_walks(here, one, (*seen, name)) for one in named)
    if isinstance(made_by, ast.FunctionDef):
        return any(isinstance(n, ast.Yield | ast.YieldFrom) and here.around[n] is made_by for n in here.nodes)
    if isinstance(made_by, ast.Attribute) and here.module(made_by.value) is None:
        return made_by.attr in (*LISTING, "from_iterable") or any(map(_yields, here.parts_of_classes(made_by.attr)))
    meaning = here.value(made_by)
    return _yields(meaning) or any(meaning is one for one in WALKS)


def _yields(value: object) -> bool:
    function = plain(value)
    says = "" if function is None else str(function.__annotations__.get("return", ""))
    return function is not None and (bool(function.__code__.co_flags & CO_GENERATOR) or says.startswith("Iterator"))


# ---- Members


def of_members(here: FunctionSyntax, call: ast.Call) -> Iterator[Found]:
    """What a class may have is walked over, and whether it has it is asked, or all of it is in one new table."""
    above = here.above.get(call)
    is_made_a_table = isinstance(above, ast.Call) and call in above.args and called(above) in TABLES
    if _is_listed(here, call) if is_made_a_table else not _asks_whether(here, above):
        said = f"`{ast.unparse(call)}` lists what may be"
        yield call.lineno, said, "for f, has in H.members(), and use `has`"


def _is_listed(here: FunctionSyntax, call: ast.Call) -> bool:
    """The table is asked how many it has, or whether there are any."""
    table = here.above[call]
    place = here.above.get(table)
    names = [name for name, values in here.bindings.items() if table in values]
    asked = [n for n in here.nodes if isinstance(n, ast.Call) and called(n) in COUNTING]
    rows = names if isinstance(table, ast.Call) and called(table) in ("tuple", "list", "sorted") else []
    walks = [n for n in here.nodes if isinstance(n, ast.For | ast.comprehension) and _is_name(n.iter, rows)]
    counted = any(_is_name(a, names) for n in asked for a in n.args)
    return place in asked or counted or not all(_asks_whether(here, walk) for walk in walks)


def _asks_whether(here: FunctionSyntax, walk: ast.AST | None) -> bool:
    target = getattr(walk, "target", None)
    has = target.elts[-1] if isinstance(target, ast.Tuple) and len(target.elts) == 2 else None
    inside = walk if isinstance(walk, ast.For) else here.above.get(walk)
    if not isinstance(has, ast.Name) or inside is None:
        return False
    names = (n for n in ast.walk(inside) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load))
    return any(n.id == has.id for n in names)


def _is_name(node: ast.expr, names: list[str]) -> bool:
    return isinstance(node, ast.Name) and node.id in names

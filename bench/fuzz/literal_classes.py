"""Statements about concept classes, evaluated literally: a class is a frozen set of tuples. Nothing of the kit is used.

A statement is a nested tuple, its operation first; ``written`` puts it in the kit's words, ``holds`` says whether it is
true of given classes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from typing import Any

Function = tuple[int, ...]
Class = frozenset[Function]
Node = tuple[Any, ...]


def functions(points: int, labels: int) -> list[Function]:
    return list(product(range(labels), repeat=points))


def classes(points: int, labels: int) -> Iterator[Class]:
    """All non-empty classes."""
    listed = functions(points, labels)
    for bits in range(1, 2 ** len(listed)):
        yield frozenset(f for i, f in enumerate(listed) if bits >> i & 1)


# ---- Dimensions, by their definitions


@cache
def vc(H: Class) -> int:
    """The size of the largest set of points on which all patterns occur; -1 for the empty class."""
    sizes = [-1]
    for f in list(H)[:1]:
        for d in range(len(f) + 1):
            for points in combinations(range(len(f)), d):
                if {tuple(h[x] for x in points) for h in H} >= set(product((0, 1), repeat=d)):
                    sizes.append(d)
    return max(sizes)


@cache
def littlestone(H: Class) -> int:
    """How many mistakes an adversary forces who may choose between two labels; -1 for the empty class."""
    if not H:
        return -1
    best = 0
    for x in range(len(next(iter(H)))):
        by_label = {label: frozenset(h for h in H if h[x] == label) for label in {h[x] for h in H}}
        for one, other in combinations(by_label, 2):
            best = max(best, 1 + min(littlestone(by_label[one]), littlestone(by_label[other])))
    return best


@cache
def thresholds(H: Class) -> int:
    """The largest t with x_1..x_t and h_1..h_t in H such that h_i(x_j) = 1 iff i <= j; -1 for the empty class."""
    if not H:
        return -1
    m, t = len(next(iter(H))), 0
    while any(_is_thresholds(H, points) for points in product(range(m), repeat=t + 1)):
        t += 1
    return t


def _is_thresholds(H: Class, points: tuple[int, ...]) -> bool:
    wanted = [tuple(int(i <= j) for j in range(len(points))) for i in range(len(points))]
    return all(any(tuple(h[x] for x in points) == row for h in H) for row in wanted)


# ---- Statements


def holds(node: Node, given: Mapping[str, Class]) -> bool:
    """The truth of the statement, a premise being an implication."""
    op, *args = node
    if op == "when":
        return not holds(args[0], given) or holds(args[1], given)
    if op in CONNECTIVES:
        return CONNECTIVES[op]([holds(arg, given) for arg in args])
    if op == "contains":
        return tuple(args[1]) in class_of(args[0], given)
    if op == "same":
        return class_of(args[0], given) == class_of(args[1], given)
    return RELATIONS[op](number(args[0], given), number(args[1], given))


CONNECTIVES = {
    "and": all,
    "or": any,
    "all": all,
    "any": any,
    "not": lambda values: not values[0],
    "xor": lambda values: values[0] != values[1],
    "implies": lambda values: values[1] or not values[0],
    "iff": lambda values: values[0] == values[1],
}
RELATIONS = {
    "<=": lambda a, b: a <= b,
    "<": lambda a, b: a < b,
    ">=": lambda a, b: a >= b,
    ">": lambda a, b: a > b,
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
}


def number(node: Node, given: Mapping[str, Class]) -> Fraction:
    """The value of a number."""
    op, *args = node
    match op:
        case "constant":
            return Fraction(args[0])
        case "plus":
            return number(args[0], given) + number(args[1], given)
        case "times":
            return args[0] * number(args[1], given)
        case "two_to":
            return Fraction(2) ** int(number(args[0], given))
        case "map":
            return Fraction(args[1][int(number(args[0], given)) + 1])
        case "size":
            return Fraction(len(class_of(args[0], given)))
    return Fraction({"vc": vc, "littlestone": littlestone, "thresholds": thresholds}[op](class_of(args[0], given)))


def class_of(node: Node, given: Mapping[str, Class]) -> Class:
    """The class that is named, restricted, or made of its functions' bits."""
    op, *args = node
    if op == "restrict":
        return frozenset(f for f in class_of(args[0], given) if f[args[1]] in args[2])
    if op == "bit":
        return frozenset(tuple(y >> (2 - args[1]) & 1 for y in f) for f in class_of(args[0], given))
    return given[op]


# ---- In the kit's words

FORMS = {
    "when": "when({}, {})",
    "and": "({} & {})",
    "or": "({} | {})",
    "not": "(~{})",
    "xor": "({} ^ {})",
    "implies": "{}.implies({})",
    "iff": "({} == {})",
    "contains": "{}.contains({})",
    "same": "({} == {})",
    "constant": "{}",
    "plus": "({} + {})",
    "times": "({} * {})",
    "two_to": "(2 ** {})",
    "map": "{}.map(lambda v: {}[int(v) + 1])",
    "size": "{}.size()",
    "vc": "vc_dimension({})",
    "littlestone": "littlestone_dimension({})",
    "thresholds": "threshold_dimension({})",
    "restrict": "{}.restrict({}, frozenset({}))",
    "bit": "binary_restriction({}, {})",
}


def written(node: object) -> str:
    """The statement as Python in the kit's notation."""
    if not (isinstance(node, tuple) and node and isinstance(node[0], str)):
        return repr(node)
    op, *args = node
    words = [written(arg) for arg in args]
    if op in RELATIONS:
        return f"({words[0]} {op} {words[1]})"
    if op in ("all", "any"):
        return f"{op}_of([{', '.join(words)}])"
    return FORMS[op].format(*words) if op in FORMS else op

"""Concept classes: sets of functions from m points to labels 0..k, each with a truth value "is it in the class".

An explicit class lists its functions (truth values TRUE); a symbolic class has an input bit for each of the (k+1)^m
functions. Both go through the same definitions.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, wraps
from itertools import product
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

from littlestone.spec.algebra.circuit import (
    CONSTANT,
    FALSE,
    TRUE,
    Truth,
    all_of,
    any_of,
    as_truth,
    is_true,
    opaque,
    variable,
)
from littlestone.spec.algebra.decisions import EVALUATED, looks, tells_apart
from littlestone.spec.algebra.html_text import facts_html, table_html
from littlestone.spec.algebra.naturals import Number, how_many
from littlestone.spec.algebra.rationals import counts_as
from littlestone.spec.unknowns.notions import notion, what_is_unknown

LONGEST_LISTED = 16  # functions in a repr, of which Hypothesis prints one for every falsifying example
Function = tuple[int, ...]
Labels = frozenset[int]
NOT_YET = object()
P = ParamSpec("P")
R = TypeVar("R")


class Printer(Protocol):
    """What is used of a pretty printer."""

    def text(self, text: str) -> None:
        """Print the text."""


class _Universe:
    """The functions a class and its restrictions draw from, with their truth values; compared by identity.

    ``nonempty``: the whole class is only asked about where it has a function.
    """

    def __init__(self, points: int, labels: int, members: dict[Function, Truth], nonempty: bool = False) -> None:
        self.points, self.labels, self.nonempty = points, labels, nonempty
        self.all_labels = frozenset(range(labels))
        self.functions = tuple(members)
        self.truths = tuple(members.values())
        self.index = {f: i for i, f in enumerate(self.functions)}
        self.where = [[0] * labels for _ in range(points)]
        for i, f in enumerate(self.functions):
            for x, label in enumerate(f):
                self.where[x][label] |= 1 << i
        self.memo: dict[Hashable, Any] = {}


@opaque
@dataclass(init=False, eq=False, frozen=True, slots=True)
class ConceptClass:
    """A set of functions from ``points`` points to labels 0..``labels``-1, immutable and hashable.

    ``==`` is a truth value: that two classes have the same functions. ``alive`` has a bit for each function that a
    restriction has not excluded. Build with ``symbolic``, ``explicit`` or ``from_members``.
    """

    universe: _Universe
    alive: int

    def __init__(self, universe: _Universe, alive: int) -> None:
        _STORE_UNIVERSE(self, universe)
        _STORE_ALIVE(self, alive)

    @property
    def points(self) -> int:
        """How many points the functions are defined on; they are numbered from 0."""
        return self.universe.points

    @property
    def labels(self) -> int:
        """How many labels there are: the papers' k + 1."""
        return self.universe.labels

    @property
    def k(self) -> int:
        """The largest label: the papers' k, so that [k] = {0, ..., k}."""
        return self.universe.labels - 1

    @property
    def is_listed(self) -> bool:
        """The class's functions are known, so that they can be listed."""
        return all(truth.op is CONSTANT for truth in self.universe.truths)

    @property
    def most(self) -> int:
        """An upper bound on the number of functions: those no restriction has excluded."""
        return self.alive.bit_count()

    def restrict(self, x: int, labels: Labels) -> ConceptClass:
        """The subclass {f in H : f(x) in labels}; raises ValueError where x is no point, or one of them no label."""
        universe = self.universe
        if not 0 <= x < universe.points or not universe.all_labels.issuperset(labels):
            size = f"{universe.points} points and {universe.labels} labels, numbered from 0"
            raise ValueError(f"restrict({x}, {labels}) is out of range of a class on {size}")
        where = universe.where[x]
        kept = _where_it_is(where, labels) if len(labels) == 1 else sum(where[label] for label in {*labels})
        return ConceptClass(self.universe, self.alive & kept)

    def nonempty(self) -> Truth:
        """Some function is in the class."""
        return _some_member(self)

    @tells_apart
    def contains(self, f: Function) -> Truth:
        """f is in the class."""
        i = self.universe.index.get(f)
        return FALSE if i is None or not self.alive >> i & 1 else self.universe.truths[i]

    def members(self) -> Iterator[tuple[Function, Truth]]:
        """Each function not excluded, with the truth that it is in the class."""
        for i, f in enumerate(self.universe.functions):
            if self.alive >> i & 1:
                yield f, self.universe.truths[i]

    def functions(self) -> tuple[Function, ...]:
        """The functions of an explicit class, sorted; raises UndecidedTruth on a symbolic one."""
        return tuple(sorted(f for f, truth in self.members() if bool(truth)))

    @notion
    def size(self) -> Number:
        """The number of functions in the class."""
        number = how_many([truth for _, truth in self.members()]).named("size")
        number.divides = self.universe.nonempty and self.most == len(self.universe.functions)
        return number

    def image(self, relabel: Callable[[int], int], labels: int) -> ConceptClass:
        """The class {relabel o f : f in H} with labels 0..labels-1."""
        preimages: dict[Function, list[Truth]] = {}
        for f, truth in self.members():
            preimages.setdefault(tuple(relabel(y) for y in f), []).append(truth)
        return from_members(self.points, labels, {g: any_of(truths) for g, truths in preimages.items()})

    def __eq__(self, other: object) -> Truth:  # type: ignore[override]
        if not isinstance(other, ConceptClass):
            return NotImplemented
        if self.universe is other.universe and self.alive == other.alive:
            return TRUE
        functions = {f for H in (self, other) for f, _ in H.members()}
        return all_of(self.contains(f).iff(other.contains(f)) for f in sorted(functions))

    def __ne__(self, other: object) -> Truth:  # type: ignore[override]
        return ~(self == other) if isinstance(other, ConceptClass) else NotImplemented

    def __hash__(self) -> int:
        if EVALUATED.get() is not None:  # equal classes of two universes are two keys
            looks(lambda: True, "the hash", "G == H")
        return hash((self.universe, self.alive))

    def __repr__(self) -> str:
        if self.most > LONGEST_LISTED or any(not is_true(truth) for _, truth in self.members()):
            return f"ConceptClass({self.points} points, {self.labels} labels, at most {self.most} functions)"
        return f"explicit({[f for f, _ in self.members()]}, labels={self.labels})"

    def _repr_pretty_(self, printer: Printer, cycle: bool) -> None:
        """What Hypothesis and IPython show."""
        printer.text(repr(self))

    def _repr_html_(self) -> str:
        """What a notebook shows: a row for each function, a column for each point."""
        if self.most > LONGEST_LISTED or not self.is_listed:
            return facts_html(repr(self), [])
        functions = self.functions()
        noun = "function" if len(functions) == 1 else "functions"
        place = f"{self.points} point{'s' * (self.points != 1)} with labels 0..{self.k}"
        return table_html(f"{len(functions)} {noun} on {place}", [f"x{i}" for i in range(self.points)], functions)


# A frozen class is made once, and by the million
_STORE_UNIVERSE, _STORE_ALIVE = (vars(ConceptClass)[field].__set__ for field in ("universe", "alive"))
_new = object.__new__


@counts_as(2)
def _where_it_is(where: list[int], labels: Labels) -> int:
    """The functions with the only one of the labels."""
    (label,) = labels
    return where[label]


@counts_as(10)
def halved(H: ConceptClass, x: int, split: tuple[Labels, Labels], least: int) -> list[ConceptClass]:
    """The subclasses with the only label of either side at the point; none where one has fewer functions than that.

    It counts as the two restrictions and the two sizes that it takes the place of.
    """
    where = H.universe.where[x]
    (zero,), (one,) = split
    parts = H.alive & where[zero], H.alive & where[one]
    if min(parts[0].bit_count(), parts[1].bit_count()) < least:
        return []
    made = [_new(ConceptClass), _new(ConceptClass)]
    for half, alive in zip(made, parts, strict=True):
        _STORE_UNIVERSE(half, H.universe)
        _STORE_ALIVE(half, alive)
    return made


def largest_size(H: ConceptClass) -> int:
    """How many functions H has at most, whatever its truths are: where a recursion of the kit's ends.

    No statement of a user's may ask for it: of a listed class it is the size, of a symbolic one it is not.
    """
    return H.most


def memoised(definition: Callable[Concatenate[ConceptClass, P], R]) -> Callable[Concatenate[ConceptClass, P], R]:
    """Remember a definition's value for each class and its other arguments, for as long as the class lives."""

    @wraps(definition)
    def remembered(H: ConceptClass, /, *args: P.args, **kwargs: P.kwargs) -> R:
        key = (definition, H.alive, args, tuple(kwargs.items()) if kwargs else (), what_is_unknown())
        memo = H.universe.memo
        value: R = memo.get(key, NOT_YET)
        if value is NOT_YET:
            value = memo[key] = definition(H, *args, **kwargs)
        return value

    return remembered


@memoised
def _some_member(H: ConceptClass) -> Truth:
    """Halve along the first point on which functions still differ, so that nested restrictions share their gates."""
    if not H.alive:
        return FALSE
    for where in H.universe.where:
        parts = [H.alive & mask for mask in where if H.alive & mask]
        if len(parts) > 1:
            return any_of(_some_member(ConceptClass(H.universe, part)) for part in parts)
    return H.universe.truths[H.alive.bit_length() - 1]


def from_members(points: int, labels: int, members: dict[Function, Truth]) -> ConceptClass:
    """The class in which each listed function is with the given truth, and no other.

    Raises ValueError where a function has the wrong length or a label outside 0..labels-1, or there is no label.
    """
    if points < 0 or labels < 1:
        raise ValueError(f"no class has {points} points and {labels} labels: write points >= 0 and labels >= 1")
    for f in members:
        if len(f) != points or not all(0 <= y < labels for y in f):
            raise ValueError(f"{f} is not a function from {points} points to labels 0..{labels - 1}")
    kept = {f: truth for f, truth in members.items() if truth is not FALSE}
    return ConceptClass(_Universe(points, labels, kept), (1 << len(kept)) - 1)


def explicit(functions: Iterable[Function], labels: int | None = None, points: int | None = None) -> ConceptClass:
    """The class of the listed functions; duplicates collapse.

    ``labels`` defaults to one more than the largest label and at least 2; ``points`` to the functions' length. Raises
    ValueError on functions of different lengths or, for an empty list, where ``points`` is missing.
    """
    listed = sorted(set(functions))
    if points is None:
        if not listed:
            raise ValueError("an empty class needs its number of points")
        points = len(listed[0])
    enough = max([2, *(y + 1 for f in listed for y in f)])
    return from_members(points, enough if labels is None else labels, dict.fromkeys(listed, TRUE))


def all_functions(points: int, labels: int) -> Iterator[Function]:
    """The labels^points functions in lexicographic order; raises ValueError where either is negative."""
    if labels < 0:
        raise ValueError(f"there are no functions to {labels} labels: write labels >= 1")
    return product(range(labels), repeat=points)


def symbolic(points: int, labels: int, name: str = "H", nonempty: bool = False) -> ConceptClass:
    """The class whose membership is free: one input bit (name, f) for each of the labels^points functions f.

    If what is asked of it holds or fails for a class that is not empty alone, its size may divide.
    """
    members = {f: variable((name, f)) for f in all_functions(points, labels)}
    return ConceptClass(_Universe(points, labels, members, nonempty), (1 << len(members)) - 1)


def some_member(H: ConceptClass, condition: Callable[[Function], Truth | bool]) -> Truth:
    """Some f in H satisfies the condition."""
    return any_of(truth & as_truth(condition(f)) for f, truth in H.members())


def every_member(H: ConceptClass, condition: Callable[[Function], Truth | bool]) -> Truth:
    """Every f in H satisfies the condition."""
    return all_of(truth.implies(as_truth(condition(f))) for f, truth in H.members())


class Bits:
    """The L-bit binary expansion of labels 0..k, most significant bit first, bits numbered 1..L (BGS21 N3.bits).

    L = ceil(log2(k+1)), and 1 for k = 0. Raises ValueError where there is no label, or a bit is not among 1..L.
    """

    def __init__(self, labels: int) -> None:
        if labels < 1:
            raise ValueError(f"{labels} labels have no bits: write labels >= 1")
        self.labels = labels

    @cached_property
    def length(self) -> int:
        """L, the number of bits."""
        return max(1, (self.labels - 1).bit_length())

    def bit(self, i: int, label: int) -> int:
        """The i-th bit of the label, i = 1..L."""
        if i not in self.indices():
            raise ValueError(f"there is no bit {i} of labels 0..{self.labels - 1}: they are numbered 1..{self.length}")
        return label >> (self.length - i) & 1

    def indices(self) -> range:
        """1..L."""
        return range(1, self.length + 1)

    def label(self, bits: Iterable[int]) -> int:
        """bin2dec: the number with these bits, which may exceed k where k + 1 is not a power of two."""
        digits = tuple(bits)
        if len(digits) != self.length or not {0, 1}.issuperset(digits):
            raise ValueError(f"{digits} are not {self.length} bits: write 0 or 1 for each")
        return sum(b << (self.length - i) for i, b in enumerate(digits, start=1))


@memoised
def binary_restriction(H: ConceptClass, i: int) -> ConceptClass:
    """H|_i, the binary class of the i-th bits of the functions of H, i = 1..L (BGS21 N3.bits)."""
    bits = Bits(H.labels)
    return H.image(lambda y: bits.bit(i, y), 2)


def binary_restrictions(H: ConceptClass) -> list[ConceptClass]:
    """H|_1, ..., H|_L (BGS21 N3.bits)."""
    return [binary_restriction(H, i) for i in Bits(H.labels).indices()]

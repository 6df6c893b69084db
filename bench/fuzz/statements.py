"""Random statements, as nested tuples that ``literal_classes`` and ``literal_reals`` evaluate."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Any

Node = tuple[Any, ...]
COUNTING = ("sum", "binomial")  # their arguments stay integers
RELATIONS = ("<=", "<=", "<=", "<", ">=", ">", "==", "!=")


# ---- About classes


@dataclass(frozen=True)
class AboutClasses:
    """What a statement about classes is made of: the universe, the names of the classes, and a source of choices."""

    points: int
    labels: int
    names: tuple[str, ...]
    random: Random

    def statement(self) -> Node:
        """An implication, or a plain truth."""
        if self.random.random() < 0.4:
            return ("when", self.truth(2), self.truth(2))
        return self.truth(3)

    def truth(self, depth: int) -> Node:
        if depth == 0 or self.random.random() < 0.2:
            return self._comparison()
        op = self.random.choice(("and", "or", "not", "xor", "implies", "iff", "all", "any"))
        count = 1 if op == "not" else self.random.randint(0, 3) if op in ("all", "any") else 2
        return (op, *(self.truth(depth - 1) for _ in range(count)))

    def _comparison(self) -> Node:
        draw = self.random.random()
        if draw < 0.2:
            f = tuple(self.random.randrange(self.labels) for _ in range(self.points))
            return ("contains", self._class(), f)
        if draw < 0.25:
            return ("same", self._class(), self._class())
        return (self.random.choice(RELATIONS), ("plus", self._dimension(), self._number(2)), self._number(1))

    def _number(self, depth: int) -> Node:
        draw = self.random.random()
        if depth == 0 or draw < 0.5:
            return self._dimension()
        if draw < 0.6:
            return ("constant", self._factor())
        if draw < 0.75:
            return ("plus", self._dimension(), self._number(depth - 1))
        if draw < 0.88:
            return ("times", self._factor(), self._number(depth - 1))
        if draw < 0.94:
            return ("two_to", self._dimension())
        return ("map", self._dimension(), [self.random.randint(-3, 9) for _ in range(self.labels**self.points + 2)])

    def _factor(self) -> int | Fraction:
        return self.random.choice((-2, -1, 0, 1, 2, 3, 5, Fraction(1, 2), Fraction(4, 3), Fraction(-3, 2)))

    def _dimension(self) -> Node:
        if self.labels == 2:
            kind = self.random.choice(("vc", "littlestone", "thresholds", "size"))
            return (kind, self._class())
        if self.random.random() < 0.3:
            kind = self.random.choice(("vc", "littlestone", "thresholds"))
            return (kind, ("bit", self._class(), self.random.randint(1, 2)))
        return (self.random.choice(("littlestone", "size")), self._class())

    def _class(self) -> Node:
        H = (self.random.choice(self.names),)
        if self.random.random() < 0.7:
            return H
        kept = tuple(y for y in range(self.labels) if self.random.random() < 0.6)
        return ("restrict", H, self.random.randrange(self.points), kept)


# ---- About numbers

RANGES = {
    "Natural": (0, None, True),
    "PositiveInteger": (1, None, True),
    "FromZero": (0, None, False),
    "PositiveReal": (0, None, False),
    "AtLeastOne": (1, None, False),
    "Unit": (0, 1, False),
    "OpenUnit": (0, 1, False),
    "Annotated[Real, Reals()]": (None, None, False),
    "Annotated[Real, Reals(low=-2, high=3)]": (-2, 3, False),
}
OPEN_BELOW = {"PositiveReal", "OpenUnit"}
OPEN_ABOVE = {"OpenUnit"}


@dataclass(frozen=True)
class AboutNumbers:
    """What a statement about numbers is made of: its parameters with their ranges, and a source of choices."""

    ranges: dict[str, str]
    random: Random

    @property
    def integers(self) -> list[str]:
        return [name for name, domain in self.ranges.items() if RANGES[domain][2]]

    def statement(self) -> Node:
        draw = self.random.random()
        if draw < 0.35:
            return ("when", self._premise(), self._comparison())
        if draw < 0.55:
            return (self.random.choice(("and", "or")), self._comparison(), self._comparison())
        return ("not", self._comparison()) if draw < 0.62 else self._comparison()

    def _premise(self) -> Node:
        one = (self.random.choice(("<=", "<", ">=", ">")), self.term(0), self.term(1))
        return ("and", one, self._premise()) if self.random.random() < 0.25 else one

    def _comparison(self) -> Node:
        """Random sides seldom meet, so that half of the time one is the other rewritten, or moved by a little."""
        left, draw = self.term(2), self.random.random()
        if draw < 0.5:
            return (self.random.choice(RELATIONS), left, self.term(2))
        relation, right = self.random.choice(("==", "<=", ">=")), self.rewritten(left)
        if draw < 0.7:
            return (relation, left, right)
        return (self.random.choice(("<=", "<")), left, ("add", right, self._nonnegative()))

    def _nonnegative(self) -> Node:
        square = ("power", self.term(1), ("constant", 2))
        return self.random.choice((square, ("constant", 0), ("constant", Fraction(1, 10**6)), ("exp", self.term(1))))

    def term(self, depth: int) -> Node:
        if depth == 0 or self.random.random() < 0.25:
            return self._leaf()
        draw = self.random.random()
        if draw < 0.62:
            op = self.random.choice(("add", "subtract", "multiply", "multiply", "divide"))
            return (op, self.term(depth - 1), self.term(depth - 1))
        if draw < 0.75:
            return ("power", self.term(depth - 1), ("constant", self._exponent()))
        if draw < 0.9 or not self.integers:
            return (self.random.choice(("ln", "exp")), self.term(depth - 1))
        return self._counting()

    def _exponent(self) -> int | Fraction:
        return self.random.choice((0, 2, 2, 3, -1, -2, Fraction(1, 2), Fraction(-1, 2), Fraction(1, 3)))

    def _leaf(self) -> Node:
        if self.random.random() < 0.7:
            return ("parameter", self.random.choice(list(self.ranges)))
        return ("constant", self.random.choice((-1, 0, 1, 1, 2, 3, Fraction(1, 2), Fraction(-1, 3), 10)))

    def _counting(self) -> Node:
        n = ("parameter", self.random.choice(self.integers))
        draw = self.random.random()
        if draw < 0.3:
            return ("power", ("constant", self.random.choice((2, 3, Fraction(1, 2)))), n)
        if draw < 0.5:
            return ("binomial", n, ("constant", self.random.randint(-1, 3)))
        index = next(name for name in ("i", "j", "h") if name not in self.ranges)
        inner = AboutNumbers({index: "Natural"}, self.random)
        term = inner.term(1) if draw < 0.8 else ("multiply", ("binomial", n, ("parameter", index)), inner._leaf())
        return ("sum", term, index, ("constant", self.random.randint(0, 2)), n)

    def _partial(self) -> Node:
        """A leaf, or a term that has no value at some leaves."""
        leaf = self._leaf()
        half = ("constant", Fraction(1, 2))
        return self.random.choice((leaf, ("ln", leaf), ("divide", ("constant", 1), leaf), ("power", leaf, half)))

    def rewritten(self, node: Node) -> Node:
        """An expression of the same value wherever both have one; what has no value may gain one, and the reverse."""
        op, *args = node
        parts = (
            tuple(self.rewritten(arg) if isinstance(arg, tuple) else arg for arg in args)
            if op not in COUNTING
            else args
        )
        same: Node = (op, *parts)
        laws = _laws(same, self._partial())
        return self.random.choice(laws) if laws and self.random.random() < 0.5 else same


def _laws(node: Node, other: Node) -> list[Node]:
    """Rewritings of the node, some of which only hold where both sides have values."""
    op, *args = node
    one, zero, two = ("constant", 1), ("constant", 0), ("constant", 2)
    found: list[Node] = [
        ("multiply", node, ("divide", other, other)),
        ("add", node, ("subtract", other, other)),
        ("add", node, ("multiply", zero, ("ln", other))),
        ("multiply", node, ("power", other, zero)),
        ("exp", ("ln", node)),
        ("ln", ("exp", node)),
        ("divide", one, ("divide", one, node)),
        ("power", ("power", node, ("constant", Fraction(1, 2))), two),
        ("power", ("power", node, two), ("constant", Fraction(1, 2))),
    ]
    if op in ("add", "multiply"):
        found += [(op, args[1], args[0])] * 4
    if op == "subtract":
        found += [("add", args[0], ("multiply", ("constant", -1), args[1]))] * 4
    if op == "multiply" and args[0][0] in ("add", "subtract"):
        found += [(args[0][0], *(("multiply", part, args[1]) for part in args[0][1:]))] * 6
    if op == "ln" and args[0][0] == "multiply":
        found += [("add", ("ln", args[0][1]), ("ln", args[0][2]))] * 6
    if op == "power" and args[1] == two:
        found += [("multiply", args[0], args[0])] * 6
    return found

"""What is asked of a class: conditions such as "VC <= 1", "dual_VC > 2^VC" or "ample", and what follows for all sizes.

A relation is decided by trying values: of the values that its parameters may have on so many functions and points,
those at which it is true are covered by boxes, and each box is a bound from below and above for each parameter.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from typing import Any

from littlestone.proofs_check.explore.formulas import BadFormula, Part, Reader, Undefined, tokens, value_of
from littlestone.proofs_check.search.clauses.matrix import ClassMatrix
from littlestone.proofs_check.search.clauses.quantities import BY_XOR, CLOSURES, QUANTITIES, SIZES, Quantity
from littlestone.proofs_check.search.clauses.shattering import number_by_leaves
from littlestone.spec.algebra.decisions import UndecidedTruth
from littlestone.spec.classes.sauer import sauer_sum
from littlestone.spec.parameters.spellings import did_you_mean

REMEDY = "say first where it has a value: VC >= 1 and VC^(1/2) >= 1; exponents go to 64"
Box = tuple[tuple[int, int], ...]  # the least and the greatest value for each parameter


@dataclass(frozen=True)
class Condition:
    """A condition: ``typed`` are the names in its formula; it is the closure of its text where it has none."""

    text: str
    formula: Part | None = None
    typed: tuple[str, ...] = ()

    @property
    def quantities(self) -> list[Quantity]:
        """Its parameters."""
        return list(dict.fromkeys(QUANTITIES[name.lower()] for name in self.typed if name.lower() not in SIZES))

    def is_true(self, values: Mapping[str, int], functions: int, points: int) -> bool:
        """Whether it holds at these values of the parameters, and of its closure; BadFormula where it has no value."""
        if self.formula is None:
            return bool(values[self.text])
        known: dict[str, Any] = {"size": functions, "points": points}
        known |= {word: values[quantity.name] for word, quantity in QUANTITIES.items() if quantity.name in values}
        try:
            return bool(value_of(self.formula, {name: known[name.lower()] for name in self.typed}))
        except Undefined as error:
            at = ", ".join(f"{name} = {known[name.lower()]}" for name in self.typed)
            raise BadFormula(self.text, 0, f"at {at} it has {error}", REMEDY) from error

    def boxes(self, functions: int, points: int) -> list[Box]:
        """Boxes of values that together are those at which it holds, on so many functions and points."""
        names = [q.name for q in self.quantities]
        cells = product(*(range(q.most(functions, points) + 1) for q in self.quantities))
        true = {cell for cell in cells if self.is_true(dict(zip(names, cell, strict=True)), functions, points)}
        return list(_covering(true))


def _covering(true: set[tuple[int, ...]]) -> Iterator[Box]:
    left = set(true)
    while left:
        box: Box = tuple((value, value) for value in min(left))
        for axis in range(len(box)):
            for down, up in ((0, 1), (1, 0)):
                wider = box
                while set(_cells(wider)) <= true:
                    box, (low, high) = wider, wider[axis]
                    wider = (*box[:axis], (low - down, high + up), *box[axis + 1 :])
        left -= set(_cells(box))
        yield box


def _cells(box: Box) -> Iterator[tuple[int, ...]]:
    return product(*(range(low, high + 1) for low, high in box))


@dataclass(frozen=True)
class ClassQuestion:
    """All conditions that a class is to fulfil."""

    conditions: tuple[Condition, ...]

    def __str__(self) -> str:
        return ", ".join(condition.text for condition in self.conditions)

    def is_fulfilled(self, values: Mapping[str, int], functions: int, points: int) -> bool:
        """Whether all conditions hold at these values."""
        return all(condition.is_true(values, functions, points) for condition in self.conditions)

    @property
    def by_xor(self) -> bool:
        """Adding one function to all modulo 2 changes nothing."""
        closures = {condition.text for condition in self.conditions if condition.formula is None}
        return closures <= {*BY_XOR} and all(q.by_xor for condition in self.conditions for q in condition.quantities)

    @property
    def sees_no_copies(self) -> bool:
        """A point beside one that is equal to it changes nothing."""
        typed = {name.lower() for condition in self.conditions for name in (*condition.typed, condition.text)}
        return typed.isdisjoint(("points", *BY_XOR))

    def enough(self, points: int) -> int | None:
        """K such that every larger class on so many points that fulfils this has a subclass of K functions that does.

        What holds from above passes to subclasses, and what holds from below is shown by some functions, K in all. None
        where that is not known of a condition.
        """
        shown = [_shown_by(condition, points) for condition in self.conditions]
        known = [number for number in shown if number is not None]
        return max(sum(known), 1) if len(known) == len(shown) else None

    def too_many(self, functions: int, points: int) -> str:
        """The condition that holds of fewer functions on so many points alone, by Sauer's bound, or nothing."""
        for condition in self.conditions:
            places = [i for i, quantity in enumerate(condition.quantities) if quantity.name in ("VC", "Ldim")]
            most = [max(sauer_sum(points, box[i][1], 1) for box in condition.boxes(functions, points)) for i in places]
            if min(most, default=functions) < functions:
                return condition.text
        return ""

    def encoded(self, functions: int, points: int, symmetry: bool = True) -> ClassMatrix | None:
        """The clauses of a class of so many functions on so many points; None where no values fulfil a condition.

        Raises TooManyClauses.
        """
        boxes = {condition: condition.boxes(functions, points) for condition in self.conditions if condition.formula}
        if not all(boxes.values()):
            return None
        m, known, depth = ClassMatrix(functions, points), dict[tuple[str, int, int], int](), functions.bit_length() - 1
        if not symmetry:
            for i, k in combinations(range(functions), 2):
                m.add(m.differ(i, k, j) for j in range(points))
        elif functions == 1 << depth and any(_is_deep(c, found, depth) for c, found in boxes.items()):
            number_by_leaves(m, depth)
            known["Ldim", 1, depth] = m.all_of(())
        else:
            m.sort()
        if symmetry and self.by_xor:
            m.fix([(0,) * points])
        for condition in self.conditions:
            if condition.formula is None:
                m.add((CLOSURES[condition.text](m),))
            else:
                m.add([m.all_of(_bounds(m, condition, box, known)) for box in boxes[condition]])
        return m


def _shown_by(condition: Condition, points: int) -> int | None:
    """How many functions show that a condition holds from below, if it passes to subclasses from above."""
    if condition.formula is None or "size" in map(str.lower, condition.typed):
        return None
    most = 0
    for box in condition.boxes(1 << points, points):
        sides = list(zip(condition.quantities, box, strict=True))
        if any(high < q.most(1 << points, points) and not q.to_subclasses for q, (_, high) in sides):
            return None
        shown = [q.needs and q.needs(low) for q, (low, _) in sides if low]
        if None in shown:
            return None
        most = max(most, sum(number for number in shown if number))
    return most


def _is_deep(condition: Condition, boxes: list[Box], depth: int) -> bool:
    """Each box asks for a Littlestone dimension of this depth at least."""
    places = [i for i, quantity in enumerate(condition.quantities) if quantity.name == "Ldim" and depth > 0]
    return any(all(box[i][0] >= depth for box in boxes) for i in places)


def _bounds(m: ClassMatrix, condition: Condition, box: Box, known: dict[tuple[str, int, int], int]) -> Iterator[int]:
    """The literals of a box; a bound that every class of the size has needs none."""
    for quantity, (low, high) in zip(condition.quantities, box, strict=True):
        below = [(quantity.at_least, 1, low)] if low else []
        above = [(quantity.at_most, 0, high)] if high < quantity.most(m.functions, m.points) else []
        for bounded, side, bound in below + above:
            if bounded is None:
                raise BadFormula(condition.text, 0, f"{quantity.name} is searched from above alone", "write <=")
            if (quantity.name, side, bound) not in known:
                known[quantity.name, side, bound] = bounded(m, bound)
            yield known[quantity.name, side, bound]


def class_question(texts: Sequence[str]) -> ClassQuestion:
    """The question of these conditions. Raises BadFormula."""
    return ClassQuestion(tuple(map(_condition, texts)))


def _condition(text: str) -> Condition:
    if (word := text.strip().lower()) in CLOSURES:
        return Condition(word)
    reader = Reader(text, tokens(text))
    formula = reader.formula()
    if reader.next.kind != "end":
        raise reader.fault(f"{reader.next.text!r} is not expected here", "give each condition in quotes of its own")
    names = (*(quantity.name for quantity in QUANTITIES.values()), *SIZES)
    remedy = f"there are {', '.join(names)}; {', '.join(CLOSURES)} stand alone"
    for name in formula.names():
        if (word := str(name.value)).lower() not in (*QUANTITIES, *SIZES):
            advice = did_you_mean(word, (*names, *CLOSURES)) + remedy
            raise BadFormula(text, name.at, f"{name.value!r} is no parameter of a search", advice)
    typed = tuple(dict.fromkeys(str(name.value) for name in formula.names()))
    if not formula.is_truth or not typed:
        raise BadFormula(text, formula.at, "this is no condition on a parameter", f"compare one: VC <= 1; {remedy}")
    condition = Condition(text.strip(), formula, typed)
    if len(condition.quantities) > 2:
        raise BadFormula(text, formula.at, f"{len(typed)} parameters are in one condition", "compare two")
    try:
        condition.boxes(4, 4)
    except (UndecidedTruth, OverflowError) as error:
        raise BadFormula(text, formula.at, f"its values cannot be tried: {error}", "write it simpler") from error
    return condition

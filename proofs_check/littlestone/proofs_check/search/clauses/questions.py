"""What is asked of a class: conditions such as "VC <= 1", "dual_VC > 2^VC" or "ample", and what follows for all sizes.

A relation is decided by trying values: of the values that its parameters may have on so many functions and points,
those at which it is true are covered by boxes, and each box is a bound from below and above for each parameter.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import Any

from littlestone.proofs_check.explore.formulas import BadFormula, Part, Reader, Undefined, tokens, value_of
from littlestone.proofs_check.search.clauses.matrix import ClassMatrix
from littlestone.proofs_check.search.clauses.quantities import BY_XOR, CLOSURES, QUANTITIES, SIZES, Quantity
from littlestone.spec.algebra.decisions import UndecidedTruth

Box = tuple[tuple[int, int], ...]  # the least and the greatest value for each parameter


@dataclass(frozen=True)
class Condition:
    """One condition on a class: a closure, or a formula over parameters by the names that were typed."""

    text: str
    formula: Part | None
    typed: tuple[str, ...] = ()

    @property
    def quantities(self) -> list[Quantity]:
        """Its parameters."""
        return [QUANTITIES[name.lower()] for name in self.typed if name.lower() not in SIZES]

    def is_true(self, values: Mapping[str, Any], functions: int, points: int) -> bool:
        """Whether it holds at these values of the library's parameters and of its closure."""
        if self.formula is None:
            return bool(values[self.text])
        known: dict[str, Any] = {"size": functions, "points": points}
        try:
            named = {
                name: known[w] if (w := name.lower()) in known else values[QUANTITIES[w].name] for name in self.typed
            }
            return bool(value_of(self.formula, named))
        except Undefined:
            return False

    def boxes(self, functions: int, points: int) -> list[Box]:
        """Boxes of values that together are those at which it holds, on so many functions and points."""
        tops = [q.most(functions, points) for q in self.quantities]
        names = [q.name for q in self.quantities]
        cells = product(*(range(top + 1) for top in tops))
        true = {c for c in cells if self.is_true(dict(zip(names, c, strict=True)), functions, points)}
        return list(_covering(true, tops))


def _covering(true: set[tuple[int, ...]], tops: Sequence[int]) -> Iterator[Box]:
    left = set(true)
    while left:
        box: Box = tuple((value, value) for value in min(left))
        for axis in range(len(tops)):
            for step in (1, -1):
                while (wider := _widened(box, axis, step, tops)) and set(_cells(wider)) <= true:
                    box = wider
        left -= set(_cells(box))
        yield box


def _widened(box: Box, axis: int, step: int, tops: Sequence[int]) -> Box | None:
    low, high = box[axis]
    low, high = (low, high + 1) if step > 0 else (low - 1, high)
    return None if low < 0 or high > tops[axis] else (*box[:axis], (low, high), *box[axis + 1 :])


def _cells(box: Box) -> Iterator[tuple[int, ...]]:
    return product(*(range(low, high + 1) for low, high in box))


@dataclass(frozen=True)
class ClassQuestion:
    """All conditions that a class is to fulfil."""

    conditions: tuple[Condition, ...]

    def __str__(self) -> str:
        return ", ".join(condition.text for condition in self.conditions)

    @cached_property
    def by_xor(self) -> bool:
        """Adding one function to all modulo 2 changes nothing."""
        return all(
            condition.text in BY_XOR if condition.formula is None else all(q.by_xor for q in condition.quantities)
            for condition in self.conditions
        )

    @cached_property
    def sees_no_copies(self) -> bool:
        """A point beside one that is equal to it changes nothing."""
        typed = {name.lower() for condition in self.conditions for name in condition.typed}
        return "points" not in typed and not any(condition.text in BY_XOR for condition in self.conditions)

    def enough(self, points: int) -> int | None:
        """K such that every larger class on so many points that fulfils this has a subclass of K functions that does.

        What holds from above passes to subclasses, and what holds from below is shown by some functions, K in all. None
        where that is not known of a condition.
        """
        shown = [_shown_by(condition, points) for condition in self.conditions]
        known = [number for number in shown if number is not None]
        return max(sum(known), 1) if len(known) == len(shown) else None

    def encoded(self, functions: int, points: int, symmetry: bool = True) -> ClassMatrix | None:
        """The clauses of a class of so many functions on so many points; None where no values fulfil a condition.

        Raises TooManyClauses.
        """
        m = ClassMatrix(functions, points, symmetry, symmetry and self.by_xor)
        bounds: dict[tuple[str, int, int], int] = {}
        for condition in self.conditions:
            if condition.formula is None:
                m.add((CLOSURES[condition.text](m),))
                continue
            boxes = condition.boxes(functions, points)
            if not boxes:
                return None
            m.add([m.all_of(_bounds(m, condition, box, bounds)) for box in boxes])
        return m


def _shown_by(condition: Condition, points: int) -> int | None:
    """How many functions show that a condition holds from below, if it passes to subclasses from above."""
    if condition.formula is None or any(name.lower() == "size" for name in condition.typed):
        return None
    sizes = [0]
    for box in condition.boxes(2**points, points):
        sizes.append(0)
        for quantity, (low, high) in zip(condition.quantities, box, strict=True):
            if high < quantity.most(2**points, points) and not quantity.to_subclasses:
                return None
            if low and quantity.needs is None:
                return None
            sizes[-1] += quantity.needs(low) if low and quantity.needs else 0
    return max(sizes)


def _bounds(m: ClassMatrix, condition: Condition, box: Box, known: dict[tuple[str, int, int], int]) -> list[int]:
    """The literals of a box; a bound that every class of the size has needs none."""
    asked = []
    for quantity, (low, high) in zip(condition.quantities, box, strict=True):
        asked += [(quantity, 1, low)] if low else []
        asked += [(quantity, 0, high)] if high < quantity.most(m.functions, m.points) else []
    for quantity, below, bound in asked:
        if (quantity.name, below, bound) not in known:
            known[quantity.name, below, bound] = (quantity.at_least if below else quantity.at_most)(m, bound)
    return [known[quantity.name, below, bound] for quantity, below, bound in asked]


def class_question(texts: Sequence[str]) -> ClassQuestion:
    """The question of these conditions. Raises BadFormula."""
    return ClassQuestion(tuple(_condition(text) for text in texts))


def _condition(text: str) -> Condition:
    if (word := text.strip().lower().replace("-", "_")) in CLOSURES:
        return Condition(word, None)
    reader = Reader(text, tokens(text))
    formula = reader.formula()
    if reader.next.kind != "end":
        raise reader.fault(f"{reader.next.text!r} is not expected here", "give each condition in quotes of its own")
    known = [*SIZES, *QUANTITIES, *CLOSURES]
    for name in formula.names():
        if str(name.value).lower() not in known[: -len(CLOSURES)]:
            closure = str(name.value).lower() in CLOSURES
            problem = f"{name.value!r} is {'a condition of its own' if closure else 'nothing that is searched for'}"
            raise BadFormula(
                text, name.at, problem, f"there are {', '.join(known)}; the last {len(CLOSURES)} stand alone"
            )
    if not formula.is_truth:
        raise BadFormula(text, formula.at, "this is a number, not a condition", "compare it: VC <= 1")
    condition = Condition(text.strip(), formula, tuple(dict.fromkeys(str(name.value) for name in formula.names())))
    if not condition.typed:
        raise BadFormula(text, 0, "the condition is about no parameter", f"name some of {', '.join(known)}")
    _insist_on_values(condition)
    return condition


def _insist_on_values(condition: Condition) -> None:
    """Raises BadFormula where trying all values would take long, or does not tell two numbers apart."""
    text = condition.text
    if len({q.name for q in condition.quantities}) != len(condition.quantities):
        raise BadFormula(text, 0, "a parameter has two names here", "use one of them")
    if len(condition.quantities) > 2:
        raise BadFormula(text, 0, f"{len(condition.quantities)} parameters are in one condition", "compare two")
    try:
        condition.boxes(4, 4)
    except (UndecidedTruth, OverflowError, ArithmeticError) as error:
        raise BadFormula(text, 0, f"its values cannot be tried: {error}", "write a simpler condition") from error

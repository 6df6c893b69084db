"""Questions put to the provers: that no class is beyond what is known already."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from littlestone.proofs_check.explore.formulas import RELATIONS, SUMS, Exact, Part, log2_of
from littlestone.proofs_check.explore.parameters import parameters
from littlestone.proofs_check.explore.questions import Asked
from littlestone.proofs_check.questions.universes import ClassUniverse, Question
from littlestone.spec.algebra.circuit import Truth
from littlestone.spec.algebra.naturals import Number, as_number, largest, smallest
from littlestone.spec.algebra.rounding import ceiling, floor
from littlestone.spec.claim import Claim, Conditional, when
from littlestone.spec.domains import Binary


class NotStated(ValueError):
    """A formula that no circuit says, since it has no value at some class that may be."""


def no_better(question: Asked, points: int, bound: Exact | None) -> Question:
    """That no class on so many points has more to say than the bound; with none, that none has anything to say."""

    def nothing_beyond(H: Binary) -> Conditional:
        numbers = {name: parameters()[name](H) for name in question.names}
        given = True if question.given is None else stated(question.given, numbers)
        return when(given, _conclusion(question, numbers, bound))

    return Question(Claim("EXPLORE", question.text, "question", nothing_beyond, {}), {}, ClassUniverse(points, 2))


def _conclusion(question: Asked, numbers: Mapping[str, Number], bound: Exact | None) -> Truth | bool:
    if question.kind == "relation":
        return _truth(stated(question.formula, numbers))
    if question.kind == "class":
        return ~_truth(stated(question.formula, numbers))
    if bound is None:
        return False
    if question.kind == "constant":
        return _truth(stated(question.formula, {**numbers, question.constant: as_number(bound)}))
    value = as_number(stated(question.formula, numbers))
    return value <= bound if question.kind == "max" else value >= bound


def _truth(value: Any) -> Truth:
    assert isinstance(value, Truth)
    return value


def stated(part: Part, numbers: Mapping[str, Number]) -> Any:
    """The formula as a truth, or a number, of a circuit. Raises NotStated."""
    if part.op == "number":
        value = Fraction(part.value)
        return as_number(value if value.denominator > 1 else int(value))
    if part.op == "name":
        return numbers[str(part.value)]
    args = [stated(arg, numbers) for arg in part.args]
    if part.op in RELATIONS:
        return RELATIONS[part.op](*args)
    if part.op in SUMS:
        return SUMS[part.op](*args)
    if part.op == "not":
        return ~args[0]
    if part.op in ("and", "or"):
        return args[0] & args[1] if part.op == "and" else args[0] | args[1]
    return _other(part, args)


def _other(part: Part, args: list[Any]) -> Any:
    """Quotients, powers and functions, of what is defined at all classes."""
    if part.op in ("min", "max"):
        return (smallest if part.op == "min" else largest)(args)
    if part.op in ("floor", "ceil"):
        return args[0].map(floor if part.op == "floor" else ceiling)
    try:
        if part.op == "log2":
            return args[0].map(log2_of)
        return args[0] / args[1] if part.op == "/" else args[0] ** args[1]
    except (ArithmeticError, TypeError, ValueError) as fault:
        raise NotStated(f"{part.op!r} is not defined at all values that its parameters may have") from fault

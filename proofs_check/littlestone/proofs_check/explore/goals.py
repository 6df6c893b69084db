"""What a question wants of each class: a value that is to be extreme, a bound on a constant, or to be an example."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from littlestone.proofs_check.explore.formulas import SUMS, BadFormula, Exact, Part, Undefined, value_of
from littlestone.proofs_check.explore.questions import Asked
from littlestone.spec.algebra.reals import Real

Values = Mapping[str, Exact]


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a class has to say to a question.

    ``value`` is the formula's value, or the bound that the class sets on the constant: ``side`` is +1 where the best is
    the largest of all values, -1 where it is the least, 0 where no constant saves the relation, or where the class is
    an example and there is no value.
    """

    side: int
    value: Exact | None = None


def concerns(question: Asked, values: Values) -> bool:
    """The condition on the classes holds. Raises Undefined."""
    return question.given is None or bool(value_of(question.given, values))


def wanted(question: Asked, values: Values) -> Wanted | None:
    """What a class with these values has to say, or None where it has nothing.

    Of a relation a class is an example where the relation fails. Raises Undefined.
    """
    if not concerns(question, values):
        return None
    if question.kind in ("max", "min"):
        return Wanted(1 if question.kind == "max" else -1, value_of(question.formula, values))
    if question.kind == "constant":
        return _bound(question, values)
    is_true = bool(value_of(question.formula, values))
    return Wanted(0) if is_true == (question.kind == "class") else None


def better(a: Exact, b: Exact, side: int) -> bool:
    """a is beyond b, on this side."""
    if isinstance(a, Real) or isinstance(b, Real):
        a, b = Real.of(a), Real.of(b)
    return bool(a > b) if side > 0 else bool(a < b)


def _bound(question: Asked, values: Values) -> Wanted | None:
    """What left + slope * c <= 0 says of the constant c."""
    start, slope = _line(question, values)
    if not bool(_real(slope) != 0):
        return Wanted(0) if bool(_real(start) > 0) else None
    bound = _quotient(-start if not isinstance(start, Real) else start * -1, slope)
    return Wanted(1 if bool(_real(slope) < 0) else -1, bound)


def _line(question: Asked, values: Values) -> tuple[Any, Any]:
    """The excess of the lesser side over the greater one, as a line in the constant: its start and its slope."""
    low, high = question.formula.args if question.formula.op == "<=" else question.formula.args[::-1]
    return _line_of(question, Part("-", (low, high)), values)


def _line_of(question: Asked, part: Part, values: Values) -> tuple[Any, Any]:
    if all(name.value != question.constant for name in part.names()):
        return value_of(part, values), 0
    if part.op == "name":
        return 0, 1
    lines = [_line_of(question, arg, values) for arg in part.args]
    starts, slopes = zip(*lines, strict=True)
    if part.op in ("+", "-"):
        return SUMS[part.op](*starts), SUMS[part.op](*slopes)
    constant_side = [i for i, arg in enumerate(part.args) if any(n.value == question.constant for n in arg.names())]
    if len(constant_side) != 1 or not (part.op == "*" or (part.op == "/" and constant_side == [0])):
        problem = f"{question.constant} is neither a factor nor a summand"
        raise BadFormula(question.text, part.at, problem, f"write for instance Ldim <= {question.constant} * VC")
    other = starts[1 - constant_side[0]]
    if part.op == "/" and not bool(_real(other) != 0):
        raise Undefined("a quotient by zero")
    start, slope = lines[constant_side[0]]
    return (start * other, slope * other) if part.op == "*" else (_quotient(start, other), _quotient(slope, other))


def _real(value: Any) -> Any:
    return value if isinstance(value, Real) else Fraction(value)


def _quotient(a: Any, b: Any) -> Any:
    return a / b if isinstance(a, Real) or isinstance(b, Real) else Fraction(a) / Fraction(b)

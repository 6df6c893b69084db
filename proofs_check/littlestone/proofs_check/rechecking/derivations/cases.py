"""What holds under the hypotheses of a case: signs that earlier steps show, and that expressions are defined."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from littlestone.proofs_check.rechecking.derivations.forms import Forms
from littlestone.proofs_check.rechecking.derivations.hypotheses import (
    Case,
    Changed,
    changed,
    is_integer,
    is_linear_candidate,
    is_nonnegative,
    narrowed,
)
from littlestone.proofs_check.rechecking.derivations.refusals import Refused
from littlestone.proofs_check.rechecking.derivations.steps import Ranges, Replay, is_same
from littlestone.proofs_check.rechecking.derivations.texts import Interval, is_at_least
from littlestone.spec.algebra.reals import ZERO, Comparison, Real, ln, symbol, symbols


def symbolic_powers(expression: Real) -> list[Real]:
    """The bases of the powers in it whose exponents hold symbols."""
    own = [expression.args[0]] if expression.op == "pow" and symbols(expression.args[1]) else []
    return [*own, *(base for arg in expression.args for base in symbolic_powers(arg))]


@dataclass
class Under:
    """A case with the lemmas that hold under its hypotheses: steps, each on its own ranges or on the changed ones."""

    case: Case
    changed: Changed
    replay: Replay
    lemmas: list[Any]
    known: dict[tuple[Real, bool], bool] = field(default_factory=dict)

    def proves(self, expression: Real, *, strict: bool) -> bool:
        """Some lemma shows that it is >= 0, or > 0, wherever it is defined, or the ranges or a hypothesis say so."""
        if (expression, strict) not in self.known:  # of each base within a base it is asked
            self.known[expression, strict] = self._proves(expression, strict)
        return self.known[expression, strict]

    def _proves(self, expression: Real, strict: bool) -> bool:
        if not symbols(expression):
            return is_at_least(expression, ZERO, strict=strict)
        # A step is about powers of what is positive: of what is not, an integer power may have another sign
        if not all(self.proves(base, strict=True) for base in symbolic_powers(expression)):
            return False
        forms = Forms({name: span.side for name, span in self.case.ranges.items()})
        if forms.is_positive(expression) or (not strict and is_nonnegative(expression, self.case.ranges)):
            return True
        if any(self._bears(place, expression, bool(changed), strict) for changed, place in self.lemmas):
            return True
        return any(self._says(hypothesis, expression, strict) for hypothesis in self.case.hypotheses)

    def _says(self, hypothesis: Comparison, expression: Real, strict: bool) -> bool:
        """The hypothesis, whose sides have a value everywhere, is that the expression is >= 0, or > 0."""
        if not is_linear_candidate(hypothesis) or (strict and hypothesis.relation != "<"):
            return False
        return is_same(expression, hypothesis.right - hypothesis.left, self.case.ranges)

    def _bears(self, place: object, expression: Real, is_changed: bool, strict: bool) -> bool:
        given, ranges = self._seen(expression, is_changed)
        return self.replay.at(place).bears(given, ranges, strict)

    def _seen(self, expression: Real, is_changed: bool) -> tuple[Real, Ranges]:
        if is_changed:
            return self.changed.of(expression), self.changed.ranges
        return expression, self.case.ranges

    def insist_on_values(self, *expressions: Real) -> None:
        """Raise Refused unless lemmas show that the expressions are defined under the hypotheses."""
        for expression in expressions:
            if expression.op == "sum":
                self.inside(expression).insist_on_values(expression.args[0])
            self.insist_on_values(*expression.args[expression.op == "sum" :])
            wrong = self._undefined(expression)
            if wrong:
                raise Refused(f"no step shows that {expression} is defined: {wrong}")

    def _undefined(self, expression: Real) -> str:
        args = expression.args
        match expression.op:
            case "ln":
                return "" if self.proves(args[0], strict=True) else f"{args[0]} > 0"
            case "pow":
                return "" if self._has_power(args[0], args[1]) else f"{args[0]} to the power {args[1]}"
            case "binomial":
                natural = self._is_integer(args[0]) and self.proves(args[0], strict=False)
                return "" if natural and self._is_integer(args[1]) else f"{args[0]} is a natural number"
            case "sum":
                return "" if all(map(self._is_integer, args[1:])) else "its limits are integers"
        return ""

    def _has_power(self, base: Real, exponent: Real) -> bool:
        if self.proves(base, strict=True):
            return True
        if not self._is_integer(exponent):
            return False
        return self.proves(exponent, strict=False) or self.proves(-base, strict=True)

    def _is_integer(self, expression: Real) -> bool:
        return is_integer(expression, self.case.integers)

    def inside(self, expression: Real, name: str = "", changes: Sequence[Sequence[str]] = ()) -> Under:
        """The case within a sum, whose index, by its own name or another, is an integer between the limits."""
        name, (_, low, high) = name or expression.name, expression.args
        if name in self.case.ranges:
            raise Refused(f"the index {name} is a symbol of the case too")
        index, case = symbol(name), self.case
        between = (Comparison(low, "<=", index), Comparison(index, "<=", high))
        ranges, integers = {**case.ranges, name: Interval()}, {*case.integers, name}
        within = narrowed(Case(case.comparison, (*case.hypotheses, *between), ranges, integers))
        return Under(within, changed(within, changes), self.replay, self.lemmas)

    def showing(self, comparison: Comparison) -> Under:
        """The same case with another comparison that is to be shown."""
        return replace(self, case=replace(self.case, comparison=comparison), known={})

    def logarithm(self, expression: Real) -> Real | None:
        """ln of what is positive, written out over products and powers; None where no lemma shows it positive."""
        if expression.op == "mul":
            parts = [self.logarithm(arg) for arg in expression.args]
            if parts[0] is not None and parts[1] is not None:
                return parts[0] + parts[1]
        if expression.op == "exp":
            return expression.args[0]
        if expression.op == "pow":
            inner = self.logarithm(expression.args[0])
            return None if inner is None else expression.args[1] * inner
        return ln(expression) if self.proves(expression, strict=True) else None

    def gaps(self, comparison: Comparison) -> Iterator[Real]:
        """Expressions that have the sign of right - left: it, and the difference of logarithms where both sides are
        positive."""
        yield comparison.right - comparison.left
        left, right = self.logarithm(comparison.left), self.logarithm(comparison.right)
        if left is not None and right is not None:
            yield right - left
        if self.proves(comparison.left, strict=True) and self.proves(comparison.right, strict=True):
            yield ln(comparison.right) - ln(comparison.left)

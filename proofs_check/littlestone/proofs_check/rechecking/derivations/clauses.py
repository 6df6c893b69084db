"""Clauses of a statement about numbers, each replayed: by signs under hypotheses, by implication, or by boxes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from typing import Any

from flint import arb

from littlestone.proofs_check.rechecking.derivations.boxes import at_precision, hold_on_all
from littlestone.proofs_check.rechecking.derivations.forms import Forms
from littlestone.proofs_check.rechecking.derivations.hypotheses import Case, Changed, changed, narrowed, negation
from littlestone.proofs_check.rechecking.derivations.refusals import Refused
from littlestone.proofs_check.rechecking.derivations.steps import Ranges, Replay, definitions, is_same
from littlestone.proofs_check.rechecking.derivations.texts import interval_of, is_at_least, parsed
from littlestone.spec.algebra.circuit import Truth
from littlestone.spec.algebra.finite_sums import parameters
from littlestone.spec.algebra.reals import ZERO, Comparison, Real, ball, ln, symbol, symbols
from littlestone.spec.claim import Claim, Value
from littlestone.spec.domains import Naturals, Reals

MOST_CLAUSES = 64
Clause = frozenset[Comparison]


def clauses_of(claim: Claim, constants: Mapping[str, Value]) -> list[Clause]:
    """Disjunctions of comparisons that hold together exactly where the premise implies the conclusion.

    Raises Refused.
    """
    domains = claim.domains
    if not all(isinstance(domain, Naturals | Reals) for domain in domains.values()):
        raise Refused(f"{claim.id} is not about numbers alone")
    with parameters(domains):
        statement = claim.state({name: symbol(name) for name in domains}, constants)
    return list(dict.fromkeys(_clauses(statement.premise.implies(statement.conclusion), True)))


def _clauses(node: Truth, wanted: bool) -> list[Clause]:
    match node.op:
        case "constant":
            return [] if bool(node.payload) == wanted else [frozenset()]
        case "atom" if isinstance(node.payload, Comparison):
            return [frozenset({node.payload if wanted else negation(node.payload)})]
        case "not":
            return _clauses(node.args[0], not wanted)
        case "and" | "or":
            parts = [_clauses(arg, wanted) for arg in node.args]
            if (node.op == "and") == wanted:
                return _few([clause for part in parts for clause in part])
            return _few([frozenset[Comparison]().union(*choice) for choice in product(*parts)])
        case "xor":
            a, b = node.args
            return _clauses((a | b) & ~(a & b), wanted)
    raise Refused(f"the statement holds {node.op} {node.payload}, which is no comparison")


def _few(clauses: list[Clause]) -> list[Clause]:
    found = list(dict.fromkeys(clauses))
    if len(found) > MOST_CLAUSES:
        raise Refused(f"the statement has more than {MOST_CLAUSES} clauses")
    return found


def check_clauses(claim: Claim, constants: Mapping[str, Value], given: list[Any], replay: Replay) -> int:
    """Check that what is given of each clause proves it, by the steps; the number of clauses. Raises Refused."""
    shown = {tuple(one["clause"]): one for one in given}
    clauses = clauses_of(claim, constants)
    for clause in clauses:
        texts = tuple(sorted(map(str, clause)))
        if texts not in shown:
            raise Refused(f"nothing is said of the clause {' or '.join(texts) or 'false'}")
        _check_clause(claim, clause, shown[texts], replay)
    return len(clauses)


def _check_clause(claim: Claim, clause: Clause, given: Mapping[str, Any], replay: Replay) -> None:
    ranges = {name: interval_of(domain) for name, domain in claim.domains.items()}  # type: ignore[arg-type]
    if given["way"] == "boxes":
        hold_on_all(given["split"], ranges, lambda values: any(_holds(c, values) for c in clause))
        return
    comparison = next((c for c in clause if str(c) == given["shows"]), None)
    if comparison is None:
        raise Refused(f"{given['shows']} is no comparison of the clause")
    others = tuple(negation(other) for other in sorted(clause - {comparison}, key=str))
    integers = {name for name, domain in claim.domains.items() if isinstance(domain, Naturals)}
    case = narrowed(Case(comparison, others, ranges, integers))
    under = _Under(case, changed(case, given["changes"]), replay, given["lemmas"])
    under.insist_on_values(comparison.left, comparison.right)
    if given["way"] == "implication":
        _by_implication(under, given)
    elif given["way"] == "sign":
        _by_sign(under)
    else:
        raise Refused(f"it names no way: {given['way']!r}")


def _holds(comparison: Comparison, values: dict[str, arb]) -> bool:
    gap = at_precision(lambda: ball(comparison.right - comparison.left, values))
    match comparison.relation:
        case "<":
            return bool(gap > 0)
        case "<=":
            return bool(gap >= 0)
        case "==":
            return bool(gap.is_zero())
    return bool(gap > 0 or gap < 0)


def symbolic_powers(expression: Real) -> list[Real]:
    """The bases of the powers in it whose exponents hold symbols."""
    own = [expression.args[0]] if expression.op == "pow" and symbols(expression.args[1]) else []
    return [*own, *(base for arg in expression.args for base in symbolic_powers(arg))]


@dataclass
class _Under:
    """A case with the lemmas that hold under its hypotheses: steps, each on its own ranges or on the changed ones."""

    case: Case
    changed: Changed
    replay: Replay
    lemmas: list[Any]

    def proves(self, expression: Real, *, strict: bool) -> bool:
        """Some lemma shows that it is >= 0, or > 0, wherever it is defined, or that is plain from the ranges."""
        if not symbols(expression):
            return is_at_least(expression, ZERO, strict=strict)
        # A step is about powers of what is positive: of what is not, an integer power may have another sign
        if not all(self.proves(base, strict=True) for base in symbolic_powers(expression)):
            return False
        forms = Forms({name: span.side for name, span in self.case.ranges.items()})
        if forms.is_positive(expression):
            return True
        return any(self._bears(place, expression, bool(changed), strict) for changed, place in self.lemmas)

    def is_shown(self, expression: Real) -> bool:
        """Any step, be it a lemma or not, shows that it is above 0."""
        places = range(len(self.replay.shown))
        return any(self._bears(place, expression, changed, True) for changed in (False, True) for place in places)

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
            self.insist_on_values(*expression.args)
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
                return "sums with symbolic limits are not replayed"
        return ""

    def _has_power(self, base: Real, exponent: Real) -> bool:
        if self.proves(base, strict=True):
            return True
        if not self._is_integer(exponent):
            return False
        return self.proves(exponent, strict=False) or self.proves(-base, strict=True)

    def _is_integer(self, expression: Real) -> bool:
        """It is a polynomial with integer coefficients in integer symbols."""
        if expression.op == "symbol":
            return expression.name in self.case.integers
        if expression.op == "rational":
            return expression.value.denominator == 1
        return expression.op in ("add", "mul") and all(map(self._is_integer, expression.args))

    def logarithm(self, expression: Real) -> Real | None:
        """ln of what is positive, written out over products and powers; None where no lemma shows it positive."""
        if expression.op == "mul":
            parts = [self.logarithm(arg) for arg in expression.args]
            return None if parts[0] is None or parts[1] is None else parts[0] + parts[1]
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


def _by_sign(under: _Under) -> None:
    comparison = under.case.comparison
    gap = comparison.right - comparison.left
    match comparison.relation:
        case "==":
            shown = is_same(under.changed.of(gap), ZERO, under.changed.ranges)
        case "!=":
            shown = under.proves(gap, strict=True) or under.proves(-gap, strict=True)
        case _:
            shown = any(under.proves(one, strict=comparison.relation == "<") for one in under.gaps(comparison))
    if not shown:
        raise Refused(f"no step shows {comparison}")


def _by_implication(under: _Under, given: Mapping[str, Any]) -> None:
    """The comparison is a positive factor times a hypothesis, plus what is nonnegative."""
    comparison = under.case.comparison
    hypothesis = next((h for h in under.case.hypotheses if str(h) == given["hypothesis"]), None)
    if hypothesis is None or not {hypothesis.relation, comparison.relation} <= {"<", "<="}:
        raise Refused(f"{given['hypothesis']} is no hypothesis")
    under.insist_on_values(hypothesis.left, hypothesis.right)
    factor, strict = parsed(given["factor"]), comparison.relation == "<" and hypothesis.relation != "<"
    for needed, both in definitions(factor):
        sides = (needed, -needed) if both else (needed,)
        if not any(under.proves(side, strict=True) or under.is_shown(side) for side in sides):
            raise Refused(f"no step shows that the factor {factor} is defined, as {needed} says")
    if not under.proves(factor, strict=True):
        raise Refused(f"no step shows that the factor {factor} is positive")
    rests = (wanted - factor * known for wanted in under.gaps(comparison) for known in under.gaps(hypothesis))
    if not any(_is_nonnegative(under, rest, strict) for rest in rests):
        raise Refused(f"{comparison} is not {factor} times {hypothesis} plus what is shown to be nonnegative")


def _is_nonnegative(under: _Under, rest: Real, strict: bool) -> bool:
    """The rest is 0, or a lemma shows its sign."""
    forms = Forms({name: span.side for name, span in under.case.ranges.items()})
    return (not strict and forms.equal(forms.of(rest), forms.of(ZERO))) or under.proves(rest, strict=strict)

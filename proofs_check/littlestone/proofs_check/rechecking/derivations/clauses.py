"""Clauses of a statement about numbers, each replayed: by signs under hypotheses, by implication, or by boxes."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from typing import Any

from flint import arb

from littlestone.proofs_check.rechecking.derivations.boxes import at_precision, hold_on_all
from littlestone.proofs_check.rechecking.derivations.cases import Under
from littlestone.proofs_check.rechecking.derivations.forms import Forms
from littlestone.proofs_check.rechecking.derivations.hypotheses import (
    Case,
    changed,
    hypotheses_of,
    is_nonnegative,
    is_polynomial,
    linear_in,
    narrowed,
    negation,
)
from littlestone.proofs_check.rechecking.derivations.refusals import Refused
from littlestone.proofs_check.rechecking.derivations.steps import Ranges, Replay, definitions, is_same
from littlestone.proofs_check.rechecking.derivations.sums import by_binomial_theorem, by_terms, insist_on_identity
from littlestone.proofs_check.rechecking.derivations.texts import interval_of, is_equal, parsed
from littlestone.spec.algebra.circuit import Truth
from littlestone.spec.algebra.finite_sums import parameters
from littlestone.spec.algebra.reals import ZERO, Comparison, Real, ball, substitute, symbol, symbols
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
        _check_clause(claim, clause, shown, replay)
    return len(clauses)


def _check_clause(claim: Claim, clause: Clause, shown: Mapping[tuple[str, ...], Any], replay: Replay) -> None:
    texts = tuple(sorted(map(str, clause)))
    if texts not in shown:
        raise Refused(f"nothing is said of the clause {' or '.join(texts) or 'false'}")
    given = shown[texts]
    ranges = {name: interval_of(domain) for name, domain in claim.domains.items()}  # type: ignore[arg-type]
    integers = {name for name, domain in claim.domains.items() if isinstance(domain, Naturals)}
    if given["way"] == "cases":
        for part in _cases(clause, given["split"], ranges):
            _check_clause(claim, _reduced(part, ranges, integers), shown, replay)
        return
    if given["way"] == "boxes":
        hold_on_all(given["split"], ranges, lambda values: any(_holds(c, values) for c in clause))
        return
    comparison = next((c for c in clause if str(c) == given["shows"]), None)
    if comparison is None:
        raise Refused(f"{given['shows']} is no comparison of the clause")
    case = narrowed(Case(comparison, hypotheses_of(clause - {comparison}), ranges, integers))
    under = Under(case, changed(case, given["changes"]), replay, given["lemmas"])
    under.insist_on_values(comparison.left, comparison.right)
    if given["way"] == "implication":
        _by_implication(under, given)
    elif given["way"] == "identity":
        insist_on_identity(under, given["by"])
    elif given["way"] in ("sign", "terms", "binomial"):
        _by_sign(_without_sums(under, given))
    else:
        raise Refused(f"it names no way: {given['way']!r}")


def _cases(clause: Clause, words: str, ranges: Ranges) -> tuple[Clause, ...]:
    """The clause with a symbol at a closed end of its range and beyond that end, with two symbols in either order, or
    with what an equation says of a symbol in its place; raises Refused on another place."""
    if " := " in words:
        name, _, text = words.partition(" := ")
        return (_by_equation(clause, name, parsed(text), ranges),)
    if " <= " in words:
        return _in_order(clause, *map(parsed, words.split(" <= ", 1)))
    name, _, text = words.partition(" = ")
    x, end, span = symbol(name), parsed(text), ranges.get(name)
    if span is None or all(name not in symbols(c.left) | symbols(c.right) for c in clause):
        raise Refused(f"{name} is no symbol of the clause")
    cuts = []
    if span.low is not None and not span.low_open and is_equal(span.low, end):
        cuts.append(Comparison(x, "<=", end))
    if span.high is not None and not span.high_open and is_equal(span.high, end):
        cuts.append(Comparison(end, "<=", x))
    if not cuts:
        raise Refused(f"{text} is no end of the range of {name}")
    cut = next((one for one in cuts if one not in clause), None)
    if cut is None:
        raise Refused(f"the case beyond {words} is one already")
    return _placed(clause, {name: end}), clause | {cut}


def _placed(clause: Clause, values: dict[str, Real]) -> Clause:
    """The clause with these values for symbols."""
    return frozenset(Comparison(substitute(c.left, values), c.relation, substitute(c.right, values)) for c in clause)


def _by_equation(clause: Clause, name: str, value: Real, ranges: Ranges) -> Clause:
    """What is left of the clause where the equation holds: with the value for the symbol, which is in its range."""
    equation = next((c for c in sorted(clause, key=str) if _says(c, name, value)), None)
    if equation is None or name not in ranges:
        raise Refused(f"no equation that is given says that {name} is {value}")
    span, beyond = ranges[name], set[Comparison]()
    if span.low is not None:
        beyond.add(Comparison(value, "<=" if span.low_open else "<", span.low))
    if span.high is not None:
        beyond.add(Comparison(span.high, "<=" if span.high_open else "<", value))
    return _placed(clause - {equation}, {name: value}) | beyond


def _says(comparison: Comparison, name: str, value: Real) -> bool:
    """Where this fails, both sides being polynomials and their difference linear in the symbol, that is the value."""
    sides = comparison.left, comparison.right
    if comparison.relation != "!=" or name in symbols(value) or not all(map(is_polynomial, (*sides, value))):
        return False
    found = linear_in(comparison.left - comparison.right, name)
    return found is not None and is_same(found[0] * value + found[1], ZERO, {})


def _in_order(clause: Clause, one: Real, other: Real) -> tuple[Clause, Clause]:
    """Of what has no value neither order holds, so that both are symbols."""
    if one.op != "symbol" or other.op != "symbol":
        raise Refused(f"{one} and {other} are no two symbols")
    orders = Comparison(other, "<", one), Comparison(one, "<=", other)
    if not clause.isdisjoint(orders):
        raise Refused(f"the order of {one} and {other} is a case already")
    return clause | {orders[0]}, clause | {orders[1]}


def _reduced(clause: Clause, ranges: Ranges, integers: set[str]) -> Clause:
    """The clause with 0 for powers of 0 whose exponents are positive wherever none of its comparisons holds."""
    narrow = narrowed(Case(Comparison(ZERO, "<", ZERO), hypotheses_of(clause), ranges, integers)).ranges
    forms = Forms({})

    def value(expression: Real) -> Real:
        if expression.op in ("rational", "symbol", "sum"):
            return expression
        args = {f"{i} ": value(arg) for i, arg in enumerate(expression.args)}
        found = substitute(Real(expression.op, tuple(map(symbol, args))), args)
        if found.op == "pow" and is_polynomial(found.args[0]):  # 0 * (1/y) has no value at y = 0
            base, exponent = found.args
            if forms.equal(forms.of(base), forms.of(ZERO)) and is_nonnegative(exponent, narrow, strict=True):
                return ZERO
        return found

    return frozenset(Comparison(value(c.left), c.relation, value(c.right)) for c in clause)


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


def _without_sums(under: Under, given: Mapping[str, Any]) -> Under:
    """The case with what is left to be shown of its comparison, where that is about sums."""
    if given["way"] == "sign":
        return under
    return by_terms(under, given["inside"]) if given["way"] == "terms" else by_binomial_theorem(under)


def _by_sign(under: Under) -> None:
    comparison = under.case.comparison
    gap = comparison.right - comparison.left
    if comparison.left is comparison.right and comparison.relation in ("<=", "=="):
        return  # it has a value, as was insisted on
    match comparison.relation:
        case "==":
            shown = is_same(under.changed.of(gap), ZERO, under.changed.ranges)
        case "!=":
            shown = under.proves(gap, strict=True) or under.proves(-gap, strict=True)
        case _:
            shown = any(under.proves(one, strict=comparison.relation == "<") for one in under.gaps(comparison))
    if not shown:
        raise Refused(f"no step shows {comparison}")


def _by_implication(under: Under, given: Mapping[str, Any]) -> None:
    """The comparison is nonnegative factors times hypotheses, plus what is nonnegative.

    The first factor is positive where the comparison is strict only because its hypothesis is.
    """
    comparison = under.case.comparison
    first = _hypothesis(under, given["hypothesis"])
    strict = comparison.relation == "<" and first.relation != "<"
    by_hypothesis = comparison.relation == "<" and not strict
    if len(given.get("also", [])) > 1:  # each one takes three times as many sums
        raise Refused("it names more than two hypotheses")
    parts = [(first, _factor(under, given["factor"], strict=by_hypothesis))]
    parts += [(_hypothesis(under, name), _factor(under, text)) for name, text in given.get("also", [])]
    gaps = product(under.gaps(comparison), *(under.gaps(hypothesis) for hypothesis, _ in parts))
    factors = [factor for _, factor in parts]
    rests = (
        wanted - sum((factor * one for factor, one in zip(factors, known, strict=True)), ZERO)
        for wanted, *known in gaps
    )
    if not any(_is_nonnegative(under, rest, strict) for rest in rests):
        times = " and ".join(f"{factor} times {hypothesis}" for hypothesis, factor in parts)
        raise Refused(f"{comparison} is not {times} plus what is shown to be nonnegative")


def _hypothesis(under: Under, text: str) -> Comparison:
    """The hypothesis of this text, an inequality between expressions that have values."""
    found = next((h for h in under.case.hypotheses if str(h) == text), None)
    if found is None or not {found.relation, under.case.comparison.relation} <= {"<", "<="}:
        raise Refused(f"{text} is no hypothesis")
    under.insist_on_values(found.left, found.right)
    return found


def _factor(under: Under, text: str, *, strict: bool = False) -> Real:
    """A factor that is shown to be defined, and nonnegative or positive."""
    factor = parsed(text)
    for needed, both in definitions(factor):
        sides = (needed, -needed) if both else (needed,)
        if not any(under.proves(side, strict=True) for side in sides):
            raise Refused(f"no step shows that the factor {factor} is defined, as {needed} says")
    if not under.proves(factor, strict=strict):
        raise Refused(f"no step shows that the factor {factor} is {'positive' if strict else 'nonnegative'}")
    return factor


def _is_nonnegative(under: Under, rest: Real, strict: bool) -> bool:
    """The rest is 0, or a lemma shows its sign."""
    forms = Forms({name: span.side for name, span in under.case.ranges.items()})
    return (not strict and forms.equal(forms.of(rest), forms.of(ZERO))) or under.proves(rest, strict=strict)

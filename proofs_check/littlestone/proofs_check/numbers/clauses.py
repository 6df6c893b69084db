"""A statement about reals as clauses of comparisons."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import product

from littlestone.proofs_check.numbers.ball_programs import BOX_PRECISION
from littlestone.proofs_check.questions.universes import (
    Question,
    counts_with_integers,
    real_parameters,
)
from littlestone.spec.algebra.circuit import Truth
from littlestone.spec.algebra.reals import BINOMIAL, SUM, Comparison, NotExact, Real, enclosure, symbols
from littlestone.spec.claim import Conditional

MOST_CLAUSES = 64  # distribution is exponential, and every clause needs a certificate of its own
Clause = frozenset[Comparison]


class TooManyClauses(ValueError):
    """A statement has more clauses than the provers take."""


def why_not_about_reals(question: Question) -> str | None:
    """Why the question is no statement about symbols that stand for reals and integers, or None where it is."""
    if not real_parameters(question.claim):
        return "the claim is not about real and integer parameters alone"
    if question.claim.reach is not None:
        return f"its formula can only afford {question.claim.reach_words}"
    try:
        clauses_of(question.about_symbols)
    except NotExact:
        raise  # with other arguments it would be a float that decides
    except TypeError as reason:
        return f"the formula needs concrete numbers: {reason}"
    except TooManyClauses as reason:
        return str(reason)
    except Exception as reason:
        if not counts_with_integers(question.claim):
            raise
        return f"the formula counts with its integers: {type(reason).__name__}: {reason}"
    return None


def clauses_of(statement: Conditional) -> list[Clause]:
    """Disjunctions of comparisons whose conjunction is "premise implies conclusion".

    Raises TooManyClauses, and TypeError where the statement has inputs that are not comparisons.
    """
    return _clauses(statement.premise.implies(statement.conclusion), True)


def _clauses(node: Truth, wanted: bool) -> list[Clause]:
    """Clauses for "the node is true", or for "the node is false"."""
    match node.op:
        case "constant":
            return [] if bool(node.payload) == wanted else [frozenset()]
        case "atom" if isinstance(node.payload, Comparison):
            return [frozenset({node.payload if wanted else negation(node.payload)})]
        case "not":
            return _clauses(node.args[0], not wanted)
        case "and" | "or":
            parts = [_clauses(arg, wanted) for arg in node.args]
            return _joined(parts) if (node.op == "and") == wanted else _distributed(parts)
        case "xor":
            a, b = node.args
            return _clauses((a | b) & ~(a & b), wanted)
    raise TypeError(f"{node.payload!r} is not a comparison of real expressions")


def _joined(parts: list[list[Clause]]) -> list[Clause]:
    return _limited(dict.fromkeys(clause for part in parts for clause in part))


def _distributed(parts: list[list[Clause]]) -> list[Clause]:
    return _limited({frozenset[Comparison]().union(*choice): None for choice in product(*parts)})


def _limited(clauses: Mapping[Clause, None]) -> list[Clause]:
    if len(clauses) > MOST_CLAUSES:
        raise TooManyClauses(f"the statement has more than {MOST_CLAUSES} clauses")
    return list(clauses)


def negation(comparison: Comparison) -> Comparison:
    """The comparison that holds where this one, being defined, does not; == turns into !=."""
    left, right = comparison.left, comparison.right
    match comparison.relation:
        case "<=":
            return Comparison(right, "<", left)
        case "<":
            return Comparison(right, "<=", left)
        case "==":
            return Comparison(left, "!=", right)
    return Comparison(left, "==", right)


def hypotheses_of(comparisons: Iterable[Comparison]) -> tuple[Comparison, ...]:
    """What holds where none of these does, an equation as two bounds."""
    found = [negation(c) for c in sorted(comparisons, key=str)]
    return tuple(part for each in found for part in (_bounds(each) if each.relation == "==" else [each]))


def _bounds(equation: Comparison) -> list[Comparison]:
    return [Comparison(equation.left, "<=", equation.right), Comparison(equation.right, "<=", equation.left)]


def cuts_ranges(hypothesis: Comparison) -> bool:
    """It is an inequality between polynomials, which are defined everywhere."""
    return hypothesis.relation in ("<=", "<") and is_polynomial(hypothesis.left) and is_polynomial(hypothesis.right)


def has_counts(expression: Real) -> bool:
    """It has sums or binomials, which take integers alone."""
    return expression.op in (SUM, BINOMIAL) or any(map(has_counts, expression.args))


def is_polynomial(expression: Real) -> bool:
    """It is made of symbols and closed numbers by sums, products and natural powers: it has values everywhere."""
    if expression.op == "pow":
        base, exponent = expression.args
        return is_polynomial(base) and exponent.op == "rational" and exponent.value in range(100)
    if expression.op in ("ln", "exp"):
        return not symbols(expression) and enclosure(expression, BOX_PRECISION).is_finite()
    return expression.op in ("rational", "symbol", "add", "mul") and all(map(is_polynomial, expression.args))

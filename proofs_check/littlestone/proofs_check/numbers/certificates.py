"""Certificates for one comparison under hypotheses: its sides are defined, and their difference has the right sign."""

from __future__ import annotations

from dataclasses import replace

import sympy as sp

from littlestone.proofs_check.numbers.inequalities import Goal, narrowed, relative, variants
from littlestone.proofs_check.numbers.signs import Sign, Signs, Steps, first_found
from littlestone.proofs_check.numbers.symbolic_reals import Expr, Ranges, Span, is_zero
from littlestone.spec.algebra.reals import Comparison, Real, symbol, symbols


def certified(signs: Signs, goal: Goal) -> Steps | None:
    """The steps that prove a goal without sums or binomials, or None where the rules find none."""
    comparison = goal.comparison
    if not (defined(signs, goal, comparison.left) and defined(signs, goal, comparison.right)):
        return None
    if comparison.relation == "==":
        return _identity(goal)
    if comparison.relation == "!=":
        return _either_side(signs, goal)
    if has_exponent(comparison.left) or has_exponent(comparison.right):
        return _through_logarithms(signs, goal)
    return _by_difference(signs, goal)


def _identity(goal: Goal) -> Steps | None:
    """The difference is the zero expression."""
    difference = relative(goal)[1](goal.sympy(goal.comparison.right) - goal.sympy(goal.comparison.left))
    zero = not difference.has(sp.Sum) and is_zero(difference)
    return ("the two sides are the same expression",) if zero else None


def _either_side(signs: Signs, goal: Goal) -> Steps | None:
    left, right = goal.comparison.left, goal.comparison.right
    one = sign_certificate(signs, goal, right - left, strict=True)
    return one if one is not None else sign_certificate(signs, goal, left - right, strict=True)


def _by_difference(signs: Signs, goal: Goal) -> Steps | None:
    difference = goal.comparison.right - goal.comparison.left
    return sign_certificate(signs, goal, difference, strict=goal.comparison.relation == "<")


def sign_certificate(signs: Signs, goal: Goal, expression: Real, *, strict: bool) -> Steps | None:
    """The steps that prove expression >= 0 (> 0 where strict) under the goal's hypotheses."""
    return over_variants(signs, goal, goal.sympy(expression), strict)


def over_variants(signs: Signs, goal: Goal, expression: Expr, strict: bool) -> Steps | None:
    """The steps that prove the sign of an expression over the goal's ranges, or over its slack ranges."""
    parts = ((bool(slack), Sign(sub(expression), ranges, strict)) for slack, (ranges, sub) in enumerate(variants(goal)))
    return first_found(_lemma(signs, *part) for part in parts)


def _lemma(signs: Signs, slack: bool, part: Sign) -> Steps | None:
    steps = signs.prove(part)
    if steps is not None:
        signs.lemmas.append((slack, part))
    return steps


def _through_logarithms(signs: Signs, goal: Goal) -> Steps | None:
    """Compare the logarithms of two positive sides, or the sides where one is not proved positive or has erf in a sum,
    of which the derivative is simple and that of its logarithm is not."""
    gap = logarithmic_gap(signs, goal, goal.comparison)
    if gap is None or gap.has(sp.erf):
        return _by_difference(signs, goal)
    steps = over_variants(signs, goal, gap, goal.comparison.relation == "<")
    return None if steps is None else ("both sides are positive: take logarithms", *steps)


def has_exponent(expression: Real) -> bool:
    """A symbol occurs in an exponent."""
    exponents = {"pow": expression.args[1:], "exp": expression.args}.get(expression.op, ())
    return any(map(symbols, exponents)) or any(map(has_exponent, expression.args))


def logarithmic_gap(signs: Signs, goal: Goal, comparison: Comparison) -> Expr | None:
    """ln right - ln left, where both sides are proved to be positive."""
    left, right = (logarithm(signs, goal.sympy(side), goal) for side in (comparison.left, comparison.right))
    return None if left is None or right is None else right - left


def logarithm(signs: Signs, expression: Expr, goal: Goal) -> Expr | None:
    """ln of an expression, written out over products and powers of positive factors; None where one is not proved."""
    if expression.is_Mul:
        parts = [logarithm(signs, factor, goal) for factor in expression.args]
        return None if None in parts else sp.Add(*parts)
    if isinstance(expression, sp.exp):
        return expression.args[0]
    if expression.is_Pow:
        inner = logarithm(signs, expression.base, goal)
        return None if inner is None else expression.exp * inner
    if expression.has(sp.Sum) or over_variants(signs, goal, expression, strict=True) is None:
        return None
    return sp.log(expression)


def defined(signs: Signs, goal: Goal, expression: Real) -> bool:
    """The expression has a value wherever the goal's symbols are in range and its hypotheses hold."""
    if expression.op == "sum":
        return _defined_sum(signs, goal, expression)
    return _defined_at_top(signs, goal, expression) and all(defined(signs, goal, arg) for arg in expression.args)


def _defined_at_top(signs: Signs, goal: Goal, expression: Real) -> bool:
    args = expression.args
    match expression.op:
        case "ln":
            return is_positive(signs, goal, args[0])
        case "pow":
            return _defined_power(signs, goal, args[0], args[1])
        case "binomial":
            return is_natural(signs, goal, args[0]) and is_integral(goal, args[1])
    return True


def _defined_power(signs: Signs, goal: Goal, base: Real, exponent: Real) -> bool:
    if is_integral(goal, exponent):
        whole = exponent.op == "rational" and exponent.value >= 0
        if whole or is_natural(signs, goal, exponent):
            return True
        negative = is_positive(signs, goal, base * -1)
        return negative or is_positive(signs, goal, base)
    return is_positive(signs, goal, base)


def _defined_sum(signs: Signs, goal: Goal, expression: Real) -> bool:
    term, low, high = expression.args
    limits = all(is_integral(goal, limit) and defined(signs, goal, limit) for limit in (low, high))
    if not limits or expression.name in {x.name for x, _ in goal.ranges.spans}:
        return False
    return defined(signs, within_sum(goal, expression), term)


def within_sum(goal: Goal, expression: Real) -> Goal:
    """The goal with the summation index as one more integer, between the limits."""
    index, (_, low, high) = symbol(expression.name), expression.args
    between = (Comparison(low, "<=", index), Comparison(index, "<=", high))
    x = sp.Symbol(expression.name, real=True)
    ranges = goal.ranges.replace(x, Span())
    extended = Ranges(ranges.spans, ranges.integral | {x})
    return narrowed(replace(goal, hypotheses=(*goal.hypotheses, *between), ranges=extended))


def is_positive(signs: Signs, goal: Goal, expression: Real) -> bool:
    """The expression is above 0 under the goal's hypotheses."""
    return sign_certificate(signs, goal, expression, strict=True) is not None


def is_integral(goal: Goal, expression: Real) -> bool:
    """The expression is a polynomial with integer coefficients in integer symbols."""
    if expression.op == "symbol":
        return goal.ranges.named(expression.name) in goal.ranges.integral
    if expression.op == "rational":
        return expression.value.denominator == 1
    return expression.op in ("add", "mul") and all(is_integral(goal, arg) for arg in expression.args)


def is_natural(signs: Signs, goal: Goal, expression: Real) -> bool:
    """The expression is an integer and at least 0."""
    return is_integral(goal, expression) and sign_certificate(signs, goal, expression, strict=False) is not None

"""Expressions rewritten by sympy, where their degree lets it end: a polynomial's cost is its degree, not its length."""

from __future__ import annotations

from collections import defaultdict
from functools import lru_cache

import sympy as sp
from flint import Ordering, fmpz_mpoly_ctx
from sympy.core.mul import _keep_coeff

from littlestone.proofs_check.numbers.symbolic_reals import Expr

MOST_DEGREE = 200  # at 10^4, as in 1 + e^10000, which sympy takes for a power of e, factoring takes hours and 16 GB


def is_of_high_degree(expression: Expr) -> bool:
    """Some power in it, of a symbol, a sum or e, has an exponent beyond 200 or in parts finer than that."""
    return any(_degree(node) > MOST_DEGREE for node in sp.preorder_traversal(expression))


def _degree(node: Expr) -> int:
    exponent = node.args[0] if isinstance(node, sp.exp) else node.exp if node.is_Pow else sp.Integer(1)
    coefficients = (term.as_coeff_Mul()[0] for term in sp.Add.make_args(exponent))
    return max((max(abs(c.p), c.q) for c in coefficients if c.is_Rational), default=1)


Factors = tuple[Expr, list[tuple[Expr, Expr]]]  # a number, and bases with their exponents


@lru_cache(maxsize=4096)
def factored(expression: Expr) -> Expr:
    """The expression over one denominator and in factors, as sympy's ``factor`` writes them; as it is where its degree
    is high."""
    if is_of_high_degree(expression):
        return expression
    number, powers = sp.Integer(1), defaultdict[Expr, Expr](int)
    # Where nothing is divided by, to look for a common denominator took half of the time
    whole = expression if _is_over_integers(expression) else sp.together(expression)
    for part in sp.Mul.make_args(whole):
        content, found = _factors_of(part)
        number *= content
        for base, exponent in found:
            powers[base] += exponent
    return _keep_coeff(number, sp.Mul(*(base**exponent for base, exponent in powers.items())))


def _is_over_integers(expression: Expr) -> bool:
    """It is a sum of products of integers, symbols, logarithms and whole powers of these."""
    factors = [factor for term in sp.Add.make_args(expression) for factor in sp.Mul.make_args(term)]
    bases = [f.base if f.is_Pow and f.exp.is_Integer and f.exp.is_positive else f for f in factors]
    return expression.is_Add and all(b.is_Integer or b.is_Symbol or isinstance(b, sp.log) for b in bases)


def _factors_of(part: Expr) -> Factors:
    base, exponent = part.args if part.is_Pow else (part, sp.Integer(1))
    if base.is_Number and exponent.is_Number:
        return part, []
    terms = sp.expand(base) if base.is_Add and exponent.is_Integer else base
    if terms.is_Add and exponent.is_Integer and not terms.has(sp.I):
        content, found = _factors_of_polynomial(sp.Poly(terms))
        return content**exponent, [(factor, times * exponent) for factor, times in found]
    content, others = sp.factor(part).as_coeff_Mul()
    return content, [other.args if other.is_Pow else (other, sp.Integer(1)) for other in sp.Mul.make_args(others)]


def _factors_of_polynomial(polynomial: sp.Poly) -> Factors:
    """By flint where it has several symbols and integer coefficients: sympy factors these in Python, which took a sixth
    of the time of all proofs about numbers."""
    if not (polynomial.is_multivariate and polynomial.domain.is_ZZ):
        content, found = polynomial.factor_list()
        return content, [(factor.as_expr(), times) for factor, times in found]
    context = fmpz_mpoly_ctx.get([f"x{i}" for i in range(len(polynomial.gens))], Ordering.lex)
    number, parts = context.from_dict(polynomial.rep.to_dict()).factor()
    factors = []
    for part, times in parts:
        side = 1 if part.leading_coefficient() > 0 else -1
        number *= side**times
        terms = {powers: side * int(coefficient) for powers, coefficient in part.to_dict().items()}
        factors.append((sp.Poly(terms, *polynomial.gens).as_expr(), sp.Integer(int(times))))
    return sp.Integer(int(number)), factors


@lru_cache(maxsize=4096)
def normal_form(expression: Expr) -> Expr:
    """The expression with logarithms of products and powers written out, factors being known to be positive."""
    logs = {log: sp.expand_log(sp.log(factored(log.args[0]))) for log in expression.atoms(sp.log)}
    return expression.subs(logs) if is_of_high_degree(expression) else _expanded(expression, logs)


def _expanded(expression: Expr, logs: dict[Expr, Expr]) -> Expr:
    return sp.expand(expression.subs(logs)) if logs else expression

"""Expressions rewritten by sympy, where their degree lets it end: a polynomial's cost is its degree, not its length."""

from __future__ import annotations

from functools import lru_cache

import sympy as sp

from littlestone.proofs_check.numbers.symbolic_reals import Expr

MOST_DEGREE = 200  # at 10^4, as in 1 + e^10000, which sympy takes for a power of e, factoring takes hours and 16 GB


def is_of_high_degree(expression: Expr) -> bool:
    """Some power in it, of a symbol, a sum or e, has an exponent beyond 200 or in parts finer than that."""
    return any(_degree(node) > MOST_DEGREE for node in sp.preorder_traversal(expression))


def _degree(node: Expr) -> int:
    exponent = node.args[0] if isinstance(node, sp.exp) else node.exp if node.is_Pow else sp.Integer(1)
    coefficients = (term.as_coeff_Mul()[0] for term in sp.Add.make_args(exponent))
    return max((max(abs(c.p), c.q) for c in coefficients if c.is_Rational), default=1)


@lru_cache(maxsize=4096)
def factored(expression: Expr) -> Expr:
    """The expression over one denominator and in factors; as it is where its degree is high."""
    return expression if is_of_high_degree(expression) else sp.factor(sp.together(expression))


@lru_cache(maxsize=4096)
def normal_form(expression: Expr) -> Expr:
    """The expression with logarithms of products and powers written out, factors being known to be positive."""
    logs = {log: sp.expand_log(sp.log(factored(log.args[0]))) for log in expression.atoms(sp.log)}
    return expression.subs(logs) if is_of_high_degree(expression) else _expanded(expression, logs)


def _expanded(expression: Expr, logs: dict[Expr, Expr]) -> Expr:
    return sp.expand(expression.subs(logs)) if logs else expression

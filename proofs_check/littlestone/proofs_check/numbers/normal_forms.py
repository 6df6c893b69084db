"""Expressions rewritten by sympy, where their degree lets it end: a polynomial's cost is its degree, not its length."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import sympy as sp
from flint import Ordering, fmpz_mpoly_ctx
from sympy.polys import factortools
from sympy.polys.densebasic import dmp_from_dict, dmp_to_dict

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
    return expression if is_of_high_degree(expression) else sp.factor(expression)  # which puts it together first


def _factors_by_flint(f: Any, u: int, K: Any) -> tuple[Any, list[tuple[Any, int]]]:
    """The content and the factors of an integer polynomial in u + 1 symbols, as sympy's ``dmp_zz_factor`` has them.

    Sympy factors polynomials of several symbols in Python: a sixth of the time of all proofs about numbers.
    """
    if not u or not (terms := dmp_to_dict(f, u)):
        return _sympys_own(f, u, K)  # type: ignore[no-any-return]
    context = fmpz_mpoly_ctx.get([f"x{i}" for i in range(u + 1)], Ordering.lex)
    content, found = context.from_dict(terms).factor()
    factors = []
    for factor, times in found:
        sign = 1 if factor.leading_coefficient() > 0 else -1
        content *= sign**times
        factors.append((dmp_from_dict({p: K(int(sign * c)) for p, c in factor.to_dict().items()}, u, K), int(times)))
    return K(int(content)), factortools._sort_factors(factors)


_sympys_own = factortools.dmp_zz_factor
factortools.dmp_zz_factor = _factors_by_flint


@lru_cache(maxsize=4096)
def normal_form(expression: Expr) -> Expr:
    """The expression with logarithms of products and powers written out, factors being known to be positive."""
    logs = {log: sp.expand_log(sp.log(factored(log.args[0]))) for log in expression.atoms(sp.log)}
    return expression.subs(logs) if is_of_high_degree(expression) else _expanded(expression, logs)


def _expanded(expression: Expr, logs: dict[Expr, Expr]) -> Expr:
    return sp.expand(expression.subs(logs)) if logs else expression

"""Sums over an index, whose name must be no parameter's."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from littlestone.spec.algebra.reals import Expression, Real, summation, symbols

_parameters: ContextVar[frozenset[str]] = ContextVar("names of the statement's parameters", default=frozenset())


@contextmanager
def parameters(names: Iterable[str]) -> Iterator[None]:
    """Symbols of these names stand for the parameters of a statement inside: no sum may run over one."""
    token = _parameters.set(frozenset(names))
    try:
        yield
    finally:
        _parameters.reset(token)


def finite_sum(term: Expression, index: str, low: Expression, high: Expression) -> Real:
    """The sum of the term over the index from low to high, 0 where high < low.

    The index is the name of a symbol in the term. Raises TypeError where it is none, and ValueError where it is a
    parameter of the statement too, whose place in the term the index would take, or a symbol of the sum's own limits.
    """
    if not isinstance(index, str):
        raise TypeError(
            f'the index of a sum is a name, as in finite_sum(symbol("i"), "i", 0, n), no {type(index).__name__}'
        )
    if index in _parameters.get():
        raise ValueError(f"the index {index!r} of a sum is a parameter of the claim too: give the index another name")
    if index in symbols(Real.of(low)) | symbols(Real.of(high)):
        raise ValueError(f"the index {index!r} of a sum is in its limits too: give the index another name")
    return summation(index, Real.of(term), Real.of(low), Real.of(high))

"""Opaque notions: inside ``opaque`` a named definition of classes is an unknown number of its own for each class.

A true closed statement adds nothing as a premise. Where a dimension is unknown, a line about it follows only from what
is said of it. The unknown keeps its possible values and the order of its thresholds; nothing else is known of it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import wraps
from inspect import signature
from itertools import pairwise
from typing import Concatenate, ParamSpec, Protocol, TypeVar

from littlestone.spec.algebra.circuit import Truth, any_of, variable
from littlestone.spec.algebra.naturals import Number


class _Class(Protocol):
    """What a notion must know of a class to tell it from others."""

    @property
    def points(self) -> int: ...

    @property
    def labels(self) -> int: ...

    def members(self) -> Iterator[tuple[tuple[int, ...], Truth]]: ...


BEYOND = 10**6  # a value of an unknown that no bound of a few points has
P = ParamSpec("P")
C = TypeVar("C", bound=_Class)


class _Opaque:
    """The names made unknown, None for all; the unknowns met so far, and what is known of them."""

    def __init__(self, names: Collection[str] | None) -> None:
        self.names = None if names is None else frozenset(names)
        self.met: dict[Hashable, Number] = {}
        self.known: list[Truth] = []


_state: ContextVar[_Opaque | None] = ContextVar("opaque", default=None)


@contextmanager
def opaque(names: Collection[str] | None) -> Iterator[list[Truth]]:
    """Make these notions unknown, or all; yields what is known of the unknowns, a list that grows as they are met.

    Where all are unknown, they may be larger than the classes allow, and are 0 or more of a class that is not empty.
    """
    state = _Opaque(names)
    token = _state.set(state)
    try:
        yield state.known
    finally:
        _state.reset(token)


def what_is_unknown() -> object:
    """What is unknown at this moment, None outside of ``opaque``: what is remembered inside says nothing outside."""
    return _state.get()


def notion(definition: Callable[Concatenate[C, P], Number]) -> Callable[Concatenate[C, P], Number]:
    """A definition that ``opaque`` may make unknown; outside of it nothing changes.

    An unknown is known by what the parameters are, not by how a call spells them: ``family=F`` is ``F``.
    """
    parameters = signature(definition)

    @wraps(definition)
    def seen(H: C, /, *args: P.args, **kwargs: P.kwargs) -> Number:
        state = _state.get()
        if state is None or (state.names is not None and definition.__name__ not in state.names):
            return definition(H, *args, **kwargs)
        bound = parameters.bind(H, *args, **kwargs)
        bound.apply_defaults()
        # The truths themselves, not their serials: a node that is freed and built again would be another class
        key = (definition.__name__, H.points, H.labels, tuple(H.members()), bound.args[1:], tuple(bound.kwargs.items()))
        if key not in state.met:
            defined = definition(H, *args, **kwargs)
            values = (*defined.values, defined.values[-1] + 1, BEYOND) if state.names is None else defined.values
            found = state.met[key] = _unknown(key, values, state.known)
            if state.names is None:
                state.known.append(any_of(truth for _, truth in H.members()).implies(found >= 0))
        return state.met[key]

    return seen


def is_unknown(name: object) -> bool:
    """Whether an input is of an unknown, and not of a class."""
    return isinstance(name, tuple) and len(name) == 3 and name[0] == "opaque"


def _unknown(key: Hashable, values: Sequence[int], known: list[Truth]) -> Number:
    bits = {v: variable(("opaque", key, v)) for v in values[1:]}
    known += [bits[higher].implies(bits[lower]) for lower, higher in pairwise(values[1:])]
    return Number(values, bits.__getitem__)

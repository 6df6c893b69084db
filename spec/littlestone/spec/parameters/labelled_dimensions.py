"""Dimensions of labelled classes that are the VC dimension where the labels are 0 and 1, and the multiclass Ldim."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations, product

from littlestone.spec.algebra.circuit import Truth, all_of, any_of
from littlestone.spec.algebra.naturals import Number
from littlestone.spec.classes import dimensions
from littlestone.spec.classes.concept_classes import ConceptClass, Function, all_functions, some_member
from littlestone.spec.classes.operations import restriction_to
from littlestone.spec.parameters.graphs import Members, fixed_point
from littlestone.spec.parameters.literal import labelled_dimensions as literal
from littlestone.spec.parameters.registry import parameter


@parameter("MLD", "Daniely, Sabato, Ben-David and Shalev-Shwartz 2015", literal.multiclass_littlestone, any_labels=True)
def multiclass_littlestone_dimension(H: ConceptClass) -> Number:
    """The multiclass Littlestone dimension: the deepest shattered tree whose edges carry any two labels."""
    return dimensions.multiclass_littlestone_dimension(H)


@parameter("Natarajan", "Natarajan 1989", literal.natarajan, any_labels=True)
def natarajan_dimension(H: ConceptClass) -> Number:
    """The largest d with d points and two patterns, nowhere equal on them, of which H takes each mixture."""
    return _shattering(H, _natarajan_shatters)


def _natarajan_shatters(trace: ConceptClass) -> Truth:
    pairs = combinations(all_functions(trace.points, trace.labels), 2)
    return any_of(
        all_of(trace.contains(mixture) for mixture in product(*zip(f, g, strict=True)))
        for f, g in pairs
        if all(a != b for a, b in zip(f, g, strict=True))
    )


@parameter("graph", "Natarajan 1989; Ben-David, Cesa-Bianchi, Haussler and Long 1995", literal.graph, any_labels=True)
def graph_dimension(H: ConceptClass) -> Number:
    """The largest d with d points and a pattern p on them such that H agrees with p on exactly each part of them."""
    return _shattering(H, _graph_shatters)


def _graph_shatters(trace: ConceptClass) -> Truth:
    return any_of(
        all_of(
            some_member(trace, lambda f, p=p, A=A: {x for x, y in enumerate(f) if y == p[x]} == {*A})  # type: ignore[misc]
            for size in range(trace.points + 1)
            for A in combinations(range(trace.points), size)
        )
        for p in all_functions(trace.points, trace.labels)
    )


@parameter("DS", "Daniely and Shalev-Shwartz 2014", literal.ds, any_labels=True)
def ds_dimension(H: ConceptClass) -> Number:
    """The largest d with d points on which H has a pseudo-cube.

    That is a set of patterns each of which has, at each point, a neighbour in the set that differs from it there alone.
    """
    return _shattering(H, lambda trace: any_of(fixed_point(dict(trace.members()), _has_all_neighbours).values()))


def _has_all_neighbours(members: Members, f: Function) -> Truth:
    return all_of(
        any_of(truth for g, truth in members.items() if g[x] != f[x] and (*g[:x], *g[x + 1 :]) == (*f[:x], *f[x + 1 :]))
        for x in range(len(f))
    )


def _shattering(H: ConceptClass, shatters: Callable[[ConceptClass], Truth]) -> Number:
    def at_least(d: int) -> Truth:
        return any_of(shatters(restriction_to(H, S)) for S in combinations(range(H.points), d))

    return Number(range(H.points + 1), at_least)

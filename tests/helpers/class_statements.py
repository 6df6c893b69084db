"""Statements about classes that several provers are asked: true ones, false ones, and one that cheats."""

from __future__ import annotations

from typing import Annotated, Any

from littlestone.spec.algebra.circuit import Truth, constant
from littlestone.spec.classes.dimensions import littlestone_dimension, vc_dimension
from littlestone.spec.domains import Algorithm, Binary, ExplicitClass, Multiclass


def vc_at_most_ldim(H: Binary) -> Truth:
    """The VC dimension is at most the Littlestone dimension: true."""
    return vc_dimension(H) <= littlestone_dimension(H)


def ldim_at_most_vc(H: Binary) -> Truth:
    """The Littlestone dimension is at most the VC dimension: false from three points on."""
    return littlestone_dimension(H) <= vc_dimension(H)


def dimension_at_most_one(H: Multiclass) -> Truth:
    """The multiclass Littlestone dimension is at most 1: false from four functions on."""
    return littlestone_dimension(H) <= 1


def at_most_two_functions(H: Binary) -> Truth:
    """A class has at most two functions: false of every class of three."""
    return H.size() <= 2


def large_beside_lacking(G: Multiclass, H: Multiclass) -> Truth:
    """If G has dimension at least 1 then H lacks the function (0, 1): false of a pair."""
    return (littlestone_dimension(G) >= 1).implies(~H.contains((0, 1)))


def cheats(H: Binary) -> Truth:
    """Holds where functions are listed only, so that a circuit and plain Python disagree."""
    return constant(H.universe.truths[0].op == "constant")


def reads_the_class(H: Binary) -> bool:
    """Uses a truth value as a bool, and so is no circuit."""
    return bool(H.nonempty())


def predicts(H: ExplicitClass, learner: Annotated[Any, Algorithm("TEST.learner")]) -> Truth:
    """The learner computes the Littlestone dimension, which is up to what implements it."""
    return littlestone_dimension(H) == learner(H.functions())

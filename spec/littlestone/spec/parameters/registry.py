"""What a parameter of a concept class is, and the one list of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from littlestone.spec.algebra.naturals import Number
from littlestone.spec.algebra.reals import Expression
from littlestone.spec.classes.concept_classes import ConceptClass, Function

Functions = frozenset[Function]
Definition = Callable[[ConceptClass], Number]
Literal = Callable[[Functions], Expression]


@dataclass(frozen=True, slots=True)
class Parameter:
    """A number of a non-empty concept class, by name, defined twice.

    ``definition`` takes symbolic and listed classes alike; ``literal`` takes the functions alone and shares no code
    with it. ``circuit_points`` is the largest number of points on which the circuit of a symbolic binary class is
    affordable; ``any_labels`` says that the parameter is one of labelled classes too.
    """

    name: str
    source: str
    definition: Definition
    literal: Literal
    circuit_points: int
    any_labels: bool = False

    @property
    def words(self) -> str:
        """The docstring of the definition, on one line."""
        return " ".join((self.definition.__doc__ or "").split())

    def __call__(self, H: ConceptClass) -> Number:
        """The parameter of H, a number in the circuit, called by the parameter's name."""
        return self.definition(H).named(self.name)


_registry: dict[str, Parameter] = {}
PARAMETERS: Mapping[str, Parameter] = MappingProxyType(_registry)


def parameter(
    name: str, source: str, literal: Literal, *, circuit_points: int = 5, any_labels: bool = False
) -> Callable[[Definition], Definition]:
    """State the decorated definition as the parameter ``name``; raises ValueError where that name is taken."""

    def register(definition: Definition) -> Definition:
        if name in _registry:
            raise ValueError(f"two parameters are called {name}")
        _registry[name] = Parameter(name, source, definition, literal, circuit_points, any_labels)
        return definition

    return register

"""What Hypothesis runs when it is imported: it knows the kit's types, and imports their strategies when needed."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, TypeVar

from littlestone.spec.classes.concept_classes import ConceptClass
from littlestone.spec.classes.trees import CoverNode, IONode, PsiNode

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

Kind = TypeVar("Kind")


def register() -> None:
    """Tell Hypothesis of the types of ``spec`` that ``hypothesis_strategies`` has strategies for."""
    from hypothesis import strategies as st

    for kind in (ConceptClass, IONode, PsiNode, CoverNode):
        st.register_type_strategy(kind, _strategy)


def _strategy(kind: type[Kind]) -> SearchStrategy[Kind]:
    """The strategy of the type, which ``hypothesis_strategies`` registers itself."""
    from hypothesis import strategies as st

    import_module("littlestone.proofs_check.generation.strategies")
    return st.from_type(kind)

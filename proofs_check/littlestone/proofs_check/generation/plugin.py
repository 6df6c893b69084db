"""What Hypothesis runs when it is imported: it knows the kit's types, and imports their strategies when needed."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from littlestone.spec.classes.concept_classes import ConceptClass
from littlestone.spec.classes.trees import CoverNode, IONode, PsiNode

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

Kind = TypeVar("Kind")


def register() -> None:
    """Tell Hypothesis of the types of ``spec`` that ``strategies`` has strategies for."""
    from hypothesis import strategies as st

    for kind in (ConceptClass, IONode, PsiNode, CoverNode):
        st.register_type_strategy(kind, _strategy)


def _strategy(kind: type[Kind]) -> SearchStrategy[Kind]:
    """The strategy of the type, which ``strategies`` registers itself."""
    from hypothesis import strategies as st

    # Late, since every run of Hypothesis imports this module, and few ask for the kit's types
    import littlestone.proofs_check.generation.strategies  # noqa: F401

    return st.from_type(kind)

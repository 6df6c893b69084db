"""A Hypothesis strategy for the structured classes of ``spec/families``, which are larger than those of
``concept_classes``: what definitions cannot afford on hundreds of examples, searches for large classes should meet."""

from __future__ import annotations

from hypothesis import strategies as st

from littlestone.spec.classes.concept_classes import ConceptClass, explicit
from littlestone.spec.families.structured_classes import MOST, MOST_POINTS, structured_class


def structured_classes(
    labels: int = 2, min_functions: int = 1, max_functions: int = MOST, points: int = MOST_POINTS
) -> st.SearchStrategy[ConceptClass]:
    """Larger classes with structure, on 1..``points`` points: chains with noise, trees, blocks of labels, grids, balls,
    step functions, and unions, products, closures and duals of these, two deep.

    They have ``min_functions`` to ``max_functions`` functions, fewer only where there are not so many. Shrinks to few
    functions on few points. Raises ValueError for less than one point or two labels, or an empty range of functions.

    >>> from hypothesis import find
    >>> find(structured_classes(labels=3), lambda H: len(H.functions()) >= 3).functions()
    ((0,), (1,), (2,))
    """
    if points < 1 or labels < 2:
        raise ValueError(f"a class needs at least 1 point and 2 labels, not {points} points and {labels} labels")
    if not 1 <= min_functions <= max_functions:
        words = f"not {min_functions} and {max_functions}"
        raise ValueError(f"min_functions and max_functions must be 1 <= min_functions <= max_functions, {words}")
    return _structured_classes(labels, min_functions, max_functions, points)


@st.composite
def _structured_classes(draw: st.DrawFn, labels: int, least: int, most: int, points: int) -> ConceptClass:
    n = 1 + draw(st.integers(0, points - 1))
    functions = structured_class(n, labels, lambda options: draw(st.integers(0, options - 1)), least, most)
    return explicit(functions, labels, len(functions[0]))

"""The lemmas of a small project."""

from typing import Annotated, Any

from littlestone.impl.registry import implements
from littlestone.spec.claim import Constant, claim, when
from littlestone.spec.classes.dimensions import littlestone_dimension, vc_dimension
from littlestone.spec.domains import Algorithm, Binary, ExplicitBinary

TIGHT = Constant(0, mutants=(-1, -2))


def shared(H):
    """The larger one of two dimensions."""
    return littlestone_dimension(H)


@claim("MINE.one", "notebook", "lemma", slack=TIGHT)
def one(H: Binary, slack: int):
    """VC(H) <= Ldim(H)."""
    return vc_dimension(H) <= shared(H) + slack


@claim("MINE.two", "notebook", "lemma", slack=TIGHT)
def two(H: Binary, slack: int):
    """If H is not empty, then VC(H) <= Ldim(H)."""
    return when(H.nonempty(), vc_dimension(H) <= shared(H) + slack)


@claim("MINE.three", "notebook", "lemma", slack=TIGHT)
def three(H: Binary, slack: int):
    """VC(H) <= n."""
    return vc_dimension(H) <= H.points + slack


@implements("MINE.ALG.size")
def size_of(functions):
    return len(functions)


@claim("MINE.size", "notebook", "algorithm", offset=TIGHT)
def size(H: ExplicitBinary, run: Annotated[Any, Algorithm("MINE.ALG.size")], offset: int):
    """The algorithm counts the functions."""
    return (run(H.functions()) <= H.size() + offset) & (H.size() <= run(H.functions()))

"""Partial classes: functions that are 0, 1 or undefined, which is the third label here."""

from collections.abc import Iterator
from itertools import chain, combinations

from littlestone.spec.classes.concept_classes import every_member
from littlestone.spec.classes.dimensions import psi_littlestone_dimension
from littlestone.spec.domains import Classes
from littlestone.spec.lit.vocabulary import sauer_at
from littlestone.spec.notation import *

PARTIAL = "Alon et al. 2021, A theory of PAC learnability of partial concept classes"
UNDEFINED = 2
ZERO_OR_ONE = ((0, 1, None),)  # the one way in which a node of a tree splits the labels
Partial = Annotated[ConceptClass, Classes(labels=3)]


def partial_littlestone_dimension(H: ConceptClass) -> Number:
    """The depth of the deepest tree that the partial class shatters by functions that are defined at all its nodes."""
    return psi_littlestone_dimension(H, ZERO_OR_ONE)


@claim(
    "LIT.partial.vc",
    f"{PARTIAL}: VC dimension against the Littlestone dimension of a partial class",
    "lemma",
    factor=SHARE,
)
def the_vc_dimension_of_a_partial_class_is_at_most_its_littlestone_dimension(H: Partial, factor: Fraction) -> Truth:
    """The VC dimension of a partial class, of the points on which it takes all patterns of 0 and 1, is at most its
    Littlestone dimension."""
    return vc_dimension(H) <= partial_littlestone_dimension(H) * factor


@claim(
    "LIT.partial.disambiguation",
    PARTIAL + ", on finite Littlestone dimension" + ": size of a disambiguation by the Littlestone dimension",
    "theorem",
    shift=TIGHT,
)
def partial_classes_have_small_disambiguations(H: Partial, shift: int) -> Truth:
    """A partial class of Littlestone dimension $d$ on $m$ points has a disambiguation, a class of total functions that
    extend its functions, of at most the sum of $C(m, i)$ over $i <= d$: what the optimal algorithm predicts when it may
    err $d$ times."""
    most = sauer_at(partial_littlestone_dimension(H) + shift, H.points)
    return any_of((most >= len(total)) & _disambiguates(total, H) for total in _total_classes(H.points))


def _disambiguates(total: tuple[Function, ...], H: ConceptClass) -> Truth:
    return every_member(H, lambda h: any(_extends(f, h) for f in total))


def _extends(f: Function, h: Function) -> bool:
    return all(y in (value, UNDEFINED) for value, y in zip(f, h, strict=True))


def _total_classes(points: int) -> Iterator[tuple[Function, ...]]:
    functions = list(all_functions(points, 2))
    return chain.from_iterable(combinations(functions, size) for size in range(len(functions) + 1))

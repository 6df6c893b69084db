"""What the sections of LYU25 share: irreducible classes, decompositions, essential hypotheses."""

from collections.abc import Callable, Iterable, Iterator
from itertools import combinations_with_replacement, product

from littlestone.spec.classes.concept_classes import largest_size, memoised
from littlestone.spec.classes.decompositions import (
    can_avoid,
    can_meet,
    decomposition_dimension,
    essential,
    essential_hypotheses,
    has_tree,
    is_valid_leaf,
    is_valid_node,
    leaf_depth,
    met_by_some,
    met_hypotheses,
    node_depth,
)
from littlestone.spec.classes.irreducibility import (
    ONE,
    ZERO,
    along_soa,
    dimension,
    irreducible,
    is_reduced_by,
    restricted,
    soa,
    soa_class,
    soa_is,
    soa_says,
    soa_says_one,
)
from littlestone.spec.domains import Classes
from littlestone.spec.notation import *

__all__ = ["ONE", "ZERO", "along_soa", "can_avoid", "can_meet", "decomposition_dimension", "dimension", "essential"]
__all__ += ["essential_hypotheses", "has_tree", "irreducible", "is_reduced_by", "is_valid_leaf", "is_valid_node"]
__all__ += ["leaf_depth", "met_by_some", "met_hypotheses", "node_depth", "restricted", "soa", "soa_class", "soa_is"]
__all__ += ["soa_says", "soa_says_one"]
__all__ += ["CAPS", "MIDDLE", "MIDDLE_CAPS", "ExplicitSubclass", "data_sets"]
__all__ += ["all_are_essential", "bounded", "some_are_essential", "whole_corollary"]
__all__ += ["for_all_parameters", "item_two", "keeps_essential", "parameters"]
__all__ += ["AtLeastTwoSize", "Dimension", "DimensionOrEmpty", "has_reducible_restrictions", "steps_to"]

AtLeastTwoSize = Annotated[Integer, Naturals(2, concrete=True)]
Dimension = Annotated[Integer, Naturals(-1, concrete=True)]
DimensionOrEmpty = Annotated[Real, Naturals(-1)]

# ---- The (p, d) at which statements on decompositions are decided, and those on pairs of classes

ALL_P = "p at most the number of points, as larger p change nothing"
CAPS = f"d at most 4, below four points 2, and {ALL_P}"
MIDDLE_CAPS = f"d = 1, 2, and {ALL_P}"
MIDDLE = (1, 2)

ExplicitSubclass = Annotated[ConceptClass, Classes(labels=2, explicit=True, within="H")]


def degrees(H: ConceptClass) -> Iterable[int]:
    """d = 0, ..., 4, and to 2 below four points, where all classes decompose into singletons at a larger d."""
    return range(5) if H.points >= 4 else range(3)


def parameters(H: ConceptClass, least: int, ds: Iterable[int] | None = None) -> Iterator[tuple[int, int]]:
    """(p, d) for each d, with p from the least to the number of points."""
    for d in degrees(H) if ds is None else ds:
        for p in range(least, max(H.points, 1) + 1):
            yield p, d


def for_all_parameters(
    H: ConceptClass, least: int, holds: Callable[[int, int], Truth], ds: Iterable[int] | None = None
) -> Truth:
    """LDim(H) <= d implies holds(p, d), for all these p and d."""
    return all_of((dimension(H) <= d).implies(holds(p, d)) for p, d in parameters(H, least, ds))


def item_two(G: ConceptClass, H: ConceptClass, p: int, d: int, factor: int = 2) -> Truth:
    """If DDim_{2p,d}(G) = DDim_{p,d}(H) = t, then the SOA of each leaf of dimension t of any optimal decomposition of G
    is one of such a leaf in every optimal decomposition of H."""
    same = decomposition_dimension(G, factor * p, d) == decomposition_dimension(H, p, d)
    return same.implies(
        all_of(met_by_some(G, f, factor * p, d).implies(essential(H, f, p, d)) for f in all_functions(H.points, 2))
    )


def keeps_essential(G: ConceptClass, H: ConceptClass, p: int, d: int) -> Truth:
    """If DDim_{p,d}(G) = DDim_{p,d}(H), then what is essential to G is essential to H."""
    same = decomposition_dimension(G, p, d) == decomposition_dimension(H, p, d)
    return same.implies(
        all_of(essential(G, f, p, d).implies(essential(H, f, p, d)) for f in all_functions(H.points, 2))
    )


# ---- Corollary 4.1


def bounded(H: ConceptClass, p: int, d: int, share: Rational | int = 1) -> Truth:
    """At most p^d 2^(d^2) hypotheses are (p,d)-essential to H."""
    most: Rational | int = share * int(p) ** int(d) * int(2 ** int(d * d))
    return essential_hypotheses(H, p, d).size() <= most


def some_are_essential(H: ConceptClass, p: int, d: int, factor: int = 2, number: int = 1) -> Truth:
    """DDim_{2p,d}(H) = DDim_{p,d}(H) implies that at least one hypothesis is (p,d)-essential to H."""
    same = decomposition_dimension(H, factor * p, d) == decomposition_dimension(H, p, d)
    return same.implies(essential_hypotheses(H, p, d).size() >= number)


def all_are_essential(H: ConceptClass, p: int, d: int, t: int = 0) -> Truth:
    """DDim_{p,d}(H) = t = 0 implies that the hypotheses essential to H are those of H."""
    return (decomposition_dimension(H, p, d) == t).implies(essential_hypotheses(H, p, d) == H)


def whole_corollary(G: ConceptClass, H: ConceptClass, p: int, d: int) -> Truth:
    """The four items of Corollary 4.1."""
    of_one = bounded(H, p, d) & some_are_essential(H, p, d) & all_are_essential(H, p, d)
    return of_one & keeps_essential(G, H, p, d)


# ---- Reducible restrictions, and the steps of the greedy decomposition


@memoised
def has_reducible_restrictions(H: ConceptClass, k: int, least: int = 1) -> Truth:
    """H and all its restriction classes, of this dimension or more, are k-reducible."""
    parts = [restricted(H, ((x, y),)) for x in range(H.points) for y in (0, 1)]
    below = all_of(
        has_reducible_restrictions(part, k, least) for part in parts if 0 < largest_size(part) < largest_size(H)
    )
    return ((dimension(H) < least) | ~irreducible(H, k)) & below


def steps_to(p: int, gap: int) -> int:
    """sum_{i=1}^{gap} p 2^(i-1)."""
    return sum(p * 2 ** (i - 1) for i in range(1, gap + 1))


# ---- Data sets


def data_sets(points: int, n: int) -> Iterator[Sample]:
    """All multisets of n examples; their order changes no error."""
    return combinations_with_replacement(tuple(product(range(points), (0, 1))), n)

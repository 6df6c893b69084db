"""What the sections of LYU25 share: irreducible classes, decompositions, essential hypotheses."""

from collections.abc import Callable, Iterable, Iterator
from itertools import combinations_with_replacement, product

from littlestone.spec.classes.constructions import points_family
from littlestone.spec.classes.decompositions import (
    decomposition_dimension,
    essential,
    essential_hypotheses,
    has_tree,
    is_valid_node,
    met_by_some,
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
    soa_is,
    soa_says,
    soa_says_one,
)
from littlestone.spec.domains import Classes
from littlestone.spec.notation import *
from littlestone.spec.online.joint_training import Essential, defined_class
from littlestone.spec.online.plans import OnlinePlan, Split

__all__ = ["ONE", "ZERO", "along_soa", "decomposition_dimension", "dimension", "essential"]
__all__ += ["essential_hypotheses", "has_tree", "irreducible", "is_reduced_by", "is_valid_node", "met_by_some"]
__all__ += ["CAPS", "FIFTH", "MIDDLE", "THIRD", "restricted", "soa", "soa_is", "soa_says", "soa_says_one"]
__all__ += ["MIDDLE_CAPS", "P_ZERO", "ExplicitSubclass", "for_all_parameters", "parameters", "up_to_the_points"]
__all__ += ["AtLeastTwoSize", "Dimension", "DimensionOrEmpty", "all_are_essential", "bounded", "data_sets"]
__all__ += ["CHOICES", "item_two", "keeps_essential", "key_lemma", "some_are_essential", "whole_corollary"]
__all__ += ["Call", "EssentialList", "Points", "Rounds", "TwoOrMore", "calls_of_a_run", "risen_chance", "small_plan"]
__all__ += ["ZERO_IN_N", "one_point", "up_to_two_points"]

FIFTH = Fraction(1, 5)
THIRD = Fraction(1, 3)
AtLeastTwoSize = Annotated[Integer, Naturals(2, concrete=True)]
Dimension = Annotated[Integer, Naturals(-1, concrete=True)]
DimensionOrEmpty = Annotated[Real, Naturals(-1)]
TwoOrMore = Annotated[Real, Naturals(2)]
Rounds = Annotated[Real, Naturals(3)]  # Claim 6.1 as corrected asks for three

# ---- The (p, d) at which statements on decompositions are decided, and those on pairs of classes

ALL_P = "p at most the number of points, as larger p change nothing"
CAPS = f"$d$ at most 2, on four points 4, and {ALL_P}"
MIDDLE_CAPS = f"$d = 1$, 2, and {ALL_P}"
MIDDLE = (1, 2)

ZERO_IN_N = "in the reading that 0 is in $N$, as for LDim, and so $p = 0$"
P_ZERO = (
    "at $p = 0$ the root is the only valid tree: $SOA_H$ alone is essential to $H$, and two classes of "
    "the same dimension need not have the same SOA"
)

ExplicitSubclass = Annotated[ConceptClass, Classes(labels=2, explicit=True, within="H")]


def one_point(H: ConceptClass) -> bool:
    """Classes on one point."""
    return H.points == 1


def up_to_two_points(H: ConceptClass) -> bool:
    """Classes on at most two points."""
    return H.points <= 2


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


def up_to_the_points(H: ConceptClass) -> list[tuple[int, int]]:
    """All p and d up to the number of points."""
    return [(p, d) for p in range(H.points + 1) for d in range(H.points + 1)]


# ---- Lemma 4.3


def item_two(G: ConceptClass, H: ConceptClass, p: int, d: int, factor: int = 2) -> Truth:
    """If DDim_{2p,d}(G) = DDim_{p,d}(H) = t, then the SOA of each leaf of dimension t of any optimal decomposition of G
    is one of such a leaf in every optimal decomposition of H."""
    same = decomposition_dimension(G, factor * p, d) == decomposition_dimension(H, p, d)
    return same.implies(
        all_of(met_by_some(G, f, factor * p, d).implies(essential(H, f, p, d)) for f in all_functions(H.points, 2))
    )


def key_lemma(G: ConceptClass, H: ConceptClass, p: int, d: int) -> Truth:
    """Both items of Lemma 4.3."""
    return (decomposition_dimension(G, 2 * p, d) <= decomposition_dimension(H, p, d)) & item_two(G, H, p, d)


# ---- Corollary 4.1


def keeps_essential(G: ConceptClass, H: ConceptClass, p: int, d: int) -> Truth:
    """If DDim_{p,d}(G) = DDim_{p,d}(H), then what is essential to G is essential to H."""
    same = decomposition_dimension(G, p, d) == decomposition_dimension(H, p, d)
    return same.implies(
        all_of(essential(G, f, p, d).implies(essential(H, f, p, d)) for f in all_functions(H.points, 2))
    )


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


# ---- Data sets


def data_sets(points: int, n: int) -> Iterator[Sample]:
    """All multisets of n examples; their order changes no error."""
    return combinations_with_replacement(tuple(product(range(points), (0, 1))), n)


# ---- Algorithms 3 and 4

EssentialList = Annotated[Essential, Algorithm("LYU25.D4.3")]
RATIONAL = 2 * ln(2)  # whose exponentials are powers of 4, so that laws are rational
CHOICES = (
    "$h$ is 0 before the first call, a tie gives 0, the failure symbol has no say, $E$ is a multiset, an empty class "
    "lists nothing, and $1/d$ counts as 1 at $d = 0$"
)


def small_plan(d: int, split: Split = "independent") -> OnlinePlan:
    """Two teachers, and noise so large that every branch of the listings is taken; 1 - 1/d and d^3 as printed."""
    return OnlinePlan(
        d=d,
        calls=1,
        teachers=2,
        buffer=Fraction(1),
        buffer_epsilon=RATIONAL,
        stage_epsilon=RATIONAL,
        draws=2,
        sample_epsilon=RATIONAL,
        rate=1 - Fraction(1, max(d, 1)),
        depth=d**3,
        bottom_share=HALF,
        split=split,
    )


# ---- Claim 6.4: two calls on the points family, and the chance of the failure symbol

Points = Annotated[Integer, Naturals(3, concrete=True)]
Call = tuple[int, tuple[Function, ...]]


def calls_of_a_run(m: int) -> tuple[Call, Call]:
    """Two calls of JointTrain at j* = 1, d = 1 and p = 2, without data and after the stream (x, 1), again and again:
    for each the decomposition dimension of every teacher's class, and the candidates."""
    H = points_family(int(m))
    threshold = Fraction(1, 10) * (1 - Fraction(1, 1))
    classes = [explicit(defined_class(H.functions(), S, threshold), 2) for S in ((), (((0, 1),),))]
    first, second = (
        (int(decomposition_dimension(G, 2, 1)), essential_hypotheses(G, 2, 1).functions()) for G in classes
    )
    return first, second


@terms("LYU25.C6.4.fin.corrected")
def risen_chance(before: FromZero, after: FromZero, growth: Fraction = FIFTH) -> Terms:
    """p(u) and p(u+1), of the failure symbol, where a fifth of the hypotheses goes and none is new; or both times the
    same."""
    return Terms(says=(1 + growth) * before <= after)

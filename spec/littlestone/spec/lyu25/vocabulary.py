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
from littlestone.spec.decompositions.certain_erm import learns, runs_succeed, spent_by_runs
from littlestone.spec.domains import Classes
from littlestone.spec.notation import *

__all__ = ["ONE", "ZERO", "along_soa", "can_avoid", "can_meet", "decomposition_dimension", "dimension", "essential"]
__all__ += ["essential_hypotheses", "has_tree", "irreducible", "is_reduced_by", "is_valid_leaf", "is_valid_node"]
__all__ += ["leaf_depth", "met_by_some", "met_hypotheses", "node_depth", "restricted", "soa", "soa_class", "soa_is"]
__all__ += ["soa_says", "soa_says_one"]
__all__ += ["CAPS", "MIDDLE", "MIDDLE_CAPS", "ExplicitSubclass", "data_sets"]
__all__ += ["all_are_essential", "bounded", "some_are_essential", "whole_corollary"]
__all__ += ["for_all_parameters", "item_two", "keeps_essential", "parameters"]
__all__ += ["CERTAIN_SIZES", "LEARNER_SIZES", "LEAVES", "a_private_learner_from_certain_erm"]
__all__ += ["dp_erm_repeated_is_certain", "leaves_with_hypotheses_are_few"]
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


# ---- The corrected theorems, which correct the refuted uses in their proofs too

LEAVES: dict[str, Any] = {
    "narrows": "the inequalities of the induction, at a leaf, a node and the root; the induction is in words",
    "side": Constant(1, mutants=(2,)),
    "share": SHARE,
}


def leaves_with_hypotheses_are_few(
    p: PositiveInteger,
    q: AtLeastOne,
    r: AtLeastOne,
    part: Unit,
    a: AtLeastOne,
    dim: Natural,
    less: Natural,
    side: int,
    share: Fraction,
) -> Truth:
    """For p >= 1 and any class with LDim(H) <= d, at most p^d 2^(d^2) leaves of a valid (p, d)-decomposition tree have
    a non-empty class: by induction from the leaves at most (p 2^d - t)^l are below a node of depth t and dimension l. A
    leaf has t = part p (q - 1), q = 2^(d-l) and r = 2^l, so that p 2^d - t >= 1, as it is above, and so is its power; a
    node of depth p 2^d - a - 1 and dimension l = dim + 1 has children of dimensions l and l - 1 at most, and one of
    dimension 0 has one child with a non-empty class; the root has (p 2^d)^LDim, here with d = dim + less."""
    d = dim + less
    leaf = (p * q * r - part * p * (q - 1) >= 1) & (a**dim >= 1)
    node = side * a ** (dim + 1) + a**dim <= (a + 1) ** (dim + 1)
    return leaf & node & ((p * 2**d) ** dim <= share * (p * 2**d) ** d)


CERTAIN_SIZES: dict[str, Any] = {
    "narrows": "the sizes, budgets and failures; what a run does is in the steps that are cited",
    "C": Constant(4 * 10**7, mutants=(37 * 10**6,), stronger="smaller"),
    "K": Constant(2000, mutants=(1950,), stronger="smaller"),
    "parts": Constant(4, mutants=(2,), stronger="smaller"),
}


@terms("LYU25.T3.corrected")
def certain_erm(epsilon: PositiveUnit, delta: OpenUnit) -> Terms:
    """DP-ERM, repeated until a run passes, for delta <= 1/e."""
    return Terms(epsilon=epsilon, delta=delta)


def dp_erm_repeated_is_certain(
    d: AtLeastOne,
    epsilon: PositiveUnit,
    z: FromZero,
    alpha: PositiveUnit,
    rest: FromZero,
    up: Unit,
    down: Unit,
    C: int,
    K: int,
    parts: int,
) -> Statement:
    """For d >= 1, eps <= 1, delta = e^{-1-z}, alpha <= 1, f = d^5 log(1/delta) / (alpha eps) and n = 4 10^7 f (1 + ln
    f)^2 there is an (eps, delta)-private algorithm that outputs, with probability one, on every realizable S of n
    examples SOA_G with err_S <= alpha, for a (d + 1)-irreducible G in H: runs of DP-ERM at alpha/2 with 2000 d^2
    log(1/delta) (1 + ln f) / eps chunks, tests of eps / (8 (d + 1)), a sample of eps/16 and its errors counted with
    noise of 4/eps, until one passes or a coin of probability delta stops them; what then errs more on a realizable
    S is replaced. With these sizes the budgets add up, B leaves room below k/4, and the failure symbol, the tests,
    E_good and the count fail with probability 1/100 each. Here ln f <= ln(1/eps) + rest, and the chunks and their rows
    are rounded by up and down; a larger n has a smaller alpha."""
    delta, budget = exp(-1 - z), certain_erm(epsilon, exp(-1 - z))
    cost, rare = spent_by_runs(epsilon, delta, parts)
    paid = (cost <= budget.epsilon) & (rare <= budget.delta)
    lines = runs_succeed(d, epsilon, 1 + z, alpha, rest, up, down, C, K, parts)
    return when(ln(d**5 * (1 + z) / alpha) <= rest, all_of([paid, *lines]))


LEARNER_SIZES: dict[str, Any] = {
    "narrows": "as LYU25.T3.corrected, whose sizes are checked again for ln f >= 2",
    "C": Constant(25 * 10**6, mutants=(24 * 10**6,), stronger="smaller"),
    "K": Constant(1450, mutants=(1390,), stronger="smaller"),
    "share": Constant(9, mutants=(7,), stronger="smaller"),
}


def a_private_learner_from_certain_erm(
    d: AtLeastOne,
    epsilon: PositiveUnit,
    z: FromZero,
    b: FromZero,
    alpha: PositiveUnit,
    rest: FromZero,
    up: Unit,
    down: Unit,
    C: int,
    K: int,
    share: int,
) -> Statement:
    """For d >= 1, eps <= 1, delta = e^{-1-z}, beta = e^{-b}, alpha <= 1, f = 9 d^5 log(1/(delta beta)) / (alpha eps)
    and n = 25 10^6 f (1 + ln f)^2 there is an (eps, delta)-private algorithm that PAC-learns H up to error alpha with
    confidence 1 - beta from n examples: that of Theorem 3, corrected, at eps, delta beta and alpha/9 (so large an f
    lets 25 10^6 and 1450 serve), whose hypotheses have an error above alpha with probability at most 8 (2 n)^d e^{-n
    alpha / 48} <= beta, as alpha/9 is less than half of alpha/4. Here ln f = ln(1/eps) + 2 + rest; up and down round as
    there."""
    lines = learns(d, epsilon, (z, b), alpha, 2 + rest, (up, down), (C, K, share))
    return when(ln(share * d**5 * (1 + z + b) / alpha) <= 2 + rest, all_of(lines))

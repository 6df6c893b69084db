"""LYU25 section 4.1: irreducible classes, and the covers of reducible ones."""

from itertools import combinations_with_replacement, product

from littlestone.spec.classes.concept_classes import every_member, largest_size, memoised
from littlestone.spec.classes.irreducibility import (
    along_soa,
    dimension,
    irreducible,
    irreducible_by_sequences,
    is_reduced_by,
    restricted,
    soa_says,
)
from littlestone.spec.notation import *

# ---- Definition 4.1


@claim(
    "LYU25.D4.1",
    "Definition 4.1: irreducible class",
    "definition",
    caps="$k$ at most $|X|$, as larger $k$ change nothing",
    more=OFFSET,
)
def irreducible_classes_keep_their_dimension_along_every_sequence(H: Binary, more: int) -> Truth:
    """$H$ is $k$-irreducible if $LDim(H|_(x_1,SOA_H(x_1)), ..., (x_k,SOA_H(x_k))) = LDim(H)$ for every sequence of $k$
    points, repeated or not, with the SOA of $H$ itself, and $k$-reducible if not."""
    return all_of(
        irreducible(H, k) == all_of(~is_reduced_by(H, xs) for xs in product(range(H.points), repeat=int(k + more)))
        for k in range(H.points + 1)
    )


@claim(
    "LYU25.D4.1.monotone",
    "for Definition 4.1: irreducibility for fewer points",
    "remark",
    role="companion",
    fewer=Constant(1, mutants=(-1,)),
)
def irreducible_for_more_points_is_irreducible_for_fewer(H: Binary, fewer: int) -> Truth:
    """A $(k+1)$-irreducible class is $k$-irreducible, for $k < |X|$; $|X| + 1$ points, some of them repeated, ask for
    no more than $|X|$."""
    beyond = irreducible(H, H.points) == irreducible_by_sequences(H, H.points + 1)
    return beyond & all_of(irreducible(H, k).implies(irreducible(H, k - fewer)) for k in range(1, H.points + 1))


@claim(
    "LYU25.D4.1.point",
    "for Definition 4.1: irreducibility at dimension zero",
    "remark",
    role="companion",
    dim=Constant(0, mutants=(1,)),
)
def a_class_of_dimension_zero_is_irreducible(H: Binary, dim: int) -> Truth:
    """A class with $LDim(H) = 0$ is $k$-irreducible for $k = |X|$, and so for smaller $k$ (LYU25.D4.1.monotone, for at
    most three points)."""
    return (dimension(H) <= dim).implies(irreducible(H, H.points))


# ---- Covers of reducible classes


def _smaller(H: ConceptClass, points: tuple[int, ...]) -> Truth:
    """Each class of the cover has a smaller dimension than H."""
    against = all_of(
        soa_says(H, x, 1 - y).implies(dimension(restricted(H, ((x, y),))) < dimension(H))
        for x in points
        for y in (0, 1)
    )
    return against & all_of(case.implies(dimension(rest) < dimension(H)) for rest, case in along_soa(H, points))


def _covers(H: ConceptClass, points: tuple[int, ...], lost: int) -> Truth:
    """Each function of H is in a class of the cover, the first ``lost`` of which are left out."""
    return every_member(
        H,
        lambda f: (
            any_of(soa_says(H, x, 1 - f[x]) for x in points[lost:]) | all_of(soa_says(H, x, f[x]) for x in points)
        ),
    )


@claim(
    "LYU25.O4.1",
    "section 4.1, after Definition 4.1: cover of a reducible class",
    "observation",
    caps="$k$ at most $|X|$, and points up to order",
    lost=OFFSET,
)
def a_reducible_class_is_covered_by_smaller_restrictions(H: Binary, lost: int) -> Truth:
    """If $x_1, ..., x_k$ witness that $H$ is $k$-reducible, then $H$ is covered by the $k$ classes $H|_(x_i, 1 -
    SOA_H(x_i))$ and the class $H|_(x_1,SOA_H(x_1)), ..., (x_k,SOA_H(x_k))$, each of a strictly smaller Littlestone
    dimension."""
    sequences = [xs for k in range(H.points + 1) for xs in combinations_with_replacement(range(H.points), k)]
    return all_of(is_reduced_by(H, xs).implies(_smaller(H, xs) & _covers(H, xs, int(lost))) for xs in sequences)


rests_on("LYU25.O4.1", "LYU25.N4.soa.other", "$H|_(x_i, 1 - SOA_H(x_i))$ is smaller", "section 4.1, Indeed")
rests_on("LYU25.O4.1", "LYU25.D4.1", "the class along the SOA is smaller", "section 4.1, Indeed")


@memoised
def has_reducible_restrictions(H: ConceptClass, k: int, least: int = 1) -> Truth:
    """H and all its restriction classes, of this dimension or more, are k-reducible."""
    parts = [restricted(H, ((x, y),)) for x in range(H.points) for y in (0, 1)]
    below = all_of(
        has_reducible_restrictions(part, k, least) for part in parts if 0 < largest_size(part) < largest_size(H)
    )
    return ((dimension(H) < least) | ~irreducible(H, k)) & below


def _scenario(H: ConceptClass, least: int, more: Integer) -> Truth:
    """H and its restriction classes of this dimension or more are k-reducible for some k, and for each such k the
    functions of H are at most (k + more)^d."""
    size, d = H.size(), dimension(H)
    reducible = [has_reducible_restrictions(H, k, int(least)) for k in range(H.points + 1)]

    def power(base: Integer) -> Number:
        return d.map(lambda dim: base ** max(dim, 0))

    few = (case.implies(size <= power(k + more)) for k, case in enumerate(reducible))
    return any_of(reducible) & all_of(few)


@claim(
    "LYU25.O4.2",
    "section 4.1, last two paragraphs: size of a class that is reducible throughout",
    "observation",
    narrows="the restriction classes of positive dimension, for none of one function is reducible (LYU25.D4.1.point), "
    "so that the scenario never occurs as printed; finite classes",
    caps="$k$ at most $|X|$, from where on all $k$ are alike",
    more=Constant(1, mutants=(0,)),
    least=Constant(1, mutants=(0,)),
)
def reducible_throughout_means_few_hypotheses(H: Binary, more: Integer, least: int) -> Truth:
    """If $H$ and all its restriction classes are $k$-reducible, $H$ is covered by $(k+1)^d$ singleton classes, $d =
    LDim(H)$, and so has at most $(k+1)^d$ hypotheses. Read as: if those of positive dimension are, which on finitely
    many points they are for some $k <= |X|$."""
    return _scenario(H, least, more)


rests_on("LYU25.O4.2", "LYU25.O4.1", "it is used again at a class of the cover", "section 4.1, Furthermore")

"""YAN25 section 5: concepts are paths of the tree (Lemma 5), a chunk determines an initial part of the target's path
(Lemmas 6 and 8), and is accurate if it is large (Lemma 7)."""

from collections.abc import Iterator
from itertools import combinations, pairwise, product

from littlestone.spec.class_trees.improper_laws import Points
from littlestone.spec.class_trees.realizable import realizable_samples
from littlestone.spec.classes.concept_classes import some_member
from littlestone.spec.notation import *
from littlestone.spec.yan25.vocabulary import *

L7 = "Section 5, proof of Lemma 7"


# ---- Lemma 5


@claim(
    "YAN25.L5",
    "Lemma 5, section 5: concepts as paths to the root",
    "lemma",
    reach=at_most_five_points,
    first=Constant(1, mutants=(0, 2)),
)
def concepts_are_paths_to_the_root(H: ListedVCOne, first: int) -> Truth:
    """For every $c$ in $C_f$ the points of $I(c)$ can be ordered $x_1 < ... < x_r$, and no point is above $x_r$: their
    distances are $r, ..., 1$."""
    tree = class_tree(H)
    paths = (sorted(ones(c), key=tree.depth, reverse=True) for c in H.functions())
    return all_of(
        all_of(
            [
                *(is_below(H, x, y) for x, y in pairwise(path)),
                *(~is_below(H, path[-1], y) for y in range(H.points) if path),
                [tree.depth(x) for x in path] == list(range(len(path) + int(first) - 1, int(first) - 1, -1)),
            ]
        )
        for path in paths
    )


rests_on("YAN25.L5", "YAN25.L3", "the points of $I(c)$ are comparable", "Section 5, proof of Lemma 5")


@claim(
    "YAN25.L5.assumed",
    "Lemma 5, section 5, under Assumptions 1 and 2 as printed: order of the points of a concept",
    "lemma",
)
def concepts_are_strictly_ordered(H: Binary) -> Statement:
    """The first part of Lemma 5, for VC dimension 1, Assumptions 1 and 2 being of $C$ as in print: for every $c$ in
    $C_f$ the points of $I(c)$ have an order $x_1 < ... < x_r$, so that of any two exactly one is below the other."""
    return when(as_printed(H), in_every_representation(H, _are_strictly_ordered))


def _are_strictly_ordered(G: ConceptClass) -> Truth:
    """Of two points that are both 1 in some concept exactly one is at most the other."""
    return all_of(
        some_member(G, lambda c, x=x, y=y: c[x] == c[y] == 1).implies(is_at_most(G, x, y) ^ is_at_most(G, y, x))  # type: ignore[misc]
        for x, y in combinations(range(G.points), 2)
    )


@correction(
    "YAN25.L5.assumed",
    "two points whose labels always differ are told apart by every concept of $C$, but by none of $C_f$: of $C = {01, "
    "10}$ with $f = 01$, $C_f = {00, 11}$. Both points of $I(11)$ are at most the other, so that neither order is "
    "strict, both would be candidates of the same distance in Algorithm 2, and one chunk would vote for both",
    alike=Constant(1, mutants=(0,)),
)
def concepts_are_strictly_ordered_where_points_sometimes_agree(H: Binary, alike: int) -> Statement:
    """Under Assumptions 1 and 2, of $C$ as in print, for VC dimension 1, and where any two points have the same label
    in some concept of $C$, for every $c$ in $C_f$ the points of $I(c)$ have an order $x_1 < ... < x_r$, so that of any
    two exactly one is below the other: with it any two points are told apart in $C_f$ (YAN25.A1.represented.corrected),
    which the claims on trees take for granted."""
    return when([*as_printed(H), sometimes_agree(H, alike)], in_every_representation(H, _are_strictly_ordered))


rests_on(
    "YAN25.L5.assumed.corrected",
    "YAN25.L3",
    "the points of $I(c)$ are comparable",
    "Section 5, proof of Lemma 5, corrected",
)
rests_on(
    "YAN25.L5.assumed.corrected", "YAN25.D13", "of two points just one is below the other", "Lemma 5, order, corrected"
)


# ---- Lemma 6


@claim("YAN25.L6", "Lemma 6, section 5: deterministic points and the target", "lemma", flipped=OFFSET)
def deterministic_points_lie_in_the_target(H: ListedVCOne, flipped: int) -> Truth:
    """Every point that is deterministic by a sample labelled by $c^*$ is in $I(c^*_f)$: for samples of all sizes, as
    repeated rows change nothing."""
    return all_of(
        deterministic_points(H, S) <= ones(c)
        for c in H.functions()
        for S in realizable_samples(H.points, turned(c, flipped))
    )


def turned(c: Function, flipped: int) -> Function:
    """The function with its label at the last point turned over where ``flipped`` is 1."""
    return (*c[:-1], c[-1] ^ int(flipped))


# ---- Lemma 7


@claim(
    "YAN25.L7",
    "Lemma 7, section 5: accuracy of the hypotheses of the chunks",
    "lemma",
    narrows="the arithmetic of one chunk; of $t$ the union bound is a dependency; that its $h_i$ is bad with "
    "probability at most $(1 - alpha)^s <= e^{-alpha s}$ is YAN25.X3, checked for $s <= 3$, in place of Theorem 3; "
    "$alpha = e^-a$ and $beta = e^-b$ at most 1, for larger ones nothing is claimed; natural logarithms",
    size=Constant(48, mutants=(HALF,)),
)
def every_chunk_determines_an_accurate_hypothesis(a: FromZero, b: FromZero, size: Rational) -> Truth:
    """With probability $1 - beta t$ all $h_i$ with $I(h_i) = B_i$ are $alpha$-good: for a chunk of $(48/alpha) (10
    log(48 e/alpha) + log(5/beta))$ rows, $e^{-alpha s} <= beta$."""
    return b <= size * (10 * (ln(48) + 1 + a) + ln(5) + b)


rests_on("YAN25.L7", "YAN25.L6", "$B_i$ is a subset of $I(c^*_f)$ ($h_i$ errs on points of $I(c^*_f)$ alone)", L7)
rests_on("YAN25.L7", "YAN25.L7.eq1", "$error(h_i, c^*_f) <= error(h', c^*_f)$", L7)


@uses("YAN25.L7", "YAN25.T3", L7, draws="every consistent $h'$ in $C_f$ has error below $alpha$, for all $t$ chunks")
def no_chunk_is_bad(t: PositiveInteger, beta: OpenUnit) -> Use:
    """Theorem 3 for each of $t$ chunks, which fails with probability $beta$."""
    return Use(fails=t * beta)


@uses("YAN25.L7", "PROB.union", f"{L7}: by union bound")
def some_chunk_is_bad(t: PositiveInteger, beta: OpenUnit, one: Unit) -> Use:
    """Of $t$ chunks, each bad with probability at most $beta$, some is with probability at most $beta t$."""
    return Use({"chances": t * one}, given=one <= beta, gives=lambda some: some.fails <= t * beta)


@adds_up("YAN25.L7", L7)
def all_chunks_fail(t: PositiveInteger, beta: OpenUnit) -> Total:
    """$t$ chunks fail with probability $beta$ each."""
    return Total(fails=t * beta)


Witnesses = Iterator[tuple[Function, Points, int, list[Function]]]


def witnesses(H: ConceptClass) -> Witnesses:
    """c*, B_i, a point x < y_i of I(c*), and all h' that agree with the chunk and are 0 at x."""
    for c in H.functions():
        for S in realizable_samples(H.points, c):
            B, agreeing = deterministic_points(H, S), consistent(H, S).functions()
            yield from ((c, B, x, [h for h in agreeing if h[x] == 0]) for x in sorted(ones(c) - B))


@claim(
    "YAN25.L7.eq1",
    "Lemma 7, section 5, its proof: error of a chunk's hypothesis against a consistent one",
    "displayed",
    more=OFFSET,
)
def a_consistent_hypothesis_errs_as_much(H: ListedVCOne, more: int) -> Truth:
    """For any $x < y_i$ with $c^*_f(x) = 1$ there exists one $h' != c^*_f$ with $h'(x) = 0$ and $error_(S_i)(h', c^*_f)
    = 0$, and $error(h_i, c^*_f) <= error(h', c^*_f)$. Read as: for some such $h'$, whatever the distribution is, so
    that $h'$ differs from $c^*_f$ wherever $h_i$ does."""
    return all_of(any(errs_as_much(c, B, h, int(more)) for h in found) for c, B, _, found in witnesses(H))


def errs_as_much(c: Function, B: Points, h: Function, more: int) -> bool:
    """Where h_i and c* differ, so do h and c*, and at ``more`` other points."""
    missed, differing = ones(c) ^ B, ones(represented(h, c))
    return missed <= differing and len(missed) + more <= len(differing)


rests_on(
    "YAN25.L7.eq1", "YAN25.L7.outside", "$h_i$ is right where $h'$ differs", L7, repair="YAN25.L7.outside.corrected"
)


@claim(
    "YAN25.L7.outside",
    "Lemma 7, section 5, its proof, second paragraph: target outside of the deterministic points",
    "step",
    role="statement",
)
def outside_of_the_determined_points_the_target_is_0(H: ListedVCOne) -> Truth:
    """For all $x$ in $I(h')$ outside of $B_i$ (the print has $h_1$ for $h'$), $c^*_f(x) = 0$ because $x$ is not in
    $I(c^*_f)$. Read as drawn from what is said of $h'$, that it is 0 at some point of $I(c^*_f)$ below $y_i$, the root
    where $B_i$ is empty, and that $error_(S_i)(h', c^*_f) = 0$."""
    return all_of(c[y] == 0 for c, B, _, found in witnesses(H) for h in found for y in ones(h) - B)


@correction(
    "YAN25.L7.outside",
    "$x$ must be the point next below $y_i$ on the target's path: then $h'$ is 0 on all of $I(c^*)$ outside of $B_i$. "
    "For the chain $a > b$, no row that tells anything, $x = b$ and $h' = {a}$, a is outside of $B_i$ and in $I(c^*)$",
    next=Constant(1, mutants=(2,)),
)
def outside_of_them_the_target_is_0_for_the_next_point(H: ListedVCOne, next: int) -> Truth:
    """For the $x$ of $I(c^*_f)$ next below $y_i$ there is a consistent $h'$ with $h'(x) = 0$, and for every one the
    points of $I(h')$ outside of $B_i$ are not in $I(c^*_f)$."""
    tree = class_tree(H)
    nearest = [(c, B, found) for c, B, x, found in witnesses(H) if tree.depth(x) == len(B) + int(next)]
    return all_of(len(found) > 0 and all(c[y] == 0 for h in found for y in ones(h) - B) for c, B, found in nearest)


# ---- Lemma 8


@claim(
    "YAN25.L8",
    "Lemma 8, section 5: order of the deepest points of the chunks",
    "lemma",
    narrows="the sets $B_i$; that their deepest points are then comparable is YAN25.L5 and YAN25.L6",
    flipped=OFFSET,
)
def what_chunks_determine_is_nested(H: ListedVCOne, flipped: int) -> Truth:
    """For all $y_1, ..., y_t$, as nodes, there is an order with $y_1 <= ... <= y_t$: of any two sets $B_i$, determined
    by chunks labelled by $c^*$, one is a subset of the other."""
    return all_of(
        other >= B or other <= B
        for c in H.functions()
        for B, other in product(
            {deterministic_points(H, S) for S in realizable_samples(H.points, c)},
            {deterministic_points(H, S) for S in realizable_samples(H.points, turned(c, flipped))},
        )
    )


rests_on("YAN25.L8", "YAN25.L6", "all $y_i$ are points of $I(c^*_f)$, or the root", "Section 5, proof of Lemma 8")
rests_on("YAN25.L8", "YAN25.L5", "the $y_i$ are in order", "Section 5, proof of Lemma 8")

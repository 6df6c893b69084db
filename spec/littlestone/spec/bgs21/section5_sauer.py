"""BGS21 section 5.1: Theorem 5.6, a Sauer-type bound on the 0-cover function.

The paper proves it by double induction: two base cases, and an inductive case with Claims 5.7 to 5.10 inside.
"""

from itertools import combinations, product, zip_longest

from littlestone.spec.bgs21.vocabulary import *
from littlestone.spec.classes.covers import constant_trees
from littlestone.spec.notation import *

BELOW_M = (
    "else it is over the trees, up to swapped sides, in which no path meets a point twice: BGS21.D5.5.trees, "
    "on 2 points"
)
DEPTHS = (
    "$n$ is at most the number of points; from it on $N(0, H, n)$ is taken to be $|H|$, while the sum grows, and $(e k"
    f" n / d)^d$ is BGS21.T5.6.eqA; {BELOW_M}"
)
UP_TO_M = f"$n$ is at most the number of points, where $N(0, H, n)$ is taken to be $|H|$; {BELOW_M}"
PROOF = "proof of Theorem 5.6, section 5.1"
INDUCTION = f"{PROOF}, inductive case"
DEPTH_M = "for Definition 5.5, section 5.1: why depths up to the number of points stand for all"
ON_N = "for Theorem 5.6, section 5.1, as an induction on n"


# ---- Theorem 5.6


@claim(
    "BGS21.T5.6",
    "Theorem 5.6, section 5.1: Sauer-type bound on the 0-cover function",
    "theorem",
    caps=DEPTHS,
    shift=TIGHT,
    scale=SHARE,
    cites=(
        "BGS21.T5.6.eqA",
        "BGS21.D5.5.trees",
    ),
)
def covers_obey_a_sauer_bound(H: Multiclass, shift: int, scale: Fraction) -> Truth:
    """With $d = MLD(H)$: $N(0, H, n) <= sum_{i<=d} C(n,i) k^i$ for $n >= d$, which is at most $(e k n/d)^d$ where $d >
    0$, and $N(0, H, n) <= (k+1)^n$ for $n < d$; $n$ goes up to the number of points, from where on $N(0, H, n) =
    |H|$."""
    d = multiclass_littlestone_dimension(H)
    return all_of(
        (d <= n).implies((cover_function(H, n) <= sauer_bound(H, n, shift)) & _exponential_bound(H, n, scale))
        & (d > n).implies(cover_function(H, n) <= H.labels**n)
        for n in all_depths(H)
    )


def sauer_bound(H: ConceptClass, n: int, shift: int = 0) -> Number:
    """sum_{i <= d + shift} C(n, i) k^i as a function of d = MLD(H)."""
    return multiclass_littlestone_dimension(H).map(lambda d: sauer_sum(n, max(d, 0) + shift, H.k))


def _exponential_bound(H: ConceptClass, n: int, scale: Fraction) -> Truth:
    """sum_{i<=d} C(n,i) k^i <= (scale e k n / d)^d at d = MLD(H), where 0 < d <= n."""
    d = multiclass_littlestone_dimension(H)
    values = [v for v in d.values if 0 < v <= n]
    return all_of(
        d.equals(v).implies(sauer_sum(n, v, H.k) <= floor((scale * EULER * H.k * n / v) ** v)) for v in values
    )


rests_on("BGS21.T5.6", "BGS21.N5.0", "at $n = 0$ the theorem is the convention", "before Theorem 5.6, section 5.1")
rests_on(
    "BGS21.T5.6", "BGS21.T5.6.base2", "$(k+1)^n$ trees cover, which is (4) at $n = d$", f"{PROOF}, second base case"
)
rests_on("BGS21.T5.6", "BGS21.T5.6.ind", "the stitched covers have $k S(n-1, d-1) + S(n-1, d)$ trees", INDUCTION)
rests_on("BGS21.T5.6", "BGS21.T5.6.ind", "the base cases handle all other values", INDUCTION, name="cases")
rests_on("BGS21.T5.6", "BGS21.D5.5.trees", "$N(0, H, n) = |H|$ from $n = m$ points on", DEPTH_M)


@uses("BGS21.T5.6", "BGS21.T5.6.eqA", f"{PROOF}, first display")
def the_sum_is_a_power(size: Natural, sum: FromZero, power: FromZero, n: PositiveInteger, d: PositiveInteger) -> Use:
    """The second inequality of (5): what is at most the sum is at most the ``power`` $(e k n / d)^d$."""
    at = {"n": n, "d": d, "sum": sum, "power": power}
    return Use(at, given=(d <= n) & (size <= sum), gives=size <= power)


@uses("BGS21.T5.6", "BGS21.T5.6.base1", f"{PROOF}, first base case", opaque=("cover_function",))
def a_single_function_is_the_first_base_case(H: Multiclass) -> Use:
    """The case $d = 0$, $n >= 1$ of (4): one tree covers, and the sum is 1."""
    gives = all_of(cover_function(H, n) <= sauer_bound(H, n) for n in all_depths(H) if n)
    return Use({"H": H}, given=multiclass_littlestone_dimension(H).equals(0), gives=gives)


@uses("BGS21.T5.6", "BGS21.C5.10", f"{INDUCTION}, last display")
def sums_are_regrouped(size: Natural, split: Natural, whole: Natural, n: PositiveInteger, d: PositiveInteger) -> Use:
    """The bound on $|V'|$, $k S(n-1, d-1) + S(n-1, d)$, is the right side of (4), here ``whole``, at $n > d >= 1$."""
    at = {"n": n, "d": d, "split": split, "whole": whole}
    return Use(at, given=(d < n) & (size <= split), gives=size <= whole)


@claim(
    "BGS21.T5.6.eq4",
    "Equation (4), section 5.1: 0-cover function against the Sauer sum",
    "step",
    caps=UP_TO_M,
    shift=TIGHT,
    cites=("BGS21.D5.5.trees",),
)
def covers_are_at_most_the_sum(H: Multiclass, shift: int) -> Truth:
    """$N(0, H, n) <= sum_{i=0}^{d} C(n, i) k^i$ for all $n >= d >= 0$, $d = MLD(H)$; $n$ goes up to $m$, from where on
    $N(0, H, n) = |H|$."""
    d = multiclass_littlestone_dimension(H)
    return all_of((d <= n).implies(cover_function(H, n) <= sauer_bound(H, n, shift)) for n in all_depths(H))


rests_on("BGS21.T5.6.eq4", "BGS21.D5.5.trees", "$N(0, H, n) = |H|$ from $n = m$ points on", DEPTH_M)
rests_on("BGS21.T5.6.eq4", "BGS21.T5.6.induction", "the step gives (4), where it holds for the parts", ON_N)

# ---- Its proof


@terms("BGS21.T5.6.eqA")
def sum_and_power(n: PositiveInteger, d: PositiveInteger, sum: FromZero, power: FromZero) -> Terms:
    """The sum of C(n, i) k^i over i <= d, by what bounds it in the display, and the ``power`` (e k n / d)^d."""
    return Terms(asks=d <= n, says=sum <= power)


@claim(
    "BGS21.T5.6.eqA",
    "Theorem 5.6, section 5.1, the display that proves the second inequality of (5): Sauer sum against a power",
    "step",
    scale=Constant(1, mutants=(Fraction(9, 10),)),
)
def sum_is_bounded_through_binomial_theorem(
    n: PositiveInteger, d: PositiveInteger, k: PositiveInteger, scale: Fraction
) -> Statement:
    """For $n >= d > 0$ and $k >= 1$, the sum of $C(n,i) k^i$ over $i <= d$ equals the sum of $C(n,i) k^i (n/d)^i
    (d/n)^i$, which is at most $(k n/d)^d$ times the sum of $C(n,i) (d/n)^i$, at most $(k n/d)^d (1+d/n)^n$, at most
    $(e k n/d)^d$."""
    i = symbol("i")
    padded = finite_sum(binomial(n, i) * k**i * (n / d) ** i * (d / n) ** i, "i", 0, d)
    drawn = (k * n / d) ** d * finite_sum(binomial(n, i) * (d / n) ** i, "i", 0, d)
    closed = (k * n / d) ** d * (1 + d / n) ** n
    last = as_truth(sum_and_power(n, d, closed, (scale * EULER * k * n / d) ** d).says)
    links = equals(sauer_sum(n, d, k), padded) & (padded <= drawn) & (drawn <= closed) & last
    return when(d <= n, links)


@claim(
    "BGS21.T5.6.base1",
    "first base case of Theorem 5.6: 0-covers of a class of dimension 0",
    "step",
    caps=UP_TO_M,
    one=Constant(1, mutants=(0,)),
    cites=("BGS21.D5.5.trees",),
)
def a_class_of_dimension_0_is_one_function(H: Multiclass, one: int) -> Statement:
    """If $MLD(H) = 0$ then $H$ is a single function and $N(0, H, n) = 1$ for all $n >= 1$; $n$ goes up to $m$, from
    where on $N(0, H, n) = |H|$."""
    single = H.size() == 1
    return when(
        multiclass_littlestone_dimension(H).equals(0),
        all_of([single, *(cover_function(H, n) == one for n in all_depths(H) if n)]),
    )


rests_on("BGS21.T5.6.base1", "BGS21.D5.5.trees", "$N(0, H, n) = |H|$ from $n = m$ points on", DEPTH_M)


@claim(
    "BGS21.T5.6.base2",
    "second base case of Theorem 5.6: 0-covers by trees with one label per level",
    "step",
    caps=f"for the trees with one label per level, $z$ of depth 1 and 2; else {UP_TO_M}",
    lost=Constant(0, mutants=(1,), stronger="larger"),
    cites=("BGS21.D5.5.trees",),
)
def level_constant_trees_cover(H: Multiclass, lost: int) -> Truth:
    """The $(k+1)^n$ trees with one label per level are a 0-cover of $H$ on every $z$ of depth $n$, so that $N(0, H, n)
    <= (k+1)^n = sum_{i<=n} C(n,i) k^i$ for every $n >= 1$, which for $n <= d = MLD(H)$ is at most $sum_{i<=d} C(n,i)
    k^i$."""
    trees = [(n, z) for n in (1, 2) for z in input_trees(H.points, n)]
    covers = all_of(is_cover(constant_trees(H.labels, n)[: H.labels**n - lost], H, z) for n, z in trees)
    return covers & all_of(_at_most_all_sequences(H, n, lost) for n in all_depths(H) if n)


def _at_most_all_sequences(H: ConceptClass, n: int, lost: int) -> Truth:
    """N(0, H, n) <= (k+1)^n - lost, and (k+1)^n = sum_{i<=n} C(n,i) k^i, at most the sum up to d where n <= d."""
    sequences = H.labels**n
    below = (multiclass_littlestone_dimension(H) >= n).implies(sauer_bound(H, n) >= sequences)
    return all_of([cover_function(H, n) <= sequences - lost, sequences == sauer_sum(n, n, H.k), below])


rests_on("BGS21.T5.6.base2", "BGS21.D5.5.trees", "$N(0, H, n) = |H|$ from $n = m$ points on", DEPTH_M)


@claim(
    "BGS21.T5.6.ind",
    "inductive case of Theorem 5.6: size of a cover from the covers of the subclasses",
    "step",
    caps="$n$ is at most the number of points; $N(0, H^i, n - 1)$ is over the trees, up to swapped sides, in which no "
    "path meets a point twice: BGS21.D5.5.trees, on 2 points; that so many trees cover $H$ is BGS21.C5.8 and "
    "BGS21.C5.9, within their limits",
    shift=TIGHT,
    cites=(
        "BGS21.C5.8",
        "BGS21.C5.9",
        "BGS21.D5.5.trees",
    ),
)
def one_subclass_is_heavy_and_the_others_light(H: Multiclass, shift: int) -> Truth:
    """For $n > d >= 1$, $n >= 2$ and any root $x$: the $N(0, H^i, n - 1)$ of $H^0, ..., H^k$, $H^i = {f in H : f(x) =
    i}$, are together at most $k sum_{i<=d-1} C(n-1,i) k^i + sum_{i<=d} C(n-1,i) k^i$, $d = MLD(H)$."""

    def bound(n: int) -> Number:
        parts = lambda d: int(H.k * sauer_sum(n - 1, d - 1 + shift, H.k) + sauer_sum(n - 1, d, H.k))  # noqa: E731
        return multiclass_littlestone_dimension(H).map(parts)

    return all_of(
        is_inductive(H, n).implies(total(cover_function(part, n - 1) for part in parts_at(H, x)) <= bound(n))
        for n in range(2, H.points + 1)
        for x in range(H.points)
    )


def is_inductive(H: ConceptClass, n: int) -> Truth:
    """The inductive case: 1 <= d < n, where d = MLD(H)."""
    d = multiclass_littlestone_dimension(H)
    return (d >= 1) & (d < n)


rests_on("BGS21.T5.6.ind", "BGS21.D5.5.trees", "$N(0, H, n) = |H|$ from $n = m$ points on", DEPTH_M)
rests_on("BGS21.T5.6.ind", "BGS21.C5.7", "all parts but one have MLD at most $d - 1$", f"{INDUCTION}, after Claim 5.9")
rests_on(
    "BGS21.T5.6.ind", "BGS21.C5.8", "the $|V^L|$ stitched trees are a cover of $H^i$ on $z$", f"{INDUCTION}, Claim 5.8"
)
rests_on("BGS21.T5.6.ind", "BGS21.C5.9", "the union of covers covers", f"{INDUCTION}, after Claim 5.9")


@uses("BGS21.T5.6.ind", "BGS21.T5.6.eq4", f"{INDUCTION}, hypothesis of the induction")
def the_hypothesis_of_the_induction_is_used_for_each_part(H: ExplicitClass) -> Use:
    """(4) at depth $n - 1$, the hypothesis of the induction, is used for each of $H^0, ..., H^k$ at the root: here for
    $H^0$ at the first point, which stands for any."""
    H0, depths = parts_at(H, 0)[0], range(2, H.points + 1)
    line = {n: cover_function(H0, n - 1) <= sauer_bound(H, n - 1) for n in depths}
    given = any_of(is_inductive(H, n) for n in depths)
    return Use({"H": H0}, given=given, gives=all_of(is_inductive(H, n).implies(line[n]) for n in depths))


@correction(
    "BGS21.T5.6.ind.from.T5.6.eq4.premise",
    "some $H^i$ may be empty, of which the theorem does not speak (its first base case says that $d = 0$ "
    "is one function); the empty set covers an empty $H^i$",
    size=OFFSET,
)
def parts_are_classes_or_need_no_tree(H: ExplicitClass, size: int) -> Truth:
    """Each $H^i$ at each root is a class, of which (4) speaks, or is empty and has the 0-cover of size 0."""
    parts = [part for x in range(H.points) for part in parts_at(H, x)]
    return all_of(H0.nonempty() | (cover_function(H0, n) + size <= 0) for H0 in parts for n in all_depths(H) if n)


# ---- The claims inside the proof


@claim("BGS21.C5.7", "Claim 5.7, section 5.1: subclasses of full dimension at a root", "claim", slack=TIGHT)
def at_most_one_subclass_keeps_the_dimension(H: Multiclass, slack: int) -> Truth:
    """For every $x$ at most one $i$ has $MLD(H^i) = d = MLD(H)$, where $H^i = {f in H : f(x) = i}$; the others have at
    most $d - 1$."""
    d = multiclass_littlestone_dimension(H)
    roots = [[multiclass_littlestone_dimension(part) for part in parts_at(H, x)] for x in range(H.points)]
    return all_of(smallest([a, b]) <= d + (slack - 1) for parts in roots for a, b in combinations(parts, 2))


rests_on(
    "BGS21.C5.7", "BGS21.D2.12", "trees of two parts, below one root, are one tree of $H$", "Claim 5.7, section 5.1"
)
rests_on("BGS21.C5.7", "BGS21.D2.13", "no part is larger", "Claim 5.7, section 5.1", name="parts")


@claim(
    "BGS21.C5.8",
    "Claim 5.8, section 5.1: stitching of two covers",
    "claim",
    caps="trees of depth 2; stitched covers of at most three, no fewer on the left, by the surjection that sends "
    "surplus trees to the last",
    slack=OFFSET,
)
def stitched_covers_cover(H: Multiclass, slack: int) -> Truth:
    """Covers $V^L$, $V^R$ of $H^i = {f in H : f(x) = i}$, $x$ the root of $z$, on its sides $z^L$, $z^R$ stitch, by a
    surjection of the larger onto the smaller, to a cover of $H^i$ on $z$ of size $max(|V^L|, |V^R|)$; the smallest
    cover of $H^i$ on $z$ has that many trees, for $V^L$, $V^R$ smallest covers."""
    trees = [z for z in input_trees(H.points, 2) if z is not None]
    subclasses = [(z, H.restrict(z.label, frozenset({y}))) for z in trees for y in range(H.labels)]
    sizes = [
        smallest_cover(part, z, 2) + slack == largest([smallest_cover(part, child, 1) for child in (z.left, z.right)])
        for z, part in subclasses
        if largest_size(part)
    ]
    stitched = [_stitch(H.restrict(z.label, frozenset({y})), z, y) for z in trees for y in range(H.labels)]
    return all_of([*sizes, *stitched])


def _stitch(H: ConceptClass, z: CoverNode, root: int) -> Truth:
    """All covers of H by at most three trees of depth 1 on both sides of z stitch, below this root label, to a cover of
    H on z: here those with no fewer on the left, as the others are those of z with its sides swapped."""
    leaves = [CoverNode(y) for y in range(H.labels)]
    covers = [V for size in (1, 2, 3) for V in combinations(leaves, size)]
    left, right = ([(V, is_cover(V, H, side)) for V in covers] for side in (z.left, z.right))
    return all_of(
        (covers_left & covers_right).implies(is_cover(_stitched(V, W, root), H, z))
        for (V, covers_left), (W, covers_right) in product(left, right)
        if len(V) >= len(W)
    )


def _stitched(V: tuple[CoverNode, ...], W: tuple[CoverNode, ...], root: int) -> tuple[CoverNode, ...]:
    """The trees of V on the left and the no more of W on the right, the last one again where they run out."""
    return tuple(CoverNode(root, v, w) for v, w in zip_longest(V, W, fillvalue=W[-1]))


@claim(
    "BGS21.C5.9",
    "Claim 5.9, section 5.1: cover of a union",
    "claim",
    narrows="unions of two classes",
    caps="trees of depth 2",
    lost=OFFSET,
)
def a_union_of_covers_covers_the_union(G: Multiclass, H: Multiclass, U: TreeSet, V: TreeSet, lost: int) -> Statement:
    """If $U$ is a 0-cover of $G$ on $z$ and $V$ a 0-cover of $H$ on $z$, then the union of $U$ and $V$ is one of the
    union of $G$ and $H$."""
    n = (V.points + 1).bit_length() - 1
    both, cover = union(G, H), V if lost else union(U, V)
    trees = list(input_trees(H.points, n))
    covered = [(set_covers(U, G, z, n) & set_covers(V, H, z, n), set_covers(cover, both, z, n)) for z in trees]
    return all_of(both_cover.implies(joined) for both_cover, joined in covered)


@terms("BGS21.C5.10")
def regrouped(n: PositiveInteger, d: PositiveInteger, split: FromZero, whole: FromZero, shift: int = 0) -> Terms:
    """S(n-1, d) + k S(n-1, d-1), which is ``split``, and S(n, d), which is ``whole``."""
    return Terms(asks=d < n, says=equals(split, whole + shift))


@claim(
    "BGS21.C5.10",
    "Claim 5.10, section 5.1: Pascal's rule for the Sauer sum",
    "claim",
    shift=Constant(0, mutants=(1, -1)),
)
def sums_obey_pascal_rule(n: PositiveInteger, d: PositiveInteger, k: Natural, shift: int) -> Statement:
    """For all naturals $k$, $n$ and $0 < d < n$: $S(n-1,d) + k S(n-1,d-1) = S(n,d)$, where $S(n,d)$ is the sum of
    $C(n,i) k^i$ over $i <= d$.
    """
    left = sauer_sum(n - 1, d, k) + k * sauer_sum(n - 1, d - 1, k)
    sums = regrouped(n, d, left, sauer_sum(n, d, k), shift)
    return when(as_truth(sums.asks), as_truth(sums.says))


@uses("BGS21.C5.10", "BGS21.C5.10.pascal", "proof of Claim 5.10, section 5.1")
def terms_of_the_two_sums_are_regrouped(
    so_far: Natural, whole: Natural, chosen: Natural, spared: Natural, power: Natural
) -> Use:
    """To the sum ``so_far``, which starts from 1 at $k^0$, the terms of one ``power`` $k^i$ more are added by Pascal's
    rule, for $1 <= i <= d < n$, from both sums on the left, and from one on the right."""
    at = {"whole": whole, "chosen": chosen, "spared": spared}
    return Use(at, gives=equals(so_far + spared * power + chosen * power, so_far + whole * power))


@terms("BGS21.C5.10.pascal")
def pascal(whole: FromZero, chosen: FromZero, spared: FromZero, shift: int = 0) -> Terms:
    """C(n, i), C(n-1, i-1) and C(n-1, i)."""
    return Terms(says=equals(whole, chosen + spared + shift))


@claim(
    "BGS21.C5.10.pascal", "proof of Claim 5.10, section 5.1: Pascal's rule", "step", shift=Constant(0, mutants=(1, -1))
)
def binomials_obey_pascal_rule(n: PositiveInteger, i: PositiveInteger, shift: int) -> Truth:
    """For all $n, i >= 1$: $C(n, i) = C(n-1, i-1) + C(n-1, i)$."""
    return as_truth(pascal(binomial(n, i), binomial(n - 1, i - 1), binomial(n - 1, i), shift).says)

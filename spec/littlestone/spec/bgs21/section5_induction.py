"""BGS21 section 5.1: equation (4), on which Theorem 3.4 rests, for any number of points, depths and labels.

The paper's double induction on n and d is here one on n, for all d >= MLD(H) at once: it needs no case n <= d. The step
is a claim about numbers; what it assumes of classes, their recurrences at the root of a tree, are claims of their own.
"""

from itertools import permutations

from littlestone.spec.bgs21.vocabulary import *
from littlestone.spec.notation import *

INDUCTION = "for Theorem 5.6, section 5.1, as an induction on n"
Dimension = Annotated[Real, Naturals(-1)]  # -1 is that of the empty class

ROOT = f"{INDUCTION}: the parts at a root"
UNKNOWN = ("littlestone_dimension",)


@claim(
    "BGS21.T5.6.root",
    f"{INDUCTION}: 0-cover function and the subclasses at a root",
    "step",
    caps="$n$ is at most the number of points, where $N(0, H, n)$ is taken to be $|H|$; else it is over the trees, "
    "up to swapped sides, in which no path meets a point twice: BGS21.D5.5.trees, on 2 points",
    slack=TIGHT,
    cites=("BGS21.D5.5.trees",),
)
def covers_are_bounded_at_the_root(H: Multiclass, slack: int) -> Truth:
    """$N(0, H, n)$ is at most the largest sum of the $N(0, H^y, n - 1)$ over the labels $y$ at a root $x$, $H^y = {f in
    H : f(x) = y}$, for all $n >= 1$; $n$ goes up to $m$, from where on $N(0, H, n) = |H|$."""
    return all_of(
        cover_function(H, n)
        <= largest([total(cover_function(part, n - 1) for part in parts_at(H, x)) for x in range(H.points)]) + slack
        for n in all_depths(H)
        if n
    )


rests_on("BGS21.T5.6.root", "BGS21.D5.5.trees", "depths up to $m$ stand for all", "for Definition 5.5, section 5.1")


@claim("BGS21.T5.6.parts", f"{INDUCTION}: dimension of a subclass", "step", slack=TIGHT)
def parts_have_no_larger_dimension(H: Multiclass, slack: int) -> Truth:
    """$MLD(H^y) <= MLD(H)$ for every root $x$ and label $y$, $H^y = {f in H : f(x) = y}$."""
    d = multiclass_littlestone_dimension(H)
    parts = [part for x in range(H.points) for part in parts_at(H, x)]
    return all_of(multiclass_littlestone_dimension(part) <= d + slack for part in parts)


@terms("BGS21.T5.6.pascal")
def sums_of_the_parts(split: FromZero, whole: FromZero, shift: int = 0) -> Terms:
    """S(n-1, d) + k S(n-1, d-1), which is ``split``, and S(n, d), which is ``whole``."""
    return Terms(says=equals(split, whole + shift))


@claim(
    "BGS21.T5.6.pascal",
    f"{INDUCTION}: Pascal's rule for the Sauer sum at all degrees",
    "step",
    shift=Constant(0, mutants=(1, -1)),
)
def sums_obey_pascals_rule_for_all_d(n: PositiveInteger, d: Natural, k: Natural, shift: int) -> Truth:
    """Claim 5.10 for all $n >= 1$, $d >= 0$: $S(n-1,d) + k S(n-1,d-1) = S(n,d)$, where $S(n,d)$ is the sum of $C(n,i)
    k^i$ over $i <= d$, 0 at $d = -1$."""
    left = sauer_sum(n - 1, d, k) + k * sauer_sum(n - 1, d - 1, k)
    return as_truth(sums_of_the_parts(left, sauer_sum(n, d, k), shift).says)


@claim(
    "BGS21.T5.6.induction",
    f"{INDUCTION}: induction step at any depth",
    "step",
    narrows="assumes BGS21.T5.6.root, BGS21.T5.6.parts, BGS21.C5.7 and, at $n = 0$, BGS21.N5.0 of the "
    "definitions, for any number of points, depths and labels",
    slack=TIGHT,
)
def covers_obey_the_sum_at_any_depth(
    size: Natural,
    size_heavy: Natural,
    size_light: Natural,
    d: Dimension,
    d_heavy: Dimension,
    d_light: Dimension,
    D: Natural,
    s_heavy: Natural,
    s_light: Natural,
    s: Natural,
    slack: int,
) -> Statement:
    """$N(0, H, n) <= S(n, D)$ for all $n$ and $D >= d = MLD(H)$: with heavy for a part of largest dimension at the root
    and light for all others together, of sizes $size_heavy$, $size_light$ and dimensions $d_heavy$, $d_light$, the
    recurrences at the root, Pascal's rule for $s = S(n, D)$, $s_heavy = S(n-1, D)$ and $s_light = k S(n-1, D-1)$, and
    the bounds for the parts, at $D$ and at $D - 1$, give $size <= s$."""
    recurrences = [size <= size_heavy + size_light, d_heavy <= d, 1 + d_light <= d, s_heavy + s_light <= s]
    hypothesis = [(d_heavy <= D).implies(size_heavy <= s_heavy), (1 + d_light <= D).implies(size_light <= s_light)]
    return when([*recurrences, *hypothesis, d <= D], size <= s + slack)


rests_on("BGS21.T5.6.induction", "BGS21.N5.0", "it begins at $N(0, H, 0) = 1$", INDUCTION)


@uses("BGS21.T5.6.induction", "BGS21.T5.6.root", ROOT, opaque=("cover_function", "cover_number"))
def a_cover_is_no_larger_than_those_of_the_parts(H: Multiclass) -> Use:
    """What bounds the sum of the parts at depth $n - 1$, at every root, bounds the size at depth $n$, here by $S(n,
    d)$: the first hypothesis of the step."""

    def S(n: int) -> Number:
        return multiclass_littlestone_dimension(H).map(lambda d: sauer_sum(n, max(d, 0), H.k))

    depths, roots = [n for n in all_depths(H) if n], [parts_at(H, x) for x in range(H.points)]
    known = (total(cover_function(part, n - 1) for part in parts) <= S(n) for n in depths for parts in roots)
    return Use({"H": H}, given=all_of(known), gives=all_of(cover_function(H, n) <= S(n) for n in depths))


@uses("BGS21.T5.6.induction", "BGS21.T5.6.parts", ROOT, opaque=UNKNOWN)
def the_heavy_part_has_no_larger_dimension(H: Multiclass) -> Use:
    """The dimension of the heavy part, the largest of all, is at most $d$: the second hypothesis of the step."""
    d = multiclass_littlestone_dimension(H)
    heavy = [largest([multiclass_littlestone_dimension(part) for part in parts_at(H, x)]) for x in range(H.points)]
    return Use({"H": H}, gives=all_of(one <= d for one in heavy))


@uses("BGS21.T5.6.induction", "BGS21.C5.7", ROOT, opaque=UNKNOWN)
def the_light_parts_have_smaller_dimension(H: Multiclass) -> Use:
    """A part that has no larger dimension than another, as all have but the heavy one, has at most $d - 1$: the third
    hypothesis of the step."""
    d = multiclass_littlestone_dimension(H)
    roots = [[multiclass_littlestone_dimension(part) for part in parts_at(H, x)] for x in range(H.points)]
    light = ((one <= other).implies(1 + one <= d) for parts in roots for one, other in permutations(parts, 2))
    return Use({"H": H}, gives=all_of(light))


@uses("BGS21.T5.6.induction", "BGS21.T5.6.pascal", f"{INDUCTION}: the sums")
def the_bounds_of_the_parts_add_up(size: Natural, heavy: Natural, light: Natural, whole: Natural) -> Use:
    """Pascal's rule turns the bounds of the parts, one at $d$ and $k$ at $d - 1$, which together bound the class, into
    that of the class."""
    return Use({"split": heavy + light, "whole": whole}, given=size <= heavy + light, gives=size <= whole)

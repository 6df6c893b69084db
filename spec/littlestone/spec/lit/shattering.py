"""How many sets a class shatters, strongly or not, and how large a class is that shatters few."""

from itertools import combinations
from math import comb

from littlestone.spec.algebra.naturals import combined
from littlestone.spec.lit.vocabulary import (
    differ_nowhere_alone,
    distance,
    flipped,
    is_chain,
    is_uniform,
    least_distance,
    strongly_shattered_sets,
)
from littlestone.spec.notation import *

SANDWICH = "Bollobas et al. 1989, Reverse Kleitman inequalities; Dress 1997; Anstee et al. 2002"
EXTREMAL = "Bollobas and Radcliffe 1995, Defect Sauer results, on extremal systems"
shattered_sets = PARAMETERS["sh"]


@claim(
    "LIT.pajor",
    "Pajor 1985, Sous-espaces l_1^n des espaces de Banach: number of shattered sets against the size",
    "lemma",
    slack=TIGHT,
)
def a_class_shatters_as_many_sets_as_it_has_functions(H: Binary, slack: int) -> Truth:
    """A class shatters at least $|H|$ sets of points."""
    return H.size() <= shattered_sets(H) + slack


@claim("LIT.strong", f"{SANDWICH}: number of strongly shattered sets against the size", "lemma", slack=TIGHT)
def a_class_strongly_shatters_no_more_sets_than_it_has_functions(H: Binary, slack: int) -> Truth:
    """A class strongly shatters at most $|H|$ sets of points."""
    return strongly_shattered_sets(H) <= H.size() + slack


@claim(
    "LIT.extremal", f"{EXTREMAL}: tightness of the two bounds on the size", "theorem", defect=Constant(0, mutants=(1,))
)
def the_sandwich_is_tight_on_both_sides_at_once(H: Binary, defect: int) -> Truth:
    """A class strongly shatters $|H|$ sets if and only if it shatters $|H|$ sets."""
    tight_below = strongly_shattered_sets(H) + defect >= H.size()
    return tight_below.iff(shattered_sets(H) <= H.size())


@claim(
    "LIT.extremal.isometric",
    "Greco 1998, Embeddings and the trace of finite sets: distances in the one-inclusion graph of an extremal class",
    "theorem",
    defect=OFFSET,
)
def extremal_classes_are_isometric(H: Binary, defect: int) -> Statement:
    """If $H$ shatters only $|H|$ sets, the distance of any two functions in its one-inclusion graph is the number of
    points on which they differ: from each one can step towards the other within $H$, and so on."""
    pairs = combinations(H.members(), 2)
    steps = all_of(
        (in_f & in_g).implies(any_of(H.contains(flipped(f, x)) for x in range(H.points) if f[x] != g[x]))
        for (f, in_f), (g, in_g) in pairs
        if distance(f, g) > 1
    )
    return when(shattered_sets(H) <= H.size() + defect, steps)


@claim(
    "LIT.bondy",
    "Bondy 1972, Induced subsets: leaving out a point of a small class",
    "theorem",
    more=Constant(0, mutants=(1,)),
)
def few_functions_need_not_all_points(H: Binary, more: int) -> Statement:
    """Of a class with at most as many functions as points, some point can be left out so that no two functions become
    equal."""
    return when(H.size() <= H.points + more, any_of(differ_nowhere_alone(H, x) for x in range(H.points)))


@claim(
    "LIT.frankl.pach",
    "Frankl and Pach 1984, On disjointly representable sets: size of a uniform class by its shattered sets",
    "theorem",
    slack=TIGHT,
)
def uniform_families_that_shatter_no_set_of_their_size(H: Binary, slack: int) -> Statement:
    """If all functions of $H$, on $m$ points, are 1 on exactly $k >= 1$ of them and $H$ shatters no $k$ points, $|H| <=
    C(m, k - 1)$."""
    uniform = {k: is_uniform(H, k) & (vc_dimension(H) < k) for k in range(1, H.points + 1)}
    small = all_of(one.implies(H.size() <= comb(H.points, k - 1) + slack) for k, one in uniform.items())
    return when(any_of(uniform.values()), small)


@claim(
    "LIT.haussler",
    "Haussler 1995, Sphere packing numbers for subsets of the Boolean n-cube: packing number by the VC dimension",
    "theorem",
    scale=Constant(1, mutants=(QUARTER,)),
)
def separated_classes_are_small(H: Binary, scale: Fraction) -> Truth:
    """A class of VC dimension $d$ on $n$ points, any two functions of which differ on $k$ points or more, has at most
    $e$ $(d + 1)$ $(2e (n + 1) / (k + 2d + 2))^d$ functions."""
    n = H.points
    bound = combined(
        lambda d, k: EULER * scale * (d + 1) * (2 * EULER * (n + 1) / (k + 2 * d + 2)) ** max(d, 0),
        vc_dimension(H),
        least_distance(H),
    )
    return H.size() <= bound


@claim(
    "LIT.chain",
    "Wenocur and Dudley 1981, Some special Vapnik-Chervonenkis classes: VC dimension of a chain",
    "theorem",
    fewest=Constant(2, mutants=(1,)),
)
def chains_have_vc_dimension_one(H: Binary, fewest: int) -> Statement:
    """A class of at least two sets, of any two of which one contains the other, has VC dimension 1."""
    return when([is_chain(H), H.size() >= fewest], vc_dimension(H) == 1)

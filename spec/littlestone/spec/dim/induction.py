"""VC <= Ldim and Sauer's lemma for any number of points, by induction on the points (paper DIM).

A claim about classes takes their number of points from the universe that it is asked on; an induction step is a claim
about numbers alone, and is decided for all of them. Its premise is what the induction assumes: the hypothesis, and the
recurrences at a point, which are claims of their own. The point is the last one: H has two halves there, the functions
with label 0 and with label 1, both taken as classes on the other points.
"""

from littlestone.spec.algebra.naturals import largest, smallest
from littlestone.spec.classes.sauer import sauer_sum
from littlestone.spec.dim.vocabulary import (
    Dimension,
    half,
    littlestone_recurrence,
    meet_of_halves,
    vc_recurrence,
    without_last_point,
    without_points,
)
from littlestone.spec.notation import *

INDUCTION = "induction on the points, textbook"


# ---- VC <= Ldim


@claim(
    "DIM.vc.point", f"{INDUCTION}: upper bound on the VC dimension at a point", "step", one=Constant(1, mutants=(0,))
)
def vc_is_bounded_at_a_point(H: Binary, one: int) -> Truth:
    """A set that $H$ shatters without the last point is shattered by the union of the halves; with it, the rest of the
    set is shattered by both: $VC(H) <= max(VC(union), 1 + min(VC(half 0), VC(half 1)))$."""
    both = smallest([vc_dimension(half(H, y)) for y in (0, 1)])
    return vc_dimension(H) <= largest([vc_dimension(without_last_point(H)), both + one])


@claim(
    "DIM.ldim.point",
    f"{INDUCTION}: lower bound on the Littlestone dimension at a point",
    "step",
    one=Constant(1, mutants=(2,)),
)
def littlestone_grows_at_a_point(H: Binary, one: int) -> Truth:
    """A tree that the union of the halves shatters is shattered by $H$, and so is one whose root is the last point,
    over trees that the halves shatter: $Ldim(H) >= max(Ldim(union), 1 + min(Ldim(half 0), Ldim(half 1)))$."""
    both = smallest([littlestone_dimension(half(H, y)) for y in (0, 1)])
    return largest([littlestone_dimension(without_last_point(H)), both + one]) <= littlestone_dimension(H)


@claim("DIM.vc.base", f"{INDUCTION}: VC dimension against the Littlestone dimension on no points", "step", slack=TIGHT)
def vc_is_at_most_littlestone_on_no_points(H: BinaryOrEmpty, slack: int) -> Truth:
    """$VC <= Ldim$ for the two classes on no points, and for the empty class on any."""
    on_none = _vc_at_most_littlestone(without_points(H), slack)
    return on_none & (~H.nonempty()).implies(_vc_at_most_littlestone(H, slack))


def _vc_at_most_littlestone(H: ConceptClass, slack: int) -> Truth:
    return vc_dimension(H) <= littlestone_dimension(H) + slack


@claim(
    "DIM.vc.induction",
    f"{INDUCTION}: induction step for the VC dimension against the Littlestone dimension",
    "lemma",
    narrows="assumes DIM.vc.point, DIM.ldim.point and DIM.vc.base of the definitions, for any number of points",
    cites=("DIM.vc.point", "DIM.ldim.point", "DIM.vc.base"),
    slack=TIGHT,
)
def vc_is_at_most_littlestone_on_any_number_of_points(
    v: Dimension,
    v_union: Dimension,
    v0: Dimension,
    v1: Dimension,
    d: Dimension,
    d_union: Dimension,
    d0: Dimension,
    d1: Dimension,
    slack: int,
) -> Statement:
    """$VC <= Ldim$ on any number of points: with $v$ and $d$ for VC and Ldim of a class, its union and its halves 0 and
    1, the recurrences at a point and $v <= d$ for the union and the halves give $v <= d$ for the class."""
    recurrences = [vc_recurrence(v, v_union, v0, v1), littlestone_recurrence(d, d_union, d0, d1)]
    return when([*recurrences, v_union <= d_union, v0 <= d0, v1 <= d1], v <= d + slack)


# ---- Sauer's lemma


@claim(
    "DIM.sauer.point",
    f"{INDUCTION}: size of a class by its parts at a point",
    "step",
    more=Constant(0, mutants=(1, -1)),
)
def size_adds_up_at_a_point(H: Binary, more: int) -> Truth:
    """Every function on the other points is extended by $H$ once, or twice: $|H| = |union|$ + |meet of the halves|."""
    return H.size() + more == without_last_point(H).size() + meet_of_halves(H).size()


@claim(
    "DIM.sauer.dimensions",
    f"{INDUCTION}: VC dimension of the union and the meet of the halves",
    "step",
    slack=TIGHT,
    one=Constant(1, mutants=(2,)),
)
def vc_falls_in_the_meet(H: Binary, slack: int, one: int) -> Truth:
    """$VC(union) <= VC(H)$, and $1 + VC$(meet of the halves) <= $VC(H)$: $H$ shatters what the meet shatters, with the
    last point."""
    union_is_no_larger = vc_dimension(without_last_point(H)) <= vc_dimension(H) + slack
    return union_is_no_larger & (vc_dimension(meet_of_halves(H)) + one <= vc_dimension(H))


@claim("DIM.sauer.base", f"{INDUCTION}: Sauer's lemma on no points", "step", shift=TIGHT)
def sauers_lemma_on_no_points(H: BinaryOrEmpty, shift: int) -> Truth:
    """Sauer's bound holds for the two classes on no points, and for the empty class on any."""
    on_none = _obeys_sauer(without_points(H), shift)
    return on_none & (~H.nonempty()).implies(_obeys_sauer(H, shift))


def _obeys_sauer(H: ConceptClass, shift: int) -> Truth:
    return H.size() <= vc_dimension(H).map(lambda d: sauer_sum(H.points, d + shift, 1))


@claim("DIM.sauer.pascal", f"{INDUCTION}: Pascal's rule for Sauer's sum", "step", shift=Constant(0, mutants=(1, -1)))
def sauers_sum_obeys_pascals_rule(m: PositiveInteger, d: Natural, shift: int) -> Truth:
    """$S(m, d) = S(m-1, d) + S(m-1, d-1)$ for all $m >= 1$ and $d >= 0$, where $S(m, d)$ is the sum of $C(m, i)$ over
    $i <= d$."""
    return equals(sauer_sum(m, d, 1) + shift, sauer_sum(m - 1, d, 1) + sauer_sum(m - 1, d - 1, 1))


@claim(
    "DIM.sauer.induction",
    f"{INDUCTION}: induction step of Sauer's lemma",
    "lemma",
    narrows="assumes DIM.sauer.point, DIM.sauer.dimensions and DIM.sauer.base of the definitions, for any number of "
    "points",
    cites=("DIM.sauer.point", "DIM.sauer.dimensions", "DIM.sauer.base", "DIM.sauer.pascal"),
    slack=TIGHT,
)
def sauers_lemma_on_any_number_of_points(
    n: Natural,
    n_union: Natural,
    n_meet: Natural,
    v: Dimension,
    v_union: Dimension,
    v_meet: Dimension,
    d: Natural,
    S_same: Natural,
    S_less: Natural,
    S: Natural,
    slack: int,
) -> Statement:
    """A class on $m$ points with $VC <= d$ has at most $S(m, d)$ functions, for any $m$: with $n$ and $v$ for size and
    VC of a class, its union and the meet of its halves, the recurrences at a point, Pascal's rule for $S = S(m, d)$,
    $S_same = S(m-1, d)$, $S_less = S(m-1, d-1)$, and the bounds for the union at $d$ and for the meet at $d - 1$, give
    $n <= S$."""
    recurrences = [n <= n_union + n_meet, v_union <= v, 1 + v_meet <= v, S_same + S_less <= S]
    hypothesis = [(v_union <= d).implies(n_union <= S_same), (1 + v_meet <= d).implies(n_meet <= S_less)]
    return when([*recurrences, *hypothesis, v <= d], n <= S + slack)

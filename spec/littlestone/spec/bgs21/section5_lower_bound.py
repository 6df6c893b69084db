"""BGS21 sections 5.2 and 5.3: the exponential lower bound on covers, and the proof of Theorem 3.4 from both bounds."""

from littlestone.spec.bgs21.vocabulary import *
from littlestone.spec.notation import *

BelowLn2 = Annotated[Real, Reals(low=0, high=ln(2), low_open=True, high_open=True)]

LOWER_BOUND = "proof of Lemma 5.11, section 5.2"
PLACE = "section 5.3"
EQUATION_6 = f"{PLACE}, equation (6)"
FINITE = "infinite $d_B$: at every $n >= d$"
DEPTH_M = "for Definition 5.5, section 5.1: why depths up to the number of points stand for all"


@claim(
    "BGS21.L5.11",
    "Lemma 5.11, section 5.2: exponential lower bound on the 0-cover function",
    "lemma",
    caps="where $d$ is at least $m$, the number of points, $N(0, H, d)$ is taken to be $|H|$; else it is over the "
    "trees, up to swapped sides, in which no path meets a point twice: BGS21.D5.5.trees, on 2 points",
    cites=("BGS21.D5.5.trees",),
    base=Constant(2, mutants=(3,)),
)
def covers_grow_exponentially(H: Multiclass, base: int) -> Truth:
    """$N(0, H, d) >= 2^d$ for $d = Psi^B_LD(H)$."""
    d = map_dimension(H)
    return all_of(is_d.implies(cover_function(H, v) >= base ** max(v, 0)) for v, is_d in d.cases() if v >= 0)


rests_on("BGS21.L5.11", "BGS21.D5.5.trees", "$N(0, H, n) = |H|$ from $n = m$ points on", DEPTH_M)
rests_on("BGS21.L5.11", "BGS21.N5.0", '$d = 0$ "follows trivially from the convention"', LOWER_BOUND)
rests_on("BGS21.L5.11", "BGS21.ALG.TRANS", "each of the $2^d$ functions needs a tree of its own", LOWER_BOUND)


@claim(
    "BGS21.FIG2",
    "Figure 2, section 5.2: input tree of four functions",
    "figure",
    narrows="one class and one tree",
    size=Constant(4, mutants=(5,)),
)
def four_functions_on_two_paths(size: int) -> Truth:
    """A $Psi^B$-shattered tree of depth 2 gives an input tree with two paths and no 0-cover of fewer than 4 trees: here
    for the four binary functions on two points and one tree."""
    functions, bit = list(all_functions(2, 2)), (0, 1)
    tree = PsiNode(0, bit, PsiNode(1, bit), PsiNode(1, bit))
    stripped = CoverNode(0, CoverNode(1), CoverNode(1))
    needed = smallest_cover(explicit(functions), stripped, 2) == size
    return all_of([needed, is_psi_shattered(functions, tree), len(list(cover_paths(stripped))) == 2])


# ---- The proof of Theorem 3.4


@claim(
    "BGS21.T3.4.eq6",
    "Equation (6), section 5.3: upper and lower bound on the 0-cover function",
    "step",
    caps="where $d_B$ is at least $m$, the number of points, $N(0, H, d_B)$ is taken to be $|H|$; else it is over the "
    "trees, up to swapped sides, in which no path meets a point twice: that these are enough is BGS21.D5.5.trees, on 2 "
    "points; on so few points every $N(0, H, d_B)$ is below the upper bound: what carries that is "
    "BGS21.T5.6.induction, within its limits, and BGS21.T5.6.eqA",
    cites=("BGS21.D5.5.trees",),
    scale=SHARE,
)
def the_cover_function_lies_between(H: Multiclass, scale: Fraction) -> Statement:
    """$2^{d_B} <= N(0, H, d_B) <= (e k d_B / d)^d$, where $d_B = Psi^B_LD(H) >= d = MLD(H) >= 1$."""
    d, d_B = multiclass_littlestone_dimension(H), map_dimension(H)
    return when(
        d >= 1,
        all_of(
            (is_d & is_d_B).implies(
                (cover_function(H, b) >= 2**b) & (cover_function(H, b) <= floor((scale * EULER * H.k * b / a) ** a))
            )
            for a, is_d in d.cases()
            for b, is_d_B in d_B.cases()
            if b >= a >= 1
        ),
    )


rests_on("BGS21.T3.4.eq6", "BGS21.D5.5.trees", "$N(0, H, n) = |H|$ from $n = m$ points on", DEPTH_M)
rests_on(
    "BGS21.T3.4.eq6", "BGS21.T3.4.zero", "(6) divides by $d$, and $d_B > 0$ gives $d > 0$", "section 5.3, equation (6)"
)
rests_on("BGS21.T3.4.eq6", "BGS21.L5.11", f"$2^{{d_B}} <= N(0, H, d_B)$; {FINITE}", EQUATION_6)
rests_on(
    "BGS21.T3.4.eq6", "BGS21.T5.6", f"$N(0, H, d_B) <= (e k d_B / d)^d$, at $n = d_B >= d > 0$; {FINITE}", EQUATION_6
)


@claim("BGS21.T3.4.zero", "Theorem 3.4, section 5.3: dimensions of a class of dimension 0", "step", least=OFFSET)
def dimension_zero_is_trivial(H: Multiclass, least: int) -> Truth:
    """If $d = MLD(H)$ is 0 then $d_B = Psi^B_LD(H)$ and all $d_i = Ldim(H|_i)$ are, and $d_B = 0$ gives $d = 0$: (6)
    divides by $d$, and the paper sets aside $d_B = 0$ alone."""
    d, d_B = multiclass_littlestone_dimension(H), map_dimension(H)
    return (d <= least).iff(d_B <= 0) & (d <= 0).implies(largest_bit_dimension(H) <= 0)


@terms("BGS21.T3.4.lnineq")
def tangent(x: PositiveReal, y: PositiveReal, log: AnyReal, slack: Fraction | int = 0) -> Terms:
    """The logarithm of x."""
    return Terms(says=log <= x * y - ln(EULER * y) + slack)


@claim(
    "BGS21.T3.4.lnineq",
    "Theorem 3.4, section 5.3: tangents of the logarithm",
    "step",
    slack=Constant(0, mutants=(Fraction(-1, 1000),)),
)
def logarithm_is_below_its_tangents(x: PositiveReal, y: PositiveReal, slack: Fraction) -> Truth:
    """For all positive reals $x$ and $y$, $ln x <= x y - ln(e y)$."""
    return as_truth(tangent(x, y, ln(x), slack).says)


@terms("BGS21.T3.4.chain")
def bound_on_the_dimension_of_maps(
    lower: FromZero, upper: AnyReal, d_B: PositiveReal, d: PositiveReal, bound: AnyReal, scale: Fraction | int = 1
) -> Terms:
    """d_B, where d_B ln 2 is at most d (ln(d_B/d) + ln(e k)), here ``upper``; ``bound`` is ln(k/y) / (ln 2 - y)."""
    return Terms(asks=lower <= upper, says=d_B <= scale * d * bound)


@claim(
    "BGS21.T3.4.chain",
    "Theorem 3.4, section 5.3: chain of implications to a bound on the dimension",
    "step",
    weight=Constant(1, mutants=(Fraction(9, 10),)),
    scale=Constant(1, mutants=(Fraction(9, 10),)),
)
def size_bound_implies_dimension_bound(
    d_B: PositiveReal, d: PositiveReal, k: AtLeastOne, y: BelowLn2, weight: Fraction, scale: Fraction
) -> Truth:
    """$2^(d_B) <= (e k d_B/d)^d$ implies $d_B ln 2 <= d(ln(d_B/d) + ln(e k))$, which implies $d_B ln 2 <= d(y d_B/d -
    ln(e y) + ln(e k))$, which implies $d_B(ln 2 - y) <= d ln(k/y)$, which implies $d_B <= d ln(k/y) / (ln 2 - y)$, for
    $k >= 1$ and positive $y < ln 2$."""
    ln2 = ln(2)
    first = 2**d_B <= (EULER * k * d_B / d) ** d
    upper, bound = d * (ln(d_B / d) + ln(EULER * k)), 1 / (ln2 - y) * ln(k / y)
    drawn = bound_on_the_dimension_of_maps(d_B * ln2, upper, d_B, d, bound, scale)
    second, fifth = as_truth(drawn.asks), as_truth(drawn.says)
    third = d_B * ln2 <= d * (weight * y * (d_B / d) - ln(EULER * y) + ln(EULER * k))
    fourth = d_B * (ln2 - y) <= d * ln(k / y)
    return first.implies(second) & second.implies(third) & third.implies(fourth) & fourth.implies(fifth)


@uses("BGS21.T3.4.chain", "BGS21.T3.4.lnineq", f"{PLACE}, second implication of the chain")
def the_logarithm_is_replaced_by_its_tangent(
    x: PositiveReal, d: PositiveReal, k: AtLeastOne, y: BelowLn2, log: AnyReal, less: FromZero
) -> Use:
    """$ln x <= x y - ln(e y)$ at $x = d_B / d$: $d_B ln 2$, ``less`` than $d (ln x + ln(e k))$, is at most $d (x y -
    ln(e y) + ln(e k))$."""
    after = x * y - ln(EULER * y) + ln(EULER * k)
    return Use({"x": x, "y": y, "log": log}, gives=d * (log + ln(EULER * k)) - less <= d * after)


@terms("BGS21.T3.4.y")
def bound_at_one_fifth(bound: AnyReal, log: FromZero, factor: Fraction | int = 6) -> Terms:
    """ln(k/y) / (ln 2 - y) at y = 1/5, where ``log`` is ln(k+1)."""
    return Terms(says=bound <= log * factor)


@claim(
    "BGS21.T3.4.y",
    "Theorem 3.4, section 5.3: choice of y",
    "step",
    factor=Constant(6, mutants=(4,)),
    y=Constant(Fraction(1, 5), mutants=(Fraction(3, 5),)),
)
def one_fifth_gives_factor_six(k: AtLeastOne, factor: Fraction, y: Fraction) -> Truth:
    """With $y = 1/5 < ln 2$, $ln(k/y) / (ln 2 - y) <= 6 ln(k+1)$ for all $k >= 1$."""
    return as_truth(bound_at_one_fifth((1 / (ln(2) - y)) * ln(k / y), ln(k + 1), factor).says)


@claim(
    "BGS21.T3.4.final",
    "end of section 5.3: order of the four dimensions",
    "step",
    narrows="of the last part, as $6 d ln(k+1)$ exceeds every $d_B$ of these classes as soon as $d > 0$, only $d = 0$ "
    "is tested: what carries it is in the steps",
    factor=SIX,
)
def the_four_dimensions_are_ordered(H: Multiclass, factor: int) -> Truth:
    """$max_i d_i <= Psi^bin_LD(H) <= d_B <= 6 d ln(k+1)$: $d_i = Ldim(H|_i)$, $d_B = Psi^B_LD(H)$, $d = MLD(H)$."""
    on_bits, on_maps = (psi_littlestone_dimension(H, family(H.labels)) for family in (psi_bin, psi_b))
    return (largest_bit_dimension(H) <= on_bits) & (on_bits <= on_maps) & (on_maps <= six_d_ln(H, factor))


@uses("BGS21.T3.4", "BGS21.T3.4.y", f'{PLACE}, "setting y = 1/5"')
@uses("BGS21.T3.4.final", "BGS21.T3.4.y", f"{PLACE}, last line")
def one_fifth_is_set(d_B: AtLeastOne, d: AtLeastOne, bound: FromZero, log: FromZero) -> Use:
    """$d_B <= d ln(5k) / (ln 2 - 1/5)$, here $d$ times the ``bound``, gives $d_B <= 6 d ln(k+1)$."""
    return Use({"bound": bound, "log": log}, given=d_B <= d * bound, gives=d_B <= 6 * d * log)


@uses(
    "BGS21.T3.4.final",
    "BGS21.C4.6",
    f"{PLACE}, last line",
    opaque=(
        "largest_bit_dimension",
        "littlestone_dimension",
        "psi_littlestone_dimension",
        "uniform_psi_littlestone_dimension",
    ),
)
def the_bits_are_below_their_maps(H: Multiclass) -> Use:
    """$max_i d_i <= Psi^bin_LD(H)$."""
    return Use({"H": H}, gives=largest_bit_dimension(H) <= psi_littlestone_dimension(H, psi_bin(H.labels)))


@uses(
    "BGS21.T3.4.final",
    "BGS21.C4.7",
    f"{PLACE}, last line",
    opaque=("largest_bit_dimension", "littlestone_dimension", "psi_littlestone_dimension"),
)
def the_bits_are_among_all_maps(H: Multiclass) -> Use:
    """$max_i d_i <= Psi^bin_LD(H)$ gives $max_i d_i <= d_B$."""
    on_bits = largest_bit_dimension(H) <= psi_littlestone_dimension(H, psi_bin(H.labels))
    return Use({"H": H}, given=on_bits, gives=largest_bit_dimension(H) <= map_dimension(H))

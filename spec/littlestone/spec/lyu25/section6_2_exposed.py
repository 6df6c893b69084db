"""LYU25 section 6.2.1: Fact 4, that exposed hypotheses are not essential, and the last step of Claim 6.4.

Its correction has lists that only shrink.
"""

from functools import cache
from itertools import combinations
from math import comb

from littlestone.spec.algebra.circuit import as_truth
from littlestone.spec.classes.constructions import points_family
from littlestone.spec.classes.subclasses import part
from littlestone.spec.decompositions.interleaving import empirical_error
from littlestone.spec.lyu25.vocabulary import *
from littlestone.spec.notation import *
from littlestone.spec.online.emptied_lists import only_falls
from littlestone.spec.online.online_parameters import OnlineParameters

KEY = "proof of Claim 6.4, section 6.2.1"
EXPOSED, KEPT = Fraction(1, 8), Fraction(1, 10)
SMALL = ((1, 1), (2, 1), (2, 2), (3, 2), (10, 10))  # p and n; an error on one of ten examples is kept
FACT = "proof of Fact 4, section 6.2.1"


# ---- Fact 4


def is_ruled_out(H: ConceptClass, near: frozenset[Function], f: Function, p: int, d: int) -> Truth:
    """f is not (p,d)-essential both to H and to {h in H : h is near}."""
    return ~(essential(H, f, p, d) & essential(part(H, near.__contains__), f, p, d))


@cache
def exposures(points: int, n: int, exposed: Fraction, kept: Fraction) -> list[tuple[frozenset[Function], Function]]:
    """For each data set A of n examples, {h : err_A(h) <= kept} with each f of err_A(f) >= exposed; each pair once."""
    functions = list(all_functions(points, 2))
    found: dict[tuple[frozenset[Function], Function], None] = {}
    for A in data_sets(points, n):
        errors = {f: empirical_error(f, A) for f in functions}
        near = frozenset(f for f in functions if errors[f] <= kept)
        found.update({(near, f): None for f in functions if errors[f] >= exposed})
    return list(found)


@claim("LYU25.F4", "Fact 4, section 6.2.1: exposed hypotheses", "fact")
def exposed_hypotheses_are_not_essential(H: ExplicitBinary, p: Size, d: Size, n: Size) -> Statement:
    """Let $p >= n >= d$, $LDim(H) <= d$, $f$ $(p,d)$-essential to $H$, $A$ a data set of $n$ examples with $err_A(f) >=
    1/8$ and $G = {h in H : err_A(h) <= 1/10}$. Then $f$ is not $(p,d)$-essential to $G$. Read as: for all $A$, and
    where $G$ is empty with $LDim(G) = -1$ and $SOA_G = 0$."""
    return when(
        [dimension(H) <= d, p >= n, n >= d],
        all_of(is_ruled_out(H, near, f, p, d) for near, f in exposures(H.points, int(n), EXPOSED, KEPT)),
    )


def all_are_ruled_out(H: ConceptClass, exposed: Fraction, kept: Fraction) -> Truth:
    """Fact 4 at the small p and n, for these two errors and G that is not empty."""
    return all_of(
        (dimension(H) <= d).implies(part(H, near.__contains__).nonempty().implies(is_ruled_out(H, near, f, p, d)))
        for p, n in SMALL
        if n < 10 or H.points <= 2
        for d in range(min(n, 2) + 1)
        for near, f in exposures(H.points, n, exposed, kept)
    )


@correction(
    "LYU25.F4",
    "where no hypothesis of $H$ has so small an error on $A$, $G$ is empty, of dimension -1 and irreducible, and its "
    "SOA 0 is essential to it: assume that $G$ is not empty",
    narrows="$(p, n) = (1, 1)$, (2, 1), (2, 2), (3, 2), on two points (10, 10), and $d = 0$, 1, 2; no error is $1/8$",
    exposed=Constant(EXPOSED, mutants=(Fraction(1, 10),)),
    kept=Constant(KEPT, mutants=(Fraction(1, 5),)),
)
def exposed_hypotheses_are_not_essential_to_what_remains(H: Binary, exposed: Rational, kept: Rational) -> Truth:
    """Let $p >= n >= d$, $LDim(H) <= d$, $f$ $(p,d)$-essential to $H$, $A$ a data set of $n$ examples with $err_A(f) >=
    1/8$ and $G = {h in H : err_A(h) <= 1/10}$, not empty. Then $f$ is not $(p,d)$-essential to $G$."""
    return all_are_ruled_out(H, Fraction(exposed), Fraction(kept))


@uses(
    "LYU25.F4",
    "LYU25.D4.1",
    FACT,
    draws="restricting $G_l$ to $(x, f(x))$ for $x$ in $A_x$ leaves a hypothesis of $G_l$",
)
def the_leaf_is_irreducible_for_the_examples(p: Natural, n: Natural, q: PositiveInteger, t: DimensionOrEmpty) -> Use:
    """A leaf $G_l$ of dimension $t$ is irreducible for $p 2^(d-t) = p q >= n$ points, and what is left has dimension
    $t$: it is not empty, which needs $t >= 0$."""
    return Use({}, given=(p >= n) & (n >= 1), needs=(n <= p * q) & (t >= 0))


@correction(
    "LYU25.F4.from.D4.1.premise",
    "where $G$ is empty its leaves have dimension -1, and restricting them is no contradiction: assume $t >= 0$",
)
def the_leaf_is_irreducible_for_the_examples_where_it_is_not_empty(
    p: Natural, n: Natural, q: PositiveInteger, t: Natural
) -> Statement:
    """For $p >= n$ and $q = 2^(d-t)$, where $d >= t >= 0$: $n <= p 2^(d-t)$."""
    return when([p >= n, t >= 0], n <= p * q)


rests_on(
    "LYU25.F4.corrected", "LYU25.D4.1", "restricting $G_l$ to $A_x$ leaves a hypothesis of $G_l$", f"{FACT}, corrected"
)


@claim(
    "LYU25.F4.stages",
    "for Fact 4, section 6.2.1: exposed hypotheses at the stages of Algorithm 4",
    "fact",
    role="companion",
    narrows="$(p, n) = (1, 1)$, (2, 1), (2, 2), (3, 2), on two points (10, 10), and $d = 0$, 1, 2; no error is $1/8$, "
    "and those below $1/10$ are 0",
    exposed=Constant(EXPOSED, mutants=(Fraction(0),)),
)
def exposed_hypotheses_are_not_essential_at_later_stages(H: Binary, exposed: Rational) -> Truth:
    """Let $p >= n >= d$, $LDim(H) <= d$, $f$ $(p,d)$-essential to $H$ and $A$ a data set of $n$ examples with $err_A(f)
    >= 1/8$. Then $f$ is not $(p,d)$-essential to $G = {h in H : err_A(h) <= w}$, where that is not empty, for any $w <
    1/10$, as the $(1/10) (1 - 1/d)^j$ of algorithm 4."""
    return all_are_ruled_out(H, Fraction(exposed), Fraction(0))


@claim(
    "LYU25.F4.net",
    "for Fact 4, section 6.2.1: number of examples that tell exposed hypotheses",
    "remark",
    role="companion",
    narrows="the number of points; that random ones fail so seldom is cited, and that restricting $G$ to them is "
    "impossible where $f$ is essential is LYU25.T3.err.agree, for few points",
    C=Constant(1200, mutants=(1000,), stronger="smaller"),
)
def few_points_tell_exposed_hypotheses(d: AtLeastOne, C: int) -> Truth:
    """Fact 4, corrected, holds for every $n$ where $p >= 1200 d$: some $m = 1200 d$ examples of $A$ tell $f$, with
    $err_A(f) >= 1/8$, from all $h$ of $G$, with $err_A(h) <= 1/10$, as $m$ random ones fail to with probability at most
    $2 (2 e m / d)^d 2^{-m/80} < 1$."""
    return ln(2) + d * ln(2 * EULER * C) < C * d * ln(2) / 80


rests_on(
    "LYU25.F4.net", "DIM.realizable", "$m$ random examples of $A$ tell all $h$ from $f$", "for Fact 4, section 6.2.1"
)
rests_on("LYU25.F4.net", "DIM.sauer.power", "$S <= (2 e m / d)^d$", "for Fact 4, section 6.2.1")
rests_on("LYU25.F4.net", "LYU25.T3.err.agree", "$f$ is not essential to $G$", "for Fact 4, section 6.2.1")


# ---- The last step of Claim 6.4


@claim(
    "LYU25.C6.4.fin",
    "proof of Claim 6.4, section 6.2.1, the last display: chance of the failure symbol after a call",
    "displayed",
    role="construction",
)
def the_chance_of_bottom_falls(share: PositiveUnit, more: BelowOne) -> Truth:
    """$p(u+1) = Pr[D = bottom] >= (1 + 1/10) Pr[D' = bottom] = (1 + 1/10) p(u)$, where $D'$ is $D$ at the next call.
    Read as: with $p = Pr[D = bottom] = share / 100$ and $D'$ without the exposed hypotheses, a fifth of them and
    ``more`` of the rest, so that $Pr[D' = bottom] = p / (1 - exposed)$."""
    p = share / 100
    exposed = (1 - p) * (1 + 4 * more) / 5
    return p * (1 - exposed) >= Fraction(11, 10) * p


@correction(
    "LYU25.C6.4.fin",
    "$D$ and $D'$ are exchanged: $D$ is the law at call $u$, and $Pr[D' = bottom] = p(u+1)$ is larger",
    narrows="the arithmetic; that $D'$ is $D$ without the exposed hypotheses is its hypothesis",
    growth=Constant(FIFTH, mutants=(QUARTER,)),
)
def the_chance_of_bottom_rises(more: BelowOne, risen: FromZero, growth: Fraction) -> Truth:
    """$Pr[D' = bottom] = p / (1 - exposed) >= (1 + 1/5) p$, here ``risen``, where none is new and the exposed
    hypotheses have at least $99/500$ of $D$, and ``more`` of the rest: a fifth of all hypotheses has, as $p(u) <=
    1/100$."""
    least = Fraction(1, 5) * (1 - Fraction(1, 100))
    exposed = least + (1 - least) * more
    return as_truth(risen_chance((1 - exposed) * risen, risen, growth).says)


@uses("LYU25.C6.4.fin", "LYU25.C6.4.xi", KEY, name="measure")
def the_exposed_have_nearly_a_fifth_of_the_law(xi: Unit, share: Unit) -> Use:
    """A fraction $xi >= 1/5$ of the hypotheses has $(1 - p) xi$ of $D$, the failure symbol being in $D$ too: at least
    $99/500$ for $p = share / 100$."""
    return Use({"xi": xi}, gives=(1 - share / 100) * xi >= Fraction(99, 500))


rests_on("LYU25.C6.4.fin", "LYU25.C6.4.fin.new", "none is new", f"{KEY}: (1)", repair="LYU25.C6.4.fin.new.corrected")


@uses("LYU25.C6.4.fin", "LYU25.F4", f"{KEY}: (2)", repair="LYU25.F4.corrected", draws="the exposed are not listed")
def the_exposed_are_not_essential(C: PositiveInteger) -> Use:
    """Fact 4 on a chunk of $n = C d^3 log(d log T)$ examples, with $p = 2^j d^3$ at $j^* = j$: $p >= n >= d$. Here $d =
    1$, $j = 1$ and $log T = e^3$, so that $n = 3 C$ for the constant $C$."""
    A = OnlineParameters(1, 1, 1, exp(Real.of(3)), C)
    return Use(needs=(A.chunk <= 2) & (A.chunk >= 1))


@correction(
    "LYU25.C6.4.fin.from.F4.premise",
    "the chunks grow with $T$ and $p_j = 2^j d^3$ does not: take $p_j = 2^j (3 U / (2k))$, by which lists"
    " have $(log log T)^d$ times as many candidates, which $O~$ hides",
    factor=Constant(Fraction(3, 2), mutants=(HALF,)),
)
def the_depth_is_at_least_the_chunk(j: PositiveInteger, chunk: AtLeastOne, share: Unit, factor: Fraction) -> Truth:
    """$p_j = 2^j (3/2) U/k$ is at least $n$: chunks of independent teachers have at most $(23/22) (3/2) U/k$."""
    return 2**j * factor * chunk >= share * Fraction(23, 22) * Fraction(3, 2) * chunk


@uses(
    "LYU25.C6.4.fin",
    "LYU25.F4",
    f"{KEY}: (2)",
    repair="LYU25.F4.corrected",
    name="threshold",
    draws="the exposed are not listed",
)
def the_classes_allow_less_than_a_tenth(d: PositiveInteger, j: PositiveInteger) -> Use:
    """Fact 4 is about ${h : err_A(h) <= 1/10}$, and algorithm 4 adds $err_A(h) <= (1/10) (1 - 1/d)^j$ at stage $j$."""
    return Use(needs=Fraction(1, 10) * (1 - 1 / d) ** j == Fraction(1, 10))


@correction(
    "LYU25.C6.4.fin.from.F4.threshold.premise",
    "the classes of algorithm 4 are smaller; the proof of Fact 4 serves for every threshold below $1/8$ "
    "(LYU25.F4.stages)",
    exposed=Constant(Fraction(1, 8), mutants=(Fraction(1, 11),), stronger="smaller"),
)
def the_thresholds_are_below_an_eighth(d: PositiveInteger, share: Unit, exposed: Fraction) -> Truth:
    """$(1/10) (1 - 1/d)^j < 1/8$ at every stage: ``share`` is $(1 - 1/d)^(j-1)$."""
    return Fraction(1, 10) * (1 - 1 / d) * share < exposed


@uses("LYU25.C6.4.fin", "LYU25.C6.2", f"{KEY}: (2)", name="exposed", draws="$err >= 1/8$")
def the_exposed_err_on_every_chunk(m: Points) -> Use:
    """Claim 6.2, which is about $h$ in $H$, is used for the candidates $f$, which are SOAs: 0 is (2, 1)-essential to
    ${1_1, ..., 1_m}$, $m >= 4$, and is not in it; here $m + 1$ points."""
    H = explicit(points_family(int(m) + 1).functions()[1:], 2)
    return Use(needs=all_of(H.contains(f) for f in essential_hypotheses(H, 2, 1).functions()))


@correction(
    "LYU25.C6.4.fin.from.C6.2.exposed.premise",
    "the union must be over the SOAs of $(d+1)$-irreducible subclasses, of dimension at most $d$ by Lemma"
    " 4.2; leaves are $p$-irreducible, and $p >= d + 1$",
    narrows="the last inequality; the first, $2^j >= 2$, is not formalized",
    most=Constant(2, mutants=(1,), stronger="smaller"),
)
def leaves_are_irreducible_enough(d: PositiveInteger, most: int) -> Truth:
    """$p = 2^j d^3 >= 2 d^3 >= d + 1$ for $j$, $d >= 1$."""
    return most * d**3 >= d + 1


@uses("LYU25.C6.4.fin", "LYU25.C6.2", f"{KEY}: (2)", repair="LYU25.C6.2.corrected", name="agree")
def the_exposed_err_on_an_eighth(d: PositiveInteger, more: Unit, up: FromZero, low: FromZero) -> Use:
    """More than $1/6$ of $E$ in error: some chunk has an error as large, or ``up`` more, and every other, of error
    ``low``, at least that divided by $1 + 1/(5d)$, which is at least $1/8$."""
    error = Fraction(1, 6) + Fraction(5, 6) * more
    return Use({"d": d, "error": error, "low": low, "high": error + up}, gives=low >= Fraction(1, 8))


@claim(
    "LYU25.C6.4.fin.new",
    "proof of Claim 6.4, section 6.2.1: hypotheses listed after a call",
    "step",
    narrows="the run of LYU25.C6.4",
)
def no_hypothesis_is_new(m: Points) -> Truth:
    """As $j(u+1) = j(u)$, by Corollary 4.1.2 no new hypothesis is in $D'$. Read as: on the points family, of $m$
    points, with $d = 1$ and $p = 2$, from the call without data to that after mistakes on $(x, 1)$."""
    (_, before), (_, after) = calls_of_a_run(m)
    return all_of(f in before for f in after)


@uses(
    "LYU25.C6.4.fin.new",
    "LYU25.K4.1.2",
    f"{KEY}: (1)",
    repair="LYU25.K4.1.2.corrected",
    draws="what is essential at call $u+1$ was so at call $u$",
)
def the_classes_of_two_calls_have_one_dimension(m: Points) -> Use:
    """Corollary 4.1.2 for a teacher's classes at two calls in one stage, which are to have the same decomposition
    dimension: ${0, 1_1, ..., 1_m}$ and, after mistakes on $(x, 1)$, ${1_x}$, at $d = 1$ and $p = 2$."""
    H = points_family(int(m))
    G = restricted(H, ((0, 1),))
    return Use(needs=decomposition_dimension(G, 2, 1) == decomposition_dimension(H, 2, 1))


@correction(
    "LYU25.C6.4.fin.new.from.K4.1.2.premise",
    "$j^*$ stays while the dimension of a teacher's class falls; if a list is emptied once that is below "
    "$d + 1 - j^*$, nothing is listed after a fall, and before it the dimensions are equal",
    narrows="the run of LYU25.C6.4 with $m$ points",
    fall=OFFSET,
)
@correction(
    "LYU25.C6.4.fin.new",
    "Corollary 4.1.2 asks for equal decomposition dimensions of a teacher's classes at both calls, not of $j(u)$",
    narrows="the run of LYU25.C6.4 with $m$ points",
    fall=OFFSET,
)
def no_hypothesis_is_new_at_equal_dimensions(m: PositiveSize, fall: int) -> Statement:
    """Where the decomposition dimension of a teacher's class is the same at both calls, no hypothesis in its list is
    new."""
    (dimension, before), (later, after) = calls_of_a_run(m)
    return when(dimension == later + fall, all_of(f in before for f in after))


# ---- Emptied lists, for Claim 6.4


def is_listed(H: ConceptClass, f: Function, p: int, d: int, level: int) -> Truth:
    """f is essential to H, whose DDim_{p,d} is the level."""
    return (decomposition_dimension(H, p, d) == level) & essential(H, f, p, d)


@claim(
    "LYU25.C6.4.lists",
    "for Claim 6.4, section 6.2.1: lists of a teacher at one level",
    "remark",
    role="companion",
    narrows="$d = 1$, as on few points DDim is 0 at larger $d$",
    caps="$p$ at most the number of points",
    least=Constant(1, mutants=(0,)),
)
def lists_at_a_level_only_shrink(H: Binary, G: Subclass, least: int) -> Truth:
    """With $G$ the class of a teacher, once it was $H$, $LDim(H) <= d$, at one $p >= 1$: if $DDim_{p,d}(H)$ is at most
    the level, then all that is listed of $G$ at this level is listed of $H$."""

    def shrinks(p: int, d: int) -> Truth:
        return all_of(
            (decomposition_dimension(H, p, d) <= level).implies(
                all_of(
                    is_listed(G, f, p, d, level).implies(is_listed(H, f, p, d, level))
                    for f in all_functions(H.points, 2)
                )
            )
            for level in range(d + 1)
        )

    return for_all_parameters(H, int(least), shrinks, (1,))


@claim(
    "LYU25.C6.4.lists.stage",
    "for Claim 6.4, section 6.2.1: stage without a common listed hypothesis",
    "remark",
    role="companion",
    narrows="two teachers, and $d = 1$, as on few points DDim is 0 at larger $d$",
    caps="$p$ at most the number of points",
    slack=TIGHT,
)
def without_a_common_listed_hypothesis_the_level_falls(H_1: Binary, H_2: Binary, slack: int) -> Truth:
    """Where $DDim_{p,d}$ of all teachers' classes, of LDim at most $d$, is at most the level, $p >= 1$, and nothing is
    listed of all of them at this level, their intersection, of which each class of the next stage is a part, has
    $DDim_{2p,d}$ at most the level less one."""
    both = intersection(H_1, H_2)

    def falls(p: int, d: int, level: int) -> Truth:
        low = all_of(decomposition_dimension(H, p, d) <= level for H in (H_1, H_2))
        common = any_of(
            is_listed(H_1, f, p, d, level) & is_listed(H_2, f, p, d, level) for f in all_functions(H_1.points, 2)
        )
        return low.implies(common | (decomposition_dimension(both, 2 * p, d) <= level - 1 + slack))

    return all_of(
        (dimension(H_1) <= d).implies((dimension(H_2) <= d).implies(falls(p, d, level)))
        for p, d in parameters(H_1, 1, (1,))
        for level in range(d + 1)
    )


@claim(
    "LYU25.C6.4.run",
    "for Claim 6.4, section 6.2.1: lists in small runs",
    "step",
    role="companion",
    narrows="$k$ teachers with the same data, no noise, the majority over all of the list, and chunks of one or "
    "two examples, in which no error is allowed; $d = 1$, $p_j = 2^j$",
    emptied=Constant(1, mutants=(0,)),
)
def lists_only_shrink_in_runs(i: Size, emptied: int) -> Statement:
    """For the $i$-th class $H$ of four functions on three points, $LDim(H) = 1$, whatever the target in $H$ and the
    mistakes of the published hypotheses are: from call to call the stage grows or the list loses at least a fifth, none
    is new, and the stage is 2 at most."""
    functions = list(combinations(all_functions(3, 2), 4))[int(i) % comb(8, 4)]
    runs = (only_falls(functions, target, 1, bool(emptied)) for target in functions)
    return when(dimension(explicit(functions, 2)) == 1, all_of(runs))

"""ABLMM22 sections 4.1 and 4.2.1: how Theorem 1 follows from Lemmas 17 and 18, which stand with their proofs.

Logarithms are to base 2. Where a display has logarithms of logarithms it is stated for all real m >= 2 and L = log m
>= 1, or with m = 2^L.
"""

from itertools import combinations

from littlestone.spec.algebra.circuit import as_truth
from littlestone.spec.learning import ordered_samples as ordered
from littlestone.spec.learning.towers import iterated_logarithm, log_star
from littlestone.spec.notation import *

M = 2
STATED = "section 4.2.1, proof of Theorem 1"
EXPLICIT = "Theorem 1 with its constants"
OVERVIEW = "section 4.1"


@claim(
    "ABLMM22.S4.1",
    "section 4.1: overview of the lower bound",
    "overview",
    not_checkable="an informal overview of the proof; its statements return with their constants in section 4.2",
    stand_ins=("ABLMM22.D16", "ABLMM22.L17.search", "ABLMM22.C22", "ABLMM22.L20", "ABLMM22.L21.attack"),
)
def overview_of_the_lower_bound() -> Truth:
    """From a large homogeneous set of a private learner of thresholds one gets a family of distributions that is at
    least as large as a constant part of the set, and at most $2^{O~(m^2)}$."""
    raise NotImplementedError


rests_on("ABLMM22.S4.1", "ABLMM22.T10", "a bound for thresholds gives one for classes", f"{OVERVIEW}, first paragraph")
rests_on("ABLMM22.S4.1", "ABLMM22.L17", "every algorithm has a large homogeneous set", f"{OVERVIEW}, reduction")
rests_on("ABLMM22.S4.1", "ABLMM22.L20", "$k - m >= k/2$ members where $k >= 2m$", f"{OVERVIEW}, lower bound")
rests_on("ABLMM22.S4.1", "ABLMM22.L13", "several draws cannot be told apart either", f"{OVERVIEW}, lower bound")
rests_on("ABLMM22.S4.1", "ABLMM22.L21", "the family has at most $2^{O~(m^2)}$ members", f"{OVERVIEW}, lower bound")


@claim(
    "ABLMM22.D16",
    "Definition 16, section 4.2.1: m-homogeneous set",
    "definition",
    narrows="$m = 2$, four points, values other than 0 at order 1 alone",
    factor=Constant(2, mutants=(1, 3)),
)
def homogeneous_is_close_at_places_of_the_same_order(a: Size, b: Size, c: Size, d: Size, factor: int) -> Truth:
    """$X'$ is $m$-homogeneous if numbers $p_i$, its probabilities-list (printed in $[0, 1]$, into which any can be
    cut), have $|A_S(x) - p_i| <= 1/(10^2 m)$ for every increasing balanced realizable $S$ from $X'$ and every $x$ in
    $X'$ outside $S$, $i = ord_S(x)$; that is, any two values $A_S(x)$ at places of the same order differ by at most
    $2/(10^2 m)$. Here the four places of order 1 have the values number $a$, $b$, $c$ and $d$ of 0, $1/100$, $3/200$
    and 1, from 3 on."""
    points, inner = range(4), [p for p in ordered.places(range(4), M) if p[0][0][0] < p[1] < p[0][1][0]]
    choices = [Fraction(v, 200) for v in (0, 2, 3, 200)]
    at = {place: choices[min(int(choice), 3)] for place, choice in zip(inner, (a, b, c, d), strict=True)}

    def average(S: Sample, x: int) -> Fraction:
        return at.get((S, x), Fraction(0))

    margin = ordered.tolerance(M)
    ends = [v + end for v in at.values() for end in (-margin, margin)]  # some p_1 does if and only if one of them does
    listed = any_of(ordered.is_probabilities_list((Fraction(0), p, Fraction(0)), average, points, margin) for p in ends)
    close = all_of(Real.of(abs(v - w)) <= factor * margin for v, w in combinations(at.values(), 2))
    return close.iff(listed) & close.iff(ordered.is_homogeneous(average, points, M))


# ---- The proof of Theorem 1


@claim(
    "ABLMM22.T1.chain.eq1",
    "proof of Theorem 1, section 4.2.1: bound on the iterated logarithm by both lemmas",
    "step",
    narrows="the comparison of the exponents, at $c = 1008$; every other $c$ is ABLMM22.T1.chain.eq1.unbounded",
    c=Constant(1008),
)
def the_lemmas_bound_the_iterated_logarithm_by_m_squared_log_m(j: PositiveInteger, c: int) -> Truth:
    """Lemmas 17 and 18 give $k >= log^(m)(n) / 2^{O(m log m)}$ and $k = 2^{O(m^2 log^2 m)}$; together $log^(m)(n) <=
    2^{c m^2 log m}$ for some constant $c$. Read as: the exponent of Lemma 21, $10^3 m^2 log^2 m$, is at most $c m^2 log
    m$ for every even $m = 2j$; log is to base 2."""
    m = 2 * j
    return 1000 * m**2 * log2(m) ** 2 <= c * m**2 * log2(m)


@terms("ABLMM22.T1.chain.eq1.corrected")
def bits_of_the_bound(bits: FromZero, m: AtLeastTwo, L: AtLeastOne, c: int = 1008) -> Terms:
    """The logarithm of the bound on log^(m)(n), with L = log m."""
    return Terms(says=bits <= c * m**2 * L**2)


@correction(
    "ABLMM22.T1.chain.eq1",
    "a square is lost: the lemmas give $2^{c m^2 log^2 m}$; the conclusion of Theorem 1 does not change, "
    "by ABLMM22.T1.chain.eq2",
    narrows="proved is the inequality of the exponents; that $k$ and $q$ are so bounded is cited",
    cites=("ABLMM22.L17.eq1", "ABLMM22.T1.chain.colours", "ABLMM22.T1.chain.set"),
    c=Constant(1008, stronger="smaller", mutants=(1005, 1001)),
)
def the_lemmas_bound_the_iterated_logarithm(m: AtLeastTwo, L: AtLeastOne, c: int) -> Truth:
    """$log^(m)(n) < (k + 1) 3 q log q <= 2^{1008 m^2 log^2 m}$: where $k + 1 <= 2 * 2^{10^3 m^2 log^2 m}$ (chain.set)
    and $3 q log q <= 24 (m + 1) log m * 2^{8 (m + 1) log m}$ (chain.colours), the exponents satisfy $1 + 10^3 m^2 L^2 +
    log(24 (m + 1) L) + 8 (m + 1) L <= 1008 m^2 L^2$, at $L = log m$; log is to base 2."""
    set_size, colours = 1 + 1000 * m**2 * L**2, log2(24 * (m + 1) * L) + 8 * (m + 1) * L
    return as_truth(bits_of_the_bound(set_size + colours, m, L, c).says)


rests_on("ABLMM22.T1.chain.eq1", "ABLMM22.L17.eq1", "the denominator is $3 q log q$", f"{STATED}, its first display")
rests_on(
    "ABLMM22.T1.chain.eq1", "ABLMM22.T1.chain.colours", "$log q <= 8 (m + 1) log m$", f"{STATED}, its first display"
)
rests_on("ABLMM22.T1.chain.eq1", "ABLMM22.L18", "$k - m <= 2^{10^3 m^2 log^2 m}$", f"{STATED}, its first display")


@claim(
    "ABLMM22.T1.chain.eq1.unbounded",
    "for the proof of Theorem 1, section 4.2.1: printed exponent, for every constant",
    "remark",
    role="companion",
    scale=Constant(1000, mutants=(1,)),
)
def no_constant_saves_the_printed_exponent(c: AtLeastOne, scale: int) -> Truth:
    """For every constant $c >= 1$, $10^3 m^2 log^2 m > c m^2 log m$ at $m = 2^c$; log is to base 2."""
    m = 2**c
    return c * m**2 * c < scale * m**2 * c**2


@claim(
    "ABLMM22.T1.chain.colours",
    "for the proof of Theorem 1, section 4.2.1: logarithm of the number of colours",
    "step",
    role="companion",
    narrows="the first inequality; that on $q$, $m + 1$ times it, is not formalized",
    bits=Constant(8, stronger="smaller", mutants=(7,)),
)
def the_colours_have_few_bits(m: AtLeastTwo, bits: int) -> Truth:
    """$log(10^2 m + 1) <= 8 log m$ for $m >= 2$, so that $q = (10^2 m + 1)^{m+1}$ has $log q <= 8 (m + 1) log m$."""
    return log2(100 * m + 1) <= bits * log2(m)


@terms("ABLMM22.T1.chain.set")
def at_most_the_power(m: FromZero, power: AtLeastOne) -> Terms:
    """The power is 2^{10^3 m^2 log^2 m}."""
    return Terms(says=m + 1 <= power)


@claim(
    "ABLMM22.T1.chain.set",
    "for the proof of Theorem 1, section 4.2.1: size of the homogeneous set against the family",
    "step",
    role="companion",
    narrows="proved is $m + 1 <= 2^{10^3 m^2 log^2 m}$; the size of the family is cited",
    c=Constant(1000, stronger="smaller", mutants=(Fraction(3, 8),)),
)
def the_set_is_at_most_twice_the_family(L: AtLeastOne, c: Fraction) -> Truth:
    """$k + 1 <= m + 1 + 2^{10^3 m^2 log^2 m} <= 2 * 2^{10^3 m^2 log^2 m}$, where $k - m$ is at most the size of the
    family of Lemma 21: $m + 1 <= 2^{10^3 m^2 log^2 m}$; here $m = 2^L$, and log is to base 2."""
    m = 2**L
    return as_truth(at_most_the_power(m, 2 ** (c * m**2 * L**2)).says)


rests_on("ABLMM22.T1.chain.set", "ABLMM22.L21", "$k - m <= 2^{10^3 m^2 log^2 m}$", f"{STATED}, its first display")


@terms("ABLMM22.T1.chain")
def log_star_by_iteration(star: Natural, m: Natural, t: Natural) -> Terms:
    """log* n, where log^(m)(n) <= R and t = log* R."""
    return Terms(says=star <= m + t)


@claim(
    "ABLMM22.T1.chain",
    "proof of Theorem 1, section 4.2.1: log-star from a bound on an iterated logarithm",
    "step",
    narrows="$n$ a power of 2, $R$ an integer",
    fewer=OFFSET,
)
def iterating_to_one_bounds_log_star(x: PositiveSize, m: Size, R: PositiveSize, fewer: int) -> Statement:
    """From $log^(m)(n) <= R$, applying the iterated logarithm $t = log^* R$ times yields $log^(m+t)(n) <= 1$, or before
    it the logarithm of a number that is not positive, and therefore $log^* n <= m + log^* R$; here $n = 2^x$,
    and log is to base 2."""
    n = 2**x
    t = max(0, log_star(R) - int(fewer))
    reached = as_truth(log_star_by_iteration(log_star(n), m, t).says)
    return when(_is_at_most(m, n, R), _is_at_most(m + t, n, 1, undefined=TRUE) & reached)


@uses("ABLMM22.T1.chain", "ABLMM22.N.logstar", f"{STATED}, its last line")
def m_and_t_logarithms_are_enough(star: Natural, m: Natural, t: Natural, n: PositiveReal, tower: PositiveReal) -> Use:
    """$log^(m+t)(n) <= 1$ and therefore $log^* n <= m + t$; taken for granted: that is $n <= twr_(m+t+1)(1)$, here
    ``tower``, as $log^(i)$ inverts $twr$ (ABLMM22.N.ilog.corrected)."""
    return Use({"star": star, "t": m + t, "x": n, "tower": tower}, given=n <= tower, gives=star <= m + t)


rests_on("ABLMM22.T1.chain", "ABLMM22.N.ilog.corrected", "$log^(i)$ inverts $twr$", f"{STATED}, its last line")


def _is_at_most(i: int, n: int, bound: int, undefined: Truth = FALSE) -> Truth:
    """log^(i)(n) <= bound; some logarithm on the way may be of a number that is not positive, and so undefined."""
    value = iterated_logarithm(i, n)
    return undefined if value is None else as_truth(value <= bound)


@claim(
    "ABLMM22.T1.chain.eq2",
    "proof of Theorem 1, section 4.2.1: log-star of the bound, for real m",
    "step",
    narrows="proved are the two inequalities; the step from them to $log^*$ is not formalized",
    c=Constant(1008, stronger="larger"),
)
def four_more_logarithms_reach_m(x: AtLeastTwo, c: int) -> Truth:
    """$t = log*(2^{c m^2 log^2 m}) = log*(m) + O(1)$ (printed with $log m$), namely at most $log^* m + 4$: if $m <= x =
    twr_i(1)$ then $2^{c m^2 log^2 m} <= twr_(i+4)(1)$, for $log(c x^2 log^2 x) <= 16 x - 20 <= 2^{2^x}$ for every real
    $x >= 2$; here $c = 1008$, and log is to base 2."""
    small = log2(c * x**2 * log2(x) ** 2) <= 16 * x - 20
    return small & (16 * x - 20 <= 2 ** (2**x))


@claim(
    "ABLMM22.T1.chain.eq2.exact",
    "proof of Theorem 1, section 4.2.1: log-star of the bound, for even m",
    "step",
    more=Constant(4, mutants=(3,)),
)
def log_star_of_the_bound_is_four_above(j: PositiveSize, more: int) -> bool:
    """$log*(2^{1008 m^2 log^2 m}) <= log*(m) + 4$ for even $m = 2j$ (printed with $log m$, a constant $c$ and
    $O(1)$); log is to base 2."""
    m = 2 * j
    exponent = 1008 * m**2 * log2(m) ** 2
    return 1 + log_star(exponent) <= log_star(m) + more


# ---- Theorem 1 with its constants


@claim(
    "ABLMM22.T1.explicit",
    "Theorem 1, section 2.1: sample complexity of thresholds with its constants",
    "theorem",
    role="companion",
    narrows="the numbers; that a learner gives them is cited, lemma by lemma",
    scale=Constant(48_000, mutants=(47_000,)),
    c=Constant(1008, stronger="smaller", mutants=(1000,)),
    levels=Constant(3, stronger="smaller", mutants=(2,)),
)
def thresholds_need_log_star_many_rows(
    m: AtLeastTwo, L: AtLeastOne, more: FromZero, extra: FromZero, y: AtLeastTwo, scale: int, c: int, levels: int
) -> Truth:
    """A $(1/16, 1/16)$-accurate learner of the thresholds over $X$ with $m >= 2$ examples that is $(0.1, 1/(48000 m^2
    log m))$-private has $log^*|X| <= 4m + log*(4m) + 3$: as an empirical learner it has $M = 4m$ examples
    (ABLMM22.L15.epsilon) and the $delta$ of Lemma 18; a homogeneous set of size $k$ has $k + 1 <= 2 * 2^{10^3 M^2 log^2
    M}$, and Theorem 19 at $t = M + 1$ gives one with $log^(M)|X| < (k + 1) 3 q log q$, so that $log^(M)|X|$ has at most
    $1008 x^2 log^2 x$ bits for every $x >= M$, which is at most $2^(2^x)$ for $x >= 8$: for $x = twr_(i+1)(1)$, $i =
    log^* M$, $M + i + 3$ logarithms of $|X|$ reach 1. Here log is to base 2, $L = log m$, $x = M (1 + more)$ with $log
    x = L + 2 + extra$, and $4 y$ is any $x >= 8$."""
    M, b, x = 4 * m, L + 2, 4 * y
    fits = 1000 * M**2 * b <= scale * m**2 * L
    bits = 1 + 1000 * M**2 * b**2 + log2(24 * (M + 1) * b) + 8 * (M + 1) * b
    few = as_truth(bits_of_the_bound(bits, M * (1 + more), b + extra, c).says)
    reached = x
    for _ in range(levels - 2):
        reached = 2**reached
    return fits & few & (log2(c * x**2 * log2(x) ** 2) <= 16 * x - 20) & (16 * x - 20 <= reached)


@uses("ABLMM22.T1.explicit", "ABLMM22.T1.chain.set", EXPLICIT)
@uses("ABLMM22.T1.chain.eq1", "ABLMM22.T1.chain.set", f"{STATED}, its first display")
def the_corrected_display_uses_the_size_of_the_set(m: AtLeastTwo, k: FromZero, A: AtLeastOne) -> Use:
    """$k <= m + A$ as in Lemma 18, $A = 2^{10^3 m^2 log^2 m}$: $k + 1 <= 2A$ for the homogeneous set."""
    return Use({"m": m, "power": A}, given=k <= m + A, gives=k + 1 <= 2 * A)


rests_on("ABLMM22.T1.explicit", "ABLMM22.L15.epsilon", "an empirical learner with $4m$ examples", EXPLICIT)
rests_on("ABLMM22.T1.explicit", "ABLMM22.L15.up", "$A <= e^(w/4)$", EXPLICIT)
rests_on("ABLMM22.T1.explicit", "ABLMM22.L15.down", "$a >= e^(-v/(4 - v))$", EXPLICIT)
rests_on("ABLMM22.T1.explicit", "ABLMM22.L15.delta", "$delta$ does not grow", EXPLICIT)
rests_on("ABLMM22.T1.explicit", "ABLMM22.T19.corrected", "$s$ points of one colour, or $s <= M + 1$", EXPLICIT)
rests_on("ABLMM22.T1.explicit", "ABLMM22.L17.list", "the common colour is a probabilities-list", EXPLICIT)
rests_on("ABLMM22.T1.explicit", "ABLMM22.L20", "a family of $k - M$ distributions", EXPLICIT)
rests_on("ABLMM22.T1.explicit", "ABLMM22.L21.fewer.eqA", "the attack finds $i$ from fewer draws", EXPLICIT)
rests_on("ABLMM22.T1.explicit", "ABLMM22.L21.eqD.corrected", "$1/6$ is left of $2/3 - D delta$", EXPLICIT)
rests_on("ABLMM22.T1.explicit", "ABLMM22.L21.fewer.eqC", "$k - M <= 2^{10^3 M^2 log^2 M}$", EXPLICIT)
rests_on("ABLMM22.T1.explicit", "ABLMM22.T1.chain.colours", "$log q <= 8 (M + 1) log M$", EXPLICIT)
rests_on("ABLMM22.T1.explicit", "ABLMM22.T1.chain", "$log^* |X| <= M + log^* R$", EXPLICIT)

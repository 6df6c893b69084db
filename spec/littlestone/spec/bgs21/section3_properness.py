"""BGS21 section 3.1: why Theorem 3.1 is false for hypotheses in H.

Both bits of the class have proper learners with few samples; the class itself has none.
"""

from itertools import product

from littlestone.spec.bgs21.vocabulary import *
from littlestone.spec.notation import *

ARITHMETIC = "the arithmetic of the probabilities; that they are those of EXPLEARN is not formalized"
PROPER = "why Theorem 3.1 is false for hypotheses in H"


# ---- The first bit


@terms("BGS21.T3.1.close")
def common_values(common: FromZero, t: PositiveInteger, more: int = 0) -> Terms:
    """The points at which two polynomials of degree < t agree."""
    return Terms(says=common <= t - 1 + more)


@claim(
    "BGS21.T3.1.close",
    "for Theorem 3.1, section 3.1: polynomials that agree at few points",
    "proof",
    narrows="the number of common values; that some set is therefore close, by their average over $r$, is not "
    "formalized",
    fewer=TIGHT,
)
def a_set_that_holds_a_point_holds_few_others(q: PositiveSize, t: PositiveSize, fewer: int) -> Statement:
    """For two different polynomials of degree below $t$ over $F_q$, $q$ prime, $p(r) = p'(r)$ for at most $t - 1$ of
    the $q$ points $r$: their difference has at most $t - 1$ roots. So under every distribution some ${p : p(r) = b}$
    is within $(t - 1) / q$ of ${p}$, and the $q^2$ of them serve all of $H|_1$, $H$ that of BGS21.T3.1."""
    size, degree = int(q), int(t) - 1
    _, *others = product(range(size), repeat=degree + 1)
    roots = [sum(not sum(c * r**i for i, c in enumerate(p)) % size for r in range(size)) for p in others]
    known = common_values(max(roots, default=0), int(t), int(fewer))
    return when(size > 1 and all(size % p for p in range(2, size)), as_truth(known.says))


@terms("BGS21.T3.1.first")
def the_first_bit_fails(Q: AtLeastOne, w: Unit) -> Terms:
    """EXPLEARN over Q sets errs by more than 1/4; w = e^{-n/256}."""
    return Terms(asks=w <= 1 / (4 * (Q + 1)), fails=QUARTER)


@claim(
    "BGS21.T3.1.first",
    "for Theorem 3.1, section 3.1: samples of a proper learner for the first bit",
    "proof",
    narrows=ARITHMETIC,
    scale=SHARE,
)
def the_first_bit_has_a_proper_learner(Q: AtLeastOne, s: Unit, scale: Fraction) -> Truth:
    """EXPLEARN with $epsilon = 1/8$ over the $Q = q^2$ sets ${p : p(r) = b}$ of BGS21.T3.1, one of which errs by at
    most $1/16$, has error at most $1/4$ but with probability $1/4$ from $n = 256 ln(4 (Q + 1))$ samples: empirical
    errors are right to $1/16$ but with probability $(Q + 1) e^{-n/128}$, and an error larger by $1/16$ is chosen with
    $Q e^{-n/256}$, the part $s$ of $Q / (4 (Q + 1))$."""
    w = s / (4 * (Q + 1))
    return (Q + 1) * w**2 + Q * w <= scale * Real.of(the_first_bit_fails(Q, w).fails)


rests_on("BGS21.T3.1.first", "PROB.union", "both kinds of failure together are at most their sum", PROPER)


@uses(
    "BGS21.T3.1.first",
    "PROB.hoeffding",
    PROPER,
    assumes="the rows are independent draws, so that the errors of one hypothesis are a sum of independent variables",
)
def an_empirical_error_is_right_to_a_sixteenth(Q: AtLeastOne, s: PositiveUnit) -> Use:
    """At $t = 1/16$ and $n = 256 ln(4 (Q + 1) / s)$, an empirical error is off by more than $t$ to one side with
    probability at most $e^{-2 n t^2} = w^2$, where $w = e^{-n/256} = s / (4 (Q + 1))$; those of the $Q$ sets, and that
    of the close one to the other side too, with probability at most $(Q + 1) w^2$."""
    n, w = _rows(Q, s), s / (4 * (Q + 1))
    return Use({"n": n, "t": Fraction(1, 16)}, gives=lambda b: b.fails <= w**2, times=Q + 1)


def _rows(Q: Real, s: Real) -> Real:
    return 256 * ln(4 * (Q + 1) / s)


@uses("BGS21.T3.1.first", "DP.exponential.accuracy", PROPER)
def the_choice_is_right_to_a_sixteenth(Q: AtLeastOne, s: PositiveUnit) -> Use:
    """At $epsilon = 1/8$ EXPLEARN chooses a set with $n / 16$ errors more than the best one with probability at most $Q
    e^{-n/256} = Q w$."""
    n, w = _rows(Q, s), s / (4 * (Q + 1))
    return Use({"k": Q, "epsilon": EIGHTH, "x": n / 16}, gives=lambda b: b.fails <= Q * w, times=1)


@adds_up("BGS21.T3.1.first", PROPER)
def the_failures_of_the_first_bit(Q: AtLeastOne, s: PositiveUnit) -> Total:
    """The learner of the first bit fails with probability at most $1/4$."""
    return Total(fails=QUARTER)


# ---- The second bit


@terms("BGS21.T3.1.second")
def the_second_bit_fails(w: FromZero) -> Terms:
    """EXPLEARN over the two constants outputs the wrong one; w = e^{-epsilon n / 2}."""
    return Terms(asks=3 * w <= 1, fails=QUARTER)


@claim(
    "BGS21.T3.1.second",
    "for Theorem 3.1, section 3.1: samples of a proper learner for the second bit",
    "proof",
    narrows=ARITHMETIC,
    scale=SHARE,
)
def the_second_bit_has_a_proper_learner(w: FromZero, scale: Fraction) -> Statement:
    """EXPLEARN over the two constants, the second bits of BGS21.T3.1, outputs the wrong one with probability $w / (1 +
    w) <= 1/4$ from $n = 16 ln 3$ samples, where $w = e^{-epsilon n / 2}$ and $epsilon = 1/8$."""
    wrong = the_second_bit_fails(w)
    return when(as_truth(wrong.asks), w / (1 + w) <= scale * Real.of(wrong.fails))


rests_on("BGS21.T3.1.second", "BGS21.ALG.EXPLEARN", "the wrong constant has weight $w$, and the right one 1", PROPER)

# ---- The class itself


@terms("BGS21.T3.1.packing.rows")
def rows_of_a_proper_learner(
    points: AtLeastOne, epsilon: PositiveReal, n: PositiveReal, together: FromZero, scale: Fraction | int = 1
) -> Terms:
    """n rows, where the hypotheses have these chances ``together`` on one and the same sample."""
    return Terms(asks=together <= 1, says=ln(points / 2) / epsilon <= scale * n)


@claim(
    "BGS21.T3.1.packing.rows",
    "for Theorem 3.1, section 3.1: samples of a proper learner for the class",
    "proof",
    narrows="the arithmetic alone",
    scale=SHARE,
)
def disjoint_successes_bound_the_rows(
    points: AtLeastOne, epsilon: PositiveReal, n: PositiveReal, scale: Fraction
) -> Statement:
    """If each of ``points`` hypotheses, output with probability at least $1/2$ on a sample of its own, has by group
    privacy probability at least $e^{-epsilon n} / 2$ on one and the same sample, then $n >= ln(points / 2) / epsilon$,
    since these probabilities are at most 1 together."""
    needed = rows_of_a_proper_learner(points, epsilon, n, points * (exp(-(epsilon * n)) / 2), scale)
    return when(as_truth(needed.asks), as_truth(needed.says))


@uses("BGS21.T3.1.packing.rows", "DP.group", PROPER)
def all_rows_are_changed(points: AtLeastOne, w: AtLeastOne, s: Unit) -> Use:
    """What is output with probability at least $1/2$ on one sample, here just that, has at least $1/(2w)$, $w =
    e^{epsilon n}$, on every other, from which it differs in at most $n$ rows: the points' hypotheses have ``s``
    together there, at most 1, so that $points <= 2 e^{epsilon n}$."""
    at = {"w": w, "s": Real.of(0), "q": HALF, "r": s / points}
    return Use(at, gives=points <= 2 * w)


# ---- Both together


@claim(
    "BGS21.T3.1.proper",
    "for Theorem 3.1, section 3.1: samples of a proper learner against those of the bits",
    "fact",
    role="companion",
    narrows="the arithmetic of the numbers of samples; that there is a prime from $16 t$ to $32 t$ is Bertrand's "
    "postulate",
    inverse=Constant(8, mutants=(7,), stronger="smaller"),
)
def the_class_needs_more_samples_than_its_bits(more: FromZero, above: Unit, inverse: int) -> Truth:
    """The $H$ of the counterexample to Theorem 3.1 (BGS21.T3.1), all $(1_{p}, 0)$ and $(1_{p : p(r) = b}, 1)$, with $X$
    all polynomials of degree below $t$ over $F_q$, $t >= 80$ and $q$ the first prime from $16 t$, below $32 t$, needs
    $8 ln(|X| / 2)$ samples for a $(1/8, 0)$-private, $(1/2, 1/2)$-accurate learner with hypotheses in $H$, more than
    the $256 ln(4 (q^2 + 1))$ and $16 ln 3$ of the learners of its bits, each rounded up. Here $t = 80 + more$, $q = 16
    t (1 + above)$."""
    t = 80 + more
    q = 16 * t * (1 + above)
    return inverse * (t * ln(q) - ln(2)) > 256 * ln(4 * (q**2 + 1)) + 1 + 16 * ln(3) + 1


@uses("BGS21.T3.1.proper", "BGS21.T3.1.close", PROPER)
def some_set_errs_by_at_most_a_sixteenth(common: Natural, t: PositiveInteger, more: Natural) -> Use:
    """With $q = 16 t + more$, some ${p : p(r) = b}$ is within $(t - 1) / q <= 1/16$ of each ${p}$."""
    return Use({"common": common, "t": t}, gives=common <= (16 * t + more) / 16)


@uses("BGS21.T3.1.proper", "BGS21.T3.1.first", PROPER)
def the_samples_of_the_first_bit(Q: AtLeastOne, s: Unit) -> Use:
    """$H|_1$ is learned from $n >= 256 ln(4 (Q + 1))$ samples with $alpha / 2 = beta / 2 = 1/4$, where $Q = q^2$:
    $e^{-n/256}$ is a part $s$ of $1 / (4 (Q + 1))$, and of $beta = 1/2$ a quarter is left for the other bit."""
    return Use({"Q": Q, "w": s / (4 * (Q + 1))}, gives=lambda b: HALF - b.fails >= QUARTER)


@uses("BGS21.T3.1.proper", "BGS21.T3.1.second", PROPER)
def the_samples_of_the_second_bit(more: FromZero) -> Use:
    """$H|_2$ is learned from $n >= 16 ln 3$ samples at $epsilon = 1/8$, where $e^{-epsilon n / 2} <= 1/3$, and of $beta
    = 1/2$ a quarter is left for the other bit."""
    w = exp(-(Fraction(1, 16) * (16 * ln(3) + more)))
    return Use({"w": w}, gives=lambda b: HALF - b.fails >= QUARTER)


@uses("BGS21.T3.1.proper", "BGS21.T3.1.packing.rows", PROPER)
def a_proper_learner_needs_more_samples(points: AtLeastTwo, n: PositiveReal, together: Unit, bits: FromZero) -> Use:
    """A proper learner for $H$ needs $n >= 8 ln(|X| / 2)$ samples at $epsilon = 1/8$, and so more than those of both
    ``bits``, which are fewer than that."""
    at = {"points": points, "epsilon": EIGHTH, "n": n, "together": together}
    return Use(at, given=8 * ln(points / 2) > bits, gives=n > bits)

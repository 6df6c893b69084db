"""BCS20 section 1: what is announced, and that eager projection ruins slickness."""

from itertools import product

from littlestone.spec.algebra.circuit import constant
from littlestone.spec.boosting.halfspaces import Vector, inner
from littlestone.spec.boosting.lazy_bregman import cumulative, eager_measure, next_measure
from littlestone.spec.boosting.measures import induced, statistical_distance
from littlestone.spec.learning.mechanisms import root
from littlestone.spec.notation import *

Rounds = list[tuple[Fraction, ...]]
GENERALIZATION = 8 * 65536
"""(2/n) d <= (alpha/2)^2 asks for n >= 8 d / alpha^2, and d = 65536/tau^2 is the fat-shattering bound at tau/128."""
PRIVACY = 6144 * root(2)
"""3 sqrt(8 T ln(1/delta))/(kappa sigma eps) is this times logarithms over alpha eps tau^2, for c = 1."""
COMMON = ((0, 1, 1), (0, 1, 1), (1, 0, 0))
"""The losses of points 2, 3 and 4 in three blocks of rounds; both neighbouring samples have these points."""
SUMMANDS = (
    "for large $eps$ the bound falls below one row, whatever its constant, and for $eps$ well above "
    "$alpha$ it is less than what generalization costs (BCS20.T1.unbounded): the rows of Theorem 30, for "
    "HS-StL-R, are of two summands"
)
LARGEST = (
    "the arithmetic, at the largest $1/alpha$, $1/beta$, $1/tau$, $1/eps$ and $1/delta$ of this $l$; that $2^29 "
    "l^2/(alpha tau)^2$ rows make the root of Theorem 28 $alpha/2$ is BCS20.S4.root, and what else HS-StL-R asks for "
    "BCS20.T30.corrected"
)
FIFTEEN = Constant(2**15, mutants=(2**14,), stronger="smaller")


# ---- Halfspaces and margins


def margin(u: Vector, support: tuple[Vector, ...]) -> Fraction:
    """The infimum of |<u, x>| over the support."""
    return min(abs(inner(u, x)) for x in support)


def ball(m: Integer) -> list[Vector]:
    """The points of the unit disc with coordinates in multiples of 1/m."""
    steps = [Fraction(i, int(m)) for i in range(-int(m), int(m) + 1)]
    return [x for x in product(steps, repeat=2) if inner(x, x) <= 1]


def sign(value: Fraction) -> int:
    """1 on numbers that are at least 0, else -1: the paper leaves 0 open."""
    return 1 if value >= 0 else -1


@claim(
    "BCS20.I1",
    "section 1.2, notation (from the text, standard): margin of a halfspace with respect to a distribution",
    "notation",
    narrows="three vectors $u$ in the plane",
    caps="coordinates in multiples of $1/m$, supports of one or two points",
    length=Constant(1, mutants=(2,)),
)
def a_margin_is_at_most_one(m: PositiveSize, length: int) -> Truth:
    """A halfspace is $x -> sgn(<u, x>)$, and the margin of $u$ with respect to a distribution over the unit ball is the
    infimum of $|<u, x>|$ over its support: in $[0, 1]$ for unit vectors $u$; that of $2 u$ is twice as large, though
    the halfspace is the same."""
    units = [(Fraction(1), Fraction(0)), (Fraction(0), Fraction(-1)), (Fraction(3, 5), Fraction(4, 5))]
    vectors = [(u, tuple(int(length) * a for a in u)) for u in units]
    supports = [*((x,) for x in ball(m)), *product(ball(m), repeat=2)]
    bounded = all_of(margin(scaled, support) <= 1 for _, scaled in vectors for support in supports)
    doubled = all(margin(tuple(2 * a for a in u), S) == 2 * margin(u, S) for u in units for S in supports)
    products = [inner(u, x) for u in units for x in ball(m)]
    same = all(sign(p) == sign(2 * p) and sign(p) * p == abs(p) for p in products)
    lowest = all(margin(u, S) <= abs(inner(u, x)) for u in units for S in supports for x in S)
    return bounded & constant(doubled and same and lowest)


@claim(
    "BCS20.I2",
    "section 1.2, earlier bounds (from memory, standard): earlier sample and round bounds for halfspaces and boosting",
    "remark",
    not_checkable="bounds of other papers behind $O$ and $O~$ without constants, whose formulas are lost from the text;"
    " context alone, used in no proof",
    stand_ins=("BCS20.T24",),
)
def bounds_that_were_known(tau: PositiveUnit, alpha: OpenUnit, epsilon: PositiveReal) -> Truth:
    """The Perceptron learns $tau$-margin halfspaces from $O(1/(tau^2 alpha))$ samples, Nguyen, Ullman and Zakynthinou
    privately from $O~(1/(alpha eps tau^2))$, Servedio from $O~(1/(tau alpha)^2)$ under malicious noise of rate about
    $alpha tau$, and the booster of Barak, Hardt and Kale needs $O(log(1/kappa)/gamma^2)$ rounds."""
    raise NotImplementedError


# ---- Theorem 1


@claim(
    "BCS20.T1",
    "Theorem 1, informal, section 1.2 (the shape from the text, the bound from memory): private learning "
    "of halfspaces by fat shattering",
    "theorem",
    not_checkable="$O~$ hides its constants and logarithms, and the formula is lost; with every constant written out it"
    " is Theorem 30, of whose samples BCS20.T1.cost and BCS20.T1.range say what the restored bound leaves"
    " out",
    stand_ins=("BCS20.T1.cost", "BCS20.T1.range"),
)
def halfspaces_are_learned_privately(
    alpha: OpenUnit, beta: OpenUnit, epsilon: PositiveReal, delta: OpenUnit, tau: PositiveUnit
) -> Truth:
    """Given $n = O~(1/(alpha eps tau^2))$ samples from a distribution supported by a $tau$-margin halfspace $u$,
    subject to random label noise of rate $O(alpha tau)$, the learner is $(eps, delta)$-DP and outputs with probability
    $1 - beta$ a halfspace that $alpha$-approximates $u$."""
    raise NotImplementedError


rests_on(
    "BCS20.T1",
    "BCS20.T30",
    "the samples, up to logarithms",
    "Theorem 1, which is Theorem 30",
    repair="BCS20.T30.corrected",
)


@uses("BCS20.T1", "BCS20.T30.eq2", "Theorem 1, which is Theorem 30")
def the_rows_are_enough_for_privacy(
    alpha: OpenUnit,
    tau: PositiveUnit,
    epsilon: PositiveReal,
    log: PositiveReal,
    L: PositiveReal,
    u: PositiveReal,
    more: AtLeastOne,
) -> Use:
    """$n = 1087 u sqrt(log(1/kappa) log(1/delta))/(alpha eps tau^2)$ rows, at $kappa = alpha/4$ and $sigma = tau/u$,
    $u = 8 c sqrt(log(1/xi))$ (T30.eq4), are of the order of $1/(alpha eps tau^2)$ up to logarithms: $9 rho_T
    log(1/delta) <= eps^2$, enough for privacy where $eps <= 3 log(1/delta)$ (T30.eq3.corrected), and not for
    generalization (T1.cost)."""
    n = more * 1087 * u * (log * L) ** HALF / (alpha * epsilon * tau**2)
    at = {"log": log, "tau": tau, "mass": alpha / 4 * n, "sigma": tau / u}
    return Use(at, gives=lambda b: 9 * b.epsilon * L <= epsilon**2)


@claim(
    "BCS20.T1.cost",
    "Theorem 1, informal, section 1.2; the bound restored (from memory): samples of the informal bound "
    "against those of "
    "generalization",
    "companion",
    narrows="the proof's cost alone; logarithms, which both sides have, are left out",
    factor=Constant(1, stronger="larger"),
)
def the_bound_covers_the_generalization_theorem(C: AtLeastOne, factor: int) -> Truth:
    """$C/(alpha eps tau^2)$ samples, $C >= 1$ a constant, are as many as Theorem 28 needs, on which the theorem rests:
    its square root is $alpha/2$ only for $n >= 8 * 65536/(alpha^2 tau^2)$. Read as: at $eps = tau = 1$ and $alpha =
    1/(2C)$."""
    alpha = 1 / (2 * C)
    return factor * GENERALIZATION / alpha**2 <= C / alpha


rests_on("BCS20.T1.cost.corrected", "BCS20.T1.range.corrected", "these rows are enough", "Theorem 1, corrected")


@claim(
    "BCS20.T1.range",
    "Theorem 1, informal, section 1.2; the bound restored (from memory), for every eps > 0 as in "
    "Definition 12: samples of "
    "the informal bound for large privacy loss",
    "companion",
    narrows="the number of rows, at $alpha = 1/4$ and $tau = 1$, and one $C$: for every one BCS20.T1.unbounded; "
    "that a row is needed is not formalized",
    factor=Constant(1, stronger="smaller"),
)
def some_row_is_always_asked_for(C: AtLeastOne, epsilon: PositiveReal, factor: Fraction) -> Truth:
    """$C/(alpha eps tau^2)$ samples, $C >= 1$ a constant, suffice for every $eps > 0$. Read as: they are one at least,
    for without a row the halfspaces of $u$ and $-u$ are learned alike, and one of them has error at least $1/2$."""
    return factor * 4 * C / epsilon >= 1


@correction("BCS20.T1.cost", SUMMANDS, narrows=LARGEST, rate=FIFTEEN)
@correction("BCS20.T1.range", SUMMANDS, narrows=LARGEST, rate=FIFTEEN)
def rows_of_two_summands_are_enough(log: Annotated[Real, Reals(low=Fraction(277, 100))], rate: int) -> Truth:
    """$n = (2^29/(alpha tau)^2 + 2^15/(alpha min(eps, 1) tau^2)) l^2$ rows, $l = ln(16/(alpha beta tau min(eps, 1)
    delta))$, of $tau$-margin halfspaces, labels flipped at a rate $eta <= alpha tau/32$, are enough for HS-StL-R
    (BCS20.S4) to be $(eps, delta)$-DP, $eps <= 3 ln(1/delta)$, and err on at most $alpha$ with probability $1 - beta$:
    as $2^15 l^2 >= 12071 sqrt(ln(4/alpha) ln(1/delta)) u$, $u^2 = ln(3N(2n + 3)/beta)$, $N$ the rounds, and $96
    ln(3/beta)/(alpha tau)$ is at most $n$. At least one row is asked for."""
    N = (16 * log + 1) / Fraction(81, 10**4)
    u_squared = ln(3 * N * (2 * (2**29 + rate) * log**2 + 3)) + 5 * (log - ln(16))
    private = 12071**2 * log**2 * u_squared <= (rate * log**2) ** 2
    return private & (96 * log <= 2**29 * log**2) & (2**29 * log**2 >= 1)


rests_on("BCS20.T1.range.corrected", "BCS20.T30.corrected", "what HS-StL-R asks of $n$", "Theorem 1, corrected")
rests_on("BCS20.T1.range.corrected", "BCS20.S4.root", "the first summand of $n$", "Theorem 1, corrected")


@claim(
    "BCS20.T1.unbounded",
    "for Theorem 1, informal, section 1.2: samples of the informal bound, for every constant",
    "companion",
    rows=Constant(GENERALIZATION, mutants=(HALF,)),
    four=Constant(4, mutants=(5,)),
)
def no_constant_is_enough_for_theorem_1(C: AtLeastOne, rows: Fraction, four: int) -> Truth:
    """For every $C >= 1$, $C/(alpha eps tau^2)$ is less than $8 * 65536/(alpha^2 tau^2)$ at $eps = tau = 1$, $alpha =
    1/(2C)$, and less than one row at $eps = 5 C$, $alpha = 1/4$, $tau = 1$."""
    return (rows * (2 * C) ** 2 > C * 2 * C) & (four * C / (5 * C) < 1)


# ---- Theorem 2


def needs_of_the_second_bound(a: Real, s: Real, level: Real, transfer: Real) -> tuple[Real, ...]:
    """What Theorem 33's proof needs, logarithms left out: privacy at 1/``level``, label noise, the transfer theorem at
    1/``transfer``; a = 1/alpha, s = 1/tau."""
    return PRIVACY * a * s**2 * level, 96 * a * s, transfer**2


@claim(
    "BCS20.T2",
    "Theorem 2, informal, section 1.2 (from memory, derived): private learning of halfspaces by privacy alone",
    "theorem",
    narrows="the arithmetic: that so many samples cover what the proof of Theorem 33, which is refuted, needs;"
    " logarithms, which are at least 1, are left out, $c = 1$",
    factor=Constant(312810, mutants=(300000,)),
)
def the_second_bound_covers_its_proof(
    inverse_alpha: AtLeastOne, inverse_tau: AtLeastOne, x: FromZero, factor: int
) -> Truth:
    """Given $O~(1/(eps alpha tau^2) + 1/(alpha^2 tau^2) + 1/eps^2 + 1/alpha^2)$ samples as in Theorem 1, the learner
    is $(eps, delta)$-DP and outputs with probability $1 - beta$ a halfspace that $alpha$-approximates $u$. Read as:
    312810 times so many cover what its proof needs at the level $min(eps, alpha/36)$, of inverse $x = 1/eps$ or
    $36/alpha$: $6144 sqrt(2)/(alpha tau^2 level)$, $96/(alpha tau)$ and $1/level^2$ samples."""
    a, s = inverse_alpha, inverse_tau
    bound = factor * (x * a * s**2 + a**2 * s**2 + x**2 + a**2)
    return all_of(need <= bound for level in (x, 36 * a) for need in needs_of_the_second_bound(a, s, level, level))


rests_on("BCS20.T2", "BCS20.T33", "the four summands", "Theorem 2, which is Theorem 33", repair="BCS20.T33.corrected")


@claim(
    "BCS20.T2.sharper",
    "Theorem 2, informal, section 1.2: two-term sample bound for privacy alone",
    "companion",
    narrows="the arithmetic of what the proof of Theorem 33, which is refuted, needs: $6144 sqrt(2)/(alpha tau^2 "
    "level)$ samples for privacy at the level $eps$ or $alpha/36$, $96/(alpha tau)$ and $36^2/alpha^2$; logarithms "
    "left out, $c = 1$",
    factor=Constant(312810, mutants=(300000,)),
)
def the_last_two_terms_are_superfluous(
    inverse_alpha: AtLeastOne, inverse_tau: AtLeastOne, x: FromZero, factor: int
) -> Truth:
    """$312810 (1/(eps alpha tau^2) + 1/(alpha^2 tau^2))$ suffice: $1/alpha^2$ is at most $1/(alpha^2 tau^2)$, and
    $1/eps^2$ is not needed, as a mechanism that is private at a smaller level is so at $alpha/36$, where the transfer
    theorem needs $36^2/alpha^2$ samples."""
    a, s = inverse_alpha, inverse_tau
    bound = factor * (x * a * s**2 + a**2 * s**2)
    return all_of(need <= bound for level in (x, 36 * a) for need in needs_of_the_second_bound(a, s, level, 36 * a))


# ---- One projection a round


def blocks(first: int, r: Integer) -> Rounds:
    """The three blocks, each repeated r times, with this loss of the point that is replaced."""
    return [(Fraction(first), *map(Fraction, block)) for block in COMMON for _ in range(int(r))]


@claim(
    "BCS20.I3",
    "section 1.2, lazy projection (from the text; the update and the control derived): slickness of "
    "eager and of lazy projection",
    "remark",
    narrows="one family of runs, at $kappa = 1/2$; of the one projection in other runs see BCS20.L25",
    caps="four points, three blocks of $r$ rounds, $lambda = s ln 2$ with $r s >= 3$",
    factor=Constant(1, mutants=(2,)),
)
def projecting_every_round_ruins_slickness(r: PositiveSize, s: PositiveSize, factor: int) -> Statement:
    """A projection after every update ruins slickness, and one projection a round does not: with losses (.,
    0, 1, 1), (., 0, 1, 1), (., 1, 0, 0) of four points in three blocks of $r$ rounds, the first point having the loss 0
    throughout or, in the neighbouring run, 1, the eager laws are farther apart than $zeta = 1/(kappa n) = 1/2$, and the
    lazy ones are not."""
    shrink, runs = HALF ** int(s), (blocks(0, r), blocks(1, r))
    eager = statistical_distance(*(induced(eager_measure(HALF, shrink, run, 4)) for run in runs))
    lazy = statistical_distance(*(induced(next_measure(HALF, shrink, cumulative(run, 4))) for run in runs))
    return when([r * s >= 3], constant(eager > factor * HALF) & (lazy <= HALF))


@claim(
    "BCS20.I4",
    "section 1.2, the number of rounds (from the text): optimal number of rounds of a booster",
    "remark",
    not_checkable="that no booster does with fewer rounds is a lower bound of other papers, for all boosters, behind "
    "$Omega$ and used in no proof; of this booster 16 cannot be made 7 (BCS20.T24) nor, at $lambda = 2 gamma$, 2 "
    "be made 1 (BCS20.S2.run)",
    stand_ins=("BCS20.T24", "BCS20.S2.run"),
)
def the_number_of_rounds_is_optimal(gamma: UpToHalf, kappa: OpenUnit) -> Truth:
    """LazyBregBoost has optimal round complexity, $O(log(1/kappa)/gamma^2)$."""
    raise NotImplementedError

"""BCS20 appendices D.1 to D.2.4: boosting as a game, what weak learning costs, and how well Pythia plays."""

from collections.abc import Sequence
from itertools import product

from littlestone.spec.algebra.circuit import as_truth
from littlestone.spec.boosting.games import (
    Prophecy,
    advantage,
    expected_loss,
    inner,
    iterated_play,
    lazy_dense_updates,
    pythia,
    row_losses,
    soft_punishment,
)
from littlestone.spec.boosting.lazy_bregman import cumulative
from littlestone.spec.boosting.loss_tables import CASES, COMPARED, density_of, loss_tables, runs, shrink_of
from littlestone.spec.boosting.measures import density
from littlestone.spec.notation import *

Signed = Annotated[Real, Reals(low=-1, high=1)]
HALVES = (Fraction(-1), -HALF, Fraction(0), HALF, Fraction(1))
STEPS = (Fraction(-1), Fraction(0), Fraction(1))
ALL_MARGINS = (
    "margins $y_i H(x_i)$ of $n$ points in -1, $-1/2$, 0, $1/2$, 1; $kappa$ the $k$-th of 1, $1/2$, $1/3$, $2/3$, ..."
)


# ---- Appendix D.1


@claim(
    "BCS20.E3",
    "display (3), appendix D.1; restored (standard): expected loss of mixed strategies",
    "definition",
    narrows="a $2 x 2$ game",
    more=OFFSET,
)
def the_expected_loss_is_a_mean_over_pure_strategies(
    p: Unit, q: Unit, a: AnyReal, b: AnyReal, c: AnyReal, d: AnyReal, more: int
) -> Truth:
    """$M(P, Q) = sum_{r,c} P(r) M(r,c) Q(c)$ is the mean of $M(r,c)$ over $r ~ P$ and $c ~ Q$, and $sum_r P(r) M(r,
    Q)$."""
    game, P, Q = [(a, b), (c, d)], (p, 1 - p), (q, 1 - q)
    mean = q * (p * a + (1 - p) * c) + (1 - q) * (p * b + (1 - p) * d) + more
    return equals(expected_loss(P, game, Q), mean) & equals(inner(P, row_losses(game, Q)), mean)


def follower(revealed: Sequence[Sequence[Real]]) -> tuple[Fraction, Fraction]:
    """Weight 3/4 on the one of two rows that lost less so far, 1/2 on both at a tie."""
    gap = sum((losses[0].value - losses[1].value for losses in revealed), Fraction(0))
    first = HALF - QUARTER * ((gap > 0) - (gap < 0))
    return first, 1 - first


@claim(
    "BCS20.A6",
    "Algorithm 6, appendix D.1; restored (from the text): iterated play of a game",
    "algorithm",
    narrows="a row player that gives the leader $3/4$, at a tie $1/2$ each, and a column player that answers best",
    caps="two rows and columns, of entries $a/2$ and $b/2$, $c/2$ and $d/2$",
    late=OFFSET,
)
def iterated_play_adds_up_expected_losses(a: Size, b: Size, c: Size, d: Size, T: Size, late: int) -> Truth:
    """In each of $T$ rounds the row player picks $hat(mu)_t$, knowing the losses revealed before; the column player
    picks $Q_t$, which may depend on $hat(mu)_t$; then $M(r, Q_t)$ is revealed for all $r$, and $C$ grows by
    $M(hat(mu)_t, Q_t)$."""
    game = [[Fraction(int(x), 2) for x in row] for row in ((a, b), (c, d))]

    def best_answer(t: int, P: Any) -> tuple[int, ...]:
        costs = [expected_loss(P, game, column).value for column in ((1, 0), (0, 1))]
        return tuple(int(c == costs.index(max(costs))) for c in (0, 1))

    play = iterated_play(game, follower, best_answer, int(T))
    seen = [[row_losses(game, r.column) for r in play.rounds[int(late) : t]] for t in range(len(play.rounds))]
    literal = all_of(
        follower(before) == r.row and best_answer(0, r.row) == r.column
        for before, r in zip(seen, play.rounds, strict=True)
    )
    costs = [expected_loss(r.row, game, r.column) for r in play.rounds]
    return literal & (len(play.rounds) == T) & equals(play.cost, sum(costs, Real.of(0)))


@claim(
    "BCS20.A7",
    "Algorithm 7, appendix D.1; restored (from the text, derived): lazy dense updates",
    "algorithm",
    narrows="the density and the order of the weights; the projection is BCS20.A9",
    caps=CASES,
    order=Constant(1, mutants=(-1,)),
)
def lazy_dense_updates_project_once(k: Size, q: Size, n: PositiveSize, T: Size, order: int) -> Truth:
    """$mu~_{T+1}(i) = kappa exp(-lambda sum_t l_t(i))$, and $mu_{T+1} = Pi_Gamma(mu~_{T+1})$, one projection: at $T =
    0$ it is $kappa$ everywhere, and a point of larger total loss has no larger weight."""
    return all_of(
        (density(mu) == density_of(k)) & ((mu_i >= mu_j) | (order * (total_i - total_j) > 0))
        for table in loss_tables(n, T)
        for mu in [lazy_dense_updates(density_of(k), shrink_of(q), table, n)]
        for (mu_i, total_i), (mu_j, total_j) in product(zip(mu, cumulative(table, int(n)), strict=True), repeat=2)
    )


@terms("BCS20.L34")
def average_regret(
    paid: FromZero, fixed: FromZero, rate: PositiveReal, K: FromZero, mass: PositiveReal, share: Fraction | int = 1
) -> Terms:
    """What is paid on average, and by a fixed measure, with its divergence K and mass = kappa n T."""
    return Terms(says=paid <= fixed + share * rate + K / (rate * mass))


@claim(
    "BCS20.L34",
    "Lemma 34, appendix D.1; restored (derived, from memory): average regret of lazy dense updates",
    "lemma",
    narrows=COMPARED,
    rate=Constant(1, mutants=(Fraction(31, 250),)),
)
def the_average_regret_is_bounded(k: Size, q: Size, n: PositiveSize, T: PositiveSize, rate: Fraction) -> Statement:
    """With $mu_1 = kappa$ everywhere, for all $mu$ in $Gamma_kappa$: $(1/T) sum_t M(hat(mu)_t, h_t) <= (1/T) sum_t
    M(hat(mu), h_t) + lambda + KL(mu || mu_1) / (lambda kappa n T)$; for $kappa = 1$ or $n =
    1$ there is one law, and no regret, and for $q = 0$ $lambda$ is more than any loss."""
    found = all_of(
        average_regret(run.paid() / T, run.paid_by(mu) / T, run.rate, run.distance(mu), run.mass * T, rate).says
        for run in runs(k, q, n, T)
        for mu in run.compared()
    )
    return when([k >= 1, n >= 2, q >= 1], found)


rests_on("BCS20.L34", "BCS20.L40", "$mu_{T+1}$ is the worst of density $kappa$", "for Lemma 34")


@uses("BCS20.L34", "BCS20.L44", "Lemma 34: a simplified form of Lemma 44", name="sum")
def the_average_is_the_sum_over_t(
    paid: FromZero, fixed: FromZero, rate: PositiveReal, T: PositiveInteger, K: FromZero, m: PositiveReal
) -> Use:
    """Lemma 44 divided by $T$: the mean loss exceeds that of a fixed measure by at most $lambda$ and $KL/(lambda kappa
    n T)$."""
    at = {"paid": paid, "fixed": fixed, "rate": rate, "T": T, "K": K, "mass": m}
    return Use(at, gives=paid / T <= fixed / T + rate + K / (rate * m * T))


# ---- Appendix D.2.1


@claim(
    "BCS20.G1",
    "appendix D.2.1, a game; restored (from the text, published code): game of soft punishments",
    "definition",
    double=Constant(2, mutants=(1,)),
)
def soft_punishments_are_between_zero_and_one(h: Signed, double: int) -> Truth:
    """The game of soft punishments has a row for each point, a column for each hypothesis with values in $[-1, 1]$, and
    $M(i, h) = 1 - |h(x_i) - y_i| / 2$ in $[0, 1]$; for values -1 and 1 it is 1 where $h$ is correct and 0 where not."""
    of_either = [1 - (1 - h) / double, 1 - (h + 1) / double]
    boolean = [soft_punishment(s, y) == (s == y) for s, y in product((-1, 1), repeat=2)]
    return all_of([*((m >= 0) & (m <= 1) for m in of_either), *boolean])


# ---- Appendix D.2.2


@terms("BCS20.L35")
def costly(cost: Annotated[Real, Reals()], T: FromZero, gamma: Unit, double: int = 1) -> Terms:
    """What T rounds of advantage gamma cost."""
    return Terms(says=cost >= T / 2 + double * T * gamma)


@claim(
    "BCS20.L35",
    "Lemma 35, appendix D.2.2; restored (from the text, derived): loss of a booster against a weak learner",
    "lemma",
    narrows="two points and two rounds, with the same labels in both",
    caps="weights $(p mod 5)/4$, $(q mod 5)/4$ of a point; $h$ in -1, 0, 1, by $i$, $j$ mod 9; least advantage $gamma$",
    double=Constant(1, mutants=(2,)),
)
def weak_learning_costs_every_booster(p: Size, q: Size, i: Size, j: Size, double: int) -> Truth:
    """For any booster's $hat(mu)_1, ..., hat(mu)_T$ and $h_t$ from a weak learner with advantage $gamma$ on
    $hat(mu)_t$: $sum_t M(hat(mu)_t, h_t) >= T/2 + T gamma$."""
    laws = [(Fraction(int(w) % 5, 4), 1 - Fraction(int(w) % 5, 4)) for w in (p, q)]
    answers = [(Fraction(int(c) % 3 - 1), Fraction(int(c) // 3 % 3 - 1)) for c in (i, j)]
    return all_of(
        costly(total, Fraction(2), least, double).says
        for labels in product((-1, 1), repeat=2)
        for total, least in [cost_and_advantage(laws, answers, labels)]
    )


@uses("BCS20.L35", "BCS20.L35.round", "Lemma 35, proof")
def a_round_costs_a_half_and_its_advantage(gamma: Unit, more: FromZero, cost: FromZero) -> Use:
    """Half the mean distance of a round is $1/2 - gamma$ at most: it costs $1/2 + gamma$ or more."""
    return Use({"cost": cost, "distance": HALF - gamma - more}, gives=cost >= HALF + gamma)


def cost_and_advantage(
    laws: Sequence[Sequence[Fraction]], answers: Sequence[Sequence[Fraction]], labels: tuple[int, ...]
) -> tuple[Fraction, Fraction]:
    """sum_t M(mu^_t, h_t), and the smallest advantage of a round."""
    rounds = list(zip(laws, answers, strict=True))
    costs = [inner(P, [soft_punishment(x, y) for x, y in zip(h, labels, strict=True)]).value for P, h in rounds]
    return sum(costs, Fraction(0)), min(advantage(P, h, labels).value for P, h in rounds)


@terms("BCS20.L35.round")
def cost_of_a_round(cost: FromZero, distance: Annotated[Real, Reals()], more: int = 0) -> Terms:
    """The loss of a round, and half the mean distance."""
    return Terms(says=all_of([cost <= 1 + more - distance, cost >= 1 + more - distance]))


@claim(
    "BCS20.L35.round",
    "Lemma 35, proof; restored (from the text, derived): loss of a round in terms of the advantage",
    "step",
    narrows="three points",
    more=OFFSET,
)
def the_loss_of_a_round_is_a_half_and_the_advantage(p: Unit, q: Unit, a: Unit, b: Unit, c: Unit, more: int) -> Truth:
    """Re-arrange "advantage" and distribute sums: $M(hat(mu), h) = sum_j hat(mu)(j) (1 - |h(x_j) - y_j| / 2) = 1/2 +
    (1/2 - (1/2) sum_j hat(mu)(j) |h(x_j) - y_j|)$: here $a$, $b$, $c$ are a half of the $|h(x_j) - y_j|$."""
    P, distances = (p, q, 1 - p - q), (a, b, c)
    cost = inner(P, [1 - x for x in distances])
    return as_truth(cost_of_a_round(cost, inner(P, distances), more).says)


# ---- Appendix D.2.3


def prophecies(n: int, kappa: Fraction) -> list[tuple[tuple[Fraction, ...], Prophecy]]:
    """All margins, and what Pythia says of them."""
    return [(margins, pythia(margins, kappa)) for margins in product(HALVES, repeat=int(n))]


@claim(
    "BCS20.A8",
    "Algorithm 8, appendix D.2.3; restored (from the text, derived): bad set and margin of Pythia",
    "algorithm",
    narrows="the size of $B$, the weights and $theta$; that the points of $B$ are the worst is BCS20.P36",
    caps=ALL_MARGINS,
    share=Constant(1, mutants=(Fraction(9, 10),)),
)
def pythia_finds_the_worst_points(n: PositiveSize, k: Size, share: Fraction) -> Truth:
    """$B$ starts as the mistakes, $y_i H(x_i) < 0$, and $theta$ as 0; while $|B| < kappa n$, the $i$ outside $B$ of
    least margin joins and $theta$ is its margin. So $|B|$ is the larger of the number of mistakes and $ceil(kappa n)$,
    and $P$, uniform on $B$, has no weight above $1/(kappa n)$."""
    kappa = density_of(k)
    return all_of(
        [size == expected, max(found.law) <= share * most, found.theta == largest][part]
        for margins, found in prophecies(n, kappa)
        for size, expected in [(len(found.bad), max(sum(m < 0 for m in margins), ceiling(kappa * n)))]
        for most, largest in [(1 / (kappa * n), max([margins[i] for i in found.bad if margins[i] >= 0], default=0))]
        for part in range(3)
    )


@terms("BCS20.P36")
def bad_margin(margin: Annotated[Real, Reals()], theta: Annotated[Real, Reals()], less: Fraction | int = 0) -> Terms:
    """The margin of a bad point, and the largest of them."""
    return Terms(says=margin + less <= theta)


@claim(
    "BCS20.P36",
    "Proposition 36, appendix D.2.3; restored (from the text, derived): margins inside and outside of the bad set",
    "proposition",
    narrows="the mean $H$; that the sum over the rounds is $T$ times as much is not formalized",
    caps=ALL_MARGINS,
    less=Constant(0, mutants=(QUARTER,)),
)
def bad_points_have_bad_margins(n: PositiveSize, k: Size, less: Fraction) -> Truth:
    """For every $i$ in Pythia's $B$: $y_i H(x_i) <= theta$, so that $sum_t y_i h_t(x_i) <= T theta$; and for every $i$
    outside $B$: $y_i H(x_i) >= theta$."""
    return all_of(
        bad_margin(*pair, less).says
        for margins, found in prophecies(n, density_of(k))
        for i in range(int(n))
        for pair in [(margins[i], found.theta) if i in found.bad else (found.theta, margins[i])]
    )


rests_on(
    "BCS20.P36", "BCS20.A8", "no $i$ in $B$ has a margin above $theta$", "Proposition 36, proof: inspection of Pythia"
)


# ---- Appendix D.2.4


@terms("BCS20.F1")
def product_and_distance(product: Annotated[Real, Reals()], distance: FromZero, one: int = 1) -> Terms:
    """y h(x) and |h(x) - y|."""
    return Terms(says=equals(product, one - distance))


@claim(
    "BCS20.F1",
    "appendix D.2.4, a simple fact; restored (from the text, derived): product and distance of label and value",
    "fact",
    one=Constant(1, mutants=(2,)),
)
def products_are_one_minus_distances(h: Signed, one: int) -> Truth:
    """Since $y$ is -1 or 1 and $h(x)$ is in $[-1, 1]$, $y h(x) = 1 - |h(x) - y|$: for $y = 1$ the distance is $1 -
    h(x)$, for $y = -1$ it is $h(x) + 1$, neither of them negative."""
    above, below = 1 - h, h + 1
    return (
        (above >= 0)
        & (below >= 0)
        & all_of(product_and_distance(y_h, apart, one).says for y_h, apart in ((h, above), (-h, below)))
    )


@terms("BCS20.E4")
def affine_punishment(punishment: FromZero, margin: Annotated[Real, Reals()], half: Fraction = HALF) -> Terms:
    """M(i, h) and y_i h(x_i)."""
    return Terms(says=equals(punishment, HALF + half * margin))


@claim(
    "BCS20.E4",
    "display (4), appendix D.2.4; restored (from the text, derived): punishment in terms of the margin",
    "display",
    half=Constant(HALF, mutants=(Fraction(1, 3),)),
)
def punishments_are_affine_in_the_margin(h: Signed, half: Fraction) -> Truth:
    """$M(i, h) = 1/2 + y_i h(x_i) / 2$ for $h(x)$ in $[-1, 1]$, as $|h(x) - 1| = 1 - h(x)$ and $|h(x) + 1| = h(x) +
    1$."""
    cases = (1 - (1 - h) / 2, h), (1 - (h + 1) / 2, -h)
    return all_of(affine_punishment(punished, margin, half).says for punished, margin in cases)


@uses("BCS20.E4", "BCS20.F1", "display (4), from the simple fact")
def punishments_are_made_of_distances(h: Signed, distance: FromZero) -> Use:
    """$M = 1 - |h - y|/2 = 1/2 + y h/2$; here $h$ stands for $y h$."""
    line = all_of([1 - distance / 2 <= HALF + h / 2, 1 - distance / 2 >= HALF + h / 2])
    return Use({"product": h, "distance": distance}, gives=line)


@terms("BCS20.E4.range")
def bounded_punishment(punishment: Annotated[Real, Reals()], margin: Annotated[Real, Reals()]) -> Terms:
    """M(i, h) and y_i h(x_i), for real values of h."""
    return Terms(says=punishment <= HALF + margin / 2)


@claim(
    "BCS20.E4.range",
    "display (4), appendix D.2.4; restored (from the text, derived): punishment for real values",
    "companion",
    caps="$h = (i - 6)/2$",
    end=Constant(1, mutants=(2,)),
)
def the_identity_needs_the_range(i: Size, end: int) -> Truth:
    """For real values of $h$: $M(i, h) <= 1/2 + y_i h(x_i) / 2$, with equality just where $y_i h(x_i) <= 1$."""
    h = Fraction(int(i) - 6, 2)
    pairs = [(soft_punishment(h, y), y * h) for y in (-1, 1)]
    ends = ((m == HALF + margin / 2) == (margin <= end) for m, margin in pairs)
    return all_of([*ends, *(bounded_punishment(m, margin).says for m, margin in pairs)])


@terms("BCS20.L37")
def pythia_pays(cost: Annotated[Real, Reals()], T: FromZero, theta: FromZero, half: Fraction = HALF) -> Terms:
    """What Pythia pays in T rounds."""
    return Terms(says=cost <= T / 2 + half * T * theta)


@claim(
    "BCS20.L37",
    "Lemma 37, appendix D.2.4; restored (from the text, derived): loss of Pythia",
    "lemma",
    narrows="two rounds, labels in turn 1 and -1",
    caps="margins $y_i h_t(x_i)$ of $n$ points in -1, 0, 1, $kappa$ the $k$-th of 1, $1/2$, $1/3$, ...",
    half=Constant(HALF, mutants=(Fraction(2, 5),)),
)
def pythia_pays_little(n: PositiveSize, k: Size, half: Fraction) -> Truth:
    """For $H = (1/T) sum_t h_t$ and Pythia's $P$ and $theta$: $sum_t M(P, h_t) <= T/2 + T theta / 2$."""
    return all_of(
        pythia_pays(cost, Fraction(2), found.theta, half).says
        for rounds in product(product(STEPS, repeat=2), repeat=int(n))
        for found in [pythia([(first + second) / 2 for first, second in rounds], density_of(k))]
        for cost in [sum(p * punished(point, i) for i, (p, point) in enumerate(zip(found.law, rounds, strict=True)))]
    )


@uses("BCS20.L37", "BCS20.E4", "Lemma 37, proof: display (4)")
def a_small_margin_is_cheap(theta: FromZero, more: FromZero, punished: FromZero) -> Use:
    """The mean loss of all rounds is $1/2$ + half the mean margin of $B$, $theta - more$: at most $1/2 + theta/2$."""
    return Use({"punishment": punished, "margin": theta - more}, gives=punished <= HALF + theta / 2)


@uses("BCS20.L37", "BCS20.P36", "Lemma 37, proof: evaluate and re-arrange")
def bad_points_keep_the_mean_small(theta: FromZero, first: AnyReal, less: FromZero, share: Unit) -> Use:
    """The mean of the margins of bad points is at most $theta$: here of one of this share and the mean of the
    others."""
    return Use({"margin": first, "theta": theta}, gives=share * first + (1 - share) * (theta - less) <= theta)


def punished(margins: tuple[Fraction, ...], i: int) -> Fraction:
    """sum_t M(i, h_t) of the point with these margins, its label being 1 or -1 in turn."""
    label = 1 - 2 * (i % 2)
    return sum((soft_punishment(label * m, label) for m in margins), Fraction(0))

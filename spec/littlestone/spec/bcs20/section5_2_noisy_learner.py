"""BCS20 section 5.2: the noisy weak learner, Theorem 27, and its first item, on privacy.

Three readings fit the words: A: h(x) = <z + nu, x>; B: h(x) = <z/||z|| + nu, x>; C: h(x) = <z + nu, x> / ||z + nu||.
A is the one that the words of section 5.2 and appendix B describe.
"""

from collections.abc import Iterator, Sequence
from itertools import product

from littlestone.spec.bcs20.vocabulary import most_reached, most_reached_in_C
from littlestone.spec.boosting.halfspaces import Vector, Weights, inner, weightings
from littlestone.spec.boosting.measures import statistical_distance
from littlestone.spec.notation import *

WEAK = "section 5.2"
SCALED = "hypotheses scaled into [-1, 1]"
T27 = "Theorem 27, proof"
ENDS = ((Fraction(-1),), (Fraction(1),))


# ---- The noisy weak learner


@claim(
    "BCS20.W2",
    f"the noisy weak learner, {WEAK} (from the text, the formula restored: reading A: z + nu): "
    "its correlation with the labels",
    "algorithm",
    narrows="two examples in the plane",
    times=Constant(1, mutants=(2,)),
)
def the_noise_adds_its_part_along_the_centre(
    w: Unit, a: AnyReal, b: AnyReal, c: AnyReal, d: AnyReal, s: AnyReal, t: AnyReal, times: int
) -> Truth:
    """For $h(x) = <z + nu, x>$ the correlation $sum_j mu(j) y_j h(x_j)$ is $||z||^2 + <nu, z>$, $z = sum_j mu(j) y_j
    x_j$; $y x = (a, b)$ and $(c, d)$, $nu = (s, t)$."""
    z = (w * a + (1 - w) * c, w * b + (1 - w) * d)
    total = w * ((z[0] + s) * a + (z[1] + t) * b) + (1 - w) * ((z[0] + s) * c + (z[1] + t) * d)
    return equals(total, z[0] ** 2 + z[1] ** 2 + times * (s * z[0] + t * z[1]))


@claim(
    "BCS20.W2.range",
    f"the noisy weak learner, by Definition 11, {WEAK} (the formula restored: reading A: z + nu): "
    "range of its hypothesis",
    "definition",
    caps="the example $e_1$ of label 1, $nu = (s, 0, ..., 0)$",
)
def the_noisy_hypothesis_is_bounded(s: AnyReal) -> Truth:
    """A weak learner outputs $h$: $X -> [-1, 1]$. Read as: of $z = e_1$ and the noise $s$ along it, $h(e_1) = 1 +
    s$ is in $[-1, 1]$."""
    return (1 + s >= -1) & (1 + s <= 1)


@correction(
    "BCS20.W2.range",
    "normal noise makes $<z + nu, x>$ as large as one likes; divided by $max(1, ||z + nu||)$, after the "
    "noise, it is in $[-1, 1]$ on the ball",
    narrows="the inequality, in the plane; that it stays as private, by post-processing, is not formalized",
    share=SHARE,
)
def the_scaled_hypothesis_is_bounded(p: AnyReal, q: AnyReal, a: AnyReal, b: AnyReal, share: Fraction) -> Truth:
    """$<z + nu, x>^2 <= ||z + nu||^2 ||x||^2$, so that $<z + nu, x> / max(1, ||z + nu||)$ is in $[-1, 1]$ for $||x|| <=
    1$."""
    return (p * a + q * b) ** 2 <= share * (p**2 + q**2) * (a**2 + b**2)


@claim(
    "BCS20.W2.boosted",
    f"the noisy weak learner, in Theorem 24, {WEAK} (readings A: z + nu, and B: z/||z|| + nu): boosting of hypotheses "
    "that are not bounded",
    "companion",
    narrows="the margins alone; that the measures are uniform before round $T$, and each answer a weak learner's,"
    " is not formalized",
    caps="$kappa = e^{-gamma^2 T/16}$, and a part $2 kappa$ of $n >= 1/kappa$ examples; margins $m_t(i) = y_i "
    "h_t(x_i)$",
)
def boosting_unbounded_hypotheses_works(T: AtLeastOne, gamma: UpToHalf) -> Truth:
    """Theorem 24 takes any weak learner of advantage $gamma$, $sum_i mu_t(i) m_t(i) >= 2 gamma$. Read as: margins may
    have any size below 0; all are $2 gamma$ before round $T$, in which those of $2 kappa n$ examples are $-a$ and of
    the others 1, $(1 - 2 kappa) - 2 kappa a = 2 gamma$; then these examples have $sum_t m_t(i) > 0$."""
    share = 2 * exp(-(gamma**2) * T / 16)
    return (T - 1) * 2 * gamma * share - (1 - share - 2 * gamma) > 0


@correction(
    "BCS20.W2.boosted",
    "one round of large negative margins undoes all others: margins must be bounded, as in Definition 11;"
    " divided by a bound $R$ on $|h|$ the advantage is $gamma/R$, and $R^2$ times as many rounds are "
    "needed, $R = 2$ where all $||nu_t|| <= 1$",
    narrows="the arithmetic of the rounds; that Theorem 24 takes so many is cited",
    two=Constant(2, mutants=(1,)),
)
def boosting_scaled_hypotheses_takes_more_rounds(gamma: UpToHalf, R: AtLeastOne, L: PositiveReal, two: int) -> Truth:
    """Where $|h| <= R$, $h/R$ has advantage $gamma/R$, for which Theorem 24 takes $16 ln(1/kappa)/(gamma/R)^2 = R^2 16
    ln(1/kappa)/gamma^2$ rounds; $L = ln(1/kappa)$."""
    return equals(16 * L / (gamma / R) ** 2, R**two * 16 * L / gamma**2)


rests_on("BCS20.W2.boosted.corrected", "BCS20.T24", "at the advantage $gamma/R$, for $h/R$", SCALED)
rests_on("BCS20.W2.boosted.corrected", "BCS20.B.eq2.corrected", "where $||nu_t|| <= 1$, $|h| <= 2$", SCALED)


# ---- Theorem 27


@claim(
    "BCS20.T27",
    f"Theorem 27, {WEAK} (shape from the text, formulas derived and from memory: readings A, B and C): "
    "privacy and advantage of the noisy weak learner",
    "theorem",
    narrows="the chances and the move of three witnesses; that advantage and privacy ask for them is not formalized",
    caps="the witnesses of BCS20.T27.2, BCS20.T27.1.B at three examples, and BCS20.T27.2.C; $c >= 1$ an integer, as a "
    "larger $c$ says less",
)
def the_weak_halfspace_learner_is_private_and_has_an_advantage(c: AtLeastOne) -> Truth:
    """There is a constant $c$ for which the noisy learner is $(rho, s)$-zCDP for $rho = 2 (1/(kappa n) + s)^2 /
    sigma^2$, and under the hypotheses of Theorem 26 has advantage $tau/4 - c sigma sqrt(ln(1/xi))$ with probability $1
    - xi$. Read as: in some reading of $h(x)$, A: $<z + nu, x>$, B: $<z/||z|| + nu, x>$ or C: $<z + nu, x>/||z +
    nu||$."""
    move_in_B = 2 * Real.of(Fraction(1, 3))
    return (most_reached(c) >= Fraction(3, 4)) | (move_in_B >= 2) | (most_reached_in_C(c) >= HALF)


@correction(
    "BCS20.T27",
    "all three readings fail, for every $c$ (BCS20.T27.2.unbounded, BCS20.T27.1.B, BCS20.T27.2.C.unbounded): reading A "
    "is private, with an advantage that is quadratic in the margin; one that is linear in it takes a noisy "
    "norm too (BCS20.S4)",
    narrows="for privacy the centres move by a part of $2 (1/(kappa n) + s)$ (BCS20.T27.1.pairs.corrected), by Lemma "
    "16; for the advantage a sample is $||z|| = tau/2 + more$, and the noise what it is along $z$ and the examples, as "
    "in BCS20.T27.2.corrected; that tails, range and advantage are these numbers is not formalized",
    four=Constant(4, mutants=(3,)),
    factor=Constant(2, mutants=(1,)),
)
def the_weak_halfspace_learner_has_a_quadratic_advantage(
    kappa: PositiveUnit,
    n: PositiveInteger,
    s: Unit,
    part: Unit,
    tau: PositiveUnit,
    xi: OpenUnit,
    noise: PositiveUnit,
    more: FromZero,
    four: int,
    factor: int,
) -> Truth:
    """Reading A, with its scores divided by $1 + r$, $r = sigma sqrt(2 ln((2n + 1)/xi)) = noise tau/2 <= tau/2$, is
    $(rho, s)$-zCDP for $rho = 2 (1/(kappa n) + s)^2 / sigma^2$ on pairs one of which is $kappa$-smooth, and under the
    hypotheses of Theorem 26 has advantage at least $(tau/4)(tau/2 - r)/(1 + r)$ with probability at least $1 - xi$."""
    r = noise * tau / 2
    precision = 2 * ln((2 * n + 1) / xi) / r**2
    moved, length = part * (2 / (kappa * n) + 2 * s), tau / 2 + more
    private = moved**2 * precision / 2 <= factor * (1 / (kappa * n) + s) ** 2 * precision
    likely = (2 * n + 1) * exp(-(r**2) * precision / 2) <= xi
    return private & likely & (length * (length - r) / (2 * (1 + r)) >= tau / four * (tau / 2 - r) / (1 + r))


@uses("BCS20.T27", "BCS20.T27.1", f"{T27}, reading A")
def reading_A_is_private(kappa: PositiveUnit, n: PositiveInteger, part: Unit, s: Unit, sigma: PositiveReal) -> Use:
    """The first half, as it is, at every $s$: weights of at most $1/(kappa n)$, here a ``part`` of it, give $rho = 2
    (1/(kappa n) + s)^2/sigma^2$, for $kappa n >= 1$."""
    top = 1 / (kappa * n)
    at = {"largest": part * top, "top": top, "s": s, "sigma": sigma}
    return Use(at, given=kappa * n >= 1, gives=lambda b: b.epsilon <= 2 * (1 / (kappa * n) + s) ** 2 / sigma**2)


@uses("BCS20.T27", "BCS20.T27.2", f"{T27}, reading A", repair="BCS20.T27.2.corrected")
def reading_A_has_an_advantage(tau: PositiveUnit, noise: PositiveUnit) -> Use:
    """The second half, at $sigma sqrt(2 log(1/xi)) = noise tau/2$: the least advantage would have to be $tau/4 - noise
    tau/4$."""
    least = tau / 4 * (tau / 2 - noise * tau / 2) / (1 + noise * tau / 2)
    return Use({"tau": tau, "noise": noise, "advantage": least}, gives=least >= tau / 4 - noise * tau / 4)


@correction(
    "BCS20.T27.from.T27.2.conclusion",
    "what is true of reading A is quadratic in the margin; an advantage linear in $tau$ takes scores that"
    " are divided by a noisy norm (BCS20.S4.adv)",
    four=Constant(4, mutants=(3,)),
)
def reading_A_has_a_quadratic_advantage(tau: PositiveUnit, more: FromZero, noise: Unit, part: Unit, four: int) -> Truth:
    """$||z|| (||z|| - r)/(2 (1 + r))$ is at least $(tau/4)(tau/2 - r)/(1 + r)$, $r = noise tau/2$."""
    r, length = noise * tau / 2, tau / 2 + more
    return length * (length - part * r) / (2 * (1 + r)) >= tau / four * (tau / 2 - r) / (1 + r)


@uses("BCS20.T27", "BCS20.T27.1.B", f"{T27}, reading B", repair="BCS20.T27.1.B.corrected")
def reading_B_is_private(short: PositiveUnit, moved: PositiveUnit, turned: FromZero) -> Use:
    """The normalised centre would have to move no more than the centre does, whatever its length."""
    return Use({"turned": turned**2, "lengths": 2 * short, "moved": moved**2}, gives=turned <= moved)


@correction(
    "BCS20.T27.from.T27.1.B.conclusion",
    "$z/||z||$ moves by up to $||z - z'||/||z||$, which is no more than $||z - z'||$ only for centres of length 1",
    one=Constant(1, mutants=(2,)),
)
def reading_B_is_private_for_unit_centres(moved: PositiveUnit, turned: FromZero, one: int) -> Statement:
    """For $||z|| = ||z'|| = 1$."""
    return when(turned * 2 <= 2 * moved, one * turned <= moved)


@uses("BCS20.T27", "BCS20.T27.2.C", f"{T27}, reading C", repair="BCS20.T27.2.C.corrected")
def reading_C_has_an_advantage(tau: PositiveUnit, part: Unit, R: FromZero) -> Use:
    """The bound on the noise's norm would have to vanish from the least advantage: $||z|| = tau/2$, $noise = part
    tau/2$."""
    length, noise = tau / 2, part * tau / 2
    least = length * (length - noise) / (2 * (length + R))
    return Use({"length": length, "noise": noise, "R": R, "advantage": least}, gives=least >= tau / 4 - noise / 2)


@correction(
    "BCS20.T27.from.T27.2.C.conclusion",
    "the advantage is divided by $(||z|| + R)/||z||$, $R$ being about $sigma sqrt(d)$: without that it holds "
    "for $R = 0$ alone",
    two=Constant(2, mutants=(3,)),
)
def reading_C_has_a_part_of_the_advantage(tau: PositiveUnit, part: Unit, R: FromZero, two: int) -> Truth:
    """At $||z|| = tau/2$ and $noise = part tau/2$, the bound is at least $(tau/4 - noise/2) (tau/2)/(tau/2 + R)$."""
    length, noise = tau / 2, part * tau / 2
    left = length - noise
    return length * left / (2 * (length + R)) >= (tau / 4 - noise / two) * length / (length + R)


rests_on("BCS20.T27.corrected", "BCS20.T27.1.pairs.corrected", "item 1, on smooth pairs", "Theorem 27, corrected")
rests_on(
    "BCS20.T27.corrected", "BCS20.T27.2.corrected", "item 2, of scores divided by $1 + r$", "Theorem 27, corrected"
)


# ---- Theorem 27, item 1


@terms("BCS20.T27.1")
def one_call(largest: FromZero, top: PositiveUnit, s: Unit, sigma: PositiveReal, factor: int = 2) -> Terms:
    """The learner on measures whose largest weight is at most the top, which are s apart; its epsilon is rho."""
    return Terms(asks=largest <= top, epsilon=factor * (top + s) ** 2 / sigma**2)


@claim(
    "BCS20.T27.1",
    f"Theorem 27, part 1, {WEAK} (shape from the text, formula derived: reading A: z + nu): "
    "privacy of the noisy weak learner",
    "theorem",
    narrows="the arithmetic of the proof: the distance of the centres is that of BCS20.T27.eq1, $D_a$ that of Lemma 16",
    factor=Constant(2, mutants=(1,)),
)
def the_noisy_learner_is_private(
    top: PositiveUnit, s: Unit, distance: Unit, least: Unit, sigma: PositiveReal, factor: int
) -> Truth:
    """For $mu$ with $max_i mu(i) <= 1/(kappa n)$ the noisy learner is $(rho, s)$-zCDP for $rho = 2 (1/(kappa n) + s)^2
    / sigma^2$: the centres of neighbours are at most $2 Delta + 2 min(mu(i), mu'(i))$ apart, a part of $s$ and one of
    $top = 1/(kappa n) <= 1$."""
    apart = 2 * distance * s + 2 * least * top
    return apart**2 / (2 * sigma**2) <= one_call(least * top, top, s, sigma, factor).epsilon


@uses("BCS20.T27.1", "BCS20.T27.eq1", T27)
@uses("BCS20.T27.1.pairs.corrected", "BCS20.T27.eq1", f"{T27}, part 1, corrected")
def the_centre_moves_by_distance_and_weight(
    apart: FromZero, distance: Unit, least: Unit, a: FromZero, b: FromZero
) -> Use:
    """$Delta$ is at most $s = distance + a$, and $min(mu(i), mu'(i))$ at most $top = least + b$, as one of the two is
    $kappa$-smooth: the centres are at most $2 (top + s)$ apart."""
    return Use({"apart": apart, "distance": distance, "least": least}, gives=apart <= 2 * (least + b + distance + a))


@uses("BCS20.T27.1", "BCS20.T27.eq2", T27)
def the_divergence_is_the_order_times_rho(order: AtLeastOne, top: PositiveUnit, s: Unit, sigma: PositiveReal) -> Use:
    """$D_a <= a rho$ for $rho = 2 (1/(kappa n) + s)^2/sigma^2$, at every order."""
    at, rho = {"order": order, "top": top, "s": s, "sigma": sigma}, 2 * (top + s) ** 2 / sigma**2
    return Use(at, gives=lambda b: b.epsilon <= order * rho)


@claim(
    "BCS20.T27.1.pairs",
    f"Theorem 27, part 1, by Definition 20, {WEAK} (from the text): privacy of the noisy weak learner on all pairs",
    "theorem",
    caps="examples $+-1$ on the line, weights in multiples of $1/m$, $kappa = 1$ and $s = Delta(mu_1, mu_2)$",
)
def the_noisy_learner_is_private_for_all_pairs(n: PositiveSize, m: PositiveSize) -> Truth:
    """$(rho, s)$-zCDP by Definition 20, taken literally, asks for all pairs of distributions with $Delta <= s$, so that
    $||z - z'|| <= 2(1/(kappa n) + s)$ must hold for all of them, whatever Theorem 27 assumes of one $mu$."""
    return all_of(
        moved(*case) <= 2 * (1 / n + statistical_distance(case[0], case[1])) for case in neighbours(int(n), int(m))
    )


@correction(
    "BCS20.T27.1.pairs",
    "point masses on the index that differs are at distance 0, and their centres at distance 2: one "
    "distribution of each pair must be $kappa$-smooth, as those that LB-NxM makes are",
    narrows="a pair of laws is $Delta$ and their weights at $i$; that $||z - z'||$ is at most these changes, for "
    "vectors in the unit ball, is not formalized, and $D_a$ is that of Lemma 16",
    factor=Constant(2, mutants=(1,)),
)
def the_noisy_learner_is_private_where_one_is_smooth(
    order: AtLeastOne,
    kappa: PositiveUnit,
    n: AtLeastOne,
    s: Unit,
    share: Unit,
    least: Unit,
    turned: Unit,
    part: Unit,
    sigma: PositiveReal,
    factor: int,
) -> Truth:
    """For samples that differ at $i$, and pairs with $Delta = share s <= s$ one of which is $kappa$-smooth, at every
    order $D_a <= a rho$, $rho = 2 (1/(kappa n) + s)^2 / sigma^2$: the smaller weight of $i$ is a part ``least`` of
    $1/(kappa n)$, the other more by turned $2 Delta$, $||z - z'||$ a part of the changes of the other weights and both
    weights of $i$."""
    distance, b = share * s, least / (kappa * n)
    change = turned * 2 * distance
    apart = part * ((2 * distance - change) + (b + change) + b)
    return order * apart**2 / (2 * sigma**2) <= order * (factor * (1 / (kappa * n) + s) ** 2 / sigma**2)


def moved(first: Weights, second: Weights, v: Sequence[Vector], i: int, to: Vector) -> Fraction:
    """||z - z'|| on the line, for v and v with v_i replaced."""
    other = [*v[:i], to, *v[i + 1 :]]
    return abs(inner(first, [x for (x,) in v]) - inner(second, [x for (x,) in other]))


def neighbours(n: int, m: int) -> Iterator[tuple[Weights, Weights, tuple[Vector, ...], int, Vector]]:
    """Two distributions in multiples of 1/m, signs of n examples on the line, an index and the sign that replaces its:
    the distance is convex in the examples, so that signs are the worst ones."""
    for first, second in product(weightings(n, m), repeat=2):
        for v in product(ENDS, repeat=n):
            for i in range(n):
                yield first, second, v, i, (-v[i][0],)


@terms("BCS20.T27.eq1")
def centres_apart(apart: FromZero, distance: FromZero, least: FromZero, times: int = 2) -> Terms:
    """How far the centres are apart, Delta of the laws, and the smaller weight of the row that differs."""
    return Terms(says=apart <= 2 * distance + times * least)


@claim(
    "BCS20.T27.eq1",
    f"Theorem 27, proof, sensitivity, {WEAK} (derived): sensitivity of the centre",
    "step",
    narrows="that $min <= 1/(kappa n)$ if one of the two is smooth is not formalized, nor that examples $+-1$ on the "
    "line are the worst",
    caps="examples $+-1$ on the line, $n >= 2$, weights in multiples of $1/m$",
    times=Constant(2, mutants=(1,)),
)
def the_centre_moves_little(n: PositiveSize, m: PositiveSize, times: int) -> Statement:
    """$||z - z'|| <= sum_{j != i} |mu_1(j) - mu_2(j)| + mu_1(i) + mu_2(i) <= 2 Delta(mu_1, mu_2) + 2 min(mu_1(i),
    mu_2(i))$, $i$ the row that differs: that both are $kappa$-smooth is not needed, one of them is enough for
    $2(1/(kappa n) + s)$."""
    found = all_of(
        all_of([apart <= between, *(centres_apart(far, distance, least, times).says for far in (apart, between))])
        for mu, nu, v, i, to in neighbours(int(n), int(m))
        for apart, distance, least in ((moved(mu, nu, v, i, to), statistical_distance(mu, nu), min(mu[i], nu[i])),)
        for between in (sum(abs(a - b) for j, (a, b) in enumerate(zip(mu, nu, strict=True)) if j != i) + mu[i] + nu[i],)
    )
    return when(n >= 2, found)


@terms("BCS20.T27.eq2")
def largest_divergence(order: AtLeastOne, top: PositiveUnit, s: Unit, sigma: PositiveReal, four: int = 4) -> Terms:
    """D_a, which is its epsilon, of centres 2 (top + s) apart."""
    return Terms(epsilon=order * four * (top + s) ** 2 / (2 * sigma**2))


@claim(
    "BCS20.T27.eq2",
    f"Theorem 27, proof, {WEAK} (derived): divergence at the largest distance of centres",
    "step",
    narrows="the arithmetic after Lemma 16",
    four=Constant(4, mutants=(3, 5)),
)
def the_divergence_at_the_largest_distance(
    order: AtLeastOne, top: PositiveUnit, s: Unit, sigma: PositiveReal, four: int
) -> Truth:
    """Lemma 16 at $||z - z'|| = 2(1/(kappa n) + s)$ gives $D_a = a 4(1/(kappa n) + s)^2 / (2 sigma^2) = a rho$, for
    $rho$ of Theorem 27; $top = 1/(kappa n) <= 1$."""
    rho = 2 * (top + s) ** 2 / sigma**2
    return equals(largest_divergence(order, top, s, sigma, four).epsilon, order * rho)


@uses("BCS20.T27.eq2", "BCS20.L16", T27)
@uses("BCS20.T27.1.pairs.corrected", "BCS20.L16", f"{T27}, part 1, corrected")
def the_divergence_of_the_centres(
    order: AtLeastOne, top: PositiveUnit, s: Unit, part: Unit, sigma: PositiveReal
) -> Use:
    """$||z - z'||$ is a part of $2 (1/(kappa n) + s)$: $D_a <= 2 a (1/(kappa n) + s)^2 / sigma^2$."""
    at = {"order": order, "distance": part * 2 * (top + s), "sigma": sigma}
    return Use(at, gives=lambda b: b.epsilon <= order * (2 * (top + s) ** 2 / sigma**2))

"""BCS20 sections 3.1 and 3.2: Boost and Iter, private weak learners, slick measures, and what the rounds cost."""

from itertools import combinations_with_replacement, product

from littlestone.spec.bcs20.vocabulary import ONE_LEARNER
from littlestone.spec.boosting.boosting_runs import (
    SHRINK,
    boosting_law,
    iteration_law,
    labelled_rows,
    lazily,
    lazy_measure,
    replaced,
    sign_patterns,
    soft_learner,
)
from littlestone.spec.boosting.gaussian_rounds import largest_costs
from littlestone.spec.boosting.measures import induced, statistical_distance
from littlestone.spec.boosting.private_rounds import (
    all_lists,
    cost_of_a_round,
    cost_of_boosting,
    grid_laws,
    largest_shift,
    neighbours,
    stopping_law,
)
from littlestone.spec.notation import *

CONSTANTS = sign_patterns(1)
SIGNS = (Fraction(-1), Fraction(0), Fraction(1))
SOFT = "$n$ labels on one point, up to their order, hypotheses -1 and 1, $kappa = k / (k + j)$, with repetitions"


# ---- Algorithms 1 and 2


def boosted(k: Integer, j: Integer) -> tuple[Any, Any]:
    """LB-NxM at density k / (k + j), and the soft weak learner."""
    return lazily(Fraction(int(k), int(k + j)), SHRINK), soft_learner(CONSTANTS)


@claim(
    "BCS20.A1",
    "Algorithm 1, section 3.1 (restored): law of the list of hypotheses that Boost outputs",
    "algorithm",
    narrows=ONE_LEARNER + "; the list, and not its mean $H$",
    caps=SOFT,
    order=Constant(1, mutants=(-1,)),
)
def boost_multiplies_the_chances_of_its_rounds(
    n: PositiveSize, T: PositiveSize, k: PositiveSize, j: PositiveSize, order: int
) -> Truth:
    """$Boost(S, T)$: $H = []$, and $T$ times $H = Iter(S, H)$: a list $h_1, ..., h_T$, in this order and with
    repetitions, has as probability the product over $t$ of that of $h_t$ from the weak learner on $NxM(S, [h_1, ...,
    h_(t-1)])$."""
    following, learner = boosted(k, j)
    samples = list(combinations_with_replacement(labelled_rows(1), int(n)))
    laws = [(S, boosting_law(S, int(T), following, learner)) for S in samples]
    return all_of(
        law[H] == _chance(S, H[:: int(order)], following, learner)
        for S, law in laws
        for H in product(CONSTANTS, repeat=int(T))
    )


def _chance(S: Any, H: Any, following: Any, learner: Any) -> Fraction:
    chance = Fraction(1)
    for t, h in enumerate(H):
        chance *= learner(S, induced(following(S, H[:t])))[h]
    return chance


@claim(
    "BCS20.A2",
    "Algorithm 2, section 3.1 (restored): law of one iteration of boosting",
    "algorithm",
    narrows=ONE_LEARNER,
    caps=SOFT,
    power=Constant(1, mutants=(2,)),
)
def iter_normalises_just_before_it_learns(
    n: PositiveSize, t: Size, k: PositiveSize, j: PositiveSize, power: int
) -> Truth:
    """$Iter(S, H)$, $H$ of $t$ hypotheses: $mu = NxM(S, H)$, $hat(mu) = mu / |mu|$, $h = WkL(S, hat(mu))$, and $H +
    [h]$ is returned: here $Pr[h] = 1/2 + (1/4) sum_i (mu(i) / (kappa n)) y_i h(x_i)$ for the two hypotheses, whose
    advantages add up to 0."""
    following, learner = boosted(k, j)
    mass = (Fraction(int(k), int(k + j)) * int(n)) ** int(power)
    samples = list(combinations_with_replacement(labelled_rows(1), int(n)))
    cases = [(S, H) for S in samples for H in product(CONSTANTS, repeat=int(t))]
    return all_of(
        iteration_law(S, H, following, learner)[*H, h] == HALF + _agreement(S, following(S, H), h) / (4 * mass)
        for S, H in cases
        for h in CONSTANTS
    )


def _agreement(S: Any, mu: Any, h: Any) -> Fraction:
    return sum((w * y * h[x] for w, (x, y) in zip(mu, S, strict=True)), Fraction(0))


@claim(
    "BCS20.A2.list",
    "Algorithm 2, section 3.1: repeated hypotheses in the state of boosting",
    "companion",
    caps="a row that $h$ gets right and one that it gets wrong, $kappa = 1/2$, $lambda = ln(9/4)$",
    least=Constant(2, mutants=(1,)),
)
def the_state_is_a_list_and_no_set(t: Size, least: int) -> Truth:
    """$H$ is a list: of a hypothesis found $t + 2$ times LB-NxM makes another measure than of one found once, so that
    a union $H + {h}$ which drops repetitions would be another algorithm."""
    S, h = ((0, 1), (0, -1)), (1,)
    return TRUE & (lazy_measure(S, (h,) * int(t + least), HALF, SHRINK) != lazy_measure(S, (h,), HALF, SHRINK))


# ---- Definition 20


@claim(
    "BCS20.D20",
    "Definition 20, section 3.2 (restored: distance at most zeta; the print may have <): private weak learning of "
    "the halfspace learner",
    "definition",
    narrows="the halfspace learner of section 5.2 in dimension 1, in reading A, its likeliest form: $z + nu$; of it "
    "the largest $|z - z'|$, as $D_a = a (z - z')^2 / (2 sigma^2)$ is taken as known",
    caps="$v_i = y_i x_i$ in ${-1, 1}$, laws in multiples of $1/m$, $zeta = i/m$",
    shift=Constant(2, mutants=(1,)),
)
def private_weak_learning_asks_for_all_pairs(n: PositiveSize, m: PositiveSize, i: Size, shift: int) -> Truth:
    """WkL is $(rho, zeta)$-zCDP if $D_a(WkL(S, hat(mu)) || WkL(S', hat(mu)')) <= rho a$ for all neighbours $S$, $S'$,
    all $a > 1$ and any pair of distributions with $Delta(hat(mu), hat(mu)') <= zeta$: of the Gaussian learner, $D_a = a
    (z - z')^2 / (2 sigma^2)$, this asks for $rho = 2/sigma^2$, as $|z - z'| = 2$ is reached on the row that differs,
    whatever $zeta$ and $n$ are."""
    return equals(_largest_shift(n, m, Fraction(int(i), int(m)), Fraction(1)), shift)


def _largest_shift(n: Integer, m: Integer, zeta: Fraction, most: Fraction) -> Fraction:
    """The largest |z - z'| over laws in multiples of 1/m with no weight above ``most`` and distance at most zeta."""
    laws = [p for p in grid_laws(int(n), int(m)) if max(p) <= most]
    pairs = [(p, q) for p in laws for q in laws if statistical_distance(p, q) <= zeta]
    return largest_shift(int(n), (Fraction(-1), Fraction(1)), pairs, lambda v, w: v[1:] == w[1:])


@claim(
    "BCS20.D20.pairs",
    "Definition 20, section 3.2, as Theorem 27 is to fulfil it (reading A: z + nu, from memory): private weak "
    "learning on all pairs "
    "of distributions",
    "companion",
    caps="dimension 1, $v_i$ in ${-1, 1}$, laws in multiples of $1/m$, $kappa n = size < n$ and $zeta = 1/(kappa n)$",
    factor=Constant(2, stronger="smaller"),
)
def the_halfspace_learner_is_private_on_all_pairs(
    n: PositiveSize,
    m: PositiveSize,
    size: PositiveSize,
    factor: Fraction,
) -> Statement:
    """The weak halfspace learner is $(rho, zeta)$-zCDP for $rho = 2 (1/(kappa n) + zeta)^2 / sigma^2$, that is, $|z -
    z'| <= 2 (1/(kappa n) + zeta)$, for any pair of distributions."""
    zeta = Fraction(1, int(size))
    return when(size < n, _largest_shift(n, m, zeta, Fraction(1)) <= factor * (zeta + zeta))


@correction(
    "BCS20.D20.pairs",
    "two point masses on the row that differs have distance 0, and $|z - z'| = 2$: pairs must be "
    "$kappa$-smooth, $max hat(mu)(i) <= 1/(kappa n)$, as those that LB-NxM makes are",
    narrows="the halfspace learner in dimension 1, $v_i$ in ${-1, 1}$",
    caps="laws in multiples of $1/m$, $kappa n = size$ and $zeta = s/m$",
    factor=Constant(2, mutants=(Fraction(3, 2),)),
)
def the_halfspace_learner_is_private_on_smooth_pairs(
    n: PositiveSize,
    m: PositiveSize,
    size: PositiveSize,
    s: Size,
    factor: Fraction,
) -> Statement:
    """For $kappa$-smooth pairs with $Delta(hat(mu), hat(mu)') <= zeta$, $|z - z'| <= 2 (1/(kappa n) + zeta)$, where
    some law is smooth and the bound is below 2."""
    zeta, smooth = Fraction(int(s), int(m)), Fraction(1, int(size))
    says = smooth + zeta < 1 and (int(m) // int(size)) * int(n) >= m
    return when(says, _largest_shift(n, m, zeta, smooth) <= factor * (smooth + zeta))


@claim(
    "BCS20.D20.void",
    "Definition 20 with Definition 11, section 3.2: least privacy cost of a weak learner on all pairs",
    "companion",
    narrows="the moment of order 2 of the sign of $y h(x)$; what follows of $rho$ and of Theorem 23 is not formalized",
    caps="probabilities in multiples of $1/m$, neither 0 nor 1, where the moment is infinite",
    least=Constant(1, mutants=(2,)),
)
def no_weak_learner_is_private_on_all_pairs(m: PositiveSize, b: PositiveSize, least: int) -> Statement:
    """Of a point mass on the row that differs, $(x, y)$ or $(x, -y)$, a weak learner returns an $h$ with $y h(x) > 0$,
    or with $y h(x) < 0$: at distance 0, where each fails with probability at most $b/m < 1/2$, $e^{D_2} >= (1 - b/m)^2
    / (b/m)$, so that Definition 20 as printed bounds $rho$ from below, whatever $n$ is, and by infinity where the
    advantage is certain, as in Definition 11."""
    fails = Fraction(int(b), int(m))
    chances = [Fraction(c, int(m)) for c in range(1, int(m))]
    good = [(p, q) for p in chances for q in chances if p >= 1 - fails and q <= fails]
    bound = int(least) * (1 - fails) ** 2 / fails
    return when(2 * b < m, all_of(p**2 / q + (1 - p) ** 2 / (1 - q) >= bound for p, q in good))


# ---- Definition 21


@claim(
    "BCS20.D21",
    "Definition 21, section 3.2 (restored): slickness of a measure production algorithm",
    "definition",
    narrows="LB-NxM with $kappa = 1/2$ and $lambda = ln(9/4)$",
    caps="labels on one point, up to their order, hypotheses -1 and 1, $zeta = i/6$",
    half=Constant(HALF, mutants=(1,)),
)
def slickness_is_a_bound_on_every_event(n: PositiveSize, t: Size, i: Size, half: Fraction) -> Statement:
    """NxM is $zeta$-slick if for all neighbours $S$, $S'$ and all sequences $H$ of hypotheses, the same for both, the
    induced distributions have $Delta(hat(mu), hat(mu)') <= zeta$: that is, $hat(mu)(E) <= hat(mu)'(E) + zeta$ for the
    worst set $E$ of indices, those with $hat(mu)(i) > hat(mu)'(i)$, and $(1/2) sum |hat(mu)(i) - hat(mu)'(i)| <=
    zeta$; $n >= 2$ and $t >= 1$, without which the laws are equal."""
    zeta, runs = Fraction(int(i), 6), _induced_pairs(int(n), int(t))
    events = all(sum(x - y for x, y in zip(p, q, strict=True) if x > y) <= zeta for p, q in runs)
    sums = all(Fraction(half) * sum(abs(x - y) for x, y in zip(p, q, strict=True)) <= zeta for p, q in runs)
    return when([n >= 2, t >= 1], events == sums)


def _induced_pairs(n: int, t: int) -> list[Any]:
    lists = list(product(CONSTANTS, repeat=t))
    pairs = list(replaced(labelled_rows(1), n))
    return [tuple(induced(lazy_measure(rows, H, HALF, SHRINK)) for rows in pair) for pair in pairs for H in lists]


# ---- Iter and Boost are private


@claim(
    "BCS20.O32",
    "Section 3.2, after Definition 21: privacy cost of Iter and Boost",
    "observation",
    narrows=ONE_LEARNER
    + "; that Iter costs no more than its learner, from the learner's $zeta$ and the slickness, is not formalized",
    caps=SOFT + ", the Renyi order $1 + a$",
    rounds=Constant(1, mutants=(Fraction(1, 2),)),
)
def boosting_costs_its_rounds(
    n: PositiveSize, T: PositiveSize, k: PositiveSize, j: PositiveSize, a: PositiveSize, rounds: Fraction
) -> Statement:
    """Boost with $T$ rounds, fixed in advance, costs $T$ times what Iter does: if WkL is $(rho, zeta)$-zCDP and NxM
    $zeta$-slick, then Iter(., $H$) is $rho$-zCDP for every $H$, and Boost $T rho$-zCDP. Read as: the largest
    moment of the list over all neighbours is at most the $T$-th power of the largest of one round."""
    following, learner = boosted(k, j)
    pairs, order = neighbours(1, int(n)), 1 + int(a)
    one = cost_of_a_round(pairs, all_lists(CONSTANTS, int(T)), following, learner, order)
    whole = Real.of(cost_of_boosting(pairs, int(T), following, learner, order))
    return when(T >= 2, whole <= Real.of(one) ** Real.of(rounds * int(T)))


rests_on("BCS20.O32", "BCS20.D20", "Iter(., $H$) is $rho$-zCDP", "Section 3.2: Iter is as private as its learner")
rests_on(
    "BCS20.O32", "BCS20.D21", "$Delta(hat(mu), hat(mu)') <= zeta$ for the same list $H$", "Section 3.2: NxM is slick"
)
rests_on("BCS20.O32", "BCS20.L17", "$H$ is as private as the list", "Section 3.2, after Definition 21")


@uses("BCS20.O32", "BCS20.L14", "Section 3.2, after Definition 21")
@uses("BCS20.T23", "BCS20.L14", "Theorem 23, proof (sketch)")
@uses("BCS20.C1.corrected", "BCS20.L14", "Claim 1, corrected")
@uses("BCS20.T30.eq3.corrected", "BCS20.L14", "Theorem 30, proof, corrected")
@uses("BCS20.T30.single.corrected", "BCS20.L14", "Theorem 30, few rows, corrected")
@uses("BCS20.T30.corrected", "BCS20.L14", "HS-StL-R (derived)")
@uses("BCS20.T33.corrected", "BCS20.L14", "HS-StL-R (derived)")
def the_last_round_is_added(N: PositiveInteger, rho: PositiveReal, total: FromZero) -> Use:
    """Where $N - 1$ rounds cost $(N - 1) rho$, and the last one $rho$ whatever they answered, $N$ rounds cost $N rho$:
    at one order $a$, $rho$ standing for $(a - 1) a rho$ and moments being exponentials of costs."""
    return Use({"shown": exp(total), "first": exp((N - 1) * rho), "second": exp(rho)}, gives=total <= N * rho)


@claim(
    "BCS20.O32.sharp",
    "Section 3.2, after Definition 21, sharper than with Theorem 27: privacy cost of a round of halfspaces",
    "companion",
    narrows="each of two rounds in dimension 1, $v_i = y_i x_i$ in ${-1, 0, 1}$, up to order, the first hypothesis an "
    "integer from -6 to 6, $lambda = ln(9/4)$, $kappa = k / (k + j)$ with repetitions, weights above 1 capped; "
    "what a round then costs is Lemma 16",
    factor=Constant(2, mutants=(Fraction(3, 2),)),
)
def a_round_of_halfspaces_costs_a_fourth(
    n: PositiveSize, k: PositiveSize, j: PositiveSize, factor: Fraction
) -> Statement:
    """A round of LB-NxM with the Gaussian learner costs $rho = 2/(kappa n sigma)^2$, a fourth of what Theorem 27
    charges at $zeta = 1/(kappa n)$: $|z - z'| <= 2/(kappa n)$, where $kappa n > 1$, so that this is below 2."""
    kappa = Fraction(int(k), int(k + j))
    first, second = largest_costs(int(n), kappa, 6, SIGNS)
    rho = factor / (kappa * int(n)) ** 2
    return when(kappa * int(n) > 1, all_of([first <= 2 * rho, second <= 2 * rho]))


@claim(
    "BCS20.O32.stop",
    "Section 3.2, with Theorem 22's 'terminates in at most': boosting that stops on a fitted sample",
    "companion",
    caps="hypotheses -1 and 1 on one point, samples of one row",
    chance=Constant(HALF, mutants=(1,)),
)
def stopping_when_the_sample_is_fitted_is_not_private(T: PositiveSize, chance: Fraction) -> Statement:
    """The number of rounds must be fixed in advance: a weak learner that never looks at its data is 0-zCDP, but when
    Boost stops as soon as no row is wrong, the list [1] has probability $1/2$ on the sample $(x, 1)$, and 0 on $(x,
    -1)$ if $T >= 2$, so that no $rho$ is enough."""
    right, wrong = (stopping_law(((0, y),), int(T), CONSTANTS) for y in (1, -1))
    return when(T >= 2, all_of([right[((1,),)] == chance, wrong[((1,),)] == 0]))

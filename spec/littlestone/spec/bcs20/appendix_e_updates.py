"""BCS20 appendix E: lazily projected updates minimise a regularised loss (Lemma 40) and be-the-leader (Lemma 41)."""

from littlestone.spec.boosting.games import lazy_dense_updates
from littlestone.spec.boosting.lazy_bregman import cumulative, next_measure, unprojected
from littlestone.spec.boosting.loss_tables import CASES, COMPARED, LazyRun, density_of, loss_tables, runs, shrink_of
from littlestone.spec.boosting.measures import density, divergence, is_projection
from littlestone.spec.notation import *

LESS = Constant(1, mutants=(Fraction(9, 10),))

# ---- Algorithm 9


@claim(
    "BCS20.A9",
    "Algorithm 9, appendix E; restored (from the text, derived): density of the last measure",
    "algorithm",
    narrows=CASES,
    scale=SHARE,
)
def the_last_measure_is_a_projection_of_density_kappa(
    k: Size, q: Size, n: PositiveSize, T: Size, scale: Fraction
) -> Truth:
    """$LDU([n], lambda, l_1..l_T)$ returns the projection of $mu~_{T+1}(i) = kappa exp(-lambda sum_t l_t(i))$ onto
    $Gamma_kappa$, by the conditions of Karush, Kuhn and Tucker; its density is exactly $kappa$, since $mu~ <=
    kappa$."""
    kappa, shrink = density_of(k), shrink_of(q)
    return all_of(
        is_projection(mu, unprojected(kappa, shrink, cumulative(table, n)), kappa) and density(mu) == scale * kappa
        for table in loss_tables(n, T)
        for mu in [lazy_dense_updates(kappa, shrink, table, n)]
    )


@claim(
    "BCS20.A9.state",
    "Algorithm 9, appendix E; restored (from the text, derived): order of the losses",
    "algorithm",
    narrows="LB-NxM from summed losses; of all orders two, of $T + 1$ rounds in place of $T$, each played four times; "
    + CASES,
    once=SHARE,
)
def the_measure_depends_on_the_sums_of_losses(k: Size, q: Size, n: PositiveSize, T: Size, once: Fraction) -> Truth:
    """The listings of Algorithms 7 and 9 agree with LB-NxM (Algorithm 4) at $l_t(i) = M(i, h_t)$: the measure depends
    on the losses through each point's sum alone, so the rounds may come in any order."""
    kappa, shrink = density_of(k), shrink_of(q)
    return all_of(
        lazy_dense_updates(kappa, shrink, order, n)
        == next_measure(kappa, shrink, [2 * once * x for x in cumulative([*table, *table], n)])
        for table in loss_tables(n, T + 1)
        for order in [[*table, *table, *table, *table], [*table[::-1], *table[::-1], *table, *table]]
    )


# ---- Lemma 40


@claim(
    "BCS20.L40",
    "Lemma 40, appendix E; restored (derived, losses not normalised): regularised loss of lazy updates",
    "lemma",
    narrows=COMPARED,
    scale=LESS,
)
def lazy_updates_minimise_the_regularised_loss(
    k: Size, q: Size, n: PositiveSize, T: Size, scale: Fraction
) -> Statement:
    """For all $mu$ in $Gamma_kappa$, $T >= 0$ and $mu_1 = kappa$: $lambda sum_{t<=T} <mu_{T+1}, l_t> + KL(mu_{T+1} ||
    mu_1) <= lambda sum_{t<=T} <mu, l_t> + KL(mu || mu_1)$, where $<mu, l> = sum_i mu(i) l(i)$; for $kappa = 1$ there is
    one $mu$, and at $T = 0$ it is $KL >= 0$."""
    found = all_of(
        run.rate * run.total(run.measures[-1]) + run.distance(run.measures[-1])
        <= scale * run.rate * run.total(mu) + run.distance(mu)
        for run in runs(k, q, n, T)
        for mu in run.compared()
    )
    return when([k >= 1, T >= 1], found)


rests_on("BCS20.L40", "BCS20.L40.eq1", "the two divergences differ by the regularised loss", "Lemma 40, proof")
rests_on("BCS20.L40", "BCS20.L9", "$mu_{T+1}$ is the projection of $mu~_{T+1}$", "Lemma 40: Algorithm 9's projection")
rests_on("BCS20.L40", "BCS20.L40.eq2", "a contradiction", "Lemma 40, proof")


@claim(
    "BCS20.L40.eq1",
    "Lemma 40, proof; restored (derived): divergence from the unprojected measure",
    "step",
    narrows="one point, where $mu$ is positive (where it is 0 both sides are the last two terms), as both sides "
    "are sums over the points",
    more=OFFSET,
)
def the_divergence_from_the_update_is_the_regularised_loss(
    x: PositiveReal, k: PositiveReal, loss: FromZero, rate: PositiveReal, more: int
) -> Truth:
    """$KL(mu || mu~_{T+1}) = KL(mu || mu_1) + lambda <mu, L> + |mu~_{T+1}| - kappa n$ for every measure $mu$, with $L =
    sum_{t<=T} l_t$: the last two terms do not depend on $mu$."""
    update = k * exp(-rate * loss)
    return equals(divergence([x], [update]), divergence([x], [k]) + rate * x * loss + update - k + more)


@claim(
    "BCS20.L40.eq2",
    "Lemma 40, proof; restored (derived): contradiction to the projection",
    "step",
    narrows="one point, where both measures are positive, by BCS20.L40.eq1",
    more=OFFSET,
)
def a_smaller_loss_would_be_nearer_to_the_update(
    x: PositiveReal, y: PositiveReal, k: PositiveReal, update: PositiveReal, more: int
) -> Statement:
    """With $lambda L = ln(kappa / mu~)$, a $mu$ in $Gamma$ with a smaller regularised loss than $mu_{T+1}$ would have
    $KL(mu || mu~_{T+1}) < KL(mu_{T+1} || mu~_{T+1})$, against the definition of the projection."""
    smaller = divergence([x], [k]) + x * ln(k / update) < divergence([y], [k]) + y * ln(k / update)
    return when(smaller, divergence([x], [update]) + more < divergence([y], [update]))


@claim(
    "BCS20.L40.normalised",
    "Lemma 40, appendix E; restored (normalised losses): regularised loss with normalised losses",
    "companion",
    narrows=COMPARED,
    scale=SHARE,
)
def lazy_updates_minimise_the_normalised_loss(k: Size, q: Size, n: PositiveSize, T: Size, scale: Fraction) -> Truth:
    """For all $mu$ in $Gamma_kappa$: $lambda sum_{t<=T} M(hat(mu)_{T+1}, h_t) + KL(mu_{T+1} || mu_1) <= lambda
    sum_{t<=T} M(hat(mu), h_t) + KL(mu || mu_1)$. Read as: with the normalised losses that Lemma 41 adds up."""
    return all_of(
        run.regularised(run.measures[-1], run.rate) <= scale * run.regularised(mu, run.rate)
        for run in runs(k, q, n, T)
        for mu in run.compared()
    )


@terms("BCS20.L40.normalised.corrected")
def least(reached: FromZero, other: FromZero, scale: Fraction | int = 1) -> Terms:
    """The regularised losses of mu_{T+1} and of another measure."""
    return Terms(says=reached <= scale * other)


@correction(
    "BCS20.L40.normalised",
    "$mu_{T+1}$ has mass $kappa n$, so normalised losses weigh $lambda kappa n$; with $lambda$ alone it "
    "need not be a minimiser. With losses $<mu, l_t>$ see BCS20.L40",
    narrows=COMPARED,
    scale=LESS,
)
def lazy_updates_minimise_the_loss_weighted_by_the_mass(
    k: Size, q: Size, n: PositiveSize, T: Size, scale: Fraction
) -> Statement:
    """For all $mu$ in $Gamma_kappa$, denser ones too: $lambda kappa n sum_{t<=T} M(hat(mu)_{T+1}, h_t) + KL(mu_{T+1} ||
    mu_1) <= lambda kappa n sum_{t<=T} M(hat(mu), h_t) + KL(mu || mu_1)$; for $kappa = 1$, $n = 1$ or $T = 0$ both sums
    are equal."""
    found = all_of(
        least(run.regularised(run.measures[-1], weight), run.regularised(mu, weight), scale).says
        for run in runs(k, q, n, T)
        for weight in [run.rate * run.mass]
        for mu in run.compared()
    )
    return when([k >= 1, n >= 2, T >= 1], found)


rests_on("BCS20.L40.normalised.corrected", "BCS20.L40", "of measures of density $kappa$", "Lemma 40, normalised")
rests_on("BCS20.L40.normalised.corrected", "BCS20.L40.scaling", "denser ones scaled down", "Lemma 40, normalised")


@claim(
    "BCS20.L40.scaling",
    "for Lemma 40, appendix E: divergence after scaling to density kappa",
    "companion",
    narrows="the arithmetic, $a = d(mu) / kappa$; that a mean of the weights at least $kappa$ makes $sum_i mu(i) "
    "ln(mu(i) / kappa) >= |mu| ln(d(mu) / kappa)$, the log-sum inequality, is not formalized",
    scale=Constant(1, mutants=(2,)),
)
def scaling_down_to_density_kappa_is_nearer(m: PositiveReal, a: AtLeastOne, excess: FromZero, scale: int) -> Truth:
    """For $mu$ in $Gamma_kappa$ of mass $a kappa n = a m$, $KL(mu / a || mu_1) <= KL(mu || mu_1)$, so what holds for
    measures of density $kappa$ holds for $mu$: with $D = sum mu ln(mu / mu_1) = a m ln a + excess$, the gap is $(D - a
    m + m) - (D / a - m ln a - m + m) >= 0$."""
    D = a * m * ln(a) + excess
    return scale * (D / a - m * ln(a)) <= D - a * m + m


# ---- Lemma 41


@terms("BCS20.L41")
def ahead_by_one(
    ahead: FromZero, fixed: FromZero, K: FromZero, weight: PositiveReal, share: Fraction | int = 1
) -> Terms:
    """What is paid by who knows the next loss, and by a fixed measure, with its divergence K and lambda kappa n."""
    return Terms(says=ahead <= fixed + share * K / weight)


@claim(
    "BCS20.L41",
    "Lemma 41, appendix E; restored (derived): loss of who knows the next loss",
    "lemma",
    narrows=COMPARED,
    share=Constant(1, mutants=(Fraction(3, 5),)),
)
def who_knows_the_next_loss_has_no_regret(k: Size, q: Size, n: PositiveSize, T: Size, share: Fraction) -> Statement:
    """For all $mu$ in $Gamma_kappa$: $sum_{t<=T} M(hat(mu)_{t+1}, h_t) <= sum_{t<=T} M(hat(mu), h_t) + KL(mu || mu_1) /
    (lambda kappa n)$; $kappa < 1$, $n >= 2$ and $T >= 1$, without which both sums are equal."""
    found = all_of(
        ahead_by_one(Real.of(run.paid(1)), run.paid_by(mu), run.distance(mu), run.rate * run.mass, share).says
        for run in runs(k, q, n, T)
        for mu in run.compared()
    )
    return when([k >= 1, n >= 2, T >= 1], found)


@uses("BCS20.L41", "BCS20.L40.normalised", "Lemma 41, proof", repair="BCS20.L40.normalised.corrected")
def the_normalised_losses_weigh_the_mass(
    cost: FromZero, less: FromZero, fixed: FromZero, last: FromZero, k: FromZero, weight: PositiveReal
) -> Use:
    """$mu_{T+1}$ has the least regularised loss: who pays at most its ``cost`` and ``last``, its divergence over
    $lambda kappa n$, pays at most what $mu$ does and its own, $k$."""
    at = {"reached": weight * (cost + last), "other": weight * (fixed + k)}
    return Use(at, gives=cost + last - less <= fixed + k)


@claim(
    "BCS20.L41.eq1",
    "Lemma 41, proof, T = 1; restored (derived): base of the induction",
    "step",
    narrows="the arithmetic after Lemma 40",
    share=LESS,
)
def the_base_is_the_minimum_after_one_round(
    ahead: Unit, fixed: Unit, start: FromZero, distance: FromZero, weight: PositiveReal, share: Fraction
) -> Statement:
    """$T = 1$: by Lemma 40, $M(hat(mu)_2, h_1) + KL(mu_2 || mu_1) / (lambda kappa n) <= M(hat(mu), h_1) + KL(mu ||
    mu_1) / (lambda kappa n)$, and $KL(mu_2 || mu_1) >= 0$ is dropped."""
    least = ahead + start / weight <= fixed + distance / weight
    return when(least, ahead <= share * fixed + distance / weight)


@claim(
    "BCS20.L41.eq2",
    "Lemma 41, proof, the hypothesis; restored (derived): induction hypothesis at the last measure",
    "step",
    narrows=CASES,
    share=LESS,
)
def the_hypothesis_holds_at_the_last_measure(k: Size, q: Size, n: PositiveSize, T: Size, share: Fraction) -> Statement:
    """The hypothesis at $mu = mu_{T+1}$, which is in $Gamma$: $sum_{t<=T-1} M(hat(mu)_{t+1}, h_t) <= sum_{t<=T-1}
    M(hat(mu)_{T+1}, h_t) + KL(mu_{T+1} || mu_1) / (lambda kappa n)$; $kappa < 1$ and $n$, $T >= 2$, without which both
    sums are equal."""
    found = all_of(
        Real.of(before.paid(1)) <= share * before.paid_by(last) + before.distance(last) / (run.rate * run.mass)
        for run in runs(k, q, n, T)
        for last in [run.measures[-1]]
        for before in [LazyRun(run.kappa, run.shrink, run.table[:-1], run.n)]
    )
    return when([k >= 1, n >= 2, T >= 2], found)


@claim(
    "BCS20.L41.eq3",
    "Lemma 41, proof, the step; restored (derived): induction step",
    "step",
    narrows="the arithmetic: the hypothesis at $mu_{T+1}$ (eq2) and Lemma 40, divided by $lambda kappa n$, are "
    "hypotheses",
    share=LESS,
)
def one_more_round_keeps_the_bound(
    ahead: FromZero, before: FromZero, now: Unit, fixed: FromZero, last: FromZero, K: FromZero, share: Fraction
) -> Statement:
    """Add $M(hat(mu)_{T+1}, h_T)$ on both sides, then Lemma 40: $sum_{t<=T} M(hat(mu)_{t+1}, h_t) <= sum_{t<=T}
    M(hat(mu)_{T+1}, h_t) + KL(mu_{T+1} || mu_1) / (lambda kappa n) <= sum_{t<=T} M(hat(mu), h_t) + KL(mu || mu_1) /
    (lambda kappa n)$: ``ahead`` and ``before`` are the sums up to $T - 1$, last and $K$ the two divergences over
    $lambda kappa n$."""
    return when([ahead <= before + last, before + now + last <= fixed + K], ahead + now <= share * fixed + K)


rests_on("BCS20.L41", "BCS20.L40", "$mu_{T+1}$ has the least regularised loss", "Lemma 41, proof: Lemma 40")
rests_on("BCS20.L41", "BCS20.L41.eq1", "the bound for $T = 1$", "Lemma 41, proof")
rests_on("BCS20.L41", "BCS20.L41.eq2", "the bound up to $T - 1$ at $mu = mu_{T+1}$", "Lemma 41, proof")
rests_on("BCS20.L41", "BCS20.L41.eq3", "from $T - 1$ to $T$", "Lemma 41, proof")

"""BCS20 appendix E: strong convexity (Lemma 42), stability (Lemma 43) and the regret bound (Lemma 44)."""

from littlestone.spec.boosting.games import inner
from littlestone.spec.boosting.loss_tables import CASES, COMPARED, LazyRun, expected, runs, shrink_of, steps
from littlestone.spec.boosting.measures import divergence
from littlestone.spec.notation import *

L43 = "Lemma 43, proof"
MORE = Constant(1, mutants=(Fraction(11, 10),))


# ---- Definition 39


@claim(
    "BCS20.D39",
    "Definition 39, appendix E; restored (standard): strong convexity of the KL-divergence",
    "definition",
    narrows="the function that it is used for, $R(mu) = KL(mu || mu_1)$, one positive weight $x$ or $y$ at a time, as "
    "$R$ is a sum",
    more=OFFSET,
)
def the_gap_of_the_divergence_is_a_divergence(x: PositiveReal, y: PositiveReal, k: PositiveReal, more: int) -> Truth:
    """$F$ is $b$-strongly convex on $K$ if $F(x) >= F(y) + <grad F(y), x - y> + (b/2) ||x - y||^2$. For $R(mu) = KL(mu
    || mu_1)$, with the gradient $ln(y / kappa)$, the gap $R(x) - R(y) - <grad R(y), x - y>$ is $KL(x || y)$."""
    gap = divergence([x], [k]) - divergence([y], [k]) - ln(y / k) * (x - y)
    return equals(gap, divergence([x], [y]) + more)


@claim(
    "BCS20.D39.twice",
    "Definition 39, appendix E; restored (standard): strong convexity by the Hessian",
    "definition",
    narrows="$F$ is $R(mu) = KL(mu || mu_1)$ for one weight of at most 1, where its Hessian is $1/w >= 1$ and $b = 1$; "
    "of $x$ and $y$ the larger is 1",
    halves=MORE,
)
def the_two_forms_agree_for_one_weight(x: PositiveUnit, halves: Fraction) -> Truth:
    """The second form, $x^T$ Hess $F(w) x >= b ||x||^2$ for all $w$ in $K$, gives the first: Hess $R = 1/w >= 1$ on (0,
    1], and $KL(x || 1) >= (1 - x)^2 / 2$, $KL(1 || x) >= (1 - x)^2 / 2$."""
    half_square = halves * (1 - x) ** 2 / 2
    return (half_square <= x * ln(x) + 1 - x) & (half_square <= x - 1 - ln(x))


# ---- Lemma 42


@claim(
    "BCS20.L42",
    "Lemma 42, appendix E; restored (from the text, derived): strong convexity of the KL-divergence on light measures",
    "lemma",
    narrows="the Hessian's form on two points, $|x_i| = x$, $y$",
    scale=MORE,
)
def the_divergence_is_strongly_convex_on_light_measures(
    u: PositiveReal, v: PositiveReal, x: FromZero, y: FromZero, extra: FromZero, scale: Fraction
) -> Truth:
    """$R(mu) = KL(mu || mu_1)$ is $1/(kappa n)$-strongly convex for the 1-norm over the positive measures of density at
    most $kappa$: $sum_i x_i^2 / mu(i) >= ||x||_1^2 / (kappa n)$, where $kappa n = |mu| + extra$."""
    lighter = (x + y) ** 2 / (u + v + extra) <= (x + y) ** 2 / (u + v)
    return lighter & (scale * (x + y) ** 2 / (u + v) <= x**2 / u + y**2 / v)


@claim(
    "BCS20.L42.eq1",
    "Lemma 42, proof; restored (from the text, derived): Cauchy-Schwarz inequality for the Hessian",
    "step",
    narrows="three points, $|x_i| = x$, $y$, $z$",
    scale=SHARE,
)
def cauchy_and_schwarz_bound_the_hessian(
    u: PositiveReal, v: PositiveReal, w: PositiveReal, x: FromZero, y: FromZero, z: FromZero, scale: Fraction
) -> Truth:
    """Multiply by $1 = |mu| / |mu|$: $(sum_i x_i^2 / mu(i)) (sum_i mu(i)) - ||x||_1^2$ is the sum over $i < j$ of
    $(|x_i| mu(j) - |x_j| mu(i))^2 / (mu(i) mu(j))$, which is not negative."""
    gaps = (x * v - y * u) ** 2 / (u * v) + (x * w - z * u) ** 2 / (u * w) + (y * w - z * v) ** 2 / (v * w)
    return equals((x**2 / u + y**2 / v + z**2 / w) * (u + v + w) - (x + y + z) ** 2, scale * gaps)


rests_on("BCS20.L42", "BCS20.L42.eq1", "$sum_i x_i^2/mu(i) >= ||x||_1^2/|mu|$", "Lemma 42, proof")


# ---- Lemma 43


@terms("BCS20.L43")
def one_round_changes(change: Annotated[Real, Reals()], rate: FromZero, scale: Fraction | int = 1) -> Terms:
    """How much the loss falls by one round."""
    return Terms(says=change <= scale * rate)


@claim(
    "BCS20.L43",
    "Lemma 43, appendix E; restored (derived): change of the loss by one round",
    "lemma",
    narrows=CASES,
    scale=Constant(1, mutants=(Fraction(6, 25),)),
)
def one_round_changes_the_loss_by_at_most_the_rate(
    k: Size, q: Size, n: PositiveSize, T: PositiveSize, scale: Fraction
) -> Statement:
    """For all $t$: $M(hat(mu)_t, h_t) - M(hat(mu)_{t+1}, h_t) <= lambda$; for $kappa = 1$ or $n = 1$
    nothing changes."""
    found = all_of(
        one_round_changes(Real.of(expected(mu, losses) - expected(after, losses)), run.rate, scale).says
        for run in runs(k, q, n, T)
        for mu, after, losses in steps(run)
    )
    return when([k >= 1, n >= 2], found)


@uses("BCS20.L43", "BCS20.L43.eq3", f"{L43}, first remark")
def the_change_of_the_loss_is_bounded(change: AnyReal, norm: FromZero, mass: PositiveReal, rate: PositiveReal) -> Use:
    """The loss falls by at most $||d||_1/(kappa n)$: where $||d||_1 <= lambda kappa n$, by at most $lambda$."""
    return Use({"change": change, "norm": norm, "mass": mass}, given=norm <= rate * mass, gives=change <= rate)


rests_on("BCS20.L43", "BCS20.L43.convexity", "the first inequality of eq1", L43, repair="BCS20.L43.convexity.corrected")


@uses("BCS20.L43", "BCS20.L42", L43, draws="the first inequality of eq1")
def the_measures_are_only_said_to_be_dense(
    kappa: PositiveUnit, u: PositiveUnit, v: PositiveUnit, x: FromZero, y: FromZero
) -> Use:
    """Lemma 42 is used on $Gamma_kappa$, where $u + v >= kappa n = 2 kappa$; it asks for $kappa n = u + v + extra$,
    $extra >= 0$."""
    return Use({"u": u, "v": v, "x": x, "y": y, "extra": 2 * kappa - u - v}, given=2 * kappa <= u + v)


@correction(
    "BCS20.L43.from.L42.premise",
    "Lemma 42 is about density at most $kappa$. $mu_t$ and $mu_{t+1}$, and the measures between them, have "
    "density exactly $kappa$ (BCS20.A9): there $extra = 0$",
    more=Constant(0, mutants=(-1,)),
)
def the_measures_between_have_density_kappa(
    kappa: PositiveUnit, first: Unit, second: Unit, share: Unit, more: int
) -> Truth:
    """For weights $(u, 2 kappa - u)$ and $(v, 2 kappa - v)$, all measures between have mass $2 kappa$: $extra = 0 >=
    0$."""
    u, v = first * kappa, second * kappa
    mass = share * (u + (2 * kappa - u)) + (1 - share) * (v + (2 * kappa - v))
    return 2 * kappa - mass + more >= 0


rests_on("BCS20.L43", "BCS20.T8", "$KL(mu_{t+1} || mu_t) + KL(mu_t || mu~_t) <= KL(mu_{t+1} || mu~_t)$", f"{L43}")
rests_on("BCS20.L43", "BCS20.A9", "both measures have mass $kappa n$", f"{L43}: ||mu_t||_1 = kappa n")


@uses("BCS20.L43", "BCS20.L43.eq1", L43)
def the_change_is_at_most_the_rate(norm: PositiveReal, mass: PositiveReal, rate: PositiveReal) -> Use:
    """$||d||_1^2/(kappa n) <= lambda ||d||_1$, divided by $||d||_1$: $||d||_1 <= lambda kappa n$."""
    return Use({"norm": norm, "mass": mass, "rate": rate}, gives=norm <= rate * mass)


rests_on("BCS20.L43", "BCS20.L43.eq2", "$||d||_1 <= lambda kappa n$ (where $d = 0$ at once)", f"{L43}, last display")


@claim(
    "BCS20.L43.convexity",
    "Lemma 43, first sentence; restored (from the text, derived): strong convexity of the KL-divergence "
    "on dense measures",
    "lemma",
    narrows="two points, $|x_i| = x$, $y$",
    scale=SHARE,
)
def the_divergence_is_strongly_convex_on_dense_measures(
    kappa: PositiveUnit, u: PositiveUnit, v: PositiveUnit, x: FromZero, y: FromZero, scale: Fraction
) -> Statement:
    """$R(mu) = KL(mu || mu_1)$ is $1/(kappa n)$-strongly convex for the 1-norm on $Gamma_kappa$, the $kappa$-dense
    measures. Read as: by the Hessian, $sum_i x_i^2 / mu(i) >= ||x||_1^2 / (kappa n)$ where $|mu| >= kappa n$."""
    return when(2 * kappa <= u + v, scale * (x + y) ** 2 / (2 * kappa) <= x**2 / u + y**2 / v)


@correction(
    "BCS20.L43.convexity",
    "Lemma 42 is about density at most $kappa$, $Gamma_kappa$ is density at least $kappa$: at $mu = 1$ "
    "the Hessian is 1, and $sum_i x_i^2 = n$ falls short of $n / kappa$. The measures of the proof have "
    "density exactly $kappa$ (BCS20.A9)",
    narrows="the Hessian's form, for positive measures; the induction step, from $n$ to $n + 1$ points; of one point "
    "both sides are $x^2/u$",
    scale=MORE,
)
def the_divergence_is_strongly_convex_on_the_slice(
    first: FromZero, mass: PositiveReal, spare: FromZero, x: FromZero, u: PositiveReal, scale: Fraction
) -> Truth:
    """$R$ is $1/(kappa n)$-strongly convex for the 1-norm on the measures of density exactly $kappa$, $kappa n = |mu|$:
    $sum_i x_i^2 / mu(i) >= ||x||_1^2 / |mu|$ for all $n$; of the points before, $||x||_1 = first$, $|mu| = mass$, and
    the sum is ``spare`` above $first^2 / mass$."""
    return scale * (first + x) ** 2 / (mass + u) <= first**2 / mass + spare + x**2 / u


rests_on("BCS20.L43.convexity.corrected", "BCS20.L42.eq1", "Cauchy and Schwarz", "Lemma 43, corrected")


@terms("BCS20.L43.eq1")
def change_squared(norm: FromZero, mass: PositiveReal, rate: FromZero, convex: Fraction | int = 1) -> Terms:
    """||mu_t - mu_{t+1}||_1 and kappa n."""
    return Terms(says=convex * norm**2 / mass <= rate * norm)


@claim(
    "BCS20.L43.eq1",
    "Lemma 43, proof; restored (from the text, derived): squared change of the measure",
    "step",
    narrows=CASES,
    convex=Constant(1, mutants=(Fraction(101, 100),)),
    twice=Constant(1, mutants=(Fraction(1, 2),)),
)
def convexity_and_bregmans_theorem_bound_the_change(
    k: Size, q: Size, n: PositiveSize, T: PositiveSize, convex: Fraction, twice: Fraction
) -> Statement:
    """With $d = mu_t - mu_{t+1}$: $||d||_1^2 / (kappa n) <= <grad R(mu_t) - grad R(mu_{t+1}), d> <= <ln mu~_t - ln
    mu~_{t+1}, d> = lambda * <l_t, d> <= lambda ||d||_1$, by strong convexity and Theorem 8 twice; for $kappa = 1$ or $n
    = 1$ nothing changes."""
    found = all_of(
        (convex * norm**2 / run.mass <= middle)
        & (middle <= twice * run.rate * by_loss)
        & (by_loss <= norm)
        & change_squared(norm, run.mass, run.rate).says
        for run in runs(k, q, n, T)
        for mu, after, losses in steps(run)
        for d in [[a - b for a, b in zip(mu, after, strict=True)]]
        for gradients in [[ln(a / b) for a, b in zip(mu, after, strict=True)]]
        for norm, middle, by_loss in [(sum(map(abs, d)), inner(d, gradients), inner(d, losses))]
    )
    return when([k >= 1, n >= 2], found)


@claim(
    "BCS20.L43.eq2",
    "Lemma 43, proof; restored (from the text, derived): change of the measure by one round",
    "step",
    scale=Constant(1, mutants=(Fraction(9, 10),)),
)
def the_change_is_at_most_the_rate_times_the_mass(
    norm: PositiveReal, mass: PositiveReal, rate: PositiveReal, scale: Fraction
) -> Statement:
    """Where $d != 0$, $||d||_1^2 / (kappa n) <= lambda ||d||_1$ gives $||mu_t - mu_{t+1}||_1 <= lambda kappa n$."""
    return when(norm**2 / mass <= rate * norm, norm <= scale * rate * mass)


@terms("BCS20.L43.eq3")
def change_of_loss(
    change: Annotated[Real, Reals()], norm: FromZero, mass: PositiveReal, scale: Fraction | int = 1
) -> Terms:
    """How much the loss falls, ||mu_t - mu_{t+1}||_1 and kappa n."""
    return Terms(says=change * mass <= scale * norm)


@claim(
    "BCS20.L43.eq3",
    "Lemma 43, proof, first remark; restored (from the text, derived): change of the loss against that of the measure",
    "step",
    narrows=CASES,
    scale=Constant(1, mutants=(Fraction(49, 100),)),
)
def the_change_of_the_loss_is_at_most_that_of_the_measure(
    k: Size, q: Size, n: PositiveSize, T: PositiveSize, scale: Fraction
) -> Statement:
    """$M(hat(mu)_t, h_t) - M(hat(mu)_{t+1}, h_t) = <l_t, mu_t - mu_{t+1}> / (kappa n) <= ||mu_t - mu_{t+1}||_1 / (kappa
    n)$, both of mass $kappa n$; for $kappa = 1$ or $n = 1$ nothing changes."""
    found = all_of(
        equals(change * run.mass, inner(losses, d)) & change_of_loss(change, sum(map(abs, d)), run.mass, scale).says
        for run in runs(k, q, n, T)
        for mu, after, losses in steps(run)
        for d in [[a - b for a, b in zip(mu, after, strict=True)]]
        for change in [Real.of(expected(mu, losses) - expected(after, losses))]
    )
    return when([k >= 1, n >= 2], found)


# ---- Lemma 44


@terms("BCS20.L44")
def regret(
    paid: FromZero,
    fixed: FromZero,
    rate: PositiveReal,
    T: FromZero,
    K: FromZero,
    mass: PositiveReal,
    share: Fraction | int = 1,
) -> Terms:
    """What T rounds cost, and a fixed measure, with its divergence K and mass = kappa n."""
    return Terms(says=paid <= fixed + share * rate * T + K / (rate * mass))


@claim(
    "BCS20.L44",
    "Lemma 44, appendix E; restored (derived): regret of lazy dense updates",
    "lemma",
    narrows=COMPARED,
    rate=Constant(1, mutants=(Fraction(31, 250),)),
)
def lazy_updates_have_bounded_regret(k: Size, q: Size, n: PositiveSize, T: Size, rate: Fraction) -> Statement:
    """For all $mu$ in $Gamma_kappa$: $sum_t M(hat(mu)_t, h_t) <= sum_t M(hat(mu), h_t) + lambda T + KL(mu || mu_1) /
    (lambda kappa n)$, losses in $[0, 1]$; for $kappa = 1$, $n = 1$ or $T = 0$ there is no regret,
    and for $q = 0$ $lambda$ is more than any loss."""
    found = all_of(
        regret(Real.of(run.paid()), run.paid_by(mu), run.rate, T, run.distance(mu), run.mass, rate).says
        for run in runs(k, q, n, T)
        for mu in run.compared()
    )
    return when([k >= 1, n >= 2, T >= 1, q >= 1], found)


@uses("BCS20.L44", "BCS20.L41", "Lemma 44, proof")
def the_leader_is_ahead_by_one(
    ahead: FromZero, less: FromZero, rate: PositiveReal, T: FromZero, fixed: FromZero, k: FromZero, weight: PositiveReal
) -> Use:
    """The cost is that of Lemma 41, and the changes of $T$ rounds, by Lemma 43 at most $lambda T$; $k$ is the
    divergence over the weight $lambda kappa n$."""
    at = {"ahead": ahead, "fixed": fixed, "K": k * weight, "weight": weight}
    return Use(at, gives=ahead + (rate * T - less) <= fixed + rate * T + k)


@uses("BCS20.L44", "BCS20.L43", "Lemma 44, proof")
def stability_is_summed(T: PositiveInteger, less: FromZero, last: AnyReal, rate: PositiveReal) -> Use:
    """$T - 1$ rounds change the loss by $lambda (T - 1)$ - ``less``, and one more makes it $lambda T$ at most; losses
    in $[0, 1]$."""
    return Use({"change": last, "rate": rate}, gives=(T - 1) * rate - less + last <= T * rate)


rests_on("BCS20.L44", "BCS20.L40", "$mu_{T+1}$ is the worst of density $kappa$", "for Lemma 44")


@claim(
    "BCS20.L44.range",
    "Lemma 44, appendix E; restored (derived): regret for losses outside of [0, 1]",
    "companion",
    width=Constant(4, mutants=(2,)),
)
def losses_outside_the_unit_interval_break_the_bound(width: int) -> Truth:
    """The range of the losses is used: for two points at $kappa = 1/2$, $lambda = -2 ln(9/10)$, with losses of 0 and 4
    in one round (as of hypotheses that leave $[-1, 1]$, which noisy ones do), the regret against $mu_2$ exceeds $lambda
    T + KL(mu_2 || mu_1) / (lambda kappa n)$."""
    run = LazyRun(HALF, shrink_of(1), ((Fraction(0), Fraction(int(width))),), 2)
    best = run.measures[-1]
    return run.paid_by(best) + run.rate + run.distance(best) / (run.rate * run.mass) < run.paid()

"""ABLMM22 section 5.2.2: Lemmas 25 and 26, the existence of frequent hypotheses and their generalization.

The recursion of Lemma 25 was counted on every class and target on up to 3 points: of 39,666 instances with k >= 1 none
is broken, in 7 CPU seconds.
"""

from collections.abc import Sequence

from littlestone.spec.ablmm22.vocabulary import (
    BY_STATES,
    CHOICES,
    SLOPED,
    Level,
    Levels,
    few_laws_of_points,
    towers,
    up_to_three_points,
    up_to_two_points,
)
from littlestone.spec.learning.stability import double_power, sloped
from littlestone.spec.notation import *

FEW_HYPOTHESES = (
    f"{SLOPED}; on so few points there are few hypotheses, so that $k = 0$ does for every learner: that only a "
    f"tournament makes the target frequent is seen in ABLMM22.T23.contest"
)
L25 = "Proof of Lemma 25"
L26 = "Proof of Lemma 26"


# ---- Lemma 25


@claim(
    "ABLMM22.L25",
    "Lemma 25, section 5.2.2: frequency of some hypothesis",
    "lemma",
    reach=few_laws_of_points,
    narrows=FEW_HYPOTHESES,
    exponent=Constant(2, mutants=(-3,), stronger="smaller"),
)
def some_hypothesis_is_frequent(
    H: ExplicitBinary, n: PositiveSize, j: Size, levels: Levels, exponent: int
) -> Statement:
    """There exist $k <= d$, with $D_k$ well defined, and $f$ with $Pr_{S ~ D_k, T ~ D^n}[SOA(S o T) = f] >=
    2^(-2^(d+2))$."""
    threshold = double_power(int(littlestone_dimension(H)) + exponent)  # D_k is well defined if no f reached it before
    return all_of(any_of(threshold <= level.largest for level in tower) for _, _, tower in towers(levels, H, j, n))


rests_on("ABLMM22.L25", "ABLMM22.A.Dk", "$D_d$ is well-defined, by contradiction", f"{L25}, second sentence")
rests_on("ABLMM22.L25", "ABLMM22.L25.eq1", "$rho_k >= (rho_(k-1)^2 - 8 tau)/2$", f"{L25}, the recursion")
rests_on("ABLMM22.L25", "ABLMM22.L25.eq1", "$rho_0 = 1$ is $4 * 2^(-2)$", f"{L25}, the base case", name="base")


@uses("ABLMM22.L25", "ABLMM22.L25.eq2", f"{L25}, after the induction")
@uses("ABLMM22.L25.eq3", "ABLMM22.L25.eq2", f"{L25}, after the induction")
def the_induction_at_d(a: PositiveUnit, reached: FromZero, more: FromZero) -> Use:
    """At $k = d$: $rho_d = reached + more$ is at least $2^(-2^(d+2)) = a^4$, $a = 2^(-2^d)$."""
    return Use({"reached": reached, "a": a}, gives=reached + more >= a**4)


rests_on("ABLMM22.L25", "ABLMM22.L25.eq3", "$4 * 2^(-2^(d+1)) >= 2^(-2^(d+2))$", f"{L25}, after the induction")
rests_on("ABLMM22.L25", "ABLMM22.O24", "the SOA errs at least $d$ times on $S o T$", f"{L25}, its end")
rests_on("ABLMM22.L25", "ABLMM22.MB.soa", "the SOA errs at most $d$ times", f"{L25}, its end")
rests_on("ABLMM22.L25", "ABLMM22.A.SOA.identified", "$SOA(S) = SOA(S o T) = c$", f"{L25}, its end")
rests_on("ABLMM22.L25", "ABLMM22.L25.target", "$Pr[SOA(S o T) = c] >= rho_d$", f"{L25}, its end")


def recursion_holds(tower: Sequence[Level], k: int, loss: Exact, divisor: Fraction | int = 2) -> Truth | bool:
    """rho_k >= (rho_(k-1)^2 - loss)/2."""
    return tower[k].consistency >= (tower[k - 1].consistency ** 2 - loss) / divisor


@claim(
    "ABLMM22.L25.eq1",
    "Lemma 25, section 5.2.2: recursion for the probability of right guesses",
    "step",
    narrows="the class of all functions on $4 + i$ points, $c = 1$ and $D$ uniform, where the right side is "
    f"positive; {BY_STATES}; {CHOICES}; for all classes on few points ABLMM22.L25.eq1.equal, which implies it",
    caps="$k <= 2$, at most 7 points, $n <= 3$",
    factor=Constant(8, stronger="smaller"),
    divisor=Constant(2, mutants=(Fraction(3, 2),), stronger="smaller"),
)
def the_guesses_stay_right_often_enough(
    i: Size, n: PositiveSize, k: PositiveSize, levels: Levels, factor: int, divisor: Fraction
) -> Statement:
    """$rho_0 = 1$ and $rho_k >= (rho_(k-1)^2 - 8 t)/2$ for $k <= d$, where $rho_k$ is the probability that all $k$
    tournament examples of $S ~ D_k$ agree with $c$ and every hypothesis has probability at most $t$ after $D_(k-1)$: so
    with every threshold above $t$, such as $2^(-2^(d+2))$ where $D_k$ is well defined."""
    points = 4 + int(i)
    functions, target = frozenset(all_functions(points, 2)), (1,) * points
    tower = levels(functions, sloped(points, 0), target, int(n))
    before = tower[int(k) - 1]
    bound = recursion_holds(tower, int(k), factor * before.largest, divisor)
    return when(8 * before.largest < before.consistency**2, all_of([tower[0].consistency == 1, bound]))


@uses("ABLMM22.L25.eq1", "ABLMM22.L25.eq1.equal", f"{L25}, the event E_k")
def equal_rules_are_rare(t: PositiveUnit, q: FromZero) -> Use:
    """Two rules are equal with probability $q = sum_h Pr[h]^2 <= max_h Pr[h] <= t$, and so at most $8 t$."""
    return Use({"collision": q, "largest": t}, gives=q <= 8 * t)


@uses(
    "ABLMM22.L25.eq1",
    "PROB.union",
    f"{L25}, the event E_k",
    assumes="$S_0$ and $S_1$ are independent, and the label $y$ of both and of $x$",
)
def right_guesses_before_unequal_rules(before: Unit, t: PositiveUnit, share: Unit) -> Use:
    """The union bound on "some guess before was wrong", of probability $1 - rho_(k-1)^2$, and $f_0 = f_1$, of
    probability at most $t$, gives $Pr[E_k] >= rho_(k-1)^2 - 8 t$, and half of it for $rho_k$."""
    return Use(
        {"chances": 1 - before**2 + share * t}, gives=lambda b: HALF * (before**2 - 8 * t) <= HALF * (1 - b.fails)
    )


@terms("ABLMM22.L25.eq1.equal")
def equal_rules(collision: FromZero, largest: FromZero) -> Terms:
    """Two rules are equal, and the largest probability of a rule."""
    return Terms(says=collision <= largest)


@claim(
    "ABLMM22.L25.eq1.equal",
    "for Lemma 25, section 5.2.2: recursion with the probability of equal rules",
    "step",
    role="companion",
    reach=up_to_three_points,
    narrows=SLOPED,
    share=Constant(1, mutants=(0,), stronger="smaller"),
)
def the_recursion_with_the_chance_of_equal_rules(
    H: ExplicitBinary, n: PositiveSize, k: PositiveSize, j: Size, levels: Levels, share: int
) -> Statement:
    """$rho_0 = 1$ and $rho_k >= (rho_(k-1)^2 - q)/2$ for $k <= d$ and any threshold of $D_k$, where $q = Pr[f_0 = f_1]
    <= t$ is the probability that two rules $SOA(S o T)$, $S ~ D_(k-1)$ and $T ~ D^n$, are equal, and $t$ the largest
    probability of a rule: factor 1 in place of the printed 8 does."""
    reached = [tower for _, _, tower in towers(levels, H, j, n) if int(k) < len(tower)]
    start = [tower[0].consistency == 1 for tower in reached]
    collisions = [equal_rules(tower[int(k) - 1].collision, tower[int(k) - 1].largest).says for tower in reached]
    bounds = [recursion_holds(tower, int(k), share * tower[int(k) - 1].collision) for tower in reached]
    return when([k <= int(littlestone_dimension(H)), bool(reached)], all_of([*start, *collisions, *bounds]))


@terms("ABLMM22.L25.eq2")
def recursion_step(reached: FromZero, a: PositiveUnit, least: int = 4) -> Terms:
    """What rho_k reaches, a = 2^(-2^k)."""
    return Terms(says=least * a**2 <= reached)


@claim(
    "ABLMM22.L25.eq2",
    "Lemma 25, section 5.2.2: induction step of the recursion",
    "step",
    least=Constant(4, mutants=(5,)),
    cites=("ABLMM22.L25.eq2.order",),
)
def the_recursion_keeps_its_bound(a: PositiveUnit, t: Unit, least: int) -> Statement:
    """$((4 2^(-2^k))^2 - 8 tau)/2 = 8 2^(-2^(k+1)) - 4 tau >= 4 2^(-2^(k+1))$ where $tau = 2^(-2^(d+2))$ is at most
    $2^(-2^(k+1))$; here $a = 2^(-2^k)$ and $t = tau$."""
    reached = ((4 * a) ** 2 - 8 * t) / 2
    return when(t <= a**2, equals(reached, 8 * a**2 - 4 * t) & recursion_step(reached, a, least).says)


rests_on("ABLMM22.L25.eq2", "ABLMM22.L25.eq2.order", "$k <= d$: $tau$ is at most $a^2$", f"{L25}, the induction step")


@claim(
    "ABLMM22.L25.eq2.order",
    "Lemma 25, section 5.2.2: threshold against the bound of the recursion",
    "step",
    shift=Constant(1, mutants=(3,)),
)
def the_threshold_is_below_the_recursion(k: Natural, d: Natural, shift: int) -> Statement:
    """$k <= d$ and therefore $2^(-2^(d+2)) <= 2^(-2^(k+1))$."""
    return when(k <= d, double_power(d + 2) <= double_power(k + shift))


@terms("ABLMM22.L25.target")
def target_is_output(rho: FromZero, chance: FromZero) -> Terms:
    """rho_d, and the probability of the target."""
    return Terms(says=rho <= chance)


@claim(
    "ABLMM22.L25.target",
    "Lemma 25, section 5.2.2: probability of the target",
    "step",
    reach=few_laws_of_points,
    narrows=f"{SLOPED}; the inequality alone",
    fewer=OFFSET,
)
def right_guesses_make_the_target_the_output(
    H: ExplicitBinary, n: PositiveSize, j: Size, levels: Levels, fewer: int
) -> Statement:
    """If all $d$ tournament examples agree with $c$ then $SOA(S) = SOA(S o T) = c$, for any threshold of $D_d$, so that
    $Pr_{S ~ D_d, T ~ D^n}[SOA(S o T) = c] >= rho_d$."""
    d = int(littlestone_dimension(H)) - int(fewer)
    reached = [(c, tower) for _, c, tower in towers(levels, H, j, n) if 0 <= d < len(tower)]
    return when(bool(reached), all_of(target_is_output(t[d].consistency, t[d].hypotheses[c]).says for c, t in reached))


@claim(
    "ABLMM22.L25.eq3",
    "Lemma 25, section 5.2.2: frequency of the target",
    "step",
    narrows="proved is the inequality; that the target has the probability on the left is cited",
    shift=Constant(2, mutants=(0,)),
)
def the_target_is_frequent(d: Natural, shift: int) -> Truth:
    """$4 2^(-2^(d+1)) >= 2^(-2^(d+2))$, so that the target $c$ is output with at least the threshold's probability."""
    return double_power(d + shift) <= 4 * double_power(d + 1)


@uses("ABLMM22.L25.eq3", "ABLMM22.L25.target", f"{L25}, its end")
def the_target_has_the_bound_of_the_induction(a: PositiveUnit, more: FromZero, chance: FromZero) -> Use:
    """The target has a probability of at least $rho_d = 4 a^2 + more$, and so of $2^(-2^(d+2)) = a^4$, $a =
    2^(-2^d)$."""
    return Use({"rho": 4 * a**2 + more, "chance": chance}, gives=a**4 <= chance)


# ---- Lemma 25 with a larger threshold


@claim(
    "ABLMM22.L25.sharp",
    "for Lemma 25, section 5.2.2: recursion with the threshold 2^(-2^d)",
    "step",
    role="companion",
    narrows="proved is the arithmetic of the induction; the recursion is ABLMM22.L25.eq1.equal, and that the target "
    "has $rho_d$ at least is ABLMM22.L25.target, both on few points",
    loss=SHARE,
)
def the_recursion_allows_a_larger_threshold(a: PositiveUnit, t: Unit, loss: Fraction) -> Statement:
    """With the threshold $t = 2^(-2^d)$ in place of $2^(-2^(d+2))$ the lemma holds too, for $d >= 1$: $rho_1 >= (1 -
    t)/2 >= 2 a_1 - t$ and $rho_(k+1) >= (rho_k^2 - t)/2 >= 2 a_(k+1) - t$ where $a_k = 2^(-2^k) <= 1/4$, so that $rho_d
    >= 2 a_d - t = t$; here $a = a_k$, $a^2 = a_(k+1)$, and $rho_k >= 2a - t >= 0$."""
    base = 2 * QUARTER - loss * t <= (1 - t) / 2
    step = 2 * a**2 - loss * t <= ((2 * a - t) ** 2 - t) / 2
    return when([a <= QUARTER, t <= 2 * a], base & step)


@uses("ABLMM22.L25.sharp", "ABLMM22.L25.eq1.equal", "Lemma 25 with a larger threshold, the recursion")
def the_recursion_without_the_factor(before: Unit, t: PositiveUnit, q: FromZero, more: FromZero) -> Use:
    """The recursion from $rho_(k-1) = before$, with the probability $q$ of equal rules, at most $t$, in place of $8
    t$: $2 rho_k = before^2 - q + more$ is at least $before^2 - t$."""
    return Use({"collision": q, "largest": t}, gives=before**2 - q + more >= before**2 - t)


# ---- Lemma 26


def few_rows_on_three_points(H: ConceptClass, i: int) -> bool:
    """Classes on at most 2 points, and on 3 points with $i = 1$"""
    return up_to_two_points(H) or (up_to_three_points(H) and int(i) == 1)


@claim(
    "ABLMM22.L26",
    "Lemma 26, section 5.2.2: generalization of frequent hypotheses",
    "lemma",
    reach=few_rows_on_three_points,
    narrows=f"$n = 2^(d+2) (i + 1)$, and {SLOPED}",
    exponent=Constant(2, mutants=(0,), stronger="smaller"),
)
def frequent_hypotheses_generalize(
    H: ExplicitBinary, i: PositiveSize, j: Size, levels: Levels, exponent: int
) -> Statement:
    """If $D_k$ is well defined, every $f$ with $Pr_{S ~ D_k, T ~ D^n}[SOA(S o T) = f] >= 2^(-2^(d+2))$ has $loss_D(f)
    <= 2^(d+2)/n$: here for any threshold of $D_k$, $k <= d$, and $n = 2^(d+2) (i+1)$, so that the bound is at most
    $1/2$."""
    d = int(littlestone_dimension(H))
    n, threshold = 2 ** (d + 2) * (int(i) + 1), double_power(d + 2)
    return all_of(
        any_of([p < threshold, error(f, c, D) * n <= 2 ** (d + exponent)])
        for D, c, tower in towers(levels, H, j, n)
        for level in tower
        for f, p in level.hypotheses.items
    )


rests_on(
    "ABLMM22.L26",
    "ABLMM22.O24",
    "A is contained in $B$; taken for granted: $T ~ D^n$ gives no point two labels, as $D$ is realizable",
    L26,
)
rests_on("ABLMM22.L26", "ABLMM22.L26.events", "$2^(-2^(d+2)) <= Pr[A] <= Pr[B]$", f"{L26}, Inequality 3")


@uses("ABLMM22.L26", "ABLMM22.L26.eq3", f"{L26}, its end: 1 - alpha <= 2^(-alpha)")
def consistency_bounds_the_loss(loss: BelowOne, n: PositiveInteger, u: PositiveReal) -> Use:
    """$2^(-u) <= 2^(-alpha n)$ gives $alpha n <= u$, $u = 2^(d+2)$."""
    return Use({"a": loss, "n": n}, gives=lambda b: (2 ** (-u) <= b.fails).implies(loss * n <= u))


@claim(
    "ABLMM22.L26.events",
    "Lemma 26, section 5.2.2: probability of an output against consistency",
    "step",
    reach=few_laws_of_points,
    narrows=SLOPED,
    extra=OFFSET,
)
def an_output_is_consistent_with_fresh_examples(
    H: ExplicitBinary, n: PositiveSize, j: Size, levels: Levels, extra: int
) -> Statement:
    """$Pr_{S ~ D_k, T ~ D^n}[SOA(S o T) = f] <= (1 - alpha)^n$, $alpha = loss_D(f)$, for all $k <= d$, $f$ and
    thresholds of $D_k$: the right side is the probability that $f$ is consistent with $T$."""
    return all_of(
        p <= (1 - error(f, c, D)) ** (n + extra)
        for D, c, tower in towers(levels, H, j, n)
        for level in tower
        for f, p in level.hypotheses.items
    )


@terms("ABLMM22.L26.eq3")
def seldom_agrees(a: BelowOne, n: PositiveInteger, base: int = 2) -> Terms:
    """n examples agree with a hypothesis of loss a."""
    return Terms(fails=base ** (-(a * n)))


@claim(
    "ABLMM22.L26.eq3",
    "Lemma 26, section 5.2.2: probability of consistency, to base 2",
    "step",
    caps="$alpha < 1$; at 1 the left side is 0",
    base=Constant(2, mutants=(3,)),
)
def consistency_is_unlikely_to_base_two(a: BelowOne, n: PositiveInteger, base: int) -> Truth:
    """$(1 - alpha)^n <= 2^(-alpha n)$, because $1 - alpha <= 2^(-alpha)$."""
    return (1 - a) ** n <= seldom_agrees(a, n, base).fails

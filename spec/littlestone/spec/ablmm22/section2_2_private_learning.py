"""ABLMM22 section 2.2: Littlestone classes are privately learnable (Theorem 3), agnostically too (Corollary 4)."""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product

from littlestone.spec.ablmm22.vocabulary import BelowHalf, all_samples, up_to_two_points
from littlestone.spec.learning.privacy import Pair
from littlestone.spec.notation import *

Agnostic = Annotated[Run, Algorithm("ABLMM22.C4")]
COROLLARY = "Section 2.2, after Corollary 4"
T3 = "Proof of Theorem 3"
ONE = frozenset({1})
ZERO = frozenset({0})


# ---- Theorem 3


@claim(
    "ABLMM22.T3",
    "Theorem 3, section 2.2: private learnability of Littlestone classes",
    "theorem",
    not_checkable="$O$ and $O~$ hide their constants, and with those of the proof already $d = 1$ needs some $10^10$ "
    "rows; the first form, a sum, is not what the proof gives (ABLMM22.T3.proof)",
    stand_ins=("ABLMM22.T3.proof", "ABLMM22.T3.eq2", "ABLMM22.A.M.G", "ABLMM22.A.M.estimated"),
)
def littlestone_classes_are_privately_learnable(H: ExplicitBinary) -> Truth:
    """A class of Littlestone dimension $d$ has an $(eps, delta)$-DP learner with loss at most $alpha$ on every
    realizable distribution with probability at least $1 - beta$, from $n = O((2^{O~(2^d)} + log(1/(beta delta)))/(alpha
    eps)) = O_d(log(1/(beta delta))/(alpha eps))$ rows, for $eps, delta in (0, 1)$ and $alpha, beta in (0, 1/2)$."""
    raise NotImplementedError


rests_on("ABLMM22.T3", "ABLMM22.D6", "some $f$ has $Pr[G(S) = f] >= eta$", "Section 2.3.1, first sentence")


@uses("ABLMM22.T3", "ABLMM22.T23", T3, draws="$G$ on $m$ examples, and $f$")
def a_stable_learner_for_every_class(d: Natural, alpha: PositiveReal) -> Use:
    """Theorem 23 is used at $alpha/2$ for a class of any finite Littlestone dimension $d$; it asks for $d >= 1$."""
    return Use(needs=(d >= 1) & (alpha / 2 > 0))


@correction(
    "ABLMM22.T3.from.T23.premise",
    "Theorem 23 leaves out $d = 0$, which Theorem 3 does not; a class of dimension 0 has one function "
    "only, and the learner that outputs it takes no example",
    reach=up_to_two_points,
    least=Constant(1, mutants=(2,)),
)
def a_class_of_dimension_zero_has_one_function(H: Binary, least: int) -> Truth:
    """$Ldim(H) >= 1$ if and only if some point has both labels in $H$; else $H$ has one function."""
    split = any_of(H.restrict(x, ZERO).nonempty() & H.restrict(x, ONE).nonempty() for x in range(H.points))
    return (littlestone_dimension(H) >= least).iff(split)


@uses("ABLMM22.T3", "ABLMM22.T3.eq1", T3, repair="ABLMM22.T3.eq1.corrected")
def the_rows_of_the_stable_learner(n: FromZero, power: PositiveReal, alpha: PositiveUnit, times: PositiveReal) -> Use:
    """$m = 2^(2^(d+2)+1) 4^(d+1) n$ is of the order of $2^(2^(d+2)+1) 4^(d+1) 2^d/alpha$, in print with $d$ for $2^d$:
    at most 5 times that; $power = 2^d$ and $times = 2^(2^(d+2)+1) 4^(d+1)$."""
    m = times * n
    return Use({"n": n, "power": power, "alpha": alpha}, gives=m <= 5 * times * power / alpha)


rests_on("ABLMM22.T3", "ABLMM22.T23", "$eta = 1/((d+1) 2^(2^(d+2)+1))$, which its proof reaches", T3, name="eta")


@uses(
    "ABLMM22.T3",
    "ABLMM22.T30",
    f"{T3}, Theorem 30 gives",
    draws="loss at most $alpha$, but for $beta$",
    assumes="$G$ is one learner for every realizable $D$, and outputs a hypothesis on every sample (ABLMM22.A.G.total)",
)
def the_private_learner_of_the_stable_one(
    alpha: BelowHalf, beta: BelowHalf, epsilon: OpenUnit, delta: OpenUnit, share: Unit
) -> Use:
    """Theorem 30 is used with $(alpha, beta, eps, delta)$ of Theorem 3, where $f$ has loss at most $alpha/2$, to give
    loss at most $alpha$ with probability $1 - beta$."""
    return Use(
        needs=(share * (alpha / 2) <= alpha / 2) & (beta < 1) & (epsilon <= 1),
        fails=beta,
        epsilon=epsilon,
        delta=delta,
    )


@uses("ABLMM22.T3", "ABLMM22.T30.explicit", f"{T3}, Theorem 30 gives")
def the_printed_rows_are_enough_for_the_stable_learner(
    steps: AtLeastTwo, w: AtLeastFour, alpha: BelowHalf, beta: BelowHalf, e: OpenUnit, delta: OpenUnit
) -> Use:
    """Theorem 30 with the kit's constants and histogram: at $eta = 1/((d+1) 2^(2^(d+2)+1))$, which is $1/(2 steps w^4)$
    for $w = 2^(2^d)$, the orders of the display are enough. $k = 384 log(1/(eta beta delta))/(eta eps)$ runs and $n' =
    24 log(1/(eta beta))/(alpha eps)$ rows, 384 and 24 ours, give loss at most $alpha$ but with probability $beta$; that
    it is private is the other use."""
    eta = 1 / (2 * steps * w**4)
    runs, rows = 384 * ln(1 / (eta * beta * delta)) / (eta * e), 24 * ln(1 / (eta * beta)) / (alpha * e)
    at = {"runs": runs, "rows": rows, "eta": eta, "alpha": alpha, "beta": beta, "e": e, "delta": delta}
    return Use(at, gives=lambda b: b.fails <= beta)


@adds_up("ABLMM22.T3", T3)
def what_the_private_learner_may_cost(
    alpha: BelowHalf, beta: BelowHalf, epsilon: OpenUnit, delta: OpenUnit, share: Unit
) -> Total:
    """Theorem 30 alone fails and costs privacy: $(eps, delta)$ and $beta$."""
    return Total(fails=beta, epsilon=epsilon, delta=delta)


@uses("ABLMM22.T3", "ABLMM22.T30", f"{T3}, the first equality of the last display", name="rate")
def the_tilde_is_dropped(C: AtLeastOne) -> Use:
    """Theorem 30's $O~(s)$, which may be $s log s$, is used as $O(s)$: with $C$ for the constant, at $s = 2^(2C)$."""
    s = 2 ** (2 * C)
    return Use(gives=s * (2 * C) <= C * s)


@correction(
    "ABLMM22.T3.from.T30.rate.conclusion",
    "no constant makes $s log s$ an $O(s)$; but Lemmas 28 and 29 have no tilde, so that Theorem 30 "
    "holds with $O$ for $beta <= 1/2$: $k$ is a constant times $log(24/(eta beta delta))/(eta eps)$, $n'$"
    " as ABLMM22.T30.from.L29.rows corrects it",
    narrows="the logarithm of $k$ alone: $ln(24/(eta beta delta))$ for Hist at $(eta/8, beta/3)$",
    rate=Constant(6, mutants=(5,)),
)
def the_runs_have_no_tilde(x: Annotated[Real, Reals(low=2)], rate: int) -> Truth:
    """$log(24/(eta beta delta)) <= 6 log(1/(eta beta delta))$ for $beta <= 1/2$; here $x = 1/(eta beta delta) >= 2$."""
    return ln(24 * x) <= rate * ln(x)


@uses("ABLMM22.T3", "ABLMM22.T3.eq2", T3, repair="ABLMM22.T3.eq2.corrected")
def the_size_is_a_product(size: FromZero, g: FromZero, L: AtLeastOne, u: PositiveReal, more: FromZero) -> Use:
    """$u (g + L)$, $u = m alpha/eta$ and $g = log(1/eta)$, is at most $C L$, $L = log(1/(beta delta))$, for every $C =
    u (1 + g) + more$."""
    return Use({"size": size, "u": u, "g": g, "L": L}, gives=size <= (u * (1 + g) + more) * L)


@uses("ABLMM22.T3", "ABLMM22.T3.proof", T3, repair="ABLMM22.T3.proof.corrected")
def the_size_is_doubly_exponential(x: FromZero, alpha: BelowHalf, e: OpenUnit, L: AtLeastOne, D: AtLeastTwo) -> Use:
    """$2^{O(2^d)} log(1/(beta delta))/(alpha eps)$ is what the second form of the theorem says: the rows are $x$ times
    $2^(16 2^d) log(1/(beta delta))/(alpha eps)$, $x <= 1$; $D = 2^d$."""
    rows = x * 2 ** (16 * D) * L / (alpha * e)
    return Use({"rows": rows, "alpha": alpha, "e": e, "L": L, "D": D, "w": 2**D}, gives=x <= 1)


# ---- Corollary 4


@claim(
    "ABLMM22.C4",
    "Corollary 4, section 2.2: agnostic private learnability of Littlestone classes",
    "corollary",
    not_checkable="$O$ hides its constants and rests on Theorem 2.3 of ABMS20, which is cited; the transformation is "
    "implemented, and its privacy is computed",
    stand_ins=(
        "ABLMM22.C4.privacy",
        "ABLMM22.C4.sharper",
        "ABLMM22.C4.constants",
        "ABLMM22.C4.law",
    ),
)
def littlestone_classes_are_privately_learnable_agnostically(H: ExplicitBinary) -> Truth:
    """A class of Littlestone dimension $d$ has an $(eps, delta)$-DP learner with loss at most $min_h loss_D(h) + alpha$
    on every distribution with probability at least $1 - beta$, from $n = O((2^{O~(2^d)} + log(1/(beta delta)))/(alpha
    eps) + (VC(H) + log(1/beta))/(alpha^2 eps))$ rows, for $eps, delta in (0, 1)$ and $alpha, beta in (0, 1/2)$."""
    raise NotImplementedError


rests_on("ABLMM22.C4", "ABLMM22.T3", "a realizable learner with its rows", COROLLARY)
rests_on("ABLMM22.C4", "ABLMM22.C4.law", "loss above the best; taken for granted: Theorem 2.3 of ABMS20", COROLLARY)
rests_on("ABLMM22.C4", "ABLMM22.C4.privacy", "$(eps_0 + 3, 4 e delta)$-private, at $eps = 1$", COROLLARY)


@uses("ABLMM22.C4", "DP.subsampling", f"{COROLLARY}, secrecy of the sample")
def the_secrecy_of_the_sample(epsilon: OpenUnit, delta: OpenUnit) -> Use:
    """A random part $p = eps/54$ of the rows makes a $(4, 4 e delta)$-private learner $(eps, delta)$-private: $ln(1 + p
    (e^4 - 1)) <= eps$ and $p 4 e <= 1$; the sample grows by $54/eps$, "a factor of roughly $1/eps$"."""
    at = {"part": epsilon / 54, "epsilon": Real.of(4), "delta": 4 * exp(1) * delta}
    return Use(at, gives=lambda b: all_of([b.epsilon <= epsilon, b.delta <= delta]), times=1)


@adds_up("ABLMM22.C4", "Section 2.2, Corollary 4")
def the_agnostic_learner_has_the_privacy_of_the_corollary(epsilon: OpenUnit, delta: OpenUnit) -> Total:
    """The learner is $(eps, delta)$-private."""
    return Total(epsilon=epsilon, delta=delta)


def _relabelled(law: LawOf, agnostic: Agnostic, H: ConceptClass, realizable: Run) -> Run:
    """The law of RealizableToAgnostic with eps = 2 ln 2 over a realizable learner."""
    return cache(lambda sample: law(agnostic, H.functions(), realizable, sample, 2 * ln(2)))


def shows_a_row(sample: Sample, source: Randomness) -> Example | None:
    """A (0, 1/(16 n))-private learner: a random one of its n rows with probability 1/16, else nothing."""
    return sample[source.uniform(len(sample))] if source.bernoulli(Fraction(1, 16)) else None


@claim(
    "ABLMM22.C4.law",
    "Corollary 4, section 2.2 (LabelBoost of BNS15): law of the agnostic learner as implemented",
    "algorithm",
    reach=up_to_two_points,
    narrows="two rows, $eps = 2 ln 2$, and one realizable learner, which shows its sample",
    more=OFFSET,
)
def the_agnostic_learner_relabels_by_the_exponential_mechanism(
    H: ExplicitBinary, law: LawOf, agnostic: Agnostic, more: int
) -> Truth:
    """RealizableToAgnostic picks one of the labellings of its points by $H$ with probability proportional to $exp(-eps
    errors/2)$, and hands the relabelled sample to the realizable learner, whatever represents the labelling."""
    learner = _relabelled(law, agnostic, H, lambda sample, source: sample)

    def expected(sample: Sample) -> Law[Sample]:
        labellings = {tuple((x, h[x]) for x, _ in sample) for h in H.functions()}
        errors = {S: sum(a != b for a, b in zip(S, sample, strict=True)) for S in labellings}
        return proportional({S: HALF ** ((1 + more) * wrong) for S, wrong in errors.items()})

    return all_of(same_law(learner(S), expected(S)) for S in all_samples(all_rows(H), 2))


@claim(
    "ABLMM22.C4.privacy",
    "for Corollary 4, section 2.2 (Theorem 2.3 of ABMS20): privacy of the agnostic learner",
    "corollary",
    role="companion",
    reach=up_to_two_points,
    narrows="two rows, $eps = 2 ln 2$, and one realizable learner, which shows a random row with probability "
    "$1/16$, with $eps_0 = 0$ and $delta_0 = 1/32$; $eps = 1$ is left to ABLMM22.C4.constants",
    four=Constant(4, stronger="smaller"),
)
def the_agnostic_learner_is_private(H: ExplicitBinary, law: LawOf, agnostic: Agnostic, four: Fraction) -> Truth:
    """If the realizable learner is $(eps_0, delta_0)$-DP, RealizableToAgnostic with the exponential mechanism at $eps$
    is $(eps_0 + ln(4 e^eps), 4 e^eps delta_0)$-DP, which for $eps = 1$ is within $(eps_0 + 3, 4 e delta_0)$."""
    learner, factor = _relabelled(law, agnostic, H, shows_a_row), 4 * four
    return is_private(learner, all_rows(H), 2, ln(factor), factor / 32)


@claim(
    "ABLMM22.C4.constants",
    "for Corollary 4, section 2.2 (Theorem 2.3 of ABMS20): constants of the privacy of the agnostic learner",
    "step",
    role="companion",
    three=Constant(3, mutants=(2,)),
    four=Constant(4, mutants=(3,)),
)
def the_agnostic_constants_fit(r: AtLeastOne, three: int, four: int) -> Truth:
    """$(1 + 1/r)/(1/r) = 1 + r$ and $(1 + r)^2 <= 4 r^2$ for $r >= 1$, here $r = e^{eps/2}$; $1 + ln 4 <= 3$, and at
    $eps = 1$ the sharper loss $2 ln(1 + e^{1/2})$ is below 2."""
    ratio = equals((1 + 1 / r) / (1 / r), 1 + r) & ((1 + r) ** 2 <= four * r**2)
    return ratio & (1 + ln(4) <= three) & (2 * ln(1 + exp(HALF)) < 2)


def last_row_replaced(rows: Sequence[Example], n: int) -> Iterator[Pair[Example]]:
    """Samples of n rows that differ in the last one."""
    for *rest, one, other in product(rows, repeat=n + 1):
        if one != other:
            yield (*rest, one), (*rest, other)


@claim(
    "ABLMM22.C4.sharper",
    "for Corollary 4, section 2.2 (Theorem 2.3 of ABMS20): sharper privacy of the agnostic learner",
    "remark",
    role="companion",
    reach=up_to_two_points,
    narrows="two rows, $eps = 2 ln 2$, and one realizable learner, which shows the row that is not replaced: "
    "there $eps_0 = delta_0 = 0$; that $delta_0$ grows by $(1 + r)^2$, and the weights, are not formalized",
    factor=Constant(9, stronger="smaller"),
)
def the_agnostic_learner_costs_less(H: ExplicitBinary, law: LawOf, agnostic: Agnostic, factor: Fraction) -> Truth:
    """RealizableToAgnostic is even $(eps_0 + 2 ln(1 + r), (1 + r)^2 delta_0)$-DP, $r = e^{eps/2}$, where the realizable
    learner is $(eps_0, delta_0)$-DP: given the other rows, the labels of the replaced point have the total weight 1,
    $1/r$ or $1 + 1/r$, so the chance of the other labels changes by a factor of at most $1 + r$, and so does the
    normalisation."""
    learner = _relabelled(law, agnostic, H, lambda sample, source: sample[:-1])
    return is_private(learner, all_rows(H), 2, ln(factor), 0, relation=last_row_replaced)

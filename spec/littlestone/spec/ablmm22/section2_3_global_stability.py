"""ABLMM22 section 2.3: private and online learnability are equivalent (Theorem 5), but for the rates.

Then global stability (Definition 6), and that it implies generalization (Proposition 7).
"""

from littlestone.spec.ablmm22.vocabulary import BelowHalf, Soa, soa_rule
from littlestone.spec.classes.online_games import regret
from littlestone.spec.learning.stability import is_globally_stable, labelled_law, largest_frequency, sample_law, sloped
from littlestone.spec.notation import *

AFTER_T5 = "Section 2.3, after Theorem 5"
OTHER_HALF = "the other half of the sentence, that the private rate hides $poly(log^* d)$, is not stated"


# ---- Theorem 5, and the rates hidden by Theta_d


@claim(
    "ABLMM22.T5",
    "Theorem 5, section 2.3: online against private learnability",
    "theorem",
    not_checkable="every finite class is on both sides, so that only infinite ones could break the equivalence; for "
    "finite ones the two sides are the mistake bound of the SOA and the private learners",
    stand_ins=("ABLMM22.A.SOA", "ABLMM22.S1.fn1", "ABLMM22.A.Generic", "ABLMM22.A.M.G"),
)
def private_learning_is_online_prediction(H: ExplicitBinary) -> Truth:
    """$H$ is online learnable if and only if it is approximate differentially-privately PAC learnable."""
    raise NotImplementedError


rests_on(
    "ABLMM22.T5",
    "ABLMM22.S1.fn1",
    "$H$ is online learnable, that is with a finite mistake bound, if and only if $Ldim(H)$ is finite",
    "before Theorem 5",
)
rests_on("ABLMM22.T5", "ABLMM22.T2", "what is privately learnable has a finite Littlestone dimension", AFTER_T5)
rests_on("ABLMM22.T5", "ABLMM22.T3", "1 to 2: at $eps = 1/10$ and a $delta(n)$ below $n^(-omega(1))$", AFTER_T5)


@uses("ABLMM22.T5", "ABLMM22.T3.proof.corrected", AFTER_T5)
def the_rows_of_theorem_3_allow_a_negligible_delta(
    x: FromZero, alpha: BelowHalf, b: AtLeastOne, D: AtLeastTwo, w: AtLeastFour, more: FromZero
) -> Use:
    """1 to 2, at $eps = 1/10$: from $n = 20 C log(1/beta)/alpha$ rows on, $C$ a factor that depends on $Ldim(H)$, and
    at $delta(n) = 2^(-alpha n/(20 C))$, which is negligible, Theorem 3 asks for no more than $n$ rows, here for $x n$;
    $b = log(1/beta)$, and $log(1/(beta delta)) = b (2 + more)$. For $d >= 1$; one function needs no rows."""
    n = 20 * (2**14 * D**4 * w**2) * b * (1 + more) / alpha
    at = {"rows": x * n, "alpha": alpha, "e": Fraction(1, 10), "L": b * (2 + more), "D": D, "w": w}
    return Use(at, gives=x <= 1)


@claim(
    "ABLMM22.S2.3",
    "Section 2.3: dependence of the regret on the dimension",
    "remark",
    narrows=f"the arithmetic, against the upper bound of ABLMM22.S1.regret; {OTHER_HALF}",
    cites=("ABLMM22.S2.3.unbounded",),
)
def the_regret_hides_a_factor_of_the_order_of_d(K: AtLeastOne) -> Truth:
    """ "There are classes for which [...] the $Theta~_d(sqrt T)$ bound hides a $Theta(d)$ dependence", such as
    thresholds over $2^d$ points. Read as: without the logarithms that the tilde hides, and for all $T >= d$, with
    constants $c$ and $C$: $c d sqrt(T) <= C sqrt(d T log2 T)$, the upper bound of the introduction, that is $d <= K
    log2 T$ for $K = (C/c)^2$; here at $T = d = 2^{4K}$."""
    d = 2 ** (4 * K)
    return d <= K * (4 * K)


@correction(
    "ABLMM22.S2.3",
    "by the introduction the dependence on $d$ is $sqrt(d)$, up to the logarithm of $T$: at $T = d = "
    "2^{4K}$ a factor of $d$ exceeds $sqrt(d log T)$ by any constant",
    narrows=OTHER_HALF,
    factor=Constant(8, stronger="smaller", mutants=(7,)),
)
def the_regret_hides_a_factor_of_the_order_of_sqrt_d(H: ExplicitBinary, T: PositiveSize, factor: int) -> Statement:
    """The $Theta~_d(sqrt T)$ bound hides $sqrt(d)$: $d/8 <= R(T)^2/T <= d log2 T$ for all $T >= max(2, d)$."""
    d, squared = int(littlestone_dimension(H)), Real.of(regret(H, int(T))) ** 2
    return when([T >= 2, d <= T], (d * T <= factor * squared) & (squared <= d * T * log2(T)))


rests_on("ABLMM22.S2.3", "ABLMM22.S1.regret", "the optimal regret is $Theta~_d(sqrt T)$", AFTER_T5)
rests_on(
    "ABLMM22.S2.3", "ABLMM22.S2.3.thresholds", "a class of dimension $d$ for every $d$", "Section 2.3, last sentence"
)


@claim(
    "ABLMM22.S2.3.unbounded",
    "for section 2.3: linear dependence of the regret, for every constant",
    "remark",
    role="companion",
    narrows="the arithmetic, against the upper bound of ABLMM22.S1.regret",
    times=Constant(4, mutants=(20,)),
)
def no_constant_hides_a_factor_of_d(K: AtLeastOne, times: int) -> Truth:
    """For every constant $K >= 1$, $d > K log2 T$ at $T = d = 2^{4K}$."""
    return K * (times * K) < 2 ** (4 * K)


@claim("ABLMM22.S2.3.thresholds", "Section 2.3: Littlestone dimension of thresholds", "remark", offset=OFFSET)
def thresholds_on_two_to_the_d_points_have_dimension_d(d: PositiveSize, offset: int) -> Truth:
    """The class of thresholds over a linearly ordered domain of size $2^d$ has Littlestone dimension $d$. Read as: for
    $d >= 1$, with all $2^d + 1$ thresholds."""
    points = 2**d
    thresholds = explicit(tuple(int(x >= t) for x in range(points)) for t in range(points + 1))
    return littlestone_dimension(thresholds) == d + offset


@claim(
    "ABLMM22.S2.3.rate",
    "Section 2.3: sample complexity of agnostic private learning",
    "remark",
    narrows="the arithmetic, against the upper bound of ABLMM22.C4, which is not formalized",
    cites=("ABLMM22.S2.3.rate.unbounded",),
)
def the_agnostic_private_rate_has_log_delta_over_alpha_squared(q: AtLeastOne, K: FromZero, V: FromZero) -> Truth:
    """The "optimal sample complexity of agnostically privately learning $H$ is $Theta_d(log(1/(beta delta)) / (alpha^2
    eps))$". Read as: at most the rows of Corollary 4, with constants $c$ and $C$: $c L/(alpha^2 eps) <= C ((K +
    L)/(alpha eps) + V/(alpha^2 eps))$, that is $L <= q (alpha (K + L) + V)$ for $q = C/c$, $L = log(1/(beta delta))$,
    $K = 2^{O~(2^d)}$ and $V = VC(H) + log(1/beta)$; here at $alpha = 1/(4q)$ and a $delta$ with $L = K + 4 q V + 1$."""
    L, alpha = K + 4 * q * V + 1, 1 / (4 * q)
    return q * (alpha * (K + L) + V) >= L


@correction(
    "ABLMM22.S2.3.rate",
    "as $delta$ goes to 0 at a fixed small $alpha$, Corollary 4 needs fewer rows: its $log(1/delta)$ is "
    "divided by $alpha eps$ alone",
    leaves_out="the lower bound",
    narrows="the arithmetic, times $eps$, from that of Corollary 4",
    cites=("ABLMM22.C4",),
    one=Constant(1, stronger="smaller", mutants=(HALF,)),
)
def the_agnostic_private_rate_has_log_delta_over_alpha(
    alpha: PositiveUnit, K: FromZero, V: FromZero, L: AtLeastOne, B: AtLeastOne, one: Fraction
) -> Truth:
    """The optimal sample complexity of agnostic private learning is $O_d(log(1/(beta delta))/(alpha eps) +
    log(1/beta)/(alpha^2 eps))$: $(K + L)/alpha + (V + B)/alpha^2 <= (1 + K) L/alpha + (1 + V) B/alpha^2$, for $K =
    2^{O~(2^d)}$ and $V = VC(H)$, where $L = log(1/(beta delta))$ and $B = log(1/beta)$ are at least 1."""
    return alpha * (K + L) + V + B <= (one + K) * alpha * L + (one + V) * B


rests_on("ABLMM22.S2.3.rate", "ABLMM22.C4", "the rate $log(1/(beta delta))/(alpha^2 eps)$ is an upper bound", AFTER_T5)


@claim(
    "ABLMM22.S2.3.rate.unbounded",
    "for section 2.3: agnostic private rate, for every constant",
    "remark",
    role="companion",
    narrows="the arithmetic, against the upper bound of ABLMM22.C4",
    less=Constant(1, mutants=(QUARTER,), stronger="smaller"),
)
def no_constant_serves_the_agnostic_rate(q: AtLeastOne, K: FromZero, V: FromZero, less: Fraction) -> Truth:
    """For every $q >= 1$ and $K, V >= 0$, $L > q (alpha (K + L) + V)$ at $alpha = 1/(4q)$ and $L = K + 4 q V + 1$."""
    L, alpha = K + 4 * q * V + 1, 1 / (4 * q)
    return less * L > q * (alpha * (K + L) + V)


# ---- Definition 6


def few_samples(H: ConceptClass, n: int) -> bool:
    """At most 16 samples of $n$ points."""
    return is_true(H.points**n <= 16)


@claim(
    "ABLMM22.D6",
    "Definition 6, section 2.3.1: global stability",
    "definition",
    narrows="one algorithm A, the SOA with ties to -1; $D(x)$ is proportional to $1 + j x$, and a function of $H$ "
    "labels the points",
    reach=few_samples,
    scale=Constant(1, stronger="larger", mutants=(Fraction(101, 100),)),
)
def global_stability_is_the_largest_frequency(
    H: ExplicitBinary, n: Size, j: Size, law: LawOf, soa: Soa, scale: Fraction
) -> Truth:
    """A is $(n, eta)$-globally stable with respect to $D$ if some $h$ has $Pr_{S ~ D^n}[A(S) = h] >= eta$: so it is up
    to $eta = max_h Pr[A(S) = h]$, which is at most 1, and not for $1/1000$ more."""
    D = sloped(H.points, j)
    return all_of(_stable_up_to_its_largest_frequency(H, D, c, n, law, soa, scale) for c in H.functions())


def _stable_up_to_its_largest_frequency(
    H: ConceptClass, D: Distribution, c: Function, n: int, law: LawOf, soa: Soa, scale: Fraction
) -> Truth:
    start = soa(H.functions(), H.points)

    def drawn(source: Randomness) -> Function:
        points = [source.choice(D) for _ in range(n)]
        return start.run(tuple((x, c[x]) for x in points)).rule

    outputs, run = sample_law(labelled_law(D, c), n).map(soa_rule(soa, H)), law(drawn)
    eta = largest_frequency(outputs)
    above = eta + Fraction(1, 1000)
    return all_of([is_globally_stable(run, scale * eta), eta <= 1, not is_globally_stable(run, above), run == outputs])


@claim(
    "ABLMM22.S2.3.1",
    "Section 2.3.1, after Definition 6: global stability of learners with finitely many hypotheses",
    "remark",
    narrows="proved is that the largest of $k$ numbers is at least their mean; that these are chances of "
    "hypotheses is not formalized",
    scale=Constant(1, stronger="larger", mutants=(Fraction(101, 100),)),
)
def a_finite_class_makes_every_learner_stable(k: PositiveInteger, above: FromZero, scale: Fraction) -> Truth:
    """By an averaging argument, every learner whose hypotheses come from a class of $k$ functions is $(n,
    1/k)$-globally stable: where the largest of the $k$ probabilities exceeds the mean of the others by ``above``, it is
    the $t$ with $t + (k - 1) (t - above) = 1$, and $t >= 1/k$."""
    largest = (1 + (k - 1) * above) / k
    return equals(largest + (k - 1) * (largest - above), 1) & (scale / k <= largest)


# ---- Proposition 7


@claim(
    "ABLMM22.P7",
    "Proposition 7, section 2.3.1: generalization of globally stable learners",
    "proposition",
    reach=few_samples,
    narrows="$D(x)$ is proportional to $1 + j x$; that no consistent learner outputs $h$ oftener than $h$ agrees with "
    "$S$ is not formalized",
    scale=Constant(1, stronger="smaller", mutants=(HALF,)),
)
def global_stability_implies_generalization(H: ExplicitBinary, n: PositiveSize, j: Size, scale: Fraction) -> Truth:
    """If A is consistent, $D$ realizable and $Pr_{S ~ D^n}[A(S) = h] >= eta > 0$, then $loss_D(h) <= ln(1/eta)/n$: for
    every function $h$ on the points and the largest $eta$ that any consistent learner has for it, the probability that
    $h$ agrees with $S$. The definition's $n = 0$ would divide by 0."""
    D = sloped(H.points, j)
    return all_of(
        n * error(h, c, D) <= scale * ln(1 / eta)
        for c in H.functions()
        for h in all_functions(H.points, 2)
        for eta in _largest_frequencies(h, sample_law(labelled_law(D, c), n))
    )


rests_on("ABLMM22.P7", "ABLMM22.D6", "an $h$ with $Pr[A(S) = h] >= eta$", "Proposition 7, section 2.3.1")


@uses("ABLMM22.P7", "ABLMM22.P7.eq1", "Proposition 7, section 2.3.1, last sentence of its proof")
def the_loss_is_bounded_by_the_stability(alpha: BelowOne, n: PositiveInteger, eta: PositiveUnit) -> Use:
    """$eta <= (1 - alpha)^n$ and $(1 - alpha)^n <= e^{-alpha n}$ give $alpha n <= ln(1/eta)$."""
    return Use({"a": alpha, "n": n}, gives=lambda b: (eta <= b.fails).implies(alpha * n <= ln(1 / eta)))


def _largest_frequencies(h: Function, samples: Law[Sample]) -> list[Exact]:
    """The probability that h agrees with the sample, where it is positive: consistent learners output it no oftener."""
    eta = samples.probability(lambda sample: all(h[x] == y for x, y in sample))
    return [eta] if eta else []


@terms("ABLMM22.P7.eq1")
def seldom_consistent(a: BelowOne, n: PositiveInteger, rate: int = 1) -> Terms:
    """n examples agree with a hypothesis of loss a."""
    return Terms(fails=exp(-(rate * a * n)))


@claim(
    "ABLMM22.P7.eq1",
    "Proposition 7, section 2.3.1: probability of consistency with all examples",
    "step",
    rate=Constant(1, mutants=(2,)),
)
def consistency_with_n_examples_is_exponentially_unlikely(a: BelowOne, n: PositiveInteger, rate: int) -> Truth:
    """$(1 - alpha)^n <= e^(-alpha n)$ for $alpha < 1$: an $alpha$ of 1 would make $eta = 0$."""
    return (1 - a) ** n <= seldom_consistent(a, n, rate).fails

"""YAN25 section 3.2: the composition of many mechanisms (Theorem 7), the exponential mechanism (Theorem 8) and private
learning (Definition 10)."""

from collections.abc import Iterator
from itertools import product

from littlestone.spec.learning.laws import binomial_chance, law_of
from littlestone.spec.learning.mechanisms import exponential_law
from littlestone.spec.learning.pac_learning import is_accurate
from littlestone.spec.learning.privacy import replace_one
from littlestone.spec.notation import *
from littlestone.spec.yan25.vocabulary import *

BITS = (0, 1)
Laws = tuple[Law[Any], Law[Any]]
T7 = "Theorem 7, section 3.2, corrected"
NO_MEAN = (
    "the term $k eps (e^eps - 1)/(e^eps + 1)$ is missing: so much $k$ responses lose on average, which is larger than "
    "$sqrt(2k ln(1/delta')) eps$ for large $k$, and $e^eps' < e^eps$ at $k = 1$ where $delta' > e^(-1/2)$"
)
AN_EVENT = (
    "the arithmetic, an event and a pair of neighbours at a time, after the answers so far; the bound on $E[e^{s "
    "loss}]$ and Markov's inequality are dependencies; that an $(eps, delta)$-private mechanism is $eps$-private but "
    "with probability $delta$ is cited (Kairouz, Oh and Viswanath 2015)"
)
UNDER, TIMES = Constant(2, mutants=(1,)), Constant(1, mutants=(0,), stronger="smaller")


# ---- Theorem 7


def leaky_responses(j: Integer, k: Integer, delta: Fraction) -> Laws:
    """The laws of k randomised responses of e^eps = 1 + j that leak the bit with chance delta each, on either bit: the
    worst (eps, delta)-DP mechanisms (Kairouz, Oh and Viswanath 2015); all that tells is the number of ones, or a
    leak."""
    p, kept = Fraction(1 + j, 2 + j), (1 - delta) ** int(k)
    return _counted(p, kept, int(k), "leaked 1"), _counted(1 - p, kept, int(k), "leaked 0")


def _counted(p: Fraction, kept: Fraction, k: int, leak: str) -> Law[Any]:
    """The number of ones among k responses, each with probability p, or a leak with probability 1 - kept."""
    ones: dict[int | str, Fraction] = {i: kept * binomial_chance(k, p, i) for i in range(k + 1)}
    return law_of({**ones, leak: 1 - kept})


@claim(
    "YAN25.T7",
    "Theorem 7, section 3.2: advanced composition",
    "theorem",
    narrows="one mechanism in every round, randomised response that leaks, the worst case",
    caps="$e^eps = 1 + j$, $delta = d/16$, $delta' = a/(a + b)$",
    factor=Constant(2, mutants=(1,)),
)
def printed_composition_of_many(
    k: PositiveSize, j: PositiveSize, d: Size, a: PositiveSize, b: PositiveSize, factor: int
) -> Truth:
    """$k$ $(eps, delta)$-DP mechanisms are together $(eps', k delta + delta')$-DP with $eps' = sqrt(2k ln(1/delta'))
    eps$, for every $delta' > 0$. Read as: for $delta' < 1$, from where on nothing is claimed."""
    delta, rest = Fraction(d, 16), Fraction(a, a + b)
    loss = root(factor * k * ln(1 / Real.of(rest))) * ln(1 + j)
    return indistinguishable(*leaky_responses(j, k, delta), loss, k * delta + rest)


@uses("YAN25.T7", "DP.composition.advanced", "Theorem 7, section 3.2")
def advanced_composition_has_one_more_term(epsilon: PositiveReal, delta: OpenUnit, k: PositiveInteger) -> Use:
    """The theorem is cited as composition with $eps' = sqrt(2k ln(1/delta')) eps$; what is known has $k eps (e^eps -
    1)$ more."""
    printed = (2 * k * ln(1 / delta)) ** HALF * epsilon
    return Use({"k": k, "epsilon": epsilon, "delta": delta}, gives=lambda b: b.epsilon <= printed)


@correction(
    "YAN25.T7.from.DP.composition.advanced.conclusion",
    "$k eps (e^eps - 1)$ is left out, which is positive",
    times=Constant(1, mutants=(0,)),
)
def the_term_that_is_left_out_is_positive(epsilon: PositiveReal, k: PositiveInteger, times: int) -> Truth:
    """$k eps (e^eps - 1) > 0$."""
    return times * k * epsilon * (exp(epsilon) - 1) > 0


@claim(
    "YAN25.T7.eq1",
    "Theorem 7, section 3.2: loss of advanced composition for one mechanism",
    "theorem",
    narrows="$k = 1$ and randomised response: pure mechanisms whose loss is attained; $delta$ stands for $delta'$",
    factor=Constant(2, mutants=(1,)),
)
def printed_loss_of_one_mechanism(epsilon: PositiveReal, delta: OpenUnit, factor: int) -> Truth:
    """$eps' = sqrt(2k ln(1/delta')) eps$, for all $eps > 0$ and $delta'$ in (0, 1). Read as: at $k = 1$ randomised
    response needs $(e^eps - e^eps')/(1 + e^eps) <= delta'$."""
    loss = root(factor * ln(1 / delta)) * epsilon
    return exp(epsilon) - exp(loss) <= delta * (1 + exp(epsilon))


@terms("YAN25.T7.corrected")
def many_together(
    k: AtLeastOne, epsilon: FromZero, each: FromZero, delta: OpenUnit, under: int = 2, times: int = 1
) -> Terms:
    """k mechanisms that are (epsilon, each)-DP, each chosen by the answers so far."""
    mean = epsilon * (exp(epsilon) - 1) / (exp(epsilon) + 1)
    deviation = root(under * k * ln(1 / Real.of(delta))) * epsilon
    return Terms(epsilon=deviation + times * k * mean, delta=k * each + delta)


@correction("YAN25.T7.eq1", NO_MEAN, narrows=AN_EVENT, under=UNDER, times=TIMES)
@correction("YAN25.T7", NO_MEAN, narrows=AN_EVENT, under=UNDER, times=TIMES)
def composition_of_many_with_the_mean_loss(
    k: AtLeastOne,
    epsilon: PositiveReal,
    each: FromZero,
    delta: OpenUnit,
    part: Unit,
    w: FromZero,
    q: Unit,
    a: Unit,
    b: Unit,
    c: Unit,
    under: int,
    times: int,
) -> Truth:
    """$k$ $(eps, delta)$-DP mechanisms, each of which may depend on the answers so far, are together $(eps', k delta +
    delta')$-DP with $eps' = sqrt(2k ln(1/delta')) eps + k eps (e^eps - 1)/(e^eps + 1)$, for every $delta'$ in (0, 1).
    With $s = sqrt(2 ln(1/delta')/k)/eps$, $E[e^{s loss}]$ of a mechanism is at most $e^{s mean + (s eps)^2/2}$, as its
    loss is within $eps$ of 0; so by Markov's inequality all $k$ lose more than $eps'$ with probability at most
    $delta'$. An event that has $q$ for one sample has at most $w q$, $w = e^{eps'}$, on the answers that lose less,
    $delta'$ on the others and $k delta$ by a leak."""
    together = many_together(k, epsilon, each, delta, under, times)
    s = root(2 * ln(1 / delta) / k) / epsilon
    mean = part * epsilon * (exp(epsilon) - 1) / (exp(epsilon) + 1)
    seldom = k * (s * mean + (s * epsilon) ** 2 / 2) - s * together.epsilon <= ln(delta)
    return seldom & (a * w * q + b * delta + c * k * each <= w * q + together.delta)


rests_on(
    "YAN25.T7.corrected", "YAN25.T7.mean", "a mechanism loses $eps (e^eps - 1)/(e^eps + 1)$ on average at most", T7
)
rests_on(
    "YAN25.T7.eq1.corrected",
    "YAN25.T7.corrected",
    "$k$ mechanisms lose more than $eps'$ with probability at most $delta'$",
    T7,
)


@uses("YAN25.T7.corrected", "PROB.markov", T7, assumes=ONE_BY_ONE)
def the_loss_is_seldom_large(level: PositiveReal, delta: OpenUnit, part: Unit) -> Use:
    """$e^{s loss}$ is on average at most $delta' e^{s eps'}$, and so at least $e^{s eps'}$, the ``level``, with
    probability at most $delta'$."""
    return Use({"level": level, "mean": part * delta * level}, gives=lambda loss: loss.fails <= delta)


@uses("YAN25.T7.corrected", "PROB.hoeffding.lemma", T7, assumes=ONE_BY_ONE)
def the_losses_have_a_small_moment(k: AtLeastOne, delta: OpenUnit, moment: Annotated[Real, Reals()]) -> Use:
    """A loss is in an interval of length $2 eps$, and the lemma's $Z$ is $(eps - loss)/(2 eps)$: at $s = sqrt(2
    ln(1/delta')/k)/eps$, so that $2 s eps$ is its $t$, the ``moment`` of one loss less its mean is at most $(s
    eps)^2/2$ in logarithms, that of $k$ at most $ln(1/delta')$."""
    return Use({"moment": moment, "t": 2 * root(2 * ln(1 / delta) / k)}, gives=k * moment <= ln(1 / delta))


@claim(
    "YAN25.T7.mean",
    "for Theorem 7, section 3.2: mean loss of a pure mechanism",
    "step",
    narrows="the bound on the loss of one answer, and where its ratio is 1; that it holds on average is not formalized",
    role="companion",
    less=Constant(1, mutants=(HALF,)),
)
def the_loss_of_a_mechanism_has_a_small_mean(u: AtLeastOne, z: Unit, less: Fraction) -> Truth:
    """Let $M$ be $eps$-private, $u = e^eps$, and $w = Q(y)/P(y) = 1/u + z (u - 1/u)$ for an answer $y$: its loss -ln
    $w$ is at most $(1 - 2z) eps$, which is linear in $w$. As $w$ is 1 on average under $P$, at $z = 1/(u + 1)$, the
    mean loss is at most $eps (1 - 2/(u + 1)) = eps (e^eps - 1)/(e^eps + 1)$."""
    w = 1 / u + z * (u - 1 / u)
    return (-ln(w) <= less * ln(u) * (1 - 2 * z)) & equals(1 / u + (u - 1 / u) / (u + 1), 1)


@claim(
    "YAN25.T7.unbounded",
    "for Theorem 7, section 3.2: loss of many randomised responses at every epsilon",
    "theorem",
    role="companion",
    narrows="the arithmetic; that the loss of $k$ randomised responses has mean $k eps tanh(eps/2)$ and deviation at "
    "most $sqrt(k) eps$, Chebyshev's inequality and the $delta$ are not formalized",
    times=Constant(5, mutants=(3,), stronger="smaller"),
)
def many_responses_need_more_at_every_epsilon(w: AtLeastOne, times: int) -> Truth:
    """For every $eps > 0$ the theorem fails at $delta' = 1/4$ and $k >= (5 / tanh(eps/2))^2$: with $w = sqrt(k) eps >=
    1$, the loss is at least its mean, $5 w$ or more, less $2 w$ with probability $3/4$, which is above $eps' + 1$, so
    that a $delta$ of $(3/4)(1 - 1/e) > 1/4$ is needed."""
    return root(2 * ln(4)) * w + 1 < times * w - 2 * w


# ---- Theorem 8


def score_changes(m: Integer, q: Integer, D: Integer) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Scores 0..q of m outputs on two neighbours that differ by at most D."""
    most, vectors = int(D), list(product(range(int(q) + 1), repeat=int(m)))
    yield from ((s, t) for s in vectors for t in vectors if all(abs(x - y) <= most for x, y in zip(s, t, strict=True)))


@terms("YAN25.T8")
def exponential(change: FromZero, rate: FromZero) -> Terms:
    """Outputs drawn with weights e^{rate q}, where a row changes every quality q by at most ``change``."""
    return Terms(epsilon=2 * change * rate)


@claim(
    "YAN25.T8",
    "Theorem 8, section 3.2: privacy of the exponential mechanism",
    "theorem",
    narrows="$Delta >= 1$, and finitely many outputs, at least one: at $Delta = 0$ or for no outputs the printed "
    "probabilities are $0/0$, for infinitely many of equal scores there are none",
    caps="integer scores $0..q$ of $m$ outputs that change by at most $D$, for $Delta$; $eps = 2 D ln(1 + j)$",
    share=SHARE,
)
def the_exponential_mechanism_is_private(
    m: PositiveSize, q: Size, D: PositiveSize, j: PositiveSize, share: Fraction
) -> Statement:
    """$M(D) = r$ with probability $exp(eps q(D, r)/(2 Delta)) / sum_i exp(eps q(D, i)/(2 Delta))$ is $eps$-DP, $Delta$
    the largest $|q(x, r) - q(x', r)|$ over all $r$ and neighbours $x$, $x'$; for one output or equal scores there is
    nothing to show."""
    epsilon = 2 * D * ln(1 + j)
    loss = share * exponential(D, epsilon / (2 * D)).epsilon
    close = all_of(
        indistinguishable(exponential_law(s, D, epsilon), exponential_law(t, D, epsilon), loss, 0)
        for s, t in score_changes(m, q, D)
    )
    return when([m >= 2, q >= 1], close)


@uses("YAN25.T8", "DP.exponential", "Theorem 8, cited from [19] without a proof")
def qualities_are_divided_by_their_change(change: PositiveReal, rate: PositiveReal) -> Use:
    """Qualities that change by at most $Delta$, the ``change``, divided by it, change by at most 1: the weights
    $e^{rate q}$, $rate = eps/(2 Delta)$, are those of the exponential mechanism of $2 Delta rate$, so that it is so
    private. That they are divided is the kit's, whose mechanism is for changes of at most 1."""
    at = {"epsilon": 2 * change * rate}
    return Use(at, gives=lambda choice: choice.epsilon <= exponential(change, rate).epsilon)


# ---- Definition 10


@claim(
    "YAN25.D10",
    "Definition 10, section 3.2: private PAC learning",
    "definition",
    narrows="one learner, the exponential mechanism, of the thresholds on two points and the zero concept, each "
    "point of probability $1/2$",
    caps="$eps = 2 ln(1 + j)$, $delta = 0$, $alpha = 1/3$, $beta = i/8$ and the least that is met",
    share=SHARE,
)
def private_pac_learning_is_both(n: Size, j: PositiveSize, i: Size, share: Fraction) -> Truth:
    """$L$ $(alpha, beta, eps, delta)$-differentially privately PAC learns $C$ if it $(alpha, beta)$-PAC learns $C$ and
    is $(eps, delta)$-DP: privacy is on all data sets of $n$ rows, of no concept as well, accuracy on those labelled by
    a concept of $C$."""
    H, D = thresholds(2, 3), (HALF, HALF)
    concepts = H.functions()

    def learner(sample: Sample) -> Law[Function]:
        scores = [-sum(h[x] != y for x, y in sample) for h in concepts]
        return exponential_law(scores, 1, 2 * ln(1 + j)).map(concepts.__getitem__)

    rows = list(product(range(2), BITS))
    private = is_private(learner, rows, int(n), share * 2 * ln(1 + j))
    worst = max(failure_probability(learner, f, D, int(n), Fraction(1, 3)) for f in concepts)
    pairs = replace_one(rows, int(n))
    literal = all_of(indistinguishable(learner(S), learner(T), 2 * ln(1 + j), 0) for S, T in pairs)
    return all_of(
        (private & is_accurate(learner, H, int(n), Fraction(1, 3), beta, (D,))).iff(literal & (worst <= beta))
        for beta in (Fraction(i, 8), worst)
    )

"""LYU25 section 6.1: the privacy of the draws, and the halt."""

from littlestone.spec.algebra.reals import Expression
from littlestone.spec.learning.mechanisms import root
from littlestone.spec.notation import *
from littlestone.spec.online.online_parameters import OnlineParameters, sparse_sample
from littlestone.spec.online.privacy_losses import is_private_draw

DRAWS = "section 6.1, second item"


# ---- One draw


def one_candidate_more(C: Expression) -> tuple[OnlineParameters, tuple[Law[str | None], Law[str | None]]]:
    """SparseSample on k lists {f} and with g on one of them, for d = 1, delta = e^(-C-1), log T = 10 epsilon, and C in
    front of k, which is 10 C (C + 1)."""
    A = OnlineParameters(1, 1, C + 1, 10, teachers=C)
    shared = {"f": A.k}
    return A, (
        sparse_sample({**shared, "g": 1}, A.epsilon_sparse, A.B),
        sparse_sample(shared, A.epsilon_sparse, A.B),
    )


@claim("LYU25.P6.1.sparse", "Section 6.1, second item: privacy of one draw", "claim")
def a_draw_is_private(C: PositiveSize) -> Truth:
    """Each call of SparseSample is $(eps_2, delta_hat)$-private with $eps_2 = eps_s$ and $delta_hat <= delta^2 / d^10$.
    Read as: on $k = 10 C (C + 1)$ lists ${f}$, of which one has $g$ beside $f$ or not, with $d = 1$, the budget $(1,
    delta)$, $log T = 10$, $delta = e^{-C-1}$, $C$ in front of $k$ and $eps_s = 1 / (10 (C + 1))$."""
    A, (P, Q) = one_candidate_more(C)
    return indistinguishable(P, Q, A.epsilon_sparse, exp(-2 * A.log_delta))


@uses(
    "LYU25.P6.1.sparse",
    "LYU25.L3.1",
    DRAWS,
    repair="LYU25.L3.1.corrected",
    assumes="one list changes, where one pair of the stream does",
    draws="a draw is $(2 eps_s, delta_hat)$-private, where the print has $eps_s$",
)
def the_draw_is_a_private_sample(C: PositiveInteger) -> Use:
    """Lemma 3.1 with $B = k/10$, lists of at most $L = p^d 2^{d^2}$ candidates, $p = 2 d^3$, and $delta_hat = delta^2 /
    d^10$: $eps_s B >= 10 ln(L / delta_hat)$. Here $d = 1$, $delta = e^{-C}$ and $C$ in front of $k$, so that $eps_s B =
    C/10$."""
    A = OnlineParameters(1, 1, C, 1, teachers=C)
    return Use(needs=A.epsilon_sparse * A.B >= 10 * (ln(4) + 2 * A.log_delta))


rests_on("LYU25.P6.1.sparse", "LYU25.K4.1.1", "each list has at most $L$ items", DRAWS, repair="LYU25.K4.1.1.corrected")


@correction(
    "LYU25.P6.1.sparse.from.L3.1.premise",
    "$eps_s B = C d^2 / 10$ must be $10 (ln L + 2 ln(1/delta) + 10 ln d)$: $eps_s k$ must grow with $log(1/delta)$",
    narrows="the $delta$ of a draw, by the weights of two families of lists; its loss $2 eps_s$ is "
    "LYU25.L3.1.corrected",
    factor=Constant(100, mutants=(24,), stronger="smaller"),
)
@correction(
    "LYU25.P6.1.sparse",
    "$eps_s B = d^2 / 10$ does not grow with $log(1/delta)$, as Lemma 3.1 asks: $k = 100 ln(L / delta_hat) / "
    "eps_s$ is enough, of the order of $1 + log(1/delta) / d^2$ times as many teachers; and the loss is $2 eps_s$",
    narrows="the $delta$ of a draw, by the weights of two families of lists; its loss $2 eps_s$ is "
    "LYU25.L3.1.corrected",
    factor=Constant(100, mutants=(24,), stronger="smaller"),
)
def a_draw_with_enough_teachers_is_private(
    s: PositiveUnit,
    log_L: FromZero,
    delta: UpToHalf,
    more: FromZero,
    a: Unit,
    b: Unit,
    event: Unit,
    factor: int,
) -> Truth:
    """With $k = 100 ln(L / delta_hat) / eps_s$ or more, $B = k/10$, $eps_s <= 1$ and $delta_hat <= 1/2$, a draw from
    lists of at most $L$ items is $(2 eps_s, delta_hat)$-private; here $delta$ is $delta_hat$."""
    k = factor * (log_L + ln(1 / delta)) / s + more
    return is_private_draw(exp(log_L), delta, s, exp(s * (k / 10)), a, b, event)


rests_on(
    "LYU25.P6.1.sparse.corrected",
    "LYU25.L3.1.corrected",
    "at $B = k/10$, as $eps_s <= 1$ is at most $9 ln 2$",
    f"{DRAWS}, corrected",
)


@claim(
    "LYU25.P6.1.sparse.unbounded",
    "for section 6.1: privacy of one draw, any constant",
    "remark",
    role="companion",
    narrows="the arithmetic; that $g$ is drawn with at least this probability is not formalized",
    rate=Constant(2, mutants=(HALF,)),
)
def no_constant_makes_a_draw_private(C: AtLeastOne, rate: Fraction) -> Truth:
    """For every $C >= 1$ in front of $k$, $1 / (1 + 2 e^C) > delta^2$ at $delta = e^{-C-1}$: the chance that $g$ is
    drawn is larger than $delta_hat$."""
    return 1 + 2 * exp(C) < exp(rate * (C + 1))


@claim(
    "LYU25.P6.1.ignored",
    "Section 6.1, second item: failures of the privacy of the draws",
    "claim",
    narrows="the arithmetic: the draws' failures added up, at the largest $delta_hat$ that the print allows",
)
def the_failures_of_the_draws_may_be_ignored(C: PositiveInteger) -> Truth:
    """$delta_hat$ is so small that it is ignored. Read as: $C d^3 log(T)$ draws, each of which fails with probability
    $delta^2 / d^10$, fail together with probability at most $delta$; here $d = 1$, $delta = 1/2$ and $log T = 2 C +
    1$."""
    delta, log_T = HALF, 2 * C + 1
    return C * log_T * delta**2 <= delta


@correction(
    "LYU25.P6.1.ignored",
    "$log T$ grows without bound at fixed $delta$: assume $C delta log T <= d^7$, or take $delta / N$ for"
    " the $N$ draws, which enters Lemma 3.1 through $log N$ alone",
    narrows="the arithmetic: the draws' failures added up",
    share=SHARE,
)
def the_failures_of_the_draws_are_small_for_small_delta(
    C: AtLeastOne, d: AtLeastOne, log_T: FromZero, delta: OpenUnit, share: Fraction
) -> Statement:
    """$C d^3 log(T) delta^2 / d^10 <= delta$ where $C delta log T <= d^7$."""
    return when(C * delta * log_T <= d**7, C * log_T * delta**2 <= share * delta * d**7)


@uses("LYU25.P6.1.ignored.corrected", "DP.composition.adaptive", "section 6.1, second item, corrected")
def the_deltas_of_the_draws_add_up(
    C: AtLeastOne, d: AtLeastOne, log_T: FromZero, delta: OpenUnit, epsilon: FromZero, part: Unit
) -> Use:
    """$C d^3 log T$ draws of $delta^2 / d^10$ each, a part of them and the rest, have $C log(T) delta^2 / d^7$
    together: at most $delta$ where $C delta log T <= d^7$."""
    total = C * log_T * delta**2 / d**7
    at = {"first": part * epsilon, "second": (1 - part) * epsilon, "delta1": part * total, "delta2": (1 - part) * total}
    return Use(at, given=C * delta * log_T <= d**7, gives=lambda draws: draws.delta <= delta)


# ---- All draws


@claim("LYU25.P6.1.sparse.display", "Section 6.1, the display: privacy loss of all draws", "displayed")
def the_draws_spend_order_epsilon(C: PositiveInteger) -> Truth:
    """$sqrt(K log(T) log(1/delta)) eps_2 <= O(epsilon)$ for $K <= O(d^3)$, with $eps_2 = epsilon / (sqrt(d^3) log(T)
    log(1/delta))$. Read as: with the constant $C$ for $O$, at $K = d = epsilon = 1$, $T = 2$ and $delta = e^{-1/C^2}$,
    log natural."""
    A = OnlineParameters(1, 1, 1 / C**2, ln(2))
    return A.log_T * A.log_delta * A.epsilon_sparse**2 <= C**2


@correction(
    "LYU25.P6.1.sparse.display",
    "$log(T) log(1/delta)$ may be small: assume $log T >= 1$ and $log(1/delta) >= 1$",
    narrows=("the term of advanced composition that the print has; its second, $N eps_2 (e^{eps_2} - 1)$, is left out"),
    scale=Constant(1, mutants=(HALF,), stronger="smaller"),
)
def the_draws_spend_order_epsilon_for_small_delta(
    r: Unit, log_T: AtLeastOne, log_delta: AtLeastOne, scale: Fraction
) -> Truth:
    """For $log T >= 1$, $log(1/delta) >= 1$ and $K = r d^3 <= d^3$, $K log(T) log(1/delta) eps_2^2 = r epsilon^2 /
    (log(T) log(1/delta)) <= epsilon^2$."""
    return r <= scale * log_T * log_delta


@uses("LYU25.P6.1.sparse.display", "DP.composition.advanced", "section 6.1, the display")
def the_draws_are_composed(C: PositiveInteger) -> Use:
    """$N = K log T$ draws of $eps_2$ each lose $sqrt(2 N ln(1/delta)) eps_2 + N eps_2 (e^{eps_2} - 1)$, which is at
    most $1 + C$ times the first term, that of the print; here $N = 1$, $delta = 1/e$ and $eps_2 = C + 1$."""
    loss = C + 1
    at = {"k": Real.of(1), "epsilon": loss, "delta": exp(-1)}
    return Use(at, gives=lambda b: b.epsilon <= (1 + C) * root(2) * loss)


@correction(
    "LYU25.P6.1.sparse.display.from.DP.composition.advanced.conclusion",
    "for large $epsilon$, $N eps_2 (e^{eps_2} - 1)$ is the larger term: for $epsilon <= 1$, $log T$ and $log(1/delta) "
    ">= 1$ and $K <= d^3$ it is at most $2 epsilon^2$",
    factor=Constant(2, mutants=(1,), stronger="smaller"),
)
def the_second_term_is_small(x: PositiveUnit, factor: int) -> Truth:
    """With $x = eps_2 <= 1$, $N x (e^x - 1) <= 2 N x^2 = 2 epsilon^2 / (log(T) log(1/delta)^2)$ for $N = d^3 log T$."""
    return exp(x) - 1 <= factor * x


@claim(
    "LYU25.P6.1.draws.unbounded",
    "for section 6.1: privacy loss and failures of all draws, any constant",
    "remark",
    narrows="the two inequalities, at the parameters of those claims",
    role="companion",
    parts=Constant(1, mutants=(2,)),
)
def no_constant_hides_the_draws(C: AtLeastOne, parts: int) -> Truth:
    """For every $C >= 1$, $C^2 < C^2 / ln 2$, the squares of the two sides of LYU25.P6.1.sparse.display at $epsilon =
    1$, and the $1/2$ of LYU25.P6.1.ignored is less than its $C (2 C + 1) / 4$."""
    return (parts * C**2 < C**2 / ln(2)) & (HALF * parts < C * (2 * C + 1) / 4)


# ---- The halt


@claim(
    "LYU25.P6.1.stop",
    "Section 6.1, last sentence: privacy of a halt on public outcomes",
    "remark",
    narrows="one mechanism, two randomised responses, of which the first tells whether the second is asked; of the "
    "halting after too many tests that the outcomes are published is not formalized",
    caps="$e^eps$ an integer",
    share=SHARE,
)
def a_hard_stop_on_public_outcomes_is_free(j: PositiveSize, law: LawOf, respond: Response, share: Fraction) -> Truth:
    """Halting on public outcomes does not affect privacy: two responses to a bit, each with $eps = ln(1 + j)$, halted
    after the first where it is 1, are as private as without the halt, $2 eps$."""
    epsilon = ln(1 + j)

    def halted(row: int) -> Law[tuple[int, int]]:
        one: Law[int] = law(respond, row, 2, epsilon)
        return one.product(one).map(lambda answers: (1, -1) if answers[0] else answers)

    return indistinguishable(halted(0), halted(1), share * 2 * epsilon, 0)

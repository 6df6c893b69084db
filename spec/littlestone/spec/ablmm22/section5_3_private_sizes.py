"""ABLMM22 section 5.3.2: Theorem 30 with its constants."""

from littlestone.spec.notation import *

EXPLICIT = "Theorem 30 with its constants"


@terms("ABLMM22.T30.explicit")
def private_from_stable(
    runs: PositiveReal, rows: FromZero, eta: PositiveUnit, alpha: OpenUnit, beta: OpenUnit, e: PositiveUnit,
    delta: OpenUnit,
) -> Terms:  # fmt: skip
    """k runs and n' rows for the choice, e = min(1, eps)."""
    enough = eta * runs >= 128 * ln(2 / beta) + 32 * (1 + ln(2 / delta) / e)
    return Terms(asks=enough & (alpha * e * rows >= 12 * ln(4 / (eta * beta))), fails=beta)


@claim(
    "ABLMM22.T30.explicit",
    "Theorem 30, section 5.3.2: privacy from global stability with its constants",
    "theorem",
    role="companion",
    narrows="proved is the arithmetic; the chances that $h^*$ is rare among the $k$ outputs of $G$ and that the choice "
    "is bad, the privacy, and that the histogram never fails from the $k$ that is asked for are cited",
    frequent=Constant(128, mutants=(64,), stronger="smaller"),
    listing=Constant(32, mutants=(16,), stronger="smaller"),
    choice=Constant(12, mutants=(10,), stronger="smaller"),
)
def stability_gives_privacy_from_explicit_sizes(
    eta: PositiveUnit, alpha: OpenUnit, beta: OpenUnit, e: PositiveUnit, delta: OpenUnit,
    x: FromZero, y: FromZero, listed: Unit, good: Unit, frequent: int, listing: int, choice: int,
) -> Truth:  # fmt: skip
    """If $G$ on $m$ examples of a realizable $D$ outputs some $h^*$ with $loss_D(h^*) <= alpha/2$ with probability at
    least $eta$, $M$ is $(eps, delta)$-DP and has $loss_D$ at most $alpha$ with probability at least $1 - beta$ from $n
    = k m + n'$ examples, $k >= (128 ln(2/beta) + 32 + 32 ln(2/delta)/e)/eta$ and $n' >= 12 ln(4/(eta beta))/(alpha e)$,
    $e = min(1, eps)$: $h^*$ is frequent but for $e^{-eta k/128} <= beta/2$; the histogram with bounded noise at $eta/8$
    never fails; the at most $2/eta$ listed hypotheses make the choice at $alpha/2$ fail with $beta/2$. A changed
    row lies in one batch, which changes the list alone, or in the last $n'$ rows: each part has all of $eps$. Here $k$
    and $n'$ are $x/eta$ and $y/alpha$ more, the list has a part of $2/eta$ members, and $loss_D(h^*) = good
    alpha/2$."""
    runs = (frequent * ln(2 / beta) + listing + listing * ln(2 / delta) / e + x) / eta
    rows = (choice * ln(4 / (eta * beta)) / e + y) / alpha
    said = private_from_stable(runs, rows, eta, alpha, beta, e, delta)
    rare, bad = exp(-(eta * runs / 128)), listed * 2 / eta * exp(-(alpha / 2 * rows * e / 6))
    chances = [rare <= beta / 2, bad <= beta / 2, beta / 2 + beta / 2 <= said.fails]
    histogram = 4 * (1 + ln(2 / delta) / e) <= eta / 8 * runs
    return all_of([*chances, histogram, 2 * (good * alpha / 2) <= alpha])


rests_on("ABLMM22.T30.explicit", "ABLMM22.FN12.corrected", "$h^*$ is rare with $e^(-eta k/128)$", EXPLICIT)
rests_on(
    "ABLMM22.T30.explicit", "ABLMM22.L28.range.corrected", "every frequent output is listed, within $eta/8$", EXPLICIT
)


@uses("ABLMM22.T30.explicit", "DP.composition.adaptive", EXPLICIT, name="batch")
def a_row_of_a_batch_changes_the_list(epsilon: PositiveReal, delta: OpenUnit) -> Use:
    """A row of a batch changes the list alone, $(eps, delta)$-private; the choice from each list stays, $(0, 0)$."""
    at = {"first": epsilon, "second": Real.of(0), "delta1": delta, "delta2": Real.of(0)}
    return Use(at, gives=lambda b: all_of([b.epsilon <= epsilon, b.delta <= delta]))


@uses("ABLMM22.T30.explicit", "DP.composition.adaptive", EXPLICIT, name="choice")
def a_last_row_changes_the_choice(epsilon: PositiveReal) -> Use:
    """One of the last $n'$ rows leaves the list, and changes the choice, $(eps, 0)$-private for each list."""
    at = {"first": Real.of(0), "second": epsilon, "delta1": Real.of(0), "delta2": Real.of(0)}
    return Use(at, gives=lambda b: all_of([b.epsilon <= epsilon, b.delta <= 0]))


@uses("ABLMM22.T30.explicit", "PROB.chernoff.lower", EXPLICIT)
def h_star_is_seldom_rare(beta: OpenUnit, more: FromZero) -> Use:
    """At the mean $eta k = 128 ln(2/beta) + more$ and deviation $1/8$: $beta/2$."""
    at = {"mean": 128 * ln(2 / beta) + more, "delta": Fraction(1, 8)}
    return Use(at, gives=lambda b: b.fails <= beta / 2, times=1)


@uses("ABLMM22.T30.explicit", "ABLMM22.T30.eq2.size", EXPLICIT)
def at_most_two_over_eta_are_listed(eta: PositiveUnit, listed: FromZero, beta: OpenUnit) -> Use:
    """Those of frequency at least $5 eta/8$ are at most $2/eta$: a bad one of them, each chosen with probability at
    most $eta beta/4$, is with at most $beta/2$."""
    frequencies = Fraction(5, 8) * eta * listed
    return Use({"x": eta * listed}, given=frequencies <= 1, gives=listed * (eta * beta / 4) <= beta / 2)


@uses("ABLMM22.T30.explicit", "ABLMM22.L29.range.corrected", EXPLICIT)
def the_choice_from_the_list(
    eta: PositiveUnit, alpha: OpenUnit, beta: OpenUnit, e: PositiveUnit, more: FromZero
) -> Use:
    """Lemma 29 at $alpha/2$, for a list of $2/eta$ members and $n' >= 12 ln(4/(eta beta))/(alpha e)$ rows: the choice
    fails with probability at most $beta/2$."""
    rows = (12 * ln(4 / (eta * beta)) / e + more) / alpha
    at = {"h": 2 / eta, "beta": beta / 2, "e": e, "u": alpha / 2 * rows}
    return Use(at, gives=lambda b: b.fails <= beta / 2, times=1)


@adds_up("ABLMM22.T30.explicit", EXPLICIT)
def both_may_fail(eta: PositiveUnit, alpha: OpenUnit, beta: OpenUnit, e: PositiveUnit, more: FromZero) -> Total:
    """The frequency of $h^*$ and the choice fail with $beta/2$ each."""
    return Total(fails=beta)

"""BCS20: the learners in NumPy, compared with their listings.

Floats are the rationals that they are: what is claimed of them is how far they may be from the exact numbers.
"""

from collections.abc import Sequence
from itertools import combinations_with_replacement, product

from littlestone.spec.bcs20.vocabulary import CLOSE, FAST, close, few
from littlestone.spec.boosting.boosting_runs import (
    Hypothesis,
    Rows,
    advantage,
    boosting_law,
    iteration_law,
    labelled_rows,
    lazily,
    noised_law,
    sign_patterns,
    soft_learner,
)
from littlestone.spec.boosting.games import iterated_play, pythia, row_losses
from littlestone.spec.boosting.lazy_bregman import cumulative, next_measure
from littlestone.spec.boosting.loss_tables import loss_tables, shrink_of
from littlestone.spec.boosting.measures import (
    Measure,
    densities,
    has_projection,
    induced,
    projection,
    unordered_grid,
)
from littlestone.spec.notation import *

Projected = Annotated[Run, Algorithm("BCS20.L9.fast")]
LazyWeights = Annotated[Run, Algorithm("BCS20.A4.fast")]
Boosts = Annotated[Run, Algorithm("BCS20.A1.fast")]
Noises = Annotated[Run, Algorithm("BCS20.A3.fast")]
Oracle = Annotated[Run, Algorithm("BCS20.D51.fast")]
Foresees = Annotated[Run, Algorithm("BCS20.A8.fast")]
BITS = Constant(38, mutants=(64,))
THIRD = Fraction(1, 3)  # a measure then has size n/3, and is no distribution for n <= 2
TILT = Constant(1, mutants=(HALF,))
KINDS = "two hypotheses on two points, $kappa = 1/3$, $e^-lambda = 1/2$"
WEAK = "one weak learner, which returns $h$ with probability proportional to 1 + its advantage, and LB-NxM"
GUESSES: list[Hypothesis] = [(1, -1), (-1, 0), (1, 1)]
RATE = Constant(QUARTER, mutants=(HALF,))
COLUMNS = (
    "two columns of losses 0 and 1, of one point $1/2$ too, up to the order of points, played 1, 2, 1, densities "
    "in thirds, $lambda = 2 ln 2$; " + CLOSE
)


# ---- Boosting


def two(n: Integer) -> Truth:
    """$n <= 2$ points or rows."""
    return n <= 2


@claim(
    "BCS20.L9.fast",
    "Lemma 9 and Algorithm 4, section 4, the projection: projection as implemented",
    "algorithm",
    reach=few,
    bits=BITS,
    caps="weights up to their order and densities in fourths; " + CLOSE,
)
def projections_are_found_by_selection(n: PositiveSize, run: Projected, bits: Integer) -> Truth:
    """The projection in NumPy, from logarithms and by selection, is within $2^-38$ of capped scaling in every entry,
    also where all weights are $2^-3000$ times as large, below the least float."""
    cases = [(mu, kappa) for kappa in densities(4) for mu in unordered_grid(int(n), 4) if has_projection(mu, kappa)]
    return all_of(
        close(run(mu, kappa, scale), projection(tuple(w / 2**scale for w in mu), kappa), bits)
        for mu, kappa in cases
        for scale in (0, 3000)
    )


rests_on("BCS20.L9.fast", "BCS20.L9", "the projection is capped scaling", f"{FAST}: capped scaling by selection")


def margins(table: Sequence[Sequence[Fraction]]) -> list[list[Fraction]]:
    """2 l - 1 for each loss l."""
    return [[2 * x - 1 for x in row] for row in table]


@claim(
    "BCS20.A4.fast",
    "Algorithm 4, section 4, in NumPy: lazy updates as implemented",
    "algorithm",
    reach=two,
    bits=BITS,
    caps="points up to their order, densities in thirds, $lambda = ln 4$ and $2 ln(10/9)$, in the long run "
    "$kappa = 1/4$ and $lambda = ln 4$; " + CLOSE,
)
def lazy_updates_keep_cumulative_losses_alone(n: PositiveSize, run: LazyWeights, bits: Integer) -> Truth:
    """LB-NxM in NumPy is within $2^-38$ of its listing in every entry after two rounds of losses 0 and 1 (of one point
    $1/2$ too), and after 2000 times one round of losses 0, $1/2$ and 1, where weights are below the least float."""
    brief = [(table, kappa, shrink_of(q)) for table in loss_tables(n, 2) for kappa in densities(3) for q in (0, 1)]
    long = [(table * 2000, QUARTER, QUARTER) for table in loss_tables(n, 1)]
    return all_of(
        close(run(margins(t), int(n), kappa, s), next_measure(kappa, s, cumulative(t, n)), bits)
        for t, kappa, s in [*brief, *long]
    )


rests_on("BCS20.A4.fast", "BCS20.A4", "the collective margins are all that is kept", f"{FAST}: margins alone")
rests_on("BCS20.A4.fast", "BCS20.L9.fast", "each entry is within $2^-38$", f"{FAST}: one projection, at the end")


def soft_choice(hypotheses: Sequence[Hypothesis]) -> Run:
    """The weak learner of ``soft_learner`` with tilt 1, over a source of randomness."""

    def learn(sample: Rows, weights: Measure, source: Randomness) -> Hypothesis:
        return hypotheses[source.choice([1 + advantage(h, sample, weights) for h in hypotheses])]

    return learn


@claim(
    "BCS20.A2.fast",
    "Algorithm 2, section 3.1: iteration as implemented",
    "algorithm",
    reach=two,
    tilt=TILT,
    narrows=WEAK,
    caps=KINDS + "; samples up to the order of the rows",
)
def iterations_have_the_law_of_the_listing(n: PositiveSize, law: LawOf, run: Boosts, tilt: Rational) -> Truth:
    """Iter over a source of randomness, which is a round of Boost that goes on from a list, has the law of the listing,
    after any list of two, for every sample."""
    hypotheses, following = sign_patterns(2)[1:3], lazily(THIRD, HALF)
    weak, listed = soft_choice(hypotheses), soft_learner(hypotheses, tilt)

    def one_more(S: Rows, H: tuple[Hypothesis, ...]) -> Law[Any]:
        found: Law[Any] = law(run, S, 1, lambda rows, more: following(rows, (*H, *more)), weak)
        return found.map(lambda more: (*H, *more))

    return all_of(
        same_law(one_more(S, H), iteration_law(S, H, following, listed))
        for S in combinations_with_replacement(labelled_rows(2), int(n))
        for H in product(hypotheses, repeat=2)
    )


rests_on("BCS20.A2.fast", "BCS20.A2", "the measure is normalised before the learner", f"{FAST}: Iter")


@claim(
    "BCS20.A1.fast",
    "Algorithm 1, section 3.1: boosting as implemented",
    "algorithm",
    reach=two,
    tilt=TILT,
    narrows=WEAK,
    caps=KINDS + ", up to two rounds; samples up to the order of the rows",
)
def boosting_has_the_law_of_the_listing(n: PositiveSize, law: LawOf, run: Boosts, tilt: Rational) -> Truth:
    """Boost over a source of randomness has the law of the listing: of the list of hypotheses, in order and with
    multiplicity, for every sample."""
    hypotheses, following = sign_patterns(2)[1:3], lazily(THIRD, HALF)
    weak, listed = soft_choice(hypotheses), soft_learner(hypotheses, tilt)
    return all_of(
        same_law(law(run, S, T, following, weak), boosting_law(S, T, following, listed))
        for S in combinations_with_replacement(labelled_rows(2), int(n))
        for T in (1, 2)
    )


rests_on("BCS20.A1.fast", "BCS20.A2.fast", "$T$ times Iter, on the list so far", f"{FAST}: Boost")
rests_on("BCS20.A1.fast", "BCS20.A1", "the law of a list is the product of those of its rounds", f"{FAST}: Boost")


def guess(sample: Rows, source: Randomness) -> Hypothesis:
    """One of three hypotheses on two points, by their advantage on the sample."""
    weights = (Fraction(1, len(sample)),) * len(sample)
    return GUESSES[source.choice([1 + advantage(h, sample, weights) for h in GUESSES])]


def guess_law(sample: Rows) -> Law[Hypothesis]:
    """The law of ``guess``."""
    return soft_learner(GUESSES)(sample, (Fraction(1, len(sample)),) * len(sample))


@claim(
    "BCS20.A3.fast",
    "Algorithm 3, section 3.4: noised mechanism as implemented",
    "algorithm",
    reach=two,
    rate=RATE,
    narrows="one learner of three hypotheses",
    caps="$eta = 1/4$; samples up to the order of the rows",
)
def the_noised_mechanism_has_the_law_of_the_listing(n: PositiveSize, law: LawOf, run: Noises, rate: Rational) -> Truth:
    """The noised mechanism over a source of randomness has the law of the listing, for every sample on two points."""
    samples = combinations_with_replacement(labelled_rows(2), int(n))
    return all_of(same_law(law(run, S, guess, QUARTER), noised_law(S, guess_law, rate)) for S in samples)


rests_on("BCS20.A3.fast", "BCS20.A3", "a mean over all vectors of flips", f"{FAST}: noised labels")


@claim(
    "BCS20.D51.fast",
    "Section 5.1, the noisy oracle: noisy oracle as implemented",
    "algorithm",
    reach=two,
    rate=RATE,
    narrows="one law on three points",
)
def noisy_rows_are_drawn_independently(n: Size, law: LawOf, run: Oracle, rate: Rational) -> Truth:
    """$n$ calls of the oracle with noise of rate $1/4$ on the points 0, 1, 2 of probabilities $1/2$, $1/3$, $1/6$,
    where the target is 1 from 1 on: each row has its point's probability times $3/4$ for the right label and $1/4$ for
    the other."""
    chances = dict(enumerate((HALF, Fraction(1, 3), Fraction(1, 6))))
    one = {(x, y): p * (1 - rate if (y == 1) == (x >= 1) else rate) for x, p in chances.items() for y in (-1, 1)}
    listed: Law[Any] = point_mass(())
    for _ in range(int(n)):
        listed = listed.bind(lambda rows: proportional({(*rows, row): p for row, p in one.items()}))
    target = {0: -1, 1: 1, 2: 1}
    return same_law(law(run, (0, 1, 2), tuple(chances.values()), target.__getitem__, QUARTER, int(n)), listed)


rests_on("BCS20.D51.fast", "BCS20.D51", "independent rows", f"{FAST}: the noisy oracle")


# ---- Games


@claim(
    "BCS20.A6.fast",
    "Algorithms 6 and 7, appendix D: iterated play as implemented",
    "algorithm",
    reach=two,
    narrows=COLUMNS,
    bits=BITS,
)
def lazy_play_costs_what_the_listing_says(n: PositiveSize, run: LazyWeights, bits: Integer) -> Truth:
    """Lazy dense updates in iterated play, the row player being LB-NxM in NumPy after the losses so far, pay what the
    listing pays within $2^-38$, over three rounds of pure columns."""
    columns = [(1, 0), (0, 1), (1, 0)]
    return all_of(
        close([cost_of_play(run, game, columns, kappa, shrink)], [listed_cost(game, columns, kappa, shrink)], bits)
        for table in loss_tables(n, 2)
        for game in [list(zip(*table, strict=True))]
        for kappa in densities(3)
        for shrink in (shrink_of(0),)
    )


rests_on("BCS20.A6.fast", "BCS20.A6", "the cost of the listing", f"{FAST}: iterated play")
rests_on("BCS20.A6.fast", "BCS20.A7", "the measure of the losses so far", f"{FAST}: the row player")
rests_on("BCS20.A6.fast", "BCS20.A4.fast", "each weight is within $2^-38$", f"{FAST}: the row player")


def cost_of_play(run: Run, game: Any, columns: Sequence[Any], kappa: Fraction, shrink: Fraction) -> Fraction:
    """What a row player pays whose distribution in each round is that of lazy updates after the losses so far."""
    rounds = [[x.value for x in row_losses(game, column)] for column in columns]
    played = [run(margins(rounds[:t]), len(game), kappa, shrink) for t in range(len(rounds))]
    each = [
        sum((w * x for w, x in zip(weights, losses, strict=True)), Fraction(0)) / sum(weights)
        for weights, losses in zip(played, rounds, strict=True)
    ]
    return sum(each, Fraction(0))


def listed_cost(game: Any, columns: Sequence[Any], kappa: Fraction, shrink: Fraction) -> Real:
    """What the row player of Algorithm 7 pays in Algorithm 6."""

    def row_player(revealed: Sequence[Any]) -> Measure:
        rounds = [row_losses(game, columns[t]) for t in range(len(revealed))]
        losses = cumulative([[x.value for x in row] for row in rounds], len(game))
        return induced(next_measure(kappa, shrink, losses))

    return iterated_play(game, row_player, lambda t, _: columns[t - 1], len(columns)).cost


@claim(
    "BCS20.A8.fast",
    "Algorithm 8, appendix D: Pythia as implemented",
    "algorithm",
    reach=few,
    more=OFFSET,
    caps="margins in fourths of $[-1/2, 1/2]$",
)
def pythia_is_found_by_selection(n: PositiveSize, run: Foresees, more: Integer) -> Truth:
    """Pythia in NumPy finds the bad points and $theta$ of the listing, for all margins and densities in thirds."""
    levels = [Fraction(k, 4) for k in range(-2, 3)]
    return all_of(
        (run(m, kappa)[0], run(m, kappa)[1] + int(more)) == (tuple(sorted(listed.bad)), listed.theta)
        for m in product(levels, repeat=int(n))
        for kappa in densities(3)
        for listed in [pythia(m, kappa)]
    )


rests_on("BCS20.A8.fast", "BCS20.A8", "mistakes first, then the least margins", f"{FAST}: Pythia")

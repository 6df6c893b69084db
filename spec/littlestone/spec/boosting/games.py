"""Boosting as a zero-sum game: expected losses, iterated play, lazy dense updates, Pythia (Freund and Schapire 1996).

Rows are the points of a sample, columns hypotheses; an entry is the loss of the row player, the booster. Entries and
mixed strategies are exact and may be symbols.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from littlestone.spec.algebra.reals import RATIONAL, Expression, Real, add_up
from littlestone.spec.boosting.lazy_bregman import updated
from littlestone.spec.boosting.measures import Measure, MeasureError, projection

Game = Sequence[Sequence[Expression]]
Mixed = Sequence[Expression]
RowPlayer = Callable[[Sequence[tuple[Real, ...]]], Mixed]
"""What the row player plays, given the loss vectors that were revealed so far."""
ColumnPlayer = Callable[[int, Mixed], Mixed]
"""What the column player plays in round t = 1, 2, ..., given the row player's strategy of that round."""

# ---- Expected losses


def inner(weights: Sequence[Expression], values: Sequence[Expression]) -> Real:
    """<weights, values> = sum_i weights(i) values(i)."""
    return add_up([Real.of(w) * Real.of(v) for w, v in zip(weights, values, strict=True)])


def row_losses(game: Game, Q: Mixed) -> tuple[Real, ...]:
    """M(r, Q) = sum_c M(r, c) Q(c) for each row r."""
    return tuple(inner(row, Q) for row in game)


def expected_loss(P: Mixed, game: Game, Q: Mixed) -> Real:
    """M(P, Q) = sum_{r, c} P(r) M(r, c) Q(c)."""
    entries = [(p, m, q) for p, row in zip(P, game, strict=True) for m, q in zip(row, Q, strict=True)]
    return add_up([Real.of(p) * Real.of(m) * Real.of(q) for p, m, q in entries])


# ---- Iterated play


@dataclass(frozen=True, slots=True)
class Round:
    """One round of iterated play: both strategies, and what was revealed of the game."""

    row: Mixed
    column: Mixed
    losses: tuple[Real, ...]


@dataclass(frozen=True, slots=True)
class Play:
    """The total expected cost of the row player, and the rounds that were played."""

    cost: Real
    rounds: tuple[Round, ...]


def iterated_play(game: Game, row_player: RowPlayer, column_player: ColumnPlayer, T: int) -> Play:
    """BCS20, Algorithm 6: for so many rounds both play, the losses of all rows are revealed, and the cost adds up."""
    cost, rounds = Real.of(0), list[Round]()
    for t in range(1, int(T) + 1):
        P = row_player([played.losses for played in rounds])
        Q = column_player(t, P)
        rounds.append(Round(P, Q, row_losses(game, Q)))
        cost = cost + expected_loss(P, game, Q)
    return Play(cost, tuple(rounds))


# ---- Lazy dense updates


def lazy_dense_updates(kappa: Fraction, shrink: Fraction, rounds: Sequence[Sequence[Expression]], n: int) -> Measure:
    """BCS20, Algorithms 7 and 9: from kappa everywhere, multiply by e^(-lambda l_t(i)) for each t, then project once.

    ``shrink`` is e^-lambda; raises MeasureError where a power of it is no rational.
    """
    mu: Measure = (Fraction(kappa),) * int(n)
    for losses in rounds:
        mu = updated(mu, shrink, [_rational(x) for x in losses])
    return projection(mu, kappa)


def lazy_play(kappa: Fraction, shrink: Fraction, rounds: Sequence[Sequence[Expression]], n: int) -> list[Measure]:
    """mu_1, ..., mu_{T+1}: what lazy dense updates play before each of T rounds, and after the last."""
    mu: Measure = (Fraction(kappa),) * int(n)
    played = [projection(mu, kappa)]
    for losses in rounds:
        mu = updated(mu, shrink, [_rational(x) for x in losses])
        played.append(projection(mu, kappa))
    return played


def _rational(x: Expression) -> Fraction:
    node = Real.of(x)
    if node.op is not RATIONAL:
        raise MeasureError("losses", x, "rational")
    return node.value


# ---- Soft punishments


def soft_punishment(prediction: Expression, label: int) -> Fraction:
    """M(i, h) = 1 - |h(x_i) - y_i| / 2, for a rational prediction."""
    return 1 - abs(_rational(prediction) - int(label)) / 2


def advantage(weights: Mixed, predictions: Sequence[Expression], labels: Sequence[int]) -> Real:
    """1/2 - (1/2) sum_j mu(j) |h(x_j) - y_j|, for rational predictions."""
    distances = [abs(_rational(h) - int(y)) for h, y in zip(predictions, labels, strict=True)]
    return Fraction(1, 2) - inner(weights, distances) / 2


# ---- Pythia


@dataclass(frozen=True, slots=True)
class Prophecy:
    """What Pythia returns: the bad points in the order found, the uniform law on them, and the margin theta."""

    bad: tuple[int, ...]
    law: Measure
    theta: Fraction


def pythia(margins: Sequence[Expression], kappa: Fraction) -> Prophecy:
    """BCS20, Algorithm 8, of the margins y_i H(x_i): the mistakes are bad, then those of least margin (ties: the first)
    until there are at least kappa n; theta is the margin of the last one added, 0 where none was.

    Raises MeasureError where no point is bad (kappa n = 0, no mistakes) or kappa > 1, where points run out.
    """
    yH = [_rational(m) for m in margins]
    n = len(yH)
    bad, theta = [i for i in range(n) if yH[i] < 0], Fraction(0)
    if Fraction(kappa) > 1:
        raise MeasureError("kappa", kappa, "at most 1")
    while len(bad) < Fraction(kappa) * n:
        worst = min((i for i in range(n) if i not in bad), key=yH.__getitem__)
        bad, theta = [*bad, worst], yH[worst]
    if not bad:
        raise MeasureError("margins", margins, f"negative somewhere, where kappa n = {kappa} * {n}")
    return Prophecy(tuple(bad), uniform_on(bad, n, Fraction(1, len(bad))), theta)


def uniform_on(points: Sequence[int], n: int, weight: Fraction = Fraction(1)) -> Measure:
    """The measure of this weight on the points, 0 elsewhere."""
    return tuple(Fraction(weight) if i in points else Fraction(0) for i in range(int(n)))

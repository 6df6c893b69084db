"""The small cases on which statements about lazy updates are decided: tables of losses, rates, densities."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations_with_replacement, count, islice, product
from math import gcd

from littlestone.spec.algebra.reals import Expression, Real
from littlestone.spec.boosting.games import inner, lazy_dense_updates, lazy_play
from littlestone.spec.boosting.lazy_bregman import Losses, cumulative, learning_rate
from littlestone.spec.boosting.measures import Measure, dense_grid, density, divergence, induced

CASES = (
    "$n$ points, up to their order, and $T$ rounds, losses 0, $1/2$, 1 (0 and 1 in two or more rounds of two or more "
    "points, from 8 rounds on the same in each), $lambda = -2 ln(1 - 5^-q / 2)$, $kappa$ the $k$-th of 1, $1/2$, "
    "$1/3$, $2/3$, ..."
)
COMPARED = (
    CASES + "; $mu$ with weights in halves (0 and 1 from 3 points on), the same scaled to density $kappa$, "
    "$mu_{T+1}$, that at $2 lambda$"
)

LEVELS = (Fraction(0), Fraction(1, 2), Fraction(1))
LONG = 8  # rounds, from which on a table is listed only where all of them are alike
Table = tuple[tuple[Fraction, ...], ...]


def loss_tables(n: int, T: int) -> Iterator[Table]:
    """T rounds of losses of n points, up to the order of the points; only 0 and 1 where n T >= 4 and T >= 2, and the
    same in all rounds where there are 8 or more: what a rate learns shows after 1 / lambda rounds."""
    levels = LEVELS[::2] if n * T >= 4 and T >= 2 else LEVELS
    columns = product(levels, repeat=int(T)) if T < LONG else [(level,) * int(T) for level in levels]
    for points in combinations_with_replacement(list(columns), int(n)):
        yield tuple(zip(*points, strict=True))


def density_of(k: int) -> Fraction:
    """The k-th of 1, 1/2, 1/3, 2/3, 1/4, 3/4, 1/5, ...: all rational densities in (0, 1]."""
    fractions = (Fraction(i, m) for m in count(1) for i in range(1, m + 1) if gcd(i, m) == 1)
    return next(islice(fractions, int(k), None))


def shrink_of(q: int) -> Fraction:
    """(1 - 5^-q / 2)^2, a square, so that losses in halves have rational weights: lambda = 1.39, 0.21, 0.04, ..."""
    return (1 - Fraction(1, 2 * 5 ** int(q))) ** 2


class LazyRun:
    """What lazy dense updates play on a table of losses of n points, and the sums in the regret bounds."""

    def __init__(self, kappa: Fraction, shrink: Fraction, table: Table, n: int) -> None:
        self.kappa, self.shrink, self.table, self.n = Fraction(kappa), shrink, table, int(n)
        self.rate: Real = learning_rate(self.shrink)
        self.measures = lazy_play(self.kappa, self.shrink, table, self.n)
        self.totals: Losses = cumulative(table, self.n)
        self.start: Measure = (self.kappa,) * self.n
        self.mass = self.kappa * self.n
        self._paid = self._paid_from(0), self._paid_from(1)

    def paid_in_each(self) -> list[Fraction]:
        """M(mu_t, h_t) of the induced laws, for every t."""
        return [expected(mu, losses) for mu, losses in zip(self.measures, self.table, strict=False)]

    def paid(self, ahead: int = 0) -> Fraction:
        """sum_t M(mu_t, h_t) of the induced laws, or of mu_{t+1} where it is ahead by one."""
        return self._paid[int(ahead)]

    def _paid_from(self, first: int) -> Fraction:
        played = self.measures[first:][: len(self.table)]
        return sum((expected(mu, losses) for mu, losses in zip(played, self.table, strict=True)), Fraction(0))

    def paid_by(self, mu: Measure) -> Fraction:
        """sum_t M(mu, h_t) of one fixed law."""
        return expected(mu, self.totals)

    def regularised(self, mu: Measure, weight: Expression) -> Real:
        """weight sum_t M(mu, h_t) + KL(mu || mu_1), with normalised losses."""
        return weight * Real.of(self.paid_by(mu)) + self.distance(mu)

    def distance(self, mu: Measure) -> Real:
        """KL(mu || mu_1)."""
        return _distance(mu, self.start)

    def total(self, mu: Measure) -> Real:
        """sum_t <mu, l_t>, with losses that are not normalised."""
        return inner(mu, self.totals)

    def compared(self) -> list[Measure]:
        """Dense measures to compare with: on up to two points weights in halves, on more 0 and 1; the same scaled to
        density kappa; what the run ends with, and what it would end with at twice the rate."""
        twice = lazy_dense_updates(self.kappa, self.shrink**2, self.table, self.n)
        return [*_listed(self.n, self.kappa), self.measures[-1], twice]


@lru_cache(maxsize=64)
def _listed(n: int, kappa: Fraction) -> tuple[Measure, ...]:
    listed = dense_grid(n, 2 if n <= 2 else 1, kappa)
    return (*listed, *(tuple(kappa / density(mu) * w for w in mu) for mu in listed if density(mu) > kappa))


@lru_cache(maxsize=4096)
def _distance(mu: Measure, start: Measure) -> Real:
    return divergence(mu, start)


def runs(k: int, q: int, n: int, T: int) -> tuple[LazyRun, ...]:
    """A run for each table of losses, at the k-th density and the q-th rate."""
    return _runs(int(k), int(q), int(n), int(T))


@lru_cache(maxsize=128)
def _runs(k: int, q: int, n: int, T: int) -> tuple[LazyRun, ...]:
    return tuple(LazyRun(density_of(k), shrink_of(q), table, n) for table in loss_tables(n, T))


def steps(run: LazyRun) -> list[tuple[Measure, Measure, tuple[Fraction, ...]]]:
    """mu_t, mu_{t+1} and l_t, for every t."""
    return list(zip(run.measures, run.measures[1:], run.table, strict=False))


def expected(mu: Measure, losses: Sequence[Fraction]) -> Fraction:
    """M(mu / |mu|, h) for the losses M(i, h)."""
    return sum((w * x for w, x in zip(induced(mu), losses, strict=True)), Fraction(0))

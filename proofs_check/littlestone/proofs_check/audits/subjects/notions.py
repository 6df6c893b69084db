"""Notions of privacy that a target may claim beside (epsilon, delta): rho, mu, Renyi's and trade-off curves.

Each has a number with a ``name``, what is ``claimed`` of it, and the ``key`` by which the command line calls it.

- ``usual_delta``: that of the events that draws are searched for, where none is given;
- ``epsilon``: one that it implies at a delta; None for none;
- ``exactly``: what exact laws say of the number, infinite where none is enough, and the pair and event that show it;
  whether the claim is kept is None where an enclosure is too close to call;
- ``from_draws``: a lower confidence bound on the number, from the tested events;
- ``from_epsilon``: one on that of what is (e, delta)-private for no e below epsilon; mu has a better one from guesses;
- ``loss``: about the number that an event with these probabilities on the two inputs shows;
- ``least_reported``: about the least that such draws show to exceed the claim in 80% of cases; None for none;
- ``grouped``: what it says of inputs that are so many steps apart; None where it says nothing;
- ``misses``: the least rate of misses that it allows at a rate of false alarms, to be drawn.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, inf, nextafter
from typing import Any

import numpy as np
from scipy.special import ndtr, ndtri

from littlestone.impl.privacy.renyi import (
    exact_mu,
    exact_rho,
    gaussian_epsilon_of_rho,
    largest_tight_rho,
    renyi_between,
    tight_epsilon_of_rho,
)
from littlestone.impl.privacy.trade_offs import TradeOff
from littlestone.proofs_check.audits.subjects.number_text import as_float, as_fraction, rational_text
from littlestone.proofs_check.audits.subjects.results import Measure
from littlestone.proofs_check.statistics.concentrated import concentrated_null, largest_allowed, least_rho, single
from littlestone.proofs_check.statistics.hypotheses import GaussianNull
from littlestone.proofs_check.statistics.polygons import trade_off_null
from littlestone.proofs_check.statistics.power import least_reported
from littlestone.proofs_check.statistics.two_sample import (
    Counts,
    combined_excess_lower_bound,
    combined_mu_lower_bound,
    combined_renyi_lower_bound,
    combined_rho_lower_bound,
)
from littlestone.spec.algebra.reals import Real, exp, ln
from littlestone.spec.learning.privacy import Privacy, Violation, violation
from littlestone.spec.learning.randomness import Exact, exact, is_true

# Where only rho or one order is claimed: small, so that rare events are looked for too
USUAL_DELTA = Fraction(1, 10**5)
NO_DIVERGENCE = Fraction(0), Fraction(0)
DIGITS = 10**4  # an implied epsilon is rounded up to four decimals
Bound = Fraction | float


Shown = Violation[Any, Any] | None


class _Claimed:
    """What is claimed of a notion's number."""

    key: str
    claimed: Exact

    @property
    def name(self) -> str:
        """What its number is."""
        return self.key

    @property
    def words(self) -> str:
        """The claim in words."""
        return f"{self.name} {rational_text(self.claimed)}"

    @property
    def typed(self) -> str:
        """The claim as the command line takes it; empty where it cannot."""
        return rational_text(self.claimed)


@dataclass(frozen=True)
class Concentrated(_Claimed):
    """rho-zCDP: Renyi divergences of every order a are at most rho a (Bun and Steinke 2016)."""

    claimed: Exact
    key = "rho"
    usual_delta = USUAL_DELTA

    def epsilon(self, delta: Exact) -> Exact | None:
        """What every rho-zCDP mechanism keeps."""
        return rounded_up(tight_epsilon_of_rho(self.claimed, delta))

    def exactly(self, privacy: Privacy[Any, Any]) -> tuple[Measure, Shown]:
        """The enclosure of the least rho."""
        found = exact_rho(privacy)
        worst = None if found.pair is None else _worst_of(privacy, found.pair)
        return Measure(self, inf if found.is_infinite else found.lower, found.keeps(self.claimed)), worst

    def from_draws(self, blocks: Sequence[Counts], error: float) -> Bound:
        """By the divergences of the events, of all orders."""
        return combined_rho_lower_bound(blocks, error)

    def from_epsilon(self, epsilon: Fraction, delta: Exact) -> Bound:
        """The largest rho that implies no more."""
        return largest_tight_rho(epsilon, delta)

    def loss(self, p: float, q: float) -> float:
        """By the best order."""
        return least_rho(p, q)

    def least_reported(self, blocks: Sequence[Counts], error: float) -> float | None:
        """By the best order."""
        return least_reported(blocks, concentrated_null, self.loss, as_float(self.claimed), error)

    def grouped(self, steps: int) -> Notion:
        """steps^2 rho (Bun and Steinke 2016, proposition 1.9)."""
        return Concentrated(exact(steps**2 * self.claimed))

    def misses(self, alarms: float) -> float:
        """By the best order."""
        return 1 - largest_allowed(as_float(self.claimed), alarms) if alarms < 1 else 0.0


@dataclass(frozen=True)
class Gaussian(_Claimed):
    """mu-Gaussian privacy: tests do no better than between normal variables mu apart (Dong, Roth and Su 2022)."""

    claimed: Exact
    key = "mu"

    @property
    def usual_delta(self) -> Fraction:
        """Half of what tests between the two normal variables gain: events that are common tell the most of mu."""
        return common_delta(2 * float(ndtr(as_float(self.claimed) / 2)) - 1)

    def epsilon(self, delta: Exact) -> Exact:
        """That of normal noise."""
        return rounded_up(gaussian_epsilon_of_rho(exact(self.claimed**2 / 2), delta))

    def exactly(self, privacy: Privacy[Any, Any]) -> tuple[Measure, Shown]:
        """The enclosure of the least mu."""
        lower, upper, worst = exact_mu(privacy)
        return Measure(self, inf if upper is None else lower, _keeps(lower, upper, self.claimed)), worst

    def from_draws(self, blocks: Sequence[Counts], error: float) -> Bound:
        """By Phi^-1(p) - Phi^-1(q) of the events."""
        return combined_mu_lower_bound(blocks, error)

    def loss(self, p: float, q: float) -> float:
        """Phi^-1(p) - Phi^-1(q)."""
        return GaussianNull().parameter(p, q)

    def least_reported(self, blocks: Sequence[Counts], error: float) -> float | None:
        """By Phi^-1(p) - Phi^-1(q)."""
        return least_reported(blocks, lambda _: GaussianNull(), self.loss, as_float(self.claimed), error)

    def grouped(self, steps: int) -> Notion:
        """steps mu (Dong, Roth and Su 2022, theorem 2.14)."""
        return Gaussian(exact(steps * self.claimed))

    def misses(self, alarms: float) -> float:
        """Phi(Phi^-1(1 - a) - mu)."""
        return float(ndtr(ndtri(1 - alarms) - as_float(self.claimed)))


@dataclass(frozen=True)
class Renyi(_Claimed):
    """The Renyi divergence of one order is at most the claimed one (Mironov 2017)."""

    order: Fraction
    claimed: Exact
    key = "renyi"

    @property
    def usual_delta(self) -> Fraction:
        """A share of what tests gain, the smaller the larger the order, which is moved by rarer events.

        At 1e-5 no budget showed a divergence of order 2 of 1 to be more than 0.5: an event of hits of 1e-3 and less
        moves it by less than that.
        """
        order = float(self.order)
        rates = (i / 100 for i in range(1, 100))
        claimed = as_float(self.claimed) / order
        gain = max(largest_allowed(claimed, q, single(order)) - q for q in rates)
        return common_delta(gain / order)

    @property
    def name(self) -> str:
        """With its order."""
        return f"Renyi divergence of order {rational_text(self.order)}"

    @property
    def typed(self) -> str:
        """Order and divergence."""
        return f"{rational_text(self.order)},{rational_text(self.claimed)}"

    def epsilon(self, delta: Exact) -> Exact | None:
        """The claimed one and what the order adds at this delta (Canonne, Kamath and Steinke 2020, proposition 12)."""
        return max(Fraction(0), rounded_up(exact(self.claimed + self._added(delta))))

    def _added(self, delta: Exact) -> Real:
        """ln((a - 1) / a) - (ln delta + ln a) / (a - 1)."""
        a = self.order
        return ln((a - 1) / a) - (ln(Real.of(delta)) + ln(a)) / (a - 1)

    def exactly(self, privacy: Privacy[Any, Any]) -> tuple[Measure, Shown]:
        """The enclosure of the largest divergence."""
        if privacy.ratio is None:
            found = exact_rho(privacy)
            return Measure(self, inf, False), None if found.pair is None else _worst_of(privacy, found.pair)
        enclosed = [(pair, renyi_between(P, Q, self.order) or NO_DIVERGENCE) for pair, P, Q in privacy.pairs]
        pair, (lower, _) = max(enclosed, key=lambda one: one[1][0])
        upper = max(high for _, (_, high) in enclosed)
        return Measure(self, lower, _keeps(lower, upper, self.claimed)), _worst_of(privacy, pair) if lower > 0 else None

    def from_draws(self, blocks: Sequence[Counts], error: float) -> Bound:
        """By the divergence of the events; that of an order rounded down is no larger."""
        order = float(self.order)
        return combined_renyi_lower_bound(
            blocks, order if Fraction(order) <= self.order else nextafter(order, 1), error
        )

    def from_epsilon(self, epsilon: Fraction, delta: Exact) -> Bound:
        """The largest divergence that implies no more."""
        return max(Fraction(0), fraction_below(epsilon - self._added(delta)))

    def loss(self, p: float, q: float) -> float:
        """The divergence of the order, either way."""
        return float(self.order) * least_rho(p, q, single(float(self.order)))

    def least_reported(self, blocks: Sequence[Counts], error: float) -> float | None:
        """By the divergence over its order, as which it is tested."""
        order = float(self.order)
        claimed = as_float(self.claimed) / order
        return least_reported(blocks, lambda block: concentrated_null(block, single(order)), self.loss, claimed, error)

    def grouped(self, steps: int) -> Notion | None:
        """Half of the order and thrice the divergence for each doubling (Mironov 2017, proposition 2)."""
        doublings = (steps - 1).bit_length()
        if doublings and self.order < 2 ** (doublings + 1):
            return None
        return Renyi(self.order / 2**doublings, exact(3**doublings * self.claimed))

    def misses(self, alarms: float) -> float:
        """By the divergence of the test alone."""
        order = float(self.order)
        return 1 - largest_allowed(as_float(self.claimed) / order, alarms, single(order)) if alarms < 1 else 0.0


@dataclass(frozen=True)
class Curve(_Claimed):
    """f-privacy: tests do no better than a trade-off curve (Dong, Roth and Su 2022); the number is by how much."""

    curve: TradeOff
    source: str = ""
    key = "tradeoff"
    name = "excess over the trade-off curve"
    claimed = Fraction(0)

    @property
    def words(self) -> str:
        """The claim in words."""
        corners = f"{len(self.curve.points)} corners"
        return f"a trade-off curve, by {corners} below it" if self.curve.above else f"a trade-off curve of {corners}"

    @property
    def typed(self) -> str:
        """Where it was read from."""
        return self.source

    @property
    def usual_delta(self) -> Fraction:
        """Half of what tests gain, or what the curve allows to be given away at once, in either order of the inputs."""
        given_away = min(1 - curve.points[0][1] for curve in self._both)
        return max(common_delta(float(self.curve.delta(Fraction(1)))), given_away)

    @property
    def _both(self) -> tuple[TradeOff, TradeOff]:
        """What is claimed of either order of two neighbours says of the other one what its inverse does."""
        return self.curve, self.curve.inverse

    def epsilon(self, delta: Exact) -> Exact | None:
        """By the steepest line through a corner that leaves delta."""
        found = [rounded_up(exact(ln(e))) for curve in self._both if (e := curve.exp_epsilon(delta)) is not None]
        return min(found, default=None)

    def exactly(self, privacy: Privacy[Any, Any]) -> tuple[Measure, Shown]:
        """The largest excess over all corners of the laws' own curves."""
        best: tuple[Exact, Shown] = Fraction(0), None
        keeps: bool | None = True
        seen: set[tuple[Exact, Exact]] = set()
        for event in privacy.events:
            if (event.p, event.q) not in seen:
                seen.add((event.p, event.q))
                found = self.curve.excess(event.p, event.q)
                best = (found, event) if is_true(found > best[0]) else best
                keeps = keeps if self.curve.is_kept(event.p, event.q) else None
        return Measure(self, as_fraction(best[0]), False if best[1] is not None else keeps), best[1]

    def from_draws(self, blocks: Sequence[Counts], error: float) -> Bound:
        """Of the events as tests, and with half of the error of their complements, where these say something else."""
        null = trade_off_null(self.curve.points)
        return max(combined_excess_lower_bound(each, null, share) for each, share in self._shares(blocks, error))

    def _shares(self, blocks: Sequence[Counts], error: float) -> list[tuple[Sequence[Counts], float]]:
        """The tests and what of the error each has."""
        if self.curve.is_symmetric:
            return [(blocks, error)]
        complements = [
            Counts(b.draws_second - b.hits_second, b.draws_second, b.draws_first - b.hits_first, b.draws_first)
            for b in blocks
        ]
        return [(blocks, error / 2), (complements, error / 2)]

    def loss(self, p: float, q: float) -> float:
        """p above what the curve allows at q, or 1 - q above that at 1 - p."""
        null = trade_off_null(self.curve.points)
        return max(null.parameter(p, q), null.parameter(1 - q, 1 - p))

    def least_reported(self, blocks: Sequence[Counts], error: float) -> float | None:
        """The lesser of what the tests show."""
        null = trade_off_null(self.curve.points)
        shown = [
            least_reported(each, lambda _: null, null.parameter, 0.0, share)
            for each, share in self._shares(blocks, error)
        ]
        return min((one for one in shown if one is not None), default=None)

    def from_epsilon(self, epsilon: Fraction, delta: Exact) -> Bound:
        """What delta is above the one that the curve implies."""
        return max(Fraction(0), fraction_below(delta - Real.of(self.curve.delta(exact(exp(epsilon))))))

    def grouped(self, steps: int) -> Curve:
        """1 - (1 - f) applied so many times over (Dong, Roth and Su 2022, theorem 2.14)."""
        return Curve(self.curve.grouped(steps), self.source)

    def misses(self, alarms: float) -> float:
        """The polygon, and its inverse, whichever is higher."""
        tables = (np.array(curve.points, dtype=np.float64) for curve in self._both)
        return max(float(np.interp(alarms, table[:, 0], table[:, 1])) for table in tables)


Notion = Concentrated | Gaussian | Renyi | Curve


def common_delta(gain: float) -> Fraction:
    """Half of the gain, to two digits."""
    return max(USUAL_DELTA, Fraction(f"{gain / 2:.1e}"))


def _worst_of(privacy: Privacy[Any, Any], pair: Any) -> Violation[Any, Any]:
    """The outcomes of the pair that only the first has, if there are some, else all that it has more often."""
    P, Q = next((P, Q) for found, P, Q in privacy.pairs if found == pair)
    alone = frozenset(y for y in P if y not in Q)
    if not alone:
        return violation(pair, P, Q, Fraction(1))
    return Violation(pair, alone, P.probability(alone), Fraction(0), P.probability(alone))


def _keeps(lower: Fraction, upper: Fraction | None, claimed: Exact) -> bool | None:
    if upper is None or is_true(lower > claimed):
        return False
    return True if is_true(upper <= claimed) else None


def rounded_up(number: Exact) -> Fraction:
    """To four decimals."""
    beyond = Fraction(0) if isinstance(number, Fraction) else Fraction(1, 10**40)
    return Fraction(ceil(as_fraction(number) * DIGITS + beyond), DIGITS)


def fraction_below(number: Exact) -> Fraction:
    """A rational just below the number, by 40 digits."""
    near = as_fraction(number)
    return near - abs(near) / 10**40

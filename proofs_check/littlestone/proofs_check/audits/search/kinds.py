"""The kinds of leaks, and what is looked for on a pair of inputs: one event of each kind that the draws suggest.

One bound over all kinds would hide the small leak behind the large: naive noise leaks by its low bits however large it
is. Each kind that earlier runs suggest has an equal share of the error, so a kind is tested only if they suggest it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from math import inf, log, sqrt

import numpy as np

from littlestone.proofs_check.audits.search.events import ThresholdEvent
from littlestone.proofs_check.audits.search.features import SAMPLE, Feature, Floats, low_bits_of, number_text, sample_of
from littlestone.proofs_check.audits.search.promises import Purpose
from littlestone.proofs_check.audits.search.scores import FeatureScore
from littlestone.proofs_check.audits.search.search import NOTHING_SEEN, Choice, learn
from littlestone.proofs_check.audits.search.views import View, ViewedEvent, failed_rows, rounding_of
from littlestone.proofs_check.audits.subjects.scope import KINDS, Kind, Scope
from littlestone.proofs_check.statistics.two_sample import Counts, Guesses

MOST_ASIDE = 4  # sets of outputs of one input alone that are set aside; after each, or two, all is learned anew
FEWEST_CONSIDERED = 25  # draws on each input: the least audit, of 1000 draws, learns from a hundred or so
LOW_BITS = 10**6  # entries of each input whose last bits are learned from: those of 50 columns took half of an audit
SURELY = 3.0  # standard errors
# Widths of the outputs' middle half: of normal or Laplace noise no draw ever is so far out, of Cauchy noise 1 in 150
FAR_OUT = 50.0
FEWEST_FAR_OUT = 2  # draws of one input alone that are worth a test; one is enough to draw more of the pair
FAILURE = FeatureScore(Feature("failed", lambda table: table[:, 0]))
FAILS = {True: "the run fails", False: "the run does not fail"}


@dataclass(frozen=True)
class Sought:
    """What an audit is after: more than ``claimed``, infinite for the largest bound alone, in this scope.

    ``failed`` is the entry of rows that stand for failed runs, None where there are none.
    """

    claimed: float = inf
    scope: Scope = field(default_factory=Scope)
    failed: float | None = None

    def released(self, table: Floats) -> Floats:
        """The outputs (n, columns) as they are looked at: rounded where there is a grid, but for failed runs."""
        step = self.scope.grid
        if step is None:
            return table
        with np.errstate(over="ignore"):
            on_grid = np.round(table / step) * step
        if self.failed is not None:  # an output that is rounded to the mark of failed runs is none
            on_grid[on_grid == self.failed] = np.nextafter(self.failed, 0)
        return np.where(failed_rows(table, self.failed)[:, None] | ~np.isfinite(on_grid), table, on_grid)


@dataclass(frozen=True)
class Suspect:
    """An event that may show a leak of a kind; ``choice`` has what the draws that taught it say of it.

    ``far_out``: how many outputs far from all others one input gave and the other never, where that is the event.
    """

    kind: Kind
    view: View
    choice: Choice
    far_out: int = 0

    @property
    def event(self) -> ViewedEvent:
        """The event in its view."""
        return ViewedEvent(self.view, self.choice.event)

    @property
    def predicted(self) -> float:
        """The bound to expect, shrunk."""
        return self.choice.predicted

    def counts(self, first: Floats, second: Floats) -> tuple[Counts, Counts | None]:
        """Hits among draws (n, columns) on the likelier input and the other: among all, and among those considered.

        The latter is None where one input has no draw that is considered.
        """
        found = [self.event.hits(table) for table in ((second, first) if self.choice.swapped else (first, second))]
        (one, n), (two, m) = [(int(inside.sum()), int(considered.sum())) for inside, considered in found]
        sizes = [len(considered) for _, considered in found]
        return Counts(one, sizes[0], two, sizes[1]), Counts(one, n, two, m) if n and m else None

    def guesses(self, first: Floats, second: Floats) -> Guesses | None:
        """Guesses of the likelier input where the event happens, and of the other at the other end of its score."""
        if self.choice.opposite is None:
            return None
        event, other = self.choice.event, self.choice.opposite
        own, opposed = map(self.event.scores, (second, first) if self.choice.swapped else (first, second))
        right = event.holds(own).sum() + other.holds(opposed).sum()
        wrong = event.holds(opposed).sum() + other.holds(own).sum()
        return Guesses(int(right), int(wrong), len(first) + len(second))

    def shuffled_counts(self, first: Floats, second: Floats, rng: np.random.Generator) -> Counts:
        """Hits among all draws where the low bits of both inputs' outputs are exchanged at random."""
        mixed = self.view.rounding.shuffled(np.concatenate([first, second]), rng)
        return self.counts(mixed[: len(first)], mixed[len(first) :])[0]


def at_most(counts: Counts, delta: float, errors: float = SURELY) -> float:
    """An estimate of the least epsilon that the counts allow, so many standard errors up: to compare with."""
    one = (counts.hits_first + 0.5) / (counts.draws_first + 1)
    two = (counts.hits_second + 0.5) / (counts.draws_second + 1)
    if one <= delta:
        return 0.0
    spread = sqrt(1 / (counts.hits_first + 0.5) + 1 / (counts.hits_second + 0.5))
    return log((one - delta) / two) + errors * spread


# ---- What the draws of a pair suggest


def suspects(
    first: Floats, second: Floats, purpose: Purpose, sought: Sought, rng: np.random.Generator, low_bits: bool = True
) -> list[Suspect]:
    """At most one event of each kind that is looked for, as draws (n, columns) on the two inputs suggest them."""
    draws = _Draws((first, second), purpose, sought.claimed)
    runs = replace(
        draws, tables=(first[~failed_rows(first, sought.failed)], second[~failed_rows(second, sought.failed)])
    )
    view = View(sought.failed, rounding_of(sample_of(*runs.tables)), "outputs")
    found = list(draws.failures(replace(view, shows="failures")))
    if min(map(len, runs.tables)) >= FEWEST_CONSIDERED:
        if low_bits and sought.scope.looks_for("low_bits"):
            found += draws.low_bits(view, rng)
        found += draws.cells(replace(view, shows="cells"))
    else:
        found.append(_nothing("calibration", view))
    if any(each.kind == "failures" for each in found) and max(each.predicted for each in found) <= sought.claimed:
        together = draws.runs(replace(view, shows="runs"))
        if together.predicted > sought.claimed:
            found = [together, *(each for each in found if each.kind != "failures")]
    if sought.claimed < inf and all(map(len, runs.tables)) and all(each.kind != "support" for each in found):
        found += runs.far_out(view)
    found = [each for each in found if sought.scope.looks_for(each.kind)]
    return found or [_nothing(sought.scope.only or "calibration", view)]


def _nothing(kind: Kind, view: View) -> Suspect:
    event = ThresholdEvent(NOTHING_SEEN, 0.0, True, NOTHING_SEEN.name)
    return Suspect(kind, view, Choice(event, False, 0.0, 1.0, 1.0))


@dataclass(frozen=True)
class _Draws:
    """Draws (n, columns) on the two inputs of a pair, what events are chosen for, and what is claimed."""

    tables: tuple[Floats, Floats]
    purpose: Purpose
    claimed: float

    def estimated(self, kind: Kind, view: View, event: ThresholdEvent, swapped: bool) -> Suspect:
        """An event as a suspect, whose bound to expect is an estimate less a standard error, however few its hits."""
        suspect = Suspect(kind, view, Choice(event, swapped, 0.0, 1.0, 1.0))
        counts = suspect.counts(*self.tables)[0]
        rates = counts.hits_first / counts.draws_first, counts.hits_second / counts.draws_second
        return replace(suspect, choice=Choice(event, swapped, at_most(counts, self.purpose.delta, -1.0), *rates))

    def failures(self, view: View) -> Iterator[Suspect]:
        """That a run fails, or that it does not, whichever tells most."""
        if any(failed_rows(table, view.failed).any() for table in self.tables):
            events = [ThresholdEvent(FAILURE, 0.5, above, words) for above, words in FAILS.items()]
            tries = [self.estimated("failures", view, event, swapped) for event in events for swapped in (False, True)]
            yield max(tries, key=lambda suspect: suspect.predicted)

    def runs(self, view: View) -> Suspect:
        """Outputs and failures together, which may show what neither shows alone."""
        first, second = map(view.considered, self.tables)
        choice = learn(first, second, sample_of(first, second), self.purpose).best()
        failed = np.full((1, first.shape[1]), view.failed)
        also = "the run fails, or " if choice.event.contains(view.considered(failed))[0] else ""
        event = replace(choice.event, description=f"{also}{choice.event.description}")
        return Suspect("failures", view, replace(choice, event=event))

    def low_bits(self, view: View, rng: np.random.Generator) -> Iterator[Suspect]:
        """The best event of low bits, or, where it promises no more than is claimed, one that one input alone gave."""
        columns = view.rounding.columns
        if not columns:
            return
        one, two = map(view.considered, self.tables)
        enough = max(LOW_BITS // len(columns), SAMPLE)
        start = one[:enough], two[:enough]
        learned = learn(*start, sample_of(*start), self.purpose, lambda sample: low_bits_of(columns, sample))
        best, seen = learned.best(), replace(self, tables=(one, two))
        alone = [choice for swapped in (False, True) if (choice := learned.one_sided(swapped, self.claimed))]
        found = [Suspect("low_bits", view, best)] if best.predicted else []
        found += [seen.estimated("low_bits", view, each.event, each.swapped) for each in alone]
        by_chance = [at_most(each.shuffled_counts(one, two, rng), self.purpose.delta, 1) for each in found]
        shown = [each for each, least in zip(found, by_chance, strict=True) if each.predicted > least]
        if shown:
            # The first of those that promise more than the claim
            yield max(shown, key=lambda suspect: min(suspect.predicted, self.claimed))

    def cells(self, view: View) -> Iterator[Suspect]:
        """The support, where one input alone promises more than is claimed, and the calibration of all else."""
        support: list[Suspect] = []
        while True:
            one, two = map(view.considered, self.tables)
            if min(len(one), len(two)) < FEWEST_CONSIDERED:
                yield _nothing("calibration", view)
                break
            learned = learn(one, two, sample_of(one, two), self.purpose)
            alone = [choice for swapped in (False, True) if (choice := learned.one_sided(swapped, self.claimed))]
            if not alone or len(support) >= MOST_ASIDE:
                yield Suspect("calibration", view, learned.best(guess=not view.aside))
                break
            support += [self.estimated("support", view, choice.event, choice.swapped) for choice in alone]
            view = replace(view, aside=(*view.aside, *(choice.event for choice in alone)))
        yield from sorted(support, key=lambda suspect: -suspect.predicted)[:1]

    def far_out(self, view: View) -> Iterator[Suspect]:
        """That an output is far from all others, where one input alone gave such, too few to be learned from.

        An output of 1e300 with probability 1% passed two of three audits of 20,000 draws before: seen and not tested.
        """
        sample = np.concatenate([table[:SAMPLE] for table in self.tables])
        low, middle, high = np.quantile(sample, (0.25, 0.5, 0.75), axis=0)
        reach = FAR_OUT * np.where(high > low, high - low, np.maximum(np.abs(middle), 1.0))
        far = Feature("far out", lambda table: (np.abs(table - middle) >= reach).any(axis=1).astype(np.float64))
        words = "an entry of the output is far from all others"
        if len(middle) == 1:
            words = f"output <= {number_text((middle - reach)[0])} or >= {number_text((middle + reach)[0])}"
        event = ThresholdEvent(FeatureScore(far), 0.5, True, words)
        hits = [int(event.contains(table).sum()) for table in self.tables]
        if min(hits) == 0 < max(hits):
            found = self.estimated("support", view, event, hits[1] > 0)
            if at_most(found.counts(*self.tables)[0], self.purpose.delta, 0.0) > self.claimed:
                yield replace(found, far_out=max(hits))


def worth_testing(found: list[Suspect], sought: Sought) -> list[Suspect]:
    """The most promising one; where there is a claim the calibration, all that promise more, and what is far out."""
    ranked = sorted(found, key=lambda suspect: -suspect.predicted)
    rest = [
        each
        for each in ranked[1:]
        if each.kind == "calibration" or each.predicted > sought.claimed or each.far_out >= FEWEST_FAR_OUT
    ]
    return ranked[:1] + (rest if sought.claimed < inf else [])


def leader(found: list[Suspect], sought: Sought) -> Suspect:
    """The one that pairs are compared by: the calibration where there is a claim, else the most promising."""
    of_calibration = [each for each in found if each.kind == "calibration" and sought.claimed < inf]
    return max(of_calibration or found, key=lambda suspect: suspect.predicted)


def outshone(known: float, promised: float, sought: Sought) -> bool:
    """A larger promise on another pair is worth draws there, if what is known is at most the claim, or half of it."""
    return known < promised and known <= max(sought.claimed, promised / 2)


def best_elsewhere(found: dict[int, list[Suspect]], pair: int, sought: Sought, last: bool) -> list[int]:
    """For each kind that promises less on this pair than on another, the pair where it does most; and the pair that has
    most outputs far out. In the ``last`` round only where it promises more than is claimed, and far more than here: few
    hits of another pair had put aside the one pair whose low bits tell all, with 0.92 shown for 5.9 or more.
    """
    pairs = []
    for kind in KINDS:
        values = {i: each.predicted for i, listed in found.items() for each in listed if each.kind == kind}
        best = max(values, key=lambda i: values[i], default=pair)
        known, promised = values.get(pair, 0.0), values.get(best, 0.0)
        if known < promised and (not last or (sought.claimed < promised and outshone(known, promised, sought))):
            pairs.append(best)
    far_out = {i: max(each.far_out for each in listed) for i, listed in found.items()}
    most = max(far_out, key=lambda i: far_out[i])
    has_support = any(each.kind == "support" and not each.far_out for each in found[pair])
    return [*pairs, most] if far_out[most] > far_out[pair] and not has_support else pairs

"""Testing what is suspected: hits counted in fresh draws, bounded at a share of the error, and called by their kind."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

import numpy as np

from littlestone.proofs_check.audits.search.events import ThresholdEvent
from littlestone.proofs_check.audits.search.features import Floats
from littlestone.proofs_check.audits.search.kinds import Sought, Suspect, at_most
from littlestone.proofs_check.audits.search.views import ViewedEvent
from littlestone.proofs_check.audits.subjects.scope import KINDS, Kind
from littlestone.proofs_check.statistics.guesses import together
from littlestone.proofs_check.statistics.two_sample import Counts, Guesses, combined_epsilon_lower_bound

THRESHOLDS = 32  # a bound on each shares the error; not tuned
GUIDES = 100_000  # of the earlier draws of each dataset about so many are looked at, evenly: each threshold has 3000
Tables = tuple[Floats, Floats]


@dataclass(frozen=True)
class Found:
    """A kind of leak, and a lower bound on epsilon by events of that kind; all bounds of an audit hold together.

    ``error`` is this one's share; ``event`` the last of its events, ``swapped`` whether it is likelier on the second
    input of the pair; ``blocks`` has the hits of its events, the likelier input first. Where draws were set aside,
    ``considered`` has the same of the others alone: the bound is the least of both. Where the other input was guessed
    at the ``opposite`` end of the event's score, the bound is by ``guesses``, with counts of blocks that had none.
    """

    kind: Kind
    epsilon: float
    error: float
    pair: int
    swapped: bool
    event: ViewedEvent
    blocks: tuple[Counts, ...]
    considered: tuple[Counts, ...] = ()
    opposite: ThresholdEvent | None = None
    guesses: tuple[Counts | Guesses, ...] = ()

    @property
    def tests(self) -> tuple[tuple[Counts, ...], ...]:
        """The counts that each give a bound, of which the least is said."""
        return (self.blocks, self.considered) if self.considered else (self.blocks,)

    def least_epsilon(self, delta: float, error: float) -> float:
        """The bound as it would be at this share of the error."""
        every = (self.guesses or self.blocks, self.considered) if self.considered else (self.guesses or self.blocks,)
        return min(combined_epsilon_lower_bound(blocks, delta, error) for blocks in every)


@dataclass
class Trial:
    """A suspect under test; ``once`` where its event stays as it is, and its hits in all blocks are one count."""

    suspect: Suspect
    pair: int
    error: float
    once: bool
    blocks: list[Counts] = field(default_factory=list)
    considered: list[Counts | None] = field(default_factory=list)
    shuffled: list[Counts] = field(default_factory=list)
    guesses: list[Guesses | None] = field(default_factory=list)

    def learn(self, found: Iterable[Suspect]) -> None:
        """Take the event of this kind among those that all draws so far suggest."""
        if not self.once:
            self.suspect = next((each for each in found if each.kind == self.suspect.kind), self.suspect)

    def count(self, first: Floats, second: Floats, rng: np.random.Generator) -> None:
        """Count the hits of a block of fresh draws (n, columns) on the two inputs."""
        every, considered = self.suspect.counts(first, second)
        self.blocks.append(every)
        self.considered.append(considered)
        self.guesses.append(self.suspect.guesses(first, second))
        if self.suspect.kind == "low_bits":
            self.shuffled.append(self.suspect.shuffled_counts(first, second, rng))

    @property
    def unsettled(self) -> str:
        """What the tested draws show of outputs far from all others that one input alone gave; nothing of the rest."""
        seen = pooled(self.blocks)
        if not self.suspect.far_out or seen.hits_second or not seen.hits_first:
            return ""
        words, times = self.suspect.event.description, f"{seen.hits_first:,} of {seen.draws_first:,} runs on one sample"
        return f"{words}: in {times}, in none of {seen.draws_second:,} on the other, too few to tell"

    def conclude(self, delta: float, sought: Sought, failures: bool) -> list[Found]:
        """The bound, by the kind that the tested draws show; ``failures``: some runs of the pair failed.

        An event that both inputs gave, or that shows no leak, is no matter of support, and one that is as likely with
        low bits exchanged none of low bits. Where more than the claim is shown among all draws, but not among those
        considered, it is what was set aside that makes the difference, and there are two answers.
        """
        blocks = tuple(self._together(self.blocks))
        guessed = self._guessed(blocks)
        whole = combined_epsilon_lower_bound(guessed or blocks, delta, self.error)
        rest, given = tuple[Counts, ...](), whole
        if self.considered != self.blocks:
            rest = tuple(self._together(counts for counts in self.considered if counts is not None))
            given = combined_epsilon_lower_bound(rest, delta, self.error) if rest else 0.0
        of_event = combined_epsilon_lower_bound(blocks, delta, self.error) if guessed else whole
        shown = self._found(self._shown(blocks, delta, of_event, sought.claimed), min(whole, given), blocks, rest)
        if guessed:
            shown = replace(shown, opposite=self.suspect.choice.opposite, guesses=guessed)
        aside: Kind = "failures" if failures else "support"
        if given <= sought.claimed < whole and sought.scope.looks_for(aside):
            return [shown, self._found(aside, whole, blocks, ())]
        return [shown]

    def _found(self, kind: Kind, epsilon: float, blocks: tuple[Counts, ...], considered: tuple[Counts, ...]) -> Found:
        event, swapped = self.suspect.event, self.suspect.choice.swapped
        return Found(kind, epsilon, self.error, self.pair, swapped, event, blocks, considered)

    def _guessed(self, blocks: tuple[Counts, ...]) -> tuple[Counts | Guesses, ...]:
        """The blocks with guesses in place of counts where there are some; none where no block has any."""
        made = [each for each in self.guesses if each is not None]
        if not made or self.considered != self.blocks:  # among those considered an input is no fair coin
            return ()
        if self.once:
            return (together(made),)
        return tuple(guesses or counts for guesses, counts in zip(self.guesses, blocks, strict=True))

    def _shown(self, blocks: tuple[Counts, ...], delta: float, bound: float, claimed: float) -> Kind:
        kind = self.suspect.kind
        if kind in ("support", "calibration"):
            alone = bound > claimed and not any(block.hits_second for block in blocks)
            return "support" if alone else "calibration"
        if kind == "low_bits" and bound <= at_most(pooled(self.shuffled), delta):
            return "calibration"
        return kind

    def _together(self, counts: Iterable[Counts]) -> list[Counts]:
        listed = list(counts)
        return [pooled(listed)] if self.once and listed else listed


def pooled(counts: Iterable[Counts]) -> Counts:
    """The counts of one event in several blocks as one."""
    columns = zip(*((c.hits_first, c.draws_first, c.hits_second, c.draws_second) for c in counts), strict=True)
    return Counts(*map(sum, columns))


def ranked(found: Iterable[Found]) -> tuple[Found, ...]:
    """The largest bound of each kind, largest first."""
    best: dict[Kind, Found] = {}
    for each in found:
        known = best.get(each.kind)
        best[each.kind] = each if known is None or each.epsilon > known.epsilon else known
    return tuple(sorted(best.values(), key=lambda each: (-each.epsilon, KINDS.index(each.kind))))


# ---- Thresholds of an event's score, for bounds on all of them together


@dataclass(frozen=True)
class Bands:
    """Nested events of one score, counted in the draws that tested it, and in those before.

    ``nested`` are the hits of the event and of the score's thresholds in the block that tested it: they were fixed
    before it was drawn. ``guide`` are their hits in an even part of earlier draws.
    """

    nested: tuple[Counts, ...]
    guide: tuple[Counts, ...]


def bands_of(found: Found, earlier: Tables, tested: Tables) -> Bands:
    """Those of the last event of a kind; ``tested`` are the draws that its counts are of, (n, columns) each.

    The thresholds are quantiles of the scores of earlier draws. Draws that are not considered are below all of them.
    """
    earlier = earlier[0][:: 1 + len(earlier[0]) // GUIDES], earlier[1][:: 1 + len(earlier[1]) // GUIDES]
    event = found.event.event
    side = 1 if event.above else -1
    # Of an event below its level the scores are turned round, and the level itself is not in it
    level = event.threshold if event.above else float(np.nextafter(-event.threshold, np.inf))
    taught, seen = ([np.sort(side * found.event.scores(each)) for each in tables] for tables in (earlier, tested))
    known = np.concatenate(taught)
    quantiles = np.quantile(known, np.linspace(0, 1, THRESHOLDS + 2)[1:-1]) if len(known) else known
    levels = np.append(level, np.unique(quantiles))

    def nested(tables: Tables, scores: list[Floats]) -> tuple[Counts, ...]:
        hits = [(len(one) - np.searchsorted(one, levels)).tolist() for one in scores]
        (n, one), (m, two) = [(len(table), own) for table, own in zip(tables, hits, strict=True)]
        if found.swapped:
            n, one, m, two = m, two, n, one
        return tuple(Counts(a, n, b, m) for a, b in zip(one, two, strict=True))

    return Bands(nested(tested, seen), nested(earlier, taught))

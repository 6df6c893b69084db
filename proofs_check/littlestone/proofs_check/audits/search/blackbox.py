"""A lower bound on the privacy loss of a mechanism from its draws alone: search, learn, test, learn again, test.

Sound over everything that is tried: the pair, the event and the size of each block of test draws are fixed before the
block is drawn. An event may depend on the draws of earlier blocks, which the combined test allows.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

import numpy as np
import numpy.typing as npt

from littlestone.proofs_check.arrays import Array
from littlestone.proofs_check.audits.search.events import ThresholdEvent, scores_of
from littlestone.proofs_check.audits.search.features import Floats, as_table
from littlestone.proofs_check.audits.search.search import Choice, learn
from littlestone.proofs_check.bad_input import BadInput
from littlestone.proofs_check.compute.interrupts import end_if_interrupted
from littlestone.proofs_check.statistics import two_sample
from littlestone.proofs_check.statistics.two_sample import Counts

Data = TypeVar("Data")
Outputs = tuple[Array, Array]
Draw = Callable[[Data, int, np.random.Generator], npt.ArrayLike]
Progress = Callable[[str, int, int], None]
SEARCHING, LEARNING = 0.24, 0.2  # shares of all draws: what only teaches costs ln(0.8), on NoisyHist2 0.22 of 9.5
CLEAR = 0.8  # a round in the noise is half as long again: best pairs found on SVT1 rose from 0.043 to 0.052 (24 seeds)
# The larger ones later, when more was learned; chosen by comparing variants on SVT1, SVT4, RNM1 and RNM3
BLOCKS = (0.2, 0.3, 0.5)
FEW_HITS = 1000.0  # 200 was tried: 1.5% better on RAPPOR, 1% worse on Gauss 1e-5, 6% worse on NumSVT
FEWEST_DRAWS = 100  # a smaller rest is not worth a round of learning; ten times as many are asked for each pair
BARS = 40  # of a picture, of a width to be told apart


@dataclass(frozen=True)
class BlackBoxResult:
    """What draws alone show about a mechanism.

    ``epsilon`` is a lower bound at the stated confidence; ``pair`` the index of the pair and ``swapped`` whether the
    event is likelier on its second dataset; ``blocks`` the tested events' hits, the likelier dataset called first;
    ``event`` the last of these events, with ``counts`` its own block. ``draws`` says how many went where.
    ``trade_off`` has shape (2, points): rates of false alarms and misses of the score's thresholds; ``edges`` and
    ``histogram`` (2, bars) are the score's counts on the two datasets, in the order of the counts.
    """

    epsilon: float
    delta: float
    error: float
    pair: int
    swapped: bool
    event: ThresholdEvent
    blocks: tuple[Counts, ...]
    draws: tuple[tuple[str, int], ...]
    stopped: str
    trade_off: Floats
    edges: Floats
    histogram: Floats

    @property
    def counts(self) -> Counts:
        """The hits of the reported event in the block that tested it, enough for its curve delta(epsilon)."""
        return self.blocks[-1]


@dataclass
class _Drawer(Generic[Data]):
    """Draws from pairs, each draw taking one of the two datasets by a fair coin, and counts what it drew."""

    draw: Draw[Data]
    pairs: Sequence[tuple[Data, Data]]
    total: int
    coins: np.random.Generator
    rng: np.random.Generator
    progress: Progress
    spent: dict[str, int] = field(default_factory=lambda: dict.fromkeys(("search", "learning", "testing"), 0))

    @property
    def left(self) -> int:
        return self.total - sum(self.spent.values())

    def __call__(self, stage: str, pair: int, n: int) -> Outputs:
        """The outputs of n draws, on the first and on the second dataset."""
        first = int(self.coins.binomial(n, 0.5))
        first = min(max(first, 1), n - 1)
        outputs = tuple(
            np.asarray(self.draw(dataset, size, self.rng))
            for dataset, size in zip(self.pairs[pair], (first, n - first), strict=True)
        )
        for values, size in zip(outputs, (first, n - first), strict=True):
            if len(values) != size:
                raise BadInput("draw", f"returned {len(values)} outputs instead of {size}", "return an array of n")
        self.spent[stage] += n
        self.progress(stage, self.total - self.left, self.total)
        return outputs[0], outputs[1]


@dataclass
class _Seen:
    """All draws seen so far of one pair, as tables; what is learned may depend on all of it."""

    first: list[Floats] = field(default_factory=list)
    second: list[Floats] = field(default_factory=list)

    def add(self, outputs: Outputs) -> None:
        self.first.append(as_table(outputs[0]))
        self.second.append(as_table(outputs[1]))

    def __len__(self) -> int:
        return sum(map(len, self.first + self.second))

    def choose(self, left: int, delta: float, error: float) -> Choice:
        return learn(np.concatenate(self.first), np.concatenate(self.second), left, delta, error)


def _silent(stage: str, done: int, total: int) -> None:
    """Report nothing."""


def blackbox_bound(
    draw: Draw[Data],
    pairs: Sequence[tuple[Data, Data]],
    *,
    delta: float,
    draws: int,
    confidence: float = 0.95,
    seed: int = 0,
    progress: Progress = _silent,
) -> BlackBoxResult:
    """A lower bound on epsilon at ``delta`` that holds with the stated confidence, from at most ``draws`` draws in all.

    ``draw(dataset, n, rng)`` gives n outputs of shape (n,) or (n, columns), finite or not; it is called in an order and
    with sizes that its outputs and the seed determine, so recorded outputs can be replayed.
    ``progress(stage, done, total)`` is told of every batch.
    Raises BadInput for no pairs, too few draws, or delta or confidence out of range.
    """
    _check_arguments(pairs, delta, draws, confidence)
    coins, noise = (np.random.default_rng(child) for child in np.random.SeedSequence(seed).spawn(2))
    drawer = _Drawer(draw, pairs, draws, coins, noise, progress)
    error = 1 - confidence
    pair, seen = _find_pair(drawer, delta, error)
    missing = int(LEARNING * draws) - len(seen)
    if missing > FEWEST_DRAWS:
        seen.add(drawer("learning", pair, missing))
    return _tested(drawer, pair, seen, delta, error)


def _check_arguments(pairs: Sequence[tuple[Data, Data]], delta: float, draws: int, confidence: float) -> None:
    if not len(pairs):
        raise BadInput("pairs", "there are none", "give at least one pair of neighbouring datasets")
    if not 0 <= delta < 1:
        raise BadInput("delta", f"is {delta}", "give a number in [0, 1)")
    if not 0 < confidence < 1:
        raise BadInput("confidence", f"is {confidence}", "give a number between 0 and 1")
    if draws < FEWEST_DRAWS * 10 * len(pairs):
        raise BadInput("draws", f"are {draws}", f"allow at least {FEWEST_DRAWS * 10} for each pair")


def _find_pair(drawer: _Drawer[Data], delta: float, error: float) -> tuple[int, _Seen]:
    """The most promising pair, by halving the field with equal draws per round, and its draws.

    A round whose leader may owe its place to chance is half as long again.
    """
    live = _unordered(drawer.pairs)
    seen = {i: _Seen() for i in live}
    rounds = max(len(live) - 1, 0).bit_length()
    while len(live) > 1:
        end_if_interrupted()
        each = int(SEARCHING * drawer.total / rounds / len(live))
        live, clear = _ranked(drawer, live, seen, each, delta, error)
        if not clear:
            live, _ = _ranked(drawer, live, seen, each // 2, delta, error)
        live = live[: (len(live) + 1) // 2]
    return live[0], seen[live[0]]


def _ranked(
    drawer: _Drawer[Data], live: list[int], seen: dict[int, _Seen], each: int, delta: float, error: float
) -> tuple[list[int], bool]:
    """The pairs after so many more draws of each, the most promising first, and whether its promise is above noise."""
    for i in live:
        seen[i].add(drawer("search", i, each))
    found = {i: seen[i].choose(drawer.left, delta, error) for i in live}
    ranked = sorted(live, key=lambda i: -found[i].predicted)
    best = found[ranked[0]]
    return ranked, 0 < CLEAR * best.hoped <= best.predicted


def _unordered(pairs: Sequence[tuple[Data, Data]]) -> list[int]:
    """Indices of the pairs without those that repeat an earlier one, in either order."""
    found: dict[frozenset[bytes], int] = {}
    for i, pair in enumerate(pairs):
        found.setdefault(frozenset(pickle.dumps(dataset) for dataset in pair), i)
    return sorted(found.values())


def _tested(drawer: _Drawer[Data], pair: int, seen: _Seen, delta: float, error: float) -> BlackBoxResult:
    """Test on blocks of the draws that are left, each with the event that all draws before it suggest."""
    choice = seen.choose(drawer.left, delta, error)
    plan = _plan(choice, drawer.left)
    blocks: list[Counts] = []
    for number, size in enumerate(plan):
        end_if_interrupted()
        if number:
            choice = seen.choose(drawer.left, delta, error)
        outputs = drawer("testing", pair, size)
        blocks.append(_counted(choice, outputs))
        seen.add(outputs)
    bound = two_sample.combined_epsilon_lower_bound(blocks, delta, error)
    spent = tuple(drawer.spent.items())
    why = f"all {drawer.total} draws were used, {len(plan)} block{'s' if len(plan) > 1 else ''} of them to test"
    pictures = _pictures(choice, outputs)
    return BlackBoxResult(bound, delta, error, pair, choice.swapped, choice.event, tuple(blocks), spent, why, *pictures)


def _plan(choice: Choice, left: int) -> list[int]:
    """Sizes of the test blocks: one where hits are few, since splitting few hits costs more than learning gains."""
    if min(choice.first, choice.second) * left / 2 < FEW_HITS:
        return [left]
    sizes = [int(share * left) for share in BLOCKS[:-1]]
    return [*sizes, left - sum(sizes)]


def _counted(choice: Choice, outputs: Outputs) -> Counts:
    first, second = reversed(outputs) if choice.swapped else outputs
    hits = [int(choice.event.contains(values).sum()) for values in (first, second)]
    return Counts(hits[0], len(first), hits[1], len(second))


def _pictures(choice: Choice, outputs: Outputs) -> tuple[Floats, Floats, Floats]:
    """The trade-off points, the histogram's edges and its counts, from the last block's scores."""
    ordered = reversed(outputs) if choice.swapped else outputs
    scores = [scores_of(choice.event.score, values) * (1 if choice.event.above else -1) for values in ordered]
    levels = np.unique(np.quantile(np.concatenate(scores), np.linspace(0, 1, 2 * BARS + 1)))
    alarms = [1 - np.searchsorted(np.sort(s), levels) / len(s) for s in scores]
    edges = np.linspace(levels[0], max(levels[-1], np.nextafter(levels[0], np.inf)), BARS + 1)
    bars = np.array([np.histogram(s, edges)[0] for s in scores], dtype=np.float64)
    return np.array([alarms[1], 1 - alarms[0]]), edges, bars

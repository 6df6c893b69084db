"""A lower bound on the privacy loss of a mechanism from its draws alone: search, learn, test, learn again, test.

Sound over everything that is tried: the pair, the event and the size of each block of test draws are fixed before the
block is drawn. An event may depend on the draws of earlier blocks, which the combined test allows. Leaks are told apart
by their kind: which kinds are tested is settled by draws that are tested for none, and each has an equal share of the
error, so that all their bounds hold together at the stated confidence.
"""

from __future__ import annotations

import pickle
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from math import inf
from typing import Generic, TypeVar

import numpy as np
import numpy.typing as npt

from littlestone.proofs_check.arrays import Array
from littlestone.proofs_check.audits.search.features import Floats, as_table
from littlestone.proofs_check.audits.search.kinds import (
    Sought,
    Suspect,
    best_elsewhere,
    leader,
    outshone,
    suspects,
    worth_testing,
)
from littlestone.proofs_check.audits.search.promises import Purpose
from littlestone.proofs_check.audits.search.trials import Bands, Found, Trial, bands_of, ranked
from littlestone.proofs_check.audits.search.views import failed_rows
from littlestone.proofs_check.audits.subjects.scope import Kind
from littlestone.proofs_check.bad_input import BadInput
from littlestone.proofs_check.compute.interrupts import end_if_interrupted

Data = TypeVar("Data")
Outputs = tuple[Array, Array]
Draw = Callable[[Data, int, np.random.Generator], npt.ArrayLike]


# Shares of all draws: what only teaches costs ln(0.8), on NoisyHist2 0.22 of 9.5. With 0.24 for the search the median
# of five audits of SVT1 was 40% of the optimum, with 0.34 that of eight was 67
SEARCHING, LEARNING = 0.34, 0.2
BLOCKS = (0.3, 0.7)  # the larger one later, when more was learned; learning again takes most of an audit
FEW_HITS = 1000.0  # 200 was tried: 1.5% better on RAPPOR, 1% worse on Gauss 1e-5, 6% worse on NumSVT
FEWEST_DRAWS = 100  # a smaller rest is not worth a round of learning; ten times as many are asked for each pair
ANYTHING = Sought()


@dataclass(frozen=True)
class BlackBoxResult:
    """What draws alone show about a mechanism.

    ``found`` has a bound for each kind of leak that was tested, the largest first, which all hold together at the
    stated confidence. ``draws`` says how many went where; ``bands`` are of the first kind's score; ``varied``: some
    input gave two outputs. ``unsettled`` says what one input alone gave, too seldom to show what is claimed or more.
    """

    found: tuple[Found, ...]
    delta: float
    draws: tuple[tuple[str, int], ...]
    stopped: str
    bands: Bands
    varied: bool = True
    unsettled: str = ""

    @property
    def epsilon(self) -> float:
        """The largest of the lower bounds."""
        return self.found[0].epsilon


@dataclass
class _Drawer(Generic[Data]):
    """Draws from pairs, each draw taking one of the two datasets by a fair coin, and counts what it drew."""

    draw: Draw[Data]
    pairs: Sequence[tuple[Data, Data]]
    total: int
    coins: np.random.Generator
    rng: np.random.Generator
    varied: bool = False
    spent: dict[str, int] = field(default_factory=lambda: dict.fromkeys(("search", "learning", "testing"), 0))

    @property
    def left(self) -> int:
        return self.total - sum(self.spent.values())

    def __call__(self, stage: str, pair: int, n: int, share: float = 0.5) -> Outputs:
        """The outputs of n draws, on the first dataset, which each takes by this chance, and on the second."""
        first = int(self.coins.binomial(n, share))
        first = min(max(first, 1), n - 1)
        sizes, on_both = (first, n - first), getattr(self.draw, "on_both", self._on_each)
        outputs: Outputs = on_both(self.pairs[pair], sizes, self.rng)
        for values, size in zip(outputs, sizes, strict=True):
            if len(values) != size:
                raise BadInput("draw", f"returned {len(values)} outputs instead of {size}", "return an array of n")
        self.varied = self.varied or any(map(_vary, outputs))
        self.spent[stage] += n
        return outputs

    def _on_each(self, pair: tuple[Data, Data], sizes: tuple[int, int], rng: np.random.Generator) -> Outputs:
        one, two = (np.asarray(self.draw(data, size, rng)) for data, size in zip(pair, sizes, strict=True))
        return one, two


@dataclass
class _Seen:
    """All draws seen so far of one pair, as tables; what is learned may depend on all of it."""

    sought: Sought
    rng: np.random.Generator
    first: list[Floats] = field(default_factory=list)
    second: list[Floats] = field(default_factory=list)

    def add(self, outputs: Outputs) -> tuple[Floats, Floats]:
        """Keep these draws; returns them as tables, as they are looked at."""
        first, second = (self.sought.released(as_table(np.array(values))) for values in outputs)
        self.first.append(first)
        self.second.append(second)
        return first, second

    def __len__(self) -> int:
        return sum(map(len, self.first + self.second))

    def tables(self, part: slice) -> tuple[Floats, Floats]:
        """This part of all calls for draws, on the first and on the second dataset."""
        return np.concatenate(self.first[part]), np.concatenate(self.second[part])

    def suspects(self, purpose: Purpose, low_bits: bool = True) -> list[Suspect]:
        """What all draws so far suggest."""
        return suspects(*self.tables(slice(None)), purpose, self.sought, self.rng, low_bits)


def blackbox_bound(
    draw: Draw[Data],
    pairs: Sequence[tuple[Data, Data]],
    *,
    delta: float,
    draws: int,
    confidence: float = 0.95,
    seed: int = 0,
    sought: Sought = ANYTHING,
) -> BlackBoxResult:
    """A lower bound on epsilon at ``delta`` that holds with the stated confidence, from at most ``draws`` draws in all.

    ``draw(dataset, n, rng)`` gives n outputs of shape (n,) or (n, columns), finite or not; it is called in an order and
    with sizes that its outputs and the seed determine, so recorded outputs can be replayed. One that has ``on_both``
    is asked for the outputs on both datasets at once, which it makes in a random order. ``sought`` says what is
    claimed, and so which kinds of leaks are worth a test of their own.
    Raises BadInput for no pairs, too few draws, or a delta out of range.
    """
    _check_arguments(pairs, delta, draws)
    coins, noise, mixing = (np.random.default_rng(child) for child in np.random.SeedSequence(seed).spawn(3))
    drawer = _Drawer(draw, pairs, draws, coins, noise)
    search = _Search(drawer, sought, delta, 1 - confidence, mixing)
    found = search.pairs()
    missing = (int(LEARNING * draws) - sum(map(len, found.values()))) // len(found)
    if missing > FEWEST_DRAWS:
        for pair, seen in found.items():
            seen.add(drawer("learning", pair, missing))
    return _tested(search, found)


def _check_arguments(pairs: Sequence[tuple[Data, Data]], delta: float, draws: int) -> None:
    if not len(pairs):
        raise BadInput("pairs", "there are none", "give at least one pair of neighbouring datasets")
    if not 0 <= delta < 1:
        raise BadInput("delta", f"is {delta}", "give a number in [0, 1)")
    if draws < FEWEST_DRAWS * 10 * len(pairs):
        raise BadInput("draws", f"are {draws}", f"allow at least {FEWEST_DRAWS * 10} for each pair")


@dataclass
class _Search(Generic[Data]):
    """The search for the pairs on which to test."""

    drawer: _Drawer[Data]
    sought: Sought
    delta: float
    error: float
    rng: np.random.Generator

    @property
    def purpose(self) -> Purpose:
        """What an event is chosen for now."""
        return Purpose(self.drawer.left, self.delta, self.error)

    def pairs(self) -> dict[int, _Seen]:
        """The most promising pair with its draws, and those on which alone another kind promises more than is claimed.

        By halving the field, with equal draws per round. What is drawn of a dataset for one pair teaches
        about all that have it.
        """
        live = unordered(self.drawer.pairs)
        seen = {i: _Seen(self.sought, self.rng) for i in live}
        rounds = (len(live) - 1).bit_length()
        guests: list[int] = []
        while len(live) > 1:
            end_if_interrupted()
            drawn = list(dict.fromkeys([*live, *guests]))
            self._draw(drawn, seen, int(SEARCHING * self.drawer.total / rounds / len(drawn)))
            found = {i: seen[i].suspects(self.purpose) for i in drawn}
            live.sort(key=lambda i: -leader(found[i], self.sought).predicted)
            last = len(live) == 2 or self.sought.claimed == inf
            guests = best_elsewhere(found, live[0], self.sought, last)
            live = live[: -(-len(live) // 2)]
        return {i: seen[i] for i in dict.fromkeys([live[0], *guests])}

    def _draw(self, drawn: list[int], seen: dict[int, _Seen], each: int) -> None:
        """Draw so often of each of the pairs, for all of them that have a dataset in common.

        A dataset of k pairs is drawn sqrt(k) times as often in all as one of a single pair, which makes the sum of the
        variances of what is compared the least.
        """
        keys = {i: tuple(map(_key, self.drawer.pairs[i])) for i in drawn}
        times = Counter(key for own in keys.values() for key in own)
        for i, own in keys.items():
            first, second = (times[key] ** 0.5 for key in own)
            tables = seen[i].add(self.drawer("search", i, each, second / (first + second)))
            for other, theirs in keys.items():
                for table, key in zip(tables, own, strict=True):
                    if other != i and key in theirs:
                        (seen[other].first, seen[other].second)[theirs.index(key)].append(table)


def unordered(pairs: Sequence[tuple[object, object]]) -> list[int]:
    """Indices of the pairs without those that repeat an earlier one, in either order."""
    found: dict[frozenset[bytes], int] = {}
    for i, pair in enumerate(pairs):
        found.setdefault(frozenset(map(_key, pair)), i)
    return sorted(found.values())


def _key(dataset: object) -> bytes:
    return pickle.dumps(dataset)


def _vary(outputs: Array) -> bool:
    table = as_table(outputs)
    return not np.array_equal(table, np.broadcast_to(table[0], table.shape), equal_nan=True)


def _tested(search: _Search[Data], pairs: dict[int, _Seen]) -> BlackBoxResult:
    """Test on blocks of the draws that are left, each with the events that all draws before it suggest."""
    drawer, sought = search.drawer, search.sought
    trials = _trials(search, pairs)
    pairs = {pair: pairs[pair] for pair in sorted({trial.pair for trial in trials})}
    plan = _plan(trials, drawer.left // len(pairs))
    failures = False
    for number, size in enumerate(plan):
        for pair, seen in pairs.items():
            end_if_interrupted()
            own = [trial for trial in trials if trial.pair == pair]
            learns = number and not all(trial.once for trial in own)
            suggested = seen.suspects(search.purpose, low_bits=False) if learns else []
            tested = seen.add(drawer("testing", pair, size))
            failures |= any(failed_rows(table, sought.failed).any() for table in tested)
            for trial in own:
                trial.learn(suggested)
                trial.count(*tested, search.rng)
    found = ranked(each for trial in trials for each in trial.conclude(search.delta, sought, failures))
    told = "" if found[0].epsilon > sought.claimed else "; ".join(filter(None, (each.unsettled for each in trials)))
    return replace(_result(search, found, pairs[found[0].pair], len(plan)), unsettled=told)


def _trials(search: _Search[Data], pairs: dict[int, _Seen]) -> list[Trial]:
    """What is worth a test on each pair, each kind once, where it promises most; the error in equal shares."""
    found = {pair: {each.kind: each for each in seen.suspects(search.purpose)} for pair, seen in pairs.items()}
    best: dict[Kind, tuple[int, Suspect]] = {}
    for pair, each in ((pair, each) for pair, listed in found.items() for each in listed.values()):
        known = best.get(each.kind)
        if known is None or outshone(known[1].predicted, each.predicted, search.sought):
            best[each.kind] = pair, each
    tested = worth_testing([each for _, each in best.values()], search.sought)
    used = {best[each.kind][0] for each in tested}
    share, left = search.error / len(tested), search.drawer.left // len(used)
    few = [
        each.kind == "low_bits" or min(each.choice.first, each.choice.second) * left / 2 < FEW_HITS for each in tested
    ]
    return [Trial(each, best[each.kind][0], share, once) for each, once in zip(tested, few, strict=True)]


def _plan(trials: list[Trial], left: int) -> list[int]:
    """Sizes of the test blocks: one where hits are few, since splitting few hits costs more than learning gains."""
    if all(trial.once for trial in trials):
        return [left]
    sizes = [int(share * left) for share in BLOCKS[:-1]]
    return [*sizes, left - sum(sizes)]


def _result(search: _Search[Data], found: tuple[Found, ...], seen: _Seen, blocks: int) -> BlackBoxResult:
    """``seen`` is what was drawn of the first one's pair, its last ``blocks`` to test."""
    drawer = search.drawer
    why = f"all {drawer.total - drawer.left} draws were used, {blocks} block{'s' if blocks > 1 else ''} of them to test"
    # The counts of an event that stayed as it was are of all blocks
    own = blocks if len(found[0].blocks) == 1 else 1
    bands = bands_of(found[0], seen.tables(slice(None, -own)), seen.tables(slice(-own, None)))
    return BlackBoxResult(found, search.delta, tuple(drawer.spent.items()), why, bands, drawer.varied)

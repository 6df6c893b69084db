"""What an audit looks at in an output: its entries, simple combinations of them, low bits, and the row as a whole.

Outputs are binned at quantiles of a sample of 20,000, dense towards the tails, where leaks are; a value with 0.2% of
the sample has a bin of its own. Low bits are looked at together with the place of the output, which tells uniform
noise from its neighbour's. Of more than 64 columns the low bits of those that tell most are kept: 4,000 runs of 300
columns take 4.6 CPU seconds where all of them took 25.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations

import numpy as np
import numpy.typing as npt

from littlestone.proofs_check.audits.subjects.number_text import WHOLE_FLOATS

Floats = npt.NDArray[np.float64]
Codes = npt.NDArray[np.int64]
DIGITS = 53  # binary ones of a float
NO_BIT = 2000.0  # of zero
PLACES, EXPONENTS = 16, 4096  # of low bits: the places they are looked at in; more than a float has exponents
COLUMNS, PAIRED_COLUMNS = 64, 8  # entries looked at; 8 have 28 differences, 64 would have 2016
CLOSER = 0.9  # of its variance: independent entries have differences that vary more than either
QUARTERS = np.array([0.25, 0.5, 0.75])
FAR = 20.0  # interquartile ranges: stand-ins for infinity would else be all of a variance
SAMPLE = 20_000  # cut points are placed by so many outputs: a tail of 0.0005 has ten of them
ATOM = 0.002  # a value with this share of the sample is an outcome of its own and not a part of a quantile
# Finer towards the tails, where ratios are largest
TAILS = (0.0005, 0.001, 0.002, 0.004, 0.007, 0.012, 0.02, 0.032, 0.05, 0.07, 0.1)
LEVELS = np.array([*TAILS, *np.linspace(0.13, 0.87, 26), *(1 - t for t in reversed(TAILS))])
BELOW_ZERO = -5e-324  # what stands for a zero of negative sign
FAILED_RUN, NAN, INFINITY = -1e303, -1e302, 1e301  # finite stand-ins, far from all else, whose sums stay finite
LARGEST_SEEN = 1e300  # targets' outputs are drawn in to it, so that it stands for infinity
FEWEST_DIGITS, MOST_DIGITS = 3, 15  # of a cut
FEW_VALUES = 100  # so many are each a bin of their own; with more, bins are cut at quantiles
CELLS = 20_000  # with more, the draws in a cell are too few to learn from; not tuned


@dataclass(frozen=True)
class Feature:
    """A number read off each output: ``of`` maps outputs (n, columns) to n floats; ``name`` says it in words.

    An entry of the output itself is not ``derived``, nor its lowest set bit: they are looked at however little they
    tell.
    """

    name: str
    of: Callable[[Floats], Floats]
    derived: bool = True


@dataclass(frozen=True)
class Bins:
    """Cut points of a feature, each opening a bin; ``atoms`` marks the bins that hold a single value."""

    cuts: Floats
    atoms: npt.NDArray[np.bool_]

    def codes(self, values: Floats) -> Codes:
        """The bin of each value, in 0..len(cuts)."""
        return np.searchsorted(self.cuts, values, side="right")

    @property
    def abrupt(self) -> npt.NDArray[np.bool_]:
        """Which cuts have an atom next to them."""
        return self.atoms[1:] | self.atoms[:-1]

    def thinned(self, most: int) -> Bins:
        """About ``most`` of the bins: cuts are left out evenly, those next to an atom only where these are too many."""
        most = max(most, 4)
        loose = ~self.abrupt if self.abrupt.sum() <= 2 * most and not self.abrupt.all() else np.ones_like(self.abrupt)
        every = max(1, -(-int(loose.sum()) // most))
        kept = ~loose | (np.cumsum(loose) % every == 0)
        return Bins(self.cuts[kept], self.atoms[np.concatenate([[True], kept])])


@dataclass(frozen=True)
class Cells:
    """Whole rows as one outcome: entries that repeat are kept, entries of a continuous column are one token."""

    atoms: tuple[Floats, ...]
    keys: npt.NDArray[np.uint64]
    rows: Floats
    exact: bool

    def codes(self, table: Floats) -> Codes:
        """The cell of each row; rows never seen are in the last one, number len(keys)."""
        keys = _row_keys(self.atoms, table)
        at = np.minimum(np.searchsorted(self.keys, keys), len(self.keys) - 1)
        return np.where(self.keys[at] == keys, at, len(self.keys))


def as_table(outputs: npt.ArrayLike) -> Floats:
    """Outputs as floats (n, columns), infinities and not-a-number replaced by finite values; a view where it can be."""
    values = np.asarray(outputs)
    table = values.reshape(len(values), -1).astype(np.float64, copy=False)
    return table if np.isfinite(table).all() else np.nan_to_num(table, nan=NAN, posinf=INFINITY, neginf=-INFINITY)


def number_text(value: float) -> str:
    """A number with the digits that it needs, at most 15; what stands for infinity or not-a-number as what it is."""
    if abs(value) >= LARGEST_SEEN:
        return {NAN: "nan", FAILED_RUN: "failed"}.get(float(value), "inf" if value > 0 else "-inf")
    return "-0" if value == BELOW_ZERO else f"{value:.15g}"


def features_of(sample: Sample) -> tuple[Feature, ...]:
    """The features worth a look for outputs like this sample: first its entries, then what is derived."""
    varying = [i for i, each in enumerate(sample.columns) if len(each.distinct) > 1]
    columns = varying[:COLUMNS]
    # The entries first: what only repeats one of them is then not the one that is named
    entries = _of_many(_entry, varying)
    return entries + ((*_of_rows(), _sides(sample), *_differences(columns, sample)) if len(columns) > 1 else ())


def low_bits_of(columns: Sequence[int], sample: Sample) -> tuple[Feature, ...]:
    """What the last bits of these columns' entries show, by themselves and at different places of the entry."""
    return _of_many(_low_bit, columns) + tuple(_low_bit_and_place(i, sample) for i in columns[:PAIRED_COLUMNS])


def _of_many(feature: Callable[[int], Feature], columns: Iterable[int]) -> tuple[Feature, ...]:
    """This feature of each column; of very many, those beyond the first are looked at where they tell most."""
    return tuple(replace(feature(i), derived=at >= COLUMNS) for at, i in enumerate(columns))


@dataclass(frozen=True)
class Column:
    """The values of a column of a sample."""

    values: Floats

    @cached_property
    def _counted(self) -> tuple[Floats, Codes]:
        return np.unique(self.values, return_counts=True)

    @property
    def distinct(self) -> Floats:
        """Its distinct values, in order."""
        return self._counted[0]

    @property
    def is_discrete(self) -> bool:
        """Whether the values are outcomes rather than reals: most are seen again in such a sample, or integers."""
        return self.repeats or self.are_integers

    @property
    def repeats(self) -> bool:
        """Whether most values are seen again in a sample of this size."""
        return len(self.distinct) * 4 < len(self.values)

    @property
    def are_integers(self) -> bool:
        """Whether all values are integers, and not floats so large that they can be nothing else."""
        return bool(np.all((self.values == np.round(self.values)) & (np.abs(self.values) < WHOLE_FLOATS)))

    @cached_property
    def frequent(self) -> Floats:
        """The values with a share of the sample that makes each an outcome of its own."""
        return self.distinct[self._counted[1] >= max(ATOM * len(self.values), 5)]

    @property
    def atoms(self) -> Floats:
        """All values of a discrete column; of a continuous one, those that repeat often."""
        return self.distinct if self.is_discrete else self.frequent


@dataclass(frozen=True)
class Sample:
    """Outputs (n, columns) of both inputs, by which it is settled what is looked at."""

    table: Floats

    @cached_property
    def columns(self) -> tuple[Column, ...]:
        """The columns."""
        return tuple(map(Column, self.table.T))


def sample_of(first: Floats, second: Floats) -> Sample:
    """The first outputs on either input."""
    return Sample(np.concatenate([first[: SAMPLE // 2], second[: SAMPLE // 2]]))


def bins_of(own: Column) -> Bins:
    """Cut points for the values of a sample: at each where they are few, else at quantiles and around atoms."""
    if len(own.distinct) <= FEW_VALUES:
        return Bins(own.distinct[1:], np.ones(len(own.distinct), dtype=np.bool_))
    atoms = own.frequent
    cuts = _short(np.quantile(own.values, LEVELS), own.distinct)
    cuts = np.unique(np.concatenate([cuts, atoms, np.nextafter(atoms, np.inf)]))
    starts = np.concatenate([[-np.inf], cuts])
    return Bins(cuts, np.isin(starts, atoms))


def _short(cuts: Floats, values: Floats) -> Floats:
    """The cuts with as few digits as part these sorted values at the same places, so that they can be printed whole."""
    short, places, left = cuts.copy(), np.searchsorted(values, cuts), np.arange(len(cuts))
    for digits in range(FEWEST_DIGITS, MOST_DIGITS + 1):
        rounded = np.array([float(f"{cut:.{digits}g}") for cut in cuts[left]])
        same = np.searchsorted(values, rounded) == places[left]
        short[left[same]] = rounded[same]
        left = left[~same]
    return short


def cells_of(sample: Sample, table: Floats) -> Cells | None:
    """The whole-row outcomes of a table, entries judged by a sample of it; None where too many to be counted."""
    atoms = tuple(each.atoms for each in sample.columns)
    # Fewer than four outputs to an outcome are no table, but noise
    if len(np.unique(_row_keys(atoms, sample.table))) > len(sample.table) // 4:
        return None
    keys, first = np.unique(_row_keys(atoms, table), return_index=True)
    if not 1 < len(keys) <= CELLS:
        return None
    return Cells(atoms, keys, table[first], all(each.is_discrete for each in sample.columns))


def lowest_set_bits(values: Floats) -> Floats:
    """The exponent of the lowest set bit of each float, 2000 for zero."""
    part, exponent = np.frexp(values)
    whole = np.ldexp(part, DIGITS).astype(np.int64)
    place = np.frexp((whole & -whole).astype(np.float64))[1] - 1
    return np.where(whole == 0, NO_BIT, exponent - DIGITS + place)


def _entry(i: int) -> Feature:
    return Feature(f"x{i}", lambda table: table[:, i], derived=False)


def _low_bit(i: int) -> Feature:
    name = f"the exponent of the lowest set bit of x{i}"
    return Feature(name, lambda table: lowest_set_bits(table[:, i]), derived=False)


def _low_bit_and_place(i: int, sample: Sample) -> Feature:
    """Of uniform noise the last bits show what they show only together with the place of the output."""
    cuts = np.quantile(sample.table[:, i], np.linspace(0, 1, PLACES + 1)[1:-1])
    name = f"x{i}'s low bits by place"

    def bit_and_place(table: Floats) -> Floats:
        place = np.searchsorted(cuts, table[:, i]).astype(np.float64)
        return EXPONENTS * place + lowest_set_bits(table[:, i])

    return Feature(name, bit_and_place)


def _of_rows() -> tuple[Feature, ...]:
    return (
        Feature("the sum", lambda table: table.sum(axis=1)),
        Feature("the maximum", lambda table: table.max(axis=1)),
        Feature("the minimum", lambda table: table.min(axis=1)),
        Feature("the index of the maximum", lambda table: table.argmax(axis=1).astype(np.float64)),
    )


def _sides(sample: Sample) -> Feature:
    """Of Laplace noise the side of an entry tells all but all, where steps are small."""
    medians = np.median(sample.table, axis=0)
    name = "how many more entries are above their medians than below"
    return Feature(name, lambda table: np.sign(table - medians).sum(axis=1))


def _differences(columns: list[int], sample: Sample) -> tuple[Feature, ...]:
    """Of few entries those of any two; of many those of an entry and the one that it follows most closely."""
    if len(columns) <= PAIRED_COLUMNS:
        return tuple(_difference(i, j) for i, j in combinations(columns, 2))
    leaders = followed(near(sample.table[:, columns]))
    return tuple(_difference(columns[i], columns[j]) for i, j in enumerate(leaders) if i != j)


def followed(sample: Floats) -> Codes:
    """For each column the earlier one with which its difference varies least, where less than itself; else itself.

    Of a sample from which what is far out was cut off. Running sums, and sums over nested ranges, have noise in common,
    of which these differences are free.
    """
    covariance = np.cov(sample, rowvar=False)
    own = np.diag(covariance)
    apart = own[:, None] + own - 2 * covariance
    apart[np.triu_indices(len(apart))] = np.inf
    best = np.argmin(apart, axis=1)
    return np.where(apart.min(axis=1) < CLOSER * own, best, np.arange(len(own)))


def near(table: Floats) -> Floats:
    """A table with what is far out, such as stand-ins for infinity, cut off."""
    low, middle, high = np.quantile(table, QUARTERS, axis=0)
    reach = FAR * np.where(high > low, high - low, np.std(np.clip(table, -1e6, 1e6), axis=0))
    return np.clip(table, middle - reach, middle + reach)


def _difference(i: int, j: int) -> Feature:
    return Feature(f"x{i} - x{j}", lambda table: table[:, i] - table[:, j])


def _row_keys(atoms: tuple[Floats, ...], table: Floats) -> npt.NDArray[np.uint64]:
    """One hash per row of the numbers of its entries' atoms, zero for entries that are none."""
    keys = np.zeros(len(table), dtype=np.uint64)
    for i, known in enumerate(atoms):
        keys = (keys ^ (keys >> np.uint64(29))) * np.uint64(0x9E3779B97F4A7C15)
        if len(known):
            at = np.minimum(np.searchsorted(known, table[:, i]), len(known) - 1)
            keys += np.where(known[at] == table[:, i], at + 1, 0).astype(np.uint64)
    return keys

"""What of the outputs a kind of leak is looked for in: as they are, in cells of a grid, or whether the run failed.

Each kind of leak is told in a view of its own because in one view of all the largest decides: on a coarse grid, with
failures and one-sided outputs set aside, what is left is too little noise.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

from littlestone.proofs_check.audits.search.events import ThresholdEvent
from littlestone.proofs_check.audits.search.features import FAILED_RUN, Column, Floats, Sample, as_table

Mask = npt.NDArray[np.bool_]
# A cell is a 2^-8 of the least sixteenth of the outputs: far above what floats of 24 bits resolve, far below any noise
PARTS, FINER = 16, 8
DIGITS = 12  # binary ones kept of an output smaller than a cell: it may be on another scale
LEAST_EXPONENT = -1000
CHUNK = 512  # rows, 64 columns of which fit a cache; the answer does not depend on it
PARTED = 2.0**52  # so many cells up a float has no part of a cell left


@dataclass(frozen=True)
class Rounding:
    """Outputs in cells: column i in cells of width ``steps[i]``, a power of two, or as it is where that is 0.

    Values below 2^12 cells in size have smaller cells, of 12 binary digits. ``atoms`` are values that repeat, and stay
    apart.
    """

    steps: tuple[float, ...]
    atoms: tuple[Floats, ...]

    @property
    def columns(self) -> tuple[int, ...]:
        """The columns that are rounded: those of real numbers."""
        return tuple(i for i, step in enumerate(self.steps) if step)

    def __call__(self, table: Floats) -> Floats:
        """The table with each real number replaced by one for its cell."""
        rounded = np.empty_like(table)
        for start in range(0, len(table), CHUNK):
            part = table[start : start + CHUNK]
            low, width, whole = self._cells(part, range(len(self.steps)))
            # A third up, so that no cell is taken for an atom at its end
            rounded[start : start + CHUNK] = np.where(whole, part, low + width / 3)
        return rounded

    def shuffled(self, table: Floats, rng: np.random.Generator) -> Floats:
        """The table with its entries' places in their cells exchanged among the rows: low bits then say nothing."""
        mixed = table.copy()
        for i in self.columns:
            low, width, whole = self._cells(table[:, [i]], [i])
            places = rng.permutation((table[:, [i]] - low) / width)
            mixed[:, [i]] = np.where(whole, table[:, [i]], low + width * places)
        return mixed

    def _cells(self, table: Floats, columns: Sequence[int]) -> tuple[Floats, Floats, Mask]:
        """The lower ends of the cells of these columns' entries, their widths, and which entries stay as they are.

        Those are the ones of columns that are not rounded, zeros, atoms, and what is so many cells up that a float has
        no part of a cell left.
        """
        steps, size = np.array([self.steps[i] for i in columns]), np.abs(table)
        whole = (steps == 0) | (table == 0) | (size / PARTED >= steps)
        for at, i in enumerate(columns):
            if len(self.atoms[i]):
                whole[:, at] |= np.isin(table[:, at], self.atoms[i])
        # Floats are 2^-52 of the power of two below them apart
        width = np.minimum(steps, np.maximum(np.spacing(size) * 2.0 ** (53 - DIGITS), 2.0**LEAST_EXPONENT))
        width[whole] = 1.0
        return np.floor(table / width) * width, width, whole


def rounding_of(sample: Sample) -> Rounding:
    """The cells for outputs like this sample: columns whose values repeat are left as they are."""
    return Rounding(tuple(map(_step, sample.columns)), tuple(each.frequent for each in sample.columns))


def _step(values: Column) -> float:
    reals = values.values[~np.isin(values.values, values.frequent)]
    if values.repeats or not len(reals):
        return 0.0
    gaps = np.diff(np.quantile(reals, np.linspace(0, 1, PARTS + 1)))
    gaps = gaps[gaps > 0]
    if not len(gaps):
        return 0.0
    step = float(np.ldexp(1.0, max(int(np.frexp(gaps.min())[1]) - 1 - FINER, LEAST_EXPONENT)))
    return 0.0 if step <= 1 and values.are_integers else step


@dataclass(frozen=True)
class View:
    """Which draws are considered, and what is seen of them: cells, outputs as they are, or whether the run failed.

    Rows that hold ``failed`` in every column are runs that failed. Where cells or outputs are seen, they are set aside,
    and so are draws in one of the events ``aside``; "runs" are cells, and failed runs as an outcome of their own.
    """

    failed: float | None
    rounding: Rounding
    shows: Literal["cells", "outputs", "failures", "runs"]
    aside: tuple[ThresholdEvent, ...] = ()

    def __call__(self, table: Floats) -> tuple[Floats, Mask]:
        """What is seen of each row (n, columns), and which rows are considered (n,)."""
        lost = failed_rows(table, self.failed)
        if self.shows == "failures":
            return lost.astype(np.float64)[:, None], np.ones(len(table), dtype=np.bool_)
        if self.shows == "runs":
            return np.where(lost[:, None], FAILED_RUN, self.rounding(table)), np.ones(len(table), dtype=np.bool_)
        seen, considered = self.rounding(table) if self.shows == "cells" else table, ~lost
        for event in self.aside:
            considered &= ~event.contains(seen)
        return seen, considered

    def considered(self, table: Floats) -> Floats:
        """What is seen of the rows that are considered."""
        seen, considered = self(table)
        return seen if considered.all() else seen[considered]


def failed_rows(table: Floats, failed: float | None) -> Mask:
    """Which rows stand for runs that failed."""
    if failed is None:
        return np.zeros(len(table), dtype=np.bool_)
    lost: Mask = (table == failed).all(axis=1)
    return lost


@dataclass(frozen=True)
class ViewedEvent:
    """An event in a view of the outputs; draws that are not considered are not in it."""

    view: View
    event: ThresholdEvent

    @property
    def description(self) -> str:
        """The event in words."""
        return self.event.description

    def hits(self, outputs: npt.ArrayLike) -> tuple[Mask, Mask]:
        """Which of the outputs, shape (n,) or (n, columns), are in the event, and which are considered."""
        seen, considered = self.view(as_table(outputs))
        return self.event.contains(seen) & considered, considered

    def scores(self, outputs: npt.ArrayLike) -> Floats:
        """The scores of the considered outputs."""
        return self.event.score(self.view.considered(as_table(outputs)))

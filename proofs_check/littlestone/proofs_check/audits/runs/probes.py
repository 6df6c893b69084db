"""Where hypotheses are compared: the points on which an output is looked at, and which of them are its columns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np

from littlestone.proofs_check.audits.subjects.instances import Instance, Pair, Point, as_points, table_of
from littlestone.proofs_check.bad_input import BadInstance

MOST_COLUMNS = 64  # entries that the search looks at, features.COLUMNS


@dataclass(frozen=True)
class Probe:
    """The points on which hypotheses are compared, and which of them become columns of an output (at most 64).

    Where there are more points, a hypothesis is also summed up on all of them. An output keeps its first ``most``
    numbers, and a fingerprint of all where it has more. ``observe`` names the fitted attributes that are compared
    instead, laid end to end.
    """

    points: tuple[Point, ...]
    columns: tuple[int, ...]
    most: int = MOST_COLUMNS
    observe: tuple[str, ...] = ()

    @property
    def is_whole(self) -> bool:
        """Every point is a column."""
        return len(self.columns) == len(self.points)

    @cached_property
    def is_range(self) -> bool:
        """The points are 0, 1, 2, ... in order."""
        return self.points == tuple(range(len(self.points)))


def probe_of(instance: Instance, pairs: Sequence[Pair], text: str | None = None) -> Probe:
    """The probe of an audit: the points that ``text`` names, else all points of the instance.

    ``text`` is a .csv or .npy file of points or, for points 0..N-1, their numbers separated by commas. Columns are
    first the points of the rows that change in the pairs, then evenly spread ones. Raises BadInstance for a point
    outside the domain.
    """
    points = tuple(instance.points) if text is None else _given_probe(instance, text)
    if len(points) <= MOST_COLUMNS:
        return Probe(points, tuple(range(len(points))))
    place = {x: i for i, x in enumerate(points)}
    changes = [(pair, pair.changed) for pair in pairs]
    rows = [sample[i] for pair, i in changes if i is not None for sample in (pair.first, pair.second)]
    near = [place[x] + step for x, _ in rows if x in place for step in (0, -1, 1)]
    spread = np.linspace(0, len(points) - 1, MOST_COLUMNS).round().astype(int).tolist()
    wanted = dict.fromkeys(i for i in near[: MOST_COLUMNS // 2] + spread if 0 <= i < len(points))
    return Probe(points, tuple(sorted(list(wanted)[:MOST_COLUMNS])))


def _given_probe(instance: Instance, text: str) -> tuple[Point, ...]:
    where = f"--probe {text}"
    listed = all(part.strip().lstrip("-").isdecimal() for part in text.split(","))
    points = dict.fromkeys(map(int, text.split(",")) if listed else _points_in(Path(text)))
    size, widths = instance.domain, [len(x) if isinstance(x, tuple) else 1 for x in (instance.points[0], *points)]
    for x, width in zip(points, widths[1:], strict=True):
        if size is not None and not (isinstance(x, int) and 0 <= x < size):
            raise BadInstance(where, f"the point {x} is outside the domain", f"points are 0..{size - 1}")
        if size is None and width != widths[0]:
            raise BadInstance(where, f"the point {x} has {width} features", f"points of this instance have {widths[0]}")
    return tuple(points)


def _points_in(file: Path) -> tuple[Point, ...]:
    table, _, words = table_of(file, "probe")
    for column in words.values():
        raise column.fault
    return as_points(table)

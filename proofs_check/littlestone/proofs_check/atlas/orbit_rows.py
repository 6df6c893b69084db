"""A row for each orbit of the classes on five points: its least class, how many it has, and parameters as integers."""

from __future__ import annotations

import gzip
import io
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from littlestone.proofs_check.arrays import Array
from littlestone.proofs_check.explore.listings import listing, places, thermometer
from littlestone.proofs_check.orbits.invariance import invariant
from littlestone.spec.algebra.circuit import nodes_of
from littlestone.spec.parameters.library import PARAMETERS

ROW_POINTS = 5
MOST_GATES = 60_000  # of a parameter's circuit: those above cost more than all others together
ROWS_AT_ONCE = 1 << 16


@dataclass(frozen=True, eq=False)
class OrbitRows:
    """Orbits of classes by their least class, uint32 in increasing order, how many classes each has, uint16, and the
    values of parameters, int8 [orbits] for each name."""

    points: int
    numbers: Array
    orbits: Array
    columns: Mapping[str, Array]

    def __len__(self) -> int:
        return len(self.numbers)


def tabled_parameters(points: int = ROW_POINTS) -> list[str]:
    """The integer parameters that cost little and have normal forms that are the same for all of an orbit."""
    affordable = [name for name, parameter in PARAMETERS.items() if parameter.circuit_points >= points]
    return [name for name in affordable if _is_tabled(name, points)]


def _is_tabled(name: str, points: int) -> bool:
    values, truths = thermometer(name, points)
    integers = all(isinstance(value, int) and -128 <= value < 128 for value in values)
    return integers and sum(1 for _ in nodes_of(truths)) <= MOST_GATES and invariant(truths, points) is None


def orbit_rows(points: int = ROW_POINTS) -> OrbitRows:
    """The rows of all orbits of non-empty classes; some 20 seconds of a processor on 5 points."""
    classes = listing(points, True)
    order = np.argsort(classes.numbers)
    columns = {name: _column(name, points)[order] for name in tabled_parameters(points)}
    return OrbitRows(points, classes.numbers[order], classes.weights[order].astype(np.uint16), columns)


def _column(name: str, points: int) -> Array:
    values = np.array(thermometer(name, points)[0], dtype=np.int8)
    found: Array = values[places(name, points, True)]
    return found


# ---- As bytes, the same for the same rows


def packed(rows: OrbitRows) -> bytes:
    """The rows as a page unpacks them, deflated: each column whole, the numbers as differences, all little-endian."""
    differences = np.diff(rows.numbers.astype(np.int64), prepend=0).astype("<u4")
    columns = [column.astype(np.int8).tobytes() for column in rows.columns.values()]
    return zlib.compress(b"".join([differences.tobytes(), rows.orbits.astype("<u2").tobytes(), *columns]))


def csv_gz(rows: OrbitRows) -> bytes:
    """The rows as comma-separated values, compressed with gzip: id, number, orbit and the parameters."""
    file = io.BytesIO()
    with gzip.GzipFile(fileobj=file, mode="wb", compresslevel=6, mtime=0) as compressed:
        for lines in _lines(rows):
            compressed.write(lines.encode())
    return file.getvalue()


def _lines(rows: OrbitRows) -> Iterator[str]:
    yield ",".join(["id", "number", "orbit", *rows.columns]) + "\n"
    for start in range(0, len(rows), ROWS_AT_ONCE):
        part = slice(start, start + ROWS_AT_ONCE)
        numbers = [str(number) for number in rows.numbers[part].tolist()]
        ids = [f"c{rows.points}-{number}" for number in numbers]
        values = [map(str, column[part].tolist()) for column in (rows.orbits, *rows.columns.values())]
        yield "".join(f"{line}\n" for line in map(",".join, zip(ids, numbers, *values, strict=True)))

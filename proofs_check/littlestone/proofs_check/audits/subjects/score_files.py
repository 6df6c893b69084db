"""Membership scores as they are given: arrays, or a CSV file with a row for each canary of each run."""

from __future__ import annotations

import csv
import math
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from littlestone.impl.classes.matrices import is_number
from littlestone.proofs_check.bad_input import BadInput

FORM = "write a header and rows such as run,canary,in,score / 0,17,1,-0.25; run and canary may be left out"
INSIDE = {"1": True, "true": True, "0": False, "false": False}


class Run(NamedTuple):
    """The scores of one run's canaries, and which of them were in."""

    scores: npt.NDArray[np.float64]
    coins: npt.NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Scores:
    """The runs, how the answer calls them, and whether that is the name of a file."""

    name: str
    runs: tuple[Run, ...]
    is_file: bool

    @property
    def coins(self) -> int:
        """The canaries of all runs, each as often as it was in or out."""
        return sum(len(run.scores) for run in self.runs)


def scores_of_arrays(scores: npt.ArrayLike, included: npt.ArrayLike | None) -> Scores:
    """Scores of shape (canaries,) or (runs, canaries), and 1 or True where a canary was in.

    Raises BadInput on shapes that differ or are others, on a score that is nan, and on other values than 0 and 1.
    """
    if included is None:
        raise BadInput("included", "it is not given", "say who was in, 1 or 0 for each score")
    try:
        values, inside = np.atleast_2d(np.asarray(scores, np.float64)), np.atleast_2d(np.asarray(included, np.float64))
    except (TypeError, ValueError) as error:
        raise BadInput("scores", f"they are no arrays of numbers ({error})", "give numbers") from error
    if values.shape != inside.shape or values.ndim != 2 or not values.size:
        problem = f"shape {np.shape(scores)}, and that of included {np.shape(included)}"
        raise BadInput("scores", problem, "give both the shape (canaries,) or (runs, canaries)")
    if np.isnan(values).any():
        raise BadInput("scores", f"{int(np.isnan(values).sum())} are nan", "leave out such canaries beforehand")
    if not np.isin(inside, (0, 1)).all():
        raise BadInput("included", "it has other values than 0 and 1", "say 1 where a canary was in")
    runs = tuple(Run(row, coins) for row, coins in zip(values, inside.astype(np.bool_), strict=True))
    return Scores("scores", runs, is_file=False)


def read_scores(file: Path) -> Scores:
    """The scores in a CSV file; raises BadInput, with the line, for whatever is wrong with it."""
    where, found = f"--scores {file}", dict[str, dict[str, tuple[float, bool]]]()
    try:
        with file.open(newline="", encoding="utf-8-sig") as lines:
            for line, row in _rows(csv.DictReader(lines), where):
                run, canary = row.get("run", "0"), row.get("canary", f"of line {line:09}")
                inside, place = INSIDE.get(row["in"].lower()), f"{where}, line {line}"
                if inside is None:
                    raise BadInput(place, f"in is {row['in']!r}", "write 1 or 0")
                if not is_number(row["score"]) or math.isnan(score := float(row["score"])):
                    raise BadInput(place, f"the score {row['score']!r} is no number", "write one")
                if canary in found.setdefault(run, {}):
                    raise BadInput(place, f"canary {canary} of run {run} is there twice", FORM)
                found[run][canary] = score, inside
    except FileNotFoundError as error:
        raise BadInput(where, "there is no such file", "name a CSV file of scores") from error
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise BadInput(where, f"it cannot be read ({error})", FORM) from error
    if not found:
        raise BadInput(where, "it has no rows", FORM)
    # In the order of their names, so that the canaries of different runs can be compared
    ordered = (zip(*(canaries[name] for name in sorted(canaries)), strict=True) for canaries in found.values())
    runs = tuple(Run(np.array(scores), np.array(coins, dtype=np.bool_)) for scores, coins in ordered)
    return Scores(str(file), runs, is_file=True)


def _rows(reader: csv.DictReader[str], where: str) -> Iterator[tuple[int, dict[str, str]]]:
    """The number of each line and what it has in each column."""
    names = [name.strip() for name in reader.fieldnames or ()]
    missing = {"in", "score"} - {*names}
    if missing:
        raise BadInput(where, f"it has no column {' and no column '.join(sorted(missing))}", FORM)
    if len(set(names)) < len(names):
        raise BadInput(where, f"a column is named twice among {', '.join(names)}", FORM)
    reader.fieldnames = names
    for row in reader:
        if None in row or None in row.values():
            raise BadInput(f"{where}, line {reader.line_num}", f"it does not have {len(names)} entries", FORM)
        yield reader.line_num, {name: cell.strip() for name, cell in row.items()}

"""Audits from membership scores that were computed elsewhere: who was in each run, and what score each canary got.

In each of R runs each of m canary rows is in or out by a fair coin of its own, drawn afresh for every run, and the runs
draw their own randomness independently. Together the runs are one mechanism whose output a single coin changes through
one run alone, so it is as private under the change of a coin as one run, and the game of ``onerun`` is played with R m
coins. The same canaries may be in all runs. A score may use the outputs of all runs, but nobody's coins: a score that
is calibrated by who was in other runs, as shadow models are, sees the coins that are guessed.

The highest scores of each run are guessed to be in and as many of the lowest to be out, ties in an order of their own
chance; where runs have few canaries, of which often most are in, the highest and lowest of all runs together. So the
number of guesses is known beforehand, for each of a few shares, which divide the error.

An audit that sees each step of the training has a score of each canary at every step. Half of the error is for the sums
of the steps' normal scores, which no coin takes part in; the other half is divided among the single steps. A step that
is picked when it has been seen has so paid for all: of 50 steps of noise the best one shows a loss in every file.
"""

from __future__ import annotations

import csv
import math
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from math import comb
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from scipy.special import ndtri
from scipy.stats import rankdata

from littlestone.impl.classes.matrices import is_number
from littlestone.impl.privacy.guarantees import ADD_REMOVE
from littlestone.proofs_check.audits.answers.audit_text import shown
from littlestone.proofs_check.audits.answers.six_lines import concluded
from littlestone.proofs_check.audits.auditing import ALWAYS_SAID, stated_confidence, understood
from littlestone.proofs_check.audits.declared import promise_of
from littlestone.proofs_check.audits.findings import with_guesses
from littlestone.proofs_check.audits.onerun import Guessed
from littlestone.proofs_check.audits.request import ScoresRequest, called_with, check_typed
from littlestone.proofs_check.audits.subjects.notions import USUAL_DELTA
from littlestone.proofs_check.audits.subjects.results import AuditResult
from littlestone.proofs_check.audits.subjects.targets import Target
from littlestone.proofs_check.bad_input import BadInput
from littlestone.proofs_check.statistics.binomials import lower_bound

# Of the canaries that are guessed; each has a third of the error
SHARES = Fraction(1), Fraction(1, 4), Fraction(1, 16)
FEW = 16  # canaries of a run: of 16, half of them guessed to be in, at most 90% can be right on average, of 2 only 75%
IMPLAUSIBLE = Fraction(1, 10**6)  # fair coins are taken for others with at most this chance, by each check
COLUMNS = "run", "step", "canary", "in", "score"
FORM = "write a header and rows such as run,step,canary,in,score / 0,9,17,1,-0.25; the first three may be left out"
FALSE_POSITIVES = Fraction(1, 100)  # at which it is usual to say how many are true
INSIDE = {"1": True, "true": True, "0": False, "false": False}
NOTES = (
    "neighbours: one canary in or out; hold it to a claim for a row added or removed",
    "assumed: in every run each canary was in by a fair coin of its own, drawn afresh, and no score uses these coins",
    "the same canaries may be in several runs, whose own randomness must be independent",
)


class Run(NamedTuple):
    """The scores of one run's canaries, of shape (steps, canaries), and which of them were in; what the steps are."""

    scores: npt.NDArray[np.float64]
    coins: npt.NDArray[np.bool_]
    steps: tuple[str, ...] = ("0",)

    def at(self, scores: npt.NDArray[np.float64]) -> Run:
        """The run with one score of each canary."""
        return Run(scores[None], self.coins)

    @property
    def together(self) -> Run:
        """Each canary by the sum of its normal scores; ranks do not depend on how a step's scores are measured."""
        if len(self.steps) == 1:
            return self
        return self.at(ndtri((rankdata(self.scores, axis=1) - 0.5) / len(self.coins)).sum(axis=0))


def scored(request: ScoresRequest) -> AuditResult:
    """Whether membership scores show a larger loss than is claimed: a sound bound from many canaries in few runs.

    The higher a score, the likelier its canary was in. A file has the columns in and score, run and canary where there
    are several runs, and step and canary where there are several scores of each. What is claimed is of one row added or
    removed; delta is 1e-5 by default without an epsilon. The seed is of the order of equal scores.

    Raises BadInput for whatever is wrong with these, such as coins that cannot have been fair or independent.
    """
    check_typed(request)
    start, scores, seed = time.monotonic(), request.scores, request.seed
    is_file = isinstance(scores, str | Path)
    name = str(scores) if is_file else "scores"
    if is_file and request.included is not None:
        raise BadInput("included", "it is given beside a file, whose column in says the same", "give one of them")
    runs = read_scores(Path(scores)) if isinstance(scores, str | Path) else scores_of_arrays(scores, request.included)
    coins = sum(len(run.coins) for run in runs)
    _check_coins(name, runs)
    promise = promise_of(Target(name, None, "scores"), request, relation=ADD_REMOVE, usual_delta=USUAL_DELTA)
    error = (1 - Fraction(repr(stated_confidence(request.confidence)))) / (promise.bounds * len(SHARES))
    tried = {}
    for share in SHARES:
        words = "all scores" if share == 1 else f"the {share} of the scores farthest out"
        for step, counts, part in _guesses(runs, share, seed):
            tried[f"who was in, by {words}{step}"] = Guessed(coins, *counts, part * error, fixed=True)
    same, options = replace(request, **understood(request, promise)), ["--scores", name] if is_file else None
    answer = AuditResult(
        target=name,
        kind="scores",
        epsilon=promise.epsilon,
        delta=promise.delta,
        confidence=float(request.confidence),
        command=same.repeated(options, "audit_scores", repr(name) if options else "scores, included", ALWAYS_SAID),
        seed=seed,
        seconds=0.0,
        notes=(_true_positives(runs), *promise.notes, *NOTES),
        relation=ADD_REMOVE,
        implied=promise.implied,
    )
    found = replace(with_guesses(answer, promise, tried, len(runs)), varied=_vary(runs))
    guesses = 0 if found.one_run is None else found.one_run.guesses
    stopped = f"{guesses} guesses about {coins} coins, of {len(SHARES)} numbers of guesses the best"
    return shown(concluded(replace(found, stopped=stopped, seconds=time.monotonic() - start)))


audit_scores = called_with(ScoresRequest, scored, "audit_scores")


def _guesses(runs: Sequence[Run], share: Fraction, seed: int) -> Iterator[tuple[str, tuple[int, int], Fraction]]:
    """What is guessed by, how many guesses and right ones, and the part of the error: all steps, then the best one."""
    steps, together = runs[0].steps, [run.together for run in runs]
    if len(steps) == 1:
        yield "", _counts(together, share, seed), Fraction(1)
        return
    yield " of all steps together", _counts(together, share, seed), Fraction(1, 2)
    single = [_counts([run.at(run.scores[i]) for run in runs], share, seed) for i in range(len(steps))]
    best = max(range(len(steps)), key=lambda i: single[i][1])
    yield f" at step {steps[best]}, the best of {len(steps):,}", single[best], Fraction(1, 2 * len(steps))


def _pooled(runs: Sequence[Run]) -> list[tuple[npt.NDArray[np.float64], npt.NDArray[np.bool_]]]:
    """The scores of a single step and the coins, of each run; runs of few canaries are as one."""
    scores, coins = [run.scores[0] for run in runs], [run.coins for run in runs]
    if min(map(len, coins)) < FEW:
        scores, coins = [np.concatenate(scores)], [np.concatenate(coins)]
    return [*zip(scores, coins, strict=True)]


def _vary(runs: Sequence[Run]) -> bool:
    """Some two scores that are compared differ; else any guess is chance, and has no power."""
    single = [[run.at(run.scores[i]) for run in runs] for i in range(len(runs[0].steps))]
    return any((scores != scores[0]).any() for step in single for scores, _ in _pooled(step))


def _true_positives(runs: Sequence[Run]) -> str:
    """Of the canaries that were in, those with a score above all but 1% of the others of their run, or of all."""
    found = np.zeros(4, dtype=np.int64)
    for scores, coins in _pooled([run.together for run in runs]):
        others = np.sort(scores[~coins])
        least = others[-1 - int(len(others) * FALSE_POSITIVES)] if len(others) else math.inf
        found += (scores[coins] > least).sum(), coins.sum(), (others > least).sum(), len(others)
    true, inside, false, outside = found.tolist()
    share = f"{true / max(inside, 1):.1%} ({true:,} of {inside:,} that were in, {false:,} of {outside:,} that were not)"
    return f"true positives at 1% false positives, an estimate: {share}"


def _counts(runs: Sequence[Run], share: Fraction, seed: int) -> tuple[int, int]:
    """How many guesses the share of the scores makes, and how many are right."""
    made = right = 0
    for number, (scores, coins) in enumerate(_pooled(runs)):
        each = int(share * len(scores) / 2)
        order = np.lexsort((np.random.default_rng((seed, number)).permutation(len(scores)), scores))
        made += 2 * each
        right += int(coins[order[len(order) - each :]].sum() + each - coins[order[:each]].sum())
    return made, right


# ---- Coins that cannot have been fair and independent


def _check_coins(name: str, runs: Sequence[Run]) -> None:
    """Raise BadInput where fair and independent coins would fall like this with a chance below one in a million."""
    coins = [run.coins for run in runs]
    inside, whole = sum(int(c.sum()) for c in coins), sum(map(len, coins))
    if any(lower_bound(n, whole, IMPLAUSIBLE) > Fraction(1, 2) for n in (inside, whole - inside)):
        problem = f"{inside:,} of {whole:,} are in, which no fair coins do"
        raise BadInput(name, problem, "put each canary in by a coin of its own, with probability 1/2")
    if _are_balanced(coins):
        problem = "every run has exactly half of its canaries in, which independent coins do not"
        raise BadInput(name, problem, "put each canary in by a coin of its own")
    if len(coins) < 2 or any(len(c) != len(coins[0]) for c in coins):
        return
    if _twice(coins):
        problem = "two runs have the same canaries in, or opposite ones, which coins drawn afresh do not"
        raise BadInput(name, problem, "draw the coins of every run anew, or give one of these runs")
    of_canaries = [np.ascontiguousarray(c) for c in np.transpose(coins)]
    if _twice(of_canaries):
        problem = "two canaries are in in the same runs, or in opposite ones, which coins of their own do not do"
        raise BadInput(name, problem, "draw a coin for each canary, or give one of these canaries")
    if _are_balanced(of_canaries):
        problem = "every canary is in exactly half of the runs, which independent coins do not do"
        raise BadInput(name, problem, "draw the coins of every run anew")


def _are_balanced(coins: list[npt.NDArray[np.bool_]]) -> bool:
    """Each list has exactly one half of its canaries in, and there are too many for that to be chance."""
    chance = Fraction(1)
    for c in coins:
        if 2 * c.sum() != len(c):
            return False
        # No less than what decides, lest the fractions grow with the runs
        chance = max(chance * Fraction(comb(len(c), len(c) // 2), 2 ** len(c)), IMPLAUSIBLE / 2)
    return chance < IMPLAUSIBLE


def _twice(coins: list[npt.NDArray[np.bool_]]) -> bool:
    """Two of the lists of coins are the same or opposite, and are too long for that to be chance."""
    twice = len({min(c.tobytes(), (~c).tobytes()) for c in coins}) < len(coins)
    return twice and Fraction(len(coins) ** 2, 2 ** len(coins[0])) < IMPLAUSIBLE


# ---- Scores as they are given: arrays, or a CSV file with a row for each canary of each run


def scores_of_arrays(scores: npt.ArrayLike, included: npt.ArrayLike | None) -> tuple[Run, ...]:
    """Scores of shape (canaries,), (runs, canaries) or (runs, steps, canaries), and 1 or True where a canary was in.

    Raises BadInput on shapes that differ or are others, on a score that is nan, and on other values than 0 and 1.
    """
    if included is None:
        raise BadInput("included", "it is not given", "say who was in, 1 or 0 for each score")
    if any(np.iscomplexobj(array) or np.ma.isMaskedArray(array) for array in (scores, included)):
        raise BadInput("scores", "they, or included, are complex or masked", "give a real number for each canary")
    try:
        values, inside = np.atleast_2d(np.asarray(scores, np.float64)), np.atleast_2d(np.asarray(included, np.float64))
    except (TypeError, ValueError, OverflowError) as error:
        raise BadInput("scores", f"they, or included, are no arrays of numbers ({error})", "give numbers") from error
    if values.ndim == 2:
        values = values[:, None]
    if values.ndim != 3 or not values.size or values[:, 0].shape != inside.shape:
        problem = f"shape {np.shape(scores)}, and that of included {np.shape(included)}"
        raise BadInput("scores", problem, "give both by canary, or run and canary; scores may have steps between")
    if np.isnan(values).any():
        raise BadInput("scores", f"{int(np.isnan(values).sum())} are nan", "leave out such canaries beforehand")
    if not np.isin(inside, (0, 1)).all():
        raise BadInput("included", "it has other values than 0 and 1", "say 1 where a canary was in")
    steps = tuple(map(str, range(values.shape[1])))
    return tuple(Run(rows, coins, steps) for rows, coins in zip(values, inside.astype(np.bool_), strict=True))


def read_scores(file: Path) -> tuple[Run, ...]:
    """The scores in a CSV file; raises BadInput, with the line, for whatever is wrong with it."""
    where, found, steps = f"--scores {file}", dict[str, dict[str, tuple[bool, dict[str, float]]]](), dict[str, None]()
    try:
        with file.open(newline="", encoding="utf-8-sig") as lines:
            for line, row in _rows(csv.DictReader(lines), where):
                run, canary, step = row.get("run", "0"), row.get("canary", f"of line {line:09}"), row.get("step", "0")
                inside, place = INSIDE.get(row["in"].lower()), f"{where}, line {line}"
                if inside is None:
                    raise BadInput(place, f"in is {row['in']!r}", "write 1 or 0")
                if not is_number(row["score"]) or math.isnan(score := float(row["score"])):
                    raise BadInput(place, f"the score {row['score']!r} is no number", "write one")
                was_inside, known = found.setdefault(run, {}).setdefault(canary, (inside, {}))
                if step in known:
                    raise BadInput(place, f"canary {canary} of run {run} is there twice", FORM)
                if inside != was_inside:
                    problem = f"canary {canary} of run {run} is in at one step and out at another"
                    raise BadInput(place, problem, "throw one coin for all steps of a run")
                known[step], steps[step] = score, None
    except FileNotFoundError as error:
        raise BadInput(where, "there is no such file", "name a CSV file of scores") from error
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise BadInput(where, f"it cannot be read ({error})", FORM) from error
    if not found:
        raise BadInput(where, "it has no rows", FORM)
    lacking = [(r, c) for r, canaries in found.items() for c, (_, known) in canaries.items() if len(known) < len(steps)]
    if lacking:
        run, canary = lacking[0]
        raise BadInput(where, f"canary {canary} of run {run} has no score at some step", "score all at every step")
    return tuple(_run(canaries, tuple(steps)) for canaries in found.values())


def _run(canaries: dict[str, tuple[bool, dict[str, float]]], steps: tuple[str, ...]) -> Run:
    """The canaries in the order of their names, so that those of different runs can be compared."""
    inside, known = zip(*(canaries[name] for name in sorted(canaries)), strict=True)
    return Run(np.array([[one[step] for one in known] for step in steps]), np.array(inside, dtype=np.bool_), steps)


def _rows(reader: csv.DictReader[str], where: str) -> Iterator[tuple[int, dict[str, str]]]:
    """The number of each line and what it has in each column."""
    names = [name.strip() for name in reader.fieldnames or ()]
    missing = {"in", "score"} - {*names}
    if missing:
        raise BadInput(where, f"it has no column {' and no column '.join(sorted(missing))}", FORM)
    unknown = [name for name in names if name not in COLUMNS]
    if unknown:  # of a column that is passed over, such as Canary, every row would be a canary
        raise BadInput(where, f"it has a column {unknown[0]!r}; known are {', '.join(COLUMNS)}", FORM)
    if len(set(names)) < len(names):
        raise BadInput(where, f"a column is named twice among {', '.join(names)}", FORM)
    reader.fieldnames = names
    for row in reader:
        if None in row or None in row.values():
            raise BadInput(f"{where}, line {reader.line_num}", f"it does not have {len(names)} entries", FORM)
        yield reader.line_num, {name: cell.strip() for name, cell in row.items()}

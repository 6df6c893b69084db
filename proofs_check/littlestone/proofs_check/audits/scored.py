"""Audits from membership scores that were computed elsewhere: who was in each run, and what score each canary got.

In each of R runs each of m canary rows is in or out by a fair coin of its own, drawn afresh for every run, and the runs
draw their own randomness independently. Together the runs are one mechanism whose output a single coin changes through
one run alone, so it is as private under the change of a coin as one run, and the game of ``onerun`` is played with R m
coins. The same canaries may be in all runs. A score may use the outputs of all runs, but nobody's coins: a score that
is calibrated by who was in other runs, as shadow models are, sees the coins that are guessed.

The highest scores of each run are guessed to be in and as many of the lowest to be out, ties in an order of their own
chance; where runs have few canaries, of which often most are in, the highest and lowest of all runs together. So the
number of guesses is known beforehand, for each of a few shares, which divide the error.
"""

from __future__ import annotations

import shlex
import time
from dataclasses import replace
from fractions import Fraction
from math import comb
from pathlib import Path

import numpy as np
import numpy.typing as npt

from littlestone.impl.privacy.guarantees import ADD_REMOVE
from littlestone.proofs_check.audits.answers.audit_text import shown
from littlestone.proofs_check.audits.answers.outcomes import concluded
from littlestone.proofs_check.audits.findings import with_guesses
from littlestone.proofs_check.audits.onerun import Guessed
from littlestone.proofs_check.audits.plans import understood
from littlestone.proofs_check.audits.request import ScoresRequest, called_with
from littlestone.proofs_check.audits.subjects.declared import Promise, promise_of
from littlestone.proofs_check.audits.subjects.notions import USUAL_DELTA
from littlestone.proofs_check.audits.subjects.results import AuditResult
from littlestone.proofs_check.audits.subjects.score_files import Run, Scores, read_scores, scores_of_arrays
from littlestone.proofs_check.audits.subjects.stated import stated_confidence
from littlestone.proofs_check.audits.subjects.targets import Target
from littlestone.proofs_check.bad_input import BadInput
from littlestone.proofs_check.statistics.binomials import lower_bound

# Of the canaries that are guessed; each has a third of the error
SHARES = Fraction(1), Fraction(1, 4), Fraction(1, 16)
FEW = 16  # canaries of a run: of 16, half of them guessed to be in, at most 90% can be right on average, of 2 only 75%
HALF = Fraction(1, 2)
IMPLAUSIBLE = Fraction(1, 10**6)  # fair coins are taken for others with at most this chance, by each check
NOTES = (
    "neighbours: one canary in or out; hold it to a claim for a row added or removed",
    "assumed: in every run each canary was in by a fair coin of its own, drawn afresh, and no score uses these coins",
    "the same canaries may be in several runs, whose own randomness must be independent",
)


def scored(request: ScoresRequest) -> AuditResult:
    """Whether membership scores show a larger loss than is claimed: a sound bound from many canaries in few runs.

    The higher a score, the likelier its canary was in. A file has the columns in and score, and run and canary where
    there are several runs. What is claimed is of one row added or removed; delta is 1e-5 by default without an epsilon.
    The seed is of the order of equal scores.

    Raises BadInput for whatever is wrong with these, such as coins that cannot have been fair or independent.
    """
    start, scores, seed = time.monotonic(), request.scores, request.seed
    known = read_scores(Path(scores)) if isinstance(scores, str | Path) else scores_of_arrays(scores, request.included)
    _check_coins(known)
    promise = promise_of(
        Target(known.name, None, "scores"), **request.claims, relation=ADD_REMOVE, usual_delta=USUAL_DELTA
    )
    error = (1 - Fraction(repr(stated_confidence(request.confidence)))) / (promise.bounds * len(SHARES))
    tried = {_guessed(share): Guessed(known.coins, *_counts(known, share, seed), error, fixed=True) for share in SHARES}
    answer = AuditResult(
        target=known.name,
        kind="scores",
        epsilon=promise.epsilon,
        delta=promise.delta,
        confidence=float(request.confidence),
        command=_command(request, known, promise),
        seed=seed,
        seconds=time.monotonic() - start,
        notes=(*promise.notes, *NOTES),
        relation=ADD_REMOVE,
        implied=promise.implied,
    )
    found = with_guesses(answer, promise, tried, len(known.runs))
    assert found.one_run is not None
    numbers = f"of {len(SHARES)} numbers of guesses the best"
    stopped = f"{found.one_run.guesses} guesses about {known.coins} coins, {numbers}"
    return shown(concluded(replace(found, stopped=stopped, seconds=time.monotonic() - start)))


audit_scores = called_with(ScoresRequest, scored, "audit_scores")


def _guessed(share: Fraction) -> str:
    """What is guessed by the share of the scores, in words."""
    return "who was in, by all scores" if share == 1 else f"who was in, by the {share} of the scores farthest out"


def _counts(known: Scores, share: Fraction, seed: int) -> tuple[int, int]:
    """How many guesses the share of the scores makes, and how many of them are right."""
    made = right = 0
    for number, (scores, coins) in enumerate(_ranked(known.runs)):
        each = int(share * len(scores) / 2)
        order = np.lexsort((np.random.default_rng((seed, number)).permutation(len(scores)), scores))
        made += 2 * each
        right += int(coins[order[len(order) - each :]].sum() + each - coins[order[:each]].sum())
    return made, right


def _ranked(runs: tuple[Run, ...]) -> tuple[Run, ...]:
    """What is ranked at once: the scores of a run, or of all runs together."""
    if min(len(run.scores) for run in runs) >= FEW:
        return runs
    return (Run(*(np.concatenate(parts) for parts in zip(*runs, strict=True))),)


def _command(request: ScoresRequest, known: Scores, promise: Promise) -> str:
    same, always = replace(request, **understood(request, promise)), ("confidence", "seed")
    if known.is_file and same.is_typed:
        return shlex.join(["littlestone", "audit", "--scores", known.name, *same.words(always)])
    return same.call("audit_scores", repr(known.name) if known.is_file else "scores, included", always)


# ---- Coins that cannot have been fair and independent


def _check_coins(known: Scores) -> None:
    """Raise BadInput where fair and independent coins would fall like this with a chance below one in a million."""
    coins = [run.coins for run in known.runs]
    inside = sum(int(c.sum()) for c in coins)
    if any(lower_bound(n, known.coins, IMPLAUSIBLE) > HALF for n in (inside, known.coins - inside)):
        problem = f"{inside:,} of {known.coins:,} are in, which no fair coins do"
        raise BadInput(known.name, problem, "put each canary in by a coin of its own, with probability 1/2")
    if _are_balanced(coins):
        problem = "every run has exactly half of its canaries in, which independent coins do not"
        raise BadInput(known.name, problem, "put each canary in by a coin of its own")
    if len(coins) < 2 or any(len(c) != len(coins[0]) for c in coins):
        return
    if _twice(coins):
        problem = "two runs have the same canaries in, or opposite ones, which coins drawn afresh do not"
        raise BadInput(known.name, problem, "draw the coins of every run anew, or give one of these runs")
    of_canaries = [np.ascontiguousarray(c) for c in np.transpose(coins)]
    if _twice(of_canaries):
        problem = "two canaries are in in the same runs, or in opposite ones, which coins of their own do not do"
        raise BadInput(known.name, problem, "draw a coin for each canary, or give one of these canaries")
    if _are_balanced(of_canaries):
        problem = "every canary is in exactly half of the runs, which independent coins do not do"
        raise BadInput(known.name, problem, "draw the coins of every run anew")


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

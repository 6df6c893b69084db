"""Scores of each step of a training: what is seen of all steps is paid for, and the usual rate of true positives."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from littlestone.proofs_check.audits import scored
from littlestone.proofs_check.audits.scored import audit_scores, read_scores
from littlestone.proofs_check.bad_input import BadInput

FILES, STEPS, CANARIES = 150, 40, 100
CONFIDENCE, MOST = 0.9, 27  # of 150 wrong ones at a tenth each, more come with probability 0.1%


def above_the_truth() -> int:
    """Of files of noise at every step, which keeps epsilon 0, those that are said to leak."""
    found = 0
    for i in range(FILES):
        rng = np.random.default_rng(i)
        scores, coins = rng.normal(size=(1, STEPS, CANARIES)), rng.integers(2, size=(1, CANARIES))
        found += audit_scores(scores, coins, epsilon=0, delta=0, confidence=CONFIDENCE).leaks
    return found


def test_steps_of_noise_show_a_loss_as_rarely_as_is_said() -> None:
    assert above_the_truth() <= MOST


def test_a_step_that_is_picked_for_nothing_shows_one_too_often(monkeypatch: pytest.MonkeyPatch) -> None:
    """The check above is seen to fail."""
    guesses = scored._guesses
    unpaid = lambda *asked: ((words, counts, Fraction(1)) for words, counts, _ in guesses(*asked))  # noqa: E731
    monkeypatch.setattr(scored, "_guesses", unpaid)
    assert above_the_truth() > MOST


@pytest.mark.parametrize(("told", "words"), [(range(40), "of all steps together"), ([7], "at step 7, the best of 40")])
def test_a_signal_is_found_in_all_steps_or_in_one(told: Any, words: str) -> None:
    rng = np.random.default_rng(0)
    coins = rng.integers(2, size=(2, 400))
    scores = rng.normal(size=(2, 40, 400))
    scores[:, [*told]] += coins[:, None] * (4 if len(told) == 1 else 0.5)
    result = audit_scores(scores, coins, epsilon=1)
    assert result.leaks and result.one_run is not None and words in result.one_run.description


def test_sums_of_steps_do_not_depend_on_how_a_step_is_measured() -> None:
    rng = np.random.default_rng(0)
    coins, scores = rng.integers(2, size=(1, 200)), rng.normal(size=(1, 3, 200))
    scores += coins[:, None]
    measured = np.stack([scores[:, 0], 1e9 * scores[:, 1], np.exp(scores[:, 2])], axis=1)
    assert audit_scores(scores, coins, epsilon=1).bound == audit_scores(measured, coins, epsilon=1).bound


# ---- Files


def written(file: Path, *lines: str) -> Path:
    file.write_text("\n".join(["run,step,canary,in,score", *lines]), encoding="utf-8")
    return file


def test_a_file_has_a_line_for_each_step(tmp_path: Path) -> None:
    lines = [
        f"{run},{step},{canary},{canary % 2},{10 * step + canary}"
        for run in (0, 1)
        for step in (5, 9)
        for canary in (0, 1)
    ]
    found = read_scores(written(tmp_path / "s.csv", *lines))
    assert [run.scores.tolist() for run in found] == [[[50, 51], [90, 91]]] * 2
    assert [run.coins.tolist() for run in found] == [[False, True]] * 2 and found[0].steps == ("5", "9")


@pytest.mark.parametrize(
    ("lines", "problem"),
    [
        (("0,0,a,1,2", "0,1,a,0,2"), "in at one step and out at another"),
        (("0,0,a,1,2", "0,1,a,1,2", "0,0,b,0,1"), "canary b of run 0 has no score at some step"),
        (("0,0,a,1,2", "0,0,a,1,2"), "there twice"),
    ],
)
def test_a_file_that_lacks_a_step_is_refused(tmp_path: Path, lines: tuple[str, ...], problem: str) -> None:
    with pytest.raises(BadInput, match=problem):
        read_scores(written(tmp_path / "s.csv", *lines))


# ---- True positives at 1% false positives


def test_true_positives_are_counted_above_all_but_one_in_a_hundred() -> None:
    coins = np.repeat([0, 1], 200)
    scores = np.concatenate([np.arange(200), np.arange(100, 300)])
    note = scored._true_positives(scored.scores_of_arrays(scores, coins))
    assert "51.0% (102 of 200 that were in, 2 of 200 that were not)" in note


def test_the_answer_says_them() -> None:
    rng = np.random.default_rng(0)
    coins = rng.integers(2, size=300)
    notes = audit_scores(rng.normal(size=300) + 4 * coins, coins, epsilon=1).notes
    assert any(note.startswith("true positives at 1% false positives") for note in notes)

"""The gate takes the estimators of three papers with what they declare; one that publishes a row turns it red."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from helpers.nightly import nightly

Make = Callable[[str], Any]

pytestmark = pytest.mark.slow

LEARNERS = """
import warnings
from fractions import Fraction

from littlestone.estimators import (
    OnlinePlan,
    PrivateDecompositionClassifier,
    PrivateHalfspaceClassifier,
    PrivateOnlineClassifier,
    PrivateProperTreeClassifier,
)

warnings.simplefilter("ignore")


class Batch(PrivateDecompositionClassifier):
    pass


class Online(PrivateOnlineClassifier):
    pass


class Halfspace(PrivateHalfspaceClassifier):
    pass


class Proper(PrivateProperTreeClassifier):
    pass


plan = OnlinePlan(d=1, calls=1, teachers=4, buffer=1, buffer_epsilon=4, stage_epsilon=1, draws=1, sample_epsilon=12,
                  rate=Fraction(0), depth=8, bottom_share=Fraction(1, 2))
singletons = ((0, 0), (0, 1), (1, 0))
batch = Batch(((0, 0), (0, 1), (1, 1)), epsilon=2, delta=Fraction(1, 100))
proper = Proper(((0, 0), (0, 1), (1, 1)), epsilon=2, delta=Fraction(1, 100))
online = Online(singletons, epsilon=2, delta=Fraction(1, 100), horizon=6)
halfspace = Halfspace(epsilon=1, delta=Fraction(1, 100), bound=2, fit_intercept=True, rounds=3)
training = Online(singletons, epsilon=200, delta=Fraction(1, 100), horizon=6, plan=plan)
"""
PUBLISHES_A_ROW = """
    def fit(self, X, y):
        fitted = super().fit(X, y)
        self.hypothesis_ = (int(y[-1]),) * len(self.hypothesis_)
        return fitted
"""
PUBLISHES_A_LABEL = """
    def fit(self, X, y):
        fitted = super().fit(X, y)
        self.normal_ = self.normal_ * 0 + (2 * y[-1] - 1)
        return fitted
"""


def table(name: str, rows: int) -> str:
    """Its audit on one pair, on which 1000 runs show a leak: on all of them four estimators take 20 minutes."""
    return (
        f'[[tool.littlestone.learners]]\ntarget = "learner.py:{name}"\nclass = "singletons:2"\npair = "{rows}.json"\n'
        'mode = "blackbox"\nbudget = 1000\n'
    )


def write_pairs(folder: Path) -> None:
    for rows in set(ROWS.values()):
        sample = [[i % 2, i % 2] for i in range(rows)]
        pair = {"first": sample, "second": [*sample[:-1], [sample[-1][0], 1 - sample[-1][1]]]}
        (folder / f"{rows}.json").write_text(json.dumps(pair), encoding="utf-8")


ROWS = {"halfspace": 3, "batch": 4, "proper": 4, "online": 6, "training": 6}
DECLARED = {"halfspace": "1"}  # else 2


@pytest.mark.parametrize("names", [["halfspace"], *nightly([["batch", "online"]])])
def test_they_pass_with_what_they_declare(names: list[str], project_at: Make) -> None:
    made = project_at("good")
    made.write(learner=LEARNERS, table="".join(table(name, ROWS[name]) for name in names), claims="[]")
    write_pairs(made.root)
    assert made.gate("--update").exit_code == 0
    entries = json.loads(made.baseline.read_text(encoding="utf-8"))["learners"]
    found = {e["name"].partition(" ")[0]: (e["epsilon"], e["delta"], e["verdict"]) for e in entries}
    assert found == {f"learner.py:{name}": (DECLARED.get(name, "2"), "0.01", "no_leak") for name in names}


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("name", "why"), [("training", "so few runs could have shown no leak"), ("proper", "its output never varied")]
)
def test_one_that_could_not_have_been_red_is_not_green(name: str, why: str, project_at: Make) -> None:
    made = project_at("vain")
    made.write(learner=LEARNERS, table=table(name, ROWS[name]), claims="[]")
    write_pairs(made.root)
    result = made.gate("--update")
    assert result.exit_code == 1 and why in result.output


@pytest.mark.parametrize("name", ["halfspace", *nightly(["batch", "proper", "online"])])
def test_one_that_publishes_a_row_is_caught(name: str, project_at: Make) -> None:
    made = project_at("leaky")
    body = re.compile(rf"(class {name.capitalize()}\(\w+\):)\n    pass\n")
    leaky, replaced = body.subn(rf"\1{PUBLISHES_A_LABEL if name == 'halfspace' else PUBLISHES_A_ROW}", LEARNERS)
    assert replaced == 1
    made.write(learner=leaky, table=table(name, ROWS[name]), claims="[]")
    write_pairs(made.root)
    result = made.gate("--update")
    assert result.exit_code == 1 and f"learner.py:{name}" in result.output and "LEAK" in result.output

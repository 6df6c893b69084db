"""A configuration that cannot be used is refused: what is wrong, where, and what to do."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from littlestone.proofs_check.bad_input import BadInput
from littlestone.proofs_check.command_line.main import main
from littlestone.proofs_check.gate.configuration import read_configuration

HEAD = "[tool.littlestone]\n"
LEARNER = '[[tool.littlestone.learners]]\ntarget = "math:exp"\n'
WHOLE = """
[project]
name = "x"

[tool.littlestone]
claims = ["DIM", "BGS21.T*"]
implementations = ["BGS21.ALG.*"]
profile = "full"
seed = 7
baseline = "b.json"

[tool.littlestone.budget]
cases = 100

[[tool.littlestone.learners]]
target = "math:exp"
class = "thresholds:4"
rows = 3
epsilon = 0.5
delta = 1e-5
budget = "60s"
confidence = 0.99
mode = "blackbox"
seed = 3
"""


def written(folder: Path, text: str) -> Path:
    path = folder / "pyproject.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_everything_is_read(tmp_path: Path) -> None:
    found = read_configuration(written(tmp_path, WHOLE))
    assert (found.claims, found.implementations) == (("DIM", "BGS21.T*"), ("BGS21.ALG.*",))
    assert (found.profile, found.seed, found.baseline, found.line) == ("full", 7, "b.json", 5)
    assert (found.settings.profile.budget.cases, found.settings.profile.budget.seed) == (100, 7)
    (learner,) = found.learners
    assert learner.name == "math:exp on thresholds:4, 3 rows"
    assert (learner.epsilon, learner.delta) == ("0.5", "1e-05")
    assert (learner.budget, learner.confidence, learner.mode, learner.seed) == ("60s", 0.99, "blackbox", 3)


@pytest.mark.parametrize(
    ("keys", "name"),
    [
        (
            'class = "c:4"\ngrid = 0.25\nignore_failures = true\nonly = "support"',
            "on c:4, grid 0.25, failures ignored, only support",
        ),
        ('class = "c:4"\nrho = 1\ndelta = 1e-6\nrelation = "user-level"\nuser = "u.py:user"', "on c:4, user-level"),
        ('neighbours = "p.py:PAIRS"\nobserve = "coef_"', "(coef_) on p.py:PAIRS"),
        (
            'sigma = 2\ndelta = 1e-6\npair = "pyproject.toml"\nrows = 3\nprobe = "0,1"',
            "on pyproject.toml, 3 rows, probe 0,1",
        ),
    ],
)
def test_a_learner_is_named_by_what_it_is_run_on_and_what_is_left_out(keys: str, name: str, tmp_path: Path) -> None:
    (learner,) = read_configuration(written(tmp_path, f"{HEAD}{LEARNER}{keys}\n")).learners
    assert learner.name == f"math:exp {name}" and learner.claims_nothing is ("delta" not in keys)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            HEAD + LEARNER + 'class = "thresholds:4"\nrelation = "swap"',
            ["relation is 'swap'", "choose one of replace-one"],
        ),
        (LEARNER + 'epsilon = 1\nclass = "thresholds:2"\nonly = "bits"', ["only is 'bits'", "low_bits"]),
        (LEARNER + 'epsilon = 1\nclass = "thresholds:2"\nignore_failures = "yes"', ["is not true or false"]),
        (LEARNER + 'epsilon = 1\nclass = "thresholds:2"\nconfidence = "high"', ["confidence = 'high' is not a number"]),
        (LEARNER + 'epsilon = 1\nclass = "thresholds:2"\ntime_limit = 0', ["is not a number above 0"]),
        (LEARNER + 'epsilon = 1\npair = "no.json"', ["pair: there is no file no.json"]),
        ("", ["no table [tool.littlestone]", "littlestone gate --init"]),
        (HEAD + 'claims = ["DIM"]\ncache = "c"', ["cache is not for the project to say", "--cache DIR"]),
        ("[tool", ["it cannot be read", "correct it"]),
        (HEAD, ["it names nothing to check", "give claims"]),
        (HEAD + 'claim = ["DIM"]', ["no key 'claim'", "did you mean claims?"]),
        (HEAD + "zzz = 3", ["no key 'zzz'", "the keys are baseline"]),
        (HEAD + 'claims = "DIM"', ["claims = 'DIM' is not a list of texts", 'write it as ["DIM"']),
        (HEAD + "claims = [3]", ["is not a list of texts"]),
        (HEAD + 'claims = ["DIM"]\nseed = -1', ["seed = -1 is not an integer from 0 on"]),
        (HEAD + 'claims = ["DIM"]\nseed = true', ["seed = True is not an integer"]),
        (HEAD + 'claims = ["DIM"]\nprofile = "slow"', ["profile is 'slow'", "quick, full, deep"]),
        (HEAD + 'claims = ["DIM"]\nbaseline = 3', ["baseline = 3 is not a text"]),
        (HEAD + 'claims = ["DIM"]\nbudget = 3', ["budget = 3 is not a table"]),
        (HEAD + 'claims = ["DIM"]\n[tool.littlestone.budget]\njobs = 3', ["budget: there is no key 'jobs'"]),
        (HEAD + 'claims = ["DIM"]\n[tool.littlestone.budget]\ncases = 0', ["cases = 0 is not an integer from 1"]),
        (HEAD + "learners = 3", ["learners = 3 is not a list of tables"]),
        (LEARNER + "delta = 0.1", ["learner 1: delta is given without epsilon"]),
        (LEARNER.replace('target = "math:exp"', ""), ["learner 1: it has no target"]),
        (LEARNER + "epsilon = 1", ["it needs either class or data"]),
        (LEARNER + 'epsilon = 1\nclass = "a"\ndata = "b"', ["it needs either class or data"]),
        (LEARNER + 'epsilon = "one"\nclass = "thresholds:2"', ["learner 1, epsilon: 'one' is no number", "ln(3)"]),
        (LEARNER + 'epsilon = true\nclass = "thresholds:2"', ["epsilon = True is not a number"]),
        (LEARNER + 'epsilon = 1\nclass = "thresholds:2"\nmode = "best"', ["mode is 'best'", "auto, exact"]),
        (LEARNER + 'epsilon = 1\nclass = "thresholds:2"\nrows = 0', ["rows = 0 is not an integer from 1 on"]),
        (LEARNER + 'epsilon = 1\ndata = "no.csv"', ["data: there is no file no.csv"]),
        (LEARNER.replace("math:", "no.py:") + 'epsilon = 1\nclass = "thresholds:2"', ["there is no file no.py"]),
        ((LEARNER + 'epsilon = 1\nclass = "thresholds:2"\n') * 2, ["math:exp on thresholds:2 is listed twice"]),
    ],
)
def test_what_is_wrong_is_said(text: str, words: list[str], tmp_path: Path) -> None:
    with pytest.raises(BadInput) as caught:
        read_configuration(written(tmp_path, text))
    assert "pyproject.toml" in str(caught.value) and all(word in str(caught.value) for word in words), caught.value


def gate(path: Path, *words: str) -> Any:
    return CliRunner().invoke(main, ["gate", "--config", str(path), "--update", "--jobs", "1", *words])


@pytest.mark.parametrize(
    ("claims", "words"),
    [
        ('["DIM.vs"]', ["claims: no claim", "did you mean DIM.vc"]),
        ('["nowhere/*.py"]', ["there is no file nowhere/*.py in "]),
        ('["broken.py"]', ["broken.py, line 1, cannot be run: NameError"]),
        ('["empty.py"]', ["states no claim"]),
    ],
)
def test_claims_that_are_not_there(claims: str, words: list[str], tmp_path: Path) -> None:
    (tmp_path / "broken.py").write_text("x = y\n", encoding="utf-8")
    (tmp_path / "empty.py").write_text("x = 1\n", encoding="utf-8")
    result = gate(written(tmp_path, f"{HEAD}claims = {claims}\n"))
    assert result.exit_code == 2 and result.stdout == "" and "Traceback" not in result.stderr
    assert all(word in result.stderr for word in words), result.stderr


def test_an_implementation_that_is_not_there(tmp_path: Path) -> None:
    result = gate(written(tmp_path, f'{HEAD}implementations = ["NO.*"]\n'))
    assert result.exit_code == 2 and "no claim is about an implementation 'NO.*'" in result.stderr


def test_a_folder_without_a_configuration(tmp_path: Path) -> None:
    result = gate(tmp_path / "pyproject.toml")
    assert (
        result.exit_code == 2
        and "there is no such file; run in the project's folder, or give --config" in result.stderr
    )

"""Code that no name in a file tells of: a gate is not green by evidence of what it was before."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import Result
from helpers.commands import command
from helpers.gate_projects import LEARNER_TABLE
from helpers.processes import MAIN, PATIENCE

pytestmark = pytest.mark.slow

LATE = '''
from typing import Annotated, Any

from littlestone.claims import *
from littlestone.impl.registry import implements
from littlestone.spec.domains import Algorithm


@implements("MINE.slack")
def slack():
    """What it imports as it runs."""
    return __import__("bou" + "nds").SLACK


@claim("MINE.late", "notebook", "lemma")
def late(H: ExplicitBinary, run: Annotated[Any, Algorithm("MINE.slack")]):
    """Its implementation imports the bound."""
    return vc_dimension(H) <= littlestone_dimension(H) + run()
'''
LEARNER = '''
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "inside"))
from rates import KEPT


def learn(sample, source):
    """The last label, kept or turned round."""
    return (source.bernoulli(KEPT) ^ sample[-1][1],) * 2
'''
RATES = "from fractions import Fraction\n\nKEPT = Fraction(1, 4)\n"


GATE = ("gate", "--jobs", "1", "--format", "json")


def gate(folder: Path, *words: str) -> tuple[int, set[str]]:
    """The exit code of a gate of the project in the folder, and what it did not take from kept evidence."""
    done = run(folder, *words)
    return done.exit_code, fresh(done.stdout, done.stderr)


def run(folder: Path, *words: str) -> Result:
    """A gate of the project in the folder."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LITTLESTONE_CACHE", str(folder / "kept"))
        return command(folder / "mine", *GATE, *words)


def gate_alone(folder: Path, *words: str) -> tuple[int, set[str]]:
    """The same in a process of its own, for what imports installed packages or changes its process."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "LITTLESTONE_CACHE": str(folder / "kept")}
    asked = [sys.executable, "-c", MAIN, *GATE, *words]
    done = subprocess.run(
        asked, cwd=folder / "mine", env=environment, capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    return done.returncode, fresh(done.stdout, done.stderr)


def fresh(out: str, err: str) -> set[str]:
    assert out, err
    return {one["name"] for one in json.loads(out)["checked"] if not one["cached"]}


def written(folder: Path, **files: str) -> None:
    for name, text in files.items():
        path = folder / "mine" / name.replace("__", "/").replace("_py", ".py").replace("_toml", ".toml")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def test_what_an_implementation_imports_as_it_runs_counts(tmp_path: Path) -> None:
    table = '[tool.littlestone]\nclaims = ["late.py"]\n'
    written(tmp_path, pyproject_toml=table, late_py=LATE, bounds_py="SLACK = 0\n")
    assert gate(tmp_path, "--update") == (0, {"MINE.late"})
    assert gate(tmp_path) == (0, set())
    written(tmp_path, bounds_py="SLACK = -1\n")
    assert gate(tmp_path) == (1, {"MINE.late"})


def test_what_a_learner_finds_on_a_path_of_its_own_counts(tmp_path: Path) -> None:
    written(tmp_path, pyproject_toml=f"[tool.littlestone]\n{LEARNER_TABLE}", learner_py=LEARNER, inside__rates_py=RATES)
    assert gate(tmp_path, "--update")[0] == 0
    assert gate(tmp_path) == (0, set())
    written(tmp_path, inside__rates_py=RATES.replace("1, 4", "1, 8"))
    code, again = gate(tmp_path)
    assert code == 1 and len(again) == 1


RUN_BY_PATH = LEARNER.replace(
    "from rates import KEPT", 'KEPT = run_path(str(Path(sys.path[0]) / "rates.py"))["KEPT"]'
).replace("import sys", "import sys\nfrom runpy import run_path")


def test_what_a_module_runs_by_its_path_counts_though_no_file_is_named(tmp_path: Path) -> None:
    table = LEARNER_TABLE.replace("learner.py:learn", "learner:learn")
    written(tmp_path, pyproject_toml=f"[tool.littlestone]\n{table}", learner_py=RUN_BY_PATH, inside__rates_py=RATES)
    assert gate_alone(tmp_path, "--update")[0] == 0
    assert gate_alone(tmp_path) == (0, set())
    written(tmp_path, inside__rates_py=RATES.replace("1, 4", "1, 8"))
    code, again = gate_alone(tmp_path)
    assert code == 1 and len(again) == 1


BUILT_IN = '''
from functools import partial
from operator import itemgetter
from typing import Annotated, Any

from littlestone.claims import *
from littlestone.impl.registry import implements
from littlestone.spec.domains import Algorithm

first = implements("MINE.first")(itemgetter(0))


def few(most, H):
    """Classes of few functions."""
    return H.size() <= most


@claim("MINE.built", "notebook", "lemma", reach=partial(few, 7))
def built(H: ExplicitBinary, run: Annotated[Any, Algorithm("MINE.first")]):
    """The first function is in the class."""
    return run(sorted(H.functions())) in H.functions()
'''


def test_what_has_no_name_may_be_an_implementation_or_a_reach(tmp_path: Path) -> None:
    table = '[tool.littlestone]\nclaims = ["built.py"]\n'
    written(tmp_path, pyproject_toml=table, built_py=BUILT_IN)
    assert gate(tmp_path, "--update") == (0, {"MINE.built"})
    assert gate(tmp_path) == (0, set())


BESIDE = '''
from littlestone.claims import *
from limits import bound


@claim("MINE.{name}", "notebook", "lemma")
def few(H: Binary):
    """It is bounded."""
    return vc_dimension(H) <= bound(H)
'''
HELPERS = "from littlestone.claims import *\n\n\ndef bound(H):\n    return littlestone_dimension(H) + {}\n"


def test_no_file_is_checked_with_the_helpers_of_another_folder(tmp_path: Path) -> None:
    table = '[tool.littlestone]\nclaims = ["one/lemmas.py", "two/lemmas.py"]\n'
    written(tmp_path, pyproject_toml=table, one__lemmas_py=BESIDE.format(name="one"), one__limits_py=HELPERS.format(0))
    written(tmp_path, two__lemmas_py=BESIDE.format(name="two"), two__limits_py=HELPERS.format(-1))
    done = run(tmp_path, "--update")
    assert done.exit_code == 2 and "Traceback" not in done.stderr
    assert all(str(Path(folder, "limits.py")) in done.stderr for folder in ("one", "two"))
    assert "is loaded as limits already; rename one of the two" in done.stderr
    written(tmp_path, pyproject_toml='[tool.littlestone]\nclaims = ["two/lemmas.py"]\n')
    assert gate(tmp_path, "--update") == (1, {"MINE.two"})


def test_modules_of_packages_are_no_modules_of_one_name(tmp_path: Path) -> None:
    table = '[tool.littlestone]\nclaims = ["one/lemmas.py", "pkg/lemmas.py"]\n'
    inside = BESIDE.format(name="two").replace("from limits", "from pkg.limits")
    written(tmp_path, pyproject_toml=table, one__lemmas_py=BESIDE.format(name="one"), one__limits_py=HELPERS.format(0))
    head = "import sys\nfrom pathlib import Path\n\nsys.path.insert(0, str(Path(__file__).parents[1]))\n"
    written(tmp_path, pkg__lemmas_py=head + inside, pkg__limits_py=HELPERS.format(0))
    (tmp_path / "mine" / "pkg" / "__init__.py").write_text("", encoding="utf-8")
    assert gate(tmp_path, "--update") == (0, {"MINE.one", "MINE.two"})
    written(tmp_path, pkg__limits_py=HELPERS.format(1))
    done = run(tmp_path)
    assert done.exit_code == 1 and "changed-claim" in done.stdout


def installed(folder: Path, **files: str) -> None:
    """The package ``noises`` by its version 1.0, recorded as an installer does."""
    place = folder / "kept" / "site-packages"
    info = place / "noises-1.0.dist-info"
    (place / "noises").mkdir(parents=True, exist_ok=True)
    info.mkdir(exist_ok=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: noises\nVersion: 1.0\n", encoding="utf-8")
    record = [f"{info.name}/METADATA,sha256=0,1"]
    for name, text in files.items():
        (place / "noises" / f"{name}.py").write_text(text, encoding="utf-8")
        record.append(f"noises/{name}.py,sha256={hashlib.sha256(text.encode()).hexdigest()},{len(text)}")
    (info / "RECORD").write_text("\n".join(record), encoding="utf-8")
    (info / "top_level.txt").write_text("noises\n", encoding="utf-8")


@pytest.mark.parametrize(
    ("learner", "beside"),
    [
        ("import mechanisms\nfrom registry import RATES\n\nKEPT = RATES[0]", {"registry": "RATES = []\n"}),
        pytest.param("from noises.rates import KEPT", {}, marks=pytest.mark.nightly),
    ],
)
def test_a_package_that_is_installed_anew_by_the_same_version_counts(
    learner: str, beside: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(tmp_path / "kept" / "site-packages"))
    (tmp_path / "kept").mkdir()
    registering = "from noises.rates import KEPT\nfrom registry import RATES\n\nRATES.append(KEPT)\n"
    modules = {f"{name}_py": text for name, text in {**beside, "mechanisms": registering}.items()}
    text = learner + LEARNER.partition("from rates import KEPT")[2]
    installed(tmp_path, __init__="", rates=RATES)
    written(tmp_path, pyproject_toml=f"[tool.littlestone]\n{LEARNER_TABLE}", learner_py=text, **modules)
    assert gate_alone(tmp_path, "--update")[0] == 0
    assert gate_alone(tmp_path) == (0, set())
    installed(tmp_path, __init__="", rates=RATES.replace("1, 4", "1, 8"))
    code, again = gate_alone(tmp_path)
    assert code == 1 and len(again) == 1


NOISY = """
import os
import numpy as np

print("loading")
os.chdir("/")
np.seterr(all="raise")
"""


def test_what_a_file_does_on_import_stays_out_of_the_answer(tmp_path: Path) -> None:
    table = f'[tool.littlestone]\nclaims = ["late.py"]\n{LEARNER_TABLE.replace("exact", "blackbox")}budget = 20000\n'
    written(tmp_path, pyproject_toml=table, late_py=NOISY + LATE, bounds_py="SLACK = 0\n", inside__rates_py=RATES)
    written(tmp_path, learner_py=NOISY + LEARNER)
    assert gate_alone(tmp_path, "--update")[0] == 0, "json is read although the files print"

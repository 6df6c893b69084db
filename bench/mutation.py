"""Mutation testing of the kit: mutmut on the three packages merged into one tree, module by module.

    python bench/mutation.py [MODULE ...]     for instance: spec/circuit 'proofs_check/provers/*'
    python bench/mutation.py --survivors [MODULE ...]     the survivors of the last run alone, facing the tests of today

A mutant is one small change of one function; it is killed where a test of that module fails. The score is the share
of the mutants that are killed or run out of time, in percent. Ends with 1 where a module scores less than FLOOR. Needs
the extra ``mutation``.
"""

from __future__ import annotations

import fnmatch
import json
import os
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

import libcst as cst

ROOT = Path(__file__).resolve().parent.parent
WORK = ROOT / "build" / "mutation"
PACKAGES = ("spec", "impl", "proofs_check")
FLOOR = 95.0
TESTS = {  # a module, and what of tests/PACKAGE/test_*.py it faces
    "spec/algebra/circuit": "algebra/circuit",
    "spec/learning/laws": "learning/laws learning/privacy",
    "spec/learning/privacy": "learning/privacy",
    "spec/algebra/naturals": "algebra/naturals",
    "spec/algebra/reals": "algebra/reals",
    "spec/algebra/expression_text": "algebra/reals",
    "spec/classes/concept_classes": "classes/concept_classes",
    "spec/classes/dimensions": "classes/dimensions",
    "spec/learning/chances": "learning/chances",
    "spec/claim": "claim",
    "proofs_check/circuits/program": "circuits/program",
    "proofs_check/circuits/evaluators": "circuits/program provers/exhaustive circuits/shards",
    "proofs_check/circuits/expansion": "circuits/program provers/exhaustive circuits/shards",
    "proofs_check/circuits/class_programs": "provers/exhaustive provers/random_classes circuits/class_programs",
    "proofs_check/provers/exhaustive": "provers/exhaustive circuits/shards",
    "proofs_check/provers/random_classes": "provers/random_classes",
    "proofs_check/numbers/cells": "numbers/cells",
    "proofs_check/questions/universes": "questions/universes",
    "proofs_check/solvers/clauses": "provers/symbolic",
    "proofs_check/provers/symbolic": "provers/symbolic",
    "proofs_check/numbers/clause_boxes": "numbers/clause_boxes",
    "proofs_check/verdicts/verification": "verdicts/verification",
    "proofs_check/questions/prover": "verdicts/verification",
    "proofs_check/provers/third_party": "provers/third_party",
    "proofs_check/questions/evidence": "verdicts/verification verdicts/ledger",
    "proofs_check/provers/direct": "provers/direct",
    "proofs_check/provers/box": "provers/box",
    "proofs_check/numbers/points": "numbers/points",
    "proofs_check/provers/interval": "provers/interval",
    "proofs_check/numbers/inequalities": "numbers/inequalities",
    "proofs_check/provers/algebra": "provers/algebra",
    "proofs_check/provers/clause_proofs": "provers/algebra provers/interval",
    "proofs_check/numbers/signs": "numbers/signs",
    "proofs_check/numbers/calculus": "numbers/calculus numbers/signs",
    "proofs_check/numbers/sums": "numbers/sums numbers/signs",
    "proofs_check/numbers/symbolic_reals": "numbers/symbolic_reals numbers/signs",
    "proofs_check/provers/structured": "provers/structured",
    "proofs_check/generation/class_strategies": "generation/class_strategies",
    "proofs_check/questions/arguments": "questions/arguments",
    "proofs_check/provers/estimate": "provers/estimate",
    "proofs_check/statistics/short_walks": "statistics/short_walks",
    "proofs_check/statistics/binomials": "statistics/binomials",
    "proofs_check/statistics/two_sample": "statistics/two_sample",
    "proofs_check/statistics/hypotheses": "statistics/two_sample",
    "proofs_check/statistics/regions": "statistics/two_sample",
    "proofs_check/statistics/suprema": "statistics/two_sample",
    "proofs_check/audits/exact": "audits/exact",
    "proofs_check/gate/comparison": "gate/gate gate/formats",
    "impl/privacy/paper_mechanisms": "privacy/sparse_sampling privacy/above_threshold privacy/choosing privacy/medians",
    "impl/decompositions/decompositions": "decompositions/decompositions",
    "impl/learners/dp_erm": "learners/dp_erm",
    "impl/online/private_online_learner": "online/private_online_learner online/online_privacy",
    "impl/boosting/boost": "boosting/projections boosting/fast_paths",
}
REAPPLIED = {"property", "cached_property", "cache", "lru_cache", "contextmanager"}
PRELOADED = ("pytest", "hypothesis", "numpy", "scipy.stats", "numba", "flint", "sympy", "z3", "rich", "click")
IGNORED = shutil.ignore_patterns("__pycache__", ".pytest_cache")
STATUS = {0: "survived", 5: "untested", 33: "untested", None: "untested", 24: "timeout", -24: "timeout", -9: "timeout"}
CONFTEST = '''"""Under mutmut: drawn examples are always the same, quick tests go first, a mutant faces every test."""

import json
import os
from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("mutants", derandomize=True, database=None, deadline=None)
settings.load_profile("mutants")


def pytest_collection_modifyitems(items):
    figures = Path("mutmut-stats.json")
    seconds = json.loads(figures.read_text())["duration_by_test"] if figures.exists() else {}
    items.sort(key=lambda item: seconds.get(item.nodeid, 0))


if os.environ.get("MUTANT_UNDER_TEST") == "stats":
    from mutmut.state import state

    META = json.loads(next(Path("src").rglob("*.py.meta")).read_text())
    FUNCTIONS = {name.rpartition("__mutmut_")[0] for name in META["exit_code_by_key"]}

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_teardown():
        state()._stats |= FUNCTIONS
'''
# Tests that seed faults into a module's text do not know it any more with all mutants in it: they are left out
CONFIGURATION = """[tool.mutmut]
source_paths = ["src"]
only_mutate = [{source}]
pytest_add_cli_args = ["-p", "no:littlestone", "-p", "no:cacheprovider", "-k", "not a_step_of_algorithm"]
pytest_add_cli_args_test_selection = {tests}
process_isolation = "forkserver"
forkserver_warmup = "import"
preload_modules_file = "preload.txt"
timeout_multiplier = 3.0
timeout_constant = 3.0
track_dependencies = false
also_copy = ["bench"]
use_git_change_detection = false

[tool.pytest.ini_options]
pythonpath = ["src", "tests"]
consider_namespace_packages = true
addopts = "-q --strict-markers --import-mode=importlib"
markers = ["slow: takes seconds"]
"""


class Undecorated(cst.CSTTransformer):
    """``@property def f`` becomes ``def f`` and ``f = property(f)``, as mutmut leaves decorated functions alone."""

    def leave_FunctionDef(
        self, original_node: cst.FunctionDef, updated_node: cst.FunctionDef
    ) -> cst.BaseStatement | cst.FlattenSentinel[cst.BaseStatement]:
        if len(updated_node.decorators) != 1:
            return updated_node
        decorator = updated_node.decorators[0].decorator
        named = decorator.func if isinstance(decorator, cst.Call) else decorator
        if not isinstance(named, cst.Name) or named.value not in REAPPLIED:
            return updated_node
        applied = cst.Call(decorator, [cst.Arg(updated_node.name)])
        again = cst.SimpleStatementLine([cst.Assign([cst.AssignTarget(updated_node.name)], applied)])
        return cst.FlattenSentinel([updated_node.with_changes(decorators=[]), again])


def test_files(module: str) -> list[str]:
    """The test files that a module's mutants face."""
    package = module.partition("/")[0]
    return [str(Path("tests", package, name).with_name(f"test_{Path(name).name}.py")) for name in TESTS[module].split()]


def merge(module: str) -> Path:
    """A fresh tree src/littlestone/{spec,impl,proofs_check} and tests, configured for one module."""
    tree = WORK / module
    shutil.rmtree(tree, ignore_errors=True)
    for package in PACKAGES:
        shutil.copytree(
            ROOT / package / "littlestone", tree / "src" / "littlestone", ignore=IGNORED, dirs_exist_ok=True
        )
    renew_tests(module)
    shutil.copytree(ROOT / "bench", tree / "bench", ignore=IGNORED)
    source = Path("src", "littlestone", module + ".py")
    (tree / source).write_text(cst.parse_module((tree / source).read_text()).visit(Undecorated()).code)
    tests = test_files(module)
    (tree / "preload.txt").write_text("\n".join(PRELOADED))
    (tree / "pyproject.toml").write_text(CONFIGURATION.format(source=json.dumps(str(source)), tests=json.dumps(tests)))
    return tree


def renew_tests(module: str) -> None:
    """Put the tests as they are now into a module's tree."""
    tests = WORK / module / "tests"
    shutil.rmtree(tests, ignore_errors=True)
    shutil.copytree(ROOT / "tests", tests, ignore=IGNORED)
    with (tests / "conftest.py").open("a") as file:
        file.write(CONFTEST)


def results(module: str) -> dict[str, str]:
    """The status of each mutant of a module's last run."""
    meta = json.loads((WORK / module / "mutants" / "src" / "littlestone" / f"{module}.py.meta").read_text())
    return {name: STATUS.get(code, "killed") for name, code in meta["exit_code_by_key"].items()}


def mutmut(tree: Path, *args: str) -> str:
    """What mutmut prints; raises CalledProcessError where it fails, its output having been shown."""
    command = [str(Path(sys.executable).with_name("mutmut")), *args]
    quiet = os.environ | {"HYPOTHESIS_NO_PLUGINS": "1", "PYTHONDONTWRITEBYTECODE": "", "NO_COLOR": "1"}
    done = subprocess.run(command, cwd=tree, env=quiet, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if done.returncode:
        print(done.stdout[-4000:])
        done.check_returncode()
    return done.stdout


def alive(module: str) -> list[str]:
    """The mutants that no test of the last run killed."""
    return sorted(name for name, kind in results(module).items() if kind in ("survived", "untested"))


def run(module: str, survivors: bool) -> None:
    """Let all mutants of a module, or the survivors of its last run, face its tests."""
    if survivors:
        renew_tests(module)
    else:
        merge(module)
    names = alive(module) if survivors else []
    if names or not survivors:
        mutmut(WORK / module, "run", "--max-children", os.environ.get("MUTANTS_JOBS", "1"), *names)


def report(module: str) -> float:
    """Print a module's figures and its survivors' differences, and return the score."""
    status = results(module)
    found = Counter(status.values())
    score = 100 * (found["killed"] + found["timeout"]) / len(status)
    figures = "  ".join(f"{kind} {found[kind]}" for kind in ("killed", "survived", "timeout", "untested"))
    print(f"{module}: {len(status)} mutants  {figures}  score {score:.1f}%", flush=True)
    for name in alive(module):
        print(mutmut(WORK / module, "show", name), flush=True)
    return score


def measure(module: str, survivors: bool) -> float:
    """Run a module's mutants and report on them."""
    run(module, survivors)
    return report(module)


def main(arguments: list[str]) -> int:
    survivors = arguments[:1] == ["--survivors"]
    names = arguments[1:] if survivors else arguments
    unknown = [name for name in names if not fnmatch.filter(TESTS, name)]
    if unknown:
        print(f"no tests are named for {', '.join(unknown)}; choose among {', '.join(TESTS)}", file=sys.stderr)
        return 2
    modules = [module for module in TESTS if not names or any(fnmatch.fnmatch(module, name) for name in names)]
    return int(min(measure(module, survivors) for module in modules) < FLOOR)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

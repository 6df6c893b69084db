"""Mutation testing of the kit: mutmut on the three packages merged into one tree, module by module.

    python bench/mutation.py [MODULE ...]     for instance: spec/circuit proofs_check/program

A mutant is one small change of one function; it is killed where a test of that module fails. The score is the share
of the mutants that are killed or run out of time, in percent. Ends with 1 where a module scores less than FLOOR. Needs
the extra ``mutation``. docs/mutation.md has the figures and a reason for each survivor.
"""

from __future__ import annotations

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
TESTS = {
    "spec/circuit": ["spec/test_circuit.py"],
    "spec/laws": ["spec/test_laws.py", "spec/test_privacy.py"],
    "spec/privacy": ["spec/test_privacy.py"],
    "spec/naturals": ["spec/test_naturals.py"],
    "proofs_check/program": ["proofs_check/test_program.py"],
    "proofs_check/evaluators": ["proofs_check/test_program.py", "proofs_check/test_exhaustive.py"],
    "proofs_check/verification": ["proofs_check/test_verification.py"],
    "proofs_check/symbolic": ["proofs_check/test_symbolic.py"],
    "proofs_check/clauses": ["proofs_check/test_symbolic.py"],
    "proofs_check/audits/two_sample": ["proofs_check/audits/test_two_sample.py"],
}
REAPPLIED = {"property", "cached_property", "cache", "lru_cache", "contextmanager"}
PRELOADED = ("pytest", "hypothesis", "numpy", "scipy.stats", "numba", "flint", "sympy", "z3", "joblib", "rich", "click")
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
CONFIGURATION = """[tool.mutmut]
source_paths = ["src"]
only_mutate = [{source}]
pytest_add_cli_args = ["-p", "no:littlestone", "-p", "no:cacheprovider"]
pytest_add_cli_args_test_selection = {tests}
process_isolation = "forkserver"
forkserver_warmup = "import"
preload_modules_file = "preload.txt"
timeout_multiplier = 3.0
timeout_constant = 3.0
track_dependencies = false
use_git_change_detection = false

[tool.pytest.ini_options]
pythonpath = ["src", "tests"]
consider_namespace_packages = true
addopts = "-q --strict-markers --import-mode=importlib"
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


def merge(module: str) -> Path:
    """A fresh tree src/littlestone/{spec,impl,proofs_check} and tests, configured for one module."""
    tree = WORK / module
    shutil.rmtree(tree, ignore_errors=True)
    for package in PACKAGES:
        shutil.copytree(
            ROOT / package / "littlestone", tree / "src" / "littlestone", ignore=IGNORED, dirs_exist_ok=True
        )
    shutil.copytree(ROOT / "tests", tree / "tests", ignore=IGNORED)
    source = Path("src", "littlestone", module + ".py")
    (tree / source).write_text(cst.parse_module((tree / source).read_text()).visit(Undecorated()).code)
    tests = [f"tests/{name}" for name in TESTS[module]]
    (tree / "tests" / "conftest.py").write_text(CONFTEST)
    (tree / "preload.txt").write_text("\n".join(PRELOADED))
    (tree / "pyproject.toml").write_text(CONFIGURATION.format(source=json.dumps(str(source)), tests=json.dumps(tests)))
    return tree


def mutmut(tree: Path, *args: str) -> str:
    """What mutmut prints; raises CalledProcessError where it fails, its output having been shown."""
    command = [str(Path(sys.executable).with_name("mutmut")), *args]
    quiet = os.environ | {"HYPOTHESIS_NO_PLUGINS": "1", "PYTHONDONTWRITEBYTECODE": "", "NO_COLOR": "1"}
    done = subprocess.run(command, cwd=tree, env=quiet, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if done.returncode:
        print(done.stdout[-4000:])
        done.check_returncode()
    return done.stdout


def measure(module: str) -> float:
    """Run one module's mutants, print the figures and the survivors' differences, and return the score."""
    tree = merge(module)
    mutmut(tree, "run", "--max-children", os.environ.get("MUTANTS_JOBS", "1"))
    meta = json.loads((tree / "mutants" / "src" / "littlestone" / f"{module}.py.meta").read_text())
    status = {name: STATUS.get(code, "killed") for name, code in meta["exit_code_by_key"].items()}
    found = Counter(status.values())
    score = 100 * (found["killed"] + found["timeout"]) / len(status)
    figures = "  ".join(f"{kind} {found[kind]}" for kind in ("killed", "survived", "timeout", "untested"))
    print(f"{module}: {len(status)} mutants  {figures}  score {score:.1f}%", flush=True)
    for name in sorted(name for name, kind in status.items() if kind in ("survived", "untested")):
        print(mutmut(tree, "show", name), flush=True)
    return score


def main(modules: list[str]) -> int:
    unknown = [module for module in modules if module not in TESTS]
    if unknown:
        print(f"no tests are named for {', '.join(unknown)}; choose among {', '.join(TESTS)}", file=sys.stderr)
        return 2
    scores = [measure(module) for module in modules or TESTS]
    return int(min(scores) < FLOOR)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

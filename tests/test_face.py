"""The public face: thin modules of re-exports, all that users' documents import, no heavier than their job, typed."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
from fractions import Fraction
from importlib import import_module
from pathlib import Path
from types import FunctionType, ModuleType

import pytest

ROOT = Path(__file__).resolve().parent.parent
FLOORS = ("spec", "impl", "proofs_check")
FACES = {
    "littlestone.claims": {"littlestone.impl", "littlestone.proofs_check", "numpy", "sympy", "z3", "hypothesis"},
    "littlestone.dimensions": {"littlestone.proofs_check", "sympy", "z3", "hypothesis", "sklearn"},
    "littlestone.learners": {"littlestone.proofs_check", "sympy", "z3", "hypothesis", "sklearn", "opendp"},
    "littlestone.estimators": {"littlestone.proofs_check", "sympy", "z3", "hypothesis"},
    "littlestone.verification": {"sklearn", "hypothesis", "distributed", "matplotlib", "z3", "sympy"},
    "littlestone.auditing": {"littlestone.proofs_check.provers", "sympy", "z3", "hypothesis"},
    "littlestone.strategies": {"littlestone.proofs_check.provers", "sympy", "z3", "sklearn"},
}
GENERATED = ("api", "claims", "_build")
PAGES = [p.relative_to(ROOT) for p in sorted((ROOT / "docs").rglob("*.md"))]
DOCUMENTS = ["README.md", *(str(p) for p in PAGES if p.parts[1] not in GENERATED), "examples"]
IMPORT = re.compile(r"(?:from|import) (littlestone\b[\w.]*)")
INTERNAL = re.compile(r"littlestone\.(?:spec|impl|proofs_check)\.\w+")


def face(name: str) -> ModuleType:
    if name == "littlestone.estimators":
        pytest.importorskip("sklearn")
    return import_module(name)


@pytest.mark.slow
def test_these_are_all_the_faces() -> None:
    found = {p.parent.name for floor in FLOORS for p in (ROOT / floor / "littlestone").glob("*/__init__.py")}
    assert {f"littlestone.{name}" for name in found - set(FLOORS)} == set(FACES)


@pytest.mark.slow
@pytest.mark.parametrize("name", FACES)
def test_a_face_is_a_documented_list_of_names(name: str) -> None:
    module = face(name)
    assert module.__doc__ and module.__file__
    statements = ast.parse(Path(module.__file__).read_text(encoding="utf-8")).body[1:]
    assert {type(node) for node in statements} <= {ast.ImportFrom, ast.Assign}
    things = {word: getattr(module, word) for word in module.__all__}
    assert [
        word for word, thing in things.items() if isinstance(thing, type | FunctionType) and not thing.__doc__
    ] == []
    assert len(set(module.__all__)) == len(module.__all__)


def loaded_by(name: str) -> list[str]:
    code = f"import json, sys, {name}; print(json.dumps(sorted(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return list(json.loads(done.stdout))


@pytest.mark.slow
@pytest.mark.parametrize("name", FACES)
def test_a_face_imports_no_more_than_its_job_needs(name: str) -> None:
    face(name)
    loaded = loaded_by(name)
    assert "littlestone.spec" in loaded
    assert {heavy for heavy in FACES[name] for module in loaded if f"{module}.".startswith(f"{heavy}.")} == set()


def texts(document: str) -> list[str]:
    path = ROOT / document
    files = [path] if path.is_file() else sorted(path.rglob("*.py"))
    return [file.read_text(encoding="utf-8") for file in files if "_build" not in file.parts]


@pytest.mark.parametrize("document", DOCUMENTS)
def test_documents_import_from_the_faces_alone(document: str) -> None:
    assert {name for text in texts(document) for name in IMPORT.findall(text)} <= set(FACES)
    named = {name for text in texts(document) for name in INTERNAL.findall(text)}
    assert named == set() or document == "docs/reference.md"


def imported(source: str) -> set[str]:
    nodes = list(ast.walk(ast.parse(source)))
    plain = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    return plain | {node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)}


@pytest.mark.slow
def test_the_kit_does_not_import_its_own_face() -> None:
    files = [f for floor in FLOORS for f in (ROOT / floor / "littlestone" / floor).rglob("*.py")]
    assert len(files) > 200
    assert [f for f in files if imported(f.read_text(encoding="utf-8")) & set(FACES)] == []


def test_a_private_plan_for_decompositions_is_made_from_the_face_alone() -> None:
    learners = face("littlestone.learners")
    functions = ((0, 1, 1), (0, 0, 1), (0, 0, 0))
    plan = learners.plan_for_error(learners.class_size(functions), learners.PrivateGoal(1, Fraction(1, 10**6)), 1)
    found = learners.learn_by_decompositions(functions, ((1, 1),) * plan.rows, plan, learners.SeededSource(0))
    assert found.hypothesis == functions[0]


# ---- Types reach the user

USER = """
from littlestone.auditing import AuditResult, audit
from littlestone.claims import *
from littlestone.dimensions import Dimension, all_dimensions, as_matrix
from littlestone.learners import law
from littlestone.verification import QUICK, Result, Settings, find, verify


@claim("USER.1", "a notebook", "conjecture", slack=Constant(0, mutants=(-1,)))
def vc_is_at_most_littlestone(H: Binary, slack: int) -> Statement:
    \"\"\"The VC dimension is at most the Littlestone dimension.\"\"\"
    return vc_dimension(H) <= littlestone_dimension(H) + slack


@claim("USER.2", "a notebook", "lemma")
def logarithms_are_at_most_linear(x: AtLeastOne) -> Statement:
    \"\"\"ln x <= x - 1.\"\"\"
    return ln(x) <= x - 1


@uses("USER.1", "USER.2", "line 1", assumes="p is fixed")
def at_the_inverse(p: PositiveUnit) -> Use:
    \"\"\"At x = 1/p.\"\"\"
    return Use({"x": 1 / p}, given=p < 1, gives=ln(1 / p) <= 1 / p, fails=p / 2, delta=HALF)


@adds_up("USER.1", "line 2")
def in_all(p: PositiveUnit) -> Total:
    \"\"\"With probability 1 - p.\"\"\"
    return Total(fails=p, delta=1)


def verdicts() -> list[str]:
    results: list[Result] = [verify(claim, Settings(QUICK)) for claim in find(["DIM"])]
    return [result.verdict for result in results]


reveal_type(verify)
reveal_type(vc_dimension)
reveal_type(all_dimensions)
reveal_type(law)
reveal_type(at_the_inverse)
wrong: int = verdicts()
"""


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The built wheel, without what it depends on, in the site-packages of an environment of its own."""
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    built = subprocess.run(build, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stdout + built.stderr
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder / "env")], check=True)
    (packages,) = (folder / "env").glob("lib/python*/site-packages")
    (wheel,) = folder.glob("*.whl")
    install = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", str(packages), str(wheel)]
    subprocess.run(install, capture_output=True, check=True)
    return folder / "env"


@pytest.mark.slow
def test_the_wheel_brings_its_types_to_a_users_file(installed: Path, tmp_path: Path) -> None:
    file = tmp_path / "user.py"
    file.write_text(USER, encoding="utf-8")
    python = next((installed / "bin").glob("python"))
    command = [
        sys.executable,
        "-m",
        "mypy",
        "--strict",
        "--config-file=",
        "--python-executable",
        str(python),
        str(file),
    ]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    told = done.stdout
    assert told.count("error:") == 1 and 'expression has type "list[str]", variable has type "int"' in told, told
    assert "Claim" in told and "-> littlestone.proofs_check.verdicts.verification.Result" in told
    assert "littlestone.spec.learning.laws.Law[" in told
    assert "-> littlestone.spec.algebra.naturals.Number" in told and "tuple[littlestone.impl" in told
    assert "(p: littlestone.spec.algebra.reals.Real) -> littlestone.spec.proofs.Use" in told
    assert 'Revealed type is "Any"' not in told

"""The worked example is gated: green as it is committed, red where broken; as an action in ``test_action.py``."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner, Result
from helpers.gate_answers import asked_for, insist_on_answers

from littlestone.impl.registry import IMPLEMENTATIONS
from littlestone.proofs_check.command_line.main import main
from littlestone.proofs_check.sources import code_that_ran

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parent.parent
EXAMPLE = ROOT / "examples" / "gated"


@pytest.fixture(autouse=True)
def registries(registry: None) -> Iterator[None]:
    yield
    IMPLEMENTATIONS.pop("OURS.ALG.vc", None)


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Evidence that the tests share, as runs in CI do."""
    return tmp_path_factory.mktemp("kept")


@pytest.fixture
def copy(tmp_path: Path, kept: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    shutil.copytree(EXAMPLE, tmp_path / "gated", ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setenv("LITTLESTONE_CACHE", str(kept))
    return tmp_path / "gated"


def changed(file: Path, before: str, after: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert text.count(before) == 1
    file.write_text(text.replace(before, after), encoding="utf-8")


def gate(folder: Path, *words: str) -> Result:
    """What the gate prints, after a look at the files that it writes."""
    code_that_ran._texts.clear()  # a test changes its copy between two gates
    asked = ["--config", str(folder / "pyproject.toml"), "--jobs", "1", *asked_for(folder)]
    result = CliRunner().invoke(main, ["gate", *asked, *words])
    insist_on_answers(folder, result.exit_code)
    return result


def test_a_broken_implementation_as_junit(copy: Path) -> None:
    changed(copy / "lemmas.py", "== 2**size:", ">= 2**size - 1:")
    result = gate(copy, "--format", "junit")
    suite = ElementTree.fromstring(result.stdout.partition("\n")[2])[0]
    (case,) = [case for case in suite if case.find("failure") is not None]
    failure = case.find("failure")
    assert failure is not None and failure.text is not None and result.exit_code == 1
    assert (case.get("name"), failure.get("type")) == ("OURS.ALG.vc", "implementation-disagrees")
    assert failure.get("message") == "checked -> refuted" and "Let   H = {" in failure.text
    assert "littlestone verify lemmas.py::OURS.ALG.vc --points 1 --labels 2" in failure.text


def test_the_committed_baseline_is_what_update_writes(copy: Path) -> None:
    before = (copy / "littlestone-baseline.json").read_text(encoding="utf-8")
    result = gate(copy, "--update")
    assert result.exit_code == 0 and "is up to date" in result.stderr
    assert "gate: green (4 claims, 1 learner; " in result.stdout
    assert (copy / "littlestone-baseline.json").read_text(encoding="utf-8") == before

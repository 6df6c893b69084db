"""What a release says of the claims: small, sorted, shown with its mark, and read by no run."""

from __future__ import annotations

import ast
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, cast

import pytest
from click.testing import CliRunner
from helpers.processes import PATIENCE
from helpers.sample_ledger import claim, evidence, frontier

import littlestone.spec
from littlestone.proofs_check.command_line.main import main
from littlestone.proofs_check.reports.released import (
    ReleasedEntry,
    released,
    released_entry,
    released_lines,
    released_sharpness,
    write_released,
)
from littlestone.proofs_check.verdicts.entries import Entry

ROOT = Path(__file__).resolve().parents[3]
MOST = 1_500_000
CLAIMS_ASKED = ["DIM.vc", "BGS21.T7.1", "DIM.sauer.power"]
KILLED = {"constants": {"factor": "6 -> 1"}, "killed_by": "box", "universe": "n <= 2", "text": "n = 1"}
WHOLE: ReleasedEntry = {
    "verdict": "checked",
    "words": "checked in part",
    "scope": "all binary classes on 2 to 3 points (255 classes)",
    "mutants": "1 of 2",
    "frontiers": ["factor holds to 2"],
}


@pytest.fixture
def read_anew() -> Iterator[None]:
    released.cache_clear()
    yield
    released.cache_clear()


def files() -> list[Path]:
    return sorted(file for place in littlestone.spec.__path__ for file in Path(place).glob("*/measured.json"))


def explained(*words: str) -> str:
    return CliRunner().invoke(main, list(words)).stdout


# ---- What is kept


def test_all_files_together_are_small() -> None:
    assert len(files()) >= 9 and sum(file.stat().st_size for file in files()) <= MOST


@pytest.mark.parametrize("file", files(), ids=lambda file: file.parent.name)
def test_a_file_is_as_it_is_written(file: Path, tmp_path: Path) -> None:
    data = json.loads(file.read_text(encoding="utf-8"))
    write_released(tmp_path / "again.json", data["version"], data["profile"], data["claims"])
    assert (tmp_path / "again.json").read_bytes() == file.read_bytes()
    assert all(id.startswith(f"{file.parent.name.upper()}.") for id in data["claims"])


@pytest.mark.parametrize("file", files(), ids=lambda file: file.parent.name)
def test_each_counterexample_says_what_fails(file: Path) -> None:
    entries = json.loads(file.read_text(encoding="utf-8"))["claims"]
    texts = {id: one["counterexample"] for id, one in entries.items() if "counterexample" in one}
    assert [id for id, text in texts.items() if "but   the claim needs " not in text or "cannot be shown" in text] == []


def test_an_entry_keeps_verdict_scope_and_sharpness() -> None:
    entry = claim(
        "BGS21.T3.4",
        "checked",
        narrows="half of it",
        mutants=[KILLED, KILLED | {"killed_by": None}],
        frontiers=[frontier("factor", "6", "holds to 2"), frontier("slack", "1", "no") | {"status": "not measured"}],
        evidence=[
            evidence("random", "drawn classes", 9, outcome="tested"),
            evidence("direct", "all binary classes on 2 points", 15),
            evidence("exhaustive", "all binary classes on 3 points", 255),
        ],
    )
    assert released_entry(cast("Entry", entry)) == WHOLE


def test_what_is_refuted_keeps_its_counterexample_and_what_holds_instead() -> None:
    repair = {"verdict": "proved", "evidence": [evidence("interval", "all values", None, outcome="proved")]}
    found = {"text": "Let   p = 0\nThen  1 > 0", "data": {}}
    entry = claim("PROB.x", "refuted", counterexample=found, corrected=repair, mutants=[KILLED])
    kept = released_entry(cast("Entry", entry))
    assert kept == {
        "verdict": "refuted",
        "words": "refuted",
        "counterexample": found["text"],
        "corrected": "proved; all values",
        "mutants": "1 of 1",
    }
    lines = released_lines(kept | {"version": "9"})
    assert lines == [
        f"{line}  (from the release 9)"
        for line in ("refuted", "Let   p = 0", "Then  1 > 0", "corrected; proved; all values")
    ]
    assert released_sharpness(kept | {"version": "9"}) == ["mutants killed 1 of 1  (from the release 9)"]


# ---- What is shown


def test_explain_answers_before_anything_was_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    lines = explained("explain", "DIM.vc", "--evidence", "--sharpness").splitlines()
    told = [line.partition(" ")[0] for line in lines if line.endswith("(from the release 0.1.0)")]
    assert told.count("checked;") == 1 and "mutants" in told
    assert lines[-2].endswith("littlestone verify DIM.vc   not verified yet")
    tree = explained("explain", "BGS21.T7.1", "--dependencies").splitlines()
    assert any("BGS21.T7.1.learners.corrected  checked, from the release 0.1.0" in line for line in tree)
    (data,) = json.loads(explained("explain", "DIM.vc", "--format", "json"))
    assert data["found"] is None and data["released"]["verdict"] == "checked"


def test_list_answers_before_anything_was_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (line,) = explained("list", "DIM.vc").splitlines()
    assert "checked, from the release 0.1.0  lemma" in line
    refuted = json.loads(explained("list", "BGS21.T7*", "--verdict", "refuted", "--format", "json"))
    assert "BGS21.T7.1" in [one["id"] for one in refuted]
    assert {one["verdict"] for one in refuted} == {None} and {one["released"]["verdict"] for one in refuted} == {
        "refuted"
    }


@pytest.mark.usefixtures("read_anew")
@pytest.mark.parametrize("text", ["", "[]", "{}", '{"version": "1"}', '{"version": "1", "claims": {"DIM.vc": 3}}'])
def test_a_damaged_file_says_nothing(text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "dim").mkdir()
    (tmp_path / "dim" / "measured.json").write_text(text, encoding="utf-8")
    monkeypatch.setattr("littlestone.spec.__path__", [str(tmp_path)])
    monkeypatch.chdir(tmp_path)
    assert dict(released()) == {}
    assert "from the release" not in explained("explain", "DIM.vc")


# ---- What reads it


def emptied(_: str) -> str:
    return ""


def falsified(text: str) -> str:
    """Every claim refuted, no mutant dead, no constant sharp."""
    data = json.loads(text)
    for one in data["claims"].values():
        one.update(verdict="refuted", words="refuted", mutants="0 of 9", scope="nothing", frontiers=["none"])
    return json.dumps(data)


def entries_with(spec: Path, folder: Path) -> list[dict[str, Any]]:
    """The entries of a run in a process of its own, with the papers of this folder; without the times."""
    path = [str(spec), *(one for one in sys.path if Path(one) != ROOT / "spec")]
    words = ["verify", *CLAIMS_ASKED, "--jobs", "1", "--format", "json", "--report", str(folder)]
    done = subprocess.run(
        [sys.executable, "-c", "from littlestone.proofs_check.command_line.main import main; main()", *words],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(path)},
        capture_output=True,
        timeout=PATIENCE,
    )
    claims: list[dict[str, Any]] = json.loads(done.stdout)["claims"]
    for one in claims:
        one["run"]["at"] = one["digest"] = None
        for found in [*one["evidence"], *(one["corrected"] or {"evidence": []})["evidence"]]:
            found["seconds"] = 0
    return claims


@pytest.mark.slow
@pytest.mark.parametrize("change", [emptied, falsified])
def test_no_run_takes_anything_from_it(change: Callable[[str], str], tmp_path: Path) -> None:
    spec = Path(shutil.copytree(ROOT / "spec", tmp_path / "spec", ignore=shutil.ignore_patterns("__pycache__")))
    before = entries_with(spec, tmp_path / "before")
    for file in spec.glob("littlestone/spec/*/measured.json"):
        file.write_text(change(file.read_text(encoding="utf-8")), encoding="utf-8")
    assert entries_with(spec, tmp_path / "after") == before
    assert [one["verdict"] for one in before if one["id"] in ("DIM.vc", "BGS21.T7.1")] == ["refuted", "checked"]
    assert any(one["mutants"] for one in before)


def test_only_what_shows_claims_reads_it() -> None:
    readers = set()
    for file in (ROOT / "proofs_check").rglob("*.py"):
        names = [
            node.module for node in ast.walk(ast.parse(file.read_text("utf-8"))) if isinstance(node, ast.ImportFrom)
        ]
        if any(name is not None and name.endswith(".released") for name in names):
            readers.add(f"{file.parent.name}/{file.name}")
    commands = {f"command_line/{name}.py" for name in ("errata", "listing", "proof")}
    places = ("errata/document", "explore/words", "formats/gate_text", "from_python/__init__", "pages/cards")
    shown = {f"{place}.py" for place in places}
    assert readers == commands | shown

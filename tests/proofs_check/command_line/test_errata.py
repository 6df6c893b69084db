"""``littlestone errata`` prints, writes every format, and says what it lacks."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from click.testing import CliRunner, Result

from littlestone.proofs_check.command_line.completion import papers_with_errata
from littlestone.proofs_check.command_line.main import main
from littlestone.proofs_check.reports.errata import data
from littlestone.spec import lyu25

CARD = ["Verdict", "Printed", "Fails", "Correction", "Limits", "Not covered", "Cites", "Affects"]
PAPER = Path(lyu25.__file__ or "").parent


def called(*words: str | Path) -> Result:
    return CliRunner().invoke(main, [*map(str, words)], prog_name="littlestone", terminal_width=80)


def errata(folder: Path, *words: str | Path) -> Result:
    return called("errata", "LYU25", "--report", folder / "none", *words)


def test_it_prints_what_the_release_says_before_a_run(tmp_path: Path) -> None:
    shown = errata(tmp_path)
    assert shown.exit_code == 0 and shown.stdout.startswith("Errata: Lyu, Private Learning")
    assert "Verdicts are from the release" in shown.stdout.replace("\n", " ")
    assert "1. Section 6.1: privacy of the draws" in shown.stdout
    named = re.findall(r"\{([^}]+)\}", (PAPER / "errata.toml").read_text(encoding="utf-8"))
    told = json.loads((PAPER / "measured.json").read_text(encoding="utf-8"))["claims"]
    new = [id for id in named if id.startswith("LYU25.") and id.removesuffix(".corrected") not in told]
    assert " ".join(shown.stdout.split()).count("not verified yet") == len(new) < len(told) / 20


@pytest.mark.parametrize(
    ("form", "begins"), [("text", "Errata"), ("html", "<!doctype"), ("markdown", "# "), ("latex", "\\documentclass")]
)
def test_it_writes_every_format(form: str, begins: str, tmp_path: Path) -> None:
    assert errata(tmp_path, "--format", form, "-o", tmp_path / "page").stdout == ""
    assert (tmp_path / "page").read_text(encoding="utf-8").startswith(begins)


def test_a_pdf_is_made_by_typst(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "typst", SimpleNamespace(compile=lambda source: b"%PDF" + source[:4]))
    assert errata(tmp_path, "--format", "pdf", "-o", tmp_path / "page.pdf").exit_code == 0
    assert (tmp_path / "page.pdf").read_bytes() == b"%PDF#set"


@pytest.mark.slow
def test_typst_reads_what_is_written(tmp_path: Path) -> None:
    pytest.importorskip("typst")
    assert errata(tmp_path, "--format", "pdf", "-o", tmp_path / "page.pdf").exit_code == 0
    assert (tmp_path / "page.pdf").read_bytes().startswith(b"%PDF")


def test_what_is_lacking_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    for words, said in (
        (("--format", "pdf", "-o", tmp_path / "page.pdf"), "pip install 'littlestone[pdf]'"),
        (("--format", "pdf"), "write -o lyu25.pdf"),
        (("-o", tmp_path / "none" / "page"), "it cannot be written"),
    ):
        shown = errata(tmp_path, *words)
        assert shown.exit_code == 2 and said in shown.stderr and shown.stdout == ""
    shown = called("errata", "LYU24")
    assert shown.exit_code == 2 and "LYU24 has no errata; did you mean LYU25?" in shown.stderr


def test_a_refuted_statement_is_explained_with_its_grade(tmp_path: Path) -> None:
    shown = called("explain", "LYU25.T2", "--report", tmp_path).stdout
    assert "grade wrong: The sample size does not depend on beta; log(1/beta)" in " ".join(shown.split())
    places = [shown.index(f"\n{label} ") for label in CARD]
    assert places == sorted(places)
    (told,) = json.loads(called("explain", "LYU25.T2", "--format", "json", "--report", tmp_path).stdout)
    assert [*told["card"]] == CARD
    assert told["grade"] == "wrong" and told["consequence"].startswith("The sample size")
    assert "grade" not in called("explain", "LYU25.T2.unbounded", "--report", tmp_path).stdout.splitlines()[1]


@pytest.fixture
def faulty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """One of the papers has errata that cannot be used."""
    (tmp_path / "spec" / "ab25").mkdir(parents=True)
    (tmp_path / "spec" / "ab25" / "errata.toml").write_text('author = "A', encoding="utf-8")
    monkeypatch.setattr(data.littlestone.spec, "__path__", [str(tmp_path / "spec")])
    for read in (data.all_errata, data.graded_statements):
        read.cache_clear()
    yield
    for read in (data.all_errata, data.graded_statements):
        read.cache_clear()


@pytest.mark.usefixtures("registry", "faulty")
@pytest.mark.parametrize(
    "words",
    [("explain", "DIM.vc"), ("explain", "DIM.vc", "--format", "json"), ("verify", "DIM.vc"), ("errata", "AB25")],
)
def test_errata_that_cannot_be_used_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    monkeypatch.setattr("littlestone.proofs_check.sources.catalogue.load_papers", lambda: None)
    shown = called(*words, "--report", tmp_path / "none")
    assert shown.exit_code == 2 and shown.stdout == ""
    assert shown.stderr.startswith("Error: ab25/errata.toml: it is no TOML (") and "mend that line" in shown.stderr
    assert papers_with_errata(SimpleNamespace(), SimpleNamespace(), "l") == []  # type: ignore[arg-type]


def test_papers_are_completed() -> None:
    context = SimpleNamespace()
    assert "LYU25" in papers_with_errata(context, context, "l")  # type: ignore[arg-type]
    assert papers_with_errata(context, context, "LYU25.") == []  # type: ignore[arg-type]

"""The pages of what is false as printed say what the claims say, and what a run finds."""

from __future__ import annotations

import importlib.util
import json
import re
import sys
from pathlib import Path
from types import ModuleType

import pytest
from click.testing import CliRunner
from helpers.sample_ledger import claim, evidence

from littlestone.proofs_check.command_line.main import main
from littlestone.proofs_check.reports.claim_pages import markdown
from littlestone.proofs_check.reports.proof_tree import ProofView
from littlestone.proofs_check.reports.refuted_prints import (
    LONGEST_LINE,
    print_and_counterexample,
    refuted_ids,
    refuted_section,
    refuted_uses,
    standing_table,
    universes_table,
)
from littlestone.proofs_check.sources.catalogue import load_papers
from littlestone.spec.claim import CLAIMS, corrected
from littlestone.spec.proofs import ARROW

DOCS = Path(__file__).resolve().parents[3] / "docs"
PAPERS = [path.stem.upper() for path in sorted((DOCS / "false_prints").glob("*.toml"))]
REFUTED = {
    "counterexample": {"text": "Let   d = 2\nbut   it fails", "data": {}},
    "corrected": {"statement": "...", "verdict": "checked", "evidence": [], "narrows": None},
}


@pytest.fixture(scope="module", autouse=True)
def _papers() -> None:
    load_papers()


@pytest.fixture
def maker() -> ModuleType:
    spec = importlib.util.spec_from_file_location("false_prints", DOCS / "_ext" / "false_prints.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def false_prints(paper: str) -> list[str]:
    return [id for id in CLAIMS if id.startswith(f"{paper}.") and corrected(id) and CLAIMS[id].kind != ARROW]


# ---- The pages


@pytest.mark.parametrize("paper", PAPERS)
def test_words_stand_beside_claims_that_there_are(maker: ModuleType, paper: str) -> None:
    (words,) = (words for words in maker.all_words() if words.key == paper)
    assert {f"{paper}.{name}" for name in words.first} <= set(false_prints(paper))
    assert {f"{paper}.{name}" for name in (*words.named, *words.other)} <= set(CLAIMS)


@pytest.mark.slow
def test_every_false_print_of_a_run_has_a_section_with_what_the_run_found(maker: ModuleType, tmp_path: Path) -> None:
    ids = ["YAN25.I1", "YAN25.D4"]
    assert CliRunner().invoke(main, ["verify", *ids, "--jobs", "1", "--report", str(tmp_path)]).exit_code == 0
    ledger = json.loads((tmp_path / "ledger.json").read_text(encoding="utf-8"))
    entries = {entry["id"]: entry for entry in ledger["claims"]}
    (words,) = (words for words in maker.all_words() if words.key == "YAN25")
    entries = {f"YAN25.{name}": claim(f"YAN25.{name}", "checked") for name in words.named} | entries
    page = maker.page(words, entries, ledger["profile"])
    assert sorted(re.findall(r"^### (.*)$", page, re.MULTILINE)) == sorted(ids)
    for id in ids:
        assert print_and_counterexample(entries[id]) in page and markdown(CLAIMS[id].statement) in page


def test_equal_ledgers_make_equal_pages(maker: ModuleType) -> None:
    (words,) = (words for words in maker.all_words() if words.key == "LYU25")
    entries = {id: claim(id, "refuted", **REFUTED) for id in ("LYU25.S2.eq2", "LYU25.T3")}
    entries |= {f"LYU25.{name}": claim(f"LYU25.{name}", "checked") for name in words.named if name != "T3"}
    page = maker.page(words, entries, "quick")
    assert page == maker.page(words, dict(entries), "quick") and words.in_short.strip() in page
    assert page.index("### LYU25.T3") < page.index("## Corners") < page.index("### LYU25.S2.eq2")


# ---- Its parts


def test_a_section_says_all_there_is_to_say() -> None:
    view = ProofView({"LYU25.S2.eq2": claim("LYU25.S2.eq2", "refuted", **REFUTED)})
    text = refuted_section("LYU25.S2.eq2", view, "So it goes.")
    assert text.startswith("### LYU25.S2.eq2\n")
    assert "$ littlestone verify LYU25.S2.eq2\n...\n" + " " * 14 + "Let   d = 2\n" in text
    assert "\n\nSo it goes.\n\nRepair (checked): " in text
    assert "Used in the proof of [LYU25.S2.eq3](claims/LYU25.S2.eq3.md)" in text


def test_a_print_that_nothing_uses_says_so() -> None:
    view = ProofView({"LYU25.T1": claim("LYU25.T1", "refuted", **REFUTED)})
    assert refuted_section("LYU25.T1", view).endswith("No dependency on it is stated here.\n")


def test_a_long_line_is_cut() -> None:
    found = {"text": "x" * (LONGEST_LINE + 1) + "\n" + "y" * LONGEST_LINE, "data": {}}
    text = print_and_counterexample(claim("LYU25.T1", "refuted", counterexample=found))  # type: ignore[arg-type]
    assert "x" * LONGEST_LINE + "...\n" in text and "y" * LONGEST_LINE + "\n" in text


def test_uses_and_statements_are_apart() -> None:
    found = {"counterexample": {"text": "Let   T = 2\nbut   1 <= 0", "data": {}}}
    entries = {
        "A.T1": claim("A.T1", "refuted"),
        "A.sums": claim("A.sums", "refuted", kind=ARROW, **found),
        "A.T2": claim("A.T2", "checked"),
        "B.T1": claim("B.T1", "refuted"),
    }
    assert refuted_ids("A", entries) == ["A.T1"]  # type: ignore[arg-type]
    rows = refuted_uses("A", entries).splitlines()  # type: ignore[arg-type]
    assert len(rows) == 3 and rows[2].startswith("| `A.sums` | statement of A\\.sums | Let T \\= 2 but 1 ")


def test_the_standing_of_statements() -> None:
    view = ProofView({"LYU25.T1": claim("LYU25.T1", "refuted")})
    assert standing_table(["LYU25.T1"], view).splitlines()[2].startswith("| [LYU25.T1](claims/LYU25.T1.md) | refuted |")


def test_the_largest_universe_of_each_claim_counts() -> None:
    two, three = "all binary classes on 2 points", "all binary classes on 3 points"
    entries = {
        "A.T1": claim("A.T1", "checked", evidence=[evidence("direct", two, 15), evidence("exhaustive", three, 255)]),
        "A.T2": claim("A.T2", "checked", evidence=[evidence("exhaustive", three, 255)]),
        "A.T3": claim("A.T3", "checked", evidence=[evidence("direct", two, 15, outcome="tested")]),
        "A.T4": claim("A.T4", "checked", evidence=[evidence("box", "0 <= n <= 3", 4)]),
        "B.T1": claim("B.T1", "checked", evidence=[evidence("exhaustive", three, 255)]),
    }
    assert universes_table("A", entries).splitlines()[2:] == [f"| {three} | exhaustive | 2 | T1, T2 |"]  # type: ignore[arg-type]

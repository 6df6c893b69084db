"""Every claim has a page that says what it states, and what the ledger found."""

from __future__ import annotations

import gzip
import json
import re
from pathlib import Path

import pytest
from helpers.sample_ledger import claim, evidence
from markdown_it import MarkdownIt

from littlestone.proofs_check.reports.pages import claim_pages
from littlestone.proofs_check.reports.pages.claim_pages import (
    claim_page,
    entries_in,
    markdown,
    write_claim_pages,
)
from littlestone.proofs_check.reports.proof_tree import ProofView
from littlestone.proofs_check.reports.typesetting.prose import typeset_in_markdown, typeset_prose
from littlestone.proofs_check.sources.catalogue import find, load_papers, printed_claims
from littlestone.proofs_check.sources.vocabulary import domain_in_words
from littlestone.spec.claim import CLAIMS, Claim
from littlestone.spec.domains import (
    Algorithm,
    Classes,
    Naturals,
    Reals,
    TreeSets,
)
from littlestone.spec.proofs import ARROW

ENTRY = claim("BGS21.T7.1", "refuted") | {
    "counterexample": {
        "text": "Let   H = {0, 1}\nThen  it fails",
        "data": {
            "class": {"points": 1, "labels": 2, "functions": [[0], [1]]},
            "tree": {"kind": "io", "point": 0, "labels": [0, 1], "left": None, "right": None},
        },
    },
    "corrected": {"statement": "...", "verdict": "checked", "evidence": [], "narrows": "two points"},
    "mutants": [
        {"constants": {"first": "0 -> -1"}, "killed_by": "exhaustive", "universe": "u", "text": "H = {0}"},
        {"constants": {"second": "0 -> -1"}, "killed_by": None, "universe": None, "text": None},
    ],
    "evidence": [
        {"prover": "exhaustive", "outcome": "refuted", "universe": "all | classes", "cases": 5110, "violations": 80}
        | {"beyond_reach": 10, "premise_cases": 7}
    ],
    "vacuous_on": ["one point"],
    "refuted_parts": ["BGS21.T7.2"],
}


@pytest.fixture(scope="module")
def stated() -> list[Claim]:
    """The claims of two papers."""
    load_papers()
    return [claim for claim in printed_claims() if claim.paper in ("BGS21", "DIM")]


@pytest.fixture(scope="module")
def folder(stated: list[Claim], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Their pages; all the others' are made with the docs."""
    folder = tmp_path_factory.mktemp("docs") / "claims"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(claim_pages, "printed_claims", lambda: stated)
        write_claim_pages(folder)
    return folder


@pytest.mark.slow
def test_every_claim_and_every_paper_has_a_page(folder: Path, stated: list[Claim]) -> None:
    names = {claim.id for claim in stated if claim.kind != ARROW}
    papers = {name.split(".")[0] for name in names}
    assert {page.name.removesuffix(".md") for page in folder.glob("*.md")} == names | papers | {"index", "falls"}


@pytest.mark.slow
def test_every_link_leads_to_a_page(folder: Path) -> None:
    for page in folder.glob("*.md"):
        for target in re.findall(r"\]\(([^)]+\.md)\)", page.read_text(encoding="utf-8")):
            assert (folder / target).is_file(), f"{page.name} links to {target}"


@pytest.mark.parametrize("name", ["BGS21.T7.1", "BGS21.T3.6", "DIM.vc", "BGS21.D2.6"])
def test_a_page_shows_the_statement_as_it_is_written(folder: Path, name: str) -> None:
    [stated] = find([name])
    tokens = MarkdownIt().parse((folder / f"{name}.md").read_text(encoding="utf-8"))
    blocks = "".join(token.content for token in tokens if token.type == "html_block")
    assert str(typeset_prose(stated.statement)) in blocks
    assert stated.code.strip() in [token.content.strip() for token in tokens if token.type == "fence"]


def test_a_page_shows_correction_constants_and_stand_ins() -> None:
    [refuted], [unchecked] = find(["BGS21.T7.1"]), find(["BGS21.T3.6"])
    right = CLAIMS["BGS21.T7.1.corrected"]
    assert "labels have" in str(right.why)
    assert typeset_in_markdown(str(right.why)) in claim_page(refuted)
    assert "| `slack` | 0 | " in claim_page(refuted)
    assert "## Verdict" not in claim_page(refuted)
    assert "Stand-ins: [BGS21.ALG.EXPLEARN](BGS21.ALG.EXPLEARN.md)" in claim_page(unchecked)


def test_a_page_begins_with_the_card() -> None:
    [refuted] = find(["LYU25.C6.4"])
    page = claim_page(refuted)
    labels = ["Verdict", "Printed", "Fails", "Correction", "Not covered", "Affects"]
    places = [page.index(f"\n**{label}** ") for label in labels]
    assert places == sorted(places) and places[-1] < page.index('<blockquote class="statement">')
    assert "grade wrong: A call may change neither the stage" in page


def test_a_page_shows_what_the_ledger_found() -> None:
    [stated] = find(["BGS21.T7.1"])
    page = claim_page(stated, ENTRY)
    assert '<span class="verdict refuted">refuted</span>' in page
    assert "Let   H = {0, 1}\nThen  it fails" in page
    assert page.count('<table class="class">') == page.count("<svg") == 1
    assert "| exhaustive | refuted | all \\| classes | 5,110 | 80 | 10 | 7 |" in page
    assert ", with a part refuted: [BGS21.T7.2](BGS21.T7.2.md)" in page
    assert '<span class="verdict checked">checked in part</span>' in page
    assert "| second 0 \\-\\> \\-1 | **survives** |" in page
    assert "Vacuous on one point" in page
    assert page.index("What shows that the corrected statement could have failed") < page.index("| second 0")


def test_a_page_says_how_it_was_proved_when_and_what_is_next() -> None:
    [stated] = find(["ABLMM22.T1.chain.colours"])
    steps = "m - 2 >= 0: with m = m' + 2 every coefficient is nonnegative; log(m) > 0: decided by its constants"
    run = {"profile": "quick", "at": "2026-01-02T03:04:05Z", "version": "0.1.0", "rests_on": "", "stale": True}
    found = claim(stated.id, "proved", run=run, evidence=[evidence("interval", "all values", None, detail=steps)])
    page = claim_page(stated, found)
    assert page.count("<li>") == 2 and "<summary>How interval proves it, step by step</summary>" in page
    assert markdown("stale: quick run of 2026-01-02 03:04 UTC, version 0.1.0") in page
    assert '<div class="formula">' in page and "Next: [ABLMM22." in page
    assert f"# {stated.id}: {markdown(stated.title)}" in page


@pytest.mark.slow
def test_a_theorem_of_a_run_has_a_picture_of_its_proof() -> None:
    theorem = CLAIMS["BGS21.T1.1"]
    view = ProofView({theorem.id: claim(theorem.id, "proved")})
    assert '<div class="tree">\n<svg' in claim_page(theorem, None, view)
    assert "<svg" not in claim_page(theorem, None, ProofView({}))
    assert "<svg" not in claim_page(CLAIMS["BGS21.T1.1.count"], None, view)


def test_a_ledger_is_read_and_stale_pages_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(claim_pages, "printed_claims", lambda: find(["BGS21.T7.1", "DIM.vc"]))
    ledger = tmp_path / "ledger.json"
    ledger.write_text(json.dumps({"tool": {}, "claims": [ENTRY], "uses": []}), encoding="utf-8")
    folder = tmp_path / "claims"
    folder.mkdir()
    (folder / "GONE.md").write_text("# GONE", encoding="utf-8")
    write_claim_pages(folder, ledger)
    assert not (folder / "GONE.md").exists()
    assert "## Verdict" in (folder / "BGS21.T7.1.md").read_text(encoding="utf-8")
    assert "## Verdict" not in (folder / "DIM.vc.md").read_text(encoding="utf-8")


def test_a_packed_ledger_is_read_and_what_is_stale_in_it_is_marked(tmp_path: Path) -> None:
    ledger = tmp_path / "ledger.json.gz"
    run = {"profile": "full", "at": "2026-01-02T03:04:05Z", "version": "0", "rests_on": "what was", "stale": False}
    ledger.write_bytes(gzip.compress(json.dumps({"tool": {}, "claims": [ENTRY | {"run": run}], "uses": []}).encode()))
    entry = entries_in(ledger)["BGS21.T7.1"]
    (stated,) = find(["BGS21.T7.1"])
    assert "stale: full run of 2026" in claim_page(stated, entry).replace("\\", "")


def test_a_ledger_from_before_there_were_digests_is_read(tmp_path: Path) -> None:
    ledger = tmp_path / "ledger.json"
    old = {name: value for name, value in ENTRY.items() if name != "digest"}
    ledger.write_text(json.dumps({"tool": {}, "claims": [old], "uses": []}), encoding="utf-8")
    assert list(entries_in(ledger)) == ["BGS21.T7.1"]


@pytest.mark.parametrize(
    "text", ["", "[]", pytest.param(10**5 * "[", id="deep"), '{"claims": 3}', '{"claims": [{}]}', '{"claims": [[]]}']
)
def test_what_is_no_ledger_is_refused(tmp_path: Path, text: str) -> None:
    ledger = tmp_path / "ledger.json"
    ledger.write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match=r"ledger\.json is no ledger"):
        write_claim_pages(tmp_path / "claims", ledger)


@pytest.mark.parametrize("text", ["max_i Ldim(H|_i) <= 6 * d", "`a` [b](c) <d> {e}", "1. no list", "# no heading"])
def test_text_is_shown_literally(text: str) -> None:
    [_, inline, _] = MarkdownIt().parse(markdown(text))
    assert "".join(child.content for child in inline.children or []) == text


def test_domains_in_words() -> None:
    assert domain_in_words(Classes(labels=2)) == "the non-empty binary concept classes"
    assert domain_in_words(Classes()) == "the non-empty concept classes with labels 0..k"
    assert domain_in_words(TreeSets()) == "the sets of output-labelled trees of a depth"
    assert domain_in_words(Naturals(1)) == "the integers from 1 on"
    assert domain_in_words(Reals(low=0, low_open=True)) == "the reals in (0, infinity)"
    assert domain_in_words(Algorithm("A.B")) == "the implementation of A.B"

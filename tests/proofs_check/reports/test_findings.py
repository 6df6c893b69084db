"""The report leads with what was found; evidence is folded, stale entries and what is of a correction say so."""

from __future__ import annotations

from helpers.html_pages import Page, words
from helpers.sample_ledger import IO_TREE, PSI_TREE, bit_by_bit, frontier, ledger, restrictions

from littlestone.proofs_check.reports.drawing import tree_svg
from littlestone.proofs_check.reports.pages.report_page import render_report, report_pages


def test_the_report_leads_with_what_is_refuted_its_consequence_and_its_repair() -> None:
    arrow = {"id": "BGS21.T3.4.from.T7.1", "cited": "BGS21.T7.1", "verdict": "broken"}
    proof = {
        "id": "BGS21.T3.4",
        "verdict": "broken",
        "words": "rests on it",
        "repaired": [],
        "arrows": [arrow],
    }
    html = render_report(ledger() | {"proofs": [proof]})
    [card] = Page(html).all("section", id="BGS21.T7.1")
    for part in (
        "Let H = {00, 02, 10, 12}",
        "Affects the proof of BGS21.T3.4, which is broken by it",
        "Correction Checked (",
        "MLD(H)≤∑iLdim(H|i)≤maxiLdim(H|i)⋅⌈log2(k+1)⌉",
    ):
        assert part in words(card["text"]).replace("\u200b", "")
    labels = [element["text"] for element in Page(html).all("dt", within="BGS21.T7.1")]
    assert labels == ["Verdict", "Printed", "Fails", "Correction", "Affects"]
    first = html.index("data-claim=")
    assert html.index('id="filters"') < first == html.index('data-claim="BGS21.T7.1"') < html.index("<figure")
    unused = Page(render_report(ledger() | {"proofs": [proof | {"arrows": []}]})).all("section", id="BGS21.T7.1")
    assert "Affects no recorded proof" in words(unused[0]["text"])


def test_the_report_leads_with_what_is_wrong_by_consequence() -> None:
    ids = ["LYU25.C6.4", "LYU25.P6.1", "LYU25.L4.1"]
    refuted = [bit_by_bit() | {"id": id, "paper": "LYU25", "role": "statement"} for id in ids]
    html = render_report(ledger() | {"claims": refuted, "proofs": []})
    titles = [words(element["text"]) for element in Page(html).all("h3")]
    first = "LYU25, Section 6.1: privacy of the draws and of the whole learner"
    leading = [first, "LYU25, Claim 6.4: progress of a call"]
    assert [title for title in titles if title.startswith("LYU25, ")] == leading == titles[:2]
    rows = [e["attrs"]["data-claim"] for e in Page(html).all("tr") if "data-claim" in e["attrs"]]
    assert rows == ids, "what is wrong comes before an edge case"
    assert html.index('id="wrong"') < html.index("data-claim=")
    held = [one | {"verdict": "checked", "counterexample": None, "corrected": None} for one in refuted]
    assert 'id="wrong"' not in render_report(ledger() | {"claims": held, "proofs": []})


def test_evidence_is_folded_and_what_is_of_the_correction_is_said_to_be() -> None:
    changed = frontier("factor", "6", "holds to 15/8, fails at 3/2")
    mutant = {"constants": {"factor": "6 -> 1"}, "killed_by": "z3", "universe": "u", "text": None}
    refuted = bit_by_bit() | {"frontiers": [changed], "mutants": [mutant]}
    page = Page(render_report(ledger() | {"claims": [refuted]}))
    tables = page.all("table", within="BGS21.T7.1", class_="evidence") + page.all("table", class_="mutants")
    assert tables and all(any(o["tag"] == "details" for o in table["inside"]) for table in tables)
    box = next(e for e in page.all("div", within="BGS21.T7.1", class_="corrected"))["text"]
    assert "Frontier of the corrected statement. factor: holds to 15/8" in words(box)
    assert "Mutants of the corrected statement" in box
    assert page.all("section", id="BGS21.T7.1")[0]["text"].count("holds to 15/8") == 1


def test_many_claims_have_a_page_for_each_paper() -> None:
    many = [bit_by_bit() | {"id": f"BGS21.T{i}"} for i in range(41)] + [restrictions() | {"id": "O.1", "paper": "../o"}]
    pages = {name: Page(html) for name, html in report_pages(ledger() | {"claims": many})}
    assert [*pages] == ["paper-BGS21.html", "paper-..o.html", "index.html"]
    index, paper = pages["index.html"], pages["paper-BGS21.html"]
    assert index.all("section") == [] and len(paper.all("section")) == 41
    links = {
        e["attrs"].get("rel"): e["attrs"]["href"] for e in paper.all("a", within="BGS21.T7") if "rel" in e["attrs"]
    }
    assert links == {"prev": "#BGS21.T6", "next": "#BGS21.T8"}
    for page in pages.values():
        for target in (e["attrs"]["href"] for e in page.all("a")):
            name, _, id = target.partition("#")
            other = pages[name] if name else page
            assert not id or any(e["attrs"].get("id") == id for e in other.elements), target


def test_what_is_stale_says_so_with_its_date_and_profile() -> None:
    run = {"profile": "full", "at": "2026-01-02T03:04:05Z", "version": "0.1.0", "rests_on": "", "stale": True}
    html = render_report(
        ledger() | {"claims": [restrictions() | {"run": run}, bit_by_bit() | {"run": run | {"stale": False}}]}
    )
    page = Page(html)
    assert "1 is stale:" in words(page.all("p", class_="summary")[0]["text"])
    row, other = (
        words(next(e for e in page.all("tr") if e["attrs"].get("data-claim") == id)["text"])
        for id in ("BGS21.T3.4", "BGS21.T7.1")
    )
    assert "stale: full run of 2026-01-02 03:04 UTC, version 0.1.0" in row and "stale" not in other


def test_leaves_are_named_by_the_functions_that_reach_them() -> None:
    functions = [[0, 0], [0, 2], [1, 0], [1, 2]]
    leaves = [e["text"] for e in Page(tree_svg(IO_TREE, functions)).all("text", class_="leaf")]
    assert leaves == ["h₀", "h₁", "h₂", "h₃"]
    assert len(Page(tree_svg(IO_TREE, functions[:1])).all("circle", class_="leaf")) == 4, "not all leaves are reached"
    cut = [e["text"] for e in Page(tree_svg(PSI_TREE, [[0, 0], [0, 1], [1, 0]])).all("text", class_="leaf")]
    assert cut == ["h₀", "h₁", "h₂"]

"""The report: well-formed, self-contained, escaped, complete, and its ledger as the schema says."""

from __future__ import annotations

import re
from collections.abc import Callable
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema  # type: ignore[import-untyped]
import pytest
from helpers.html_pages import Page, words
from helpers.sample_ledger import (
    IO_TREE,
    PSI_TREE,
    claim,
    evidence,
    learner,
    ledger,
    logarithm,
    restrictions,
)
from helpers.set_words import misprints

from littlestone.proofs_check.reports.drawing import class_table, tree_svg
from littlestone.proofs_check.reports.pages.report_page import (
    VERDICTS,
    count_in_words,
    inline_svg,
    render_report,
    strongest_in_words,
    thousands,
    write_report,
)
from littlestone.proofs_check.verdicts.entries import SCHEMA
from littlestone.proofs_check.verdicts.scopes import said

FETCHING = {"src", "href", "xlink:href", "action", "data", "poster", "srcset"}


@pytest.fixture(scope="module")
def page() -> Page:
    return Page(render_report(ledger()))


def test_the_reader_of_pages_notices_unbalanced_tags() -> None:
    for broken in ("<p><b>x</p></b>", "<div>", "</div>", "<svg><rect></svg>"):
        with pytest.raises(AssertionError):
            Page(broken)


@pytest.mark.parametrize(
    ("statement", "found"),
    [
        ("At most $d^9.5 log(T)/eps$ rows by ``a_name``, see ID.a_step.", []),
        ("At most $d^9$.5 rows.", ["an exponent"]),
        ("At most d^2 rows.", ["an exponent"]),
        ("It is `d`.", []),
        ("It is `d.", ["a backtick"]),
        ("It is 2 * $d$.", ["an asterisk"]),
        ("It costs $ d.", ["a dollar"]),
        ("At most max_rows rows.", ["an identifier"]),
    ],
)
def test_a_formula_that_is_not_set_is_found(statement: str, found: list[str]) -> None:
    html = render_report(ledger() | {"claims": [claim("A.B", "proved", statement=statement)]})
    assert list(dict.fromkeys(word.split(":")[0] for word in misprints(html))) == found


def test_no_formula_is_left_among_the_words() -> None:
    assert [*misprints(render_report(ledger()))] == []


def test_ids_are_unique_and_links_lead_somewhere(page: Page) -> None:
    ids = [e["attrs"]["id"] for e in page.elements if "id" in e["attrs"]]
    assert len(ids) == len(set(ids))
    targets = [e["attrs"]["href"] for e in page.all("a")]
    assert targets
    assert {target.removeprefix("#") for target in targets} <= set(ids)


def test_every_claim_has_a_row_and_a_section(page: Page) -> None:
    names = [c["id"] for c in ledger()["claims"]]
    assert sorted(e["attrs"]["id"] for e in page.all("section")) == sorted(names)
    assert sorted(e["attrs"]["data-claim"] for e in page.all("tr") if "data-claim" in e["attrs"]) == sorted(names)


def test_the_page_says_what_was_run(page: Page) -> None:
    assert words(page.all("p", class_="tool")[0]["text"]) == "littlestone 0.1.0 · quick profile"


def test_the_summary_counts_and_the_legend_explains(page: Page) -> None:
    summary = words(page.all("p", class_="summary")[0]["text"])
    told = "6 statements: 1 proved, 1 checked, 1 not formalized, 1 refuted (1 with a correction that is checked), "
    assert summary.startswith(told + "1 undecided, 1 estimated.")
    assert "1 not as expected: ABLMM22.L5.1." in summary
    rows = [words(e["text"]) for e in page.all("tr") if any(o["attrs"].get("class") == "legend" for o in e["inside"])]
    for verdict, meaning in VERDICTS.items():
        assert f"{said(verdict)}{meaning}" in rows


def test_rows_hold_all_that_is_asked_of_them_without_scripts(page: Page) -> None:
    row = words(next(e for e in page.all("tr") if e["attrs"].get("data-claim") == "BGS21.T7.1")["text"])
    for part in (
        "MLD is at most the largest bit dimension",
        "Theorem 7.1, section 7",
        "refuted wrong constant The factor is the number of bits",
        "corrected: checked; exhaustive, all 511 three-label classes on 2 points",
    ):
        assert part in row


def test_nothing_is_hidden_without_scripts_but_the_filters(page: Page) -> None:
    assert [e["attrs"]["id"] for e in page.elements if "hidden" in e["attrs"]] == ["filters"]
    kinds = [e["text"] for e in page.all("option", within="filters")]
    assert kinds == ["all", "BGS21", "ABLMM22", "all", "lemma", "proof step", "theorem", "all", "wrong constant"]
    boxes = [e["attrs"]["value"] for e in page.all("input", within="filters", type="checkbox")]
    assert boxes == ["refuted", "proved", "checked", "estimated", "open", "not_checkable"]


def test_a_section_shows_evidence_mutants_and_notes(page: Page) -> None:
    text = words(page.all("section", id="BGS21.T3.4")[0]["text"])
    for part in (
        "4,294,967,295",
        "2,417,851,639,229,258,349,412,351",
        "100,000",
        "212.50",
        "unsat",
        "77,000 cases could fail",
        "factor 6 → 1",
    ):
        assert part in text
    for part in ("survives", "but Ldim(H|_1) = 2 > 1 ln 3", "Vacuous on classes with one function.", "section3.py:24"):
        assert part in text
    commands = [e["text"] for e in page.all("code", within="BGS21.T3.4", class_="command")]
    assert commands == [f"littlestone verify --prover {prover}" for prover in ("random", "exhaustive", "z3")]


def test_stand_ins_are_links_where_the_ledger_has_them(page: Page) -> None:
    section = page.all("section", id="BGS21.T3.6")[0]
    assert "BGS21.T3.4, BGS21.T3.7" in section["text"]
    links = {e["attrs"]["href"] for e in page.all("a", within="BGS21.T3.6")}
    assert "#BGS21.T3.4" in links
    assert "#BGS21.T3.7" not in links


def test_a_corrected_statement_comes_with_its_own_verdict(page: Page) -> None:
    box = next(e for e in page.all("div", within="BGS21.T7.1", class_="corrected"))["text"]
    assert "checked" in box
    assert "511" in box


def test_the_counterexample_is_drawn(page: Page) -> None:
    cells = [e["text"] for e in page.all("td", within="BGS21.T7.1") if _in_class_table(e)]
    assert cells == ["", *"00", *"02", *"10", *"12"]
    assert len(page.all("rect", within="BGS21.T7.1", class_="node")) == 3
    assert '"functions"' in page.all("pre", within="BGS21.T7.1")[0]["text"]
    [point] = page.all("dd", within="BGS21.T7.1", class_="counterexample")
    assert page.all("table", within="BGS21.T7.1", class_="class")[0]["inside"][-2] is point


def _in_class_table(element: dict[str, Any]) -> bool:
    return any(outer["attrs"].get("class") == "class" for outer in element["inside"])


def test_figures_are_inlined_without_their_xml_declaration(page: Page) -> None:
    assert len(page.all("svg", within="BGS21.T3.4.lnineq")) == 1
    assert "<?xml" not in render_report(ledger())
    with pytest.raises(ValueError, match="must be an <svg>"):
        inline_svg("<p>no figure</p>")


def test_nothing_is_fetched(page: Page) -> None:
    for element in page.elements:
        for name, value in element["attrs"].items():
            assert name not in FETCHING or value.startswith("#"), (element["tag"], name, value)
    styles = page.all("style")[0]["text"]
    assert "url(" not in styles
    assert "@import" not in styles
    policy = page.all("meta", http_equiv="Content-Security-Policy")[0]["attrs"]["content"]
    assert policy.startswith("default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline';")


def test_text_of_the_ledger_is_escaped() -> None:
    hostile = '"></pre><script>alert(1)</script>&'
    spoiled = restrictions()
    spoiled |= dict.fromkeys(("id", "paper", "source", "kind", "title", "statement", "reason", "location"), hostile)
    spoiled["evidence"][0] |= {"prover": hostile, "universe": hostile, "command": hostile, "detail": hostile}
    spoiled["mutants"][0] |= {
        "constants": {hostile: hostile},
        "killed_by": hostile,
        "universe": hostile,
        "text": hostile,
    }
    spoiled["counterexample"] = {"text": hostile, "data": {hostile: hostile}}
    spoiled["vacuous_on"] = spoiled["stand_ins"] = [hostile]
    spoiled["corrected"] = {"statement": hostile, "verdict": "open"}
    html = render_report(ledger() | {"profile": hostile, "claims": [spoiled]})
    assert len(Page(html).all("script")) == 1 and "&lt;script&gt;alert(1)&lt;/script&gt;&amp;" in html


def test_an_empty_ledger_and_a_bare_claim_make_a_page() -> None:
    assert "This ledger holds no claims." in Page(render_report({"claims": []})).all("main")[0]["text"]
    assert "No claims." in words(Page(render_report({})).all("p", class_="summary")[0]["text"])
    bare = {"id": "X.1", "verdict": "open", "counterexample": {"text": "Let"}, "corrected": {"verdict": "tested"}}
    section = Page(render_report({"claims": [bare]})).all("section")[0]
    assert "None" not in section["text"]
    assert "undecided" in section["text"]


def test_counterexamples_are_linked_to_an_atlas_that_was_made() -> None:
    found = deepcopy(ledger())
    found["claims"][0]["counterexample"] = {
        "text": "",
        "data": {"class": {"labels": 2, "points": 3, "functions": [[1, 1, 1], [1, 1, 0], [1, 0, 0], [0, 1, 1]]}},
    }
    assert [a["attrs"]["href"] for a in Page(render_report(found, "../atlas/atlas.html")).all("a")].count(
        "../atlas/atlas.html#c3-27"
    ) == 1
    plain = render_report(found)
    assert "c3-27 of the atlas that <code>littlestone atlas</code> makes" in plain and "atlas.html" not in plain


def test_write_report_replaces_the_page_and_leaves_nothing_else(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "report"
    assert write_report({}, folder) == folder / "index.html"
    write_report(ledger(), folder)
    assert (folder / "index.html").read_text(encoding="utf-8") == render_report(ledger())
    assert [path.name for path in folder.iterdir()] == ["index.html"]


def test_a_failed_write_keeps_the_old_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_report(ledger(), tmp_path)
    before = (tmp_path / "index.html").read_bytes()

    def fail(self: Path, target: Path) -> Path:
        raise OSError("disk full")

    monkeypatch.setattr(Path, "replace", fail)
    with pytest.raises(OSError, match="disk full"):
        write_report({}, tmp_path)
    assert (tmp_path / "index.html").read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == ["index.html"]


@pytest.mark.parametrize(
    ("claims", "message"),
    [
        ([{"verdict": "open"}], r"claims\[0\] of the ledger has no id"),
        ([{"id": "A", "verdict": "open"}, {"id": "A", "verdict": "open"}], r"claims\[1\] .* repeats the id A"),
        ([{"id": "A", "verdict": "fine"}], "A has the verdict 'fine': give one of proved, checked"),
        ([{"id": "A"}], "A has the verdict None"),
        ([{"id": "A", "verdict": "open", "corrected": {"verdict": "ok"}}], "A, corrected has the verdict 'ok'"),
    ],
)
def test_a_wrong_ledger_is_refused_with_its_place(claims: list[dict[str, Any]], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        render_report({"claims": claims})


def test_the_strongest_evidence_decides_the_words() -> None:
    assert strongest_in_words(restrictions()) == "z3, all 2⁸¹ − 1 three-label classes on 4 points"
    assert strongest_in_words(logarithm()) == "interval, all x, y > 0"
    assert strongest_in_words(learner()) == ""
    narrow = evidence("z3", "all classes on 2 points", 511, violations=80, outcome="refuted")
    wide = evidence("random", "all classes on 4 points", 2**81, cases=100, outcome="tested")
    assert strongest_in_words({"verdict": "refuted", "evidence": [wide, narrow]}).startswith("z3, 80 violations")


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({}, "exhaustive, all 4,294,967,295 binary classes on 5 points"),
        ({"outcome": "tested", "cases": 1000}, "exhaustive, 1,000 of the 4,294,967,295 binary classes on 5 points"),
        ({"universe": "classes", "violations": 1}, "exhaustive, 1 violation among classes, all 4,294,967,295 cases"),
        ({"universe": "all 4,294,967,295 classes"}, "exhaustive, all 4,294,967,295 classes"),
        ({"size": None, "cases": 1}, "exhaustive, all binary classes on 5 points, 1 case"),
        ({"universe": None, "cases": 12}, "exhaustive, 12 cases"),
        ({"outcome": "open", "size": None, "cases": None}, "exhaustive, undecided on all binary classes on 5 points"),
        ({"outcome": "vacuous", "cases": None}, "exhaustive, vacuous on all 4,294,967,295 binary classes on 5 points"),
    ],
)
def test_one_piece_of_evidence_in_words(changes: dict[str, Any], expected: str) -> None:
    item = evidence("exhaustive", "all binary classes on 5 points", 2**32 - 1) | changes
    assert strongest_in_words({"verdict": "checked", "evidence": [item]}) == expected


def test_counts() -> None:
    assert [count_in_words(n) for n in (0, 511, 2**32 - 1, 2**64, 10**12)] == [
        "0",
        "511",
        "4,294,967,295",
        "2⁶⁴",
        "1,000,000,000,000",
    ]
    assert thousands(2**243) == "about 1.4 × 10⁷³"
    assert thousands(None) == count_in_words(None) == ""


def test_class_table_has_a_row_per_function_and_a_column_per_point() -> None:
    table = Page(class_table([[0, 1, 2], [10, 0, 0]]))
    assert [e["text"] for e in table.all("th", scope="col")] == ["x₀", "x₁", "x₂"]
    assert [e["text"] for e in table.all("th", scope="row")] == ["h₀", "h₁"]
    assert [e["text"] for e in table.all("td")][1:] == ["0", "1", "2", "10", "0", "0"]
    assert table.all("caption")[0]["text"] == "2 functions"
    assert Page(class_table([])).all("caption")[0]["text"] == "the empty class"


def test_class_table_refuses_ragged_functions() -> None:
    with pytest.raises(ValueError, match=r"functions\[1\] has 1 labels but functions\[0\] has 2"):
        class_table([[0, 1], [0]])


@pytest.mark.parametrize(
    ("tree", "nodes", "leaves", "depth"), [(IO_TREE, 3, 4, 2), (PSI_TREE, 2, 3, 2), (None, 0, 1, 0)]
)
def test_tree_svg_draws_every_node_edge_and_leaf(tree: Any, nodes: int, leaves: int, depth: int) -> None:
    svg = Page(tree_svg(tree))
    assert len(svg.all("rect", class_="node")) == nodes
    assert len(svg.all("circle", class_="leaf")) == leaves
    assert len(svg.all("line", class_="edge")) == nodes + leaves - 1
    assert f"depth {depth}" in svg.all("svg")[0]["attrs"]["aria-label"]


def test_tree_svg_writes_points_maps_and_edge_labels() -> None:
    io = [e["text"] for e in Page(tree_svg(IO_TREE)).all("text")]
    assert io == ["x₀", "0", "x₁", "0", "2", "1", "x₁", "0", "2"]
    psi = [words(e["text"]) for e in Page(tree_svg(PSI_TREE)).all("text")]
    assert psi == ["x₀ by 01*", "0", "x₁ by 011", "0", "1", "1"]


def test_tree_svg_stays_inside_its_box_and_keeps_nodes_apart() -> None:
    svg = Page(tree_svg(PSI_TREE | {"right": PSI_TREE}))
    width, height = (float(svg.all("svg")[0]["attrs"][side]) for side in ("width", "height"))
    boxes = [{k: float(e["attrs"][k]) for k in ("x", "y", "width", "height")} for e in svg.all("rect")]
    assert all(b["x"] >= 0 and b["x"] + b["width"] <= width and b["y"] + b["height"] <= height for b in boxes)
    for i, a in enumerate(boxes):
        for b in boxes[:i]:
            assert a["y"] != b["y"] or abs(a["x"] - b["x"]) > a["width"]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"kind": "cover"}, "at the root.left has kind 'cover': give 'io' or 'psi'"),
        ({"labels": [0]}, "at the root.left has 1 edge labels: give two"),
        ({"kind": "psi"}, "psi node at the root.left has no map"),
    ],
)
def test_tree_svg_names_the_node_that_is_wrong(change: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=re.escape(message)):
        tree_svg(IO_TREE | {"left": IO_TREE["left"] | change})


@cache
def validator() -> Any:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    return jsonschema.Draft202012Validator(SCHEMA)


def test_the_sample_follows_the_schema() -> None:
    assert [error.message for error in validator().iter_errors(ledger())] == []
    assert validator().is_valid(ledger() | {"claims": []})
    assert SCHEMA["$defs"]["verdict"]["enum"] == list(VERDICTS)


def _set(path: str, value: Any) -> Callable[[dict[str, Any]], None]:
    def change(document: dict[str, Any]) -> None:
        *outer, last = (int(step) if step.isdigit() else step for step in path.split("/"))
        place: Any = document
        for step in outer:
            place = place[step]
        place[last] = value

    return change


def _drop(name: str) -> Callable[[dict[str, Any]], None]:
    return lambda document: document["claims"][1].pop(name)


@pytest.mark.parametrize(
    "spoil",
    [
        _set("schema", 1),
        _set("tool/version", None),
        _set("surprise", 1),
        _set("claims/1/surprise", 1),
        _set("claims/1/id", "has space"),
        _set("claims/1/verdict", "fine"),
        _set("claims/1/verdict", "refuted"),
        _set("claims/1/verdict", "not_checkable"),
        _set("claims/1/expected", "yes"),
        _set("claims/1/fault", {"kind": "moon", "text": "-", "line": None}),
        _set("claims/1/evidence", []),
        _set("claims/1/evidence/0/size", -1),
        _set("claims/1/evidence/0/seconds", None),
        _set("claims/1/evidence/0/outcome", "passed"),
        _set("claims/1/evidence/0/premise_cases", "many"),
        _set("claims/1/location", "/home/someone/spec.py:3"),
        _set("claims/1/location", "spec/a.py"),
        _set("claims/1/mutants/0/constants", {"factor": "1"}),
        _set("claims/1/mutants/0/constants", {}),
        _set("claims/1/stand_ins", ["BGS21.T3.6"]),
        _set("claims/0/figures/0/svg", "none"),
        _set("claims/2/reason", None),
        _set("claims/3/counterexample", None),
        _set("claims/3/counterexample/data/class/functions", [0, 1]),
        _set("claims/3/counterexample/data/tree/labels", [0, 0]),
        _set("claims/3/counterexample/data/tree/left/kind", "psi"),
        _set("claims/3/corrected/verdict", None),
        *(_drop(name) for name in ("id", "statement", "expected", "verdict", "evidence", "counterexample")),
    ],
)
def test_a_ledger_that_breaks_the_schema_is_refused(spoil: Callable[[dict[str, Any]], None]) -> None:
    spoiled = deepcopy(ledger())
    spoil(spoiled)
    assert not validator().is_valid(spoiled)

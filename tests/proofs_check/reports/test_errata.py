"""The errata of each paper: right in themselves, with the numbers of a run, and in every format."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner
from helpers.errata_checks import page_words, problems
from helpers.sample_ledger import claim, evidence

from littlestone.proofs_check.command_line.main import main
from littlestone.proofs_check.reports.errata.data import ErrataError, all_errata, errata_in
from littlestone.proofs_check.reports.errata.document import Verdicts, errata_document, with_verdicts
from littlestone.proofs_check.reports.errata.formats import Html, LatexFile, Markdown, TextFile, TypstFile, for_the_site
from littlestone.proofs_check.sources.catalogue import load_papers
from littlestone.spec import lyu25

PAGE, SHARED = 2400, {"BGS21", "ABLMM22"}  # words; these two papers share a thousand
LYU25_FILE = Path(lyu25.__file__ or "")
LYU25 = all_errata()["LYU25"]


@pytest.fixture(scope="module", autouse=True)
def _papers() -> None:
    load_papers()


# ---- The data


@pytest.mark.parametrize("paper", all_errata())
def test_the_errata_are_right_in_themselves(paper: str) -> None:
    assert problems(all_errata()[paper]) == []


def test_no_page_is_too_long() -> None:
    words = {paper: page_words(errata) for paper, errata in all_errata().items()}
    assert {paper: n for paper, n in words.items() if paper not in SHARED and n > PAGE} == {}
    assert sum(n for paper, n in words.items() if paper in SHARED) <= 1000


@pytest.mark.slow
@pytest.mark.parametrize("paper", all_errata())
def test_the_examples_have_the_numbers_of_a_run(paper: str, tmp_path: Path) -> None:
    shown = {fault.shows: fault.numbers for fault in all_errata()[paper].faults}
    CliRunner().invoke(main, ["verify", *shown, "--jobs", "1", "--report", str(tmp_path)])
    entries = {e["id"]: e for e in json.loads((tmp_path / "ledger.json").read_text(encoding="utf-8"))["claims"]}
    texts = {id: (entries[id]["counterexample"] or {}).get("text", "") for id in shown}
    assert {id: n for id, numbers in shown.items() for n in numbers if n not in texts[id]} == {}


# ---- Each check is seen to fail

FIRST, LAST = LYU25.faults[0], LYU25.faults[-1]
STATEMENT = LYU25.statements["LYU25.T2"]


def changed(**fields: object) -> object:
    """The errata of LYU25 with its first entry changed."""
    return replace(LYU25, faults=(replace(FIRST, **fields), *LYU25.faults[1:]))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("errata", "words"),
    [
        (replace(LYU25, faults=LYU25.faults[1:]), "LYU25.P6.1 is in 0 entries, not in one"),
        (replace(LYU25, edges=(*LYU25.edges, LYU25.edges[0])), "LYU25.L4.1 is in 2 entries, not in one"),
        (replace(LYU25, statements={}), "LYU25.T2 has no [statements] of its own"),
        (changed(ids=(*FIRST.ids, "LYU25.A3.split")), "LYU25.A3.split is no refuted statement"),
        (changed(beside=("LYU25.T2",)), "LYU25.T2 is a refuted statement: it belongs into ids"),
        (changed(verified="{LYU25.P9.1}"), "there is no claim LYU25.P9.1"),
        (changed(verified="It is proved."), "a verdict is written by hand: 'It is proved.'"),
        (changed(grade="wrong constant"), f"{FIRST.title}: its worst statement is 'wrong', not 'wrong constant'"),
        (replace(LYU25, faults=(LAST, *LYU25.faults[:-1])), "the entries are not in the order of their grades"),
        (replace(LYU25, edges=LYU25.constants), "the grade 'wrong constant' has no place in this table"),
        (replace(LYU25, statements={"LYU25.T2": replace(STATEMENT, consequence="")}), "LYU25.T2 needs a consequence"),
        (replace(LYU25, statements={"LYU25.T2": replace(STATEMENT, printed="a " * 21)}), "printed has 21 words"),
        (changed(title="a " * 13), "title has 13 words, not at most 12"),
        (changed(example="a " * 61), "example has 61 words, not at most 60"),
        (replace(LYU25, results=LYU25.results * 2), "there are 12 results, not at most 10"),
        (changed(shows="LYU25.T2"), "it shows LYU25.T2, which is not among its claims"),
        (changed(numbers=()), "numbers names none of the example"),
        (changed(numbers=("0.216",)), "0.216 is not in the example"),
        (changed(ids=()), "nothing says what is printed"),
    ],
)
def test_a_seeded_error_is_found(errata: object, words: str) -> None:
    if "place in this table" in words:  # tables have classes of their own
        edges = [replace(LYU25.edges[0], ids=one.ids) for one in LYU25.constants]
        errata = replace(LYU25, constants=(), edges=tuple(edges))
    assert any(words in one for one in problems(errata))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("author =", "auther =", "there is no field 'auther'; the fields are key, author"),
        ('place = "Theorem 1"\n', "", "LYU25.T1: the field place is missing; write place = ..."),
        ('grade = "edge case"', 'grade = "typo"', "'typo' is no grade; the grades are wrong, missing hypothesis"),
        ("$p >= 1$, $d >= 1$", "$p >= $, $d >= 1$", "conventions: the formula 'p >= ', at character 6"),
        ('ids = ["LYU25.P1"]', 'ids = "LYU25.P1"', "constants 1 (LYU25.P1), ids: it is 'LYU25.P1'; write a list"),
        ('place = "Fact 4"', "place = 4", "LYU25.F4, place: it is 4; write a text"),
        ("[[results]]", "[results]", "it is no TOML"),
        ('title = "Section 2: the', 'title = ""\n x', "it is no TOML"),
    ],
)
def test_a_file_that_is_wrong_says_where(old: str, new: str, words: str, tmp_path: Path) -> None:
    (file,) = Path(LYU25_FILE).parent.glob("errata.toml")
    text = file.read_text(encoding="utf-8")
    assert old in text
    (tmp_path / "lyu25").mkdir()
    wrong = tmp_path / "lyu25" / "errata.toml"
    wrong.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(ErrataError) as error:
        errata_in(wrong)
    assert str(error.value).startswith("lyu25/errata.toml") and words in str(error.value)


# ---- The document


def test_a_verdict_is_that_of_the_run_else_of_the_release() -> None:
    sure = evidence("interval", "all values of the parameters", None, cases=0, outcome="proved")
    run = {"profile": "quick", "at": "2026-11-28T10:00", "version": "1", "rests_on": "", "stale": False}
    found = claim("AB25.T1", "proved", evidence=[sure], narrows="of it", run=run)
    told = {"AB25.T2": {"verdict": "refuted", "words": "refuted", "corrected": "checked; all of 3", "version": "7"}}
    verdicts = Verdicts({"AB25.T1": found}, told)  # type: ignore[dict-item]
    assert with_verdicts("It: {AB25.T1}.", verdicts) == "It: proved in part (all parameters)."
    assert verdicts.words("AB25.T2") == "refuted (from the release 7)"
    assert verdicts.words("AB25.T2.corrected") == "checked (all of 3; from the release 7)"
    assert verdicts.words("AB25.T1.corrected") == verdicts.words("AB25.T3") == "not verified yet"
    assert verdicts.source == "Verdicts are from a run of the profile quick of 2026-11-28."
    assert "from the release 7" in Verdicts({}, told).source  # type: ignore[arg-type]
    found["run"] = {**run, "stale": True}  # type: ignore[typeddict-item]
    aged = Verdicts({"AB25.T1": found})
    assert "have changed since" in aged.source and aged.words("AB25.T1") == "proved in part, stale (all parameters)"


def test_a_scope_that_is_undecided_beyond_says_so_beside_single_cases() -> None:
    found = [evidence("box", "1 <= n <= 8", 8), evidence("point", "n = 99", 1), evidence("point", "n = 100", 1)]
    for looked_at, single in ((found[:2], "1 single case"), (found, "2 single cases")):
        entry = claim("A.T", "checked", evidence=looked_at)
        words = f"checked ($1 <= n <= 8$ (8 cases), and at {single}, undecided beyond)"
        assert Verdicts({"A.T": entry}).words("A.T") == words


def test_every_format_says_all_of_an_entry() -> None:
    blocks = errata_document(LYU25, Verdicts())
    for form in (TextFile(80), Markdown(), Html(), LatexFile(), TypstFile(), for_the_site("../claims", {})):
        text = form.whole(blocks)
        assert text.count("Not verified") == len(LYU25.faults) and "Edge cases" in text and "not verified yet" in text
    assert max(map(len, TextFile(80).whole(blocks).splitlines())) <= 80


def test_html_is_a_tree_and_the_site_links_claims() -> None:
    blocks = errata_document(LYU25, Verdicts())
    page = Html().whole(blocks).removeprefix("<!doctype html>").replace('<meta charset="utf-8">', "")
    assert len(list(ElementTree.fromstring(page).iter("math"))) > 100
    assert "[LYU25.T2](../claims/LYU25.T2.md)" in for_the_site("../claims", {"LYU25.T2": 1}).whole(blocks)

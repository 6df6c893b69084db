"""Trees and pictures of proofs show each statement once in full, and refuted and repaired arrows at a glance."""

from __future__ import annotations

from dataclasses import replace
from xml.etree import ElementTree

from littlestone.proofs_check.reports.proof_pictures import (
    INK,
    PAGE,
    SHADES,
    edges_of,
    page_picture,
    paper_picture,
    tree_picture,
)
from littlestone.proofs_check.reports.proof_tree import ProofNode, tree_lines
from littlestone.proofs_check.verdicts.entries import ArrowEntry, ProofEntry, Worth
from littlestone.proofs_check.verdicts.standing import Standing

SVG = "{http://www.w3.org/2000/svg}"
LEAF = ProofNode("A.L<1>", "refuted", None, "A.T.from.L", "broken", "fails")
MIDDLE = ProofNode("A.M", "checked", Standing("used"), children=(LEAF,))
ROOT = ProofNode("A.T", "proved", Standing("broken", ("A.L",), "A.T.from.L"), children=(MIDDLE, LEAF))
EDGES: list[tuple[str, str, Worth]] = [
    ("A.T", "A.M", "used"),
    ("A.M", "A.L", "broken"),
    ("A.T", "A.L", "corrected"),
    ("A.T", "B.L", "broken"),
]


def test_the_worth_of_a_proof_is_marked_where_a_part_of_it_is_stale() -> None:
    assert replace(MIDDLE, stale=", stale").text == "A.M  checked; its proof used, stale"


def texts(svg: str) -> list[str]:
    return [element.text or "" for element in ElementTree.fromstring(svg).iter(f"{SVG}text")]


def strokes(svg: str) -> list[str]:
    return [element.attrib["stroke"] for element in ElementTree.fromstring(svg).iter(f"{SVG}path")]


def test_a_tree_has_a_line_for_each_node() -> None:
    assert list(tree_lines(ROOT)) == [
        "A.T  proved; its proof broken",
        "(broken at A.L, through A.T.from.L)",
        "├─ A.M  checked; its proof used",
        "│  └─ fails: A.L<1>  refuted",
        "└─ fails: A.L<1>  refuted",
    ]
    assert list(tree_lines(ROOT, depth=1))[2:] == [
        "├─ A.M  checked; its proof used  (+1 below)",
        "└─ fails: A.L<1>  refuted",
    ]


def test_a_drawn_tree_has_the_same_nodes_and_a_red_line_to_what_is_refuted() -> None:
    svg = tree_picture(ROOT)
    assert texts(svg) == [ROOT.text, MIDDLE.text, LEAF.text, LEAF.text]
    assert strokes(svg) == [INK["used"], INK["broken"], INK["broken"]]
    assert texts(tree_picture(ROOT, depth=1)) == [ROOT.text, f"{MIDDLE.text}  (+1 below)", LEAF.text]


def test_a_picture_for_a_page_is_as_deep_as_fits_it() -> None:
    assert page_picture(ROOT) == tree_picture(ROOT)
    wide = replace(ROOT, children=(replace(MIDDLE, children=(LEAF,) * PAGE), LEAF))
    assert texts(page_picture(wide)) == [ROOT.text, f"{MIDDLE.text}  (+{PAGE} below)", LEAF.text]


def test_a_papers_picture_has_its_own_arrows_the_worst_drawn_last() -> None:
    svg = paper_picture("A", EDGES, {"A.L": "refuted"})
    assert strokes(svg) == [INK["used"], INK["corrected"], INK["broken"]]
    assert sorted(texts(svg)) == ["L", "M", "T"]
    places = {e.text: float(e.attrib["x"]) for e in ElementTree.fromstring(svg).iter(f"{SVG}text")}
    assert places["L"] < places["M"] < places["T"], "what rests on more lies further right"


def test_a_papers_picture_shows_verdicts_consequences_and_what_no_arrow_meets() -> None:
    verdicts = {"A.L": "refuted", "A.M": "checked in part", "A.T": "proved", "A.Alone": "undecided"}
    svg = paper_picture("A", EDGES, verdicts, ["A.L", "A.Alone", "B.L"], "#{}")
    root = ElementTree.fromstring(svg)
    assert sorted(texts(svg)) == ["Alone", "L", "M", "T"]
    assert sorted(link.attrib["href"] for link in root.iter(f"{SVG}a")) == ["#A.Alone", "#A.L", "#A.M", "#A.T"]
    borders = [box.attrib for box in root.iter(f"{SVG}rect") if "fill-opacity" in box.attrib]
    shades = [box["fill"] for box in borders]
    assert sorted(shades) == sorted(SHADES[verdict] for verdict in ("refuted", "checked", "proved", "undecided"))
    fallen = [box["fill"] for box in borders if "stroke-dasharray" in box]
    assert sorted(fallen) == sorted([SHADES["checked"], SHADES["proved"]]), "M and T fall with what is refuted"
    assert len(list(root.iter(f"{SVG}polygon"))) == 3, "each arrow has a head"


def test_a_correction_and_a_sum_are_on_the_page_of_the_statement() -> None:
    verdicts = {"A.L": "refuted", "A.L.corrected": "proved", "A.L.corrected.sums": "fails"}
    svg = paper_picture("A", [], verdicts, [*verdicts], "{}.html")
    links = [link.attrib["href"] for link in ElementTree.fromstring(svg).iter(f"{SVG}a")]
    assert links == ["A.L.html"] * 3


def test_of_several_arrows_between_two_statements_the_worst_is_drawn() -> None:
    def arrow(worth: Worth) -> ArrowEntry:
        return {
            "id": f"A.T.from.L.{worth[0]}",
            "cited": "A.L",
            "place": "its proof",
            "statement": "L is used.",
            "repair": None,
            "assumes": None,
            "draws": None,
            "claims": [],
            "verdict": worth,
        }

    proof: ProofEntry = {
        "id": "A.T",
        "verdict": "undecided",
        "words": "undecided",
        "steps": [],
        "through": None,
        "repaired": [],
        "sums": None,
        "arrows": [arrow("used"), arrow("undecided"), arrow("conditional")],
    }
    assert edges_of([proof]) == [("A.T", "A.L", "undecided")]

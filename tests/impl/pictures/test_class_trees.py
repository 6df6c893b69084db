"""The picture of the tree of a class: well-formed, every node once, the marks where they belong."""

from __future__ import annotations

from xml.etree import ElementTree

from littlestone.impl.pictures.class_trees import RED, class_tree_svg
from littlestone.spec.class_trees.orders import ROOT
from littlestone.spec.class_trees.trees import ClassTree, good_subtree

NS = "{http://www.w3.org/2000/svg}"
SEVEN = ClassTree((ROOT, ROOT, ROOT, 0, 0, 4, 4))


def drawn(svg: str, tag: str) -> list[ElementTree.Element]:
    return list(ElementTree.fromstring(svg).iter(NS + tag))


def test_every_node_is_drawn_below_its_parent_and_apart_from_the_others() -> None:
    svg = class_tree_svg(SEVEN, title="a < b")
    places = {str(text.text): (float(text.get("x", "")), float(text.get("y", ""))) for text in drawn(svg, "text")}
    assert list(places) == ["∅", "x1", "x2", "x3", "x4", "x5", "x6", "x7"] and len(set(places.values())) == 8
    assert all(places[f"x{x + 1}"][1] > places[f"x{SEVEN.parents[x] + 1}"][1] for x in range(3, 7))
    assert len(drawn(svg, "line")) == 7 and len(drawn(svg, "circle")) == 8
    assert drawn(svg, "title")[0].text == "a < b"


def test_the_path_is_bold() -> None:
    widths = [line.get("stroke-width") for line in drawn(class_tree_svg(SEVEN, bold=4), "line")]
    assert widths == ["3", "1", "1", "1", "3", "1", "1"]


def test_proper_nodes_are_stars_and_what_is_cut_away_is_faded() -> None:
    proper = {ROOT, 1, 2, 3, 5, 6}
    svg = class_tree_svg(SEVEN, proper, good_subtree(SEVEN, 0, proper))
    assert len(drawn(svg, "polygon")) == 6 and len(drawn(svg, "circle")) == 2
    assert [text.text for text in drawn(svg, "text") if text.get("fill") == RED] == ["x1"]
    kept = [text.get("opacity") == "1" for text in drawn(svg, "text")]
    assert kept == [False, True, False, False, True, True, True, True]

from xml.etree import ElementTree

import numpy as np
import pytest

from littlestone.impl.classes.matrices import ShatteredTree, as_matrix
from littlestone.impl.dimensions.littlestone import littlestone_dimension, psi_bin_dimension
from littlestone.impl.pictures.trees import leaf_names, tree_svg, tree_text
from littlestone.spec.classes.trees import IONode, PsiNode

TREE = IONode(0, 0, 2, IONode(1, 0, 1), IONode(2, 1, 2))


def test_text_of_an_io_tree() -> None:
    assert tree_text(TREE, ["a", "b", "c", "d"]).splitlines() == [
        "x0",
        "├─0─ x1",
        "│    ├─0─ a",
        "│    └─1─ b",
        "└─2─ x2",
        "     ├─1─ c",
        "     └─2─ d",
    ]


def test_text_of_a_psi_tree_shows_its_maps() -> None:
    assert tree_text(PsiNode(3, (0, 1, None))).splitlines() == ["x3 by 01*", "├─0─ •", "└─1─ •"]
    assert tree_text(PsiNode(3, (0,) * 20)).splitlines()[0] == "x3 by 0000000…"


def test_text_of_a_deep_tree_counts_what_it_leaves_out() -> None:
    assert tree_text(TREE, levels=1).splitlines() == [
        "x0",
        "├─0─ x1 … 1 more level, 2 leaves",
        "└─2─ x2 … 1 more level, 2 leaves",
    ]
    assert tree_text(TREE, levels=0) == "x0 … 2 more levels, 4 leaves"
    assert tree_text(None, ["f"]) == "f"


def test_leaves_are_named_by_row_and_labels() -> None:
    matrix = as_matrix(np.array([[0, 1], [0, 1], [1, 1]]))
    assert leaf_names(matrix, ShatteredTree(IONode(0, 0, 1), (0, 1))) == ("f0 = 01", "f2 = 11")
    wide = as_matrix(np.eye(20, dtype=int))
    assert leaf_names(wide, ShatteredTree(None, (3,))) == ("f3",)
    many = as_matrix(np.array([[10, 1]]))
    assert leaf_names(many, ShatteredTree(None, (0,))) == ("f0 = 10 1",)


def test_names_must_fit_the_leaves() -> None:
    with pytest.raises(ValueError, match="3 names for the 4 leaves"):
        tree_text(TREE, ["a", "b", "c"])


def texts(svg: str) -> list[str]:
    return [
        element.text or "" for element in ElementTree.fromstring(svg).iter() if element.text and element.text.strip()
    ]


def test_svg_is_one_titled_element_with_every_label() -> None:
    svg = tree_svg(TREE, ["a", "b", "c", "d"], title="x < y")
    root = ElementTree.fromstring(svg)
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert sorted(texts(svg)) == sorted(["x < y", "x₀", "x₁", "x₂", *"abcd", *"020112"])
    assert "currentColor" in svg and "http://www.w3.org/2000/svg" in svg and "href" not in svg


def test_svg_of_a_deep_tree_counts_what_it_leaves_out() -> None:
    matrix = as_matrix(np.tri(64, dtype=int))
    found = littlestone_dimension(matrix)
    assert isinstance(found.witness, ShatteredTree)
    svg = tree_svg(found.witness.tree, leaf_names(matrix, found.witness), levels=3)
    assert texts(svg).count("+ 3 levels") == 8
    assert svg.count("<rect") == 15
    assert len(svg) < 8000


def test_svg_of_a_psi_tree_and_of_no_tree() -> None:
    matrix = as_matrix(np.array([[0, 1], [2, 3], [1, 1], [3, 0]]))
    found = psi_bin_dimension(matrix)
    assert isinstance(found.witness, ShatteredTree)
    assert "x₀ by 0011" in texts(tree_svg(found.witness.tree, leaf_names(matrix, found.witness)))
    assert texts(tree_svg(None, ["f"])) == ["the tree of depth 0: one leaf", "f"]

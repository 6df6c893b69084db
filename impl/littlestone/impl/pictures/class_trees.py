"""The picture of the tree of a class, as in figures 1 to 3 of YAN25."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from math import cos, pi, sin

from littlestone.impl.pictures.svg import element, picture
from littlestone.spec.class_trees.orders import ROOT
from littlestone.spec.class_trees.trees import ClassTree, Subtree

LEAF, LEVEL, MARGIN, RADIUS = 64, 66, 40, 15
FADED, RED = 0.3, "#d03030"

Place = tuple[float, float]


def class_tree_svg(
    tree: ClassTree,
    stars: Collection[int] = (),
    cut: Subtree | None = None,
    bold: int = ROOT,
    title: str = "Tree of a class",
) -> str:
    """The tree, root at the top, as a self-contained SVG in the colour of the surrounding text.

    Nodes among ``stars``, the proper ones, are stars, others circles. With a ``cut`` its root is red, and what is not
    in it is faded. The path from ``bold`` to the root is bold.
    """
    at = _places(tree)
    width, height = max(x for x, _ in at.values()) + LEAF / 2 + MARGIN, 2.0 * MARGIN + LEVEL * tree.height
    shapes = [*_edges(tree, at, cut, bold), *(s for x in tree.nodes for s in _node(x, at[x], x in stars, cut))]
    return picture(shapes, (0, 0, width, height), title, "tree")


def _places(tree: ClassTree) -> dict[int, Place]:
    """Leaves side by side, each node above the middle of its children, one level for each distance."""
    places: dict[int, Place] = {}
    right = MARGIN + LEAF / 2
    for x in _children_first(tree, ROOT):
        below = [places[y][0] for y in tree.children(x)]
        places[x] = (sum(below) / len(below) if below else right, MARGIN + LEVEL * tree.depth(x))
        right += 0 if below else LEAF
    return places


def _children_first(tree: ClassTree, x: int) -> Iterator[int]:
    for child in tree.children(x):
        yield from _children_first(tree, child)
    yield x


def _edges(tree: ClassTree, at: dict[int, Place], cut: Subtree | None, bold: int) -> Iterator[str]:
    path = tree.path(bold)
    for x, parent in enumerate(tree.parents):
        (x1, y1), (x2, y2) = at[parent], at[x]
        look = {"stroke_width": 3 if x in path else 1, "stroke_opacity": _strength(cut, x, parent)}
        yield element("line", x1=x1, y1=y1 + RADIUS, x2=x2, y2=y2 - RADIUS, stroke="currentColor", **look)


def _node(node: int, place: Place, is_star: bool, cut: Subtree | None) -> Iterator[str]:
    colour = RED if cut is not None and node == cut.root else "currentColor"
    shape = {"points": _star(*place)} if is_star else {"cx": place[0], "cy": place[1], "r": RADIUS}
    opacity = _strength(cut, node)
    yield element("polygon" if is_star else "circle", **shape, fill="none", stroke=colour, opacity=opacity)
    name = "∅" if node == ROOT else f"x{node + 1}"
    yield element("text", name, x=place[0], y=place[1] + 4, fill=colour, opacity=opacity)


def _strength(cut: Subtree | None, *nodes: int) -> float:
    return 1 if cut is None or {*nodes} <= cut.nodes else FADED


def _star(x: float, y: float) -> str:
    """The corners of a star with five points, one at the top."""
    radii = (1.5 * RADIUS, 0.85 * RADIUS)
    corners = ((radii[i % 2] * sin(i * pi / 5), -radii[i % 2] * cos(i * pi / 5)) for i in range(10))
    return " ".join(f"{x + dx:.1f},{y + dy:.1f}" for dx, dy in corners)

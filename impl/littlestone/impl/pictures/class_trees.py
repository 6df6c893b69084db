"""The picture of the tree of a class, as in figures 1 to 3 of YAN25, as self-contained SVG."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from math import cos, pi, sin
from xml.sax.saxutils import escape

from littlestone.spec.class_trees.orders import ROOT
from littlestone.spec.class_trees.trees import ClassTree, Subtree

LEAF, LEVEL, MARGIN, RADIUS, TEXT = 64, 66, 40, 15, 12
FADED, RED = 0.3, "#d03030"

Places = dict[int, tuple[float, float]]


def _numbered(x: int) -> str:
    return "∅" if x == ROOT else f"x{x + 1}"


def class_tree_svg(
    tree: ClassTree,
    stars: Collection[int] = (),
    cut: Subtree | None = None,
    bold: int = ROOT,
    name: Callable[[int], str] = _numbered,
    title: str = "Tree of a class",
) -> str:
    """The tree, root at the top, as a self-contained SVG in the colour of the surrounding text.

    Nodes among ``stars``, the proper ones, are stars, others circles. With a ``cut`` its root is red, and what is not
    in it is faded. The path from ``bold`` to the root is bold.
    """
    places = _places(tree)
    width = 2 * MARGIN + LEAF * (max(x for x, _ in places.values()) + 1)
    height = 2 * MARGIN + LEVEL * tree.height
    at = {node: (MARGIN + LEAF * (x + 0.5), MARGIN + LEVEL * y) for node, (x, y) in places.items()}
    shapes = [*_edges(tree, at, cut, bold), *(_node(x, at[x], stars, cut, name(x)) for x in tree.nodes)]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 {width:g} {height:g}" width="{width:g}" '
        f'height="{height:g}" style="max-width:100%;height:auto" font-family="system-ui, sans-serif" '
        f'font-size="{TEXT}" text-anchor="middle" fill="currentColor" stroke="none">\n'
        f"<title>{escape(title)}</title>\n" + "\n".join(shapes) + "\n</svg>\n"
    )


def _places(tree: ClassTree) -> Places:
    """Leaves side by side, each node above the middle of its children, one level for each distance."""
    places: Places = {}
    leaves = 0
    for x in _children_first(tree, ROOT):
        below = [places[y][0] for y in tree.children(x)]
        places[x] = (sum(below) / len(below) if below else leaves, tree.depth(x))
        leaves += not below
    return places


def _children_first(tree: ClassTree, x: int) -> Iterator[int]:
    for child in tree.children(x):
        yield from _children_first(tree, child)
    yield x


def _edges(tree: ClassTree, at: Places, cut: Subtree | None, bold: int) -> Iterator[str]:
    path = tree.path(bold)
    for x, parent in enumerate(tree.parents):
        (x1, y1), (x2, y2) = at[parent], at[x]
        kept = cut is None or {x, parent} <= cut.nodes
        yield (
            f'<line x1="{x1:g}" y1="{y1 + RADIUS:g}" x2="{x2:g}" y2="{y2 - RADIUS:g}" stroke="currentColor" '
            f'stroke-width="{3 if x in path else 1}" stroke-opacity="{1 if kept else FADED}"/>'
        )


def _node(x: int, place: tuple[float, float], stars: Collection[int], cut: Subtree | None, name: str) -> str:
    opacity = 1 if cut is None or x in cut.nodes else FADED
    colour = RED if cut is not None and x == cut.root else "currentColor"
    shape = _star(*place) if x in stars else f'<circle cx="{place[0]:g}" cy="{place[1]:g}" r="{RADIUS}"/>'
    drawn = f'<g fill="none" stroke="{colour}">{shape}</g>'
    text = f'<text x="{place[0]:g}" y="{place[1] + TEXT / 3:g}" fill="{colour}">{escape(name)}</text>'
    return f'<g opacity="{opacity}">{drawn}{text}</g>'


def _star(x: float, y: float) -> str:
    """Five points, one at the top."""
    radii = (1.5 * RADIUS, 0.85 * RADIUS)
    corners = ((radii[i % 2] * sin(i * pi / 5), -radii[i % 2] * cos(i * pi / 5)) for i in range(10))
    return '<polygon points="' + " ".join(f"{x + dx:.1f},{y + dy:.1f}" for dx, dy in corners) + '"/>'

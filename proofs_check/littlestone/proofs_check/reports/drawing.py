"""Pictures of counterexamples for the report: a class as a table of labels, a labelled tree as inline SVG."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

LEVEL_HEIGHT = 68
NODE_HEIGHT = 28
TINTS = 6
_SUBSCRIPTS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


def class_table(functions: Sequence[Sequence[int]]) -> Markup:
    """An HTML table with one row per function and one column per point, each cell holding a label.

    functions: every function as its labels on points x0, x1, ...; all of one length.
    Raises ValueError where two functions are defined on different numbers of points.
    """
    points = len(functions[0]) if functions else 0
    for i, f in enumerate(functions):
        if len(f) != points:
            raise ValueError(f"functions[{i}] has {len(f)} labels but functions[0] has {points}: give one per point")
    head = Markup("").join(Markup('<th scope="col">{}</th>').format(_indexed("x", x)) for x in range(points))
    body = Markup("").join(_function_row(i, f) for i, f in enumerate(functions))
    frame = Markup(
        '<table class="class"><caption>{}</caption><thead><tr><td></td>{}</tr></thead><tbody>{}</tbody></table>'
    )
    return frame.format(_caption(len(functions)), head, body)


def tree_svg(tree: Mapping[str, Any] | None) -> Markup:
    """An inline SVG of an io-labelled or Psi-labelled tree, root on top, drawn in the colour of the text around it.

    tree: ``{"kind": "io", "point": x, "labels": [a, b], "left": tree, "right": tree}`` or, with ``"kind": "psi"``,
    a ``"map"`` (its value on each label: 0, 1 or None for the paper's ``*``) in place of ``"labels"``; None is a leaf.
    Sizes are in CSS pixels. Raises ValueError naming the node that has another form.
    """
    root = _place(tree, "the root")
    node_width = max([float(NODE_HEIGHT), *(_node_width(p.node) for p in _walk(root) if p.node)])
    gap = max(28.0, (node_width + 14) / 2)
    width, height = root.leaves * gap + 16, root.depth * LEVEL_HEIGHT + NODE_HEIGHT + 6
    parts = Markup("").join(_draw(root, _Frame(gap, node_width)))
    frame = Markup(
        '<svg xmlns="http://www.w3.org/2000/svg" class="tree" role="img" aria-label="{}" width="{:.0f}" height="{:.0f}"'
        ' viewBox="0 0 {:.0f} {:.0f}" font-size="13" text-anchor="middle" stroke="none" fill="currentColor">{}</svg>'
    )
    return frame.format(_summary(tree, root.depth), width, height, width, height, parts)


@dataclass(frozen=True, slots=True)
class _Placed:
    """A node with its place: the column is in units of one leaf, the level counts from the root."""

    node: Mapping[str, Any] | None
    column: float
    level: int
    leaves: int
    children: tuple[_Placed, ...]

    @property
    def depth(self) -> int:
        return 1 + max(child.depth for child in self.children) if self.children else 0


@dataclass(frozen=True, slots=True)
class _Frame:
    """The pixels of a drawing: the distance between neighbouring leaves, and the width of a node."""

    gap: float
    node_width: float

    def at(self, placed: _Placed) -> tuple[float, float]:
        return 8 + (placed.column + 0.5) * self.gap, 3 + NODE_HEIGHT / 2 + placed.level * LEVEL_HEIGHT


def _place(tree: Mapping[str, Any] | None, where: str, level: int = 0, first: int = 0) -> _Placed:
    if tree is None:
        return _Placed(None, first, level, 1, ())
    _check_node(tree, where)
    left = _place(tree.get("left"), f"{where}.left", level + 1, first)
    right = _place(tree.get("right"), f"{where}.right", level + 1, first + left.leaves)
    return _Placed(tree, (left.column + right.column) / 2, level, left.leaves + right.leaves, (left, right))


def _check_node(node: Mapping[str, Any], where: str) -> None:
    kind = node.get("kind")
    if kind not in ("io", "psi"):
        raise ValueError(f"the tree's node at {where} has kind {kind!r}: give 'io' or 'psi'")
    missing = {"point", "labels" if kind == "io" else "map"} - node.keys()
    if missing:
        raise ValueError(f"the tree's {kind} node at {where} has no {' and no '.join(sorted(missing))}")
    if kind == "io" and len(node["labels"]) != 2:
        raise ValueError(f"the tree's io node at {where} has {len(node['labels'])} edge labels: give two")


def _walk(placed: _Placed) -> Iterator[_Placed]:
    yield placed
    for child in placed.children:
        yield from _walk(child)


def _draw(placed: _Placed, frame: _Frame) -> Iterator[Markup]:
    if placed.node is None:
        yield Markup('<circle class="leaf" cx="{:.1f}" cy="{:.1f}" r="2.5"/>').format(*frame.at(placed))
        return
    yield _node(placed.node, *frame.at(placed), frame.node_width)
    for side, child in enumerate(placed.children):
        yield _edge(placed, child, side, frame)
        yield from _draw(child, frame)


def _node(node: Mapping[str, Any], x: float, y: float, width: float) -> Markup:
    box = Markup(
        '<rect class="node" x="{:.1f}" y="{:.1f}" width="{:.1f}" height="{}" rx="{}" fill="none"'
        ' stroke="currentColor"/>'
        '<text x="{:.1f}" y="{:.1f}">{}</text>'
    )
    return box.format(x - width / 2, y - NODE_HEIGHT / 2, width, NODE_HEIGHT, NODE_HEIGHT / 2, x, y + 4.5, _name(node))


def _edge(parent: _Placed, child: _Placed, side: int, frame: _Frame) -> Markup:
    (x1, y1), (x2, y2) = frame.at(parent), frame.at(child)
    y1, y2 = y1 + NODE_HEIGHT / 2, y2 - (NODE_HEIGHT / 2 if child.node else 5)
    line = Markup(
        '<line class="edge" x1="{:.1f}" y1="{:.1f}" x2="{:.1f}" y2="{:.1f}" stroke="currentColor" stroke-opacity=".5"/>'
        '<text class="label" x="{:.1f}" y="{:.1f}" text-anchor="{}" font-size="12">{}</text>'
    )
    label_x = (x1 + x2) / 2 + (5 if side else -5)
    return line.format(
        x1, y1, x2, y2, label_x, (y1 + y2) / 2 + 1, "start" if side else "end", _edge_label(parent, side)
    )


def _edge_label(parent: _Placed, side: int) -> object:
    assert parent.node is not None
    return parent.node["labels"][side] if parent.node["kind"] == "io" else side


def _name(node: Mapping[str, Any]) -> str:
    point = _indexed("x", node["point"])
    if node["kind"] == "io":
        return point
    return f"{point}  {' '.join('∗' if value is None else str(value) for value in node['map'])}"


def _node_width(node: Mapping[str, Any]) -> float:
    return 12 + 7.5 * len(_name(node))


def _indexed(letter: str, index: object) -> str:
    return letter + str(index).translate(_SUBSCRIPTS)


def _summary(tree: Mapping[str, Any] | None, depth: int) -> str:
    if tree is None:
        return "the tree of depth 0: one leaf"
    return f"{'io' if tree['kind'] == 'io' else 'Psi'}-labelled tree of depth {depth}"


def _caption(functions: int) -> str:
    return f"{functions} function{'' if functions == 1 else 's'}" if functions else "the empty class"


def _function_row(i: int, f: Sequence[int]) -> Markup:
    cells = Markup("").join(Markup('<td class="tint{}">{}</td>').format(min(label, TINTS), label) for label in f)
    return Markup('<tr><th scope="row">{}</th>{}</tr>').format(_indexed("h", i), cells)

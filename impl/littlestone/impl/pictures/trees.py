"""Pictures of shattered trees, as text and as self-contained SVG."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from littlestone.impl.classes.matrices import Matrix, ShatteredTree
from littlestone.impl.pictures.svg import element, picture
from littlestone.spec.classes.trees import IONode, IOTree, PsiNode, PsiTree, depth

Tree = IOTree | PsiTree

LONGEST_FUNCTION = 16  # labels that fit beside a leaf
LONGEST_MAP = 8  # letters that fit into a node
LEVEL, NODE, LETTER = 68, 28, 7.5  # pixels: between levels, a node's height, a letter's width
_SUBSCRIPTS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


def leaf_names(matrix: Matrix, witness: ShatteredTree) -> tuple[str, ...]:
    """A name for the function at each leaf, left to right: its row in the input, and its labels where they are few."""
    names = [f"f{matrix.rows[i]}" for i in witness.functions]
    if matrix.points <= LONGEST_FUNCTION:
        gap = "" if matrix.labels <= 10 else " "
        labels = (gap.join(map(str, matrix.function(i))) for i in witness.functions)
        names = [f"{name} = {text}" for name, text in zip(names, labels, strict=True)]
    return tuple(names)


def tree_text(tree: Tree, leaves: Sequence[str] = (), levels: int = 4) -> str:
    """The tree drawn in lines of text, root first, each edge with its label and each leaf with its name.

    ``leaves`` names the leaves left to right, or is empty. At most ``levels`` levels are drawn; what lies below is
    counted.
    """
    return "\n".join(_lines(tree, _named(tree, leaves), levels))


def _lines(tree: Tree, leaves: Sequence[str], levels: int) -> Iterator[str]:
    if tree is None:
        yield leaves[0]
        return
    if levels == 0:
        more = depth(tree)
        yield f"x{tree.point} … {more} more level{'s' if more > 1 else ''}, {1 << more} leaves"
        return
    yield _node_text(tree, {})
    half = len(leaves) // 2
    for label, child, names, last in zip(
        _edge_labels(tree), (tree.left, tree.right), (leaves[:half], leaves[half:]), (False, True), strict=True
    ):
        branch = f"{'└' if last else '├'}─{label}─ "
        below = _lines(child, names, levels - 1)
        yield branch + next(below)
        yield from ((" " if last else "│") + " " * (len(branch) - 1) + line for line in below)


def _node_text(tree: IONode | PsiNode, digits: Mapping[int, int] = _SUBSCRIPTS) -> str:
    """The point and any map's values on labels 0, 1, ..., such as x3 by 01* for 0 to 0, 1 to 1, 2 to *."""
    name = f"x{tree.point}".translate(digits)
    if isinstance(tree, IONode):
        return name
    text = "".join("*" if value is None else str(value) for value in tree.map)
    return f"{name} by {text if len(text) <= LONGEST_MAP else text[: LONGEST_MAP - 1] + '…'}"


def _edge_labels(tree: IONode | PsiNode) -> tuple[int, int]:
    return (tree.left_label, tree.right_label) if isinstance(tree, IONode) else (0, 1)


def _named(tree: Tree, leaves: Sequence[str]) -> Sequence[str]:
    count = 1 << depth(tree)
    if leaves and len(leaves) != count:
        raise ValueError(f"{len(leaves)} names for the {count} leaves of the tree; give one for each, or none")
    return leaves or ["•"] * count


def tree_svg(
    tree: Tree, leaves: Sequence[str] | None = None, levels: int = 4, title: str = "", style: str = "max-width:100%"
) -> str:
    """The tree as a self-contained SVG element in the colour of the surrounding text, root on top.

    ``leaves`` names the leaves left to right; without names they are dots. At most ``levels`` levels are drawn; what
    lies below is counted. Raises ValueError where the number of names is not the number of leaves.
    """
    root = _place(tree, None if leaves is None else _named(tree, leaves), levels)
    every = list(_walk(root))
    node = max([float(NODE), *(12 + LETTER * len(_node_text(p.tree)) for p in every if p.tree is not None)])
    gap = max(28.0, (node + 14) / 2, LETTER * (1 + max(len(p.name) for p in every)))
    height = max(p.level for p in every)
    kind = "leaf" if tree is None else "io" if isinstance(tree, IONode) else "Psi"
    words = title or ("the tree of depth 0: one leaf" if tree is None else f"{kind}-labelled tree of depth {height}")
    box = (0, 0, root.leaves * gap + 16, height * LEVEL + NODE + 6)
    return picture(_shapes(root, gap, node), box, words, "tree", style)


@dataclass(frozen=True, slots=True)
class _Placed:
    """A subtree with its place: the column is in units of one leaf, the level counts from the root."""

    tree: Tree
    name: str
    column: float
    level: int
    leaves: int
    children: tuple[_Placed, ...] = ()


def _place(tree: Tree, names: Sequence[str] | None, levels: int, level: int = 0, first: int = 0) -> _Placed:
    if tree is None:
        return _Placed(None, names[0] if names else "", first, level, 1)
    if level == levels:
        below = depth(tree)
        return _Placed(tree, f"+ {below} level{'s' if below > 1 else ''}", first, level, 1)
    half = len(names) // 2 if names else 0
    left = _place(tree.left, names and names[:half], levels, level + 1, first)
    right = _place(tree.right, names and names[half:], levels, level + 1, first + left.leaves)
    return _Placed(tree, "", (left.column + right.column) / 2, level, left.leaves + right.leaves, (left, right))


def _walk(placed: _Placed) -> Iterator[_Placed]:
    yield placed
    for child in placed.children:
        yield from _walk(child)


def _shapes(placed: _Placed, gap: float, node: float) -> Iterator[str]:
    """A node with its name, then each edge with its label and what is below it."""
    x, y = 8 + (placed.column + 0.5) * gap, 3 + NODE / 2 + placed.level * LEVEL
    tree = placed.tree
    if tree is None:
        is_named = bool(placed.name)
        dot = element("circle", kind="leaf", cx=x, cy=y, r=2.5)
        yield element("text", placed.name, kind="leaf", x=x, y=y + 4.5) if is_named else dot
        return
    box = {"x": x - node / 2, "y": y - NODE / 2, "width": node, "height": NODE, "rx": NODE / 2}
    yield element("rect", kind="node", **box, fill="none", stroke="currentColor")
    yield element("text", _node_text(tree), kind="name", x=x, y=y + 4.5)
    if placed.name:
        yield element("text", placed.name, kind="leaf", x=x, y=y + NODE)
    for child, label, side in zip(placed.children, _edge_labels(tree), (-1, 1), strict=False):
        below, foot = 8 + (child.column + 0.5) * gap, y + LEVEL - (NODE / 2 if child.tree else NODE / 4)
        ends = {"x1": x, "y1": y + NODE / 2, "x2": below, "y2": foot}
        yield element("line", kind="edge", **ends, stroke="currentColor", stroke_opacity=0.5)
        middle = {"x": (x + below) / 2 + 9 * side, "y": (y + NODE / 2 + foot) / 2 + 1}
        yield element("text", str(label), kind="label", **middle)
        yield from _shapes(child, gap, node)

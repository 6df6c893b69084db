"""Pictures of shattered trees, as text and as self-contained SVG."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape

from littlestone.impl.classes.matrices import Matrix
from littlestone.impl.classes.witnesses import ShatteredTree
from littlestone.spec.classes.trees import CollapsingMap, IONode, IOTree, PsiNode, PsiTree, depth

Tree = IOTree | PsiTree

LONGEST_FUNCTION = 16  # labels that fit beside a leaf
LONGEST_MAP = 8  # letters that fit into a node
LEVEL, NODE, LETTER = 68, 28, 7.5  # pixels: between levels, a node's height, a letter's width
_SUBSCRIPTS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


def leaf_names(matrix: Matrix, witness: ShatteredTree) -> tuple[str, ...]:
    """A name for the function at each leaf, left to right: its row in the input, and its labels where they are few."""
    return tuple(_function_name(matrix, i) for i in witness.functions)


def _function_name(matrix: Matrix, i: int) -> str:
    name = f"f{matrix.rows[i]}"
    if matrix.points > LONGEST_FUNCTION:
        return name
    return f"{name} = {('' if matrix.labels <= 10 else ' ').join(map(str, matrix.function(i)))}"


def tree_text(tree: Tree, leaves: Sequence[str] = (), levels: int = 4) -> str:
    """The tree drawn in lines of text, root first, each edge with its label and each leaf with its name.

    ``leaves`` names the leaves left to right, or is empty. At most ``levels`` levels are drawn; what lies below is
    counted.
    """
    return "\n".join(_lines(tree, _named(tree, leaves), levels))


def _lines(tree: Tree, leaves: Sequence[str], levels: int) -> Iterator[str]:
    yield _text_of(tree, leaves, levels)
    if tree is None or levels == 0:
        return
    half = len(leaves) // 2
    for label, child, names, last in zip(
        _edge_labels(tree), (tree.left, tree.right), (leaves[:half], leaves[half:]), (False, True), strict=True
    ):
        branch = f"{'└' if last else '├'}─{label}─ "
        below = _lines(child, names, levels - 1)
        yield branch + next(below)
        yield from ((" " if last else "│") + " " * (len(branch) - 1) + line for line in below)


def _text_of(tree: Tree, leaves: Sequence[str], levels: int) -> str:
    if tree is None:
        return leaves[0]
    if levels == 0:
        return f"x{tree.point} … {_more(tree)}"
    return f"x{tree.point}" + (f" by {_map_text(tree.map)}" if isinstance(tree, PsiNode) else "")


def _more(tree: Tree) -> str:
    levels = depth(tree)
    return f"{levels} more level{'s' if levels > 1 else ''}, {1 << levels} leaves"


def _map_text(phi: CollapsingMap) -> str:
    """The values of a collapsing map on labels 0, 1, ..., such as 01* for 0 to 0, 1 to 1, 2 to *."""
    text = "".join("*" if value is None else str(value) for value in phi)
    return text if len(text) <= LONGEST_MAP else text[: LONGEST_MAP - 1] + "…"


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
    names = None if leaves is None else _named(tree, leaves)
    root = _place(tree, names, levels)
    node = max([float(NODE), *(12 + LETTER * len(_node_text(p.tree)) for p in _walk(root) if p.tree is not None)])
    foot = max([0.0, *(LETTER * len(p.name) for p in _walk(root))])
    gap = max(28.0, (node + 14) / 2, foot + LETTER)
    width, height = root.leaves * gap + 16, root.height * LEVEL + NODE + 6
    body = "\n".join(_shapes(root, gap, node))
    words = escape(title or _summary(tree))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="tree" role="img" aria-label="{words}" '
        f'viewBox="0 0 {width:g} {height:g}" width="{width:g}" height="{height:g}" style="{style};height:auto" '
        f'font-family="system-ui, sans-serif" font-size="13" text-anchor="middle" fill="currentColor" stroke="none">\n'
        f"<title>{words}</title>\n{body}\n</svg>\n"
    )


@dataclass(frozen=True, slots=True)
class _Placed:
    """A subtree with its place: the column is in units of one leaf, the level counts from the root."""

    tree: Tree
    name: str
    column: float
    level: int
    leaves: int
    children: tuple[_Placed, ...]

    @property
    def height(self) -> int:
        return 1 + max(child.height for child in self.children) if self.children else 0


def _place(tree: Tree, names: Sequence[str] | None, levels: int, level: int = 0, first: int = 0) -> _Placed:
    if tree is None:
        return _Placed(None, names[0] if names else "", first, level, 1, ())
    if level == levels:
        below = depth(tree)
        return _Placed(tree, f"+ {below} level{'s' if below > 1 else ''}", first, level, 1, ())
    half = len(names) // 2 if names else 0
    left = _place(tree.left, names and names[:half], levels, level + 1, first)
    right = _place(tree.right, names and names[half:], levels, level + 1, first + left.leaves)
    return _Placed(tree, "", (left.column + right.column) / 2, level, left.leaves + right.leaves, (left, right))


def _walk(placed: _Placed) -> Iterator[_Placed]:
    yield placed
    for child in placed.children:
        yield from _walk(child)


def _shapes(placed: _Placed, gap: float, node: float) -> Iterator[str]:
    x, y = 8 + (placed.column + 0.5) * gap, 3 + NODE / 2 + placed.level * LEVEL
    if placed.tree is None:
        yield _label(x, y + 4.5, placed.name, "leaf") if placed.name else _dot(x, y)
        return
    yield (
        f'<rect class="node" x="{x - node / 2:.1f}" y="{y - NODE / 2:.1f}" width="{node:.1f}" height="{NODE}" '
        f'rx="{NODE / 2:g}" fill="none" stroke="currentColor"/>'
    )
    yield _label(x, y + 4.5, _node_text(placed.tree), "name")
    if placed.name:
        yield _label(x, y + NODE, placed.name, "leaf")
    for child, label, side in zip(placed.children, _edge_labels(placed.tree), (-1, 1), strict=False):
        below = 8 + (child.column + 0.5) * gap
        yield from _edge((x, y + NODE / 2), (below, y + LEVEL - (NODE / 2 if child.tree else NODE / 4)), label, side)
        yield from _shapes(child, gap, node)


def _edge(start: tuple[float, float], end: tuple[float, float], label: int, side: int) -> Iterator[str]:
    (x1, y1), (x2, y2) = start, end
    yield (
        f'<line class="edge" x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="currentColor" '
        f'stroke-opacity=".5"/>'
    )
    yield _label((x1 + x2) / 2 + 9 * side, (y1 + y2) / 2 + 1, str(label), "label")


def _dot(x: float, y: float) -> str:
    return f'<circle class="leaf" cx="{x:.1f}" cy="{y:.1f}" r="2.5"/>'


def _label(x: float, y: float, text: str, kind: str) -> str:
    return f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}">{escape(text)}</text>'


def _node_text(tree: IONode | PsiNode) -> str:
    name = f"x{tree.point}".translate(_SUBSCRIPTS)
    return f"{name} by {_map_text(tree.map)}" if isinstance(tree, PsiNode) else name


def _summary(tree: Tree) -> str:
    if tree is None:
        return "the tree of depth 0: one leaf"
    return f"{'io' if isinstance(tree, IONode) else 'Psi'}-labelled tree of depth {_height(tree)}"


def _height(tree: Tree) -> int:
    return 0 if tree is None else 1 + max(_height(tree.left), _height(tree.right))

"""Pictures of shattered trees, as text and as self-contained SVG."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape

from littlestone.impl.classes.matrices import Matrix
from littlestone.impl.classes.witnesses import ShatteredTree
from littlestone.spec.classes.trees import CollapsingMap, IONode, IOTree, PsiNode, PsiTree, depth

Tree = IOTree | PsiTree

LONGEST_FUNCTION = 16
LONGEST_MAP = 8
LEVEL, LEAF, MARGIN, RADIUS = 86, 58, 34, 18
LETTER = 7


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


@dataclass(frozen=True)
class _Placed:
    """A subtree with the horizontal range it is drawn in, in pixels, and its level counted from the root."""

    tree: Tree
    leaves: Sequence[str]
    left: float
    right: float
    level: int

    @property
    def x(self) -> float:
        return (self.left + self.right) / 2

    @property
    def y(self) -> float:
        return MARGIN + self.level * LEVEL

    def children(self) -> tuple[_Placed, _Placed]:
        assert self.tree is not None
        half, below = len(self.leaves) // 2, self.level + 1
        return (
            _Placed(self.tree.left, self.leaves[:half], self.left, self.x, below),
            _Placed(self.tree.right, self.leaves[half:], self.x, self.right, below),
        )


def tree_svg(tree: Tree, leaves: Sequence[str] = (), levels: int = 4, title: str = "Shattered tree") -> str:
    """The tree as a self-contained SVG element in the colour of the surrounding text.

    ``leaves`` names the leaves left to right, or is empty. At most ``levels`` levels are drawn; what lies below is
    counted. Raises ValueError where the number of names is not the number of leaves.
    """
    names = _named(tree, leaves)
    drawn = min(levels, depth(tree))
    gap = max(_leaf_width(tree, names), LEAF) if drawn == depth(tree) else 2 * LEAF
    width, height = (1 << drawn) * gap, 2 * MARGIN + drawn * LEVEL
    body = "\n".join(_shapes(_Placed(tree, names, 0, width, 0), levels))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}" style="max-width:100%;height:auto" font-family="system-ui, sans-serif" font-size="12" '
        f'text-anchor="middle" fill="currentColor" stroke="none">\n'
        f"<title>{escape(title)}</title>\n{body}\n</svg>\n"
    )


def _leaf_width(tree: Tree, names: Sequence[str]) -> int:
    """Pixels for each leaf, so that neither names nor the maps between the edges overlap."""
    map_width = 3 * LETTER * len(_map_text(tree.map)) if isinstance(tree, PsiNode) else 0
    return max(LETTER * max(map(len, names)) + 2 * LETTER, map_width)


def _shapes(placed: _Placed, levels: int) -> Iterator[str]:
    tree = placed.tree
    if tree is None:
        yield _label(placed.x, placed.y + 4, placed.leaves[0])
        return
    yield f'<circle cx="{placed.x:g}" cy="{placed.y:g}" r="{RADIUS}" fill="none" stroke="currentColor"/>'
    yield _label(placed.x, placed.y + 4, f"x{tree.point}")
    if levels == 0:
        yield _label(placed.x, placed.y + RADIUS + 14, f"+ {depth(tree)} level{'s' if depth(tree) > 1 else ''}")
        return
    if isinstance(tree, PsiNode):
        yield _label(placed.x, placed.y + LEVEL / 2, _map_text(tree.map))
    for child, label, side in zip(placed.children(), _edge_labels(tree), (-1, 1), strict=True):
        yield _edge(placed, child)
        yield _label((placed.x + child.x) / 2 + 9 * side, (placed.y + child.y) / 2, str(label))
        yield from _shapes(child, levels - 1)


def _edge(parent: _Placed, child: _Placed) -> str:
    top, bottom = parent.y + RADIUS, child.y - RADIUS
    return f'<line x1="{parent.x:g}" y1="{top:g}" x2="{child.x:g}" y2="{bottom:g}" stroke="currentColor"/>'


def _label(x: float, y: float, text: str) -> str:
    return f'<text x="{x:g}" y="{y:g}">{escape(text)}</text>'

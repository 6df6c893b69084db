"""The labelled trees of the papers: io-labelled, Psi-labelled, and the input- and output-labelled trees of covers.

io- and Psi-labelled trees have their root at depth 0 and unlabelled leaves (``None``); a tree of depth b has 2^b
root-to-leaf paths. Input- and output-labelled trees have their root at depth 1 and every node labelled; a tree of
depth b has 2^(b-1) paths, and the tree of depth 0 is ``None``. The two conventions never share a type.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from littlestone.spec.algebra.html_text import item_html
from littlestone.spec.classes.concept_classes import Function

CollapsingMap = tuple[int | None, ...]
Path = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class IONode:
    """An internal node of an io-labelled tree: an example and two edges with different labels (BGS21 D2.10).

    Raises ValueError where the two edge labels are equal.
    """

    point: int
    left_label: int
    right_label: int
    left: IOTree = None
    right: IOTree = None

    def __post_init__(self) -> None:
        if self.left_label == self.right_label:
            raise ValueError(f"both edges below point {self.point} carry the label {self.left_label}")

    def _repr_html_(self) -> str:
        """What a notebook shows: the tree as a nested list."""
        return f"<ul>{_item(self, '')}</ul>"


@dataclass(frozen=True, slots=True)
class PsiNode:
    """An internal node of a Psi-labelled tree: an example, a collapsing map, left edge 0, right edge 1 (BGS21 D4.1).

    A collapsing map is the tuple of its values on labels 0..k, each 0, 1 or None (the paper's ``*``).
    """

    point: int
    map: CollapsingMap
    left: PsiTree = None
    right: PsiTree = None

    def _repr_html_(self) -> str:
        """What a notebook shows: the tree as a nested list."""
        return f"<ul>{_item(self, '')}</ul>"


@dataclass(frozen=True, slots=True)
class CoverNode:
    """A node of an input-labelled tree (a point) or of an output-labelled tree (a label) (BGS21 D5.1)."""

    label: int
    left: CoverTree = None
    right: CoverTree = None

    def _repr_html_(self) -> str:
        """What a notebook shows: the tree as a nested list."""
        return f"<ul>{_item(self, '')}</ul>"


IOTree = IONode | None
PsiTree = PsiNode | None
CoverTree = CoverNode | None


def depth(tree: IOTree | PsiTree | CoverTree) -> int:
    """Levels of labelled nodes: the depth of an io- or Psi-tree, and of a cover tree, in each one's own convention."""
    return 0 if tree is None else 1 + depth(tree.left)


def is_complete(tree: IOTree | PsiTree | CoverTree) -> bool:
    """Every root-to-leaf path has the same length."""
    if tree is None:
        return True
    return is_complete(tree.left) and is_complete(tree.right) and depth(tree.left) == depth(tree.right)


def io_paths(tree: IOTree) -> Iterator[Path]:
    """The root-to-leaf paths, left to right, each a sequence of (example, edge label) (BGS21 D2.11)."""
    if tree is None:
        yield ()
        return
    for path in io_paths(tree.left):
        yield ((tree.point, tree.left_label), *path)
    for path in io_paths(tree.right):
        yield ((tree.point, tree.right_label), *path)


def psi_paths(tree: PsiTree) -> Iterator[tuple[tuple[int, CollapsingMap, int], ...]]:
    """The root-to-leaf paths, left to right, each a sequence of (example, map, edge label) (BGS21 D4.2)."""
    if tree is None:
        yield ()
        return
    for edge, child in enumerate((tree.left, tree.right)):
        for path in psi_paths(child):
            yield ((tree.point, tree.map, edge), *path)


def cover_paths(tree: CoverTree) -> Iterator[tuple[int, ...]]:
    """The label sequences of the 2^(b-1) root-to-leaf paths, left to right; paths of two trees correspond by position.

    Source: BGS21 D5.2, D5.3. The tree of depth 0 has one empty path.
    """
    if tree is None:
        yield ()
    elif tree.left is None and tree.right is None:
        yield (tree.label,)
    else:
        for child in (tree.left, tree.right):
            for path in cover_paths(child):
                yield (tree.label, *path)


def realizes(f: Function, path: Path) -> bool:
    """f agrees with every (example, label) of the path (BGS21 D2.11)."""
    return all(f[x] == y for x, y in path)


def psi_realizes(f: Function, path: tuple[tuple[int, CollapsingMap, int], ...]) -> bool:
    """Every map of the path sends f's label to the path's edge; ``*`` never matches (BGS21 D4.2)."""
    return all(phi[f[x]] == y for x, phi, y in path)


def is_shattered(functions: Iterable[Function], tree: IOTree) -> bool:
    """Every root-to-leaf path is realized by one of the functions; for depth 0, there is a function (BGS21 D2.12)."""
    listed = list(functions)
    return all(any(realizes(f, path) for f in listed) for path in io_paths(tree))


def is_psi_shattered(functions: Iterable[Function], tree: PsiTree) -> bool:
    """Every root-to-leaf path of a Psi-labelled tree is realized by one of the functions (BGS21 D4.3)."""
    listed = list(functions)
    return all(any(psi_realizes(f, path) for f in listed) for path in psi_paths(tree))


def concatenation(top: IOTree, bottom: IOTree) -> IOTree:
    """top (x) bottom: a copy of ``bottom`` hangs under every edge at the bottom of ``top``, all edge labels kept."""
    if top is None:
        return bottom
    return replace(top, left=concatenation(top.left, bottom), right=concatenation(top.right, bottom))


def printed_concatenation(top: IOTree, bottom: IOTree) -> IOTree:
    """top (x) bottom as BGS21 prints it: the two edges below every bottom node of ``top`` become 0 and 1 (C6.2)."""
    if top is None:
        return bottom
    if top.left is None and top.right is None:
        return IONode(top.point, 0, 1, bottom, bottom)
    return replace(top, left=printed_concatenation(top.left, bottom), right=printed_concatenation(top.right, bottom))


def shifted(tree: IOTree, offset: int) -> IOTree:
    """The tree with every example x renamed x + offset."""
    if tree is None:
        return None
    return replace(tree, point=tree.point + offset, left=shifted(tree.left, offset), right=shifted(tree.right, offset))


# ---- In a notebook


def _item(tree: IONode | PsiNode | CoverNode, edge: str) -> str:
    """A node as an item of a nested list, led by the label of the edge above it; its subtrees are the items below."""
    left, right = (str(tree.left_label), str(tree.right_label)) if isinstance(tree, IONode) else ("0", "1")
    below = [_item(child, f"{label}: ") for label, child in ((left, tree.left), (right, tree.right)) if child]
    if isinstance(tree, CoverNode):
        return item_html(f"{edge}{tree.label}", below)
    values = "" if isinstance(tree, IONode) else " " + "".join("*" if y is None else str(y) for y in tree.map)
    leaves = f" (labels {left}, {right})" if isinstance(tree, IONode) and not below else ""
    return item_html(f"{edge}x{tree.point}{values}{leaves}", below)

"""Pictures of counterexamples for the report: a class as a table of labels, a labelled tree as inline SVG."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from markupsafe import Markup

from littlestone.impl.pictures.trees import Tree
from littlestone.impl.pictures.trees import tree_svg as drawn
from littlestone.spec.classes.trees import IONode, PsiNode, depth

TINTS = 6  # colours of the style sheet; labels above share the last
TreeData = Mapping[str, Any]  # a node as a ledger has it, which is still to be checked
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


def tree_svg(tree: TreeData | None, functions: Sequence[Sequence[int]] = ()) -> Markup:
    """An inline SVG of an io-labelled or Psi-labelled tree as a ledger has it.

    functions: those of the class that the tree is for, by which its leaves are named where each is reached by one.

    tree: ``{"kind": "io", "point": x, "labels": [a, b], "left": tree, "right": tree}`` or, with ``"kind": "psi"``,
    a ``"map"`` (its value on each label: 0, 1 or None for the paper's ``*``) in place of ``"labels"``; None is a leaf.
    Raises ValueError naming the node that has another form.
    """
    shown = tree_of(tree)
    leaves = _leaf_names(shown, functions, [*range(len(functions))], depth(shown)) if functions else []
    return Markup(drawn(shown, leaves if leaves and all(leaves) else None, style="flex:none"))


def _leaf_names(tree: Tree, functions: Sequence[Sequence[int]], reaching: Sequence[int], levels: int) -> list[str]:
    """The first function that reaches each leaf, left to right, a leaf of a cut tree standing for those below it."""
    if tree is None:
        return [_indexed("h", reaching[0]) if reaching else ""] * (1 << levels)
    names: list[str] = []
    for side, child in enumerate((tree.left, tree.right)):
        taken = [i for i in reaching if _side_of(tree, functions[i]) == side]
        names += _leaf_names(child, functions, taken, levels - 1)
    return names


def _side_of(tree: IONode | PsiNode, function: Sequence[int]) -> int | None:
    """Where a function goes at the root: 0 left, 1 right, None nowhere."""
    if tree.point >= len(function):
        return None
    label = function[tree.point]
    if isinstance(tree, PsiNode):
        return tree.map[label] if label < len(tree.map) else None
    edges = (tree.left_label, tree.right_label)
    return edges.index(label) if label in edges else None


def tree_of(tree: TreeData | None, where: str = "the root") -> Tree:
    """The tree that a ledger's plain data stands for; raises ValueError naming the node that has another form."""
    if tree is None:
        return None
    _check_node(tree, where)
    sides: Any = [tree_of(tree.get(side), f"{where}.{side}") for side in ("left", "right")]
    if tree["kind"] == "io":
        return IONode(tree["point"], *tree["labels"], *sides)
    return PsiNode(tree["point"], tuple(tree["map"]), *sides)


def _check_node(node: TreeData, where: str) -> None:
    kind = node.get("kind")
    if kind not in ("io", "psi"):
        raise ValueError(f"the tree's node at {where} has kind {kind!r}: give 'io' or 'psi'")
    missing = {"point", "labels" if kind == "io" else "map"} - node.keys()
    if missing:
        raise ValueError(f"the tree's {kind} node at {where} has no {' and no '.join(sorted(missing))}")
    if kind == "io" and len(node["labels"]) != 2:
        raise ValueError(f"the tree's io node at {where} has {len(node['labels'])} edge labels: give two")


def _indexed(letter: str, index: object) -> str:
    return letter + str(index).translate(_SUBSCRIPTS)


def _caption(functions: int) -> str:
    return f"{functions} function{'' if functions == 1 else 's'}" if functions else "the empty class"


def _function_row(i: int, f: Sequence[int]) -> Markup:
    cells = Markup("").join(Markup('<td class="tint{}">{}</td>').format(min(label, TINTS), label) for label in f)
    return Markup('<tr><th scope="row">{}</th>{}</tr>').format(_indexed("h", i), cells)

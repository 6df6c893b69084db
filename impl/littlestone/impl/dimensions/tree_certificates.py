"""The data of both certificates of a Littlestone-type dimension, as ``dimension_checks.trees`` takes them.

A version space is named by the entry it is a part of, and that part: a point and a set of labels. The table holds the
spaces that the induction needs, found by going down from the whole class; what a search has refuted it remembers, so
that nothing is searched anew.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from littlestone.impl.classes.witnesses import ShatteredTree
from littlestone.impl.dimension_checks.trees import insist
from littlestone.impl.dimensions.splits import Split
from littlestone.spec.classes.trees import IONode, IOTree, PsiTree

Groups = tuple[int, ...]
Shatters = Callable[[int, Groups], bool]


def tree_data(witness: ShatteredTree, groups: Sequence[int]) -> dict[str, Any]:
    """A shattered tree in heap order, each node a point and the labels on its two edges; a group for each level."""
    level: list[IOTree | PsiTree] = [witness.tree]
    nodes = []
    for _ in range(witness.size):
        inner = [node for node in level if node is not None]
        nodes += [_node(node) for node in inner]
        level = [child for node in inner for child in (node.left, node.right)]
    return {"nodes": nodes, "groups": list(groups), "functions": list(witness.functions)}


def _node(node: IONode | PsiTree) -> list[Any]:
    assert node is not None
    if isinstance(node, IONode):
        return [node.point, [node.left_label], [node.right_label]]
    return [node.point, *([y for y, side in enumerate(node.map) if side == edge] for edge in (0, 1))]


def table_data(
    groups: Sequence[Sequence[Split]], everything: int, roots: Sequence[Groups], shatters: Shatters
) -> dict[str, Any]:
    """The table that refutes the sequences of groups of splits ``roots`` for the class.

    ``shatters`` says whether a space shatters a tree along a sequence; it must refute all roots, and is asked of a part
    only where one of the parts of a split is refuted.
    """
    numbers: dict[tuple[int, tuple[int, ...]], int] = {}
    table: list[tuple[int, int]] = []
    listed = {(everything, root) for root in roots}
    pending = [(everything, root) for root in roots]
    for number, (space, sequence) in enumerate(pending):  # grows while it is walked
        if space.bit_count() < 1 << len(sequence):
            continue
        rest, half = sequence[1:], 1 << (len(sequence) - 1)
        for split in groups[sequence[0]]:
            large = [(i, part & space) for i, part in enumerate(split.parts) if (part & space).bit_count() >= half]
            if len(large) < 2:
                continue
            large = [(i, part) for i, part in large if (part, rest) not in listed]
            large.sort(key=lambda item: item[1].bit_count())  # the order of the search, which decided no more parts
            while len(large) > 1:
                i, part = next(((i, part) for i, part in large if not shatters(part, rest)), (-1, -1))
                insist(i >= 0, f"the search refuted a space and no part of it at point {split.point}")
                large.remove((i, part))
                listed.add((part, rest))
                pending.append((part, rest))
                table.append((number, numbers.setdefault((split.point, split.labels_of(i)), len(numbers))))
    parts = [[point, list(labels)] for point, labels in numbers]
    return {"parts": parts, "roots": [list(root) for root in roots], "table": [list(entry) for entry in table]}

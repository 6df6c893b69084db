"""Checks a certificate of a Littlestone-type dimension; it shares nothing with the searches and needs numpy alone.

A class is an array of shape (functions, points) of labels, its rows distinct. A *group* is a list of splits, each a
list of disjoint sets of labels by which one point may divide a set of functions. A tree takes the splits of one group
at all nodes of a level; only the uniform dimension has more than one group.

**Lower bound**: a complete tree, its nodes in heap order (the children of i are 2i + 1 and 2i + 2), each with a point
and two sets of labels, and for each leaf a function that takes the labels along its path.

**Upper bound**: a table of version spaces, each with a sequence of groups along which it shatters no tree. An entry
holds if the space has fewer functions than the tree has leaves, or if every split leaves at most one part that neither
has too few functions nor stands in the table with the rest of the sequence or a beginning of it. By induction on the
length of the sequence all entries are true, in whatever order they stand. The roots of the table are the whole class,
and every sequence one longer than the bound must contain that of some root.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

Labels = tuple[int, ...]
Split = tuple[Labels, ...]
Group = list[tuple[list[int], Split]]  # points, and a split that is allowed at all of them
Data = Mapping[str, Any]
Functions = NDArray[np.integer[Any]]

MOST_SEQUENCES = 1_000_000
BIT = "Littlestone of bit "  # and its number, 1 the most significant


class RefusedCertificateError(ValueError):
    """A certificate does not show the bound that it is about; the message says what fails, and where."""


def insist(holds: bool, problem: str) -> None:
    """Raise RefusedCertificateError with the problem unless it holds."""
    if not holds:
        raise RefusedCertificateError(problem)


def groups_of(name: str, functions: Functions) -> list[Group]:
    """The groups of splits of a dimension's trees (BGS21 D2.13, D4.4, N4.fam). Raises RefusedCertificateError."""
    labels = tuple(map(int, np.unique(functions)))
    every, bits = list(range(functions.shape[1])), range(int(functions.max()).bit_length())
    by_bit = [tuple(tuple(y for y in labels if y >> i & 1 == side) for side in (0, 1)) for i in reversed(bits)]
    groups: dict[str, list[Group]] = {
        **{f"{BIT}{i}": [[(every, split)]] for i, split in enumerate(by_bit, start=1)},
        "Psi^bin": [[(every, split) for split in by_bit]],
        "Psi^bin uniform": [[(every, split)] for split in by_bit],
    }
    if name == "Psi^B":
        return [_bipartitions(functions)]
    insist(name in (*groups, "Littlestone", "multiclass Littlestone", "Psi^N"), f"{name} has no certificates")
    return groups.get(name, [[(every, tuple((y,) for y in labels))]])


def _bipartitions(functions: Functions) -> Group:
    """The ways to divide the labels that occur at a point into two sets, the points with equal labels together."""
    points: dict[Labels, list[int]] = {}
    for x, column in enumerate(functions.T):
        points.setdefault(tuple(map(int, np.unique(column))), []).append(x)
    return [
        (xs, (chosen, tuple(y for y in labels if y not in chosen)))
        for labels, xs in points.items()
        for size in range(1, len(labels))
        for chosen in combinations(labels, size)
        if labels[0] in chosen
    ]


def check_tree(name: str, functions: Functions, depth: int, data: Data) -> None:
    """The class shatters the tree of that depth in ``data``. Raises RefusedCertificateError."""
    groups = groups_of(name, functions)
    nodes, sequence, leaves = data["nodes"], data["groups"], data["functions"]
    insist(len(nodes) == (1 << depth) - 1 and len(leaves) == 1 << depth, f"the tree does not have depth {depth}")
    insist(len(sequence) == depth and all(0 <= g < len(groups) for g in sequence), "the levels have no groups")
    insist(all(0 <= f < len(functions) for f in leaves), "a leaf names no function of the class")
    for place, (x, left, right) in enumerate(nodes):
        group = groups[sequence[(place + 1).bit_length() - 1]]
        allowed = any(_apart(split, left, right) for points, split in group if x in points)
        insist(allowed, f"node {place} divides by {left} and {right} at point {x}, which the dimension does not")
    for number, f in enumerate(leaves):
        place = number + (1 << depth) - 1
        while place:
            parent, child = (place - 1) // 2, 2 - place % 2  # the first of its children has an odd place
            x = nodes[parent][0]
            insist(int(functions[f, x]) in nodes[parent][child], f"function {f} leaves the path to leaf {number}")
            place = parent


def _apart(split: Split, left: Labels, right: Labels) -> bool:
    """Two different sets of the split hold the two sets of labels, but for labels that no function takes there."""
    taken = {y for part in split for y in part}
    one, other = taken & set(left), taken & set(right)
    return any(one <= set(a) and other <= set(b) for a in split for b in split if a != b)


def check_table(name: str, functions: Functions, depth: int, data: Data) -> None:
    """The class shatters no deeper tree, by the table in ``data``. Raises RefusedCertificateError."""
    if name.startswith(BIT):  # the class is the restriction to the bit (N3.bits)
        bit = (functions >> (int(functions.max()).bit_length() - int(name.removeprefix(BIT)))) & 1
        functions = bit[np.sort(np.unique(bit, axis=0, return_index=True)[1])]
    groups = groups_of("Littlestone" if name.startswith(BIT) else name, functions)
    parts = data["parts"]
    spaces = [np.arange(len(functions)) for _ in data["roots"]]
    sequences = [tuple(root) for root in data["roots"]]
    insist(not _avoiding(sequences, len(groups), depth + 1), f"some tree of depth {depth + 1} is not excluded")
    for number, (parent, part) in enumerate(data["table"]):
        insist(0 <= parent < len(spaces) and 0 <= part < len(parts), f"entry {number} names nothing before it")
        (x, labels), space = parts[part], spaces[parent]
        spaces.append(space[_takes(functions[space, x], labels)])
        sequences.append(sequences[parent][1:])
    listed: dict[bytes, set[Labels]] = {}
    for space, sequence in zip(spaces, sequences, strict=True):
        listed.setdefault(space.tobytes(), set()).add(sequence)
    for space, sequence in zip(spaces, sequences, strict=True):
        if len(space) >= 1 << len(sequence):
            insist(bool(sequence), "a space is said to be empty, and is not")
            _check_entry(functions[space], space, sequence, groups[sequence[0]], listed)


def _avoiding(refuted: Sequence[Labels], groups: int, length: int) -> list[Labels]:
    """The sequences of that length that contain none of the refuted ones."""
    kept: list[Labels] = [()] if () not in refuted else []
    every, lengths = set(refuted), sorted({len(r) for r in refuted})
    for _ in range(length):
        longer = [(*s, g) for s in kept for g in range(groups)]
        if not kept:
            return []
        insist(len(longer) <= MOST_SEQUENCES, "the table leaves too many sequences of groups open")
        kept = [s for s in longer if not any(s[len(s) - n :] in every for n in lengths if n <= len(s))]
    return kept


def _check_entry(
    rows: Functions, space: NDArray[np.intp], sequence: Labels, group: Group, listed: Mapping[bytes, set[Labels]]
) -> None:
    """Every split leaves at most one part that is large enough and not in the table."""
    half = 1 << (len(sequence) - 1)
    counts = {int(y): (rows == y).sum(axis=0) for y in np.unique(rows)}
    for points, split in group:
        sizes = np.array([sum((counts[y][points] for y in ys if y in counts), np.zeros(len(points))) for ys in split])
        for place in np.flatnonzero((sizes >= half).sum(axis=0) > 1):
            x = points[place]
            large = [part for part, size in zip(split, sizes[:, place], strict=True) if size >= half]
            known = [(part, listed.get(space[_takes(rows[:, x], part)].tobytes(), ())) for part in large]
            kept = [part for part, each in known if not any(sequence[1:][: len(s)] == s for s in each)]
            insist(len(kept) < 2, f"at point {x} the table leaves open two parts of a space of {len(space)} functions")


def _takes(column: Functions, labels: Sequence[int]) -> NDArray[np.bool_]:
    """Where the column has one of the labels; np.isin takes ten times as long on a few."""
    found = np.zeros(len(column), dtype=bool)
    for y in labels:
        found |= column == y
    return found

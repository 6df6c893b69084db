"""Checks the certificate of a class's dimensions, as ``certificates`` writes it, and shares nothing with the searches.

Trees and their tables are checked by ``trees``, bounds on shattered sets and thresholds here, by kinds of reason,
witnesses by their definitions. A bound whose reason is another dimension's bound holds if that one holds in the same
file, before it.

Of sets and thresholds a class is an array of shape (functions, points) of labels 0 and 1, its rows distinct. Each check
recomputes what its reason is about and raises RefusedCertificateError where that does not give the bound. Kinds that
are missing here are trusted, and said to be.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import reduce
from math import comb
from operator import and_, or_
from typing import Any

import numpy as np
from flint import fmpz, nmod_mat
from numpy.typing import NDArray

from littlestone.impl.classes.matrices import (
    InvalidWitnessError,
    Matrix,
    ShatteredSet,
    ThresholdChain,
    Witness,
    as_matrix,
    bit_mask,
)
from littlestone.impl.dimension_checks.trees import RefusedCertificateError, check_table, check_tree, insist

Functions = NDArray[np.integer[Any]]
Data = Mapping[str, Any]
MOST_FAMILIES = 50_000  # of irreducible functions of one size, of which the conjunctions of 8 variables have 1,792
MOST_STEPS = 30_000_000  # of a recount: pairs of a function and a point, for each set; some seconds


def check_size(functions: Functions, bound: int, data: Data) -> None:
    """So many points need twice as many functions each."""
    insist(len(functions) < 2 << bound, f"{len(functions)} functions may shatter {bound + 1} points")


def check_chains(functions: Functions, bound: int, data: Data) -> None:
    """The functions lie in fewer chains than a pattern with half the points has choices: no chain takes two of them."""
    chains = [list(chain) for chain in data["chains"]]
    listed = sorted(f for chain in chains for f in chain)
    insist(listed == list(range(len(functions))), "the chains do not hold every function once")
    for chain in chains:
        rows = functions[chain]
        insist(bool((rows[1:] <= rows[:-1]).all()), f"the chain of function {chain[0]} is none")
    half = (bound + 1) // 2
    insist(comb(bound + 1, half) > len(chains), f"{len(chains)} chains may take all patterns of {bound + 1} points")


def check_growth(functions: Functions, bound: int, data: Data) -> None:
    """No set of more points is shattered: sets are grown in the order of the points while their cells are large."""
    insist(growth(functions, bound + 1) is not None, f"there are too many sets of {bound + 1} points to grow")


def growth(functions: Functions, size: int) -> int | None:
    """How many sets were grown to refute ``size`` shattered points, None beyond many; else RefusedCertificateError."""
    ones = functions.astype(np.float64)  # exact: counts of functions
    steps, grown = 0, 0
    pending = [(np.zeros(len(functions), dtype=int), 0, np.arange(functions.shape[1]))]
    while pending:
        codes, k, points = pending.pop()
        steps += (ones.size >> 6) + len(points) * len(functions) << k
        if steps > MOST_STEPS:
            return None
        cells = (codes[None, :] == np.arange(1 << k)[:, None]).astype(np.float64)
        with_one = cells @ ones[:, points]
        least = np.minimum(with_one, cells.sum(axis=1)[:, None] - with_one).min(axis=0)
        able = points[least >= 1 << (size - k - 1)]
        grown += len(able)
        insist(k + 1 < size or not len(able), f"{size} points are shattered")
        if len(able) >= size - k:
            pending += [(2 * codes + functions[:, x], k + 1, able[i + 1 :]) for i, x in enumerate(able)]
    return grown


def check_closed_vc(functions: Functions, bound: int, data: Data) -> None:
    """The class is closed under intersection, and no more irreducible functions than the bound miss a point each that
    all the others hold; a shattered set needs one for each of its points.
    """
    masks, everything = _closed(functions, data["irreducible"])
    families: list[tuple[int, int, list[int]]] = [(0, everything, [])]  # points of all, and of all but each of them
    for _ in range(bound + 1):
        larger = []
        for first, inside, missed in families:
            for i, r in enumerate(masks[first:], start=first):
                regions = [*(region & r for region in missed), inside & ~r]
                if all(regions):
                    larger.append((i + 1, inside & r, regions))
            insist(len(larger) <= MOST_FAMILIES, "there are too many families of irreducible functions")
        families = larger
    insist(not families, f"{bound + 1} points are shattered")


def check_closed_thresholds(functions: Functions, bound: int, data: Data) -> None:
    """The class is closed under intersection, and no chain of non-empty functions is longer."""
    masks, _ = _closed(functions, data["irreducible"])
    height: dict[int, int] = {}
    for f in sorted(map(bit_mask, functions == 1), key=int.bit_count):
        height[f] = 0 if f == 0 else 1 + max((height[f & r] for r in masks if f & r != f), default=0)
    insist(max(height.values()) <= bound, f"there is a chain of {max(height.values())} functions")


def _closed(functions: Functions, irreducible: list[int]) -> tuple[list[int], int]:
    """The irreducible functions and the greatest one, after it was seen that the class is closed by them."""
    every = [bit_mask(row) for row in functions == 1]
    members, masks = set(every), [every[i] for i in irreducible]
    everything = reduce(or_, every)
    insist(everything in members, "the class has no greatest function")
    for f in every:
        above = [r for r in masks if not f & ~r]
        insist(f == reduce(and_, above, everything), "a function is no intersection of irreducible ones")
        insist(all(f & r in members for r in masks), "the class is not closed under intersection")
    return masks, everything


def check_rank(functions: Functions, bound: int, data: Data) -> None:
    """The matrix has at most that rank over a prime field, over which t thresholds are a regular t x t matrix."""
    p = int(data["field"])
    insist(1 < p < 1000 and bool(fmpz(p).is_prime()), f"{p} is no prime below 1,000")
    found = rank(functions, p)
    insist(found <= bound, f"the rank over the field of {p} elements is {found}")


def rank(functions: Functions, p: int) -> int:
    """The rank of the matrix over the field of p elements, p a prime."""
    return int(nmod_mat(*functions.shape, functions.ravel().tolist(), p).rank())


def check_counts(functions: Functions, bound: int, data: Data) -> None:
    """t thresholds are t functions with 1, 2, ..., t ones or more, t such points, and no two of either alike."""
    most = most_by_counts(functions)
    insist(most <= bound, f"the numbers of ones allow {most} thresholds")


def most_by_counts(functions: Functions) -> int:
    """The thresholds that the numbers of ones of distinct functions and of distinct points allow."""
    counts = [{row.tobytes(): int(row.sum()) for row in ones} for ones in (functions == 1, functions.T == 1)]
    return min(staircase(of_distinct.values()) for of_distinct in counts)


def staircase(counts: Iterable[int]) -> int:
    """The largest t such that some t of the counts, sorted, are at least 1, 2, ..., t."""
    reached = 0
    for count in sorted(counts):
        reached += count > reached
    return reached


Checks = dict[str, Callable[[Functions, int, Data], None]]
CHECKS_OF_VC: Checks = {"size": check_size, "closed": check_closed_vc, "chains": check_chains, "grown": check_growth}
CHECKS_OF_THRESHOLDS: Checks = {"counted": check_counts, "closed": check_closed_thresholds, "rank": check_rank}


# ---- Whole certificates

FORM = "littlestone certificate of dimensions, 1"
# A bound, and the other dimension's bound that it may rest on: the other one is never smaller, whatever the class
OTHERS = {("VC", "Littlestone"), ("thresholds", "Littlestone"), ("Psi^bin uniform", "Psi^bin")}
MOST_LABELS = 18  # at a point, for Psi^B: the search lists no more bipartitions either


@dataclass(frozen=True)
class CheckedDimension:
    """A dimension of a file: its bounds, why the upper one holds, and why it is only trusted, or refused, if it is."""

    name: str
    lower: int
    upper: int
    kind: str
    trusted: str | None = None
    refused: str | None = None


def check_certificate(data: Any) -> tuple[Matrix, list[CheckedDimension]]:
    """The class of a certificate, and each of its dimensions after both bounds were checked.

    Raises RefusedCertificateError where the data is no certificate at all; a bound that does not hold is said with its
    dimension.
    """
    insist(isinstance(data, dict) and data.get("form") == FORM, f"the file does not say {FORM!r}")
    try:
        rows = [[int(y) for y in row] if isinstance(row, str) else row for row in data["functions"]]
        insist(all(_are_integers(row) for row in rows), "a label is no integer")
        matrix = as_matrix(np.array(rows))
        held: dict[str, int] = {}
        insist(bool(data["dimensions"]), "it has no dimensions")
        checked = [_checked(matrix, entry, held) for entry in data["dimensions"]]
    except (KeyError, TypeError, ValueError, OverflowError) as error:
        raise RefusedCertificateError(f"the file cannot be read: {type(error).__name__}: {error}") from error
    insist(not matrix.duplicates, "the class has a function twice")
    return matrix, checked


def _checked(matrix: Matrix, entry: Mapping[str, Any], held: dict[str, int]) -> CheckedDimension:
    """``held`` are the upper bounds that hold by now, to which this one's is added."""
    name, lower, upper, kind = entry["name"], entry["lower"], entry["upper"], entry["reason"]["kind"]
    insist(_are_integers([lower, upper]), "a bound is no integer")
    insist(all(isinstance(word, str) and word.isascii() and word.isprintable() for word in (name, kind)), "no name")
    try:
        insist(0 <= lower <= upper <= max(matrix.functions.shape), f"{lower} <= dimension <= {upper} cannot be")
        _check_lower(matrix, name, lower, entry["witness"])
        trusted = _check_upper(matrix, name, upper, entry["reason"], held)
    except (RefusedCertificateError, InvalidWitnessError, LookupError, TypeError, ValueError) as error:
        return CheckedDimension(name, lower, upper, kind, refused=str(error))
    if trusted is None:
        held[name] = upper
    return CheckedDimension(name, lower, upper, kind, trusted)


def _check_lower(matrix: Matrix, name: str, lower: int, witness: Mapping[str, Any]) -> None:
    if "nodes" in witness:
        return check_tree(name, matrix.functions, lower, witness)
    kinds: dict[str, type[ShatteredSet] | type[ThresholdChain]] = {"VC": ShatteredSet, "thresholds": ThresholdChain}
    insist(name in kinds, f"{name} has no such witness")
    insist(matrix.is_binary, f"{name} is that of a class with two labels")
    insist(_are_integers([*witness["points"], *witness["functions"]]), "points and functions are named by numbers")
    found: Witness = kinds[name](tuple(witness["points"]), tuple(witness["functions"]))
    insist(found.size == lower, f"the witness has size {found.size}, not {lower}")
    return found.verify(matrix)


def _check_upper(matrix: Matrix, name: str, upper: int, reason: Data, held: Mapping[str, int]) -> str | None:
    """Why the bound is only trusted, None where it was checked. Raises RefusedCertificateError."""
    kind = reason["kind"]
    if (name, kind) in OTHERS:
        insist(kind in held, f"it rests on {kind}, which does not hold in this file")
        # t thresholds need Littlestone dimension log2 t; the other bounds are never smaller than what rests on them
        implied = (2 << held[kind]) - 1 if name == "thresholds" else held[kind]
        insist(implied <= upper, f"{kind} <= {held[kind]} gives no more than {implied}")
        return None
    checks = {"VC": CHECKS_OF_VC, "thresholds": CHECKS_OF_THRESHOLDS}.get(name)
    if checks is not None and kind == "searched":
        return "searched, not certified"
    if checks is not None:
        insist(kind in checks, f"{kind} is no reason for a bound on {name}")
        checks[kind](matrix.functions, upper, reason)
        return None
    insist(upper < len(matrix).bit_length(), f"{len(matrix)} functions shatter no tree of depth {upper}")
    if kind == "size":  # of a class with more bipartitions of labels than can be listed
        check_size(matrix.functions, upper, reason)
        return None
    insist(kind in ("counted", "table") and kind == ("table" if reason["table"] else "counted"), f"{kind} is no reason")
    widest = max(len(np.unique(column)) for column in matrix.functions.T)
    insist(name != "Psi^B" or widest <= MOST_LABELS, f"{widest} labels at a point have too many bipartitions")
    check_table(name, matrix.functions, upper, reason)
    return None


def _are_integers(numbers: list[Any]) -> bool:
    return all(type(number) is int for number in numbers)

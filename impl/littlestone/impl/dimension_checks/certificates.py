"""Checks the certificate of a class's dimensions, as ``certificates`` writes it, and shares nothing with the searches.

Trees and their tables are checked by ``trees``, bounds on sets and chains by ``sets``, witnesses by their
definitions. A bound whose reason is another dimension's bound holds if that one holds in the same file, before it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from littlestone.impl.classes.matrices import Matrix, as_matrix
from littlestone.impl.classes.witnesses import InvalidWitnessError, ShatteredSet, ThresholdChain, Witness
from littlestone.impl.dimension_checks.sets import CHECKS_OF_THRESHOLDS, CHECKS_OF_VC, check_size
from littlestone.impl.dimension_checks.trees import RefusedCertificateError, check_table, check_tree, insist

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


def _check_upper(
    matrix: Matrix, name: str, upper: int, reason: Mapping[str, Any], held: Mapping[str, int]
) -> str | None:
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

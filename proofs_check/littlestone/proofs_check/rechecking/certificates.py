"""Certificates checked anew: the files as they were written, the formula against the definitions, and the proof.

It imports none of the provers and runs no file that a certificate names. A certificate of another claim, scope or
constant is refused, for it proves something else.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import log2
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from littlestone.proofs_check.rechecking.derivations.refusals import Refused
from littlestone.proofs_check.rechecking.encoding import Encoded, encoded, violation_of
from littlestone.proofs_check.rechecking.refutations.dimacs import Unreadable, read_formula, read_hinted, read_proof
from littlestone.proofs_check.rechecking.refutations.propagation import (
    ClauseList,
    first_not_following,
    first_wrong_step,
    is_hinted_proof,
)
from littlestone.spec.algebra.circuit import CircuitTooLarge, gate_limit
from littlestone.spec.algebra.decisions import UndecidedTruth
from littlestone.spec.claim import CLAIMS, Claim, Value
from littlestone.spec.domains import Classes, TreeSets

DETAILS = "certificate.json"
FILES = (("formula.cnf", "formula"), ("proof.drat", "proof"), ("proof.lrat", "hints"))
SCHEMA = 3  # 1 had a hash of definitions, which says nothing: the clauses are made of the claim; 2 had no hints
USUAL_DEPTH = 2  # of the trees of every universe that a ledger names
MOST_BITS, MOST_GATES = 16, 10**6  # functions of a class are 2^8 or so, gates a tenth of this, in what solvers decide
MOST_BYTES = 2**30  # the largest proof in docs/certificates.md has 10^7
TIMES = 10**5  # as large as any that the claim names may be a constant: formulas count up to one, or take its power
NUMBER = re.compile(r"-?[0-9]{1,4000}(/0*[1-9][0-9]{0,4000})?", re.ASCII)
Find = Callable[[str], Claim]
Content = TypeVar("Content")


@dataclass(frozen=True, slots=True)
class Checked:
    """A certificate that holds: no class of the universe violates the claim with these constants."""

    claim: str
    points: int
    labels: int
    digest: str
    clauses: int
    steps: int
    changed: tuple[str, ...] = ()
    depth: int = USUAL_DEPTH

    @property
    def differs(self) -> tuple[str, ...]:
        """The constants that are not those of the print, and how deep trees are where no ledger has them so."""
        return (*self.changed, *([f"trees of depth {self.depth}"] if self.depth != USUAL_DEPTH else []))

    def is_about(self, claim: str, universe: str, changed: tuple[str, ...], outcome: str) -> bool:
        """It bears out evidence of this claim, with these constants changed, on the universe of these words."""
        asked = (self.claim, self.changed, self.universe, USUAL_DEPTH, "checked")
        return asked == (claim, changed, universe, self.depth, outcome)

    @property
    def universe(self) -> str:
        """What the claim's classes range over, as a ledger says it."""
        usual = "binary classes" if self.labels == 2 else f"classes with {self.labels} labels"
        ranges = [d for d in CLAIMS[self.claim].domains.values() if isinstance(d, Classes) and not d.within]
        named = [usual if d.family is None else d.family.name for d in ranges] or [usual]
        where = f"on {self.points} point{'s' if self.points != 1 else ''}"
        return ", ".join(dict.fromkeys(f"all {classes} {where}" for classes in named))


def certificates_in(folder: Path) -> list[Path]:
    """The folders of the certificates of solvers at any depth, in order."""
    return sorted(file.parent for file in folder.rglob(DETAILS))


def check_certificate(place: Path, find: Find) -> Checked:
    """Check one certificate; ``find`` gives the claim of an address. Raises Refused.

    Nothing that its writer says of the formula is believed: its clauses must follow by unit propagation from those that
    a second encoder makes of the claim's definitions and "some class violates it".
    """
    details = _details(place)
    claim, constants = subject(details, find)
    formula, proof, hints = (_file(place / name, details[key]) for name, key in FILES)
    universe = details["universe"]
    anew = _encoded_anew(claim, constants, universe)
    clauses = read_clauses(formula)
    wrong = first_not_following(anew.clauses, _translated(clauses, details["variables"], anew.literals))
    if wrong is not None:
        raise Refused(f"clause {wrong + 1} of formula.cnf does not follow from the definitions of {claim.id} here")
    steps = steps_refuting(clauses, proof)
    insist_on_hints(clauses, hints)
    return Checked(
        claim.id,
        universe["points"],
        universe["labels"],
        details["digest"],
        len(clauses),
        steps,
        changed_in(claim, constants),
        universe["depth"] if any(isinstance(d, TreeSets) for d in claim.domains.values()) else USUAL_DEPTH,
    )


def read_clauses(formula: str) -> ClauseList:
    """The clauses of formula.cnf. Raises Refused."""
    return _read(read_formula, formula, "formula.cnf")


def steps_refuting(clauses: ClauseList, proof: str) -> int:
    """How many steps proof.drat has, all of which follow, to a contradiction. Raises Refused."""
    steps = _read(read_proof, proof, "proof.drat")
    if steps.variables > clauses.variables:
        raise Refused(f"proof.drat has the variable {steps.variables}, formula.cnf has {clauses.variables}")
    failed = first_wrong_step(clauses, steps)
    if failed is not None:
        ends = "proof.drat ends without a contradiction"
        raise Refused(ends if failed == len(steps) else f"line {failed + 1} of proof.drat does not follow")
    return len(steps)


def insist_on_hints(clauses: ClauseList, hints: str) -> None:
    """Each step of proof.lrat follows by its hints alone, and the last is a contradiction. Raises Refused."""
    if not _read(lambda text: is_hinted_proof(clauses.listed(), read_hinted(text, len(clauses))), hints, "proof.lrat"):
        raise Refused("a step of proof.lrat does not follow by its hints, or it ends without a contradiction")


def _encoded_anew(claim: Claim, constants: Mapping[str, Value], universe: Mapping[str, int]) -> Encoded:
    """The clauses that a second encoder makes; raises Refused where the claim has none on the universe."""
    points, labels, depth = (universe[name] for name in ("points", "labels", "depth"))
    if labels < 2 or any(isinstance(d, Classes) and d.labels not in (None, labels) for d in claim.domains.values()):
        raise Refused(f"{claim.id} is about no classes with {labels} labels")
    places = [2 ** min(depth, 64) - 1 if isinstance(d, TreeSets) else points for d in claim.domains.values()]
    most = max(places, default=0)
    if most > MOST_BITS or most * log2(labels) > MOST_BITS:  # alone first: it may be more than any float
        raise Refused(f"its universe has more than 2^{MOST_BITS} functions, more than can be checked")
    try:
        with gate_limit(MOST_GATES):
            return encoded(violation_of(claim, constants, points, labels, depth))
    except (*MALFORMED, CircuitTooLarge) as error:
        raise Refused(f"no clauses can be made of {claim.id} there: {type(error).__name__}: {error}") from error


def subject(details: Mapping[str, Any], find: Find) -> tuple[Claim, Mapping[str, Value]]:
    """The claim that a certificate is about, as it is written here, and its constants there; raises Refused where the
    claim has others."""
    claim = find(details["claim"])
    constants = {name: _exact(value) for name, value in details["constants"].items()}
    if constants.keys() != claim.constants.keys():
        raise Refused(f"its constants are {', '.join(constants) or 'none'}, those of {claim.id} are others")
    for name, value in constants.items():
        named = claim.constants[name]
        largest = max(max(abs(n) for n in one.as_integer_ratio()) for one in (named.printed, *named.mutants))
        if max(map(abs, value.as_integer_ratio())) > TIMES * largest:
            raise Refused(f"its constant {name} is far from those that {claim.id} names")
    return claim, constants


def changed_in(claim: Claim, constants: Mapping[str, Value]) -> tuple[str, ...]:
    """The constants that are not as printed, as NAME=VALUE."""
    return tuple(sorted(f"{name}={value}" for name, value in constants.items() if claim.printed[name] != value))


MALFORMED = (
    LookupError,
    MemoryError,
    TypeError,
    ValueError,
    AttributeError,
    ArithmeticError,
    RecursionError,
    UndecidedTruth,
)
_FORM = {
    "schema": int,
    "claim": str,
    "constants": dict,
    "universe": dict,
    "solver": str,
    "formula": str,
    "proof": str,
    "hints": str,
    "variables": list,
    "digest": str,
}


def read_json(path: Path) -> Any:
    """What is in a file; raises Refused where it cannot be read, or another reader could read something else."""
    try:
        text = bytes_of(path).decode()
        return json.loads(text, object_pairs_hook=_named_once, parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        raise Refused(f"{path.name} cannot be read: {error}") from error


def bytes_of(path: Path) -> bytes:
    """All of a file; raises Refused where it is none, such as a pipe that never ends, or too large to be held."""
    try:
        if not path.is_file():
            raise Refused(f"{path.name} cannot be read: {path} is no file")
        if path.stat().st_size > MOST_BYTES:
            raise Refused(f"{path.name} has more than {MOST_BYTES:,} bytes, more than can be checked")
        return path.read_bytes()
    except OSError as error:
        raise Refused(f"{path.name} cannot be read: {error}") from error


def _named_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError(f"a name is given twice among {', '.join(name for name, _ in pairs)}")
    return found


def _no_number(text: str) -> None:
    raise ValueError(f"{text} is no number")


def read_details(path: Path, form: Mapping[str, type]) -> dict[str, Any]:
    """What a certificate says, in this form and as it was written; raises Refused."""
    details = read_json(path)
    if not isinstance(details, dict) or {name: type(value) for name, value in details.items()} != form:
        raise Refused(f"{path.name} is not in the form of a certificate: {', '.join(form)}")
    rest = {name: value for name, value in details.items() if name != "digest"}
    if hashlib.sha256(json.dumps([rest], sort_keys=True).encode()).hexdigest() != details["digest"]:
        raise Refused(f"{path.name} was altered: it does not have the digest that it names")
    if details["schema"] != SCHEMA:
        raise Refused(f"{path.name} is of schema {details['schema']}, this checker reads {SCHEMA}")
    return details


def _details(place: Path) -> dict[str, Any]:
    details = read_details(place / DETAILS, _FORM)
    shape = details["universe"]
    if shape.keys() != {"points", "labels", "depth"} or not all(type(n) is int and n > 0 for n in shape.values()):
        raise Refused(f"the universe in {DETAILS} has no points, labels and depth")
    if not all(type(name) is str for name in details["variables"]):
        raise Refused(f"a variable in {DETAILS} has no name")
    return details


def _file(path: Path, digest: str) -> str:
    content = bytes_of(path)
    if hashlib.sha256(content).hexdigest() != digest:
        raise Refused(f"{path.name} was altered: it does not have the SHA-256 that {DETAILS} names")
    return content.decode(errors="replace")


def _read(reader: Callable[[str], Content], text: str, name: str) -> Content:
    try:
        return reader(text)
    except Unreadable as error:
        raise Refused(f"{name} cannot be read: {error}") from error


def _exact(text: object) -> int | Fraction:
    if not isinstance(text, str) or not NUMBER.fullmatch(text):
        raise Refused(f"the constant {text!r} in {DETAILS} is no exact number")
    value = Fraction(text)
    return int(value) if value.denominator == 1 else value


def _translated(clauses: ClauseList, variables: list[object], literals: Mapping[str, int]) -> ClauseList:
    """The clauses over the variables of the second encoder."""
    if clauses.variables > len(variables):
        raise Refused(f"formula.cnf has {clauses.variables} variables, {DETAILS} says what {len(variables)} are")
    unknown = [i for i, name in enumerate(variables, 1) if name not in literals]
    if unknown:
        raise Refused(f"variable {unknown[0]} stands for {variables[unknown[0] - 1]}, which the claim has no gate of")
    stands_for = np.array([0, *(literals[str(name)] for name in variables)], dtype=np.int64)
    signed = np.sign(clauses.literals) * stands_for[np.abs(clauses.literals)]
    return ClauseList(signed, clauses.starts, clauses.deletions)

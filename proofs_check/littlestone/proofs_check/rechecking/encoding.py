"""A claim about the classes of a universe as clauses, a second time and written apart from the provers' encoder.

Every gate has a variable and is defined in both directions, whatever uses it (Tseitin, On the complexity of derivation
in propositional calculus, 1968). Gates have the names that certificates give them: the BLAKE2b hash, 16 bytes, of
operation, payload and the sorted names of the arguments.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from hashlib import blake2b
from itertools import accumulate

import numpy as np

from littlestone.proofs_check.rechecking.refutations.propagation import ClauseList
from littlestone.spec.algebra.circuit import TRUE, Truth, all_of, nodes_of
from littlestone.spec.claim import Claim, Value
from littlestone.spec.classes.concept_classes import ConceptClass, Function, symbolic
from littlestone.spec.domains import Classes, TreeSets
from littlestone.spec.ranges import in_range


@dataclass(frozen=True)
class Encoded:
    """Clauses that hold exactly where some class violates the claim and every variable has its gate's value.

    ``literals`` are those of the gates and inputs by the names that certificates give them.
    """

    clauses: ClauseList
    literals: Mapping[str, int]


class NotAboutClasses(ValueError):
    """A parameter of the claim is no class, so that there are no bits to make clauses of."""


def violation_of(claim: Claim, constants: Mapping[str, Value], points: int, labels: int, depth: int) -> Truth:
    """Whether the claim fails, for classes of which any function may be a member; raises NotAboutClasses."""
    classes: dict[str, ConceptClass] = {}
    for name, domain in claim.domains.items():
        if not isinstance(domain, Classes | TreeSets):
            raise NotAboutClasses(f"the parameter {name} of {claim.id} is no class")
        some = isinstance(domain, Classes) and not domain.empty
        classes[name] = symbolic(points if isinstance(domain, Classes) else 2**depth - 1, labels, name, some)
    statement = claim.state(classes, constants)
    inside = all_of(in_range(claim.domains, name, classes) for name in classes)
    return inside & statement.premise & ~statement.conclusion


def encoded(violation: Truth) -> Encoded:
    """The clauses of a circuit over input bits; raises ValueError on one that holds statements about numbers."""
    nodes = nodes_of([TRUE, violation])
    literal: dict[Truth, int] = {}
    clauses: list[tuple[int, ...]] = []
    for node in nodes:
        literal[node] = -literal[node.args[0]] if node.op == "not" else len(literal) + 1
        clauses += _definition(node, literal[node], [literal[arg] for arg in node.args])
    names = _names(nodes)
    return Encoded(clause_list([*clauses, (literal[violation],)]), {names[node]: literal[node] for node in nodes})


def clause_list(clauses: Iterable[tuple[int, ...]]) -> ClauseList:
    """The clauses one after another."""
    listed = list(clauses)
    starts = np.array([0, *accumulate(map(len, listed))], dtype=np.int64)
    literals = np.array([literal for clause in listed for literal in clause], dtype=np.int64)
    return ClauseList(literals, starts, np.zeros(len(listed), np.bool_))


def _definition(node: Truth, v: int, args: list[int]) -> list[tuple[int, ...]]:
    match node.op:
        case "input" | "not":
            return []
        case "constant":
            return [(v if bool(node.payload) else -v,)]
        case "and":
            a, b = args
            return [(-v, a), (-v, b), (v, -a, -b)]
        case "or":
            a, b = args
            return [(v, -a), (v, -b), (-v, a, b)]
        case "xor":
            a, b = args
            return [(-v, a, b), (-v, -a, -b), (v, -a, b), (v, a, -b)]
    raise ValueError(f"the circuit holds {node.op} {node.payload}, which is no gate over bits")


def _names(nodes: list[Truth]) -> dict[Truth, str]:
    hashes: dict[Truth, bytes] = {}
    names: dict[Truth, str] = {}
    for node in nodes:
        parts = sorted(hashes[arg] for arg in node.args)
        hashes[node] = blake2b(f"{node.op} {node.payload!r} ".encode() + b"".join(parts), digest_size=16).digest()
        names[node] = _input_name(node.payload) if node.op == "input" else hashes[node].hex()
    return names


def _input_name(payload: object) -> str:
    assert isinstance(payload, tuple)
    name: str = payload[0]
    function: Function = payload[1]
    return f"{name}:{','.join(map(str, function))}"

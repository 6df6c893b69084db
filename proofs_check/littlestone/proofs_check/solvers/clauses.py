"""A truth value as clauses: one variable per gate, defined in the directions in which the gate is used.

A chain of like gates that nothing else uses is one gate with many arguments (Plaisted and Greenbaum, A structure-
preserving clause form translation, 1986).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b
from typing import cast

from littlestone.spec.algebra.circuit import AND, INPUT, NOT, OR, XOR, Truth, all_of, nodes_of
from littlestone.spec.algebra.decisions import UndecidedTruth
from littlestone.spec.classes.concept_classes import Function

Clause = tuple[int, ...]


@dataclass(frozen=True)
class Clauses:
    """Definitions of gates as clauses over the variables 1, 2, ..., and the literal of the truth value they define.

    Under the true values of all gates every definition holds; and where the definitions and ``goal`` hold, so does the
    truth value.
    """

    variables: Mapping[Truth, int]
    definitions: tuple[Clause, ...]
    goal: int

    def admit(self, literals: Collection[int]) -> bool:
        """Every definition holds where these literals do, one of each variable or more; none contradicts another."""
        true = set(literals)
        return all(-literal not in true for literal in true) and not any(map(true.isdisjoint, self.definitions))

    def dimacs(self, *literals: int) -> str:
        """The definitions and the literals, in the DIMACS format."""
        head = f"p cnf {len(self.variables)} {len(self.definitions) + len(literals)}\n"
        return head + self._text + "".join(f"{literal} 0\n" for literal in literals)

    def written(self, *literals: int) -> tuple[str, tuple[str, ...]]:
        """The DIMACS text, and what each variable stands for: an input as "H:0,1,1", a gate by its fingerprint."""
        names = fingerprints(nodes_of(list(self.variables)))
        return self.dimacs(*literals), tuple(_shown(node, names) for node in self.variables)

    @cached_property
    def _text(self) -> str:
        return "".join(" ".join(map(str, clause)) + " 0\n" for clause in self.definitions)


def encode(goal: Truth) -> Clauses:
    """The clauses of a truth value that is not constant; the same for the same circuit in every process.

    Raises UndecidedTruth on a statement about real numbers, and on a constant.
    """
    return _Encoder(goal).clauses()


class _Encoder:
    def __init__(self, goal: Truth) -> None:
        self.goal, self.nodes = goal, nodes_of([goal])
        self.uses = Counter(arg for node in self.nodes for arg in node.args)
        self.names = fingerprints(self.nodes)
        self.variables: dict[Truth, int] = {}

    def clauses(self) -> Clauses:
        goal = self.literal(self.goal)
        definitions = tuple(clause for node, sign in self.used() for clause in self.definition(node, sign))
        return Clauses(self.variables, definitions, goal)

    def literal(self, node: Truth) -> int:
        """The variable of a gate, new where it has none yet, and its negative for a negation."""
        if node.op is NOT:
            return -self.literal(node.args[0])
        if node.op not in (INPUT, AND, OR, XOR):
            raise UndecidedTruth(f"{node.op} {node.payload} has no clauses; only gates over input bits do")
        return self.variables.setdefault(node, len(self.variables) + 1)

    def used(self) -> Iterator[tuple[Truth, bool]]:
        """Each gate with each sign in which the goal needs it."""
        seen: set[tuple[Truth, bool]] = set()
        stack = [(self.goal, True)]
        while stack:
            node, sign = stack.pop()
            if (node, sign) not in seen:
                seen.add((node, sign))
                stack += self.needed_by(node, sign)
                if node.op in (AND, OR, XOR):
                    yield node, sign

    def needed_by(self, node: Truth, sign: bool) -> list[tuple[Truth, bool]]:
        if node.op is NOT:
            return [(node.args[0], not sign)]
        signs = (True, False) if node.op is XOR else (sign,)
        return [(operand, s) for operand in self.operands(node) for s in signs]

    def operands(self, node: Truth) -> list[Truth]:
        """The arguments in a fixed order, those of a like gate that is used here alone in place of the gate."""
        found: list[Truth] = []
        stack = list(node.args)
        while stack:
            arg = stack.pop()
            if arg.op is node.op and node.op is not XOR and self.uses[arg] == 1:
                stack.extend(arg.args)
            else:
                found.append(arg)
        return sorted(found, key=self.names.__getitem__)

    def definition(self, node: Truth, sign: bool) -> list[Clause]:
        """Where ``sign``, the gate's variable implies the gate; else the gate implies its variable."""
        output, literals = self.literal(node), [self.literal(operand) for operand in self.operands(node)]
        if not sign:
            output, literals = -output, [-literal for literal in literals]
        if node.op is XOR:
            a, b = literals if sign else (-literals[0], literals[1])
            return [(-output, a, b), (-output, -a, -b)]
        if (node.op is AND) == sign:
            return [(-output, literal) for literal in literals]
        return [(-output, *literals)]


def _shown(node: Truth, names: Mapping[Truth, bytes]) -> str:
    if node.op is not INPUT:
        return names[node].hex()
    name, function = cast("tuple[str, Function]", node.payload)
    return f"{name}:{','.join(map(str, function))}"


def fingerprints(nodes: list[Truth]) -> dict[Truth, bytes]:
    """A name for each node that depends on what it says and not on when it was built; arguments come before results."""
    names: dict[Truth, bytes] = {}
    for node in nodes:
        content = f"{node.op} {node.payload!r} ".encode() + b"".join(sorted(names[arg] for arg in node.args))
        names[node] = blake2b(content, digest_size=16).digest()
    return names


def cases_of(goal: Truth, most: int) -> list[Truth]:
    """Truths of which some is true exactly where the goal is: one for each way to satisfy its largest disjunction.

    "A and (B or C)" becomes "A and B" and "A and C", the one with the fewest nodes first. A goal with no disjunction,
    or with more than ``most`` ways to satisfy each, stays whole.
    """
    parts = _flat(goal, AND)
    choices = [(part, ways) for part in parts if 1 < len(ways := _flat(part, OR)) <= most]
    if not choices:
        return [goal]
    split, ways = max(choices, key=lambda choice: _weight(choice[0]))
    rest = all_of(part for part in parts if part is not split)
    return sorted((way & rest for way in ways), key=_weight)


def _weight(truth: Truth) -> tuple[int, bytes]:
    nodes = nodes_of([truth])
    return len(nodes), fingerprints(nodes)[truth]


def _flat(truth: Truth, op: str) -> list[Truth]:
    """The truths, each once, whose conjunction (op AND) or disjunction (op OR) the truth is."""
    parts: dict[Truth, list[Truth]] = {}
    stack = [truth]
    while stack:
        node = stack.pop()
        if node not in parts:
            parts[node] = _parts(node, op)
            stack += parts[node]
    return [node for node, below in parts.items() if not below]


def _parts(node: Truth, op: str) -> list[Truth]:
    """The two parts of a gate of this kind, or of the negation of its dual; none for another node."""
    if node.op is NOT and node.args[0].op is (OR if op is AND else AND):
        return [~arg for arg in node.args[0].args]
    return list(node.args) if node.op is op else []

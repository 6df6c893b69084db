"""Circuits as straight-line programs: arrays of AND and XOR gates over slots, for evaluators that run 64 classes a
word. A literal is ``2 * slot + inverted``, so negation costs no gate. Slot 0 holds FALSE, slot ``1 + i`` the i-th
input."""

from __future__ import annotations

import hashlib
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from littlestone.proofs_check.arrays import Array
from littlestone.spec.algebra.circuit import ATOM, CONSTANT, INPUT, NOT, OR, XOR, Truth, nodes_of
from littlestone.spec.algebra.decisions import UndecidedTruth

AND_GATE, XOR_GATE = 0, 1
FEW_SLOTS = 256  # these stay in the cache: another order took as long to find as most programs to run


@dataclass(frozen=True, eq=False)
class Program:
    """Gates in order: the g-th stores ``a[g] op[g] b[g]`` in slot ``dst[g]``; outputs are literals read at the end.

    ``op`` is uint8 (0 AND, 1 XOR), ``a`` and ``b`` are int32 literals, ``dst`` int32 slots, ``outputs`` int32 literals;
    ``inputs`` and ``slots`` are counts, slot 0 and the inputs' slots included. ``implied`` are pairs of inputs: where
    the first of a pair is one and the second is not, all outputs are false.
    """

    inputs: int
    slots: int
    op: Array
    a: Array
    b: Array
    dst: Array
    outputs: Array
    implied: tuple[tuple[int, int], ...] = ()

    @property
    def gates(self) -> int:
        """The number of AND and XOR gates."""
        return len(self.op)

    @property
    def digest(self) -> str:
        """A hash of what is computed, gate by gate: it does not depend on their order or on the slots."""
        held = {slot: f"input {slot}" for slot in range(1 + self.inputs)}
        gates = zip(self.op.tolist(), self.a.tolist(), self.b.tolist(), self.dst.tolist(), strict=True)
        for op, a, b, dst in gates:
            left, right = sorted(f"{literal & 1}{held[literal >> 1]}" for literal in (a, b))
            held[dst] = _hash(f"{op} {left} {right}")
        outputs = [f"{literal & 1}{held[literal >> 1]}" for literal in self.outputs.tolist()]
        return _hash(" ".join([str(self.inputs), *outputs]))


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def straight_line(outputs: Sequence[Truth], inputs: Sequence[Hashable]) -> Program:
    """The outputs as a program over the named inputs in which every gate has a slot of its own.

    Raises ValueError where an output depends on an input that is not named, or a name comes twice, and UndecidedTruth
    where it depends on an undecided statement about real numbers.
    """
    if len(set(inputs)) < len(inputs):
        raise ValueError("an input is named twice; give each input bit one position")
    builder = _Builder({name: 2 * slot for slot, name in enumerate(inputs, start=1)})
    for node in nodes_of(outputs):
        builder.literal[node.serial] = builder.add(node)
    gates = np.array(list(builder.gates), dtype=np.int32).reshape(-1, 3)
    first = 1 + len(inputs)
    return Program(
        inputs=len(inputs),
        slots=first + len(gates),
        op=gates[:, 0].astype(np.uint8),
        a=gates[:, 1].copy(),
        b=gates[:, 2].copy(),
        dst=np.arange(first, first + len(gates), dtype=np.int32),
        outputs=np.array([builder.literal[output.serial] for output in outputs], dtype=np.int32),
    )


@dataclass
class _Builder:
    """The gates so far, each with its own literal, and the literal of every node translated, by its serial."""

    names: dict[Hashable, int]
    gates: dict[tuple[int, int, int], int] = field(default_factory=dict)
    literal: dict[int, int] = field(default_factory=dict)

    def add(self, node: Truth) -> int:
        args = [self.literal[arg.serial] for arg in node.args]
        if node.op == CONSTANT:
            return int(bool(node.payload))
        if node.op == NOT:
            return args[0] ^ 1
        if node.op in (INPUT, ATOM):
            return self._leaf(node)
        if node.op == XOR:
            return self._gate(XOR_GATE, args[0] & ~1, args[1] & ~1) ^ (args[0] ^ args[1]) & 1
        inverted = int(node.op == OR)
        return self._gate(AND_GATE, args[0] ^ inverted, args[1] ^ inverted) ^ inverted

    def _leaf(self, node: Truth) -> int:
        if node.op == ATOM:
            raise UndecidedTruth(f"the circuit depends on the undecided statement {node.payload}")
        if node.payload not in self.names:
            raise ValueError(f"the circuit depends on {node.payload!r}, which is not among the named inputs")
        return self.names[node.payload]

    def _gate(self, op: int, a: int, b: int) -> int:
        key = (op, a, b) if a < b else (op, b, a)
        return self.gates.setdefault(key, 2 * (1 + len(self.names) + len(self.gates)))


def reuse_slots(program: Program) -> Program:
    """The same outputs in fewer slots: a slot is free again after its last use.

    Gates run in the given order, or depth first from the outputs where that needs fewer slots and few are not enough.
    """
    given = _allocate(program, range(program.gates))
    if given.slots <= FEW_SLOTS:
        return given
    return min(given, _allocate(program, _depth_first(program)), key=lambda shorter: shorter.slots)


def _depth_first(program: Program) -> list[int]:
    """The gates in the order in which a depth-first walk from the outputs finishes them."""
    first = 1 + program.inputs
    operands = [(a >> 1, b >> 1) for a, b in zip(program.a.tolist(), program.b.tolist(), strict=True)]
    done = set(range(first))
    order: list[int] = []
    stack = [literal >> 1 for literal in reversed(program.outputs.tolist())]
    while stack:
        slot = stack[-1]
        waiting = [] if slot in done else [s for s in operands[slot - first] if s not in done]
        if waiting:
            stack.append(waiting[0])
            continue
        stack.pop()
        if slot not in done:
            done.add(slot)
            order.append(slot - first)
    return order


def _allocate(program: Program, order: Iterable[int]) -> Program:
    """Linear scan: a gate takes the slot freed last, and its operands' slots are free after it if used no more.

    So no gate overwrites its own operands, and loops over words need no care about aliasing.
    """
    gates = list(order)
    ending = _last_uses(program, gates)
    place = {slot: slot for slot in range(1 + program.inputs)}
    slots, free, rows = len(place), ending.pop(-1, []), []
    operands = list(zip(program.a.tolist(), program.b.tolist(), program.dst.tolist(), strict=True))
    for t, g in enumerate(gates):
        if not free:
            free.append(slots)
            slots += 1
        a, b, dst = operands[g]
        place[dst] = free.pop()
        rows.append((_moved(a, place), _moved(b, place), place[dst]))
        free += [place[slot] for slot in ending.get(t, [])]
    left, right, into = np.array(rows, dtype=np.int32).reshape(-1, 3).T.copy()
    outputs = np.array([_moved(literal, place) for literal in program.outputs.tolist()], dtype=np.int32)
    return replace(program, slots=slots, op=program.op[gates], a=left, b=right, dst=into, outputs=outputs)


def _moved(literal: int, place: dict[int, int]) -> int:
    return 2 * place[literal >> 1] | literal & 1


def _last_uses(program: Program, gates: list[int]) -> dict[int, list[int]]:
    """The slots last used by the gate at each time; at -1 the inputs never used, at the end those of the outputs."""
    last = dict.fromkeys(range(1, 1 + program.inputs), -1) | {0: len(gates)}
    dst, a, b = (part.tolist() for part in (program.dst, program.a >> 1, program.b >> 1))
    for t, g in enumerate(gates):
        last[dst[g]] = last[a[g]] = last[b[g]] = t
    last |= {int(literal) >> 1: len(gates) for literal in program.outputs}
    ending: dict[int, list[int]] = {}
    for slot, t in last.items():
        ending.setdefault(t, []).append(slot)
    return ending

"""All assignments of a program's inputs at once: Shannon expansion with constants folded, 64 assignments to a word.

The lowest inputs, the lanes, run through all their values in the bits of a row of words, but for those in which one
is set without another that it implies: all outputs are false there. The others are fixed one after another, depth
first; at each step the program is folded to what still depends on free inputs, and a gate whose operands are rows is
evaluated once for everything below. So a gate on inputs from one end only is computed there once. An input on which
nothing depends any more is not split: what is found counts for both its values.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from littlestone.proofs_check.arrays import Array
from littlestone.proofs_check.circuits.evaluators import Tally, popcount
from littlestone.proofs_check.circuits.program import Program
from littlestone.proofs_check.compiling import compiled

MOST_LANES = 15  # a row of 4 KiB: SOA <= MLD on 27 bits takes 0.2 s with 15, 0.7 s with 12, 1.2 s with 18
MOST_ROW_BYTES = 1 << 28  # of all rows, for each thread: large circuits have fewer lanes instead
Implied = tuple[tuple[int, int], ...]
UNBOUNDED = 1 << 30  # more ones than there are inputs


class State(NamedTuple):
    """The folded programs of the nodes on the path from the root, and the rows evaluated for them.

    At depth d the gates are ``op, a, b, slot`` [start[d] : start[d] + gates[d]], the outputs ``out[d]``, and
    ``top[d]`` rows are in use. ``literal`` is what each slot of the program stands for at the deepest node: a literal
    below 2 is a constant, one of a slot below ``slots`` a gate or free input, any other the row slot - slots.
    ``needed`` marks the slots on which the outputs depend there; ``split[d]`` is the input fixed last. Bit c of a row
    is the assignment ``numbers[c]`` of the lanes, of ``weights[c]`` ones; ``lightest`` are the fewest in each word, and
    ``valid`` has the bits that stand for one.
    """

    inputs: int
    lanes: int
    slots: int
    op: Array
    a: Array
    b: Array
    slot: Array
    start: Array
    gates: Array
    out: Array
    top: Array
    split: Array
    literal: Array
    needed: Array
    rows: Array
    numbers: Array
    weights: Array
    lightest: Array
    valid: Array


def expand(program: Program, fixed: int, shard: int) -> Tally:
    """The tally over all assignments in which the ``fixed`` highest inputs spell ``shard``.

    The program must come from ``straight_line``: a slot for each gate. ``fixed`` is at most inputs - lanes_of(program).
    """
    state = _root(program)
    counts = np.zeros(len(program.outputs), dtype=np.int64)
    least = np.array([UNBOUNDED, 0], dtype=np.int64)
    _expand(state, fixed, shard, counts, least)
    found = (int(least[0]), int(least[1])) if least[0] < UNBOUNDED else None
    return Tally(tuple(counts.tolist()), found)


def lanes_of(program: Program) -> int:
    """How many inputs run through their values inside a row: as many as keep all rows in memory."""
    return _lanes(program).inputs


class Lanes(NamedTuple):
    """What a row holds: how many inputs run through their values in it, and what ``State`` has of each bit."""

    inputs: int
    rows: Array
    numbers: Array
    weights: Array
    lightest: Array
    valid: Array


def _lanes(program: Program) -> Lanes:
    return _lanes_within(program.inputs, program.gates, program.implied, MOST_LANES, MOST_ROW_BYTES)


@lru_cache(maxsize=4)  # of the shards of one program
def _lanes_within(inputs: int, gates: int, implied: Implied, most: int, most_bytes: int) -> Lanes:
    lanes, numbers = 0, np.zeros(1, dtype=np.int64)
    while lanes < inputs:
        more = np.concatenate([numbers, _with_input(implied, lanes, numbers)])
        size = (gates + lanes + 1) * len(more) >> 3
        if len(more) > 1 << most or (lanes >= 6 and size > most_bytes):
            break
        lanes, numbers = lanes + 1, more
    return _lanes_of(lanes, numbers)


def _lanes_of(inputs: int, numbers: Array) -> Lanes:
    words = np.pad(numbers, (0, -len(numbers) % 64)).reshape(-1, 64)
    weights = popcount(words.astype(np.uint64)).astype(np.int64)
    rows = np.array([_packed(words >> i & 1) for i in range(inputs)], dtype=np.uint64).reshape(inputs, len(words))
    valid = _packed(np.arange(words.size) < len(numbers))
    return Lanes(inputs, rows, words.ravel(), weights.ravel(), weights.min(axis=1), valid)


def _with_input(implied: Implied, i: int, numbers: Array) -> Array:
    """The assignments of the inputs below i, so far as they have what input i implies among those, with it set."""
    for bit, above in implied:
        if bit == i and above < i:
            numbers = numbers[numbers >> above & 1 == 1]
    return numbers | 1 << i


def _packed(bits: Array) -> Array:
    packed: Array = np.packbits(bits.astype(np.uint8), bitorder="little").view(np.uint64)
    return packed


def _root(program: Program) -> State:
    """The state before the first step; pages of the scratch arrays cost nothing until they are written."""
    lanes, gates = _lanes(program), program.gates
    depths = program.inputs - lanes.inputs + 2
    places = depths * gates
    state = State(
        inputs=program.inputs,
        lanes=lanes.inputs,
        slots=program.slots,
        op=np.empty(places, dtype=np.uint8),
        a=np.empty(places, dtype=np.int32),
        b=np.empty(places, dtype=np.int32),
        slot=np.empty(places, dtype=np.int32),
        start=np.zeros(depths, dtype=np.int64),
        gates=np.zeros(depths, dtype=np.int64),
        out=np.zeros((depths, len(program.outputs)), dtype=np.int32),
        top=np.zeros(depths, dtype=np.int64),
        split=np.zeros(depths, dtype=np.int64),
        literal=2 * np.arange(program.slots, dtype=np.int32),
        needed=np.zeros(program.slots + 1, dtype=np.uint8),
        rows=np.empty((gates + lanes.inputs, len(lanes.valid)), dtype=np.uint64),
        numbers=lanes.numbers,
        weights=lanes.weights,
        lightest=lanes.lightest,
        valid=lanes.valid,
    )
    state.op[:gates], state.a[:gates], state.b[:gates], state.slot[:gates] = (
        program.op,
        program.a,
        program.b,
        program.dst,
    )
    state.gates[0], state.out[0], state.top[0] = gates, program.outputs, lanes.inputs
    state.literal[1 : 1 + lanes.inputs] = 2 * (program.slots + np.arange(lanes.inputs, dtype=np.int32))
    state.rows[: lanes.inputs] = lanes.rows
    return state


@compiled
def _inversion(literal: int) -> np.uint64:
    """All ones where the literal is inverted, else zero; defined here since numba's cache sees changes in one file."""
    return np.uint64(0) - np.uint64(literal & 1)


@compiled
def _expand(state: State, fixed: int, shard: int, counts: Array, least: Array) -> None:
    for depth in range(1, fixed + 1):
        _descend(state, depth)
        v = state.inputs - depth
        state.literal[1 + v] = shard >> (fixed - depth) & 1
    base = fixed + 1
    depth = base
    while True:
        _descend(state, depth)
        v = _next_input(state)
        if v >= 0:
            depth += 1
            state.split[depth] = v
            state.literal[1 + v] = 0
        else:
            _tally(state, depth, counts, least)
            depth = _backtrack(state, depth, base)
            if depth == base:
                return


@compiled
def _next_input(state: State) -> int:
    """The lowest free input on which an output depends, or -1."""
    for v in range(state.lanes, state.inputs):
        if state.needed[1 + v]:
            return v
    return -1


@compiled
def _backtrack(state: State, depth: int, base: int) -> int:
    """Give the deepest input that is 0 the value 1, free those fixed after it; return its depth, or base at the end."""
    while depth > base:
        slot = 1 + state.split[depth]
        if state.literal[slot] == 0:
            state.literal[slot] = 1
            return depth
        state.literal[slot] = 2 * slot
        depth -= 1
    return base


@compiled
def _descend(state: State, depth: int) -> None:
    _fold_gates(state, depth)
    _mark_needed(state, depth)
    _evaluate_gates(state, depth)


@compiled
def _fold(op: int, a: int, b: int, own: int) -> int:
    """The literal that a gate equals by its operands alone, else its own."""
    if a == b:
        return a if op == 0 else 0
    if a == b ^ 1:
        return 0 if op == 0 else 1
    if a > 1 and b > 1:
        return own
    value, other = min(a, b), max(a, b)
    if op == 1:
        return other ^ value
    return other if value == 1 else 0


@compiled
def _meaning(state: State, literal: int) -> int:
    """What a literal stands for at the deepest node."""
    slot = literal >> 1
    return literal if slot >= state.slots else state.literal[slot] ^ (literal & 1)


@compiled
def _keep(state: State, i: int, k: int, a: int, b: int) -> None:
    state.op[k], state.a[k], state.b[k], state.slot[k] = state.op[i], a, b, state.slot[i]


@compiled
def _fold_gates(state: State, depth: int) -> None:
    """Write the gates of the node above, folded, as those of the node at this depth."""
    begin = state.start[depth - 1]
    end = begin + state.gates[depth - 1]
    k = end
    for i in range(begin, end):
        own = 2 * state.slot[i]
        a, b = _meaning(state, state.a[i]), _meaning(state, state.b[i])
        value = _fold(state.op[i], a, b, own)
        state.literal[state.slot[i]] = value
        if value == own:
            _keep(state, i, k, a, b)
            k += 1
    state.start[depth], state.gates[depth] = end, k - end
    for j in range(state.out.shape[1]):
        state.out[depth, j] = _meaning(state, state.out[depth - 1, j])


@compiled
def _mark_needed(state: State, depth: int) -> None:
    """Mark the inputs and gates on which the outputs depend; all rows share the last mark."""
    begin = state.start[depth]
    end = begin + state.gates[depth]
    state.needed[: state.inputs + 1] = 0
    for i in range(begin, end):
        state.needed[state.slot[i]] = 0
    for j in range(state.out.shape[1]):
        state.needed[min(state.out[depth, j] >> 1, state.slots)] = 1
    for i in range(end - 1, begin - 1, -1):
        if state.needed[state.slot[i]]:
            state.needed[min(state.a[i] >> 1, state.slots)] = 1
            state.needed[min(state.b[i] >> 1, state.slots)] = 1


@compiled
def _evaluate_gates(state: State, depth: int) -> None:
    """Evaluate the needed gates whose operands are rows, keep the other needed ones, drop the rest."""
    begin = state.start[depth]
    top, k = state.top[depth - 1], begin
    for i in range(begin, begin + state.gates[depth]):
        slot = state.slot[i]
        if not state.needed[slot]:
            continue
        a, b = _meaning(state, state.a[i]), _meaning(state, state.b[i])
        value = _fold(state.op[i], a, b, 2 * slot)
        if value == 2 * slot and min(a, b) >> 1 >= state.slots:
            value = _row(state, state.op[i], a, b, top)
            top += value >> 1 == state.slots + top
        elif value == 2 * slot:
            _keep(state, i, k, a, b)
            k += 1
        state.literal[slot] = value
    state.gates[depth], state.top[depth] = k - begin, top
    for j in range(state.out.shape[1]):
        state.out[depth, j] = _meaning(state, state.out[depth, j])


@compiled
def _row(state: State, op: int, a: int, b: int, into: int) -> int:
    """Evaluate a gate on rows; a constant where all bits agree, else the literal of the new row."""
    rows, left, right = state.rows, (a >> 1) - state.slots, (b >> 1) - state.slots
    invert_left, invert_right = _inversion(a), _inversion(b)
    some, every = np.uint64(0), ~np.uint64(0)
    for w in range(rows.shape[1]):
        x, y = rows[left, w] ^ invert_left, rows[right, w] ^ invert_right
        value = x ^ y if op == 1 else x & y
        rows[into, w] = value
        some |= value
        every &= value
    if some == 0:
        return 0
    return 1 if every == ~np.uint64(0) else 2 * (state.slots + into)


@compiled
def _ones(x: np.uint64) -> int:
    x = x - ((x >> np.uint64(1)) & np.uint64(0x5555555555555555))
    x = (x & np.uint64(0x3333333333333333)) + ((x >> np.uint64(2)) & np.uint64(0x3333333333333333))
    x = (x + (x >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return int((x * np.uint64(0x0101010101010101)) >> np.uint64(56))


@compiled
def _word(state: State, literal: int, w: int) -> np.uint64:
    value = np.uint64(0) if literal < 2 else state.rows[(literal >> 1) - state.slots, w]
    return value ^ _inversion(literal)


@compiled
def _tally(state: State, depth: int, counts: Array, least: Array) -> None:
    """Count the outputs at a node where all are known, once for every value of the inputs left free."""
    prefix, free = 0, 0
    for v in range(state.lanes, state.inputs):
        free += state.literal[1 + v] > 1
        prefix |= int(state.literal[1 + v] == 1) << v
    for j in range(state.out.shape[1]):
        literal, ones = state.out[depth, j], 0
        for w in range(state.rows.shape[1]):
            ones += _ones(_word(state, literal, w) & state.valid[w])
        counts[j] += ones << free
    if state.out[depth, 0] != 0:
        _find_least(state, depth, prefix, least)


@compiled
def _find_least(state: State, depth: int, prefix: int, least: Array) -> None:
    """Keep the assignment with the fewest ones, then the smallest, that makes the first output true."""
    ones = _ones(np.uint64(prefix))
    for w in range(state.rows.shape[1]):
        word = _word(state, state.out[depth, 0], w) & state.valid[w]
        if word != 0 and ones + state.lightest[w] <= least[0]:
            for lane in range(64):
                total, number = ones + state.weights[64 * w + lane], prefix + state.numbers[64 * w + lane]
                better = total < least[0] or (total == least[0] and number < least[1])
                if better and word >> np.uint64(lane) & np.uint64(1):
                    least[0], least[1] = total, number

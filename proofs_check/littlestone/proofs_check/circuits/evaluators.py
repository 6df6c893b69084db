"""Evaluating a program on words of 64 assignments each: with NumPy, the reference, and compiled with numba."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from littlestone.proofs_check.arrays import Array
from littlestone.proofs_check.circuits.program import AND_GATE, Program

Evaluator = Callable[[Program, Array], Array]
ALL_ONES = np.uint64(2**64 - 1)
# 32 KiB of a slot, 32 MiB of all: more would spare calls of NumPy and leave the cache; not tuned
MOST_BLOCK_WORDS, MOST_BLOCK_CELLS = 1 << 12, 1 << 22
LANE_PATTERNS = tuple(
    np.uint64(sum(1 << lane for lane in range(64) if lane >> i & 1)) for i in range(6)
)  # bit c of the i-th is bit i of c


def evaluate_numpy(program: Program, inputs: Array) -> Array:
    """The outputs, uint64 [outputs, words], on inputs uint64 [inputs, words]: bit c of a word is one assignment."""
    slots = np.zeros((program.slots, inputs.shape[1]), dtype=np.uint64)
    slots[1 : 1 + program.inputs] = inputs
    operations = (np.bitwise_and, np.bitwise_xor)
    for op, a, b, dst in np.column_stack((program.op, program.a, program.b, program.dst)).tolist():
        operations[op != AND_GATE](_read(slots, a), _read(slots, b), out=slots[dst])
    result = np.empty((len(program.outputs), inputs.shape[1]), dtype=np.uint64)
    for j, literal in enumerate(program.outputs.tolist()):
        result[j] = _read(slots, literal)
    return result


def _read(slots: Array, literal: int) -> Array:
    row: Array = slots[literal >> 1]
    return ~row if literal & 1 else row


def evaluate_integers(program: Program, inputs: Sequence[int]) -> list[int]:
    """The outputs on integers: bit c of each is assignment c. The quickest for few assignments: nothing is imported."""
    slots = [0, *inputs, *[0] * (program.slots - 1 - program.inputs)]
    gates = (part.tolist() for part in (program.op, program.a, program.b, program.dst))
    for op, a, b, dst in zip(*gates, strict=True):
        left, right = slots[a >> 1] ^ -(a & 1), slots[b >> 1] ^ -(b & 1)
        slots[dst] = left & right if op == AND_GATE else left ^ right
    return [slots[literal >> 1] ^ -(literal & 1) for literal in program.outputs.tolist()]


def evaluate_compiled(program: Program, inputs: Array) -> Array:
    """The same outputs as ``evaluate_numpy``, compiled with numba; runs without the interpreter's lock."""
    from littlestone.proofs_check.circuits.kernels import BLOCK, run_blocks

    words = inputs.shape[1]
    padded = np.ascontiguousarray(np.pad(inputs, ((0, 0), (0, -words % BLOCK))))
    slots = np.empty((program.slots, BLOCK), dtype=np.uint64)
    result = np.empty((len(program.outputs), padded.shape[1]), dtype=np.uint64)
    run_blocks(program.op, program.a, program.b, program.dst, program.outputs, slots, padded, result)
    return result[:, :words]


def assignment_words(inputs: int, first: int, words: int) -> Array:
    """The inputs, uint64 [inputs, words], of assignments 64*first, 64*first + 1, ...: input i is bit i of the
    number."""
    position = np.arange(first, first + words, dtype=np.uint64)
    rows = np.empty((inputs, words), dtype=np.uint64)
    for i in range(inputs):
        rows[i] = LANE_PATTERNS[i] if i < 6 else -(position >> np.uint64(i - 6) & np.uint64(1))
    return rows


def valid_lanes(inputs: int) -> np.uint64:
    """The lanes of a word that hold different assignments: all 64, or 2^inputs for fewer than six inputs."""
    return ALL_ONES >> np.uint64(64 - (1 << min(inputs, 6)))


def popcount(words: Array) -> Array:
    """The number of ones in each uint64 word."""
    ones = np.uint64(1)
    pairs = words - (words >> ones & np.uint64(0x5555555555555555))
    fours = (pairs & np.uint64(0x3333333333333333)) + (pairs >> np.uint64(2) & np.uint64(0x3333333333333333))
    bytes_ = (fours + (fours >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    counts: Array = (bytes_ * np.uint64(0x0101010101010101)) >> np.uint64(56)
    return counts


@dataclass(frozen=True, slots=True)
class Tally:
    """How many assignments make each output true, and the least that makes the first one true.

    ``least`` is (number of ones, assignment as a number): fewest ones, then smallest; None where there is none.
    """

    counts: tuple[int, ...]
    least: tuple[int, int] | None


def add_tallies(tallies: Sequence[Tally]) -> Tally:
    """The tally of all shards together; raises ValueError where there are none."""
    if not tallies:
        raise ValueError("no shards to add up")
    counts = tuple(sum(column) for column in zip(*(tally.counts for tally in tallies), strict=True))
    found = [tally.least for tally in tallies if tally.least is not None]
    return Tally(counts, min(found, default=None))


def sweep(program: Program, fixed: int, shard: int, evaluator: Evaluator = evaluate_numpy) -> Tally:
    """The tally over all assignments in which the ``fixed`` highest inputs spell ``shard``, block by block.

    At least six inputs must remain free, unless ``fixed`` is 0.
    """
    words = max(1, 1 << (program.inputs - fixed) >> 6)
    block = min(words, _block_words(program))
    starts = range(shard * words, (shard + 1) * words, block)
    return add_tallies([_tally_block(program, start, block, evaluator) for start in starts])


def _block_words(program: Program) -> int:
    """A power of two: the more words the less overhead, unless the slots outgrow the cache."""
    return 1 << min(MOST_BLOCK_WORDS, max(64, MOST_BLOCK_CELLS // program.slots)).bit_length() - 1


def _tally_block(program: Program, first: int, words: int, evaluator: Evaluator) -> Tally:
    outputs = evaluator(program, assignment_words(program.inputs, first, words)) & valid_lanes(program.inputs)
    return Tally(tuple(int(popcount(row).sum()) for row in outputs), _least(outputs[:1].ravel(), 64 * first))


def _least(words: Array, offset: int) -> tuple[int, int] | None:
    numbers = np.flatnonzero(np.unpackbits(words.view(np.uint8), bitorder="little")).astype(np.uint64)
    if not len(numbers):
        return None
    numbers += np.uint64(offset)
    ones = popcount(numbers)
    best = int(np.lexsort((numbers, ones))[0])
    return int(ones[best]), int(numbers[best])

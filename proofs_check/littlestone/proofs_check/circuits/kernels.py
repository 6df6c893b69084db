"""The compiled straight-line evaluator."""

from __future__ import annotations

import numpy as np

from littlestone.proofs_check.arrays import Array
from littlestone.proofs_check.compiling import compiled

# Words of a slot at once: 8 take 3 times as long, 512 a fifth to two fifths less at 200 slots, and 8 times the scratch
BLOCK = 64


@compiled
def inversion(literal: int) -> np.uint64:
    """All ones where the literal is inverted, else zero."""
    return np.uint64(0) - np.uint64(literal & 1)


@compiled
def run_gates(op: Array, a: Array, b: Array, dst: Array, slots: Array) -> None:
    """Run all gates once on slots [slots, words] of uint64."""
    for g in range(len(op)):
        left, right, into = a[g] >> 1, b[g] >> 1, dst[g]
        invert_left, invert_right = inversion(a[g]), inversion(b[g])
        if op[g] == 0:
            for w in range(slots.shape[1]):
                slots[into, w] = (slots[left, w] ^ invert_left) & (slots[right, w] ^ invert_right)
        else:
            for w in range(slots.shape[1]):
                slots[into, w] = slots[left, w] ^ slots[right, w] ^ invert_left ^ invert_right


@compiled
def run_blocks(
    op: Array, a: Array, b: Array, dst: Array, outputs: Array, slots: Array, inputs: Array, result: Array
) -> None:
    """Write the outputs [outputs, words] on inputs [inputs, words]; words is a multiple of BLOCK, slots are scratch."""
    for start in range(0, inputs.shape[1], BLOCK):
        for w in range(BLOCK):
            slots[0, w] = 0
        for i in range(len(inputs)):
            for w in range(BLOCK):
                slots[1 + i, w] = inputs[i, start + w]
        run_gates(op, a, b, dst, slots)
        for j in range(len(outputs)):
            for w in range(BLOCK):
                result[j, start + w] = slots[outputs[j] >> 1, w] ^ inversion(outputs[j])


@compiled
def fill_words(numbers: Array, words: Array) -> None:
    """Write bit i of the c-th number as bit c of the i-th row of uint64 words."""
    for w in range(words.shape[1]):
        lanes = numbers[64 * w : 64 * w + 64]
        for i in range(words.shape[0]):
            word = np.uint64(0)
            for c in range(len(lanes)):
                word |= (np.uint64(lanes[c]) >> np.uint64(i) & np.uint64(1)) << np.uint64(c)
            words[i, w] = word

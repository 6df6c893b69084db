"""A program evaluated on one class of each orbit, every count weighted by the orbits' sizes."""

from __future__ import annotations

import numpy as np

from littlestone.proofs_check.arrays import Array
from littlestone.proofs_check.circuits.evaluators import Tally, evaluate_compiled, popcount
from littlestone.proofs_check.circuits.program import Program, reuse_slots
from littlestone.proofs_check.orbits.orbit_table import OrbitTable


def outputs_on(program: Program, classes: Array) -> Array:
    """The outputs, bool [outputs, classes], on the classes with these numbers; input i is bit i of the number."""
    found = evaluate_compiled(program, _as_words(classes, program.inputs))
    return np.unpackbits(found.view(np.uint8), axis=1, bitorder="little")[:, : len(classes)].view(np.bool_)


def _as_words(classes: Array, inputs: int) -> Array:
    from littlestone.proofs_check.circuits.kernels import fill_words  # numba takes half a second

    words = np.zeros((inputs, -(-len(classes) // 64)), dtype=np.uint64)
    fill_words(classes, words)
    return words


def tally_orbits(program: Program, table: OrbitTable) -> Tally:
    """The tally over all classes, where the outputs are the same on all of an orbit.

    The least class of an orbit stands for it, and so the least violation of all is among them.
    """
    outputs = outputs_on(reuse_slots(program), table.least)
    sizes = table.sizes.astype(np.int64)
    counts = tuple(int(sizes[row].sum()) for row in outputs)
    numbers = table.least[outputs[0]].astype(np.uint64)
    if not len(numbers):
        return Tally(counts, None)
    ones = popcount(numbers)
    best = int(np.lexsort((numbers, ones))[0])
    return Tally(counts, (int(ones[best]), int(numbers[best])))

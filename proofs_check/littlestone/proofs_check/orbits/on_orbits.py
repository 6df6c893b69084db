"""A program evaluated on one class of each orbit, every count weighted by the orbits' sizes."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from littlestone.proofs_check.arrays import Array
from littlestone.proofs_check.circuits.evaluators import Tally, evaluate_compiled, popcount
from littlestone.proofs_check.circuits.program import Program, reuse_slots
from littlestone.proofs_check.orbits.orbit_table import OrbitTable


def outputs_on(program: Program, classes: Array) -> Array:
    """The outputs, bool [outputs, classes], on the classes with these numbers; input i is bit i of the number."""
    return _outputs(program, _as_words(classes, program.inputs), len(classes))


def _outputs(program: Program, words: Array, classes: int) -> Array:
    found = evaluate_compiled(program, words)
    return np.unpackbits(found.view(np.uint8), axis=1, bitorder="little")[:, :classes].view(np.bool_)


@lru_cache(maxsize=2)  # of the universes with millions of orbits one is asked about after the other
def _words_of(table: OrbitTable, inputs: int) -> Array:
    return _as_words(table.least, inputs)


def _as_words(classes: Array, inputs: int) -> Array:
    padded = np.pad(classes, (0, -len(classes) % 64))
    rows = [
        np.packbits((padded >> np.asarray(i, classes.dtype) & 1).astype(np.uint8), bitorder="little")
        for i in range(inputs)
    ]
    return np.array(rows).view(np.uint64).reshape(inputs, -1)


def tally_orbits(program: Program, table: OrbitTable) -> Tally:
    """The tally over all classes, where the outputs are the same on all of an orbit.

    The least class of an orbit stands for it, and so the least violation of all is among them.
    """
    outputs = _outputs(reuse_slots(program), _words_of(table, program.inputs), len(table))
    sizes = table.sizes.astype(np.int64)
    counts = tuple(int(sizes[row].sum()) for row in outputs)
    numbers = table.least[outputs[0]].astype(np.uint64)
    if not len(numbers):
        return Tally(counts, None)
    ones = popcount(numbers)
    best = int(np.lexsort((numbers, ones))[0])
    return Tally(counts, (int(ones[best]), int(numbers[best])))

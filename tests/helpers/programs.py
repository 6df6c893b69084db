"""A program whose three counts differ, for the tests of enumerations."""

from littlestone.proofs_check.circuits.program import Program, straight_line
from littlestone.spec.algebra.circuit import variable


def counted_program(bits: int = 20) -> Program:
    """Three outputs of so many inputs, at least 19."""
    v = [variable(i) for i in range(bits)]
    parity, three = v[2] ^ v[bits - 1], v[16] & v[5] & v[11]
    return straight_line([parity & three, three, v[0] | v[18]], list(range(bits)))

"""The provers by name: each says what it supports, and returns evidence."""

from __future__ import annotations

from collections.abc import Mapping

from littlestone.proofs_check.algebra import AlgebraProver
from littlestone.proofs_check.boxes import BoxProver
from littlestone.proofs_check.direct import DirectProver
from littlestone.proofs_check.evidence import Prover
from littlestone.proofs_check.exhaustive import ExhaustiveProver
from littlestone.proofs_check.interval import IntervalProver
from littlestone.proofs_check.random_classes import RandomProver
from littlestone.proofs_check.structured import StructuredProver
from littlestone.proofs_check.symbolic import SymbolicProver

PROVERS: Mapping[str, Prover] = {
    prover.name: prover
    for prover in (
        ExhaustiveProver(),
        SymbolicProver(),
        DirectProver(),
        RandomProver(),
        StructuredProver(),
        BoxProver(),
        AlgebraProver(),
        IntervalProver(),
    )
}

"""The provers by name: each says what it supports, and returns evidence."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from littlestone.proofs_check.algebra import AlgebraProver
from littlestone.proofs_check.boxes import BoxProver
from littlestone.proofs_check.direct import DirectProver
from littlestone.proofs_check.engines import Engine
from littlestone.proofs_check.estimate import EstimateProver
from littlestone.proofs_check.evidence import Prover
from littlestone.proofs_check.exhaustive import ExhaustiveProver, Progress
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
        EstimateProver(),
        AlgebraProver(),
        IntervalProver(),
    )
}


def resumable(name: str, shards: Path | None, progress: Progress, engine: Engine) -> Prover:
    """The prover of this name; the exhaustive one works on that engine, keeps finished shards and reports progress."""
    prover = PROVERS[name]
    if isinstance(prover, ExhaustiveProver):
        return replace(prover, checkpoints=shards, progress=progress, engine=engine)
    return prover

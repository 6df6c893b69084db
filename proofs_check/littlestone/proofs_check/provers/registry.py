"""The provers by name: each says what it supports, and returns evidence."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from littlestone.proofs_check.compute.engines import Engine
from littlestone.proofs_check.provers.algebra import AlgebraProver
from littlestone.proofs_check.provers.box import BoxProver
from littlestone.proofs_check.provers.direct import DirectProver
from littlestone.proofs_check.provers.estimate import EstimateProver
from littlestone.proofs_check.provers.exhaustive import ExhaustiveProver, Progress
from littlestone.proofs_check.provers.interval import IntervalProver
from littlestone.proofs_check.provers.random_classes import RandomProver
from littlestone.proofs_check.provers.structured import StructuredProver
from littlestone.proofs_check.provers.symbolic import SymbolicProver
from littlestone.proofs_check.questions.evidence import Prover

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

"""The provers by name: the kit's own, and those that other packages bring."""

from __future__ import annotations

from collections.abc import Mapping

from littlestone.proofs_check.provers.algebra import AlgebraProver
from littlestone.proofs_check.provers.box import BoxProver, PointProver
from littlestone.proofs_check.provers.direct import DirectProver
from littlestone.proofs_check.provers.estimate import EstimateProver
from littlestone.proofs_check.provers.exhaustive import ExhaustiveProver
from littlestone.proofs_check.provers.interval import IntervalProver
from littlestone.proofs_check.provers.opaque import OpaqueProver
from littlestone.proofs_check.provers.random_classes import RandomProver
from littlestone.proofs_check.provers.structured import StructuredProver
from littlestone.proofs_check.provers.symbolic import SymbolicProver
from littlestone.proofs_check.provers.third_party import BrokenProver, brought_in, loaded
from littlestone.proofs_check.questions.prover import Prover
from littlestone.proofs_check.solvers.engines import CADICAL

# The kit's own are imported and not entry points: fingerprints follow imports, so that evidence rests on their source.
# Asked by rank, whatever the order here; the ranks leave room for those of other packages.
PROVERS: Mapping[str, Prover] = {
    prover.name: prover
    for prover in (
        ExhaustiveProver(),
        SymbolicProver("cadical", 49, CADICAL),  # before Z3: it decides more, and what it decides comes with a proof
        SymbolicProver(),
        OpaqueProver(),
        DirectProver(),
        RandomProver(),
        StructuredProver(),
        BoxProver(),
        PointProver(),
        EstimateProver(),
        AlgebraProver(),
        IntervalProver(),
    )
}


def provers() -> Mapping[str, Prover]:
    """All provers; raises BrokenProver where one that another package brings cannot be used."""
    for entry in brought_in():
        if entry.name in PROVERS:
            raise BrokenProver(entry, "the kit has a prover of this name")
    return {**PROVERS, **loaded()}

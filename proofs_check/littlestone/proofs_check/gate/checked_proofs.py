"""What became of the proofs of the claims that a gate has checked, which is known when all of them are."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from littlestone.proofs_check.gate.entries import Checked, CheckedClaim, RememberedArrow
from littlestone.proofs_check.verdicts.entries import ArrowEntry, ProofEntry
from littlestone.proofs_check.verdicts.standing import Proofs
from littlestone.spec.proofs import ARROWS


def with_proofs(checked: Iterable[Checked]) -> tuple[Checked, ...]:
    """The claims and learners, each claim with its proof where it has arrows."""
    listed = tuple(checked)
    entries = {one.name: one.entry for one in listed if isinstance(one, CheckedClaim)}
    proofs = {proof["id"]: proof for proof in Proofs(entries).data}
    return tuple(_with_proof(one, proofs[one.name]) if one.name in proofs else one for one in listed)


def _with_proof(one: Checked, proof: ProofEntry) -> Checked:
    if not isinstance(one, CheckedClaim):
        return one
    arrows = {arrow["id"]: _remembered(arrow) for arrow in sorted(proof["arrows"], key=lambda arrow: arrow["id"])}
    return replace(one, proof=proof, remembered={**one.remembered, "proof": proof["verdict"], "arrows": arrows})


def _remembered(arrow: ArrowEntry) -> RememberedArrow:
    return {
        "worth": arrow["verdict"],
        "draws": arrow["draws"],
        "assumes": arrow["assumes"],
        "repair": arrow["repair"],
        "not_checkable": ARROWS[arrow["id"]].not_checkable,
    }

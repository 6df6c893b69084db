"""A correction of a theorem is the theorem that holds: with its quantities, and a proof of its own."""

import re

import pytest

from littlestone.proofs_check.sources.catalogue import load_papers
from littlestone.spec.claim import CLAIMS, Claim
from littlestone.spec.proofs import arrows_of

load_papers()
THEOREMS = ("theorem", "lemma", "corollary", "proposition", "claim", "fact")
QUANTITY = re.compile(r"(?<![A-Za-z_])(?:alpha|beta|delta|epsilon|eta|gamma|kappa|tau)(?![A-Za-z])")
# What the corrected statement has under another name, or no more
UNDER_ANOTHER_NAME: dict[str, set[str]] = {
    "LYU25.L6.1.corrected": {"delta"},  # of the counterexample to the print alone
    "YAN25.T10.corrected": {"epsilon"},  # e1 + e2, of two mechanisms
    "YAN25.Cl2.corrected": {"alpha", "beta"},  # v = 0 for every sample: no tail, no accuracy
}
WHOLE = [
    claim
    for claim in CLAIMS.values()
    if claim.corrects is not None
    and claim.role == "statement"
    and claim.kind in THEOREMS
    and claim.leaves_out is None
    and claim.paper in ("BGS21", "ABLMM22", "LYU25", "YAN25", "BCS20")
]


def quantities(text: str) -> set[str]:
    """The quantities that a statement names."""
    return set(QUANTITY.findall(re.sub(r"\beps\b", "epsilon", text)))


def test_there_are_many() -> None:
    assert len(WHOLE) >= 50
    assert quantities("alpha n, eps and delta' with T.beta") == {"alpha", "epsilon", "delta", "beta"}


@pytest.mark.parametrize("claim", WHOLE, ids=lambda claim: claim.id)
def test_a_correction_names_what_the_print_concludes_of(claim: Claim) -> None:
    printed = quantities(CLAIMS[str(claim.corrects)].statement)
    assert printed - quantities(claim.statement) - UNDER_ANOTHER_NAME.get(claim.id, set()) == set()


@pytest.mark.parametrize("claim", WHOLE, ids=lambda claim: claim.id)
def test_a_correction_has_a_proof_of_its_own(claim: Claim) -> None:
    assert arrows_of(claim.id), f"{claim.id} says of no dependency what it rests on"

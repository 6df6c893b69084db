"""What a release found false in the uses of proofs is stated still, under its id or the one that it was given since."""

from __future__ import annotations

from littlestone.proofs_check.reports.released import released
from littlestone.proofs_check.sources.catalogue import load_papers
from littlestone.spec.claim import CLAIMS

RENAMED = {  # two are in the claim that says both losses
    "ABLMM22.T30.alpha.from.L29.premise": "ABLMM22.T30.alpha",
    "ABLMM22.T30.from.L29.conclusion": "ABLMM22.T30.alpha",
    "BCS20.T30.eq4.from.T30.eq3.corrected.premise": "BCS20.T30.eq4.from.T30.eq3.premise",
    "LYU25.T3.from.DP.laplace.tail.premise": "LYU25.T3.from.DP.laplace.tail.conclusion",
    "LYU25.T3.Egood.small.from.P2.premise": "LYU25.T3.Egood.one.from.P2.small.premise",
    "LYU25.S2.eq3.from.S2.eq1.premise": "LYU25.S2.eq3.from.S2.eq1.conclusion",
}


def test_every_refuted_use_of_the_release_is_stated_with_its_correction() -> None:
    load_papers()
    refuted = {id for id, one in released().items() if ".from." in id and one["verdict"] == "refuted"}
    lost = {id for id in refuted if f"{RENAMED.get(id, id)}.corrected" not in CLAIMS}
    assert lost == set() and len(refuted) > 100


def test_what_was_renamed_is_stated_with_its_correction() -> None:
    load_papers()
    assert [new for new in RENAMED.values() if f"{new}.corrected" not in CLAIMS] == []
    assert [old for old in RENAMED if f"{old}.corrected" in CLAIMS] == []

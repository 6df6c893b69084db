"""What is checked or proved in the papers on the universes of quick shows that it could have failed."""

from __future__ import annotations

from dataclasses import replace

import pytest
from helpers.biteless import biteless

from littlestone.proofs_check.questions.profiles import QUICK
from littlestone.proofs_check.sources.catalogue import find
from littlestone.proofs_check.verdicts.running import run_claim
from littlestone.proofs_check.verdicts.verification import Settings

MEASURING = Settings(replace(QUICK, measures="everything"))
SMALL = ["DIM.sauer.ldim", "PROB.union", "BGS21.T7.1", "BGS21.C5.10", "ABLMM22.S1.log"]


def found_biteless(*names: str) -> list[str]:
    return biteless(run_claim(claim.id, MEASURING) for claim in find(names))


@pytest.mark.parametrize("name", SMALL)
def test_claims_of_every_paper_could_have_failed(registry: None, name: str) -> None:
    assert found_biteless(name) == []


@pytest.mark.slow
@pytest.mark.nightly
@pytest.mark.parametrize("paper", ["DIM", "DP", "PROB"])
def test_a_whole_paper_could_have_failed(registry: None, paper: str) -> None:
    assert found_biteless(paper) == []

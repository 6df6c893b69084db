"""The papers' proofs: no circles, no arrow to nothing, and no use without an arrow."""

import pytest
from helpers.proof_graphs import unstated_ends, uses_without_arrow

from littlestone.proofs_check.sources.proof_graph import circle, proof_graph, reverse
from littlestone.spec.claim import CLAIMS
from littlestone.spec.proofs import ARROWS, TOTALS, arrows_of

pytestmark = pytest.mark.usefixtures("registry")

# Proofs that the papers print in full; a few of the kinds of statement have none, such as cited lemmas
PROVED = """
BGS21.T1.1 BGS21.T1.2 BGS21.T1.3 BGS21.T3.1 BGS21.C3.2 BGS21.COR3.3 BGS21.T3.4 BGS21.COR3.5 BGS21.T3.7
BGS21.L4.5 BGS21.C4.6 BGS21.C4.7 BGS21.T5.6 BGS21.C5.10 BGS21.L5.11 BGS21.T6.1 BGS21.C6.2 BGS21.T7.1
BGS21.T7.2 BGS21.L8.5 BGS21.L8.7 BGS21.T8.8 BGS21.TA.1 BGS21.CA.2 BGS21.CORA.3 ABLMM22.T1
ABLMM22.T2 ABLMM22.T3 ABLMM22.C4 ABLMM22.T8 ABLMM22.T10 ABLMM22.L17 ABLMM22.L18 ABLMM22.L20 ABLMM22.L21
ABLMM22.C22 ABLMM22.T23 ABLMM22.L25 ABLMM22.L26 ABLMM22.L27 ABLMM22.L29 ABLMM22.T30 ABLMM22.L31 DP.histogram
DP.composition.advanced DP.zcdp.approximate
"""


def test_no_proof_rests_on_itself() -> None:
    assert circle(proof_graph()) is None


def test_arrows_go_from_claims_to_claims() -> None:
    assert unstated_ends() == []
    assert set(TOTALS) <= {arrow.citing for arrow in ARROWS.values()}


@pytest.mark.slow
def test_no_use_is_without_an_arrow() -> None:
    assert uses_without_arrow() == []


@pytest.mark.parametrize("id", PROVED.split())
def test_a_printed_proof_has_arrows(id: str) -> None:
    assert arrows_of(id), id


@pytest.mark.slow
def test_what_rests_on_a_statement_is_the_graph_read_backwards() -> None:
    graph = proof_graph()
    back = reverse(graph)
    assert all(citing in back[used] for citing, below in graph.items() for used in below)
    assert set(CLAIMS) <= set(graph)

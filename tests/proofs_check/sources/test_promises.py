"""Every statement of the papers that the project promises has a claim."""

import pytest

from littlestone.proofs_check.sources.catalogue import load_papers
from littlestone.spec.claim import CLAIMS

ABLMM22 = {
    "section 1": "S1.regret S1.fn1 S1.gs S1.log S1.affine S1.iff",
    "section 2": "T1 T2 S2.1.1 T3 C4 T5 S2.3 D6 S2.3.1 P7 P7.eq1 T8 S2.4",
    "section 3": "D9 D.ldim D.thr T10 Fig1 MB A.SOA D11 D.ind D12 L13 D14 L15",
    "section 4, notation": "N.sample N.twr N.ilog N.logstar S4.1 D16 L17 L17.eq1 L17.color T19 L18",
    "section 4, bounds": "T1.chain T1.chain.eq1 T1.chain.eq2 T2.proof",
    "Claim 22": "C22 C22.eq1 C22.eq2 C22.eq3 C22.eq4 C22.eq5 C22.eq6",
    "section 4, attack": "L20 L20.eq1 L21 L21.eqA L21.eq1 L21.eqC L21.eqD",
    "section 5.1": "S5.1.1 S5.1.1.eq1 S5.1.2",
    "section 5.2": "T23 T23.eq1 T23.eq2 T23.eq3 T23.eq4 A.Dk Dk.facts O24 S5.2.3 A.Dtilde A.G",
    "section 5.2, lemmas": "L25 L25.eq1 L25.eq2 L25.eq3 L26 L26.eq3 L27 L27.eq4 L27.theta L27.sum",
    "section 5.3": "N.freq L28 A.Hist L29 L29.eq1 L29.eq2 A.Generic FN12 T30 T30.eq1 T30.eq2 T30.eq3 A.M",
    "section 5.4 and 6": "T3.proof T3.eq1 T3.eq2 S6",
    "appendix A": "A.tree2 A.tree2.eq1 D.subtree L31 T10.1 T10.1.eq1",
}


def missing(paper: str, ids: str) -> list[str]:
    load_papers()
    return [id for id in ids.split() if f"{paper}.{id}" not in CLAIMS]


@pytest.mark.parametrize("place", ABLMM22)
def test_the_statements_of_ablmm22_are_claims(place: str) -> None:
    assert missing("ABLMM22", ABLMM22[place]) == []


def test_there_are_108_of_them() -> None:
    assert len({id for ids in ABLMM22.values() for id in ids.split()}) == 108


def test_an_absent_statement_would_be_seen() -> None:
    assert missing("ABLMM22", "T1 T99") == ["T99"]

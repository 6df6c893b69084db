"""The lemmas of other papers: what is found of each, that each could have failed, and that false ones do not pass."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest
from helpers.documents import Reader
from helpers.questions import answer, ask_classes, over

from littlestone.proofs_check.provers.exhaustive import ExhaustiveProver
from littlestone.proofs_check.questions.profiles import QUICK
from littlestone.proofs_check.sources.catalogue import find
from littlestone.proofs_check.verdicts.entries import Entry
from littlestone.proofs_check.verdicts.running import run_claim
from littlestone.proofs_check.verdicts.verification import Settings
from littlestone.spec.claim import CLAIMS
from littlestone.spec.domains import Binary
from littlestone.spec.lit.vocabulary import (
    is_maximal,
    is_maximum,
    realized_leaves,
    sauer_at,
    strongly_shattered_sets,
)
from littlestone.spec.notation import PARAMETERS, littlestone_dimension, threshold_dimension, vc_dimension, when
from littlestone.spec.proofs import ARROW

PAGE = Path(__file__).resolve().parents[3] / "docs" / "literature.md"
LEMMAS = [claim.id for claim in find(["LIT"]) if claim.kind != ARROW]


def found(id: str) -> Entry:
    return run_claim(id, Settings(QUICK))


USUAL = {"H": Binary}


def test_on_three_points_every_maximal_class_is_maximum() -> None:
    every_maximal_class_is_maximum = over(lambda H: when(is_maximal(H), is_maximum(H)), USUAL)
    assert answer(ExhaustiveProver("numpy"), ask_classes(every_maximal_class_is_maximum, 3)).outcome == "checked"
    assert answer(ExhaustiveProver("numpy"), ask_classes(every_maximal_class_is_maximum, 4)).outcome == "refuted"


# ---- Seeded faults: what a careless reader would state instead


SEEDED = {
    "pajor for strong shattering": over(lambda H: H.size() <= strongly_shattered_sets(H), USUAL),
    "trees counted by the vc dimension": over(lambda H: realized_leaves(H, 2) <= sauer_at(vc_dimension(H), 2), USUAL),
    "thresholds below littlestone": over(lambda H: threshold_dimension(H) <= littlestone_dimension(H), USUAL),
    "dual of the same dimension": over(lambda H: vc_dimension(H) <= PARAMETERS["dual_VC"](H), USUAL),
    "density with the degree": over(lambda H: PARAMETERS["d_max"](H) <= vc_dimension(H), USUAL),
    "star number below vc": over(lambda H: PARAMETERS["star"](H) <= vc_dimension(H), USUAL),
    "some function is always taught by one point": over(lambda H: PARAMETERS["TS_min"](H) <= 1, USUAL),
}


@pytest.mark.parametrize("formula", SEEDED.values(), ids=SEEDED)
def test_a_lemma_that_is_misread_is_refuted(formula: object) -> None:
    asked = (answer(ExhaustiveProver("numpy"), ask_classes(formula, points)) for points in (1, 2, 3, 4))
    assert "refuted" in [evidence.outcome for evidence in asked]


# ---- The page


@pytest.mark.slow
def test_whoever_follows_the_page_sees_what_it_shows(registry: None, tmp_path: Path) -> None:
    Reader(tmp_path).follow(PAGE.read_text(encoding="utf-8"))


def test_no_pair_of_lemmas_says_the_same() -> None:
    statements = [CLAIMS[id].statement for id in LEMMAS]
    assert not [pair for pair in combinations(statements, 2) if pair[0] == pair[1]]

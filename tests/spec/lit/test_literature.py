"""The lemmas of other papers: what is found of each, that each could have failed, and that false ones do not pass."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest
from helpers.biteless import biteless
from helpers.documents import Reader
from helpers.questions import answer, ask_classes

from littlestone.proofs_check.provers.exhaustive import ExhaustiveProver
from littlestone.proofs_check.questions.profiles import QUICK
from littlestone.proofs_check.sources.catalogue import find
from littlestone.proofs_check.verdicts.entries import Entry
from littlestone.proofs_check.verdicts.running import run_claim
from littlestone.proofs_check.verdicts.verification import Settings
from littlestone.spec.algebra.circuit import Truth
from littlestone.spec.claim import CLAIMS, Statement, corrected
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

FALSE = {
    "LIT.maximal": (4, 10),
    "LIT.graph.ldim": (2, 4),
    "LIT.thresholds.complement": (1, 1),
    "LIT.thresholds.log": (3, 3),
    "LIT.teaching.vc": (5, 10),
}  # the points and functions of the smallest class
NARROWED = {"LIT.maximum.unlabeled", "LIT.intersection.vc"}
PAGE = Path(__file__).resolve().parents[3] / "docs" / "literature.md"
LEMMAS = [claim.id for claim in find(["LIT"]) if claim.kind != ARROW]


def found(id: str) -> Entry:
    return run_claim(id, Settings(QUICK))


def test_the_collection_is_verified_only_where_it_is_named() -> None:
    assert not [claim.id for claim in find([]) if claim.paper == "LIT"]
    assert [claim.id for claim in find(["LIT.pajor"])] == ["LIT.pajor"]


def test_it_has_lemmas_of_many_sources() -> None:
    assert len(LEMMAS) >= 50
    assert len({CLAIMS[id].source.split(",")[0] for id in LEMMAS}) >= 25


@pytest.mark.slow
@pytest.mark.parametrize("id", LEMMAS)
def test_the_verdict_is_the_expected_one_and_every_mutant_dies(id: str) -> None:
    entry = found(id)
    judged = entry["corrected"] if id in FALSE else entry
    assert entry["expected"] and judged is not None
    assert (entry["verdict"], judged["verdict"]) == ("refuted" if id in FALSE else "checked", "checked")
    assert (entry["narrows"] is not None) == (id in NARROWED)
    assert entry["mutants"] and all(mutant["killed_by"] for mutant in entry["mutants"])
    assert biteless([entry]) == []


@pytest.mark.parametrize("id", ["LIT.pajor", "LIT.chain", "LIT.thresholds.complement", "LIT.natarajan.sauer"])
def test_a_few_could_have_failed(id: str) -> None:
    entry = found(id)
    assert entry["expected"] and all(mutant["killed_by"] for mutant in entry["mutants"])


@pytest.mark.slow
@pytest.mark.parametrize("id", FALSE)
def test_what_is_false_is_false_of_a_smallest_class(id: str) -> None:
    counterexample = found(id)["counterexample"]
    assert counterexample is not None and corrected(id) is not None
    H = counterexample["data"]["H"]
    assert (H["points"], len(H["functions"])) == FALSE[id]


def recursive_teaching_below_vc(H: Binary) -> Truth:
    return PARAMETERS["RTD"](H) <= vc_dimension(H)


def every_maximal_class_is_maximum(H: Binary) -> Statement:
    return when(is_maximal(H), is_maximum(H))


def test_no_smaller_class_is_harder_to_teach_than_its_vc_dimension() -> None:
    """So that Warmuth's class has the fewest points."""
    assert answer(ExhaustiveProver("numpy"), ask_classes(recursive_teaching_below_vc, 4)).outcome == "checked"


def test_on_three_points_every_maximal_class_is_maximum() -> None:
    assert answer(ExhaustiveProver("numpy"), ask_classes(every_maximal_class_is_maximum, 3)).outcome == "checked"
    assert answer(ExhaustiveProver("numpy"), ask_classes(every_maximal_class_is_maximum, 4)).outcome == "refuted"


# ---- Seeded faults: what a careless reader would state instead


def pajor_for_strong_shattering(H: Binary) -> Truth:
    return H.size() <= strongly_shattered_sets(H)


def trees_counted_by_the_vc_dimension(H: Binary) -> Truth:
    return realized_leaves(H, 2) <= sauer_at(vc_dimension(H), 2)


def thresholds_below_littlestone(H: Binary) -> Truth:
    return threshold_dimension(H) <= littlestone_dimension(H)


def dual_of_the_same_dimension(H: Binary) -> Truth:
    return vc_dimension(H) <= PARAMETERS["dual_VC"](H)


def density_with_the_degree(H: Binary) -> Truth:
    return PARAMETERS["d_max"](H) <= vc_dimension(H)


def star_number_below_vc(H: Binary) -> Truth:
    return PARAMETERS["star"](H) <= vc_dimension(H)


def some_function_is_always_taught_by_one_point(H: Binary) -> Truth:
    return PARAMETERS["TS_min"](H) <= 1


SEEDED = (
    pajor_for_strong_shattering,
    trees_counted_by_the_vc_dimension,
    thresholds_below_littlestone,
    dual_of_the_same_dimension,
    density_with_the_degree,
    star_number_below_vc,
    some_function_is_always_taught_by_one_point,
)


@pytest.mark.parametrize("formula", SEEDED, ids=lambda formula: formula.__name__)
def test_a_lemma_that_is_misread_is_refuted(formula: object) -> None:
    asked = (answer(ExhaustiveProver("numpy"), ask_classes(formula, points)) for points in (1, 2, 3, 4))
    assert "refuted" in [evidence.outcome for evidence in asked]


# ---- The page


@pytest.mark.slow
def test_whoever_follows_the_page_sees_what_it_shows(registry: None, tmp_path: Path) -> None:
    Reader(tmp_path).follow(PAGE.read_text(encoding="utf-8"))


def test_all_that_is_false_has_a_correction_and_nothing_else_has() -> None:
    assert {id for id in CLAIMS if id.startswith("LIT.") and corrected(id)} == set(FALSE)


def test_no_pair_of_lemmas_says_the_same() -> None:
    statements = [CLAIMS[id].statement for id in LEMMAS]
    assert not [pair for pair in combinations(statements, 2) if pair[0] == pair[1]]

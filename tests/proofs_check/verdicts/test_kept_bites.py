"""What was measured, written down and read back: confirmed by one evaluation, and gone where the formula changed."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from helpers.questions import claim_of
from helpers.tiny_runs import TINY, dimension_at_most, logarithm_is_small, squares_are_sums

from littlestone.proofs_check.sources.catalogue import load_file, load_papers
from littlestone.proofs_check.sources.paper_data import of_all_papers, write_paper
from littlestone.proofs_check.verdicts import kept_bites, verification
from littlestone.proofs_check.verdicts.bite import Bite
from littlestone.proofs_check.verdicts.kept_bites import bite_of, data_of, digest, kept_bite
from littlestone.proofs_check.verdicts.verification import Settings, verify
from littlestone.spec.algebra.circuit import Truth
from littlestone.spec.claim import (
    CLAIMS,
    Claim,
    Constant,
    _registry,
)
from littlestone.spec.domains import Multiclass, Size, TreeSet

MEASURING = Settings(replace(TINY, measures="everything"))


@pytest.fixture(autouse=True)
def small_mutation_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verification, "MUTATION", TINY)


def size_at_least(H: Multiclass, bound: int) -> Truth:
    """A class has at least so many functions."""
    return H.size() >= bound


def has_a_tree(H: Multiclass, T: TreeSet, least: int) -> Truth:
    """A class has at least one function."""
    return H.size() >= least


CLAIMS_MEASURED = [
    claim_of(dimension_at_most, bound=Constant(3, mutants=(2, 1))),
    claim_of(squares_are_sums, shift=Constant(0, mutants=(1,))),
    claim_of(logarithm_is_small, factor=Constant(1, mutants=(Fraction(1, 4), Fraction(1, 2)))),
    claim_of(has_a_tree, least=Constant(1, mutants=(2,))),
]


def measured(claim: Claim) -> Bite:
    return verify(claim, MEASURING).bite


def through_json(claim: Claim, bite: Bite) -> Mapping[str, Any]:
    data: Mapping[str, Any] = json.loads(json.dumps(data_of(claim, bite)))
    return data


@pytest.mark.slow
@pytest.mark.parametrize("claim", CLAIMS_MEASURED, ids=lambda claim: claim.id)
def test_what_is_written_is_read_back(claim: Claim) -> None:
    bite = measured(claim)
    back = bite_of(claim, through_json(claim, bite))
    assert [f.words for f in back.frontiers] == [f.words for f in bite.frontiers]
    assert {f.status for f in back.frontiers} == {"kept"} and all(f.bites for f in back.frontiers)
    fates = [(m.constants, m.killer is None) for m in bite.mutants]
    assert [(m.constants, m.killer is None) for m in back.mutants] == fates and fates
    assert [part.words for part in back.structure] == [part.words for part in bite.structure]
    assert (back.vacuous_on, back.is_measured, back.vacuous) == (bite.vacuous_on, True, bite.vacuous)


def spoiled(claim: Claim, data: Mapping[str, Any], case: Mapping[str, Any]) -> Bite:
    """What is read where the kept cases are these."""
    for one in [*data["frontiers"], *data["mutants"]]:
        if one["killer"] is not None:
            one["killer"]["arguments"] = case
    return bite_of(claim, data)


def test_a_kept_case_that_is_no_counterexample_is_not_believed() -> None:
    claim = CLAIMS_MEASURED[0]
    back = spoiled(claim, through_json(claim, measured(claim)), {"H": [[0]]})
    assert [(f.status, f.holds_to, f.fails_at) for f in back.frontiers] == [("not measured", None, None)]
    assert back.frontiers[0].words.endswith("not measured: 15/8 was kept as failing and does not fail")
    assert [m.constants for m in back.mutants] == [{"bound": 2}]


def test_a_kept_case_at_which_the_formula_raises_is_not_believed() -> None:
    claim = CLAIMS_MEASURED[1]
    back = spoiled(claim, through_json(claim, measured(claim)), {"n": [[0]]})
    assert {f.status for f in back.frontiers} == {"not measured"} and back.mutants == ()


def test_the_digest_is_that_of_the_formula_and_its_constants() -> None:
    claim = CLAIMS_MEASURED[0]
    others = [claim_of(size_at_least, bound=Constant(3)), replace(claim, constants={"bound": Constant(4)})]
    assert len({digest(claim), *map(digest, others)}) == 3
    assert digest(replace(claim, why="another")) == digest(claim)


@pytest.mark.parametrize(
    ("edited", "why"),
    [
        ({"killer": None}, "15/8 was kept as failing without a case"),
        ({"holds_to": 1}, "1 was kept as holding and 15/8 as failing, which is no frontier"),
        ({"holds_to": 4}, "4 was kept as holding and 15/8 as failing, which is no frontier"),
        ({"holds_to": None}, "None was kept as holding and 15/8 as failing, which is no frontier"),
        ({"fails_at": 1, "holds_to": "3/2"}, "3/2 was kept as holding and fails"),
        ({"fails_at": "5/2", "holds_to": 3}, "5/2 was kept as failing and does not fail"),
    ],
)
def test_a_frontier_edited_by_hand_is_not_believed(edited: dict[str, Any], why: str) -> None:
    claim = CLAIMS_MEASURED[0]
    data = through_json(claim, measured(claim))
    data["frontiers"][0].update(edited)
    assert bite_of(claim, data).frontiers[0].words == f"printed 3; not measured: {why}"


def sums_are_large(n: Size, least: int) -> Truth:
    """n + 10 is at least 0."""
    return n + 10 >= least


def test_a_case_that_the_claim_is_not_about_shows_no_frontier() -> None:
    claim = claim_of(sums_are_large, least=Constant(0, stronger="larger"))
    data = through_json(claim, measured(claim))
    data["frontiers"][0].update(holds_to=5, fails_at=6)
    assert not spoiled(claim, data, {"n": -5}).frontiers[0].bites


def test_a_part_edited_by_hand_is_not_believed() -> None:
    claim = claim_of(dimension_at_most, bound=Constant(2, stronger="smaller"))
    data = through_json(claim, measured(claim))
    (reached,) = [one for one in data["structure"] if one["fate"] == "reached"]
    assert [part.fate for part in bite_of(claim, {**data, "structure": [reached]}).structure] == ["reached"]
    for edited in ({"killer": None}, {"part": "H.size() >= 1"}, {"fate": "needed"}):
        assert bite_of(claim, {**data, "structure": [reached | edited]}).structure == ()


STATED = '''
from littlestone.spec.claim import Constant, claim
from littlestone.spec.domains import Binary
from littlestone.spec.classes.dimensions import vc_dimension

FEW = "to few points"

def few(H):
    """At most nine functions."""
    return H.size() <= 9

@claim("MINE.kept", "notebook", "conjecture", narrows=FEW, caps="nine", reach=few, most=Constant(3))
def small(H: Binary, most: int):
    """A class has VC dimension at most 3."""
    return vc_dimension(H) <= most
'''
WORDS = [
    ("to few points", "to small classes"),
    ('caps="nine"', 'cites=("DIM.vc",)'),
    ('"notebook", "conjecture"', '"lecture notes", "lemma"'),
    ("at most 3.", "at most three."),
    ("At most nine functions.", "Nine functions at most."),
]
NO_WORDS = [
    ("Constant(3)", "Constant(4)"),
    ("H.size() <= 9", "H.size() <= 8"),
    (", reach=few", ""),
    ("<= most", "< most"),
    ("Binary", "ExplicitBinary"),
]


def digest_of_file(folder: Path, text: str) -> str:
    file = folder / f"{hashlib.sha256(text.encode()).hexdigest()}.py"
    file.write_text(text, encoding="utf-8")
    (stated,) = load_file(file)
    del _registry[stated.id]
    return digest(stated)


@pytest.mark.usefixtures("registry")
@pytest.mark.parametrize("imported", ["littlestone.spec.domains import Binary", "littlestone.claims import Binary"])
@pytest.mark.parametrize(("before", "after"), WORDS)
def test_words_are_no_part_of_the_digest(before: str, after: str, imported: str, tmp_path: Path) -> None:
    text = STATED.replace("littlestone.spec.domains import Binary", imported)
    assert digest_of_file(tmp_path, text) == digest_of_file(tmp_path, text.replace(before, after))


@pytest.mark.usefixtures("registry")
@pytest.mark.parametrize(("before", "after"), NO_WORDS)
def test_what_is_no_word_is_part_of_the_digest(before: str, after: str, tmp_path: Path) -> None:
    assert digest_of_file(tmp_path, STATED) != digest_of_file(tmp_path, STATED.replace(before, after))


def test_what_is_kept_of_a_users_claim_serves_until_its_formula_changes(tmp_path: Path) -> None:
    claim, file = CLAIMS_MEASURED[0], tmp_path / "frontiers.jsonl"
    assert [f.status for f in kept_bite(claim, file).frontiers] == ["not measured"]
    found = verify(claim, replace(MEASURING, bites=file))
    again = verify(claim, Settings(TINY, bites=file))
    assert [f.status for f in (*found.frontiers, *again.frontiers)] == ["measured", "kept"]
    assert found.mutants[1].killer is not None and again.mutants[1].killer is not None
    changed = replace(claim, constants={"bound": Constant(4, stronger="smaller")})
    (stale,) = kept_bite(changed, file).frontiers
    assert stale.status == "not measured" and "not measured since the formula changed" in stale.words


def test_full_measures_what_is_not_kept_of_the_formula_as_it_is(tmp_path: Path) -> None:
    claim, full = CLAIMS_MEASURED[0], Settings(replace(TINY, measures="unkept"), bites=tmp_path / "frontiers.jsonl")
    changed = replace(claim, constants={"bound": Constant(4, stronger="smaller")})
    found = [verify(one, full).frontiers[0].status for one in (claim, claim, changed)]
    assert found == ["measured", "kept", "measured"]


def test_quick_runs_no_mutant_whose_fate_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    claim, file = CLAIMS_MEASURED[0], tmp_path / "frontiers.jsonl"
    verify(claim, replace(MEASURING, bites=file))
    asked: list[object] = []
    answers = verification._answers
    monkeypatch.setattr(verification, "_answers", lambda *args: asked.append(args[1]) or answers(*args))
    assert len(verify(claim, Settings(TINY, bites=file)).mutants) == 2
    assert asked == [{"bound": 3}]


def test_a_limited_run_looks_at_mutants_itself_and_at_no_frontier(tmp_path: Path) -> None:
    result = verify(CLAIMS_MEASURED[0], Settings(TINY, points=1, labels=2))
    assert (result.frontiers, len(result.mutants)) == ((), 2)


def test_a_papers_file_is_read_by_id(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    load_papers()
    claim = CLAIMS["DIM.vc"]
    result = verify(claim, MEASURING)
    folder = tmp_path / "dim"
    write_paper(folder / kept_bites.FILE, {claim.id: data_of(claim, result.bite)})
    monkeypatch.setattr("littlestone.spec.__path__", [str(tmp_path)])
    of_all_papers.cache_clear()
    try:
        assert [f.status for f in kept_bite(claim).frontiers] == ["kept"]
    finally:
        of_all_papers.cache_clear()

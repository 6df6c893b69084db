"""The ledger: what verdicts of real claims look like as data, in the form that the schema allows."""

import json
import re
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema  # type: ignore[import-untyped]
import pytest

from littlestone.proofs_check.questions.profiles import QUICK, STEPS, Profile, class_universes
from littlestone.proofs_check.reports.verdict_words import verdict_words
from littlestone.proofs_check.sources.catalogue import load_papers
from littlestone.proofs_check.verdicts import bite
from littlestone.proofs_check.verdicts.entries import SCHEMA
from littlestone.proofs_check.verdicts.ledger import entry, ledger, location, tool_version, write_json
from littlestone.proofs_check.verdicts.verification import Result, Settings, verify
from littlestone.spec.claim import (
    CLAIMS,
    Claim,
    Constant,
    when,
)
from littlestone.spec.classes.dimensions import littlestone_dimension
from littlestone.spec.domains import Multiclass

SHAPES = ((1, 2), (2, 2), (1, 3), (2, 3))
TINY = Profile("tiny", QUICK.budget, class_universes(*SHAPES), boxes=STEPS)
REAL = {
    "DIM.vc": "checked",
    "BGS21.T7.1": "refuted",
    "BGS21.T3.4": "checked",
    "BGS21.T3.4.lnineq": "proved",
    "BGS21.T1.3.tight": "not_checkable",
    "BGS21.C6.2.concat": "refuted",
    "BGS21.C6.2.path": "refuted",
    "BGS21.FIG2": "checked",
}


@pytest.fixture(autouse=True)
def small_mutation_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bite, "MUTATION", TINY)


@cache
def written(id: str) -> dict[str, Any]:
    load_papers()
    return entry(verify(CLAIMS[id], Settings(TINY)))


def whole(*entries: dict[str, Any]) -> dict[str, Any]:
    return json.loads(json.dumps(ledger("tiny", entries)))  # type: ignore[no-any-return]


def problems(document: dict[str, Any]) -> list[str]:
    validator = jsonschema.Draft202012Validator(SCHEMA)
    return [f"{'/'.join(map(str, error.absolute_path))}: {error.message}" for error in validator.iter_errors(document)]


@pytest.mark.parametrize("id", REAL)
def test_entries_of_real_claims_follow_the_schema(id: str) -> None:
    document = written(id)
    assert (document["verdict"], document["expected"]) == (REAL[id], True)
    assert problems(whole(document)) == []


def test_a_ledger_of_all_of_them_follows_the_schema() -> None:
    document = whole(*(written(id) for id in REAL))
    assert problems(document) == []
    assert document["tool"] == {"name": "littlestone", "version": tool_version()}
    assert (document["schema"], document["profile"], len(document["claims"])) == (2, "tiny", len(REAL))


def test_what_an_entry_says_of_its_claim() -> None:
    document = written("DIM.vc")
    assert (document["paper"], document["kind"], document["source"]) == ("DIM", "lemma", "Littlestone 1988")
    assert document["title"] == "Littlestone 1988: VC dimension against the Littlestone dimension"
    assert document["statement"] == "The VC dimension is at most the Littlestone dimension."
    assert re.fullmatch(r"spec/littlestone/spec/dim/dimension_theory\.py:\d+", document["location"])
    assert (document["reason"], document["counterexample"], document["corrected"]) == (None, None, None)
    assert (document["stand_ins"], document["vacuous_on"]) == ([], [])


def test_a_refutation_with_its_correction() -> None:
    document = written("BGS21.T7.1")
    assert document["counterexample"]["data"]["class"] == {
        "points": 2,
        "labels": 3,
        "functions": [[0, 0], [0, 2], [1, 0], [1, 1]],
    }
    assert document["counterexample"]["data"]["tree"]["kind"] == "io"
    assert document["corrected"]["verdict"] == "checked"
    assert document["corrected"]["statement"] == CLAIMS["BGS21.T7.1.corrected"].statement
    assert document["reason"] == CLAIMS["BGS21.T7.1.corrected"].why
    assert {m["constants"].popitem() for m in json.loads(json.dumps(document["mutants"]))} == {
        ("fewer", "0 -> -1"),
        ("slack", "0 -> -1"),
        ("terms", "stronger says"),
        ("terms", "turned"),
    }


def test_evidence_says_how_to_repeat_it() -> None:
    (first, *_) = written("BGS21.T7.1")["evidence"]
    where = "--points 1 --labels 2 --prover exhaustive --profile tiny"
    assert first["command"] == f"littlestone verify BGS21.T7.1 {where}"
    assert {e["prover"] for id in REAL for e in written(id)["evidence"]} >= {"exhaustive", "direct", "box"}


def test_what_is_not_checkable_names_its_stand_ins() -> None:
    document = written("BGS21.T1.3.tight")
    assert document["stand_ins"] == ["BGS21.T6.1"]
    assert "hides its constant" in document["reason"] and document["evidence"] == []


def vacuous(H: Multiclass, bound: int) -> Any:
    """Classes of dimension 9 are small."""
    return when(littlestone_dimension(H) >= 9, H.size() <= bound)


def test_a_vacuous_claim_is_told() -> None:
    claim = Claim("TEST.vacuous", "-", "claim", vacuous, {"bound": Constant(1)})
    document = entry(verify(claim, Settings(TINY)))
    assert problems(whole(document)) == []
    why = "its hypotheses hold in no case that was looked at"
    assert (document["verdict"], document["reason"], document["vacuous"]) == ("open", why, why)
    assert not document["expected"] and verdict_words(document) == "vacuous"
    assert document["vacuous_on"] == [u.name for u in TINY.exhaustive]
    assert document["location"].startswith("test_ledger.py:")


def test_locations_start_at_the_package_root() -> None:
    load_papers()
    for claim in CLAIMS.values():
        if claim.formula.__module__.startswith("littlestone.spec"):
            path, line = location(claim).split(":")
            assert path.startswith("spec/littlestone/spec/") and int(line) > 0


def spoil_expected(document: dict[str, Any]) -> None:
    document["expected"] = "yes"


def drop_evidence(document: dict[str, Any]) -> None:
    document["evidence"] = []


def drop_counterexample(document: dict[str, Any]) -> None:
    document["counterexample"] = None


@pytest.mark.parametrize("spoil", [spoil_expected, drop_evidence, drop_counterexample])
def test_the_schema_would_notice(spoil: Callable[[dict[str, Any]], None]) -> None:
    document = whole(written("BGS21.T7.1"))
    spoil(document["claims"][0])
    assert problems(document)


def test_json_is_written_in_one_step(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "new" / "ledger.json"
    write_json({"text": "L|_i ≤ 1"}, path)
    assert json.loads(path.read_text(encoding="utf-8")) == {"text": "L|_i ≤ 1"}
    with pytest.raises(TypeError):
        write_json({"text": object()}, path)
    assert json.loads(path.read_text(encoding="utf-8")) == {"text": "L|_i ≤ 1"}
    assert [file.name for file in path.parent.iterdir()] == ["ledger.json"]


def test_entries_do_not_depend_on_the_seconds() -> None:
    again = entry(verify(CLAIMS["DIM.vc"], Settings(TINY)))
    first = written("DIM.vc")
    for e in (*again["evidence"], *first["evidence"]):
        assert e.pop("seconds") >= 0
    assert again == first


def test_a_result_is_judged_by_its_correction() -> None:
    load_papers()
    printed = Result(CLAIMS["BGS21.T7.1"], "refuted", None)
    assert entry(replace(printed, correction=Result(CLAIMS["BGS21.T7.1.corrected"], "open", "why")))["corrected"] == {
        "statement": CLAIMS["BGS21.T7.1.corrected"].statement,
        "verdict": "open",
        "reason": "why",
        "evidence": [],
        "leaves_out": None,
        "narrows": None,
        "caps": None,
        "reach": None,
        "cites": [],
        "at_counterexample": None,
        "location": location(CLAIMS["BGS21.T7.1.corrected"]),
        "scope": None,
    }

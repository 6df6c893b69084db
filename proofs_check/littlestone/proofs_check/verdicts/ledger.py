"""The ledger: all claims with their verdicts and evidence, as plain data in the form of ``ledger_schema.json``."""

from __future__ import annotations

import json
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from littlestone.proofs_check.json_types import JsonObject
from littlestone.proofs_check.questions.evidence import Evidence
from littlestone.proofs_check.storage.writing import chain, write_text
from littlestone.proofs_check.verdicts.bite import Mutant
from littlestone.proofs_check.verdicts.entries import (
    CheckFault,
    Entry,
    FrontierEntry,
    Ledger,
    MutantEntry,
    all_entries,
    fault_words,
    filled,
    parts_of,
)
from littlestone.proofs_check.verdicts.measuring import Frontier, tightest_case
from littlestone.proofs_check.verdicts.refutation_text import (
    correction_there,
    counterexample_data,
    counterexample_text,
    formula_arguments,
)
from littlestone.proofs_check.verdicts.scopes import scope_words
from littlestone.proofs_check.verdicts.standing import Proofs, refuted_parts
from littlestone.proofs_check.verdicts.verification import Result
from littlestone.spec.claim import Claim
from littlestone.spec.proofs import ARROW


def tool_version() -> str:
    """The installed version, or "0" where the package runs from its source without being installed."""
    try:
        return version("littlestone")
    except PackageNotFoundError:
        return "0"


def ledger(profile: str, entries: Sequence[Entry], sources: str | None = None) -> Ledger:
    """The ledger of a run, in which every claim names the parts of it that the run refuted."""
    tool = {"name": "littlestone", "version": tool_version()}
    if sources is not None:
        tool["sources"] = sources
    uses = [entry for entry in entries if entry["kind"] == ARROW]
    own = [entry for entry in entries if entry["kind"] != ARROW]
    parts = refuted_parts(own)
    claims = [{**e, "refuted_parts": parts[e["id"]]} for e in own]
    proofs = Proofs({entry["id"]: entry for entry in [*claims, *uses]}).data
    whole: Ledger = {"schema": 2, "tool": tool, "profile": profile, "claims": claims, "uses": uses, "proofs": proofs}
    # A chain of digests: each entry's is of the one before and of the entry, the last of the rest
    *digests, last = chain(parts_of(whole))
    told: list[Entry] = [{**entry, "digest": of} for entry, of in zip(all_entries(whole), digests, strict=True)]
    return {**whole, "claims": told[: len(claims)], "uses": told[len(claims) :], "digest": last}


def write_json(data: object, path: Path) -> None:
    """Write JSON in one step: a reader never sees half a file."""
    write_text(path, json.dumps(data, indent=1, ensure_ascii=False) + "\n")


def entry(result: Result) -> Entry:
    """A claim's place in the ledger."""
    claim, correction = result.claim, result.correction
    # What mutants and examples are about: the corrected claim where the print is refuted
    judged = result if correction is None or result.verdict != "refuted" else correction
    found = filled(
        "claim",
        claim,
        **_of_both(result),
        **{name: getattr(judged, name) for name in ("vacuous", "not_sharp", "lost", "stopped", "example")},
        expected=result.expected,
        fault=None,
        counterexample=_counterexample(result.refutation),
        corrected=None if correction is None else _corrected(correction, result.refutation),
        mutants=[_mutant(judged.claim, mutant) for mutant in judged.bite.mutants],
        frontiers=[_frontier(frontier) for frontier in judged.bite.frontiers],
        structure=[filled("part", part) for part in judged.bite.structure],
        vacuous_on=list(result.bite.vacuous_on),
        idle=judged.bite.idle,
        stand_ins=list(claim.stand_ins),
        refuted_parts=[],
        run=None,
    )
    return {
        **found,
        "reason": result.reason or (correction.claim.why if correction else None),
        "scope": scope_words(found),
    }


def _of_both(result: Result) -> dict[str, object]:
    """What the entry of a claim and that of its corrected form have both."""
    return {
        "verdict": result.verdict,
        "reason": result.reason,
        "evidence": [filled("evidence", e, seconds=round(e.seconds, 3)) for e in result.evidence],
        "reach": result.claim.reach_words,
        "cites": list(result.claim.cites),
        "location": location(result.claim),
    }


def faulty(claim: Claim, fault: CheckFault) -> Entry:
    """The entry of a claim that could not be checked."""
    return {**entry(Result(claim, "open", fault_words(fault))), "expected": False, "fault": fault}


def location(claim: Claim) -> str:
    """The claim's file, from its package root on, and line."""
    path, line = claim.location
    parts = path.parts
    roots = [i for i, part in enumerate(parts) if part == "littlestone" and i]
    kept = parts[roots[-1] - 1 :] if roots else parts[-1:]
    return f"{'/'.join(kept)}:{line}"


def _corrected(result: Result, refutation: Evidence | None) -> Entry:
    there = None if refutation is None else correction_there(refutation, result.claim)
    found = filled("corrected", result.claim, **_of_both(result), at_counterexample=there)
    return {**found, "scope": scope_words(found)}


def _mutant(claim: Claim, mutant: Mutant) -> MutantEntry:
    killer, printed = mutant.killer, claim.printed
    return {
        "constants": {n: f"{printed[n]} -> {v}" if n in printed else str(v) for n, v in mutant.changed.items()},
        "killed_by": killer.prover if killer else None,
        "universe": killer.universe if killer else None,
        "text": None if killer is None else tightest_case(killer),
    }


def _frontier(frontier: Frontier) -> FrontierEntry:
    values = {name: getattr(frontier, name) for name in ("printed", "holds_to", "fails_at", "precision")}
    return filled("frontier", frontier, **{name: v if v is None else str(v) for name, v in values.items()})


def _counterexample(refutation: Evidence | None) -> JsonObject | None:
    if refutation is None or refutation.counterexample is None or refutation.question is None:
        return None
    found, question = refutation.counterexample, refutation.question
    arguments = formula_arguments(question, found)
    return {"text": counterexample_text(question, found, arguments), "data": counterexample_data(arguments, found)}

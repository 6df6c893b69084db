"""What was measured of a claim, kept in a file: the papers' beside their statements, a user's beside the run's results.

A kept frontier is shown only where the formula is the one that was measured, and its counterexample still is one.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from littlestone.proofs_check.json_types import JsonObject
from littlestone.proofs_check.numbers.points import PointCheck
from littlestone.proofs_check.questions.arguments import judge
from littlestone.proofs_check.questions.evidence import Argument, Counterexample, Evidence
from littlestone.proofs_check.questions.universes import Box, ClassUniverse, Everything, Question, Universe
from littlestone.proofs_check.sources.fingerprints import (
    definitions_of,
    digest_of,
    held_by,
    reach_of,
    run_with,
)
from littlestone.proofs_check.sources.paper_data import of_all_papers
from littlestone.proofs_check.storage.records import Records
from littlestone.proofs_check.verdicts.bite import Bite, Mutant
from littlestone.proofs_check.verdicts.measuring import EXACT, Frontier, unmeasured
from littlestone.proofs_check.verdicts.refutation_text import formula_arguments
from littlestone.proofs_check.verdicts.structure import BITING, Part, mutants_of
from littlestone.spec.claim import Claim, Value
from littlestone.spec.domains import Classes, Naturals
from littlestone.spec.proofs import in_range

FILE = "frontiers.json"
# Their text is the same for all formulas, and what they compute is seen when a counterexample is evaluated again
ENGINE = (
    "littlestone.spec.algebra.",
    "littlestone.spec.claim",
    "littlestone.spec.domains",
    "littlestone.spec.families.class_families",
    "littlestone.impl.registry",
)


def digest(claim: Claim) -> str:
    """A short hash of what a frontier rests on: the formula with what it holds, its constants and reach, and all
    definitions of theirs."""
    definitions = definitions_of(claim) | reach_of(claim)
    own = [d for d in definitions if not d.module.startswith(ENGINE)]
    beside = f"{claim.constants}{held_by(claim)}{run_with(own)}"
    return hashlib.sha256(f"{beside}{digest_of(own)}".encode()).hexdigest()[:16]


# ---- As data


def data_of(claim: Claim, bite: Bite) -> JsonObject:
    """The bite as plain data, with the digest of what it rests on."""
    return {
        "digest": digest(claim),
        "frontiers": [_frontier_data(frontier) for frontier in bite.frontiers],
        "mutants": [_mutant_data(mutant) for mutant in bite.mutants if _can_be_kept(mutant.killer)],
        "structure": [_part_data(part) for part in bite.structure],
        "is_measured": bite.is_measured,
        "vacuous_on": list(bite.vacuous_on),
    }


def _can_be_kept(killer: Evidence | None) -> bool:
    """One evaluation can confirm it."""
    return killer is None or (killer.prover in EXACT and killer.question is not None)


def _frontier_data(frontier: Frontier) -> JsonObject:
    return {
        "constant": frontier.constant,
        "printed": _plain(frontier.printed),
        "stronger": frontier.stronger,
        "holds_to": _plain(frontier.holds_to),
        "fails_at": _plain(frontier.fails_at),
        "precision": _plain(frontier.precision),
        "universe": frontier.universe,
        "remark": frontier.remark,
        "killer": _killer_data(frontier.killer),
    }


def _mutant_data(mutant: Mutant) -> JsonObject:
    constants = {name: _plain(value) for name, value in mutant.constants.items()}
    return {"constants": constants, "killer": _killer_data(mutant.killer)}


def _part_data(part: Part) -> JsonObject:
    return {
        "part": part.part,
        "fate": part.fate,
        "value": part.value,
        "killer": _killer_data(part.killer),
    }


def _killer_data(killer: Evidence | None) -> JsonObject | None:
    if killer is None or killer.question is None or killer.counterexample is None:
        return None
    arguments = {name: _plain(value) for name, value in killer.counterexample.arguments.items()}
    where = killer.question.universe
    return {"prover": killer.prover, "universe": killer.universe, "where": _where(where), "arguments": arguments}


def _where(universe: Universe) -> JsonObject:
    match universe:
        case ClassUniverse():
            return {"points": universe.points, "labels": universe.labels, "depth": universe.depth}
        case Box():
            return {"most": dict(universe.most), "least": dict(universe.least)}
    return {}


def _plain(value: Any) -> Any:
    """Integers as they are, fractions as text, functions as lists."""
    if isinstance(value, tuple):
        return [list(function) for function in value]
    return int(value) if isinstance(value, int) else None if value is None else str(value)


# ---- And back


def bite_of(claim: Claim, data: Mapping[str, Any]) -> Bite:
    """The bite that the data stand for, so far as its counterexamples are confirmed by one evaluation each."""
    frontiers = (_confirmed(claim, _frontier(claim, one)) for one in data["frontiers"])
    mutants = (_mutant(claim, one) for one in data["mutants"])
    alive = (mutant for mutant in mutants if mutant.killer is None or still_refutes(mutant.killer))
    parts = (part for one in data["structure"] if (part := _part(claim, one)) is not None)
    return Bite(tuple(frontiers), tuple(alive), tuple(parts), tuple(data["vacuous_on"]), data["is_measured"])


def _confirmed(claim: Claim, frontier: Frontier) -> Frontier:
    """The frontier as kept, or without its values where its tightest case does not show them any more."""
    why = None if frontier.fails_at is None else _why_not_shown(claim, frontier, frontier.fails_at)
    if why is None:
        return frontier
    return Frontier(frontier.constant, frontier.printed, frontier.stronger, remark=f"not measured: {why}")


def _why_not_shown(claim: Claim, frontier: Frontier, fails: Value) -> str | None:
    """What speaks against the frontier: the case must refute what fails, and not what holds, which lies before it."""
    killer, holds = frontier.killer, frontier.holds_to
    sign = 1 if frontier.stronger == "larger" else -1
    if killer is None or killer.question is None:
        return f"{fails} was kept as failing without a case"
    if holds is None or not sign * frontier.printed <= sign * holds < sign * fails:
        return f"{holds} was kept as holding and {fails} as failing, which is no frontier"
    if not still_refutes(killer):
        return f"{fails} was kept as failing and does not fail"
    held = replace(killer.question, constants={**claim.printed, frontier.constant: holds})
    return f"{holds} was kept as holding and fails" if still_refutes(replace(killer, question=held)) else None


def still_refutes(killer: Evidence) -> bool:
    """The evidence's counterexample violates its question, by one evaluation of the formula."""
    question, found = killer.question, killer.counterexample
    assert question is not None and found is not None
    if not _are_in_range(question.claim, found.arguments):
        return False
    try:
        if isinstance(question.universe, Everything):
            return PointCheck(question).is_violation(dict(found.arguments))
        arguments = formula_arguments(question, found)
        return _classes_are_in_range(question.claim, arguments) and judge(question, arguments).violated is True
    except Exception:
        return False


def _are_in_range(claim: Claim, arguments: Mapping[str, Argument]) -> bool:
    """No integer is less than the least that the claim is about."""
    least = {name: domain.least for name, domain in claim.domains.items() if isinstance(domain, Naturals)}
    given = ((least[name], value) for name, value in arguments.items() if name in least)
    return all(isinstance(value, int) and value >= bound for bound, value in given)


def _classes_are_in_range(claim: Claim, arguments: Mapping[str, Argument]) -> bool:
    classes = (name for name, domain in claim.domains.items() if isinstance(domain, Classes))
    return all(in_range(claim.domains, name, arguments) for name in classes)


def _frontier(claim: Claim, data: Mapping[str, Any]) -> Frontier:
    name, fails = data["constant"], _value(data["fails_at"])
    killer = None if data["killer"] is None else _killer(claim, {**claim.printed, name: fails}, data["killer"])
    values = {key: _value(data[key]) for key in ("printed", "holds_to", "fails_at", "precision")}
    told = {key: data[key] for key in ("constant", "stronger", "universe", "remark")}
    return Frontier(**told, **values, killer=killer, status="not measured" if data["holds_to"] is None else "kept")


def _part(claim: Claim, data: Mapping[str, Any]) -> Part | None:
    """The part as kept; None where it is said to matter and no counterexample shows it any more."""
    told = {key: data[key] for key in ("part", "fate", "value")}
    if data["fate"] not in BITING:
        return Part(**told)
    changed = mutants_of(claim, data["part"], data["fate"]) if data["killer"] is not None else []
    killers = (_killer(mutant.claim, claim.printed, data["killer"]) for mutant in changed)
    return next((Part(**told, killer=killer) for killer in killers if still_refutes(killer)), None)


def _mutant(claim: Claim, data: Mapping[str, Any]) -> Mutant:
    constants = {name: _value(value) for name, value in data["constants"].items()}
    return Mutant(constants, None if data["killer"] is None else _killer(claim, constants, data["killer"]))


def _killer(claim: Claim, constants: Mapping[str, Any], data: Mapping[str, Any]) -> Evidence:
    where = data["where"]
    universe: Universe = ClassUniverse(**where) if "points" in where else Box(**where) if where else Everything()
    arguments = {name: _argument(value) for name, value in data["arguments"].items()}
    question = Question(claim, constants, universe)
    size = sum(len(v) if isinstance(v, tuple) else 0 for v in arguments.values())
    return Evidence(
        prover=data["prover"],
        universe=data["universe"],
        outcome="refuted",
        size=universe.size,
        cases=1,
        violations=1,
        seconds=0.0,
        command=question.command,
        counterexample=Counterexample(arguments, size),
        question=question,
    )


def _argument(value: Any) -> Argument:
    return tuple(tuple(function) for function in value) if isinstance(value, list) else _value(value)


def _value(value: Any) -> Any:
    """A number as JSON gives it back, exactly."""
    return Fraction(value) if isinstance(value, str) else value


# ---- In files


def kept_data(claim: Claim, own: Path | None = None) -> Mapping[str, Any] | None:
    """What is kept of the claim, whatever its formula was: from its paper's file, or a user's from the file ``own``.

    None where nothing is kept.
    """
    if not is_own(claim):
        return papers().get(claim.id)
    return None if own is None else Records(own).read().get(claim.address)


def is_own(claim: Claim) -> bool:
    """It is a user's claim, of no paper."""
    return claim.address != claim.id


def is_unmeasured(claim: Claim, own: Path | None) -> bool:
    """Nothing is kept of the claim's formula as it is now, in its paper's file or a user's, which is ``own``."""
    data = kept_data(claim, own)
    return data is None or data["digest"] != digest(claim)


def kept_bite(claim: Claim, own: Path | None = None) -> Bite:
    """What is kept of the claim, confirmed; frontiers without values where nothing is, or the formula has changed."""
    data = kept_data(claim, own)
    if data is not None and data["digest"] == digest(claim):
        return bite_of(claim, data)
    why = "not measured yet" if data is None else "not measured since the formula changed"
    return Bite(unmeasured(claim, f"{why}: littlestone verify {claim.address} --profile full"))


def keep(claim: Claim, bite: Bite, own: Path | None) -> None:
    """Keep what was measured of a user's claim."""
    if own is not None and is_own(claim):
        Records(own).add(claim.address, data_of(claim, bite))


def papers() -> dict[str, Any]:
    """What is kept of the papers' claims, by id."""
    return of_all_papers(FILE)

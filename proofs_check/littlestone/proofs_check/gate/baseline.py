"""The committed baseline: what a project's claims and learners have shown so far, in a file that differs little."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from difflib import unified_diff
from fractions import Fraction
from pathlib import Path
from typing import TypeVar

from littlestone.proofs_check.bad_input import BadInput
from littlestone.proofs_check.gate.configuration import Configuration
from littlestone.proofs_check.gate.entries import GateSettings, RememberedArrow, RememberedClaim, RememberedLearner
from littlestone.proofs_check.storage.writing import write_text
from littlestone.proofs_check.verdicts.standing import WORTHS

SCHEMA = 1  # raise it where entries change their form: a user then writes the baseline anew
Remembered = TypeVar("Remembered", RememberedClaim, RememberedLearner)
NEEDED = {
    "claims": ("id", "statement", "formula", "definitions", "constants", "corrected", "mutants", "mutants_killed"),
    "learners": ("name", "epsilon", "delta"),
}
ARROW = RememberedArrow.__required_keys__
VERDICTS = {
    "claims": ("proved", "checked", "tested", "estimated", "open", "refuted", "not_checkable"),
    "learners": ("exact_ok", "no_leak", "open", "leaks", "exact_leak"),
}


@dataclass(frozen=True)
class Baseline:
    """What is remembered of each claim by its id, of each learner by its name, and the settings that it holds for."""

    claims: dict[str, RememberedClaim] = field(default_factory=dict)
    learners: dict[str, RememberedLearner] = field(default_factory=dict)
    settings: GateSettings | None = None


class NotWritten(Exception):
    """An output that was asked for could not be written."""


def settings_of(configuration: Configuration) -> GateSettings:
    """The settings that a verdict depends on."""
    return {"profile": configuration.profile, "seed": configuration.seed, "budget": dict(configuration.budget)}


def read_baseline(path: Path) -> Baseline:
    """The baseline in a file; raises BadInput where there is none or it is damaged."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        advice = "write it with littlestone gate --update, and commit it"
        raise BadInput(str(path), "there is no baseline", advice) from error
    except (OSError, ValueError, RecursionError) as error:
        raise BadInput(str(path), f"it cannot be read ({error})", "restore the committed one") from error
    if not isinstance(data, dict) or data.get("schema") != SCHEMA:
        raise BadInput(str(path), f"it is not a baseline of schema {SCHEMA}", "write it with --update")
    try:
        claims: list[RememberedClaim] = data["claims"]
        learners: list[RememberedLearner] = data["learners"]
        settings: GateSettings = data["settings"] | {}
        return Baseline(
            {claim["id"]: _whole_claim(claim) for claim in claims},
            {learner["name"]: _whole(learner, "learners") for learner in learners},
            settings,
        )
    except (LookupError, TypeError, ValueError, AttributeError, ArithmeticError) as error:
        problem = f"it is damaged ({type(error).__name__}: {error})"
        raise BadInput(str(path), problem, "restore the committed one, or write it with --update") from error


def _whole(entry: Remembered, kind: str) -> Remembered:
    missing = [name for name in NEEDED[kind] if name not in entry]
    if missing or entry.get("verdict") not in VERDICTS[kind]:
        raise ValueError(f"no {missing[0]}" if missing else f"the verdict {entry.get('verdict')!r}")
    return entry


def _whole_claim(entry: RememberedClaim) -> RememberedClaim:
    """The entry; raises where a frontier's values are no numbers, or its proof or an arrow of that is damaged."""
    for frontier in entry.get("frontiers", {}).values():
        for value in (frontier["holds_to"], frontier["fails_at"]):
            Fraction(value or 0)
    arrows = [*entry.get("arrows", {}).values()]
    if any(ARROW - arrow.keys() for arrow in arrows):
        raise ValueError("an arrow of which something is missing")
    for worth in (*(arrow["worth"] for arrow in arrows), entry.get("proof", "used")):
        if worth not in WORTHS:
            raise ValueError(f"the verdict {worth!r} on a proof")
    return _whole(entry, "claims")


def baseline_text(baseline: Baseline) -> str:
    """The baseline as text: in a fixed order, a line for each fact."""
    data = {
        "schema": SCHEMA,
        "settings": baseline.settings,
        "claims": [baseline.claims[id] for id in sorted(baseline.claims)],
        "learners": [baseline.learners[name] for name in sorted(baseline.learners)],
    }
    return json.dumps(data, indent=1, ensure_ascii=False) + "\n"


def write_baseline(path: Path, baseline: Baseline) -> str:
    """Write the baseline in one step and return the difference to what was there; raises NotWritten."""
    new = baseline_text(baseline)
    try:
        old = path.read_text(encoding="utf-8", errors="replace") if path.exists() else ""
        write_text(path, new)
    except OSError as error:
        raise NotWritten(f"the baseline {path} could not be written ({error}); it is as it was") from error
    lines = unified_diff(old.splitlines(), new.splitlines(), f"a/{path.name}", f"b/{path.name}", lineterm="", n=2)
    return "\n".join(lines)

"""The committed baseline: what a project's claims and learners have shown so far, in a file that differs little."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from difflib import unified_diff
from fractions import Fraction
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Literal, NotRequired, TypeVar, get_args, get_origin, get_type_hints, is_typeddict

from littlestone.proofs_check.bad_input import BadInput
from littlestone.proofs_check.gate.configuration import Configuration
from littlestone.proofs_check.gate.entries import GateSettings, RememberedClaim, RememberedLearner
from littlestone.proofs_check.gate.learner_losses import MODES, insist_on_numbers
from littlestone.proofs_check.storage.writing import write_text
from littlestone.proofs_check.verdicts.standing import WORTHS

SCHEMA = 2  # raise it where entries change their form: a user then writes the baseline anew
Remembered = TypeVar("Remembered", RememberedClaim, RememberedLearner)
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
        raise BadInput(str(path), _other_schema(data), "write it with --update, and read what gets worse")
    try:
        claims = [_whole_claim(claim) for claim in data["claims"]]
        learners = [_whole_learner(learner) for learner in data["learners"]]
        _insist_on("settings", data["settings"], GateSettings)
        return Baseline(
            _by_name([(claim["id"], claim) for claim in claims]),
            _by_name([(learner["name"], learner) for learner in learners]),
            data["settings"],
        )
    except (LookupError, TypeError, ValueError, AttributeError, ArithmeticError, BadInput) as error:
        problem = f"it is damaged ({type(error).__name__}: {error})"
        raise BadInput(str(path), problem, "restore the committed one, or write it with --update") from error


def _other_schema(data: object) -> str:
    known = data.get("schema") if isinstance(data, dict) else None
    words = f"it is not a baseline of schema {SCHEMA}"
    is_older = isinstance(known, int) and not isinstance(known, bool) and 0 < known < SCHEMA
    return f"{words}, but of {known}, which an earlier version wrote and which holds less" if is_older else words


def _by_name(entries: list[tuple[str, Remembered]]) -> dict[str, Remembered]:
    found = dict(entries)
    if len(found) < len(entries):
        names = [name for name, _ in entries]
        raise ValueError(f"{next(name for name in names if names.count(name) > 1)} is there twice")
    return found


def _whole_claim(entry: Any) -> RememberedClaim:
    """The entry; raises where a field is missing or of another type, or a number or verdict is none."""
    _insist_on("a claim", entry, RememberedClaim)
    claim: RememberedClaim = entry
    _insist_on_one("verdict", claim["verdict"], VERDICTS["claims"])
    if claim["corrected"] is not None:
        _insist_on_one("verdict", claim["corrected"], VERDICTS["claims"])
    for frontier in claim["frontiers"].values():
        for value in (frontier["holds_to"], frontier["fails_at"]):
            Fraction(value or 0)
    for worth in (*(arrow["worth"] for arrow in claim.get("arrows", {}).values()), claim.get("proof", WORTHS[0])):
        _insist_on_one("verdict on a proof", worth, WORTHS)
    return claim


def _whole_learner(entry: Any) -> RememberedLearner:
    """The entry; raises as for a claim."""
    _insist_on("a learner", entry, RememberedLearner)
    learner: RememberedLearner = entry
    _insist_on_one("verdict", learner["verdict"], VERDICTS["learners"])
    _insist_on_one("mode", learner["mode"], MODES)
    insist_on_numbers(learner)
    return learner


def _insist_on_one(what: str, value: str, known: Sequence[str]) -> None:
    if value not in known:
        raise ValueError(f"the {what} {value!r}")


def _insist_on(what: str, value: object, hint: Any) -> None:
    """Raise TypeError unless the value, read from JSON, is of the type; a truth value is no integer."""
    kind, parts = get_origin(hint) or hint, get_args(hint)
    if is_typeddict(hint):
        _insist_on(what, value, dict)
        hints = get_type_hints(hint, include_extras=True)
        for name, one in hints.items():
            if name in value or get_origin(one) is not NotRequired:  # type: ignore[operator]
                _insist_on(f"{name} of {what}", value[name], one)  # type: ignore[index]
    elif kind is NotRequired:
        _insist_on(what, value, parts[0])
    elif kind is UnionType:
        possible = [one for one in parts if (value is None) == (one is NoneType)]
        _insist_on(what, value, possible[0])
    elif kind is Literal:
        _insist_on_one(what, value, parts)  # type: ignore[arg-type]
    elif not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise TypeError(f"{what} is {value!r:.40}")
    elif kind in (list, dict):
        for part in value.values() if kind is dict else value:
            _insist_on(what, part, parts[-1] if parts else object)


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

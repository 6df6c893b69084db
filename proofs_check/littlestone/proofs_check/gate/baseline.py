"""The committed baseline: what a project's claims and learners have shown so far, in a file that differs little."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from difflib import unified_diff
from pathlib import Path
from typing import Any

from littlestone.proofs_check.gate.configuration import Configuration
from littlestone.proofs_check.gate.usage import BadGateInput, NotWritten
from littlestone.proofs_check.storage.writing import write_text

SCHEMA = 1
Entry = dict[str, Any]
NEEDED = {
    "claims": ("id", "statement", "formula", "definitions", "constants", "corrected", "mutants", "mutants_killed"),
    "learners": ("name", "epsilon", "delta", "alpha", "beta", "accurate"),
}
VERDICTS = {
    "claims": ("proved", "checked", "tested", "estimated", "open", "refuted", "not_checkable"),
    "learners": ("exact_ok", "no_leak", "open", "leaks", "exact_leak"),
}


@dataclass(frozen=True)
class Baseline:
    """What is remembered of each claim by its id, of each learner by its name, and the settings that it holds for."""

    claims: dict[str, Entry] = field(default_factory=dict)
    learners: dict[str, Entry] = field(default_factory=dict)
    settings: Entry = field(default_factory=dict)


def settings_of(configuration: Configuration) -> Entry:
    """The settings that a verdict depends on."""
    return {"profile": configuration.profile, "seed": configuration.seed, "budget": dict(configuration.budget)}


def read_baseline(path: Path) -> Baseline:
    """The baseline in a file; raises BadGateInput where there is none or it is damaged."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        advice = "write it with littlestone gate --update, and commit it"
        raise BadGateInput(str(path), "there is no baseline", advice) from error
    except (OSError, ValueError, RecursionError) as error:
        raise BadGateInput(str(path), f"it cannot be read ({error})", "restore the committed one") from error
    if not isinstance(data, dict) or data.get("schema") != SCHEMA:
        raise BadGateInput(str(path), f"it is not a baseline of schema {SCHEMA}", "write it with --update")
    try:
        claims = {entry["id"]: _whole(entry, "claims") for entry in data["claims"]}
        learners = {entry["name"]: _whole(entry, "learners") for entry in data["learners"]}
        return Baseline(claims, learners, dict(data["settings"]))
    except (LookupError, TypeError, ValueError) as error:
        problem = f"it is damaged ({type(error).__name__}: {error})"
        raise BadGateInput(str(path), problem, "restore the committed one, or write it with --update") from error


def _whole(entry: Entry, kind: str) -> Entry:
    missing = [name for name in NEEDED[kind] if name not in entry]
    if missing or entry.get("verdict") not in VERDICTS[kind]:
        raise ValueError(f"no {missing[0]}" if missing else f"the verdict {entry.get('verdict')!r}")
    return entry


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

"""What was found of each claim when the kit was released: said before anything was run, and never in a run's place.

A file a paper, ``measured.json`` beside its statements, which ``bench/measured.py`` writes once a release from the
ledgers of full runs. ``explain``, ``find``, ``list`` and ``errata`` alone read it: a verdict that a run took from a
file would be one that nobody checks, and of 149 frontiers that were once kept so 61 were of formulas that had changed.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import NotRequired, TypedDict

import littlestone.spec
from littlestone.proofs_check.compute.source_digest import RELEASED
from littlestone.proofs_check.reports.verdict_words import corrected_words, verdict_words
from littlestone.proofs_check.storage.writing import write_text
from littlestone.proofs_check.verdicts.entries import Entry
from littlestone.proofs_check.verdicts.scopes import scope_words


class ReleasedEntry(TypedDict):
    """A claim in a release: its verdict, the same in words, and what is known of scope, counterexample, sharpness."""

    verdict: str
    words: str
    scope: NotRequired[str]
    counterexample: NotRequired[str]
    corrected: NotRequired[str]
    mutants: NotRequired[str]
    frontiers: NotRequired[list[str]]
    version: NotRequired[str]


def released_entry(entry: Entry) -> ReleasedEntry:
    """What a release keeps of a ledger's entry; what there is nothing to say of is left out."""
    kept: ReleasedEntry = {"verdict": entry["verdict"], "words": verdict_words(entry)}
    scope, found, repair = scope_words(entry), entry["counterexample"], entry["corrected"]
    killed = sum(mutant["killed_by"] is not None for mutant in entry["mutants"])
    frontiers = [f"{one['constant']} {one['words']}" for one in entry["frontiers"] if one["status"] != "not measured"]
    if scope is not None:
        kept["scope"] = scope
    if found is not None:
        kept["counterexample"] = found["text"]
    if repair is not None:
        kept["corrected"] = _corrected(entry, repair)
    if entry["mutants"]:
        kept["mutants"] = f"{killed} of {len(entry['mutants'])}"
    if frontiers:
        kept["frontiers"] = frontiers
    return kept


def _corrected(entry: Entry, repair: Entry) -> str:
    return "; ".join(filter(None, [corrected_words(entry, repair), scope_words(repair)]))


def released_lines(one: ReleasedEntry) -> list[str]:
    """The entry as lines, each marked with the release that it is from: what is refuted, then what holds instead."""
    found = "; ".join(filter(None, [one["words"], one.get("scope", "")]))
    instead = [f"corrected; {one['corrected']}"] if "corrected" in one else []
    lines = [found, *one.get("counterexample", "").splitlines(), *instead]
    return [f"{line}  ({mark(one)})" for line in lines]


def released_sharpness(one: ReleasedEntry) -> list[str]:
    """How sharp the entry's constants are, as lines with the same mark."""
    mutants = [f"mutants killed {one['mutants']}"] if "mutants" in one else []
    return [f"{line}  ({mark(one)})" for line in [*mutants, *one.get("frontiers", ())]]


def mark(one: ReleasedEntry) -> str:
    """What stands beside all that is not from a run: "from the release 0.1.0"."""
    return f"from the release {one.get('version', '0')}"


def marked_verdicts() -> dict[str, str]:
    """The words for each claim's verdict, and for its correction's, by id, each marked."""
    words = {id: one["words"] for id, one in released().items()}
    repairs = {f"{id}.corrected": one["corrected"] for id, one in released().items() if "corrected" in one}
    marks = {id: mark(one) for id, one in released().items()}
    words |= {id: repair.partition(";")[0] for id, repair in repairs.items()}
    return {id: f"{said}, {marks[id.removesuffix('.corrected')]}" for id, said in words.items()}


@cache
def released() -> Mapping[str, ReleasedEntry]:
    """What the release says of the papers' claims, by their ids; of what it does not know, nothing."""
    folders = (Path(place) for place in littlestone.spec.__path__)
    return {id: one for folder in folders for file in sorted(folder.glob(f"*/{RELEASED}")) for id, one in _read(file)}


def _read(file: Path) -> list[tuple[str, ReleasedEntry]]:
    try:
        data = json.loads(file.read_text(encoding="utf-8"))
        claims: dict[str, ReleasedEntry] = data["claims"]
        for one in claims.values():
            one["version"] = data["version"]
        return [*claims.items()]
    except (OSError, ValueError, LookupError, TypeError, AttributeError):
        return []  # it answers nobody's question any more, and no verdict rests on it


def write_released(file: Path, version: str, profile: str, kept: Mapping[str, ReleasedEntry]) -> None:
    """Write a paper's file: sorted, a claim on each line."""
    lines = (f"{json.dumps(id)}:{_compact(kept[id])}" for id in sorted(kept))
    head = f'"version":{json.dumps(version)},"profile":{json.dumps(profile)}'
    write_text(file, f'{{{head},"claims":{{\n' + ",\n".join(lines) + "\n}}\n")


def _compact(one: ReleasedEntry) -> str:
    return json.dumps(one, ensure_ascii=False, sort_keys=True, separators=(",", ":"))

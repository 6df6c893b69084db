"""A ledger that grows: what earlier runs found of other claims stays in it, stale where its sources have changed."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from littlestone.proofs_check.compute.source_digest import sources_digest
from littlestone.proofs_check.reports.verdict_words import verdict_word, verdicts_by_id
from littlestone.proofs_check.storage.writing import chain
from littlestone.proofs_check.verdicts.entries import Entry, Ledger, RunNote, all_entries, missing, parts_of
from littlestone.spec.claim import CLAIMS

RANKS = {"proved": 4, "checked": 3, "tested": 2, "estimated": 2, "open": 1, "not_checkable": 1}  # else 0: it fails


def noted(entries: Iterable[Entry], profile: str, prints: Mapping[str, str]) -> list[Entry]:
    """The entries of a run of now, each with when it was made, from what, so far as its fingerprint is not known
    already, and in which profile."""
    from littlestone.proofs_check.verdicts.ledger import tool_version

    now = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    note: RunNote = {"profile": profile, "at": now, "version": tool_version(), "rests_on": "", "stale": False}
    found = {entry["id"]: prints.get(entry["id"]) or _sources_of(entry["id"]) for entry in entries}
    return [{**entry, "run": {**note, "rests_on": found[entry["id"]]}} for entry in entries]


def _sources_of(id: str) -> str:
    from littlestone.proofs_check.sources.fingerprints import fingerprint  # late: what only shows a ledger needs none

    return fingerprint(CLAIMS[id])


def with_earlier(entries: Sequence[Entry], earlier: Ledger | None) -> list[Entry]:
    """The entries of a run, and those of earlier ones that are not among them: the papers' in the papers' order.

    The kit's claims are not looked at again where its sources are as they were; the claims of users' files that are not
    loaded keep what is noted of them.
    """
    new = {entry["id"]: entry for entry in entries}
    known = new | {entry["id"]: entry for entry in as_of_now(earlier, frozenset(new))}
    order = [id for id in CLAIMS if id in known]
    return [known[id] for id in dict.fromkeys([*order, *known])]


@dataclass(frozen=True, slots=True)
class Worse:
    """A claim, or its correction, of which less is known than an earlier run in the same profile found; ``lost`` says
    that it was proved and is open."""

    id: str
    was: str
    now: str
    lost: bool


@dataclass(frozen=True, slots=True)
class Compared:
    """How many claims an earlier run in the same profile had looked at too, and what of their verdicts got worse."""

    claims: int
    worse: tuple[Worse, ...]


def compared(earlier: Ledger | None, entries: Iterable[Entry]) -> Compared:
    """The verdicts held against those of an earlier run, in the order of the entries; scopes are not compared."""
    before = {entry["id"]: entry for entry in ([] if earlier is None else all_entries(earlier))}
    pairs = [(before[entry["id"]], entry) for entry in entries if entry["id"] in before]
    alike = [(was, now) for was, now in pairs if _profile(was) == _profile(now)]
    return Compared(len(alike), tuple(worse for was, now in alike for worse in _worse(was, now)))


def _profile(entry: Entry) -> str | None:
    run = entry.get("run")
    return None if run is None else run["profile"]


def _worse(was: Entry, now: Entry) -> Iterator[Worse]:
    """What is known to be false and is refuted again, where the earlier run could not, did not get worse."""
    if now["expected"] and not was["expected"]:
        return
    said, says, ranked, ranks = verdicts_by_id([was]), verdicts_by_id([now]), _ranks(was), _ranks(now)
    for id in ranked:
        if id in ranks and ranks[id] < ranked[id]:
            yield Worse(id, said[id], says[id], (ranked[id], ranks[id]) == (RANKS["proved"], RANKS["open"]))


def _ranks(entry: Entry) -> dict[str, int]:
    """How much is known of a claim and of its correction."""
    repair = entry["corrected"]
    parts = {entry["id"]: verdict_word(entry)} | ({f"{entry['id']}.corrected": repair["verdict"]} if repair else {})
    return {id: RANKS.get(word, 0) for id, word in parts.items()}


def as_of_now(ledger: Ledger | None, known: Set[str] = frozenset()) -> list[Entry]:
    """The entries of a ledger but for those that are known already, those marked that are stale by now."""
    if ledger is None:
        return []
    others = [entry for entry in all_entries(ledger) if entry["id"] not in known]
    return [entry if rests_on_the_same(ledger, entry["id"]) else looked_at(entry) for entry in others]


def rests_on_the_same(ledger: Ledger, id: str) -> bool:
    """Nothing of the kit has changed since, and the claim is not of a user's own, which may have."""
    of_user = id in CLAIMS and CLAIMS[id].address != id
    return not of_user and ledger["tool"].get("sources") == sources_digest()


def looked_at(entry: Entry) -> Entry:
    """The entry, stale where what it rests on has changed, or where it does not say what that was."""
    run = entry.get("run")
    if run is None:
        nothing: RunNote = {"profile": "unknown", "at": None, "version": "0", "rests_on": "", "stale": True}
        return {**entry, "run": nothing}
    if entry["id"] not in CLAIMS:
        gone = entry["location"] is None or entry["location"].startswith("spec/")
        return {**entry, "run": {**run, "stale": run["stale"] or gone}}
    return {**entry, "run": {**run, "stale": _sources_of(entry["id"]) != run["rests_on"]}}


def read_ledger(path: Path) -> Ledger | None:
    """The ledger that was written there; None where there is none, or not as it was written."""
    try:
        found: Ledger = json.loads(path.read_text(encoding="utf-8"))
        _ = found["tool"].get("sources"), found["profile"]
        is_whole = not any(map(missing, all_entries(found))) and _is_as_written(found)
    except (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError):
        return None
    return found if is_whole else None


def _is_as_written(found: Ledger) -> bool:
    """Its digests are those of what it says, where it has some."""
    told = [part.get("digest") for part in (*all_entries(found), found)]
    return not any(told) or chain(parts_of(found)) == told

"""How a verdict is said wherever it is shown: never more than was checked, and of what it is the verdict."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Literal

from littlestone.proofs_check.verdicts.entries import Entry
from littlestone.proofs_check.verdicts.scopes import said
from littlestone.spec.proofs import ARROW

Role = Literal["statement", "proof step", "companion"]
PLURALS: Mapping[Role, str] = {"statement": "statements", "proof step": "proof steps", "companion": "companions"}
HOLDING = ("proved", "checked", "tested", "estimated")
OF_A_USE = {**dict.fromkeys(HOLDING, "holds"), "refuted": "fails", "open": "undecided"}
SKIPPED = ", some skipped"
IN_PART = " in part"
REFUTED_BESIDE = {"construction": "refuted (a construction in the proof)", "companion": "refuted (beside the print)"}


def verdict_word(entry: Entry) -> str:
    """The verdict as the ledger has it, or that what holds says nothing."""
    return "vacuous" if entry.get("vacuous") and entry["verdict"] != "refuted" else entry["verdict"]


def verdict_words(entry: Entry) -> str:
    """The verdict as a reader may repeat it: "proved in part", or that what is refuted is no statement of a paper.

    The use of a statement in a proof is no claim of a paper, so that none of these words is said of it.
    """
    if entry.get("kind") == ARROW:
        return OF_A_USE.get(said := str(entry["verdict"]), said)
    if entry["verdict"] == "refuted":
        return REFUTED_BESIDE.get(entry.get("role", ""), "refuted")
    return with_narrowing(verdict_word(entry), entry)


def with_narrowing(word: str, found: Entry) -> str:
    """The word for what holds, never plain where it holds of less than the print, or cases were left out."""
    if word not in HOLDING:
        return said(word)
    skipped = any(e["outcome"] == found["verdict"] and e.get("beyond_reach") for e in found.get("evidence", []))
    is_part = found.get("narrows") or found.get("leaves_out")
    return f"{said(word)}{IN_PART if is_part else ''}{SKIPPED if skipped else ''}"


def repair_words(id: str, told: Mapping[str, str]) -> str:
    """The verdict of a claim's correction in words, or that none is known: a correction is no proof."""
    return told.get(f"{id}.corrected", "stated as its correction, not verified here")


def correction_label(leaves_out: str | None) -> str:
    """What leads a correction where no verdict follows: nothing is called corrected that gives less than the print."""
    return "corrected" if leaves_out is None else f"corrected in part, without {leaves_out}"


def corrected_words(entry: Entry, correction: Entry) -> str:
    """The corrected claim's verdict; "vacuous" where what holds says nothing."""
    return with_narrowing("vacuous" if entry.get("vacuous") else correction["verdict"], correction)


def stale_mark(entry: Entry) -> str:
    """What stands behind each verdict whose sources have changed since it was found; empty behind the others."""
    run = entry.get("run")
    return ", stale" if run and run["stale"] else ""


def verdicts_by_id(entries: Sequence[Entry]) -> dict[str, str]:
    """The words for each entry's verdict, and for its corrected claim's, marked where they are stale."""
    words: dict[str, str] = {}
    for entry in entries:
        repair, mark = entry["corrected"], stale_mark(entry)
        words[entry["id"]] = verdict_words(entry) + mark
        words |= {f"{entry['id']}.corrected": corrected_words(entry, repair) + mark} if repair else {}
    return words


def remarks(found: Entry, verdicts: Mapping[str, str] | None = None) -> list[str]:
    """What stands beside a verdict: which constant could be stronger, its limits, and what it cites, with the verdicts
    that are known."""
    cited = ", ".join(cited_words(found.get("cites") or [], verdicts or {}))
    not_sharp = str(found.get("not_sharp") or "")
    limits = "; ".join(filter(None, [found.get("narrows"), found.get("caps")]))
    told = {"not sharp": not_sharp, "leaves out": found.get("leaves_out"), "limits": limits, "cited": cited}
    told |= {"idle": found.get("idle")}
    return [f"{word}: {text}" for word, text in told.items() if text]


def cited_words(ids: Sequence[str], verdicts: Mapping[str, str]) -> list[str]:
    """Each id with its verdict in brackets, where that is known."""
    return [f"{id} ({verdicts[id]})" if id in verdicts else id for id in ids]


def refuted_part_words(entry: Entry) -> str:
    """That parts of the claim are refuted, and which; empty where none is."""
    parts = entry.get("refuted_parts") or []
    return f"part{'s' * (len(parts) != 1)} refuted: {', '.join(parts)}" if parts else ""


# ---- What a verdict means, where a word alone does not say it


def meaning_words(entry: Entry) -> str:
    """Why a verdict is not what the project states and what to change, or what a test leaves open; else empty."""
    if not entry["expected"]:
        return "" if entry["fault"] else f"unexpected: {_surprise(entry)}"  # the fault says by itself what is wrong
    sampled = entry["verdict"] == "tested" and not entry["lost"]
    return "sampled: drawn cases, none of which failed, no proof; --profile full draws more" if sampled else ""


def _surprise(entry: Entry) -> str:
    repair = entry["corrected"]
    if repair is not None and entry["verdict"] == "refuted":
        return f"the corrected claim is {said(repair['verdict'])}; state another repair"
    if repair is not None:
        return "a correction says that the print is false, and nothing refutes it; raise --profile, or take it away"
    if entry["verdict"] == "refuted":
        return "it is refuted, and no @correction stands beside it; state one, or change the claim"
    killed = sum(mutant["killed_by"] is not None for mutant in entry["mutants"])
    if entry["mutants"] and not killed:
        died = "no constant made stronger makes it fail, so that it may say nothing"
        return f"{died}; choose a mutant that must fail, or look further (--profile full)"
    return "it is not what the project states of it"


# ---- Counts: nothing else in the kit counts verdicts


def role_of(entry: Entry) -> Role | None:
    """What an entry counts as: what a paper prints, a step of a proof that stands for itself, or a companion of both,
    which no paper prints; a use in a proof is in no total."""
    if entry.get("kind") == ARROW:
        return None
    roles: dict[str, Role] = {"construction": "proof step", "companion": "companion"}
    return roles.get(entry.get("role", ""), "statement")


def counts(entries: Sequence[Entry]) -> dict[Role, Counter[str]]:
    """How many entries of each role have which verdict; a role that none has is left out."""
    found: dict[Role, Counter[str]] = {}
    for role in PLURALS:
        verdicts = Counter(verdict_word(entry) for entry in entries if role_of(entry) == role)
        found |= {role: verdicts} if verdicts else {}
    return found


def counts_lines(entries: Sequence[Entry]) -> list[str]:
    """For each role how many have which verdict, the most frequent first: "170 statements: 120 checked (30 in part),
    50 refuted (40 with a correction that is checked)". No total mixes roles: that a step is proved says nothing of the
    statements."""
    return [
        f"{sum(found.values()):,} {role if sum(found.values()) == 1 else PLURALS[role]}: {_each(role, found, entries)}"
        for role, found in counts(entries).items()
    ]


def _each(role: Role, found: Counter[str], entries: Sequence[Entry]) -> str:
    own = [entry for entry in entries if role_of(entry) == role]
    in_part = Counter(verdict_word(entry) for entry in own if _is_in_part(entry))
    told = {word: f" ({n}{IN_PART})" for word, n in in_part.items()}
    instead = Counter(filter(None, map(_holds_instead, own))).most_common()
    words = ", ".join(f"{n} with a correction that is {word}" for word, n in instead)
    return tally(found, told | ({"refuted": f" ({words})"} if words else {}))


def _holds_instead(entry: Entry) -> str:
    """The words for the correction of what is refuted; empty where none holds, and where it says nothing."""
    repair = entry.get("corrected") if entry["verdict"] == "refuted" else None
    held = repair is not None and repair["verdict"] in HOLDING and not entry.get("vacuous")
    return corrected_words(entry, repair) if repair and held else ""


def tally(found: Counter[str], remarks: Mapping[str, str] = MappingProxyType({})) -> str:
    """How often each word stands, the most frequent first, with what is to be said behind it."""
    return ", ".join(f"{n} {said(word)}{remarks.get(word, '')}" for word, n in found.most_common())


def _is_in_part(entry: Entry) -> bool:
    return verdict_word(entry) in HOLDING and bool(entry.get("narrows"))

"""What a claim says less of than in the baseline, though its verdict is as strong: reach, frontiers, print, role,
and what its proof rests on.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Literal

from littlestone.proofs_check.gate.entries import CheckedClaim, RememberedClaim, RememberedFrontier, frontier_name
from littlestone.proofs_check.gate.findings import Finding
from littlestone.proofs_check.verdicts.entries import FrontierEntry
from littlestone.proofs_check.verdicts.standing import WORTHS

Name = Literal["narrows", "reach", "caps"]
ArrowName = Literal["draws", "assumes", "repair", "not_checkable"]
ARROW_WORDS: dict[ArrowName, str] = {
    "draws": "draws in words the line",
    "assumes": "takes for granted",
    "repair": "relies on the repair",
    "not_checkable": "goes without code:",
}


def losses(one: CheckedClaim, before: RememberedClaim) -> Iterator[Finding]:
    """A finding for each kind of thing that was lost."""
    now = one.remembered
    found = {
        "narrowed": _narrowed(now, before),
        "role-changed": _role(now, before),
        "reach-lost": _reach(now, before),
        "frontier-lost": _frontiers(one, before) if one.entry["expected"] else (),
        "proof-weaker": _proof(one, before),
        "arrow-lost": _arrows(now, before),
    }
    for rule, words in found.items():
        if text := "; ".join(words):
            yield one.finding(rule, text)


def loses_provers(now: RememberedClaim, before: RememberedClaim) -> bool:
    """Python decides of the claim what it did not decide in the baseline."""
    return before["lost"] is None and now["lost"] is not None


def _new_words(words: str, now: str | None, was: str | None) -> Iterator[str]:
    """The words with what is stated now and was not, or was something else."""
    if now not in (None, was):
        yield f'{words} "{now}"' + (", and did not" if was is None else f', it was "{was}"')


def _newly(words: str, name: Name, now: RememberedClaim, before: RememberedClaim) -> Iterator[str]:
    yield from _new_words(words, now[name], before[name])


def _narrowed(now: RememberedClaim, before: RememberedClaim) -> Iterator[str]:
    yield from _newly("it narrows the print:", "narrows", now, before)


def _role(now: RememberedClaim, before: RememberedClaim) -> Iterator[str]:
    others = {"construction": "a construction in a proof", "companion": "a companion, which no paper prints"}
    if before["role"] == "statement" and now["role"] in others:
        yield f"{others[now['role']]}, it was the paper's statement"


# ---- Reach


def _reach(now: RememberedClaim, before: RememberedClaim) -> Iterator[str]:
    """Reach and caps that are new, and universes of which fewer cases are evaluated.

    A refutation ends the search, and where provers are lost their universes are: another rule says so.
    """
    yield from _newly("its formula affords only", "reach", now, before)
    yield from _newly("inside it bounds", "caps", now, before)
    if now["verdict"] == "refuted" or loses_provers(now, before):
        return
    for universe, cases in before["evaluated"].items():
        evaluated = now["evaluated"].get(universe, 0)
        if evaluated < cases:
            yield f"{evaluated} of {cases} cases evaluated on {universe}"


# ---- Frontiers


def _frontiers(one: CheckedClaim, before: RememberedClaim) -> Iterator[str]:
    """Frontiers that moved to where less is known or said, and a claim that has become vacuous."""
    vacuous = one.entry["vacuous"]
    if before["vacuous"] is None and vacuous is not None:
        yield f"it has become vacuous: {vacuous}"
    found = {frontier_name(frontier): frontier for frontier in one.entry["frontiers"]}
    for name, was in before["frontiers"].items():
        if name.partition(",")[0] in one.remembered["constants"]:  # that a constant is gone, another rule says
            yield from _moved(name, was, found.get(name))


def _moved(name: str, was: RememberedFrontier, now: FrontierEntry | None) -> Iterator[str]:
    """What held or failed in the baseline, and of which that is not so or not known any more."""
    words = f"{name}: {now['words'] if now else 'not looked for'}"
    held, failed = was["holds_to"], was["fails_at"]
    if held is not None and (now is None or now["holds_to"] is None or _reaches(name, held, now["fails_at"])):
        yield f"{words}; it held to {held}"
    if failed is not None and (now is None or now["fails_at"] is None or _reaches(name, now["holds_to"], failed)):
        yield f"{words}; it failed at {failed}"


def _reaches(name: str, value: str | None, bound: str | None) -> bool:
    """The value is at least as strong as the bound, so that it cannot hold where the bound fails."""
    if value is None or bound is None:
        return False
    ahead = Fraction(value) - Fraction(bound)
    return ahead >= 0 if name.endswith("larger") else ahead <= 0


# ---- Proofs


def _proof(one: CheckedClaim, before: RememberedClaim) -> Iterator[str]:
    """The proof, and each of its arrows, that is worth less."""
    if one.proof is not None and _is_less(one.proof["verdict"], before.get("proof")):
        yield f"{before['proof']} -> {one.proof['words']}"
    found = one.remembered.get("arrows", {})
    for id, was in before.get("arrows", {}).items():
        if id in found and _is_less(found[id]["worth"], was["worth"]):
            yield f"{id}: {was['worth']} -> {found[id]['worth']}"


def _is_less(worth: str, was: str | None) -> bool:
    best_first: tuple[str, ...] = WORTHS
    return was is not None and best_first.index(worth) > best_first.index(was)


def _arrows(now: RememberedClaim, before: RememberedClaim) -> Iterator[str]:
    """Arrows that are gone, and what of one has become words."""
    found = now.get("arrows", {})
    for id, was in before.get("arrows", {}).items():
        if id not in found:
            yield f"{id} is no longer stated"
            continue
        for name, words in ARROW_WORDS.items():
            yield from _new_words(f"{id} {words}", found[id][name], was[name])

"""What a claim says less of than in the baseline, though its verdict is as strong: reach, frontiers, print, role.

A baseline from before these were remembered lacks their fields, and nothing is compared that it lacks.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Literal

from littlestone.proofs_check.gate.entries import CheckedClaim, RememberedClaim, RememberedFrontier, frontier_name
from littlestone.proofs_check.gate.findings import Finding
from littlestone.proofs_check.verdicts.entries import FrontierEntry

Name = Literal["narrows", "reach", "caps"]


def losses(one: CheckedClaim, before: RememberedClaim) -> Iterator[Finding]:
    """A finding for each kind of thing that was lost."""
    now = one.remembered
    found = {
        "narrowed": _narrowed(now, before),
        "role-changed": _role(now, before),
        "reach-lost": _reach(now, before),
        "frontier-lost": _frontiers(one, before) if one.entry["expected"] else (),
    }
    for rule, words in found.items():
        if text := "; ".join(words):
            yield one.finding(rule, text)


def loses_provers(now: RememberedClaim, before: RememberedClaim) -> bool:
    """Python decides of the claim what it did not decide in the baseline."""
    return "lost" in before and before["lost"] is None and now["lost"] is not None


def _is_new(now: RememberedClaim, before: RememberedClaim, name: Name) -> bool:
    return name in before and now[name] not in (None, before[name])


def _was(before: RememberedClaim, name: Name) -> str:
    return ", and did not" if before[name] is None else f', it was "{before[name]}"'


def _narrowed(now: RememberedClaim, before: RememberedClaim) -> Iterator[str]:
    if _is_new(now, before, "narrows"):
        yield f'it narrows the print: "{now["narrows"]}"{_was(before, "narrows")}'


def _role(now: RememberedClaim, before: RememberedClaim) -> Iterator[str]:
    if (before.get("role"), now["role"]) == ("statement", "construction"):
        yield "a construction in a proof, it was the paper's statement"


# ---- Reach


def _reach(now: RememberedClaim, before: RememberedClaim) -> Iterator[str]:
    """Reach and caps that are new, and universes of which fewer cases are evaluated.

    A refutation ends the search, and where provers are lost their universes are: another rule says so.
    """
    if _is_new(now, before, "reach"):
        yield f'its formula affords only "{now["reach"]}"{_was(before, "reach")}'
    if _is_new(now, before, "caps"):
        yield f'inside it bounds "{now["caps"]}"{_was(before, "caps")}'
    if now["verdict"] == "refuted" or loses_provers(now, before):
        return
    for universe, cases in before.get("evaluated", {}).items():
        evaluated = now["evaluated"].get(universe, 0)
        if evaluated < cases:
            yield f"{evaluated} of {cases} cases evaluated on {universe}"


# ---- Frontiers


def _frontiers(one: CheckedClaim, before: RememberedClaim) -> Iterator[str]:
    """Frontiers that moved to where less is known or said, and a claim that has become vacuous."""
    vacuous = one.entry["vacuous"]
    if "vacuous" in before and before["vacuous"] is None and vacuous is not None:
        yield f"it has become vacuous: {vacuous}"
    found = {frontier_name(frontier): frontier for frontier in one.entry["frontiers"]}
    for name, was in before.get("frontiers", {}).items():
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

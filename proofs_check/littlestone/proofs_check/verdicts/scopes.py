"""What a verdict speaks of: the cases behind it in words, those skipped and those that could fail apart.

A word about all cases is never wider than this: "checked" is said of a scope, and a box of integers is no statement
about all of them.
"""

from __future__ import annotations

import re

from littlestone.proofs_check.verdicts.entries import Entry, EvidenceEntry

SAID = {"tested": "sampled", "open": "undecided", "not_checkable": "not formalized"}  # the ledger has older words
NEVER_CLAIMED = "its hypotheses hold in no case that was looked at"
LISTED_NUMBERS = "box"  # the prover that takes integers one by one
SINGLE = "point"  # the one that looks at single cases
BEYOND = ", undecided beyond"  # how the scope of a box ends, where it is said of all integers
RANGE = re.compile(r"-?\d+ <= \w+ <= -?\d+")
ALL_CLASSES = re.compile(r"all (?:binary classes|classes with (\d+) labels) on (\d+) points?")


def said(verdict: str | None) -> str:
    """The verdict of a ledger as it is said to people; other words stay as they are."""
    return SAID.get(str(verdict), str(verdict))


def cases_words(e: EvidenceEntry) -> str:
    """How many cases were looked at, those skipped and those that could fail apart, in brackets.

    Empty where the universe is infinite, or nobody counted.
    """
    if None in (e["size"], e["cases"]):
        return ""
    seen = e["size"] if e["outcome"] == "refuted" else e["cases"]  # the search ends at a counterexample
    looked = e["cases"] - (e.get("beyond_reach") or 0)
    of_all = f"{looked:,} of {max(seen, e['cases']):,}" if looked < seen else f"{looked:,}"
    return f" ({', '.join([f'{of_all} {_noun(e)}', *reach_words(e)])})"


def reach_words(e: EvidenceEntry) -> list[str]:
    """How many cases were skipped as too expensive, and in how many of the others the hypothesis holds."""
    beyond, premise = e.get("beyond_reach") or 0, e.get("premise_cases")
    skipped = [f"{beyond:,} skipped"] if beyond else []
    return skipped if premise in (None, (e.get("cases") or 0) - beyond) else [*skipped, f"could fail in {premise:,}"]


def telling(found: Entry) -> EvidenceEntry | None:
    """The strongest evidence for the verdict; None where nothing but a reason is known."""
    return max(_that_could_fail(found, found["verdict"]), key=strength, default=None)


def _that_could_fail(found: Entry, outcome: str) -> list[EvidenceEntry]:
    """The evidence of this outcome, where a hypothesis holds."""
    return [e for e in found.get("evidence") or [] if e["outcome"] == outcome and e.get("premise_cases") != 0]


def strength(e: EvidenceEntry) -> tuple[bool, int]:
    """What evidence of one outcome is ordered by: more than two labels before two, then the size of the universe."""
    return _shape(e)[0] > 2, e["size"] or e["cases"] or 0


def _shape(e: EvidenceEntry) -> tuple[int, int]:
    """The labels and the points of all classes on so many; zeros for another universe."""
    found = ALL_CLASSES.fullmatch(e["universe"])
    return (int(found[1] or 2), int(found[2])) if found else (0, 0)


def scope_words(found: Entry) -> str | None:
    """What the verdict speaks of: "all binary classes on <= 4 points (65,535 classes)", "1 <= n <= 8 (8 cases),
    undecided beyond", "all values of the parameters"; None where nothing was looked at."""
    best = telling(found)
    if best is None:
        return None
    boxed = best["prover"] == LISTED_NUMBERS and RANGE.search(best["universe"])
    beyond = BEYOND if boxed and best["outcome"] != "refuted" else ""  # one case refutes all
    alike = [e for e in _that_could_fail(found, best["outcome"]) if e["prover"] == SINGLE != best["prover"]]
    single = [e["universe"] for e in alike]
    far = f", and at {'; '.join(single)}" if single else ""
    return f"{_whole(best, found)}{cases_words(best)}{_larger_words(best, found)}{far}{beyond}"


def _larger_words(best: EvidenceEntry, found: Entry) -> str:
    """The classes with fewer labels on more points: ", and all binary classes on <= 4 points (65,535 classes)"."""
    told = _that_could_fail(found, best["outcome"]) if best["outcome"] != "refuted" else []
    larger = max(told, key=lambda e: _shape(e)[1], default=best)
    is_larger = _shape(larger)[1] > _shape(best)[1] > 0
    return f", and {_whole(larger, found)}{cases_words(larger)}" if is_larger else ""


def _whole(best: EvidenceEntry, found: Entry) -> str:
    """The universe of the evidence; "on <= 4 points", or "on 2 to 4 points", where those on fewer points were looked at
    alike: on so few that no hypothesis holds nothing was."""
    labels, most = _shape(best)
    alike = {_shape(e) for e in _that_could_fail(found, best["outcome"])}
    fewest = most
    while (labels, fewest - 1) in alike:
        fewest -= 1
    universe = str(best["universe"])
    several = f" on <= {most} " if fewest == 1 else f" on {fewest} to {most} "
    return re.sub(r" on \d+ ", several, universe) if fewest < most else universe


def _noun(e: EvidenceEntry) -> str:
    """What the cases are: the classes of a universe, or cases where there is more to choose than a class."""
    labels, points = _shape(e)
    bits = ((e["size"] or 0) + 1).bit_length() - 1  # not 2 ** functions, which nobody can hold for a forged scope
    is_all = points > 0 and e["size"] == 2**bits - 1 and bits == labels**points
    if max(e["size"] or 0, e["cases"] or 0) == 1:
        return "class" if is_all else "case"
    return "classes" if is_all else "cases"

"""What to try next with a claim of one's own that was checked and no more: a false lemma may hold on few points.

Of the papers' claims nothing is said: what a larger profile finds of them is known, and was looked at.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from shlex import quote

from littlestone.proofs_check.verdicts.entries import Entry
from littlestone.proofs_check.verdicts.scopes import NEVER_CLAIMED
from littlestone.spec.claim import CLAIMS, Claim
from littlestone.spec.domains import Classes, Naturals

ALL_ON, MOST_ON = 5, 8  # points on which a solver may decide of all binary classes; on which classes are drawn
ON = re.compile(r"binary classes on (\d+) points?")


def next_step(entry: Entry) -> str:
    """Which commands look further for a counterexample, in a line, where a claim of a user's was checked; what to write
    where its hypotheses hold nowhere; else empty."""
    claim = CLAIMS.get(entry["id"])
    if claim is not None and claim.address != claim.id and entry["vacuous"] == NEVER_CLAIMED:
        name = next((name for name, domain in claim.domains.items() if isinstance(domain, Naturals)), None)
        return f"next: begin the range where they hold, as in {name}: Annotated[int, Naturals(52)]" if name else ""
    if entry["verdict"] != "checked" or not entry["expected"] or claim is None or claim.address == claim.id:
        return ""
    if not claim.domains or any("--mutant" in e["command"] for e in entry["evidence"]):
        return ""  # the one case was looked at, or another claim
    from littlestone.proofs_check.search.of_claims import conditions_against  # late: a tenth of the time of --help

    wider = list(_on_more_points(claim, entry))
    if not any("--profile" in e["command"] for e in entry["evidence"]):
        wider.append("--profile full")
    tried = [f"{' or '.join(wider)}, which takes minutes if it holds"] if wider else []
    if conditions := conditions_against(claim):
        tried.append(f"on more points littlestone search {' '.join(map(quote, conditions))}")
    return f"next: {'; '.join(tried)}" if tried else ""


def _on_more_points(claim: Claim, entry: Entry) -> Iterator[str]:
    """The next number of points, where the claim is about one class and none of them must be listed."""
    classes = [domain for domain in claim.domains.values() if isinstance(domain, Classes)]
    plain = all(domain.family is None and not domain.explicit for domain in classes)
    reached = [int(found[1]) for e in entry["evidence"] if (found := ON.search(e["universe"]))]
    if len(classes) == 1 and plain and reached and max(reached) < MOST_ON:
        points = max(reached) + 1
        # On up to four points all classes are listed or none are: only who is asked by name draws some
        drawing = " --prover hypothesis" if points < ALL_ON else ""
        yield f"--points {points}{drawing} ({'by a solver, or ' if points == ALL_ON else ''}drawn classes)"

"""Proofs are judged in whatever order their arrows come, however long they are, and in circles too."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from helpers.questions import taking

from littlestone.proofs_check.verdicts.entries import Entry
from littlestone.proofs_check.verdicts.ledger import entry
from littlestone.proofs_check.verdicts.standing import Proofs
from littlestone.proofs_check.verdicts.verification import Result
from littlestone.spec.claim import CLAIMS
from littlestone.spec.notation import PositiveReal, Use, claim, ln, uses

pytestmark = pytest.mark.usefixtures("registry")
LONG = 400


def lemma(id: str) -> None:
    claim(id, "notebook", "lemma")(taking(lambda x: ln(x) <= x, x=PositiveReal))


def arrow(citing: str, cited: str) -> None:
    uses(citing, cited, "line 1", not_checkable="no code")(taking(lambda x: Use(), x=PositiveReal))


def all_checked(ids: Iterable[str]) -> dict[str, Entry]:
    found = [claim for id, claim in CLAIMS.items() if id in ids or id.partition(".from.")[0] in ids]
    return {claim.id: entry(Result(claim, "checked", "")) for claim in found}


@pytest.mark.parametrize("forward", [True, False])
def test_a_long_proof_is_judged_whatever_comes_first(forward: bool) -> None:
    ids = [f"LONG.{i}" for i in range(LONG)]
    for id in ids:
        lemma(id)
    steps = range(1, LONG)
    for i in steps if forward else reversed(steps):
        arrow(ids[i], ids[i - 1])
    judged = Proofs(all_checked(ids)).judged[ids[-1]]
    assert judged.worth == "conditional" and len(judged.steps) == 3 * (LONG - 1)  # of each: no code, cited, checked


def test_a_circle_is_unsupported_and_so_is_what_rests_on_it() -> None:
    ids = ["ROUND.a", "ROUND.b", "ROUND.c", "ROUND.top", "ROUND.apart", "ROUND.axiom"]
    for id in ids:
        lemma(id)
    for citing, cited in (("a", "b"), ("b", "c"), ("c", "a"), ("top", "a"), ("apart", "axiom")):
        arrow(f"ROUND.{citing}", f"ROUND.{cited}")
    judged = Proofs(all_checked(ids)).judged
    worths = {id: judged[id].worth for id in judged if id.startswith("ROUND.")}
    assert worths == {f"ROUND.{id}": "undecided" for id in ("a", "b", "c", "top")} | {"ROUND.apart": "conditional"}
    assert "rests on itself" in judged["ROUND.top"].words

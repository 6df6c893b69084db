"""Point every use that has content at other claims: is it noticed?

    python bench/repoint.py [--seed N] [--others K]

A use that follows from any claim says nothing of the one that it names. Each is pointed at up to K claims, drawn with
the seed: those with the same parameters where notions of a class are unknown, those whose terms have as many quantities
where the line is drawn from terms, which then take the quantities in their order. Noticed is what is no use any more.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property
from random import Random
from typing import Any

import click

from littlestone.proofs_check.provers.opaque import SHAPES, OpaqueProver
from littlestone.proofs_check.questions.profiles import QUICK
from littlestone.proofs_check.questions.universes import Question
from littlestone.proofs_check.sources.catalogue import load_papers
from littlestone.proofs_check.verdicts import asking
from littlestone.proofs_check.verdicts.asking import Settings
from littlestone.proofs_check.verdicts.ledger import entry
from littlestone.proofs_check.verdicts.standing import Proofs
from littlestone.proofs_check.verdicts.verification import verify
from littlestone.spec import proofs
from littlestone.spec import terms as terms_of
from littlestone.spec.algebra.circuit import Truth
from littlestone.spec.algebra.reals import Real
from littlestone.spec.claim import CLAIMS, Claim
from littlestone.spec.domains import Domain
from littlestone.spec.proofs import ARROW, ARROWS, TOTALS, Arrow
from littlestone.spec.terms import CONTRACTS, Contract, Terms

PROVER = OpaqueProver()
SETTINGS = Settings(profile=QUICK)


# ---- Unknown notions of a class


def follows(line: Claim) -> bool:
    """The line follows from what is cited, and not without it, on a shape of classes."""
    asked = (Question(line, line.printed, shape) for shape in SHAPES)
    answered = (question for question in asked if PROVER.supports(question, QUICK.budget) is None)
    return any(PROVER.run(question, QUICK.budget).outcome == "checked" for question in answered)


def alike(arrow: Arrow) -> list[str]:
    """Other claims with the parameters of the one that is cited; none that is made from an arrow."""
    cited = arrow.stated
    return sorted(
        claim.id
        for claim in CLAIMS.values()
        if claim.domains == cited.domains and claim.kind != ARROW and claim.id not in (arrow.cited, arrow.repair)
    )


def noticed(arrow: Arrow, other: str) -> bool | None:
    """Pointed at the other claim the use is none any more; None where that cannot be stated of what is unknown."""
    proofs._arrows[arrow.id] = replace(arrow, cited=other, repair=None)
    try:
        return not follows(CLAIMS[f"{arrow.id}.conclusion"])
    except (TypeError, ValueError):
        return None
    finally:
        proofs._arrows[arrow.id] = arrow


# ---- Terms


def with_as_many_quantities(contract: Contract) -> list[str]:
    """Other claims whose terms have as many quantities."""
    here = len(contract.domains)
    return sorted(of for of, other in CONTRACTS.items() if of != contract.of and len(other.domains) == here)


@dataclass(frozen=True)
class Renamed(Contract):
    """The terms of another claim, of quantities by other names."""

    other: Contract
    names: Mapping[str, str]  # theirs, by ours

    @cached_property
    def domains(self) -> dict[str, Domain]:
        """What each of our quantities ranges over in the other claim."""
        return {ours: self.other.domains[theirs] for ours, theirs in self.names.items()}

    def _theirs(self, quantities: Mapping[str, Any]) -> dict[str, Any]:
        return {self.names[ours]: value for ours, value in quantities.items()}

    def at(self, quantities: Mapping[str, Any]) -> Terms:
        """The other's terms."""
        return self.other.at(self._theirs(quantities))

    def hypotheses(self, quantities: Mapping[str, Any]) -> list[Truth]:
        """The other's hypotheses."""
        return self.other.hypotheses(self._theirs(quantities))

    def _bounds(self, quantities: Mapping[str, Any]) -> list[Real]:
        return self.other._bounds(self._theirs(quantities))


@contextmanager
def pointed_at(contract: Contract, other: Contract) -> Iterator[None]:
    """The terms are those of the other claim, of the quantities in their order."""
    names = dict(zip(contract.domains, other.domains, strict=True))
    terms_of._contracts[contract.of] = Renamed(other.of, other.function, other, names)
    asking._known.clear()  # answers are kept by formula, which is the same one
    try:
        yield
    finally:
        terms_of._contracts[contract.of] = contract
        asking._known.clear()


def is_used(arrow: Arrow) -> bool:
    """The use holds, and has content."""
    ids = [*arrow.claims, *filter(None, [TOTALS.get(arrow.citing)])]
    entries = {id: entry(verify(CLAIMS[id], SETTINGS)) for id in ids}
    own = all(entries[id]["verdict"] in ("proved", "checked") for id in ids)
    return own and Proofs(entries).needs_its_terms(arrow)


def noticed_of_terms(arrow: Arrow, contract: Contract, other: str) -> bool:
    """As ``noticed``, of a use that draws on terms."""
    try:
        with pointed_at(contract, CONTRACTS[other]):
            return not is_used(arrow)
    except (TypeError, ValueError, ArithmeticError):  # a use that cannot be stated is noticed
        return True


@click.command()
@click.option("--seed", default=0, show_default=True)
@click.option("--others", default=9, show_default=True, help="Claims that each use is pointed at.")
def main(seed: int, others: int) -> None:
    """Print how many of the re-pointings are noticed, and which are not."""
    load_papers()
    draw = Random(seed)
    counts: dict[str, Counter[bool | None]] = {"classes": Counter(), "terms": Counter()}
    uses = Counter[str]()
    for arrow in ARROWS.values():
        contract = arrow.contract
        if not arrow.opaque and (contract is None or arrow.formula is None or not arrow.claims):
            continue
        if contract is not None and not is_used(arrow):
            continue
        form = "classes" if contract is None else "terms"
        uses[form] += 1
        known = alike(arrow) if contract is None else with_as_many_quantities(contract)
        for other in draw.sample(known, min(others, len(known))):
            found = noticed(arrow, other) if contract is None else noticed_of_terms(arrow, contract, other)
            counts[form][found] += 1
            if found is False:
                click.echo(f"not noticed: {arrow.id} at {other}")
    for form, found in counts.items():
        tried = found[True] + found[False]
        click.echo(
            f"{form}: {found[True]} of {tried} noticed, {found[None]} not stated, {uses[form]} uses, seed {seed}"
        )


if __name__ == "__main__":
    main()

"""Point every use whose line has unknowns at other claims: does the line then fail to follow?

    python bench/repoint.py [--seed N] [--others K]

A use that follows from any claim says nothing of the one that it names. Each is pointed at up to K claims with the same
parameters, drawn with the seed; noticed is what has no answer of the opaque prover, or where the line does not follow.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import click

from littlestone.proofs_check.provers.opaque import SHAPES, OpaqueProver
from littlestone.proofs_check.questions.profiles import QUICK
from littlestone.proofs_check.questions.universes import Question
from littlestone.proofs_check.sources.catalogue import load_papers
from littlestone.spec import proofs
from littlestone.spec.claim import CLAIMS, Claim
from littlestone.spec.proofs import ARROW, ARROWS, Arrow

PROVER = OpaqueProver()


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


@click.command()
@click.option("--seed", default=0, show_default=True)
@click.option("--others", default=9, show_default=True, help="Claims that each use is pointed at.")
def main(seed: int, others: int) -> None:
    """Print how many of the re-pointings are noticed, and which are not."""
    load_papers()
    draw, counts, uses = Random(seed), Counter[bool | None](), [arrow for arrow in ARROWS.values() if arrow.opaque]
    for arrow in uses:
        known = alike(arrow)
        for other in draw.sample(known, min(others, len(known))):
            found = noticed(arrow, other)
            counts[found] += 1
            if found is False:
                click.echo(f"not noticed: {arrow.id} at {other}")
    tried = counts[True] + counts[False]
    click.echo(f"{counts[True]} of {tried} noticed, {counts[None]} not stated, {len(uses)} uses, seed {seed}")


if __name__ == "__main__":
    main()

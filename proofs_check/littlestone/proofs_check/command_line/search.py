"""``littlestone search``: the least class with given parameters, as n functions on m points."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import click

from littlestone.proofs_check.command_line.usage import WrongUsage, formula_faults, insist_on_writable
from littlestone.proofs_check.compute.interrupts import interruptible
from littlestone.proofs_check.exit_codes import ExitCode

if TYPE_CHECKING:
    from littlestone.proofs_check.search.searching import Least

MOST_SIZE = 64  # of functions and of points in a search
CONFLICTS = 200_000  # a minute or two for a hard size


def _span(context: click.Context, option: click.Parameter, text: str) -> tuple[int, int]:
    """The two numbers of a range, or one twice; raises WrongUsage."""
    words = re.fullmatch(r"(\d{1,2})(?:\.\.(\d{1,2}))?", text, re.ASCII)
    low, high = (0, 0) if words is None else (int(words[1]), int(words[2] or words[1]))
    if not 1 <= low <= high <= MOST_SIZE:
        raise WrongUsage(f"--{option.name} {text}: this is no range within 1..{MOST_SIZE}; write 8 or 2..10")
    return low, high


@click.command("search")
@click.argument("conditions", nargs=-1, required=True)
@click.option("--functions", callback=_span, default="1..16", show_default=True, help="How many functions.")
@click.option("--points", callback=_span, default="1..8", show_default=True, help="On how many points.")
@click.option("--least", type=click.Choice(["points", "functions"]), default="points", help="What is least first.")
@click.option("--conflicts", type=click.IntRange(1, 10**9), default=CONFLICTS, help="Spend at most so many on a size.")
@click.option("--certificates", type=click.Path(path_type=Path), help="Keep the proofs that there is none here.")
@click.pass_context
def search_command(
    context: click.Context,
    conditions: tuple[str, ...],
    functions: tuple[int, int],
    points: tuple[int, int],
    least: Least,
    conflicts: int,
    certificates: Path | None,
) -> None:
    """Search for the least class that fulfils CONDITIONS, or prove that there is none in the ranges.

    'VC <= 1' 'Ldim >= 3', 'dual_VC > 2^VC', 'TS_min >= 3', ample. There are VC, dual_VC, Ldim, Thr, TD, TS_min,
    RTD, NCTD, from above USC and LSC (sample compression), size and points; intersection_closed, union_closed, maximum
    and ample stand alone. A class that is found is measured, a proof that there is none is checked. Exit code 4: a size
    is not decided.
    """
    from littlestone.proofs_check.search.clauses.questions import class_question
    from littlestone.proofs_check.search.searching import search
    from littlestone.proofs_check.search.words import answer_lines

    if certificates is not None:
        insist_on_writable("--certificates", certificates)
    try:
        with formula_faults(), interruptible():
            answer = search(class_question(conditions), functions, points, least, conflicts)
    except KeyboardInterrupt:
        click.echo("interrupted: nothing is said; give fewer sizes, or fewer --conflicts", err=True)
        context.exit(ExitCode.INTERRUPTED)
    for proof in (one.proof for one in answer.decided if one.proof is not None):
        if certificates is not None:
            proof.write(certificates)
    click.echo("\n".join(answer_lines(answer)))
    undecided = any(one.outcome == "undecided" for one in answer.decided)
    context.exit(ExitCode.UNDECIDED if undecided else ExitCode.PASSED)

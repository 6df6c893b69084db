"""``littlestone explore``: which class separates parameters, on few points."""

from __future__ import annotations

import json
import os

import click

from littlestone.proofs_check.command_line.completion import parameters_that_begin
from littlestone.proofs_check.command_line.usage import JOBS, WrongUsage, formula_faults

MOST_POINTS, MOST_FUNCTIONS = 6, 10
MINE = "mine"


@click.command("explore")
@click.argument("question", shell_complete=parameters_that_begin)
@click.option("--points", type=click.IntRange(1, MOST_POINTS), help="On 1 to so many points; 5 if not given.")
@click.option(
    "--at-most",
    type=click.IntRange(1, MOST_FUNCTIONS),
    help=f"On {MOST_POINTS} points, look at all classes of at most so many functions.",
)
@click.option("--smallest", is_flag=True, help="Find the smallest class of which the relation is true.")
@click.option("--jobs", type=JOBS, default=os.cpu_count() or 1, help="Threads of the enumeration.")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", help="How to print.")
def explore_command(
    question: str, points: int | None, at_most: int | None, smallest: bool, jobs: int, form: str
) -> None:
    """Answer a QUESTION about the parameters of all small binary classes, with the class that shows it.

    'max Ldim - VC', 'min size given VC = 2', 'Ldim <= c * VC' (the best constant c), 'Ldim <= VC + 1' (does it hold?),
    'VC = 2 and Ldim = 4' with --smallest. Numbers may be joined by + - * / ^, log2, floor, ceil, min and max.

    The question 'mine' looks for relations between all parameters by itself.
    """
    from littlestone.proofs_check.explore.exploring import explore
    from littlestone.proofs_check.explore.mining import mine
    from littlestone.proofs_check.explore.words import answer_data, answer_text, mined_data, mined_text

    if question == MINE:
        if points is not None or at_most is not None or smallest:
            raise WrongUsage("mine looks at the same universes each time: leave --points, --at-most and --smallest out")
        mined = mine(jobs=jobs)
        click.echo(json.dumps(mined_data(mined), indent=1) if form == "json" else mined_text(mined))
        return
    if at_most is not None:
        if points not in (None, MOST_POINTS):
            raise WrongUsage(f"on {points} points all classes are looked at: leave --at-most out, or give --points 6")
        points = MOST_POINTS
    with formula_faults():
        answer = explore(question, points, smallest, jobs, at_most=at_most)
        click.echo(json.dumps(answer_data(answer), indent=1) if form == "json" else answer_text(answer))

"""``littlestone explore`` and ``search``: which class separates parameters, on few points or as n functions on m."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from littlestone.proofs_check.command_line.completion import parameters_that_begin
from littlestone.proofs_check.command_line.usage import JOBS, WrongUsage, insist_on_writable
from littlestone.proofs_check.compute.interrupts import interruptible
from littlestone.proofs_check.exit_codes import ExitCode

if TYPE_CHECKING:
    from littlestone.proofs_check.search.searching import Least

MOST_POINTS, MOST_FUNCTIONS = 6, 10
MOST_SIZE = 64  # of functions and of points in a search
CONFLICTS = 200_000  # a minute or two for a hard size
MINE = "mine"


@contextmanager
def _faults() -> Iterator[None]:
    """What cannot be read, and a fault of the kit, as a message each with its exit code."""
    from littlestone.proofs_check.explore.formulas import BadFormula
    from littlestone.proofs_check.kit_faults import KitFault

    try:
        yield
    except BadFormula as fault:
        raise WrongUsage(str(fault)) from fault
    except KitFault as fault:
        click.echo(f"Error: the kit is at fault: {type(fault).__name__}: {fault}", err=True)
        raise click.exceptions.Exit(ExitCode.KIT_FAULT) from fault


@click.command("explore")
@click.argument("question", shell_complete=parameters_that_begin)
@click.option("--points", type=click.IntRange(1, MOST_POINTS), help="On 1 to so many points; 5 if not given.")
@click.option(
    "--at-most",
    type=click.IntRange(1, MOST_FUNCTIONS),
    help=f"On {MOST_POINTS} points, look at all classes of at most so many functions.",
)
@click.option("--smallest", is_flag=True, help="Find the smallest class of which the relation is true.")
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="Seed of the guided search.")
@click.option("--jobs", type=JOBS, default=os.cpu_count() or 1, help="Threads of the enumeration.")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", help="How to print.")
def explore_command(
    question: str, points: int | None, at_most: int | None, smallest: bool, seed: int, jobs: int, form: str
) -> None:
    """Answer a QUESTION about the parameters of all small binary classes, with the class that shows it.

    'max Ldim - VC', 'min size given VC = 2', 'Ldim <= c * VC' (the best constant c), 'Ldim <= VC + 1' (does it hold?),
    'VC = 2 and Ldim = 4' with --smallest. Numbers may be joined by + - * / ^, log2, floor, ceil, min and max.

    The question 'mine' looks for relations between all parameters by itself, and attacks each that it finds.
    """
    from littlestone.proofs_check.explore.exploring import explore
    from littlestone.proofs_check.explore.words import answer_data, answer_text

    if at_most is not None:
        points = _insist_on_six(question, points)
    if question == MINE:
        _mine(points, seed, form)
        return
    with _faults():
        answer = explore(question, points, smallest, seed, jobs, at_most=at_most)
        click.echo(json.dumps(answer_data(answer), indent=1) if form == "json" else answer_text(answer))


def _insist_on_six(question: str, points: int | None) -> int:
    """The number of points where the classes of few functions are asked for. Raises WrongUsage."""
    if question == MINE:
        raise WrongUsage("--at-most is for a question of yours: what is mined is attacked by a search on 6 points")
    if points not in (None, MOST_POINTS):
        raise WrongUsage(f"on {points} points all classes are looked at: leave --at-most out, or give --points 6")
    return MOST_POINTS


def _mine(points: int | None, seed: int, form: str) -> None:
    from littlestone.proofs_check.explore.mining import ATTACKED_POINTS, mine
    from littlestone.proofs_check.explore.words import mined_data, mined_text

    if points is not None and points < ATTACKED_POINTS:
        raise WrongUsage(f"what is mined is attacked on {ATTACKED_POINTS} points, or on 6: give --points 5 or 6")
    with _faults():
        mined = mine(points=points or ATTACKED_POINTS, seed=seed)
    click.echo(json.dumps(mined_data(mined), indent=1) if form == "json" else mined_text(mined))


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
    RTD, NCTD, size and points; intersection_closed, union_closed, maximum and ample stand alone. A class that is found
    is measured, a proof that there is none is checked. Exit code 4: a size is not decided.
    """
    from littlestone.proofs_check.search.clauses.questions import class_question
    from littlestone.proofs_check.search.searching import search
    from littlestone.proofs_check.search.words import answer_lines

    if certificates is not None:
        insist_on_writable("--certificates", certificates)
    try:
        with _faults(), interruptible():
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

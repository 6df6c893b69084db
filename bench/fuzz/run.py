"""Random statements put to the provers and held against a literal evaluation that shares no code with them.

Every second statement is about classes, every other one about numbers; each depends on the seed and its own number
alone. Prints the outcomes by prover, every wrong answer with the command that repeats it, and the CPU seconds; exits
with 1 where an answer was wrong.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from random import Random

import click
from judging import Findings, about_classes, about_numbers


def statement(seed: int, number: int) -> Findings:
    """The findings about one statement."""
    random = Random(f"{seed}/{number}")
    return (about_numbers if number % 2 else about_classes)(f"statement_{number}", random)


@click.command()
@click.option("--number", default=1000, show_default=True, help="How many statements.")
@click.option("--seed", default=1, show_default=True, help="What they are drawn by.")
@click.option("--only", type=int, help="One statement, by its number.")
@click.option("--show", is_flag=True, help="Print every statement with its outcomes.")
def main(number: int, seed: int, only: int | None, show: bool) -> None:
    """Fuzz the provers."""
    outcomes: Counter[tuple[str, str]] = Counter()
    failures = 0
    for i in range(number) if only is None else [only]:
        found = statement(seed, i)
        outcomes.update(found.outcomes)
        failures += bool(found.failures)
        if i % 100 == 99:
            click.echo(f"{i + 1:,} of {number:,}, {time.process_time():.0f} CPU seconds", err=True)
        if show or only is not None:
            click.echo(f"{i}: {found.text}   {found.outcomes}")
        for failure in found.failures:
            click.echo(f"WRONG: {failure}\n  {found.text}\n  python bench/fuzz/run.py --seed {seed} --only {i}")
    for (prover, outcome), count in sorted(outcomes.items()):
        click.echo(f"{prover:<12}{outcome:<16}{count:>8,}")
    tried = number if only is None else 1
    click.echo(f"{tried:,} statements, seed {seed}: {failures} answered wrongly; {time.process_time():.0f} CPU seconds")
    sys.exit(bool(failures))


if __name__ == "__main__":
    main()

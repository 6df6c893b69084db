"""The dimensions of structured classes, held against plain recursions that share no code with the kit.

Each class depends on the seed and its own number alone: 16 to 200 functions on at most 30 points, with 2 to 5 labels.
What is exact must be equal, what is an interval must contain the truth. Prints every wrong number with the command that
repeats it, and how many were compared; exits with 1 where one was wrong.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Iterator
from random import Random

import click
import numpy as np
from plain_dimensions import Function, dimensions

from littlestone.impl.classes.matrices import as_matrix
from littlestone.impl.dimensions.all import all_dimensions
from littlestone.spec.families.structured_classes import structured_class

BUDGET = 300_000  # nodes of a search: a few hundred milliseconds, so that an interval is met now and then
Counts = Counter[str]


def drawn(seed: int, number: int) -> tuple[Function, ...]:
    """The functions of one class."""
    random = Random(f"dimensions/{seed}/{number}")
    labels, points = random.choice((2, 2, 3, 4, 5)), random.randint(8, 30)
    return structured_class(points, labels, random.randrange)


def wrong(functions: tuple[Function, ...], counts: Counts) -> Iterator[str]:
    """What is said of the class and not so; counts what was compared, by kind."""
    started = time.process_time()
    truth = dimensions(functions)
    counts["milliseconds of the recursion"] += round(1000 * (time.process_time() - started))
    try:
        found = {d.name: (d.lower, d.upper) for d in all_dimensions(as_matrix(np.array(functions)), BUDGET)}
    except Exception as error:
        yield f"it raises {error!r}"
        return
    if found.keys() != truth.keys():
        yield f"{sorted(found.keys() ^ truth.keys())} are not in both"
    for name in found.keys() & truth.keys():
        (lower, upper), true = found[name], truth[name]
        kind = "not decided by the recursion" if true is None else "exact" if lower == upper else "intervals"
        counts[f"{name.partition(' of bit')[0]}: {kind}"] += 1
        if lower > upper or (true is not None and not lower <= true <= upper):
            yield f"{name} = {lower}{f'..{upper}' * (upper != lower)} is said, and the recursion finds {true}"


@click.command()
@click.option("--number", default=1000, show_default=True, help="How many classes.")
@click.option("--seed", default=1, show_default=True, help="What they are drawn by.")
@click.option("--only", type=int, help="One class, by its number.")
def main(number: int, seed: int, only: int | None) -> None:
    """Fuzz the dimensions."""
    counts, failures = Counts(), 0
    for i in range(number) if only is None else [only]:
        functions = drawn(seed, i)
        said = list(wrong(functions, counts))
        failures += bool(said)
        if said or only is not None:
            listed = ", ".join("".join(map(str, f)) for f in functions)
            again = f"python bench/fuzz/dimensions.py --seed {seed} --only {i}"
            click.echo("\n  ".join([f"{'WRONG: ' * bool(said)}{'; '.join(said)}", f"{{{listed}}}", again]))
        if i % 500 == 499:
            click.echo(f"{i + 1:,} of {number:,}, {time.process_time():.0f} CPU seconds", err=True)
    for kind, count in sorted(counts.items()):
        click.echo(f"{kind:<56}{count:>10,}")
    tried = number if only is None else 1
    click.echo(f"{tried:,} classes, seed {seed}: {failures} wrong; {time.process_time():.0f} CPU seconds")
    sys.exit(bool(failures))


if __name__ == "__main__":
    main()

"""The parameters of ``dims --all`` on drawn classes, held against the literal twins of their definitions.

Every class depends on the seed and its number alone: random ones, and structured ones cut to a few points. Prints each
wrong value with the command that repeats it, and exits with 1 where there is one.
"""

from __future__ import annotations

import sys
from collections import Counter
from random import Random

import click
import numpy as np

from littlestone.impl.classes.matrices import Matrix, as_matrix
from littlestone.impl.parameters.all import all_parameters
from littlestone.spec.families.structured_classes import structured_class

MOST_POINTS, MOST_FUNCTIONS = 4, 10  # the literal twins go through all subsets


def drawn(seed: int, number: int) -> Matrix:
    """The class with this number."""
    random = Random(f"{seed}/{number}")
    points = random.randint(1, MOST_POINTS)
    if number % 2:
        rows = [[random.randrange(2) for _ in range(points)] for _ in range(random.randint(1, MOST_FUNCTIONS))]
        return as_matrix(np.array(rows))
    return as_matrix(np.array(structured_class(points, 2, random.randrange, least=1, most=MOST_FUNCTIONS)))


@click.command()
@click.option("--number", default=200, show_default=True, help="How many classes.")
@click.option("--seed", default=1, show_default=True, help="What they are drawn by.")
@click.option("--only", type=int, help="One class, by its number.")
def main(number: int, seed: int, only: int | None) -> None:
    """Fuzz the parameters."""
    outcomes: Counter[str] = Counter()
    for i in range(number) if only is None else [only]:
        matrix = drawn(seed, i)
        functions = frozenset(matrix.function(j) for j in range(len(matrix)))
        for one in all_parameters(matrix):
            right = one.value is None or one.value == one.parameter.literal(functions)
            outcomes["right" if right and one.value is not None else "not measured" if right else "wrong"] += 1
            if not right:
                click.echo(f"WRONG: {one} on {sorted(functions)}; bench/fuzz/parameters.py --seed {seed} --only {i}")
    click.echo(f"{dict(outcomes)} of {number if only is None else 1} classes, seed {seed}")
    sys.exit(bool(outcomes["wrong"]))


if __name__ == "__main__":
    main()

"""The source of randomness: branches and exact laws per second, and sampling speed; run with ``--help``."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

import click

from littlestone.impl.privacy.mechanisms import (
    above_threshold,
    exponential_mechanism,
    laplace_mechanism,
    parallel,
    randomized_response,
    report_noisy_max,
)
from littlestone.impl.randomness.enumeration import branches, law
from littlestone.impl.randomness.sources import SeededSource
from littlestone.spec.algebra.reals import Expression, ln
from littlestone.spec.learning.privacy import exact_privacy
from littlestone.spec.learning.randomness import Randomness


def coins(n: int, source: Randomness) -> int:
    return sum(source.bernoulli(Fraction(1, 3)) for _ in range(n))


def timed(run: Callable[[], Any]) -> tuple[float, Any]:
    start = time.perf_counter()
    result = run()
    return time.perf_counter() - start, result


def show_branches() -> None:
    for n in (8, 14):
        seconds, found = timed(lambda n=n: sum(1 for _ in branches(coins, n)))
        click.echo(f"{n} coins: {found} branches, {found / seconds:,.0f} a second, {n * found / seconds:,.0f} choices")


def show_exponential(hypotheses: int) -> None:
    scores = [-(i * i % 21) for i in range(hypotheses)]
    for name, epsilon in (("ln 4", ln(4)), ("ln 2", ln(2)), ("1", 1)):
        seconds, found = timed(lambda e=epsilon: law(exponential_mechanism, scores, 1, e))
        click.echo(f"exponential mechanism, {len(found)} hypotheses, epsilon = {name}: {seconds:.3f} s")


def show_noise() -> None:
    for k in (3, 5, 7):
        maximum, _ = timed(lambda k=k: law(report_noisy_max, list(range(k)), 1, ln(4)))
        threshold, _ = timed(lambda k=k: law(above_threshold, [0] * k, 1, 1, ln(16)))
        click.echo(f"Laplace noise on {k} scores: noisy max {maximum:.3f} s, above threshold {threshold:.3f} s")


def show_privacy() -> None:
    functions, rows = list(product(range(2), repeat=2)), list(product(range(2), range(3)))

    def learn(bit: int) -> Callable[..., Any]:
        def on_block(block: tuple[tuple[int, int], ...], source: Randomness) -> tuple[int, ...]:
            scores: list[Expression] = [-sum(h[x] != y >> bit & 1 for x, y in block) for h in functions]
            return functions[source.exponential(scores, ln(4))]

        return on_block

    learner = parallel([learn(1), learn(0)], (2, 2))
    seconds, found = timed(lambda: exact_privacy(lambda S: law(learner, S), rows, 4))
    curve, _ = timed(lambda: found.curve)
    click.echo(
        f"a learner of 2 bits, 2 points x 3 labels, 4 rows: {found.examined} neighbouring pairs, {len(found.pairs)} "
        f"distinct, {seconds:.2f} s; epsilon = {found.epsilon}; privacy curve {curve:.2f} s"
    )


def show_sampling(runs: int) -> None:
    epsilon = ln(3)
    scalar: dict[str, Callable[[Randomness], Any]] = {
        "randomized response": lambda source: randomized_response(1, 3, epsilon, source),
        "Laplace mechanism": lambda source: laplace_mechanism(1, 1, epsilon, source),
        "exponential mechanism": lambda source: exponential_mechanism((0, 1, 2), 1, epsilon, source),
    }
    for name, run in scalar.items():
        at_once, _ = timed(lambda run=run: run(SeededSource(0, runs=runs)))
        source = SeededSource(0)
        one_by_one, _ = timed(lambda run=run, source=source: [run(source) for _ in range(runs // 10)])
        click.echo(f"{name}, {runs} runs: {at_once:.3f} s at once, {10 * one_by_one:.1f} s one by one")


@click.command()
@click.option("--hypotheses", default=10_000, help="Size of the class for the exponential mechanism.")
@click.option("--runs", default=1_000_000, help="Runs of each scalar mechanism.")
def main(hypotheses: int, runs: int) -> None:
    """Print the load, then how long enumerating and sampling take."""
    click.echo(f"load average {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    show_branches()
    show_exponential(hypotheses)
    show_noise()
    show_privacy()
    show_sampling(runs)


if __name__ == "__main__":
    main()

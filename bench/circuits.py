"""What a circuit costs: gates, slots, support and the speed of each evaluator; run with ``--help`` for the options.

``low`` and ``high`` count the gates that depend on one half of the inputs only, ``mixed`` the others. The straight-line
evaluators' speeds are measured on a sample of words, the expansion's on all classes.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import dataclass

import click
import numpy as np

from littlestone.proofs_check.circuits.evaluators import assignment_words, evaluate_compiled, evaluate_numpy
from littlestone.proofs_check.circuits.expansion import lanes_of
from littlestone.proofs_check.circuits.program import Program, reuse_slots, straight_line
from littlestone.proofs_check.provers.exhaustive import tally_all
from littlestone.spec.algebra.circuit import Truth
from littlestone.spec.algebra.naturals import largest
from littlestone.spec.classes.concept_classes import ConceptClass, binary_restrictions, symbolic
from littlestone.spec.classes.dimensions import (
    littlestone_dimension,
    standard_optimal_mistakes,
    threshold_dimension,
    vc_dimension,
)

SAMPLE_WORDS = 4096


@dataclass(frozen=True)
class Bench:
    """A statement on a universe; ``slow`` ones run on request only."""

    name: str
    points: int
    labels: int
    statement: Callable[[ConceptClass], Truth]
    slow: bool = False

    def program(self) -> Program:
        """Its violation and premise, a slot for each gate."""
        H = symbolic(self.points, self.labels)
        outputs = [~self.statement(H) & H.nonempty(), H.nonempty()]
        return straight_line(outputs, [truth.payload for _, truth in H.members()])


def vc_below(H: ConceptClass) -> Truth:
    return vc_dimension(H) <= littlestone_dimension(H)


def below_vc(H: ConceptClass) -> Truth:
    return littlestone_dimension(H) <= vc_dimension(H)


def thresholds_below(H: ConceptClass) -> Truth:
    return threshold_dimension(H) <= littlestone_dimension(H).map(lambda d: 2 ** (d + 1))


def mistakes_below(H: ConceptClass) -> Truth:
    return standard_optimal_mistakes(H) <= littlestone_dimension(H)


def restrictions_below(H: ConceptClass) -> Truth:
    return largest([littlestone_dimension(bit) for bit in binary_restrictions(H)]) <= littlestone_dimension(H) * 2


BENCHES = (
    Bench("VC <= Ldim", 4, 2, vc_below),
    Bench("VC <= Ldim", 5, 2, vc_below),
    Bench("Ldim <= VC (false)", 5, 2, below_vc),
    Bench("thresholds <= 2^(Ldim+1)", 5, 2, thresholds_below),
    Bench("SOA mistakes <= Ldim", 5, 2, mistakes_below, slow=True),
    Bench("SOA mistakes <= MLD", 3, 3, mistakes_below),
    Bench("Ldim of bits <= 2 MLD", 3, 3, restrictions_below),
    Bench("SOA mistakes <= MLD", 2, 5, mistakes_below),
)


def support_sides(program: Program) -> tuple[int, int, int]:
    """How many gates depend on low inputs only, on high inputs only, and on both."""
    half = program.inputs // 2
    sides = [0] + [1 if i < half else 2 for i in range(program.inputs)]
    for a, b in zip(program.a.tolist(), program.b.tolist(), strict=True):
        sides.append(sides[a >> 1] | sides[b >> 1])
    gates = sides[1 + program.inputs :]
    return gates.count(1), gates.count(2), gates.count(3)


def nanoseconds_per_class(evaluate: Callable[[Program, np.ndarray], np.ndarray], program: Program) -> float:
    words = assignment_words(program.inputs, 0, max(1, min(SAMPLE_WORDS, 2**program.inputs // 64)))
    evaluate(program, words)
    started = time.perf_counter()
    evaluate(program, words)
    return (time.perf_counter() - started) / (64 * int(words.shape[1])) * 1e9


def measure(bench: Bench, jobs: int) -> None:
    program = bench.program()
    compact = reuse_slots(program)
    low, high, mixed = support_sides(program)
    slow, fast = (nanoseconds_per_class(evaluate, compact) for evaluate in (evaluate_numpy, evaluate_compiled))
    started = time.perf_counter()
    tally = tally_all(program, "compiled", jobs)
    seconds = time.perf_counter() - started
    click.echo(
        f"{bench.name:26s} {bench.points}x{bench.labels} {program.inputs:3d} {program.gates:6d} {compact.slots:5d} "
        f"{low:5d} {high:5d} {mixed:6d} {lanes_of(program):5d} {slow:8.2f} {fast:8.2f} {slow / fast:6.1f} "
        f"{seconds / 2**program.inputs * 1e9:9.4f} {seconds:8.3f} {tally.counts[0]:11d}"
    )


@click.command()
@click.option("--jobs", default=2, show_default=True, help="Worker threads of the expansion.")
@click.option("--slow", is_flag=True, help="Also those of more than a few seconds.")
def main(jobs: int, slow: bool) -> None:
    """Print what each circuit costs; the last columns are the expansion over all classes."""
    click.echo(f"load average {os.getloadavg()[0]:.2f}, {os.cpu_count()} processors, {jobs} threads; ns per class")
    click.echo(
        f"{'statement':26s} pxl bits  gates slots   low  high  mixed lanes    numpy compiled  ratio expansion  seconds "
        " violations"
    )
    tally_all(BENCHES[0].program(), "compiled", jobs)
    for bench in BENCHES:
        if slow or not bench.slow:
            measure(bench, jobs)
    click.echo(f"load average {os.getloadavg()[0]:.2f}")


if __name__ == "__main__":
    main()

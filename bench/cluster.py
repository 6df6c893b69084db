"""What a cluster would cover: measured shard times of large enumerations, and the arithmetic; run with ``--help``."""

from __future__ import annotations

import os
import time
from math import comb
from random import Random

import click
from distributed import Client, LocalCluster

from littlestone.proofs_check.catalogue import find
from littlestone.proofs_check.class_programs import class_program
from littlestone.proofs_check.engines import Engine, Sharding, evaluator_digest
from littlestone.proofs_check.exhaustive import _sharding
from littlestone.proofs_check.universes import ClassUniverse, Question

CASES = ("BGS21.T3.4:2x6", "BGS21.COR3.3:2x7", "BGS21.C4.6:2x6", "BGS21.C4.6:2x7")
Times = dict[int, float]


def trivial(shard: int) -> int:
    """A shard without work; a function of this module, so that its answer costs what any answer costs."""
    return len(evaluator_digest()) * shard


def sharding_of(case: str) -> Sharding:
    id, shape = case.split(":")
    points, labels = map(int, shape.split("x"))
    (claim,) = find([id])
    question = Question(claim, claim.printed, ClassUniverse(points, labels))
    return _sharding(class_program(question, 20_000_000).program, "compiled")


def shard_times(sharding: Sharding, seconds: float) -> Times:
    """Seconds of CPU for a shard with each number of ones among its fixed inputs, as far as the seconds reach.

    Classes that hold many of the fixed functions, or few, are decided at different depths, so the number of ones is
    what the time depends on most. The middle, where most shards are, comes first.
    """
    times: Times = {}
    middle = sharding.fixed / 2
    for ones in sorted(range(sharding.fixed + 1), key=lambda j: abs(j - middle)):
        shard = sum(1 << bit for bit in Random(ones).sample(range(sharding.fixed), ones))
        start = time.process_time()
        sharding(shard)
        times[ones] = time.process_time() - start
        if sum(times.values()) > seconds:
            break
    return times


def whole(sharding: Sharding, times: Times) -> float:
    """Seconds for all shards: those with j ones as the measured one, an unmeasured j as the slowest measured."""
    slowest = max(times.values())
    return sum(comb(sharding.fixed, j) * times.get(j, slowest) for j in range(sharding.fixed + 1))


def overhead(shards: int) -> float:
    """Seconds that the scheduler needs for a shard without work, two workers on this machine."""
    with LocalCluster(2, threads_per_worker=1, dashboard_address=None) as local, Client(local):
        engine = Engine(local.scheduler_address)
        list(engine.work(trivial, range(64), 1))
        start = time.perf_counter()
        list(engine.work(trivial, range(shards), 1))
        seconds = time.perf_counter() - start
        engine.close()
        return seconds / shards


def report(case: str, seconds: float, threads: int, each: float) -> None:
    sharding = sharding_of(case)
    sharding(sharding.shards - 1)
    times = shard_times(sharding, seconds)
    total, longest = whole(sharding, times), max(times.values())
    there = max(total / threads, longest, each * sharding.shards)
    measured = sum(comb(sharding.fixed, j) for j in times)
    click.echo(
        f"{case}: 2^{sharding.program.inputs} classes, {sharding.program.gates} gates, {sharding.shards} shards of "
        f"{1000 * min(times.values()):.2f} to {1000 * longest:.2f} ms;"
        f" {len(times)} measured, which stand for {measured}"
    )
    click.echo(
        f"  in all {total:,.1f} s of CPU; on {threads} threads the largest of {total / threads:,.1f} s of work, "
        f"{longest:,.1f} s of the longest shard and {each * sharding.shards:,.1f} s of scheduling: {there:,.0f} s"
    )


@click.command()
@click.option("--case", "cases", multiple=True, default=CASES, help="ID:POINTSxLABELS.")
@click.option("--seconds", default=20.0, help="CPU seconds of shards for each case.")
@click.option("--threads", default=1000, help="Threads of the cluster: machines times cores.")
@click.option("--shards", default=512, help="Shards without work, to measure the scheduling.")
def main(cases: tuple[str, ...], seconds: float, threads: int, shards: int) -> None:
    """Print the load, the cost of scheduling a shard, and for each case what it takes here and on a cluster."""
    click.echo(f"load average {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    each = overhead(shards)
    click.echo(f"scheduling: {1000 * each:.2f} ms a shard")
    for case in cases:
        report(case, seconds, threads, each)


if __name__ == "__main__":
    main()

"""What a cluster would cover: measured times of enumerations and audits, and the arithmetic; run with ``--help``.

Targets run with one thread of BLAS, as in an audit, if OMP_NUM_THREADS=1 says so.
"""

from __future__ import annotations

import os
import tempfile
import time
from math import comb
from pathlib import Path
from random import Random
from typing import Any

import click
import numpy as np
from distributed import Client, LocalCluster

from littlestone.proofs_check.audits.runs.crews import SECONDS_TO_SCHEDULE
from littlestone.proofs_check.audits.runs.journal import Journal, Record
from littlestone.proofs_check.audits.runs.probes import probe_of
from littlestone.proofs_check.audits.runs.requests import Limits, Runs, Setup
from littlestone.proofs_check.audits.runs.worker import Server
from littlestone.proofs_check.audits.search.blackbox import blackbox_bound
from littlestone.proofs_check.audits.subjects.instances import instance_of_class
from littlestone.proofs_check.audits.subjects.targets import load_target
from littlestone.proofs_check.circuits.class_programs import class_program
from littlestone.proofs_check.circuits.shards import Sharding, evaluator_digest
from littlestone.proofs_check.compute.engines import Engine
from littlestone.proofs_check.provers.exhaustive import _sharding
from littlestone.proofs_check.questions.universes import ClassUniverse, Question
from littlestone.proofs_check.sources.catalogue import find
from littlestone.proofs_check.statistics.regions import Counts
from littlestone.proofs_check.statistics.two_sample import epsilon_lower_bound

CASES = ("BGS21.T3.4:2x6", "BGS21.COR3.3:2x7", "BGS21.C4.6:2x6", "BGS21.C4.6:2x7")
TARGETS = (
    f"{__file__}:learned_threshold",
    "sklearn.naive_bayes:GaussianNB",
    "sklearn.linear_model:LogisticRegression",
    "sklearn.ensemble:RandomForestClassifier",
)
ROWS, KEPT = 20, np.e / (1 + np.e)
THRESHOLDS = tuple((0,) * t + (1,) * (ROWS - t) for t in range(ROWS + 1))
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


# ---- Audits


def learned_threshold(sample: Any, source: Any) -> tuple[int, ...]:
    """The exponential mechanism over all thresholds on the points, as a target."""
    return THRESHOLDS[source.exponential([-sum(h[x] != y for x, y in sample) for h in THRESHOLDS], 1)]


def run_time(name: str, seconds: float) -> float:
    """Seconds of CPU for one run of a target on a sample of a class of thresholds, the output's row included."""
    target, instance = load_target(name), instance_of_class(f"thresholds:{ROWS}", ROWS)
    setup = Setup(name, probe_of(instance, []), ROWS, Limits())
    sample = tuple((x, int(x >= ROWS // 2)) for x in range(ROWS))
    with tempfile.TemporaryFile() as progress:
        server, made = Server(target, setup, progress.fileno()), 0
        assert not server.answer(Runs(sample, np.arange(2, dtype=np.uint32))).failed
        start = time.process_time()
        while time.process_time() - start < seconds:
            made += len(server.answer(Runs(sample, np.arange(made, made + 8, dtype=np.uint32))).rows)
        return (time.process_time() - start) / made


def response(dataset: Any, n: int, rng: np.random.Generator) -> Any:
    """Randomised response, epsilon = 1, on a probe of eight points: draws that cost next to nothing."""
    return np.repeat((rng.random((n, 1)) < KEPT) ^ (dataset == 0), 8, axis=1).astype(np.int16)


def time_here(draws: int) -> float:
    """Seconds of CPU that a draw costs where the command was given: into the journal, and through the engine."""
    start = time.process_time()
    blackbox_bound(response, [(1, 0)], delta=0.0, draws=draws)
    rows = response(1, draws, np.random.default_rng(0))
    with tempfile.TemporaryDirectory() as folder:
        journal = Journal(Path(folder) / "journal", {})
        journal.open()
        journal.add(Record(0, "", 0, draws, (), rows))
        journal.close()
    return (time.process_time() - start) / draws


def gap(draws: int, likelihood: float) -> float:
    """How far below epsilon = 1 the bound stays that a quarter of the draws on each sample give, as expected.

    For an event with this likelihood on one sample and e times that on the other, half of the draws spent on search.
    """
    n = draws // 4
    return 1 - epsilon_lower_bound(Counts(int(n * likelihood * np.e), n, int(n * likelihood), n), 0.0, 0.05)


def report_audit(name: str, seconds: float, threads: int, here: float) -> None:
    each = run_time(name, seconds)
    on_one, on_all = 3600 / (each + here), 3600 / max(each / threads, here)
    limit = "the machine that collects" if here > each / threads else "the runs"
    click.echo(f"{name.rpartition('/')[2]}: {1e6 * each:,.0f} us a run; in an hour {on_one:.1e} draws on one thread,")
    click.echo(f"  {on_all:.1e} on {threads} (limited by {limit})")


def report_audits(targets: tuple[str, ...], seconds: float, threads: int, each: float) -> None:
    here = time_here(400_000)
    click.echo(f"audits: {1e6 * here:.1f} us a draw where the command is given, so at most {3600 / here:.1e} an hour;")
    batch = SECONDS_TO_SCHEDULE * threads
    click.echo(f"  requests of {batch:.0f} s, {threads / batch:.0f} a second, of {1 / each:.0f} that can be scheduled")
    for name in targets:
        report_audit(name, seconds, threads, here)
    for draws in (10**6, 10**7, 10**8, int(3600 / here)):
        gaps = ", ".join(f"{gap(draws, likelihood):.4f} at {likelihood:.0e}" for likelihood in (0.25, 1e-3, 1e-5))
        click.echo(f"  {draws:.1e} draws: bound below epsilon = 1 by {gaps} of the draws in the event")


@click.command()
@click.option("--case", "cases", multiple=True, default=CASES, help="ID:POINTSxLABELS.")
@click.option("--target", "targets", multiple=True, default=TARGETS, help="A target to audit, as littlestone names it.")
@click.option("--only", type=click.Choice(["enumerations", "audits"]), help="Leave the others out.")
@click.option("--seconds", default=20.0, help="CPU seconds of shards for each case, a tenth for each target.")
@click.option("--threads", default=1000, help="Threads of the cluster: machines times cores.")
@click.option("--shards", default=512, help="Shards without work, to measure the scheduling.")
def main(
    cases: tuple[str, ...], targets: tuple[str, ...], only: str | None, seconds: float, threads: int, shards: int
) -> None:
    """Print the load, the cost of scheduling a shard, and what each case and target takes here and on a cluster."""
    click.echo(f"load average {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    each = overhead(shards)
    click.echo(f"scheduling: {1000 * each:.2f} ms a shard")
    for case in cases if only != "audits" else ():
        report(case, seconds, threads, each)
    if only != "enumerations":
        report_audits(targets, seconds / 10, threads, each)


if __name__ == "__main__":
    main()

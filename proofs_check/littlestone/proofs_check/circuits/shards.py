"""The shards of an enumeration: what one is, and the tallies of those that an engine works on."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import cache

from littlestone.proofs_check.circuits.evaluators import Tally, sweep
from littlestone.proofs_check.circuits.program import Program
from littlestone.proofs_check.compute.engines import ClusterFault, Engine, once_each
from littlestone.proofs_check.compute.source_digest import source_digest


@dataclass(frozen=True)
class Sharding:
    """All assignments of a program's inputs in 2^``fixed`` shards, by the values of the highest inputs.

    ``expanded`` says by which evaluator: Shannon expansion, for which the program has a slot for each gate, or sweeps.
    Of the fields, only plain arrays and numbers go to another machine.
    """

    program: Program
    fixed: int
    expanded: bool

    @property
    def shards(self) -> int:
        """How many shards there are."""
        return int(2**self.fixed)

    def __call__(self, shard: int) -> Report:
        """The report on one shard."""
        if not self.expanded:
            return Report(shard, evaluator_digest(), sweep(self.program, self.fixed, shard))
        from littlestone.proofs_check.circuits.expansion import expand  # numba takes a second to import

        return Report(shard, evaluator_digest(), expand(self.program, self.fixed, shard))


@dataclass(frozen=True, slots=True)
class Report:
    """A shard's tally, with the version of the evaluator that whoever worked on it has."""

    shard: int
    evaluator: str
    tally: Tally


@cache
def evaluator_digest() -> str:
    """A hash of the source of everything that tallies a shard: two machines must agree on it."""
    return source_digest("littlestone.proofs_check.circuits")


def tallies(
    sharding: Sharding, waiting: Sequence[int], engine: Engine, jobs: int
) -> Generator[tuple[int, Tally], None, None]:
    """The tally of each of the waiting shards, as they come.

    Raises KitFault where the engine loses a shard, or reports one twice or unasked, and ClusterFault where a worker
    has another evaluator.
    """
    with closing(engine.work(sharding, waiting, jobs)) as reports:
        for report in once_each(reports, waiting, sharding.shards, lambda report: report.shard):
            if report.evaluator != evaluator_digest():
                raise ClusterFault("a worker has another version of the kit; install the same one on every machine")
            yield report.shard, report.tally

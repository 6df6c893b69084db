"""The options ``--engine`` and ``--scheduler``, the same for every command whose work a cluster can do."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

import click

from littlestone.proofs_check.command_line.usage import WrongUsage

if TYPE_CHECKING:
    from littlestone.proofs_check.compute.engines import Engine

Command = TypeVar("Command", bound=Callable[..., object])


class NoEngine(WrongUsage):
    """The options name no engine, or one that does not answer."""


def engine_options(work: str) -> Callable[[Command], Command]:
    """A decorator that gives a command the two options; ``work`` is what is done there, in the plural."""
    engine = click.option(
        "--engine",
        type=click.Choice(["local", "dask"]),
        default="local",
        show_default=True,
        help=f"Where {work}: here, or on a cluster.",
    )
    scheduler = click.option(
        "--scheduler", metavar="ADDRESS", help="The Dask scheduler of --engine dask, such as tcp://host:8786."
    )
    return lambda command: engine(scheduler(command))


def chosen_engine(name: str, scheduler: str | None) -> Engine:
    """Threads of this process, or a cluster that answers; raises NoEngine."""
    from littlestone.proofs_check.compute.engines import ClusterFault, Engine

    if (name == "dask") != (scheduler is not None):
        raise NoEngine("--engine dask and --scheduler ADDRESS go together; start a scheduler with `dask scheduler`")
    try:
        Engine(scheduler).connect()
    except ClusterFault as fault:
        raise NoEngine(str(fault)) from fault
    return Engine(scheduler)

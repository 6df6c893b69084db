"""How a command says that it was called wrongly, and what several share: colour, readers who go, and the options
``--engine`` and ``--scheduler`` of those whose work a cluster can do."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryFile
from typing import TYPE_CHECKING, Any, TypeVar

import click

from littlestone.proofs_check.bad_input import MOST_JOBS, ErrataError
from littlestone.proofs_check.exit_codes import ExitCode

if TYPE_CHECKING:
    from littlestone.proofs_check.compute.engines import Engine

Command = TypeVar("Command", bound=Callable[..., object])
JOBS = click.IntRange(1, MOST_JOBS)


class WrongUsage(click.ClickException):
    """Wrong usage or bad input: the message says what, where, and what to do."""

    exit_code = ExitCode.BAD_INPUT


def insist_on_writable(option: str, folder: Path) -> None:
    """Raises WrongUsage where no file can be made in the folder, or where it would be made."""
    whole = folder.absolute()
    there = next(each for each in (whole, *whole.parents) if os.path.exists(each))
    try:
        with TemporaryFile(dir=there):
            pass
    except OSError as error:
        raise WrongUsage(f"{option} {folder}: it cannot be written ({error}); name another folder") from error


class Commands(click.Group):
    """Commands that print without colour where ``NO_COLOR`` is set, end quietly where nobody reads on, and name what is
    wrong in the errata of a paper, which most of them read."""

    def invoke(self, context: click.Context) -> Any:
        """Run the command that was called for."""
        context.color = False if os.environ.get("NO_COLOR") else None
        try:
            return super().invoke(context)
        except BrokenPipeError:
            nobody_reads()
            return None
        except ErrataError as error:
            raise WrongUsage(str(error)) from error


def nobody_reads() -> None:
    """What is printed from here on goes nowhere: the reader of stdout has gone, as ``| head`` does."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


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

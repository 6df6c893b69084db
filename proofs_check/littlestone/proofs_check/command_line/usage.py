"""How a command says that it was called wrongly, and what holds for all of them: colour, and readers who go."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any

import click

from littlestone.proofs_check.bad_input import MOST_JOBS
from littlestone.proofs_check.exit_codes import ExitCode

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
    """Commands that print without colour where ``NO_COLOR`` is set, and end quietly where nobody reads on."""

    def invoke(self, context: click.Context) -> Any:
        """Run the command that was called for."""
        context.color = False if os.environ.get("NO_COLOR") else None
        try:
            return super().invoke(context)
        except BrokenPipeError:
            nobody_reads()
            return None


def nobody_reads() -> None:
    """What is printed from here on goes nowhere: the reader of stdout has gone, as ``| head`` does."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())

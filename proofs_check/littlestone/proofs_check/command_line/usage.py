"""How a command says that it was called wrongly, and what several share: the last run, colour, readers who go."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from io import BufferedWriter, FileIO, TextIOWrapper
from pathlib import Path
from tempfile import TemporaryFile
from typing import TYPE_CHECKING, Any

import click

from littlestone.proofs_check.bad_input import MOST_JOBS, ErrataError
from littlestone.proofs_check.exit_codes import ExitCode
from littlestone.proofs_check.reports.earlier_runs import as_of_now, read_ledger
from littlestone.proofs_check.verdicts.entries import Entry

if TYPE_CHECKING:
    from littlestone.spec.claim import Claim

STDOUT = 1
REPORT = Path("build/report")
JOBS = click.IntRange(1, MOST_JOBS)


class WrongUsage(click.ClickException):
    """Wrong usage or bad input: the message says what, where, and what to do."""

    exit_code = ExitCode.BAD_INPUT


def claims_called(names: Sequence[str]) -> list[Claim]:
    """The claims that ids, papers, globs and files stand for; raises WrongUsage."""
    from littlestone.proofs_check.compute.memories import loading
    from littlestone.proofs_check.sources.catalogue import find

    try:
        with loading():
            return find(names)
    except (LookupError, OSError, ValueError) as error:
        raise WrongUsage(str(error.args[0] if isinstance(error, KeyError) else error)) from error
    except Exception as error:
        raise WrongUsage(f"the claims cannot be read: {type(error).__name__}: {error}") from error


def insist_on_writable(option: str, folder: Path) -> None:
    """Raises WrongUsage where no file can be made in the folder, or where it would be made."""
    whole = folder.absolute()
    there = next(each for each in (whole, *whole.parents) if os.path.exists(each))
    try:
        with TemporaryFile(dir=there):
            pass
    except OSError as error:
        raise WrongUsage(f"{option} {folder}: it cannot be written ({error}); name another folder") from error


@contextmanager
def formula_faults() -> Iterator[None]:
    """What cannot be read, and a fault of the kit, as a message each with its exit code."""
    from littlestone.proofs_check.explore.formulas import BadFormula
    from littlestone.proofs_check.kit_faults import KitFault

    try:
        yield
    except BadFormula as fault:
        raise WrongUsage(str(fault)) from fault
    except KitFault as fault:
        click.echo(f"Error: the kit is at fault: {type(fault).__name__}: {fault}", err=True)
        raise click.exceptions.Exit(ExitCode.KIT_FAULT) from fault


class Commands(click.Group):
    """Commands that print without colour where ``NO_COLOR`` is set and end as they would where nobody reads on.

    They name what is wrong in the errata of a paper, which most of them read.
    """

    def invoke(self, context: click.Context) -> Any:
        """Run the command that was called for."""
        context.color = False if os.environ.get("NO_COLOR") else None
        print_to_the_end()
        try:
            return super().invoke(context)
        except BrokenPipeError:
            nobody_reads()
            raise
        except ErrataError as error:
            raise WrongUsage(str(error)) from error


class _Lasting(FileIO):
    """A file that takes what nobody reads: ``verify | head`` ends with the verdict's exit code, and once did with 0."""

    def write(self, data: Any) -> int:
        """Write, or let it go where the reader has gone."""
        try:
            return super().write(data)
        except BrokenPipeError:
            nobody_reads()
            return len(data)


def print_to_the_end() -> None:
    """Print on though the reader of stdout goes, as ``| head`` does."""
    out = sys.stdout
    with suppress(OSError, ValueError, AttributeError):  # a test's or a notebook's stdout is no file
        if out.fileno() != STDOUT or isinstance(getattr(out.buffer, "raw", None), _Lasting):
            return
        out.flush()
        lasting = BufferedWriter(_Lasting(STDOUT, "w", closefd=False))
        sys.stdout = TextIOWrapper(lasting, out.encoding, out.errors, line_buffering=out.isatty())


def nobody_reads() -> None:
    """What is printed from here on goes nowhere."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), STDOUT)


# ---- The last run


def last_entries(report: Path) -> dict[str, Entry]:
    """The last runs' entries by id, marked where they are stale; none where no ledger can be read."""
    from littlestone.proofs_check.sources.catalogue import load_papers  # late: not all commands read papers

    path = report / "ledger.json"
    found = read_ledger(path)
    if found is None:
        if os.path.exists(path):  # the method of paths raises where a folder may not be looked into
            click.echo(
                f"warning: {path} is no ledger that can be read; littlestone verify puts it aside and begins a new one",
                err=True,
            )
        return {}
    load_papers()  # a claim that is not loaded is taken for one that is gone
    return {entry["id"]: entry for entry in as_of_now(found)}

"""``littlestone gate``: its arguments, what it prints where, and its exit codes.

Old answers are taken away before anything runs, so that nobody reads them as those of a gate that did not finish. All
files are written by one run, which fails if one of them cannot be.
"""

from __future__ import annotations

import errno
import os
import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from littlestone.proofs_check.bad_input import BadInput
from littlestone.proofs_check.command_line.usage import JOBS
from littlestone.proofs_check.compute.interrupts import interruptible
from littlestone.proofs_check.exit_codes import ExitCode

if TYPE_CHECKING:
    from littlestone.proofs_check.gate.baseline import Baseline
    from littlestone.proofs_check.gate.session import Gate, GateResult

FORMAT_NAMES = ("text", "json", "junit", "sarif", "github")
FILE = click.Path(path_type=Path)


@dataclass(frozen=True)
class Answers:
    """What is asked for: the format on stdout, and the files that each hold the result in a format of their own."""

    form: str
    files: Mapping[str, Path]


@dataclass(frozen=True)
class Keeping:
    """Whether evidence is kept, and in which folder; None is the user's own cache."""

    wanted: bool
    folder: Path | None


@click.command("gate")
@click.option(
    "--config",
    type=click.Path(path_type=Path),
    default=Path("pyproject.toml"),
    show_default=True,
    help="The file with the table [tool.littlestone].",
)
@click.option("--init", is_flag=True, help="Add a first table [tool.littlestone] to the file, and show it.")
@click.option("--update", is_flag=True, help="Write the baseline and show how it differs.")
@click.option(
    "--format", "form", type=click.Choice(FORMAT_NAMES), default="text", show_default=True, help="What to print."
)
@click.option("--sarif", type=FILE, help="Also write SARIF into this file.")
@click.option("--junit", type=FILE, help="Also write JUnit XML into this file.")
@click.option("--json", type=FILE, help="Also write JSON into this file.")
@click.option("--jobs", type=JOBS, default=os.cpu_count() or 1, help="Worker processes.")
@click.option(
    "--cache",
    type=click.Path(path_type=Path, file_okay=False),
    help="Where evidence is kept, outside of the project; by default LITTLESTONE_CACHE, or the user's own cache.",
)
@click.option("--no-cache", is_flag=True, help="Believe no kept evidence, and keep none.")
@click.pass_context
def gate_command(
    context: click.Context,
    /,
    config: Path,
    init: bool,
    update: bool,
    form: str,
    jobs: int,
    cache: Path | None,
    no_cache: bool,
    **files: Path | None,
) -> None:
    """Check what a project's pyproject.toml names, and compare it with the baseline that it has committed.

    What rests on unchanged definitions is taken from kept evidence, which is trusted: whoever can write it can turn
    the gate green. It is never taken from the project's own tree. Exit codes: 0 nothing got worse, 1 something did,
    2 nothing did, but the configuration is wrong, something cannot be run or an output cannot be written, 3 the kit
    itself is at fault, 130 interrupted.
    """
    if init:
        context.exit(_initialised(config))
    given = {name: path.absolute() for name, path in files.items() if path is not None}
    if cache is not None and no_cache:
        raise click.UsageError("--cache and --no-cache exclude each other: give one of them")
    context.exit(_guarded(config, update, Answers(form, given), jobs, Keeping(not no_cache, cache)))


def _initialised(config: Path) -> ExitCode:
    from littlestone.proofs_check.gate.first_configuration import write_first_configuration

    try:
        added = write_first_configuration(config)
    except BadInput as error:
        _say(f"Error: {error}")
        return ExitCode.BAD_INPUT
    click.echo(f"added to {config}:\n\n{added}\nnext: littlestone gate --update, and commit the baseline")
    return ExitCode.PASSED


def _guarded(config: Path, update: bool, answers: Answers, jobs: int, keeping: Keeping) -> ExitCode:
    try:
        with _warnings_as_lines(), interruptible():
            return _gate(config, update, answers, jobs, keeping)
    except BadInput as error:
        _say(f"Error: {error}")
        return ExitCode.BAD_INPUT
    except KeyboardInterrupt:
        _say("interrupted: there is no verdict; run it again")
        return ExitCode.INTERRUPTED
    except Exception as error:
        if isinstance(error, OSError) and error.errno == errno.EPIPE:
            raise
        _say(f"Error: the kit is at fault: {type(error).__name__}: {error}")
        return ExitCode.KIT_FAULT


def _say(words: str) -> None:
    click.echo(words, err=True)


@contextmanager
def _warnings_as_lines() -> Iterator[None]:
    """Warnings of the kit as a line each on stderr, at once."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        warnings.simplefilter("always", UserWarning)
        warnings.showwarning = lambda message, *_, **__: _say(f"warning: {message}")
        yield


def _gate(config: Path, update: bool, answers: Answers, jobs: int, keeping: Keeping) -> ExitCode:
    from littlestone.proofs_check.gate.cache import folder_of
    from littlestone.proofs_check.gate.configuration import read_configuration
    from littlestone.proofs_check.gate.session import Gate

    _forget(answers)
    configuration = read_configuration(config)
    path = configuration.root / configuration.baseline
    before = _baseline(path, update)
    cache = folder_of(configuration.root, keeping.folder) if keeping.wanted else None
    gate = Gate(configuration, jobs, _say, cache)
    gate.prepare()
    try:
        result = _run(gate, before)
    except KeyboardInterrupt:
        done = f"at least {len(gate.done)} of {gate.total} checks are done"
        _say(f"interrupted: {done}" + (" and kept; run it again to go on from there" if keeping.wanted else ""))
        return ExitCode.INTERRUPTED
    return _updated(result, path, answers) if update else _answered(result, answers)


def _forget(answers: Answers) -> None:
    """Take old files away, so that nobody reads them as the answer of a gate that did not finish."""
    for name, path in answers.files.items():
        try:
            if path.is_file():
                path.unlink()
        except OSError as error:
            raise BadInput(f"--{name} {path}", f"it cannot be replaced ({error})", "name another file") from error


def _baseline(path: Path, update: bool) -> Baseline:
    """The committed baseline; an empty one where it is about to be written and the old one cannot be read."""
    from littlestone.proofs_check.gate.baseline import Baseline, read_baseline

    try:
        return read_baseline(path)
    except BadInput as error:
        if not update:
            raise
        if path.exists():
            _say(f"warning: {error}")
        return Baseline()


def _run(gate: Gate, before: Baseline) -> GateResult:
    from littlestone.proofs_check.command_line.console import Console

    console = Console(gate.total, "none")
    gate.watch = console.advance
    try:
        return gate.run(before)
    finally:
        console.close()


# ---- Answers


def _updated(result: GateResult, path: Path, answers: Answers) -> ExitCode:
    """Write the baseline, unless something could not be checked at all; what fails whatever it says still does."""
    from littlestone.proofs_check.gate.baseline import NotWritten, write_baseline

    if not result.is_whole:
        _say(f"{path.name} is left as it was, since not everything could be checked")
        return _answered(result, answers)
    problem = ""
    try:
        difference = write_baseline(path, result.as_baseline)
        _say(f"{difference}\n{path.name} is written" if difference else f"{path.name} is up to date")
    except NotWritten as error:
        problem = str(error)
        _say(f"Error: {problem}")
    code = _answered(result if problem else result.accepted, answers)
    return code or (ExitCode.BAD_INPUT if problem else ExitCode.PASSED)


def _answered(result: GateResult, answers: Answers) -> ExitCode:
    """Print and write the answer; a file that cannot be written makes a green gate fail, and hides no red one."""
    from littlestone.proofs_check.gate.formats import FORMATS
    from littlestone.proofs_check.gate.formats.gate_text import gate_text, headline
    from littlestone.proofs_check.gate.formats.github import step_summary
    from littlestone.proofs_check.storage.writing import write_text

    printed = gate_text(result, coloured=True) if answers.form == "text" else FORMATS[answers.form](result)
    problems = [_tried("stdout", lambda: click.echo(printed))]
    for name, path in answers.files.items():
        problems.append(_tried(str(path), partial(write_text, path, FORMATS[name](result) + "\n")))
    summary = os.environ.get("GITHUB_STEP_SUMMARY")
    if summary and answers.form == "github":
        problems.append(_tried(summary, lambda: _append(Path(summary), step_summary(result))))
    if any(problems):
        _say(f"the verdict all the same: {headline(result)}")
    return result.exit_code or (ExitCode.BAD_INPUT if any(problems) else ExitCode.PASSED)


def _tried(where: str, write: Callable[[], object]) -> bool:
    """Whether writing fails; then a line says so."""
    try:
        write()
    except OSError as error:
        if error.errno == errno.EPIPE:
            raise
        _say(f"Error: {where} could not be written ({error}); make room or name another file, and run it again")
        return True
    return False


def _append(path: Path, text: str) -> None:
    with path.open("a", encoding="utf-8") as file:
        file.write(text)

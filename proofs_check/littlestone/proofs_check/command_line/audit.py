"""``littlestone audit``: its arguments, progress, answer and exit codes.

The options are made from the fields of ``audits.request.AuditRequest``, as those of pytest and the gate are: written by
hand in nine places, they had drifted apart.
"""

from __future__ import annotations

import json
import sys
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from littlestone.proofs_check.audits.request import AuditRequest, Option, ScoresRequest, options_of
from littlestone.proofs_check.bad_input import BadInput
from littlestone.proofs_check.compute.interrupts import interruptible
from littlestone.proofs_check.exit_codes import ExitCode

if TYPE_CHECKING:
    from littlestone.proofs_check.audits.subjects.results import AuditResult

Command = TypeVar("Command", bound=Callable[..., object])


def _type(option: Option) -> Any:
    """What click makes of what is typed."""
    if option.choices:
        return click.Choice(option.choices)
    if option.kind == "integer" and option.least is not None:
        return click.IntRange(option.least, option.most)
    if option.kind == "float" and option.least is not None:
        return click.FloatRange(option.least, min_open=True)
    return {"integer": int, "float": float, "file": click.Path(path_type=Path)}.get(option.kind, str)


def request_options(command: Command) -> Command:
    """A decorator that gives a command every option of the request, by the option's own name."""
    for option in reversed(options_of(AuditRequest)):
        is_flag = option.kind == "flag"
        command = click.option(
            option.flag,
            option.name,
            type=None if is_flag else _type(option),
            is_flag=is_flag,
            default=option.default,
            show_default=not is_flag and option.default is not None,
            help=option.help,
            metavar=option.metavar,
        )(command)
    return command


def typed_request(words: Sequence[str]) -> AuditRequest:
    """The request that these words after ``littlestone audit`` ask for, nothing of it loaded yet.

    Raises ValueError where they make no sense to the command.
    """
    try:
        typed = audit_command.make_context("audit", [*words]).params
    except click.ClickException as error:
        raise ValueError(error.format_message()) from error
    return AuditRequest.typed(typed, target=typed["target"])


@click.command("audit")
@click.argument("target", required=False)
@click.option(
    "--scores",
    type=click.Path(path_type=Path),
    help="Instead of a TARGET: a .csv file of canaries' membership scores: run, step, canary, in, score.",
)
@request_options
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", help="How to print.")
@click.option("--report", type=click.Path(path_type=Path), help="Also write a page with the curves into this folder.")
@click.pass_context
def audit_command(
    context: click.Context,
    /,
    target: str | None,
    scores: Path | None,
    form: str,
    report: Path | None,
    **words: Any,
) -> None:
    """Whether a private learner leaks more than it claims: a sound lower bound, or the exact value.

    TARGET is module:name or file.py:name: an estimator with fit, a function learn(sample, random_source),
    or a mechanism m(dataset, n_draws, rng). Exit codes: 0 no leak found, 1 it leaks, 2 bad input or
    a target that cannot be run, 3 the kit itself is at fault, 4 not decided.
    """
    session = _Session(target, scores, words, form, report)
    context.exit(audit_and_print(session))


def audit_and_print(session: _Session) -> ExitCode:
    """Run the audit that is asked for, print its answer, and return the exit code."""
    try:
        with _warnings_as_lines(), interruptible():
            result = session.run()
            session.show(result)
    except BadInput as error:
        return _said(str(error), ExitCode.BAD_INPUT)
    except KeyboardInterrupt:
        return _said("interrupted", ExitCode.INTERRUPTED)
    except Exception as error:
        return _said(f"the kit is at fault: {type(error).__name__}: {error}", ExitCode.KIT_FAULT)
    from littlestone.proofs_check.audits.answers.six_lines import CODES, outcome_of

    return CODES[outcome_of(result)]


def _said(words: str, code: ExitCode) -> ExitCode:
    click.echo(words if code is ExitCode.INTERRUPTED else f"Error: {words}", err=True)
    return code


@contextmanager
def _warnings_as_lines() -> Iterator[None]:
    """Warnings of the kit as a line each on stderr."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        yield
    for warning in caught:
        if issubclass(warning.category, UserWarning):
            click.echo(f"warning: {warning.message}", err=True)


@dataclass
class _Session:
    """One call of the command; ``words`` are what was typed of the request, by the names of its options."""

    target: str | None
    scores: Path | None
    words: dict[str, Any]
    form: str
    report: Path | None

    def run(self) -> AuditResult:
        """The result."""
        from littlestone.proofs_check.audits.auditing import answer

        if self.scores is not None:
            return _of_scores(self.scores, self.target, self.words)
        if self.target is None:
            raise BadInput("TARGET", "there is none", "name what to audit, or give --scores")
        with _Bar() as bar:
            return answer(AuditRequest.typed(self.words, target=self.target, progress=bar))

    def show(self, result: AuditResult) -> None:
        """Print the answer, and write the report where one is wanted."""
        from littlestone.proofs_check.audits.answers.audit_data import audit_data
        from littlestone.proofs_check.audits.answers.audit_text import audit_text

        page = None if self.report is None else _written(result, self.report)
        if self.form == "json":
            click.echo(json.dumps(audit_data(result), ensure_ascii=False, allow_nan=False))
            return
        click.echo(audit_text(result, coloured=True))
        if page is not None:
            click.echo(f"report: {page}")


def _of_scores(scores: Path, target: str | None, words: dict[str, Any]) -> AuditResult:
    """The answer of a file of scores; raises BadInput where an option is given that needs a target."""
    from littlestone.proofs_check.audits.scored import scored

    usable, optional = options_of(ScoresRequest), (None, False)
    others = [one for one in options_of(AuditRequest) if one not in usable and one.default in optional]
    wrong = [one.flag for one in others if words[one.name] not in optional]
    for name in ["TARGET"] * (target is not None) + wrong:
        raise BadInput("--scores", f"{name} is given too", "scores are audited without running anything")
    return scored(ScoresRequest.typed(words, scores=str(scores)))


def _written(result: AuditResult, folder: Path) -> Path:
    from littlestone.proofs_check.audits.answers.audit_page import write_audit_report

    try:
        return write_audit_report(result, folder)
    except OSError as error:
        raise BadInput(f"--report {folder}", f"it cannot be written ({error})", "name another folder") from error


class _Bar:
    """A bar on stderr, on a terminal only, that shows how many draws there are."""

    def __enter__(self) -> _Bar:
        from rich.console import Console as Terminal
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

        interactive = sys.stderr.isatty()
        terminal = Terminal(stderr=True, force_interactive=None if interactive else False)
        columns = (TextColumn("drawing"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        self.bar = Progress(*columns, console=terminal, transient=True, disable=not interactive)
        self.task = self.bar.add_task("drawing", total=None)
        self.bar.start()
        return self

    def __call__(self, done: int, total: int) -> None:
        self.bar.update(self.task, completed=done, total=total)

    def __exit__(self, *exception: object) -> None:
        with suppress(Exception):
            self.bar.stop()

"""``littlestone audit``: its arguments, progress, answer and exit codes."""

from __future__ import annotations

import json
import os
import shlex
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from littlestone.proofs_check.bad_input import BadInput, BadInstance
from littlestone.proofs_check.command_line.engine_options import chosen_engine, engine_options
from littlestone.proofs_check.command_line.usage import JOBS
from littlestone.proofs_check.compute.interrupts import interruptible
from littlestone.proofs_check.exit_codes import ExitCode

if TYPE_CHECKING:
    from littlestone.proofs_check.audits.plans import Samples
    from littlestone.proofs_check.audits.subjects.instances import Instance
    from littlestone.proofs_check.audits.subjects.results import AuditResult
    from littlestone.proofs_check.compute.engines import Engine

SEED = click.IntRange(0, 2**32 - 1)
UNFINISHED = Path("build/audits")


@dataclass(frozen=True)
class AuditOptions:
    """What was typed, by the names of the command's options."""

    target: str | None
    scores: Path | None
    epsilon: str | None
    delta: str | None
    rho: str | None
    mu: str | None
    renyi: str | None
    tradeoff: str | None
    steps: int | None
    sigma: str | None
    sampling: str | None
    alpha: str | None
    beta: str | None
    relation: str | None
    user: str | None
    concept_class: str | None
    data: Path | None
    rows: int | None
    pair_file: Path | None
    neighbours: str | None
    probe: str | None
    observe: str | None
    budget: str
    confidence: float
    mode: str
    jobs: int
    engine: str
    scheduler: str | None
    seed: int
    resume: Path | None
    time_limit: float
    memory_limit: int
    grid: str | None
    ignore_failures: bool
    only: str | None
    form: str
    report: Path | None

    @property
    def claim(self) -> dict[str, Any]:
        """What is claimed, by the names under which both ways to audit take it."""
        names = ("epsilon", "delta", "rho", "mu", "renyi", "tradeoff", "steps", "sigma", "sampling")
        return {name: getattr(self, name) for name in names}


@click.command("audit")
@click.argument("target", required=False)
@click.option(
    "--scores",
    type=click.Path(path_type=Path),
    help="Instead of a TARGET: a .csv file of canaries' membership scores, with the columns run, canary, in and score.",
)
@click.option("--epsilon", help="The claimed epsilon: 0.5, 1/2, ln(3); without a claim, all that TARGET declares.")
@click.option("--delta", help="The claimed delta, in [0, 1); 0 beside an epsilon, else 1e-5.")
@click.option("--rho", help="The claimed rho of zero-concentrated privacy, beside an epsilon or alone.")
@click.option("--mu", help="The claimed mu of Gaussian privacy, beside an epsilon or alone.")
@click.option("--renyi", metavar="ORDER,EPS", help="The claimed Renyi divergence of an order, as 2,0.5.")
@click.option(
    "--tradeoff",
    metavar="CURVE",
    help="The claimed trade-off curve: a .csv or .json file of points, or file.py:name of these or of a function.",
)
@click.option("--steps", type=int, help="Steps of normal noise, whose total an accountant gives: --sigma, --sampling.")
@click.option("--sigma", help="The deviation of a step's noise, where a row adds at most 1.")
@click.option("--sampling", help="The probability of a row to be in a step; 1 by default.")
@click.option("--alpha", help="Also measure accuracy: the largest error, in (0, 1).")
@click.option("--beta", help="The chance with which a run may err by more than alpha.")
@click.option(
    "--class",
    "concept_class",
    metavar="CLASS",
    help="thresholds:N, singletons:N, intervals:N, points:N,d or a matrix file.",
)
@click.option(
    "--data", type=click.Path(path_type=Path), help="A .csv or .npy file: features, then the label, in each row."
)
@click.option("--rows", type=int, help="Rows of a sample.")
@click.option(
    "--pair",
    "pair_file",
    type=click.Path(path_type=Path),
    help='A JSON file: {"first": [[point, label], ...], "second": [...]}, or a list of such.',
)
@click.option(
    "--neighbours",
    metavar="NAME",
    help="Neighbours of your own: file.py:name of a list of pairs of any inputs, or of a function of rows and --rows.",
)
@click.option(
    "--relation",
    type=click.Choice(["replace-one", "add-remove", "user-level"]),
    help="What the claim is about; else what TARGET declares, or replace-one.",
)
@click.option(
    "--user",
    metavar="COLUMN|NAME",
    help="Whose a row is: a column of --data, which is no feature, or file.py:name of a function of (point, label).",
)
@click.option("--probe", metavar="POINTS", help="Where hypotheses are compared: a file of points, or x,y,... .")
@click.option("--observe", metavar="NAMES", help="Fitted attributes to compare instead: coef_,intercept_ and the like.")
@click.option("--budget", default="1e6", show_default=True, help="Draws in all, or seconds as in 60s.")
@click.option("--confidence", type=float, default=0.95, show_default=True, help="Of a bound from draws.")
@click.option(
    "--mode",
    type=click.Choice(["auto", "exact", "blackbox", "onerun"]),
    default="auto",
    show_default=True,
    help="How to find out.",
)
@click.option("--jobs", type=JOBS, default=1, show_default=True, help="Worker processes here.")
@engine_options("runs are made")
@click.option("--seed", type=SEED, default=0, show_default=True, help="Seed of everything random.")
@click.option("--resume", type=click.Path(path_type=Path), help="Save as it goes into this file, or go on from it.")
@click.option(
    "--time-limit",
    type=click.FloatRange(0, min_open=True),
    default=10.0,
    show_default=True,
    help="Seconds for one run.",
)
@click.option("--memory-limit", type=click.IntRange(1), default=2048, show_default=True, help="MiB for the target.")
@click.option("--grid", metavar="STEP", help="Look at outputs rounded to multiples of STEP, so at no low bits.")
@click.option("--ignore-failures", is_flag=True, help="Set runs that fail aside, instead of taking them for outcomes.")
@click.option(
    "--only",
    type=click.Choice(["low_bits", "failures", "support", "calibration"]),
    help="The one kind of leak to look for; without it, all are told apart.",
)
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", help="How to print.")
@click.option("--report", type=click.Path(path_type=Path), help="Also write a page with the curves into this folder.")
@click.pass_context
def audit_command(context: click.Context, /, **_: object) -> None:
    """Whether a private learner leaks more than it claims: a sound lower bound, or the exact value.

    TARGET is module:name or file.py:name: an estimator with fit, a function learn(sample, random_source),
    or a mechanism m(dataset, n_draws, rng). Exit codes: 0 no leak found, 1 it leaks or misses the
    accuracy asked for, 2 bad input or a target that cannot be run, 3 the kit itself is at fault.
    """
    options = AuditOptions(**context.params)
    context.exit(audit_and_print(options, chosen_engine(options.engine, options.scheduler)))


def audit_and_print(options: AuditOptions, engine: Engine) -> ExitCode:
    """Run the audit that the options ask for, print its answer, and return the exit code."""
    from littlestone.proofs_check.compute.engines import ClusterFault

    session = _Session(options, engine)
    try:
        with _warnings_as_lines(), interruptible():
            result = session.run()
            session.show(result)
    except BadInput as error:
        return _said(str(error), ExitCode.BAD_INPUT)
    except KeyboardInterrupt:
        return _said(f"interrupted{session.how_to_go_on()}", ExitCode.INTERRUPTED)
    except ClusterFault as fault:
        return _said(f"{fault}{session.how_to_go_on()}", ExitCode.BAD_INPUT)
    except Exception as error:
        return _said(f"the kit is at fault: {type(error).__name__}: {error}", ExitCode.KIT_FAULT)
    if result.leaks or result.is_inaccurate:
        return ExitCode.FAILED
    return ExitCode.BAD_INPUT if result.verdict == "open" else ExitCode.PASSED


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
    """One call of the command."""

    options: AuditOptions
    engine: Engine
    journal: Path | None = field(init=False)

    def __post_init__(self) -> None:
        self.journal = self.options.resume or _unfinished()

    def run(self) -> AuditResult:
        """The result; what is drawn on the way is kept until there is one, or where ``--resume`` says."""
        from littlestone.proofs_check.compute.engines import ClusterFault

        try:
            result = self._result()
        except (KeyboardInterrupt, ClusterFault):
            raise
        except BaseException:
            self._forget()
            raise
        self._forget()
        return result

    def _forget(self) -> None:
        if self.options.resume is None and self.journal is not None:
            self.journal.unlink(missing_ok=True)

    def _result(self) -> AuditResult:
        from littlestone.proofs_check.audits.auditing import audit
        from littlestone.proofs_check.audits.runs.requests import Limits

        o = self.options
        if o.scores is not None:
            return _of_scores(o)
        if o.target is None:
            raise BadInput("TARGET", "there is none", "name what to audit, or give --scores")
        with _Bar() as bar:
            return audit(
                o.target,
                **o.claim,
                relation=o.relation,
                user=o.user,
                alpha=o.alpha,
                beta=o.beta,
                instance=instance_of(o),
                pairs=[] if o.pair_file is None else read_pairs(o.pair_file),
                neighbours=o.neighbours,
                probe=o.probe,
                observe=o.observe,
                budget=o.budget,
                confidence=o.confidence,
                mode=o.mode,
                jobs=o.jobs,
                engine=self.engine,
                seed=o.seed,
                resume=self.journal,
                limits=Limits(o.time_limit, o.memory_limit * 2**20),
                grid=o.grid,
                ignore_failures=o.ignore_failures,
                only=o.only,
                progress=bar,
                pair_file=None if o.pair_file is None else str(o.pair_file),
            )

    def show(self, result: AuditResult) -> None:
        """Print the answer, and write the report where one is wanted."""
        from littlestone.proofs_check.audits.answers.audit_data import audit_data
        from littlestone.proofs_check.audits.answers.audit_text import audit_text

        page = None if self.options.report is None else _written(result, self.options.report)
        if self.options.form == "json":
            click.echo(json.dumps(audit_data(result), ensure_ascii=False, allow_nan=False))
            return
        click.echo(audit_text(result, coloured=True))
        if page is not None:
            click.echo(f"report: {page}")

    def how_to_go_on(self) -> str:
        """What is kept of an audit that came to no end, and what to do to go on."""
        if self.journal is None or not self.journal.exists():
            return "; nothing was kept"
        resume = [] if self.options.resume else ["--resume", str(self.journal)]
        return f": what was drawn is kept; to go on:\n  {shlex.join(['littlestone', *sys.argv[1:], *resume])}"


def _of_scores(o: AuditOptions) -> AuditResult:
    """The answer of a file of scores; raises BadInput where an option is given that needs a target."""
    from littlestone.proofs_check.audits.scored import audit_scores

    needing: dict[str, object] = {"TARGET": o.target, "--class": o.concept_class, "--data": o.data}
    needing |= {"--pair": o.pair_file, "--neighbours": o.neighbours, "--probe": o.probe, "--observe": o.observe}
    needing |= {"--alpha": o.alpha, "--beta": o.beta, "--relation": o.relation, "--user": o.user}
    needing |= {"--rows": o.rows, "--resume": o.resume, "--grid": o.grid, "--only": o.only}
    needing |= {"--ignore-failures": o.ignore_failures or None}
    wrong = [name for name, value in needing.items() if value is not None]
    if wrong:
        raise BadInput("--scores", f"{wrong[0]} is given too", "scores are audited without running anything")
    return audit_scores(str(o.scores), **o.claim, confidence=o.confidence, seed=o.seed)


def _unfinished() -> Path | None:
    """Where an audit without ``--resume`` keeps its draws until it is done; None where nothing can be written."""
    try:
        UNFINISHED.mkdir(parents=True, exist_ok=True)
    except OSError:
        return None
    return UNFINISHED / f"{os.getpid()}.journal" if os.access(UNFINISHED, os.W_OK) else None


def _written(result: AuditResult, folder: Path) -> Path:
    from littlestone.proofs_check.audits.answers.audit_page import write_audit_report

    try:
        return write_audit_report(result, folder)
    except OSError as error:
        raise BadInput(f"--report {folder}", f"it cannot be written ({error})", "name another folder") from error


def instance_of(options: AuditOptions) -> Instance | None:
    """The instance that --class or --data names, with --rows; None for neither."""
    from littlestone.proofs_check.audits.subjects.instances import instance_of_class, instance_of_data

    if options.concept_class is not None and options.data is not None:
        raise BadInstance("--class and --data", "both are given", "give one of them")
    if options.data is not None:
        column = None if options.user is None or ":" in options.user else options.user
        return instance_of_data(options.data, options.rows, column)
    return None if options.concept_class is None else instance_of_class(options.concept_class, options.rows)


def read_pairs(file: Path) -> list[Samples]:
    """The pairs of samples in a JSON file; raises BadInstance where it holds none."""
    try:
        data = json.loads(file.read_text(encoding="utf-8"))
        return [(pair["first"], pair["second"]) for pair in (data if isinstance(data, list) else [data])]
    except FileNotFoundError as error:
        raise BadInstance(f"--pair {file}", "there is no such file", "name a JSON file of pairs") from error
    except KeyError as error:
        words = f"a pair has no {error.args[0]!r}"
        raise BadInstance(f"--pair {file}", words, 'write {"first": [[x, y], ...], "second": [...]}') from error
    except (OSError, ValueError, TypeError, LookupError) as error:
        problem = f"it holds no pairs ({type(error).__name__}: {error})"
        raise BadInstance(f"--pair {file}", problem, 'write {"first": [[x, y], ...], "second": [...]}') from error


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

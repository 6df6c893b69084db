"""What people see on a terminal: a line per claim on stdout, progress on stderr, colour only where it helps.

Verdicts go to stdout and progress to stderr, so that a pipe has the verdicts alone. The words are those of
``reports.verdict_words``, as in the report and in pytest.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from time import monotonic as clock
from typing import Literal

import click
from rich.console import Console as Terminal
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table
from rich.text import Text

from littlestone.proofs_check.command_line.usage import nobody_reads
from littlestone.proofs_check.questions.evidence import Progress as Heard
from littlestone.proofs_check.questions.evidence import silent
from littlestone.proofs_check.reports.verdict_words import (
    corrected_words,
    meaning_words,
    refuted_part_words,
    remarks,
    verdict_word,
    verdict_words,
)
from littlestone.proofs_check.search.next_step import next_step
from littlestone.proofs_check.verdicts.entries import Entry
from littlestone.proofs_check.verdicts.scopes import cases_words, scope_words, telling

SILENT = 5.0  # seconds without a finished claim, after which one wonders; said of each claim once
MOST_CHARACTERS = 200  # of a claim in one line

COLOURS = {
    "proved": "green",
    "checked": "green",
    "tested": "cyan",
    "estimated": "cyan",
    "holds": "green",
    "refuted": "yellow",
    "fails": "yellow",
    "open": "magenta",
    "undecided": "magenta",
    "vacuous": "magenta",
}

Show = Literal["all", "a line each", "unexpected", "none"]
INDENT = " " * 14
RESET = "\x1b[0m"  # ends what click.style has begun


class Console:
    """Prints an entry's lines as soon as they are there; on a terminal a bar below them shows how many are done.

    Where lines and bar go to the same terminal, the console that draws the bar prints the lines, wrapped between words.
    """

    def __init__(self, claims: int, show: Show, limit: int = 0) -> None:
        """``limit``: the CPU seconds that one claim may take."""
        self.lines, quiet = LINES[show], show == "none"
        self.gone, self.limit = False, limit
        self.heard, self.named = clock(), set[str]()
        self.together = sys.stdout.isatty() and sys.stderr.isatty() and not quiet
        terminal = Terminal(stderr=not self.together, highlight=False, markup=False, emoji=False)
        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
        self.progress = Progress(*columns, console=terminal, transient=True, disable=not sys.stderr.isatty())
        self.task = self.progress.add_task("verifying", total=claims)
        self.progress.start()

    def advance(self) -> None:
        """Count one more as done."""
        self.heard = clock()
        self.progress.advance(self.task)

    def show(self, entry: Entry) -> None:
        """Print the lines of one entry."""
        self.advance()
        for line in () if self.gone else self.lines(entry):
            self._print(line)

    def _print(self, line: str) -> None:
        """A reader who has gone, as of ``| head``, ends the printing and not the run."""
        try:
            if self.together:
                self.progress.console.print(in_columns(line))
            else:
                click.echo(line)
        except BrokenPipeError:
            self.gone = True
            nobody_reads()

    def wait(self, ids: Sequence[str]) -> None:
        """Say which claims are being checked, and when that ends, where nothing was heard for some seconds."""
        new = [id for id in ids if id not in self.named]
        if new and clock() - self.heard > SILENT:
            self.named.update(new)
            words = f"still at {', '.join(new)}; a claim is ended after {self.limit:,} CPU seconds; Ctrl-C ends all"
            self.progress.console.print(words) if not self.progress.disable else click.echo(words, err=True)

    @property
    def shards(self) -> Heard:
        """What is told how far a long enumeration is; nothing where no bar shows it: to send it took a fortieth."""
        return silent if self.progress.disable else self._shard

    def _shard(self, done: int, shards: int) -> None:
        share = "" if done == shards else f", {100 * done // shards} % of a universe"
        self.progress.update(self.task, description=f"verifying{share}")

    def close(self) -> None:
        """Take the bar away."""
        self.progress.stop()


def in_columns(line: str) -> Table:
    """The verdict, and beside it the rest of the line, wrapped between words below itself."""
    verdict, _, rest = ("", "", line.removeprefix(INDENT)) if line.startswith(INDENT) else line.partition(RESET)
    columns = Table.grid(padding=(0, 1, 0, 0))
    columns.add_column(min_width=len(INDENT) - 1, no_wrap=True)
    columns.add_column(overflow="fold")
    columns.add_row(Text.from_ansi(verdict + RESET), Text.from_ansi(rest.lstrip()))
    return columns


def one_line(entry: Entry) -> list[str]:
    """The verdict, the id and the title of a claim; all its lines where it is not as expected, or has an example."""
    mark = "; not sharp" if entry.get("not_sharp") else ""
    line = f"{_heading(entry)} {entry['title']} ({evidence_words(entry)}{mark})"
    is_short = entry["expected"] and not entry.get("example")
    return [shorten_words(line)] if is_short else claim_lines(entry)


def shorten_words(line: str) -> str:
    """The line, cut behind a word where it is longer than ``MOST_CHARACTERS``."""
    return line if len(line) <= MOST_CHARACTERS else f"{line[: MOST_CHARACTERS - 3].rpartition(' ')[0]} .."


def claim_lines(entry: Entry, verdicts: Mapping[str, str] | None = None) -> list[str]:
    """A line for the claim, and for a refutation or a surprise the lines that explain it.

    verdicts: those of other claims, by id, to be shown where they are cited.
    """
    lost, _, instead = (entry["lost"] or "").partition("; ")
    told = [evidence_words(entry), entry.get("stopped"), *remarks(entry, verdicts), refuted_part_words(entry), lost]
    mark = "" if entry["expected"] else click.style("  UNEXPECTED", fg="red", bold=True)
    lines = [f"{_heading(entry)} {'; '.join(filter(None, told))}{mark}"]
    if entry["verdict"] == "refuted":
        lines += _refutation(entry, verdicts)
    elif entry["vacuous"]:
        lines.append(f"{INDENT}vacuous: {entry['vacuous']}")
    elif entry["reason"] and entry["reason"] not in lines[0] and (entry["verdict"] == "open" or not entry["expected"]):
        lines.append(f"{INDENT}{entry['reason']}")
    beside = (entry.get("example"), instead, meaning_words(entry), next_step(entry))
    return [*lines, *(f"{INDENT}{words}" for words in beside if words)]


def _heading(entry: Entry) -> str:
    """The verdict and the id; longer verdicts take from the space behind the id."""
    words = verdict_words(entry)
    verdict = click.style(f"{words:<13}", fg=COLOURS.get(verdict_word(entry)))
    return f"{verdict} {entry['id']:<{max(0, 39 - max(13, len(words)))}}"


def _refutation(entry: Entry, verdicts: Mapping[str, str] | None) -> list[str]:
    found, repair = entry["counterexample"], entry["corrected"]
    text = [] if found is None else found["text"].splitlines()
    corrected = [] if repair is None else _correction(entry, repair, verdicts)
    refuting = [f"reproduce: {e['command']}" for e in entry["evidence"] if e["outcome"] == "refuted"]
    return [f"{INDENT}{line}" for line in [entry["location"], *text, *corrected, *refuting[:1]]]


def _correction(entry: Entry, repair: Entry, verdicts: Mapping[str, str] | None) -> list[str]:
    """The corrected claim with its verdict, and what that does not cover."""
    partly = [e for e in repair["evidence"] if e["beyond_reach"] and e["outcome"] == repair["verdict"]]
    reached = [f"{e['prover']}, {e['universe']}{cases_words(e)}" for e in partly]
    beside = "; ".join(filter(None, [repair.get("at_counterexample"), *reached, *remarks(repair, verdicts)]))
    return [f"corrected, {corrected_words(entry, repair)}: {repair['statement']}", *filter(None, [beside])]


def evidence_words(entry: Entry) -> str:
    """The strongest evidence in words, and how many mutants died."""
    best = telling(entry)
    if best is None:
        return str(entry["reason"] or "")
    killed = sum(mutant["killed_by"] is not None for mutant in entry["mutants"])
    mutants = f"; mutants killed {killed} of {len(entry['mutants'])}" if entry["mutants"] else ""
    return f"{best['prover']}, {scope_words(entry)}{mutants}{_frontier_words(entry)}"


def _frontier_words(entry: Entry) -> str:
    """The frontiers that were found, each led by a semicolon."""
    return "".join(f"; {f['constant']} {f['words']}" for f in entry["frontiers"] if f["status"] != "not measured")


LINES: Mapping[Show, Callable[[Entry], list[str]]] = {
    "all": claim_lines,
    "a line each": one_line,
    "unexpected": lambda entry: [] if entry["expected"] else claim_lines(entry),
    "none": lambda entry: [],
}

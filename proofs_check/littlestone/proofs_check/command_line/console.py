"""What people see on a terminal: a line per claim on stdout, progress on stderr, colour only where it helps."""

from __future__ import annotations

import sys

import click
from rich.console import Console as Terminal
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from littlestone.proofs_check.verdicts.entries import Entry, EvidenceEntry, MutantEntry
from littlestone.spec.claim import Claim, corrected

COLOURS = {
    "proved": "green",
    "checked": "green",
    "tested": "cyan",
    "estimated": "cyan",
    "refuted": "yellow",
    "open": "magenta",
    "vacuous": "magenta",
}


class Console:
    """Prints an entry's line as soon as it is there; on a terminal a bar on stderr shows how many are done."""

    def __init__(self, claims: int, quiet: bool) -> None:
        self.quiet = quiet
        terminal = Terminal(stderr=True, force_interactive=None if sys.stderr.isatty() else False)
        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
        self.progress = Progress(*columns, console=terminal, transient=True, disable=not sys.stderr.isatty())
        self.task = self.progress.add_task("verifying", total=claims)
        self.progress.start()

    def advance(self) -> None:
        """Count one more as done."""
        self.progress.advance(self.task)

    def show(self, entry: Entry) -> None:
        """Print the lines of one entry."""
        self.advance()
        if not self.quiet:
            for line in claim_lines(entry):
                click.echo(line)

    def shard(self, done: int, shards: int) -> None:
        """Show how far a long enumeration is."""
        share = "" if done == shards else f", {100 * done // shards} % of a universe"
        self.progress.update(self.task, description=f"verifying{share}")

    def close(self) -> None:
        """Take the bar away."""
        self.progress.stop()


def claim_lines(entry: Entry) -> list[str]:
    """A line for the claim, and for a refutation or a surprise the lines that explain it."""
    mark = "" if entry["expected"] else click.style("  UNEXPECTED", fg="red", bold=True)
    word = verdict_word(entry)
    verdict = click.style(f"{word:<13}", fg=COLOURS.get(word))
    lost, _, instead = (entry["lost"] or "").partition("; ")
    lines = [f"{verdict} {entry['id']:<26} {'; '.join(filter(None, [evidence_words(entry), lost]))}{mark}"]
    if entry["verdict"] == "refuted":
        lines += _refutation(entry)
    elif entry["vacuous"]:
        lines.append(f"{'':<14}vacuous: {entry['vacuous']}")
    elif entry["reason"] and not entry["expected"] and entry["reason"] not in lines[0]:
        lines.append(f"{'':<14}{entry['reason']}")
    if instead:
        lines.append(f"{'':<14}{instead}")
    return lines


def verdict_word(entry: Entry) -> str:
    """The verdict, or that what holds says nothing."""
    return entry["verdict"] if entry["vacuous"] is None or entry["verdict"] == "refuted" else "vacuous"


def _refutation(entry: Entry) -> list[str]:
    found = entry["counterexample"]
    text = [] if found is None else found["text"].splitlines()
    lines = [f"{'':<14}{line}" for line in [entry["location"], *text]]
    repair = entry["corrected"]
    if repair is not None:
        lines.append(
            f"{'':<14}corrected, {'vacuous' if entry['vacuous'] else repair['verdict']}: {repair['statement']}"
        )
    refuting = [e for e in entry["evidence"] if e["outcome"] == "refuted"]
    return [*lines, *(f"{'':<14}reproduce: {e['command']}" for e in refuting[:1])]


def evidence_words(entry: Entry) -> str:
    """The strongest evidence in words, and how many mutants died."""
    telling = [e for e in entry["evidence"] if e["outcome"] == entry["verdict"] and e["premise_cases"] != 0]
    if not telling:
        return str(entry["reason"] or "")
    best = max(telling, key=lambda e: e["size"] or e["cases"])
    killed = sum(mutant["killed_by"] is not None for mutant in entry["mutants"])
    mutants = f"; mutants killed {killed} of {len(entry['mutants'])}" if entry["mutants"] else ""
    return f"{best['prover']}, {best['universe']}{cases_words(best)}{mutants}{_frontier_words(entry)}"


def _frontier_words(entry: Entry) -> str:
    """The frontiers that were found, each led by a semicolon."""
    return "".join(f"; {f['constant']} {f['words']}" for f in entry["frontiers"] if f["status"] != "not measured")


def cases_words(e: EvidenceEntry) -> str:
    """How many cases were looked at, those beyond the claim's reach apart; nothing where the universe is infinite."""
    if e["size"] is None:
        return ""
    beyond = e["beyond_reach"]
    return (
        f" ({e['cases'] - beyond:,} of {e['cases']:,} cases, {beyond:,} beyond reach)"
        if beyond
        else f" ({e['cases']:,} cases)"
    )


def explanation(claim: Claim, entry: Entry | None) -> str:
    """A claim with its formula, its correction, and what the last run found."""
    lines = [f"{claim.id}  {claim.kind}  {claim.source}", "", f"  {claim.statement}", "", _indented(claim.code)]
    repair = corrected(claim.id)
    if repair is not None:
        lines += [f"corrected, because {repair.why}:", "", f"  {repair.statement}", "", _indented(repair.code)]
    if claim.not_checkable is not None:
        lines += [f"not checkable: {claim.not_checkable}", f"stand-ins: {', '.join(claim.stand_ins)}"]
    return "\n".join(lines + (_last_run(entry) if entry else ["not verified yet: littlestone verify " + claim.id]))


def _indented(code: str) -> str:
    return "".join(f"  {line}\n" for line in code.rstrip().splitlines())


def _last_run(entry: Entry) -> list[str]:
    lines = [*claim_lines(entry), "", "evidence:"]
    repair = entry["corrected"]
    lines += [_evidence_line(e) for e in [*entry["evidence"], *(repair["evidence"] if repair else [])]]
    if entry["mutants"]:
        lines += ["mutants:", *(_mutant_line(mutant) for mutant in entry["mutants"])]
    if entry["frontiers"]:
        lines += ["frontiers:", *(f"  {found['constant']}: {found['words']}" for found in entry["frontiers"])]
    if entry["structure"]:
        lines += ["parts:", *(f"  {found['words']}" for found in entry["structure"])]
    if entry["vacuous_on"]:
        lines.append(f"vacuous on: {', '.join(entry['vacuous_on'])}")
    return [*lines, f"written in {entry['location']}"]


def _evidence_line(e: EvidenceEntry) -> str:
    found = f"{e['cases']:,} cases, {e['violations']:,} violations, {e['seconds']} s"
    return f"  {e['outcome']:<8} {e['prover']:<10} {e['universe']}: {found}{'; ' + e['detail'] if e['detail'] else ''}"


def _mutant_line(mutant: MutantEntry) -> str:
    change = ", ".join(f"{name}: {value}" for name, value in mutant["constants"].items())
    place = f", {mutant['text']}" if mutant["text"] else ""
    fate = f"killed by {mutant['killed_by']}{place}" if mutant["killed_by"] else "SURVIVES"
    return f"  {change}  {fate}"

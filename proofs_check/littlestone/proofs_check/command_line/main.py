"""The command line: list, explain, verify, dims."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

import click

from littlestone.proofs_check.command_line.audit import audit_command
from littlestone.proofs_check.command_line.console import Console, explanation, summary_lines
from littlestone.proofs_check.command_line.engine_options import chosen_engine, engine_options
from littlestone.proofs_check.command_line.gate import gate_command
from littlestone.proofs_check.command_line.last_run import REPORT, last_entries
from littlestone.proofs_check.command_line.proof import proof_command
from littlestone.proofs_check.command_line.usage import WrongUsage
from littlestone.proofs_check.compute.interrupts import interruptible
from littlestone.proofs_check.exit_codes import ExitCode
from littlestone.proofs_check.verdicts.entries import Entry, fault_code
from littlestone.spec.claim import Claim, Value

if TYPE_CHECKING:
    from littlestone.proofs_check.questions.profiles import Profile
    from littlestone.proofs_check.verdicts.verification import Settings


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="littlestone")
def main() -> None:
    """Check what the papers on private and online learnability print, and measure your own concept classes.

    Exit codes: 0 all as expected, 1 a check failed, 2 wrong usage or bad input, 3 the kit itself is at fault,
    4 undecided (under --strict only).
    """


@main.command("list")
@click.argument("names", nargs=-1)
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", help="How to print.")
def list_claims(names: tuple[str, ...], form: str) -> None:
    """List the claims: id, kind, source and title. NAMES are ids, papers or globs; all claims for none."""
    claims = _find(names)
    if form == "json":
        click.echo(json.dumps([{"id": c.id, "kind": c.kind, "source": c.source, "title": c.title} for c in claims]))
        return
    width = max(len(c.id) for c in claims)
    for c in claims:
        click.echo(f"{c.id:<{width}}  {c.kind:<10}  {c.title}  ({c.source})")


@main.command()
@click.argument("name")
@click.option("--report", type=click.Path(path_type=Path), default=REPORT, help="Where the last run's ledger lies.")
def explain(name: str, report: Path) -> None:
    """Show a claim: its statement, source and formula, how it is checked, and the last verdict with its evidence."""
    from littlestone.proofs_check.reports.proof_tree import ProofView

    claims = _find((name,))
    view = ProofView(last_entries(report))
    for claim in claims:
        click.echo(explanation(claim, view))


@main.command()
@click.argument("names", nargs=-1)
@click.option("--profile", default="quick", show_default=True, help="How much to run: quick, full or deep.")
@click.option("--prover", "provers", multiple=True, help="Only this prover (may be repeated).")
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="Seed of the random provers.")
@click.option("--jobs", type=click.IntRange(1), default=os.cpu_count() or 1, help="Worker processes.")
@click.option("--resume", is_flag=True, help="Keep what an interrupted run has finished.")
@click.option("--strict", is_flag=True, help="Exit with 4 where a claim stays open, or lost provers to Python.")
@click.option("--points", type=click.IntRange(1), help="Only classes on this many points.")
@click.option("--labels", type=click.IntRange(2), help="Only classes with this many labels.")
@click.option("--mutant", "mutants", multiple=True, metavar="NAME=VALUE", help="Replace a constant of the claim.")
@engine_options("large enumerations are worked on")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", help="How to print.")
@click.option("--report", type=click.Path(path_type=Path), default=REPORT, show_default=True, help="Report folder.")
@click.pass_context
def verify(
    context: click.Context,
    names: tuple[str, ...],
    profile: str,
    provers: tuple[str, ...],
    seed: int,
    jobs: int,
    resume: bool,
    strict: bool,
    points: int | None,
    labels: int | None,
    mutants: tuple[str, ...],
    engine: str,
    scheduler: str | None,
    form: str,
    report: Path,
) -> None:
    """Check claims and write the ledger and the report.

    NAMES are ids, papers, globs or Python files with claims of your own; all claims for none.
    """
    from littlestone.proofs_check.verdicts.verification import Settings

    claims = _find(names)
    changed = _constants(claims, mutants)
    settings = Settings(_profile(profile, seed), _provers(provers), points, labels, changed)
    settings = replace(settings, engine=chosen_engine(engine, scheduler))
    entries = _run(claims, settings, jobs, resume, form, report)
    _write(entries, profile, report, form)
    context.exit(_exit_code(entries, strict, bool(mutants)))


@main.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--svg", type=click.Path(path_type=Path), help="Also draw the shattered tree into this file.")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", help="How to print.")
def dims(file: Path, svg: Path | None, form: str) -> None:
    """The dimensions of the class in FILE, a CSV, .npy or JSON matrix with a function per row and a point per
    column."""
    from littlestone.proofs_check.command_line.dims import measure

    try:
        click.echo(measure(file, svg, form))
    except (ValueError, OSError) as error:
        raise WrongUsage(str(error)) from error


main.add_command(audit_command)
main.add_command(gate_command)
main.add_command(proof_command)


# ---- Arguments


def _find(names: Sequence[str]) -> list[Claim]:
    from littlestone.proofs_check.sources.catalogue import find

    try:
        return find(names)
    except (LookupError, OSError, ValueError) as error:
        raise WrongUsage(str(error).strip("'\"")) from error
    except Exception as error:
        raise WrongUsage(f"the claims cannot be read: {type(error).__name__}: {error}") from error


def _profile(name: str, seed: int) -> Profile:
    from littlestone.proofs_check.questions.profiles import PROFILES

    if name not in PROFILES:
        raise WrongUsage(f"there is no profile {name!r}; the profiles are {', '.join(PROFILES)}")
    profile = PROFILES[name]
    return replace(profile, budget=replace(profile.budget, seed=seed))


def _provers(names: tuple[str, ...]) -> tuple[str, ...]:
    from littlestone.proofs_check.provers.registry import provers
    from littlestone.proofs_check.provers.third_party import BrokenProver

    try:
        known = provers()
    except BrokenProver as error:
        raise WrongUsage(str(error)) from error
    unknown = [name for name in names if name not in known]
    if unknown:
        raise WrongUsage(f"there is no prover {unknown[0]!r}; the provers are {', '.join(known)}")
    return names


def _constants(claims: Sequence[Claim], mutants: tuple[str, ...]) -> dict[str, Value]:
    if mutants and len(claims) != 1:
        raise WrongUsage(f"--mutant needs exactly one claim, not {len(claims)}")
    return dict(_constant(claims[0], words) for words in mutants)


def _constant(claim: Claim, words: str) -> tuple[str, Value]:
    name, _, value = words.partition("=")
    if name not in claim.constants:
        known = ", ".join(claim.constants) or "none"
        raise WrongUsage(f"{claim.id} has no constant {name!r}; its constants: {known}")
    try:
        exact = Fraction(value)
    except (ValueError, ZeroDivisionError) as error:
        raise WrongUsage(f"{value!r} is not an exact number; write --mutant {name}=3 or {name}=1/10") from error
    return name, int(exact) if exact.denominator == 1 else exact


# ---- Running


def _run(claims: Sequence[Claim], settings: Settings, jobs: int, resume: bool, form: str, report: Path) -> list[Entry]:
    from littlestone.proofs_check.compute.engines import ClusterFault
    from littlestone.proofs_check.verdicts.running import Kept, run

    kept = Kept(report / "unfinished.jsonl", settings)
    entries: list[Entry] = []
    console = Console(len(claims), quiet=form == "json")
    try:
        with interruptible():
            for entry in run(claims, replace(settings, progress=console.shard), jobs, kept, resume):
                entries.append(entry)
                console.show(entry)
    except KeyboardInterrupt:
        console.close()
        click.echo(
            f"interrupted: {len(entries)} of {len(claims)} claims are shown; --resume goes on from here", err=True
        )
        sys.exit(ExitCode.INTERRUPTED)
    except ClusterFault as fault:
        console.close()
        raise WrongUsage(f"{fault}; what is done is kept, --resume goes on from here") from fault
    console.close()
    return entries


def _write(entries: list[Entry], profile: str, report: Path, form: str) -> None:
    from littlestone.proofs_check.reports.report_page import write_report
    from littlestone.proofs_check.verdicts.ledger import ledger, write_json

    whole = ledger(profile, entries)
    write_json(whole, report / "ledger.json")
    page = write_report(whole, report)
    if form == "json":
        click.echo(json.dumps(whole, ensure_ascii=False))
        return
    click.echo("\n".join(["", *summary_lines(whole["claims"], whole["proofs"]), f"report: {page}"]))


def _exit_code(entries: list[Entry], strict: bool, mutant: bool) -> ExitCode:
    fault = fault_code(entry["fault"] for entry in entries)
    if fault is not ExitCode.PASSED:
        return fault
    if any(entry["verdict"] == "refuted" if mutant else not entry["expected"] for entry in entries):
        return ExitCode.FAILED
    return ExitCode.UNDECIDED if strict and any(map(_is_undecided, entries)) else ExitCode.PASSED


def _is_undecided(entry: Entry) -> bool:
    """The claim or its correction is open, or Python decided a part of it."""
    repair = entry["corrected"]
    return (
        entry["verdict"] == "open" or entry["lost"] is not None or (repair is not None and repair["verdict"] == "open")
    )

"""The command line: verify, and the commands in files of their own."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from littlestone.proofs_check.accounts.command import account_command
from littlestone.proofs_check.command_line.audit import audit_command
from littlestone.proofs_check.command_line.classes import atlas_command, dims_command
from littlestone.proofs_check.command_line.completion import ids_that_begin, profiles_that_begin
from littlestone.proofs_check.command_line.console import Console, Show
from littlestone.proofs_check.command_line.errata import errata_command
from littlestone.proofs_check.command_line.explore import explore_command
from littlestone.proofs_check.command_line.gate import gate_command
from littlestone.proofs_check.command_line.kernel import export_command, kernel_command
from littlestone.proofs_check.command_line.listing import explain_command, find_command, list_command
from littlestone.proofs_check.command_line.proof import proof_command
from littlestone.proofs_check.command_line.recheck import recheck_command
from littlestone.proofs_check.command_line.search import search_command
from littlestone.proofs_check.command_line.usage import (
    JOBS,
    REPORT,
    Commands,
    WrongUsage,
    claims_called,
    insist_on_writable,
)
from littlestone.proofs_check.compute.interrupts import interruptible
from littlestone.proofs_check.compute.memories import loading
from littlestone.proofs_check.exit_codes import ExitCode
from littlestone.proofs_check.reports.errata.formats import grades_in_words
from littlestone.proofs_check.reports.run_summary import FEW, short_summary, summary
from littlestone.proofs_check.verdicts.entries import Entry, fault_code
from littlestone.proofs_check.verdicts.scopes import BEYOND
from littlestone.spec.claim import Claim, Value

if TYPE_CHECKING:
    from littlestone.proofs_check.questions.profiles import Profile
    from littlestone.proofs_check.verdicts.asking import Settings
    from littlestone.proofs_check.verdicts.running import Kept

MOST_SIZE = 64  # of points and of labels; classes on so many are drawn, not listed


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="littlestone")
def main() -> None:
    """Check what the papers on private and online learnability print, and measure your own concept classes.

    Exit codes: 0 all as expected, 1 a check failed, 2 wrong usage or bad input, 3 the kit itself is at fault,
    4 undecided (audits and searches; verify under --strict only).
    """
    sys.set_int_max_str_digits(0)  # a counterexample is written whole, and Python refuses more than 4,300 digits


@main.command()
@click.argument("names", nargs=-1, shell_complete=ids_that_begin)
@click.option(
    "--profile",
    default="quick",
    show_default=True,
    shell_complete=profiles_that_begin,
    help="How much to run: quick, full or deep.",
)
@click.option("--prover", "provers", multiple=True, help="Only this prover (may be repeated).")
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="Seed of the random provers.")
@click.option("--jobs", type=JOBS, default=os.cpu_count() or 1, help="Worker processes.")
@click.option("--resume", is_flag=True, help="Keep what an interrupted run has finished.")
@click.option("--strict", is_flag=True, help="End with 4 where a claim is undecided, or beyond a box, or lost provers.")
@click.option("--points", type=click.IntRange(1, MOST_SIZE), help="Only classes on this many points.")
@click.option("--labels", type=click.IntRange(2, MOST_SIZE), help="Only classes with this many labels.")
@click.option("--mutant", "mutants", multiple=True, metavar="NAME=VALUE", help="Replace a constant of the claim.")
@click.option(
    "--measure", is_flag=True, help="Find how far each constant holds, and the needed parts, of the papers' claims too."
)
@click.option("--write-test", type=click.Path(path_type=Path), help="Write counterexamples as a pytest file.")
@click.option(
    "--certificates",
    type=click.Path(path_type=Path),
    help="Keep what solvers, algebra and intervals prove in this folder.",
)
@click.option("-v", "--verbose", is_flag=True, help="A line for each claim, also where there are many.")
@click.option("-q", "--quiet", is_flag=True, help="The summary, and what is not as expected.")
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
    measure: bool,
    write_test: Path | None,
    certificates: Path | None,
    verbose: bool,
    quiet: bool,
    form: str,
    report: Path,
) -> None:
    """Check claims and write the ledger and the report.

    NAMES are ids, papers, globs or Python files with claims of your own; all claims for none. The lines of each claim
    are printed where they are few; of many, a summary and what is not as expected.
    """
    from littlestone.proofs_check.reports.errata.data import graded_statements
    from littlestone.proofs_check.verdicts.asking import Settings
    from littlestone.proofs_check.verdicts.running import Kept

    claims = claims_called(names)
    changed = _constants(claims, mutants)
    asked = _profile(profile, seed, measure)
    settings = Settings(asked, _provers(provers), points, labels, changed, certificates=certificates)
    part = bool(mutants or provers or points or labels)
    # Before hours of work, whose answers could not be kept, or not told
    graded_statements()
    for option, folder in (("--report", None if part else report), ("--certificates", certificates)):
        if folder is not None:
            insist_on_writable(option, folder)
    kept = Kept(report / "unfinished.jsonl", settings)
    show = _shown(len(claims), verbose, quiet, form)
    entries = _run(claims, settings, jobs, resume, show, kept)
    lost = _write(entries, kept.prints, profile, report, show, part)
    if write_test is not None:
        _write_tests(claims, entries, write_test)
    if certificates is not None:
        _tell_certificates(entries, certificates)
    context.exit(_exit_code(entries, strict, bool(mutants), lost))


main.add_command(atlas_command)
main.add_command(audit_command)
main.add_command(dims_command)
main.add_command(errata_command)
main.add_command(explain_command)
main.add_command(explore_command)
main.add_command(export_command)
main.add_command(account_command)
main.add_command(find_command)
main.add_command(gate_command)
main.add_command(kernel_command)
main.add_command(list_command)
main.add_command(proof_command)
main.add_command(recheck_command)
main.add_command(search_command)


# ---- Arguments


def _profile(name: str, seed: int, measure: bool) -> Profile:
    from littlestone.proofs_check.questions.profiles import PROFILES

    if name not in PROFILES:
        raise WrongUsage(f"there is no profile {name!r}; the profiles are {', '.join(PROFILES)}")
    profile = PROFILES[name]
    measures = "everything" if measure else profile.measures
    return replace(profile, budget=replace(profile.budget, seed=seed), measures=measures)


def _provers(names: tuple[str, ...]) -> tuple[str, ...]:
    with loading():
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
    from littlestone.proofs_check.typed_numbers import rational

    name, equals, value = words.partition("=")
    if not equals:
        raise WrongUsage(f"--mutant {words}: it has no value; write --mutant {words}=3 or {words}=1/10")
    if name not in claim.constants:
        known = ", ".join(claim.constants) or "none"
        raise WrongUsage(f"{claim.id} has no constant {name!r}; its constants: {known}")
    try:
        exact = rational(value)
    except (ValueError, ZeroDivisionError) as error:
        raise WrongUsage(f"{value!r} is not an exact number; write --mutant {name}=3 or {name}=1/10") from error
    return name, int(exact) if exact.denominator == 1 else exact


# ---- Running


def _shown(claims: int, verbose: bool, quiet: bool, form: str) -> Show:
    """What is printed of each claim; raises WrongUsage where both -v and -q are given."""
    if verbose and quiet:
        raise WrongUsage("-v asks for a line for each claim and -q for none; give one of them")
    if form == "json":
        return "none"
    if quiet or claims > FEW:
        return "a line each" if verbose else "unexpected"
    return "all"


def _run(claims: Sequence[Claim], settings: Settings, jobs: int, resume: bool, show: Show, kept: Kept) -> list[Entry]:
    from littlestone.proofs_check.verdicts.running import run

    entries: list[Entry] = []
    console = Console(len(claims), show, settings.profile.seconds)
    asked = replace(settings, progress=console.shards, waiting=console.wait)
    try:
        with interruptible():
            for entry in run(claims, asked, jobs, kept, resume):
                entries.append(entry)
                console.show(entry)
    except KeyboardInterrupt:
        console.close()
        click.echo(
            f"interrupted: {len(entries)} of {len(claims)} claims are shown; --resume goes on from here", err=True
        )
        sys.exit(ExitCode.INTERRUPTED)
    console.close()
    return entries


def _write(
    entries: list[Entry], prints: Mapping[str, str], profile: str, report: Path, show: Show, is_part: bool
) -> list[str]:
    """Print what was found; what was asked of all of a claim is kept in the ledger, beside what earlier runs found.

    Returns the claims that the last run in this profile had proved and that are open now.
    """
    from littlestone.proofs_check.compute.source_digest import sources_digest
    from littlestone.proofs_check.reports.earlier_runs import Compared, compared, noted, read_ledger, with_earlier
    from littlestone.proofs_check.reports.pages.report_page import write_report
    from littlestone.proofs_check.verdicts.entries import all_entries
    from littlestone.proofs_check.verdicts.ledger import ledger, write_json

    own, path = ledger(profile, noted(entries, profile, prints), sources_digest()), report / "ledger.json"
    found = Compared(0, ())
    kept = "not kept: --mutant, --prover, --points and --labels ask a part of a claim's question"
    if not is_part:
        earlier = read_ledger(path)
        if earlier is None and path.is_file():
            aside = path.replace(report / "ledger.damaged.json")
            click.echo(f"warning: {path} was not as it was written; it is {aside} now, and a new one begins", err=True)
        found = compared(earlier, all_entries(own))
        whole = ledger(profile, with_earlier(all_entries(own), earlier), sources_digest())
        write_json(whole, path)
        kept = f"report: {write_report(whole, report)}"
    if show == "none":
        click.echo(json.dumps(own, ensure_ascii=False))
    elif show == "all":
        click.echo("\n".join(["", *short_summary(own["claims"], own["proofs"], found.worse), kept]))
    else:
        lines = summary(own["claims"], own["proofs"], profile, found, grades_in_words(), own["uses"])
        click.echo("\n".join(["", *lines, kept]))
    lost = [worse.id for worse in found.worse if worse.lost]
    if lost:
        click.echo(f"was proved by the last run, is undecided now: {', '.join(lost)}", err=True)
    return lost


def _write_tests(claims: Sequence[Claim], entries: list[Entry], path: Path) -> None:
    """Write a test for each claim that fails, and say which."""
    from littlestone.proofs_check.reports.written_tests import write_tests

    files = {claim.id: claim.address.removesuffix(f"::{claim.id}") for claim in claims if claim.address != claim.id}
    beside = {id: f"{os.path.relpath(file)}::{id}" for id, file in files.items()}
    try:
        written = write_tests(entries, {claim.id: claim.id for claim in claims} | beside, path)
    except OSError as error:
        raise WrongUsage(f"--write-test {path}: it cannot be written ({error}); name another file") from error
    known = ": what is known to fail, with a correction beside it, has none" if any(map(_is_corrected, entries)) else ""
    none = f"no claim fails unexpectedly at arguments that can be written down, so no test is written{known}"
    click.echo(f"tests: {path}, of {', '.join(written)}" if written else none, err=True)


def _is_corrected(entry: Entry) -> bool:
    return entry["verdict"] == "refuted" and entry["corrected"] is not None


def _tell_certificates(entries: list[Entry], folder: Path) -> None:
    """Say how many certificates were written, or why there are none."""
    stated = [part for entry in entries for part in (entry, entry["corrected"]) if part is not None]
    written = sum(evidence["certificate"] is not None for part in stated for evidence in part["evidence"])
    none = "no proof was found that can be kept: quick asks no solver, --profile full or --points 6 do"
    click.echo(f"certificates: {written} in {folder}; littlestone recheck {folder}" if written else none, err=True)


def _exit_code(entries: list[Entry], strict: bool, mutant: bool, lost: list[str]) -> ExitCode:
    fault = fault_code(entry["fault"] for entry in entries)
    if fault is not ExitCode.PASSED:
        return fault
    if lost or any(entry["verdict"] == "refuted" if mutant else not entry["expected"] for entry in entries):
        return ExitCode.FAILED
    return ExitCode.UNDECIDED if strict and any(map(_is_undecided, entries)) else ExitCode.PASSED


def _is_undecided(entry: Entry) -> bool:
    """The claim or its correction is open, or beyond a box of integers, or Python decided a part of it."""
    judged = [part for part in (entry, entry["corrected"]) if part is not None]
    is_open = any(part["verdict"] == "open" or (part["scope"] or "").endswith(BEYOND) for part in judged)
    return is_open or entry["lost"] is not None

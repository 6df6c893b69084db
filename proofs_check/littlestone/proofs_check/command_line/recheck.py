"""``littlestone recheck``: certificates and ledgers checked anew, by what shares no code with the provers."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from littlestone.proofs_check.command_line.usage import JOBS, REPORT, WrongUsage
from littlestone.proofs_check.compute.interrupts import interruptible
from littlestone.proofs_check.exit_codes import ExitCode

if TYPE_CHECKING:
    from littlestone.proofs_check.rechecking.rechecks import Rechecked

LEDGER = "ledger.json"
SHOWN = 6  # ids after what is trusted


@click.command("recheck")
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path))
@click.option("--jobs", type=JOBS, default=os.cpu_count() or 1, help="Worker processes.")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", help="How to print.")
@click.pass_context
def recheck_command(context: click.Context, paths: tuple[Path, ...], jobs: int, form: str) -> None:
    """Check anew what was left behind: certificates in folders, ledgers, and what `dims` and `search` proved.

    PATHS are folders, ledgers, files that `littlestone dims --certificate` wrote, and Python files with the claims of
    your own that these are about; the last run's ledger for none. What cannot be checked anew is listed as trusted;
    exit code 1 says that something was refused.
    """
    from littlestone.proofs_check.rechecking.dimensions import is_certificate
    from littlestone.proofs_check.rechecking.rechecks import recheck
    from littlestone.proofs_check.sources.catalogue import find

    given = paths or (REPORT / LEDGER,)
    try:
        find([str(path) for path in given if path.suffix == ".py"])
    except (LookupError, OSError, ValueError, TypeError) as error:
        raise WrongUsage(str(error).strip("'\"")) from error
    classes = [path for path in given if path.is_file() and is_certificate(path)]
    ledgers = _ledgers([path for path in given if path not in classes])
    try:
        with interruptible():
            found = recheck(_certificates(given), ledgers, jobs, classes)
    except KeyboardInterrupt:
        click.echo("interrupted: nothing is said of what was checked; run it again", err=True)
        context.exit(ExitCode.INTERRUPTED)
    text = json.dumps(found.data, ensure_ascii=False) if form == "json" else "\n".join(_lines(found))
    click.echo(text.encode(errors="backslashreplace").decode())  # as JSON writes halves of a character too
    context.exit(ExitCode.FAILED if found.refused else ExitCode.PASSED)


def _certificates(paths: Sequence[Path]) -> list[Path]:
    """The folders of all certificates in those given; raises WrongUsage on one that holds nothing to check."""
    from littlestone.proofs_check.rechecking.certificates import certificates_in
    from littlestone.proofs_check.rechecking.replays import derivations_in
    from littlestone.proofs_check.rechecking.searches import searches_in

    found: list[Path] = []
    for folder in filter(Path.is_dir, paths):
        own = [*certificates_in(folder), *derivations_in(folder), *searches_in(folder)]
        if not own and not (folder / LEDGER).exists():
            raise WrongUsage(
                f"{folder} holds no certificate and no ledger; littlestone verify --certificates writes them"
            )
        found += own
    return found


def _ledgers(paths: Sequence[Path]) -> list[Path]:
    missing = [path for path in paths if not path.exists()]
    if missing:
        raise WrongUsage(f"there is no {missing[0]}; littlestone verify writes the ledger and --certificates the rest")
    files = [path / LEDGER if path.is_dir() else path for path in paths if path.suffix != ".py"]
    return [file for file in files if file.is_file()]


def _with(changes: Sequence[str]) -> str:
    """What of the claim is not as it is printed, or asked."""
    return f", with {', '.join(changes)}" if changes else ""


def _lines(found: Rechecked) -> list[str]:
    certificates = [
        f"rechecked     {c.claim}: {c.points} points, {c.labels} labels{_with(c.differs)}; "
        f"{c.clauses:,} clauses follow from the definitions, {c.steps:,} steps to a contradiction"
        for c in found.certificates
    ]
    certificates += [
        f"rechecked     {d.claim}: all values of its parameters{_with(d.changed)}; {d.clauses:,} clauses, "
        f"{d.steps:,} steps replayed"
        for d in found.derivations
    ]
    certificates += [
        f"rechecked     {d.name} = {d.lower if d.lower == d.upper else f'{d.lower}..{d.upper}'} of "
        f"{c.functions:,} functions on {c.points:,} points: its witness, and its bound ({d.kind})"
        for c in found.classes
        for d in c.dimensions
        if d.refused is None and d.trusted is None
    ]
    certificates += [
        f"rechecked     no class of {s.functions} functions on {s.points} points has {s.question}: "
        f"{s.clauses:,} clauses, as the same encoder makes them again, {s.steps:,} steps to a contradiction"
        for s in found.searches
    ]
    several = [f"rechecked     {id}: its counterexample, by the definitions" for id in found.counterexamples]
    several += [f"rechecked     {id}: all its cases, and the laws in them" for id in dict.fromkeys(found.relisted)]
    trusted = [f"trusted       {what}: {_ids(ids)}" for what, ids in found.trusted.items()]
    refused = [f"refused       {place}: {why}" for place, why in found.refused.items()]
    totals = (
        f"{len(certificates)} certificates and {len(found.counterexamples)} counterexamples hold, "
        f"{found.certified} verdicts of ledgers have a certificate, {len(refused)} refused"
    )
    sums = found.sums
    if sums.laws:
        totals += (
            f"\nthe cases of {len(found.relisted)} verdicts evaluated anew; {sums.laws:,} laws summed, "
            f"{sums.rational:,} of them in fractions, and {sums.compared:,} sums over laws compared"
        )
    said = [_in_one_line(line) for line in (*certificates, *several, *trusted, *refused)]
    return [*said, "", totals, *_verdicts(found)]


def _in_one_line(text: str) -> str:
    """The text with escapes for what is not printed: a file that is refused may have lines of its own in its words."""
    return "".join(sign if sign.isprintable() else sign.encode("unicode_escape").decode() for sign in text)


def _verdicts(found: Rechecked) -> list[str]:
    """How many verdicts of ledgers were checked anew, and on what the others rest; nothing where there is none."""
    on_trust = sum(found.on_trust.values())
    if not found.rechecked + on_trust:
        return []
    ordered = sorted(found.on_trust.items(), key=lambda item: -item[1])
    reasons = f" ({', '.join(f'{what} {number:,}' for what, number in ordered)})" if ordered else ""
    return [f"{found.rechecked + on_trust:,} verdicts: {found.rechecked:,} rechecked, {on_trust:,} on trust{reasons}"]


def _ids(ids: Sequence[str]) -> str:
    named = list(dict.fromkeys(ids))
    more = f" and {len(named) - SHOWN} more" if len(named) > SHOWN else ""
    return ", ".join(named[:SHOWN]) + more

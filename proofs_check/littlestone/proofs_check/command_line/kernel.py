"""``littlestone kernel`` and ``littlestone export``: a claim for a proof assistant, Rocq or Lean."""

from __future__ import annotations

from pathlib import Path

import click

from littlestone.proofs_check.command_line.completion import ids_that_begin
from littlestone.proofs_check.command_line.listing import LEDGER, told_of
from littlestone.proofs_check.command_line.usage import WrongUsage, claims_called, last_entries
from littlestone.proofs_check.exit_codes import ExitCode

MOST = 8  # points, and labels, of a theorem: Rocq takes seconds for 6 binary points, and minutes for more


@click.command("export")
@click.argument("name", shell_complete=ids_that_begin)
@click.option("--lean", is_flag=True, required=True, help="As a theorem of Lean 4 with mathlib, to be proved.")
@LEDGER
def export_command(name: str, lean: bool, report: Path) -> None:
    """Write a claim NAME about VC, Littlestone, thresholds and sizes of binary classes for a proof assistant.

    What cannot be said exactly is refused. The text is not compiled here.
    """
    from littlestone.proofs_check.reports.lean import NoLean, lean_text

    claims = claims_called((name,))
    if len(claims) != 1:
        raise WrongUsage(f"{name}: {len(claims)} claims are meant; name one of them, such as {claims[0].address}")
    try:
        click.echo(lean_text(claims[0], told_of(last_entries(report))), nl=False)
    except NoLean as reason:
        raise WrongUsage(f"{claims[0].id} is not exported: {reason}; DIM.vc is one that is") from reason


@click.command("kernel")
@click.argument("id", shell_complete=ids_that_begin)
@click.option("-o", "file", type=click.Path(path_type=Path), help="Write the Rocq file here; ID.v if not given.")
@click.option(
    "--points", type=click.IntRange(1, MOST), default=3, show_default=True, help="All classes on this many points."
)
@click.option("--labels", type=click.IntRange(2, MOST), default=2, show_default=True, help="With this many labels.")
@click.option("--check", is_flag=True, help="Have coqc check the file.")
@click.pass_context
def kernel_command(context: click.Context, id: str, file: Path | None, points: int, labels: int, check: bool) -> None:
    """Write the claim ID, for all classes of a size, as a theorem with a proof that the kernel of Rocq checks.

    The theorem speaks of dimensions by their definitions on lists of functions. A claim that says something else has
    no theorem: exit code 2, with the reason.
    """
    from littlestone.proofs_check.kernel.terms import NotOfTheKernel
    from littlestone.proofs_check.kernel.theorems import file_name, refusal, written
    from littlestone.proofs_check.kit_faults import ListedOtherwise
    from littlestone.proofs_check.questions.universes import ClassUniverse
    from littlestone.spec.algebra.circuit import CircuitTooLarge
    from littlestone.spec.algebra.decisions import UndecidedTruth

    found = claims_called([id])
    if len(found) > 1:
        raise WrongUsage(f"{id} stands for {len(found)} claims: give the id of one, such as {found[0].id}")
    place = file or Path(file_name(found[0].id))
    try:
        made = written(found[0], ClassUniverse(points, labels))
        place.write_text(made.text, encoding="utf-8")
        remarks = "".join(f"{word:<14}{text}\n" for word, text in made.remarks.items())
        click.echo(f"{made.statement}\n\nAt this size the theorem says no more than that.\n{remarks}")
        click.echo(f"written       {place}: {made.gates:,} gates, {made.steps:,} steps")
        why = refusal(made.text) if check else None
    except (NotOfTheKernel, CircuitTooLarge, UndecidedTruth, ListedOtherwise) as error:
        raise WrongUsage(f"{found[0].id} has no theorem of the kernel: {error}") from error
    except OSError as error:
        raise WrongUsage(f"{error}") from error
    if check:
        click.echo("checked       by Rocq: closed under the global context" if why is None else f"refused       {why}")
    context.exit(ExitCode.PASSED if why is None else ExitCode.FAILED)

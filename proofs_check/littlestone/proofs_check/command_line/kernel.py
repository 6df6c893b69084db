"""``littlestone kernel``: a claim about classes as a Rocq theorem, and what the kernel of Rocq says of it."""

from __future__ import annotations

import time
from pathlib import Path

import click

from littlestone.proofs_check.command_line.completion import ids_that_begin
from littlestone.proofs_check.command_line.usage import WrongUsage, claims_called, insist_on_writable
from littlestone.proofs_check.exit_codes import ExitCode

MOST = 12  # points, and labels


@click.command("kernel")
@click.argument("id", shell_complete=ids_that_begin)
@click.option("-o", "file", type=click.Path(path_type=Path), help="Write the Rocq file here; ID.v for none.")
@click.option("--points", type=click.IntRange(1, MOST), default=3, show_default=True, help="All classes on so many.")
@click.option("--labels", type=click.IntRange(2, MOST), default=2, show_default=True, help="With so many labels.")
@click.option("--check", is_flag=True, help="Have coqc check the file; it must be installed.")
@click.pass_context
def kernel_command(
    context: click.Context, id: str, file: Path | None, points: int, labels: int, check: bool
) -> None:
    """Write the claim ID on all classes of a size as a theorem, with a proof that the kernel of Rocq checks.

    The theorem speaks of dimensions by their definitions on lists of functions. A claim that says something else has
    none: exit code 2, with the reason.
    """
    from littlestone.proofs_check.kernel.circuits import TooManyGates
    from littlestone.proofs_check.kernel.proving import NoTheorem, refusal, written
    from littlestone.proofs_check.kernel.statements import NotOfTheKernel
    from littlestone.proofs_check.questions.universes import ClassUniverse, Question

    found = claims_called([id])
    if len(found) > 1:
        raise WrongUsage(f"{id} stands for {len(found)} claims: give the id of one, such as {found[0].id}")
    (claim,) = found
    place = Path(f"{claim.id}.v") if file is None else file
    insist_on_writable("-o", place.parent)
    question = Question(claim, claim.printed, ClassUniverse(points, labels))
    try:
        made = written(question)
    except (NotOfTheKernel, TooManyGates) as error:
        raise WrongUsage(f"{claim.id} has no theorem of the kernel: {error}") from error
    except NoTheorem as error:
        click.echo(f"no theorem    {claim.id}: {error}")
        context.exit(ExitCode.UNDECIDED if "undecided" in str(error) else ExitCode.FAILED)
    place.write_text(made.text, encoding="utf-8")
    click.echo(f"{made.statement}\n\nwritten       {place}: {made.gates:,} gates, {made.steps:,} steps of proof")
    if check:
        started = time.perf_counter()
        try:
            why = refusal(made.text)
        except FileNotFoundError as error:
            raise WrongUsage(f"--check: {error}") from error
        said = "closed under the global context: no axioms" if why is None else why
        click.echo(f"{'checked' if why is None else 'refused':13} by Rocq in {time.perf_counter() - started:.1f} s, {said}")
        context.exit(ExitCode.PASSED if why is None else ExitCode.FAILED)

"""``littlestone account``: its arguments, its table and its exit codes."""

from __future__ import annotations

import click

from littlestone.proofs_check.bad_input import BadInput
from littlestone.proofs_check.exit_codes import ExitCode


@click.command("account")
@click.argument("steps", nargs=-1, required=True)
@click.option(
    "--function",
    "functions",
    multiple=True,
    metavar="NAME",
    help="Your accountant: file.py:name, called with (steps, delta); compared under --relation, which it is not told.",
)
@click.option(
    "--delta",
    "deltas",
    multiple=True,
    type=click.FloatRange(0, 1, min_open=True, max_open=True),
    help="Where to compare (may be repeated).",
)
@click.option("--relation", type=click.Choice(["add-remove", "replace-one"]), default="add-remove", show_default=True)
@click.pass_context
def account_command(
    context: click.Context,
    /,
    steps: tuple[str, ...],
    functions: tuple[str, ...],
    deltas: tuple[float, ...],
    relation: str,
) -> None:
    """Compare accountants on a composition: the exact curve, dp-accounting where it is installed, and your function.

    STEPS are gaussian:DEVIATION, gaussian:DEVIATION@RATE for steps on Poisson samples, laplace:SCALE and
    dp:EPSILON,DELTA, each with *COUNT behind it; a row adds at most 1. Without an exact curve, too little is what is
    below dp-accounting's optimistic estimate. Exit codes: 0 nobody says less than is lost, 1 somebody does, 2 bad
    input, 4 not decided: there is nobody to compare or to judge by, or one is between dp-accounting's two estimates.
    """
    from littlestone.proofs_check.accounts.comparison import DELTAS, account_lines, compared, exit_code, read_steps
    from littlestone.proofs_check.audits.subjects.relations import RELATIONS
    from littlestone.proofs_check.audits.subjects.targets import imported

    try:
        own = {name: imported(name) for name in functions}
        found = compared(read_steps(steps), RELATIONS[relation], deltas or DELTAS, own)
    except BadInput as error:
        click.echo(f"Error: {error}", err=True)
        context.exit(ExitCode.BAD_INPUT)
    click.echo("\n".join(account_lines(found)))
    context.exit(exit_code(found))

"""``littlestone proof``: what a statement rests on, or what rests on it, as a tree."""

from __future__ import annotations

from pathlib import Path

import click

from littlestone.proofs_check.command_line.completion import ids_that_begin
from littlestone.proofs_check.command_line.usage import REPORT, WrongUsage, claims_called, last_entries


@click.command("proof")
@click.argument("id", shell_complete=ids_that_begin)
@click.option("--above", is_flag=True, help="What rests on the claim, in place of what it rests on.")
@click.option("--depth", type=click.IntRange(1), default=2, show_default=True, help="How many steps down.")
@click.option("--svg", type=click.Path(path_type=Path), help="Also draw the tree into this file.")
@click.option("--report", type=click.Path(path_type=Path), default=REPORT, help="Where the last run's ledger lies.")
def proof_command(id: str, above: bool, depth: int, svg: Path | None, report: Path) -> None:
    """Show what the proof of the claim ID rests on, with the verdicts of the last run or else of the release.

    ID is a claim of a paper, or FILE.py::ID of your own.
    """
    from littlestone.proofs_check.reports.proof_pictures import tree_picture
    from littlestone.proofs_check.reports.proof_tree import ProofView, tree_lines
    from littlestone.proofs_check.reports.released import marked_verdicts

    found = claims_called([id])
    if len(found) > 1:
        raise WrongUsage(f"{id} stands for {len(found)} claims: give the id of one, such as {found[0].id}")
    (claim,) = found
    view = ProofView(last_entries(report), marked_verdicts())
    if above:
        click.echo("\n".join(view.falls_with(claim.id)) or f"no dependency on {claim.id} is stated")
        return
    tree = view.tree(claim.id)
    click.echo("\n".join(tree_lines(tree, depth)))
    if not tree.children:
        click.echo(f"no uses are stated in a proof of {claim.id}")
    if svg is not None:
        _draw(tree_picture(tree, depth), svg)


def _draw(picture: str, file: Path) -> None:
    try:
        file.write_text(picture, encoding="utf-8")
    except OSError as error:
        raise WrongUsage(f"the picture cannot be written: {error}") from error

"""``littlestone atlas``: all binary classes to four points on a page and in a table."""

from __future__ import annotations

from pathlib import Path

import click

from littlestone.proofs_check.command_line.usage import WrongUsage


@click.command("atlas")
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    default=Path("build/atlas"),
    show_default=True,
    help="Folder to write into.",
)
def atlas_command(out: Path) -> None:
    """Write an atlas of all binary classes to 4 points, up to isomorphism: atlas.html and atlas.csv.

    Each class has its parameters, its one-inclusion graph and a shattered tree; the page filters, and finds
    the entry of a class that is pasted.
    """
    from littlestone.proofs_check.atlas.atlas_page import write_atlas

    try:
        page, table = write_atlas(out)
    except OSError as error:
        raise WrongUsage(f"the atlas cannot be written: {error}") from error
    click.echo(f"atlas: {page}\ntable: {table}")

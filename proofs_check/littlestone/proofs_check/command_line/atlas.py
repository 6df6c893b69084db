"""``littlestone atlas``: all binary classes to five points on a page and in tables."""

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
@click.option(
    "--points", type=click.IntRange(1, 5), default=5, show_default=True, help="Of the classes on 1 to so many points."
)
def atlas_command(out: Path, points: int) -> None:
    """Write an atlas of all binary classes to 5 points, up to isomorphism.

    atlas.html and atlas.csv have each class to 4 points with its parameters, the page with its one-inclusion graph and
    a shattered tree. atlas-5.csv.gz has a row for each of the 1,228,157 orbits on 5 points, which the page counts by
    the values of parameters. The page filters, and finds the entry of a class that is pasted.
    """
    from littlestone.proofs_check.atlas.atlas_page import write_atlas

    try:
        page, *tables = write_atlas(out, points)
    except OSError as error:
        raise WrongUsage(f"the atlas cannot be written: {error}") from error
    click.echo("\n".join([f"atlas: {page}", *(f"table: {table}" for table in tables)]))

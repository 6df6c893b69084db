"""``littlestone dims`` and ``littlestone atlas``: one class measured, and all binary classes to five points."""

from __future__ import annotations

from pathlib import Path

import click

from littlestone.proofs_check.command_line.usage import WrongUsage


@click.command("dims")
@click.argument("named", metavar="CLASS")
@click.option(
    "--only", metavar="NAMES", default="", help="These dimensions alone: vc,littlestone,thresholds,bits,psi^n."
)
@click.option("--all", "library", is_flag=True, help="Also every parameter of the library: star, RTD, coVC, ...")
@click.option("--budget", type=click.IntRange(0), help="Search at most so many nodes for each number.")
@click.option("--time-limit", type=click.FloatRange(0, 1e9), metavar="SECONDS", help="End all searches after so long.")
@click.option("--certificate", type=click.Path(path_type=Path), help="Write what `littlestone recheck` checks here.")
@click.option("--svg", type=click.Path(path_type=Path), help="Also draw the shattered tree into this file.")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", help="How to print.")
def dims_command(
    named: str,
    only: str,
    library: bool,
    budget: int | None,
    time_limit: float | None,
    certificate: Path | None,
    svg: Path | None,
    form: str,
) -> None:
    """The dimensions of a class of functions.

    CLASS is a file, a CSV, .txt, .npy or JSON matrix with a function per row and a point per column; - for standard
    input; or the class as it is printed, '{000, 001, 011}'. Each number is printed when it is known, with the kind of
    reason why it is no larger; a search that is ended leaves an interval.
    """
    from littlestone.proofs_check.atlas.measured_class import Asked, answer

    names = tuple(word for word in only.split(",") if word.strip())
    try:
        answer(Asked(named, names, library, budget, time_limit, certificate, svg, form == "json"), click.echo)
    except ValueError as error:
        raise WrongUsage(str(error)) from error


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

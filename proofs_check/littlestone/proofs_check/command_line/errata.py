"""``littlestone errata``: what is refuted in a paper, as a page that one can send to its author."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING

import click

from littlestone.proofs_check.command_line.completion import papers_with_errata
from littlestone.proofs_check.command_line.usage import REPORT, WrongUsage, last_entries

if TYPE_CHECKING:
    from littlestone.proofs_check.reports.errata.data import Errata
    from littlestone.proofs_check.reports.errata.document import Block, Verdicts

FORMATS = ("text", "html", "markdown", "latex", "pdf")
NO_TYPST = "--format pdf needs the package typst: pip install 'littlestone[pdf]'; or take --format html"


@click.command("errata")
@click.argument("paper", shell_complete=papers_with_errata)
@click.option("--format", "form", type=click.Choice(FORMATS), default="text", help="How to write it.")
@click.option("-o", "--output", type=click.Path(path_type=Path), help="The file to write; a pdf needs one.")
@click.option("--report", type=click.Path(path_type=Path), default=REPORT, help="Where the last run's ledger lies.")
def errata_command(paper: str, form: str, output: Path | None, report: Path) -> None:
    """Show the errata of a PAPER: what is refuted, an example, a correction, and what was verified of them.

    The verdicts are those of the last run, else of the release, marked so.
    """
    from littlestone.proofs_check.reports.errata.document import errata_document

    if form == "pdf" and output is None:
        raise WrongUsage(f"--format pdf: it needs a file; write -o {paper.lower()}.pdf")
    blocks = errata_document(*_asked(paper, report))
    written = _written(blocks, form)
    if output is None:
        click.echo(written.decode(), nl=False)
        return
    try:
        output.write_bytes(written)
    except OSError as error:
        raise WrongUsage(f"-o {output}: it cannot be written ({error}); name another file") from error


def _asked(paper: str, report: Path) -> tuple[Errata, Verdicts]:
    from littlestone.proofs_check.reports.errata.data import all_errata
    from littlestone.proofs_check.reports.errata.document import Verdicts, claims_named
    from littlestone.proofs_check.reports.released import released

    known = all_errata()
    errata = known.get(paper.upper())
    if errata is None:
        near = get_close_matches(paper.upper(), known, n=1, cutoff=0.7)
        hint = f"did you mean {near[0]}? " if near else ""
        raise WrongUsage(f"{paper} has no errata; {hint}the papers that have some are {', '.join(known)}")
    named = claims_named(errata)
    own = {id: entry for id, entry in last_entries(report).items() if id in named}
    return errata, Verdicts(own, {id: one for id, one in released().items() if id in named})


def _written(blocks: Sequence[Block], form: str) -> bytes:
    from littlestone.proofs_check.command_line.listing import columns
    from littlestone.proofs_check.reports.errata import formats

    if form == "pdf":
        return _pdf(formats.TypstFile().whole(blocks))
    width = columns()
    others = {"html": formats.Html(), "markdown": formats.Markdown(), "latex": formats.LatexFile()}
    return others.get(form, formats.TextFile(width)).whole(blocks).encode()


def _pdf(source: str) -> bytes:
    try:
        import typst
    except ImportError as error:
        raise WrongUsage(NO_TYPST) from error
    return bytes(typst.compile(source.encode()))

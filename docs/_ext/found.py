"""Writes the pages of what was found, from the ledger that ``claims_ledger`` names, before Sphinx reads them.

They are made for every build and never kept: a page that is kept tells of an older version than the one beside it.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from literature import found_section
from sphinx.application import Sphinx
from sphinx.errors import ConfigError

from littlestone.proofs_check.reports.earlier_runs import read_ledger
from littlestone.proofs_check.reports.errata.data import all_errata
from littlestone.proofs_check.reports.errata.document import Verdicts, claims_named, errata_document
from littlestone.proofs_check.reports.errata.formats import for_the_site
from littlestone.proofs_check.reports.paper_tables import tables_page
from littlestone.proofs_check.sources.catalogue import load_papers, printed_claims
from littlestone.proofs_check.verdicts.entries import Ledger, all_entries
from littlestone.spec.proofs import ARROW


def setup(app: Sphinx) -> dict[str, Any]:
    """Write the pages when a build begins."""
    app.connect("builder-inited", _write)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def _write(app: Sphinx) -> None:
    ledger = read_ledger(Path(app.config.claims_ledger))
    if ledger is None:
        raise ConfigError(f"claims_ledger: {app.config.claims_ledger} is no ledger; make docs writes one first")
    load_papers()
    (Path(app.srcdir) / "errata").mkdir(exist_ok=True)
    for name, text in pages(ledger):
        (Path(app.srcdir) / f"{name}.md").write_text(text, encoding="utf-8")


def pages(ledger: Ledger) -> Iterator[tuple[str, str]]:
    """The name and the text of each page."""
    yield "tables", tables_page(ledger)
    yield "literature_found", found_section(ledger)
    entries = {entry["id"]: entry for entry in all_entries(ledger)}
    linked = {claim.id for claim in printed_claims() if claim.kind != ARROW}
    for key, errata in all_errata().items():
        own = {id: entries[id] for id in claims_named(errata) & entries.keys()}
        yield f"errata/{key.lower()}", for_the_site("../claims", linked).whole(errata_document(errata, Verdicts(own)))

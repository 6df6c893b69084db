"""The ledger of the last runs, as far as there is one."""

from __future__ import annotations

import os
from pathlib import Path

import click

from littlestone.proofs_check.reports.earlier_runs import as_of_now, read_ledger
from littlestone.proofs_check.verdicts.entries import Entry

REPORT = Path("build/report")


def last_entries(report: Path) -> dict[str, Entry]:
    """The last runs' entries by id, marked where they are stale; none where no ledger can be read."""
    from littlestone.proofs_check.sources.catalogue import load_papers  # late: not all commands read papers

    path = report / "ledger.json"
    found = read_ledger(path)
    if found is None:
        if os.path.exists(path):  # the method of paths raises where a folder may not be looked into
            click.echo(
                f"warning: {path} is no ledger that can be read; littlestone verify puts it aside and begins a new one",
                err=True,
            )
        return {}
    load_papers()  # a claim that is not loaded is taken for one that is gone
    return {entry["id"]: entry for entry in as_of_now(found)}

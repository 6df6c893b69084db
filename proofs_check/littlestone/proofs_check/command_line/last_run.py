"""The ledger of the last runs, as far as there is one."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

import click

from littlestone.proofs_check.reports.earlier_runs import looked_at, read_ledger, rests_on_the_same
from littlestone.proofs_check.verdicts.entries import Entry, all_entries

REPORT = Path("build/report")


def last_entries(report: Path, shown: Iterable[str] = ()) -> dict[str, Entry]:
    """The last runs' entries by id, those to be shown marked where they are stale; none where no ledger can be read."""
    path = report / "ledger.json"
    found = read_ledger(path)
    if found is None:
        if os.path.exists(path):  # the method of paths raises where a folder may not be looked into
            click.echo(
                f"warning: {path} is no ledger that can be read; littlestone verify puts it aside and begins a new one",
                err=True,
            )
        return {}
    entries = {entry["id"]: entry for entry in all_entries(found)}
    doubtful = (id for id in shown if id in entries and not rests_on_the_same(found, id))
    return entries | {id: looked_at(entries[id]) for id in doubtful}

"""The last run's ledger, as far as there is one."""

from __future__ import annotations

import json
from pathlib import Path

from littlestone.proofs_check.verdicts.entries import Entry

REPORT = Path("build/report")


def last_entries(report: Path) -> dict[str, Entry]:
    """The last run's entries by id; none where there is no ledger that can be read."""
    try:
        claims: list[Entry] = json.loads((report / "ledger.json").read_text(encoding="utf-8"))["claims"]
        return {entry["id"]: entry for entry in claims}
    except (OSError, ValueError, LookupError, TypeError):
        return {}

"""Writes the tables of what was found in each paper, from the last run's ledger. ``make tables`` runs it."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from littlestone.proofs_check.reports.paper_tables import tables_page

PAGE = Path(__file__).resolve().parent / "tables.md"


if __name__ == "__main__":
    PAGE.write_text(tables_page(json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))), encoding="utf-8")

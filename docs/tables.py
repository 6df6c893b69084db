"""Writes the tables of what was found in each paper, from a ledger, and keeps the ledger. ``make tables`` runs it.

What is kept, packed, is what the documentation shows where nothing was verified before it is built.
"""

from __future__ import annotations

import gzip
import json
import sys
from pathlib import Path

from littlestone.proofs_check.reports.paper_tables import tables_page

PAGE = Path(__file__).resolve().parent / "tables.md"
KEPT = PAGE.with_name("ledger.json.gz")


if __name__ == "__main__":
    ledger = Path(sys.argv[1]).read_bytes()
    PAGE.write_text(tables_page(json.loads(ledger)), encoding="utf-8")
    KEPT.write_bytes(gzip.compress(json.dumps(json.loads(ledger), ensure_ascii=False).encode(), mtime=0))

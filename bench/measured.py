"""Write what a release says of each claim, ``measured.json`` beside each paper's statements, from ledgers of full runs.

``littlestone verify --profile full && python bench/measured.py build/report/ledger.json [LEDGER ...]``. Of a claim in
several ledgers the last one counts. It prints each file's size, and exits with 1 where they are too large together.
"""

from __future__ import annotations

import sys
from pathlib import Path

from littlestone.proofs_check.compute.source_digest import RELEASED
from littlestone.proofs_check.reports.earlier_runs import read_ledger
from littlestone.proofs_check.reports.released import ReleasedEntry, released_entry, write_released
from littlestone.proofs_check.sources.catalogue import load_papers
from littlestone.proofs_check.verdicts.entries import Ledger, all_entries
from littlestone.spec.claim import CLAIMS

MOST = 1_500_000  # bytes of all files together: every installation brings them


def ledger_in(name: str) -> Ledger:
    """The ledger of that name. Raises SystemExit where there is none."""
    found = read_ledger(Path(name))
    if found is None:
        raise SystemExit(f"{name} is no ledger as it was written")
    return found


def main(names: list[str]) -> int:
    load_papers()
    ledgers = [ledger_in(name) for name in names]
    kept: dict[Path, dict[str, ReleasedEntry]] = {}
    for entry in (entry for ledger in ledgers for entry in all_entries(ledger) if entry["id"] in CLAIMS):
        file = CLAIMS[entry["id"]].location[0].with_name(RELEASED)
        kept.setdefault(file, {})[entry["id"]] = released_entry(entry)
    for file, claims in kept.items():
        write_released(file, ledgers[-1]["tool"]["version"], ledgers[-1]["profile"], claims)
        print(f"{file}: {len(claims)} claims, {file.stat().st_size:,} bytes")
    total = sum(file.stat().st_size for file in kept)
    print(f"{total:,} bytes of at most {MOST:,}")
    return int(total > MOST)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

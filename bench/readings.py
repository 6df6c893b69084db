"""Hold the papers' formulas against themselves, as a run in quick would, and keep with the papers which were.

``python bench/readings.py [--jobs N] [NAMES]`` writes ``readings.json`` into each paper's folder. What is kept of a
formula as it is now is passed over.
"""

from __future__ import annotations

import sys
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from multiprocessing import get_context

from papers import keep, options

import littlestone.proofs_check.provers.registry  # noqa: F401  slow to import, so once and not in every worker
from littlestone.proofs_check.questions.profiles import QUICK
from littlestone.proofs_check.sources.catalogue import find
from littlestone.proofs_check.sources.paper_data import file_of
from littlestone.proofs_check.verdicts.kept_readings import FILE, digest, is_read
from littlestone.proofs_check.verdicts.verification import Settings, verify
from littlestone.spec.claim import CLAIMS, Claim, corrected

READING = Settings(replace(QUICK, name="reading"))  # of another name, it takes nothing as read


def read(id: str) -> str | None:
    """What speaks against the claim's formula, or its correction's; None for nothing."""
    try:
        return "open: no pass was held against it" if verify(CLAIMS[id], READING).undecided else None
    except Exception as fault:
        return str(fault)


def with_correction(claim: Claim) -> list[Claim]:
    """The claim, and what stands beside it where it is false."""
    return [claim, *filter(None, [corrected(claim.id)])]


def main(arguments: list[str]) -> int:
    asked = options(__doc__, arguments)
    stated = [c for c in find(asked.names) if c.corrects is None and c.not_checkable is None]
    waiting = [c for c in stated if not all(map(is_read, with_correction(c)))]
    print(f"{len(stated) - len(waiting)} of {len(stated)} formulas are read already", flush=True)
    faults = 0
    with ProcessPoolExecutor(asked.jobs, get_context("fork")) as pool:
        for claim, fault in zip(waiting, pool.map(read, [c.id for c in waiting]), strict=True):
            if fault is None:
                keep(file_of(claim, FILE), {c.id: digest(c) for c in with_correction(claim)})
            else:
                faults += 1
                print(f"{claim.id}: {fault}", flush=True)
    return int(faults > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

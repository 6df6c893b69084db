"""Hold the papers' formulas against themselves, as a run in quick would, and keep with the papers which were.

``python bench/readings.py [--jobs N] [NAMES]`` writes ``readings.json`` into each paper's folder. What is kept of a
formula as it is now is passed over.
"""

from __future__ import annotations

import argparse
import sys
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from multiprocessing import get_context

import littlestone.proofs_check.provers.registry  # noqa: F401  slow to import, so once and not in every worker
from littlestone.proofs_check.questions.profiles import QUICK
from littlestone.proofs_check.sources.catalogue import find
from littlestone.proofs_check.sources.paper_data import file_of, read_paper, write_paper
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


def keep(claims: list[Claim]) -> None:
    """Keep that the formulas were read as they are; what is no claim any more is left out."""
    file = file_of(claims[0], FILE)
    kept = read_paper(file) | {claim.id: digest(claim) for claim in claims}
    write_paper(file, {id: data for id, data in kept.items() if id in CLAIMS})


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help="ids, papers or globs; all claims for none")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args(arguments)
    stated = [c for c in find(options.names) if c.corrects is None and c.not_checkable is None]
    waiting = [c for c in stated if not all(map(is_read, with_correction(c)))]
    print(f"{len(stated) - len(waiting)} of {len(stated)} formulas are read already", flush=True)
    faults = 0
    with ProcessPoolExecutor(options.jobs, get_context("fork")) as pool:
        for claim, fault in zip(waiting, pool.map(read, [c.id for c in waiting]), strict=True):
            if fault is None:
                keep(with_correction(claim))
            else:
                faults += 1
                print(f"{claim.id}: {fault}", flush=True)
    return int(faults > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

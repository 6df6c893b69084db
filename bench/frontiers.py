"""Measure how far each constant of the papers' claims can be made stronger, and keep it beside their statements.

``python bench/frontiers.py [--jobs N] [NAMES]`` writes ``frontiers.json`` into each paper's folder, claim by claim. A
claim whose formula is as it was when it was measured is passed over, so that an interrupted run goes on where it was.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import replace
from multiprocessing import get_context
from time import process_time

from papers import keep, options

import littlestone.proofs_check.provers.registry  # noqa: F401  slow to import, so once and not in every worker
from littlestone.proofs_check.json_types import JsonObject
from littlestone.proofs_check.questions.profiles import QUICK
from littlestone.proofs_check.sources.catalogue import find
from littlestone.proofs_check.sources.paper_data import file_of, read_paper
from littlestone.proofs_check.verdicts.kept_bites import FILE, data_of, digest
from littlestone.proofs_check.verdicts.verification import Result, Settings, verify
from littlestone.spec.claim import CLAIMS, Claim, corrected
from littlestone.spec.proofs import ARROW

MEASURING = Settings(replace(QUICK, measures="everything"))


def has_bite(claim: Claim) -> bool:
    """The claim can bite: a use in a proof has no constants, but its correction has."""
    return claim.kind != ARROW or corrected(claim.id) is not None


def is_measured(claim: Claim) -> bool:
    """What is kept of the claim and of its correction rests on their formulas as they are."""
    kept = read_paper(file_of(claim, FILE))
    stated = [c for c in (claim, CLAIMS.get(f"{claim.id}.corrected")) if c is not None]
    return all(kept.get(c.id, {}).get("digest") == digest(c) for c in stated)


def measured(id: str) -> tuple[str, dict[str, JsonObject], float]:
    """The claim's data and its correction's, and the CPU seconds that they took."""
    started = process_time()
    found = {result.claim.id: _data(result) for result in _results(verify(CLAIMS[id], MEASURING))}
    return id, found, process_time() - started


def _results(result: Result) -> Iterator[Result]:
    yield result
    if result.correction is not None:
        yield from _results(result.correction)


def _data(result: Result) -> JsonObject:
    return data_of(result.claim, result.bite)


def main(arguments: list[str]) -> int:
    asked = options(__doc__, arguments)
    stated = [c for c in find(asked.names) if c.corrects is None and c.not_checkable is None and has_bite(c)]
    waiting = [c.id for c in stated if not is_measured(c)]
    print(f"{len(stated) - len(waiting)} of {len(stated)} claims are measured already", flush=True)
    faults = 0
    with ProcessPoolExecutor(asked.jobs, get_context("fork")) as pool:
        futures = {pool.submit(measured, id): id for id in waiting}
        for done, future in enumerate(as_completed(futures), start=1):
            if future.exception() is not None:
                faults += 1
                print(f"{done}/{len(waiting)} {futures[future]}: {future.exception()}", flush=True)
                continue
            id, found, seconds = future.result()
            keep(file_of(CLAIMS[id], FILE), found)
            print(f"{done}/{len(waiting)} {id} {seconds:.1f} s", flush=True)
    return int(faults > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""Compare two ledgers of the same run: every verdict, counterexample, correction, evidence and standing of proofs.

``python bench/compare_ledgers.py BEFORE AFTER`` prints each difference with its place, and how many there are of each
kind; it exits with 1 where there are any. What measures work and not the claims is left out: seconds, and what a
prover says of its search. Of the rest all is compared, so that a field of the ledger that is new is not forgotten.
"""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

WORK = {"seconds", "detail", "certificate", "run", "digest", "location"}
SHOWN = 100  # characters of a value


def differences(before: Any, after: Any, place: str) -> Iterator[tuple[str, Any, Any]]:
    """Where two values of JSON differ, each with what stands there before and after."""
    if isinstance(before, dict) and isinstance(after, dict):
        for name in sorted((before.keys() | after.keys()) - WORK):
            yield from differences(before.get(name), after.get(name), f"{place} {name}")
    elif isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        for i, (one, other) in enumerate(zip(before, after, strict=True)):
            yield from differences(one, other, f"{place} [{i}]")
    elif before != after:
        yield place, before, after


def by_id(ledger: dict[str, Any]) -> dict[str, Any]:
    """The entries of claims and of proofs, each with its id."""
    proofs = {f"proof of {proof['id']}": proof for proof in ledger["proofs"]}
    return {claim["id"]: claim for claim in [*ledger["claims"], *ledger.get("uses", [])]} | proofs


def main(arguments: list[str]) -> int:
    before, after = (by_id(json.loads(Path(name).read_text(encoding="utf-8"))) for name in arguments)
    kinds: Counter[str] = Counter()
    for id in dict.fromkeys([*before, *after]):
        for place, one, other in differences(before.get(id), after.get(id), ""):
            known = id in before and id in after
            kinds[re.sub(r"\[\d+\]", "[]", place).strip() if known else "gone" if id in before else "new"] += 1
            said = f"{json.dumps(one)[:SHOWN]} -> {json.dumps(other)[:SHOWN]}"
            print(f"{id}{place}: {said}" if known else f"{id}: {'gone' if id in before else 'new'}")
    for kind, number in kinds.most_common():
        print(f"{number} differ in: {kind}")
    print(f"{len(before)} and {len(after)} entries, {kinds.total()} differences")
    return int(kinds.total() > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

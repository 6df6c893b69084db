"""Running many claims: in worker processes, in order, with progress; what is done is kept and can be resumed."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path

import littlestone.impl
import littlestone.proofs_check
import littlestone.spec
from littlestone.proofs_check.errors import KitFault
from littlestone.proofs_check.ledger import Entry, entry
from littlestone.proofs_check.verification import Settings, verify
from littlestone.spec.claim import CLAIMS, Claim

Report = Callable[[Entry], None]


def source_hash() -> str:
    """A fingerprint of the statements, implementations and provers: kept results of other sources are not reused."""
    digest = hashlib.sha256()
    for package in (littlestone.spec, littlestone.impl, littlestone.proofs_check):
        for root in package.__path__:
            for path in sorted(Path(root).rglob("*.py")):
                digest.update(path.read_bytes())
    return digest.hexdigest()


def run_claim(id: str, settings: Settings) -> Entry:
    """A claim's place in the ledger; a fault of the kit itself becomes an entry that says so."""
    try:
        return entry(verify(CLAIMS[id], settings))
    except KitFault as fault:
        return faulty(CLAIMS[id], f"the kit is at fault: {fault}")
    except Exception as error:
        return faulty(CLAIMS[id], f"the kit is at fault: {type(error).__name__}: {error}")


def faulty(claim: Claim, reason: str) -> Entry:
    """The entry of a claim on which the kit itself failed."""
    from littlestone.proofs_check.verification import Result

    return entry(Result(claim, "open", reason)) | {"expected": False}


class Kept:
    """The entries finished so far, one JSON line each, valid for one state of the sources and one set of settings."""

    def __init__(self, path: Path, settings: Settings) -> None:
        self.path = path
        self.key = hashlib.sha256(f"{source_hash()} {settings}".encode()).hexdigest()

    def load(self) -> dict[str, Entry]:
        """The kept entries by id; those of other sources or settings, and unreadable lines, are passed over."""
        if not self.path.is_file():
            return {}
        lines = [_parsed(line) for line in self.path.read_text(encoding="utf-8").splitlines()]
        return {line["entry"]["id"]: line["entry"] for line in lines if line.get("key") == self.key}

    def add(self, new: Entry) -> None:
        """Keep one more entry."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps({"key": self.key, "entry": new}) + "\n")

    def clear(self) -> None:
        """Forget all entries: the run is complete, or starts anew."""
        self.path.unlink(missing_ok=True)


def _parsed(line: str) -> Entry:
    try:
        value = json.loads(line)
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}


def run(claims: Sequence[Claim], settings: Settings, jobs: int, kept: dict[str, Entry]) -> Iterator[Entry]:
    """The entries of the claims, in their order, with kept ones taken over."""
    missing = [claim.id for claim in claims if claim.id not in kept]
    workers = min(jobs, len(missing))
    if workers <= 1:
        alone = with_jobs(settings, jobs)
        yield from (kept[c.id] if c.id in kept else run_claim(c.id, alone) for c in claims)
        return
    with ProcessPoolExecutor(workers, mp_context=get_context("fork")) as pool:
        shared = with_jobs(settings, 1)
        futures: dict[str, Future[Entry]] = {id: pool.submit(run_claim, id, shared) for id in missing}
        try:
            yield from (kept[c.id] if c.id in kept else futures[c.id].result() for c in claims)
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def with_jobs(settings: Settings, jobs: int) -> Settings:
    """The settings with this many threads for each prover."""
    return replace(settings, profile=replace(settings.profile, budget=replace(settings.profile.budget, jobs=jobs)))

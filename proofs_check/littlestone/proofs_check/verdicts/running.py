"""Running many claims: in worker processes, in order, with progress; what is done is kept and can be resumed.

One claim alone is asked in a process of its own too: what ends or hangs there is that claim's fault, and not the end of
the run, which a formula could otherwise end with code 0.
"""

from __future__ import annotations

import hashlib
import shutil
import sys
import traceback
from collections.abc import Generator, Iterator, Sequence
from contextlib import closing, nullcontext
from dataclasses import replace
from functools import partial
from pathlib import Path

from littlestone.impl.registry import IMPLEMENTATIONS
from littlestone.proofs_check.certificates.writing import certified
from littlestone.proofs_check.compute.forked import forked, tell_parent
from littlestone.proofs_check.compute.memories import loading
from littlestone.proofs_check.formula_faults import FormulaFault
from littlestone.proofs_check.kit_faults import KitFault
from littlestone.proofs_check.questions.evidence import silent
from littlestone.proofs_check.sources.code_that_ran import files_that_ran
from littlestone.proofs_check.sources.fingerprints import fingerprint, is_of_users, runs_users_code
from littlestone.proofs_check.sources.seal import insist_on_the_kit, sealed
from littlestone.proofs_check.sources.vocabulary import advice_on
from littlestone.proofs_check.storage.records import Records
from littlestone.proofs_check.verdicts.asking import Settings
from littlestone.proofs_check.verdicts.entries import CheckFault, Culprit, Entry
from littlestone.proofs_check.verdicts.ledger import entry, faulty
from littlestone.proofs_check.verdicts.verification import Result, verify
from littlestone.spec.claim import CLAIMS, Claim, NoStatement, corrected


def run_claim(id: str, settings: Settings) -> Entry:
    """A claim's place in the ledger; what keeps it from being checked becomes its fault."""
    try:
        insist_on_the_kit()
        with sealed("code of yours") if is_of_users(CLAIMS[id]) else nullcontext():
            return entry(_certified(verify(CLAIMS[id], settings), settings.certificates))
    except KitFault as error:
        return faulty(CLAIMS[id], {"kind": "kit", "text": str(error), "line": None})
    except (FormulaFault, NoStatement) as error:
        line = error.line if isinstance(error, FormulaFault) else CLAIMS[id].location[1]
        return faulty(CLAIMS[id], {"kind": "formula", "text": str(error), "line": line})
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # a formula may raise anything, GeneratorExit and exceptions of its own too
        kind, line = _culprit(CLAIMS[id], error)
        happened = ", ".join([f"{type(error).__name__}: {error}", *getattr(error, "__notes__", ())])
        happened += advice_on(error) if kind == "formula" else ""
        return faulty(CLAIMS[id], {"kind": kind, "text": happened, "line": line})


def _certified(result: Result, folder: Path | None) -> Result:
    """The result, and that of the correction, after what solvers proved of them was written into the folder."""
    correction = None if result.correction is None else _certified(result.correction, folder)
    return replace(result, evidence=tuple(certified(e, folder) for e in result.evidence), correction=correction)


def _culprit(claim: Claim, error: BaseException) -> tuple[Culprit, int | None]:
    """Whose code the error came through last, a user's formula or implementation, and in which line.

    Else it is the implementation that the claim runs, which may have answered what no formula can read, or the kit.
    """
    own = _files_of_users(claim)
    raised = [error.__cause__, error] if error.__cause__ else [error]
    for frame in (f for e in raised for f in reversed(traceback.extract_tb(e.__traceback__))):
        if frame.filename in own:
            return own[frame.filename], frame.lineno
    return "implementation" if runs_users_code(claim) else "kit", None


def _files_of_users(claim: Claim) -> dict[str, Culprit]:
    """The files of the implementations and of the claim that are not the kit's own."""
    modules = [sys.modules.get(run.__module__) for run in IMPLEMENTATIONS.values()]
    users = [module for module in modules if module is not None and not module.__name__.startswith("littlestone.")]
    own: dict[str, Culprit] = {getattr(module, "__file__", None) or "": "implementation" for module in users}
    return own if claim.address == claim.id else own | {str(claim.location[0]): "formula"}


# A claim's entry; late if its process has by then imported own code that no fingerprint knew of
Finished = tuple[Entry, bool]


class Kept:
    """The entries finished so far, each valid for one state of what it rests on and of the settings.

    What could not be checked is never kept. A ``lasting`` one is not forgotten when a run is complete, and serves runs
    with other settings beside this one.
    """

    def __init__(self, path: Path, settings: Settings, lasting: bool = False) -> None:
        self.path, self.settings, self.lasting = path, settings, lasting
        self.records = Records(path)
        self.keys: dict[str, str] = {}
        self.prints: dict[str, str] = {}  # fingerprints that no code of a user's own can change by running
        self.found: dict[str, Entry] = {}

    def key(self, claim: Claim) -> str:
        """What the claim's entry rests on, as it was when first asked for: its fingerprint and the settings that
        concern it, threads excepted."""
        if claim.id in self.keys:
            return self.keys[claim.id]
        settings, id = with_jobs(self.settings, 1), claim.id.removesuffix(".corrected")
        boxes = {name: steps for name, steps in settings.profile.boxes.items() if name in ("", id)}
        points = {id: settings.profile.points.get(id, ())}
        concerned = replace(settings, profile=replace(settings.profile, boxes=boxes, points=points))
        found = fingerprint(claim)
        if not any(map(_files_of_users, filter(None, (claim, corrected(claim.id))))):
            self.prints[claim.id] = found
        self.keys[claim.id] = hashlib.sha256(f"{found} {concerned}".encode()).hexdigest()
        return self.keys[claim.id]

    def load(self) -> dict[str, Entry]:
        """The kept entries by id; those of other sources or settings, and damaged lines, are passed over."""
        records = self.records.read()
        stated = dict.fromkeys(entry.get("id", "") for entry in records.values())
        keys = {id: self.key(CLAIMS[id]) for id in stated if id in CLAIMS}
        self.found = {id: records[key] for id, key in keys.items() if key in records}
        return self.found

    def add(self, new: Finished) -> None:
        """Keep one more entry, unless own code was imported that its key does not know of."""
        entry, is_late = new
        if entry["fault"] is None and not is_late:
            self.records.add(self.key(CLAIMS[entry["id"]]), entry)

    @property
    def shards(self) -> Path:
        """The directory for unfinished enumerations."""
        return self.path.with_name("shards")

    def clear(self) -> None:
        """Forget all entries and shards: the run is complete, or starts anew."""
        if not self.lasting:
            self.records.clear()
            shutil.rmtree(self.shards, ignore_errors=True)


def run(claims: Sequence[Claim], settings: Settings, jobs: int, kept: Kept, resume: bool) -> Iterator[Entry]:
    """The entries of the claims, in their order; with ``resume``, kept ones are taken over.

    Every entry is kept as soon as it is finished, and all are forgotten once the last one was handed over.
    """
    with loading():
        for claim in claims:
            kept.key(claim)
    known = kept.load() if resume else {}
    if not resume:
        kept.clear()
    missing = [claim.id for claim in claims if claim.id not in known]
    fresh = _by_workers(missing, replace(settings, shards=kept.shards), jobs, kept)
    with closing(fresh):
        for claim in claims:
            yield known[claim.id] if claim.id in known else next(fresh)[0]
    kept.clear()


def _finished(id: str, settings: Settings, known: frozenset[str]) -> Finished:
    """The claim's entry, and whether this process has by now imported own code that is not known."""
    return run_claim(id, settings), (bool(_files_of_users(CLAIMS[id])) and not files_that_ran() <= known)


def _by_workers(ids: Sequence[str], settings: Settings, jobs: int, kept: Kept) -> Generator[Finished, None, None]:
    """Claims in worker processes, which share the threads; they are ended where this is closed or interrupted."""
    # Late, since provers are slow to import; here, once and not in every worker
    import littlestone.proofs_check.provers.registry

    workers = max(1, min(jobs, len(ids)))
    if workers > 1:  # one may need none
        import littlestone.proofs_check.provers.clause_proofs  # noqa: F401

    told = settings.progress if workers == 1 else silent
    telling = silent if told is silent else tell_parent  # what nobody shows took a twentieth of a run to send
    asked = replace(with_jobs(settings, jobs // workers), progress=telling)
    seconds, waiting = settings.profile.seconds, settings.waiting
    task = partial(_finished, settings=asked, known=files_that_ran())

    def lost(id: str, how: str) -> Finished:
        return faulty(CLAIMS[id], death_of(CLAIMS[id], how)), False

    yield from forked(task, ids, workers, lost, kept.add, seconds, told, waiting)


def death_of(claim: Claim, how: str) -> CheckFault:
    """The fault where a claim's process died: of code of a user's where any runs in it."""
    own: Culprit = "formula" if is_of_users(claim) else "kit"
    return {"kind": "implementation" if runs_users_code(claim) else own, "text": how, "line": None}


def with_jobs(settings: Settings, jobs: int) -> Settings:
    """The settings with this many threads for each prover."""
    return replace(settings, profile=replace(settings.profile, budget=replace(settings.profile.budget, jobs=jobs)))

"""The learners of a gate: audited, or taken from kept evidence where nothing that they rest on has changed."""

from __future__ import annotations

import hashlib
import inspect
from contextlib import suppress
from dataclasses import replace
from os.path import isfile
from pathlib import Path
from typing import cast

from littlestone.proofs_check.audits.answers.audit_text import audit_text
from littlestone.proofs_check.audits.answers.six_lines import outcome_of, tried, verdict_line
from littlestone.proofs_check.audits.request import options_of
from littlestone.proofs_check.audits.subjects.targets import imported
from littlestone.proofs_check.bad_input import BadInput
from littlestone.proofs_check.gate.configuration import Configuration, Learner
from littlestone.proofs_check.gate.entries import LearnerEntry, Place, RememberedLearner
from littlestone.proofs_check.gate.remembered_learners import held_to, looked_at
from littlestone.proofs_check.sources.code_that_ran import outdated
from littlestone.proofs_check.sources.fingerprints import kit_hash, own_code
from littlestone.proofs_check.storage.records import Records
from littlestone.proofs_check.verdicts.entries import CheckFault, fault_words


def checked_learner(learner: Learner, root: Path, kept: Records, jobs: int) -> tuple[LearnerEntry, bool]:
    """What the learner's audit found, and whether that was kept from an earlier gate.

    ``kept`` has been read. Call it with the project's folder
    as the working directory. What was not decided or faulty is not kept, nor what other processes may read otherwise.
    """
    load_code(learner)
    try:
        key = key_of(learner, root)
        known = kept.entries.get(key)
        if known is not None:
            return known, True
        entry, is_sound = _audited(learner, jobs)
    except (BadInput, SyntaxError) as error:
        return _unaudited(learner, {"kind": "target", "text": str(error), "line": None}), False
    except Exception as error:
        text = f"{type(error).__name__}: {error}"
        return _unaudited(learner, {"kind": "kit", "text": text, "line": None}), False
    if is_sound and not outdated():
        kept.add(key, entry)
    return entry, False


def _audited(learner: Learner, jobs: int) -> tuple[LearnerEntry, bool]:
    from littlestone.proofs_check.audits.auditing import answered, planned

    plan = planned(replace(learner, jobs=jobs))
    result = answered(plan)
    entry: dict[str, object] = {
        **_unaudited(learner, None),
        **held_to(learner, plan),
        **looked_at(learner, plan, result),
        "verdict": result.verdict,
        "outcome": outcome_of(result),
        "tried": tried(result),
        "line": verdict_line(result),
        "detail": audit_text(result).splitlines()[1:],
        "command": result.command,
    }
    return cast(LearnerEntry, entry), entry["outcome"] != "not decided" and not result.faults


def _unaudited(learner: Learner, fault: CheckFault | None) -> LearnerEntry:
    """The entry of a learner of which nothing is known but that it cannot be audited."""
    entry: dict[str, object] = {
        **dict.fromkeys(RememberedLearner.__annotations__),
        "name": learner.name,
        "target": str(learner.target),
        "verdict": "open",
        "outcome": "not decided",
        "tried": "nothing",
        "mode": learner.mode,
        "line": "" if fault is None else fault_words(fault),
        "given": [],
        "detail": [],
        "command": learner.command,
        "fault": fault,
    }
    return cast(LearnerEntry, entry)


def remembered_learner(entry: LearnerEntry) -> RememberedLearner:
    """What the baseline holds of a learner."""
    return cast(RememberedLearner, {name: entry.get(name) for name in RememberedLearner.__annotations__})


# ---- What a result rests on


def load_code(learner: Learner) -> None:
    """Import all code that the learner names, where that can be imported: only then it is known what it imports."""
    for name in _code_of(learner):
        with suppress(BadInput):  # its audit says so
            imported(name)


def _code_of(learner: Learner) -> list[str]:
    beside = [getattr(learner, option.name) for option in options_of(Learner) if option.names_code]
    return [str(learner.target), *(name for name in beside if name is not None and ":" in name)]


def key_of(learner: Learner, root: Path) -> str:
    """A hash of the learner's settings and data, of all of the user's own code that has run, and of the kit.

    Call it where the learner's code is loaded.
    """
    digest = hashlib.sha256(f"{learner} {kit_hash()} {own_code()}".encode())
    for path in (root / _file_of(word) for word in learner.words()):
        if isfile(path):  # where Path.is_file raises for a word of more than 255 letters
            digest.update(path.read_bytes())
    return digest.hexdigest()


def _file_of(name: str) -> str:
    """The file itself, or that of file.py:name."""
    module = name.rpartition(":")[0]
    return module if module.endswith(".py") else name


def place_of_learner(learner: Learner, configuration: Configuration) -> Place:
    """File and line of the target's definition; those of the configuration's table where it is not in the project."""
    with suppress(BadInput, TypeError, OSError):  # it cannot be imported, or is not written in Python
        target = inspect.unwrap(imported(str(learner.target)))
        path = Path(inspect.getsourcefile(target) or "").resolve()
        if path.is_relative_to(configuration.root.resolve()):
            return path.relative_to(configuration.root.resolve()).as_posix(), inspect.getsourcelines(target)[1] or 1
    return configuration.file.name, configuration.line

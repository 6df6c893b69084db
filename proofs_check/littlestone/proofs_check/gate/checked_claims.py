"""Which claims a configuration names, what the gate remembers of each, and where a reader finds it.

What the gate remembers is more than a verdict: scope, sharpness, roles and provers, for a claim can become weaker and
keep its verdict. A formula's text is looked for in its own statement alone (4,039 claims: 9.3 to 2.3 CPU seconds).
"""

from __future__ import annotations

import hashlib
import inspect
from collections.abc import Callable
from contextlib import suppress
from fnmatch import fnmatchcase
from functools import partial
from pathlib import Path
from typing import Literal

from littlestone.proofs_check.bad_input import BadInput
from littlestone.proofs_check.gate.configuration import Configuration
from littlestone.proofs_check.gate.entries import Place, RememberedClaim, RememberedFrontier, frontier_name
from littlestone.proofs_check.questions.arguments import implementation
from littlestone.proofs_check.reading.language import parts_of
from littlestone.proofs_check.sources.catalogue import UnknownClaim, find, load_papers
from littlestone.proofs_check.verdicts.entries import Entry, FrontierEntry
from littlestone.spec.claim import CLAIMS, Claim
from littlestone.spec.domains import Algorithm


def claims_of(configuration: Configuration) -> list[Claim]:
    """The claims that are named, and those that hold a named implementation against its specification.

    Raises BadInput where a name stands for nothing, or a file cannot be run.
    """
    where = f"{configuration.file.name}, [tool.littlestone], claims"
    try:
        load_papers()
        named = [name for text in configuration.claims for name in _files(configuration.root, text)]
        found = {claim.id: claim for claim in (find(named) if named else [])}
    except UnknownClaim as error:
        raise BadInput(where, str(error), "correct the name") from error
    except (OSError, ValueError, TypeError) as error:
        raise BadInput(where, str(error), "correct the file or the name") from error
    for text in configuration.implementations:
        found |= {claim.id: claim for claim in _about(text, configuration)}
    return [claim for claim in CLAIMS.values() if claim.id in found]


def _files(root: Path, text: str) -> list[str]:
    """A name as the catalogue takes it; a glob of files as the files it stands for, without what makes a package."""
    file, _, id = text.partition("::")
    if not file.endswith(".py"):
        return [text]
    found = sorted(path for path in root.glob(file) if path.name != "__init__.py" or path == root / file)
    if not found:
        raise FileNotFoundError(f"there is no file {file} in {root}")
    return [f"{path}::{id}" if id else str(path) for path in found]


def algorithms_of(claim: Claim) -> tuple[str, ...]:
    """The ids of the implementations that a claim runs."""
    return tuple(domain.id for domain in claim.domains.values() if isinstance(domain, Algorithm))


def _about(text: str, configuration: Configuration) -> list[Claim]:
    stated = [claim for claim in CLAIMS.values() if claim.corrects is None]
    found = [claim for claim in stated if any(fnmatchcase(id, text) for id in algorithms_of(claim))]
    if not found:
        where = f"{configuration.file.name}, [tool.littlestone], implementations"
        raise BadInput(where, f"no claim is about an implementation {text!r}", "correct the name, or state a claim")
    return found


# ---- What is remembered


def remembered(claim: Claim, entry: Entry) -> RememberedClaim:
    """What the baseline holds of a claim: what it says, its verdict and what the verdict covers; no times, no paths."""
    return {
        "id": claim.id,
        "statement": claim.statement,
        "formula": formula_digest(claim),
        "definitions": own_definitions(claim),
        "constants": {name: str(constant.printed) for name, constant in sorted(claim.constants.items())},
        "verdict": entry["verdict"],
        "expected": entry["expected"],
        "corrected": None if entry["corrected"] is None else entry["corrected"]["verdict"],
        "mutants": len(entry["mutants"]),
        "mutants_killed": sum(mutant["killed_by"] is not None for mutant in entry["mutants"]),
        "evidence": sorted({f"{e['outcome']} by {e['prover']}: {e['universe']}" for e in entry["evidence"]}),
        "counterexample": None if entry["counterexample"] is None else entry["counterexample"]["text"].splitlines(),
        "role": entry["role"],
        "narrows": _stated(entry, "narrows"),
        "caps": _stated(entry, "caps"),
        "reach": _stated(entry, "reach"),
        "lost": None if entry["lost"] is None else entry["lost"].partition(";")[0].partition(" at line")[0],
        "vacuous": entry["vacuous"],
        "evaluated": _evaluated(entry),
        "frontiers": {frontier_name(f): _values(f) for f in entry["frontiers"]},
    }


def _stated(entry: Entry, name: Literal["narrows", "caps", "reach"]) -> str | None:
    """What is stated with the claim, and with its correction."""
    beside = entry["corrected"]
    correction = None if beside is None else beside[name]
    if beside is not None and name == "narrows":
        correction = "; ".join(filter(None, [beside.get("leaves_out"), correction]))
    return "; corrected: ".join(filter(None, (entry[name], correction))) or None


def _evaluated(entry: Entry) -> dict[str, int]:
    """How many cases of each universe the formula, or its correction, was evaluated on; samples are not counted."""
    counts: dict[str, int] = {}
    for e in (entry["corrected"] or entry)["evidence"]:
        if e["outcome"] not in ("refuted", "open") and e["seed"] is None:
            counts[e["universe"]] = max(counts.get(e["universe"], 0), e["cases"] - e["beyond_reach"])
    return dict(sorted(counts.items()))


def _values(frontier: FrontierEntry) -> RememberedFrontier:
    """What holds and what fails."""
    return {"holds_to": frontier["holds_to"], "fails_at": frontier["fails_at"]}


def formula_digest(claim: Claim) -> str:
    """A short hash of the formula's own text, its layout, comments, docstring and decorators excepted."""
    functions, _ = parts_of(claim)
    return _short(next(iter(functions.values()), ""))


def own_definitions(claim: Claim) -> dict[str, str]:
    """The user's own functions that the formula reaches, and the constants that they name, each with a short hash.

    What an implementation rests on is not among them: that may change as it likes, as long as the claim holds.
    """
    if claim.address == claim.id:
        return {}
    functions, constants = parts_of(claim)
    helpers = dict(list(functions.items())[1:])
    return {name: _short(text) for name, text in sorted((helpers | constants).items())}


def _short(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:12]


# ---- Where it is written


def place_of(claim: Claim, configuration: Configuration) -> Place:
    """File and line of the claim; those of the configuration's table for a claim from outside the project."""
    path, line = claim.location
    return _inside(path, line, configuration)


def place_of_implementation(claim: Claim, configuration: Configuration) -> Place:
    """File and line of the first implementation that the claim runs and that is the project's own; else the claim's."""
    for id in algorithms_of(claim):
        function = _function(implementation(id))
        with suppress(TypeError):  # one that is not written in Python
            file = inspect.getsourcefile(function)
            if file is not None and Path(file).is_relative_to(configuration.root):
                return _inside(Path(file), inspect.getsourcelines(function)[1], configuration)
    return place_of(claim, configuration)


def _function(run: Callable[..., object]) -> Callable[..., object]:
    """What is called in the end, without what wraps it."""
    function: Callable[..., object] = inspect.unwrap(run.func if isinstance(run, partial) else run)
    return function


def _inside(path: Path, line: int, configuration: Configuration) -> Place:
    if path.is_relative_to(configuration.root):
        return path.relative_to(configuration.root).as_posix(), max(line, 1)
    return configuration.file.name, configuration.line


def address_of(claim: Claim, configuration: Configuration) -> str:
    """What to call the claim on the command line, from the project's folder."""
    return claim.id if claim.address == claim.id else f"{place_of(claim, configuration)[0]}::{claim.id}"


def command_for(claim: Claim, entry: Entry, configuration: Configuration) -> str:
    """The command that repeats the refutation, or the whole check where there is none, from the project's folder."""
    refuting = [e for e in [*entry["evidence"]] if e["outcome"] == "refuted"]
    if refuting and "::" not in refuting[0]["command"]:
        return str(refuting[0]["command"])
    if refuting:
        rest = refuting[0]["command"].partition(f"::{claim.id}")[2]
        return f"littlestone verify {address_of(claim, configuration)}{rest}"
    options = f" --profile {configuration.profile}" + (f" --seed {configuration.seed}" if configuration.seed else "")
    return f"littlestone verify {address_of(claim, configuration)}{options}"

"""What ``import littlestone`` offers beside audits: commands of the terminal, whose answers print as they do there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from click import unstyle

from littlestone.impl.classes.matrices import Matrix, as_matrix
from littlestone.impl.dimensions.proved_bounds import Dimension
from littlestone.proofs_check.atlas.measured_class import Asked, answer
from littlestone.proofs_check.command_line.console import claim_lines
from littlestone.proofs_check.command_line.listing import explanation
from littlestone.proofs_check.questions.profiles import PROFILES
from littlestone.proofs_check.reports.proof_tree import ProofView
from littlestone.proofs_check.reports.released import marked_verdicts, released
from littlestone.proofs_check.reports.verdict_words import verdicts_by_id
from littlestone.proofs_check.sources.catalogue import find as found
from littlestone.proofs_check.verdicts.asking import Settings
from littlestone.proofs_check.verdicts.entries import Entry
from littlestone.proofs_check.verdicts.running import Kept, run
from littlestone.spec.claim import Claim


@dataclass(frozen=True)
class Verdicts:
    """What was found of some claims: their entries as in the ledger; printed, the lines of the terminal."""

    entries: tuple[Entry, ...]

    @property
    def verdicts(self) -> dict[str, str]:
        """The verdict of each claim in words, and of what stands beside it as a correction, by id."""
        return {entry["id"]: verdicts_by_id(self.entries)[entry["id"]] for entry in self.entries}

    @property
    def as_expected(self) -> bool:
        """No claim fails that should hold, and what is known to be false is refuted with a correction that holds."""
        return all(entry["expected"] for entry in self.entries)

    def __str__(self) -> str:
        return "\n".join(unstyle(line) for entry in self.entries for line in claim_lines(entry))


@dataclass(frozen=True)
class Dimensions:
    """The dimensions of a class, with a witness each; printed, the text of ``littlestone dims``."""

    dimensions: tuple[Dimension, ...]
    text: str

    def __getitem__(self, name: str) -> int:
        """The number itself, by its name on the terminal. Raises KeyError, and ValueError where it is not exact."""
        dimension = {one.name: one for one in self.dimensions}[name]
        if not dimension.exact:
            raise ValueError(f"{name} is only known to be from {dimension.lower} to {dimension.upper}")
        return dimension.lower

    def __str__(self) -> str:
        return self.text.partition("\n\n")[0]


@dataclass(frozen=True)
class Explanation:
    """What is known of a claim without asking a prover; printed, the text of ``littlestone explain``."""

    claim: Claim
    text: str

    def __str__(self) -> str:
        return self.text


def verify(*names: str, profile: str = "quick", jobs: int = 1) -> Verdicts:
    """Ask the provers about claims: ids, papers, globs, or files with claims of your own.

    ``profile`` is quick, full or deep. Raises LookupError on an unknown name, ValueError on a file that cannot be run,
    KeyError on an unknown profile.
    """
    settings = Settings(PROFILES[profile])
    with TemporaryDirectory() as folder:
        entries = tuple(run(found(names), settings, jobs, Kept(Path(folder) / "kept.jsonl", settings), False))
    return Verdicts(entries)


def explain(name: str) -> Explanation:
    """A claim's card, by what the release says of it. Raises LookupError."""
    (claim,) = found([name])
    view = ProofView({}, marked_verdicts())
    return Explanation(claim, explanation(claim, view, released().get(claim.id)))


def find(*names: str) -> list[Claim]:
    """The claims with these ids, of these papers or like these globs; all for none. Raises LookupError."""
    return found(names)


def dims(rows: Sequence[Sequence[int]] | Matrix | str | Any) -> Dimensions:
    """The dimensions of a class: its functions as rows, the name of a file with them, or the class as it is printed.

    Raises BadMatrix on what is no matrix of labels.
    """
    named = rows if isinstance(rows, str | Matrix) else as_matrix(np.asarray(rows))
    lines: list[str] = []
    dimensions = answer(Asked(named), lines.append)
    return Dimensions(dimensions, "\n".join(lines))

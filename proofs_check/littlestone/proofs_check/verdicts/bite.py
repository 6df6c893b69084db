"""What shows that a claim could have failed: frontiers, mutants that die, parts that are needed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from littlestone.proofs_check.questions.evidence import Evidence
from littlestone.proofs_check.questions.profiles import Profile
from littlestone.proofs_check.verdicts.measuring import Frontier, Yardstick, frontiers
from littlestone.proofs_check.verdicts.structure import Part, structure
from littlestone.spec.claim import Claim, Value

SAYS_NOTHING = ("tautology", "one node", "folds", "trivial", "says nothing")


@dataclass(frozen=True)
class Mutant:
    """A claim with one constant made stronger, and the evidence that refutes it, if any."""

    constants: Mapping[str, Value]
    killer: Evidence | None


@dataclass(frozen=True)
class Bite:
    """What a claim's constants and parts are worth, and the universes on which all of its mutants live.

    ``is_measured`` says that frontiers and parts could be looked for, whatever was found.
    """

    frontiers: tuple[Frontier, ...] = ()
    mutants: tuple[Mutant, ...] = ()
    structure: tuple[Part, ...] = ()
    vacuous_on: tuple[str, ...] = ()
    is_measured: bool = False

    @property
    def bites(self) -> bool:
        """A stronger constant fails, a mutant dies, or a part is needed."""
        killed = any(mutant.killer is not None for mutant in self.mutants)
        return killed or any(found.bites for found in self.frontiers) or any(part.bites for part in self.structure)

    @property
    def vacuous(self) -> str | None:
        """Why the claim says nothing, in words; None where it says something."""
        if self.bites and all(part.fate != "tautology" for part in self.structure):
            return None
        shown = [part.words for part in self.structure if part.fate in SAYS_NOTHING]
        looked_for = "no stronger constant tried fails, no part is needed, no mutant dies"
        return "; ".join(shown) or (looked_for if self.is_measured else "no mutant dies")


def measured(claim: Claim, profile: Profile) -> Bite:
    """The frontiers and parts of the claim, measured anew on the profile's universes."""
    yardstick = Yardstick.of(claim, profile)
    return Bite(frontiers(yardstick), structure=structure(yardstick), is_measured=bool(yardstick.groups))

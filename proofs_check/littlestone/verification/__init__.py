"""Verifying claims from Python: find them, ask for their verdicts, write a ledger.

>>> claim, = find(["BGS21.T7.1"])
>>> result = verify(claim, Settings(QUICK))
>>> result.verdict, result.expected
('refuted', True)
"""

from littlestone.proofs_check.kit_faults import KitFault
from littlestone.proofs_check.questions.arguments import judge, judged_at
from littlestone.proofs_check.questions.evidence import (
    Budget,
    Counterexample,
    Evidence,
    Resources,
    class_counterexample,
)
from littlestone.proofs_check.questions.profiles import DEEP, FULL, QUICK, Profile, Scope
from littlestone.proofs_check.questions.prover import Prover, Wish
from littlestone.proofs_check.questions.universes import Box, ClassUniverse, Everything, Question
from littlestone.proofs_check.sources.catalogue import UnknownClaim, find, load_file
from littlestone.proofs_check.verdicts.asking import Settings
from littlestone.proofs_check.verdicts.bite import Mutant
from littlestone.proofs_check.verdicts.ledger import entry, ledger, write_json
from littlestone.proofs_check.verdicts.measuring import Frontier
from littlestone.proofs_check.verdicts.running import Kept, run
from littlestone.proofs_check.verdicts.verification import Result, verify
from littlestone.spec.claim import Claim

__all__ = [
    "DEEP",
    "FULL",
    "QUICK",
    "Box",
    "Budget",
    "Claim",
    "ClassUniverse",
    "Counterexample",
    "Everything",
    "Evidence",
    "Frontier",
    "Kept",
    "KitFault",
    "Mutant",
    "Profile",
    "Prover",
    "Question",
    "Resources",
    "Result",
    "Scope",
    "Settings",
    "UnknownClaim",
    "Wish",
    "class_counterexample",
    "entry",
    "find",
    "judge",
    "judged_at",
    "ledger",
    "load_file",
    "run",
    "verify",
    "write_json",
]

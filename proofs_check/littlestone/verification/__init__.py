"""Verifying claims from Python: find them, ask for their verdicts, write a ledger.

>>> claim, = find(["BGS21.T7.1"])
>>> result = verify(claim, Settings(QUICK))
>>> result.verdict, result.expected
('refuted', True)
"""

from littlestone.proofs_check.kit_faults import KitFault
from littlestone.proofs_check.questions.evidence import Budget, Counterexample, Evidence
from littlestone.proofs_check.questions.profiles import DEEP, FULL, QUICK, Profile
from littlestone.proofs_check.sources.catalogue import UnknownClaim, find, load_file
from littlestone.proofs_check.verdicts.ledger import entry, ledger, write_json
from littlestone.proofs_check.verdicts.verification import Mutant, Result, Settings, verify

__all__ = [
    "DEEP",
    "FULL",
    "QUICK",
    "Budget",
    "Counterexample",
    "Evidence",
    "KitFault",
    "Mutant",
    "Profile",
    "Result",
    "Settings",
    "UnknownClaim",
    "entry",
    "find",
    "ledger",
    "load_file",
    "verify",
    "write_json",
]

"""A claim about classes on so many points as a file that Rocq checks: stated, searched, hinted, written, checked."""

from __future__ import annotations

import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from littlestone.proofs_check.kernel.circuits import Circuit
from littlestone.proofs_check.kernel.rocq import Theorem
from littlestone.proofs_check.kernel.statements import NotOfTheKernel, stated
from littlestone.proofs_check.kernel.terms import Shape
from littlestone.proofs_check.kit_faults import ProversDisagree
from littlestone.proofs_check.questions.universes import ClassUniverse, Question
from littlestone.proofs_check.rechecking.dimacs import read_proof
from littlestone.proofs_check.rechecking.encoding import clause_list
from littlestone.proofs_check.rechecking.hints import hinted, is_hinted_proof
from littlestone.proofs_check.solvers.engines import CADICAL

CONFLICTS = 100_000  # as the profile quick; a proof with more is too long for the kernel to read in minutes
LIBRARY = ("Classes.v", "Lrat.v", "Meanings.v")
IMPORTS = "Require Import Hexadecimal Number NArith Arith FMapPositive Lia Bool List.\nImport ListNotations.\n"
CLOSED = "Closed under the global context"


class NoTheorem(RuntimeError):
    """The solver found no proof: some class violates the claim, or the search was given up; the message says which."""


@dataclass(frozen=True, slots=True)
class Written:
    """A file for Rocq, with its theorem, and how many gates and steps it has."""

    statement: str
    text: str
    gates: int
    steps: int


def written(question: Question) -> Written:
    """The question's file; raises NotOfTheKernel, TooManyGates and NoTheorem where it has none."""
    universe = question.universe
    assert isinstance(universe, ClassUniverse)
    names, hypothesis, conclusion = stated(question)
    title = re.sub(r"\W", "_", question.claim.id, flags=re.ASCII)
    theorem = Theorem(title, Shape(universe.points, universe.labels), names, hypothesis, conclusion)
    circuit = Circuit(theorem.shape, theorem.root)
    clauses = circuit.clauses()
    found = CADICAL.search(clauses, (clauses.goal,), CONFLICTS, with_proof=True)
    if found.proof is None:
        what = "some class violates it" if found.verdict == "sat" else f"undecided after {found.spent:,} conflicts"
        raise NoTheorem(f"{what} among {universe.name}: littlestone verify {question.claim.address} says more")
    steps = hinted(clause_list(clauses.definitions), read_proof(found.proof))
    if not is_hinted_proof(clauses.definitions, steps):
        raise ProversDisagree("the hints of the proof do not show its steps; the writer of hints is wrong")
    head = f"(** {question.claim.id}, {universe.name}: {' '.join(question.claim.statement.split())} *)\n"
    text = head.replace('"', "'") + library() + theorem.text(circuit, steps)
    return Written(theorem.statement(), text, len(circuit.wires), len(steps))


def library() -> str:
    """The definitions and the proved checker, as one file has them."""
    texts = [(Path(__file__).parent / name).read_text(encoding="utf-8") for name in LIBRARY]
    return IMPORTS + re.sub(r"^(Require )?Import .*\n", "", "\n".join(texts), flags=re.MULTILINE) + "\n"


def refusal(text: str) -> str | None:
    """Why Rocq does not take the file as a proof without axioms, or None where it does; raises FileNotFoundError where
    there is no ``coqc``."""
    program = shutil.which("coqc")
    if program is None:
        raise FileNotFoundError("coqc is not installed: apt-get install coq, or https://rocq-prover.org")
    with TemporaryDirectory() as folder:
        (Path(folder) / "Theorem.v").write_text(text, encoding="utf-8")
        said = subprocess.run([program, "-q", "Theorem.v"], cwd=folder, capture_output=True, text=True, check=False)
    if said.returncode == 0 and said.stdout.strip() == CLOSED:
        return None
    return (said.stderr or said.stdout).strip() or f"coqc ended with {said.returncode}"



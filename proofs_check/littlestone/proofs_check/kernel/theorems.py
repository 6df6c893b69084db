"""A claim about classes of one size as a file that Rocq checks: the definitions and the checker, the statement by them,
and a circuit with its proof."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from textwrap import fill
from typing import Any, NamedTuple

from littlestone.proofs_check.kernel.statements import stated
from littlestone.proofs_check.kernel.terms import TRUE, Circuit, NotOfTheKernel, Place, Shape, Term, pairs
from littlestone.proofs_check.kit_faults import ProversDisagree
from littlestone.proofs_check.questions.universes import ClassUniverse, Question
from littlestone.proofs_check.rechecking.encoding import clause_list
from littlestone.proofs_check.rechecking.refutations.dimacs import read_proof
from littlestone.proofs_check.rechecking.refutations.propagation import Step, hinted, is_hinted_proof
from littlestone.proofs_check.solvers.engines import CADICAL
from littlestone.spec.claim import Claim

IMPORTS = "Require Import Hexadecimal Number NArith Arith FMapPositive Lia Bool List.\nImport ListNotations.\n"
CONFLICTS = 100_000  # as the profile quick; a proof with more is too long for Rocq to read in minutes
ROWS = 20  # on a tape: Rocq reads one with as many calls in each other as it has digits
WIDTH = 118
WORDS = {"Both": "({} && {})", "Either": "({} || {})", "Not": "negb ({})"}


class Written(NamedTuple):
    """A file for Rocq, its theorem, and how many gates and steps it has."""

    statement: str
    text: str
    gates: int
    steps: int


def written(claim: Claim, universe: ClassUniverse) -> Written:
    """The claim's file; raises NotOfTheKernel and CircuitTooLarge where it has none."""
    shape = Shape(universe.points, universe.labels)
    title = re.sub(r"\W", "_", claim.id, flags=re.ASCII)
    theorem = Theorem(title, shape, *stated(Question(claim, claim.printed, universe), shape))
    circuit = Circuit(shape, Term("Both", (theorem.hypothesis, Term("Not", (theorem.conclusion,)))))
    clauses = circuit.clauses()
    found = CADICAL.search(clauses, (clauses.goal,), CONFLICTS, with_proof=True)
    if found.proof is None:
        what = "some class violates it" if found.verdict == "sat" else f"undecided after {found.spent:,} conflicts"
        raise NotOfTheKernel(f"{what} among {universe.name}; littlestone verify {claim.address} says more")
    steps = hinted(clause_list(clauses.definitions), read_proof(found.proof))
    if not is_hinted_proof(clauses.definitions, steps):
        raise ProversDisagree("the hints of the proof do not show its steps; the writer of hints is wrong")
    sentence = re.sub(r"[*\"]", "'", claim.statement)  # neither ends a comment of Rocq's
    text = f"(** {claim.id}, {universe.name}: {sentence} *)\n{library()}\n{theorem.text(circuit, steps)}"
    return Written(theorem.statement(), text, len(circuit.gates), len(steps))


def refusal(text: str) -> str | None:
    """Why Rocq does not take the file as a proof without axioms; raises FileNotFoundError where there is no coqc."""
    program = shutil.which("coqc")
    if program is None:
        raise FileNotFoundError("coqc is not installed: apt-get install coq, or see rocq-prover.org")
    with TemporaryDirectory() as folder:
        (Path(folder) / "Theorem.v").write_text(text, encoding="utf-8")
        said = subprocess.run([program, "-q", "Theorem.v"], cwd=folder, capture_output=True, text=True, check=False)
    is_taken = said.returncode == 0 and said.stdout.strip() == "Closed under the global context"
    return None if is_taken else (said.stderr or said.stdout).strip() or f"coqc ended with {said.returncode}"


def library() -> str:
    """The definitions and the proved checker, in one text."""
    files = (Path(__file__).parent / name for name in ("Classes.v", "Lrat.v", "Meanings.v"))
    texts = [file.read_text(encoding="utf-8") for file in files]
    return IMPORTS + re.sub(r"^(Require )?Import .*\n", "", "\n".join(texts), flags=re.MULTILINE)


class Theorem(NamedTuple):
    """What a file proves: whatever the classes of these names are, the hypothesis implies the conclusion."""

    title: str
    shape: Shape
    names: tuple[str, ...]
    hypothesis: Term
    conclusion: Term

    def text(self, circuit: Circuit, steps: Sequence[Step]) -> str:
        """What a file has after the definitions and the checker."""
        gates = [[x, *literals] for x, _, literals in circuit.gates]
        proof = [row for step in steps for row in step]
        width = len(f"{2 * max(abs(number) for row in (*gates, *proof) for number in row) + 1:x}")
        m, k = self.shape.points, self.shape.labels
        return f"""(** ** The theorem, and its circuit and proof *)
Definition hypothesis : term := {_written(self.hypothesis)}.
Definition conclusion : term := {_written(self.conclusion)}.
Definition circuit : list tape := {_tapes(gates, width)}.
Definition steps : list tape := {_tapes(proof, width)}.
Lemma accepted : check {m} {k} (Both hypothesis (Not conclusion)) {width} circuit steps = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

{self.statement()}
Proof.
  exact (fun {" ".join(self.names)} =>
    checked {m} {k} hypothesis conclusion {width} circuit steps accepted {_written(self.names)}).
Qed.
Print Assumptions {self.title}.
"""

    def statement(self) -> str:
        """The theorem as Rocq has it."""
        size = f"{self.shape.points} {self.shape.labels}"
        lets = " ".join(f"let V_{name} := members {size} {name} in" for name in self.names)
        sides = (f"{self._said(self.hypothesis)} = true ->", f"{self._said(self.conclusion)} = true.")
        head = f"Theorem {self.title} : forall {' '.join(self.names)} : fn -> bool, {lets}"
        return "\n".join([head, *(fill(side, WIDTH, initial_indent="  ", subsequent_indent="  ") for side in sides)])

    def _said(self, term: Term) -> str:
        """The term in the words of ``Classes.v``."""
        if term == TRUE:
            return "true"
        if term.op == "Member":
            return f"{self.names[term.args[0]]} {_written(term.args[1])}"
        is_implication = term.op == "Either" and term.args[0].op == "Not"
        if is_implication or term.op in WORDS:
            args = (term.args[0].args[0], term.args[1]) if is_implication else term.args
            return ("({} ==> {})" if is_implication else WORDS[term.op]).format(*map(self._said, args))
        return self._dimension(*term)

    def _dimension(self, op: str, arguments: tuple[Any, ...]) -> str:
        p, *args = arguments
        part = f"V_{self.names[p.number]}"
        for x, labels in reversed(p.cell):
            part = f"(restrict {x} {_written(labels)} {part})"
        if op == "Some_in":
            return f"nonempty {part}"
        before = "" if op == "Size" else f"{self.shape.points} "
        if op == "Ldim":
            usual = (f"(pairs {k}) " for k in range(2, self.shape.labels + 1) if args[0] == pairs(k))
            before += next(usual, f"{_written(args[0])} ")
        return f"{op.lower()}_ge {before}{args[-1]} {part}"


def _written(value: Any) -> str:
    """A term, or what it is made of, as Rocq has it."""
    if isinstance(value, Term):
        return f"({value.op} {' '.join(map(_written, value.args))})"
    if isinstance(value, Place):
        cell = "; ".join(f"({x}, {_written(labels)})" for x, labels in value.cell)
        return f"({value.number}, [{cell}])"
    if not isinstance(value, tuple):
        return str(value)
    is_split = len(value) == 2 and isinstance(value[0], tuple) and not (value[0] and isinstance(value[0][0], tuple))
    ends = "()" if is_split else "[]"
    return f"{ends[0]}{(', ' if is_split else '; ').join(map(_written, value))}{ends[1]}"


def _tapes(rows: Sequence[Sequence[int]], width: int) -> str:
    """The rows as tapes, of so many rows each, as ``Meanings.v`` reads them."""
    written = ["".join(f"{2 * abs(number) + (number < 0):0{width}x}" for number in (*row, 0)) for row in rows]
    tapes = ("0x" + "".join(written[first : first + ROWS]) for first in range(0, len(rows), ROWS))
    return f"[{'; '.join(tapes)}]%tape"

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
from littlestone.proofs_check.kernel.terms import TRUE, Circuit, NotOfTheKernel, Place, Shape, Split, Term, pairs
from littlestone.proofs_check.kit_faults import ProversDisagree
from littlestone.proofs_check.questions.universes import ClassUniverse, Question
from littlestone.proofs_check.rechecking.dimacs import read_proof
from littlestone.proofs_check.rechecking.encoding import clause_list
from littlestone.proofs_check.rechecking.propagation import Step, hinted, is_hinted_proof
from littlestone.proofs_check.solvers.engines import CADICAL
from littlestone.spec.claim import Claim

LIBRARY = ("Classes.v", "Lrat.v", "Meanings.v")
IMPORTS = "Require Import Hexadecimal Number NArith Arith FMapPositive Lia Bool List.\nImport ListNotations.\n"
CONFLICTS = 100_000  # as the profile quick; a proof with more is too long for Rocq to read in minutes
ROWS = 20  # on a tape: Rocq reads one with as many calls in each other as it has digits
WIDTH = 118


class Written(NamedTuple):
    """A file for Rocq, with its theorem, and how many gates and steps it has."""

    statement: str
    text: str
    gates: int
    steps: int


def written(claim: Claim, universe: ClassUniverse) -> Written:
    """The claim's file; raises NotOfTheKernel and CircuitTooLarge where it has none."""
    shape = Shape(universe.points, universe.labels)
    title = re.sub(r"\W", "_", claim.id, flags=re.ASCII)
    theorem = Theorem(title, shape, *stated(Question(claim, claim.printed, universe), shape))
    circuit = Circuit(shape, theorem.root)
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
    texts = [(Path(__file__).parent / name).read_text(encoding="utf-8") for name in LIBRARY]
    return IMPORTS + re.sub(r"^(Require )?Import .*\n", "", "\n".join(texts), flags=re.MULTILINE)


class Theorem(NamedTuple):
    """What a file proves: whatever the classes of these names are, the hypothesis implies the conclusion."""

    title: str
    shape: Shape
    names: tuple[str, ...]
    hypothesis: Term
    conclusion: Term

    @property
    def root(self) -> Term:
        """The hypothesis without the conclusion, which the circuit shows to be false."""
        return Term("Both", (self.hypothesis, Term("Not", (self.conclusion,))))

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
        lets = " ".join(f"let {self._class(i)} := members {size} {name} in" for i, name in enumerate(self.names))
        sides = (f"{self._said(self.hypothesis)} = true ->", f"{self._said(self.conclusion)} = true.")
        head = f"Theorem {self.title} : forall {' '.join(self.names)} : fn -> bool, {lets}"
        return "\n".join([head, *(fill(side, WIDTH, initial_indent="  ", subsequent_indent="  ") for side in sides)])

    def _class(self, number: int) -> str:
        return "V" if len(self.names) == 1 else f"V_{self.names[number]}"

    def _said(self, term: Term) -> str:
        """The term in the words of ``Classes.v``."""
        match term:
            case Term("Both", (a, b)):
                return f"({self._said(a)} && {self._said(b)})"
            case Term("Either", (Term("Not", (a,)), b)):
                return f"({self._said(a)} ==> {self._said(b)})"
            case Term("Either", (a, b)):
                return f"({self._said(a)} || {self._said(b)})"
            case Term("Not", (a,)):
                return f"negb ({self._said(a)})"
            case Term("Member", (number, f)):
                return f"{self.names[number]} {_written(f)}"
        return "true" if term == TRUE else self._dimension(term)

    def _dimension(self, term: Term) -> str:
        p, *args = term.args
        part, m = self._class(p.number), self.shape.points
        for x, labels in reversed(p.cell):
            part = f"(restrict {x} {_written(labels)} {part})"
        match term.op, args:
            case "Some_in", _:
                return f"nonempty {part}"
            case "Ldim", (splits, d):
                return f"ldim_ge {m} {self._tree(splits)} {d} {part}"
            case "Image", (table, splits, d):
                return f"ldim_ge {m} {self._tree(splits)} {d} (relabel {_written(table)} {part})"
        return f"size_ge {args[0]} {part}" if term.op == "Size" else f"{term.op.lower()}_ge {m} {args[0]} {part}"

    def _tree(self, splits: tuple[Split, ...]) -> str:
        usual = [k for k in range(2, self.shape.labels + 1) if pairs(k) == splits]
        return f"(pairs {usual[0]})" if usual else _written(splits)


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

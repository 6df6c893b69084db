"""The Rocq file of a theorem: a statement by the definitions of ``Classes.v``, a circuit, and its proof."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from textwrap import fill, indent
from typing import Any

from littlestone.proofs_check.kernel.circuits import Circuit
from littlestone.proofs_check.kernel.terms import TRUE, Place, Shape, Split, Term, pairs
from littlestone.proofs_check.rechecking.hints import Step

ROWS = 20  # on a tape: Rocq reads one with as many calls in each other as it has digits
WIDTH = 118
BINARY = {"Both": "&&", "Either": "||"}


@dataclass(frozen=True)
class Theorem:
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
        m, k, names = self.shape.points, self.shape.labels, " ".join(self.names)
        wires = [[x, *literals] for x, _, literals in circuit.wires]
        proof = [row for step in steps for row in step]
        width = len(f"{2 * max(abs(number) for row in (*wires, *proof) for number in row) + 1:x}")
        return f"""(** ** The theorem, and its circuit and proof *)
Definition hypothesis : term := {_written(self.hypothesis)}.
Definition conclusion : term := {_written(self.conclusion)}.

Definition circuit : list tape := {_packed(wires, width)}.
Definition steps : list tape := {_packed(proof, width)}.
Lemma accepted : check {m} {k} (Both hypothesis (Not conclusion)) {width} circuit steps = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

{self.statement()}
Proof.
  exact (fun {names} => checked {m} {k} hypothesis conclusion {width} circuit steps accepted [{"; ".join(self.names)}]).
Qed.

Print Assumptions {self.title}.
"""

    def statement(self) -> str:
        """The theorem as Rocq has it."""
        m, k = self.shape.points, self.shape.labels
        lets = " ".join(f"let {self._class(i)} := members {m} {k} {name} in" for i, name in enumerate(self.names))
        lines = [
            f"Theorem {self.title} : forall {' '.join(self.names)} : fn -> bool, {lets}",
            indent(fill(f"{self.said(self.hypothesis)} = true ->", WIDTH), "  "),
            indent(fill(f"{self.said(self.conclusion)} = true.", WIDTH), "  "),
        ]
        return "\n".join(lines)

    def _class(self, number: int) -> str:
        return "V" if len(self.names) == 1 else f"V_{self.names[number]}"

    def said(self, term: Term) -> str:
        """The term in the words of ``Classes.v``."""
        m, args = self.shape.points, term.args
        if term == TRUE:
            return "true"
        if term.op in BINARY:
            a, b = args
            if term.op == "Either" and a.op == "Not":
                return f"({self.said(a.args[0])} ==> {self.said(b)})"
            return f"({self.said(a)} {BINARY[term.op]} {self.said(b)})"
        if term.op == "Not":
            return f"negb {self.said(args[0])}" if args[0].op in BINARY else f"negb ({self.said(args[0])})"
        if term.op == "Member":
            return f"{self.names[args[0]]} {_list(args[1])}"
        part = self._part(args[0])
        match term.op:
            case "Some_in":
                return f"nonempty {part}"
            case "Size":
                return f"size_ge {args[1]} {part}"
            case "Ldim":
                return f"ldim_ge {m} {self._tree(args[1])} {args[2]} {part}"
            case "Image":
                return f"ldim_ge {m} {self._tree(args[2])} {args[3]} (relabel {_list(args[1])} {part})"
        return f"{term.op.lower()}_ge {m} {args[1]} {part}"

    def _tree(self, splits: tuple[Split, ...]) -> str:
        usual = [k for k in range(2, self.shape.labels + 1) if pairs(k) == splits]
        return f"(pairs {usual[0]})" if usual else _splits(splits)

    def _part(self, place: Place) -> str:
        part = self._class(place.number)
        for x, labels in reversed(place.cell):
            part = f"(restrict {x} {_list(labels)} {part})"
        return part


def _written(term: Term) -> str:
    """The term as ``Meanings.v`` has it."""
    return f"({term.op} {' '.join(map(_argument, term.args))})"


def _argument(value: Any) -> str:
    if isinstance(value, Term):
        return _written(value)
    if isinstance(value, Place):
        return _place(value)
    if isinstance(value, int):
        return str(value)
    return _splits(value) if value and isinstance(value[0], tuple) else _list(value)


def _place(place: Place) -> str:
    return f"({place.number}, [{'; '.join(f'({x}, {_list(labels)})' for x, labels in place.cell)}])"


def _splits(splits: Sequence[Split]) -> str:
    return f"[{'; '.join(f'({_list(a)}, {_list(b)})' for a, b in splits)}]"


def _list(numbers: Sequence[int]) -> str:
    return f"[{'; '.join(map(str, numbers))}]"


def _packed(rows: Sequence[Sequence[int]], width: int) -> str:
    """The rows as tapes, of so many rows each, as ``Meanings.v`` reads them."""
    written = ["".join(f"{2 * abs(number) + (number < 0):0{width}x}" for number in (*row, 0)) for row in rows]
    tapes = ("0x" + "".join(written[first : first + ROWS]) for first in range(0, len(rows), ROWS))
    return f"[{'; '.join(tapes)}]%tape"

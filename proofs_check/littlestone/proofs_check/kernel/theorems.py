"""A claim about classes of one size as a file that Rocq checks: the definitions and the checker, the statement by them,
and a circuit with its proof."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from textwrap import fill
from typing import Any, NamedTuple

from littlestone.proofs_check.kernel.statements import stated
from littlestone.proofs_check.kernel.terms import TRUE, Circuit, NotOfTheKernel, Place, SaysNothing, Shape, Term, pairs
from littlestone.proofs_check.kernel.vacuity import Example, example, follows_from_order, search, value
from littlestone.proofs_check.kit_faults import ListedOtherwise, ProversDisagree
from littlestone.proofs_check.questions.universes import ClassUniverse, Question
from littlestone.proofs_check.rechecking.encoding import clause_list
from littlestone.proofs_check.rechecking.refutations.dimacs import read_proof
from littlestone.proofs_check.rechecking.refutations.propagation import Step, hinted, is_hinted_proof
from littlestone.spec.algebra.circuit import CircuitTooLarge, all_of, is_true
from littlestone.spec.algebra.decisions import UndecidedTruth
from littlestone.spec.claim import Claim, Conditional, Value
from littlestone.spec.classes.concept_classes import ConceptClass, Function, all_functions, explicit
from littlestone.spec.ranges import in_range

IMPORTS = "Require Import Hexadecimal Number NArith Arith FMapPositive Lia Bool List.\nImport ListNotations.\n"
ROWS = 20  # on a tape: Rocq reads one with as many calls in each other as it has digits
WIDTH = 118
CASES = 20  # drawn classes for which the terms must have the values of the claim
SHOWN = 6  # functions of an example; the file has all
MOST_LETTERS = 100  # of the name of a file or a theorem
OWN = ("hypothesis", "conclusion", "circuit", "steps", "accepted")  # names in a file, beside the library's
WORDS = {"Both": "({} && {})", "Either": "({} || {})", "Not": "negb ({})"}


class Written(NamedTuple):
    """A file for Rocq, its theorem, how many gates and steps it has, and what a reader must know of the theorem."""

    statement: str
    text: str
    gates: int
    steps: int
    remarks: Mapping[str, str]


def written(claim: Claim, universe: ClassUniverse) -> Written:
    """The claim's file; raises NotOfTheKernel and CircuitTooLarge where it has none."""
    shape = Shape(universe.points, universe.labels)
    said = stated(Question(claim, claim.printed, universe), shape)
    theorem = Theorem(theorem_name(claim.id, _taken()), shape, class_names(said.names), *said[1:3])
    circuit = violation(shape, theorem.hypothesis, theorem.conclusion)
    clauses, found = search(circuit, with_proof=True)
    if found.proof is None:
        what = "some class violates it" if found.verdict == "sat" else f"undecided after {found.spent:,} conflicts"
        raise NotOfTheKernel(f"{what} among {universe.name}; littlestone verify {claim.address} says more")
    steps = hinted(clause_list(clauses.definitions), read_proof(found.proof))
    if not is_hinted_proof(clauses.definitions, steps):
        raise ProversDisagree("the hints of the proof do not show its steps; the writer of hints is wrong")
    case = example(shape, said)
    _insist_on_values(claim, theorem, case)
    remarks = _remarks(claim, universe, theorem, case)
    head = f"{in_comment(claim.id)}, {universe.name}. The theorem, at the end, says no more than what is written there."
    lines = "\n\n".join(map(_filled, [head, *(f"{word}: {in_comment(text)}" for word, text in remarks.items())]))
    text = f"(** {lines.lstrip()} *)\n{library()}\n{theorem.text(circuit, steps, case)}"
    return Written(theorem.statement(), text, len(circuit.gates), len(steps), remarks)


def _taken() -> set[str]:
    """The words of the library, names among them, and the names that a file has beside it."""
    return {*re.findall(r"\w+", library()), *OWN}


def _insist_on_values(claim: Claim, theorem: Theorem, case: Example | None) -> None:
    """Raise ListedOtherwise where the terms and the claim, called on listed classes, do not say the same."""
    shape, random = theorem.shape, Random(0)
    everything = list(all_functions(shape.points, shape.labels))
    drawn = [
        tuple(frozenset(random.sample(everything, random.randint(1, len(everything)))) for _ in theorem.names)
        for _ in range(CASES)
    ]
    for classes in [*drawn, *([case.classes] if case else [])]:
        arguments = {
            name: explicit(H, shape.labels, shape.points) for name, H in zip(claim.domains, classes, strict=True)
        }
        stated = _called(claim, arguments)
        premise = all_of([*(in_range(claim.domains, name, arguments) for name in arguments), stated.premise])
        said = [is_true(premise), is_true(stated.conclusion)]
        if said != [value(term, shape, classes) for term in (theorem.hypothesis, theorem.conclusion)]:
            shown = ", ".join(map(_shown, theorem.names, classes))
            raise ListedOtherwise(f"the terms of {claim.id} and its formula differ at {shown}")


def _called(claim: Claim, arguments: Mapping[str, ConceptClass]) -> Conditional:
    try:
        return claim.state(arguments)
    except Exception as error:  # of a claim of one's own, whatever it is
        raise NotOfTheKernel(f"its formula ends with {type(error).__name__}: {error}") from error


def _remarks(claim: Claim, universe: ClassUniverse, theorem: Theorem, case: Example | None) -> dict[str, str]:
    """What a reader must know of the theorem beside its words."""
    parts = filter(None, (claim.leaves_out, claim.narrows, claim.caps))
    renamed = (f"{new} is {old}" for old, new in zip(claim.domains, theorem.names, strict=True) if old != new)
    unsharp = _no_stronger_fails(claim, universe)
    found = ", ".join(map(_shown, theorem.names, case.classes)) if case else "undecided: no class was found in time"
    remarks = {
        "statement": claim.statement,
        "in part": "; ".join(parts),
        "names": ", ".join(renamed),
        "example": found,
        "vacuous": (case and case.empty) or "",
        "not sharp": f"no class of this size violates it with {unsharp} either" if unsharp else "",
        "trivial": "at this size it follows from the order of the numbers, whatever the dimensions are"
        if follows_from_order(theorem.hypothesis, theorem.conclusion)
        else "",
    }
    return {word: text for word, text in remarks.items() if text}


def _no_stronger_fails(claim: Claim, universe: ClassUniverse) -> str:
    """The stronger constants that were tried, in words, where no class violates the claim with any of them."""
    if any(_can_fail(claim, universe, constants) for constants in claim.mutants()):
        return ""
    changed = [
        f"{name} = {value}" for each in claim.mutants() for name, value in each.items() if value != claim.printed[name]
    ]
    return " or ".join(changed)


def _can_fail(claim: Claim, universe: ClassUniverse, constants: Mapping[str, Value]) -> bool:
    """Some class violates the claim with these constants, or it was not found out."""
    shape = Shape(universe.points, universe.labels)
    try:
        _, hypothesis, conclusion, _ = stated(Question(claim, constants, universe), shape)
        return search(violation(shape, hypothesis, conclusion))[1].verdict != "unsat"
    except SaysNothing:
        return False
    except (NotOfTheKernel, CircuitTooLarge, UndecidedTruth):
        return True


def _shown(name: str, functions: frozenset[Function]) -> str:
    """A class in words; of a large one the first functions."""
    listed = ["".join(map(str, f)) for f in sorted(functions)]
    more = f" and {len(listed) - SHOWN} more" if len(listed) > SHOWN else ""
    return f"{name} = {{{', '.join(listed[:SHOWN])}{more}}}"


def violation(shape: Shape, hypothesis: Term, conclusion: Term) -> Circuit:
    """The circuit that is true where the hypothesis holds and the conclusion does not."""
    return Circuit(shape, Term("Both", (hypothesis, Term("Not", (conclusion,)))))


def refusal(text: str) -> str | None:
    """Why Rocq does not take the file as a proof without axioms; raises FileNotFoundError where there is no coqc."""
    program = shutil.which("coqc")
    if program is None:
        raise FileNotFoundError("coqc is not installed: apt-get install coq, or see rocq-prover.org")
    with TemporaryDirectory() as folder:
        (Path(folder) / "Theorem.v").write_text(text, encoding="utf-8")
        said = subprocess.run([program, "-q", "Theorem.v"], cwd=folder, capture_output=True, text=True, check=False)
    asked = len(re.findall("^Print Assumptions ", text, flags=re.MULTILINE))
    is_taken = said.returncode == 0 and said.stdout.splitlines() == ["Closed under the global context"] * asked != []
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

    def text(self, circuit: Circuit, steps: Sequence[Step], case: Example | None) -> str:
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
{self._example(case) if case else ""}"""

    def _example(self, case: Example) -> str:
        """That the hypothesis holds for some classes, and that of a part of the conclusion, as Rocq computes."""
        listed = (f"(listed [{'; '.join(map(_written, sorted(functions)))}])" for functions in case.classes)
        part = "" if case.term == self.hypothesis else ", and so does the condition of a part of its conclusion"
        return f"""
(** Its hypothesis holds for these classes{part}. *)
{self._head("Example", f"{self.title}_example", "exists")}
{_filled(f"{self._said(case.term)} = true.")}
Proof.
{_filled(f"exists {', '.join(listed)}.")}
  vm_compute. reflexivity.
Qed.
Print Assumptions {self.title}_example.
"""

    def statement(self) -> str:
        """The theorem as Rocq has it."""
        sides = (f"{self._said(self.hypothesis)} = true ->", f"{self._said(self.conclusion)} = true.")
        return "\n".join([self._head("Theorem", self.title, "forall"), *map(_filled, sides)])

    def _head(self, kind: str, title: str, quantifier: str) -> str:
        """What comes before what is said: the classes, as sets of functions and as lists."""
        size = f"{self.shape.points} {self.shape.labels}"
        lets = " ".join(f"let V_{name} := members {size} {name} in" for name in self.names)
        return _filled(f"{kind} {title} : {quantifier} {' '.join(self.names)} : fn -> bool, {lets}", "")

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


def _filled(text: str, first: str = "  ") -> str:
    return fill(
        text, WIDTH, initial_indent=first, subsequent_indent="  ", break_on_hyphens=False, break_long_words=False
    )


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


# ---- Texts and names of a claim, whatever they are, as they may stand in a file for Rocq


def in_comment(text: str) -> str:
    """The text on one line, of which nothing begins or ends a comment of Rocq's, or a string in one."""
    printable = "".join(letter if letter.isprintable() else " " for letter in text)
    return " ".join(printable.replace("*", "\N{ASTERISK OPERATOR}").replace('"', "'").split())


def theorem_name(id: str, taken: Collection[str]) -> str:
    """An id as the name of a theorem that is none of those taken; no keyword of Rocq's has an underscore."""
    name = re.sub(r"\W", "_", id, flags=re.ASCII)[:MOST_LETTERS]
    return name if "_" in name and name[0].isalpha() and name not in taken else f"Claim_{name}"


def class_names(names: Sequence[str]) -> tuple[str, ...]:
    """A capital with digits, as H or H2, is no keyword and no name of the definitions; any other gets a number."""
    named = enumerate(names, 1)
    return tuple(name if re.fullmatch("[A-Z][0-9]*", name) else f"class_{number}" for number, name in named)


def file_name(id: str) -> str:
    """The name of an id's file, in the folder that the command runs in."""
    return f"{re.sub(r'[^A-Za-z0-9._-]', '_', id).lstrip('.-')[:MOST_LETTERS] or 'claim'}.v"

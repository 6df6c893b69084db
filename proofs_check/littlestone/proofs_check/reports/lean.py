"""A claim about binary classes as a theorem of Lean 4 with mathlib: exactly, or not at all with the reason.

A class on m points is a family of sets of points, not empty. Numbers are rational, so that nothing is cut off at 0.
"""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Mapping
from fractions import Fraction
from textwrap import dedent
from typing import Any

from littlestone.spec.claim import Claim, corrected, when
from littlestone.spec.classes.dimensions import littlestone_dimension, threshold_dimension, vc_dimension
from littlestone.spec.classes.operations import complement, union
from littlestone.spec.domains import Classes
from littlestone.spec.parameters.library import PARAMETERS, Parameter

PARAMETER_TEXTS = {"VC": "{}.vcDim", "Ldim": "littlestone {}", "Thr": "thresholds {}", "size": "{}.card"}
FUNCTIONS = {vc_dimension: "VC", littlestone_dimension: "Ldim", threshold_dimension: "Thr"}
FAMILIES = {union: "({} ∪ {})", complement: "({}.image fun s => sᶜ)"}
RELATIONS = {ast.LtE: "≤", ast.Lt: "<", ast.GtE: "≥", ast.Gt: ">", ast.Eq: "=", ast.NotEq: "≠"}
OPERATORS = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*"}
TEXT = """-- Not compiled here: this text was written from the claim {id}, and no Lean has read it.
import Mathlib

/-- A family shatters a tree of depth d: some point splits it into two that shatter trees of depth d - 1. -/
def shattersTree {{m : ℕ}} : ℕ → Finset (Finset (Fin m)) → Prop
  | 0, A => A.Nonempty
  | d + 1, A => ∃ x, shattersTree d (A.filter fun s => x ∈ s) ∧ shattersTree d (A.filter fun s => x ∉ s)

/-- The Littlestone dimension. -/
noncomputable def littlestone {{m : ℕ}} (A : Finset (Finset (Fin m))) : ℕ := sSup {{d | shattersTree d A}}

/-- The largest number of points x and sets h of the family such that x j is in h i exactly where i ≤ j. -/
noncomputable def thresholds {{m : ℕ}} (A : Finset (Finset (Fin m))) : ℕ :=
  sSup {{t | ∃ (x : Fin t → Fin m) (h : Fin t → Finset (Fin m)), ∀ i, h i ∈ A ∧ ∀ j, (x j ∈ h i ↔ i ≤ j)}}

/-- {statement}{refuted} -/
theorem {name} (m : ℕ) (_ : 0 < m){binders} :
    {formula} := by
  sorry
"""


class NoLean(ValueError):
    """A claim that is not translated: the message says why."""


def lean_text(claim: Claim) -> str:
    """The claim, at its constants as printed, as a file of Lean that ends in a sorry. Raises NoLean."""
    if claim.not_checkable is not None:
        raise NoLean(f"it is not formalized: {claim.not_checkable}")
    for name, domain in claim.domains.items():
        if domain != Classes(labels=2) or not re.fullmatch("[A-Z]", name):
            raise NoLean(f"{name} is not one capital letter for a class, as in H: Binary")
    families = " ".join(claim.domains)
    given = "".join(f" (_ : {name}.Nonempty)" for name in claim.domains)
    repair = f" Refuted: true is {claim.id}.corrected." if corrected(claim.id) else ""
    return TEXT.format(
        id=claim.id,
        statement=claim.statement.replace("-/", "- /").replace("/-", "/ -"),
        refuted=repair,
        name=re.sub(r"\W", "_", claim.id),
        binders=f" ({families} : Finset (Finset (Fin m))){given}",
        formula=_Translation(claim).truth(_returned(claim)),
    )


def _returned(claim: Claim) -> ast.expr:
    """What the formula returns, where it does nothing else."""
    (function,) = ast.parse(dedent(claim.code)).body
    body = [node for node in getattr(function, "body", ()) if not isinstance(node, ast.Expr)]
    if len(body) != 1 or not isinstance(body[0], ast.Return) or body[0].value is None:
        raise NoLean("its formula is more than one return")
    return body[0].value


class _Translation:
    """Reads a formula in the names of its claim; each method raises NoLean at what has no text."""

    def __init__(self, claim: Claim) -> None:
        names = inspect.getclosurevars(claim.formula)
        self.classes = claim.domains.keys()
        self.names: Mapping[str, Any] = {**names.globals, **names.nonlocals, **claim.printed}

    def truth(self, node: ast.expr) -> str:
        """A statement."""
        match node:
            case ast.Compare(left, ops, others) if all(type(op) in RELATIONS for op in ops):
                sides = [self.number(side) for side in (left, *others)]
                said = [f"{a} {RELATIONS[type(op)]} {b}" for a, op, b in zip(sides, ops, sides[1:], strict=False)]
                return " ∧ ".join(said)
            case ast.BinOp(left, ast.BitAnd() | ast.BitOr() as op, right):
                return f"({self.truth(left)}) {'∧' if isinstance(op, ast.BitAnd) else '∨'} ({self.truth(right)})"
            case ast.UnaryOp(ast.Invert(), inner):
                return f"¬ ({self.truth(inner)})"
            case ast.Call(function, [premise, conclusion]) if self._meant(function) is when:
                parts = premise.elts if isinstance(premise, ast.List) else [premise]
                return " → ".join(f"({self.truth(part)})" for part in [*parts, conclusion])
        raise NoLean(f"`{ast.unparse(node)}` has no text in Lean")

    def number(self, node: ast.expr, kind: str = "ℚ") -> str:
        """A number as a rational one, or in an exponent as a natural one."""
        match node:
            case ast.BinOp(left, ast.Add() | ast.Mult() | ast.Sub() as op, right) if (
                kind == "ℚ" or type(op) is not ast.Sub
            ):
                return f"({self.number(left, kind)} {OPERATORS[type(op)]} {self.number(right, kind)})"
            case ast.BinOp(left, ast.Pow(), right) if kind == "ℚ":
                return f"({self.number(left)} ^ {self.number(right, 'ℕ')})"
            case ast.Call(ast.Attribute(H, "size"), []):
                return f"({self.family(H)}.card : {kind})"
            case ast.Attribute(ast.Name(H), "points") if H in self.classes:
                return f"(m : {kind})"
            case ast.Call(function, [H]) if name := self._parameter(function):
                return f"({PARAMETER_TEXTS[name].format(self.family(H))} : {kind})"
        value = node.value if isinstance(node, ast.Constant) else self._meant(node)
        if type(value) in (int, Fraction) and (kind == "ℚ" or (type(value) is int and value >= 0)):  # no bool
            return f"({value!s} : {kind})"
        raise NoLean(f"`{ast.unparse(node)}` has no text in Lean")

    def family(self, node: ast.expr) -> str:
        """A class that is never empty."""
        match node:
            case ast.Name(H) if H in self.classes:
                return H
            case ast.Call(function, args) if (text := FAMILIES.get(self._meant(function))) and len(args) == text.count(
                "{}"
            ):
                return text.format(*map(self.family, args))
        raise NoLean(f"`{ast.unparse(node)}` has no text in Lean as a class")

    def _parameter(self, node: ast.expr) -> str | None:
        """The name of the parameter that is called: a function, PARAMETERS["VC"], or a name of the module for that."""
        if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant):
            name = str(node.slice.value) if self._meant(node.value) is PARAMETERS else None
        else:
            meant = self._meant(node)
            name = meant.name if isinstance(meant, Parameter) else FUNCTIONS.get(meant)
        return name if name in PARAMETER_TEXTS else None

    def _meant(self, node: ast.expr) -> Any:
        """What a name of the formula's module stands for; None for all else."""
        return self.names.get(node.id) if isinstance(node, ast.Name) and node.id not in self.classes else None

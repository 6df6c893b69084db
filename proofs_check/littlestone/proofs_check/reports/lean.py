"""A claim about binary classes as a theorem of Lean 4 with mathlib: exactly, or not at all with the reason.

A class on m points is a family of sets of points, not empty. Numbers are rational, so that nothing is cut off at 0.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from fractions import Fraction

from littlestone.proofs_check.reports.claim_formulas import ClaimFormula
from littlestone.proofs_check.reports.verdict_words import repair_words
from littlestone.spec.claim import Claim, corrected
from littlestone.spec.classes.operations import complement, union
from littlestone.spec.domains import Classes

PARAMETER_TEXTS = {"VC": "{}.vcDim", "Ldim": "littlestone {}", "Thr": "thresholds {}", "size": "{}.card"}
FAMILIES = {(union, 2): "({} ∪ {})", (complement, 1): "({}.image fun s => sᶜ)"}
SIGNS: dict[type, str] = {ast.LtE: "≤", ast.Lt: "<", ast.GtE: "≥", ast.Gt: ">", ast.Eq: "=", ast.NotEq: "≠"}
SIGNS |= {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Pow: "^", ast.BitAnd: "∧", ast.BitOr: "∨"}
OF_KIND = {"ℚ": "+-*^", "ℕ": "+*", "a statement": "∧∨"}
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

/-- {statement} -/
theorem {name} (m : ℕ) (_ : 0 < m) ({classes} : Finset (Finset (Fin m))){given} :
    {formula} := by
  sorry
"""


class NoLean(ValueError):
    """A claim that is not translated: the message says why."""


def lean_text(claim: Claim, told: Mapping[str, str]) -> str:
    """The claim as printed, as a file of Lean that ends in a sorry, with the verdicts ``told`` by id. Raises NoLean."""
    if claim.not_checkable is not None:
        raise NoLean(f"it is not formalized: {claim.not_checkable}")
    for name, domain in claim.domains.items():
        if domain != Classes(labels=2) or not re.fullmatch("[A-Z]", name):
            raise NoLean(f"{name} is not one capital letter for a class, as in H: Binary")
    name = re.sub(r"\W", "_", claim.id, flags=re.ASCII)
    words = [f"{claim.id}: {told[claim.id]}."] if claim.id in told else []
    words += [f"{claim.id}.corrected: {repair_words(claim.id, told)}."] if corrected(claim.id) else []
    try:
        formula = ClaimFormula(claim)
    except ValueError as error:
        raise NoLean(str(error)) from error
    premises, conclusion = formula.parts()
    parts = [_text(formula, part, "a statement") for part in [*premises, conclusion]]
    return TEXT.format(
        id=claim.id,
        statement=" ".join([claim.statement, *words]).replace("-/", "- /").replace("/-", "/ -"),
        name=name if re.fullmatch(r"[A-Za-z]\w*_\w*", name) else f"claim_{name}",  # no word of Lean itself
        classes=" ".join(claim.domains),
        given="".join(f" (_ : {name}.Nonempty)" for name in claim.domains),
        formula=" → ".join(f"({part})" for part in parts) if premises else parts[0],
    )


def _text(formula: ClaimFormula, node: ast.expr, kind: str) -> str:
    """A part of it as "a statement", "ℚ", "ℕ" in exponents, or "a class"; raises NoLean if it has no text."""
    match node, kind:
        case ast.Compare(left, ops, others), "a statement" if all(type(op) in SIGNS for op in ops):
            sides = [_text(formula, side, "ℚ") for side in (left, *others)]
            return " ∧ ".join(f"{a} {SIGNS[type(op)]} {b}" for a, op, b in zip(sides, ops, sides[1:], strict=False))
        case ast.BinOp(left, op, right), _ if (sign := SIGNS.get(type(op), "/")) in OF_KIND.get(kind, ""):
            return f"({_text(formula, left, kind)} {sign} {_text(formula, right, 'ℕ' if sign == '^' else kind)})"
        case ast.Call(), "ℚ" | "ℕ" if (found := formula.parameter(node)) and found[0] in PARAMETER_TEXTS:
            return f"({PARAMETER_TEXTS[found[0]].format(_text(formula, found[1], 'a class'))} : {kind})"
        case ((ast.Constant() | ast.Name()), "ℚ" | "ℕ"):
            value = node.value if isinstance(node, ast.Constant) else formula.meant(node)
            if type(value) in (int, Fraction) and (kind == "ℚ" or (type(value) is int and value >= 0)):  # no bool
                return f"({value!s} : {kind})"
        case ast.Name(H), "a class" if H in formula.classes:
            return H
        case ast.Call(function, args, []), "a class" if text := FAMILIES.get((formula.meant(function), len(args))):
            return text.format(*(_text(formula, each, kind) for each in args))
    raise NoLean(f"`{ast.unparse(node)}` has no text in Lean as {kind}")

"""What to search for where a claim may fail: its hypotheses, and the opposite of what it concludes, as conditions."""

from __future__ import annotations

import ast
import inspect
from textwrap import dedent
from typing import Any

from littlestone.proofs_check.explore.formulas import BadFormula
from littlestone.proofs_check.search.clauses.questions import class_question
from littlestone.spec.claim import Claim, when
from littlestone.spec.classes.dimensions import littlestone_dimension, threshold_dimension, vc_dimension
from littlestone.spec.domains import Classes
from littlestone.spec.parameters.library import PARAMETERS
from littlestone.spec.parameters.registry import Parameter

FUNCTIONS = {vc_dimension: "VC", littlestone_dimension: "Ldim", threshold_dimension: "Thr"}
OPPOSITE: dict[type, type[ast.cmpop]] = {
    ast.LtE: ast.Gt, ast.Gt: ast.LtE, ast.Lt: ast.GtE, ast.GtE: ast.Lt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
}  # fmt: skip


class _NotSearched(ValueError):
    """Something in a formula that no condition of a search says."""


def conditions_against(claim: Claim) -> tuple[str, ...]:
    """The conditions on a class that refutes the claim, each one of ``littlestone search``; none where it takes none.

    A claim on one binary class that compares its parameters, with numbers and constants as they are printed.
    """
    if len(claim.domains) != 1 or next(iter(claim.domains.values())) != Classes(labels=2):
        return ()
    match ast.parse(dedent(claim.code)).body:
        case [ast.FunctionDef(body=[*_, ast.Return(ast.expr() as formula)] as body)] if len(body) < 3:
            try:
                found = tuple(_texts(formula, _Names(claim)))
                class_question(found)
            except (_NotSearched, BadFormula):
                return ()
            return found
    return ()


def _texts(formula: ast.expr, names: _Names) -> list[str]:
    match formula:
        case ast.Call(function, [premise, conclusion], []) if names.meant(function) is when:
            parts = premise.elts if isinstance(premise, ast.List) else [premise]
            return [*(_comparison(part, names, opposite=False) for part in parts), *_texts(conclusion, names)]
    return [_comparison(formula, names, opposite=True)]


def _comparison(node: ast.expr, names: _Names, opposite: bool) -> str:
    match node:
        case ast.Compare(left, [sign], [right]) if type(sign) in OPPOSITE:
            ops = [OPPOSITE[type(sign)]() if opposite else sign]
            said = ast.Compare(names.visit(left), ops, [names.visit(right)])
            return ast.unparse(ast.fix_missing_locations(said)).replace("**", "^").replace("==", "=")
    raise _NotSearched


class _Names(ast.NodeTransformer):
    """Puts the names of a search for what a formula calls."""

    def __init__(self, claim: Claim) -> None:
        found = inspect.getclosurevars(claim.formula)
        self.known: dict[str, Any] = {**found.globals, **found.nonlocals, **claim.printed}
        (self.of,) = claim.domains

    def meant(self, node: ast.expr) -> Any:
        """What a name stands for; None for all else."""
        return self.known.get(node.id) if isinstance(node, ast.Name) and node.id != self.of else None

    def visit_Call(self, node: ast.Call) -> ast.expr:
        """A parameter of the class by its name."""
        match node:
            case ast.Call(ast.Attribute(ast.Name(of), "size"), [], []) if of == self.of:
                return ast.Name("size")
            case ast.Call(function, [ast.Name(of)], []) if of == self.of and (name := self._parameter(function)):
                return ast.Name(name)
        raise _NotSearched

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        """A sum without a zero, which a constant may be."""
        left, right = self.visit(node.left), self.visit(node.right)
        is_nothing = isinstance(right, ast.Constant) and right.value == 0 and isinstance(node.op, ast.Add | ast.Sub)
        return left if is_nothing else ast.BinOp(left, node.op, right)

    def visit_Name(self, node: ast.Name) -> ast.expr:
        """The number that the name stands for."""
        value = self.meant(node)
        if type(value) is not int or value < 0:
            raise _NotSearched
        return ast.Constant(value)

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        """How many points the class has."""
        if isinstance(node.value, ast.Name) and node.value.id == self.of and node.attr == "points":
            return ast.Name("points")
        raise _NotSearched

    def _parameter(self, node: ast.expr) -> str:
        match node:
            case ast.Subscript(of, ast.Constant(str(name))) if self.meant(of) is PARAMETERS:
                return name
        meant = self.meant(node)
        return meant.name if isinstance(meant, Parameter) else FUNCTIONS.get(meant, "")

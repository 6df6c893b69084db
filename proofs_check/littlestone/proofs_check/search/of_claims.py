"""What to search for where a claim may fail: its hypotheses, and the opposite of what it concludes, as conditions."""

from __future__ import annotations

import ast

from littlestone.proofs_check.reports.claim_formulas import ClaimFormula
from littlestone.proofs_check.search.clauses.questions import class_question
from littlestone.spec.claim import Claim
from littlestone.spec.domains import Classes

OPPOSITE: dict[type, type[ast.cmpop]] = {
    ast.LtE: ast.Gt, ast.Gt: ast.LtE, ast.Lt: ast.GtE, ast.GtE: ast.Lt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
}  # fmt: skip


def conditions_against(claim: Claim) -> tuple[str, ...]:
    """The conditions on a class that refutes the claim, each one of ``littlestone search``; none where it takes none.

    A claim on one binary class that compares its parameters, with numbers and constants as they are printed.
    """
    if [*claim.domains.values()] != [Classes(labels=2)]:
        return ()
    try:
        formula = ClaimFormula(claim)
        premises, conclusion = formula.parts()
        found = (*(_condition(one, formula) for one in premises), _condition(conclusion, formula, opposite=True))
        class_question(found)
    except ValueError:  # BadFormula too: no condition of a search says it
        return ()
    return found


def _condition(node: ast.expr, formula: ClaimFormula, opposite: bool = False) -> str:
    match node:
        case ast.Compare(left, [sign], [right]) if type(sign) in OPPOSITE:
            names = _Names(formula)
            ops = [OPPOSITE[type(sign)]() if opposite else sign]
            said = ast.Compare(names.visit(left), ops, [names.visit(right)])
            return ast.unparse(ast.fix_missing_locations(said)).replace("**", "^").replace("==", "=")
    raise ValueError(f"{ast.unparse(node)} compares no two numbers")


class _Names(ast.NodeTransformer):
    """Puts the names of a search for what a formula calls; raises ValueError where it has none."""

    def __init__(self, formula: ClaimFormula) -> None:
        self.formula = formula
        (self.of,) = formula.classes

    def visit_Call(self, node: ast.Call) -> ast.expr:
        """A parameter of the class by its name."""
        match self.formula.parameter(node):
            case name, ast.Name(of) if of == self.of:
                return ast.Name(name)
        raise ValueError(f"{ast.unparse(node)} is no parameter of {self.of}")

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        """A sum without a zero, which a constant may be."""
        left, right = self.visit(node.left), self.visit(node.right)
        is_nothing = isinstance(right, ast.Constant) and right.value == 0 and isinstance(node.op, ast.Add | ast.Sub)
        return left if is_nothing else ast.BinOp(left, node.op, right)

    def visit_Name(self, node: ast.Name) -> ast.expr:
        """The number that the name stands for."""
        value = self.formula.meant(node)
        if type(value) is not int or value < 0:
            raise ValueError(f"{node.id} is no number from 0 on")
        return ast.Constant(value)

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        """How many points the class has."""
        if isinstance(node.value, ast.Name) and node.value.id == self.of and node.attr == "points":
            return ast.Name("points")
        raise ValueError(f"{ast.unparse(node)} is no number of a search")

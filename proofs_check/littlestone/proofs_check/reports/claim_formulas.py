"""The formula of a claim as its author wrote it, with what its names stand for.

Writers of other languages share it: the theorem of Lean, and the conditions of a search for a counterexample.
"""

from __future__ import annotations

import ast
import inspect
from textwrap import dedent
from typing import Any

from littlestone.spec.claim import Claim, when
from littlestone.spec.classes.dimensions import littlestone_dimension, threshold_dimension, vc_dimension
from littlestone.spec.parameters.library import PARAMETERS, Parameter

FUNCTIONS = {"VC": vc_dimension, "Ldim": littlestone_dimension, "Thr": threshold_dimension}


class ClaimFormula:
    """The one expression that a claim returns; raises ValueError if its code is more than that."""

    def __init__(self, claim: Claim) -> None:
        names = inspect.getclosurevars(claim.formula)
        self.classes = claim.domains.keys()
        self._names: dict[str, Any] = {**names.globals, **names.nonlocals, **claim.printed}
        match ast.parse(dedent(claim.code)).body:
            case [
                ast.FunctionDef(body=[ast.Return(ast.expr() as said)] | [ast.Expr(), ast.Return(ast.expr() as said)])
            ]:
                self.said = said
            case _:
                raise ValueError("its formula is more than one return")

    def parts(self) -> tuple[list[ast.expr], ast.expr]:
        """Its hypotheses, where it is a ``when``, and its conclusion."""
        match self.said:
            case ast.Call(function, [ast.List(premises), conclusion], []) if self.meant(function) is when:
                return premises, conclusion
            case ast.Call(function, [premise, conclusion], []) if self.meant(function) is when:
                return [premise], conclusion
        return [], self.said

    def parameter(self, node: ast.expr) -> tuple[str, ast.expr] | None:
        """The name of the parameter that is called, and the class that it is called with; None for all else."""
        match node:
            case ast.Call(ast.Attribute(H, "size"), [], []):
                return "size", H
            case ast.Call(ast.Subscript(of, ast.Constant(str(name))), [H], []) if self.meant(of) is PARAMETERS:
                return name, H
            case ast.Call(function, [H], []):
                meant = self.meant(function)
                named = [name for name, called in FUNCTIONS.items() if called is meant]
                named += [meant.name] if isinstance(meant, Parameter) else []
                return (named[0], H) if named else None
        return None

    def meant(self, node: ast.expr) -> Any:
        """What a name of the formula's module, or a constant of the claim, stands for; None for all else."""
        return self._names.get(node.id) if isinstance(node, ast.Name) and node.id not in self.classes else None

"""Holding: what provers answered against each other, and against what the formula itself says when it is called.

A pass is believed where neither contradicts it. What Python decided of a claim weakens it, since a branch on a symbol
takes one side for all classes.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import product

from littlestone.proofs_check.formula_faults import FormulaFault
from littlestone.proofs_check.kit_faults import ProversDisagree
from littlestone.proofs_check.questions.arguments import algorithms
from littlestone.proofs_check.questions.evidence import Budget, Evidence
from littlestone.proofs_check.questions.universes import (
    ClassUniverse,
    Everything,
    Question,
    counts_with_integers,
    real_parameters,
)
from littlestone.proofs_check.verdicts.probes import probe
from littlestone.spec.algebra.decisions import UndecidedTruth
from littlestone.spec.algebra.python_constructs import Construct
from littlestone.spec.claim import Claim
from littlestone.spec.domains import Classes

PASSES = ("tested", "checked", "proved")


def held(evidence: Evidence, undecided: UndecidedTruth | None, budget: Budget) -> Evidence:
    """The evidence, a pass of the printed claim being held against the formula's own answers.

    What was checked class by class because Python would decide about symbols is only tested.
    """
    question = evidence.question
    if question is not None and evidence.outcome in PASSES and not question.is_mutant:
        probe(question, evidence, budget)
    return replace(evidence, outcome="tested") if undecided and evidence.outcome == "checked" else evidence


def what_python_decided(evidence: tuple[Evidence, ...], undecided: UndecidedTruth | None) -> str | None:
    """What Python decided: the construct and its line, then after a semicolon what to write instead."""
    if undecided is not None:
        universes = [e.question.universe for e in evidence if e.question is not None]
        what = "a circuit" if any(isinstance(one, ClassUniverse) for one in universes) else "symbolic"
        return f"not {what}: {_place(undecided.construct)}; {undecided}"
    decisions = [decision for e in evidence for decision in e.python.decisions]
    return f"decided by Python: {_place(decisions[0])}; {decisions[0]}" if decisions else None


def _place(construct: Construct | None) -> str:
    return "its answer" if construct is None else f"`{construct.kind}` at line {construct.line}"


def insist_on_an_answer(claim: Claim, evidence: tuple[Evidence, ...], undecided: UndecidedTruth | None) -> None:
    """Raise what keeps every prover from a claim about numbers, where its formula is to blame."""
    if not evidence and undecided is not None:
        construct = undecided.construct
        raise FormulaFault(str(undecided), construct.line if construct else claim.location[1])
    if not evidence and real_parameters(claim) and not counts_with_integers(claim):
        _ = Question(claim, claim.printed, Everything()).about_symbols


def insist_on_a_statement(claim: Claim, evidence: tuple[Evidence, ...], bites: bool, lost: str | None) -> None:
    """Raise FormulaFault where the answer was one bool of Python's, and nothing shows that it could be another."""
    always = {e.python.always for e in evidence if e.outcome in PASSES}
    shown = bites or any(e.outcome == "refuted" or e.python.decisions for e in evidence)
    if len(always) == 1 and None not in always and not algorithms(claim) and not shown:
        words = f"the formula answered Python's own {always.pop()} whatever it was given, and states nothing"
        why = f" ({lost})" if lost else ""
        advice = "return comparisons of the kit's values: Integer(x) == 1 for x == 1, Rational(x) <= y for a fraction"
        raise FormulaFault(f"{words}: {advice}{why}", claim.location[1])


def insist_on_agreement(claim: Claim, evidence: tuple[Evidence, ...]) -> None:
    """Raise ProversDisagree where one answer refutes what another proved, or checked in that very case."""
    refuted = [e for e in evidence if e.outcome == "refuted"]
    for a, b in product(evidence, refuted):
        if a.outcome == "proved" or (a.outcome == "checked" and _looked_at(a, b)):
            raise ProversDisagree(f"{claim.id}: {a.prover} says {a.outcome} and {b.prover} refuted on {b.universe}")


def _looked_at(check: Evidence, refutation: Evidence) -> bool:
    """The universe that was checked holds the counterexample; a structured one may be on fewer points."""
    checked, refuted, found = check.question, refutation.question, refutation.counterexample
    if checked is None or refuted is None or checked.universe != refuted.universe:
        return False
    if not isinstance(checked.universe, ClassUniverse) or found is None:
        return True
    classes = [name for name, domain in refuted.claim.domains.items() if isinstance(domain, Classes)]
    return {len(f) for name in classes for f in found.arguments[name]} <= {checked.universe.points}

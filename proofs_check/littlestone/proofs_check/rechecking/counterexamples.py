"""Counterexamples checked anew: the literal definitions on listed classes and exact numbers, and nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import chain
from typing import Any

from littlestone.proofs_check.questions.arguments import implementation
from littlestone.proofs_check.rechecking.certificates import NUMBER
from littlestone.spec.algebra.decisions import UndecidedTruth
from littlestone.spec.claim import Claim
from littlestone.spec.classes.concept_classes import ConceptClass, explicit
from littlestone.spec.domains import Algorithm, Classes, Domain, Naturals, TreeSets
from littlestone.spec.ranges import in_range


class NotRecheckable(Exception):
    """The counterexample cannot be given to the definitions; the message says why."""


def why_no_counterexample(claim: Claim, data: Mapping[str, Any]) -> str | None:
    """What of "the premise holds there and the conclusion does not" is not so, or None where all of it is.

    Raises NotRecheckable.
    """
    try:
        arguments = {name: _argument(name, domain, data) for name, domain in claim.domains.items()}
        if not all(bool(in_range(claim.domains, name, arguments)) for name in arguments):
            return "an argument is not one that its parameter ranges over"
        statement = claim.state(arguments, claim.printed)
        if not bool(statement.premise):
            return "the hypothesis does not hold there"
        return "the conclusion holds there" if bool(statement.conclusion) else None
    except NotRecheckable:
        raise
    except UndecidedTruth as undecided:
        raise NotRecheckable(f"the definitions alone leave it undecided: {undecided}") from undecided
    except Exception as error:  # an altered counterexample may make a formula raise anything
        return f"the formula fails there: {type(error).__name__}: {error}"


def _argument(name: str, domain: Domain, data: Mapping[str, Any]) -> Any:
    if isinstance(domain, Algorithm):
        return implementation(domain.id)
    if name not in data:
        raise ValueError(f"the ledger does not say what {name} is")
    if isinstance(domain, Classes | TreeSets):
        return _class(name, data[name])
    text = str(data[name])
    if not NUMBER.fullmatch(text):
        problem = f"{name} = {text} is written as a formula, not as a rational number"
        raise ValueError(problem) if isinstance(domain, Naturals) else NotRecheckable(problem)
    value = Fraction(text)
    return int(value) if isinstance(domain, Naturals) and value.denominator == 1 else value


def _class(name: str, listed: Any) -> ConceptClass:
    functions = [tuple(f) for f in listed["functions"]]
    if not all(type(number) is int for number in (listed["labels"], listed["points"], *chain(*functions))):
        raise ValueError(f"{name} is no class of integers")
    return explicit(functions, labels=listed["labels"], points=listed["points"])

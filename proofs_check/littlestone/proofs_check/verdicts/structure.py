"""Which parts of a claim matter: hypotheses that are needed, bounds that are reached, conclusions that say a thing."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, replace

from littlestone.proofs_check.mutation.frontier_search import Fate
from littlestone.proofs_check.mutation.structural_mutants import Change, noted_parts, structural_mutants
from littlestone.proofs_check.questions.evidence import Evidence
from littlestone.proofs_check.questions.universes import ClassUniverse, Question, circuit_of
from littlestone.proofs_check.verdicts.measuring import Yardstick, tightest_case
from littlestone.spec.algebra.circuit import Truth, is_true
from littlestone.spec.algebra.reals import Comparison

WHOLE = ("exhaustive", "algebra", "interval")  # they state the claim once, for all cases
BITING = ("needed", "reached", "caught")  # the negation of any conclusion dies where a premise is true
FATES: dict[tuple[Change, Fate], str] = {
    ("hypothesis dropped", "fails"): "needed",
    ("hypothesis dropped", "holds"): "never needed",
    ("bound made strict", "fails"): "reached",
    ("bound made strict", "holds"): "never reached",
    ("alternative made strict", "fails"): "reached",
    ("bound replaced", "holds"): "trivial",
    ("conclusion negated", "holds"): "says nothing",
    ("answers wrongly", "fails"): "caught",
    ("answers wrongly", "holds"): "not caught",
}
WORDS: dict[str, str] = {
    "needed": "the hypothesis {part} is needed",
    "never needed": "the hypothesis {part} is never needed",
    "reached": "the bound {part} is reached",
    "never reached": "the bound {part} is never reached",
    "trivial": "the bound {part} is trivial: {value} lies between its sides in every case that claims it",
    "caught": "a wrong answer of {part} is caught",
    "not caught": "a wrong answer of {part} is not caught",
    "says nothing": "{part} could be negated: no case claims it",
    "one node": "the two sides of {part} are one and the same",
    "tautology": "the two sides of {part} are one and the same, and nothing else is claimed",
    "folds": "{part} is true by its form of the classes that it was measured on",
}


@dataclass(frozen=True)
class Part:
    """A part of a claim and what was found when it was changed; ``killer`` is the evidence against the change."""

    part: str
    fate: str
    value: int | None = None
    killer: Evidence | None = None

    @property
    def bites(self) -> bool:
        """The claim would be false without the part, or with a stronger one."""
        return self.fate in BITING

    @property
    def case(self) -> str | None:
        """The smallest case that shows what was found."""
        return None if self.killer is None else tightest_case(self.killer)

    @property
    def words(self) -> str:
        """What was found, with the case that shows it."""
        return WORDS[self.fate].format(part=self.part, value=self.value) + (f", on {self.case}" if self.case else "")


def structure(yardstick: Yardstick) -> tuple[Part, ...]:
    """What becomes of the claim when a part is changed, for each part; what is not settled in time is left out."""
    if not yardstick.groups:
        return ()
    parts = [*_folded(yardstick)]
    for mutant in structural_mutants(yardstick.claim):
        fate, killer = replace(yardstick, claim=mutant.claim).fate({})
        found = FATES.get((mutant.change, fate))
        if found is not None:
            parts.append(Part(mutant.part, found, mutant.value, killer))
    return tuple(parts)


def _folded(yardstick: Yardstick) -> Iterator[Part]:
    """The parts of the conclusion that come to TRUE on the largest universe that is stated as a whole."""
    where = [ways[0][1] for ways, evidence in yardstick.groups if evidence.prover in WHOLE]
    stated = list(noted_parts(yardstick.claim)) if where else []
    for _, changed, _ in stated:
        asked = Question(changed, changed.printed, where[-1])
        _ = circuit_of(asked) if isinstance(where[-1], ClassUniverse) else asked.about_symbols
    folded = [text for text, _, seen in stated if seen and all(map(_is_one_node, seen))]
    is_all = len(folded) == len(stated) and all(map(_is_equation, folded))
    for text in folded:
        yield Part(text, "tautology" if is_all else "one node" if _is_equation(text) else "folds")


def _is_equation(part: str) -> bool:
    """It has two sides; equations of which many are claimed may be of one form by what they say of symmetry."""
    found = ast.parse(part, mode="eval").body
    return isinstance(found, ast.Compare) and any(isinstance(sign, ast.Eq) for sign in found.ops)


def _is_one_node(part: object) -> bool:
    """TRUE, or a comparison of an expression with itself that admits equality."""
    if not isinstance(part, Truth):
        return part is True
    found = part.payload
    return is_true(part) or (isinstance(found, Comparison) and found.left is found.right and found.relation != "<")

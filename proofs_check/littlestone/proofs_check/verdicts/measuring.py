"""Measuring what a claim's constants and parts are worth, on as much as a CPU second checks: each constant's frontier,
and which hypotheses are needed, bounds reached, conclusions that say a thing.

A search is bounded as a whole, in counted calls and not in seconds, so that every machine finds the same. With a bound
for each value instead YAN25.L1.range.corrected took 36 CPU seconds and not 15. It costs precision: the claim is now
said to fail at 4, where 49/16 was known.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from littlestone.proofs_check.compute.interrupts import end_if_interrupted
from littlestone.proofs_check.kit_faults import KitFault, ListedOtherwise
from littlestone.proofs_check.mutation.frontier_search import FARTHEST, Fate, FrontierSearch
from littlestone.proofs_check.mutation.structural_mutants import Change, noted_parts, structural_mutants
from littlestone.proofs_check.questions.arguments import shown
from littlestone.proofs_check.questions.call_limit import CallLimitReached, call_limit
from littlestone.proofs_check.questions.evidence import ALONE, Budget, Evidence
from littlestone.proofs_check.questions.profiles import Profile, Scope
from littlestone.proofs_check.questions.prover import Way, plan
from littlestone.proofs_check.questions.universes import Box, ClassUniverse, Question, circuit_of
from littlestone.spec.algebra.circuit import Truth, is_true
from littlestone.spec.algebra.reals import Comparison
from littlestone.spec.claim import Claim, Direction, Value

EXACT = ("exhaustive", "direct", "box", "algebra", "interval")  # what they refute, one evaluation refutes again
SETTLED = ("tested", "checked", "proved")  # what these provers only test, Python decided in every case
# Counts and not seconds, so that the same is measured everywhere: about a CPU second each
MOST_CALLS = 1_500_000
MOST_GATE_WORDS = 200_000_000
MOST_SEARCHED = 8_000_000  # calls of one search in all; fifteen values at a third of a second each take 6,600,000
ENDS = {
    "undefined": "defined to {}",
    "open": "open beyond {}",
    "too dear": "beyond {} a check takes too long",
    "holds": f"holds as far as tried, up to {FARTHEST} times the printed value",
}

Measurement = tuple[FrontierSearch, int, dict[Value, Evidence]]


class _Found:
    """What was found by evidence, the ``killer``."""

    killer: Evidence | None

    @property
    def case(self) -> str | None:
        """The smallest case that shows it: of a frontier the tightest case of the claim."""
        return None if self.killer is None else tightest_case(self.killer)


@dataclass(frozen=True)
class Frontier(_Found):
    """How far a constant can be made stronger: up to ``holds_to``, and not to ``fails_at``.

    ``fails_at`` is None where no value tried fails. ``universe`` says where, in words; ``killer`` is the evidence
    against ``fails_at``, with its tightest case; ``remark`` what is to be said beside the values. Where
    nothing could be measured ``holds_to`` is None and the remark says why.
    """

    constant: str
    printed: Value
    stronger: Direction
    holds_to: Value | None = None
    fails_at: Value | None = None
    precision: Value | None = None
    universe: str | None = None
    killer: Evidence | None = None
    remark: str = ""
    status: Literal["measured", "not measured"] = "not measured"

    @property
    def words(self) -> str:
        """The frontier in a phrase, such as "printed 32, holds to 2, fails at 3/2"."""
        known = [f"printed {self.printed}"]
        known += [] if self.holds_to is None else [f"holds to {self.holds_to}"]
        place = "" if self.case is None else f" on {self.case}"
        known += [] if self.fails_at is None else [f"fails at {self.fails_at}{place}"]
        return "; ".join(filter(None, (", ".join(known), self.remark)))

    @property
    def bites(self) -> bool:
        """Some stronger value fails."""
        return self.fails_at is not None


def frontiers(yardstick: Yardstick) -> tuple[Frontier, ...]:
    """The frontier of each constant in each of its directions, measured anew."""
    claim = yardstick.claim
    if not yardstick.groups:
        return unmeasured(claim, f"not measured: {yardstick.too_dear}")
    found: list[Frontier] = []
    for name, constant in claim.constants.items():
        measured = [_measured(yardstick, name, constant.printed, way) for way in constant.directions[:1]]
        if measured and (len(constant.directions) > 1 or not (constant.stronger or measured[0][0].weaker_holds)):
            # Only mutants tell the direction, and the other one fails too
            opposite: Direction = "larger" if measured[0][0].stronger == "smaller" else "smaller"
            measured.append(_measured(yardstick, name, constant.printed, opposite))
        found += [_frontier(yardstick, name, one, is_equation=len(measured) > 1) for one in measured]
    return tuple(found)


def unmeasured(claim: Claim, why: str) -> tuple[Frontier, ...]:
    """A frontier without values for each constant and direction, and why."""
    stated = ((n, constant, way) for n, constant in claim.constants.items() for way in constant.directions)
    return tuple(Frontier(name, constant.printed, way, remark=why) for name, constant, way in stated)


def _measured(yardstick: Yardstick, name: str, printed: Value, stronger: Direction) -> Measurement:
    """The search for one frontier, done, with how many calls it left and the evidence against each value that fails."""
    own, refuting = replace(yardstick, left=MOST_SEARCHED), dict[Value, Evidence]()

    def fate(value: Value) -> Fate:
        found, against = own.fate({name: value})
        if against is not None:
            refuting[value] = against
        return found

    search = FrontierSearch(printed, stronger, fate)
    search.run()
    return search, own.left, refuting


def _frontier(yardstick: Yardstick, name: str, measured: Measurement, is_equation: bool) -> Frontier:
    """What was found; of an equation, which has another frontier on the other side, without the weaker value."""
    search, left, refuting = measured
    spent = f"values are open: {MOST_SEARCHED:,} Python calls were not enough for all" if left <= 0 else ""
    return Frontier(
        name,
        search.printed,
        search.stronger,
        holds_to=search.holds_to,
        fails_at=search.fails_at,
        precision=search.step.numerator if search.step.denominator == 1 else search.step,
        universe=yardstick.groups[-1][1].universe,
        killer=None if search.fails_at is None else refuting[search.fails_at],
        remark="; ".join(filter(None, (_remark(search, name, is_equation), spent))),
        status="measured",
    )


def _remark(search: FrontierSearch, name: str, is_equation: bool) -> str:
    disorder = search.disorder(is_equation)
    if disorder and search.fails_at is None:
        return f"grows stronger the other way, as far as tried: fails at {disorder[0][0]}"
    if disorder:
        return f"not monotone in {name}: " + ", ".join(f"{fate} at {value}" for value, fate in disorder)
    return ENDS.get(search.ends_as, "").format(search.holds_to)


# ---- What a check of one value is


@dataclass
class Yardstick:
    """Where values of a claim's constants are checked: the ways that settle the printed claim within the limits.

    ``groups`` holds them smallest universe first, each with the printed claim's evidence; ``left`` is how many Python
    calls all values together may still take.
    """

    claim: Claim
    budget: Budget
    groups: list[tuple[tuple[Way, ...], Evidence]] = field(default_factory=list)
    too_dear: str = "no exact prover settles the claim"
    left: int = MOST_SEARCHED

    @classmethod
    def of(cls, claim: Claim, profile: Profile) -> Yardstick:
        """The yardstick of the profile's universes, the dearest that stays within the limits included."""
        from littlestone.proofs_check.provers.registry import provers

        words, calls = min(profile.budget.gate_words, MOST_GATE_WORDS), MOST_CALLS
        found = cls(claim, replace(profile.budget, gate_words=words, listed=MOST_CALLS, jobs=1))
        exact = [prover for name, prover in provers().items() if name in EXACT]
        for ways in plan(claim, Scope(profile), exact):
            for smaller in _no_larger(ways):
                try:
                    with call_limit(calls) as count:
                        evidence = found._answer(smaller, claim.printed)
                    if evidence is not None and evidence.outcome in SETTLED and evidence.premise_cases != 0:
                        found.groups.append((smaller, evidence))  # it settles the printed claim
                    calls -= count.calls
                    break
                except CallLimitReached:
                    found.too_dear = f"the smallest check takes more than {MOST_CALLS:,} Python calls"
        return found

    def fate(self, changed: Mapping[str, Value]) -> tuple[Fate, Evidence | None]:
        """What becomes of the claim with these constants, and the evidence against it where it fails."""
        count, is_settled = call_limit(max(0, min(2 * MOST_CALLS, self.left))), False
        try:
            with count:
                for ways, printed in self.groups:
                    evidence = self._answer(ways, {**self.claim.printed, **changed})
                    if evidence is None or evidence.beyond_reach > printed.beyond_reach:
                        return "too dear", None
                    if evidence.outcome == "refuted":
                        return "fails", evidence
                    if evidence.outcome == "open":
                        return "open", None
                    is_settled |= evidence.premise_cases != 0
                return "holds" if is_settled else "open", None
        except CallLimitReached:
            return "too dear", None
        except Exception as fault:
            # A changed formula may tell a listed class from one of bits where the formula itself does not
            if isinstance(fault, KitFault) and not isinstance(fault, ListedOtherwise):
                raise
            return "undefined", None
        finally:
            self.left -= count.calls

    def _answer(self, ways: tuple[Way, ...], constants: Mapping[str, Value]) -> Evidence | None:
        """The first answer of the group that is not open; an open one, or None, where there is none."""
        from littlestone.proofs_check.provers.registry import provers

        answer: Evidence | None = None
        question, known = Question(self.claim, constants, ways[0][1]), provers()
        for prover in (known[name] for name, _ in ways):
            end_if_interrupted()
            if (answer is None or answer.outcome == "open") and prover.supports(question, self.budget, ALONE) is None:
                answer = replace(prover.run(question, self.budget, ALONE), question=question)
        return answer


def tightest_case(killer: Evidence) -> str | None:
    """The arguments of a counterexample in a line; None where the claim has no parameters."""
    return None if killer.counterexample is None else shown(killer.counterexample.arguments) or None


def _no_larger(ways: tuple[Way, ...]) -> Iterator[tuple[Way, ...]]:
    """The group, and where it is about a box, on boxes of half as many steps, and so on."""
    yield ways
    prover, universe = ways[0]
    while isinstance(universe, Box) and universe.size > 1:
        steps = {name: (most - universe.least[name]) // 2 for name, most in universe.most.items()}
        universe = Box({name: universe.least[name] + step for name, step in steps.items()}, universe.least)
        yield ((prover, universe),)


# ---- Parts


WHOLE = ("exhaustive", "algebra", "interval")  # they state the claim once, for all cases
BITING = (
    "needed",
    "reached",
    "half too small",
    "caught",
)  # the negation of any conclusion dies where a premise is true
FATES: dict[tuple[Change, Fate], str] = {
    ("hypothesis dropped", "fails"): "needed",
    ("hypothesis dropped", "holds"): "never needed",
    ("bound made strict", "fails"): "reached",
    ("bound made strict", "holds"): "never reached",
    ("alternative made strict", "fails"): "reached",
    ("bound replaced", "holds"): "trivial",
    ("bound turned", "holds"): "always equal",
    ("loss halved", "fails"): "half too small",
    ("loss halved", "holds"): "half will do",
    ("conclusion negated", "holds"): "says nothing",
    ("answers wrongly", "fails"): "caught",
    ("answers wrongly", "holds"): "not caught",
}
WORDS: dict[str, str] = {
    "needed": "the hypothesis {part} is needed",
    "never needed": "the hypothesis {part} is not needed in what was measured",
    "reached": "the bound {part} is reached",
    "never reached": "the bound {part} is not reached in what was measured",
    "trivial": "the bound {part} is trivial: {value} lies between its sides in every measured case that claims it",
    "always equal": "the two sides of {part} are equal in every measured case that claims it",
    "half too small": "half of its privacy loss is too small for {part}",
    "half will do": "{part} holds at half its privacy loss",
    "caught": "a wrong answer of {part} is caught",
    "not caught": "a wrong answer of {part} is not caught",
    "says nothing": "{part} could be negated: no case claims it",
    "one node": "the two sides of {part} are one and the same",
    "tautology": "the two sides of {part} are one and the same, and nothing else is claimed",
    "folds": "{part} is true by its form where it was measured",
}


@dataclass(frozen=True)
class Part(_Found):
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
        if found is not None:  # its question is of a formula that no other process can be handed
            parts.append(Part(mutant.part, found, mutant.value, killer and replace(killer, question=None)))
    return tuple(parts)


def _folded(yardstick: Yardstick) -> Iterator[Part]:
    """The parts of the conclusion that come to TRUE on the largest universe that is stated as a whole."""
    where = [ways[0][1] for ways, evidence in yardstick.groups if evidence.prover in WHOLE]
    stated = list(noted_parts(yardstick.claim)) if where else []
    for _, changed, _ in stated:
        asked = Question(changed, changed.printed, where[-1])
        _ = circuit_of(asked) if isinstance(where[-1], ClassUniverse) else asked.about_symbols
    seen_as_one = [text for text, _, seen in stated if seen and all(map(_is_one_node, seen))]
    folded = [text for text in seen_as_one if not _is_of_two(text, {*yardstick.claim.constants})]
    is_all = len(folded) == len(stated) and all(map(_is_equation, folded))
    for text in folded:
        yield Part(text, "tautology" if is_all else "one node" if _is_equation(text) else "folds")


def _is_equation(part: str) -> bool:
    """It has two sides; equations of which many are claimed may be of one form by what they say of symmetry."""
    found = ast.parse(part, mode="eval").body
    return isinstance(found, ast.Compare) and any(isinstance(sign, ast.Eq) for sign in found.ops)


def is_a_bound(part: str) -> bool:
    """It says of two sides which is larger."""
    return any(isinstance(sign, ast.LtE | ast.GtE | ast.Lt | ast.Gt) for sign in ast.walk(ast.parse(part)))


def _is_of_two(part: str, constants: set[str]) -> bool:
    """It equates what has two names, as a class and its complement: of a symmetry circuits see only the result."""
    found = ast.parse(part, mode="eval").body
    if not _is_equation(part) or not isinstance(found, ast.Compare):
        return False
    sides = [
        {n.id for n in ast.walk(side) if isinstance(n, ast.Name)} - constants
        for side in ast.iter_child_nodes(found)
        if isinstance(side, ast.expr)
    ]
    return any(side != sides[0] for side in sides)


def _is_one_node(part: object) -> bool:
    """TRUE, or a comparison of an expression with itself that admits equality."""
    if not isinstance(part, Truth):
        return part is True
    found = part.payload
    return is_true(part) or (isinstance(found, Comparison) and found.left is found.right and found.relation != "<")

"""What a gate knows of a claim or learner: what its check found, and what the baseline remembers of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal, NotRequired, TypedDict

from littlestone.proofs_check.audits.answers.six_lines import Outcome
from littlestone.proofs_check.gate.findings import RULES, Finding
from littlestone.proofs_check.verdicts.entries import CheckFault, Entry, FrontierEntry, ProofEntry
from littlestone.spec.claim import Role

Place = tuple[str, int]


class RememberedCurve(TypedDict):
    """Points of a trade-off curve, each "false alarms misses": its corners where it is ``whole``, else some values."""

    points: list[str]
    whole: bool


class RememberedLearner(TypedDict):
    """What the baseline holds of a learner: what it is held to, what was found, and what was looked at; no times.

    ``users`` is a hash of which rows are one user's, ``samples`` of what samples are made of; ``given`` has one for
    each pair that is given. ``declares`` is what the target itself promises less than is claimed of it. What does not
    matter to the mode is None: an exact audit has no budget.
    """

    name: str
    epsilon: str | None
    delta: str | None
    rho: str | None
    mu: str | None
    renyi: str | None
    tradeoff: RememberedCurve | None
    relation: str | None
    users: str | None
    declares: str | None
    verdict: str
    mode: str
    line: str
    pairs: int | None
    given: list[str]
    budget: str | None
    confidence: str | None
    domain: str | None
    samples: str | None
    seed: int | None


class LearnerEntry(RememberedLearner):
    """What a learner declares, and all that its audit found."""

    target: str
    outcome: Outcome
    tried: str
    detail: list[str]
    command: str
    fault: CheckFault | None


class RememberedFrontier(TypedDict):
    """How far a constant can be made stronger; None where that is not known."""

    holds_to: str | None
    fails_at: str | None


class RememberedArrow(TypedDict):
    """What the baseline holds of a use in a proof: what it and all behind it are worth, and what of it is words."""

    worth: str
    draws: str | None
    assumes: str | None
    repair: str | None
    not_checkable: str | None


class RememberedClaim(TypedDict):
    """What the baseline holds of a claim: what it says, its verdict and what that covers; no times, no paths.

    ``frontiers`` is by constant and direction, "slack, smaller"; ``evaluated`` counts cases within reach by universe.
    ``proof`` says what its proof is worth, ``arrows`` what that uses, by id; a claim without arrows has neither.
    """

    id: str
    statement: str
    formula: str
    definitions: dict[str, str]
    constants: dict[str, str]
    verdict: str
    expected: bool
    corrected: str | None
    mutants: int
    mutants_killed: int
    evidence: list[str]
    counterexample: list[str] | None
    role: Role
    narrows: str | None
    caps: str | None
    reach: str | None
    lost: str | None
    vacuous: str | None
    evaluated: dict[str, int]
    frontiers: dict[str, RememberedFrontier]
    proof: NotRequired[str]
    arrows: NotRequired[dict[str, RememberedArrow]]


class GateSettings(TypedDict):
    """The settings that a verdict depends on."""

    profile: str
    seed: int
    budget: dict[str, int]


def frontier_name(frontier: FrontierEntry) -> str:
    """What the baseline calls it."""
    return f"{frontier['constant']}, {frontier['stronger']}"


@dataclass(frozen=True)
class CheckedClaim:
    """A claim after its check: the whole ``entry``, what is ``remembered`` of it, and where it is written.

    ``code`` is where its implementation is written, None where it runs none; ``cached`` says that the entry is kept
    evidence; ``proof`` is what became of its proof, None where it has no arrows.
    """

    kind: ClassVar[Literal["claim"]] = "claim"
    name: str
    title: str
    entry: Entry
    remembered: RememberedClaim
    place: Place
    code: Place | None
    command: str
    cached: bool
    proof: ProofEntry | None = None

    def finding(self, rule: str, message: str, detail: tuple[str, ...] = ()) -> Finding:
        """A finding about it, where it is written."""
        file, line = (self.code if rule == "implementation-disagrees" else None) or self.place
        return Finding(RULES[rule], self.name, message, self.command, file, line, detail)


@dataclass(frozen=True)
class CheckedLearner:
    """A learner after its audit: the whole ``entry``, what is ``remembered`` of it, and where it is written."""

    kind: ClassVar[Literal["learner"]] = "learner"
    name: str
    title: str
    entry: LearnerEntry
    remembered: RememberedLearner
    place: Place
    command: str
    cached: bool

    def finding(self, rule: str, message: str, detail: tuple[str, ...] = ()) -> Finding:
        """A finding about it, where it is written."""
        file, line = self.place
        return Finding(RULES[rule], self.name, message, self.command, file, line, detail)


Checked = CheckedClaim | CheckedLearner

"""One question about numbers under way: a few simple points, a certificate for each clause, else many points."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from itertools import islice
from time import perf_counter

from littlestone.proofs_check.compute.interrupts import end_if_interrupted
from littlestone.proofs_check.numbers.calculus import all_rules
from littlestone.proofs_check.numbers.clauses import Clause, clauses_of
from littlestone.proofs_check.numbers.inequalities import Goal
from littlestone.proofs_check.numbers.points import (
    Point,
    PointCheck,
    away_from_ends,
    first_violation,
    numeric_counterexample,
    premise_witness,
    simple_points,
    simplified,
    tight_points,
)
from littlestone.proofs_check.numbers.signs import Sign, Signs, Steps
from littlestone.proofs_check.numbers.symbolic_reals import Expr, closed_ends, ranges_of
from littlestone.proofs_check.questions.evidence import Budget, Evidence, Outcome
from littlestone.proofs_check.questions.universes import Question

FIRST_POINTS = 60  # most false statements fail there already, and most true ones have certificates
MOST_POINTS = 1000  # of 27 refutations of ABLMM22 and BGS21 26 came within 800 points, the last from boxes
MOST_COUNTING_POINTS = 400  # sums are computed term by term, exactly
MOST_TIGHT = 400  # points at which hypotheses are equalities; that of group privacy at 2 delta is the 111th
MOST_NEAR = 400  # simple points among which a counterexample away from the ends of the ranges is looked for
MOST_BOXES = 10_000  # was 20,000; in 127 proofs of ABLMM22 and BGS21 at most 5,622

Attempt = Callable[["Inquiry", Clause], "Steps | Point | None"]


@dataclass(frozen=True)
class Unsettled:
    """Why a statement has no certificate, or a point at which it fails."""

    reason: str
    point: Point | None = None


@dataclass(frozen=True)
class Derived:
    """How a clause was proved: for which comparison under which hypotheses, and by what way.

    ``lemmas`` and ``implied`` are those of the sign engine at the end; ``split`` says which boxes were halved, where no
    goal was needed.
    """

    clause: Clause
    goal: Goal | None
    way: str
    lemmas: tuple[tuple[bool, Sign], ...] = ()
    implied: tuple[tuple[str, Expr], ...] = ()
    inductions: tuple[tuple[Expr, Expr, Expr], ...] = ()
    split: str = ""


@dataclass
class Inquiry:
    """One question about numbers under way: its points, its sign engine, and how much was examined.

    Where a derivation is ``wanted``, the evidence of a proof holds one.
    """

    prover: str
    question: Question
    budget: Budget
    wanted: bool = False
    started: float = field(default_factory=perf_counter)

    def __post_init__(self) -> None:
        self.check = PointCheck(self.question)
        self.signs: Signs = all_rules(min(MOST_BOXES, self.budget.cases))
        self.derived: list[Derived] = []
        self.ranges, self.ends = ranges_of(self.check.domains), closed_ends(self.check.domains)
        self.points = min(MOST_COUNTING_POINTS if self.check.counts else MOST_POINTS, self.budget.cases)
        self.cases = 0

    def answer(self, attempt: Attempt) -> Evidence:
        """Settle every clause of the statement by the attempt, unless it fails at one of the first simple points.

        Where a clause stays open, or fails at some point, the simplest violation is looked for among many points.
        """
        points = self._points()
        # A mutant is mostly false, and a search for its proof takes longer than all points
        first = self.points if self.question.is_mutant else min(FIRST_POINTS, self.points)
        point = first_violation(self.check, points, first)
        if point is not None:
            return self.refuted(point)
        if premise_witness(self.check, self.points) is None:
            return self.evidence("open", "no point was found at which the hypothesis holds: it may hold nowhere", 0)
        steps = self.steps(attempt)
        if isinstance(steps, list):
            return self.proved(steps)
        point = first_violation(self.check, points, self.points - first) or steps.point
        if point is None and not self.check.counts:
            point = first_violation(self.check, tight_points(self.check), MOST_TIGHT)
        return self.evidence("open", steps.reason) if point is None else self.refuted(point)

    def steps(self, attempt: Attempt) -> list[str] | Unsettled:
        """The certificates of all clauses, or what is known of the first without one."""
        steps: list[str] = []
        for clause in clauses_of(self.check.statement):
            end_if_interrupted()
            self.signs.goals = 0
            found = attempt(self, clause)
            if isinstance(found, dict):
                return Unsettled("", simplified(self.check, found))
            if found is None:
                return Unsettled(f"no certificate for: {' or '.join(sorted(map(str, clause)))}")
            steps += found
        return steps

    def derive(self, clause: Clause, goal: Goal, way: str) -> None:
        """Note how a clause was proved, with what the sign engine has just found."""
        signs = self.signs
        self.derived.append(Derived(clause, goal, way, tuple(signs.lemmas), signs.implied, tuple(signs.inductions)))

    def _points(self) -> Iterator[Point]:
        """Simple points, counted as cases."""
        for point in simple_points(self.check):
            self.cases += 1
            yield point

    def proved(self, steps: list[str]) -> Evidence:
        """Evidence of a complete certificate."""
        integers = sorted(x.name for x in self.ranges.integral)
        relaxed = [f"integer {', '.join(integers)} taken as real where that is stronger"] if integers else []
        from littlestone.proofs_check.numbers.derivations import derivation

        evidence = self.evidence("proved", "; ".join(dict.fromkeys([*relaxed, *steps])))
        return replace(evidence, derivation=derivation(self)) if self.wanted else evidence

    def refuted(self, point: Point) -> Evidence:
        """Evidence of a point at which the statement is false, away from the ends of the ranges where one is near."""
        domains = self.check.domains
        if not (self.question.is_mutant or away_from_ends(domains, point)):
            near = islice(simple_points(self.check), MOST_NEAR)
            inside = (other for other in near if away_from_ends(domains, other))
            point = first_violation(self.check, inside, MOST_NEAR) or point
        return self.evidence("refuted", "", point=point)

    def evidence(
        self, outcome: Outcome, detail: str, premise_cases: int | None = None, point: Point | None = None
    ) -> Evidence:
        """The evidence, with the points and boxes examined so far as its cases."""
        return Evidence(
            prover=self.prover,
            universe=self.question.universe.name,
            outcome=outcome,
            size=None,
            cases=self.signs.boxes + self.cases,
            violations=0 if point is None else 1,
            seconds=perf_counter() - self.started,
            command=self.question.command,
            detail=detail,
            premise_cases=premise_cases,
            counterexample=None if point is None else numeric_counterexample(point),
        )

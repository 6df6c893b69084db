"""An answer to a question: what was found on the classes on 1, 2, 3, ... points, in order of trust."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from littlestone.proofs_check.explore.beyond import from_provers
from littlestone.proofs_check.explore.findings import Finding, from_joints
from littlestone.proofs_check.explore.listings import NotListed, joints
from littlestone.proofs_check.explore.parameters import parameters
from littlestone.proofs_check.explore.questions import Asked, asked
from littlestone.spec.algebra.circuit import CircuitTooLarge

DEFAULT_POINTS = 5
MOST_POINTS = 6


@dataclass(frozen=True)
class Explored:
    """A question with a finding for each number of points that was looked at."""

    question: Asked
    findings: tuple[Finding, ...]

    @property
    def first_example(self) -> Finding | None:
        """The finding on the fewest points that shows a class."""
        return next((finding for finding in self.findings if finding.shown), None)


def explore(
    text: str,
    points: int | None = None,
    smallest: bool = False,
    seed: int = 0,
    jobs: int = 2,
    *,
    at_most: int | None = None,
) -> Explored:
    """Answer a question on the classes on 1 to ``points`` points, on 6 on those of at most ``at_most`` functions.

    Where one counterexample or example is wanted, more points are not looked at once there is one. Raises BadFormula.
    """
    question = asked(text, parameters(), smallest)
    findings = _findings(question, points or DEFAULT_POINTS, seed, jobs, at_most)
    return Explored(question, tuple(_until_enough(question, findings)))


def _findings(question: Asked, points: int, seed: int, jobs: int, at_most: int | None) -> Iterator[Finding]:
    before: list[Finding] = []
    for m in range(1, points + 1):
        few = at_most if m == MOST_POINTS else None
        try:
            finding = from_joints(question, joints(question.names, m, few))
        except (NotListed, CircuitTooLarge) as fault:
            finding = from_provers(question, m, before, seed, jobs)
            if few is not None:
                finding = replace(finding, notes=(*finding.notes, f"one class of each orbit is not enough: {fault}"))
        before.append(finding)
        yield finding


def _until_enough(question: Asked, findings: Iterable[Finding]) -> Iterator[Finding]:
    for finding in findings:
        yield finding
        if question.kind in ("relation", "class") and finding.shown:
            return

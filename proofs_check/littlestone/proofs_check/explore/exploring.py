"""An answer to a question: what was found on the classes on 1, 2, 3, ... points, in order of trust."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from littlestone.proofs_check.explore.beyond import GIVEN_UP, from_provers
from littlestone.proofs_check.explore.few_functions import few_functions
from littlestone.proofs_check.explore.findings import Finding, from_joints
from littlestone.proofs_check.explore.headline import FEW_AND_MANY
from littlestone.proofs_check.explore.listings import joints
from littlestone.proofs_check.explore.questions import Asked, asked
from littlestone.spec.algebra.decisions import UndecidedTruth
from littlestone.spec.parameters.library import PARAMETERS

DEFAULT_POINTS, MOST_POINTS = 5, 6


@dataclass(frozen=True)
class Explored:
    """A question with a finding for each universe that was looked at."""

    question: Asked
    findings: tuple[Finding, ...]


def explore(
    text: str,
    points: int | None = None,
    smallest: bool = False,
    jobs: int = 2,
    *,
    at_most: int | None = None,
) -> Explored:
    """Answer a question on the classes on 1 to ``points`` points, on 6 on those of at most ``at_most`` functions.

    A question about a parameter that is large on few functions and many points is put to the classes of few functions
    too, if their points can be told. Where one class is wanted, no more is looked at once there is one. Raises
    BadFormula.
    """
    question = asked(text, PARAMETERS, smallest)
    findings = _findings(question, points or DEFAULT_POINTS, jobs, at_most)
    return Explored(question, tuple(until_enough(question, findings)))


def _findings(question: Asked, points: int, jobs: int, at_most: int | None) -> Iterator[Finding]:
    before: list[Finding] = []
    for m in range(1, points + 1):
        before.append(finding_on(question, m, at_most if m == MOST_POINTS else None, before, jobs))
        yield before[-1]
    few = few_functions(question.names) if set(FEW_AND_MANY).intersection(question.names) else None
    if few is not None:
        yield from_joints(question, few)


def finding_on(question: Asked, m: int, few: int | None, before: Sequence[Finding], jobs: int) -> Finding:
    """What is found on m points; where no budget was enough, the reason."""
    try:
        return from_joints(question, joints(question.names, m, few))
    except UndecidedTruth:  # nor would a prover decide it
        return Finding(m, (), False, "nothing", notes=("two real numbers of the formula are not told apart",))
    except GIVEN_UP as fault:
        notes = () if few is None else (f"one class of each orbit is not enough: {fault}",)
    try:
        finding = from_provers(question, m, before, jobs)
    except GIVEN_UP as fault:
        finding = Finding(m, (), False, "nothing", notes=(str(fault),))
    return replace(finding, notes=(*finding.notes, *notes))


def until_enough(question: Asked, findings: Iterable[Finding]) -> Iterator[Finding]:
    """The findings up to the first class, where one class is wanted."""
    for finding in findings:
        yield finding
        if question.kind in ("relation", "class") and finding.shown:
            return

"""Asking: which prover is sent where, and what it answers; the answers are judged elsewhere."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path

from littlestone.proofs_check.compute.interrupts import end_if_interrupted
from littlestone.proofs_check.formula_faults import FormulaFault
from littlestone.proofs_check.kit_faults import ListedOtherwise
from littlestone.proofs_check.questions.arguments import why_not_about_classes
from littlestone.proofs_check.questions.class_choices import in_words
from littlestone.proofs_check.questions.evidence import Evidence, Progress, Resources, silent
from littlestone.proofs_check.questions.profiles import QUICK, Profile, Scope
from littlestone.proofs_check.questions.prover import Prover, Unasked, Way, beyond, plan
from littlestone.proofs_check.questions.universes import Everything, Question
from littlestone.proofs_check.verdicts.statements import line_of_listing
from littlestone.spec.claim import CLAIMS, Claim, Value
from littlestone.spec.proofs import ARROWS

LISTING = "direct"  # the prover that calls the formula on every class, as far as the budget goes


@dataclass(frozen=True)
class Settings:
    """What a run was asked for: the profile, and optional limits to some provers, a universe or a mutant.

    ``shards`` and ``progress`` are the provers' resources: no verdict depends on them. In the folder
    ``certificates`` the proofs of solvers are kept. ``waiting`` is told some ten times a second which claims are being
    checked.
    """

    profile: Profile
    provers: tuple[str, ...] = ()
    points: int | None = None
    labels: int | None = None
    mutant: Mapping[str, Value] = field(default_factory=dict)
    shards: Path | None = field(default=None, repr=False)
    certificates: Path | None = None
    progress: Progress = field(default=silent, repr=False)
    waiting: Callable[[Sequence[str]], None] = field(default=lambda ids: None, repr=False)

    @property
    def limited(self) -> bool:
        """Only some provers or one universe were asked for."""
        return bool(self.provers) or self.points is not None or self.labels is not None

    @property
    def scope(self) -> Scope:
        """Where provers may look."""
        return Scope(self.profile, self.points, self.labels, everywhere=bool(self.provers))


def answers(
    claim: Claim, constants: Mapping[str, Value], settings: Settings, unasked: Unasked | None = None
) -> Iterator[Evidence]:
    """One answer from each way of checking the claim that applies; ``unasked`` collects why others had none.

    A refutation ends the search in larger universes, and a prover that leaves one open is not sent to larger ones.
    """
    tried_in_vain: list[Way] = []
    unasked = unasked or Unasked()
    for ways in ways_asked(claim, settings):
        hopeful = tuple(way for way in ways if not any(beyond(way, failed) for failed in tried_in_vain))
        answer = _first_answer(hopeful, claim, constants, settings, unasked) if hopeful else None
        if answer is not None and not 0 < answer.cases == answer.beyond_reach:
            yield answer
            if answer.outcome == "refuted":
                return
            if answer.outcome == "open" and answer.question is not None:
                tried_in_vain.append((answer.prover, answer.question.universe))


def ways_asked(claim: Claim, settings: Settings) -> Iterator[tuple[Way, ...]]:
    """The plan of all provers, so far as those that were asked for take part in it."""
    from littlestone.proofs_check.provers.registry import provers

    for ways in plan(claim, settings.scope, provers().values()):
        kept = tuple(way for way in ways if not settings.provers or way[0] in settings.provers)
        if kept:
            yield kept


def _first_answer(
    ways: tuple[Way, ...], claim: Claim, constants: Mapping[str, Value], settings: Settings, unasked: Unasked
) -> Evidence | None:
    """The answer of the first way that supports the question, or of the next one where it stays open; None where none
    does, which ends the listing of classes if the last one lists them."""
    from littlestone.proofs_check.provers.registry import provers

    answer: Evidence | None = None
    stop: list[str] = []
    universe = ways[0][1]
    question = Question(claim, constants, universe)  # one for all, which share what it says about symbols
    for name, _ in ways:
        if answer is None or answer.outcome == "open":
            said, stop = _ask(provers()[name], question, settings), []
            if isinstance(said, str):
                unasked.refusals.setdefault(name, f"on {in_words(claim, universe)}: {said}")
                labels = getattr(universe, "labels", None)  # the claim's own classes, which are too many to list
                if name == LISTING and labels is not None and why_not_about_classes(claim, labels) is None:
                    stop = [f"not on {in_words(claim, universe)}: {said}"]
            elif _tells_more(said, answer):
                answer = said
    unasked.stops += stop if answer is None else []
    return answer


def _tells_more(said: Evidence, before: Evidence | None) -> bool:
    """Not where a solver left the question open, and in what was drawn instead no premise holds."""
    return before is None or said.outcome != "tested" or said.premise_cases != 0


def _ask(prover: Prover, question: Question, settings: Settings) -> Evidence | str:
    """The prover's answer, or why it has none."""
    end_if_interrupted()
    try:
        said = _answered(prover, question, settings)
    except ListedOtherwise as error:
        if question.is_mutant:  # the claim itself may say the same of both
            return "with the constant changed, the formula says something else of a listed class"
        line = line_of_listing(question.claim)
        if line is None:
            raise
        words = f"{error}: what it counts or goes through are all functions of a class given by bits, and of a listed "
        raise FormulaFault(f"{words}one its own; join each function's truth, by `&` or `implies`", line) from error
    if isinstance(said, str):
        return said
    own = replace(said, question=question, command=question.command)
    return replace(own, command=command_of(own, settings))


# 35 formulas of the five papers are stated by up to five claims each, four of which take ten seconds
_known: dict[tuple[object, ...], Evidence | str] = {}


def _answered(prover: Prover, question: Question, settings: Settings) -> Evidence | str:
    """The prover's own answer: of all values the same to each claim that states the formula, and found once."""
    claim, budget, constants = question.claim, settings.profile.budget, frozenset(question.constants.items())
    resources = Resources(settings.progress, settings.shards, proofs=settings.certificates is not None)
    is_shared = isinstance(question.universe, Everything) and _stated(len(CLAIMS))[claim.formula] > 1
    stated = claim.formula, claim.reads, claim.reach, question.is_mutant, constants
    asked = prover.name, stated, replace(budget, jobs=1), resources.proofs  # on no threads an answer depends
    if is_shared and asked in _known:
        return _known[asked]
    said = prover.supports(question, budget, resources) or prover.run(question, budget, resources)
    if is_shared:
        _known[asked] = said
    return said


@lru_cache(maxsize=1)
def _stated(claims: int) -> Counter[Callable[..., object]]:
    """How many of the kit's claims state each formula, where so many claims are known, or suppose it in a use."""
    supposed = [
        CLAIMS[arrow.citing] for arrow in ARROWS.values() if arrow.formula is not None and arrow.citing in CLAIMS
    ]
    return Counter(claim.formula for claim in (*CLAIMS.values(), *supposed) if claim.address == claim.id)


def command_of(evidence: Evidence, settings: Settings) -> str:
    """The command that repeats the evidence: what differs from the defaults is named."""
    profile, seed = settings.profile.name, evidence.seed
    named = f" --profile {profile}" if profile != QUICK.name else ""
    prover = f" --prover {evidence.prover}" if named or seed is not None else ""
    return f"{evidence.command}{prover}{named}{f' --seed {seed}' if seed else ''}"

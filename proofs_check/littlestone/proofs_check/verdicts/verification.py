"""From a claim to its verdict: which prover is asked what, what the answers amount to, and which mutants die."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import product
from pathlib import Path

from littlestone.proofs_check.compute.engines import HERE, Engine
from littlestone.proofs_check.compute.interrupts import end_if_interrupted
from littlestone.proofs_check.compute.memories import forget_calls
from littlestone.proofs_check.formula_faults import FormulaFault
from littlestone.proofs_check.kit_faults import ProversDisagree
from littlestone.proofs_check.numbers.clauses import symbolic_statement
from littlestone.proofs_check.questions.arguments import algorithms, why_not_about_classes
from littlestone.proofs_check.questions.class_choices import in_words
from littlestone.proofs_check.questions.evidence import Budget, Evidence, Progress, Resources, silent
from littlestone.proofs_check.questions.profiles import QUICK, Profile, Scope
from littlestone.proofs_check.questions.prover import Prover
from littlestone.proofs_check.questions.universes import (
    ClassUniverse,
    Everything,
    Question,
    counts_with_integers,
    real_parameters,
)
from littlestone.proofs_check.reading.exactness import insist_on_exactness
from littlestone.proofs_check.reading.repeatability import first_reading, insist_on_repeating
from littlestone.proofs_check.verdicts.bite import Bite, Mutant, measured
from littlestone.proofs_check.verdicts.kept_bites import is_own, is_unmeasured, keep, kept_bite
from littlestone.proofs_check.verdicts.measuring import Frontier
from littlestone.proofs_check.verdicts.probes import probe
from littlestone.proofs_check.verdicts.prover_order import Unasked, Way, beyond, plan
from littlestone.proofs_check.verdicts.refutation_text import refutation_words
from littlestone.proofs_check.verdicts.statements import is_true_by_form, why_not_symbolic
from littlestone.spec.algebra.decisions import UndecidedTruth
from littlestone.spec.algebra.html_text import facts_html
from littlestone.spec.algebra.python_constructs import Construct
from littlestone.spec.claim import Claim, Value, corrected
from littlestone.spec.domains import Classes
from littlestone.spec.proofs import ARROW

MUTATION = QUICK  # the whole profile runs once for each mutant, so it is the quick one for all
# Weakest first: a claim has the strongest of its answers
STRENGTH = ("open", "estimated", "tested", "checked", "proved")
LISTING = "direct"  # the prover that calls the formula on every class, as far as the budget goes
PASSES = ("tested", "checked", "proved")


NO_BITE = Bite()


@dataclass(frozen=True)
class Result:
    """A claim's verdict with everything that it rests on; the corrected claim's result beside a refutation.

    ``lost`` says what Python decided of the claim, so that it was tested only, or by fewer provers; ``stopped`` why
    its classes were not listed on more points.
    """

    claim: Claim
    verdict: str
    reason: str | None
    evidence: tuple[Evidence, ...] = ()
    bite: Bite = NO_BITE
    correction: Result | None = None
    as_printed: bool = True
    limited: bool = False
    lost: str | None = None
    stopped: str | None = None

    @property
    def refutation(self) -> Evidence | None:
        """The evidence with the smallest counterexample."""
        found = [e for e in self.evidence if e.outcome == "refuted"]
        return min(found, key=lambda e: e.counterexample.size if e.counterexample else 0, default=None)

    @property
    def expected(self) -> bool:
        """The verdict is what the project states: refuted exactly where a correction stands beside the claim.

        Of a mutant nothing is expected; and where a run was limited to some provers or one universe, neither that it
        refutes a claim nor that it kills a mutant.
        """
        if not self.as_printed:
            return True
        if self.claim.not_checkable is not None:
            return self.verdict == "not_checkable"
        if self.correction is not None:
            return (self.verdict == "refuted" or self.limited) and self.correction.expected
        return self.verdict != "refuted" and (self.limited or not self.bites_nothing)

    @property
    def bites_nothing(self) -> bool:
        """The claim has mutants, none of them died, and nothing else shows that it could fail."""
        return bool(self.bite.mutants) and not self.bite.bites

    @property
    def vacuous(self) -> str | None:
        """Why a claim that holds says nothing, None where it says something or that was not looked at."""
        looked = self.bite.mutants or self.bite.is_measured
        return self.bite.vacuous if looked and self.verdict in ("tested", "estimated", "checked", "proved") else None

    @property
    def mutants(self) -> tuple[Mutant, ...]:
        """The claim with one constant made stronger, and what kills it."""
        return self.bite.mutants

    @property
    def frontiers(self) -> tuple[Frontier, ...]:
        """How far each constant can be made stronger."""
        return self.bite.frontiers

    @property
    def vacuous_on(self) -> tuple[str, ...]:
        """The universes on which all mutants live, or no premise holds."""
        return self.bite.vacuous_on

    @property
    def undecided(self) -> bool:
        """The claim, or its correction, is open."""
        return self.verdict == "open" or (self.correction is not None and self.correction.undecided)

    def _repr_html_(self) -> str:
        """What a notebook shows: the verdict, what it rests on, the counterexample and the correction."""
        repair = None if self.correction is None else f"{self.correction.verdict}: {self.correction.claim.statement}"
        facts = [
            ("statement", self.claim.statement),
            ("why", self.reason),
            ("evidence", "\n".join(f"{e.outcome} by {e.prover}: {e.universe}" for e in self.evidence)),
            ("narrowed", self.claim.narrows),
            ("counterexample", None if self.refutation is None else refutation_words(self.refutation)),
            ("corrected", repair),
        ]
        return facts_html(f"{self.claim.id}: {self.verdict}", facts)


@dataclass(frozen=True)
class Settings:
    """What a run was asked for: the profile, and optional limits to some provers, a universe or a mutant.

    ``shards``, ``progress`` and ``engine`` are the provers' resources: no verdict depends on them. The file ``bites``
    keeps what was measured of a user's claims; with ``measures_own``, what is not kept of them is measured in any
    profile. In the folder ``certificates`` the proofs of solvers are kept.
    """

    profile: Profile
    provers: tuple[str, ...] = ()
    points: int | None = None
    labels: int | None = None
    mutant: Mapping[str, Value] = field(default_factory=dict)
    shards: Path | None = field(default=None, repr=False)
    bites: Path | None = field(default=None, repr=False)
    measures_own: bool = False
    certificates: Path | None = None
    progress: Progress = field(default=silent, repr=False)
    engine: Engine = field(default=HERE, repr=False)

    @property
    def limited(self) -> bool:
        """Only some provers or one universe were asked for."""
        return bool(self.provers) or self.points is not None or self.labels is not None

    @property
    def scope(self) -> Scope:
        """Where provers may look."""
        return Scope(self.profile, self.points, self.labels, everywhere=bool(self.provers))

    @property
    def budget(self) -> Budget:
        """The profile's budget."""
        return self.profile.budget

    @property
    def resources(self) -> Resources:
        """What every prover may use."""
        return Resources(self.progress, self.shards, self.engine, proofs=self.certificates is not None)


def verify(claim: Claim, settings: Settings) -> Result:
    """The verdict on a claim, and on its corrected form where the print is known to be false.

    Raises ProversDisagree where two provers contradict each other, and FormulaFault where the formula is no statement.
    """
    if claim.not_checkable is not None:
        return Result(claim, "not_checkable", claim.not_checkable)
    forget_calls()
    first = first_reading(claim)
    insist_on_exactness(claim)
    constants = {**claim.printed, **settings.mutant}
    undecided = why_not_symbolic(claim)
    unasked = Unasked()
    answers = _answers(claim, constants, settings, unasked)
    evidence = tuple(_weakened(_held(e, settings), undecided) for e in answers)
    _insist_on_agreement(claim, evidence)
    _insist_on_an_answer(claim, evidence, undecided)
    lost = _lost(evidence, undecided)
    repair = corrected(claim.id) if not settings.mutant else None
    correction = verify(repair, settings) if repair is not None else None
    verdict, reason = _verdict(claim, evidence, unasked)
    # Where the print is refuted, what bites is the corrected claim
    bite = NO_BITE if settings.mutant or (repair and verdict == "refuted") else _bite(claim, settings, evidence)
    _insist_on_a_statement(claim, evidence, bite, lost)
    insist_on_repeating(claim, first)
    if verdict in PASSES and not bite.bites and is_true_by_form(claim):
        verdict, reason = "open", "it says nothing: its conclusion is true by its form, whatever it is given"
    listed = any(e.prover == LISTING for e in evidence) and verdict in PASSES
    return Result(
        claim=claim,
        verdict=verdict,
        reason=reason,
        evidence=evidence,
        bite=bite,
        correction=correction,
        as_printed=not settings.mutant,
        limited=settings.limited,
        lost=lost,
        stopped=unasked.stops[0] if unasked.stops and listed else None,
    )


def _held(evidence: Evidence, settings: Settings) -> Evidence:
    """The evidence, a pass of the printed claim being held against the formula's own answers."""
    question = evidence.question
    if question is not None and evidence.outcome in PASSES and not question.is_mutant:
        probe(question, evidence, settings.budget)
    return evidence


def _weakened(evidence: Evidence, undecided: UndecidedTruth | None) -> Evidence:
    """What was checked class by class because Python would decide about symbols is only tested."""
    return replace(evidence, outcome="tested") if undecided and evidence.outcome == "checked" else evidence


def _lost(evidence: tuple[Evidence, ...], undecided: UndecidedTruth | None) -> str | None:
    """What Python decided: the construct and its line, then after a semicolon what to write instead."""
    if undecided is not None:
        what = (
            "a circuit"
            if any(isinstance(e.question.universe, ClassUniverse) for e in evidence if e.question)
            else "symbolic"
        )
        return f"not {what}: {_place(undecided.construct)}; {undecided}"
    decisions = [decision for e in evidence for decision in e.python.decisions]
    return f"decided by Python: {_place(decisions[0])}; {decisions[0]}" if decisions else None


def _place(construct: Construct | None) -> str:
    return "its answer" if construct is None else f"`{construct.kind}` at line {construct.line}"


def _insist_on_an_answer(claim: Claim, evidence: tuple[Evidence, ...], undecided: UndecidedTruth | None) -> None:
    """Raise what keeps every prover from a claim about numbers, where its formula is to blame."""
    if not evidence and undecided is not None:
        construct = undecided.construct
        raise FormulaFault(str(undecided), construct.line if construct else claim.location[1])
    if not evidence and real_parameters(claim) and not counts_with_integers(claim):
        symbolic_statement(Question(claim, claim.printed, Everything()))


def _insist_on_a_statement(claim: Claim, evidence: tuple[Evidence, ...], bite: Bite, lost: str | None) -> None:
    """Raise FormulaFault where the answer was one bool of Python's, and nothing shows that it could be another."""
    always = {e.python.always for e in evidence if e.outcome in PASSES}
    shown = bite.bites or any(e.outcome == "refuted" or e.python.decisions for e in evidence)
    if len(always) == 1 and None not in always and not algorithms(claim) and not shown:
        words = f"the formula answered Python's own {always.pop()} whatever it was given, and states nothing"
        why = f" ({lost})" if lost else ""
        raise FormulaFault(f"{words}: return comparisons of the kit's values{why}", claim.location[1])


def _answers(
    claim: Claim, constants: Mapping[str, Value], settings: Settings, unasked: Unasked | None = None
) -> Iterator[Evidence]:
    """One answer from each way of checking the claim that applies; ``unasked`` collects why others had none.

    A refutation ends the search in larger universes, and a prover that leaves one open is not sent to larger ones.
    """
    tried_in_vain: list[Way] = []
    unasked = unasked or Unasked()
    for ways in _plan(claim, settings):
        hopeful = tuple(way for way in ways if not any(beyond(way, failed) for failed in tried_in_vain))
        answer = _first_answer(hopeful, claim, constants, settings, unasked)
        if isinstance(answer, str):
            unasked.stops.append(answer)
        elif answer is not None and not 0 < answer.cases == answer.beyond_reach:
            yield answer
            if answer.outcome == "refuted":
                return
            if answer.outcome == "open" and answer.question is not None:
                tried_in_vain.append((answer.prover, answer.question.universe))


def _plan(claim: Claim, settings: Settings) -> Iterator[tuple[Way, ...]]:
    """The plan of all provers, so far as those that were asked for take part in it."""
    from littlestone.proofs_check.provers.registry import provers

    for ways in plan(claim, settings.scope, provers().values()):
        kept = tuple(way for way in ways if not settings.provers or way[0] in settings.provers)
        if kept:
            yield kept


def _first_answer(
    ways: tuple[Way, ...], claim: Claim, constants: Mapping[str, Value], settings: Settings, unasked: Unasked
) -> Evidence | str | None:
    """The answer of the first way that supports the question, or of the next one where it stays open.

    Where none does, the reason of the last, if it is the one that lists classes.
    """
    from littlestone.proofs_check.provers.registry import provers

    answer: Evidence | None = None
    reason: str | None = None
    for name, universe in ways:
        question = Question(claim, constants, universe)
        if answer is None or answer.outcome == "open":
            said = _ask(provers()[name], question, settings)
            answer = said if isinstance(said, Evidence) and _tells_more(said, answer) else answer
            if isinstance(said, str):
                unasked.refusals.setdefault(name, f"on {in_words(claim, universe)}: {said}")
            reason = f"not on {in_words(claim, universe)}: {said}" if _is_stopped(name, question, said) else None
    return answer or reason


def _tells_more(said: Evidence, before: Evidence | None) -> bool:
    """Not where a solver left the question open, and in what was drawn instead no premise holds."""
    return before is None or said.outcome != "tested" or said.premise_cases != 0


def _is_stopped(prover: str, question: Question, said: Evidence | str) -> bool:
    """The classes are the claim's own, and there were too many of them to list."""
    labels = getattr(question.universe, "labels", None)
    fits = labels is not None and why_not_about_classes(question.claim, labels) is None
    return isinstance(said, str) and prover == LISTING and fits


def _ask(prover: Prover, question: Question, settings: Settings) -> Evidence | str:
    """The prover's answer, or why it has none."""
    end_if_interrupted()
    resources = settings.resources
    unsupported = prover.supports(question, settings.budget, resources)
    if unsupported is not None:
        return unsupported
    evidence = prover.run(question, settings.budget, resources)
    return replace(evidence, question=question, command=_command(evidence, settings))


def _command(evidence: Evidence, settings: Settings) -> str:
    """The command that repeats the evidence: what differs from the defaults is named."""
    profile, seed = settings.profile.name, evidence.seed
    named = f" --profile {profile}" if profile != QUICK.name else ""
    prover = f" --prover {evidence.prover}" if named or seed is not None else ""
    return f"{evidence.command}{prover}{named}{f' --seed {seed}' if seed else ''}"


def _insist_on_agreement(claim: Claim, evidence: tuple[Evidence, ...]) -> None:
    refuted = [e for e in evidence if e.outcome == "refuted"]
    for a, b in product(evidence, refuted):
        if a.outcome == "proved" or (a.outcome == "checked" and _looked_at(a, b)):
            raise ProversDisagree(f"{claim.id}: {a.prover} says {a.outcome} and {b.prover} refuted on {b.universe}")


def _looked_at(check: Evidence, refutation: Evidence) -> bool:
    """The universe that was checked holds the counterexample; a structured one may be on fewer points."""
    checked, refuted = check.question, refutation.question
    if checked is None or refuted is None or checked.universe != refuted.universe:
        return False
    return not isinstance(checked.universe, ClassUniverse) or _points(refutation) <= {checked.universe.points}


def _points(refutation: Evidence) -> set[int]:
    """How many points the counterexample's classes are on."""
    question, found = refutation.question, refutation.counterexample
    if question is None or found is None:
        return set()
    classes = [name for name, domain in question.claim.domains.items() if isinstance(domain, Classes)]
    return {len(f) for name in classes for f in found.arguments[name]}


def _verdict(claim: Claim, evidence: tuple[Evidence, ...], unasked: Unasked) -> tuple[str, str | None]:
    """The strongest outcome of the evidence that is not vacuous; any refutation decides."""
    if any(e.outcome == "refuted" for e in evidence):
        return "refuted", None
    telling = [e for e in evidence if e.premise_cases != 0]
    if not telling:
        return "open", unasked.why(claim) if not evidence else "its premise is true in no case that was looked at"
    best = max(telling, key=lambda e: STRENGTH.index(e.outcome))
    return best.outcome, (best.detail or "undecided within the budget") if best.outcome == "open" else None


def _bite(claim: Claim, settings: Settings, evidence: tuple[Evidence, ...]) -> Bite:
    """What the claim's constants are worth: measured anew where the settings say so, else as kept.

    Uses in proofs have none, but for corrections: their parts are what is cited.
    """
    if settings.limited or (claim.kind == ARROW and not claim.constants):
        return _with_mutants(claim, settings, evidence, NO_BITE)
    if not _measures(claim, settings):
        return _with_mutants(claim, settings, evidence, kept_bite(claim, settings.bites))
    refuted = any(e.outcome == "refuted" for e in evidence)
    found = _with_mutants(claim, settings, evidence, NO_BITE if refuted else measured(claim, MUTATION))
    keep(claim, found, settings.bites)
    return found


def _is_of_a_part(evidence: Evidence) -> bool:
    """Cases were drawn; where Python decided, all of them may have been tested."""
    return evidence.outcome == "tested" and evidence.cases != evidence.size


def _measures(claim: Claim, settings: Settings) -> bool:
    """The run finds the claim's frontiers and mutants anew."""
    if settings.profile.measures == "everything":
        return True
    asked = settings.profile.measures == "unkept" or (settings.measures_own and is_own(claim))
    return asked and is_unmeasured(claim, settings.bites)


def _with_mutants(claim: Claim, settings: Settings, evidence: tuple[Evidence, ...], known: Bite) -> Bite:
    """Every mutant with the evidence that kills it, and the universes on which all of them live or no premise holds."""
    mutants, lives = [], Counter[str]()
    for constants in claim.mutants():
        mutant = known.mutant(constants)
        if mutant is None:
            answers = list(_answers(claim, constants, replace(settings, profile=MUTATION)))
            mutant = Mutant(constants, next((e for e in answers if e.outcome == "refuted"), None))
            lives.update({e.universe for e in answers if e.outcome not in ("refuted", "open")})
        mutants.append(mutant)
    idle = {e.universe for e in evidence if e.premise_cases == 0 and not _is_of_a_part(e)} | set(known.vacuous_on)
    idle |= {universe for universe, alive in lives.items() if alive == len(mutants)}
    vacuous_on = tuple(e.universe for e in evidence if e.universe in idle)
    return replace(known, mutants=tuple(mutants), vacuous_on=vacuous_on)

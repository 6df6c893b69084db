"""Judging: what a claim's answers amount to, held against each other and against the formula.

From a claim to its verdict in four files: ``asking`` sends provers, ``holding`` believes nothing that is contradicted,
``bite`` measures what a claim could have failed by, and here the verdict is taken.

Every run reads and decides each formula again. What earlier runs had read was once kept with the papers: one swapped
pair of operands made all of it stale, and without it no verdict of 3,287 entries differs.
"""

from __future__ import annotations

from dataclasses import dataclass

from littlestone.proofs_check.compute.memories import forget_calls
from littlestone.proofs_check.formula_faults import FormulaFault
from littlestone.proofs_check.questions.evidence import Evidence
from littlestone.proofs_check.questions.prover import Unasked
from littlestone.proofs_check.questions.universes import real_parameters
from littlestone.proofs_check.reading.language import Stands, insist_on_nothing_changed, insist_on_the_language
from littlestone.proofs_check.reading.noted_values import SAID_OF_PARTS
from littlestone.proofs_check.reading.second_lines import Answer, insist_on_exactness, insist_on_repeating, readings
from littlestone.proofs_check.sources.fingerprints import is_of_users
from littlestone.proofs_check.verdicts.asking import LISTING, Settings, answers
from littlestone.proofs_check.verdicts.bite import NO_BITE, Bite, bite_of
from littlestone.proofs_check.verdicts.holding import (
    PASSES,
    held,
    insist_on_a_statement,
    insist_on_agreement,
    insist_on_an_answer,
    what_python_decided,
)
from littlestone.proofs_check.verdicts.probes import probe_beyond_reach
from littlestone.proofs_check.verdicts.reached import never_reached
from littlestone.proofs_check.verdicts.refutation_text import example_text, refutation_words
from littlestone.proofs_check.verdicts.scopes import NEVER_CLAIMED, SINGLE
from littlestone.proofs_check.verdicts.statements import is_true_by_form, what_says_nothing, why_not_symbolic
from littlestone.spec.algebra.decisions import SymbolLookedAt
from littlestone.spec.algebra.html_text import facts_html
from littlestone.spec.claim import Claim, corrected

# Weakest first: a claim has the strongest of its answers
STRENGTH = ("open", "estimated", "tested", "checked", "proved")
OF_ANY_NUMBERS = "says nothing of its classes: on 1 to 4 points dimensions of 0 to one too many, or 10^6, keep it true"
BY_FORM = "it says nothing: its conclusion is true by its form, whatever it is given"
SAYS_NOTHING = (NEVER_CLAIMED, BY_FORM, OF_ANY_NUMBERS, *SAID_OF_PARTS)
ONLY_SINGLE = "its hypotheses hold in single cases alone, which decide nothing"


@dataclass(frozen=True)
class Result:
    """A claim's verdict with everything that it rests on; the corrected claim's result beside a refutation.

    ``lost`` says what Python decided of the claim, so that it was tested only, or by fewer provers; ``stopped`` why
    its classes were not listed on more points; ``example`` what a user's claim that passes compares in one case.
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
    example: str | None = None

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
            is_repaired = self.correction.expected and self.correction.verdict != "refuted"
            return (self.verdict == "refuted" or self.limited) and is_repaired
        return self.verdict != "refuted" and (self.limited or (not self.bites_nothing and self.vacuous is None))

    @property
    def bites_nothing(self) -> bool:
        """The claim has mutants, and none of them died."""
        return bool(self.bite.mutants) and all(mutant.killer is None for mutant in self.bite.mutants)

    @property
    def vacuous(self) -> str | None:
        """Why a claim says nothing where it was looked at: no case can fail, or its conclusion is true by its form."""
        if self.verdict == "open" and (self.reason or "").endswith(SAYS_NOTHING):
            return self.reason
        return self.bite.vacuous if self._holds else None

    @property
    def not_sharp(self) -> str | None:
        """What of a claim that holds could be stronger, for all that was tried."""
        return self.bite.not_sharp if self._holds and self.vacuous is None else None

    @property
    def _holds(self) -> bool:
        return self.verdict in (*PASSES, "estimated")

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
            ("limits", self.claim.narrows),
            ("counterexample", None if self.refutation is None else refutation_words(self.refutation)),
            ("corrected", repair),
        ]
        return facts_html(f"{self.claim.id}: {self.verdict}", facts)


def verify(claim: Claim, settings: Settings) -> Result:
    """The verdict on a claim, and on its corrected form where the print is known to be false.

    Raises ProversDisagree where two provers contradict each other, and FormulaFault where the formula is no statement.
    """
    if claim.not_checkable is not None:
        return Result(claim, "not_checkable", claim.not_checkable)
    forget_calls()
    own = is_of_users(claim)
    first, stands = list[Answer](), Stands()
    if own:  # the papers' claims keep to the language by a test, and no quick second line is asked
        stands = insist_on_the_language(claim)
        first = readings(claim)
        insist_on_exactness(claim)
    constants = {**claim.printed, **settings.mutant}
    undecided = why_not_symbolic(claim)
    if isinstance(undecided, SymbolLookedAt) and real_parameters(claim):
        raise FormulaFault(str(undecided), undecided.construct.line if undecided.construct else None)
    unasked = Unasked()
    found = answers(claim, constants, settings, unasked)
    evidence = tuple(held(e, undecided, settings.profile.budget) for e in found)
    if own:
        insist_on_nothing_changed(claim, stands)
        insist_on_repeating(claim, first)  # before it is measured, which leaves a state of another claim's calls
    insist_on_agreement(claim, evidence)
    insist_on_an_answer(claim, evidence, undecided)
    lost = what_python_decided(evidence, undecided)
    repair = corrected(claim.id) if not settings.mutant else None
    correction = verify(repair, settings) if repair is not None else None
    verdict, reason = verdict_of(claim, evidence, unasked)
    idle = _idle(claim) if own and verdict in PASSES else None  # before it is measured: mutants meet its slips too
    # Where the print is refuted, what bites is the corrected claim
    bite = NO_BITE if settings.mutant or (repair and verdict == "refuted") else bite_of(claim, settings, evidence)
    insist_on_a_statement(claim, evidence, bite.constants_bite, lost)
    if own and verdict in PASSES:
        probe_beyond_reach(claim)
    if verdict in PASSES and is_true_by_form(claim, bite.constants_bite):
        verdict, reason = "open", BY_FORM
    if idle is not None and verdict in PASSES:
        verdict, reason = "open", idle
    listed = any(e.prover == LISTING for e in evidence) and verdict in PASSES
    asked = [f"asked with {name} = {value} for {claim.printed[name]}" for name, value in settings.mutant.items()]
    stops = [*asked, *(unasked.stops[:1] if listed else [])]
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
        stopped="; ".join(stops) or None,
        example=example_text(claim) if own and verdict in PASSES and not settings.mutant else None,
    )


def _idle(claim: Claim) -> str | None:
    """What of a user's claim says nothing, though it holds."""
    if (words := never_reached(claim)) is not None:
        return words
    part = what_says_nothing(claim)
    return None if part is None else f"{part} {OF_ANY_NUMBERS}"


def verdict_of(claim: Claim, evidence: tuple[Evidence, ...], unasked: Unasked) -> tuple[str, str | None]:
    """The strongest outcome of the evidence that is not vacuous; any refutation decides."""
    if any(e.outcome == "refuted" for e in evidence):
        return "refuted", None
    telling = [e for e in evidence if e.premise_cases != 0]
    wide = [e for e in telling if e.prover != SINGLE]  # a single case may refute, and decides nothing else
    if not wide:
        return "open", unasked.why(claim) if not evidence else ONLY_SINGLE if telling else NEVER_CLAIMED
    best = max(wide, key=lambda e: STRENGTH.index(e.outcome))
    return best.outcome, (best.detail or "undecided within the budget") if best.outcome == "open" else None

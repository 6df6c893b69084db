"""Measuring what shows that a claim could have failed: frontiers, mutants that die, parts that are needed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace

from littlestone.proofs_check.questions.evidence import Argument, Evidence
from littlestone.proofs_check.questions.profiles import QUICK, Profile
from littlestone.proofs_check.questions.universes import Point, real_parameters
from littlestone.proofs_check.verdicts.asking import Settings, answers
from littlestone.proofs_check.verdicts.measuring import (
    Frontier,
    Part,
    Yardstick,
    frontiers,
    is_a_bound,
    structure,
    unmeasured,
)
from littlestone.spec.claim import Claim, Value
from littlestone.spec.idle_uses import at_a_point, idleness
from littlestone.spec.proofs import ARROW, mutants_of_a_use
from littlestone.spec.terms import with_stronger_terms

MUTATION = QUICK  # the whole profile runs once for each mutant, so it is the quick one for all
CASES = 1_000  # of a use at one place, to see whether it may be idle
SAYS_NOTHING = ("tautology", "one node", "says nothing")
# Where they were measured: on more points, or of larger numbers, it may be otherwise
LOOSE = ("trivial", "always equal", "half will do")
IDLE = ("folds", "never needed", "never reached", "not caught")
CITED, TERMS = "cited", "terms"  # what is changed in a mutant of a use, and in one of a claim that has terms
# Of these one that dies is enough, and the other is not asked: they took a fifth of quick
ALTERNATIVES: tuple[Mapping[str, Value | str], ...] = ({CITED: "doubled"}, {CITED: "dropped"})


@dataclass(frozen=True)
class Mutant:
    """A claim with one constant made stronger, ``changed``, and the evidence that refutes it, if any.

    Of a use in a proof, what is cited is changed, and of a claim that has them its terms.
    """

    constants: Mapping[str, Value]
    killer: Evidence | None
    changed: Mapping[str, Value | str] = field(default_factory=dict)


@dataclass(frozen=True)
class Bite:
    """What a claim's constants and parts are worth, and the universes on which all of its mutants live; why what an
    arrow's line cites gives it nothing, in words."""

    frontiers: tuple[Frontier, ...] = ()
    mutants: tuple[Mutant, ...] = ()
    structure: tuple[Part, ...] = ()
    vacuous_on: tuple[str, ...] = ()
    idle: str | None = None

    @property
    def bites(self) -> bool:
        """A stronger constant fails, a mutant dies, or a part is needed."""
        killed = any(mutant.killer is not None for mutant in self.mutants)
        return killed or any(found.bites for found in self.frontiers) or any(part.bites for part in self.structure)

    @property
    def constants_bite(self) -> bool:
        """A stronger constant fails. Stronger terms, which fail of themselves where they are the formula, say nothing,
        nor does a part: a tautology's hypothesis may be needed."""
        killed = any(mutant.killer is not None and TERMS not in mutant.changed for mutant in self.mutants)
        return killed or any(found.bites for found in self.frontiers)

    @property
    def vacuous(self) -> str | None:
        """Why the claim says nothing, in words; None where it says something."""
        if self.bites and all(part.fate != "tautology" for part in self.structure):
            return None
        return "; ".join(part.words for part in self.structure if part.fate in SAYS_NOTHING) or None

    @property
    def not_sharp(self) -> str | None:
        """What could be stronger for all that was seen, in words: bounds with a number between their sides, constants
        of which each mutant lives, and where nothing bites all that was changed in vain; None where nothing could."""
        fates = LOOSE if self.bites else (*LOOSE, *IDLE)
        # What is no bound and comes to TRUE is defined so, and could have been wrongly
        parts = [p for p in self.structure if p.fate in fates and (p.fate != "folds" or is_a_bound(p.part))]
        told = {part.part for part in parts if part.fate in (*LOOSE, "folds")}  # that it is never reached follows
        words = [part.words for part in parts if part.fate != "never reached" or part.part not in told]
        changed = [(name, str(value), mutant) for mutant in self.mutants for name, value in mutant.changed.items()]
        killed = {name for name, _, mutant in changed if mutant.killer is not None}
        alive = dict.fromkeys(name for name, _, _ in changed if name not in killed)
        values = {name: " or ".join(value for other, value, _ in changed if other == name) for name in alive}
        words += [f"{name} = {tried} was not refuted" for name, tried in values.items()]
        if not (words or self.bites):
            words = [f"{one.constant}: {one.words}" for one in self.frontiers if one.status == "measured"]
        return "; ".join(words) or None


NO_BITE = Bite()


def bite_of(claim: Claim, settings: Settings, evidence: tuple[Evidence, ...]) -> Bite:
    """What the claim's constants and parts are worth, so far as the profile measures it, and its mutants' fates.

    Uses in proofs have none, but for corrections: their parts are what is cited.
    """
    known = NO_BITE
    if not settings.limited and (claim.kind != ARROW or claim.constants):
        if settings.profile.measures == "own" and claim.address == claim.id:
            known = Bite(unmeasured(claim, f"not measured: littlestone verify {claim.address} --measure"))
        elif all(e.outcome != "refuted" for e in evidence):
            known = measured(claim, MUTATION)
    return _with_mutants(claim, settings, evidence, known)


def measured(claim: Claim, profile: Profile) -> Bite:
    """The frontiers and parts of the claim, measured anew on the profile's universes."""
    yardstick = Yardstick.of(claim, profile)
    return Bite(frontiers(yardstick), structure=structure(yardstick))


def _with_mutants(claim: Claim, settings: Settings, evidence: tuple[Evidence, ...], known: Bite) -> Bite:
    """Every mutant with the evidence that kills it, and the universes on which all of them live or no premise holds.

    Not where cases were drawn (where Python decided, all of them may have been tested), nor of a single case, which is
    named for a slip that shows there: that a hypothesis fails at it is often why.
    """
    mutants: list[Mutant] = []
    lives = Counter[str]()
    for mutant, constants, changed in _mutants(claim):
        dead = [one.changed for one in mutants if one.killer is not None]
        if changed in ALTERNATIVES and any(other in dead for other in ALTERNATIVES):
            continue  # another one shows as much
        told = list(answers(mutant, constants, replace(settings, profile=MUTATION)))
        killer = next((e for e in told if e.outcome == "refuted"), None)
        mutants.append(Mutant(constants, killer, changed))
        lives.update({e.universe for e in told if e.outcome not in ("refuted", "open")})
    whole = (e for e in evidence if e.outcome != "tested" or e.cases == e.size)
    idle = {e.universe for e in whole if e.premise_cases == 0}
    idle |= {universe for universe, alive in lives.items() if alive == len(mutants)}
    several = (e for e in evidence if e.question is None or not isinstance(e.question.universe, Point))
    vacuous_on = tuple(e.universe for e in several if e.universe in idle)
    holds = all(e.outcome != "refuted" for e in evidence)
    points = [one.killer.counterexample.arguments for one in mutants if one.killer and one.killer.counterexample]
    reasons = "; ".join(_reasons_for_idleness(claim, replace(settings, profile=MUTATION), points)) if holds else ""
    return replace(known, mutants=tuple(mutants), vacuous_on=vacuous_on, idle=reasons or None)


Place = Mapping[str, Argument]  # what the parameters of a use are where a mutant of its line fails


def _reasons_for_idleness(claim: Claim, settings: Settings, points: Sequence[Place]) -> Iterator[str]:
    """Why the use is idle, also at the points at which its mutants fail."""
    for idle in idleness(claim):
        false = [] if idle.false is None else [at_a_point(idle.false, point) for point in points]
        where = [] if idle.supposes is not None else points[:1]  # of most, where what is cited is weaker
        is_supposed = idle.supposes is not None and _is_proved(idle.supposes, settings)
        is_false = any("refuted" in _outcomes(one, settings) for one in false)
        if is_false or (not is_supposed and _is_any_proved(idle.groups, settings, where)):
            yield idle.words


def _is_any_proved(groups: Sequence[Sequence[Claim]], settings: Settings, points: Sequence[Place]) -> bool:
    """Of each group one is proved, at the points too: to leave all open as wholes took 40 of 63 CPU seconds."""
    budget = replace(settings.profile.budget, cases=CASES)
    there = replace(settings, profile=replace(settings.profile, budget=budget))
    likely = list[list[Claim]]()
    for group in groups:
        found = [one for one in group if all(_is_proved(at_a_point(one, point), there) for point in points)]
        if not found:
            return False
        likely.append(found)
    return bool(likely) and all(any(_is_proved(one, settings) for one in group) for group in likely)


def _is_proved(claim: Claim, settings: Settings) -> bool:
    """All of it is proved, as only what is of numbers alone can be; of no parameters one case is all."""
    outcomes = set() if real_parameters(claim) is None else _outcomes(claim, settings)
    enough = {"proved"} if claim.domains else {"proved", "checked"}
    return "refuted" not in outcomes and not outcomes.isdisjoint(enough)


def _outcomes(claim: Claim, settings: Settings) -> set[str]:
    """What provers answer; nothing where the claim cannot be asked, which shows nothing."""
    told = set[str]()
    with suppress(Exception):
        told.update(e.outcome for e in answers(claim, claim.printed, settings))
    return told


def _mutants(claim: Claim) -> Iterator[tuple[Claim, Mapping[str, Value], Mapping[str, Value | str]]]:
    """The claim with one constant made stronger, or its terms; of a use, with what it cites made weaker; and what was
    changed."""
    for constants in claim.mutants():
        yield claim, constants, {name: value for name, value in constants.items() if value != claim.printed[name]}
    for part, weaker in mutants_of_a_use(claim).items():
        yield weaker, claim.printed, {CITED: part}
    for how, stronger in with_stronger_terms(claim).items():
        yield stronger, claim.printed, {TERMS: how}

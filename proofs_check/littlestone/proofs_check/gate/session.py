"""One gate: claims and learners checked, from kept evidence where that is still valid, and compared."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import chdir, contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

from littlestone.proofs_check.bad_input import BadInput
from littlestone.proofs_check.exit_codes import ExitCode
from littlestone.proofs_check.gate.audited_learners import (
    checked_learner,
    place_of_learner,
    remembered_learner,
)
from littlestone.proofs_check.gate.baseline import Baseline, settings_of
from littlestone.proofs_check.gate.cache import EVIDENCE, Say, held
from littlestone.proofs_check.gate.checked_claims import (
    algorithms_of,
    claims_of,
    command_for,
    place_of,
    place_of_implementation,
    remembered,
)
from littlestone.proofs_check.gate.checked_proofs import with_proofs
from littlestone.proofs_check.gate.comparison import compare
from littlestone.proofs_check.gate.configuration import Configuration, Learner
from littlestone.proofs_check.gate.entries import Checked, CheckedClaim, CheckedLearner, LearnerEntry
from littlestone.proofs_check.gate.findings import FAULTS, Finding
from littlestone.proofs_check.provers.third_party import loaded
from littlestone.proofs_check.sources.code_that_ran import outdated
from littlestone.proofs_check.verdicts.entries import Entry
from littlestone.proofs_check.verdicts.running import Kept, run
from littlestone.spec.claim import Claim

Watch = Callable[[], None]


def silent() -> None:
    """Tell nobody."""


@dataclass(frozen=True)
class GateResult:
    """All that was checked, and every finding."""

    configuration: Configuration
    checked: tuple[Checked, ...]
    findings: tuple[Finding, ...]

    @property
    def failures(self) -> tuple[Finding, ...]:
        """The findings that make the gate red."""
        return tuple(finding for finding in self.findings if finding.fails)

    @property
    def exit_code(self) -> ExitCode:
        """0 passed, 1 something got worse, 2 nothing did but something cannot be run, 3 the kit itself is at fault."""
        if any(finding.rule.id == "kit-fault" for finding in self.failures):
            return ExitCode.KIT_FAULT
        if any(finding.rule.id not in FAULTS for finding in self.failures):
            return ExitCode.FAILED
        return ExitCode.PASSED if self.is_whole else ExitCode.BAD_INPUT

    @property
    def is_whole(self) -> bool:
        """Every check came to an answer, good or bad."""
        return not any(finding.rule.id in FAULTS for finding in self.findings)

    @property
    def as_baseline(self) -> Baseline:
        """What the baseline would hold if this were accepted."""
        claims = {one.name: one.remembered for one in self.checked if isinstance(one, CheckedClaim)}
        learners = {one.name: one.remembered for one in self.checked if isinstance(one, CheckedLearner)}
        return Baseline(claims, learners, settings_of(self.configuration))

    @property
    def accepted(self) -> GateResult:
        """The result, compared with a baseline that holds it: what fails whatever the baseline says still does."""
        return replace(self, findings=tuple(compare(self.checked, self.as_baseline, self.configuration)))

    def of(self, one: Checked) -> tuple[Finding, ...]:
        """The findings about one claim or learner."""
        return tuple(finding for finding in self.findings if finding.subject == one.name)


@dataclass
class Gate:
    """A gate on its way: ``done`` holds what is checked so far, of ``total``.

    Evidence is kept in the folder ``cache``; without one, none is believed and none is kept.
    """

    configuration: Configuration
    jobs: int
    say: Say
    cache: Path | None
    watch: Watch = silent
    claims: list[Claim] = field(default_factory=list)
    done: list[Checked] = field(default_factory=list)

    @property
    def total(self) -> int:
        """How many claims and learners there are."""
        return len(self.claims) + len(self.configuration.learners)

    def prepare(self) -> None:
        """Find the claims; raises BadInput, also where a file is not as this process has read it before, and where
        a prover that another package brings cannot be used."""
        for file in outdated():
            raise BadInput(str(file), "it changed after this process had read it", "run the gate in a new process")
        loaded()
        with _at_home(self.configuration.root):
            self.claims = claims_of(self.configuration)

    def run(self, before: Baseline) -> GateResult:
        """Check everything and compare it; KeyboardInterrupt leaves in the cache what is done."""
        with _at_home(self.configuration.root), held(self.cache, self.say) as folder:
            kept = Kept(folder / EVIDENCE, self.configuration.settings, lasting=True)
            self._add(self._claims(kept))
            self._add(self._learners(kept))
        checked = with_proofs(self.done)
        return GateResult(self.configuration, checked, tuple(compare(checked, before, self.configuration)))

    def _add(self, found: Iterator[Checked]) -> None:
        for one in found:
            self.done.append(one)
            self.watch()

    def _claims(self, kept: Kept) -> Iterator[Checked]:
        entries = run(self.claims, self.configuration.settings, self.jobs, kept, resume=True)
        by_id = {claim.id: claim for claim in self.claims}
        for entry in entries:
            yield _checked_claim(by_id[entry["id"]], entry, self.configuration, entry["id"] in kept.found)

    def _learners(self, kept: Kept) -> Iterator[Checked]:
        for learner in self.configuration.learners:
            entry, cached = checked_learner(learner, self.configuration.root, kept.records, self.jobs)
            yield _checked_learner(learner, entry, self.configuration, cached)


@contextmanager
def _at_home(root: Path) -> Iterator[None]:
    """The project's folder as working directory, from which its modules can be imported."""
    with chdir(root):
        sys.path.insert(0, str(root))
        try:
            yield
        finally:
            sys.path.remove(str(root))


def _checked_claim(claim: Claim, entry: Entry, configuration: Configuration, cached: bool) -> CheckedClaim:
    return CheckedClaim(
        name=claim.id,
        title=claim.statement,
        entry=entry,
        remembered=remembered(claim, entry),
        place=place_of(claim, configuration),
        code=place_of_implementation(claim, configuration) if algorithms_of(claim) else None,
        command=command_for(claim, entry, configuration),
        cached=cached,
    )


def _checked_learner(
    learner: Learner, entry: LearnerEntry, configuration: Configuration, cached: bool
) -> CheckedLearner:
    return CheckedLearner(
        name=learner.name,
        title=_title(learner, entry),
        entry=entry,
        remembered=remembered_learner(entry),
        place=place_of_learner(learner, configuration),
        command=entry["command"],
        cached=cached,
    )


def _title(learner: Learner, entry: LearnerEntry) -> str:
    """What the learner is held to in one line, as it is written, with who says so."""
    curve = None if entry["tradeoff"] is None else "of its steps"
    found = {"epsilon": entry["epsilon"], "delta": entry["delta"], "tradeoff": curve}
    found |= {"rho": entry["rho"], "mu": entry["mu"], "renyi": entry["renyi"]}
    said = {key: value if (typed := getattr(learner, key)) is None else str(typed) for key, value in found.items()}
    delta = "" if said["delta"] in (None, "0") else f", delta {said['delta']}"
    epsilon = "" if said["epsilon"] is None else f"epsilon {said['epsilon']}{delta}"
    claims = (("rho", "rho"), ("mu", "mu"), ("renyi", "Renyi divergence"), ("tradeoff", "trade-off curve"))
    others = [f"{words} {said[key]}" for key, words in claims if said[key] is not None]
    words = ", ".join(filter(None, (epsilon, *others)))
    if not words:
        return f"{learner.target} is as private as it declares"
    declared = ", as it declares" if learner.claims_nothing else ""
    relation = "" if entry["relation"] in (None, "replace-one") else f" ({entry['relation']})"
    return f"{learner.target} is private with {words}{declared}{relation}"


def counts(checked: Sequence[Checked]) -> str:
    """How many claims and learners, and how many of them from kept evidence, in words."""
    numbers = [("claim", sum(one.kind == "claim" for one in checked))]
    numbers.append(("learner", sum(one.kind == "learner" for one in checked)))
    words = [f"{n} {noun}{'s' * (n != 1)}" for noun, n in numbers if n]
    return f"{', '.join(words) or 'nothing'}; {sum(one.cached for one in checked)} from kept evidence"

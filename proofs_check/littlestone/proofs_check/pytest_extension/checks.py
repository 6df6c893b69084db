"""What a test asks of the kit: claims verified, learners audited. Imports the kit, so import this where it is used."""

from __future__ import annotations

import pickle
import shlex
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from click import unstyle

from littlestone.proofs_check.audits.answers.audit_text import audit_text, kind_words
from littlestone.proofs_check.audits.answers.six_lines import outcome_of, tried, verdict_line
from littlestone.proofs_check.audits.auditing import loaded
from littlestone.proofs_check.audits.request import AuditRequest
from littlestone.proofs_check.audits.subjects.results import AuditResult
from littlestone.proofs_check.command_line.audit import typed_request
from littlestone.proofs_check.command_line.console import claim_lines, evidence_words
from littlestone.proofs_check.compute.forked import can_fork, forked
from littlestone.proofs_check.questions.profiles import PROFILES, Profile
from littlestone.proofs_check.reports.verdict_words import remarks
from littlestone.proofs_check.sources.catalogue import find
from littlestone.proofs_check.sources.fingerprints import is_of_users
from littlestone.proofs_check.verdicts.asking import Settings
from littlestone.proofs_check.verdicts.entries import fault_words
from littlestone.proofs_check.verdicts.ledger import entry
from littlestone.proofs_check.verdicts.running import death_of
from littlestone.proofs_check.verdicts.verification import Result, verify
from littlestone.spec.claim import Claim

Property = tuple[str, str]


class BadSetting(ValueError):
    """A profile, a claim or an audit that is named in options or marks and does not exist."""


class ClaimFails(AssertionError):
    """A claim's verdict is not what is expected; ``result`` has the evidence."""

    def __init__(self, result: Result) -> None:
        self.result = result
        super().__init__(unstyle("\n".join(claim_lines(entry(result)))))


class Leak(AssertionError):
    """An audit's claim fails or is not decided; ``result`` has the bound, the pair and the event."""

    def __init__(self, result: AuditResult) -> None:
        self.result = result
        super().__init__(audit_text(result))


# ---- Claims


@dataclass
class Verifier:
    """Verifies claims, each once for a profile and a seed; nothing is written, so processes do not meet."""

    seed: int
    jobs: int
    known: dict[tuple[str, str], Result] = field(default_factory=dict)

    def result(self, claim: Claim, profile: str) -> Result:
        """The claim's verdict with its evidence; raises BadSetting where there is no such profile."""
        if profile not in PROFILES:
            raise BadSetting(f"there is no profile {profile!r}; the profiles are {', '.join(PROFILES)}")
        key = claim.address, profile
        if key not in self.known:
            self.known[key] = _verified(claim, Settings(self._funded(profile)))
        return self.known[key]

    def _funded(self, profile: str) -> Profile:
        budget = replace(PROFILES[profile].budget, seed=self.seed, jobs=self.jobs)
        return replace(PROFILES[profile], budget=budget)


def _verified(claim: Claim, settings: Settings) -> Result:
    """The claim's verdict; code of a user's is run in a process of its own, since it could end pytest with code 0."""
    if not is_of_users(claim) or not can_fork():
        return verify(claim, settings)
    ask = partial(_handed_over, settings=settings)
    (found,) = forked(ask, [claim], 1, _lost, seconds=settings.profile.seconds)
    return found or verify(claim, settings)


def _handed_over(claim: Claim, settings: Settings) -> Result | None:
    """The verdict; None where it cannot be pickled or something is raised, for this process to find the same."""
    try:
        found = verify(claim, settings)
        pickle.dumps(found)
    except Exception:
        return None
    return found


def _lost(claim: Claim, how: str) -> Result:
    return Result(claim, "open", fault_words(death_of(claim, how)))


def claims_named(names: Sequence[str]) -> list[Claim]:
    """The claims that ids, papers, globs or files stand for; raises BadSetting where one stands for none."""
    try:
        return find(names)
    except (LookupError, OSError, ValueError) as error:
        raise BadSetting(str(error).strip("'\"")) from error


def insist(result: Result, expected: str | None = None) -> None:
    """Raise ClaimFails unless the verdict is the expected one: refuted only where a correction stands beside it, and
    nobody says that the print ``expected="holds"``."""
    is_refuted = result.verdict == "refuted"
    if not result.expected or result.undecided or (expected is not None and is_refuted != (expected == "refuted")):
        raise ClaimFails(result)


def claim_properties(result: Result) -> list[Property]:
    """What JUnit records of a claim."""
    plain = entry(result)
    found = {
        "verdict": result.verdict,
        "expected": str(result.expected).lower(),
        "evidence": "; ".join([evidence_words(plain), *remarks(plain)]),
    }
    commands = [e["command"] for e in plain["evidence"] if e["outcome"] == result.verdict]
    found |= {"command": commands[-1]} if commands else {}
    return [(f"claim[{result.claim.id}].{name}", value) for name, value in found.items()]


# ---- Audits


def audit_line(line: str, seed: int) -> AuditRequest:
    """The audit that a line such as "learner.py:fit --class thresholds:16 --epsilon 1" asks for.

    The words are those of ``littlestone audit``. Raises BadSetting where they make no sense.
    """
    try:
        request = loaded(typed_request(shlex.split(line)))
    except ValueError as error:
        raise BadSetting(f"audit {line!r}: {error}") from error
    if request.target is None:
        raise BadSetting(f"audit {line!r}: there is no target; name what to audit")
    return request if "--seed" in shlex.split(line) else replace(request, seed=seed)


def without_leak(result: AuditResult) -> AuditResult:
    """The result itself; raises Leak unless the claim holds."""
    __tracebackhide__ = True
    if outcome_of(result) != "holds":
        raise Leak(result)
    return result


def audit_properties(result: AuditResult, name: str) -> list[Property]:
    """What JUnit records of an audit, which is called so apart from others of the same target."""
    found = {
        "verdict": result.verdict,
        "outcome": outcome_of(result),
        "tried": tried(result),
        "epsilon_bound": "infinity" if result.bound.is_infinite else str(result.bound),
        "epsilon_declared": str(result.epsilon),
        "delta_declared": str(result.delta),
        "relation": result.relation,
        "declared_beside": ", ".join(one.notion.words for one in result.measures),
        "bounds_beside": ", ".join(f"{one.notion.name} {float(one.bound)}" for one in result.measures),
        "confidence": str(result.confidence),
        "event": result.event.description if result.event else "",
        "kinds": ", ".join(kind_words(result, one) for one in result.kinds),
        "command": result.command,
        "summary": verdict_line(result),
    }
    return [(f"audit[{name}].{part}", value) for part, value in found.items()]

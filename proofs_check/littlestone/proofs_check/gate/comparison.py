"""What was found, held against the baseline and against what the project declares."""

from __future__ import annotations

from collections.abc import Iterator

from littlestone.proofs_check.audits.answers.six_lines import OUTCOMES
from littlestone.proofs_check.gate.baseline import Baseline, settings_of
from littlestone.proofs_check.gate.configuration import Configuration
from littlestone.proofs_check.gate.entries import (
    Checked,
    CheckedClaim,
    CheckedLearner,
    GateSettings,
    RememberedClaim,
    RememberedLearner,
)
from littlestone.proofs_check.gate.findings import RULES, Finding
from littlestone.proofs_check.gate.learner_losses import declared_less, learner_losses
from littlestone.proofs_check.gate.losses import loses_provers, losses
from littlestone.proofs_check.reports.verdict_words import verdict_words
from littlestone.proofs_check.verdicts.entries import CheckFault, Entry, fault_words
from littlestone.proofs_check.verdicts.scopes import said

# Weakest first: a fall along it is a finding
STRENGTH = ("not_checkable", "open", "estimated", "tested", "checked", "proved")


def compare(checked: tuple[Checked, ...], before: Baseline, configuration: Configuration) -> Iterator[Finding]:
    """All findings: of each claim and learner, then of what is missing, then of the settings."""
    for one in checked:
        if isinstance(one, CheckedClaim):
            yield from _of_claim(one, before.claims.get(one.name))
        else:
            yield from _of_learner(one, before.learners.get(one.name))
    yield from _missing(checked, before, configuration)
    if before.settings and before.settings != settings_of(configuration):
        words = f"the baseline is for {_words(before.settings)}, this gate for {_words(settings_of(configuration))}"
        yield _of_configuration("other-settings", "settings", words, configuration)


def _words(settings: GateSettings) -> str:
    return ", ".join(f"{name} {value}" for name, value in settings.items() if value != {})


def _missing(checked: tuple[Checked, ...], before: Baseline, configuration: Configuration) -> Iterator[Finding]:
    present = {(one.kind, one.name) for one in checked}
    # A learner that cannot be run may be one of the baseline under a wrong name: the gate is not green anyway
    misnamed = any(one.kind == "learner" and one.entry["fault"] and one.name not in before.learners for one in checked)
    known = [("claim", name, claim["verdict"]) for name, claim in before.claims.items()]
    known += [("learner", name, learner["verdict"]) for name, learner in before.learners.items()]
    for kind, name, verdict in known:
        if (kind, name) not in present and not (kind == "learner" and misnamed):
            words = f"the {kind} {name}, {said(verdict)} in the baseline, is no longer checked"
            yield _of_configuration("missing-claim", name, words, configuration)


def _of_configuration(rule: str, subject: str, message: str, configuration: Configuration) -> Finding:
    return Finding(RULES[rule], subject, message, "littlestone gate", configuration.file.name, configuration.line)


def _of_fault(one: Checked, fault: CheckFault) -> Finding:
    return one.finding("kit-fault" if fault["kind"] == "kit" else "unusable", fault_words(fault))


# ---- Claims


def _of_claim(one: CheckedClaim, before: RememberedClaim | None) -> Iterator[Finding]:
    if one.entry["fault"] is not None:
        yield _of_fault(one, one.entry["fault"])
        return
    verdict = _verdict_finding(one, before)
    if verdict is not None:
        yield verdict
    if before is None:
        yield one.finding("new", f"{verdict_words(one.entry)}; it is not in the baseline")
        return
    yield from _changes(one, before)
    yield from losses(one, before)


def _verdict_finding(one: CheckedClaim, before: RememberedClaim | None) -> Finding | None:
    """The gravest thing to say of the verdict, if any."""
    verdict, was, found = (
        one.entry["verdict"],
        None if before is None else before["verdict"],
        one.entry["counterexample"],
    )
    change = said(verdict) if was in (None, verdict) else f"{said(was)} -> {said(verdict)}"
    shown = () if found is None else tuple(found["text"].splitlines())
    if verdict == "refuted" and not one.entry["expected"] and one.code is not None:
        return one.finding("implementation-disagrees", change, shown)
    if verdict == "refuted" and was != "refuted" and (was is not None or not one.entry["expected"]):
        return one.finding("new-refutation", change, shown)
    if not one.entry["expected"]:
        return one.finding("unexpected-verdict", f"{change}: {_surprise(one.entry)}", shown)
    if before is not None and loses_provers(one.remembered, before):
        return one.finding("provers-lost", f"{change}: {one.entry['lost']}")
    if was is not None and _rank(verdict) < _rank(was):
        return one.finding("weaker-verdict", f"{change}{_because(one.entry)}")
    return None


def _rank(verdict: str) -> int:
    """The strength of a verdict; a refutation, which is as certain as a check, counts as one."""
    return STRENGTH.index("checked" if verdict == "refuted" else verdict)


def _because(entry: Entry) -> str:
    return f": {entry['reason']}" if entry["reason"] else ""


def _surprise(entry: Entry) -> str:
    """Why a verdict is not the stated one."""
    if entry["verdict"] == "refuted":
        return "it is refuted, and nothing corrects it" if entry["corrected"] is None else "its correction fails too"
    if entry["corrected"] is not None:
        return "it has a correction, but is no longer refuted"
    if entry["mutants"] and all(mutant["killed_by"] is None for mutant in entry["mutants"]):
        return f"none of its {len(entry['mutants'])} mutants fails, so that it says nothing"
    return str(entry["reason"] or "it is not formalized")


def _changes(one: CheckedClaim, before: RememberedClaim) -> Iterator[Finding]:
    now = one.remembered
    if _is_weaker(now["corrected"], before["corrected"]):
        yield one.finding("weaker-verdict", f"its correction: {said(before['corrected'])} -> {said(now['corrected'])}")
    changed = tuple(_statement_changes(now, before)) or tuple(_definition_changes(now, before))
    if changed:
        yield one.finding("changed-claim", "; ".join(changed))
    if now["mutants_killed"] < before["mutants_killed"] and one.entry["expected"]:
        words = "{mutants_killed} of {mutants} mutants fail, ".format(**now)
        words += "{mutants_killed} of {mutants} in the baseline".format(**before)
        yield one.finding("fewer-mutants-killed", words)
    if _is_weaker(before["verdict"], now["verdict"]) and one.entry["expected"]:
        yield one.finding("improved", f"{said(before['verdict'])} -> {said(now['verdict'])}")


def _is_weaker(verdict: str | None, other: str | None) -> bool:
    """The verdict on a claim that should hold says less than the other, or that it fails."""
    if verdict is None or other is None or verdict == other:
        return False
    return verdict == "refuted" or (other != "refuted" and _rank(verdict) < _rank(other))


def _statement_changes(now: RememberedClaim, before: RememberedClaim) -> Iterator[str]:
    if now["statement"] != before["statement"]:
        yield f'it says "{now["statement"]}", it said "{before["statement"]}"'
    for name in sorted({*now["constants"], *before["constants"]}):
        value, was = now["constants"].get(name), before["constants"].get(name)
        if value != was:
            yield f"its constant {name} is {value or 'gone'}, it was {was or 'not there'}"
    if now["formula"] != before["formula"]:
        yield "its formula is another one"


def _definition_changes(now: RememberedClaim, before: RememberedClaim) -> Iterator[str]:
    names = sorted({*now["definitions"], *before["definitions"]})
    changed = [name for name in names if now["definitions"].get(name) != before["definitions"].get(name)]
    if changed:
        yield f"what it means by {', '.join(changed)} is something else"


# ---- Learners


def _of_learner(one: CheckedLearner, before: RememberedLearner | None) -> Iterator[Finding]:
    entry = one.entry
    if entry["fault"] is not None:
        yield _of_fault(one, entry["fault"])
        return
    privacy = OUTCOMES.get(entry["verdict"])
    if privacy == "fails":
        yield one.finding("privacy-leak", entry["line"], tuple(entry["detail"]))
    elif privacy != "holds":
        yield one.finding("undecided-audit", entry["line"], tuple(entry["detail"]))
    if before is None:
        yield one.finding("new", f"{entry['line']}; it is not in the baseline")
        yield from declared_less(one, None)
    else:
        yield from learner_losses(one, before)

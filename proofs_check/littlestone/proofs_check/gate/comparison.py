"""What was found, held against the baseline and against what the project declares."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

from littlestone.proofs_check.audits.subjects.figures import greater
from littlestone.proofs_check.audits.subjects.stated import exact_number
from littlestone.proofs_check.gate.baseline import Baseline, settings_of
from littlestone.proofs_check.gate.configuration import Configuration
from littlestone.proofs_check.gate.findings import RULES, Finding
from littlestone.proofs_check.verdicts.running import UNUSABLE

Entry = dict[str, Any]
STRENGTH = ("not_checkable", "open", "estimated", "tested", "checked", "proved")
AUDIT_STRENGTH = ("open", "no_leak", "exact_ok")


@dataclass(frozen=True)
class Checked:
    """A claim or learner after its check: the whole ``entry``, what is ``remembered`` of it, where it is written.

    ``code`` is where its implementation is written; ``cached`` says that the entry is kept evidence.
    """

    kind: Literal["claim", "learner"]
    name: str
    title: str
    entry: Entry
    remembered: Entry
    place: tuple[str, int]
    code: tuple[str, int]
    command: str
    runs_code: bool
    cached: bool

    @property
    def verdict(self) -> str:
        """The verdict in one word."""
        return str(self.entry["verdict"])

    def finding(self, rule: str, message: str, detail: tuple[str, ...] = ()) -> Finding:
        """A finding about it, where it is written."""
        file, line = self.code if rule == "implementation-disagrees" else self.place
        return Finding(RULES[rule], self.name, message, self.command, file, line, detail)


def compare(checked: tuple[Checked, ...], before: Baseline, configuration: Configuration) -> Iterator[Finding]:
    """All findings: of each claim and learner, then of what is missing, then of the settings."""
    for one in checked:
        known = (before.claims if one.kind == "claim" else before.learners).get(one.name)
        yield from (_of_claim if one.kind == "claim" else _of_learner)(one, known)
    yield from _missing(checked, before, configuration)
    if before.settings and before.settings != settings_of(configuration):
        words = f"the baseline is for {_words(before.settings)}, this gate for {_words(settings_of(configuration))}"
        yield _of_configuration("other-settings", "settings", words, configuration)


def _words(settings: Entry) -> str:
    return ", ".join(f"{name} {value}" for name, value in settings.items() if value != {})


def _missing(checked: tuple[Checked, ...], before: Baseline, configuration: Configuration) -> Iterator[Finding]:
    present = {(one.kind, one.name) for one in checked}
    for kind, known in (("claim", before.claims), ("learner", before.learners)):
        for name, entry in known.items():
            if (kind, name) not in present:
                words = f"the {kind} {name}, {entry['verdict']} in the baseline, is no longer checked"
                yield _of_configuration("missing-claim", name, words, configuration)


def _of_configuration(rule: str, subject: str, message: str, configuration: Configuration) -> Finding:
    return Finding(RULES[rule], subject, message, "littlestone gate", configuration.file.name, configuration.line)


# ---- Claims


def _of_claim(one: Checked, before: Entry | None) -> Iterator[Finding]:
    reason = one.entry["reason"] or ""
    if one.entry["is_fault"]:
        yield one.finding("unusable" if reason.startswith(UNUSABLE) else "kit-fault", reason)
        return
    verdict = _verdict_finding(one, before)
    if verdict is not None:
        yield verdict
    if before is None:
        yield one.finding("new", f"{one.verdict}; it is not in the baseline")
        return
    yield from _changes(one, before)


def _verdict_finding(one: Checked, before: Entry | None) -> Finding | None:
    """The gravest thing to say of the verdict, if any."""
    was = None if before is None else str(before["verdict"])
    change = one.verdict if was in (None, one.verdict) else f"{was} -> {one.verdict}"
    shown = tuple((one.entry["counterexample"] or {}).get("text", "").splitlines())
    if one.verdict == "refuted" and not one.entry["expected"] and one.runs_code:
        return one.finding("implementation-disagrees", change, shown)
    if one.verdict == "refuted" and was != "refuted" and (was is not None or not one.entry["expected"]):
        return one.finding("new-refutation", change, shown)
    if not one.entry["expected"]:
        return one.finding("unexpected-verdict", f"{change}: {_surprise(one.entry)}", shown)
    if was is not None and _rank(one.verdict) < _rank(was):
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
    return str(entry["reason"] or "it is not checkable")


def _changes(one: Checked, before: Entry) -> Iterator[Finding]:
    now = one.remembered
    if _is_weaker(now["corrected"], before["corrected"]):
        yield one.finding("weaker-verdict", f"its correction: {before['corrected']} -> {now['corrected']}")
    changed = tuple(_statement_changes(now, before)) or tuple(_definition_changes(now, before))
    if changed:
        yield one.finding("changed-claim", "; ".join(changed))
    if now["mutants_killed"] < before["mutants_killed"] and one.entry["expected"]:
        words = "{mutants_killed} of {mutants} mutants fail, ".format(**now)
        words += "{mutants_killed} of {mutants} in the baseline".format(**before)
        yield one.finding("fewer-mutants-killed", words)
    if _is_weaker(before["verdict"], one.verdict) and one.entry["expected"]:
        yield one.finding("improved", f"{before['verdict']} -> {one.verdict}")


def _is_weaker(verdict: str | None, other: str | None) -> bool:
    """The verdict on a claim that should hold says less than the other, or that it fails."""
    if verdict is None or other is None or verdict == other:
        return False
    return verdict == "refuted" or (other != "refuted" and _rank(verdict) < _rank(other))


def _statement_changes(now: Entry, before: Entry) -> Iterator[str]:
    if now["statement"] != before["statement"]:
        yield f'it says "{now["statement"]}", it said "{before["statement"]}"'
    for name in sorted({*now["constants"], *before["constants"]}):
        value, was = now["constants"].get(name), before["constants"].get(name)
        if value != was:
            yield f"its constant {name} is {value or 'gone'}, it was {was or 'not there'}"
    if now["formula"] != before["formula"]:
        yield "its formula is another one"


def _definition_changes(now: Entry, before: Entry) -> Iterator[str]:
    names = sorted({*now["definitions"], *before["definitions"]})
    changed = [name for name in names if now["definitions"].get(name) != before["definitions"].get(name)]
    if changed:
        yield f"what it means by {', '.join(changed)} is something else"


# ---- Learners


def _of_learner(one: Checked, before: Entry | None) -> Iterator[Finding]:
    reason, entry = one.entry["reason"], one.entry
    if reason is not None:
        yield one.finding("unusable" if reason.startswith(UNUSABLE) else "kit-fault", reason)
        return
    if one.verdict in ("leaks", "exact_leak"):
        yield one.finding("privacy-leak", entry["line"], tuple(entry["detail"][1:]))
    elif one.verdict == "open":
        yield one.finding("undecided-audit", entry["line"], tuple(entry["detail"][1:]))
    if entry["accurate"] == "missed":
        yield one.finding("accuracy-missed", entry["accuracy"][0], tuple(entry["accuracy"][1:]))
    elif entry["accurate"] == "undecided":
        yield one.finding("undecided-accuracy", entry["accuracy"][0], tuple(entry["accuracy"][1:]))
    if before is None:
        yield one.finding("new", f"{entry['line']}; it is not in the baseline")
    else:
        yield from _learner_changes(one, before)


def _learner_changes(one: Checked, before: Entry) -> Iterator[Finding]:
    for name in ("epsilon", "delta", "alpha", "beta"):
        value, was = one.entry[name], before[name]
        if was is not None and (value is None or greater(exact_number(name, value), exact_number(name, was))):
            yield one.finding("guarantee-loosened", f"its declared {name} is {value or 'gone'}, it was {was}")
    ranks = {verdict: i for i, verdict in enumerate(AUDIT_STRENGTH)}
    now, then = ranks.get(one.verdict), ranks.get(before["verdict"])
    change = f"{before['verdict']} -> {one.verdict}"
    if now and then and now < then:
        yield one.finding("weaker-verdict", f"{change}: {one.entry['line']}")
    elif now and now > (then or 0):
        yield one.finding("improved", f"{change}: {one.entry['line']}")

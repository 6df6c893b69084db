"""A gate's result for people: the headline first, then what failed, why it matters and how to see it again."""

from __future__ import annotations

from collections.abc import Iterator

import click

from littlestone.proofs_check.gate.entries import Checked, CheckedLearner
from littlestone.proofs_check.gate.findings import FAULTS, Finding
from littlestone.proofs_check.gate.session import GateResult, counts
from littlestone.proofs_check.reports.released import released_entry
from littlestone.proofs_check.reports.verdict_words import HOLDING, correction_label
from littlestone.proofs_check.verdicts.entries import Entry, fault_words

INDENT = " " * 9
LONGEST_DETAIL = 16  # a screen shows the finding and what follows it; json has all
WORDS = {"error": "FAIL", "warning": "warning", "note": "note"}
COLOURS = {"error": "red", "warning": "yellow", "note": "cyan"}


def gate_text(result: GateResult, coloured: bool = False) -> str:
    """All that is printed of a result, without a newline at its end."""
    grave = [finding for finding in result.findings if finding.rule.level != "note"]
    blocks = [
        "\n".join([headline(result, coloured), *map(outcome_line, result.checked)]),
        *("\n".join(finding_lines(finding, coloured)) for finding in grave),
    ]
    notes = [f"{f.rule.id:<8} {f.subject}: {f.message}" for f in result.findings if f.rule.level == "note"]
    return "\n\n".join(blocks + (["\n".join(notes)] if notes else []))


def outcome_line(one: Checked) -> str:
    """What became of a claim or learner, and what was looked at to find out, in one line."""
    if isinstance(one, CheckedLearner):
        outcome, told = str(one.entry["outcome"]), f"{one.entry['line']}; tried: {one.entry['tried']}"
    else:
        outcome, told = _of_claim(one.entry)
    return " ".join(f"{outcome:<12} {one.name}: {told}".splitlines())


def _of_claim(entry: Entry) -> tuple[str, str]:
    """What became of a claim, and its verdict with the scope, what holds instead, and how many mutants fail."""
    if entry["fault"] is not None:
        return "not decided", fault_words(entry["fault"])
    known, repair = released_entry(entry), entry["corrected"]
    outcomes = {**dict.fromkeys(HOLDING, "holds"), "refuted": "as stated" if entry["expected"] else "fails"}
    verdict = ", ".join(filter(None, (known["words"], known.get("scope"))))
    instead = f"; {correction_label(repair.get('leaves_out'))}: {known['corrected']}" if repair else ""
    mutants = f"; {known['mutants']} mutants fail" if entry["mutants"] else ""
    return outcomes.get(entry["verdict"], "not decided"), f"{verdict}{instead}{mutants}"


def headline(result: GateResult, coloured: bool = False) -> str:
    """Whether the gate passes, how many findings fail it, what cannot be run, and what was checked."""
    unusable = [finding.subject for finding in result.failures if finding.rule.id == "unusable"]
    worse, n, s = len(result.failures) - len(unusable), len(unusable), "s" * (len(unusable) != 1)
    is_setup = {one.name for one in result.checked if one.kind == "learner"}.issuperset(unusable)
    errors = f"{n} error{s} of configuration" if is_setup else f"{n} check{s} that cannot be run"
    word = f"RED, {worse} finding{'s' * (worse != 1)}" if worse else "NOT RUN TO THE END" if n else "green"
    word = f"gate: {word}" + f", {errors}" * bool(n)
    if coloured:
        word = click.style(word, fg="red" if result.failures else "green", bold=True)
    return f"{word} ({counts(result.checked)})"


def finding_lines(finding: Finding, coloured: bool = False) -> Iterator[str]:
    """What changed, where, why it matters, and the command that reproduces it."""
    word = f"{'ERROR' if finding.rule.id in FAULTS else WORDS[finding.rule.level]:<8}"
    if coloured:
        word = click.style(word, fg=COLOURS[finding.rule.level], bold=True)
    yield f"{word} {finding.rule.id}: {finding.subject}  ({finding.file}:{finding.line})"
    yield f"{INDENT}{finding.message}"
    yield from (f"{INDENT}  {line}" for line in shown_detail(finding))
    yield f"{INDENT}why it matters: {finding.rule.why}"
    yield f"{INDENT}reproduce: {finding.command}"


def shown_detail(finding: Finding) -> tuple[str, ...]:
    """The first lines of the detail, without empty ones."""
    lines = tuple(line for line in finding.detail if line)
    more = len(lines) - LONGEST_DETAIL
    return lines if more <= 0 else (*lines[:LONGEST_DETAIL], f"... {more} more lines")


def whole_message(finding: Finding) -> str:
    """A finding in one text, for readers who see nothing else of it."""
    lines = [f"{finding.subject}: {finding.message}", *shown_detail(finding), finding.rule.why]
    return "\n".join([*lines, f"Reproduce: {finding.command}"])

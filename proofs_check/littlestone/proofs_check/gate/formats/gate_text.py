"""A gate's result for people: green or red first, then what failed, why it matters and how to see it again."""

from __future__ import annotations

from collections.abc import Iterator

import click

from littlestone.proofs_check.gate.entries import LearnerEntry
from littlestone.proofs_check.gate.findings import Finding
from littlestone.proofs_check.gate.session import GateResult, counts

INDENT = " " * 9
LONGEST_DETAIL = 16  # a screen shows the finding and what follows it; json has all
WORDS = {"error": "FAIL", "warning": "warning", "note": "note"}
COLOURS = {"error": "red", "warning": "yellow", "note": "cyan"}


def gate_text(result: GateResult, coloured: bool = False) -> str:
    """All that is printed of a result, without a newline at its end."""
    grave = [finding for finding in result.findings if finding.rule.level != "note"]
    learners = [learner_line(one.name, one.entry) for one in result.checked if one.kind == "learner"]
    blocks = [
        "\n".join([headline(result, coloured), *learners]),
        *("\n".join(finding_lines(finding, coloured)) for finding in grave),
    ]
    notes = [f"{f.rule.id:<8} {f.subject}: {f.message}" for f in result.findings if f.rule.level == "note"]
    return "\n\n".join(blocks + (["\n".join(notes)] if notes else []))


def learner_line(name: str, entry: LearnerEntry) -> str:
    """What became of a learner, and what was tried to find out."""
    return f"{entry['outcome']:<12} {name}: {entry['line']}; tried: {entry['tried']}"


def headline(result: GateResult, coloured: bool = False) -> str:
    """Whether the gate passes, how many findings fail it, and what was checked."""
    failing = len(result.failures)
    word = "gate: green" if not failing else f"gate: RED, {failing} finding{'s' * (failing != 1)}"
    if coloured:
        word = click.style(word, fg="red" if failing else "green", bold=True)
    return f"{word} ({counts(result.checked)})"


def finding_lines(finding: Finding, coloured: bool = False) -> Iterator[str]:
    """What changed, where, why it matters, and the command that reproduces it."""
    word = f"{WORDS[finding.rule.level]:<8}"
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

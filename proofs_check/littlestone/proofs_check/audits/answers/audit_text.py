"""What an audit prints: its first six lines, then what shows them and how it was found."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from html import escape

import click

from littlestone.proofs_check.audits.answers.six_lines import COLOURS, by_kind, chance, claimed, outcome_of, six_lines
from littlestone.proofs_check.audits.answers.words import difference, pair_text, sample_text, shortened
from littlestone.proofs_check.audits.subjects.number_text import rational_text
from littlestone.proofs_check.audits.subjects.results import AuditResult, Event, Fault, KindOfLeak
from littlestone.proofs_check.audits.subjects.scope import REMEDIES, WORDS

NEAR_ONE = 1.01  # orders that a reader may take for the limit at 1
FAULTS_SHOWN = 8  # the most frequent first; the others are counted


def audit_text(result: AuditResult, coloured: bool = False) -> str:
    """All that is printed of a result."""
    first, *rest = six_lines(result)
    if coloured:
        first = click.style(first, fg=COLOURS[outcome_of(result)], bold=True)
    return "\n\n".join("\n".join(block) for block in ([first, *rest], *parts_below(result).values()))


class Shown(AuditResult):
    """An answer that prints as the terminal shows it."""

    def __str__(self) -> str:
        return audit_text(self)

    def __bool__(self) -> bool:
        """Its claim holds: ``assert audit(...)`` fails for a leak, and where nothing was decided."""
        return outcome_of(self) == "holds"

    def _repr_html_(self) -> str:
        return f"<pre>{escape(str(self))}</pre>"


def shown(result: AuditResult) -> AuditResult:
    """The same answer, which says all that the command says where it is printed."""
    return Shown(**{each.name: getattr(result, each.name) for each in fields(result)})


def parts_below(result: AuditResult) -> dict[str, list[str]]:
    """What stands below the six lines, by the titles that a page gives it."""
    delta = "" if result.delta == 0 else f" at delta {rational_text(result.delta)}"
    epsilon, notions = f"epsilon {rational_text(result.epsilon)}{delta}", [one.notion.words for one in result.measures]
    words = f"{', '.join(notions)}, so {epsilon}" if result.implied else ", ".join((epsilon, *notions))
    claims = [f"{result.target} ({result.kind}), claimed {words}"]
    claims += [f"mu of Gaussian privacy at least {result.gaussian_mu:.4g}"] if result.gaussian_mu else []

    evidence = [] if result.pair is None else difference(result.pair)
    if result.leaks and result.kinds:
        evidence += [line for one in result.kinds for line in _kind_lines(result, one)]
    elif result.event is not None:
        evidence += _event_lines(result.event)

    faults = [line for fault in result.faults[:FAULTS_SHOWN] for line in _fault_lines(fault)]
    more = len(result.faults) - FAULTS_SHOWN
    faults += [f"fault: {more} more kinds"] if more > 0 else []
    method = [*_method(result), *faults, *(f"note: {note}" for note in result.notes)]
    found = {"What is claimed": claims, "What shows it": evidence, "How it was found": method}
    return {title: lines for title, lines in found.items() if lines}


# ---- The pair and the event


def _kind_lines(result: AuditResult, one: KindOfLeak) -> list[str]:
    """A kind of leak with its bound, the pair where it is another, the event that shows it, and what to do about it."""
    measure, shown, own = claimed(by_kind(result, one))[0], result.pair, one.pair
    found = "leaks" if one.leaks else "no leak found"
    lines = [f"{WORDS[one.kind]}: {found}, {measure.name} >= {measure.bound}, claimed {measure.claimed}"]
    if shown is not None and (own.second, own.first) == (shown.first, shown.second):
        lines.append("likelier on the neighbour")
    elif shown is not None and (own.first, own.second) != (shown.first, shown.second):
        lines.append(f"on another pair: {pair_text(own)}")
    return [*lines, *_event_lines(one.event), *([f"  {REMEDIES[one.kind]}"] if one.leaks else [])]


def kind_words(result: AuditResult, one: KindOfLeak) -> str:
    """A kind of leak and its bound: low bits 7.99."""
    measure = claimed(by_kind(result, one))[0]
    return f"{WORDS[one.kind]} {measure.exactly}{measure.bound}"


def _event_lines(event: Event) -> list[str]:
    """The event in words and how likely it is on each of the two samples; the guesses of which the bound is made."""
    lines = [f"the event: {shortened(event.description)}"]
    if event.first_draws is None or event.second_draws is None:
        return [*lines, f"  probability {chance(event.first)} on one, {chance(event.second)} on the other"]
    first = f"{event.first:,} of {event.first_draws:,}"
    lines.append(f"  in {first} draws on one sample, in {event.second:,} of {event.second_draws:,} on the other")
    opposite = event.opposite
    if opposite is None:
        return lines
    against = [] if opposite.description is None else [f"against it: {shortened(opposite.description)}"]
    made = f"{opposite.right:,} of {opposite.right + opposite.wrong:,} guesses of the sample by these are right"
    some = f", in {opposite.guessed} of {opposite.blocks} blocks of draws"
    return [*lines, *against, f"  {made}{some if opposite.guessed < opposite.blocks else ''}"]


# ---- How it was found


def _method(result: AuditResult) -> Iterator[str]:
    """What exact laws show of rho, what was guessed, and why it stopped."""
    rho = None if result.exact is None else result.exact.rho
    if rho is not None and not rho.upper:
        yield f"rho of concentrated privacy {'infinite' if rho.upper is None else '0'}"
    elif rho is not None:
        order = f"the Renyi divergence of order {float(rho.order):.4g}"
        by = "the relative entropy" if rho.order < NEAR_ONE else order
        yield f"rho of concentrated privacy {float(rho.lower):.6g}, by {by}"
    if result.one_run is not None and result.one_run.description:
        yield f"guessed: {result.one_run.description}"
    if result.verdict != "open":
        yield f"stopped: {result.stopped}"


def _fault_lines(fault: Fault) -> list[str]:
    """What the target did wrong, with the seed and the sample that made it."""
    times = f", {fault.times:,} times" if fault.times > 1 else ""
    where = f"seed {fault.seed}, on {sample_text(fault.sample)}"
    detail = " ".join(fault.detail.split())
    return [f"fault: {fault.kind}{times}: {detail}", f"       first with {where}"]

"""What an audit prints: its first six lines, then what shows them and how it was found."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, replace
from html import escape

import click

from littlestone.proofs_check.audits.answers.six_lines import COLOURS, Claimed, chance, claimed, outcome_of, six_lines
from littlestone.proofs_check.audits.answers.words import difference, pair_text, sample_text, shortened
from littlestone.proofs_check.audits.subjects.instances import Pair
from littlestone.proofs_check.audits.subjects.number_text import rational_text
from littlestone.proofs_check.audits.subjects.results import AuditResult, Event, Fault, KindOfLeak
from littlestone.proofs_check.audits.subjects.scope import REMEDIES, WORDS

NEAR_ONE = 1.01  # orders that a reader may take for the limit at 1
FAULTS_SHOWN = 8  # the most frequent first; the others are counted
FAULT_WORDS = {
    "exception": "raised",
    "crash": "crashed",
    "hang": "hung",
    "memory": "ran out of memory",
    "none": "no hypothesis",
    "shape": "output of the wrong form",
    "nan": "nan in the output",
    "unhashable": "unhashable output",
    "changing": "output that changes",
    "nondeterministic": "not repeatable",
}


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
    shown, more = result.faults[:FAULTS_SHOWN], len(result.faults) - FAULTS_SHOWN
    faults = [line for fault in shown for line in _fault_lines(fault)]
    faults += [f"fault: {more} more kinds"] if more > 0 else []
    method = [*_method(result), *faults, *(f"note: {note}" for note in result.notes)]
    found = {"What is claimed": _claims(result), "What shows it": _evidence(result), "How it was found": method}
    return {title: lines for title, lines in found.items() if lines}


def _claims(result: AuditResult) -> list[str]:
    delta = "" if result.delta == 0 else f" at delta {rational_text(result.delta)}"
    epsilon = f"epsilon {rational_text(result.epsilon)}{delta}"
    notions = ", ".join(one.notion.words for one in result.measures)
    claim = f"{notions}, so {epsilon}" if result.implied else f"{epsilon}, {notions}" if notions else epsilon
    lines = [f"{result.target} ({result.kind}), claimed {claim}"]
    return lines + ([f"mu of Gaussian privacy at least {result.gaussian_mu:.4g}"] if result.gaussian_mu else [])


# ---- The pair and the event


def _evidence(result: AuditResult) -> list[str]:
    pair = [] if result.pair is None else difference(result.pair)
    if not result.leaks or not result.kinds:
        return pair + ([] if result.event is None else _event_lines(result.event))
    return pair + [line for one in result.kinds for line in _kind_lines(result, one)]


def _kind_lines(result: AuditResult, one: KindOfLeak) -> list[str]:
    """A kind of leak with its bound, the event that shows it, and what it comes from and what to do about it."""
    measure = _claimed_by(result, one)
    found = "leaks" if one.leaks else "no leak found"
    what = f"{WORDS[one.kind]}: {found}, {measure.name} >= {measure.bound}, claimed {measure.claimed}"
    remedy = [f"  {REMEDIES[one.kind]}"] if one.leaks else []
    return [what, *_other_pair(result.pair, one.pair), *_event_lines(one.event), *remedy]


def kind_words(result: AuditResult, one: KindOfLeak) -> str:
    """A kind of leak and its bound: low bits 7.99."""
    measure = _claimed_by(result, one)
    return f"{WORDS[one.kind]} {measure.exactly}{measure.bound}"


def _claimed_by(result: AuditResult, one: KindOfLeak) -> Claimed:
    return claimed(replace(result, bound=one.bound, measures=one.measures))[0]


def _other_pair(shown: Pair | None, own: Pair) -> list[str]:
    """On which pair, where that is not the one that is shown."""
    if shown is None or (own.first, own.second) == (shown.first, shown.second):
        return []
    is_turned = (own.second, own.first) == (shown.first, shown.second)
    return ["likelier on the neighbour" if is_turned else f"on another pair: {pair_text(own)}"]


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
    return [f"fault: {FAULT_WORDS[fault.kind]}{times}: {detail}", f"       first with {where}"]

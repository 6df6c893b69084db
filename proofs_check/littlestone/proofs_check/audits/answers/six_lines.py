"""What an answer comes to, and its first six lines: the answer, cause or power, pair, what was tried, to do, to repeat.

The first line, the exit code, a gate's verdict, pytest's result and the page are all made of the outcome. An audit that
could not have shown a leak decides nothing: 2 of 13 pairs of a learner of infinite loss were once green.

Always six, in this order, each behind the same word, so that a reader finds the next step without the details. The
cause is that of the bound in the first line. Everything that narrows the answer (--grid, --ignore-failures, --only,
--observe) is in the first line too: apart from it, a bound on less than the target would pass for one on the target.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from decimal import ROUND_CEILING, Context
from fractions import Fraction
from typing import Literal

from littlestone.impl.privacy.guarantees import ADD_REMOVE, REPLACE_ONE
from littlestone.proofs_check.audits.answers.words import pair_text, shortened
from littlestone.proofs_check.audits.subjects.number_text import (
    LONGEST_WORDS,
    Bound,
    as_float,
    as_fraction,
    compared,
    exactly,
    percent,
    rational_text,
    rounded_down,
    with_article,
)
from littlestone.proofs_check.audits.subjects.results import FAILING, AuditResult, Event, KindOfLeak
from littlestone.proofs_check.audits.subjects.scope import CAUSES, FEWEST_DRAWS, IGNORED, REMEDIES
from littlestone.proofs_check.exit_codes import ExitCode
from littlestone.spec.algebra.reals import Real
from littlestone.spec.learning.randomness import Exact, exact

Outcome = Literal["holds", "fails", "not decided"]
OUTCOMES: dict[str, Outcome] = {
    "leaks": "fails",
    "exact_leak": "fails",
    "no_leak": "holds",
    "exact_ok": "holds",
    "open": "not decided",
}
CODES = {"holds": ExitCode.PASSED, "fails": ExitCode.FAILED, "not decided": ExitCode.UNDECIDED}
COLOURS = {"holds": "green", "fails": "red", "not decided": "yellow"}
CONSTANT = "its output never varied, on any sample"
SAME_SCORES = "all scores that are compared are the same"
UNASKED = "it never drew from the source of randomness that it is given, or draws the same in every process"
POWERLESS = "so few runs could have shown no leak, however large"
NOTION_DIGITS = 4  # at least: rho is about the square of epsilon
POWER_DIGITS = 3
EARLIER = "earlier runs"  # on which outputs may depend: then no other reason counts
OPENING = re.compile("^(output|not|the|any)\\b")  # of an event; else it begins with a name
MORE_NOISE = "add noise, or claim what it keeps"
WIDELY = 4  # times the claim: more than a slip of a factor in the noise


# ---- What it comes to


def outcome_of(result: AuditResult) -> Outcome:
    """It fails by a leak, and holds where none is left open."""
    return OUTCOMES[result.verdict]


def concluded(found: AuditResult) -> AuditResult:
    """The answer; without a leak it is open if what was looked at decides nothing."""
    doubts = () if found.leaks else tuple(_doubts(found))
    power = None if SAME_SCORES in doubts else found.power
    return replace(found, verdict="open", doubts=doubts, power=power) if doubts else found


def _doubts(found: AuditResult) -> Iterator[str]:
    """Why an answer without a leak decides nothing, the first reason first."""
    if 0 < found.pairs_tried < found.pairs_listed:
        yield f"{found.pairs_listed - found.pairs_tried} of {found.pairs_listed} pairs were left out"
    failed = sum(fault.times for fault in found.faults if fault.kind in FAILING)
    if failed and IGNORED not in found.left_out:
        yield f"{failed:,} run{'s' * (failed > 1)} failed"
    if found.failing_edges and IGNORED not in found.left_out:
        yield f"runs failed at the edge of the domain: {'; '.join(found.failing_edges)}"
    if found.unsettled:
        yield found.unsettled
    if found.varied is False:
        yield SAME_SCORES if found.kind == "scores" else CONSTANT
    elif found.asked is False:
        yield UNASKED
    elif found.mode != "exact" and found.verdict == "no_leak" and (found.power is None or found.power.least is None):
        yield POWERLESS


def six_lines(result: AuditResult) -> tuple[str, ...]:
    """The six lines."""
    result = _by_cause(result)
    no_pair = "(none tested)" if result.one_run is None else "(canary rows, each in or out by a coin)"
    why = "cause" if result.leaks or result.power is None else "power"
    return (
        verdict_line(result),
        f"{why}: {_cause(result) if why == 'cause' else power_words(result)}",
        f"pair: {no_pair if result.pair is None else pair_text(result.pair)}",
        f"tried: {tried(result)}",
        f"do: {_advice(result)}",
        f"repeat: {result.command}",
    )


def by_kind(result: AuditResult, kind: KindOfLeak) -> AuditResult:
    """The answer with the bounds that one kind of leak shows."""
    return replace(result, bound=kind.bound, measures=kind.measures)


def _by_cause(result: AuditResult) -> AuditResult:
    """A leak by its first kind: another one's bounds would stand above the wrong evidence."""
    return by_kind(result, result.kinds[0]) if result.leaks and result.kinds else result


# ---- The answer


@dataclass(frozen=True)
class Claimed:
    """One of the numbers that are claimed, in words: epsilon or that of a notion."""

    name: str
    bound: str
    claimed: str
    is_exceeded: bool

    @property
    def exactly(self) -> str:
        """The name before an exact number: none for epsilon."""
        return "" if self.name == "epsilon" else f"{self.name} "


def claimed(result: AuditResult) -> list[Claimed]:
    """What is claimed, that which is exceeded first; of a leak by the events of its cause."""
    found, is_exact = [], result.mode == "exact"
    if not result.implied:
        bound, exact = result.bound.number, result.exact
        digits = "infinite" if result.bound.is_infinite else compared(bound, result.epsilon)
        if is_exact and not isinstance(bound, float):
            digits = exactly(bound, digits)
        exceeds = result.bound > result.epsilon if exact is None else not exact.is_private
        found.append(Claimed("epsilon", digits, rational_text(result.epsilon), exceeds))
    for one in result.measures:
        digits, claim = "infinite", one.notion.claimed
        if not Bound(one.bound).is_infinite:
            number = as_fraction(one.bound)
            digits = max(compared(number, claim), rounded_down(number, NOTION_DIGITS), key=len)
            digits += "..." * (is_exact and number != Fraction(digits))
        found.append(Claimed(one.notion.name, digits, rational_text(claim), one.keeps is False))
    return sorted(found, key=lambda one: not one.is_exceeded)


def verdict_line(result: AuditResult) -> str:
    """The answer in one line, with the relation and what is left out."""
    measures = claimed(_by_cause(result))
    worst, surely = measures[0], f"at {percent(result.confidence)} confidence"
    least = "; ".join(f"{one.name} >= {one.bound}, claimed {one.claimed}" for one in measures)
    exact = ", ".join(f"{one.exactly}exactly {one.bound} <= {one.claimed}" for one in measures)
    reason = result.doubts[0] if result.doubts and EARLIER not in result.stopped else result.stopped
    lines = {
        "leaks": f"LEAK: {worst.name} >= {worst.bound} {surely}, claimed {worst.claimed}",
        "no_leak": f"NO LEAK FOUND: {least}",
        "exact_leak": f"LEAK: {worst.exactly}exactly {worst.bound} > {worst.claimed} claimed",
        "exact_ok": exact,
        "open": f"UNDECIDED: {reason}; {exact if result.varied is False and result.exact else least}",
    }
    line = lines[result.verdict]
    if result.verdict == "open" and 0 < result.pairs_tried < result.pairs_listed:
        line = f"NOT ENOUGH TRIED: no leak on {result.pairs_tried} of {result.pairs_listed} pairs, {least}"
    return f"{line} ({'; '.join((result.relation, *result.left_out))})"


# ---- Why


def _cause(result: AuditResult) -> str:
    event = result.event
    if not result.leaks:
        reasons = "; ".join(result.doubts) or (result.stopped if result.verdict == "open" else "no leak on any pair")
        return f"none ({reasons})" if result.verdict != "open" else reasons
    if result.one_run is not None:
        found = result.one_run
        return f"{found.correct:,} of {found.guesses:,} guesses about {found.canaries:,} canaries are right"
    if event is None:
        return "the target leaks"
    needed = ""
    if event.least_delta and not result.implied:
        least = f"delta at least {event.least_delta:.3g} of {rational_text(result.delta)}"
        needed = f"at epsilon {rational_text(result.epsilon)}, {least}"
    evidence = "; ".join(filter(None, (_evidence(event), _allowed(result, event), needed)))
    evidence = f"{shortened(event.description)}: {evidence}"
    if not result.kinds:
        return evidence
    kind = result.kinds[0].kind
    alone = f" ({event.second:,} of {event.second_draws:,})" if kind == "support" and not event.opposite else ""
    return f"{CAUSES[kind]}{alone}. {OPENING.sub(lambda found: found.group().capitalize(), evidence)}"


def _evidence(event: Event) -> str:
    if event.opposite is not None:
        other = f"or, against it, {event.opposite.description}, " if event.opposite.description else ""
        made = event.opposite.right + event.opposite.wrong
        return f"{other}{event.opposite.right:,} of {made:,} guesses are right"
    if event.first_draws is None:
        return f"probability {chance(event.first)} on one sample, {chance(event.second)} on the other"
    first = f"{event.first:,} of {event.first_draws:,} runs on one sample"
    return f"{first}, {event.second:,} of {event.second_draws:,} on the other"


def chance(p: Exact | int) -> str:
    """A probability, exact where that is short."""
    if isinstance(p, Real):
        return exactly(p, rounded_down(as_fraction(p), 4))
    short = rational_text(Fraction(p))
    return short if len(short) <= LONGEST_WORDS else f"about {float(p):.6g}"


def _allowed(result: AuditResult, event: Event) -> str:
    """What the claim that is exceeded allows of as many guesses, or beside as many hits on the other sample.

    A rare share is a number: tenths of a percent show nothing of it.
    """
    epsilon, loss = rational_text(result.epsilon), min(as_float(result.epsilon), 700.0)
    by_epsilon = claimed(result)[0].name == "epsilon"
    if event.opposite is not None and by_epsilon:
        return f"epsilon {epsilon} allows {1 / (1 + math.exp(-loss)):.1%}"
    worst = next((one.notion for one in result.measures if one.keeps is False), None)
    if worst is None and not by_epsilon:
        return ""
    other = float(as_fraction(exact(event.second))) / (event.second_draws or 1)
    if worst is None or by_epsilon:
        words, share = f"epsilon {epsilon}", min(1.0, math.exp(loss) * other + as_float(result.delta))
    else:
        words, share = worst.words, 1 - worst.misses(other)
    return f"{words} allows {share:.1%}" if share == 0 or share >= 0.001 else f"{words} allows {share:.2g}"


def power_words(result: AuditResult) -> str:
    """The least loss that the runs on these pairs would have shown, rounded up."""
    power, others = result.power, result.pairs_listed - result.pairs_tried
    assert power is not None
    beside = f"; on the other {others} no loss would show" if others else ""
    number = "pair" if result.pairs_tried == 1 else f"{result.pairs_tried} pairs"
    pairs, often = f"on the {number} tried" if result.pairs_tried else "in these runs", percent(power.probability)
    if power.least is None:
        return f"{pairs} no {power.of}, however large, would show in {often} of audits{beside}"
    least = Context(prec=POWER_DIGITS, rounding=ROUND_CEILING).create_decimal_from_float(power.least)
    what = f"{with_article(power.of)} of {least:f}"
    return f"{pairs} {what} would show in {often} of audits, by an event {power.by}{beside}"


# ---- On what


def tried(result: AuditResult) -> str:
    """What was looked at, in one line."""
    if result.exact is not None:
        number, named = result.exact.examined, result.exact.named
        pairs = f"all {number:,} pairs of neighbours{' that are named' * named}"
        pairs = "the pair of neighbours that is named" if named and number == 1 else pairs
        return "; ".join((f"every branch of its random choices on {pairs}, {result.seconds:.1f} s", *result.untried))
    if result.one_run is not None:
        runs = "one run" if result.one_run.runs == 1 else f"{result.one_run.runs:,} runs"
        return f"{runs}, {result.one_run.canaries:,} canaries, {result.seconds:.1f} s"
    spent = ", ".join(f"{count:,} {purpose}" for purpose, count in result.draws)
    tested = f"{result.pairs_tried:,} of {result.pairs_listed:,} pairs, {result.total_draws:,} runs ({spent})"
    kinds = f"{len(result.faults)} kind{'s' * (len(result.faults) > 1)}"
    errors = (f"{kinds} of errors noted",) if result.faults else ()
    return "; ".join((f"{tested}, {result.seconds:.1f} s", *errors, *result.untried))


# ---- What next


def _advice(result: AuditResult) -> str:
    if result.leaks:
        kind = result.kinds[0].kind if result.kinds else "calibration"
        by_ratio = kind == "calibration" and (result.kinds or result.mode == "exact")
        words = _by_ratio(result) if by_ratio else REMEDIES[kind] if result.kinds else MORE_NOISE
        another = result.relation == REPLACE_ONE and any(ADD_REMOVE in note for note in result.notes)
        return words + "; if you claim add or remove one row, say --relation add-remove" * another
    if result.verdict == "open":
        return _next_step(result)
    if result.mode == "exact":
        return "no more on these samples; more --rows or a larger --class asks more"
    smaller = f"{_more(result)} would show smaller losses"
    fear = ", and --pair FILE tries samples that you fear" if result.one_run is None else ""
    return f"this is no proof of privacy; {smaller}{fear}"


def _more(result: AuditResult) -> str:
    if result.one_run is not None:
        return f"more canaries{' or runs' * (result.kind == 'scores')}"
    return f"--budget {10 * max(result.total_draws, FEWEST_DRAWS):g}"


def _next_step(result: AuditResult) -> str:
    if 0 < result.pairs_tried < result.pairs_listed:
        needed = FEWEST_DRAWS * result.pairs_listed
        return f"--budget {needed}, which tries all pairs; or --pair FILE with the samples that you fear"
    if EARLIER in result.stopped:
        return "clear what the target keeps between runs; draw every random number from what it is given"
    if any("failed" in doubt for doubt in result.doubts):
        return "correct what fails, or set such runs aside with --ignore-failures"
    if CONSTANT in result.doubts:
        return "let the target learn from its sample, and draw noise from the source or generator that it is given"
    if UNASKED in result.doubts:
        return "draw noise from what the target is given; if it has a secure source of its own, name that parameter _"
    if SAME_SCORES in result.doubts:
        return "score each canary by how likely it was in"
    if result.doubts:
        return _more(result)
    return "claim a number that is farther from the bound, or use more runs"


def _by_ratio(result: AuditResult) -> str:
    """How much more noise, by how far the claim is exceeded."""
    if result.bound.is_infinite and result.mode == "exact":
        ends = "an outcome that is possible on one sample is impossible on the other"
        return f"no epsilon covers this: {ends}; choose candidates and bounds without a look at the data, and add noise"
    if result.bound.is_infinite or result.implied or as_fraction(result.epsilon) <= 0:
        return MORE_NOISE
    ratio = float(result.bound) / as_float(result.epsilon)
    if ratio <= 1:
        return "claim a larger delta, or add noise"
    if ratio > WIDELY:
        return "check the sensitivity"
    return "double the noise" if ratio <= 2 else f"multiply the noise by {math.ceil(ratio)}"

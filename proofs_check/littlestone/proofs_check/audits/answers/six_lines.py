"""The first six lines of an answer: the answer, the cause or the power, the pair, what was tried, what to do, repeat.

Always six, in this order, each behind the same word, so that a reader finds the next step without the details. The
cause is that of the bound in the first line. Everything that narrows the answer (--grid, --ignore-failures, --only,
--observe) is in the first line too: apart from it, a bound on less than the target would pass for one on the target.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, replace
from decimal import ROUND_CEILING, Context
from fractions import Fraction

from littlestone.impl.privacy.guarantees import ADD_REMOVE, REPLACE_ONE
from littlestone.proofs_check.audits.answers.outcomes import CONSTANT
from littlestone.proofs_check.audits.answers.words import sample_text, shortened
from littlestone.proofs_check.audits.subjects.instances import Pair
from littlestone.proofs_check.audits.subjects.number_text import (
    LONGEST_WORDS,
    Bound,
    as_fraction,
    compared,
    exactly,
    percent,
    rational_text,
    rounded_down,
    with_article,
)
from littlestone.proofs_check.audits.subjects.results import AuditResult, Event, Measure, Power
from littlestone.proofs_check.audits.subjects.scope import CAUSES, FEWEST_DRAWS, REMEDIES
from littlestone.spec.algebra.reals import Real
from littlestone.spec.learning.randomness import Exact

NOTION_DIGITS = 4  # at least: rho is about the square of epsilon
POWER_DIGITS = 3
EARLIER = "earlier runs"  # on which outputs may depend: then no other reason counts
OPENING = re.compile("^(output|not|the|any)\\b")  # of an event; else it begins with a name
WIDELY = 4  # times the claim: more than a slip of a factor in the noise


def six_lines(result: AuditResult) -> tuple[str, ...]:
    """The six lines."""
    result = _by_cause(result)
    why = "cause" if result.leaks or result.power is None else "power"
    return (
        verdict_line(result),
        f"{why}: {_cause(result) if why == 'cause' else power_words(result)}",
        f"pair: {_pair(result)}",
        f"tried: {tried(result)}",
        f"do: {_advice(result)}",
        f"repeat: {result.command}",
    )


def _by_cause(result: AuditResult) -> AuditResult:
    """A leak with the bounds that its first kind shows: another one's would stand above the wrong evidence."""
    if not (result.leaks and result.kinds):
        return result
    return replace(result, bound=result.kinds[0].bound, measures=result.kinds[0].measures)


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
    found = []
    if not result.implied:
        exceeds = result.bound > result.epsilon if result.exact is None else not result.exact.is_private
        words = "infinite" if result.bound.is_infinite else _figure(result)
        found.append(Claimed("epsilon", words, rational_text(result.epsilon), exceeds))
    for one in result.measures:
        words = "infinite" if Bound(one.bound).is_infinite else _notion_figure(one, result.mode)
        found.append(Claimed(one.notion.name, words, rational_text(one.notion.claimed), one.keeps is False))
    return sorted(found, key=lambda one: not one.is_exceeded)


def _figure(result: AuditResult) -> str:
    bound = result.bound.number
    digits = compared(bound, result.epsilon)
    return digits if isinstance(bound, float) or result.mode != "exact" else exactly(bound, digits)


def _notion_figure(one: Measure, mode: str) -> str:
    bound = one.bound
    digits = max(compared(bound, one.notion.claimed), rounded_down(as_fraction(bound), NOTION_DIGITS), key=len)
    return digits if mode != "exact" or as_fraction(bound) == Fraction(digits) else f"{digits}..."


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
    allows = "; ".join(filter(None, (_allowed(result, event), _delta_needed(result, event))))
    evidence = f"{shortened(event.description)}: {_evidence(event)}{'; ' * bool(allows)}{allows}"
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
    if event.first_draws is None or event.second_draws is None:
        return f"probability {chance(event.first)} on one sample, {chance(event.second)} on the other"
    return (
        f"{event.first:,} of {event.first_draws:,} runs on one sample, "
        f"{event.second:,} of {event.second_draws:,} on the other"
    )


def chance(p: Exact | int) -> str:
    """A probability, exact where that is short."""
    if isinstance(p, Real):
        return exactly(p, rounded_down(as_fraction(p), 4))
    short = rational_text(Fraction(p))
    return short if len(short) <= LONGEST_WORDS else f"about {float(p):.6g}"


def _allowed(result: AuditResult, event: Event) -> str:
    """What the claim that is exceeded allows of as many guesses, or beside as many hits on the other sample."""
    worst = next((one for one in result.measures if one.keeps is False), None)
    by_epsilon = claimed(result)[0].name == "epsilon"
    loss = min(float(as_fraction(result.epsilon)), 700.0)
    if event.opposite is not None and by_epsilon:
        return f"epsilon {rational_text(result.epsilon)} allows {1 / (1 + math.exp(-loss)):.1%}"
    other = float(as_fraction(Fraction(event.second) if isinstance(event.second, int) else event.second))
    other /= event.second_draws or 1
    if by_epsilon:
        most = min(1.0, math.exp(loss) * other + float(as_fraction(result.delta)))
        return f"epsilon {rational_text(result.epsilon)} allows {_share(most)}"
    return "" if worst is None else f"{worst.notion.words} allows {_share(1 - worst.notion.misses(other))}"


def _share(p: float) -> str:
    """A probability in percent; a rare one as a number, of which tenths of a percent show nothing."""
    return f"{p:.1%}" if p == 0 or p >= 0.001 else f"{p:.2g}"


def _delta_needed(result: AuditResult, event: Event) -> str:
    if not event.least_delta or result.implied:
        return ""
    least = f"{event.least_delta:.3g}"
    return f"at epsilon {rational_text(result.epsilon)}, delta at least {least} of {rational_text(result.delta)}"


def power_words(result: AuditResult) -> str:
    """The least loss that the runs on these pairs would have shown, rounded up."""
    assert result.power is not None
    others = result.pairs_listed - result.pairs_tried
    beside = f"; on the other {others} no loss would show" if others else ""
    number = "pair" if result.pairs_tried == 1 else f"{result.pairs_tried} pairs"
    pairs = f"on the {number} tried" if result.pairs_tried else "in these runs"
    return f"{pairs} {_least_shown(result.power)}{beside}"


def _least_shown(power: Power) -> str:
    often = f"{percent(power.probability)} of audits"
    if power.least is None:
        return f"no {power.of}, however large, would show in {often}"
    least = Context(prec=POWER_DIGITS, rounding=ROUND_CEILING).create_decimal_from_float(power.least)
    return f"{with_article(power.of)} of {least:f} would show in {often}, by an event {power.by}"


# ---- On what


def _pair(result: AuditResult) -> str:
    pair = result.pair
    if pair is None:
        return "(none tested)" if result.one_run is None else "(canary rows, each in or out by a coin)"
    if not isinstance(pair, Pair):
        return f"{sample_text(pair.first)}, and {sample_text(pair.second)} ({pair.what})"
    row = sample_text((pair.second[pair.changed],))[1:-1]
    return f"{sample_text(pair.first)}, and the same with {row} in place of row {pair.changed} ({pair.what})"


def tried(result: AuditResult) -> str:
    """What was looked at, in one line."""
    if result.exact is not None:
        number, named = result.exact.examined, result.exact.named
        pairs = f"all {number:,} pairs of neighbours{' that are named' * named}"
        pairs = "the pair of neighbours that is named" if named and number == 1 else pairs
        return f"every branch of its random choices on {pairs}, {result.seconds:.1f} s"
    if result.one_run is not None:
        found_once = result.one_run
        runs = "one run" if found_once.runs == 1 else f"{found_once.runs:,} runs"
        return f"{runs}, {found_once.canaries:,} canaries, {result.seconds:.1f} s"
    spent = ", ".join(f"{count:,} {purpose}" for purpose, count in result.draws)
    tested = f"{result.pairs_tried:,} of {result.pairs_listed:,} pairs, "
    others = "".join(f"; {words}" for words in result.untried)
    kinds = f"{len(result.faults)} kind{'s' * (len(result.faults) > 1)}"
    errors = f"; {kinds} of errors noted" if result.faults else ""
    return f"{tested}{result.total_draws:,} runs ({spent}), {result.seconds:.1f} s{errors}{others}"


# ---- What next


def _advice(result: AuditResult) -> str:
    if result.leaks:
        return _remedy(result)
    if result.verdict == "open":
        return _next_step(result)
    if result.mode == "exact":
        return "no more on these samples; more --rows or a larger --class asks more"
    total = max(result.total_draws, FEWEST_DRAWS)
    more = f"--budget {10 * total:g} would show smaller losses, and --pair FILE tries samples that you fear"
    return f"this is no proof of privacy; {more}"


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
    if result.doubts:
        return f"--budget {10 * max(result.total_draws, FEWEST_DRAWS):g}"
    return "claim a number that is farther from the bound, or use more runs"


def _remedy(result: AuditResult) -> str:
    if not result.kinds:
        words = "add noise, or claim what it keeps" if result.mode != "exact" else _by_ratio(result)
    else:
        kind = result.kinds[0].kind
        words = _by_ratio(result) if kind == "calibration" else REMEDIES[kind]
    return words + _another_relation(result)


def _by_ratio(result: AuditResult) -> str:
    """How much more noise, by how far the claim is exceeded."""
    if result.bound.is_infinite and result.mode == "exact":
        ends = "an outcome that is possible on one sample is impossible on the other"
        return f"no epsilon covers this: {ends}; choose candidates and bounds without a look at the data, and add noise"
    if result.bound.is_infinite or result.implied or as_fraction(result.epsilon) <= 0:
        return "add noise, or claim what it keeps"
    ratio = float(result.bound) / float(as_fraction(result.epsilon))
    if ratio <= 1:
        return "claim a larger delta, or add noise"
    if ratio > WIDELY:
        return "check the sensitivity"
    return "double the noise" if ratio <= 2 else f"multiply the noise by {math.ceil(ratio)}"


def _another_relation(result: AuditResult) -> str:
    if result.relation != REPLACE_ONE or not any(ADD_REMOVE in note for note in result.notes):
        return ""
    return "; if you claim add or remove one row, say --relation add-remove"

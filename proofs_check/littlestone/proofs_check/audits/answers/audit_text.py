"""What an audit prints: the verdict first, then what shows it, how far to trust it, and how to repeat it.

Everything that narrows the answer (--grid, --ignore-failures, --only, --observe) is in the line of the verdict itself:
read apart from it, a bound on less than the target would pass for one on the target.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from decimal import ROUND_CEILING, Context
from fractions import Fraction

import click

from littlestone.proofs_check.audits.subjects.instances import Dataset, Pair, Point
from littlestone.proofs_check.audits.subjects.neighbours import AnyPair, Neighbours, is_sample
from littlestone.proofs_check.audits.subjects.number_text import (
    LONGEST_WORDS,
    as_fraction,
    compared,
    exactly,
    greater,
    percent,
    rational_text,
    rounded_down,
)
from littlestone.proofs_check.audits.subjects.results import (
    AccuracyResult,
    AuditResult,
    Event,
    ExactResult,
    Fault,
    KindOfLeak,
    LeastRho,
    Measure,
    OneRunResult,
    Opposite,
    Power,
)
from littlestone.proofs_check.audits.subjects.scope import REMEDIES, WORDS
from littlestone.spec.algebra.reals import Real
from littlestone.spec.learning.randomness import Exact

ROWS_AROUND = 3  # on either side of the row that differs
WHOLE_UP_TO = 12  # rows that fit a screen beside the rest of the answer
LONGEST_POINT = 28  # two points and two labels fit 80 columns
LONGEST_EVENT = 400
LONGEST_TUPLE = 80
NOTION_DIGITS = 4  # at least: rho is about the square of epsilon
POWER_DIGITS = 3
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
    """All that is printed of a result; the first line is the verdict, the last the command that repeats it."""
    first = verdict_line(result)
    if coloured:
        first = click.style(
            first, fg="red" if result.leaks else "green" if result.verdict != "open" else "yellow", bold=True
        )
    head, evidence, closing = _blocks(result)
    return _spaced([[first, *head], evidence, [*closing, f"reproduce: {result.command}"]])


def audit_detail(result: AuditResult) -> list[str]:
    """The lines between the verdict and the command."""
    return _spaced(_blocks(result)).splitlines()


def _blocks(result: AuditResult) -> tuple[list[str], list[str], list[str]]:
    return _claims_lines(result), _evidence_lines(result), _closing_lines(result)


def _spaced(blocks: Iterable[list[str]]) -> str:
    return "\n\n".join("\n".join(block) for block in blocks if block)


def verdict_line(result: AuditResult) -> str:
    """The verdict in one line: LEAKS, no leak found, exactly, or undecided; between which neighbours, and in what."""
    measures = _decisive(result)
    least = ", ".join(f"{one.name}at least {one.bound} of {one.claimed}" for one in measures)
    worst, surely = measures[0], f"claimed, at {percent(result.confidence)}"
    lines = {
        "leaks": f"LEAKS: {worst.name}at least {worst.bound} > {worst.claimed} {surely}{_by_kinds(result)}",
        "no_leak": f"no leak found: {least}",
        "exact_leak": f"LEAKS: {worst.name}exactly {worst.bound} > {worst.claimed} claimed",
        "exact_ok": ", ".join(f"{one.name}exactly {one.bound} <= {one.claimed}" for one in measures),
        "open": f"undecided: {least}, but {result.stopped}",
    }
    return f"{lines[result.verdict]} ({'; '.join((result.relation, *result.left_out))})"


def _by_kinds(result: AuditResult) -> str:
    """By which kinds it leaks, and by which of those that were tested it does not."""
    leaking = [kind_words(result, one) for one in result.kinds if one.leaks]
    others = [kind_words(result, one) for one in result.kinds if not one.leaks]
    by = f", by {' and '.join(leaking)}" if leaking else ""
    return by + (f", not by {' or '.join(others)}" if others else "")


def kind_words(result: AuditResult, one: KindOfLeak) -> str:
    """A kind of leak and its bound: low bits 7.99."""
    measure = _decisive(replace(result, bound=one.bound, measures=one.measures))[0]
    return f"{WORDS[one.kind]} {measure.name}{measure.bound}"


@dataclass(frozen=True)
class _Measure:
    """One of the numbers that are claimed, in words: epsilon, which has no name, or that of a notion."""

    name: str
    bound: str
    claimed: str
    is_exceeded: bool


def _decisive(result: AuditResult) -> list[_Measure]:
    """What is claimed, that which is exceeded first."""
    found = []
    if not result.implied:
        exceeds = _exceeds(result.bound, result.epsilon) if result.exact is None else not result.exact.is_private
        words = "infinite" if is_infinite(result.bound) else _figure(result)
        found.append(_Measure("", words, rational_text(result.epsilon), exceeds))
    for one in result.measures:
        words = "infinite" if is_infinite(one.bound) else _notion_figure(one, result.mode)
        claimed = rational_text(one.notion.claimed)
        found.append(_Measure(f"{one.notion.name} ", words, claimed, one.keeps is False))
    return sorted(found, key=lambda one: not one.is_exceeded)


def _exceeds(bound: Exact | float | None, claimed: Exact) -> bool:
    return bound is None or is_infinite(bound) or greater(bound, claimed)


def _figure(result: AuditResult) -> str:
    bound = Fraction(0) if result.bound is None else result.bound
    digits = compared(bound, result.epsilon)
    return digits if isinstance(bound, float) or result.mode != "exact" else exactly(bound, digits)


def _notion_figure(one: Measure, mode: str) -> str:
    bound = one.bound
    digits = max(compared(bound, one.notion.claimed), rounded_down(as_fraction(bound), NOTION_DIGITS), key=len)
    return digits if mode != "exact" or as_fraction(bound) == Fraction(digits) else f"{digits}..."


def is_infinite(bound: Exact | float | None) -> bool:
    """The bound says that no epsilon is enough."""
    return bound is None or (isinstance(bound, float) and math.isinf(bound))


def _claims_lines(result: AuditResult) -> list[str]:
    delta = "" if result.delta == 0 else f" at delta {rational_text(result.delta)}"
    epsilon = f"epsilon {rational_text(result.epsilon)}{delta}"
    notions = ", ".join(one.notion.words for one in result.measures)
    claim = f"{notions}, so {epsilon}" if result.implied else f"{epsilon}, {notions}" if notions else epsilon
    lines = [f"{result.target} ({result.kind}), claimed {claim}"]
    lines += [f"mu of Gaussian privacy at least {result.gaussian_mu:.4g}"] if result.gaussian_mu else []
    return lines + ([] if result.power is None else [power_line(result.power)])


def power_line(power: Power) -> str:
    """The least loss that the audit would have reported, rounded up."""
    chance = percent(power.probability)
    if power.least is None:
        return (
            f"power: these draws would have reported no {power.of} with probability {chance}, however large; use more"
        )
    least = Context(prec=POWER_DIGITS, rounding=ROUND_CEILING).create_decimal_from_float(power.least)
    return f"power: a true {power.of} of {least:f} would have been reported with probability {chance}"


# ---- The pair and the event


def _evidence_lines(result: AuditResult) -> list[str]:
    lines = [] if result.pair is None else [*pair_lines(result.pair), ""]
    if not result.leaks or not result.kinds:
        return lines + ([] if result.event is None else event_lines(result.event))
    return lines + [line for one in result.kinds for line in [*kind_lines(result, one), ""]][:-1]


def kind_lines(result: AuditResult, one: KindOfLeak) -> list[str]:
    """A kind of leak with its bound, the event that shows it, and what it comes from and what to do about it."""
    measure = _decisive(replace(result, bound=one.bound, measures=one.measures))[0]
    relation, found = (">", "leaks") if one.leaks else ("of", "no leak found")
    what = f"{WORDS[one.kind]}: {found}, {measure.name}at least {measure.bound} {relation} {measure.claimed}"
    remedy = [f"  {REMEDIES[one.kind]}"] if one.leaks else []
    return [what, *_other_pair(result.pair, one.pair), *event_lines(one.event), *remedy]


def _other_pair(shown: AnyPair | None, own: AnyPair) -> list[str]:
    """On which pair, where that is not the one that is shown."""
    if shown is None or (own.first, own.second) == (shown.first, shown.second):
        return []
    if (own.second, own.first) == (shown.first, shown.second):
        return ["likelier on the neighbour"]
    return pair_lines(own)


def pair_lines(pair: AnyPair) -> list[str]:
    """The pair as a table: the changed row marked, and in a long sample only the rows around it; else both inputs."""
    if isinstance(pair, Neighbours):
        inputs = [f"  {sample_text(part)}" for part in (pair.first, pair.second)]
        return [f"the pair of inputs ({pair.what}):", *inputs, *_missing_lines(pair)]
    shown = list(shown_rows(pair))
    width = max([5, *(len(_point(x)) for i in shown for x in (pair.first[i][0], pair.second[i][0]))])
    head = f"  {'row':>6}  {'point':<{width}}  label   neighbour ({pair.what})"
    lines = ["the pair of samples:", head, *(_row_line(pair, i, width) for i in shown)]
    hidden = len(pair.first) - len(shown)
    return lines + ([f"  ... {hidden:,} equal rows are not shown"] if hidden else [])


def _missing_lines(pair: Neighbours) -> list[str]:
    """Which rows one of two samples lacks, where it lacks some and has no others."""
    if not (is_sample(pair.first) and is_sample(pair.second)):
        return []
    names = ("first", "second") if len(pair.first) < len(pair.second) else ("second", "first")
    shorter, longer = sorted((pair.first, pair.second), key=len)
    kept, missing = list(shorter), []
    for i, row in enumerate(longer):
        if kept and kept[0] == row:
            kept.pop(0)
        else:
            missing.append((i, row))
    if kept or not missing:
        return []
    words = ", ".join(f"{i}: ({_point(x)}, {y})" for i, (x, y) in missing[:WHOLE_UP_TO])
    more = f", and {len(missing) - WHOLE_UP_TO:,} more" if len(missing) > WHOLE_UP_TO else ""
    return [f"  the {names[0]} lacks the row{'s' * (len(missing) > 1)} {words}{more}"]


def shown_rows(pair: Pair) -> range:
    """The rows worth showing: all of a short sample, else those around the changed one."""
    if len(pair.first) <= WHOLE_UP_TO:
        return range(len(pair.first))
    return range(max(0, pair.changed - ROWS_AROUND), min(len(pair.first), pair.changed + ROWS_AROUND + 1))


def _row_line(pair: Pair, i: int, width: int) -> str:
    (x, y), (other_x, other_y) = pair.first[i], pair.second[i]
    mark, other = ("> ", f"  ->  {_point(other_x)}  {other_y}") if i == pair.changed else ("  ", "")
    return f"{mark}{i:>6}  {_point(x):<{width}}  {y:>5}{other}".rstrip()


def _point(x: Point) -> str:
    text = str(x) if isinstance(x, int) else "(" + ", ".join(f"{value:.4g}" for value in x) + ")"
    return text if len(text) <= LONGEST_POINT else text[: LONGEST_POINT - 3] + "..."


def event_lines(event: Event) -> list[str]:
    """The event in words and how likely it is on each of the two samples."""
    lines = [f"the event: {shortened(event.description)}"]
    if event.first_draws is None or event.second_draws is None:
        return [*lines, f"  probability {_probability(event.first)} on one, {_probability(event.second)} on the other"]
    first = f"{event.first:,} of {event.first_draws:,}"
    lines.append(f"  in {first} draws on one sample, in {event.second:,} of {event.second_draws:,} on the other")
    return lines if event.opposite is None else [*lines, *_opposite_lines(event.opposite)]


def _opposite_lines(opposite: Opposite) -> list[str]:
    """The guesses at both ends of a score, of which the bound is made."""
    made = f"of {opposite.right + opposite.wrong:,} guesses, that one sample by the event and the other by"
    where = (
        f", in {opposite.guessed} of {opposite.blocks} blocks of draws" if opposite.guessed < opposite.blocks else ""
    )
    if opposite.description is None:
        return [f"  earlier, {made} what spoke against it, {opposite.right:,} are right{where}"]
    return [
        f"against it: {shortened(opposite.description)}",
        f"  {made} this, {opposite.right:,} are right{where}",
    ]


def _probability(p: Exact | int) -> str:
    if isinstance(p, Real):
        return exactly(p, rounded_down(as_fraction(p), 4))
    short = rational_text(Fraction(p))
    return short if len(short) <= LONGEST_WORDS else f"about {float(p):.6g}"


def shortened(text: str) -> str:
    """A description with its long tuples cut in the middle, at most 400 characters."""
    cut = re.sub(r"\([^()]*\)", lambda found: _short_tuple(found.group()), text)
    return cut if len(cut) <= LONGEST_EVENT else cut[: LONGEST_EVENT - 4] + " ..."


def _short_tuple(text: str) -> str:
    half = LONGEST_TUPLE // 2
    return text if len(text) <= LONGEST_TUPLE else f"{text[:half]} ... {text[-half:]}"


# ---- How it was found


def _closing_lines(result: AuditResult) -> list[str]:
    lines = list(method_lines(result))
    lines += fault_lines(result.faults)
    return lines + [f"note: {note}" for note in result.notes]


def method_lines(result: AuditResult) -> Iterator[str]:
    """What was done, how many draws went where, why it stopped, and how accurate the target is."""
    if result.exact is not None:
        yield _exact_line(result.exact)
        if result.exact.rho is not None:
            yield _rho_line(result.exact.rho)
    if result.one_run is not None:
        yield _one_run_line(result.one_run)
    if result.draws:
        spent = ", ".join(f"{count:,} for {purpose}" for purpose, count in result.draws)
        pairs = f", over {result.pairs_tried:,} pair{'s' * (result.pairs_tried != 1)}" if result.pairs_tried else ""
        yield f"{result.total_draws:,} draws: {spent}{pairs}, in {result.seconds:.1f} s"
    if result.verdict != "open":
        yield f"stopped: {result.stopped}"
    if result.accuracy is not None:
        yield from accuracy_lines(result.accuracy)


def _exact_line(found: ExactResult) -> str:
    pairs = f"all {found.examined:,} pairs of neighbours"
    if found.named:
        one = found.examined == 1
        pairs = "the pair of neighbours that is named" if one else f"{pairs} that are named"
    return f"every branch of its random choices on {pairs}"


def _rho_line(found: LeastRho) -> str:
    if found.upper is None:
        return "rho of concentrated privacy infinite"
    if found.upper == 0:
        return "rho of concentrated privacy 0"
    worst = (
        "the relative entropy" if found.order < NEAR_ONE else f"the Renyi divergence of order {float(found.order):.4g}"
    )
    return f"rho of concentrated privacy {float(found.lower):.6g}, by {worst}"


def _one_run_line(found: OneRunResult) -> str:
    words = f": {found.description}" if found.description else ""
    runs = "one run with" if found.runs == 1 else f"{found.runs:,} runs, in all with"
    return f"{runs} {found.canaries:,} canaries, {found.correct:,} of {found.guesses:,} guesses right{words}"


def accuracy_lines(found: AccuracyResult) -> Iterator[str]:
    """Whether the error is above alpha with chance at most beta: for each number of rows its worst distribution."""
    verdict = {True: "holds", False: "FAILS", None: "is undecided"}[found.holds]
    need = f", from {found.rows_needed:,} rows on" if found.rows_needed is not None else ""
    yield f"({found.alpha:g}, {found.beta:g})-accuracy {verdict}{need}; the worst distribution for each number of rows:"
    for rows in sorted({point.rows for point in found.points}):
        worst = max((point for point in found.points if point.rows == rows), key=lambda point: point.lower)
        rates = f"between {worst.lower:.4g} and {worst.upper:.4g}"
        yield f"  {rows:,} rows, {worst.distribution}: {worst.failures:,} of {worst.runs:,} runs fail ({rates})"


def fault_lines(faults: tuple[Fault, ...]) -> list[str]:
    """What the target did wrong, each with the seed and the sample that made it."""
    lines = [line for fault in faults[:FAULTS_SHOWN] for line in _fault_lines(fault)]
    more = len(faults) - FAULTS_SHOWN
    return lines + ([f"fault: {more} more kinds"] if more > 0 else [])


def _fault_lines(fault: Fault) -> list[str]:
    times = f", {fault.times:,} times" if fault.times > 1 else ""
    detail = " ".join(fault.detail.split())
    where = f"seed {fault.seed}, on {sample_text(fault.sample)}"
    return [f"fault: {FAULT_WORDS[fault.kind]}{times}: {detail}", f"       first with {where}"]


def input_text(part: object) -> str:
    """An input in one line, its middle left out where it is long."""
    text = repr(part)
    return text if len(text) <= LONGEST_EVENT else f"{text[: LONGEST_EVENT // 2]} ... {text[-LONGEST_EVENT // 2 :]}"


def sample_text(sample: Dataset) -> str:
    """A sample in one line, its middle left out where it is long; another input as it is written."""
    if not is_sample(sample):
        return input_text(sample)
    rows = [f"({_point(x)}, {y})" for x, y in sample[:WHOLE_UP_TO]]
    more = f", ... {len(sample):,} rows" if len(sample) > WHOLE_UP_TO else ""
    return f"[{', '.join(rows)}{more}]"


def named_columns(text: str, names: tuple[str, ...]) -> str:
    """A description in which the engine's x0, x1, ... are what they stand for."""

    def name(found: re.Match[str]) -> str:
        i = int(found.group(1))
        return names[i] if i < len(names) else found.group()

    named = re.sub(r"\bx(\d+)\b", name, text)
    return re.sub("^output(?= (?:=|in) )", lambda found: _whole(names), named)


def _whole(names: tuple[str, ...]) -> str:
    """What all columns together are called: by their array, or, where there is one, by its own name."""
    array = bool(names) and names[0].endswith("[0]")
    return names[0].removesuffix("[0]") if array or len(names) == 1 else "output"

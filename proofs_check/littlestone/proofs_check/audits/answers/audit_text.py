"""What an audit prints: its first six lines, then what shows them and how it was found."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, replace
from html import escape

import click

from littlestone.proofs_check.audits.answers.outcomes import COLOURS, outcome_of
from littlestone.proofs_check.audits.answers.six_lines import chance, claimed, six_lines
from littlestone.proofs_check.audits.answers.words import WHOLE_UP_TO, point_text, sample_text, shortened
from littlestone.proofs_check.audits.subjects.instances import Pair
from littlestone.proofs_check.audits.subjects.neighbours import AnyPair, Neighbours, is_sample
from littlestone.proofs_check.audits.subjects.number_text import rational_text
from littlestone.proofs_check.audits.subjects.results import AuditResult, Event, Fault, KindOfLeak, LeastRho, Opposite
from littlestone.proofs_check.audits.subjects.scope import REMEDIES, WORDS

ROWS_AROUND = 3  # on either side of the row that differs
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
    blocks = [first, *rest], _claims_lines(result), _evidence_lines(result), _closing_lines(result)
    return "\n\n".join("\n".join(block) for block in blocks if block)


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


def _claims_lines(result: AuditResult) -> list[str]:
    delta = "" if result.delta == 0 else f" at delta {rational_text(result.delta)}"
    epsilon = f"epsilon {rational_text(result.epsilon)}{delta}"
    notions = ", ".join(one.notion.words for one in result.measures)
    claim = f"{notions}, so {epsilon}" if result.implied else f"{epsilon}, {notions}" if notions else epsilon
    lines = [f"{result.target} ({result.kind}), claimed {claim}"]
    lines += [f"mu of Gaussian privacy at least {result.gaussian_mu:.4g}"] if result.gaussian_mu else []
    return lines


# ---- The pair and the event


def _evidence_lines(result: AuditResult) -> list[str]:
    lines = [] if result.pair is None else [*pair_lines(result.pair), ""]
    if not result.leaks or not result.kinds:
        return lines + ([] if result.event is None else event_lines(result.event))
    return lines + [line for one in result.kinds for line in [*kind_lines(result, one), ""]][:-1]


def kind_lines(result: AuditResult, one: KindOfLeak) -> list[str]:
    """A kind of leak with its bound, the event that shows it, and what it comes from and what to do about it."""
    measure = claimed(replace(result, bound=one.bound, measures=one.measures))[0]
    found = "leaks" if one.leaks else "no leak found"
    what = f"{WORDS[one.kind]}: {found}, {measure.name} >= {measure.bound}, claimed {measure.claimed}"
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
    width = max([5, *(len(point_text(x)) for i in shown for x in (pair.first[i][0], pair.second[i][0]))])
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
    words = ", ".join(f"{i}: ({point_text(x)}, {y})" for i, (x, y) in missing[:WHOLE_UP_TO])
    more = f", and {len(missing) - WHOLE_UP_TO:,} more" if len(missing) > WHOLE_UP_TO else ""
    return [f"  the {names[0]} lacks the row{'s' * (len(missing) > 1)} {words}{more}"]


def shown_rows(pair: Pair) -> range:
    """The rows worth showing: all of a short sample, else those around the changed one."""
    if len(pair.first) <= WHOLE_UP_TO:
        return range(len(pair.first))
    return range(max(0, pair.changed - ROWS_AROUND), min(len(pair.first), pair.changed + ROWS_AROUND + 1))


def _row_line(pair: Pair, i: int, width: int) -> str:
    (x, y), (other_x, other_y) = pair.first[i], pair.second[i]
    mark, other = ("> ", f"  ->  {point_text(other_x)}  {other_y}") if i == pair.changed else ("  ", "")
    return f"{mark}{i:>6}  {point_text(x):<{width}}  {y:>5}{other}".rstrip()


def event_lines(event: Event) -> list[str]:
    """The event in words and how likely it is on each of the two samples."""
    lines = [f"the event: {shortened(event.description)}"]
    if event.first_draws is None or event.second_draws is None:
        return [*lines, f"  probability {chance(event.first)} on one, {chance(event.second)} on the other"]
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
    return [f"against it: {shortened(opposite.description)}", f"  {made} this, {opposite.right:,} are right{where}"]


def kind_words(result: AuditResult, one: KindOfLeak) -> str:
    """A kind of leak and its bound: low bits 7.99."""
    measure = claimed(replace(result, bound=one.bound, measures=one.measures))[0]
    return f"{WORDS[one.kind]} {measure.exactly}{measure.bound}"


# ---- How it was found


def _closing_lines(result: AuditResult) -> list[str]:
    lines = list(method_lines(result))
    lines += fault_lines(result.faults)
    return lines + [f"note: {note}" for note in result.notes]


def method_lines(result: AuditResult) -> Iterator[str]:
    """What exact laws show of rho, what was guessed, and why it stopped."""
    if result.exact is not None and result.exact.rho is not None:
        yield _rho_line(result.exact.rho)
    if result.one_run is not None and result.one_run.description:
        yield f"guessed: {result.one_run.description}"
    if result.verdict != "open":
        yield f"stopped: {result.stopped}"


def _rho_line(found: LeastRho) -> str:
    if found.upper is None:
        return "rho of concentrated privacy infinite"
    if found.upper == 0:
        return "rho of concentrated privacy 0"
    worst = (
        "the relative entropy" if found.order < NEAR_ONE else f"the Renyi divergence of order {float(found.order):.4g}"
    )
    return f"rho of concentrated privacy {float(found.lower):.6g}, by {worst}"


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

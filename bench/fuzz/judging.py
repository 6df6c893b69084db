"""What the provers say of a random statement, held against its literal evaluation."""

from __future__ import annotations

import linecache
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from random import Random

import literal_classes
import literal_reals
from statements import OPEN_ABOVE, OPEN_BELOW, RANGES, AboutClasses, AboutNumbers, Node

from littlestone import claims
from littlestone.proofs_check.provers.registry import PROVERS
from littlestone.proofs_check.questions.evidence import Budget, Evidence
from littlestone.proofs_check.questions.universes import Box, ClassUniverse, Everything, Question, Universe
from littlestone.spec.claim import Claim

BUDGET = Budget(gates=200_000, gate_words=10**8, cases=400, solver_steps=2_000_000, jobs=1)
PASSED = ("proved", "checked", "tested")
SHAPES = ((1, 2), (2, 2), (2, 2), (3, 2), (1, 3), (2, 3))
MOST_DIRECT = 100  # cases that are evaluated one by one in every run; larger universes now and then
BOX = 5
POINTS = 40


@dataclass
class Findings:
    """What was said of one statement: the outcomes by prover, and what is wrong with them."""

    text: str
    outcomes: list[tuple[str, str]] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)


def claim_of(name: str, parameters: str, text: str) -> Claim:
    """The statement as a claim whose source can be read, as that of a user's file can."""
    source = f'def {name}({parameters}):\n    """{name}."""\n    return {text}\n'
    file = f"<{name}>"
    linecache.cache[file] = (len(source), None, source.splitlines(keepends=True), file)
    names = {"__name__": "fuzz", **{known: getattr(claims, known) for known in claims.__all__}}
    exec(compile(source, file, "exec"), names)
    return Claim(f"FUZZ.{name}", "nowhere", "lemma", names[name], {})


def answers(claim: Claim, universe: Universe, provers: tuple[str, ...], found: Findings) -> Iterator[Evidence]:
    """The evidence of each prover that supports the question; what it raises is a failure."""
    question = Question(claim, {}, universe)
    for name in provers:
        try:
            if PROVERS[name].supports(question, BUDGET) is not None:
                found.outcomes.append((name, "not supported"))
                continue
            evidence = PROVERS[name].run(question, BUDGET)
        except (ZeroDivisionError, ValueError) as undefined:
            if name != "box":
                found.failures.append(f"{name} raised {undefined!r}")
            found.outcomes.append((name, "undefined"))
            continue
        except Exception as error:
            found.failures.append(f"{name} raised {error!r}")
            continue
        found.outcomes.append((name, evidence.outcome))
        yield evidence


# ---- Classes


def about_classes(name: str, random: Random) -> Findings:
    """A statement about one class or two, decided on one universe."""
    points, labels = random.choice(SHAPES)
    names = ("H", "G") if labels**points <= 4 and random.random() < 0.3 else ("H",)
    node = AboutClasses(points, labels, names, random).statement()
    text = literal_classes.written(node)
    domain = "Binary" if labels == 2 else "Multiclass"
    found = Findings(text)
    cases = [dict(zip(names, chosen, strict=True)) for chosen in _choices(points, labels, len(names))]
    violations = [case for case in cases if not literal_classes.holds(node, case)]
    premises = sum(node[0] != "when" or literal_classes.holds(node[1], case) for case in cases)
    provers = ("exhaustive", "symbolic", "random") + (
        ("direct",) if len(cases) <= MOST_DIRECT or random.random() < 0.2 else ()
    )
    claim = claim_of(name, ", ".join(f"{H}: {domain}" for H in names), text)
    for evidence in answers(claim, ClassUniverse(points, labels), provers, found):
        found.failures += _wrong_about_classes(evidence, violations, premises)
    return found


def _choices(points: int, labels: int, count: int) -> Iterator[tuple[literal_classes.Class, ...]]:
    return product(literal_classes.classes(points, labels), repeat=count)


def _wrong_about_classes(evidence: Evidence, violations: list[dict], premises: int) -> Iterator[str]:
    said = f"{evidence.prover} says {evidence.outcome}"
    if evidence.outcome in ("proved", "checked") and violations:
        yield f"{said}, but it fails on {violations[0]}"
    if evidence.outcome == "refuted":
        shown = evidence.counterexample
        members = {} if shown is None else {name: frozenset(H) for name, H in shown.arguments.items()}
        if members not in violations:
            yield f"{said}, but it holds on {members}"
    if evidence.outcome in ("proved", "checked") and evidence.premise_cases not in (None, premises):
        yield f"{said} with {evidence.premise_cases} true premises, but there are {premises}"


# ---- Numbers


def about_numbers(name: str, random: Random) -> Findings:
    """A statement about one to three numbers, for all values and on a box where they are integers."""
    names = random.sample(("x", "y", "n", "m"), random.choice((1, 1, 2, 2, 3)))
    integral = [domain for domain, (_, _, whole) in RANGES.items() if whole]
    real = [domain for domain in RANGES if domain not in integral]
    ranges = {x: random.choice(integral if x in "nm" else real) for x in sorted(names)}
    node = AboutNumbers(ranges, random).statement()
    text = literal_reals.written(node)
    claim = claim_of(name, ", ".join(f"{x}: {domain}" for x, domain in ranges.items()), text)
    found = Findings(f"{text}   for {ranges}")
    points = list(_points(ranges, random))
    for evidence in answers(claim, Everything(), ("algebra", "interval"), found):
        found.failures += _wrong_about_numbers(evidence, node, points)
    if all(RANGES[domain][2] for domain in ranges.values()):
        least = {x: RANGES[domain][0] for x, domain in ranges.items()}
        box = Box({x: low + BOX for x, low in least.items()}, least)
        inside = [dict(zip(least, map(Fraction, p), strict=True)) for p in product(*_sides(box))]
        for evidence in answers(claim, box, ("box",), found):
            found.failures += _wrong_about_numbers(evidence, node, inside)
    return found


def _sides(box: Box) -> list[range]:
    return [range(box.least[x], box.most[x] + 1) for x in box.most]


def _points(ranges: dict[str, str], random: Random) -> Iterator[dict[str, Fraction]]:
    for _ in range(POINTS):
        yield {x: _value(domain, random) for x, domain in ranges.items()}


def _value(domain: str, random: Random) -> Fraction:
    """An end of the range, a small number, a simple fraction, or one of extreme size."""
    low, high, whole = RANGES[domain]
    while True:
        value = random.choice((_end, _small, _simple, _extreme))(low, high, random)
        value = Fraction(round(value)) if whole else value
        above = low is None or value > low or (value == low and domain not in OPEN_BELOW)
        if above and (high is None or value < high or (value == high and domain not in OPEN_ABOVE)):
            return value


def _end(low: int | None, high: int | None, random: Random) -> Fraction:
    return Fraction(random.choice([end for end in (low, high, 0, 1) if end is not None]))


def _small(low: int | None, high: int | None, random: Random) -> Fraction:
    return Fraction(random.randint(-4, 12))


def _simple(low: int | None, high: int | None, random: Random) -> Fraction:
    return Fraction(random.randint(-24, 24), random.randint(1, 9))


def _extreme(low: int | None, high: int | None, random: Random) -> Fraction:
    size = Fraction(10) ** random.choice((-30, -9, -4, -2, 2, 3, 6, 20))
    return (low or 0) + size * random.choice((1, 1, 1, -1, 3))


def _wrong_about_numbers(evidence: Evidence, node: Node, points: list[dict[str, Fraction]]) -> Iterator[str]:
    said = f"{evidence.prover} says {evidence.outcome}"
    if evidence.outcome in PASSED:
        for point in points:
            truth = literal_reals.truth(node, point)
            if truth is False or truth is None:
                yield f"{said}, but at {_shown(point)} it {'is false' if truth is False else 'has no truth value'}"
                return
    if evidence.outcome == "refuted":
        shown = evidence.counterexample
        point = {} if shown is None else {x: Fraction(v) for x, v in shown.arguments.items()}
        premise = literal_reals.truth(node[1], point) if node[0] == "when" else True
        truth = literal_reals.truth(node, point)
        if premise not in (True, "undecided") or truth not in (False, "undecided"):
            yield f"{said}, but at {_shown(point)} its premise is {premise} and it is {truth}"


def _shown(point: dict[str, Fraction]) -> str:
    return ", ".join(f"{x} = {value}" for x, value in point.items())

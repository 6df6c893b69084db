"""Random questions put to ``explore`` and held against the literal definitions, class by class.

A question is about any parameters of the library, each fourth about those that see no equal points. It is asked on the
classes on 1 to 3 points, on those of few functions on 6 points, and of few functions on any number of points. Each
tenth question is for the best constant. The answer is then held against classes, each parameter by its literal
definition: all of those on 1 and 2 points, drawn ones of each further universe. A question depends on the seed and its
own number alone. Exits with 1 if a word was wrong or an exception came out.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import click

from littlestone.proofs_check.explore import beyond, listings
from littlestone.proofs_check.explore.exploring import finding_on, until_enough
from littlestone.proofs_check.explore.few_functions import SEES_NO_COPIES, few_functions
from littlestone.proofs_check.explore.findings import Finding, from_joints
from littlestone.proofs_check.explore.goals import better
from littlestone.proofs_check.explore.headline import best_of, caveat, first_example, headline, telling
from littlestone.proofs_check.explore.questions import Asked, asked
from littlestone.proofs_check.orbits.small_classes import small_classes
from littlestone.spec.parameters.library import PARAMETERS

POINTS, SIX, MOST_FEW = (1, 2, 3), 6, 4
DRAWN = 30  # classes of each universe that is not listed
MANY_POINTS = 6  # of a class of few functions on any number of points that is drawn
SLOW = {"M_worst", "M_best", "Q_par", "OSH_min", "OSH_max", "Thr", "T", "path"}  # literal: over a second on 6 points
Class = frozenset[tuple[int, ...]]
Node = tuple[Any, ...]
RELATIONS = {
    "<=": lambda a, b: a <= b,
    "<": lambda a, b: a < b,
    ">=": lambda a, b: a >= b,
    "=": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
}


# ---- Questions


def number_node(names: list[str], random: Random, depth: int = 2) -> Node:
    if depth == 0 or random.random() < 0.45:
        return random.choice([("name", random.choice(names))] * 3 + [("number", random.randint(0, 4))])
    op = random.choice(("+", "-", "*", "/", "min", "max", "^"))
    left = number_node(names, random, depth - 1)
    return ("^", ("number", 2), left) if op == "^" else (op, left, number_node(names, random, depth - 1))


def truth_node(names: list[str], random: Random, depth: int = 1) -> Node:
    if depth and random.random() < 0.3:
        return (random.choice(("and", "or")), truth_node(names, random, 0), truth_node(names, random, 0))
    left = ("name", random.choice(names))
    return (random.choice(list(RELATIONS)), left, number_node(names, random))


def written(node: Node) -> str:
    op, *args = node
    if op in ("name", "number"):
        return str(args[0])
    words = [written(arg) for arg in args]
    return f"{op}({', '.join(words)})" if op in ("min", "max") else f"({words[0]} {op} {words[1]})"


def value(node: Node, values: dict[str, Any]) -> Any:
    """The value by Python's own numbers; ZeroDivisionError where it has none."""
    op, *args = node
    if op in ("name", "number"):
        return values[args[0]] if op == "name" else Fraction(args[0])
    if op in ("and", "or"):  # as Python does, the second is not looked at where the first decides
        first = value(args[0], values)
        return first if first == (op == "or") else value(args[1], values)
    a, b = (value(arg, values) for arg in args)
    if op in RELATIONS:
        return RELATIONS[op](a, b)
    if op == "^":
        if Fraction(b).denominator == 1 and abs(b) > 64:
            raise ZeroDivisionError("a power beyond all bounds")
        return Fraction(a) ** int(b) if Fraction(b).denominator == 1 else float(a) ** float(b)
    return (
        {"+": a + b, "-": a - b, "*": a * b, "min": min(a, b), "max": max(a, b)}[op] if op != "/" else Fraction(a) / b
    )


# ---- Classes


def drawn(points: int, most: int, random: Random) -> Class:
    functions = list(product((0, 1), repeat=points))
    return frozenset(random.sample(functions, random.randint(1, min(most, len(functions)))))


def classes(finding: Finding, random: Random) -> Iterator[Class]:
    """All classes of a small universe, some of a larger one."""
    if finding.at_most is None and finding.points is not None and finding.points <= 2:
        functions = list(product((0, 1), repeat=finding.points))
        for bits in range(1, 2 ** len(functions)):
            yield frozenset(f for i, f in enumerate(functions) if bits >> i & 1)
        return
    for _ in range(DRAWN):
        yield drawn(finding.points or random.randint(1, MANY_POINTS), finding.at_most or 8, random)


def literal(names: tuple[str, ...], H: Class) -> dict[str, Any] | None:
    """The parameters by their literal definitions, or None where that takes too long or they are no fractions."""
    if len(next(iter(H))) > 4 and SLOW.intersection(names):
        return None
    found = {name: PARAMETERS[name].literal(H) for name in names}
    return found if all(isinstance(v, int | Fraction) for v in found.values()) else None


# ---- What is wrong


def findings_of(question: Asked, at_most: int) -> list[Finding]:
    """The findings on 1 to 3 points, and on the classes of few functions, up to the first class that is wanted."""
    return list(until_enough(question, _every(question, at_most)))


def _every(question: Asked, at_most: int) -> Iterator[Finding]:
    found: list[Finding] = []
    for points in (*POINTS, SIX):
        found.append(finding_on(question, points, at_most if points == SIX else None, found, 0, 1))
        yield found[-1]
    few = few_functions(question.names)
    if few is not None:
        yield from_joints(question, few)


def wrong(question: Asked, nodes: tuple[Node, Node | None], findings: list[Finding], random: Random) -> Iterator[str]:
    said = headline(question, findings)
    caveat(question, findings)
    for shown in telling(question, findings):
        values = literal(question.names, frozenset(shown.members))
        if values is not None and values != dict(shown.values):
            yield f"{said}: {shown.members} has {values}, not {dict(shown.values)}"
    for finding in findings:
        for H in classes(finding, random) if finding.complete else ():
            yield from _against(question, nodes, finding, findings, H, said)


def _against(
    question: Asked, nodes: tuple[Node, Node | None], finding: Finding, findings: list[Finding], H: Class, said: str
) -> Iterator[str]:
    """What a class of a finished universe has against the words about all of its classes."""
    values = literal(question.names, H)
    try:
        if values is None or (nodes[1] is not None and not value(nodes[1], values)):
            return
        told = value(nodes[0], values)
    except (ZeroDivisionError, OverflowError):
        if finding.undefined == 0:
            yield f"{said}: undefined at {sorted(H)}, and none was counted"
        return
    if "no class is concerned" in said:
        yield f"{said}: {sorted(H)} is"
    if question.kind in ("max", "min"):
        side = 1 if question.kind == "max" else -1
        best = finding.of(side) or best_of([f for f in findings if f.complete], side)
        if best is None or (best.says.value is not None and better(told, best.says.value, side)):
            yield f"{said}: {sorted(H)} has {told}"
    elif bool(told) == (question.kind == "class"):
        shown = finding.of(0)
        if shown is None or (question.kind == "class" and len(H) < len(shown.members) and finding.points is not None):
            yield f"{said}: {sorted(H)} is an example at {values}"


def wrong_constant(names: tuple[str, str], findings: list[Finding], random: Random) -> Iterator[str]:
    """What classes of finished universes have against the least constant c of A <= c * B that the findings give."""
    finished = [finding for finding in findings if finding.complete]
    least, never = best_of(finished, 1), first_example(findings)
    for H in (H for finding in finished for H in classes(finding, random)):
        values = literal(names, H)
        if values is not None and never is None:
            a, b = values[names[0]], values[names[1]]
            if least is None and not a == b == 0:
                yield f"every constant is said to do, but {sorted(H)} has {values}"
            if least is not None and least.says.value is not None and a > least.says.value * b:
                yield f"{least.says.value} is said to do, but {sorted(H)} has {values}"


def question_of(every: list[str], random: Random) -> tuple[str, tuple[Node, Node | None], bool]:
    """The text and nodes of a question, and whether it is for the smallest class."""
    names = random.sample(every, random.choice((1, 2, 2, 3)))
    kind = random.choice(("max", "min", "relation", "relation", "class", "class"))
    node = number_node(names, random) if kind in ("max", "min") else truth_node(names, random)
    given = truth_node(names, random) if random.random() < 0.3 else None
    text = f"{kind} " * (kind in ("max", "min")) + written(node)
    if kind in ("max", "min"):
        node, text = ("+", node, ("name", names[0])), f"{text} + {names[0]}"
    return text + (f" given {written(given)}" if given else ""), (node, given), kind == "class"


def asked_and_judged(seed: int, number: int) -> tuple[str, str, list[str]]:
    """The text of a question, its headline, and what is wrong with it."""
    random = Random(f"{seed}/{number}")
    at_most = random.randint(1, MOST_FEW)
    if number % 10 == 9:
        a, b = random.sample(list(PARAMETERS), 2)
        question = asked(f"{a} <= c * {b}", PARAMETERS)
        findings = findings_of(question, at_most)
        return question.text, headline(question, findings), list(wrong_constant((a, b), findings, random))
    text, nodes, smallest = question_of(sorted(SEES_NO_COPIES) if number % 4 == 0 else list(PARAMETERS), random)
    try:
        question = asked(text, PARAMETERS, smallest)
        findings = findings_of(question, at_most)
        return text, headline(question, findings), list(wrong(question, nodes, findings, random))
    except Exception as error:
        return text, "", [f"raised {error!r}"]


def prepare() -> None:
    """Small budgets and lists, so that a question takes a second and what runs out is seen often."""
    few = small_classes(SIX, MOST_FEW)
    listings.small_classes_on_six = lambda: few
    beyond.BUDGET = replace(beyond.BUDGET, gates=50_000, gate_words=10**8, solver_steps=20_000)
    listings.MOST_GATES = 50_000


@click.command()
@click.option("--number", default=300, show_default=True, help="How many questions.")
@click.option("--seed", default=1, show_default=True, help="What they are drawn by.")
@click.option("--only", type=int, help="One question, by its number.")
@click.option("--show", is_flag=True, help="Print every question with its answer.")
def main(number: int, seed: int, only: int | None, show: bool) -> None:
    """Fuzz explore."""
    prepare()
    outcomes: Counter[str] = Counter()
    for i in range(number) if only is None else [only]:
        text, said, faults = asked_and_judged(seed, i)
        outcomes["wrong" if faults else "not decided somewhere" if "not decided" in said else "decided"] += 1
        if show or only is not None:
            click.echo(f"{i}: {said}")
        for fault in faults[:3]:
            click.echo(f"WRONG: {fault}\n  {text}\n  python bench/fuzz/explore.py --seed {seed} --only {i}")
    tried = ", ".join(f"{count} {outcome}" for outcome, count in sorted(outcomes.items()))
    click.echo(f"{outcomes.total():,} questions, seed {seed}: {tried}; {time.process_time():.0f} CPU seconds")
    sys.exit(bool(outcomes["wrong"]))


if __name__ == "__main__":
    main()

"""Before a pass is believed: the formula called on listed classes and concrete numbers, against what was decided.

A circuit, or a statement about symbols, is made by calling the formula once. A formula that looks at what it is given
may say something else of a listed class or of a number; then the answer for all of them is no verdict.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import chain, islice
from random import Random

from littlestone.proofs_check.circuits.class_programs import (
    PREMISE,
    VIOLATION,
    ClassProgram,
    Members,
    compiled_or_reason,
)
from littlestone.proofs_check.circuits.evaluators import evaluate_integers
from littlestone.proofs_check.formula_faults import FormulaFault
from littlestone.proofs_check.kit_faults import ProversDisagree
from littlestone.proofs_check.numbers.points import PointCheck, simple_points
from littlestone.proofs_check.questions.arguments import shown
from littlestone.proofs_check.questions.call_limit import CallLimitReached, call_limit
from littlestone.proofs_check.questions.class_choices import Places, nests
from littlestone.proofs_check.questions.evidence import Budget, Evidence
from littlestone.proofs_check.questions.small_arguments import drawn_arguments, larger_arguments
from littlestone.proofs_check.questions.universes import Question, real_parameters
from littlestone.proofs_check.reading.failing_parts import truth
from littlestone.spec.algebra.circuit import INPUT, nodes_of
from littlestone.spec.claim import Claim, Conditional
from littlestone.spec.classes.concept_classes import Function, all_functions

DRAWN, DRAWN_OF_FEW = 6, 32  # beside the corners; the latter on three points, where dimensions first differ
OPERATIONS = 200_000  # of all cases together: a call on a listed class asks for a few times fewer than on all at once
FEW = range(1, 5)  # functions of a drawn class: the definitions take exponential time in Python
# What is listed of a symbolic class are all functions, and of these its members alone: a formula that counts, or takes
# the first, says something else of them, and on classes of few functions such ones passed. So functions of larger
# classes, how many of these are drawn, and how many of all are called
LARGER, CANDIDATES, MOST_LARGER = range(5, 13), 176, 24
MOST_WHOLE = 8  # functions of a universe up to which its whole class is called too
POINTS = 24
LEAST_CASES = 3
CALLS = 1_000_000  # of Python, by what the first case takes: under a second
MOST_BEYOND, BEYOND_CALLS = 16, 60_000  # cases beyond a claim's reach, and Python calls for each
Answer = tuple[bool | None, bool | None]


def probe(question: Question, evidence: Evidence, budget: Budget) -> None:
    """Compare a pass with the formula's own answers at a few cases.

    Raises FormulaFault where the formula answers something else and Python had to do with it, else ProversDisagree.
    """
    compiled = compiled_or_reason(question, budget)
    if isinstance(compiled, ClassProgram):
        _probe_classes(question, compiled)
    elif evidence.outcome == "proved" and real_parameters(question.claim):
        _probe_numbers(question)


def probe_beyond_reach(claim: Claim) -> None:
    """Call the formula at a few cases that its reach leaves out; raises FormulaFault where it fails at one.

    Reach says what can be afforded. One that leaves out where the claim fails is the claim itself.
    """
    if claim.reach is None:
        return
    cases = chain(larger_arguments(claim), drawn_arguments(claim))  # whole classes first
    beyond = (case for case in cases if not claim.within_reach(case))
    for arguments in islice(beyond, MOST_BEYOND):
        with suppress(CallLimitReached, ArithmeticError, ValueError, LookupError), call_limit(BEYOND_CALLS):
            listed = claim.state(arguments)
            if truth(listed.premise) is True and truth(listed.conclusion) is False:
                words = f"at {shown(arguments)} the claim fails, and its reach leaves that out"
                raise FormulaFault(f"{words}: let it be a hypothesis, when(...)", claim.location[1])


def _of_papers(claim: Claim) -> bool:
    return claim.address == claim.id


def _probe_classes(question: Question, compiled: ClassProgram) -> None:
    most, seed = LEAST_CASES + OPERATIONS // max(1, compiled.operations), question.claim.id
    numbers = [place.input_bits for place in compiled.parameters.values()]  # of functions
    corners = [slice(1), slice(-1, None), slice(2), *([slice(None)] if max(numbers) <= MOST_WHOLE else [])]
    drawn = DRAWN_OF_FEW if max(numbers) == MOST_WHOLE else DRAWN
    cases = list(islice(dict.fromkeys(_assignments(seed, compiled, corners, FEW, drawn)), most))
    few = len(cases)
    if min(numbers) > MOST_WHOLE and not _of_papers(question.claim):  # theirs hold of more: 40 CPU seconds, asked once
        ends = [part for size in LARGER for part in (slice(-size, None), slice(size))]
        cases += _assignments(f"{seed} larger", compiled, ends, LARGER, CANDIDATES)
    bits = [sum((case >> i & 1) << lane for lane, case in enumerate(cases)) for i in range(compiled.program.inputs)]
    decided = evaluate_integers(compiled.program, bits)
    could_fail = [lane for lane in range(few, len(cases)) if decided[PREMISE] >> lane & 1]

    def compare_at(lane: int) -> None:
        members = compiled.members(cases[lane])
        arguments = {name: compiled.parameters[name].explicit(fs) for name, fs in members.items()}
        listed = question.claim.state(arguments, question.constants)
        if any(node.op is INPUT for node in nodes_of([listed.premise, listed.conclusion])):  # made of a symbolic class
            raise FormulaFault(f"at {shown(arguments)} the formula answers with a truth about another class")
        found = bool(decided[PREMISE] >> lane & 1), not decided[VIOLATION] >> lane & 1
        _compare(question, shown(arguments), found, listed)

    def tells_nothing(lane: int) -> bool:
        """The premise fails, or all classes have one function."""
        members = compiled.members(cases[lane])
        return not decided[PREMISE] >> lane & 1 or all(len(functions) <= 1 for functions in members.values())

    first, *others = sorted([*range(few), *could_fail[:MOST_LARGER]], key=tells_nothing)
    with call_limit(sys.maxsize) as count:
        compare_at(first)
    for lane in others[: CALLS // max(1, count.calls)]:  # to count the calls of each takes longer than to make them
        compare_at(lane)


def _assignments(seed: str, compiled: ClassProgram, parts: Sequence[slice], sizes: range, drawn: int) -> Iterator[int]:
    """Each parameter these parts of all functions, where any may be taken, then drawn classes of these sizes."""
    draw, places = Random(seed), compiled.parameters
    listed = {name: list(all_functions(place.points, place.labels)) for name, place in places.items()}
    if all(place.family is None for place in places.values()):
        for part in parts:
            yield compiled.assignment({name: tuple(functions[part]) for name, functions in listed.items()})
    for _ in range(drawn):
        yield compiled.assignment(_drawn(draw, places, listed, sizes))


def _drawn(draw: Random, places: Places, listed: Mapping[str, Sequence[Function]], sizes: range) -> Members:
    """A few functions of each class, and of those some in each of its subclasses."""
    members: dict[str, tuple[Function, ...]] = {}
    for name in (name for nest in nests(places) for name in nest):
        above = places[name].within
        family = places[name].family
        if family is not None:
            members[name] = family.drawn(places[name].points, draw.randrange)
        elif above is None:
            members[name] = tuple(sorted(draw.sample(listed[name], min(draw.choice(sizes), len(listed[name])))))
        else:
            members[name] = tuple(f for f in members[above] if draw.randrange(2)) or members[above]
    return members


def _probe_numbers(question: Question) -> None:
    check = PointCheck(question)
    for point in islice(simple_points(check), POINTS):
        try:
            listed = question.claim.state(point, question.constants)
        except (ArithmeticError, ValueError):
            continue  # the formula is not defined there, which is for the provers to settle
        premise, conclusion = check.values(point)
        _compare(question, shown(point), (premise, premise is False or conclusion), listed)


def _compare(question: Question, place: str, decided: Answer, listed: Conditional) -> None:
    """Premise, and the conclusion where it holds, as decided for all cases and as the formula says of this one."""
    premise, conclusion = truth(listed.premise), truth(listed.conclusion)
    told = (premise, premise is False or conclusion)
    if all(None in pair or pair[0] == pair[1] for pair in zip(decided, told, strict=True)):
        return
    words = f"called at {place} the formula says {_said(told)}, but for all cases at once {_said(decided)}"
    line = listed.decisions[0].line if listed.decisions else question.claim.location[1]
    if listed.decisions or not _of_papers(question.claim):  # the papers' keep to the language
        raise FormulaFault(f"{words}: it answers by what it is given, and is not one statement", line)
    raise ProversDisagree(f"{question.claim.id}: {words}; one of the two evaluations is wrong")


def _said(answer: Answer) -> str:
    premise, holds = answer
    return "that its hypothesis fails" if premise is False else "that it holds" if holds else "that it fails"

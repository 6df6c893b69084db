"""Whether a theorem says something: classes for which its hypothesis holds and its conclusion could fail.

A theorem whose hypothesis no class satisfies has a proof as good as any other. So a class is looked for, Rocq computes
that it is one, and a theorem without one is refused.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import reduce
from itertools import pairwise
from typing import NamedTuple

from littlestone.proofs_check.kernel.statements import Stated
from littlestone.proofs_check.kernel.terms import DEFINITIONS, TRUE, Circuit, SaysNothing, Shape, Term, negation
from littlestone.proofs_check.solvers.clauses import Clause, Clauses
from littlestone.proofs_check.solvers.engines import CADICAL, Search
from littlestone.spec.classes.concept_classes import Function

CONFLICTS = 100_000  # as the profile quick; a proof with more is too long for Rocq to read in minutes
PARTS = 40  # of a conclusion, which are looked at one by one
NUMBERS = ("Ldim", "Vc", "Thr", "Size")
Classes = tuple[frozenset[Function], ...]


class Example(NamedTuple):
    """Classes for which the term holds: the hypothesis, and the condition of a part of the conclusion.

    ``empty`` says of how many parts that were looked at no class satisfies the condition, None if of none.
    """

    term: Term
    classes: Classes
    empty: str | None


def search(circuit: Circuit, with_proof: bool = False) -> tuple[Clauses, Search]:
    """The circuit's clauses, and whether some classes satisfy them."""
    clauses = circuit.clauses()
    return clauses, CADICAL.search(clauses, (clauses.goal,), CONFLICTS, with_proof)


def example(shape: Shape, stated: Stated) -> Example | None:
    """Classes for which the claim says something, None where none was found in time; raises SaysNothing.

    A part of the conclusion that has a condition goes before one that has none. A condition that no class satisfies may
    be one side of "ldim <= vc + 1", and is said; a claim is refused for its hypothesis, and for what it implies.
    """
    names, hypothesis, conclusion, could_fail = stated
    for term, what in ((hypothesis, "its hypothesis holds"), (could_fail, "the hypothesis of what it implies holds")):
        if search(Circuit(shape, term))[1].verdict == "unsat":
            raise SaysNothing(f"vacuous: {what} for no class of this size")
    every = dict.fromkeys(_both(hypothesis, condition) for condition in conditions(conclusion))
    parts = sorted(list(every)[:PARTS], key=lambda part: part == hypothesis)
    found = {part: _classes(shape, len(names), part) for part in (*parts, hypothesis)}
    empty = [found[part] for part in parts].count("unsat")
    words = f"the conditions of {empty} of {len(parts)} parts of its conclusion hold for no class of this size"
    for part, classes in found.items():
        if not isinstance(classes, str):
            return Example(part, _smaller(shape, part, classes), words if empty else None)
    return None


def _classes(shape: Shape, classes: int, term: Term) -> Classes | str:
    """Classes for which a term holds, or the solver's verdict."""
    circuit = Circuit(shape, term)
    _, found = search(circuit)
    if found.verdict != "sat":
        return found.verdict
    members = [one.args for one, x in circuit.variables.items() if one.op == "Member" and x in found.true]
    return tuple(frozenset(f for number, f in members if number == i) for i in range(classes))


def _smaller(shape: Shape, term: Term, classes: Classes) -> Classes:
    """Classes without the functions that the term can do without, looked for one after another."""
    for i, functions in enumerate(classes):
        for f in sorted(functions, reverse=True):
            fewer = (*classes[:i], classes[i] - {f}, *classes[i + 1 :])
            classes = fewer if value(term, shape, fewer) else classes
    return classes


def conditions(term: Term, affirmed: bool = True) -> Iterator[Term]:
    """The condition of each part of a conclusion: "if a then b, and c" has the parts b if a, and c if anything."""
    if term.op == "Not":
        yield from conditions(term.args[0], not affirmed)
    elif term.op not in ("Both", "Either"):
        yield TRUE
    elif (term.op == "Both") == affirmed:
        for part in term.args:
            yield from conditions(part, affirmed)
    else:
        sides = list(_disjuncts(term if affirmed else negation(term)))
        denied = [side.args[0] for side in sides if side.op == "Not"]
        rest = [side for side in sides if side.op != "Not"] or [negation(denied.pop())]
        given = reduce(_both, denied, TRUE)
        for condition in conditions(rest[0]) if len(rest) == 1 else [TRUE]:
            yield _both(given, condition)


def _disjuncts(term: Term) -> Iterator[Term]:
    """The parts of nested disjunctions, with negations inside."""
    inner = term.args[0] if term.op == "Not" else term
    if inner.op != ("Both" if term.op == "Not" else "Either"):
        yield term
        return
    for part in inner.args:
        yield from _disjuncts(negation(part) if term.op == "Not" else part)


def _both(a: Term, b: Term) -> Term:
    return b if a == TRUE else a if b in (TRUE, a) else Term("Both", (a, b))


def value(term: Term, shape: Shape, classes: Classes) -> bool:
    """Whether a term holds for these classes, by its definition unfolded to the end."""
    known: dict[Term, bool] = {}

    def holds(one: Term) -> bool:
        if one not in known:
            known[one] = unfolded(one)
        return known[one]

    def unfolded(one: Term) -> bool:
        if one.op == "Member":
            return one.args[1] in classes[one.args[0]]
        if one.op == "Not":
            return not holds(one.args[0])
        conjunction, terms = DEFINITIONS[one.op](shape, *one.args)
        return (all if conjunction else any)(map(holds, terms))

    return holds(term)


def follows_from_order(hypothesis: Term, conclusion: Term) -> bool:
    """The theorem holds whatever its dimensions are, because "at least 5" implies "at least 2": it says nothing more.

    Of a number it is known that its least value says "not empty", and that a larger number at least says more.
    """
    variables: dict[Term, int] = {}
    clauses: list[Clause] = []

    def literal(term: Term) -> int:
        if term.op == "Not":
            return -literal(term.args[0])
        if term.op in NUMBERS and term.args[-1] == (term.op == "Size"):
            term = Term("Some_in", term.args[:1])
        if term in variables:
            return variables[term]
        x = variables[term] = len(variables) + 1
        if term == TRUE:
            clauses.append((x,))
        elif term.op in ("Both", "Either"):
            sides = [literal(side) for side in term.args]
            x, sides = (x, sides) if term.op == "Both" else (-x, [-side for side in sides])
            clauses.extend([(x, *(-side for side in sides)), *((-x, side) for side in sides)])
        return variables[term]

    goal = literal(Term("Both", (hypothesis, negation(conclusion))))
    numbers = defaultdict(list)
    for term in list(variables):
        if term.op in NUMBERS:
            numbers[term.op, *term.args[:-1]].append(term.args[-1])
    for (op, *args), least in numbers.items():
        chain = [literal(Term(op, (*args, t))) for t in (int(op == "Size"), *sorted(least))]
        clauses += [(-more, less) for less, more in pairwise(chain)]
    return CADICAL.search(Clauses({}, tuple(clauses), goal), (goal,), CONFLICTS).verdict == "unsat"

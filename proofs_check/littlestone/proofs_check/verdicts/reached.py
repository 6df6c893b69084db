"""The parts of a user's formula that no small case reaches, or that say nothing in any.

A filter that nothing passes, a range that is empty, a branch that is never taken: what stands there says nothing, and
the claim passes. So the formula runs with every expression noted, on symbols where it takes them, until all of its
parts were reached and said something.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from itertools import chain, islice
from types import FunctionType
from typing import Any

from littlestone.proofs_check.questions.arguments import Arguments
from littlestone.proofs_check.questions.call_limit import CallLimitReached, call_limit
from littlestone.proofs_check.questions.profiles import QUICK
from littlestone.proofs_check.questions.small_arguments import drawn_arguments, larger_arguments, small_arguments
from littlestone.proofs_check.questions.universes import (
    ClassUniverse,
    Question,
    circuit_of,
    why_not_a_circuit,
)
from littlestone.proofs_check.reading.function_syntax import last
from littlestone.proofs_check.reading.functions import own_functions, source_of, text_of
from littlestone.proofs_check.reading.noted_values import NEVER_REACHED, Parts, Reading, nodes_in
from littlestone.proofs_check.reading.second_lines import noting
from littlestone.spec.algebra.circuit import FALSE, INPUT, TRUE, Truth, any_of, inputs_of
from littlestone.spec.algebra.decisions import UndecidedTruth
from littlestone.spec.claim import Claim
from littlestone.spec.domains import Classes

MOST_CASES, MOST_CALLS = 60, 100_000  # cases that are listed, and Python calls of one
FEWEST_CASES = 4  # a slip of values shows on classes of two points, not of one
SHAPES = [ClassUniverse(m, k) for m, k in ((2, 2), (2, 3), (3, 2), (4, 2))]
SILENT = (ast.Constant, ast.JoinedStr, ast.FormattedValue, ast.Starred, ast.Slice, ast.Lambda)
VALUED = tuple(
    one for one in vars(ast).values() if isinstance(one, type) and ast.expr in one.__bases__ and one not in SILENT
)


def never_reached(claim: Claim) -> str | None:
    """A part that no small case reaches, in words with its line; None where all are, or where this is not known.

    Raises FormulaFault at a value that the reader of the formula does not expect.
    """
    own = own_functions(claim.formula)
    watch = Reading.of(own)
    missing: str | None = None
    with noting(own, watch.note, VALUED):
        for tried, is_whole in enumerate(_runs(claim, watch), 1):
            if watch.met is not None:
                raise watch.met
            missing = next(_missing(own, watch), None)
            if (missing is None and tried >= FEWEST_CASES) or not is_whole:
                return None
    return missing if _is_seen_widely(claim) else None


def _runs(noted: Claim, watch: Reading) -> Iterator[bool]:
    """Runs the formula at small cases, then on symbols; whether each run came to its end.

    One that ends by an error may have come to more; that symbols are left to Python is none.
    """
    cases = (
        islice(larger_arguments(noted), MOST_CASES),
        small_arguments(noted),
        islice(drawn_arguments(noted), MOST_CASES),
    )
    for arguments in chain.from_iterable(cases):
        yield _tried(partial(_stated, noted, arguments))[0]
        _settle(watch, TRUE)
    for universe in SHAPES:
        question = Question(noted, noted.printed, universe)
        if why_not_a_circuit(question) is None:
            is_whole, circuit = _tried(partial(circuit_of, question))
            yield is_whole
            _settle(watch, FALSE if circuit is None else circuit.in_range)


def _settle(watch: Reading, premise: Truth) -> None:
    """Keep which hypotheses of the last run hold in some case of it."""
    for site, several in watch.hypotheses.items():
        if site not in watch.held and _is_satisfiable(premise & any_of(several)):
            watch.held.add(site)
        several.clear()


def _is_satisfiable(goal: Truth) -> bool:
    """Not where it is seen to be false: what is about other things than classes may hold."""
    from littlestone.proofs_check.provers.symbolic import Solver  # late: Z3 is slow to import
    from littlestone.proofs_check.solvers.engines import Z3

    if not inputs_of([goal]):
        return goal is not FALSE
    names = [node.payload for node in inputs_of([goal]) if node.op is INPUT]
    return Solver(names, QUICK.budget.solver_steps, engine=Z3).decide(goal).verdict != "unsat"


def _stated(noted: Claim, arguments: Arguments) -> None:
    if noted.within_reach(arguments):
        noted.state(arguments)


def _tried(run: Callable[[], Any]) -> tuple[bool, Any]:
    """Whether it came to its end, and to what."""
    try:
        with suppress(UndecidedTruth), call_limit(MOST_CALLS):
            return True, run()
    except (Exception, CallLimitReached):
        return False, None
    return True, None


def _is_seen_widely(claim: Claim) -> bool:
    """The cases have classes on three points, not only the smallest: they are listed, or symbols."""
    classes = [one for one in claim.domains.values() if isinstance(one, Classes)]
    listed = all(one.family is None and one.within is None for one in classes)
    return listed or any(why_not_a_circuit(Question(claim, claim.printed, universe)) is None for universe in SHAPES)


def _missing(own: Sequence[FunctionType], watch: Reading) -> Iterator[str]:
    """The parts that no run reached, of the functions that one did; hypotheses that never hold, tables never hit."""
    for function in own:
        nodes = nodes_in(function)
        if watch.last.keys().isdisjoint(nodes):
            continue
        for part in nodes:
            if part in watch.hypotheses.keys() - watch.held:
                yield f"{_words(function, part)} {NEVER_REACHED}"
            if part in watch.idle.keys() - watch.telling:
                yield f"{_words(function, part)} {watch.idle[part]}"
        for parts in (parts for node in nodes if not _asks_an_option(function, node, own) for parts in _parts(node)):
            said = [part for part in parts if not _is_a_plain_number(part)]
            inside = [e for part in said for e in ast.walk(part) if isinstance(e, ast.expr) and not _is_silent(e)]
            if inside and watch.last.keys().isdisjoint(inside):
                yield f"{_words(function, parts[0])} {NEVER_REACHED}"


def _words(function: FunctionType, part: Any) -> str:
    return f"line {part.lineno}: `{text_of(part, source_of(function))}`"


def _parts(node: ast.AST) -> list[Parts]:
    """The parts of a node that need not run: what is made for each element, branches, the bodies of loops."""
    match node:
        case ast.ListComp(elt=made) | ast.SetComp(elt=made) | ast.GeneratorExp(elt=made) | ast.DictComp(value=made):
            return [[made]]
        case ast.IfExp(body=body, orelse=other):
            return [[body], [other]]
        case ast.If(body=several, orelse=others):
            branches: list[Parts] = [[*several], [*others]]
            return [one for one in branches if one and not isinstance(one[0], ast.Raise)]
        case ast.For(body=several):
            return [[*several]]
    return []


def _asks_an_option(function: FunctionType, node: ast.AST, own: Sequence[FunctionType]) -> bool:
    """It decides by what has a default, and no call in the formula gives anything else."""
    if not isinstance(node, ast.If | ast.IfExp) or function is own[0]:
        return False
    asked = {part.id for part in ast.walk(node.test) if isinstance(part, ast.Name)}
    names = function.__code__.co_varnames[: function.__code__.co_argcount]
    first = len(names) - len(function.__defaults__ or ())
    options = {*names[first:], *(function.__kwdefaults__ or {})}
    calls = [part for each in own for part in nodes_in(each) if isinstance(part, ast.Call)]
    calls = [call for call in calls if last(call.func) == function.__name__]
    given = any(len(call.args) > first or any(one.arg not in names[:first] for one in call.keywords) for call in calls)
    return bool(asked) and asked <= options and bool(calls) and not given


def _is_a_plain_number(part: ast.AST) -> bool:
    """What a guard answers, as `Fraction(0)`: it says as little as `0`."""
    match part.value if isinstance(part, ast.Return) else part:
        case ast.Call(func=ast.Name(id="Fraction" | "Integer" | "Rational" | "tuple"), args=args, keywords=[]):
            return all(isinstance(one, ast.Constant) for one in args)
    return False


def _is_silent(node: ast.expr) -> bool:
    """It is not noted, or says nothing where it stands alone."""
    is_stored = not isinstance(getattr(node, "ctx", None), ast.Load | None)
    is_empty = isinstance(node, ast.Tuple | ast.List) and not node.elts
    return is_stored or is_empty or isinstance(node, SILENT) or (isinstance(node, ast.Name) and node.id == "TRUE")

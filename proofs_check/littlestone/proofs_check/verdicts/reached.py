"""What a formula of a user's comes to at small cases and its reader does not see, and the parts that no case reaches.

A filter that nothing passes, a range that is empty, a branch that is never taken: what stands there says nothing, and
the claim passes. A computed index of -1 counts from the end, and tuples are compared letter by letter. So the formula
runs with every expression noted, on symbols where it takes them, until all of its parts were reached.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from itertools import chain, islice
from types import FunctionType
from typing import Any

from littlestone.proofs_check.formula_faults import FormulaFault
from littlestone.proofs_check.questions.arguments import Arguments
from littlestone.proofs_check.questions.call_limit import CallLimitReached, call_limit
from littlestone.proofs_check.questions.profiles import QUICK
from littlestone.proofs_check.questions.small_arguments import larger_arguments, small_arguments
from littlestone.proofs_check.questions.universes import (
    ClassCircuit,
    ClassUniverse,
    Question,
    circuit_of,
    why_not_a_circuit,
)
from littlestone.proofs_check.reading.functions import own_functions, source_of, syntax_of, text_of
from littlestone.proofs_check.reading.second_lines import Place, noting, text_at
from littlestone.spec.algebra.circuit import FALSE, INPUT, TRUE, Truth, any_of, inputs_of
from littlestone.spec.algebra.decisions import UndecidedTruth
from littlestone.spec.algebra.reals import RATIONAL, Real
from littlestone.spec.claim import Claim
from littlestone.spec.domains import Classes

MOST_CASES, MOST_CALLS = 60, 100_000  # cases that are listed, and Python calls of one
FEWEST_CASES = 4  # a slip of values shows on classes of two points, not of one
SHAPES = [ClassUniverse(m, k) for m, k in ((2, 2), (2, 3), (3, 2), (4, 2))]
ORDER = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)
SILENT = (ast.Constant, ast.JoinedStr, ast.FormattedValue, ast.Starred, ast.Slice, ast.Lambda)
VALUED = tuple(
    one for one in vars(ast).values() if isinstance(one, type) and ast.expr in one.__bases__ and one not in SILENT
)
NEVER_REACHED = "says nothing: no case that was tried reaches it"
ALWAYS_0 = "says nothing: it is 0 in every case that was tried"
COMPUTED = (ast.BinOp, ast.Name, ast.Call, ast.Subscript, ast.IfExp)
Site = tuple[str, Place]
NOWHERE = (0, 0, 0, 0)
Parts = list[Any]


@dataclass
class Reading:
    """What a formula's expressions come to: which were reached, and the first value that its reader does not expect."""

    sources: dict[str, str]
    told: dict[Site, Parts]  # the nodes that look at the value of a place
    met: FormulaFault | None = None
    reached: set[Site] = field(default_factory=set)
    last: dict[Site, Any] = field(default_factory=dict)
    keys: Counter[Site] = field(default_factory=Counter)
    found: dict[Site, bool] = field(default_factory=dict)  # that a table had what was asked for, that a count was not 0
    hypotheses: dict[Site, list[Truth]] = field(default_factory=dict)  # of `implies`, in the last run
    held: set[Site] = field(default_factory=set)  # the hypotheses that hold in some case

    def settle(self, premise: Truth) -> None:
        """Keep which hypotheses of the last run hold in some case of it."""
        for site, several in self.hypotheses.items():
            if site not in self.held and _is_satisfiable(premise & any_of(several)):
                self.held.add(site)
            several.clear()

    def note(self, file: str, place: Place, value: Any) -> None:
        """Keep the value of an expression, so far as something looks at it."""
        self.reached.add((file, place))
        for node in () if self.met is not None else self.told.get((file, place), ()):
            words = self._slip(file, node, place, value)
            if words is not None:
                text, instead = text_at(_place(node), self.sources[file]), words[1]
                self.met = FormulaFault(f"`{text}` {words[0]}; write {instead}", place[0])

    def _slip(self, file: str, node: Any, place: Place, value: Any) -> tuple[str, str] | None:
        """What is wrong with the value of a part of the node, and what to write; what is seen is kept."""
        site = (file, _place(node))
        match node:
            case ast.Subscript(value=base) if place == _place(base):
                self.last[file, place] = value
            case ast.Subscript(value=base) if type(value) is int and value < 0:
                if isinstance(self.last.get((file, _place(base))), tuple | list | str):
                    return (
                        f"has the index {value}, which counts from the end",
                        "`% n` for a cycle, or a range without it",
                    )
            case ast.Call(func=ast.Attribute(value=base, attr="implies")) if isinstance(value, Truth):
                self.hypotheses.setdefault((file, _place(base)), []).append(value)
            case ast.Call(func=ast.Attribute(value=base, attr="get"), args=[key, _]) if place == _place(key):
                table = self.last.get((file, _place(base)))
                self.found[site] = self.found.get(site, False) or not isinstance(table, dict) or value in table
            case ast.Call(func=ast.Attribute(value=base, attr="contains"), args=[f]) if place == _place(f):
                points = getattr(self.last.get((file, _place(base))), "points", None)
                if isinstance(value, tuple) and points not in (None, len(value)):
                    return f"asks for a function on {len(value)} points, of a class on {points}", "one on as many"
            case ast.Call(func=ast.Attribute(attr="get" | "contains")):
                self.last[file, place] = value
            case ast.Call(func=ast.Name(id="sorted")):
                if any(isinstance(one, str) for one in value):
                    return "sorts texts letter by letter, as '10' before '9'", "numbers"
            case ast.Call() if _counts(node) and _is_a_number(value):
                self.found[site] = self.found.get(site, False) or not _is_0(value)
            case ast.Compare() | ast.Call() if isinstance(value, tuple | list | str):
                return "compares texts or tuples letter by letter", "`all_of(x <= y for x, y in zip(..., strict=True))`"
            case ast.DictComp(key=key) if place == _place(key):
                self.keys[file, place] += 1
            case ast.DictComp(key=key) if self.keys.pop((file, _place(key)), 0) > len(value):
                if any(isinstance(one, Truth) for one in value.values()):
                    return "has keys that are equal, of which the last counts", "`any_of` of the truths of each key"
        return None


def _is_satisfiable(goal: Truth) -> bool:
    """Not where it is seen to be false: what is about other things than classes may hold."""
    from littlestone.proofs_check.provers.symbolic import Solver  # late: Z3 is slow to import
    from littlestone.proofs_check.solvers.engines import Z3

    if not inputs_of([goal]):
        return goal is not FALSE
    names = [node.payload for node in inputs_of([goal]) if node.op is INPUT]
    return Solver(names, QUICK.budget.solver_steps, engine=Z3).decide(goal).verdict != "unsat"


def _told(functions: Sequence[FunctionType]) -> dict[Site, Parts]:
    found: dict[Site, Parts] = {}
    for function in functions:
        nodes = _nodes(function)
        filters = {id(part) for node in nodes for test in _filters(node) for part in ast.walk(test)}
        for node in (node for node in nodes if id(node) not in filters):
            for part in _looked_at(node):
                found.setdefault((function.__code__.co_filename, _place(part)), []).append(node)
    return found


def _nodes(function: FunctionType) -> Parts:
    syntax = syntax_of(function)
    return list(ast.walk(syntax)) if syntax else []


def _filters(node: ast.AST) -> Parts:
    if isinstance(node, ast.comprehension):
        return [*node.ifs]
    return [node.test] if isinstance(node, ast.If | ast.IfExp | ast.While) else []


def _looked_at(node: ast.AST) -> Parts:
    """The parts whose values may be a slip: an index, what is ordered, keys."""
    match node:
        case ast.Subscript(slice=ast.BinOp(left=ast.UnaryOp(op=ast.USub()), op=ast.Sub())):
            return []  # -1 - x is meant to count from the end
        case ast.Subscript(value=base, slice=ast.expr() as index, ctx=ast.Load()) if isinstance(index, COMPUTED):
            return [base, index]
        case ast.Compare(left=left, ops=[op, *_]) if isinstance(op, ORDER):
            return [left]
        case ast.Call(func=ast.Name(id="min" | "max"), args=[first, _, *_], keywords=[]):
            return [first]
        case ast.Call(func=ast.Name(id="sorted")):
            return [node]
        case ast.Call() if _counts(node):
            return [node]
        case ast.Call(func=ast.Attribute(value=base, attr="implies")):
            return [base]
        case ast.Call(func=ast.Attribute(value=base, attr="get"), args=[key, _]):
            return [base, key]
        case ast.Call(func=ast.Attribute(value=base, attr="contains"), args=[f]):
            return [base, f]
        case ast.DictComp(key=key):
            return [key, node]
    return []


def _counts(node: ast.AST) -> bool:
    """It is 0 in every case where its arguments, or its limits, were swapped."""
    match node:
        case ast.Call(func=ast.Name(id="comb" | "perm"), args=[_, chosen]):
            return not isinstance(chosen, ast.Constant)  # a dimension may be below 3 in all small cases
        case ast.Call(func=ast.Name(id="finite_sum"), args=[_, _, _, _]):
            return True
    return False


def _is_a_number(value: Any) -> bool:
    """It is no symbol's, so it is known whether it is 0."""
    return type(value) is int or (isinstance(value, Real) and value.op == RATIONAL)


def _is_0(value: Any) -> bool:
    return (value.value if isinstance(value, Real) else value) == 0


def _place(node: Any) -> Place:
    return node.lineno, node.col_offset, node.end_lineno, node.end_col_offset


# ---- Parts that no case reaches


def never_reached(claim: Claim) -> str | None:
    """A part that no small case reaches, in words with its line; None where all are, or where this is not known.

    Raises FormulaFault at a value that the reader of the formula does not expect.
    """
    own = own_functions(claim.formula)
    sources = {function.__code__.co_filename: source_of(function) for function in own}
    watch = Reading(sources, _told(own))
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
    for arguments in chain(islice(larger_arguments(noted), MOST_CASES), small_arguments(noted)):
        yield _came_to_its_end(partial(_stated, noted, arguments))
        watch.settle(TRUE)
    for universe in SHAPES:
        question = Question(noted, noted.printed, universe)
        if why_not_a_circuit(question) is None:
            made: list[ClassCircuit] = []
            yield _came_to_its_end(partial(_circuit, question, made))
            watch.settle(made[0].in_range if made else FALSE)


def _stated(noted: Claim, arguments: Arguments) -> None:
    if noted.within_reach(arguments):
        noted.state(arguments)


def _circuit(question: Question, made: list[ClassCircuit]) -> None:
    made.append(circuit_of(question))


def _came_to_its_end(run: Callable[[], object]) -> bool:
    try:
        with suppress(UndecidedTruth), call_limit(MOST_CALLS):
            run()
    except (Exception, CallLimitReached):
        return False
    return True


def _is_seen_widely(claim: Claim) -> bool:
    """The cases have classes on three points, not only the smallest: they are listed, or symbols."""
    classes = [one for one in claim.domains.values() if isinstance(one, Classes)]
    listed = all(one.family is None and one.within is None for one in classes)
    return listed or any(why_not_a_circuit(Question(claim, claim.printed, universe)) is None for universe in SHAPES)


def _missing(own: Sequence[FunctionType], watch: Reading) -> Iterator[str]:
    """The parts that no run reached, of the functions that one did; hypotheses that never hold, tables never hit."""
    for function in own:
        nodes, file = _nodes(function), function.__code__.co_filename
        if not any((file, _place(node)) in watch.reached for node in nodes if isinstance(node, ast.expr)):
            continue
        for part in nodes:
            site = (file, _place(part) if isinstance(part, ast.expr) else NOWHERE)
            if site in watch.hypotheses.keys() - watch.held or watch.found.get(site) is False:
                yield f"{_words(function, part)} {ALWAYS_0 if _counts(part) else NEVER_REACHED}"
        for parts in (parts for node in nodes for parts in _parts(node)):
            said = [part for part in parts if not _is_a_plain_number(part)]
            inside = [e for part in said for e in ast.walk(part) if isinstance(e, ast.expr) and not _is_silent(e)]
            if inside and not any((file, _place(e)) in watch.reached for e in inside):
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

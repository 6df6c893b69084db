"""A claim's formula with one part changed: made from its syntax, so that every prover takes it as it takes the claim.

A part is what stands between the ``&`` of a premise or a conclusion, or an element of a list of them.
"""

from __future__ import annotations
import __future__

import ast
import inspect
import textwrap
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial, wraps
from typing import Any, Literal

from littlestone.spec.algebra.circuit import Truth, as_truth
from littlestone.spec.algebra.reals import Real
from littlestone.spec.claim import Claim, Statement
from littlestone.spec.domains import Algorithm

Change = Literal[
    "hypothesis dropped",
    "conclusion negated",
    "bound made strict",
    "alternative made strict",
    "bound replaced",
    "bound turned",
    "loss halved",
    "answers wrongly",
]
STRICTER: dict[type[ast.cmpop], type[ast.cmpop]] = {ast.Lt: ast.LtE, ast.Gt: ast.GtE}  # under a negation
BOUNDS = {ast.LtE: ast.Lt, ast.GtE: ast.Gt}
EPSILON_OF = {"indistinguishable": 2, "is_private": 3}  # which argument is the privacy loss
# No formula can define a name with a blank in it
NEGATION, SEPARATES, NOTED, HALVED = "the negation", "the separation", "the noting", "the half"


@dataclass(frozen=True)
class StructuralMutant:
    """A claim changed in one part, whose text is quoted; ``value`` is what a trivial bound was compared with."""

    change: Change
    part: str
    claim: Claim
    value: int | None = None


def structural_mutants(claim: Claim) -> list[StructuralMutant]:
    """Every claim that differs in one part; of the formula's syntax none where its source cannot be read."""
    return [*_of_syntax(claim), *_of_implementations(claim)]


def _of_syntax(claim: Claim) -> Iterator[StructuralMutant]:
    for place in _places(claim):
        for change, value, old, new in _changes(place):
            changed = replace(claim, formula=_changed(claim, place, old, new))
            yield StructuralMutant(change, ast.unparse(old), changed, value)


@dataclass(frozen=True)
class Place:
    """A definition whose parts are the claim's: its formula, or a function of its module that a conclusion calls.

    ``is_alone`` says that no answer of the function is one of several alternatives.
    """

    original: Callable[..., Any]
    function: ast.FunctionDef
    is_formula: bool = False
    is_alone: bool = True


def _places(claim: Claim) -> Iterator[Place]:
    function = syntax(claim.formula)
    if function is None:
        return
    yield Place(claim.formula, function, is_formula=True)
    for name, is_alone in _helpers(function).items():
        helper = claim.formula.__globals__.get(name)
        found = syntax(helper) if helper is not None and _is_of_the_same_paper(helper, claim) else None
        if (
            helper is not None
            and found is not None
            and sum(isinstance(node, ast.Return) for node in ast.walk(found)) == 1
        ):
            yield Place(helper, found, is_alone=is_alone)


def _helpers(function: ast.FunctionDef) -> dict[str, bool]:
    """The functions used for nothing but parts of conclusions, and whether never as one of several alternatives."""
    called = list(_called(function))
    calls = Counter(name for name, _ in called)
    uses = Counter(node.id for node in ast.walk(function) if isinstance(node, ast.Name))
    return {name: all(alone for n, alone in called if n == name) for name in calls if uses[name] == calls[name]}


def _called(function: ast.FunctionDef) -> Iterator[tuple[str, bool]]:
    """The names of the functions whose answers are parts of a conclusion, and whether no alternatives."""
    for _, conclusion in _statements(function):
        for part in conjuncts(conclusion, function):
            for leaf, is_alone in _leaves(part):
                if isinstance(leaf, ast.Call) and isinstance(leaf.func, ast.Name):
                    yield leaf.func.id, is_alone


def _is_of_the_same_paper(helper: Any, claim: Claim) -> bool:
    room = claim.formula.__module__.rpartition(".")[0]
    return inspect.isfunction(helper) and helper.__module__.rpartition(".")[0] == room


def syntax(function: Callable[..., Any]) -> ast.FunctionDef | None:
    """The definition without its decorators, at its own lines; None where it has no source of that form."""
    try:
        lines, first = inspect.getsourcelines(function)
        (found,) = ast.parse(textwrap.dedent("".join(lines))).body
    except (OSError, TypeError, SyntaxError, ValueError):
        return None
    if not isinstance(found, ast.FunctionDef):
        return None
    found.decorator_list = []
    ast.increment_lineno(found, first - 1)
    return found


# ---- The parts


def _changes(place: Place) -> Iterator[tuple[Change, int | None, ast.expr, ast.expr]]:
    """Each change, the value it compares with, and the part with what replaces it; beside a formula bounds alone."""
    function = place.function
    for premise, conclusion in _statements(function):
        for part in conjuncts(premise, function) if premise is not None and place.is_formula else ():
            yield "hypothesis dropped", None, part, ast.Constant(True)
        for part in conjuncts(conclusion, function):
            if place.is_formula:
                yield "conclusion negated", None, part, _call(NEGATION, part)
            for leaf, is_alone in _leaves(part):
                yield from _changes_of_leaf(leaf, is_alone and place.is_alone)


def _changes_of_leaf(leaf: ast.expr, is_alone: bool) -> Iterator[tuple[Change, int | None, ast.expr, ast.expr]]:
    """A bound made strict, and replaced by a trivial one where no alternative beside it could hold instead."""
    strict: Change = "bound made strict" if is_alone else "alternative made strict"
    match leaf:
        case ast.Compare(left, [ast.LtE() | ast.GtE() as operator], [right]):
            yield strict, None, leaf, ast.Compare(left, [BOUNDS[type(operator)]()], [right])
            if is_alone:
                yield "bound turned", None, leaf, ast.Compare(right, [operator], [left])
            if is_alone and not isinstance(left, ast.Constant) and not isinstance(right, ast.Constant):
                small, large = (left, right) if isinstance(operator, ast.LtE) else (right, left)
                for value in (0, 1):
                    yield "bound replaced", value, leaf, _call(SEPARATES, small, large, ast.Constant(value))
        case ast.Call(ast.Name(name), arguments) if is_alone and EPSILON_OF.get(name, len(arguments)) < len(arguments):
            halved, at = [*arguments], EPSILON_OF[name]
            halved[at] = _call(HALVED, halved[at])
            if ast.unparse(arguments[at]) != "0":  # it has no half
                yield "loss halved", None, leaf, ast.Call(leaf.func, halved, leaf.keywords)
        case ast.UnaryOp(ast.Invert(), ast.Compare(left, [ast.Lt() | ast.Gt() as operator], [right])):
            denied = ast.Compare(left, [STRICTER[type(operator)]()], [right])
            yield strict, None, leaf, ast.UnaryOp(ast.Invert(), denied)


def _statements(function: ast.FunctionDef) -> Iterator[tuple[ast.expr | None, ast.expr]]:
    """Premise, if any, and conclusion of each statement that the formula returns, not a function inside of it."""
    waiting: list[ast.AST] = [*function.body]
    for node in waiting:
        waiting += [] if isinstance(node, ast.FunctionDef) else ast.iter_child_nodes(node)
        if isinstance(node, ast.Return) and node.value is not None and not _says_nothing(node.value):
            match node.value:
                case ast.Call(ast.Name("when"), [premise, conclusion]):
                    yield premise, conclusion
                case value:
                    yield None, value


def _says_nothing(value: ast.expr) -> bool:
    """A constant, or what is returned for arguments that the formula cannot afford."""
    return isinstance(value, ast.Constant) or (isinstance(value, ast.Name) and value.id == "OUT_OF_REACH")


def conjuncts(node: ast.expr, function: ast.FunctionDef) -> list[ast.expr]:
    """The parts that all have to hold, those behind a name that is given once and used once included."""
    match node:
        case ast.BinOp(left, ast.BitAnd(), right):
            return conjuncts(left, function) + conjuncts(right, function)
        case ast.BoolOp(ast.And(), elements) | ast.List(elements) | ast.Tuple(elements):
            return [part for element in elements for part in conjuncts(element, function)]
        case ast.Call(ast.Name("all_of"), [ast.List() | ast.Tuple() as listed]):
            return conjuncts(listed, function)
        case ast.Name(name):
            given = _given_once(function, name)
            return [node] if given is None else conjuncts(given, function)
        case ast.Constant() | ast.Starred():
            return []
    return [node]


def _given_once(function: ast.FunctionDef, name: str) -> ast.expr | None:
    """What a name stands for that is assigned once and read once."""
    uses = Counter((type(n.ctx)) for n in ast.walk(function) if isinstance(n, ast.Name) and n.id == name)
    if uses != {ast.Store: 1, ast.Load: 1}:
        return None
    for node in function.body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and node.targets[0].id == name:
            return node.value
    return None


def _leaves(node: ast.expr, is_alone: bool = True) -> Iterator[tuple[ast.expr, bool]]:
    """What a part is made of by "and", "or", "for all" and "implies": where it is stronger, so is the part.

    Each with whether it is none of several alternatives, of which another may hold in its place.
    """
    match node:
        case ast.BinOp(left, ast.BitAnd() | ast.BitOr() as join, right):
            inner, is_alone = [left, right], is_alone and isinstance(join, ast.BitAnd)
        case ast.Call(ast.Name("all_of" | "any_of" as name), [only]):
            inner, is_alone = [only], is_alone and name == "all_of"
        case ast.Call(ast.Attribute(_, "implies"), [conclusion]):
            inner = [conclusion]
        case ast.List(elements) | ast.Tuple(elements):
            inner = elements
        case ast.GeneratorExp(element) | ast.ListComp(element):
            inner = [element]
        case _:
            yield node, is_alone
            return
    for part in inner:
        yield from _leaves(part, is_alone)


def _call(name: str, *arguments: ast.expr) -> ast.expr:
    return ast.Call(ast.Name(name, ast.Load()), list(arguments), [])


# ---- Formulas from syntax


class _Replacing(ast.NodeTransformer):
    """Puts a node in the place of another."""

    def __init__(self, old: ast.expr, new: ast.expr) -> None:
        self.old, self.new = old, new

    def visit(self, node: ast.AST) -> Any:
        """The new node for the old one, others as they are."""
        return ast.copy_location(self.new, node) if node is self.old else super().visit(node)


def _changed(claim: Claim, place: Place, old: ast.expr, new: ast.expr) -> Callable[..., Statement]:
    """The claim's formula with one node replaced, in it or in the function that it calls."""
    position = next(i for i, node in enumerate(ast.walk(place.function)) if node is old)
    copied = deepcopy(place.function)
    found = next(node for i, node in enumerate(ast.walk(copied)) if i == position)
    assert isinstance(found, ast.expr)
    changed = _compiled(place.original, _Replacing(found, deepcopy(new)).visit(copied), {})
    if place.is_formula:
        return changed
    formula = syntax(claim.formula)
    assert formula is not None
    return _compiled(claim.formula, formula, {place.function.name: changed})


def _compiled(original: Callable[..., Any], function: ast.FunctionDef, names: Mapping[str, Any]) -> Callable[..., Any]:
    """The function that the syntax defines, with the names that the original knows and some more."""
    module = ast.fix_missing_locations(ast.Module([function], []))
    file = inspect.getsourcefile(original) or "?"
    code = compile(module, file, "exec", __future__.annotations.compiler_flag, dont_inherit=True)
    space = {**original.__globals__, **inspect.getclosurevars(original).nonlocals, **HELPERS, **names}
    exec(code, space)
    found: Callable[..., Any] = space[function.name]
    found.__module__, found.__qualname__ = original.__module__, original.__qualname__
    found.__annotations__ = original.__annotations__  # which may have been given to it later
    return found


def _negation(part: Truth | bool) -> Truth:
    return ~as_truth(part)


def _separates(small: Any, large: Any, value: int) -> Truth:
    """The value lies between the two sides: they do not have to be compared with each other."""
    return as_truth(small <= value) & as_truth(value <= large)


HELPERS = {NEGATION: _negation, SEPARATES: _separates, HALVED: lambda epsilon: Real.of(epsilon) / 2}


# ---- What parts come to


def noted_parts(claim: Claim) -> Iterator[tuple[str, Claim, list[Any]]]:
    """For each part of the conclusion its text, and the claim with a list of what the part comes to once stated."""
    function = syntax(claim.formula)
    for _, conclusion in [] if function is None else _statements(function):
        assert function is not None
        for part in conjuncts(conclusion, function):
            seen: list[Any] = []
            place = Place(claim.formula, function, is_formula=True)
            formula = _changed(claim, place, part, _call(NOTED, part))
            formula.__globals__[NOTED] = partial(_noted, seen)
            yield ast.unparse(part), replace(claim, formula=formula), seen


def _noted(seen: list[Any], part: Any) -> Any:
    seen.append(part)
    return part


# ---- Implementations at fault


def _of_implementations(claim: Claim) -> Iterator[StructuralMutant]:
    """The claim about implementations one of which answers wrongly."""
    for name, domain in claim.domains.items():
        if isinstance(domain, Algorithm):
            yield StructuralMutant("answers wrongly", domain.id, replace(claim, formula=_misled(claim.formula, name)))


def _misled(formula: Callable[..., Statement], name: str) -> Callable[..., Statement]:
    @wraps(formula)
    def changed(**given: Any) -> Statement:
        return formula(**{**given, name: answering_wrongly(given[name])})

    return changed


def answering_wrongly(run: Callable[..., Any]) -> Callable[..., Any]:
    """The algorithm with another answer: a number one larger, a first label changed, true for false.

    Raises NotImplementedError on answers that are none of these.
    """

    @wraps(run)
    def wrong(*arguments: Any, **named: Any) -> Any:
        return _another(run(*arguments, **named))

    return wrong


def _another(answer: Any) -> Any:
    match answer:
        case bool():
            return not answer
        case int() | Fraction():
            return answer + 1
        case tuple() if answer and not hasattr(answer, "_fields"):
            first = answer[0]
            label = 0 if first else 1
            return (label if isinstance(first, int) else _another(first), *answer[1:])
    raise NotImplementedError(f"no answer is known to be wrong beside {answer!r}")

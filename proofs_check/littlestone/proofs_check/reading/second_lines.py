"""What is not read off the syntax: a formula is tried at a few small arguments, before all else and after.

No float has a place in a statement: those that are written are refused by the language, but whether ``a / b`` is of
Python's integers is seen only where it is evaluated. And a statement says the same whenever it is asked. The language
refuses a formula that remembers, but does not read an algorithm that a claim runs, which is any Python: one that goes
on from its last sample passed in the order in which cases are listed.
"""

from __future__ import annotations
import __future__

import ast
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from copy import deepcopy
from fractions import Fraction
from functools import partial
from itertools import islice
from math import isfinite
from types import CodeType, FunctionType
from typing import Any

from littlestone.proofs_check.formula_faults import FormulaFault
from littlestone.proofs_check.questions.arguments import Arguments
from littlestone.proofs_check.questions.call_limit import CallLimitReached, call_limit
from littlestone.proofs_check.questions.small_arguments import MOST_CALLS, MOST_CASES, small_arguments
from littlestone.proofs_check.reading.functions import own_functions, syntax_of
from littlestone.spec.algebra.circuit import Truth, nodes_of
from littlestone.spec.claim import Claim
from littlestone.spec.learning.chances import ChanceComparison

SIMPLEST, CLOSE = 10**6, Fraction(1, 10**12)  # the largest denominator that an author may have meant, and how nearly
FRAMES = 20_000  # a sum of 3000 terms, more than Python compiles, needs some 10,000 frames
FUTURE = sum(getattr(__future__, name).compiler_flag for name in __future__.all_feature_names)
NOTE, LOADED = "__note__", ast.Load | None
KEPT = (ast.BinOp, ast.Call, ast.Name, ast.Attribute, ast.Subscript)  # where a float is made, and where one is kept
Note = Callable[[ast.expr, Any], None]
Answer = tuple[Truth | str, ...] | None  # premise and conclusion, or an exception's name; None where it takes too long


# ---- Floats


def insist_on_exactness(claim: Claim) -> None:
    """Raise FormulaFault at the first float that the claim's own code comes to at a few small arguments."""
    met: list[FormulaFault] = []
    with noting(own_functions(claim.formula), partial(_note, met), KEPT):
        for arguments in islice(small_arguments(claim), MOST_CASES):
            with suppress(CallLimitReached, Exception), call_limit(MOST_CALLS):
                if claim.within_reach(arguments):
                    claim.state(arguments)
            if met:
                raise met[0]


@contextmanager
def noting(functions: Sequence[FunctionType], note: Note, kinds: tuple[type[ast.expr], ...]) -> Iterator[None]:
    """While this is open the functions tell ``note`` each expression of these kinds, as ``syntax_of`` has it, with its
    value; one whose source is not there stays as it is."""
    plainly, nodes = [(function, function.__code__) for function in functions], list[ast.expr]()
    limit = sys.getrecursionlimit()
    try:
        sys.setrecursionlimit(max(limit, FRAMES))
        for function in functions:
            with suppress(SyntaxError, ValueError, TypeError, RecursionError):
                function.__code__ = _compiled(function, kinds, nodes)
                function.__globals__[NOTE] = partial(_told, note, nodes)
        sys.setrecursionlimit(limit)
        yield
    finally:
        sys.setrecursionlimit(limit)
        for function, code in plainly:
            function.__code__ = code
            function.__globals__.pop(NOTE, None)


def _told(note: Note, nodes: Sequence[ast.expr], number: int, value: Any) -> Any:
    note(nodes[number], value)
    return value


def _note(met: list[FormulaFault], node: ast.expr, value: object) -> None:
    kind = getattr(getattr(value, "dtype", None), "kind", "") if type(value).__module__ == "numpy" else ""
    if isinstance(value, float | complex) or kind in ("f", "c"):
        words = f"`{ast.unparse(node)}` is the float {value!r}; write {exact_instead(value)}"
        met.append(FormulaFault(words, node.lineno))


def _compiled(function: FunctionType, kinds: tuple[type[ast.expr], ...], nodes: list[ast.expr]) -> CodeType:
    """The function's code, with each expression of these kinds noted by its number among the nodes; raises TypeError
    without a source."""
    syntax = syntax_of(function)
    if syntax is None:
        raise TypeError(f"{function.__name__} has no source")
    definition = deepcopy(syntax)
    written: dict[int, Any] = dict(zip(map(id, ast.walk(definition)), ast.walk(syntax), strict=True))

    def noted(node: Any) -> Any:
        is_sliced = isinstance(node, ast.Tuple) and any(isinstance(part, ast.Slice) for part in node.elts)
        if is_sliced or not isinstance(node, kinds) or not isinstance(getattr(node, "ctx", None), LOADED):
            return node
        number = ast.Constant(len(nodes))
        nodes.append(written[id(node)])
        call = ast.Call(ast.Name(NOTE, ast.Load()), [number, node], [])
        for part in (call, call.func, number):
            ast.copy_location(part, node)
        return call

    # Without what is evaluated where the definition stands: decorators, defaults, annotations
    definition.decorator_list, definition.returns, arguments = [], None, definition.args
    arguments.defaults, arguments.kw_defaults = [], [None] * len(arguments.kwonlyargs)
    for parameter in ast.walk(arguments):
        if isinstance(parameter, ast.arg):
            parameter.annotation = None
    for holder in [node for node in ast.walk(definition) if not isinstance(node, ast.pattern | ast.JoinedStr)]:
        for name, part in ast.iter_fields(holder):
            setattr(holder, name, [noted(one) for one in part] if isinstance(part, list) else noted(part))
    around = ast.parse(f"def around({', '.join(function.__code__.co_freevars)}): pass")
    around.body[0].body = [definition, *ast.parse(f"return {definition.name}").body]  # type: ignore[attr-defined]
    flags, scope = function.__code__.co_flags & FUTURE, dict[str, Any]()
    exec(compile(around, function.__code__.co_filename, "exec", flags, dont_inherit=True), scope)
    made: FunctionType = scope["around"](*function.__code__.co_freevars)
    return made.__code__.replace(co_qualname=function.__qualname__)


def exact_instead(value: object) -> str:
    """The simple fraction that a float is next to."""
    if not isinstance(value, float) or not isfinite(value):
        return "an exact expression"
    exactly = Fraction(value)
    simple = exactly.limit_denominator(SIMPLEST)
    if abs(simple - exactly) > CLOSE * max(abs(simple), Fraction(1)):
        return "an exact expression"
    return f"Fraction({simple.numerator}, {simple.denominator})" if simple.denominator != 1 else str(simple)


# ---- The same answer again


def readings(claim: Claim) -> list[Answer]:
    """What the formula says at its smallest arguments."""
    return [_answer(claim, case) for case in islice(small_arguments(claim), MOST_CASES)]


def insist_on_repeating(claim: Claim, first: Sequence[Answer]) -> None:
    """Raise FormulaFault where the formula now says something else than it did at first."""
    for before, now in zip(first, readings(claim) if first else (), strict=True):
        if before is None or now is None:
            continue
        pairs = zip(before, now, strict=False)
        if len(before) != len(now) or not all(a is b or _said(a) == _said(b) != [] for a, b in pairs):
            words = "the formula answers one thing when first asked and another when asked again"
            advice = "neither it nor what it runs may count its calls, remember them or draw at random"
            raise FormulaFault(f"{words}: {advice}", claim.location[1])


def _answer(claim: Claim, arguments: Arguments) -> Answer:
    try:
        with call_limit(MOST_CALLS):
            if not claim.within_reach(arguments):
                return None
            statement = claim.state(arguments)
    except CallLimitReached:
        return None
    except Exception as error:
        return (type(error).__name__,)
    return statement.premise, statement.conclusion


def _said(part: Truth | str) -> list[str]:
    """The leaves in words, where some are about chances, each of which is an object of its own; else none."""
    if isinstance(part, str):
        return [part]
    leaves = [node.payload for node in nodes_of([part]) if not node.args]
    return sorted(map(str, leaves)) if any(isinstance(leaf, ChanceComparison) for leaf in leaves) else []

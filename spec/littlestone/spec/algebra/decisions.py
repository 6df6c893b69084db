"""What Python decides of a statement: each truth value that the statement's own code asked for, with its line.

Python asks where it must branch: ``if``, ``and``, ``not``, ``in``, ``min``, a chained comparison. What it decides is
no part of any circuit, so it is allowed only on listed arguments, and remembered.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import _lru_cache_wrapper, cache
from inspect import unwrap
from types import CodeType, FrameType
from typing import TypeVar

from littlestone.spec.algebra.python_constructs import Construct, construct_at

KIT = "littlestone."
# Texts and hashes of what holds a symbol; the last is dataclasses' own
WITHIN = ("__repr__", "__str__", "__format__", "__hash__", "wrapper")
Told = TypeVar("Told", bound=Callable[..., object])
_stating: set[str] = set()  # packages of the kit with claims in them: the papers
_telling_apart: set[CodeType | None] = set()


class UndecidedTruth(TypeError):
    """Python asked for a truth value that it may not have: it depends on inputs, or the arguments are symbols.

    ``construct`` is what asked, where that is known.
    """

    def __init__(self, asked: Construct | str, construct: Construct | None = None) -> None:
        super().__init__(str(asked))
        self.construct = asked if isinstance(asked, Construct) else construct


class SymbolLookedAt(UndecidedTruth):
    """Python looked at a symbol otherwise than by comparing it: its hash or its digits say nothing of numbers."""


@dataclass
class Evaluation:
    """One call of a statement: its code, that of the algorithms it runs, and what Python decided so far.

    ``listed`` says that no argument is symbolic, so that Python may decide.
    """

    formula: CodeType | None
    algorithms: frozenset[CodeType]
    listed: bool
    decisions: dict[Construct, None] = field(default_factory=dict)
    refused: list[UndecidedTruth] = field(default_factory=list)

    def insist(self) -> None:
        """Raise again what was refused, if the statement caught it."""
        for refusal in self.refused:
            raise refusal

    def owner(self, frame: FrameType | None) -> FrameType | None:
        """The innermost frame of the statement's own code; None inside of an algorithm that it runs."""
        own: FrameType | None = None
        while frame is not None and frame.f_code not in self.algorithms:
            if own is None and not is_library(_module_of(frame)):
                own = frame
            if frame.f_code is self.formula:
                return own
            frame = frame.f_back
        return None


EVALUATED: ContextVar[Evaluation | None] = ContextVar("the statement that is evaluated", default=None)


@contextmanager
def evaluation(formula: object, algorithms: list[object], listed: bool) -> Iterator[Evaluation]:
    """Watch what Python decides while a statement is evaluated inside."""
    codes = frozenset(code for code in map(_code, algorithms) if code is not None)
    watched = Evaluation(_code(formula), codes, listed)
    token = EVALUATED.set(watched)
    try:
        yield watched
    finally:
        EVALUATED.reset(token)


def _code(run: object) -> CodeType | None:
    return getattr(unwrap(run), "__code__", None)  # type: ignore[arg-type]


def python_asks(known: bool) -> None:
    """Python asks for a truth value, ``known`` or not: remember it, or raise UndecidedTruth with what to write."""
    watched = EVALUATED.get()
    if watched is None and known:
        return
    asking = sys._getframe(2)
    if watched is None:
        raise UndecidedTruth(_construct(asking))
    # The library may read what it knows, for instance to count the functions of a listed class
    if known and is_library(_module_of(asking)):
        return
    own = watched.owner(asking)
    if own is None and known:
        return
    construct = _construct(own or asking)
    if known and own is asking and _looks_up(asking, construct.kind):
        return
    if not known or not watched.listed:
        watched.refused.append(UndecidedTruth(construct))
        watched.insist()
    watched.decisions[construct] = None


def looks(has_symbols: Callable[[], object], what: str, advice: str) -> None:
    """A number is looked at: raises SymbolLookedAt where a statement's own line does so, or a word that
    ``tells_apart``, no cached call of it, and the number has symbols, which is asked last, as it takes longest."""
    watched = EVALUATED.get()
    if watched is None:
        return
    asking = _beyond_python(sys._getframe(2))
    own = watched.owner(asking) if asking.f_code in _telling_apart else asking
    if own is None or is_library(_module_of(own)) or watched.owner(own) is not own:
        return
    construct = _construct(own)
    if _is_of_the_kits_caches(own, construct.kind) or not has_symbols():
        return
    refused = SymbolLookedAt(f"Python asks for {what} of a symbol, real or class; write {advice}", construct)
    watched.refused.append(refused)
    raise refused


def tells_apart(function: Told) -> Told:
    """The function of the kit looks up what it is given: a statement that calls it does so, however far below."""
    _telling_apart.add(_code(function))
    return function


def text_is_looked_at(has_symbols: Callable[[], object]) -> None:
    """The text of a symbol, or of what holds one, is made; see ``looks``."""
    looks(has_symbols, "the text", "a statement without its digits")


def _beyond_python(frame: FrameType) -> FrameType:
    """Who asked for what Python's own code asks for: the text of a pair of symbols shows theirs, a `Counter` counts."""
    while frame.f_back is not None:
        module = str(frame.f_globals.get("__name__", "")).partition(".")[0]
        if frame.f_code.co_name not in WITHIN and module not in sys.stdlib_module_names:
            break
        frame = frame.f_back
    return frame


def _module_of(frame: FrameType) -> str:
    return str(frame.f_globals.get("__name__", ""))


def refusal(advice: str) -> UndecidedTruth:
    """What to raise where Python asks a thing for a truth value that never has one, with the line that asks."""
    watched, asking = EVALUATED.get(), sys._getframe(2)
    own = watched.owner(asking) if watched else None
    construct = _construct(own or asking)
    refused = UndecidedTruth(f"line {construct.line}: {advice}", construct)
    if watched is not None:
        watched.refused.append(refused)
    return refused


def _looks_up(frame: FrameType, called: str) -> bool:
    """The construct is the call of a cached function, which compares its arguments with those that it has seen."""
    meaning = frame.f_locals.get(called, frame.f_globals.get(called))
    return isinstance(meaning, _lru_cache_wrapper)


def _is_of_the_kits_caches(frame: FrameType, called: str) -> bool:
    """The construct is the call of a cached function of the kit's; a statement's own would remember its arguments."""
    meaning = frame.f_locals.get(called, frame.f_globals.get(called))
    return isinstance(meaning, _lru_cache_wrapper) and is_library(str(meaning.__module__))


def _construct(frame: FrameType) -> Construct:
    return _construct_in(frame.f_code, frame.f_lasti)


_construct_in = cache(construct_at)


def claims_are_stated_in(module: str) -> None:
    """The functions of this module, and of its package in the kit, are a statement's own from now on."""
    _stating.add(module.rpartition(".")[0])


def states_claims(module: str) -> bool:
    """The module is in one of the kit's packages with claims in it: a paper, its vocabulary too, no room below."""
    return module.startswith(KIT) and module.rpartition(".")[0] in _stating


def is_library(module: str) -> bool:
    """The module is Python's own or one of the kit's rooms that state no claims: its branches are no statement's."""
    if module.startswith(KIT):
        return not states_claims(module)
    return module.partition(".")[0] in sys.stdlib_module_names

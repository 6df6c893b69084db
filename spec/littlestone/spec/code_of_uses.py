"""What the code of a use shows before it runs: which keywords it passes, and whether it makes its ``Use`` itself.

A use is a function of a place in a proof, so that what it asks for is known only at arguments; which claims are made
from it must be known before. What is made elsewhere is not looked into, and taken for asking for something.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dis import Instruction, get_instructions, stack_effect
from functools import lru_cache
from itertools import pairwise
from types import CodeType

USE = "Use"


def passes(function: Callable[..., object], names: set[str]) -> bool:
    """The function passes one of these keywords somewhere; to read its code is slow: its constants are asked first."""
    constants = (const for const in function.__code__.co_consts if isinstance(const, tuple))
    if all(names.isdisjoint(const) for const in constants):
        return False
    return any(not names.isdisjoint(keywords) for _, keywords in _calls(function))


def strings_in(function: Callable[..., object]) -> set[str]:
    """The strings that the function's code holds, among them the names of all arguments that it writes out."""
    consts = function.__code__.co_consts
    return {each for const in consts for each in (const if isinstance(const, tuple) else (const,)) if type(each) is str}


def asks_nothing(function: Callable[..., object], fields: frozenset[str]) -> bool:
    """The function returns a ``Use`` without arguments and needs, which pays nothing, as no cost may be negative; one
    that is made elsewhere asks for something."""
    asks = {"arguments", "needs", "times"}
    return is_plain(function, fields) and not passes(function, asks) and _last_call(function)[0] == 0


def is_plain(function: Callable[..., object], fields: frozenset[str]) -> bool:
    """All that the function does last is to call ``Use`` by that name, with its keywords written out, once."""
    code = _instructions(function.__code__)
    ends = [here for here in code if here.opname.startswith("RETURN")]
    if len(ends) != 1 or any(here.opname == "CALL_FUNCTION_EX" for here in code):
        return False
    named = [i for i, here in enumerate(code) if here.opname == "LOAD_GLOBAL" and here.argval == USE]
    is_called = len(named) == 1 and "NULL" in code[named[0]].argrepr and _returned(code[named[0] :])
    return is_called and fields.issuperset(_last_call(function)[1])


@lru_cache(maxsize=1)  # of one function several things are asked, and reading its code takes longest of all
def _instructions(code: CodeType) -> tuple[Instruction, ...]:
    return tuple(here for here in get_instructions(code) if here.opname != "CACHE")


def _returned(code: tuple[Instruction, ...]) -> bool:
    """What the first name of these instructions is called to make is returned at once: no later call takes it.

    By the height of the stack, as if nothing branched: where something does, the answer may be no.
    """
    height = 0
    for here, after in pairwise(code):
        height += stack_effect(here.opcode, here.arg)
        if here.opname in ("CALL", "CALL_KW") and height == 1:
            return after.opname.startswith("RETURN")
    return False


def _last_call(function: Callable[..., object]) -> tuple[int, tuple[str, ...]]:
    *_, last = [(1, ()), *_calls(function)]
    return last


def _calls(function: Callable[..., object]) -> Iterator[tuple[int, tuple[str, ...]]]:
    """The calls in a function, in the order in which they are made: how many arguments they give by place, and the
    keywords, which stand before the call in one place or another of its code."""
    keywords: tuple[str, ...] = ()
    for before, here in pairwise(_instructions(function.__code__)):
        if here.opname == "KW_NAMES" and here.arg is not None:  # up to Python 3.12
            keywords = function.__code__.co_consts[here.arg]
        elif here.opname in ("CALL", "CALL_KW") and here.arg is not None:
            keywords = before.argval if here.opname == "CALL_KW" else keywords
            yield here.arg - len(keywords), keywords
            keywords = ()

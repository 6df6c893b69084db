"""Symbols that refuse to be asked for their parts, where a user's file has fields of the same names.

Of `item.name` a reader cannot tell whether the item is a record of the user's or a symbol. Elsewhere it refuses the
name; to guard the symbols in every run would cost a call for each part of each number that the kit itself reads.
"""

from __future__ import annotations

import sys
from enum import Enum
from functools import cache
from typing import Any

from littlestone.proofs_check.sources.code_that_ran import files_of_modules
from littlestone.spec.algebra.circuit import Truth
from littlestone.spec.algebra.decisions import KIT, looks
from littlestone.spec.algebra.naturals import Number
from littlestone.spec.algebra.rationals import counts_as
from littlestone.spec.algebra.reals import Real
from littlestone.spec.classes.concept_classes import ConceptClass

PARTS: dict[type, tuple[str, ...]] = {
    Truth: ("op", "args"),
    Real: ("op", "args", "value", "name"),
    Number: ("values", "name"),
    ConceptClass: ("universe",),
}
NAMES = frozenset(name for names in PARTS.values() for name in names)


def fields_said_by(own: type) -> set[str]:
    """The fields that a class of the user's has or declares, with those of all members of an Enum."""
    return {*vars(own), *vars(own).get("__annotations__", {}), *(("name", "value") if issubclass(own, Enum) else ())}


def guard_where_needed() -> None:
    """Guard the symbols where a class of a user's module has a field that is called like a part of theirs.

    Before the kit is sealed, as it is changed by this.
    """
    if are_guarded():
        return
    files = {*files_of_modules()}
    modules = {
        name: one for name, one in sys.modules.copy().items() if getattr(one, "__dict__", {}).get("__file__") in files
    }
    known = [one for module in modules.values() for one in vars(module).values()]
    classes = [one for one in known if isinstance(one, type) and one.__module__ in modules]
    if any(not NAMES.isdisjoint(fields_said_by(one)) for one in classes):
        guard()


def are_guarded() -> bool:
    """The symbols refuse in this process."""
    return guard.cache_info().currsize > 0


@cache
def guard() -> None:
    """From now on no line of a formula is told a part of a symbol."""
    for kind, names in PARTS.items():
        for name in names:
            setattr(kind, name, _guarded(name, vars(kind).get(name)))


def _guarded(name: str, slot: Any) -> property:
    """The part with a guard, which is no call of the formula: else fewer cases were listed beside such a class."""

    @counts_as(0)
    def asked(self: object) -> object:
        if not sys._getframe(1).f_globals.get("__name__", "").startswith(KIT):
            looks(lambda: True, f"`.{name}`", "a statement, not the parts of its symbols")
        return vars(self)[name] if slot is None else slot.__get__(self)

    @counts_as(0)
    def stored(self: object, value: object) -> None:
        if slot is None:
            vars(self)[name] = value
        else:
            slot.__set__(self, value)

    return property(asked, stored)

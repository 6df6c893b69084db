"""What is written by hand of a paper's refuted statements: ``errata.toml`` beside them, read into dataclasses.

No verdict is written by hand: where one belongs, a text has the id of a claim in braces, ``{LYU25.P1.corrected}``.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, dataclass, fields
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import littlestone.spec
from littlestone.proofs_check.bad_input import ErrataError
from littlestone.proofs_check.reports.typesetting.plain_formulas import FormulaError, pieces

FILE = "errata.toml"
GRADES = ("wrong", "missing hypothesis", "wrong constant", "edge case", "misprint")  # the worst first
Part = TypeVar("Part")


@dataclass(frozen=True)
class MainResult:
    """What becomes of one of the paper's main results."""

    result: str
    verdict: str
    change: str


@dataclass(frozen=True)
class Graded:
    """A refuted statement: the clause that fails as the paper has it, where, how it fails, and what follows."""

    printed: str
    place: str
    grade: str
    consequence: str = ""


@dataclass(frozen=True)
class Fault:
    """An entry: what fails in ``ids``, which are refuted statements; ``beside`` are other claims that say more.

    ``numbers`` stand in the example and in the counterexample of the claim that it ``shows``. Without ``printed`` the
    clause of the first statement is quoted.
    """

    title: str
    grade: str
    ids: tuple[str, ...]
    fails: str
    example: str
    correction: str
    affects: str
    verified: str
    not_verified: str
    shows: str
    numbers: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()
    printed: str = ""


@dataclass(frozen=True)
class Constant:
    """A line of the first table: what is printed in ``ids``, what to read, an example, the verdict on it."""

    ids: tuple[str, ...]
    read: str
    example: str
    verified: str


@dataclass(frozen=True)
class Edge:
    """A line of the second table: where ``ids`` fail, the convention under which they hold, the verdict on it."""

    ids: tuple[str, ...]
    fails: str
    convention: str
    verified: str


@dataclass(frozen=True)
class Errata:
    """The errata of a paper, in the order of the page."""

    key: str
    author: str
    title: str
    survives: str
    conventions: str
    results: tuple[MainResult, ...]
    statements: Mapping[str, Graded]
    faults: tuple[Fault, ...] = ()
    constants: tuple[Constant, ...] = ()
    edges: tuple[Edge, ...] = ()

    @property
    def entries(self) -> tuple[Fault | Constant | Edge, ...]:
        """The entries and the lines of the tables."""
        return (*self.faults, *self.constants, *self.edges)

    def quoted(self, fault: Fault) -> str:
        """What is printed where a fault is."""
        return fault.printed or f'"{self.statements[fault.ids[0]].printed}"'


@cache
def all_errata() -> Mapping[str, Errata]:
    """The errata of each paper that has some, by its key; raises ErrataError."""
    folders = (Path(place) for place in littlestone.spec.__path__)
    return {
        file.parent.name.upper(): errata_in(file) for folder in folders for file in sorted(folder.glob(f"*/{FILE}"))
    }


@cache
def graded_statements() -> Mapping[str, Graded]:
    """Each refuted statement that is graded, of every paper, by its id."""
    return {id: graded for errata in all_errata().values() for id, graded in errata.statements.items()}


def errata_in(file: Path) -> Errata:
    """What a file says; raises ErrataError, with the place, where it is not as a page needs it."""
    where = f"{file.parent.name}/{file.name}"
    try:
        data = tomllib.loads(file.read_text(encoding="utf-8"))
    except ValueError as error:
        raise ErrataError(f"{where}: it is no TOML ({error}); mend that line") from error
    statements = _table(data.pop("statements", {}), f"{where}, statements")
    return _made(
        Errata,
        {
            **data,
            "key": file.parent.name.upper(),
            "statements": {id: _made(Graded, one, f"{where}, {id}") for id, one in statements.items()},
            "results": _list(MainResult, data, "results", where),
            "faults": _list(Fault, data, "faults", where),
            "constants": _list(Constant, data, "constants", where),
            "edges": _list(Edge, data, "edges", where),
        },
        where,
    )


def _table(data: Any, where: str) -> Mapping[str, Any]:
    if not isinstance(data, dict):
        raise ErrataError(f"{where}: it is {data!r}; a table of fields belongs there")
    return data


def _list(kind: type[Part], data: Mapping[str, Any], name: str, where: str) -> tuple[Part, ...]:
    entries = data.get(name, [])
    if not isinstance(entries, list):
        raise ErrataError(f"{where}: {name} is one table; write [[{name}]] above each")
    return tuple(_made(kind, one, f"{where}, {name} {i} ({_called(one)})") for i, one in enumerate(entries, 1))


def _called(data: Any) -> str:
    """The title of an entry, or its first words."""
    return str(next(iter(data.values()), "")) if isinstance(data, dict) else repr(data)


def _made(kind: type[Part], data: Any, where: str) -> Part:
    given, known = _table(data, where), {field.name: field for field in fields(kind)}  # type: ignore[arg-type]
    needed = [name for name, field in known.items() if field.default is MISSING]
    for name in [*given, *needed]:
        if name not in known:
            raise ErrataError(f"{where}: there is no field {name!r}; the fields are {', '.join(known)}")
        if name not in given:
            raise ErrataError(f"{where}: the field {name} is missing; write {name} = ...")
    return kind(**{name: _value(value, str(known[name].type), f"{where}, {name}") for name, value in given.items()})


def _value(value: Any, kind: str, where: str) -> Any:
    if kind == "tuple[str, ...]":
        if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
            raise ErrataError(f'{where}: it is {value!r}; write a list of texts, ["...", "..."]')
        return tuple(value)
    if kind != "str":
        return value
    if not isinstance(value, str):
        raise ErrataError(f'{where}: it is {value!r}; write a text, "{value}"')
    if where.endswith(", grade") and value not in GRADES:
        raise ErrataError(f"{where}: {value!r} is no grade; the grades are {', '.join(GRADES)}")
    text = " ".join(value.split())
    try:
        pieces(text)
    except FormulaError as error:
        raise ErrataError(f"{where}: {error}") from error
    return text


def texts_of(part: object) -> Iterator[tuple[str, str]]:
    """The name and text of each field of an entry that is one."""
    named = ((field.name, getattr(part, field.name)) for field in fields(part))  # type: ignore[arg-type]
    return ((name, value) for name, value in named if isinstance(value, str) and value)

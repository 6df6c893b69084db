"""Python modules as syntax: what each defines at its top level, and which definitions its imports stand for.

Modules are the kit's own and the user's own; those of installed packages are only named. A user's own modules are what
lies beside a file of the user's, in the same package, or anywhere outside the folders of installed packages.
"""

from __future__ import annotations

import ast
import sys
import tokenize
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from copy import copy
from dataclasses import dataclass, field
from functools import cache
from importlib.machinery import ModuleSpec, PathFinder
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple, overload

from littlestone.proofs_check.sources.kept_definitions import Shape, is_of_the_kit, kept

CLAIMING = ("littlestone.spec.claim", "littlestone.spec.notation", "littlestone.claims")
INSTALLED = ("site-packages", "dist-packages")


class Definition(NamedTuple):
    """A top-level name of a module, or "" for all of it; ``module`` is a dotted name, or a path for a user's file."""

    module: str
    name: str


@dataclass(frozen=True)
class Source:
    """A module's top-level definitions as syntax, and what its imports stand for, in ``foreign`` those of others.

    ``effects`` are the statements that define nothing but may change anything: all definitions rest on them.
    ``starred`` are the modules from which it imports all names.
    """

    module: str
    defined: Mapping[str, list[ast.stmt]] = field(default_factory=dict)
    imported: dict[str, list[Definition]] = field(default_factory=dict)
    effects: Sequence[ast.stmt] = field(default_factory=list)
    starred: list[str] = field(default_factory=list)
    foreign: dict[str, list[str]] = field(default_factory=dict)

    def meaning(self, name: str) -> list[Definition]:
        """The definitions that a name stands for in the module; none for names of Python's or of others."""
        return self._meaning(name, frozenset([self.module]))

    def _meaning(self, name: str, asked: frozenset[str]) -> list[Definition]:
        own = [Definition(self.module, name)] if name in self.defined else []
        found = own + self.imported.get(name, [])
        starred = [readable(module) for module in self.starred if module not in asked]  # two may import each other
        inside = [source._meaning(name, asked | {source.module}) for source in starred if source is not None]
        return found or [d for meant in inside for d in meant]

    def statements(self, name: str) -> list[ast.stmt]:
        """What defines the name, without what states it as a claim: the claim holds those words and constants."""
        return [_unstated(node, self) for node in self.defined.get(name, ())]


def readable(module: str) -> Source | None:
    """The module's definitions; None also where it is no Python, as what is imported in vain may be."""
    with suppress(SyntaxError, ValueError):  # of another version, or not to be decoded
        return source_of(module)
    return None


def _meaning_elsewhere(module: str, name: str) -> list[Definition]:
    source = readable(module)
    return [] if source is None else source.meaning(name)


@cache
def source_of(module: str) -> Source | None:
    """The module's definitions; None where its source cannot be found. Raises SyntaxError.

    What is kept of a module of the kit is not read again, until somebody asks for the syntax itself.
    """
    known = kept() if is_of_the_kit(module) else None
    if known is None:
        return _parsed(module)
    if module not in known["shapes"]:
        known["shapes"][module] = _shape(_parsed(module))
    shape = known["shapes"][module]
    return None if shape is None else _of_shape(module, shape)


@cache
def syntax_of(module: str) -> list[ast.stmt] | None:
    """The module's statements without docstrings; None where its source cannot be found. Raises SyntaxError."""
    path = file_of(module)
    return None if path is None else [_undocumented(node) for node in ast.parse(text_of(path)).body]


@cache
def _parsed(module: str) -> Source | None:
    body = syntax_of(module)
    if body is None:
        return None
    defined: dict[str, list[ast.stmt]] = {}
    effects: list[ast.stmt] = []
    source = Source(module, defined, effects=effects)
    for node in body:
        if not _defines(node, source, defined):
            effects.append(node)
    return source


def _shape(source: Source | None) -> Shape | None:
    if source is None:
        return None
    imported = {name: [[d.module, d.name] for d in meant] for name, meant in source.imported.items()}
    return {
        "defined": list(source.defined),
        "imported": imported,
        "starred": source.starred,
        "foreign": source.foreign,
    }


def _of_shape(module: str, shape: Shape) -> Source:
    imported = {name: [Definition(*one) for one in meant] for name, meant in shape["imported"].items()}
    late = _LateDefinitions(module, dict.fromkeys(shape["defined"]))
    return Source(module, late, imported, _LateEffects(module), shape["starred"], shape["foreign"])


@dataclass(frozen=True, eq=False)
class _LateDefinitions(Mapping[str, list[ast.stmt]]):
    """The definitions of a module, parsed when one is asked for."""

    module: str
    names: Mapping[str, None]

    def __getitem__(self, name: str) -> list[ast.stmt]:
        if name not in self.names:
            raise KeyError(name)
        source = _parsed(self.module)
        return source.defined[name] if source is not None else []

    def __contains__(self, name: object) -> bool:
        return name in self.names

    def __iter__(self) -> Iterator[str]:
        return iter(self.names)

    def __len__(self) -> int:
        return len(self.names)


@dataclass(frozen=True, eq=False)
class _LateEffects(Sequence[ast.stmt]):
    """The statements of a module that define nothing, parsed when they are asked for."""

    module: str

    @property
    def _effects(self) -> Sequence[ast.stmt]:
        source = _parsed(self.module)
        return source.effects if source is not None else []

    @overload
    def __getitem__(self, index: int) -> ast.stmt: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[ast.stmt]: ...
    def __getitem__(self, index: int | slice) -> ast.stmt | Sequence[ast.stmt]:
        return self._effects[index]

    def __len__(self) -> int:
        return len(self._effects)


_read: set[Path] = set()


@cache
def text_of(path: Path) -> str:
    """The text of a Python file, decoded as it says; it is remembered for ``outdated``."""
    text = _as_it_is(path)
    _read.add(path)
    return text


def _as_it_is(path: Path) -> str:
    with tokenize.open(path) as file:
        return file.read()


def outdated() -> list[Path]:
    """The files that have changed or gone since this process read them, so that it may hold their old definitions."""
    return [path for path in sorted(_read) if not _is_as_it_was(path)]


def _is_as_it_was(path: Path) -> bool:
    with suppress(OSError, SyntaxError, ValueError):
        return _as_it_is(path) == text_of(path)
    return False


def submodule(target: Definition) -> Source | None:
    """The module that a target names: all of it where the name is empty, or a module of that package."""
    name = _submodule_name(target) if target.name else target.module
    return None if name is None else readable(name)


def _submodule_name(target: Definition) -> str | None:
    if not target.module.endswith(".py"):
        return f"{target.module}.{target.name}"
    if Path(target.module).name != "__init__.py":
        return None
    return beside(Path(target.module).parent, target.name)


def used_by(definition: Definition) -> Iterator[Definition]:
    """The definitions that a definition mentions, be it by an import inside of a function."""
    return (target for _, target in meant_by(definition))


@cache
def meant_by(definition: Definition) -> tuple[tuple[str, Definition], ...]:
    """The names that a definition mentions, each with the definitions that it stands for there."""
    source = readable(definition.module)
    if source is None:
        return ()
    if not definition.name:
        return tuple(_everything(source))
    renamed = [(definition.name, d) for d in source.meaning(definition.name) if d != definition]
    return (*renamed, *_meant_in([*source.statements(definition.name), *source.effects], source))


def _everything(source: Source) -> Iterator[tuple[str, Definition]]:
    """All that a module defines, imports, and does."""
    yield from ((name, Definition(source.module, name)) for name in source.defined)
    yield from _meant_in(source.effects, source)
    for name, targets in source.imported.items():
        yield from ((name, d) for target in targets for d in _mentioned(target, frozenset()))
    yield from (("*", Definition(module, "")) for module in source.starred if not is_of_the_kit(module))


@cache
def imported_with(module: str) -> frozenset[str]:
    """The files of a user's module, of all of the user's own that it names in an import anywhere, be it inside of a
    function, and of the packages that they are in."""
    found, waiting = set[str](), [module]
    while waiting:
        name = waiting.pop()
        path = None if is_of_the_kit(name) else origin_of(name)
        if path is None or str(path) in found:
            continue
        found.add(str(path))
        waiting += [*_packages_of(name), *_all_named_in(name)]
    return frozenset(found)


def packages_imported_in(module: str) -> frozenset[str]:
    """The top-level packages of others that a module imports anywhere, be it inside of a function."""
    places = (place for places in _all_imports_of(module).foreign.values() for place in places)
    return frozenset(place.partition(".")[0] for place in places)


@cache
def _all_imports_of(module: str) -> Source:
    source = Source(module)
    with suppress(SyntaxError, RecursionError, ValueError):
        for node in (inner for statement in syntax_of(module) or () for inner in walked(statement)):
            if isinstance(node, ast.Import | ast.ImportFrom):
                _bind(source, node)
    return source


@cache
def _all_named_in(module: str) -> frozenset[str]:
    """The modules that the imports of a module may be of; none where it cannot be read."""
    source = _all_imports_of(module)
    targets = [target for targets in source.imported.values() for target in targets]
    return frozenset([*source.starred, *(t.module for t in targets), *(_submodule_name(t) or "" for t in targets)])


def _packages_of(module: str) -> list[str]:
    """The ``__init__`` of each package that a module is in."""
    if not module.endswith(".py"):
        parts = module.split(".")
        return [".".join(parts[:i]) for i in range(1, len(parts))]
    above, found = Path(module).parent, []
    while (above / "__init__.py").is_file():
        found.append(str(above / "__init__.py"))
        above = above.parent
    return found


def foreign_to(definition: Definition) -> Iterator[tuple[str, str]]:
    """The names of others that a definition mentions, each with the package's object that it stands for."""
    source = readable(definition.module)
    nodes = [] if source is None else [*source.statements(definition.name), *source.effects]
    names = {name for node in nodes for name in _mentions(node).names} | {"*"}
    return ((name, place) for name in names for place in (source.foreign.get(name, ()) if source else ()))


def stated_with(definition: Definition) -> Iterator[Definition]:
    """The definitions that are mentioned where a function is stated as a claim: its constants, its reach, its words."""
    source = readable(definition.module)
    for node in [] if source is None else source.defined.get(definition.name, ()):
        if source is not None and isinstance(node, ast.FunctionDef):
            stating = [found for found in node.decorator_list if _states_a_claim(found, source)]
            yield from (target for _, target in _meant_in(stating, source))


@dataclass(frozen=True, slots=True)
class _Mentions:
    """The names, the attributes and the imports in a piece of syntax."""

    names: frozenset[str]
    attributes: frozenset[str]
    imports: tuple[ast.Import | ast.ImportFrom, ...]


@cache
def _mentions(node: ast.AST) -> _Mentions:
    nodes = list(walked(node))
    return _Mentions(
        frozenset(inner.id for inner in nodes if isinstance(inner, ast.Name)),
        frozenset(inner.attr for inner in nodes if isinstance(inner, ast.Attribute)),
        tuple(inner for inner in nodes if isinstance(inner, ast.Import | ast.ImportFrom)),
    )


def walked(node: ast.AST) -> Iterator[ast.AST]:
    """The node and all below it, as ``ast.walk`` lists them in a multiple of the time; the order is another."""
    waiting = [node]
    while waiting:
        found = waiting.pop()
        yield found
        for name in found._fields:
            value = getattr(found, name, None)
            if isinstance(value, ast.AST):
                waiting.append(value)
            elif isinstance(value, list):
                waiting += [one for one in value if isinstance(one, ast.AST)]


def _meant_in(mentioning: Sequence[ast.AST], source: Source) -> Iterator[tuple[str, Definition]]:
    found = [_mentions(node) for node in mentioning]
    names = {name for one in found for name in one.names}
    attributes = frozenset(name for one in found for name in one.attributes)
    inside = Source(source.module)
    for one in found:
        for node in one.imports:
            _bind(inside, node)
    for mentioned, target in [*((name, d) for name in names for d in source.meaning(name)), *_all_imported(inside)]:
        yield from ((mentioned, d) for d in _mentioned(target, attributes))


def _all_imported(source: Source) -> Iterator[tuple[str, Definition]]:
    yield from ((name, target) for name, targets in source.imported.items() for target in targets)
    for module in source.starred:
        found = readable(module)
        yield from ((name, Definition(module, name)) for name in (found.defined if found else ()))


def _mentioned(target: Definition, attributes: frozenset[str]) -> Iterator[Definition]:
    """What an imported name stands for: one definition, or those of a module that are mentioned as its attributes."""
    inside = submodule(target)
    if inside is None or (target.name and _meaning_elsewhere(*target)):
        yield target
    if inside is None:
        return
    if not is_of_the_kit(inside.module):
        yield Definition(inside.module, "")  # as a value it may be asked for anything
        return
    yield from (Definition(inside.module, name) for name in inside.defined.keys() & attributes)
    for name in attributes & inside.imported.keys():
        yield from (d for t in inside.imported[name] for d in _mentioned(t, attributes - {name}))


# ---- Reading a module


def file_of(module: str) -> Path | None:
    """The Python file of a module, by its dotted name or its path; None where it has none."""
    origin = origin_of(module)
    return origin if origin is not None and origin.suffix == ".py" else None


def origin_of(module: str) -> Path | None:
    """The file that a module comes from, in whatever form: compiled, or in an archive."""
    spec = None if module.endswith(".py") else _spec(module)
    origin = module if module.endswith(".py") else spec.origin if spec is not None and spec.has_location else None
    return None if origin is None else holder_of(origin)


def holder_of(file: str) -> Path | None:
    """The file, or the archive that it is in; None where there is neither."""
    with suppress(OSError, ValueError):  # no name that a file can have, or a folder that nobody may look into
        return next((place for place in (Path(file), *Path(file).parents) if place.is_file()), None)
    return None


@cache
def _spec(module: str) -> ModuleSpec | None:
    """Where a module is, found without running the packages that it is in; None where it is not."""
    package, _, _ = module.rpartition(".")
    if package:
        outer = _spec(package)
        places = outer.submodule_search_locations if outer is not None else None
        return PathFinder.find_spec(module, list(places)) if places else None
    try:
        return find_spec(module) if module else None
    except (ImportError, ValueError):
        return None


def _undocumented(node: ast.stmt) -> ast.stmt:
    for inner in walked(node):
        if isinstance(inner, ast.FunctionDef | ast.ClassDef) and ast.get_docstring(inner) is not None:
            inner.body = inner.body[1:] or [ast.Pass()]
    return node


def _unstated(node: ast.stmt, source: Source) -> ast.stmt:
    """What is defined, without what states it as a claim."""
    if not isinstance(node, ast.FunctionDef):
        return node
    plain = copy(node)
    plain.decorator_list = [found for found in node.decorator_list if not _states_a_claim(found, source)]
    return plain


def states_one(node: ast.stmt, source: Source) -> bool:
    """The statement states a function as a claim, as ``claim(...)(formula)``, and does nothing else."""
    match node:
        case ast.Expr(ast.Call(decorator, [ast.expr()], [])):
            return _states_a_claim(decorator, source)
    return False


def _states_a_claim(decorator: ast.expr, source: Source) -> bool:
    """It is the kit's ``claim`` or ``correction``, which gives back the function as it is."""
    match decorator:
        case ast.Call(ast.Name("claim" | "correction" as name)):
            meanings = source.meaning(name)
            return bool(meanings) and all(d.name == name and d.module in CLAIMING for d in meanings)
        case ast.Call(ast.Attribute(ast.Name(module), "claim" | "correction")):
            modules = [f"{d.module}.{d.name}".rstrip(".") for d in source.meaning(module)]
            return bool(modules) and all(module in CLAIMING for module in modules)
    return False


DEFINING = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


def _defines(node: ast.stmt, source: Source, defined: dict[str, list[ast.stmt]]) -> bool:
    """Note what a top-level statement defines or imports, in ``if`` and ``try`` too; not so if it has effects alone."""
    if isinstance(node, DEFINING):
        defined.setdefault(node.name, []).append(node)
        return True
    inside = list(walked(node))
    imports = [inner for inner in inside if isinstance(inner, ast.Import | ast.ImportFrom)]
    for found in imports:
        _bind(source, found)
    stored = {inner.id for inner in inside if isinstance(inner, ast.Name) and isinstance(inner.ctx, ast.Store)}
    stored |= {inner.name for inner in inside if isinstance(inner, DEFINING)}
    for name in stored:
        defined.setdefault(name, []).append(node)
    return bool(stored or imports) or (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant))


# ---- Imports


def _bind(source: Source, node: ast.Import | ast.ImportFrom) -> None:
    for alias in node.names:
        name, module = alias.asname or alias.name.partition(".")[0], alias.name
        if isinstance(node, ast.ImportFrom):
            module = _absolute(node, source.module)
        own = _own(module, source.module)
        if own is None:
            inside = f".{alias.name}" if isinstance(node, ast.ImportFrom) else ""
            source.foreign.setdefault(name, []).append(module + inside)
        elif alias.name == "*":
            source.starred.append(own)
        else:
            target = Definition(own, alias.name if isinstance(node, ast.ImportFrom) else "")
            source.imported.setdefault(name, []).append(target)


def _absolute(node: ast.ImportFrom, importer: str) -> str:
    """The module that is imported from, relative to the importer where it has dots in front; maybe a path."""
    named = node.module or ""
    if not node.level:
        return named
    if importer.endswith(".py"):
        folder = Path(importer).parents[node.level - 1]
        return (beside(folder, named) if named else None) or str(folder / "__init__.py")
    spec = _spec(importer)
    package = importer if spec is not None and spec.submodule_search_locations else importer.rpartition(".")[0]
    for _ in range(node.level - 1):
        package = package.rpartition(".")[0]
    return f"{package}.{named}".rstrip(".")


def _own(module: str, importer: str) -> str | None:
    """By what the user's or the kit's own module is known here; None for one of others."""
    if module.endswith(".py"):
        return module
    top = module.partition(".")[0]
    if is_of_the_kit(importer):
        return module if is_of_the_kit(top) else None  # whatever else lies on the path: what is kept of it is for all
    near = beside(Path(importer).parent, module) if importer.endswith(".py") else None
    if near is not None or top in ("littlestone", importer.partition(".")[0]) or _is_own_package(top):
        return near or module
    return None


def beside(folder: Path, module: str) -> str | None:
    """The file of a module of this dotted name in the folder; None where there is none."""
    place = folder.joinpath(*module.split("."))
    found = [path for path in (place / "__init__.py", place.with_name(f"{place.name}.py")) if path.is_file()]
    return str(found[0]) if found else None


@cache
def _is_own_package(top: str) -> bool:
    spec = None if top in sys.stdlib_module_names else _spec(top)
    if spec is None:
        return False
    places = [*(spec.submodule_search_locations or ()), *([spec.origin] if spec.origin else [])]
    return bool(places) and not any(part in INSTALLED for place in places for part in Path(place).parts)

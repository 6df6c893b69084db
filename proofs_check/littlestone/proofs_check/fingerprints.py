"""What a verdict rests on, as a hash: the statement, every definition it uses, the implementations and the provers."""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path

from littlestone.proofs_check.arguments import implementation
from littlestone.spec.claim import Algorithm, Claim, corrected

LIBRARIES = ("hypothesis", "numba", "numpy", "python-flint", "scipy", "sympy", "z3-solver")
ENGINE = ("littlestone.proofs_check.verification", "verify")


@dataclass(frozen=True, slots=True)
class Definition:
    """A top-level name of a module; ``module`` is a dotted name, or a path for a user's file."""

    module: str
    name: str


@dataclass(frozen=True)
class Source:
    """A module's top-level definitions as syntax, and what its imports stand for."""

    module: str
    defined: dict[str, list[ast.stmt]]
    imported: dict[str, Definition]


def fingerprint(claim: Claim) -> str:
    """A hash that changes where the claim, its correction, a definition or implementation that they use, or the
    provers change, and not where comments, layout or the docstrings of definitions do."""
    digest = hashlib.sha256(_environment().encode())
    for stated in filter(None, (claim, corrected(claim.id))):
        details = (stated.id, stated.source, stated.kind, stated.statement, stated.constants, stated.why)
        digest.update(repr((*details, stated.not_checkable, stated.stand_ins)).encode())
    for definition in sorted(definitions_of(claim), key=lambda d: (d.module, d.name)):
        digest.update(f"{definition.name}: {_hash(definition)}\n".encode())
    return digest.hexdigest()


def definitions_of(claim: Claim) -> frozenset[Definition]:
    """Every definition that the claim, its correction and the implementations that they run rest on."""
    roots: set[Definition] = set()
    for stated in filter(None, (claim, corrected(claim.id))):
        roots.add(Definition(_module_key(stated), stated.formula.__name__))
        roots |= {_definition_of(domain.id) for domain in stated.domains.values() if isinstance(domain, Algorithm)}
    return frozenset().union(*(reachable(root) for root in roots))


def _module_key(claim: Claim) -> str:
    return claim.formula.__module__ if claim.address == claim.id else str(claim.location[0])


def _definition_of(algorithm: str) -> Definition:
    implemented = implementation(algorithm)
    return Definition(implemented.__module__, implemented.__qualname__.split(".")[0])


@cache
def _environment() -> str:
    """The provers with all they use, and the versions of the libraries that they trust."""
    engine = sorted(f"{d.name}: {_hash(d)}" for d in reachable(Definition(*ENGINE)))
    return "\n".join([*engine, *(f"{name} {_version(name)}" for name in LIBRARIES)])


def _version(library: str) -> str:
    try:
        return version(library)
    except PackageNotFoundError:
        return "absent"


@cache
def reachable(root: Definition) -> frozenset[Definition]:
    """The definitions that a definition uses, itself included, as far as they are the kit's or the user's own."""
    found, waiting = set[Definition](), [root]
    while waiting:
        definition = waiting.pop()
        if definition not in found:
            found.add(definition)
            waiting += _used(definition)
    return frozenset(found)


@cache
def _used(definition: Definition) -> tuple[Definition, ...]:
    source = _source(definition.module)
    if source is None:
        return ()
    if definition.name in source.imported:
        return (source.imported[definition.name],)
    nodes = [inner for node in source.defined.get(definition.name, ()) for inner in ast.walk(node)]
    names = {node.id for node in nodes if isinstance(node, ast.Name)}
    attributes = {node.attr for node in nodes if isinstance(node, ast.Attribute)}
    own = (Definition(definition.module, name) for name in names & set(source.defined))
    imported = (source.imported[name] for name in names & set(source.imported))
    return (*own, *(d for target in imported for d in _imports(target, attributes)))


def _imports(target: Definition, attributes: set[str]) -> Iterator[Definition]:
    """What an imported name stands for: one definition, or those of a module that are mentioned as its attributes."""
    inside = _source(f"{target.module}.{target.name}".removesuffix("."))
    if inside is None:
        yield target
    else:
        yield from (Definition(inside.module, name) for name in attributes & set(inside.defined))


@cache
def _hash(definition: Definition) -> str:
    source = _source(definition.module)
    nodes = source.defined.get(definition.name, []) if source is not None else []
    return hashlib.sha256("".join(map(ast.dump, nodes)).encode()).hexdigest()


@cache
def _source(module: str) -> Source | None:
    """The module's definitions; None for what is not the kit's or the user's own."""
    path = _file(module)
    if path is None:
        return None
    source = Source(module, {}, {})
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        _record(source, _undocumented(node))
    return source


def _file(module: str) -> Path | None:
    if module.endswith(".py"):
        return Path(module)
    if not module.startswith("littlestone."):
        return None
    try:
        spec = find_spec(module)
    except ModuleNotFoundError:
        return None
    return Path(spec.origin) if spec is not None and spec.origin is not None else None


def _undocumented(node: ast.stmt) -> ast.stmt:
    for inner in ast.walk(node):
        if isinstance(inner, ast.FunctionDef | ast.ClassDef) and ast.get_docstring(inner) is not None:
            inner.body = inner.body[1:] or [ast.Pass()]
    return node


def _record(source: Source, node: ast.stmt) -> None:
    """Note what a top-level statement defines or imports; assignments inside ``if`` and ``try`` count too."""
    if isinstance(node, ast.ImportFrom) and node.module is not None:
        for alias in node.names:
            source.imported[alias.asname or alias.name] = Definition(node.module, alias.name)
    elif isinstance(node, ast.Import):
        for alias in node.names:
            source.imported[alias.asname or alias.name] = Definition(alias.name, "")
    elif isinstance(node, ast.FunctionDef | ast.ClassDef):
        source.defined.setdefault(node.name, []).append(node)
    else:
        for inner in ast.walk(node):
            if isinstance(inner, ast.Name) and isinstance(inner.ctx, ast.Store):
                source.defined.setdefault(inner.id, []).append(node)

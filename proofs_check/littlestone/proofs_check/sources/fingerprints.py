"""What a verdict rests on, as a hash: the statement, every definition it uses, the implementations and the provers."""

from __future__ import annotations

import ast
import hashlib
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import cache
from importlib.metadata import EntryPoint
from inspect import getsourcefile, unwrap
from os.path import basename, dirname, relpath
from pathlib import Path

from littlestone.proofs_check.compute.source_digest import RELEASED, sources_digest
from littlestone.proofs_check.provers.third_party import brought_in, origin
from littlestone.proofs_check.questions.arguments import implementation
from littlestone.proofs_check.sources.held_values import DEFINED, PLAIN, held
from littlestone.proofs_check.sources.installed_packages import state_of_package, version_of
from littlestone.proofs_check.sources.kept_definitions import is_of_the_kit, kept
from littlestone.proofs_check.sources.module_sources import (
    Definition,
    file_of,
    foreign_to,
    meant_by,
    readable,
    source_of,
    syntax_of,
    used_by,
)
from littlestone.proofs_check.sources.own_code import code_of, code_with, own_among, own_code
from littlestone.spec.claim import Claim, corrected
from littlestone.spec.domains import Algorithm
from littlestone.spec.proofs import read_by

# Those that a verdict trusts; click or jinja2 may change without checking anew
LIBRARIES = ("hypothesis", "numba", "numpy", "python-flint", "python-sat", "scipy", "sympy", "z3-solver")


def fingerprint(claim: Claim) -> str:
    """A hash of what the claim's verdict rests on.

    Of a claim of the kit that runs the kit's code that is the kit, whatever changes in it. Of a user's it is the kit,
    and the claim, its correction, what its arrow cites, and the definitions and implementations that they use, without
    comments, layout and the docstrings of definitions.
    """
    digest = hashlib.sha256(f"{_environment()} {claim.id}".encode())
    if not any(map(_is_of_users, _stated(claim))):
        return digest.hexdigest()
    for stated in _stated(claim):
        details = (stated.id, stated.source, stated.kind, stated.statement, stated.constants, stated.why)
        beside = (stated.role, stated.narrows, stated.caps, stated.reach_words, stated.cites)
        digest.update(repr((*details, *beside, stated.not_checkable, stated.stand_ins)).encode())
        digest.update("".join(held_by(stated)).encode())
        if stated.reach is not None:
            digest.update(digest_of(reach_of(stated)).encode())
    definitions = definitions_of(claim)
    digest.update(f"{digest_of(definitions)} {run_with(definitions)}".encode())
    return digest.hexdigest()


def _is_of_users(stated: Claim) -> bool:
    """A user states the claim, or implements an algorithm that it runs."""
    run = (implementation(domain.id) for domain in stated.domains.values() if isinstance(domain, Algorithm))
    return stated.address != stated.id or not all(is_of_the_kit(function.__module__) for function in run)


def run_with(definitions: Iterable[Definition]) -> str:
    """A hash of all code of the user's own that has run here, where any of the definitions is the user's."""
    return own_code() if own_among({d.module for d in definitions}) else ""


def statement_digest(claim: Claim) -> str:
    """A hash of the claim's formula and of every definition that it uses, whatever checks it."""
    definitions = frozenset().union(*map(reachable, roots_of(claim.formula)))
    return hashlib.sha256(f"{digest_of(definitions)} {held_by(claim)}".encode()).hexdigest()


def digest_of(definitions: Iterable[Definition]) -> str:
    """A hash of the syntax of these definitions, of what the names in them stand for, of all own code that is imported
    with a user's, and of the states of installed packages that these import."""
    listed = sorted(definitions)
    elsewhere = {module for module in {d.module for d in listed} if not is_of_the_kit(module)}
    sources = [source for source in map(readable, sorted(elsewhere)) if source is not None]
    places = [place for source in sources for names in source.foreign.values() for place in names]
    packages = sorted({place.partition(".")[0] for place in places})
    lines = [*map(_line, listed), *(f"{name} {state_of_package(name)}" for name in packages)]
    own = own_among(elsewhere)
    lines += [code_with(own)] if own else []
    return hashlib.sha256("".join(f"{line}\n" for line in lines).encode()).hexdigest()


@cache  # a claim rests on hundreds of definitions, and shares nearly all of them with others
def _line(definition: Definition) -> str:
    return f"{_named(definition)}: {_hash(definition)}"


def definitions_of(claim: Claim) -> frozenset[Definition]:
    """Every definition that the claim, its correction, what its arrow cites and the implementations run rest on."""
    roots: set[Definition] = set()
    for stated in _stated(claim):
        run = [implementation(domain.id) for domain in stated.domains.values() if isinstance(domain, Algorithm)]
        for function in (stated.formula, *stated.made_of, *run):
            roots |= roots_of(function)
        if stated.address != stated.id and not all(isinstance(function, DEFINED) for function in run):
            roots.add(Definition(str(stated.location[0]), ""))  # what a partial holds may be anything
    return frozenset().union(*map(reachable, roots))


def reach_of(claim: Claim) -> frozenset[Definition]:
    """Every definition that the claim's predicate of reach rests on; none where it has none."""
    if claim.reach is None:
        return frozenset()
    # What the kit's own hold follows from their text; a user's may be a partial, which has no name
    named = hasattr(claim.reach, "__qualname__") and is_of_the_kit(claim.reach.__module__)
    roots = frozenset([definition_of(claim.reach)]) if named else roots_of(claim.reach)
    return frozenset[Definition]().union(*map(reachable, roots))


def _stated(claim: Claim) -> list[Claim]:
    """The claim, its correction, and what it reads where it is made from arrows."""
    return [claim, *filter(None, [corrected(claim.id)]), *read_by(claim)]


def definition_of(function: Callable[..., object]) -> Definition:
    """Where a function or class is defined: in a module of the kit, or in a file; all of a user's file where it has no
    name of its own there."""
    function = unwrap(function)
    name, module = function.__qualname__.split(".")[0], function.__module__
    if is_of_the_kit(module):
        return Definition(module, name)
    return Definition(_file_of(function) or module, "" if "<" in function.__qualname__ else name)


def _file_of(function: Callable[..., object]) -> str | None:
    with suppress(TypeError):  # a class that is not written in Python
        return getsourcefile(function)
    return None


def roots_of(function: object) -> frozenset[Definition]:
    """The definitions of a callable, and of those that it wraps, holds in its closure, or is bound to; without Python's
    own, as a cache around it is, of which the version says enough."""
    defined = (one for one in held(function) if isinstance(one, DEFINED))
    return frozenset(map(definition_of, (one for one in defined if not _is_pythons(one))))


def _is_pythons(one: Callable[..., object]) -> bool:
    return str(one.__module__).partition(".")[0] in sys.stdlib_module_names


def held_by(claim: Claim) -> list[str]:
    """What the claim's formula and the implementations hold that no definition tells, and what its parameters range
    over."""
    run = [implementation(domain.id) for domain in claim.domains.values() if isinstance(domain, Algorithm)]
    parts = [part for one in (claim.domains, claim.formula, *run) for part in held(one)]
    return [*(repr(part) for part in parts if isinstance(part, PLAIN)), *_folder_of(claim)]


def _folder_of(claim: Claim) -> list[str]:
    """Of a claim of the kit whose formula is made inside of a function, from data: all that lies beside it."""
    if claim.address != claim.id or "<locals>" not in claim.formula.__qualname__:
        return []
    return [_digest_of_folder(claim.location[0].parent)]


@cache
def _digest_of_folder(folder: Path) -> str:
    files = [file for file in sorted(folder.iterdir()) if file.suffix in (".py", ".json") and file.name != RELEASED]
    return hashlib.sha256(b"".join(file.name.encode() + file.read_bytes() for file in files)).hexdigest()


@cache
def _environment() -> str:
    """The kit, and the versions of the libraries that it trusts."""
    return "\n".join(
        [
            f"Python {sys.version_info[:2]}",
            sources_digest(),
            *(f"{name} {version_of(name)}" for name in LIBRARIES),
            *map(_rests_on, brought_in()),
        ]
    )


def _rests_on(prover: EntryPoint) -> str:
    """What a prover of another package rests on: that package's version, and its source so far as it is there."""
    source = digest_of(reachable(Definition(prover.module, prover.attr)))
    return f"{prover.name} {prover.value} {origin(prover)} {source}"


@cache
def reachable(root: Definition) -> frozenset[Definition]:
    """The definitions that a definition uses by name, itself included, as far as they are the kit's or a user's own."""
    found, newest = {root}, {root}
    while newest:  # of a thousand definitions, each of which many use: by whole sets in a third of the time
        newest = set[Definition]().union(*map(_used, newest)) - found
        found |= newest
    return frozenset(found)


@cache
def _used(definition: Definition) -> tuple[Definition, ...]:
    known = kept() if is_of_the_kit(definition.module) else None
    if known is None:
        return tuple(used_by(definition))
    name = f"{definition.module}:{definition.name}"
    if name not in known["used"]:
        found = dict.fromkeys(used_by(definition))
        if not all(is_of_the_kit(used.module) for used in found):
            return tuple(found)  # what others define may change, and what is kept would not
        known["used"][name] = [[used.module, used.name] for used in found]
    return tuple(Definition(*used) for used in known["used"][name])


@cache
def _hash(definition: Definition) -> str:
    known = kept() if is_of_the_kit(definition.module) else None
    if known is None:
        return _hash_of_syntax(definition)
    name = f"{definition.module}:{definition.name}"
    if name not in known["hashes"]:
        known["hashes"][name] = _hash_of_syntax(definition)
    return known["hashes"][name]


def _named(definition: Definition) -> str:
    """A user's own without its module, whose place is another on another machine."""
    return f"{definition.module}:{definition.name}" if is_of_the_kit(definition.module) else definition.name


def _hash_of_syntax(definition: Definition) -> str:
    """Of the syntax and of what its names stand for: with an import exchanged, the same words say something else."""
    meant = {f"{name} {_seen_from(definition.module, target)}" for name, target in meant_by(definition)}
    foreign = {f"{name} {place}" for name, place in foreign_to(definition)}
    return hashlib.sha256("\n".join([_syntax(definition), *sorted(meant | foreign)]).encode()).hexdigest()


def _seen_from(importer: str, target: Definition) -> str:
    """Which definition it is, wherever a user's folder lies; the kit's modules have names of their own."""
    if is_of_the_kit(target.module):
        return f"{target.module}:{target.name}"
    return f"{_place(importer, target.module)}:{target.name} {_syntax(target)}"


def _place(importer: str, module: str) -> str:
    if module == importer or not module.endswith(".py"):
        return "" if module == importer else module
    return Path(relpath(module, dirname(importer))).as_posix() if importer.endswith(".py") else basename(module)


@cache
def _syntax(definition: Definition) -> str:
    try:
        source = source_of(definition.module) if definition.name else None
        nodes = [*source.statements(definition.name), *source.effects] if source is not None else []
        nodes = nodes if definition.name else list(syntax_of(definition.module) or ())
        return hashlib.sha256("".join(map(ast.dump, nodes)).encode()).hexdigest()
    except (RecursionError, SyntaxError, ValueError):  # a sum of a thousand terms, or no Python: by the file's text
        return code_of(str(file_of(definition.module)))

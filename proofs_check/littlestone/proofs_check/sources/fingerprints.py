"""Two hashes: of the kit, and of a user's own files. What changes either runs all that rests on it again.

That is coarse, and so it is right: to follow which definition uses which, by text and at run time, took 1,100 lines and
1,700 of tests, a second of each run, and had to be told of every new way in which Python lets code reach other code.
"""

from __future__ import annotations

import hashlib
import sys
from functools import cache
from importlib.metadata import PackageNotFoundError, distributions, version
from importlib.util import find_spec
from pathlib import Path

from littlestone.impl.registry import IMPLEMENTATIONS
from littlestone.proofs_check.compute.source_digest import sources_digest
from littlestone.proofs_check.provers.third_party import brought_in, origin
from littlestone.proofs_check.sources.code_that_ran import files_that_ran, text_of
from littlestone.spec.claim import Claim
from littlestone.spec.domains import Algorithm

# Those that a verdict trusts; click or jinja2 may change without checking anew
LIBRARIES = ("hypothesis", "numba", "numpy", "python-flint", "python-sat", "scipy", "sympy", "z3-solver")


def fingerprint(claim: Claim) -> str:
    """A hash of what the claim's verdict rests on: the kit and, where a user states it or implements what it runs, all
    code of the user's own that has run, or lies beside it, and every installed package."""
    own = f" {own_code()}" if is_of_users(claim) else ""
    return _hash(f"{kit_hash()} {claim.id}{own}")


def is_of_users(claim: Claim) -> bool:
    """A user states the claim, or implements an algorithm that it runs."""
    return claim.address != claim.id or runs_users_code(claim)


def runs_users_code(claim: Claim) -> bool:
    """An implementation of a user's, which may be any Python, runs in it; a formula keeps to the language."""
    run = (IMPLEMENTATIONS.get(domain.id) for domain in claim.domains.values() if isinstance(domain, Algorithm))
    return any(not str(one.__module__).startswith("littlestone.") for one in run if one is not None)


@cache
def kit_hash() -> str:
    """A hash of the kit, of Python's version, and of the libraries and provers that it trusts."""
    brought = []
    for prover in brought_in():
        spec = find_spec(prover.module)
        text = "" if spec is None or not spec.has_location else _hash_of_file(str(spec.origin))
        brought.append(f"{prover.name} {prover.value} {origin(prover)} {text}")
    others = installed_packages() if brought else ""
    versions = [f"{name} {version_of(name)}" for name in LIBRARIES]
    return _hash(f"{sys.version_info[:2]} {sources_digest()} {versions} {brought} {others}")


def own_code() -> str:
    """A hash of the user's own code that has run in this process, or lies beside it, and of all installed packages."""
    files = sorted((Path(file).name, _hash_of_file(file)) for file in files_that_ran())
    return _hash(f"{files} {installed_packages()}")


def _hash_of_file(file: str) -> str:
    return hashlib.sha256(text_of(Path(file))).hexdigest()


@cache
def installed_packages() -> str:
    """A hash of what is installed, by what the installers recorded: a package may be installed anew by one version."""
    records = sorted(f"{found.name} {found.version} {_record(found.read_text('RECORD'))}" for found in distributions())
    return _hash("\n".join(records))


def _record(text: str | None) -> str:
    """The recorded files of code; the first line of scripts, which lie outside, is the environment's."""
    lines = (line for line in (text or "").splitlines() if "sha256=" in line)
    return _hash("\n".join(sorted(line for line in lines if ".dist-info/" not in line and line[:2] != "..")))


def version_of(library: str) -> str:
    """The installed version of a distribution, or that it is absent."""
    try:
        return version(library)
    except PackageNotFoundError:
        return "absent"


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()

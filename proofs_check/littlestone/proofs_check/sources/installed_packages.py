"""Installed packages, which are not read: their versions, and what their installer recorded of their code."""

from __future__ import annotations

import hashlib
import sys
from functools import cache
from importlib.metadata import PackageNotFoundError, distribution, packages_distributions, version


def version_of(library: str) -> str:
    """The installed version of a distribution, or that it is absent."""
    try:
        return version(library)
    except PackageNotFoundError:
        return "absent"


@cache
def state_of_package(package: str) -> str:
    """The versions of the distributions that a top-level package comes from, each with a hash of its recorded code;
    nothing for Python's own.

    A project's own package may be installed anew, with other code, by the same version.
    """
    if package in sys.stdlib_module_names:
        return ""
    return ", ".join(f"{name} {version_of(name)} {_recorded(name)}" for name in _distributions_of(package))


def _recorded(name: str) -> str:
    """Of the files with hashes in the installer's record; of scripts, which lie outside, the first line is the
    environment's."""
    lines = (distribution(name).read_text("RECORD") or "").splitlines()
    code = sorted(line for line in lines if "sha256=" in line and ".dist-info/" not in line and line[:2] != "..")
    return hashlib.sha256("\n".join(code).encode()).hexdigest()[:16]


def _distributions_of(package: str) -> list[str]:
    return sorted(set(_distributions().get(package, ())))


@cache
def _distributions() -> dict[str, list[str]]:
    return dict(packages_distributions())

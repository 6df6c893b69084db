"""A counterexample as a test of pytest: it fails as long as the claim does, whatever any prover looks at."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from littlestone.proofs_check.storage.writing import write_text
from littlestone.proofs_check.verdicts.entries import Entry

HEAD = '''"""Where claims failed, as littlestone found it; each test fails until its claim holds there."""

from fractions import Fraction

from littlestone.claims import explicit
from littlestone.verification import find, judged_at
'''
TEST = '''

def test_{name}():
    """{text}"""
    (claim,) = find([{address!r}])
    found = judged_at(claim, {arguments})
    assert found.violated is False, "the claim fails where littlestone found it to fail"
'''


def write_tests(entries: Sequence[Entry], addresses: Mapping[str, str], path: Path) -> list[str]:
    """Write a test for each refuted claim, found by its address, and return the ids of those that are in the file.

    A claim with a corrected one beside it has none: that it fails is known. Nothing is written where none is left.
    """
    tests = dict(_tests(entries, addresses))
    if tests:
        used = HEAD if any("Fraction(" in text for text in tests.values()) else _without("fractions", HEAD)
        used = used if any("explicit(" in text for text in tests.values()) else _without("littlestone.claims", used)
        write_text(path, used + "".join(tests.values()))
    return list(tests)


def _without(module: str, head: str) -> str:
    """The head without what it imports from the module, and without the empty line that this leaves."""
    return re.sub(rf"from {re.escape(module)} import \w+\n(\n(?=from))?", "", head)


def _tests(entries: Sequence[Entry], addresses: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    for entry in entries:
        found = entry["counterexample"]
        if found is None or entry["corrected"] is not None:
            continue
        values = {name: _written(value) for name, value in found["data"].items() if name not in ("class", "tree")}
        if None not in values.values():
            arguments = ", ".join(f"{name}={value}" for name, value in values.items())
            text = "\n    ".join([line.strip() for line in found["text"].splitlines()]).replace("\\", "\\\\")
            name = re.sub(r"\W+", "_", entry["id"]).strip("_").lower()
            address = addresses[entry["id"]]
            yield entry["id"], TEST.format(name=name, text=text, address=address, arguments=arguments)


def _written(value: Any) -> str | None:
    """An argument as Python; None where it has no short form."""
    if isinstance(value, dict):
        functions = ", ".join(str(tuple(f)) for f in value["functions"])
        return f"explicit([{functions}], labels={value['labels']}, points={value['points']})"
    if isinstance(value, int):
        return str(value)
    try:
        return f'Fraction("{Fraction(value)}")'
    except (TypeError, ValueError, ZeroDivisionError):
        return None

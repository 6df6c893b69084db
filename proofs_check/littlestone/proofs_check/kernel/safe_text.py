"""Texts and names of a claim as they may stand in a file for Rocq, whatever they are."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

MOST_LETTERS = 100  # of the name of a file or a theorem


def in_comment(text: str) -> str:
    """The text on one line, of which nothing begins or ends a comment of Rocq's, or a string in one."""
    printable = "".join(letter if letter.isprintable() else " " for letter in text)
    return " ".join(printable.replace("*", "\N{ASTERISK OPERATOR}").replace('"', "'").split())


def theorem_name(id: str, taken: Collection[str]) -> str:
    """An id as the name of a theorem that is none of those taken; no keyword of Rocq's has an underscore."""
    name = re.sub(r"\W", "_", id, flags=re.ASCII)[:MOST_LETTERS]
    return name if "_" in name and name[0].isalpha() and name not in taken else f"Claim_{name}"


def class_names(names: Sequence[str]) -> tuple[str, ...]:
    """A capital with digits, as H or H2, is no keyword and no name of the definitions; any other gets a number."""
    named = enumerate(names, 1)
    return tuple(name if re.fullmatch("[A-Z][0-9]*", name) else f"class_{number}" for number, name in named)


def file_name(id: str) -> str:
    """The name of an id's file, in the folder that the command runs in."""
    return f"{re.sub(r'[^A-Za-z0-9._-]', '_', id).lstrip('.-')[:MOST_LETTERS] or 'claim'}.v"

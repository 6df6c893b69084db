"""Sentences with formulas between dollars, ``at most $d^2$ points``: pages set them, all else shows the words."""

from __future__ import annotations

import re
from dataclasses import fields
from typing import Any

FORMULA = re.compile(r"\$(\S|\S[^$]*\S)\$(?!\d)")
SAID = frozenset(("subject", "why", "leaves_out", "not_checkable", "narrows", "caps", "statement", "assumes", "draws"))
_written: dict[str, str] = {}


def in_words(text: str) -> str:
    """The text on one line, without the dollars; ``as_written`` gives them back."""
    words = " ".join(text.split())
    said = FORMULA.sub(r"\1", words)
    if said != words:
        _written[said] = words
    return said


def as_written(words: str) -> str:
    """What was said in these words, with its dollars, also behind a label and a colon, or behind a sentence."""
    for sign in (": ", ". "):
        before, between, said = words.partition(sign)
        if words not in _written and said in _written:
            return f"{before}{between}{_written[said]}"
    return _written.get(words, words)


def put_in_words(stated: Any) -> None:
    """Take the dollars out of what a claim or a use says, which is frozen."""
    for name in SAID & {field.name for field in fields(stated)}:
        if (text := getattr(stated, name)) is not None:
            object.__setattr__(stated, name, in_words(text))

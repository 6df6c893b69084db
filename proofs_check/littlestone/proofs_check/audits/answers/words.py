"""Samples, events and columns in words, as every answer of an audit writes them."""

from __future__ import annotations

import re

from littlestone.proofs_check.audits.subjects.instances import Dataset, Point
from littlestone.proofs_check.audits.subjects.neighbours import is_sample

WHOLE_UP_TO = 12  # rows that fit a screen beside the rest of the answer
LONGEST_POINT = 28  # two points and two labels fit 80 columns
LONGEST_EVENT = 400
LONGEST_TUPLE = 80


def point_text(x: Point) -> str:
    """A point in a few letters."""
    text = str(x) if not isinstance(x, tuple) else "(" + ", ".join(f"{value:.4g}" for value in x) + ")"
    return text if len(text) <= LONGEST_POINT else text[: LONGEST_POINT - 3] + "..."


def shortened(text: str) -> str:
    """A description with its long tuples cut in the middle, at most 400 characters."""
    cut = re.sub(r"\([^()]*\)", lambda found: _short_tuple(found.group()), text)
    return cut if len(cut) <= LONGEST_EVENT else cut[: LONGEST_EVENT - 4] + " ..."


def _short_tuple(text: str) -> str:
    half = LONGEST_TUPLE // 2
    return text if len(text) <= LONGEST_TUPLE else f"{text[:half]} ... {text[-half:]}"


def input_text(part: object) -> str:
    """An input in one line, its middle left out where it is long."""
    text = repr(part)
    return text if len(text) <= LONGEST_EVENT else f"{text[: LONGEST_EVENT // 2]} ... {text[-LONGEST_EVENT // 2 :]}"


def sample_text(sample: Dataset) -> str:
    """A sample in one line, its middle left out where it is long; another input as it is written."""
    if not is_sample(sample):
        return input_text(sample)
    rows = [f"({point_text(x)}, {y})" for x, y in sample[:WHOLE_UP_TO]]
    more = f", ... {len(sample):,} rows" if len(sample) > WHOLE_UP_TO else ""
    return f"[{', '.join(rows)}{more}]"


def named_columns(text: str, names: tuple[str, ...]) -> str:
    """A description in which the engine's x0, x1, ... are what they stand for."""

    def name(found: re.Match[str]) -> str:
        i = int(found.group(1))
        return names[i] if i < len(names) else found.group()

    named = re.sub(r"\bx(\d+)\b", name, text)
    return re.sub("^output(?= (?:=|in) )", lambda found: _whole(names), named)


def _whole(names: tuple[str, ...]) -> str:
    """What all columns together are called: by their array, or, where there is one, by its own name."""
    array = bool(names) and names[0].endswith("[0]")
    return names[0].removesuffix("[0]") if array or len(names) == 1 else "output"

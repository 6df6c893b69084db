"""Samples, pairs, events and columns in words, as every answer of an audit writes them."""

from __future__ import annotations

import re
from collections import Counter

from littlestone.proofs_check.audits.subjects.instances import Dataset, Pair, Point, Row, is_sample

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
    cut = re.sub(r"\([^()]*\)", lambda found: _middle_cut(found.group(), LONGEST_TUPLE), text)
    return cut if len(cut) <= LONGEST_EVENT else cut[: LONGEST_EVENT - 4] + " ..."


def _middle_cut(text: str, longest: int) -> str:
    return text if len(text) <= longest else f"{text[: longest // 2]} ... {text[-longest // 2 :]}"


def sample_text(sample: Dataset) -> str:
    """A sample in one line, its middle left out where it is long; another input as it is written."""
    if not is_sample(sample):
        return _middle_cut(repr(sample), LONGEST_EVENT)
    rows = [f"({point_text(x)}, {y})" for x, y in sample[:WHOLE_UP_TO]]
    more = f", ... {len(sample):,} rows" if len(sample) > WHOLE_UP_TO else ""
    return f"[{', '.join(rows)}{more}]"


def pair_text(pair: Pair) -> str:
    """Both inputs, the second one by its changed row where there is one."""
    i = pair.changed
    if i is None:
        return f"{sample_text(pair.first)}, and {sample_text(pair.second)} ({pair.what})"
    row = sample_text((pair.second[i],))[1:-1]
    return f"{sample_text(pair.first)}, and the same with {row} in place of row {i} ({pair.what})"


def difference(pair: Pair) -> list[str]:
    """Which rows each of two samples has alone, which may be too long to be shown; nothing of other inputs."""
    if not (is_sample(pair.first) and is_sample(pair.second)):
        return []
    first, second = Counter[Row](pair.first), Counter[Row](pair.second)
    one, other = (sample_text(tuple(rows.elements())) for rows in (first - second, second - first))
    return [f"the pair of samples: {one} in one alone, {other} in the other"]


def named_columns(text: str, names: tuple[str, ...]) -> str:
    """A description in which the engine's x0, x1, ... are what they stand for.

    All columns together are called by their array or, where there is one, by its own name.
    """

    def name(found: re.Match[str]) -> str:
        i = int(found.group(1))
        return names[i] if i < len(names) else found.group()

    array = bool(names) and names[0].endswith("[0]")
    whole = names[0].removesuffix("[0]") if array or len(names) == 1 else "output"
    return re.sub("^output(?= (?:=|in) )", lambda _: whole, re.sub(r"\bx(\d+)\b", name, text))

"""Docstrings are prose with ``code`` and *stress*: all else that reStructuredText would read as markup is text.

Those of the estimators are in numpydoc's form: what napoleon makes of their sections, which it does before, is kept.
"""

from __future__ import annotations

import re
from typing import Any

from sphinx.application import Sphinx

from littlestone.spec.claim import CLAIMS

CODE, STRESS = r"``.+?``", r"(?<![\w*])\*\w[\w -]*\*(?![\w*])"
DIRECTIVE, EXAMPLE = r"^ *\.\. [a-z]+:: [^\n]*", r"^ *>>> .*?(?=\n\s*\n|\Z)"
KEPT = re.compile("|".join((CODE, STRESS, DIRECTIVE, EXAMPLE)), re.DOTALL | re.MULTILINE)
MARKUP = re.compile(r"[\\*|_`]")


def setup(app: Sphinx) -> dict[str, Any]:
    """Escape what is not meant as markup in every docstring, and link the formulas to their claims."""
    app.connect("autodoc-process-docstring", _process)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def _process(app: Sphinx, what: str, name: str, obj: Any, options: Any, lines: list[str]) -> None:
    lines[:] = escaped("\n".join(lines)).split("\n")
    if what == "function":
        ids = (claim.corrects or claim.id for claim in CLAIMS.values() if claim.formula is obj)
        lines += [line for id in ids for line in ("", f":doc:`The claim {id} </claims/{id}>`")]


def escaped(text: str) -> str:
    """The text with a backslash before each character of markup outside ``code``, *stress*, directives and examples."""
    ends = [0, *(end for found in KEPT.finditer(text) for end in found.span()), len(text)]
    parts = [text[low:high] for low, high in zip(ends, ends[1:], strict=False)]
    return "".join(part if i % 2 else MARKUP.sub(r"\\\g<0>", part) for i, part in enumerate(parts))

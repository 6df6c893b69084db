"""Docstrings are prose with ``code`` and *stress*: all else that reStructuredText would read as markup is text, and
so are formulas, without their dollars.

Those of the estimators are in numpydoc's form: what napoleon makes of their sections, which it does before, is kept.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from inspect import isfunction
from typing import Annotated, Any, get_args, get_origin, get_type_hints

from sphinx.application import Sphinx

from littlestone.proofs_check.sources.vocabulary import domain_in_words
from littlestone.spec.claim import CLAIMS, Claim
from littlestone.spec.domains import Reals
from littlestone.spec.prose import FORMULA

CODE, STRESS = r"``.+?``", r"(?<![\w*])\*\w[\w -]*\*(?![\w*])"
DIRECTIVE, EXAMPLE = r"^ *\.\. [a-z]+:: [^\n]*", r"^ *>>> .*?(?=\n\s*\n|\Z)"
KEPT = re.compile("|".join((CODE, STRESS, DIRECTIVE, EXAMPLE)), re.DOTALL | re.MULTILINE)
MARKUP = re.compile(r"[\\*|_`]")


def setup(app: Sphinx) -> dict[str, Any]:
    """Escape what is not meant as markup in every docstring, and link the formulas to their claims."""
    app.connect("autodoc-process-docstring", _process)
    app.connect("autodoc-before-process-signature", _say_ranges)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def _process(app: Sphinx, what: str, name: str, obj: Any, options: Any, lines: list[str]) -> None:
    lines[:] = escaped(FORMULA.sub(r"\1", "\n".join(lines))).split("\n")
    if what == "function":
        ids = dict.fromkeys(map(_page_of, _stated_by().get(obj, ())))
        lines += [line for id in ids for line in ("", f":doc:`The claim {id} </claims/{id}>`")]


@cache
def _stated_by() -> dict[Callable[..., Any], list[Claim]]:
    """The claims that each formula states."""
    found: dict[Callable[..., Any], list[Claim]] = {}
    for claim in CLAIMS.values():
        found.setdefault(claim.formula, []).append(claim)
    return found


def _page_of(claim: Claim) -> str:
    """The page that tells of a claim: its own, or that of the statement in whose proof it is a use or a sum."""
    id = claim.id.split(".from.")[0]
    for ending in (".corrected", ".sums", ".corrected"):
        id = id.removesuffix(ending)
    return id


class Range:
    """Stands in a signature for a range of reals, whose ends Sphinx would compare with None."""

    def __init__(self, domain: Reals) -> None:
        self.words = domain_in_words(domain)

    def __repr__(self) -> str:
        return self.words


def _say_ranges(app: Sphinx, obj: Any, bound_method: bool) -> None:
    if isfunction(obj) and obj.__module__.startswith("littlestone.spec."):
        obj.__annotations__ = {name: _said(hint) for name, hint in get_type_hints(obj, include_extras=True).items()}


def _said(hint: Any) -> Any:
    """The type, with words for the range of a real parameter."""
    if get_origin(hint) is not Annotated:
        return hint
    base, *noted = get_args(hint)
    return Annotated[(base, *(Range(one) if isinstance(one, Reals) else one for one in noted))]


def escaped(text: str) -> str:
    """The text with a backslash before each character of markup outside ``code``, *stress*, directives and examples."""
    ends = [0, *(end for found in KEPT.finditer(text) for end in found.span()), len(text)]
    parts = [text[low:high] for low, high in zip(ends, ends[1:], strict=False)]
    return "".join(part if i % 2 else MARKUP.sub(r"\\\g<0>", part) for i, part in enumerate(parts))

"""The words of ``littlestone.claims``: each with a line on what it is, and what to write for a word that is none.

Nothing is written here by hand: what a word is says its docstring, its range or its value.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Sequence
from difflib import get_close_matches
from fnmatch import fnmatchcase
from types import FunctionType
from typing import get_args

from littlestone.spec import notation
from littlestone.spec.claim import Constant
from littlestone.spec.domains import Algorithm, Classes, Domain, Naturals, Reals, TreeSets
from littlestone.spec.families.class_families import ClassFamily
from littlestone.spec.parameters.library import PARAMETERS
from littlestone.spec.parameters.spellings import parameter_meant

Told = tuple[str, str]  # how a word is written, and what it is
RANGES, FUNCTIONS, TYPES, VALUES = "what a parameter ranges over, H: Binary", "functions", "types", "values"
LIBRARY = 'parameters of a class, PARAMETERS["RTD"](H)'
KINDS = (RANGES, FUNCTIONS, VALUES, TYPES, LIBRARY)
DOMAINS = (Algorithm, Classes, Naturals, Reals, TreeSets)


def vocabulary(patterns: Sequence[str] = ()) -> dict[str, list[Told]]:
    """The words by kind, those that the patterns name; all for none. Raises LookupError where a pattern names none."""
    every = [(word, *told(word)) for word in notation.__all__]
    every += [(name, LIBRARY, name, _sentence(parameter.words)) for name, parameter in PARAMETERS.items()]
    for pattern in patterns:
        if not any(_is_named(word, (pattern,)) for word, *_ in every):
            near = meant_in_claims(pattern)
            said = near.rstrip(";") or "leave it out to list all"
            raise LookupError(f"{pattern!r} is no word of littlestone.claims; {said}")
    wanted = [rest for word, *rest in every if not patterns or _is_named(word, patterns)]
    found = {kind: [(written, what) for its, written, what in wanted if its == kind] for kind in KINDS}
    return {kind: rows for kind, rows in found.items() if rows}


def _is_named(word: str, patterns: Sequence[str]) -> bool:
    return any(fnmatchcase(word.lower(), pattern.lower()) for pattern in patterns)


def told(word: str) -> tuple[str, str, str]:
    """The kind of a word, how it is written, and what it is. Raises AttributeError where it is none."""
    thing = getattr(notation, word)
    ranges = [one for one in get_args(thing) if isinstance(one, DOMAINS)]
    if ranges:
        return RANGES, word, domain_in_words(ranges[0]).rstrip(",") + _beside(ranges[0])
    if isinstance(thing, FunctionType):
        return FUNCTIONS, f"{word}({', '.join(_needed(thing))})", _sentence(thing.__doc__ or "")
    if isinstance(thing, Constant):
        return VALUES, word, f"a constant {thing.printed} whose mutants are {', '.join(map(str, thing.mutants))}"
    if thing is PARAMETERS:
        return VALUES, word, "the parameters below by name"
    if isinstance(thing, type) and thing.__module__.startswith("littlestone."):
        return TYPES, word, _sentence(thing.__doc__ or "")
    if isinstance(thing, type):
        return TYPES, word, f"`{word}` of Python's `{thing.__module__}`"
    return (TYPES if get_args(thing) else VALUES), word, re.sub(r"\b[a-z_]+\.", "", str(thing))


def _beside(domain: Domain) -> str:
    """What a formula may do with it that it may not do with a symbol."""
    if isinstance(domain, Classes) and domain.explicit and domain.family is None:
        return ", each with its functions listed"
    return ", each by itself: a formula may count with it" if isinstance(domain, Naturals) and domain.concrete else ""


def _needed(function: FunctionType) -> list[str]:
    """The names of the arguments that a call must give."""
    needed = inspect.signature(function).parameters.values()
    named = [p for p in needed if p.default is p.empty and p.kind not in (p.KEYWORD_ONLY, p.VAR_KEYWORD)]
    return [f"*{p.name}" if p.kind is p.VAR_POSITIONAL else p.name for p in named]


def _sentence(text: str) -> str:
    """The first sentence of a docstring, on one line."""
    paragraph = " ".join(inspect.cleandoc(text).split("\n\n")[0].split())
    return re.split(r"(?<=\w)\. (?=[A-Z])|; raises ", paragraph)[0].rstrip(".").replace("``", "`")


# ---- Words that are none


def meant_in_claims(word: str) -> str:
    """What to write where a claim says a word that is none of its language; empty where nothing is near."""
    near = get_close_matches(word, notation.__all__, 3)
    parameter = parameter_meant(word, exactly=True) or (None if near else parameter_meant(word))
    if parameter is None:
        return f"littlestone.claims has {', '.join(near)};" if near else ""
    defined = getattr(PARAMETERS[parameter].definition, "__name__", "")
    function = {"VC": "vc_dimension"}.get(parameter, defined)
    meant = f"{function}(H)" if function in notation.__all__ else f'PARAMETERS["{parameter}"](H)'
    return f"did you mean {meant}?"


def advice_on(error: BaseException) -> str:
    """What to write where a file of claims makes a mistake of beginners, led by a semicolon; empty for all others."""
    if isinstance(error, NameError) and error.name in notation.__all__:
        return "; write `from littlestone.claims import *` at the top of the file"
    if isinstance(error, NameError) and (meant := meant_in_claims(error.name or "")):
        return f"; {meant} `littlestone list --words` has all words"
    if isinstance(error, KeyError) and error.args and isinstance(error.args[0], str):
        name = parameter_meant(error.args[0])
        return f'; did you mean PARAMETERS["{name}"]?' if name and error.args[0] not in PARAMETERS else ""
    if isinstance(error, TypeError) and str(error).startswith("claim() missing"):
        return '; write @claim("MINE.1", "where it is stated", "lemma") above the function'
    if isinstance(error, TypeError) and str(error).startswith("unhashable type"):
        return "; write a tuple, or a frozenset"
    return ""


# ---- Ranges


def domain_in_words(domain: Domain) -> str:
    """What a parameter ranges over, as a reader would say it."""
    match domain:
        case Classes(within=str(above), empty=empty):
            return f"the {'' if empty else 'non-empty '}subclasses of {above}"
        case Classes(family=ClassFamily(most_points=int(points)) as selection):
            return f"{selection.in_words(points)}, chosen once"
        case Classes(family=ClassFamily(name=name)):
            return f"the {name}"
        case Classes(labels=labels, empty=empty):
            which = "binary concept classes" if labels == 2 else "concept classes with labels 0..k"
            return f"the {which}, the empty one included" if empty else f"the non-empty {which}"
        case Naturals(least=least):
            return f"the integers from {least} on"
        case Reals():
            return _interval_in_words(domain)
        case Algorithm(id=id):
            return f"the implementation of {id}"
    return "the sets of output-labelled trees of a depth"


def _interval_in_words(domain: Reals) -> str:
    low = "-infinity" if domain.low is None else str(domain.low)
    high = "infinity" if domain.high is None else str(domain.high)
    opening = "(" if domain.low_open or domain.low is None else "["
    closing = ")" if domain.high_open or domain.high is None else "]"
    return f"the reals in {opening}{low}, {high}{closing}"

"""What a parameter is called elsewhere, so that a name that is not known is answered with the one that is meant.

The library says `Thr`, claims say `threshold_dimension`, and `littlestone dims` prints `thresholds`: ids, certificates
and programs have each of the three, so none can go. A command takes its own, and names it where another was typed.
"""

from __future__ import annotations

from difflib import get_close_matches
from functools import cache

from littlestone.spec.parameters.library import PARAMETERS

ELSEWHERE = {  # what `dims` prints, and the words of claims that are no definition's own name
    "Littlestone": "Ldim",
    "multiclass Littlestone": "MLD",
    "VC": "VC",
    "thresholds": "Thr",
    "vc_dimension": "VC",
    "vc_dim": "VC",
}
ENDING = "dimension"


def parameter_meant(word: str, exactly: bool = False) -> str | None:
    """The library's name of the parameter that a word means, by what it is called anywhere, or nearly so; else None."""
    known = _spellings()
    near = [] if exactly else get_close_matches(_plain(word), known, 1, 0.8)
    return known.get(_plain(word)) or (known[near[0]] if near else None)


def did_you_mean(word: str, names: tuple[str, ...]) -> str:
    """Which of the names the word means, as the beginning of an advice; empty where none of them is near."""
    meant = parameter_meant(word)
    by_letters = {name.lower(): name for name in names}
    near = [meant] if meant in names else [by_letters[one] for one in get_close_matches(word.lower(), by_letters, 1)]
    return f"did you mean {near[0]}? " if near else ""


@cache
def _spellings() -> dict[str, str]:
    """The library's names by all spellings, in small letters; a name of the library's own comes before others."""
    found: dict[str, str] = {}
    for name, parameter in PARAMETERS.items():
        defined = _plain(getattr(parameter.definition, "__name__", name))
        short = defined.removesuffix(ENDING)
        others = (defined, short, f"{short}dim") if short != defined else (defined,)
        found |= {other: name for other in others if other and other not in found}
    found |= {_plain(word): name for word, name in ELSEWHERE.items()}
    return found | {_plain(name): name for name in PARAMETERS}


def _plain(word: str) -> str:
    return "".join(letter for letter in word.lower() if letter.isalnum())

"""Which claims there are: those of the papers and those of a user's own files; finding them by id, paper or glob."""

from __future__ import annotations

import importlib
import pkgutil
import re
import sys
from collections.abc import Callable, Iterable
from difflib import get_close_matches
from fnmatch import fnmatchcase
from inspect import Parameter, getsourcefile, signature
from itertools import pairwise
from pathlib import Path
from traceback import extract_tb
from types import FunctionType
from typing import get_args, get_type_hints

import littlestone.spec
from littlestone.proofs_check.bad_input import BadInput
from littlestone.proofs_check.sources.code_that_ran import text_of
from littlestone.proofs_check.sources.proof_graph import below, circle, missing_ends, proof_graph
from littlestone.proofs_check.sources.steadiness import compare, texts_of
from littlestone.proofs_check.sources.user_files import run_file, tried
from littlestone.proofs_check.sources.vocabulary import advice_on
from littlestone.spec import notation
from littlestone.spec.claim import CLAIMS, Claim, put_in_order
from littlestone.spec.domains import Domain
from littlestone.spec.proofs import ARROWS, Arrow


class UnknownClaim(LookupError):
    """No claim, paper or glob answers to a name; the message names the nearest ones."""


def load_papers() -> None:
    """Import every module of ``littlestone.spec``, so that all claims are stated, a paper's in its own order.

    A paper's package lists its modules in ``SECTIONS``; what it does not list comes after. Which of them were imported
    before makes no difference.
    """
    modules: dict[str, None] = {}
    for module in pkgutil.walk_packages(littlestone.spec.__path__, "littlestone.spec."):
        package = importlib.import_module(module.name)
        modules[module.name] = None
        for section in getattr(package, "SECTIONS", ()):
            importlib.import_module(f"{module.name}.{section}")
            modules[f"{module.name}.{section}"] = None
    put_in_order(list(modules))


def papers() -> dict[str, str]:
    """What each paper, or collection of claims, is, by its key: the first line of its package, "KEY: what it is."."""
    load_papers()
    keys = list(dict.fromkeys(claim.paper for claim in printed_claims() if claim.address == claim.id))
    stated = (importlib.import_module(f"littlestone.spec.{key.lower()}").__doc__ or "" for key in keys)
    lines = (text.partition("\n")[0] for text in stated)
    return {key: line.removeprefix(f"{key}: ").removesuffix(".") for key, line in zip(keys, lines, strict=True)}


def load_file(path: Path) -> list[Claim]:
    """Run a user's Python file, unless that was done before, and return the claims that it states.

    Raises FileNotFoundError where there is no such file, and ValueError where it fails or states none, where an arrow
    names no claim or proofs go in a circle, where a claim does not say what a parameter ranges over, and where a
    constant is no parameter, or has a range.
    """
    if not path.is_file():
        raise FileNotFoundError(f"there is no file {path}")
    file = str(path.resolve())
    stated = [claim for claim in CLAIMS.values() if getsourcefile(claim.formula) == file]
    found = stated or _stated_anew(path)
    _insist_on_the_vocabulary(path, found)
    for claim in found:
        _insist_on_parameters(claim)
    _insist_on_arrows(found)
    return found


def _stated_anew(path: Path) -> list[Claim]:
    modules, known = frozenset(sys.modules), frozenset(CLAIMS)
    first = tried(path)
    if isinstance(first, str):
        raise ValueError(f"{path} cannot be run: {first}")
    try:
        run_file(path)
    except Exception as error:
        lines = [frame.lineno for frame in extract_tb(error.__traceback__) if Path(frame.filename) == path.resolve()]
        line = f", line {lines[-1]}," if lines else ""
        words = f"{path}{line} cannot be run: {type(error).__name__}: {error}{advice_on(error)}"
        raise ValueError(words) from error
    if first is not None:
        compare(first, texts_of(modules, known))
    found = [claim for id, claim in CLAIMS.items() if id not in known]
    if not found:
        raise ValueError(f"{path} states no claim; decorate a function with @claim of littlestone.claims")
    return found


def _insist_on_the_vocabulary(path: Path, found: list[Claim]) -> None:
    """Raise ValueError where a file that imports all words of the vocabulary gives one of them another meaning."""
    own = vars(sys.modules.get(found[0].formula.__module__, notation))
    if not own.keys() >= set(notation.__all__):
        return
    for number, line in enumerate(text_of(path.resolve()).decode().splitlines(), 1):
        bound = re.match(r"(?:def |class )?(\w+) *[(=:]", line)
        if bound and bound[1] in notation.__all__ and own[bound[1]] is not getattr(notation, bound[1]):
            words = f"`{bound[1]}` is a word of littlestone.claims, and means something else from here on"
            raise ValueError(f"{path}, line {number}: {words}; choose another name")


def _insist_on_parameters(claim: Claim) -> None:
    """Raise ValueError, with the line, where a constant is no parameter, or a parameter ranges over nothing known."""
    file, line = claim.location
    where = f"{file}, line {line}, {claim.id}"
    if not isinstance(claim.formula, FunctionType):
        raise ValueError(f"{where}: its formula is no function; write `def` at the top of the file")
    for parameter in signature(claim.formula).parameters.values():
        if parameter.kind not in (Parameter.POSITIONAL_OR_KEYWORD, Parameter.KEYWORD_ONLY):
            advice = "write each by its name, without `*` and `/`"
            raise ValueError(f"{where}: the parameter {parameter.name} is not given by its name; {advice}")
    known = _parameters(claim.formula)
    unknown = [name for name in claim.constants if known is not None and name not in known]
    if unknown:
        advice = f"write {claim.formula.__name__}(..., {unknown[0]}) or take the constant out"
        raise ValueError(f"{where}: the constant {unknown[0]} is no parameter of its formula; {advice}")
    try:
        _ = claim.domains
    except Exception as error:  # an annotation may be any text
        plain = isinstance(error, TypeError | NameError)
        words = str(error).removeprefix(f"{claim.id}: ") if plain else f"{type(error).__name__}: {error}"
        beside = "a constant is given to @claim beside, such as slack=Constant(1)"
        advice = beside if isinstance(error, TypeError) else advice_on(error).lstrip("; ") or "correct the annotation"
        raise ValueError(f"{where}: {words}; {advice}") from error
    hints = get_type_hints(claim.formula, include_extras=True)
    for name in claim.constants:
        if any(isinstance(part, Domain) for part in (hints.get(name), *get_args(hints.get(name)))):
            words = f"the constant {name} has a range, of which no other case would be asked"
            raise ValueError(f"{where}: {words}; annotate it as int or Fraction, or take the constant out")


def _parameters(formula: Callable[..., object]) -> set[str] | None:
    """The names that the formula takes, by what it wraps or by itself; None where it takes any."""
    both = [signature(formula, follow_wrapped=follows).parameters for follows in (True, False)]
    kinds = {parameter.kind for parameters in both for parameter in parameters.values()}
    return None if Parameter.VAR_KEYWORD in kinds else {name for parameters in both for name in parameters}


def _insist_on_arrows(claims: Iterable[Claim]) -> None:
    """Raise BadInput where an arrow in a file of these claims names no claim, or is in a circle."""
    files = {claim.location[0] for claim in claims}
    arrows = [arrow for arrow in ARROWS.values() if arrow.location[0] in files]
    for arrow in arrows:
        for end in missing_ends(arrow):
            problem = f"the arrow {arrow.id} names {end}, which is no claim"
            raise BadInput(_place(arrow), problem, "correct the id, or state the claim in this file")
        if arrow.repair is not None and arrow.stated.corrects != arrow.cited:  # else any true claim would mend it
            problem = f"the arrow {arrow.id} names {arrow.repair} as repair, which is no correction of {arrow.cited}"
            raise BadInput(
                _place(arrow), problem, f'state one by @correction("{arrow.cited}", ...), or leave repair= out'
            )
    found = circle(below(proof_graph(), [arrow.citing for arrow in arrows]))
    if found is not None:
        steps = {*pairwise(found)}
        around = [arrow for arrow in ARROWS.values() if (arrow.citing, arrow.cited) in steps]
        through = f", by the arrows {', '.join(arrow.id for arrow in around)}" if around else ""
        problem = f"proofs go in a circle: {' -> '.join(found)}{through}"
        advice = "prove one of them without the others, without its arrow"
        raise BadInput(_place((around or arrows)[0]), problem, advice)


def _place(arrow: Arrow) -> str:
    file, line = arrow.location
    return f"{file}, line {line}"


def printed_claims() -> list[Claim]:
    """All claims as printed, without the corrected ones, which stand beside them."""
    return [claim for claim in CLAIMS.values() if claim.corrects is None]


def waits_for_its_name(paper: str) -> bool:
    """The paper's package says ``ONLY_WHEN_NAMED``: its claims are verified only where they are asked for."""
    package = sys.modules.get(f"littlestone.spec.{paper.lower()}")
    return bool(getattr(package, "ONLY_WHEN_NAMED", False))


def find(names: Iterable[str]) -> list[Claim]:
    """The claims that the names stand for, as printed; all but those that wait for their name, for no name.

    A name is an id, a paper, a glob, a Python file, or one claim of a file as FILE.py::ID. Only its own id stands for a
    corrected claim. Raises UnknownClaim.
    """
    load_papers()
    wanted = list(names)
    if not wanted:
        return [claim for claim in printed_claims() if not waits_for_its_name(claim.paper)]
    found = {claim.id: claim for name in wanted for claim in _named(name)}
    return [claim for claim in CLAIMS.values() if claim.id in found]


def _named(name: str) -> list[Claim]:
    if not name.strip():
        raise UnknownClaim("the name of a claim is empty; give an id, a paper or a glob, such as LYU25.L4.1")
    file, _, id = name.partition("::")
    in_file = file.endswith(".py")
    among, pattern = (load_file(Path(file)), id or "*") if in_file else (list(CLAIMS.values()), name)
    named = (c for c in among if pattern in (c.id, c.paper) or fnmatchcase(c.id, pattern))
    found = [c for c in named if c.corrects is None or c.id == pattern]
    if not found:
        if name in notation.__all__:
            said = f"is a word of claims, and no claim; `littlestone list --words {name}` says what"
            raise UnknownClaim(f"{name!r} {said}")
        near, words = _near(name), f"`littlestone find {name}` looks for it in titles"
        meant = f"did you mean {', '.join(near)}?"
        hint = words if not near else meant if "." in name else f"{meant} {words}"
        raise UnknownClaim(f"no claim, paper or glob is called {name!r}; {hint}")
    return found


def _near(name: str) -> list[str]:
    """The id in another case; the paper where its key alone is misspelt; the ids most like the name else."""
    if same := [claim.id for claim in printed_claims() if claim.id.lower() == name.lower()]:
        return same
    key, dot, rest = name.partition(".")
    papers = sorted({claim.paper for claim in printed_claims()})
    paper = get_close_matches(key.upper(), papers, n=1)
    if paper and (not dot or paper[0] != key):
        right = f"{paper[0]}{dot}{rest}"
        return [right if right in CLAIMS else paper[0]]
    known = [claim.id for claim in printed_claims()]
    return get_close_matches(name, known, n=3, cutoff=0.5) or [id for id in known if name.lower() in id.lower()][:3]

"""Universes that evidence names: whether a prover could have asked about one, and what its numbers must then be."""

from __future__ import annotations

import re
from collections.abc import Mapping
from math import log2, prod
from typing import Any

from littlestone.proofs_check.questions.arguments import small_integers
from littlestone.proofs_check.questions.class_choices import number_of_choices, places_of
from littlestone.proofs_check.questions.profiles import DEEP, PROFILES, Scope
from littlestone.proofs_check.questions.universes import Box, ClassUniverse, Everything, about_classes, real_parameters
from littlestone.proofs_check.rechecking.certificates import MOST_BITS
from littlestone.proofs_check.rechecking.relisting import RANGE
from littlestone.spec.claim import Claim
from littlestone.spec.domains import Naturals

EVERYTHING = Everything().name
MOST_ENUMERATED = 32  # bits
LISTED = ("direct", "box")  # their cases are called one by one
_SHAPE = re.compile(r" on (?:at most )?(\d+) points?(?![^,])")
_LABELS = re.compile(r" with (\d+) labels")


def why_no_universe(claim: Claim, evidence: Mapping[str, Any], profile: str) -> str | None:
    """Why no run in the profile passes the claim on the universe that its evidence names; None where one can."""
    universe, size, cases = (evidence[name] for name in ("universe", "size", "cases"))
    if evidence["outcome"] == "proved" or universe == EVERYTHING:
        about = size is None and universe == EVERYTHING and real_parameters(claim) is not None
        return None if about else "what is proved are all values of numbers, and nothing else"
    premise = evidence["premise_cases"] or 0
    if size is not None and not 0 <= premise <= cases - evidence["beyond_reach"] <= cases:
        return f"hypotheses cannot hold in {premise} of {cases} cases"
    if evidence["outcome"] != "checked":
        return None
    if evidence["prover"] == "point":
        return _why_no_point(claim, evidence, profile)
    if evidence["prover"] == "box":
        return _why_no_box(claim, evidence, profile)
    return _why_no_classes(claim, evidence)


def _why_no_point(claim: Claim, evidence: Mapping[str, Any], profile: str) -> str | None:
    """A single case of integers and classes is one that the profile names; that of another profile is believed."""
    named = [p.name for p in Scope(PROFILES[profile]).far_points(claim)] if profile in PROFILES else None
    if named is not None and evidence["universe"] not in named:
        return f"the single cases in {profile} are {'; '.join(named) or 'none'}"
    return None if evidence["size"] == evidence["cases"] == 1 else "a single case is one"


def _why_no_box(claim: Claim, evidence: Mapping[str, Any], profile: str) -> str | None:
    boxes = [Scope(PROFILES[profile]).box(claim)] if profile in PROFILES else []
    names = [box.name for box in boxes] or [_named_as_a_box(claim, str(evidence["universe"]))]
    sizes = [box.size for box in boxes] or [evidence["size"]]
    if evidence["universe"] not in names or not evidence["size"] == evidence["cases"] == sizes[0]:
        return f"its box in {profile} is {names[0]}, of {sizes[0]:,} cases"
    if any(not isinstance(domain, Naturals) and hasattr(domain, "low") for domain in claim.domains.values()):
        return "its numbers are no integers alone"
    return None


def _named_as_a_box(claim: Claim, words: str) -> str:
    """The words that a box of these ranges would have: others, or ranges that are said twice, say more than is so."""
    found = [(low, name, high) for low, name, high in RANGE.findall(words) if name in claim.domains]
    return Box({name: int(high) for _, name, high in found}, {name: int(low) for low, name, _ in found}).name


def _why_no_classes(claim: Claim, evidence: Mapping[str, Any]) -> str | None:
    shape, labels = _SHAPE.search(evidence["universe"]), _LABELS.search(evidence["universe"])
    if shape is None or not about_classes(claim):
        return None if shape is None and not about_classes(claim) else "it does not say which classes they are"
    asked = ClassUniverse(int(shape[1]), int(labels[1]) if labels else 2)
    places = places_of(claim, asked)
    if any(place.family is None and place.points * log2(place.labels) > MOST_BITS for place in places.values()):
        return f"classes on {asked.points} points have more functions than any prover takes"
    size = number_of_choices(places) * prod(map(len, small_integers(claim).values()))
    if not evidence["size"] == evidence["cases"] == size:
        return f"there are {size if size < 10**9 else f'2^{size.bit_length() - 1} or more'} cases of it"
    if evidence["prover"] == "exhaustive" and size.bit_length() > MOST_ENUMERATED:
        return f"2^{size.bit_length() - 1} classes are too many to enumerate"
    if evidence["prover"] in LISTED and size > DEEP.budget.cases:
        return f"{size:,} cases are too many to list"
    return None

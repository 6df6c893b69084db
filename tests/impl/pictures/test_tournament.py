"""The picture of a tournament: well-formed, in the page's own colours, and of the sample that it draws."""

from __future__ import annotations

from itertools import product
from typing import Any
from xml.etree import ElementTree

import pytest

from littlestone.impl.online.standard_optimal_algorithm import extended_soa
from littlestone.impl.online.tournament import OutOfExamples, draws
from littlestone.impl.pictures.tournament import Match, play_tournament, tournament_svg
from littlestone.impl.randomness.enumeration import law
from littlestone.impl.randomness.sources import SeededSource
from littlestone.spec.learning.laws import same_law
from littlestone.spec.learning.randomness import is_true
from littlestone.spec.learning.stability import labelled_law, sloped, tournament_law

CUBE = tuple(product((0, 1), repeat=3))
NS = "{http://www.w3.org/2000/svg}"


def played(k: int, seed: int = 3) -> Match:
    source = SeededSource(seed)
    match = play_tournament(extended_soa(CUBE, 3), draws(labelled_law(sloped(3, 0), (1, 0, 1)), source), 2, k, source)
    assert match is not None
    return match


def texts(match: Match) -> list[str]:
    return [str(node.text) for node in ElementTree.fromstring(tournament_svg(match, "a < b")).iter(f"{NS}text")]


@pytest.mark.parametrize("k", [1, 2, 3])
def test_the_picture_shows_the_sample_and_every_contest(k: int) -> None:
    match = played(k)
    sample = "S = " + " ".join(f"x{x}{'+' if y else '−'}" for x, y in match.sample)
    shown = texts(match)
    assert len(match.sample) == 3 * k and shown[-1] == sample
    assert sum(text.startswith("(x") for text in shown) == 2**k - 1 and shown.count("∅") == 2**k


def test_the_way_into_the_sample_is_the_boldest() -> None:
    lines = list(ElementTree.fromstring(tournament_svg(played(3))).iter(f"{NS}line"))
    widths = [line.get("stroke-width") for line in lines]
    assert (widths.count("3"), widths.count("2"), widths.count("1")) == (3, 4, 7)


def test_the_picture_has_no_colour_of_its_own() -> None:
    svg = tournament_svg(played(2))
    assert svg.count("currentColor") > 3 and "#" not in svg and "rgb" not in svg
    assert "<title>Tournament</title>" in svg and "a &lt; b" in tournament_svg(played(1), "a < b")


def test_the_tree_that_is_drawn_has_the_law_of_the_definition() -> None:
    """With 2 draws, one attempt: given that it succeeds, the sample has the law D_1."""
    functions, c = tuple(product((0, 1), repeat=2)), (1, 0)
    start, examples = extended_soa(functions, 2), labelled_law(sloped(2, 0), c)

    def run(source: Any) -> Any:
        stream = (((x := source.choice(sloped(2, 0))), c[x]) for _ in range(2))
        try:
            match = play_tournament(start, stream, 1, 1, source)
        except OutOfExamples:
            return None
        return match and match.sample

    outcomes = law(run).condition(lambda sample: sample is not None)
    defined = tournament_law(lambda S: start.run(S).rule, examples, 1, 1)
    assert defined is not None and is_true(same_law(outcomes, defined))
    assert play_tournament(start, iter(()), 1, 0, SeededSource(1)) is None

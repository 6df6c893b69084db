"""Draws the gallery's pictures, each from a run of the kit, before Sphinx reads the page."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from pathlib import Path

from sphinx.application import Sphinx

from littlestone.impl.online.extended_soa import extended_soa
from littlestone.impl.online.tournament import draws
from littlestone.impl.pictures.attack import attack_svg
from littlestone.impl.pictures.tournament import play_tournament, tournament_svg
from littlestone.impl.privacy.threshold_attack import rank_learner, recover_threshold
from littlestone.impl.randomness.sources import SeededSource
from littlestone.spec.classes.concept_classes import Function
from littlestone.spec.learning.ordered_samples import balanced_sample
from littlestone.spec.learning.randomness import Randomness
from littlestone.spec.learning.stability import labelled_law, sloped

GREY = "#808080"  # an image does not take the page's colour; this can be seen on white and on black


def setup(app: Sphinx) -> dict[str, bool]:
    """Draw all pictures when the builder starts."""
    app.connect("builder-inited", _draw_all)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def attack() -> str:
    """Binary search on the average hypothesis of a learner of thresholds that leaks its first example."""
    sample = balanced_sample([6, 15])

    def leaky(source: Randomness) -> Function:
        return rank_learner(sample, 16, (1, 1, 1, 1), source)[:15]

    return attack_svg(recover_threshold(leaky, 60, Fraction(3, 8), SeededSource(2)))


def tournament() -> str:
    """A tournament over all functions on three points, three rounds."""
    source, cube = SeededSource(3), tuple(product((0, 1), repeat=3))
    match = play_tournament(extended_soa(cube, 3), draws(labelled_law(sloped(3, 0), (1, 0, 1)), source), 2, 3, source)
    assert match is not None
    return tournament_svg(match)


PICTURES: dict[str, Callable[[], str]] = {"attack": attack, "tournament": tournament}


def _draw_all(app: Sphinx) -> None:
    folder = Path(app.srcdir) / "gallery"
    folder.mkdir(exist_ok=True)
    for name, picture in PICTURES.items():
        (folder / f"{name}.svg").write_text(picture().replace("<svg ", f'<svg color="{GREY}" ', 1), encoding="utf-8")

"""Draws the gallery's pictures, each from a run of the kit, before Sphinx reads the page."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

from sphinx.application import Sphinx

from littlestone.impl.classes.class_trees import make_tree
from littlestone.impl.pictures.attack import attack_svg
from littlestone.impl.pictures.class_trees import class_tree_svg
from littlestone.impl.privacy.threshold_attack import rank_learner, recover_threshold
from littlestone.impl.randomness.sources import SeededSource
from littlestone.spec.class_trees.orders import indicator
from littlestone.spec.class_trees.trees import ClassTree, class_tree, good_subtree, proper_nodes
from littlestone.spec.classes.concept_classes import Function, explicit
from littlestone.spec.learning.ordered_samples import balanced_sample
from littlestone.spec.learning.randomness import Randomness

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


SEVEN = [indicator(path, 7) for path in ({0}, {1}, {2}, {0, 3}, {0, 4}, {0, 4, 5}, {0, 4, 6}, ())]  # h_1 to h_8
BRANCHES = ({0, 1, 2, 4}, {0, 1, 2, 5}, {0, 1, 3}, {0, 1, 3, 6}, {0, 7}, {8}, ())  # the ends of paths of figure 3


def seven_points() -> str:
    """Figure 1 of YAN25: the tree of the seven points."""
    return class_tree_svg(ClassTree(make_tree(SEVEN, SEVEN[-1])), title="The tree of seven points")


def output_hypothesis() -> str:
    """Figure 2 of YAN25: h_5, between h_1 and h_7, is the path of x_5."""
    return class_tree_svg(ClassTree(make_tree(SEVEN, SEVEN[-1])), bold=4, title="The path of x5")


def good_tree() -> str:
    """As figure 3 of YAN25: T_good for an improper x_good, its leaves the first proper nodes below."""
    H = explicit([indicator(path, 9) for path in BRANCHES])
    tree, proper = class_tree(H), proper_nodes(H)
    return class_tree_svg(tree, proper, good_subtree(tree, 1, proper), title="The subtree below x2")


PICTURES: dict[str, Callable[[], str]] = {
    "attack": attack,
    "seven-points": seven_points,
    "output-hypothesis": output_hypothesis,
    "good-tree": good_tree,
}


def _draw_all(app: Sphinx) -> None:
    folder = Path(app.srcdir) / "gallery"
    folder.mkdir(exist_ok=True)
    for name, picture in PICTURES.items():
        (folder / f"{name}.svg").write_text(picture().replace("<svg ", f'<svg color="{GREY}" ', 1), encoding="utf-8")

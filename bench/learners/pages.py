"""What the scripts of this folder share: a place in a page, curves in panels, and diffprivlib where it is installed."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

Curves = Mapping[str, Mapping[str, tuple[Sequence[float], Any]]]
"""For each panel the horizontal and vertical values of each curve."""


def given(name: str) -> Path | None:
    """The path after an option of the command line."""
    return Path(sys.argv[sys.argv.index(name) + 1]) if name in sys.argv else None


def library() -> Any:
    """diffprivlib's models, None where it cannot be imported; 0.6.6 needs scikit-learn below 1.7."""
    try:
        return import_module("diffprivlib.models")
    except ImportError as error:
        print(f"diffprivlib is left out: {error}")
        return None


def between_marks(page: Path, script: str, made: str) -> None:
    """What a script made, into its place in a page."""
    begin, end = f"<!-- made by bench/learners/{script} -->", "<!-- end -->"
    before, rest = page.read_text().split(begin)
    page.write_text(f"{before}{begin}\n\n{made}\n\n{end}{rest.split(end, 1)[1]}")


def draw(curves: Curves, path: Path, across: str, up: str, ticks: Sequence[float] = ()) -> None:
    """A panel for each entry; on a logarithmic axis where ticks are given."""
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    with rc_context({"svg.hashsalt": "littlestone", "svg.fonttype": "none", "font.size": 9}):
        figure = Figure(figsize=(8, 2.8), layout="constrained")
        panels = figure.subplots(1, len(curves), sharey=bool(ticks), squeeze=False)[0]
        for axes, (title, columns) in zip(panels, curves.items(), strict=True):
            for name, (xs, ys) in columns.items():
                axes.plot(xs, ys, marker="." if ticks else None, label=name)
            axes.set(xlabel=across, title=title)
            if ticks:
                axes.set_xscale("log")
                axes.set_xticks(ticks, [f"{x:g}" for x in ticks])
                axes.minorticks_off()
        panels[0].set_ylabel(up)
        panels[-1].legend(frameon=False)
        figure.savefig(path, format="svg", metadata={"Date": None, "Creator": None})

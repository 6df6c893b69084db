"""What the scripts share that keep something with the papers: their options, and how a paper's file grows."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from pathlib import Path

from littlestone.proofs_check.json_types import Json
from littlestone.proofs_check.sources.paper_data import read_paper, write_paper
from littlestone.spec.claim import CLAIMS


def options(words: str | None, arguments: list[str]) -> argparse.Namespace:
    """The claims that are named, and how many processes work on them."""
    parser = argparse.ArgumentParser(description=words)
    parser.add_argument("names", nargs="*", help="ids, papers or globs; all claims for none")
    parser.add_argument("--jobs", type=int, default=2)
    return parser.parse_args(arguments)


def keep(file: Path, found: Mapping[str, Json]) -> None:
    """Add what was found to a paper's file; what is no claim any more, or nothing, is left out."""
    kept = {id: data for id, data in (read_paper(file) | found).items() if id in CLAIMS and data}
    if kept or file.exists():
        write_paper(file, kept)

"""What was measured of the papers' claims, kept as data beside their statements: a file of each kind for a paper."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import littlestone.spec
from littlestone.proofs_check.json_types import Json
from littlestone.proofs_check.storage.writing import write_text
from littlestone.spec.claim import Claim


@cache
def of_all_papers(name: str) -> dict[str, Any]:
    """What the papers' files of this name hold, by the claims' ids."""
    folders = (Path(place) for place in littlestone.spec.__path__)
    files = sorted(file for folder in folders for file in folder.glob(f"*/{name}"))
    return {id: data for file in files for id, data in read_paper(file).items()}


def file_of(claim: Claim, name: str) -> Path:
    """The file of this name of the claim's paper."""
    return claim.location[0].with_name(name)


def read_paper(file: Path) -> dict[str, Any]:
    """What is kept in a paper's file, by the claims' ids; nothing where there is none."""
    return json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}


def write_paper(file: Path, kept: Mapping[str, Json]) -> None:
    """Write a paper's file, a claim on each line."""
    lines = (f"{json.dumps(id)}: {json.dumps(kept[id], ensure_ascii=False)}" for id in sorted(kept))
    write_text(file, "{\n" + ",\n".join(lines) + "\n}\n")

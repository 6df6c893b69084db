"""The proof that no class of a size fulfils a question, as files that ``littlestone recheck`` reads again."""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path

from littlestone.proofs_check.rechecking.searches import DETAILS, SCHEMA, NoClass
from littlestone.proofs_check.storage.writing import checksum, write_text


def write_proof(folder: Path, none: NoClass) -> Path:
    """Write formula and proof, and what they are about, into a folder of their own, which is returned.

    Raises OSError.
    """
    name = re.sub(r"[^A-Za-z0-9]+", "_", " ".join(none.question).replace("<", "le").replace(">", "ge")).strip("_")
    place = folder / name[:100] / f"{none.functions}_functions-{none.points}_points"
    write_text(place / "formula.cnf", none.formula)
    write_text(place / "proof.drat", none.proof)
    details = {
        "schema": SCHEMA,
        "question": list(none.question),
        "functions": none.functions,
        "points": none.points,
        "choices": [[bound, [list(points) for points in sets]] for bound, sets in none.choices],
        "formula": hashlib.sha256(none.formula.encode()).hexdigest(),
        "proof": hashlib.sha256(none.proof.encode()).hexdigest(),
    }
    write_text(place / DETAILS, json.dumps({**details, "digest": checksum(details)}, indent=1) + "\n")
    return place

"""Ledgers as somebody would forge them."""

from __future__ import annotations

import hashlib
import json
from typing import Any


def sealed(whole: dict[str, Any]) -> dict[str, Any]:
    """The ledger with digests that fit it, as somebody who knows how they are made would write it."""
    last = ""
    for entry in [*whole["claims"], *whole["uses"]]:
        entry.pop("digest", None)
        last = entry["digest"] = hashlib.sha256(json.dumps([last, entry], sort_keys=True).encode()).hexdigest()
    rest = {name: value for name, value in whole.items() if name not in ("claims", "uses", "digest")}
    whole["digest"] = hashlib.sha256(json.dumps([last, rest], sort_keys=True).encode()).hexdigest()
    return whole

"""The JSON Schema that is shipped for the answer of an audit."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any


def audit_schema() -> dict[str, Any]:
    """The schema, read."""
    folder = files("littlestone.proofs_check.audits.answers")
    schema: dict[str, Any] = json.loads(folder.joinpath("audit_schema.json").read_text(encoding="utf-8"))
    return schema

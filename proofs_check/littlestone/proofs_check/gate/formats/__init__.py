"""How a gate's result is written: text, JSON, JUnit XML, SARIF 2.1.0, GitHub annotations."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from littlestone.proofs_check.gate.formats.gate_data import gate_json
from littlestone.proofs_check.gate.formats.gate_text import gate_text
from littlestone.proofs_check.gate.formats.github import github_annotations
from littlestone.proofs_check.gate.formats.junit import junit_xml
from littlestone.proofs_check.gate.formats.sarif import sarif_json
from littlestone.proofs_check.gate.session import GateResult

FORMATS: Mapping[str, Callable[[GateResult], str]] = {
    "text": gate_text,
    "json": gate_json,
    "junit": junit_xml,
    "sarif": sarif_json,
    "github": github_annotations,
}

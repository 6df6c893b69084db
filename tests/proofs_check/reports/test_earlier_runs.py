"""What an earlier run rested on."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest

from littlestone.proofs_check.reports import earlier_runs


def test_the_kits_data_are_sources_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(earlier_runs, "ROOTS", (SimpleNamespace(__path__=[str(tmp_path)]),))
    (tmp_path / "room").mkdir()
    digests = []
    for name, text in (("a.py", "1"), ("room/b.json", "{}"), ("room/b.json", "[]"), ("notes.txt", "none")):
        (tmp_path / name).write_text(text, encoding="utf-8")
        digests.append(earlier_runs.sources_digest.__wrapped__())
    assert len(set(digests[:3])) == 3 and digests[2] == digests[3]

"""What an earlier run rested on."""

from __future__ import annotations

from pathlib import Path

import pytest

from littlestone.proofs_check.compute import source_digest


def test_the_kits_data_are_sources_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(source_digest, "files", lambda package: tmp_path)
    (tmp_path / "room").mkdir()
    digests = []
    for name, text in (("a.py", "1"), ("room/b.json", "{}"), ("room/b.json", "[]"), ("notes.txt", "none")):
        (tmp_path / name).write_text(text, encoding="utf-8")
        digests.append(source_digest.sources_digest.__wrapped__())
    assert len(set(digests[:3])) == 3 and digests[2] == digests[3]

"""What is kept of the kit's definitions gives the same digests, and no module of the kit is parsed for them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from littlestone.proofs_check.sources import fingerprints, kept_definitions, module_sources
from littlestone.proofs_check.sources.kept_definitions import definitions_kept_in, is_of_the_kit
from littlestone.proofs_check.sources.module_sources import Definition, Source
from littlestone.spec.claim import CLAIMS

READING = (*vars(fingerprints).values(), *vars(module_sources).values())
REMEMBERING = [each for each in READING if hasattr(each, "cache_clear")]


def forget() -> None:
    for function in REMEMBERING:
        function.cache_clear()


@pytest.fixture(autouse=True)
def forgotten() -> Iterator[None]:
    forget()
    yield
    forget()


@pytest.fixture
def parsed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The modules that are read as syntax."""
    found, before = list[str](), module_sources._parsed

    def noting(module: str) -> Source | None:
        found.append(module)
        return before(module)

    noting.cache_clear = before.cache_clear  # type: ignore[attr-defined]
    monkeypatch.setattr(module_sources, "_parsed", noting)
    return found


@pytest.mark.slow
def test_nothing_is_parsed_again_and_digests_are_the_same(registry: None, tmp_path: Path, parsed: list[str]) -> None:
    claims = [CLAIMS["DIM.vc"], CLAIMS["BGS21.T7.1"]]
    plain = [fingerprints.statement_digest(claim) for claim in claims]
    for is_new in (True, False):
        forget()
        parsed.clear()
        with definitions_kept_in(tmp_path / "definitions.json"):
            assert [fingerprints.statement_digest(claim) for claim in claims] == plain
        assert any(map(is_of_the_kit, parsed)) is is_new


def test_syntax_that_is_asked_for_is_read(tmp_path: Path) -> None:
    place = Definition("littlestone.spec.classes.dimensions", "vc_dimension")
    for _ in range(2):
        forget()
        with definitions_kept_in(tmp_path / "definitions.json"):
            source = module_sources.source_of(place.module)
            assert source is not None and place.name in source.defined and "no such name" not in source.defined
            assert len(source.statements(place.name)) == 1 and len(source.defined) > 3
            assert list(source.effects) == [] and source.statements("no such name") == []


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"state": 1}', '{"state": "another", "shapes": {}}'])
def test_what_cannot_be_read_is_found_out_again(text: str, tmp_path: Path) -> None:
    path = tmp_path / "definitions.json"
    path.write_text(text, encoding="utf-8")
    with definitions_kept_in(path):
        assert module_sources.source_of("littlestone.spec.claim") is not None
    assert "littlestone.spec.claim" in json.loads(path.read_text("utf-8"))["shapes"]


def test_a_changed_kit_is_read_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, parsed: list[str]) -> None:
    path = tmp_path / "definitions.json"
    for digest, is_new in (("a", True), ("a", False), ("b", True)):
        monkeypatch.setattr(kept_definitions, "source_digest", lambda _, digest=digest: digest)
        forget()
        parsed.clear()
        with definitions_kept_in(path):
            module_sources.source_of("littlestone.spec.claim")
        assert bool(parsed) is is_new


def test_what_else_lies_on_the_path_is_no_part_of_the_kit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "hypothesis_of_mine.py").write_text("N = 1\n", encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    assert module_sources._own("hypothesis_of_mine", "mine") == "hypothesis_of_mine"
    assert module_sources._own("hypothesis_of_mine", "littlestone.spec.claim") is None


def test_nothing_is_kept_where_the_kit_was_saved_meanwhile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with definitions_kept_in(tmp_path / "definitions.json"):
        fingerprints.reachable(Definition("littlestone.spec.classes.dimensions", "vc_dimension"))
        monkeypatch.setattr(kept_definitions, "source_digest", lambda kit: "another")
    assert not (tmp_path / "definitions.json").exists()


@pytest.mark.parametrize("damage", ['"shapes": null', '"used": []', '"hashes": 3'])
def test_what_is_damaged_is_found_out_again(damage: str, tmp_path: Path) -> None:
    path, place = tmp_path / "definitions.json", Definition("littlestone.spec.classes.dimensions", "vc_dimension")
    with definitions_kept_in(path):
        found = fingerprints.digest_of(fingerprints.reachable(place))
    name = damage.split('"')[1]
    whole = json.loads(path.read_text(encoding="utf-8"))
    path.write_text(json.dumps({**whole, name: json.loads("{" + damage + "}")[name]}), encoding="utf-8")
    forget()
    with definitions_kept_in(path):
        assert fingerprints.digest_of(fingerprints.reachable(place)) == found

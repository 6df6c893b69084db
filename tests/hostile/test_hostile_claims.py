"""No hostile claim gets a verdict that it does not deserve, and each natural mistake is named.

One user's file for each family, read and verified as the command does; exit codes are in ``test_exit_codes.py``.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from helpers.hostile_claims import CORPUS, Hostile, answer, entries, forget, objection, state

from littlestone.proofs_check.sources.catalogue import load_papers

FAMILIES = sorted(CORPUS.glob("*.txt"))
ALL = [entry for file in FAMILIES for entry in entries(file)]
SLOW = ("capture", "ranges", "undefined")  # the provers of real numbers take a second where they stay open


@pytest.fixture(scope="module", autouse=True)
def stated(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The folder with the users' files, their claims stated."""
    folder = tmp_path_factory.mktemp("hostile")
    load_papers()
    for file in FAMILIES:
        state([entry for entry in entries(file) if not entry.alone], folder / f"{file.stem}.py")
    yield folder
    for file in FAMILIES:
        forget(file.stem)


def cases() -> list[Any]:
    """Each entry as a case."""
    marks = {family: [pytest.mark.slow] for family in SLOW}
    return [pytest.param(e, id=f"{e.family}-{e.name}", marks=marks.get(e.family, [])) for e in ALL]


@pytest.mark.parametrize("entry", cases())
def test_no_verdict_is_stronger_than_its_check(entry: Hostile, stated: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LITTLESTONE_HOSTILE", "0")  # a formula counts in it
    said = answer(entry, stated / f"{entry.name}.py")
    assert (objection(entry, said), said.text)[0] is None, said.text


def test_the_corpus_is_large_and_has_both_kinds() -> None:
    assert len({entry.id for entry in ALL}) == len(ALL) >= 220
    assert all(sum(entry.truth == kind for entry in ALL) >= 20 for kind in ("true", "false"))

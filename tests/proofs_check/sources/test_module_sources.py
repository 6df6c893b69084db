"""What a definition of a user's own rests on is found wherever it is imported from, and nothing of others is."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from littlestone.proofs_check.sources import fingerprints, module_sources
from littlestone.proofs_check.sources.fingerprints import Definition, digest_of, reachable

PACKAGE = {
    "__init__": "from .inner import shown\nfrom . import deep\n",
    "inner": "def shown():\n    return hidden()\n\ndef hidden():\n    return 1\n\ndef unused():\n    return 2\n",
    "deep": "from own import inner\n\ndef deepest():\n    return inner.hidden()\n",
    "starred": "from own.inner import *\n\ndef star():\n    return unused()\n",
    "late": "def late():\n    from own.inner import unused as u\n    return u()\n",
    "guarded": """
try:
    import numpy
    from own.inner import hidden
except ImportError:
    hidden = None

def guarded():
    return hidden()
""",
    "effects": "TABLE = {}\nTABLE.update(x=3)\n\ndef lookup():\n    return TABLE\n",
    "dotted": "import own.inner\nimport own.deep as d\n\ndef dotted():\n    return own.inner.shown(), d.deepest()\n",
}
BESIDE = """
import helper
from helper import help

def f():
    return help()

def g():
    return helper.help()
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "own").mkdir()
    for name, text in PACKAGE.items():
        (tmp_path / "own" / f"{name}.py").write_text(text, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    for module in (fingerprints, module_sources):  # another test may have asked where there is no such package
        for cached in vars(module).values():
            getattr(cached, "cache_clear", lambda: None)()
    return tmp_path


def names(module: str, name: str) -> set[str]:
    return {d.name for d in reachable(Definition(module, name)) if d.name}


@pytest.mark.parametrize(
    ("module", "name", "expected"),
    [
        ("inner", "shown", {"shown", "hidden"}),
        ("__init__", "shown", {"shown", "hidden"}),
        ("deep", "deepest", {"deepest", "shown", "hidden", "unused"}),  # a module may be asked for anything
        ("starred", "star", {"star", "unused"}),
        ("late", "late", {"late", "unused"}),
        ("guarded", "guarded", {"guarded", "hidden"}),
        ("effects", "lookup", {"lookup", "TABLE"}),
        ("dotted", "dotted", {"dotted", "shown", "hidden", "unused", "deepest"}),
    ],
)
def test_definitions_are_followed(module: str, name: str, expected: set[str], folder: Path) -> None:
    assert names(str(folder / "own" / f"{module}.py"), name) == expected
    assert not [name for name in sys.modules if name.partition(".")[0] == "own"], "nothing of it is run"


def test_files_beside_a_file_are_the_users_own(tmp_path: Path) -> None:
    (tmp_path / "helper.py").write_text("import numpy\n\ndef help():\n    return numpy.zeros(3)\n", encoding="utf-8")
    main = tmp_path / "main.py"
    main.write_text(BESIDE, encoding="utf-8")
    assert names(str(main), "f") == {"f", "help"} and names(str(main), "g") == {"g", "help"}


def digest(folder: Path, text: str) -> str:
    folder.mkdir()
    (folder / "main.py").write_text(text, encoding="utf-8")
    return digest_of(reachable(Definition(str(folder / "main.py"), "f")))


def test_statements_with_effects_and_packages_of_others_count(tmp_path: Path) -> None:
    text = "TABLE = {}\nTABLE.update(x=3)\n\ndef f():\n    return 1\n"
    plain = digest(tmp_path / "a", text)
    assert digest(tmp_path / "b", "# a comment\n" + text) == plain
    assert digest(tmp_path / "c", text.replace("x=3", "x=4")) != plain
    assert digest(tmp_path / "d", "import numpy\n" + text) != plain
    assert digest(tmp_path / "e", "import json\nimport os\n" + text) != digest(tmp_path / "f", "import numpy\n" + text)

"""Two hashes: whatever changes in the kit, or in a user's own files, changes what rests on it."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from zipfile import ZipFile, ZipInfo

import pytest
from helpers.own_modules import forgotten
from helpers.stated import forget_claims

from littlestone.impl.registry import IMPLEMENTATIONS
from littlestone.proofs_check.questions.arguments import implementation
from littlestone.proofs_check.sources import catalogue, fingerprints
from littlestone.proofs_check.sources.catalogue import load_file
from littlestone.proofs_check.sources.code_that_ran import outdated, text_of
from littlestone.proofs_check.sources.fingerprints import fingerprint, own_code
from littlestone.spec.claim import CLAIMS

pytestmark = pytest.mark.usefixtures("registry")
TEXT = '''
from littlestone.claims import *
{imports}
@claim("MINE.fp", "notebook", "conjecture")
def small(H: Binary):
    """A class has VC dimension at most 3."""
    return vc_dimension(H) <= {bound}
'''
Files = dict[str, str]


def digest(folder: Path, files: Files) -> str:
    """The fingerprint of the claim in ``stated.py``."""
    folder.mkdir(exist_ok=True)
    for name, text in files.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    with forgotten():
        (claim,) = load_file(folder / "stated.py")
        found = fingerprint(claim)
        forget_claims([claim.id])
    return found


def stated(imports: str = "", bound: str = "3") -> str:
    return TEXT.format(imports=imports, bound=bound)


CHANGES: dict[str, tuple[Files, str, str]] = {
    "the formula": ({"stated.py": stated()}, "stated.py", stated(bound="4")),
    "a module beside it": (
        {"stated.py": stated("from fp_a import N", "N"), "fp_a.py": "N = 3\n"},
        "fp_a.py",
        "N = 4\n",
    ),
    "a module that a module imports": (
        {"stated.py": stated("from fp_b import N", "N"), "fp_b.py": "from fp_c import N\n", "fp_c.py": "N = 3\n"},
        "fp_c.py",
        "N = 4\n",
    ),
    "a module that is imported when it is asked": (
        {"stated.py": stated("def late():\n    import fp_d\n    return fp_d.N\n", "late()"), "fp_d.py": "N = 3\n"},
        "fp_d.py",
        "N = 4\n",
    ),
    "a module of a package, by a string": (
        {
            "stated.py": stated("from importlib import import_module\nN = import_module('fp_p.e').N", "N"),
            "fp_p/__init__.py": "",
            "fp_p/e.py": "N = 3\n",
        },
        "fp_p/e.py",
        "N = 4\n",
    ),
    "a file that is run without a module": (
        {
            "stated.py": stated(
                "import runpy\nN = runpy.run_path(__file__.replace('stated.py', 'fp/f.py'))['N']\n", "N"
            ),
            "fp/f.py": "N = 3\n",
        },
        "fp/f.py",
        "N = 4\n",
    ),
}


@pytest.mark.parametrize(("files", "name", "changed"), CHANGES.values(), ids=CHANGES)
def test_all_own_code_counts(files: Files, name: str, changed: str, tmp_path: Path) -> None:
    first, second = digest(tmp_path / "a", files), digest(tmp_path / "b", {**files, name: changed})
    assert first != second
    assert digest(tmp_path / "c", files) == first, "where the folder lies says nothing"


def test_code_in_an_archive_counts(tmp_path: Path) -> None:
    head = "import sys\nsys.path.insert(0, __file__.replace('stated.py', 'lib.zip'))\nfrom fp_zipped import N\n"

    def printed(folder: Path, bound: int) -> str:
        folder.mkdir()
        with ZipFile(folder / "lib.zip", "w") as archive:
            archive.writestr(ZipInfo("fp_zipped.py"), f"N = {bound}\n")
        path = sys.path.copy()
        try:
            return digest(folder, {"stated.py": stated(head, "N")})
        finally:
            sys.path[:] = path

    assert printed(tmp_path / "a", 3) != printed(tmp_path / "b", 4)


@pytest.mark.parametrize("odd", ["1 +\n", "\ufeffN = 1\n", "N = " + "1 + " * 2500 + "0\n"])
def test_what_is_odd_beside_it_has_a_digest_too(odd: str, tmp_path: Path) -> None:
    files = {"stated.py": stated(), "fp_odd.py": odd}
    assert (
        digest(tmp_path / "a", files)
        == digest(tmp_path / "b", files)
        != digest(tmp_path / "c", {**files, "fp_odd.py": "N = 1\n"})
    )


def test_what_is_saved_after_it_ran_is_not_taken_for_what_ran(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalogue, "tried", lambda path: None)  # which runs the file, and so saves, before
    saving = "import fp_saved\nwith open(fp_saved.__file__, 'w') as file:\n    file.write('N = 2')\n"
    (tmp_path / "fp_saved.py").write_text("N = 1\n", encoding="utf-8")
    seen: list[tuple[bytes, list[Path]]] = []

    def look(path: Path) -> None:
        seen.append((text_of(path), outdated()))

    (tmp_path / "stated.py").write_text(stated(saving), encoding="utf-8")
    with forgotten():
        (claim,) = load_file(tmp_path / "stated.py")
        look(tmp_path / "fp_saved.py")
        forget_claims([claim.id])
    assert seen == [(b"N = 1\n", [tmp_path / "fp_saved.py"])]


def test_a_module_that_is_named_counts_alike_before_and_after_its_import(tmp_path: Path) -> None:
    late = stated("def late():\n    import fp_besides\n    return fp_besides.N\n", "late()")
    (tmp_path / "stated.py").write_text(late, encoding="utf-8")
    (tmp_path / "fp_besides.py").write_text("N = 1\n", encoding="utf-8")
    with forgotten():
        (claim,) = load_file(tmp_path / "stated.py")
        before = own_code()
        spec = spec_from_file_location("fp_besides", tmp_path / "fp_besides.py")
        assert spec is not None and spec.loader is not None
        module = sys.modules["fp_besides"] = module_from_spec(spec)
        spec.loader.exec_module(module)
        assert own_code() == before
        forget_claims([claim.id])


class Late(ModuleType):
    """A module that is loaded when it is asked, and cannot be."""

    def __getattr__(self, name: str) -> object:
        raise RuntimeError(name)


def test_a_module_that_tells_nothing_counts_for_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    before = own_code()
    monkeypatch.setitem(sys.modules, "fp_late", Late("fp_late"))
    assert own_code() == before


@pytest.fixture
def kit() -> Iterator[Callable[[], None]]:
    """Forgets what the kit is, for which it is asked once."""
    yield fingerprints.kit_hash.cache_clear
    fingerprints.kit_hash.cache_clear()


@pytest.mark.parametrize("part", ["sources_digest", "version_of", "origin"])
def test_the_kit_and_what_it_trusts_are_part_of_every_fingerprint(
    part: str, kit: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    before = fingerprint(CLAIMS["DIM.vc"])
    kit()
    if part == "origin":
        prover = type("Prover", (), {"name": "mine", "value": "json:loads", "module": "json"})()
        monkeypatch.setattr(fingerprints, "brought_in", lambda: [prover])
    monkeypatch.setattr(fingerprints, part, lambda *_: "another")
    assert fingerprint(CLAIMS["DIM.vc"]) != before


def test_a_users_implementation_is_part_of_the_kits_claim(monkeypatch: pytest.MonkeyPatch) -> None:
    claim = CLAIMS["BGS21.ALG.EXPLEARN"]
    before = fingerprint(claim)

    def own(*arguments: object) -> object:
        return implementation("BGS21.ALG.EXPLEARN")(*arguments)

    monkeypatch.setitem(IMPLEMENTATIONS, "BGS21.ALG.EXPLEARN", own)
    assert fingerprint(claim) != before


COMMAND = """
import sys
import littlestone.proofs_check.command_line.main
from pathlib import Path
from littlestone.proofs_check.sources import code_that_ran, user_files
print(code_that_ran.listen.cache_info().currsize)
user_files.run_file(Path(sys.argv[1]))
print(sorted(Path(file).name for file in code_that_ran._ran))
"""


def test_the_kits_command_is_told_what_runs_once_a_file_of_a_users_does(tmp_path: Path) -> None:
    (tmp_path / "stated.py").write_text("import runpy\nrunpy.run_path(__file__.replace('stated', 'other'))\n")
    (tmp_path / "other.py").write_text("N = 1\n")
    asked = [sys.executable, "-c", COMMAND, str(tmp_path / "stated.py")]
    done = subprocess.run(asked, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == ["0", "['other.py', 'stated.py']"]


def test_a_prover_that_is_installed_is_listened_to_from_the_start(tmp_path: Path) -> None:
    brought = tmp_path / "toy-1.dist-info"
    brought.mkdir()
    (brought / "METADATA").write_text("Metadata-Version: 2.1\nName: toy\nVersion: 1\n")
    (brought / "entry_points.txt").write_text("[littlestone.provers]\ntoy = toy:Toy\n")
    asked = [
        sys.executable,
        "-c",
        "\n".join([f"import sys; sys.path.append({str(tmp_path)!r})", *COMMAND.split("\n")[:6]]),
    ]
    done = subprocess.run(asked, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["1"]

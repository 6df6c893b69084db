"""A user's file is run twice, and what then differs is known; what no formula names may differ."""

import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from littlestone.proofs_check.sources.catalogue import load_file
from littlestone.proofs_check.sources.steadiness import compare, differs
from littlestone.spec.claim import CLAIMS

HEAD = "import os\nimport random\nfrom littlestone.claims import *\n"
CLAIM = '''@claim("STEADY.a", "a notebook", "lemma")
def stated(n: Natural):
    """Text."""
    return n >= 0
'''

Changed = Callable[..., list[str]]


@pytest.fixture
def changed(tmp_path: Path, registry: None) -> Changed:
    """What differs of a file with these lines, by name."""

    def names(*lines: str) -> list[str]:
        file = tmp_path / "mine.py"
        file.write_text(HEAD + "\n".join(lines) + "\n" + CLAIM, encoding="utf-8")
        (claim,) = load_file(file)
        module = claim.formula.__module__
        found = [name for name in vars(sys.modules[module]) if differs(module, name)]
        del sys.modules[module]
        return found

    return names


@pytest.mark.parametrize(
    "line",
    [
        'X = os.getenv("NO_SUCH_VARIABLE", "0")',
        'X = os.environ.get("NO_SUCH_VARIABLE")',
        'X = "NO_SUCH_VARIABLE" in os.environ',
        'X = os.path.expandvars("$NO_SUCH_VARIABLE")',
        "X = random.random()",
        "X = {1: [lambda n, more=random.random(): n]}",
        "def X(n, more=os.getpid()): return n",
        "class X:\n    kept = (random.random(),)",
        "X = [object(), [random.random()]]",
        "def X(n):\n    return n\nX.__wrapped__ = os.getpid()",
        "class Rule:\n    def __init__(self): self.n = random.random()\n    def at(self): return self.n\nX = Rule().at",
        "class Whole(int):\n    pass\nX = Whole(random.getrandbits(40))",
        "class Slot:\n    __slots__ = '__n'\n    def __init__(self): self.__n = random.random()\nX = Slot()",
        "class Attr(dict):\n    __getattr__ = dict.__getitem__\nX = Attr(n=random.random())",
        "class Row(list):\n    pass\nX = Row()\nX.n = random.random()",
        "import types\nX = types.MappingProxyType({1: random.random()})",
        "X = [2**20000, random.random()]",
        "X = os.environ.pop('NO_SUCH_VARIABLE', None) or random.random()",
        "os.environ['SEVEN']\nX = os.environ['SEVEN']",
        "if os.environ.get('SEVEN') != '7':\n    import time\n    time.sleep(10**6)\nX = os.environ['SEVEN']",
        "import time\nX = time.localtime().tm_year",
        "import time\nX = [time.ctime(), time.strftime('%Y')]",
        "from datetime import date\nX = date.today().year",
        "from datetime import datetime, timezone\nX = datetime.now(timezone.utc).year",
        "import math, cmath\nX = math if os.environ.get('NO_SUCH_VARIABLE') else cmath",
    ],
)
def test_what_is_made_of_the_surroundings_differs(changed: Changed, line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SEVEN", "7")
    assert changed(line) == ["X"]


@pytest.mark.parametrize(
    "line",
    [
        'X = os.environ["HOME"]',
        'X = os.environ.get("PATH", "").split(os.pathsep)',
        "random.seed(3)\nX = random.random()",
        "class X:\n    def itself(self): return X\nX.again = X",
        "X = [object(), print, {2, 3}, lambda: 0]",
        'os.environ["MODE"] = "exact"\nX = os.environ["MODE"]',
        "X = (lambda k: k in {28, 33, 4, 8}, {(w, k) for w in 'ab' for k in range(9)})",
        "class Names(dict):\n    def __getattr__(self, key): return self.setdefault(key, 0)\nX = Names(a=1)",
        "from itertools import cycle\nclass Cyclic(tuple):\n    def __iter__(self): return cycle((1,))\nX = Cyclic()",
        "X = 1\nfor _ in range(200):\n    X = (X, X)",
        "X = {k: k * k for k in range(3 * 10**5)}",
        "if os.environ.get('NO_SUCH_VARIABLE'):\n    os._exit(0)\nX = 1",
        "class Odd:\n    def __getattribute__(self, name): raise KeyError(name)\nX = Odd()",
        "from datetime import date\nX = [date(2020, 1, 1), isinstance(date.today(), date)]",
        "import time\nX = [time.gmtime(0)[0], time.strftime('%Y', time.gmtime(0))]",
        'import decimal\nX = decimal.Decimal("0.1")',
        'X = 1 if os.environ.get("NO_SUCH_VARIABLE") is None else 1 // 0',
    ],
)
def test_what_is_the_same_each_time_does_not(changed: Changed, line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/somebody")
    assert changed(line) == []


def test_what_names_it_differs_too(changed: Changed) -> None:
    lines = (
        "class Base:\n    kept = random.random()",
        "class Child(Base):\n    pass",
        "X = (Child(), Child)",
        "Y = {Base}",
    )
    assert changed(*lines, "Z = Fraction(1)") == ["Base", "Child", "X", "Y"]


def test_each_thing_of_a_large_project_is_read_once(changed: Changed) -> None:
    """Classes that know each other are told by their places: to follow each from each took hours."""
    names = [f"C{i}" for i in range(150)]
    lines = [f"class {name}:\n    pass" for name in names]
    lines += [f"for one in ({', '.join(names)}):\n    one.others = ({', '.join(names)})"]
    assert changed(*lines) == []


def test_a_claim_differs_where_its_constants_do(tmp_path: Path, registry: None) -> None:
    file = tmp_path / "mine.py"
    constant = 'factor=Constant(int(os.getenv("NO_SUCH_VARIABLE", "1")))'
    text = CLAIM.replace('"lemma"', f'"lemma", {constant}').replace("(n: Natural)", "(n: Natural, factor: int)")
    file.write_text(HEAD + text, encoding="utf-8")
    load_file(file)
    assert differs("", "STEADY.a") and "STEADY.a" in CLAIMS
    compare({}, {})
    assert differs("", "STEADY.a") and "NO_SUCH_VARIABLE" not in os.environ
    compare({("", "STEADY.a"): ("x", set())}, {("", "STEADY.a"): ("x", set())})
    assert not differs("", "STEADY.a")


def test_a_year_of_a_file_beside_differs(tmp_path: Path, registry: None) -> None:
    (tmp_path / "clocked_beside.py").write_text("import time\nYEAR = time.localtime().tm_year\n", encoding="utf-8")
    (tmp_path / "mine.py").write_text(f"import clocked_beside\n{HEAD}{CLAIM}", encoding="utf-8")
    load_file(tmp_path / "mine.py")
    assert differs("clocked_beside", "YEAR")
    del sys.modules["clocked_beside"]

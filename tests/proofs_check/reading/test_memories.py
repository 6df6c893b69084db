"""Where formulas of a user's own file could remember what they were asked, and what they may name."""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest
from helpers.questions import claim_of

from littlestone.proofs_check.formula_faults import FormulaFault
from littlestone.proofs_check.questions.profiles import QUICK
from littlestone.proofs_check.reading.repeatability import first_reading, insist_on_repeating
from littlestone.proofs_check.verdicts.verification import Settings, verify

Stated = Callable[..., ModuleType]
STATEMENT = """
from littlestone.claims import *
{setup}

def stated(H: Binary):
    '''Littlestone's dimension is at least that of Vapnik and Chervonenkis.'''
    {line}
    return vc_dimension(H) <= littlestone_dimension(H)

def also_stated(H: Binary):
    '''It is no larger.'''
    {line}
    return littlestone_dimension(H) <= vc_dimension(H)
"""
MEMO = """
from functools import wraps
def remembered(function):
    known = {}
    @wraps(function)
    def asked(value):
        return known.setdefault(value // 2, function(value))
    return asked
@remembered
def cached(value):
    return value
"""
ORDERLESS = """
class Meta(type):
    @property
    def __mro__(cls): raise RuntimeError
class Orderless(metaclass=Meta):
    x = 1
ORDERLESS = Orderless()
"""
LAZY = """
from functools import cached_property
class Lazy:
    @cached_property
    def one(self):
        return [1]
LAZY = Lazy()
"""
REMEMBERING = {
    "itself": ("class Memo:\n    def __init__(self): self.known = []\nMEMO = Memo()", "MEMO.known.append(1)"),
    "its class": ("class Memo:\n    known = []", "Memo.known.append(1)"),
    "a function": ("def asked(): asked.times = object()", "asked()"),
    "a closure": (MEMO, "cached(5)"),
    "a default": ("def told(*, known=[]): known.append(1)", "told()"),
    "an array": ("import numpy as np\nCOUNTS = np.zeros(3)", "COUNTS[0] += 1"),
    "a method": ("from functools import partial\nAPPEND = partial([].append, 1)", "APPEND()"),
    "a long list": ("LONG = list(range(20_000))", "LONG.append(1)"),
    "another file": ("import remembers_elsewhere as other", "other.asked()"),
    "a function of another file": ("from remembers_elsewhere import asked", "asked()"),
    "another file's name": ("import remembers_elsewhere as other", "other.TIMES += 1"),
}
HONEST = {
    "a fixed second": ("import time", "time.gmtime(0), time.strptime('1970', '%Y')"),
    "an attribute": ("import time\ndef points(): return time.time()", "H.points"),
    "no order": (ORDERLESS, "ORDERLESS.x"),
    "an array": ("import numpy as np\nCOUNTS = np.zeros((300, 3))[::2]", "COUNTS.sum()"),
    "a cached property": (LAZY, "LAZY.one"),
    "many names": ("\n".join(f"N{i} = {i}" for i in range(300)), "[" + ", ".join(f"N{i}" for i in range(300)) + "]"),
}


@pytest.fixture
def stated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Stated:
    """A module of a user's own with two formulas, and one beside it."""
    monkeypatch.syspath_prepend(str(tmp_path))
    (tmp_path / "remembers_elsewhere.py").write_text("TIMES, KNOWN = 0, []\ndef asked(): KNOWN.append(1)\n")
    name = f"stated_{abs(hash(request.node.nodeid))}"

    def made(setup: str, line: str) -> ModuleType:
        file = tmp_path / f"{name}.py"
        file.write_text(STATEMENT.format(setup=setup, line=line))
        spec = spec_from_file_location(name, file)
        assert spec is not None and spec.loader is not None
        module = module_from_spec(spec)
        monkeypatch.setitem(sys.modules, name, module)
        monkeypatch.delitem(sys.modules, "remembers_elsewhere", raising=False)
        spec.loader.exec_module(module)
        return module

    return made


def read_again(formula: Callable[..., object]) -> None:
    claim = claim_of(formula)
    insist_on_repeating(claim, first_reading(claim))


@pytest.mark.parametrize("place", REMEMBERING)
def test_what_a_formula_remembers_is_found(stated: Stated, place: str) -> None:
    with pytest.raises(FormulaFault, match=r"changes `.*` while it answers"):
        read_again(stated(*REMEMBERING[place]).stated)


@pytest.mark.parametrize("name", HONEST)
def test_a_formula_may_name_what_stays(stated: Stated, name: str) -> None:
    read_again(stated(*HONEST[name]).stated)


@pytest.mark.parametrize("clock", ["time.time_ns()", "TABLE[0]()", "then()", "early()"])
def test_a_clock_is_found_wherever_it_is_named(stated: Stated, clock: str) -> None:
    names = "\n".join(f"N{i} = {i}" for i in range(300))
    setup = f"import time\n{names}\nTABLE = [time.time_ns]\nfrom functools import partial\nthen = partial(time.time_ns)"
    many = ", ".join(f"N{i}" for i in range(300))
    module = stated(f"{setup}\ndef early(clock=time.time_ns): return clock()", f"[{many}, {clock}]")
    with pytest.raises(FormulaFault, match=r"uses `time\.time_ns`"):
        read_again(module.stated)


def test_no_statement_is_told_what_another_left(stated: Stated) -> None:
    """The second would find the table filled, and change nothing: what it says would be false and look true."""
    module = stated("KNOWN = {}", "KNOWN.setdefault(len(H.functions()), 1)")
    for formula in (module.stated, module.also_stated):
        with pytest.raises(FormulaFault, match="changes `KNOWN` while it answers"):
            read_again(formula)


@pytest.mark.parametrize("fails", ["0.5 * vc_dimension(H)", "bool(vc_dimension(H) >= 1)", "missing"])
def test_what_a_formula_left_before_it_failed_is_known(stated: Stated, fails: str) -> None:
    module = stated("KNOWN = {}", f"KNOWN.setdefault(1, len(H.functions())), {fails}")
    with pytest.raises(FormulaFault, match="changes `KNOWN` while it answers"):
        verify(claim_of(module.stated), Settings(QUICK))

"""Each rule of the language is needed: without it some false claim of the corpus is read without objection.

A rule is a `yield` of what is outside of the language, and each kind of statement that is refused. In a copy of the
rules' code each asks first whether it holds, which tells the claims that it objects to, and takes it away.
"""

import ast
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from types import CodeType, FunctionType, ModuleType

import pytest
from helpers.hostile_claims import CORPUS, entries, forget, state

from littlestone.proofs_check.reading import iterators, language, names, slips, slips_of_signs
from littlestone.proofs_check.reading.language import REFUSED, outside_of_the_language
from littlestone.spec.claim import CLAIMS, Claim

MODULES = {module.__name__.rpartition(".")[2]: module for module in (language, names, iterators, slips, slips_of_signs)}
ASKED = "_holds"


class Asking(ast.NodeTransformer):
    """Lets each rule of a module ask whether it holds."""

    def __init__(self, module: str) -> None:
        self.module, self.rules = module, list[str]()

    def visit_Expr(self, node: ast.Expr) -> ast.stmt:
        """`yield found` becomes `if holds(rule): yield found`."""
        if not isinstance(node.value, ast.Yield):
            return node
        self.rules.append(f"{self.module}:{node.lineno}")
        asked = ast.Call(ast.Name(ASKED, ast.Load()), [ast.Constant(self.rules[-1])], [])
        return ast.fix_missing_locations(ast.copy_location(ast.If(asked, [node], []), node))


def rules_of(name: str) -> tuple[ast.Module, list[str]]:
    """The module's code, in which each rule asks, and the rules."""
    asking = Asking(name)
    tree = asking.visit(ast.parse(Path(str(MODULES[name].__file__)).read_text(encoding="utf-8")))
    return tree, asking.rules


def codes_of(module: ModuleType, tree: ast.Module) -> dict[str, CodeType]:
    """The code of each function of the module by its name."""
    made = compile(tree, str(module.__file__), "exec", dont_inherit=True)
    functions = (one for one in made.co_consts if isinstance(one, CodeType))
    return {one.co_name: one for one in functions if type(vars(module).get(one.co_name)) is FunctionType}


class Rules:
    """The claims that each rule objects to, and what is left of the objections without it."""

    def __init__(self) -> None:
        self.without, self.fired = "", set[str]()
        self.objected: dict[str, list[Claim]] = {}

    def read(self, claim: Claim) -> None:
        """Note the rules that object to the claim."""
        self.fired.clear()
        outside_of_the_language(claim)
        for rule in self.fired:
            self.objected.setdefault(rule, []).append(claim)

    def holds(self, rule: str) -> bool:
        """Whether the rule counts now."""
        self.fired.add(rule)
        return rule != self.without

    def needing(self, rule: str) -> list[str]:
        """The claims that nothing else objects to."""
        self.without = rule
        try:
            return [one.id for one in self.objected.get(rule, []) if not outside_of_the_language(one)]
        finally:
            self.without = ""


@pytest.fixture(scope="module")
def rules(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Rules]:
    """The rules, asked about each false or empty claim of the corpus."""
    found, folder = Rules(), tmp_path_factory.mktemp("rules")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LITTLESTONE_HOSTILE", "0")
        for name, module in MODULES.items():
            patch.setattr(module, ASKED, found.holds, raising=False)
            for key, code in codes_of(module, rules_of(name)[0]).items():
                patch.setattr(vars(module)[key], "__code__", code)
        for file in sorted(CORPUS.glob("*.txt")):
            stated = entries(file)
            state([one for one in stated if not one.alone], folder / f"{file.stem}.py")
            for one in (one for one in stated if one.alone):
                with suppress(Exception):  # some cannot be loaded, and are so refused
                    state([one], folder / f"{one.name}.py")
            for one in stated:
                if one.id in CLAIMS and one.truth != "true":
                    found.read(CLAIMS[one.id])
        yield found
        for file in CORPUS.glob("*.txt"):
            forget(file.stem)


@pytest.mark.parametrize("rule", [rule for name in MODULES for rule in rules_of(name)[1]])
def test_without_a_rule_a_false_claim_is_read(rule: str, rules: Rules) -> None:
    assert rules.needing(rule) != []


@pytest.mark.parametrize("kind", REFUSED, ids=lambda kind: kind.__name__)
def test_each_statement_that_is_refused_has_its_claim(
    kind: type[ast.AST], rules: Rules, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(REFUSED, kind)
    claims = {claim.id: claim for found in rules.objected.values() for claim in found}.values()
    assert any(not outside_of_the_language(claim) for claim in claims)

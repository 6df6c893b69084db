"""Every option of an audit is in every face, made from the one request; what a face cannot have is listed, with why."""

from __future__ import annotations

import contextlib
import json
import math
import shlex
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from inspect import Parameter, signature
from pathlib import Path
from typing import Any

import click
import pytest
from helpers.audit_schema import audit_schema

from littlestone.proofs_check.audits.auditing import UNSAID, answer, audit, planned
from littlestone.proofs_check.audits.request import (
    MODES,
    AuditRequest,
    Claim,
    Option,
    ScoresRequest,
    called_with,
    option,
    options_of,
    typings,
)
from littlestone.proofs_check.audits.scored import audit_scores, scored
from littlestone.proofs_check.audits.subjects.relations import RELATIONS
from littlestone.proofs_check.audits.subjects.scope import KINDS
from littlestone.proofs_check.bad_input import BadInput
from littlestone.proofs_check.command_line import audit as command_line
from littlestone.proofs_check.gate import configuration
from littlestone.proofs_check.pytest_extension import checks

NOT_TYPED = {
    "target": "the command's argument, and a key of the gate's that it cannot do without",
    "pairs": "typed as the file that holds them, --pair",
    "progress": "the command has a bar of its own",
}
NOT_IN_GATE = {"jobs"}  # why is said where they are
OF_THE_COMMAND = {"target", "scores", "form", "report"}  # what it is about, and how it answers
FILE = str(Path(__file__).with_name("learners_to_audit.py"))
VALUES = {"text": "x", "number": "0.5", "integer": 3, "float": 0.75, "flag": True, "file": Path("a file")}


@dataclass(frozen=True, kw_only=True)
class Wider(configuration.Learner):
    """A request with one field more."""

    depth: int | None = option("How deep to look.", "integer", least=2)


def value_of(one: Option) -> Any:
    """Something to type that is not what the option is by default."""
    return next((each for each in one.choices if each != one.default), VALUES[one.kind])


def typed_words(request: type[Claim], *left_out: str) -> dict[str, Any]:
    return {one.name: value_of(one) for one in options_of(request) if one.name not in left_out}


def line_of(words: dict[str, Any]) -> str:
    by_name = {one.name: one for one in options_of(AuditRequest)}
    return shlex.join([word for name, value in words.items() for word in by_name[name].words(value)])


def of_table(folder: Path, words: dict[str, Any]) -> configuration.Learner:
    """The learner that a gate reads from a table with these words."""
    plain = {name: str(value) if isinstance(value, Path) else value for name, value in words.items()}
    lines = [f"{name} = {json.dumps(value)}" for name, value in plain.items()]
    table = "\n".join(["[[tool.littlestone.learners]]", 'target = "math:exp"', *lines])
    file = folder / "pyproject.toml"
    file.write_text(table, encoding="utf-8")
    (learner,) = configuration.read_configuration(file).learners
    return learner


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "a file").write_text('{"first": [[0, 0], [3, 1]], "second": [[0, 0], [3, 0]]}', encoding="utf-8")
    (tmp_path / "f.csv").write_text("0,1\n0.3,0.3\n1,0\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


# ---- Each face has each field


def test_every_field_says_how_it_is_typed_or_is_of_python_alone() -> None:
    assert {name for name, how in typings(AuditRequest).items() if not how.options} == NOT_TYPED.keys()
    assert {one.name for one in options_of(AuditRequest) if one.not_in_gate} == NOT_IN_GATE
    assert all(how.about.endswith(".") for how in typings(AuditRequest).values())


def test_the_command_has_every_option() -> None:
    options = {one.name: one for one in command_line.audit_command.params}
    assert options.keys() == OF_THE_COMMAND | {one.name for one in options_of(AuditRequest)}
    for one in options_of(AuditRequest):
        shown = options[one.name]
        assert isinstance(shown, click.Option) and (shown.opts, shown.help) == ([one.flag], one.help)
        assert shown.default == one.default and tuple(getattr(shown.type, "choices", ())) == one.choices
        ends = getattr(shown.type, "min", None), getattr(shown.type, "max", None)
        assert ends == (one.least, one.most)


@pytest.mark.parametrize(("function", "request_"), [(audit, AuditRequest), (audit_scores, ScoresRequest)])
def test_the_functions_take_every_field_and_document_it(function: Any, request_: type[Claim]) -> None:
    taken = signature(function).parameters
    assert taken.keys() == {one.name for one in fields(request_)}
    assert all(parameter.kind is Parameter.KEYWORD_ONLY for parameter in list(taken.values())[2:])
    assert all(f"- ``{name}``: " in function.__doc__ for name in taken) and "Raises BadInput" in function.__doc__


def test_a_gate_takes_every_option(folder: Path) -> None:
    words = typed_words(AuditRequest, "data", *NOT_IN_GATE)
    learner = of_table(folder, words)
    assert learner == configuration.Learner.typed(words, target="math:exp")
    assert shlex.split(learner.command)[3:] == shlex.split(line_of(words))


def test_a_line_of_pytest_takes_every_option(folder: Path) -> None:
    words = typed_words(AuditRequest, "class", "data", "label")
    found = checks.audit_line(f"math:exp {line_of(words)}", seed=7)
    pairs = [([[0, 0], [3, 1]], [[0, 0], [3, 0]])]
    assert found == replace(AuditRequest.typed(words, target="math:exp"), pairs=pairs)
    assert checks.audit_line("math:exp --epsilon 1", seed=7).seed == 7


def test_the_line_that_repeats_an_audit_has_every_option(folder: Path) -> None:
    """What it leaves out is said by others, or changes no answer; neighbours and users of one's own exclude pairs."""
    judged = {"budget", "confidence", "seed"}
    words = typed_words(AuditRequest, "data", "label", "neighbours", "user", *(UNSAID - judged))
    words |= {"renyi": "2,0.5", "tradeoff": "f.csv", "class": "thresholds:4"}
    words |= {
        "relation": "replace-one",
        "probe": "0,3",
        "domain": "0,8",
        "budget": "3000",
        "mode": "blackbox",
        "only": "support",
    }
    plan = planned(AuditRequest.typed(words, target=f"{FILE}:coin"))
    line = plan.command("blackbox", 3000).partition("audit ")[2]
    again = vars(checks.audit_line(line, seed=0))
    flags = {one.flag for one in options_of(AuditRequest) if one.name in words} - {
        "--relation"
    }  # that is the usual one
    assert flags == {word for word in shlex.split(line) if word.startswith("--")}
    changed = {name for name, value in vars(plan.request).items() if value != again[name]}
    assert changed == {"instance", "relation"}  # an instance is made anew
    written = planned(replace(plan.request, grid=Fraction(1, 2)))  # numbers of Python are written
    assert written.command("blackbox", 3000) == plan.command("blackbox", 3000)


def test_the_answers_schema_has_the_requests_choices() -> None:
    schema: Any = audit_schema()
    answers = schema["properties"]
    assert (*MODES[1:],) == (*answers["mode"]["enum"],) and MODES[0] == "auto"
    assert (*answers["kinds"]["items"]["properties"]["kind"]["enum"],) == KINDS
    notions = {one.name for one in fields(Claim)} - {"epsilon", "delta", "steps", "sigma", "sampling"}
    assert {*schema["$defs"]["measure"]["properties"]["notion"]["enum"]} == notions
    (relation,) = [one for one in options_of(AuditRequest) if one.name == "relation"]
    assert relation.choices == (*RELATIONS,)


# ---- Each field, with what it cannot be

OF_NO_FIELD = object()
WRONG = (OF_NO_FIELD, b"x", (0, 8), [5], {"a": 1}, {1}, -1, math.nan, 10**400, [((1,), (2,))], "x", "")
FIELDS = [(one, each.name) for one in (AuditRequest, ScoresRequest) for each in fields(one)]


def asked(request: type[Claim], **given: Any) -> None:
    """Check a request that is right but for what is given; nothing is drawn."""
    if request is ScoresRequest:
        coins = [i % 3 == 0 for i in range(24)]
        scored(ScoresRequest(**({"scores": [*map(float, coins)], "included": coins, "epsilon": 1} | given)))
    else:
        usual = {"target": f"{FILE}:coin", "epsilon": 1, "instance": "thresholds:4", "rows": 3, "sigma": 1}
        planned(AuditRequest(**(usual | given)))


@pytest.mark.parametrize(("request_", "name"), FIELDS)
def test_a_value_of_another_type_is_bad_input_of_its_field(request_: type[Claim], name: str) -> None:
    steps = {"sigma": 1} if name in ("steps", "sampling") else {}
    with pytest.raises(BadInput) as refused:
        asked(request_, **steps, **{name: OF_NO_FIELD})
    assert name.partition("_")[0] in str(refused.value) and refused.value.advice
    for value in WRONG:
        with contextlib.suppress(BadInput):  # some are right, of some fields
            asked(request_, **steps, **{name: value})


# ---- A field that is added


def test_an_added_field_is_in_every_face(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (command_line, configuration):
        monkeypatch.setattr(module, "AuditRequest", Wider)
    monkeypatch.setattr(configuration, "Learner", Wider)
    command = click.Command("audit", params=[click.Argument(["target"])])
    command.params += command_line.request_options(click.Command("options")).params
    monkeypatch.setattr(command_line, "audit_command", command)
    (shown,) = [one for one in command.params if one.name == "depth"]
    assert isinstance(shown, click.Option) and shown.help == "How deep to look."
    asked = checks.audit_line("math:exp --depth 5", seed=0)
    assert asked == Wider.typed({"depth": 5}, target="math:exp") and asked.words() == ["--depth", "5"]
    assert Wider(target="math:exp", depth=5).repeated(None, "audit", "exp", ()) == "audit(exp, depth=5)"
    learner = of_table(folder, {"class": "thresholds:4", "depth": 5})
    assert isinstance(learner, Wider) and learner.depth == 5 and learner.command.endswith(" --depth 5")
    with pytest.raises(ValueError, match="depth = 1 is not an integer from 2 on"):
        of_table(folder, {"class": "thresholds:4", "depth": 1})
    function = called_with(Wider, answer, "audit")
    assert "depth" in signature(function).parameters and "- ``depth``: How deep to look." in (function.__doc__ or "")

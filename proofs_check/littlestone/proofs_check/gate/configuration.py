"""What a project asks of its gate: the table ``[tool.littlestone]`` of its pyproject.toml, checked.

A learner's keys and their checks are those of the audit's request, so that the gate has every option; unknown keys are
refused, since a misspelt one would leave its check out without a word.
"""

from __future__ import annotations

import shlex
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from difflib import get_close_matches
from math import inf, nan
from pathlib import Path

from littlestone.proofs_check.audits.request import CLAIMS, AuditRequest, Option, options_of
from littlestone.proofs_check.audits.subjects.number_text import exact_number
from littlestone.proofs_check.bad_input import BadInput
from littlestone.proofs_check.questions.evidence import Budget
from littlestone.proofs_check.questions.profiles import PROFILES
from littlestone.proofs_check.verdicts.asking import Settings

BASELINE = "littlestone-baseline.json"
NAMED = {  # what is part of a learner's name, and how
    "rows": "{} rows",
    "relation": "{}",
    "probe": "probe {}",
    "grid": "grid {}",
    "ignore_failures": "failures ignored",
    "only": "only {}",
}
Table = Mapping[str, object]


class Learner(AuditRequest):
    """A private learner and what it is held to: an audit, as a table of the project's asks for it.

    Numbers are kept as written. Without a claim it is held to what the target declares itself.
    """

    @property
    def command(self) -> str:
        """What to type for its audit: every option that is set."""
        return shlex.join(["littlestone", "audit", str(self.target), *self.words()])

    @property
    def name(self) -> str:
        """How the gate calls it: the target, what it is run on, and what its audit leaves out."""
        values = {name: getattr(self, name) for name in NAMED}
        said = "".join(f", {NAMED[name].format(value)}" for name, value in values.items() if value)
        observed = "" if self.observe is None else f" ({self.observe})"
        inputs = [str(each) for each in (self.neighbours, self.pair_file, self.instance) if each is not None]
        return f"{self.target}{observed} on {' of '.join(inputs)}{said}"


@dataclass(frozen=True)
class Configuration:
    """A project's gate: ``root`` is the folder of the configuration ``file``, to which its paths are relative.

    ``line`` is where its table begins; ``budget`` replaces parts of the profile's.
    """

    file: Path
    line: int
    claims: tuple[str, ...] = ()
    implementations: tuple[str, ...] = ()
    learners: tuple[Learner, ...] = ()
    profile: str = "quick"
    seed: int = 0
    budget: Mapping[str, int] = field(default_factory=dict)
    baseline: str = BASELINE

    @property
    def root(self) -> Path:
        """The project's folder."""
        return self.file.parent

    @property
    def settings(self) -> Settings:
        """What the provers are asked for."""
        profile = PROFILES[self.profile]
        budget = replace(profile.budget, **self.budget, seed=self.seed)
        return Settings(replace(profile, budget=budget))


def read_configuration(file: Path) -> Configuration:
    """The configuration in a pyproject.toml.

    Raises BadInput where there is none, and on an unknown key, a wrong type or a file that does not exist.
    """
    try:
        text = file.read_text(encoding="utf-8")
        whole = tomllib.loads(text)
    except FileNotFoundError as error:
        raise BadInput(str(file), "there is no such file", "run in the project's folder, or give --config") from error
    except (OSError, ValueError) as error:
        raise BadInput(str(file), f"it cannot be read ({error})", "correct it") from error
    table = whole.get("tool", {}).get("littlestone")
    if not isinstance(table, dict):
        raise BadInput(str(file), "it has no table [tool.littlestone]", "add one, as littlestone gate --init does")
    return _configuration(file.resolve(), _line(text), _Reader(f"{file.name}, [tool.littlestone]", table))


def _line(text: str) -> int:
    lines = text.splitlines()
    found = [
        i for i, line in enumerate(lines, 1) if line.strip().startswith(("[tool.littlestone", "[[tool.littlestone"))
    ]
    return found[0] if found else 1


def _configuration(file: Path, line: int, reader: _Reader) -> Configuration:
    if "cache" in reader.values:
        problem = "cache is not for the project to say: what its tree holds may have come with any commit"
        raise BadInput(reader.where, problem, "take it away; littlestone gate --cache DIR says where evidence is kept")
    reader.insist_on({f.name for f in fields(Configuration)} - {"file", "line"})
    learners = tuple(_learner(i, reader, table) for i, table in enumerate(reader.tables("learners"), 1))
    found = Configuration(
        file,
        line,
        reader.texts("claims"),
        reader.texts("implementations"),
        learners,
        reader.choice("profile", "quick", tuple(PROFILES)),
        reader.natural("seed", 0),
        _budget(reader),
        reader.text("baseline", BASELINE),
    )
    _insist_on_something(found, reader.where)
    return found


def _insist_on_something(found: Configuration, where: str) -> None:
    if not (found.claims or found.implementations or found.learners):
        raise BadInput(where, "it names nothing to check", "give claims, implementations or learners")
    names = [learner.name for learner in found.learners]
    for name in names:
        if names.count(name) > 1:
            raise BadInput(where, f"the learner {name} is listed twice", "leave one out, or change its rows")
    for learner in found.learners:
        file = str(learner.target).rpartition(":")[0]
        _insist_on_file(found.root, file if file.endswith(".py") else None, f"{where}, target", "check the path")
        data = learner.instance if isinstance(learner.instance, Path) else None
        _insist_on_file(found.root, data, f"{where}, data", "check the path")
        _insist_on_file(found.root, learner.pair_file, f"{where}, pair", "check the path")


def _insist_on_file(root: Path, name: str | Path | None, where: str, advice: str) -> None:
    if name is not None and not (root / name).is_file():
        raise BadInput(where, f"there is no file {name} in {root}", advice)


def _budget(reader: _Reader) -> dict[str, int]:
    inner = _Reader(f"{reader.where}, budget", reader.table("budget"))
    known = {f.name for f in fields(Budget)} - {"jobs", "seed"}
    inner.insist_on(known)
    return {name: inner.natural(name, 0, least=1) for name in inner.values}


def _learner(number: int, outer: _Reader, values: Table) -> Learner:
    reader = _Reader(f"{outer.where}, learner {number}", values)
    options = {option.name: option for option in options_of(Learner) if not option.not_in_gate}
    reader.insist_on(options.keys() | {"target"})
    if "target" not in values:
        raise BadInput(reader.where, "it has no target", "add target = ...")
    if "delta" in values and not CLAIMS & values.keys():
        raise BadInput(reader.where, "delta is given without epsilon", "give both, or none for what it declares")
    is_given = bool({"neighbours", "pair"} & values.keys())
    if ("class" in values) == ("data" in values) and ("class" in values or not is_given):
        raise BadInput(reader.where, "it needs either class or data", 'give for instance class = "thresholds:8"')
    found = {name: reader.option(option) for name, option in options.items() if name in values}
    return Learner.typed(found, target=reader.text("target", ""))


@dataclass(frozen=True)
class _Reader:
    """The values of a table, each checked when it is asked for."""

    where: str
    values: Table

    def insist_on(self, known: set[str]) -> None:
        for key in self.values:
            if key not in known:
                near = get_close_matches(key, known, n=1)
                hint = f"did you mean {near[0]}?" if near else f"the keys are {', '.join(sorted(known))}"
                raise BadInput(self.where, f"there is no key {key!r}", hint)

    def texts(self, key: str) -> tuple[str, ...]:
        value = self.values.get(key, [])
        if not isinstance(value, list) or not all(isinstance(item, str) and item for item in value):
            raise self._wrong(key, "a list of texts", '["DIM", "lemmas.py"]')
        return tuple(value)

    def text(self, key: str, default: str) -> str:
        value = self.values.get(key, default)
        if not isinstance(value, str) or (key in self.values and not value):
            raise self._wrong(key, "a text", '"..."')
        return value

    def choice(self, key: str, default: str, known: tuple[str, ...]) -> str:
        value = self.text(key, default)
        if value not in known:
            raise BadInput(self.where, f"{key} is {value!r}", f"choose one of {', '.join(filter(None, known))}")
        return value

    def natural(self, key: str, default: int, least: int = 0) -> int:
        value = self.values.get(key, default)
        if not isinstance(value, int) or isinstance(value, bool) or (key in self.values and value < least):
            raise self._wrong(key, f"an integer from {least} on", str(least))
        return value

    def truth(self, key: str) -> bool:
        value = self.values.get(key, False)
        if not isinstance(value, bool):
            raise self._wrong(key, "true or false", "true")
        return value

    def number(self, key: str) -> str:
        """A number as it is written: an integer, a decimal, or a text such as "1/2" or "ln(3)"."""
        value = self.values[key]
        if isinstance(value, bool) or not isinstance(value, int | float | str):
            raise self._wrong(key, "a number", '0.5, "1/2" or "ln(3)"')
        return str(value)

    def decimal(self, key: str, above: int | None) -> float:
        """A decimal, also as text."""
        text = self.number(key)
        try:
            value = float(text)
        except ValueError:
            value = nan
        if not value > (-inf if above is None else above):
            raise self._wrong(key, "a number" if above is None else f"a number above {above}", "0.5")
        return value

    def option(self, option: Option) -> object:
        """The value of a key that is there, of the kind that the option takes; an integer is from 1 on by default."""
        key = option.name
        if option.choices:
            return self.choice(key, "", option.choices)
        if option.kind == "integer":
            return self.natural(key, 0, least=1 if option.least is None else option.least)
        if option.kind == "float":
            return self.decimal(key, option.least)
        if option.kind == "number" and key != "budget":  # which may be of seconds
            exact_number(f"{self.where}, {key}", self.number(key))
        if option.kind in ("number", "flag"):
            return self.number(key) if option.kind == "number" else self.truth(key)
        return Path(self.text(key, "")) if option.kind == "file" else self.text(key, "")

    def table(self, key: str) -> Table:
        value = self.values.get(key, {})
        if not isinstance(value, dict):
            raise self._wrong(key, "a table", f"[tool.littlestone.{key}]")
        return value

    def tables(self, key: str) -> list[Table]:
        value = self.values.get(key, [])
        if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
            raise self._wrong(key, "a list of tables", f"[[tool.littlestone.{key}]]")
        return value

    def _wrong(self, key: str, wanted: str, example: str) -> BadInput:
        return BadInput(self.where, f"{key} = {self.values.get(key)!r} is not {wanted}", f"write it as {example}")

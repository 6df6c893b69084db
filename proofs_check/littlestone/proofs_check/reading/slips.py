"""Slips of the hand that Python lets pass, and after which a formula says something else than its reader sees.

A line whose answer is lost, a parameter that is bound again, `&` that binds before `==`, a constant that is bound once
more further down: each has one plain shape. The papers' claims are read by others; these rules are for a user's.
"""

from __future__ import annotations

import ast
import builtins
import sys
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache, reduce
from itertools import pairwise
from operator import or_
from pathlib import Path

from littlestone.proofs_check.reading.bindings import BUILTINS, is_free, is_of_a_user
from littlestone.proofs_check.reading.constants import binders
from littlestone.proofs_check.reading.function_syntax import AT_FIRST, Found, FunctionSyntax, assigned, called, last
from littlestone.proofs_check.reading.functions import source_of
from littlestone.proofs_check.reading.slips_of_signs import is_bracketed, slips_of_signs
from littlestone.proofs_check.sources.code_that_ran import files_of_modules, text_of
from littlestone.spec import notation

AND_OR = ast.BitAnd | ast.BitOr
LIKE_LATIN = frozenset("аеорсухіјѕһԁԛԝАВЕКМНОРСТУХІЈЅοΑΒΕΖΗΙΚΜΝΟΡΤΥΧ")
WALKS = ("reversed", "map", "filter", "zip", "enumerate")
ANSWERS = (ast.Return, ast.Yield, ast.YieldFrom, ast.Assert, ast.Raise)
LOST = (ast.Compare, ast.BinOp, ast.BoolOp, ast.UnaryOp)


def slips(here: FunctionSyntax) -> Iterator[Found]:
    """The slips of a function of the user's, by lines."""
    if here.is_of_a_user:
        yield from _bound_again(here)
        is_said = any(isinstance(node, ANSWERS) for node in here.nodes) or here.syntax.name in AT_FIRST
        is_a_stub = all(isinstance(o, ast.Expr) and isinstance(o.value, ast.Constant) for o in here.syntax.body)
        parts = (node for node in here.nodes if isinstance(node, ast.Subscript | ast.Attribute))
        changed = [part for part in parts if isinstance(part.ctx, ast.Store) and not here.is_made_here(part.value)]
        if not (is_said or is_a_stub or changed):  # what it changes is refused by itself
            yield here.syntax.lineno, f"`{here.syntax.name}` answers nothing", "`return` before what it says"
        if _is_claim(here):
            yield from _of_parameters(here)
        yield from slips_of_signs(here)
        for node in here.nodes:
            yield from _of_statements(here, node)
            yield from _of_expressions(here, node)


def _is_claim(here: FunctionSyntax) -> bool:
    named = (one.func if isinstance(one, ast.Call) else one for one in here.syntax.decorator_list)
    return any(last(one) in ("claim", "correction") for one in named)


def _of_parameters(here: FunctionSyntax) -> Iterator[Found]:
    """What a claim ranges over is the kit's own range where it is called so."""
    for one in (*here.syntax.args.args, *here.syntax.args.kwonlyargs):
        for node in ast.walk(one.annotation) if one.annotation else ():
            if isinstance(node, ast.Name) and _is_another_word(node.id, here.meaning(node.id)):
                yield one.lineno, f"`{node.id}` is a word of littlestone.claims, and here another one", "another name"


def _is_another_word(name: str, value: object) -> bool:
    """It is called as a word of the kit, and is none, nor one of Python's that a formula may use, as `math.floor`."""
    return name in notation.__all__ and value is not getattr(notation, name) and not is_free(value)


def _of_statements(here: FunctionSyntax, node: ast.AST) -> Iterator[Found]:
    match node:
        case ast.Expr(value=value) if isinstance(value, LOST):
            yield node.lineno, f"what `{ast.unparse(value)}` says is lost", "`&` between it and what is returned"
        case ast.For(body=body):
            for one in body:
                if _ends_here(one):
                    yield one.lineno, "`return` ends the loop in its first round", "`all_of(...)` or `any_of(...)`"
                if isinstance(one, ast.FunctionDef):
                    said = f"`{one.name}` sees the last value of the loop"
                    yield one.lineno, said, "a function above, and an argument"
        case ast.If(test=test) | ast.While(test=test):
            yield from _of_a_condition(here, test)
        case ast.MatchAs(pattern=None, name=str(name)) if name in here.function.__globals__:
            yield node.lineno, f"`case {name}` matches everything, and binds `{name}`", "`if` and `==`"
        case ast.ListComp(elt=ast.Lambda()) | ast.SetComp(elt=ast.Lambda()) | ast.DictComp(value=ast.Lambda()):
            yield node.lineno, "each `lambda` sees the last value of the loop", "what it answers"


def _ends_here(statement: ast.stmt) -> bool:
    """It is a `return`, or a choice between two blocks that end by one."""
    if isinstance(statement, ast.If) and statement.orelse:
        return _ends_here(statement.body[-1]) and _ends_here(statement.orelse[-1])
    return isinstance(statement, ast.Return)


def _of_expressions(here: FunctionSyntax, node: ast.AST) -> Iterator[Found]:
    text = f"`{ast.unparse(node)}`" if isinstance(node, ast.expr) else ""
    match node:
        case ast.Name(id=name) if not name.isascii() and _is_mixed(name):
            yield node.lineno, f"`{name}` has letters of several scripts that look alike", "letters of one"
        case ast.Compare():
            yield from _of_a_comparison(here, node, text)
        case ast.IfExp(test=test):
            yield from _of_a_condition(here, test)
        case ast.ListComp() | ast.SetComp() | ast.GeneratorExp() | ast.DictComp():
            yield from (found for one in node.generators for test in one.ifs for found in _of_a_condition(here, test))
        case ast.Call():
            yield from _of_a_call(here, node, text)
        case ast.UnaryOp(op=ast.Not(), operand=ast.UnaryOp(op=ast.Invert())):
            said = f"{text} is always false: `~` of a truth of Python's is -1 or -2"
            yield node.lineno, said, "`~` or `not`, not both"
        case ast.BinOp(op=ast.BitXor(), left=left, right=right) if _is_number(here, left) or _is_number(here, right):
            if not any(isinstance(side, ast.Constant) and side.value == 1 for side in (left, right)):  # the other bit
                yield node.lineno, f"{text} is no power", "`**`"
        case ast.BinOp(op=ast.Mult(), left=ast.List(elts=[ast.List() | ast.ListComp() | ast.BinOp()])):
            yield node.lineno, f"the rows of {text} are one list", "`[row for _ in range(...)]`, each row made anew"
        case ast.BinOp(op=ast.FloorDiv(), left=ast.Constant(value=int()), right=ast.Constant(value=int())):
            yield node.lineno, f"{text} is rounded down", "`Fraction(...)`, or the integer"
        case ast.BoolOp(values=[*_, ast.Constant(value=int())]) if isinstance(node.values[0], ast.Compare):
            yield node.lineno, f"{text} asks a number for its truth", "both comparisons whole"


def _of_a_comparison(here: FunctionSyntax, node: ast.Compare, text: str) -> Iterator[Found]:
    sides = [node.left, *node.comparators]
    if any(ast.dump(one) == ast.dump(other) for one, other in pairwise(sides)):
        yield node.lineno, f"{text} compares a thing with itself", "what it is to be compared with"
    bitwise = [one for one in sides if isinstance(one, ast.BinOp) and isinstance(one.op, AND_OR)]
    bitwise = [one for one in bitwise if not is_bracketed(here, one)]
    parts = [part for one in bitwise for part in (one.left, one.right)]
    are_numbers = (_is_integer(p) or (isinstance(p, ast.Call) and called(p) in notation.__all__) for p in parts)
    if any(are_numbers) or (bitwise and len(sides) > 2):
        yield node.lineno, f"in {text} `&` and `|` come before `==`", "brackets around each comparison"
    kinds = {isinstance(sign, ast.In | ast.NotIn) for sign in node.ops}
    if len(kinds) > 1:
        said = f"{text} is a chain: its middle is compared with both sides"
        yield node.lineno, said, "brackets around each comparison"
    for side in (one for one in sides if isinstance(one, ast.Call)):
        name, of = called(side), side.args[0] if side.args else None
        is_walk = isinstance(side.func, ast.Name) and name in WALKS
        others = [ast.unparse(one) for one in sides if one is not side and not here.is_made_here(one)]
        if is_walk or name == "sort" or (name == "sorted" and of is not None and ast.unparse(of) in others):
            yield node.lineno, f"{text} compares what is never equal", "`tuple(...)` or `sorted(...)` on both sides"


def _is_mixed(name: str) -> bool:
    """Some letter of it looks like a Latin one, and others are of another script: not so in `Δf`."""
    scripts = {unicodedata.name(letter, "?").split()[0] for letter in name if letter.isalpha()}
    return len(scripts) > 1 and not LIKE_LATIN.isdisjoint(name)


def _of_a_condition(here: FunctionSyntax, test: ast.expr) -> Iterator[Found]:
    """A condition is of Python: a function is always true there, and so is what `~` makes of a comparison."""
    for node in (part for part in ast.walk(test) if isinstance(part, ast.UnaryOp) and isinstance(part.op, ast.Invert)):
        if not _is_of_a_mask(here, node):
            yield node.lineno, f"`{ast.unparse(node)}` is always true as a condition", "`not`"
    bound = here.bindings.get(test.id, []) if isinstance(test, ast.Name) else []
    if any(isinstance(one, ast.Lambda) or getattr(one, "name", None) == ast.unparse(test) for one in bound):
        yield test.lineno, f"`{ast.unparse(test)}` is a function, and always true", f"`{ast.unparse(test)}(...)`"


def _is_of_a_mask(here: FunctionSyntax, node: ast.UnaryOp) -> bool:
    """A number is compared, of which it is a part, as in ``part & ~mask == 0``, or is 0 where there is nothing."""
    part: ast.expr = node
    above = here.above.get(node)
    while isinstance(above, ast.BinOp):
        other = above.left if above.right is part else above.right
        if isinstance(above.op, ast.BitAnd) and _has_bits(other):
            return True
        part, above = above, here.above.get(above)
    return isinstance(above, ast.Compare) and not isinstance(node.operand, ast.Compare)


def _has_bits(node: ast.expr) -> bool:
    """Some part of the conjunction is no `~`: -1 and -2 together are true, whatever the two say."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitAnd):
        return _has_bits(node.left) or _has_bits(node.right)
    return not isinstance(node, ast.UnaryOp)


def _of_a_call(here: FunctionSyntax, node: ast.Call, text: str) -> Iterator[Found]:
    match node:
        case ast.Call(func=ast.Name(id="range"), args=[first, ast.Constant(value=0)]):
            if not (isinstance(first, ast.UnaryOp) and isinstance(first.op, ast.USub)):
                yield node.lineno, f"{text} is empty", "`range(..., 0, -1)`, or the ends the other way round"
        case ast.Call(func=ast.Name(id="any_of"), args=[ast.GeneratorExp(elt=one) | ast.ListComp(elt=one), *_]) if (
            isinstance(one, ast.Call) and called(one) == "implies"
        ):
            yield node.lineno, f"{text} is true where a hypothesis fails", "`&` for `implies`, or `~a | b`"
        case ast.Call(func=ast.Name(id=name)) if name in notation.__all__ and name in here.bindings:
            yield node.lineno, f"`{name}` is a word of littlestone.claims, and here another one", "another name"


def _is_number(here: FunctionSyntax, node: ast.expr) -> bool:
    """An integer, a name for one, or a parameter of a claim."""
    values = here.bindings.get(node.id, []) if isinstance(node, ast.Name) else [node]
    return any(_is_integer(one) or (one is here.syntax and _is_claim(here)) for one in values)


def _is_integer(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and type(node.value) is int


def _bound_again(here: FunctionSyntax) -> Iterator[Found]:
    """Parameters that a loop binds again, or a value that is not made of them alone."""
    arguments = here.syntax.args
    own = {one.arg for one in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)}
    for node in here.nodes:
        for name, value in assigned(node):
            if name in own and not _is_of_it(value, name) and not _is_read_before(here, node, name):
                line = getattr(node, "lineno", getattr(getattr(node, "target", None), "lineno", here.syntax.lineno))
                yield line, f"`{name}` is bound again, and no more what the claim ranges over", "another name"


def _is_read_before(here: FunctionSyntax, node: ast.AST, name: str) -> bool:
    """A helper has looked at what it was given before it binds the name again, as Euclid's algorithm does."""
    if not isinstance(node, ast.Assign | ast.AnnAssign) or _is_claim(here):
        return isinstance(node, ast.Match | ast.MatchAs)
    read = (part for part in here.nodes if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Load))
    return any(part.id == name and part.lineno <= (node.end_lineno or node.lineno) for part in read)


def _is_of_it(value: ast.AST, name: str) -> bool:
    """The value is computed from the parameter, and is no choice between it and another one, nor one of several."""
    kept = {part.id for part in ast.walk(value) if isinstance(part, ast.Name)}
    is_choice = any(isinstance(part, ast.IfExp | ast.BoolOp) for part in ast.walk(value))
    return name in kept and not (is_choice or isinstance(value, ast.Starred))


# ---- What a name stands for further down


def said_twice(name: str, here: FunctionSyntax) -> str | None:
    """Why a name that the function reads is not what stands above it: bound again in its file, or a word of the kit's
    that another file hands on; None where it is bound once."""
    value, text = here.function.__globals__.get(name), source_of(here.function)
    if _is_another_word(name, value):
        return f"`{name}` is a word of littlestone.claims, and here another one"
    if name in BUILTINS and value is not getattr(builtins, name):
        return f"`{name}` is a word of Python, and here another one"
    if is_set_from_outside(name):
        return f"`{name}` is set from outside of its file"
    imports = (one for one in binders(text).get(name, ()) if isinstance(one, ast.ImportFrom))
    if _is_bound_twice(text, name, value) or any(is_bound_twice(one.module, one.names[0].name) for one in imports):
        return f"`{name}` is bound more than once, and the last one counts everywhere"
    return None


def is_bound_twice(module: str | None, name: str) -> bool:
    """A module of the user's binds the name more than once, in a loop too, or another one does."""
    own = sys.modules.get(module or "")
    file = getattr(own, "__file__", None)
    if own is None or file is None or not is_of_a_user(module):
        return False
    return _is_bound_twice(text_of(Path(file)), name, vars(own).get(name))


def _is_bound_twice(text: str | bytes, name: str, value: object) -> bool:
    """The file binds the name more than once, or to a number or text that its value is not."""
    pairs = (pair for statement in binders(text).get(name, ()) for pair in assigned(statement))
    written = [one.value for bound, one in pairs if bound == name and isinstance(one, ast.Constant)][-1:]
    is_another = any(type(value) is not type(one) or value != one for one in written)
    return is_another or _bound(text)[name] > 1


def is_set_from_outside(attribute: str) -> bool:
    """A user's file sets an attribute of that name, of a module or a class, outside of its functions."""
    texts = (text_of(Path(file)) for file in files_of_modules() if file.endswith(".py"))
    return any(_may_say(text, attribute) and f".{attribute}" in _bound(text) for text in texts)


def _may_say(text: bytes, name: str) -> bool:
    """The text has the name, or may write it otherwise, in letters of another script or as a text with escapes.

    In a project of 500 modules, to read each for its syntax took most of the time.
    """
    return name.encode() in text or not text.isascii() or (b"setattr" in text and b"\\" in text)


@cache  # not of a few: where more files are loaded, and each is asked in turn, none would be remembered
def _bound(text: str | bytes) -> Counter[str]:
    """How often a file binds each name outside of functions, and each attribute, with a dot before it."""
    return _bound_by(ast.parse(text).body)


def _bound_by(block: Iterable[ast.AST]) -> Counter[str]:
    """A loop, or an addition in place, binds again and again; of alternatives one is run, but what a handler stands
    for may have failed at its last line."""
    times = Counter[str]()
    for node in block:
        inside: Iterable[ast.AST] = ast.iter_child_nodes(node)
        match node:
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                times[name] += 1
                continue
            case ast.If(test=test, body=body, orelse=orelse):
                times += _bound_by(body) | _bound_by(orelse)
                inside = [test]
            case ast.Try(body=body, orelse=orelse, handlers=handlers, finalbody=inside):
                alternatives: list[Iterable[ast.AST]] = [[*body, *orelse], *([*body[:-1], one] for one in handlers)]
                times += reduce(or_, map(_bound_by, alternatives))
            case ast.AugAssign(target=ast.Name(id=name)):
                times[name] += 1
            case ast.Attribute(attr=name, ctx=ast.Store()):
                times[f".{name}"] += 1
            case ast.Call(func=ast.Name(id="setattr"), args=[_, ast.Constant(value=str(name)), *_]):
                times[f".{name}"] += 1
        times.update([name for name, _ in assigned(node)] * (2 if isinstance(node, ast.For) else 1))
        times += _bound_by(inside)
    return times

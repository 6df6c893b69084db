"""The language of claims: the part of Python in which a formula says the same of every argument, and of nothing else.

Formula and helpers, in the user's other files too, are read once when they are verified; nothing is run. What is read
are names, syntax, state and iterators. Python's looking at a symbol (a table looked up at ``n``, the text of ``n``) is
not read off the syntax: the symbol itself refuses it (``decisions.looks``). A reader that follows values was tried:
four times as long, it had a hole for each second attack of a stranger.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from functools import partial
from types import FunctionType, ModuleType, NoneType

from littlestone.proofs_check.formula_faults import FormulaFault
from littlestone.proofs_check.reading.bindings import (
    is_free,
    is_of_a_user,
    is_plain,
    is_users,
    is_word,
    words,
)
from littlestone.proofs_check.reading.function_syntax import (
    MADE_HERE,
    Found,
    FunctionSyntax,
    Reached,
    called,
    last,
    makes_a_table,
)
from littlestone.proofs_check.reading.functions import is_as_written, plain, source_of, statements_of, syntax_of
from littlestone.proofs_check.reading.iterators import (
    LISTING,
    is_handed_on,
    is_kept,
    is_walked_once,
    may_end_another,
    of_members,
    walked_again,
)
from littlestone.proofs_check.reading.names import has_an_address, of_a_name, of_a_value, of_an_attribute
from littlestone.proofs_check.reading.second_lines import exact_instead
from littlestone.proofs_check.reading.slips import slips
from littlestone.proofs_check.sources.code_that_ran import is_elsewhere
from littlestone.proofs_check.sources.guarded_symbols import guard_where_needed
from littlestone.proofs_check.sources.steadiness import differs
from littlestone.spec.claim import Claim
from littlestone.spec.places import is_of_the_kit

REFUSED: dict[type[ast.AST], tuple[str, str]] = {
    ast.Try: ("an exception is caught", "the condition itself: an exception is no answer"),
    ast.TryStar: ("an exception is caught", "the condition itself: an exception is no answer"),
    ast.With: ("`with` opens what is not the statement's", "the calls themselves"),
    ast.Global: ("a global name is changed", "a parameter"),
    ast.Nonlocal: ("a name of the outer function is changed", "a value that the inner function returns"),
    ast.Delete: ("`del` takes away what others may hold", "a new value"),
    ast.ClassDef: ("a class is made at each call", "a NamedTuple at the top of the file"),
    ast.Import: ("something is imported at each call", "the import at the top of the file"),
    ast.ImportFrom: ("something is imported at each call", "the import at the top of the file"),
}
ALWAYS_TRUE = (ast.Tuple, ast.List, ast.Dict, ast.Set, ast.Lambda, ast.GeneratorExp, ast.JoinedStr)
KNOWN = words(
    "claim correction uses adds_up induction implements memoised cache lru_cache property cached_property staticmethod "
    "classmethod abstractmethod final override"
)
Stands = dict[tuple[int, str], str]  # a text of what each name stands for, by its line
EXCHANGED = "has another code than its file says, by what ran or is saved since"
UNREAD = ("a function whose text is not in its file cannot be read", "`def` in the file")


def outside_of_the_language(claim: Claim) -> list[FormulaFault]:
    """What of the claim's formula, its reach and all helpers of the user's is outside of the language, by lines."""
    return _read(claim.formula, *filter(None, [claim.reach]))[0]


def parts_of(claim: Claim) -> tuple[dict[str, str], dict[str, str]]:
    """What the formula is made of in the user's own files: the functions that it reaches, itself first, by name with
    their texts (layout, comments, docstrings and decorators excepted), and the constants that these name."""
    _, texts, reached = _read(claim.formula)
    return {name: "\n".join(sorted(found)) for name, found in texts.items()}, dict(sorted(reached.constants.items()))


def insist_on_the_language(claim: Claim) -> Stands:
    """Raise FormulaFault at the first place of a user's claim that is outside of the language; how what it names
    stands, which must be the same after the claim was asked.

    The papers' own claims are held to it by a test, which takes two seconds for all.
    """
    if is_of_the_kit(claim.formula):
        return {}
    guard_where_needed()
    if differs("", claim.id):
        said = "its constants, or what it ranges over, are other ones where the file is run again"
        raise FormulaFault(f"{said}; write the numbers themselves", claim.location[1])
    faults, _, reached = _read(claim.formula, *filter(None, [claim.reach]))
    for fault in faults:
        raise fault
    return reached.stands


def insist_on_nothing_changed(claim: Claim, before: Stands) -> None:
    """Raise FormulaFault where what a user's claim names is no more what it was before the claim was asked."""
    _, _, reached = _read(claim.formula, *filter(None, [claim.reach]))
    for (line, name), text in reached.stands.items() if before else ():
        if before.get((line, name)) != text:
            raise FormulaFault(f"`{name}` is changed while the claim is asked; write a new list or table", line)


def _read(*functions: Callable[..., object]) -> tuple[list[FormulaFault], dict[str, list[str]], Reached]:
    """What is met in the functions and those that they name, each read once: faults, texts by names, and the rest."""
    faults, texts, reached = list[FormulaFault](), dict[str, list[str]](), Reached()
    for function in map(_called_by, functions):
        reached.meet(function)
        if plain(function) is None:  # a class, a method or a kept call
            faults.append(FormulaFault(f"{UNREAD[0]}; write {UNREAD[1]}", None))
    for function in reached.waiting:  # which grows meanwhile
        read = [*filter(None, [syntax_of(function)])] or _lambdas_of(function)
        texts.setdefault(function.__qualname__, []).append("\n".join(map(_text_of, read)))
        found = [one for each in read for one in _findings(FunctionSyntax(function, each, reached))]
        if not read and not is_of_the_kit(function):
            found = [(function.__code__.co_firstlineno, *UNREAD)]
        elif not is_of_the_kit(function) and not is_as_written(function):
            found = [(function.__code__.co_firstlineno, f"`{function.__name__}` {EXCHANGED}", "`def` in the file")]
        faults += [FormulaFault(f"{text}; write {advice}", line) for line, text, advice in found]
    return faults, texts, reached


def _called_by(function: Callable[..., object]) -> Callable[..., object]:
    """What a partial calls, where the rest of it is plain: a reach may be one."""
    if isinstance(function, partial) and is_plain((function.args, tuple(function.keywords.values()))):
        return _called_by(function.func)
    return function


def _findings(here: FunctionSyntax) -> list[Found]:
    """What of a function is outside of the language, by lines."""
    found = [one for node in here.nodes for one in _at(here, node)]
    return sorted({
        *found, *_home(here), *_decorators(here), *_kept_walks(here), *_defaults(here),
        *walked_again(here), *slips(here)
    })  # fmt: skip


def _at(here: FunctionSyntax, node: ast.AST) -> Iterator[Found]:
    line, lists = getattr(node, "lineno", here.syntax.lineno), LISTING if here.is_of_a_user else LISTING[:1]
    if type(node) in REFUSED:
        yield line, *REFUSED[type(node)]
    if here.is_of_a_user and is_walked_once(here, node) and is_kept(here, node) and not here.is_a_new_walk(node):
        yield line, f"`{ast.unparse(node)}` is an iterator: its first walk uses it up", "tuple(...) around it"
    if here.is_of_a_user and is_handed_on(here, node):
        yield line, f"`{ast.unparse(node)}` makes iterators: each one's first walk uses it up", "tuple(...) for each"
    if isinstance(node, ast.Name | ast.Attribute) and may_end_another(here, node):
        yield line, "`next` without a default ends a `map` around it where nothing is left", "next(walk, default)"
    match node:
        case ast.Name(ctx=ast.Load()):
            yield from of_a_name(here, node)
        case ast.Attribute():
            yield from of_an_attribute(here, node)
        case ast.Subscript(ctx=ast.Store()) if not here.is_made_here(node.value):
            yield line, f"`{ast.unparse(node)}` is changed, and was not made in this function", "a new table"
        case ast.AugAssign(target=ast.Name(id=name) as of, value=value) if not here.is_made_here(of) and any(
            makes_a_table(one) for one in [value, *(here.named(value.id) if isinstance(value, ast.Name) else ())]
        ):
            yield line, f"`{name}` is changed in place, and may be held elsewhere", f"`{name} = {name} + ...`"
        case ast.AugAssign(op=ast.Add() | ast.BitOr(), target=ast.Name(id=name), value=value) if (
            here.is_of_a_user and here.syntax in here.bindings.get(name, []) and not isinstance(value, ast.Constant)
        ):
            yield line, f"`{name}` is changed in place, and may be held elsewhere", f"`{name} = {name} + ...`"
        case ast.Constant(value=float() | complex()):
            yield line, f"`{ast.unparse(node)}` is a float", exact_instead(node.value)
        case ast.Compare(ops=signs, comparators=sides):  # no truth is None, True or False, whatever it says
            known = (NoneType,) if here.is_of_a_user else (NoneType, bool)
            unknown = [s for s in sides if not isinstance(s, ast.Constant) or not isinstance(s.value, known)]
            if any(isinstance(sign, ast.Is | ast.IsNot) and s in unknown for sign, s in zip(signs, sides, strict=True)):
                yield line, f"`{ast.unparse(node)}` compares identities", "`==`"
        case ast.Call(func=ast.Attribute(value=of, attr=name)) if name in lists and here.module(of) is None:
            yield from of_members(here, node)
        case ast.MatchSingleton(value=bool()) if here.is_of_a_user:
            yield line, f"`case {node.value}` compares identities", "`if`, or the statement itself"
        case ast.If(test=test) | ast.While(test=test) | ast.IfExp(test=test) | ast.Assert(test=test):
            yield from _always_true(here, [test, *(test.values if isinstance(test, ast.BoolOp) else [])])
        case ast.BoolOp(values=[*parts, _]) | ast.comprehension(ifs=parts):
            yield from _always_true(here, parts)
        case ast.UnaryOp(op=ast.Not(), operand=part):
            yield from _always_true(here, [part])
        case ast.Yield() | ast.YieldFrom() if isinstance(here.around.get(node), ast.Lambda):
            yield line, "a `lambda` with `yield` makes iterators: each one's first walk uses it up", "a tuple"
        case ast.FormattedValue(value=of) | ast.Call(func=ast.Name(id="str"), args=[of]) if has_an_address(here, of):
            yield line, f"the text of `{ast.unparse(of)}` has its address, another one in each run", "what it has"
        case ast.MatchClass() if here.is_of_a_user:
            yield line, f"`{ast.unparse(node)}` tells a symbol from a number", "one statement for all arguments"


def _always_true(here: FunctionSyntax, tests: list[ast.expr]) -> Iterator[Found]:
    """Tests of which the truth is plain: of a table that is written out, a function or an iterator."""
    for test in tests:
        named = here.named(test.id) if isinstance(test, ast.Name) else []
        is_function = here.is_of_a_user and isinstance(here.value(test), FunctionType)
        is_table = named and all(isinstance(one, ast.Tuple) and one.elts for one in named)
        is_empty = isinstance(test, ast.Tuple | ast.List | ast.Set) and not test.elts
        if is_function or is_table or (isinstance(test, ALWAYS_TRUE) and not is_empty):
            yield test.lineno, f"`{ast.unparse(test)}` is true whatever it holds", "the condition itself"


# ---- The head of the function


def _home(here: FunctionSyntax) -> Iterator[Found]:
    """Where Python asks whose lines run, a file is known by its name."""
    name = str(here.function.__globals__.get("__name__"))
    is_own = here.is_of_a_user and not is_elsewhere(here.function.__code__.co_filename)
    if is_own and (name.startswith("littlestone.") or not is_of_a_user(name)):
        said = f"the file of `{here.function.__name__}` is called like `{name}`, which is Python's or the kit's"
        yield here.syntax.lineno, said, "another name for the file"


def _decorators(here: FunctionSyntax) -> Iterator[Found]:
    for decorator in here.syntax.decorator_list:
        name = called(decorator) if isinstance(decorator, ast.Call) else last(decorator)
        value = here.meaning(name)
        is_known = name in KNOWN and not (isinstance(value, FunctionType) and is_users(value))
        if not (is_known or is_word(value) or is_free(value)):
            said = f"`@{ast.unparse(decorator)}` may answer in the function's place"
            yield decorator.lineno, said, "the statement in the function itself"


def _kept_walks(here: FunctionSyntax) -> Iterator[Found]:
    """Inner functions that yield, and are decorated, as by a cache."""
    yielding = {here.around[n] for n in here.nodes if isinstance(n, ast.Yield | ast.YieldFrom)}
    for node in (n for n in here.nodes if isinstance(n, ast.FunctionDef) and n.decorator_list):
        if node in yielding:
            said = f"`{node.name}` keeps an iterator: its first walk uses it up"
            yield node.lineno, said, "a function that returns tuple(...)"


def _defaults(here: FunctionSyntax) -> Iterator[Found]:
    kept = "a default is made once and kept", "a constant as default"
    for node in (one for one in here.nodes if isinstance(one, ast.FunctionDef | ast.Lambda)):
        for default in filter(None, [*node.args.defaults, *node.args.kw_defaults]):
            if isinstance(default, (*MADE_HERE, ast.Call)) or is_walked_once(here, default):
                yield default.lineno, *kept
    # Its own by their values: a name is another one inside of a lambda, and outside of the function
    for value in [*(here.function.__defaults__ or ()), *(here.function.__kwdefaults__ or {}).values()]:
        name, line = getattr(value, "__name__", "a default"), here.syntax.lineno
        if isinstance(value, ModuleType):
            yield line, f"the module `{name}` is a default", "words of littlestone.claims"
        elif callable(value):
            yield from of_a_value(here, line, name, value)
        elif isinstance(value, list | dict | set) or not is_plain(value):
            yield line, *kept


# ---- Lambdas, and texts


def _lambdas_of(function: FunctionType) -> list[ast.FunctionDef]:
    """The lambdas that begin in the function's line, as functions: it is one of them."""
    if function.__name__ != "<lambda>":
        return []
    line, text = function.__code__.co_firstlineno, source_of(function)
    nodes = (node for statement in statements_of(text) for node in ast.walk(statement))
    found = [node for node in nodes if isinstance(node, ast.Lambda) and node.lineno == line]
    answers = [(node, ast.copy_location(ast.Return(node.body), node)) for node in found]
    return [ast.copy_location(ast.FunctionDef("<lambda>", n.args, [answer], []), n) for n, answer in answers]


def _text_of(syntax: ast.FunctionDef) -> str:
    """What the function does."""
    body = syntax.body[1:] if ast.get_docstring(syntax) is not None else syntax.body
    return "\n".join([ast.unparse(syntax.args), *map(ast.unparse, body)])

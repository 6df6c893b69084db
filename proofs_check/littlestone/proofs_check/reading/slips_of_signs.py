"""Slips of signs, sets and loops: what binds first where no brackets stand, what is kept once, what a round leaves.

Each has one plain shape and one plain other way to write what is meant. Found in claims that a stranger wrote, who knew
the documentation alone: of 27 that had passed 8 are left with these rules. Each verdict was right of what was said.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from littlestone.proofs_check.reading.function_syntax import Found, FunctionSyntax, assigned, called, last
from littlestone.proofs_check.reading.functions import segment, source_of

SETS = ("set", "frozenset")
STOPPING = ("takewhile", "dropwhile")
ROUNDING = ("ceil", "ceiling", "floor", "Fraction", "Rational")
CHANGING = ("remove", "pop", "insert", "clear", "discard", "add")


def slips_of_signs(here: FunctionSyntax) -> Iterator[Found]:
    """The slips of a function, by lines."""
    for node in here.nodes:
        yield from _of_order(here, node)
        yield from _of_sets(here, node)
        yield from _of_loops(here, node)
        yield from _of_exchanges(here, node)
    yield from _of_last_rounds(here)


# ---- What binds first


def _of_order(here: FunctionSyntax, node: ast.AST) -> Iterator[Found]:
    text, above = f"`{ast.unparse(node)}`" if isinstance(node, ast.expr) else "", here.above.get(node)
    match node:
        case ast.BinOp(op=ast.Div(), left=ast.BinOp(op=ast.Pow(), right=power) as left) if not is_bracketed(here, left):
            if ast.unparse(power) in ("1", "-1"):
                yield node.lineno, f"in {text} `**` comes before `/`", "brackets around the exponent"
        case ast.BinOp(op=ast.Mult(), left=ast.BinOp(op=ast.Div(), left=top) as left, right=right):
            if not (isinstance(top, ast.Constant) or isinstance(right, ast.Constant) or is_bracketed(here, left)):
                yield node.lineno, f"{text} multiplies what was divided", "brackets around the quotient, or the product"
        case ast.BinOp(op=ast.LShift() | ast.RShift(), right=ast.BinOp() as right) if not is_bracketed(here, right):
            sign = ast.unparse(right).removeprefix(ast.unparse(right.left)).split()[0]
            yield node.lineno, f"in {text} `{sign}` comes before the shift", "`2 ** n`"
        case ast.BinOp(op=ast.FloorDiv(), left=ast.UnaryOp(op=ast.USub()) as left) if not is_bracketed(here, left):
            if not isinstance(above, ast.UnaryOp):  # -(-n // m) rounds up
                yield node.lineno, f"in {text} `-` comes before `//`", "brackets"
        case ast.BinOp(op=ast.BitOr(), right=ast.Call(func=ast.Attribute(attr="implies", value=base)) as right) if (
            not is_bracketed(here, right)
        ):
            said = f"in {text} the hypothesis is `{ast.unparse(base)}` alone"
            yield node.lineno, said, "brackets around all of it, or around the implication"
        case ast.BinOp(op=ast.BitOr(), left=left, right=right):
            joined = [one for one in (left, right) if isinstance(one, ast.BinOp) and isinstance(one.op, ast.BitAnd)]
            if len(joined) == 1 and not is_bracketed(here, joined[0]):  # of two it is plain, as in `c & a | ~c & b`
                yield node.lineno, f"in {text} `&` comes before `|`", "brackets around either"
        case ast.IfExp(body=ast.BinOp(op=ast.Add() | ast.Sub() | ast.Mult()) as body, orelse=ast.Constant()):
            if not is_bracketed(here, body):
                yield node.lineno, f"{text} chooses the whole sum, or the constant", "brackets around what is chosen"
        case ast.Compare(ops=[ast.NotEq(), ast.NotEq(), *_]):
            yield node.lineno, f"{text} does not compare the ends", "`len({...}) == 3`, or each pair"
        case ast.UnaryOp(op=ast.USub(), operand=ast.BinOp(op=ast.Pow(), left=ast.Constant(value=1)) as power):
            if not is_bracketed(here, power):
                yield node.lineno, f"in {text} `**` comes before `-`", "`(-1) ** ...`"
        case ast.UnaryOp(op=ast.UAdd()) if isinstance(above, ast.Assign):
            yield node.lineno, f"{text} does nothing: `=+` is no `+=`", "`+=`"
        case ast.Call(args=[ast.BinOp(op=ast.FloorDiv())]) if called(node) in ROUNDING:
            yield node.lineno, f"{text} is rounded down before", "`Fraction(a, b)`"
        case ast.Constant(value=str()) if _is_joined(here, node):
            yield node.lineno, f"{text} is two texts without a comma between them", "the comma, or one text"


def is_bracketed(here: FunctionSyntax, node: ast.expr) -> bool:
    """An opening bracket stands before it, and a closing one after it, perhaps on lines of their own."""
    lines = source_of(here.function).encode().split(b"\n")  # a form feed ends no line of Python's
    first, last = node.lineno - 1, (node.end_lineno or node.lineno) - 1
    before = b"\n".join([*lines[:first], lines[first][: node.col_offset]]).rstrip()
    after = b"\n".join([lines[last][node.end_col_offset :], *lines[last + 1 :]]).lstrip()
    return before.endswith(b"(") and after.startswith(b")")


def _is_joined(here: FunctionSyntax, node: ast.Constant) -> bool:
    """In the list that it is part of, two quoted texts stand beside each other."""
    is_listed = isinstance(here.above.get(node), ast.Tuple | ast.List | ast.Set)
    text = segment(node, source_of(here.function))
    return is_listed and repr(node.value)[1:-1] != text[1:-1] and any(f"{quote} {quote}" in text for quote in "'\"")


# ---- What is kept once


def _of_sets(here: FunctionSyntax, node: ast.AST) -> Iterator[Found]:
    text = f"`{ast.unparse(node)}`" if isinstance(node, ast.expr) else ""
    match node:
        case ast.Set(elts=several) if len({ast.dump(one) for one in several}) < len(several):
            yield node.lineno, f"{text} has one of what is equal", "`[...]` for the braces"
        case ast.Call(func=ast.Name(id="sum" | "prod" | "adds_up"), args=[one, *_]) if _is_set(here, one):
            yield node.lineno, f"{text} counts what is equal once: it is over a set", "`[...]` for the braces"
        case ast.Call(func=ast.Name(id="sum" | "prod" | "adds_up"), args=[ast.Name(id=name), *_]) if all(
            isinstance(one, ast.Dict | ast.DictComp) for one in here.bindings.get(name, [None])
        ):
            yield node.lineno, f"{text} adds the keys up", f"`{name}.values()`"
        case ast.Call(func=ast.Name(id="prod"), args=[ast.Call(func=ast.Name(id="range"), args=[_])]):
            yield node.lineno, f"{text} has the factor 0", "`range(1, n + 1)`"
        case ast.Call(func=ast.Name(id="uniform_law"), args=[one]) if not isinstance(one, ast.Set):
            if _is_set(here, one):
                yield node.lineno, f"{text} has what is equal once: it is over a set", "`[...]` for the braces"
        case ast.Call(args=[of, ast.Call(func=ast.Name(id="range"), args=[_]), *_]) if _multiplies(node, of):
            yield node.lineno, f"{text} has the factor 0", "`range(1, n + 1)`"
        case ast.Call(func=ast.Name(id="zip"), args=[_, _, *_], keywords=[]):
            yield node.lineno, f"{text} ends with the shorter one", "`zip(..., strict=True)`, or `pairwise`"
        case ast.Call(func=ast.Name(id="map"), args=[_, _, _, *_]):
            yield node.lineno, f"{text} ends with the shorter one", "a comprehension over `zip(..., strict=True)`"
        case ast.Call(args=[one, *_]) if called(node) == "groupby" and not _is_sorted(here, one):
            yield node.lineno, f"{text} has a group for each run of what is equal", "`groupby(sorted(...), ...)`"
        case ast.Call(func=ast.Name(id="finite_sum"), args=[_, _, low, ast.Constant()]):
            if not all(isinstance(part, ast.Constant | ast.UnaryOp | ast.USub) for part in ast.walk(low)):
                yield node.lineno, f"{text} is empty from `{ast.unparse(low)}` on", "the lower limit first"
        case ast.Call() if called(node) in STOPPING:
            yield node.lineno, f"{text} looks at nothing after the first that fails", "a comprehension with `if`"
        case (
            ast.comprehension(iter=ast.Constant(value=str()) as walk) | ast.For(iter=ast.Constant(value=str()) as walk)
        ) if is_bracketed(here, walk):
            yield walk.lineno, f"`{ast.unparse(walk)}` is one text, and its letters are walked", "`(..., )` with commas"
        case ast.Compare(ops=[ast.In() | ast.NotIn(), *_], comparators=[ast.Constant(value=str()), *_]):
            yield node.lineno, f"{text} asks for a part of a text", "`(..., )` with a comma"
        case ast.Assign(targets=[_, _, *_], value=ast.List() | ast.Dict() | ast.Set()):
            yield node.lineno, f"`{ast.unparse(node)}` is one table with several names", "a line for each"


def _multiplies(node: ast.Call, of: ast.expr) -> bool:
    """`reduce` of a product."""
    is_product = isinstance(of, ast.Lambda) and isinstance(of.body, ast.BinOp) and isinstance(of.body.op, ast.Mult)
    return called(node) == "reduce" and (is_product or last(of) == "mul")


def _is_set(here: FunctionSyntax, node: ast.AST) -> bool:
    if isinstance(node, ast.Name):
        return any(_is_set(here, one) for one in here.bindings.get(node.id, []) if not isinstance(one, ast.Name))
    return isinstance(node, ast.Set | ast.SetComp) or (isinstance(node, ast.Call) and called(node) in SETS)


def _is_sorted(here: FunctionSyntax, node: ast.expr) -> bool:
    values = here.bindings.get(node.id, []) if isinstance(node, ast.Name) else [node]
    return bool(values) and all(isinstance(one, ast.Call) and called(one) == "sorted" for one in values)


# ---- What a round leaves


def _of_loops(here: FunctionSyntax, node: ast.AST) -> Iterator[Found]:
    match node:
        case ast.Assign(targets=[ast.Name(id=name)], value=ast.List(elts=[_, *_])) if _is_in_a_loop(here, node):
            if any(isinstance(one, ast.List) and not one.elts for one in here.bindings[name]):
                said = f"`{ast.unparse(node)}` begins the list anew in each round"
                yield node.lineno, said, f"`{name}.append(...)`"
        case ast.For(iter=ast.Name(id=name), body=body):
            for part in (part for one in body for part in ast.walk(one)):
                match part:
                    case ast.Call(func=ast.Attribute(value=ast.Name(id=other), attr=way)):
                        if other == name and way in CHANGING:
                            yield part.lineno, f"`{name}` is changed by `{way}` while the loop walks it", "a new list"
        case ast.Call(func=ast.Name(id="all_of" | "any_of" | "all" | "any"), args=[ast.GeneratorExp() as walk]):
            read = {part.id for part in ast.walk(walk) if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Load)}
            for one in walk.generators:
                if isinstance(one.target, ast.Name) and one.target.id not in read and one.target.id[0] != "_":
                    yield node.lineno, f"`{one.target.id}` is not looked at", "the statement at it"
        case ast.Call(func=ast.Name(id="finite_sum"), args=[inner, ast.Constant(value=str(index)), *_]):
            for part in ast.walk(inner):
                match part:
                    case ast.Call(func=ast.Name(id="finite_sum"), args=[_, ast.Constant(value=same), *_]):
                        if same == index:
                            yield node.lineno, f"two sums are over `{index}`, one inside of the other", "another letter"


def _of_exchanges(here: FunctionSyntax, node: ast.AST) -> Iterator[Found]:
    """`a = b` and then `b = a + b`, in which `a` is `b` already: of Fibonacci numbers, or of Euclid.

    Not where `a` keeps what `b` was before, to compare the two or for this round.
    """
    if not isinstance(node, ast.For | ast.While):
        return
    asked = {part.id for part in ast.walk(getattr(node, "test", ast.Pass())) if isinstance(part, ast.Name)}
    inside = {value for part in ast.walk(node) for _, value in assigned(part)}
    for old, new, other in (found for block in _blocks(node.body) for found in _made_one(block)):
        made = ast.BinOp(ast.Name(new), other.op, other.value) if isinstance(other, ast.AugAssign) else other.value
        read = {part.id for part in ast.walk(made) if isinstance(part, ast.Name)}
        if {old, new} <= read - asked and any(value not in inside for value in here.bindings[old]):
            said = f"`{old}` is `{new}` already in `{ast.unparse(other)}`"
            yield other.lineno, said, f"`{old}, {new} = {new}, {ast.unparse(made)}`, or `{new}` alone if it is meant"


def _blocks(body: list[ast.stmt]) -> Iterator[list[ast.stmt]]:
    """What is done in a round, and under a condition in it."""
    yield body
    for one in body:
        if isinstance(one, ast.If):
            yield from (*_blocks(one.body), *_blocks(one.orelse))


def _made_one(block: list[ast.stmt]) -> Iterator[tuple[str, str, ast.Assign | ast.AugAssign]]:
    """The names of each `a = b`, with what binds one of the two next, where that is `b`."""
    for place, one in enumerate(block):
        match one:
            case ast.Assign(targets=[ast.Name(id=old)], value=ast.Name(id=new)):
                binding = ((later, _bound_in(later) & {old, new}) for later in block[place + 1 :])
                other, bound = next((found for found in binding if found[1]), (one, set[str]()))
                if isinstance(other, ast.Assign | ast.AugAssign) and bound == {new}:
                    yield old, new, other


def _bound_in(statement: ast.stmt) -> set[str]:
    names = (part for part in ast.walk(statement) if isinstance(part, ast.Name))
    return {one.id for one in names if isinstance(one.ctx, ast.Store)}


def _is_in_a_loop(here: FunctionSyntax, node: ast.AST | None) -> bool:
    while node is not None and not isinstance(node, ast.For | ast.FunctionDef):
        node = here.above.get(node)
    return isinstance(node, ast.For)


def _of_last_rounds(here: FunctionSyntax) -> Iterator[Found]:
    """Names that each round of a loop binds anew, and that are read after it: only the last round counts."""
    for loop in (node for node in here.nodes if isinstance(node, ast.For)):
        inside = {*ast.walk(loop)}
        read = [node for node in here.nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)]
        used = {node.id for node in read if node in inside}
        end = loop.end_lineno or loop.lineno
        after = {node.id for node in read if node.lineno > end and here.around.get(node) is here.around.get(loop)}
        elsewhere = {name for n in here.nodes if n not in inside for name, _ in assigned(n) if n is not loop}
        is_search = any(isinstance(part, ast.Break) for part in ast.walk(loop))  # its variable is what was found
        targets = set() if is_search else {name for name, _ in assigned(loop)}
        made = {name for one in loop.body for name, _ in assigned(one) if not isinstance(one, ast.For)} - used
        for name in (made | targets) & after - (elsewhere - made):
            yield loop.lineno, f"only the last round of the loop is kept in `{name}`", "what joins all rounds"

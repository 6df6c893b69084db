"""What a claim lost by leaving decisions to Python, and whether its text says anything at all."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from contextlib import suppress

from littlestone.proofs_check.mutation.structural_mutants import noted_parts
from littlestone.proofs_check.numbers.clauses import TooManyClauses, clauses_of, negation, why_not_about_reals
from littlestone.proofs_check.questions.universes import (
    ClassUniverse,
    Question,
    circuit_of,
    class_parameters,
    counts_with_integers,
    real_parameters,
    why_not_a_circuit,
)
from littlestone.proofs_check.reading.function_syntax import called, last
from littlestone.proofs_check.reading.functions import own_functions, plain, syntax_of
from littlestone.spec.algebra.circuit import CircuitTooLarge, Truth, gate_limit, is_true
from littlestone.spec.algebra.decisions import UndecidedTruth
from littlestone.spec.claim import Claim
from littlestone.spec.classes.concept_classes import ConceptClass
from littlestone.spec.domains import Classes

GATES = 100_000  # the circuit on one point is built only to see whether it can be
# What of a class tells a symbolic one from a listed one, or is of a listed one its own functions only, or fewer
LISTED = {"most", "is_listed", "universe", "alive", "members", "cases", "functions", "largest_size"}


def why_not_symbolic(claim: Claim) -> UndecidedTruth | None:
    """Why a claim that could be decided for all classes or numbers at once cannot be: what Python would decide."""
    domains = (class_parameters(claim) or {}).values()
    labels = next((d.labels for d in domains if isinstance(d, Classes) and d.labels), 2)
    question = Question(claim, claim.printed, ClassUniverse(1, labels))
    try:
        if why_not_a_circuit(question) is None:
            with gate_limit(GATES):
                circuit_of(question)
        elif real_parameters(claim) and claim.reach is None and not counts_with_integers(claim):
            _ = question.about_symbols
    except UndecidedTruth as undecided:
        return undecided
    except TypeError as error:
        return UndecidedTruth(f"it needs listed arguments ({error})")
    except (CircuitTooLarge, TooManyClauses, ValueError, ArithmeticError):
        return None  # no branch of Python's: the provers say why
    return None


FORMS = (ClassUniverse(1, 2), ClassUniverse(2, 2), ClassUniverse(2, 3), ClassUniverse(3, 2))


def is_true_by_form(claim: Claim, bites: bool) -> bool:
    """The conclusion is TRUE, and mentions nothing that the formula is given or has computed, and nothing ``bites``; or
    it is a tautology, as where a user's claim concludes what it supposes.

    The premise of a use may be: what is cited asks for nothing there.
    """
    is_asked = claim.address != claim.id or (claim.corrects is not None and not bites)
    if is_asked and claim.reads is None and _is_tautology(Question(claim, claim.printed, FORMS[0])):
        return True
    if bites or (claim.reads is not None and claim.id.endswith(".premise")):
        return False
    code = claim.formula.__code__
    own = {*code.co_varnames, *code.co_cellvars, *code.co_freevars}
    if any(isinstance(node, ast.Name) and node.id in own for node in _returned(claim)):
        return False  # nearly always, and read off the text: no circuit is built for it
    conclusions = list(_conclusions(claim))
    return bool(conclusions) and all(is_true(conclusion) for conclusion in conclusions)


def _is_tautology(question: Question) -> bool:
    """Of numbers, each alternative holds by its form, as x <= 3 or x > 3 does: a claim that is false corrects by it."""
    if why_not_about_reals(question) is not None:
        return False
    clauses = clauses_of(question.about_symbols)
    return all(any(negation(comparison) in clause for comparison in clause) for clause in clauses)


def what_says_nothing(claim: Claim) -> str | None:
    """The conclusion, or a part of it, that is about dimensions alone and on few points holds whatever these are."""
    parts = noted_parts(claim) if class_parameters(claim) else ()
    for text, stated, seen in [("its conclusion", claim, None), *((f"its part `{t}`", c, s) for t, c, s in parts)]:
        if _holds_of_any_numbers(stated, seen, is_compared=seen is not None and _compares(claim, text)):
            return text
    return None


def _compares(claim: Claim, part: str) -> bool:
    """Its two sides are compared, for each element where there are several; not where these are classes, which are the
    same only if all their functions are."""
    node = ast.parse(part.removeprefix("its part `").removesuffix("`"), mode="eval").body
    match node:
        case ast.Call(args=[ast.GeneratorExp(elt=inner) | ast.ListComp(elt=inner)]):
            node = inner
    sides = [node.left, *node.comparators] if isinstance(node, ast.Compare) else []
    return bool(sides) and not any(_is_a_class(claim, side) for side in sides)


def _is_a_class(claim: Claim, side: ast.expr) -> bool:
    """A class parameter, or what a function of the kit makes of one."""
    formula, name = plain(claim.formula), called(side) if isinstance(side, ast.Call) else last(side)
    made_by = None if formula is None else formula.__globals__.get(name)
    is_made = getattr(made_by, "__annotations__", {}).get("return") == ConceptClass.__name__
    return name in (class_parameters(claim) or ()) or (isinstance(side, ast.Call) and is_made)


def _holds_of_any_numbers(claim: Claim, seen: list[Truth] | None, is_compared: bool) -> bool:
    from littlestone.proofs_check.provers.opaque import holds_of_any_numbers  # late: Z3 is slow to import

    found = set[bool | None]()
    for universe in (*FORMS, ClassUniverse(4, 2)):
        with suppress(CircuitTooLarge, UndecidedTruth, TypeError, ValueError, ArithmeticError):
            found.add(holds_of_any_numbers(claim, universe, seen, is_compared))
        if seen is not None:
            seen.clear()
        if False in found:
            return False
    return True in found


def _returned(claim: Claim) -> Iterator[ast.AST]:
    """The nodes of what the formula returns, of ``when(premise, conclusion)`` those of the conclusion."""
    formula = plain(claim.formula)
    syntax = None if formula is None else syntax_of(formula)
    for node in ast.walk(syntax or ast.Pass()):
        match node:
            case ast.Return(value=ast.Call(func=ast.Name(id="when"), args=[_, *parts])):
                yield from (inner for part in parts for inner in ast.walk(part))
            case ast.Return(value=ast.expr() as value):
                yield from ast.walk(value)


def _conclusions(claim: Claim) -> Iterator[Truth]:
    """That of the statement about symbols, or about classes on each of a few universes; none where there is none."""
    questions = [Question(claim, claim.printed, universe) for universe in FORMS]
    try:
        if claim.reach is None and real_parameters(claim):
            yield questions[0].about_symbols.conclusion
        for question in questions:
            if why_not_a_circuit(question) is None:
                yield circuit_of(question).conclusion
    except Exception:
        return  # what keeps it from being stated is told by the provers


def line_of_listing(claim: Claim) -> int | None:
    """The first line in the formula or its helpers that names what a listed class has otherwise; None without one."""
    trees = filter(None, map(syntax_of, own_functions(claim.formula)))
    nodes = (node for tree in trees for node in ast.walk(tree))
    named = (node for node in nodes if isinstance(node, ast.Attribute | ast.Name))
    lines = [node.lineno for node in named if (node.id if isinstance(node, ast.Name) else node.attr) in LISTED]
    return lines[0] if lines else None

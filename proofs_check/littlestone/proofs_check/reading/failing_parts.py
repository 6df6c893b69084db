"""Which part of a statement fails at a counterexample, and what it compares where it holds, with both sides' values.

The parts are evaluated where they stood in a run of the statement's own code (``steps``), never guessed from its text.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import islice
from types import FunctionType
from typing import Any

from littlestone.proofs_check.reading.functions import is_own, plain, source_of, syntax_of
from littlestone.proofs_check.reading.steps import UNPACKED, Call, Part
from littlestone.proofs_check.reading.values import first_difference, number_text, value_text
from littlestone.spec.algebra.circuit import CONSTANT, Truth, all_of, any_of, as_truth, constant
from littlestone.spec.algebra.naturals import Number
from littlestone.spec.algebra.reals import Real, equals
from littlestone.spec.cited_formulas import is_evaluated
from littlestone.spec.claim import Claim, Conditional, Value, when
from littlestone.spec.learning.laws import same_law
from littlestone.spec.learning.randomness import is_true
from littlestone.spec.proofs import ARROWS, Arrow, Total, Use, costs_of, costs_of_uses
from littlestone.spec.ranges import in_range
from littlestone.spec.terms import COSTS

Words = list[str]
MOST_PARTS = 3
DEEPEST = 3  # definitions of the library inside of each other


def failing_parts(claim: Claim, arguments: Mapping[str, Any], constants: Mapping[str, Value]) -> list[str]:
    """What the claim needs at these arguments and does not get, at most three parts of it, as "a = 2 <= b = 1".

    Where the formula raises, the line that did and what; none where its source is not there or nothing of it is false.
    """
    formula = plain(claim.formula)
    if formula is None:
        return []
    call = Call(formula)
    try:
        with call.noted():
            replace(claim, formula=formula).state(arguments, constants)
    except Exception as error:
        lines = [statement.lineno for statement, _ in call.steps]
        place = f"line {lines[-1]}: `{source_of(formula).splitlines()[lines[-1] - 1].strip()}`" if lines else "it"
        return [f"the formula to run, but {place} raises {type(error).__name__}: {error}"]
    answer, walk = call.answer, _Walk(arguments, call.function.__module__)
    if answer is not None and claim.reads is not None:  # parts of the use's code, and what the kit asks of it
        asked = _asked_part(claim, answer)
        own = walk.failing(asked, True) if asked is not None and truth(asked.value) is False else []
        if isinstance(answer.value, Total):
            own = [*_failing_sums(claim.id.removesuffix(".sums"), answer.value, arguments), *own]
        elif claim.id.endswith(".premise") and isinstance(answer.value, Use):
            own = [*_failing_premise(ARROWS[claim.id.removesuffix(".premise")], answer.value), *own]
        return list(dict.fromkeys(own))[:MOST_PARTS]
    if answer is None or truth(answer.value) is not False:
        return []
    return list(dict.fromkeys(walk.returned(call, True)))[:MOST_PARTS]


def holding_parts(claim: Claim, arguments: Mapping[str, Any]) -> list[str]:
    """What the claim compares at arguments where it holds, at most three parts of it, as "a = 1 <= b = 2".

    Of a quantifier one case. None where the formula's source is not there, or nothing is compared.
    """
    formula = plain(claim.formula)
    syntax = None if formula is None else syntax_of(formula)
    # A name that is bound within an expression is bound again where its parts are evaluated anew
    is_anew = syntax is None or any(isinstance(node, ast.NamedExpr) for node in ast.walk(syntax))
    if formula is None or is_anew or claim.reads is not None:
        return []
    call = Call(formula)
    with call.noted():
        replace(claim, formula=formula).state(arguments, claim.printed)
    if call.answer is None or truth(call.answer.value) is not True:
        return []
    walk = _Walk(arguments, call.function.__module__, holds=True)
    return list(dict.fromkeys(walk.returned(call, False)))[:MOST_PARTS]


@dataclass(frozen=True)
class _Walk:
    """Down the parts of a statement that is not as wanted, to the comparisons on which that rests.

    ``known`` are the names that the reader has been told already, ``module`` is the statement's, and ``depth`` counts
    the library's definitions around. Where the statement ``holds``, nothing is as wanted, and is told as it is.
    """

    known: Mapping[str, object]
    module: str
    depth: int = 0
    holds: bool = False

    def failing(self, part: Part, wanted: bool) -> Words:
        """The parts that keep the expression from being as wanted: each of them has to change."""
        # The variables of a quantifier, for the element at which it fails
        shown = {n: value_text(v) for n, v in part.variables.items() if not n.startswith("_")}
        told = ", ".join(f"{name} = {words}" for name, words in shown.items() if words)
        inner = replace(self, known={**self.known, **part.variables}) if told else self
        words = inner._inside(part, wanted)
        return [f"{told}: {each}" for each in words] if told else words

    def returned(self, call: Call, wanted: bool) -> Words:
        """The parts of what a function returned; of True or False in a branch, the condition of the branch."""
        answer = call.answer
        if answer is None or isinstance(answer.node, ast.Constant):
            return self._decided(call.condition)
        return self.failing(answer, wanted)

    def _decided(self, test: Part | None) -> Words:
        """The parts of a condition that ought to have come out otherwise."""
        came_out = None if test is None else truth(test.value)
        return [] if test is None or came_out is None else self.failing(test, not came_out)

    def _inside(self, part: Part, wanted: bool) -> Words:
        match part.node:
            case ast.BinOp(op=ast.BitAnd() | ast.BitOr() as op, left=left, right=right):
                return self._joined(part, [left, right], isinstance(op, ast.BitAnd), wanted)
            case ast.BoolOp(op=op, values=values):
                return self._joined(part, values, isinstance(op, ast.And), wanted)
            case ast.UnaryOp(op=ast.Invert() | ast.Not(), operand=operand):
                return self._of(part, operand, not wanted)
            case ast.IfExp(test=test, body=body, orelse=orelse):
                condition = part.child(test)
                chosen = body if condition.value else orelse
                return self._decided(condition) if isinstance(chosen, ast.Constant) else self._of(part, chosen, wanted)
            case ast.NamedExpr(value=value):
                return self._of(part, value, wanted)
            case ast.Compare():
                return [self._with_names(part, comparison(part, wanted is not self.holds))]
            case ast.Call():
                return self._called(part, wanted)
            case ast.Name(id=name):
                meaning = part.bound(name)
                if meaning is not None and truth(meaning.value) is truth(part.value) is not None:
                    return self._inside(meaning, wanted)
        return self._leaf(part, wanted)

    def _of(self, part: Part, node: ast.expr, wanted: bool) -> Words:
        """The parts of a part."""
        return self._leaf(part, wanted) if isinstance(node, ast.Constant) else self.failing(part.child(node), wanted)

    def _leaf(self, part: Part, wanted: bool) -> Words:
        text = part.text if len(part.text) <= LONGEST_TEXT else f"{part.text[:LONGEST_TEXT]}..."
        return [self._with_names(part, text if wanted is not self.holds else f"not {text}")]

    def _with_names(self, part: Part, words: str) -> str:
        names = "" if self.holds and self.depth else names_text(part, self.known, words)
        return f"{words}, where {names}" if names else words

    # -- Connectives

    def _joined(self, part: Part, nodes: list[ast.expr], every: bool, wanted: bool) -> Words:
        """Several parts joined by "and" or "or"."""
        parts = []
        for node in nodes:
            parts.append(part.child(node))
            if isinstance(part.node, ast.BoolOp) and truth(parts[-1].value) is not every:
                break  # Python looked at no further one
        # Where all are needed those that are not as wanted, where one is needed a choice between them
        missing = [self.failing(found, wanted) for found in parts if truth(found.value) is (not wanted)]
        missing = [words for words in missing if words]
        if every is wanted or len(missing) == 1 or self.holds:
            return [words for found in missing for words in found] or self._leaf(part, wanted)
        return [" or ".join(" and ".join(found) for found in missing)] if missing else self._leaf(part, wanted)

    # -- Calls

    def _called(self, part: Part, wanted: bool) -> Words:
        node = part.node
        assert isinstance(node, ast.Call)
        callee = part.child(node.func).value
        function = getattr(callee, "__func__", callee)
        if id(function) in QUANTIFIERS:
            return self._quantified(part, node, function is all_of or function is all, wanted)
        if id(function) in TRANSPARENT and len(node.args) == 1:
            return self._of(part, node.args[0], wanted)
        if (function is when or function is Truth.implies) and (wanted or self.holds):
            given = node.args[0] if function is when else getattr(node.func, "value", None)
            supposed = part.child(given) if self.holds and given is not None else None
            if supposed is not None and truth(supposed.value) is False:
                return self.failing(supposed, True)
            return self._of(part, node.args[-1], wanted)
        if (function is equals or function is same_law) and len(node.args) == 2:
            left, right = (side(part, arg) for arg in node.args)
            return [self._with_names(part, related(left, ast.Eq(), right, wanted is not self.holds))]
        is_helper = is_own(callee, self.module) and not hasattr(callee, "__wrapped__")
        return self._of_helper(part, callee, wanted) if is_helper else self._in_library(part, plain(function), wanted)

    def _of_helper(self, part: Part, function: FunctionType, wanted: bool) -> Words:
        """The parts of what a function of the statement's own answered."""
        call = part.called(function)
        is_same = call is not None and truth(call.value) is truth(part.value)
        return self.returned(call, wanted) if call is not None and is_same else self._leaf(part, wanted)

    def _in_library(self, part: Part, function: FunctionType | None, wanted: bool) -> Words:
        """The parts of what a definition of the library answered."""
        assert isinstance(part.node, ast.Call)
        is_told = self.depth < DEEPEST and not any(isinstance(arg, ast.Starred) for arg in part.node.args)
        within = DEFINITIONS[1:] if self.holds else DEFINITIONS  # how a class is kept tells nothing of why it holds
        if function is None or not is_told or not function.__module__.startswith(within):
            return self._leaf(part, wanted)
        inside = _Walk({}, function.__module__, self.depth + 1, self.holds)
        words = inside._of_helper(part, function, wanted)
        telling = [each for each in words if " = " in each and not each.startswith("_")]  # private names tell nothing
        if not telling:
            return self._leaf(part, wanted)
        if self.holds:  # what is proved of a law is the same in both directions
            telling = telling[:1]
        return telling if self.depth else [f"{part.text}: {each}" for each in telling]

    # -- Quantifiers

    def _quantified(self, part: Part, node: ast.Call, every: bool, wanted: bool) -> Words:
        elements = self._elements(part.child(node.args[0])) if node.args else None
        unwanted = (element for element in elements or [] if truth(element.value) is (not wanted))
        missing = [*islice(unwanted, 1 if every is wanted else None)]
        if self.holds and elements == []:
            return []
        if not missing:
            empty = "one of the cases of which there are none: " if elements == [] and every is not wanted else ""
            return [f"{empty}{words}" for words in self._leaf(part, wanted)]
        first = self.failing(missing[2 * len(missing) // 3 if self.holds else 0], wanted)
        if every is wanted or len(missing) == 1 or self.holds:
            return first
        return [f"one of {len(missing)} cases, and has none; the first is {' and '.join(first)}"]

    def _elements(self, listed: Part) -> list[Part] | None:
        """The truths that a quantifier ranges over; None where they were not made in the statement."""
        named = listed
        while isinstance(listed.node, ast.Name):
            found = listed.bound(listed.node.id)
            if found is None:
                return None
            listed = found
        match listed.node:
            case ast.GeneratorExp() | ast.ListComp() | ast.SetComp():
                return listed.elements()
            case ast.List(elts=nodes) | ast.Tuple(elts=nodes):
                elements: list[Part] = []
                for one in nodes:
                    several = self._elements(listed.child(one.value)) if isinstance(one, ast.Starred) else None
                    elements += several or [listed.child(one)]
                is_whole = isinstance(named.value, list | tuple) and len(named.value) == len(elements)
                return elements if is_whole else None  # something was added since
        return None


QUANTIFIERS = {id(word) for word in (all_of, any_of, all, any)}
DEFINITIONS = ("littlestone.spec.classes.", "littlestone.spec.learning.")
TRANSPARENT = {id(word) for word in (as_truth, is_true, constant, bool)}


# ---- Comparisons in words


SIGNS: dict[type[ast.cmpop], tuple[str, str]] = {
    ast.LtE: ("<=", ">"),
    ast.Lt: ("<", ">="),
    ast.GtE: (">=", "<"),
    ast.Gt: (">", "<="),
    ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="),
    ast.In: ("in", "not in"),
    ast.NotIn: ("not in", "in"),
    ast.Is: ("is", "is not"),
    ast.IsNot: ("is not", "is"),
}
ORDERINGS = (ast.LtE, ast.Lt, ast.GtE, ast.Gt)


def truth(value: object) -> bool | None:
    """Whether a value is true; None where it is undecided or no truth value."""
    if isinstance(value, Conditional):
        premise, conclusion = truth(value.premise), truth(value.conclusion)
        return None if premise is None or conclusion is None else conclusion or not premise
    if isinstance(value, Truth):
        return bool(value) if value.op is CONSTANT else None
    return value if isinstance(value, bool) else None


Side = tuple[str, object]  # its text, and its value
LONGEST_TEXT = 120  # characters of code


def side(part: Part, node: ast.expr) -> Side:
    """The value of a part of an expression, and how it is called: a named number by its name and what it is of."""
    found = part.child(node)
    text, name = found.text, found.value.name if isinstance(found.value, Number) else ""
    if isinstance(node, ast.Call) and name and ("(" in name or isinstance(node.func, ast.Name)):
        of = str(getattr(part.child(node.func).value, "__module__", ""))
        if not of.startswith("littlestone."):  # what a helper or `min` answers is the number of something else
            return text, found.value
        text = name if "(" in name else f"{name}({', '.join(part.child(arg).text for arg in node.args)})"
    return text, found.value


def with_value(side: Side) -> str:
    """A side as ``text = value``; the value alone where that says it."""
    text, value = side
    words = value_text(value)
    if not words or words == text or words.startswith(f"{text} = "):
        return words or text
    return words if len(text) > LONGEST_TEXT or text.startswith("Fraction(") else f"{text} = {words}"


def comparison(part: Part, wanted: bool) -> str:
    """What a comparison of Python's syntax needs to be true, or false: of a chain the link that fails."""
    node = part.node
    assert isinstance(node, ast.Compare)
    if len(node.ops) > 1 and not wanted:
        return f"not {part.text}"
    sides = [node.left, *node.comparators]
    links = zip(sides, node.ops, sides[1:], strict=False)
    failing = (link for link in links if truth(part.child(ast.Compare(link[0], [link[1]], [link[2]])).value) is False)
    left, relation, right = next(failing, (sides[-2], node.ops[-1], sides[-1]))
    return related(side(part, left), relation, side(part, right), wanted)


def related(left: Side, relation: ast.cmpop, right: Side, wanted: bool) -> str:
    """Two sides with the relation that is needed between them; of what is long, the place where they differ first."""
    if isinstance(relation, ast.Eq) and wanted and not (value_text(left[1]) and value_text(right[1])):
        way, x, y = first_difference(left[1], right[1])
        left, right = (left[0] + way, x), (right[0] + way, y)
    is_partial = isinstance(left[1], set | frozenset) and isinstance(relation, ORDERINGS)
    sign = SIGNS[type(relation)][0 if wanted or is_partial else 1]
    words = f"{with_value(left)} {sign} {with_value(right)}{_gap(left[1], right[1])}"
    return f"not {words}" if is_partial and not wanted else words


def _gap(x: object, y: object) -> str:
    """The difference of two numbers of which the same first digits are shown."""
    if isinstance(x, int | Fraction | Real) and isinstance(y, int | Fraction | Real) and bool not in (type(x), type(y)):
        shown = [number_text(number).rpartition(" = ")[2] for number in (x, y)]
        if shown[0] == shown[1] and shown[0].endswith("..."):
            return f", which differ by {number_text(Real.of(x) - Real.of(y))}"
    return ""


def names_text(part: Part, known: Mapping[str, object], words: str) -> str:
    """What the names in an expression stand for, so far as neither the reader nor the words say it already."""
    names = dict.fromkeys(node.id for node in ast.walk(part.node) if isinstance(node, ast.Name))
    known_there = part.call.steps[part.place][1]
    bound = {n: part.bound(n) for n in names if n in known_there and n not in part.variables}
    values = {n: known_there[n] for n, at in bound.items() if at is None or at.node is not UNPACKED}
    texts = {n: value_text(value) for n, value in values.items() if value is not None}
    unknown = {n: text for n, text in texts.items() if not (n in known and value_text(known[n]) == text)}
    new = [f"{n} = {text}" for n, text in unknown.items() if text not in ("", n)]  # a symbol is its own name
    return ", ".join(each for each in new if not re.search(rf"(?<![\w.]){re.escape(each)}(?![\w.])", words))


# ---- Uses of statements


def _asked_part(claim: Claim, answer: Part) -> Part | None:
    """The part of the use that has to hold: the line drawn, or the hypothesis that is needed."""
    name = "gives" if claim.id.endswith(".conclusion") else "needs"
    call = answer.node
    keywords = call.keywords if isinstance(call, ast.Call) else []
    asked = next((answer.child(word.value) for word in keywords if word.arg == name), None)
    if asked is None or not isinstance(asked.node, ast.Lambda):
        return asked
    contract = ARROWS[claim.id.rpartition(".")[0]].contract
    assert contract is not None  # a line that is a function is one of terms
    terms = {one.arg: contract.at(answer.value.arguments) for one in asked.node.args.args}
    return replace(asked, node=asked.node.body, scope={**asked.scope, **terms})


def _failing_premise(arrow: Arrow, use: Use) -> Iterator[str]:
    costs = ((cost, Real.of(value)) for cost, value in costs_of(arrow, use).items())
    yield from (f"{cost} = {value_text(value)} >= 0" for cost, value in costs if truth(value >= 0) is False)
    cited, contract = arrow.stated, arrow.contract
    domains = cited.domains if contract is None else contract.domains
    for name, value in use.arguments.items():
        if name in domains and truth(in_range(domains, name, use.arguments)) is False:
            yield f"{name} = {value_text(value)} in the range of {name} in {cited.id}"
    shown = ", ".join(f"{name} = {text}" for name, v in use.arguments.items() if (text := value_text(v)))
    if contract is not None:
        asks = [as_truth(contract.at(use.arguments).asks), *contract.hypotheses(use.arguments)]
        if any(truth(one) is False for one in asks):
            yield f"what {cited.id} asks at {shown}"
    elif is_evaluated(cited, use.arguments) and truth(cited.state(use.arguments).premise) is False:
        yield f"the hypothesis of {cited.id} at {shown}"


def _failing_sums(citing: str, total: Total, given: Mapping[str, Any]) -> Iterator[str]:
    uses = costs_of_uses(citing, given)
    for cost in COSTS:
        allowed, spent = getattr(total, cost), [(arrow.id, Real.of(costs[cost])) for arrow, costs in uses]
        whole = sum((value for _, value in spent), Real.of(0))
        if allowed is not None and truth(whole <= allowed) is False:
            parts = " + ".join(f"{value_text(value)} ({id})" for id, value in spent if value is not Real.of(0))
            yield f"{cost}: {parts} = {value_text(whole)} <= {value_text(allowed)}"

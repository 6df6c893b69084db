"""The mathematics within a sentence, typeset where its reading is certain; all else stays the text that it is.

Nothing is rearranged: each sign is shown in its place, names become letters, and what is written above or below the
line is put there. A slash stays a slash, and what stands side by side stays side by side.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from html import escape
from typing import Literal

from markupsafe import Markup

from littlestone.spec.algebra.expression_mathml import LETTERS, operator, row

Kind = Literal["atom", "number", "sign", "minus", "open", "close", "comma", "space", "text"]
FUNCTIONS = frozenset(
    ("ln", "log", "exp", "max", "min", "sup", "inf", "Pr", "Ldim", "VC", "MLD", "SOA", "err", "dim", "poly", "twr")
)
SIGNS = {
    "<=>": "⇔", "<=": "≤", ">=": "≥", "!=": "≠", "==": "=", "=>": "⇒", "->": "→", "..": "‥", "+": "+", "*": "⋅",
    "/": "/", "<": "<", ">": ">", "=": "=", "~": "∼", "|": "|",
}  # fmt: skip
CODE, REFERENCE = re.compile(r"``[^`]+``"), re.compile(r"[A-Z][A-Z0-9]+(?:\.\w+)+|\w\.(?:\w\.)+|\d+(?:\.\d+){2,}")
NUMBERED = re.compile(
    r"(?:Theorem|Lemma|Definition|Corollary|Proposition|Claim|Algorithm|Assumption|Remark|Figure|Section|Appendix|"
    r"Observation|Example|Equation|Fact|[sS]ections?|[sS]teps?|[lL]ines?|[sS]tage|[pP]age|case|"
    r"Theorems|Lemmas) \d[\w.]*"
)
NUMBER, WORD = re.compile(r"\d+(?:\.\d+)?(?![\w.]*\w)|\d+(?=\^|[a-zA-Z]\b|\.\.)"), re.compile(r"[A-Za-z]+")
FACTOR = re.compile(r"(?<![\w.])\d+$")
SIGN = re.compile("|".join(re.escape(sign) for sign in SIGNS))
INDEX, EXPONENT = re.compile(r"[A-Za-z]+|\d+"), re.compile(r"\d+|-\d+|-?[A-Za-z]+|\*")
PRIMED = "′</mo></msup>"
LONGEST_PIECE = 24  # characters that a line need not be broken within
ARTICLES, CLOSERS, FENCES = ("a", "A", "I"), {"(": ")", "[": "]", "{": "}"}, {"floor": "⌊⌋", "ceil": "⌈⌉"}


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a sentence: its own text, and how it is typeset where it is mathematics."""

    kind: Kind
    text: str
    markup: str = ""


@lru_cache(maxsize=8192)  # a report shows a statement in up to three places
def typeset_prose(text: str) -> Markup:
    """The sentence as HTML, what is certainly mathematics in it as MathML, literals as code."""
    return Markup("".join(_shown(run) for run in _runs(list(_pieces(text)))))


def _shown(run: Sequence[Piece]) -> str:
    source = "".join(piece.text for piece in run)
    if run[0].kind in ("text", "space"):
        return f"<code>{escape(source[2:-2])}</code>" if CODE.fullmatch(source) else escape(source)
    if source in FUNCTIONS or not any(piece.kind in ("atom", "sign", "minus") for piece in run):
        return escape(source)
    return f'<math alttext="{escape(source)}">{_marked(run)}</math>'


def _marked(run: Sequence[Piece]) -> str:
    if len(run) == 1:
        return run[0].markup
    return row(*('<mspace width="0.22em"/>' if p.kind == "space" else p.markup for p in _unspaced(run)))


def _unspaced(run: Sequence[Piece]) -> list[Piece]:
    """The run without the spaces around signs and after commas, which mathematics spaces by itself."""
    solid = ("sign", "minus", "comma")
    return [
        piece
        for i, piece in enumerate(run)
        if piece.kind != "space" or not (run[i - 1].kind in solid or run[i + 1].kind in solid)
    ]


# ---- Runs of pieces that are one formula


def _runs(pieces: Sequence[Piece]) -> Iterator[Sequence[Piece]]:
    """The pieces in order, those of one formula together."""
    i = 0
    while i < len(pieces):
        end = _formula_end(pieces, i)
        if end > i:
            yield from _lines(pieces[i:end])
        else:
            yield [Piece("text", pieces[i].text)]
        i = max(end, i + 1)


def _lines(run: Sequence[Piece]) -> Iterator[Sequence[Piece]]:
    """A formula in pieces between which a line may be broken: behind signs outside of brackets, with their spaces."""
    start = depth = 0
    for i, piece in enumerate(run):
        depth += (piece.kind == "open") - (piece.kind == "close")
        is_long = sum(len(one.text) for one in run[start:i]) > LONGEST_PIECE
        if piece.kind == "space" and not depth and is_long and run[i - 1].kind in ("sign", "minus"):
            yield run[start:i]
            yield [piece]
            start = i + 1
    yield run[start:]


def _formula_end(pieces: Sequence[Piece], i: int) -> int:
    """Where the longest formula that begins here ends; where it begins, if none does."""
    end = _operand_end(pieces, i)
    while end > i:
        beyond = _operand_end(pieces, end)
        if beyond > end:  # beside it, with nothing between them: an argument
            end = beyond
            continue
        after = _after_sign(pieces, end)
        beyond = _operand_end(pieces, after) if after > end else after
        if after == end or beyond == after:
            return end
        end = beyond
    return i


def _after_sign(pieces: Sequence[Piece], i: int) -> int:
    """Behind a sign between operands and the spaces around it, or here where there is none."""
    spaced = i < len(pieces) and pieces[i].kind == "space"
    at = i + spaced
    if at >= len(pieces) or pieces[at].kind not in ("sign", "minus"):
        return i
    after = at + 1 + (at + 1 < len(pieces) and pieces[at + 1].kind == "space")
    if pieces[at].kind == "minus" and ((after > at + 1) != spaced or not (spaced or _is_difference(pieces, at))):
        return i
    if after < len(pieces) and pieces[after].kind == "minus" and pieces[at].kind == "sign":
        return after + 1  # = -1
    return after


def _is_difference(pieces: Sequence[Piece], at: int) -> bool:
    """n-1 and (n)-1 are; 0-1, k-ary and x-y may be words."""
    return pieces[at - 1].kind != "number" and at + 1 < len(pieces) and pieces[at + 1].kind == "number"


def _operand_end(pieces: Sequence[Piece], i: int) -> int:
    """Behind an atom, a number or a bracket with mathematics in it; here where there is none."""
    if i < len(pieces) and pieces[i].kind in ("atom", "number"):
        return i + 1
    if i < len(pieces) and pieces[i].kind == "open":
        return _bracket_end(pieces, i)
    return i


def _bracket_end(pieces: Sequence[Piece], i: int) -> int:
    depth = 0
    for at in range(i, len(pieces)):
        depth += (pieces[at].kind == "open") - (pieces[at].kind == "close")
        if pieces[at].kind == "text":
            return i
        if depth == 0:
            return at + 1 if _is_mathematics(pieces[i + 1 : at]) else i
    return i


def _is_mathematics(inner: Sequence[Piece]) -> bool:
    """What stands in a bracket, or above or below the line, is a list of formulas."""
    kinds = [piece.kind for piece in inner if piece.kind != "space"]
    ends_well = bool(kinds) and kinds[-1] in ("atom", "number", "close") and kinds[0] not in ("sign", "comma")
    return ends_well and "text" not in kinds and ("atom" in kinds or len(kinds) == 1 or "comma" in kinds)


# ---- Pieces


def _pieces(text: str) -> Iterator[Piece]:
    i = 0
    while i < len(text):
        piece = _piece(text, i)
        yield piece
        i += len(piece.text)


def _piece(text: str, i: int) -> Piece:
    for pattern in (CODE, NUMBERED, REFERENCE):
        if (found := pattern.match(text, i)) and (i == 0 or not text[i - 1].isalnum()):
            return Piece("text", found[0])
    here = text[i]
    if here == " ":
        return Piece("space", " ")
    if here.isalpha() or here.isdigit():
        return _word(text, i)
    if here in "([{":
        return Piece("open", here, _fence(here))
    if here in ")]}":
        return _scripted(text, i, Piece("close", here, _fence(here)))
    if here == "|" and text.startswith("|_", i):
        return _scripted(text, i, Piece("atom", here, '<mo stretchy="false">|</mo>'))
    if here == "-" and not text.startswith("->", i):
        return Piece("minus", "-", operator("−"))
    if here == ",":
        return Piece("comma", ",", operator(","))
    found = SIGN.match(text, i)
    if found and not (found[0] == "|" and text.count("|") % 2):
        return Piece("sign" if found[0] != "|" else "text", found[0], operator(SIGNS[found[0]]))
    return Piece("text", here)


def _fence(bracket: str) -> str:
    """A bracket that keeps the height of the line."""
    return f'<mo stretchy="false">{bracket}</mo>'


def _word(text: str, i: int) -> Piece:
    """A name, a number or a function with what is above and below it; as text where it is a word of the language."""
    whole = re.compile(r"[A-Za-z0-9_^{}'*~]+").match(text, i)
    assert whole is not None or not text[i].isascii()
    if found := NUMBER.match(text, i):
        return _scripted(text, i, Piece("number", found[0], f"<mn>{found[0]}</mn>"))
    if (found := WORD.match(text, i)) is None:
        return Piece("text", text[i] if whole is None else whole[0])
    name = found[0]
    after = text[i + len(name) :]
    if name == "log" and after.startswith("2") and not after[1:2].isalnum():
        return _scripted(text, i, Piece("atom", "log2", "<msub><mi>log</mi><mn>2</mn></msub>"))
    is_factor = len(name) == 1 and FACTOR.search(text[max(0, i - 12) : i]) is not None  # 4m, 10y
    if after[:1].isdigit() or (i and not is_factor and (text[i - 1].isalnum() or text[i - 1] in "'_^")):
        return Piece("text", whole[0] if whole else name)
    if name in FENCES or name == "sqrt":
        return _enclosed(text, i, name)
    scripted = after[:1] in ("_", "^", "~") or (after[:1] == "*" and not after[1:2].isalnum() and after[1:2] != "(")
    known = len(name) == 1 or name in LETTERS or name in FUNCTIONS
    if not (scripted or known) or (name in ARTICLES and not scripted and not _is_variable(text, i)):
        return Piece("text", name)
    return _scripted(text, i, Piece("atom", name, f"<mi>{escape(LETTERS.get(name, name))}</mi>"))


def _is_variable(text: str, i: int) -> bool:
    """The letter, which may be an article, stands where only a formula has one."""
    before, after = text[:i].rstrip(), text[i + 1 :]
    if after[:1] in ("(", ")", "|", "]", "}"):
        return True
    follows = SIGN.match(after.lstrip()) is not None or after.startswith(" - ")
    return follows or (bool(before) and before[-1] in "<>=+*/~" and before != text[:i].rstrip("(") + "(")


def _enclosed(text: str, i: int, name: str) -> Piece:
    """sqrt, floor or ceil of a bracket; a word where none follows, or something else than mathematics is in it."""
    start = i + len(name)
    inner = _between(text, start)
    pieces = list(_pieces(inner)) if inner else []
    if not pieces or not _is_mathematics(pieces) or text[start] != "(":
        return Piece("text", name)
    source, marked = f"{name}({inner})", _marked(pieces)
    if name == "sqrt":
        return _scripted(text, i, Piece("atom", source, f"<msqrt>{marked}</msqrt>"))
    left, right = FENCES[name][0], FENCES[name][1]
    return _scripted(text, i, Piece("atom", source, row(_fence(left), marked, _fence(right))))


def _between(text: str, start: int) -> str | None:
    """What stands between the bracket that opens here and the one that closes it."""
    if start >= len(text) or text[start] not in CLOSERS:
        return None
    depth = 0
    for at in range(start, len(text)):
        depth += (text[at] in "([{") - (text[at] in ")]}")
        if depth == 0:
            return text[start + 1 : at] if text[at] == CLOSERS[text[start]] else None
    return None


# ---- Above and below the line


def _scripted(text: str, i: int, base: Piece) -> Piece:
    """The piece with the primes, indices and exponents behind it; as text up to a space where they are not certain."""
    at, markup = i + len(base.text), base.markup
    below = above = ""
    while at < len(text) and text[at] in "_^~'*":
        sign = text[at]
        found = _script(text, at, replace(base, markup=markup))
        taken = (sign == "_" and below) or (sign in "^*" and above)
        if found is None and sign == "*" and not (below or above):
            break
        if found is None or taken or (sign in "~'" and (below or above)):
            return _as_text(text, i)
        source, inner = found
        at += len(source)
        if sign == "_":
            below = inner
        elif sign in "^*":
            above = inner
        else:
            markup = inner
    if at == i + len(base.text):
        return base
    kind: Kind = "close" if base.kind == "close" else "number" if base.kind == "number" and not above else "atom"
    return Piece(kind, text[i:at], _with_scripts(markup, below, above))


def _with_scripts(base: str, below: str, above: str) -> str:
    if below and above:
        return f"<msubsup>{base}{below}{above}</msubsup>"
    if below:
        return f"<msub>{base}{below}</msub>"
    return f"<msup>{base}{above}</msup>" if above else base


def _script(text: str, at: int, base: Piece) -> tuple[str, str] | None:
    """The text and markup of what is put above or below; None where its extent is not certain."""
    sign, rest = text[at], text[at + 1 :]
    if sign == "~":
        letter = base.text
        return ("~", f"<mi>{escape(letter)}\u0303</mi>") if len(letter) == 1 and rest[:1] in ("(", "_", " ") else None
    if sign == "'":
        if base.markup.endswith(PRIMED):
            return "'", base.markup.replace(PRIMED, f"′{PRIMED}")
        is_prime = base.markup.startswith("<mi>") and not rest[:1].isalnum()
        return ("'", f"<msup>{base.markup}<mo>{PRIMED}") if is_prime else None
    if sign == "*":
        return ("*", operator("∗")) if base.kind == "atom" and not (rest[:1].isalnum() or rest[:1] == "(") else None
    if rest[:1] in ("{", "("):
        return _bracketed_script(sign, rest)
    return _bare_script(sign, rest, base)


def _bracketed_script(sign: str, rest: str) -> tuple[str, str] | None:
    inner = _between(rest, 0)
    if not inner:
        return None
    pieces = [Piece("minus", "-", operator("−")), *_pieces(inner[1:])] if inner[0] == "-" else list(_pieces(inner))
    source = f"{sign}{rest[0]}{inner}{CLOSERS[rest[0]]}"
    if _is_mathematics(pieces) or all(p.kind in ("number", "minus", "sign", "space", "atom") for p in pieces):
        return source, _marked(pieces)
    return (source, f"<mtext>{escape(inner)}</mtext>") if rest[0] == "{" and "^" not in inner else None


def _bare_script(sign: str, rest: str, base: Piece) -> tuple[str, str] | None:
    found = (INDEX if sign == "_" else EXPONENT).match(rest)
    if found is None:
        return None
    inner, after = found[0], rest[len(found[0]) :]
    bare = inner.removeprefix("-")
    if sign == "^" and not (bare.isdigit() or len(bare) == 1 or bare in LETTERS):
        return None
    if not _ends_there(sign, inner, after, base):
        return None
    letter = operator("∗") if bare == "*" else f"<mi>{LETTERS.get(bare, bare)}</mi>"
    shown = f"<mn>{bare}</mn>" if bare.isdigit() else letter
    return f"{sign}{inner}", row(operator("−"), shown) if inner != bare else shown


def _ends_there(sign: str, inner: str, after: str, base: Piece) -> bool:
    """What is behind an index or exponent without brackets leaves no doubt that it has ended."""
    follows = after[:1]
    if follows.isalnum() or follows in ("'", "~", "{", "^" if sign == "^" else "'"):
        return False
    if sign == "_":
        return follows not in ("+", "-", "_")
    if follows == "(":
        return inner.isdigit() and base.text in FUNCTIONS
    return follows not in tuple("_+-*/" if inner.startswith("-") else "_+-*")


def _as_text(text: str, i: int) -> Piece:
    return Piece("text", re.compile(r"[^\s(]\S*").match(text, i)[0])  # type: ignore[index]

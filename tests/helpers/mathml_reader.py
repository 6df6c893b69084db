"""MathML read as a person reads it, into Python with all parentheses: for what was typeset to be compared."""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

OPERATORS = {"−": "-", "⋅": "*", "\u2062": "*", "\u2061": "", "≤": "<=", "≥": ">=", "=": "==", "≠": "!="}


def read(markup: str) -> str:
    """The text of one element; raises ValueError for an element that a reader has no reading for."""
    return _read(ElementTree.fromstring(markup))


def _read(element: Element) -> str:
    children = list(element)
    match element.tag:
        case "math":
            return _row(children)
        case "mi":
            return element.text or ""
        case "mn":
            return f"Real.of({element.text})"
        case "mo":
            text = element.text or ""
            return OPERATORS.get(text, text)
        case "mrow":
            return _row(children)
        case "mfrac" if element.get("linethickness") == "0":
            return ", ".join(map(_read, children))
        case "mfrac":
            top, bottom = map(_read, children)
            return f"(({top})/({bottom}))"
        case "msqrt":
            return f"(({_row(children)})**Fraction(1, 2))"
        case "msup":
            base, exponent = children
            if base.tag == "mi" and base.text == "e":
                return f"exp({_read(exponent)})"
            return f"(({_read(base)})**({_read(exponent)}))"
        case "msub":
            return "_".join((child.text or "") for child in children)
    raise ValueError(f"no reading for <{element.tag}>")


def _row(children: Sequence[Element]) -> str:
    if children and children[0].tag == "munderover":
        return _sum(children)
    if [child.tag for child in children] == ["mo", "mfrac", "mo"] and children[1].get("linethickness") == "0":
        return f"binomial({_read(children[1])})"
    return "".join(map(_read, children))


def _sum(children: Sequence[Element]) -> str:
    _, below, high = children[0]
    index, _, low = below
    return f"finite_sum({_row(children[1:])}, {_read(index)!r}, {_read(low)}, {_read(high)})"

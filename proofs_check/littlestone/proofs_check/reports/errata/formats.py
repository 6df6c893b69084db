"""A document of few kinds of blocks as text for a terminal, Markdown, HTML, LaTeX and Typst."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from io import StringIO
from math import isqrt

from rich import box
from rich.console import Console
from rich.table import Table as Drawn
from rich.text import Text

from littlestone.proofs_check.reports.errata.data import graded_statements
from littlestone.proofs_check.reports.errata.document import Block, Fields, Heading, Paragraph, Table
from littlestone.proofs_check.reports.typesetting.formula_notations import Latex, Plain, Typst
from littlestone.proofs_check.reports.typesetting.plain_formulas import MARKUP, Leaf, Row, pieces
from littlestone.proofs_check.reports.typesetting.prose import PUNCTUATION, in_markdown, mathml

HELD = re.compile(r"[(“]?<math[ >](?:(?!</math>).)*</math>[,.;:)”]*")  # no line is broken within
LABEL = 14  # columns of a label in the terminal
STYLE = """body { font: 16px/1.5 Georgia, serif; max-width: 46em; margin: 2em auto; padding: 0 1em; }
h1 { font-size: 1.6em; } h2 { font-size: 1.15em; margin-top: 2em; } code { font-size: 0.85em; }
table { border-collapse: collapse; margin: 1em 0; } td, th { border-top: 1px solid #bbb; padding: 0.3em 0.6em;
text-align: left; vertical-align: top; } dl { display: grid; grid-template-columns: 7em 1fr; gap: 0.25em 0.8em; }
dt { font-weight: bold; } dd { margin: 0; }"""
PREAMBLE = r"""\documentclass[11pt]{article}
\usepackage[T1]{fontenc}\usepackage[utf8]{inputenc}\usepackage{amsmath,amssymb,booktabs,tabularx,enumitem}
\usepackage[margin=2.5cm]{geometry}\setlength{\parindent}{0pt}\setlength{\parskip}{6pt}
\begin{document}
"""
TYPST_PAGE = """#set page(margin: 2.3cm, numbering: "1")
#set text(size: 10pt)
#set par(justify: false)
#show table: set text(size: 9pt)
#show heading.where(level: 1): it => block(below: 1.2em, text(size: 14pt, it.body))
#show heading.where(level: 2): it => block(above: 1.6em, below: 0.7em, text(size: 11pt, it.body))
"""
LATEX_SIGNS: dict[str, str | int | None] = {sign: f"\\{sign}" for sign in "&%$#_{}"}
LATEX_SIGNS |= {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"}
LATEX_SIGNS |= {"<": r"\textless{}", ">": r"\textgreater{}"}


class Format:
    """How each kind of block, and what is inside of a sentence, is written; a document is written by ``whole``."""

    def whole(self, blocks: Sequence[Block]) -> str:
        """The document as the text of a file."""
        return "\n\n".join(map(self._block, blocks)) + "\n"

    def _block(self, block: Block) -> str:
        """A block with no empty line around it."""
        match block:
            case Heading(level, text):
                return self._heading(level, text)
            case Paragraph(text):
                return self.inline(text)
            case Fields(rows):
                return self._fields(rows)
            case Table(head, rows):
                return self._table(head, rows)

    def inline(self, text: str) -> str:
        """A sentence."""
        return HELD.sub(_held, "".join(map(self._piece, pieces(self._paired(text)))))

    def literal(self, text: str) -> str:
        """A sentence in which no sign says anything."""
        return self._plain(text)

    def _paired(self, text: str) -> str:
        """The sentence with quotation marks that open and close."""
        parts = text.split('"')
        return "".join(part + "“”"[i % 2] for i, part in enumerate(parts[:-1])) + parts[-1]

    def _piece(self, piece: str | Leaf | Row) -> str:
        if isinstance(piece, str):
            return self._plain(piece)
        return self._code(piece.text) if isinstance(piece, Leaf) else self._formula(piece)

    def _plain(self, text: str) -> str:
        """Text without formulas, shown literally."""
        return text

    def _code(self, text: str) -> str:
        """An id or a command."""
        return text

    def _formula(self, formula: Row) -> str:
        """A formula within a sentence."""
        return Plain().row(formula)

    def _heading(self, level: int, text: str) -> str:
        """A title."""
        raise NotImplementedError

    def _fields(self, rows: Sequence[tuple[str, str]]) -> str:
        """Labels with their texts."""
        raise NotImplementedError

    def _table(self, head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
        """A table."""
        raise NotImplementedError


@dataclass(frozen=True)
class TextFile(Format):
    """Text of a width, formulas in the notation in which they are typed."""

    width: int = 100

    def _paired(self, text: str) -> str:
        return text

    def _block(self, block: Block) -> str:
        text = super()._block(block)
        return textwrap.fill(text, self.width, break_on_hyphens=False) if isinstance(block, Paragraph) else text

    def _heading(self, level: int, text: str) -> str:
        title = self.inline(text)
        return f"{title}\n{'=' * len(title)}" if level == 1 else title

    def _fields(self, rows: Sequence[tuple[str, str]]) -> str:
        return "\n".join(self.field(label, self.inline(text)) for label, text in rows)

    def field(self, label: str, text: str) -> str:
        """A label with its text, already in this form."""
        first, margin = f"{label:<{LABEL}}", " " * LABEL
        return textwrap.fill(text, self.width, initial_indent=first, subsequent_indent=margin, break_on_hyphens=False)

    def _table(self, head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
        drawn = Drawn(*head, box=box.SIMPLE_HEAD, pad_edge=False)
        for row in rows:
            drawn.add_row(*(Text(self.inline(cell)) for cell in row))
        paper = Console(file=StringIO(), width=self.width, color_system=None, legacy_windows=False)
        with paper.capture() as captured:
            paper.print(drawn)
        return "\n".join(line.rstrip() for line in captured.get().strip("\n").splitlines())


@dataclass(frozen=True)
class Markdown(Format):
    """Markdown; ``claim`` links an id where the pages of claims are beside, and ``sets`` formulas there."""

    claim: Callable[[str], str] = lambda text: f"`{text}`"
    sets: Callable[[Row], str] = lambda formula: f"${_unescaped(Latex().row(formula))}$"

    def _plain(self, text: str) -> str:
        return re.sub(r"[\\`*_\[\]<>#|$~]", r"\\\g<0>", text)

    def _code(self, text: str) -> str:
        return self.claim(text)

    def _formula(self, formula: Row) -> str:
        return self.sets(formula)

    def _heading(self, level: int, text: str) -> str:
        return f"{'#' * level} {self.inline(text)}"

    def _fields(self, rows: Sequence[tuple[str, str]]) -> str:
        return "\n\n".join(f"**{label}** {self.inline(text)}" for label, text in rows)

    def _table(self, head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
        cells = [[self.inline(cell).replace("|", "\\|").replace("\\\\|", "\\|") for cell in row] for row in rows]
        return "\n".join(f"| {' | '.join(line)} |" for line in [head, ["---"] * len(head), *cells])


class Html(Format):
    """A page of HTML by itself, formulas in MathML."""

    def whole(self, blocks: Sequence[Block]) -> str:
        """The page with its style."""
        title = next((self.inline(block.text) for block in blocks if isinstance(block, Heading)), "")
        head = f'<!doctype html>\n<html lang="en">\n<head><meta charset="utf-8"><title>{title}</title>'
        return f"{head}\n<style>{STYLE}</style></head>\n<body>\n{super().whole(blocks)}</body>\n</html>\n"

    def _block(self, block: Block) -> str:
        text = super()._block(block)
        return f"<p>{text}</p>" if isinstance(block, Paragraph) else text

    def _plain(self, text: str) -> str:
        return escape(text, quote=False)

    def _code(self, text: str) -> str:
        return f"<code>{escape(text)}</code>"

    def _formula(self, formula: Row) -> str:
        return mathml(formula)

    def _heading(self, level: int, text: str) -> str:
        return f"<h{level}>{self.inline(text)}</h{level}>"

    def _fields(self, rows: Sequence[tuple[str, str]]) -> str:
        lines = (f"<dt>{label}</dt><dd>{self.inline(text)}</dd>" for label, text in rows)
        return "<dl>\n{}\n</dl>".format("\n".join(lines))

    def _table(self, head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
        titles = "".join(f"<th>{cell}</th>" for cell in head)
        lines = ("".join(f"<td>{self.inline(cell)}</td>" for cell in row) for row in rows)
        return "<table>\n{}\n</table>".format("\n".join(f"<tr>{line}</tr>" for line in (titles, *lines)))


class LatexFile(Format):
    """An article in LaTeX."""

    def whole(self, blocks: Sequence[Block]) -> str:
        """The article."""
        return f"{PREAMBLE}{super().whole(blocks)}\\end{{document}}\n"

    def _plain(self, text: str) -> str:
        return text.translate(str.maketrans(LATEX_SIGNS))

    def _code(self, text: str) -> str:
        return rf"\texttt{{{self._plain(text)}}}"

    def _formula(self, formula: Row) -> str:
        return f"${Latex().row(formula)}$"

    def _heading(self, level: int, text: str) -> str:
        return rf"\{'section' if level == 1 else 'subsection'}*{{{self.inline(text)}}}"

    def _fields(self, rows: Sequence[tuple[str, str]]) -> str:
        lines = "\n".join(rf"\item[{label}] {self.inline(text)}" for label, text in rows)
        return f"\\begin{{description}}[noitemsep]\n{lines}\n\\end{{description}}"

    def _table(self, head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
        lines = "\n".join(" & ".join(map(self.inline, row)) + r" \\" for row in rows)
        columns = r">{\raggedright\arraybackslash}X" * len(head)
        opening = rf"\noindent\begin{{tabularx}}{{\textwidth}}{{{columns}}}" + "\n" + r"\toprule"
        return f"{opening}\n{' & '.join(head)} \\\\ \\midrule\n{lines}\n\\bottomrule\n\\end{{tabularx}}"


class TypstFile(Format):
    """A document in Typst, of which a PDF is made."""

    def whole(self, blocks: Sequence[Block]) -> str:
        """The document with its style."""
        return TYPST_PAGE + super().whole(blocks)

    def _plain(self, text: str) -> str:
        return PUNCTUATION.sub(r"\\\g<0>", text)

    def _code(self, text: str) -> str:
        return f"`{text}`"

    def _formula(self, formula: Row) -> str:
        return f"${Typst().row(formula)}$"

    def _heading(self, level: int, text: str) -> str:
        return f"#heading(level: {level})[{self.inline(text)}]"

    def _fields(self, rows: Sequence[tuple[str, str]]) -> str:
        cells = "\n".join(f"  [*{label}*], [{self.inline(text)}]," for label, text in rows)
        grid = f"grid(columns: (6.2em, 1fr), column-gutter: 0.8em, row-gutter: 0.65em,\n{cells}\n)"
        return f"#block(breakable: false, {grid})"

    def _table(self, head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
        titles = "".join(f"[*{cell}*], " for cell in head)
        lines = "\n".join("  " + "".join(f"[{self.inline(cell)}], " for cell in row) for row in rows)
        shares = [f"{max(map(_share, cells))}fr" for cells in zip(head, *rows, strict=True)]
        columns = f"({', '.join(shares)})"
        return (
            f"#table(columns: {columns}, stroke: (top: 0.4pt + gray, rest: none), inset: 4pt,\n  {titles}\n{lines}\n)"
        )


def _held(found: re.Match[str]) -> str:
    is_alone = found[0].startswith("<math") and found[0].endswith("</math>")
    return found[0] if is_alone else f'<span style="white-space: nowrap">{found[0]}</span>'


def _share(cell: str) -> int:
    """How wide a column a cell asks for: its lines may be broken, a formula hardly."""
    return max(isqrt(len(cell)), *(len(found[0]) // 3 for found in MARKUP.finditer(cell)), 8)


def _unescaped(formula: str) -> str:
    """LaTeX without a backslash before a sign, which Markdown takes away."""
    return formula.replace(r"\,", r"\thinspace").replace(r"\{", r"\lbrace").replace(r"\}", r"\rbrace")


def for_the_site(claims: str, ids: Mapping[str, object]) -> Markdown:
    """Markdown for a page beside those of the claims, which are in this folder: ids as links, formulas as MathML."""
    return Markdown(lambda text: f"[{text}]({claims}/{text}.md)" if text in ids else f"`{text}`", in_markdown)


def grades_in_words() -> dict[str, tuple[str, str]]:
    """Of each statement that a paper's errata grade, its grade, and what follows as text for a terminal."""
    return {id: (one.grade, TextFile().inline(one.consequence)) for id, one in graded_statements().items()}

"""Pictures of proofs as self-contained SVG: one statement's tree, and all arrows of a paper."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape

from littlestone.proofs_check.reports.proof_tree import ProofNode
from littlestone.proofs_check.verdicts.entries import ProofEntry, Worth
from littlestone.proofs_check.verdicts.standing import WORTHS

LINE, INDENT, MARGIN, LETTER = 24, 22, 14, 7.2  # pixels: a row, a level, the border, the width of a letter
COLUMN, ROW, BOX = 182, 34, 24  # pixels: between layers, between nodes of one, a node's height
WIDTH = 146  # of a node
PAGE = 40  # rows that fit a page
ABREAST = 6  # how many of the statements that no arrow meets are beside each other
INK: Mapping[Worth, str] = {  # told apart in grey as well: the worse, the darker
    "used": "#7a9",
    "corrected": "#e90",
    "conditional": "#9ab",
    "undecided": "#b8b",
    "broken": "#c22",
}
SHADES = {  # of a statement's verdict, laid thinly on any ground
    "refuted": "#c22",
    "proved": "#2a8f5b",
    "checked": "#1c7fa8",
    "sampled": "#3b6fc4",
    "estimated": "#7a55c0",
    "undecided": "#c98500",
}
Edge = tuple[str, str, Worth]
DASHED = ("corrected", "undecided")


def tree_picture(root: ProofNode, depth: int | None = None) -> str:
    """What a statement rests on as an SVG, a row for each node, refuted and repaired arrows in colour."""
    rows = _rows(root, depth)
    width = max(MARGIN * 3 + INDENT * row.level + LETTER * len(row.text) for row in rows)
    shapes = [shape for i, row in enumerate(rows) for shape in _row_shapes(i, row)]
    return _svg(width, LINE * len(rows) + MARGIN, f"What {root.id} rests on", shapes)


def page_picture(root: ProofNode) -> str:
    """The tree as deep as it fits a page: two steps, or one where these are too many."""
    return tree_picture(root, 2 if len(_rows(root, 2)) <= PAGE else 1)


@dataclass(frozen=True, slots=True)
class _Row:
    node: ProofNode
    level: int
    parent: int | None
    is_cut: bool

    @property
    def text(self) -> str:
        return self.node.text + (f"  (+{self.node.size} below)" if self.is_cut else "")


def _rows(root: ProofNode, depth: int | None) -> list[_Row]:
    """The nodes from top to bottom, each with the row of the one above it."""
    rows: list[_Row] = []

    def add(node: ProofNode, level: int, parent: int | None) -> None:
        here, is_cut = len(rows), depth is not None and level >= depth
        rows.append(_Row(node, level, parent, is_cut and bool(node.children)))
        for child in () if is_cut else node.children:
            add(child, level + 1, here)

    add(root, 0, None)
    return rows


def _row_shapes(i: int, row: _Row) -> Iterator[str]:
    x, y = MARGIN + INDENT * row.level, MARGIN + LINE * i
    ink = INK[row.node.worth]
    if row.parent is not None:
        top, left = MARGIN + LINE * row.parent, x - INDENT
        yield f'<path d="M{left} {top + 6}V{y}H{x - 6}" stroke="{ink}"{_dash(row.node.worth)} fill="none"/>'
    yield f'<circle cx="{x}" cy="{y}" r="5" fill="{_own_ink(row.node)}"/>'
    yield f'<text x="{x + 12}" y="{y + 4}">{escape(row.text)}</text>'


def _own_ink(node: ProofNode) -> str:
    if node.verdict.startswith(("refuted", "fails")):
        return INK["broken"]
    return INK["used" if node.proof is None else node.proof.worth]


def _dash(worth: Worth) -> str:
    return ' stroke-dasharray="5 3"' if worth in DASHED else ""


# ---- A paper


def paper_picture(
    paper: str, edges: Sequence[Edge], verdicts: Mapping[str, str], statements: Sequence[str] = (), link: str = ""
) -> str:
    """A paper's statements by verdict as an SVG, and the arrows between them: what rests on more lies further right.

    edges: who cites, what is cited, and what the worst arrow between them is worth; those to other papers are left out,
    the worst are drawn last. statements: those to be shown below, where no arrow meets them. link: where a statement's
    box leads to, {} standing for its id. A statement whose proof falls with a refuted step has a dashed red border.
    """
    own = [edge for edge in edges if all(id.split(".")[0] == paper for id in edge[:2])]
    drawn = sorted(own, key=lambda edge: WORTHS.index(edge[2]))
    layers = _layers(drawn)
    places = {id: (MARGIN + COLUMN * x, MARGIN + ROW * y) for x, ids in enumerate(layers) for y, id in enumerate(ids)}
    lines = [shape for citing, cited, worth in drawn for shape in _edge(places[cited], places[citing], worth)]
    top = MARGIN * 2 + ROW * max(map(len, layers), default=0)
    others = [id for id in statements if id.split(".")[0] == paper and id not in places]
    below = {id: (MARGIN + COLUMN * (i % ABREAST), top + ROW * (i // ABREAST)) for i, id in enumerate(others)}
    fallen = {citing for citing, _, worth in edges if worth == "broken"}
    boxes = [
        shape
        for id, place in (places | below).items()
        for shape in _box(id, place, verdicts.get(id, ""), id in fallen, link if id in verdicts else "")
    ]
    height = top + ROW * -(-len(others) // ABREAST)
    width = MARGIN * 2 + COLUMN * max(len(layers), ABREAST if others else 0) - (COLUMN - WIDTH)
    return _svg(width, height, f"What rests on what in {paper}", [*lines, *boxes])


def edges_of(proofs: Sequence[ProofEntry]) -> list[Edge]:
    """The edges of a ledger's proofs, of several arrows between two statements the worst."""
    found: dict[tuple[str, str], Worth] = {}
    for proof in proofs:
        for arrow in proof["arrows"]:
            ends = (proof["id"], arrow["cited"])
            found[ends] = max(found.get(ends, "used"), arrow["verdict"], key=WORTHS.index)
    return [(*ends, worth) for ends, worth in found.items()]


def _layers(edges: Sequence[Edge]) -> list[list[str]]:
    """The statements from left to right, each just before the first that uses it, near those in height."""
    above: dict[str, list[str]] = {}
    for citing, cited, _ in edges:
        above.setdefault(cited, []).append(citing)
        above.setdefault(citing, [])
    left: dict[str, int] = {}
    while ready := {id: users for id, users in above.items() if id not in left and all(u in left for u in users)}:
        left |= {id: max((left[u] + 1 for u in users), default=0) for id, users in ready.items()}
    height: dict[str, float] = {}
    layers: list[list[str]] = []
    for n in range(max(left.values(), default=-1) + 1):
        ids = sorted(id for id in left if left[id] == n)
        layers.insert(0, sorted(ids, key=lambda id: _mean([height[u] for u in above[id]])))
        height |= {id: float(y) for y, id in enumerate(layers[0])}
    return layers


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0


def _edge(start: tuple[float, float], end: tuple[float, float], worth: Worth) -> Iterator[str]:
    (x, y), (u, v) = (start[0] + WIDTH, start[1] + BOX / 2), (end[0], end[1] + BOX / 2)
    middle = (x + u) / 2
    width = 1 if worth in ("used", "conditional") else 2.5
    path = f"M{x:g} {y:g}C{middle:g} {y:g} {middle:g} {v:g} {u:g} {v:g}"
    yield f'<path d="{path}" stroke="{INK[worth]}" stroke-width="{width:g}"{_dash(worth)} fill="none"/>'
    yield f'<polygon points="{u:g},{v:g} {u - 7:g},{v - 3.5:g} {u - 7:g},{v + 3.5:g}" fill="{INK[worth]}"/>'


def _box(id: str, place: tuple[float, float], verdict: str, falls: bool, link: str) -> Iterator[str]:
    x, y = place
    shade = SHADES.get(verdict.partition(",")[0].partition(" ")[0], "#888")
    title = escape(f"{id} {verdict}{'; its proof falls with a refuted step' if falls else ''}")
    if link:
        page = id.partition(".from.")[0].removesuffix(".corrected").removesuffix(".sums").removesuffix(".corrected")
        yield f'<a href="{escape(link.format(page))}">'
    yield f'<rect x="{x}" y="{y}" width="{WIDTH}" height="{BOX}" rx="4" fill="Canvas" stroke="none"/>'
    border = f'stroke="{INK["broken"]}" stroke-width="2.5" stroke-dasharray="6 3"' if falls else ""
    border = border or f'stroke="{shade}" stroke-width="{2.5 if verdict.startswith("refuted") else 1:g}"'
    inside = f'fill="{shade}" fill-opacity="{0.3 if verdict.startswith("refuted") else 0.2:g}"'
    yield f'<rect x="{x}" y="{y}" width="{WIDTH}" height="{BOX}" rx="4" {inside} {border}/>'
    yield f'<text x="{x + 6}" y="{y + 16}">{escape(_fitted(id.partition(".")[2]))}<title>{title}</title></text>'
    if link:
        yield "</a>"


def _fitted(name: str) -> str:
    """The name, cut to a box's width."""
    most = int((WIDTH - 12) / LETTER)
    return name if len(name) <= most else f"{name[: most - 1]}…"


def _svg(width: float, height: float, title: str, shapes: Sequence[str]) -> str:
    body = "\n".join(shapes)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{escape(title)}" '
        f'viewBox="0 0 {width:g} {height:g}" width="{width:g}" height="{height:g}" style="max-width:100%;height:auto" '
        f'font-family="system-ui, sans-serif" font-size="12" fill="currentColor" stroke="none">\n'
        f"<title>{escape(title)}</title>\n{body}\n</svg>\n"
    )

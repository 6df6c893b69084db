"""The picture of a tournament: how a sample of D_k comes about, as in figure 4 of ABLMM22, as self-contained SVG."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from xml.sax.saxutils import escape

from littlestone.impl.online.standard_optimal_algorithm import ExtendedSOA
from littlestone.impl.online.tournament import Supply, contest
from littlestone.spec.classes.concept_classes import Function
from littlestone.spec.learning.randomness import Randomness, checked_count
from littlestone.spec.learning.samples import Example, Sample

LEVEL, LEAF, MARGIN, LETTER, TEXT = 92, 76, 34, 7, 12


@dataclass(frozen=True)
class Match:
    """A node of the tournament: two contestants with their fresh examples, the contest's example, and who won.

    ``sides`` are the matches below, None for the empty sample of D_0; ``fresh`` are T_0 and T_1, ``rules`` f_0 and f_1,
    ``example`` is (x, y) and ``winner`` 0 or 1. ``rejected`` counts the attempts before, in which the rules were equal.
    """

    sides: tuple[Match | None, Match | None]
    fresh: tuple[Sample, Sample]
    rules: tuple[Function, Function]
    example: Example
    winner: int
    rejected: int

    @property
    def sample(self) -> Sample:
        """The sample that this match gives: the winner's, its fresh examples, and the contest's example."""
        below = self.sides[self.winner]
        return (*(() if below is None else below.sample), *self.fresh[self.winner], self.example)


def play_tournament(soa: ExtendedSOA, examples: Iterable[Example], n: int, k: int, source: Randomness) -> Match | None:
    """As ``draw_tournament`` without a budget, with the whole tree of matches kept; None for k = 0.

    The sample of the tree has the law D_k. Raises ParameterError and OutOfExamples. Source: ABLMM22, section 5.2.2.
    """
    checked_count("n", n, 1)
    checked_count("k", k, 0)
    return _play(soa, Supply(iter(examples)), n, k, source)


def _play(soa: ExtendedSOA, supply: Supply, n: int, k: int, source: Randomness) -> Match | None:
    if k == 0:
        return None
    rejected = 0
    while True:
        grown = [(_play(soa, supply, n, k - 1, source), supply.take(n)) for _ in range(2)]
        (left, left_fresh), (right, right_fresh) = grown
        one, other = (_joined(match, fresh) for match, fresh in grown)
        f, g = soa.run(one).rule, soa.run(other).rule
        if f != g:
            x, y = contest(f, g, source)
            return Match((left, right), (left_fresh, right_fresh), (f, g), (x, y), int(f[x] == y), rejected)
        rejected += 1


def _joined(match: Match | None, fresh: Sample) -> Sample:
    return (*(() if match is None else match.sample), *fresh)


def tournament_svg(match: Match, title: str = "Tournament") -> str:
    """The tournament that generated a sample of D_k, as a self-contained SVG in the colour of the surrounding text.

    A node shows its contest's example (x, y) and how many attempts before it were rejected, an edge the fresh examples
    T and the rule f that its contestant brings; edges of winners are bold, those on the way into the sample bolder.
    The sample stands below. Light and dark pages both work: nothing has a colour of its own.
    """
    height = _height(match)
    gap = max(LEAF, LETTER * _longest_label(match) + TEXT)
    text = _sample_text(match.sample)
    width = max((1 << height) * gap, LETTER * len(text) + 2 * MARGIN)
    tall = 2 * MARGIN + height * LEVEL + 2 * TEXT
    body = "\n".join([*_shapes(match, 0, width, 0, True), _label(width / 2, tall - TEXT, text)])
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 {width} {tall}" width="{width}" '
        f'height="{tall}" style="max-width:100%;height:auto" font-family="system-ui, sans-serif" font-size="{TEXT}" '
        f'text-anchor="middle" fill="currentColor" stroke="none">\n'
        f"<title>{escape(title)}</title>\n{body}\n</svg>\n"
    )


def _height(match: Match | None) -> int:
    return 0 if match is None else 1 + max(map(_height, match.sides))


def _longest_label(match: Match) -> int:
    below = (_longest_label(side) for side in match.sides if side is not None)
    return max(*map(len, map(_examples, match.fresh)), *(len(_rule(f)) for f in match.rules), *below)


def _examples(sample: Sample) -> str:
    return " ".join(f"x{x}{_sign(y)}" for x, y in sample)


def _rule(rule: Function) -> str:
    return "f = " + "".join(map(_sign, rule))


def _sign(label: int) -> str:
    return "+" if label else "−"


def _sample_text(sample: Sample) -> str:
    return f"S = {_examples(sample)}"


def _shapes(match: Match, left: float, right: float, level: int, chosen: bool) -> Iterator[str]:
    """The node and everything below it, drawn between two abscissas; ``chosen`` marks the way into the sample."""
    x, y = (left + right) / 2, MARGIN + level * LEVEL
    again = f" · {match.rejected} rejected" if match.rejected else ""
    yield _label(x, y, f"({_examples((match.example,))}){again}")
    for i, (start, end) in enumerate(((left, x), (x, right))):
        below = (start + end) / 2
        won = match.winner == i
        yield _edge(x, y + 6, below, y + LEVEL - 3 * TEXT - 6, 1 + won + (won and chosen))
        yield _label(below, y + LEVEL - 2 * TEXT - 8, _examples(match.fresh[i]))
        yield _label(below, y + LEVEL - TEXT - 5, _rule(match.rules[i]))
        side = match.sides[i]
        yield from _leaf(below, y + LEVEL) if side is None else _shapes(side, start, end, level + 1, chosen and won)


def _leaf(x: float, y: float) -> Iterator[str]:
    yield _label(x, y + 4, "∅")


def _edge(x1: float, y1: float, x2: float, y2: float, width: int) -> str:
    return (
        f'<line x1="{x1:g}" y1="{y1:g}" x2="{x2:g}" y2="{y2:g}" stroke="currentColor" stroke-width="{width}" '
        f'stroke-opacity="{0.25 * (1 + width):g}"/>'
    )


def _label(x: float, y: float, text: str) -> str:
    return f'<text x="{x:g}" y="{y:g}">{escape(text)}</text>'

"""Planted slips: what the words "proved" and "checked" are worth, by statements that a slip has changed.

    python bench/planted.py [ID ...] --seed N --per-claim K [--wider] [--list]

Each statement of the five papers that passes in quick (for refuted prints the correction) is changed in one place, a
process a slip, and verified again. Two rates, never one: the raw share that is noticed says little, as most survivors
are true; of slips that make a statement false ``planted_survivors.toml`` tells which of the survivors those are, and a
survivor that nobody judged counts as undecided. Judge with one seed, quote the rate with another: else the boxes learn
the seed.
"""

from __future__ import annotations

import linecache
import os
import resource
import signal
import sys
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import chain
from pathlib import Path
from random import Random
from types import CodeType
from typing import NamedTuple

import click
from planted_slips import Slip, slips_of

from littlestone.proofs_check.kit_faults import ProversDisagree
from littlestone.proofs_check.questions.profiles import QUICK, Profile, Scope
from littlestone.proofs_check.reading.functions import own_functions, source_of, syntax_of
from littlestone.proofs_check.sources.catalogue import load_papers
from littlestone.proofs_check.statistics.binomials import clopper_pearson
from littlestone.proofs_check.verdicts.asking import Settings
from littlestone.proofs_check.verdicts.verification import verify
from littlestone.spec.claim import CLAIMS, Claim, corrected
from littlestone.spec.domains import Naturals
from littlestone.spec.proofs import ARROW

PAPERS = ("BGS21", "ABLMM22", "LYU25", "YAN25", "BCS20")
FATES = ("refuted", "crash", "disagree", "nothing bites", "open", "cut", "keeps the word")
NOTICED = FATES[:4]  # all that end a run with 1 or 3
SURVIVORS = Path(__file__).with_name("planted_survivors.toml")
JUDGED = ("true", "weaker", "false", "undecided")
JUDGED_SHARE = 4  # of so many survivors one has to be judged
SECONDS, WIDER_SECONDS, BASE_SECONDS = 5, 10, 120  # of the processor, for a slip, in a wider box, and unchanged
WARM = "LIT.maximum.reduction"  # a claim of another paper, verified first so that no fork imports the provers


class Planted(NamedTuple):
    """A slip and what became of it."""

    slip: Slip
    fate: str


# ---- One slip, in a process of its own


def apart(task: Callable[[], str], seconds: int) -> tuple[str, float]:
    """What the task says in a process of its own, "cut" where it takes longer; and the seconds that it took."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
            os.write(writing, task().encode())
        finally:
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as said:
        words = said.read()
    _, status, used = os.wait4(child, 0)
    cut = os.WIFSIGNALED(status) and os.WTERMSIG(status) in (signal.SIGXCPU, signal.SIGKILL)
    return words or ("cut" if cut else "crash"), used.ru_utime + used.ru_stime


def fate(claim: Claim, profile: Profile = QUICK) -> str:
    """What quick says of the claim as it is now: one of ``FATES``."""
    try:
        result = verify(claim, Settings(profile))
    except ProversDisagree:
        return "disagree"
    except Exception:
        return "crash"
    if result.verdict == "refuted":
        return "refuted"
    if result.bites_nothing:
        return "nothing bites"
    return "open" if result.verdict == "open" else "keeps the word"


def plant(slip: Slip) -> Claim:
    """The claim with the slip in it; for a process that ends after it, as functions and lines are changed in place."""
    claim = CLAIMS[slip.id]
    if slip.constant is not None:
        name, value = slip.constant
        changed = replace(claim.constants[name], printed=value)
        return replace(claim, constants={**claim.constants, name: changed})
    same = (f for f in own_functions(claim.formula) if f.__name__ == slip.function)
    function = next(f for f in same if f.__code__.co_filename == slip.file)
    text = slip.text(source_of(function).encode())  # as it was when the slips were found
    function.__code__ = _code(compile(text, slip.file, "exec", dont_inherit=True), function.__code__)
    linecache.cache[slip.file] = (len(text), None, text.decode().splitlines(keepends=True), slip.file)
    source_of.cache_clear()
    syntax_of.cache_clear()
    return claim


def _code(module: CodeType, old: CodeType) -> CodeType:
    """The code of the function of the same name and line."""
    inner = (code for code in module.co_consts if isinstance(code, CodeType))
    return next(c for c in inner if (c.co_name, c.co_firstlineno) == (old.co_name, old.co_firstlineno))


# ---- Which slips


def statements(names: Iterable[str]) -> list[Claim]:
    """The statements of the papers that can pass: in place of one with a correction, that."""
    names = tuple(names) or PAPERS
    stated = (c for c in CLAIMS.values() if c.role == "statement" and c.kind != ARROW and c.corrects is None)
    kept = [corrected(c.id) or c for c in stated if c.paper in PAPERS and (c.id in names or c.paper in names)]
    return [claim for claim in kept if claim.not_checkable is None]


def drawn(claim: Claim, seed: int, most: int) -> list[Slip]:
    """At most so many slips of the claim, of as many kinds as there are."""
    draw, kinds = Random(f"{seed} {claim.id}"), dict[str, list[Slip]]()
    for slip in slips_of(claim):
        kinds.setdefault(slip.kind, []).append(slip)
    for listed in kinds.values():
        draw.shuffle(listed)
    order = draw.sample(sorted(kinds), len(kinds))
    rounds = max(map(len, kinds.values()), default=0)
    taken = (kinds[kind][i] for i in range(rounds) for kind in order if i < len(kinds[kind]))
    return list(taken)[:most]


def passes(claim: Claim, profile: Profile = QUICK) -> bool:
    """Unchanged, the claim passes."""
    return apart(partial(fate, claim, profile), BASE_SECONDS)[0] == "keeps the word"


def planted(slips: Iterable[Slip]) -> Iterator[Planted]:
    """Each slip with its fate."""
    for slip in slips:
        yield Planted(slip, apart(partial(_fate, slip), SECONDS)[0])


def _fate(slip: Slip, profile: Profile = QUICK) -> str:
    return fate(plant(slip), profile)


# ---- Wider boxes


def wider(slip: Slip) -> str | None:
    """The line for ``steps.toml`` of the first wider box in which the slip dies, None where it dies in neither."""
    claim = CLAIMS[slip.id]
    own, box = slip.id.removesuffix(".corrected"), Scope(QUICK).box(claim)
    if not all(isinstance(domain, Naturals) for domain in claim.domains.values()):
        return None
    for more in (1, 3):
        steps = {name: most - box.least[name] + more for name, most in box.most.items()}
        budget = replace(QUICK.budget, cases=1_000_000)
        profile = replace(QUICK, budget=budget, boxes={**QUICK.boxes, own: steps})
        said, seconds = apart(partial(_fate, slip, profile), WIDER_SECONDS)
        if said in NOTICED and passes(claim, profile):  # else the claim itself is false there, as one was
            stated = ", ".join(f"{name} = {step}" for name, step in steps.items())
            return f'"{own}" = {{ {stated} }}  # {said}, {seconds:.1f} s: {slip.words}'
    return None


# ---- What is said of it


def judgements(path: Path = SURVIVORS) -> Mapping[tuple[str, str], str]:
    """What was judged of survivors, by id and slip. Raises ValueError where a false one has no counterexample."""
    found = {}
    for one in tomllib.loads(path.read_text(encoding="utf-8")).get("slip", ()):
        if one["judged"] not in JUDGED or not one["reason"]:
            raise ValueError(f"{one['id']}: {one['slip']} is judged {one['judged']!r}, with reason {one['reason']!r}")
        if one["judged"] == "false" and not one.get("counterexample"):
            raise ValueError(f"{one['id']}: {one['slip']} is judged false, and no counterexample is named")
        found[one["id"], one["slip"]] = one["judged"]
    return found


def rate(good: int, of: int) -> str:
    """The share in percent, with its 95% interval by Clopper and Pearson."""
    if of == 0:
        return "none"
    ends = clopper_pearson(good, of, Fraction(1, 20))
    return f"{100 * good / of:.1f}% ({good} of {of}; {100 * float(ends.lower):.1f} to {100 * float(ends.upper):.1f})"


def table(title: str, rows: Mapping[str, list[Planted]]) -> Iterator[str]:
    """The fates by row, as a table of a page."""
    yield f"| {title} | slips | {' | '.join(FATES)} | noticed |"
    yield "| --- " * 2 + "| --: " * len(FATES) + "| --: |"
    for name, found in rows.items():
        fates = Counter(one.fate for one in found)
        share = 100 * sum(fates[f] for f in NOTICED) / len(found)
        yield f"| {name} | {len(found)} | {' | '.join(str(fates[f]) for f in FATES)} | {share:.0f}% |"


def grouped(found: Iterable[Planted], key: Callable[[Slip], str]) -> dict[str, list[Planted]]:
    """By what the key says of the slip."""
    rows: dict[str, list[Planted]] = {}
    for one in found:
        rows.setdefault(key(one.slip), []).append(one)
    return rows


def rates(found: list[Planted], judged: Mapping[tuple[str, str], str]) -> Iterator[str]:
    """The raw share of the slips that are noticed, and what is detected of those that make a statement false."""
    fates = Counter(one.fate for one in found)
    said = Counter(judged.get((s.id, s.words), "unjudged") for s, fate in found if fate == "keeps the word")
    yield f"raw, noticed: {rate(sum(fates[f] for f in NOTICED), len(found))}"
    for words, false in (("", said["false"]), (", undecided ones too", said["false"] + said["undecided"])):
        yield f"refuted, of those that are false{words}: {detected(fates['refuted'], said, false)}"
    yield f"survivors: {', '.join(f'{said[word]} {word}' for word in (*JUDGED, 'unjudged'))}"


def detected(refuted: int, survivors: Counter[str], false: int) -> str:
    """The share that is refuted, the survivors that were judged standing for all: no few do, as a draw is not kept, but
    those of it that are false."""
    judged = survivors.total() - survivors["unjudged"]
    if judged == 0 or JUDGED_SHARE * judged < survivors.total():
        return f"no rate, as {judged} of {survivors.total()} survivors are judged"
    ends = clopper_pearson(false, judged, Fraction(1, 20))
    low, most, high = (
        100 * refuted / (refuted + survivors.total() * float(share))
        for share in (ends.upper, Fraction(false, judged), ends.lower)
    )
    return f"{most:.1f}% ({low:.1f} to {high:.1f}; {false} of {judged} survivors judged, of {survivors.total()})"


def unjudged(found: Iterable[Planted], judged: Mapping[tuple[str, str], str]) -> Iterator[str]:
    """The survivors that nobody judged, in the form of ``planted_survivors.toml``."""
    for slip, fate in found:
        if fate == "keeps the word" and (slip.id, slip.words) not in judged:
            yield f'[[slip]]  # {slip.kind}, {slip.part}\nid = "{slip.id}"\nslip = {toml(slip.words)}'
            yield 'judged = "undecided"\nreason = ""\n'


def toml(words: str) -> str:
    """The words as a string of TOML."""
    return f"'{words}'" if "'" not in words else f"'''{words}'''"


def report(found: list[Planted], seed: int) -> Iterator[str]:
    """Tables and rates of the statements, then of the bench, then who is to be judged."""
    judged = judgements()
    parts = {part: [one for one in found if one.slip.part == part] for part in ("statement", "bench")}
    yield f"{len(found)} slips, seed {seed}"
    for part, slips in parts.items():
        yield f"\n{part}: {len(slips)} slips\n"
        if slips:
            yield from table("paper", grouped(slips, lambda s: CLAIMS[s.id].paper) | {"all": slips})
            yield ""
            yield from table("kind", grouped(sorted(slips, key=lambda one: one.slip.kind), lambda s: s.kind))
            yield ""
            yield from rates(slips, judged)
    yield ""
    yield from unjudged(found, judged)


@click.command(help=__doc__)
@click.argument("names", nargs=-1)
@click.option("--seed", type=int, required=True, help="What the slips are drawn by.")
@click.option("--per-claim", default=6, show_default=True, help="The most slips of a claim.")
@click.option("--wider", "is_wider", is_flag=True, help="Look for survivors in wider boxes.")
@click.option("--list", "is_list", is_flag=True, help="Print the slips, and plant none.")
def main(names: tuple[str, ...], seed: int, per_claim: int, is_wider: bool, is_list: bool) -> None:
    """Plant slips, and say what became of them."""
    load_papers()
    claims = statements(names)
    if is_list:
        for slip in chain.from_iterable(drawn(claim, seed, per_claim) for claim in claims):
            click.echo(f"{slip.id}  {slip.kind}, {slip.part}\n    {slip.words}")
        return
    fate(CLAIMS[WARM])
    passing = [claim for claim in claims if passes(claim)]
    click.echo(f"{len(passing)} of {len(claims)} statements pass unchanged")
    found = list(planted(chain.from_iterable(drawn(claim, seed, per_claim) for claim in passing)))
    for line in report(found, seed):
        click.echo(line)
    survivors = [one.slip for one in found if one.fate == "keeps the word"] if is_wider else []
    for line in filter(None, map(wider, survivors)):
        click.echo(line)


if __name__ == "__main__":
    sys.exit(main())

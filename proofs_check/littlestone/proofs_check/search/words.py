"""The answer of a search: the class, and exactly the sizes of which "none" is said, with the reason for each."""

from __future__ import annotations

from collections.abc import Iterator

from littlestone.proofs_check.explore.headline import points_text
from littlestone.proofs_check.questions.universes import set_text
from littlestone.proofs_check.search.compression import COMPRESSION, least_compression_scheme
from littlestone.proofs_check.search.searching import Decided, Searched, Sizes


def answer_lines(answer: Searched) -> Iterator[str]:
    """The answer, what it rests on for each size that was searched, and the class with its parameters."""
    yield headline(answer)
    yield ""
    yield from (_line(one, answer) for one in answer.decided if one.outcome != "counted")
    counted = dict.fromkeys(one.reason for one in answer.decided if one.outcome == "counted")
    if counted:
        yield f"all other sizes: none, by counting: {'; '.join(counted)}"
    if answer.found is not None:
        yield f"\n{', '.join(f'{name} = {value}' for name, value in answer.found.values.items())} at"
        yield f"  {set_text(answer.found.members)}"
        yield "its tree as a picture, and all with certificates: littlestone dims CLASS --svg FILE --certificate FILE"
        for name in answer.found.values.keys() & COMPRESSION.keys():
            scheme = least_compression_scheme(answer.found.members, labelled=COMPRESSION[name])
            yield f"\nwitness of {name} = {scheme.size}, what is reconstructed from each subset: {scheme}"


def _line(one: Decided, answer: Searched) -> str:
    if one.outcome != "none":
        return f"{_size(one)}: {f'not decided, {one.reason}' if one.reason else 'a class'}"
    enough = answer.question.enough(one.points)
    more = f"; nor of more functions, of which {enough} would do" if enough and enough <= one.functions else ""
    fewer = "; nor on fewer points, since equal points change nothing" if answer.question.sees_no_copies else ""
    return f"{_size(one)}: none, by a proof of {one.steps:,} steps, each checked{more}{fewer}"


def headline(answer: Searched) -> str:
    """What is found, exactly which sizes have no class, and which are not decided."""
    found, asked = answer.found, f"{answer.question}: "
    cut = "".join(f"; {_size(one)} not decided" for one in answer.decided if one.outcome == "undecided")
    if cut:
        return asked + (f"a class of {_size(found)}; smaller not excluded" if found else "no class was found") + cut
    if found is None:
        return f"{asked}no class of {_sizes(answer.functions, answer.points)}"
    n, m, fewest, lowest = found.functions, found.points, answer.functions[0], answer.points[0]
    if answer.least == "points":
        before = [(answer.functions, (lowest, m - 1)), ((fewest, n - 1), (m, m))]
    else:
        before = [((fewest, n - 1), answer.points), ((n, n), (lowest, m - 1))]
    parts = ", nor of ".join(_sizes(*sizes) for sizes in before if all(low <= high for low, high in sizes))
    return f"{asked}a class of {_size(found)}{', the least: none of ' * bool(parts)}{parts}"


def _size(one: Decided) -> str:
    return _sizes((one.functions, one.functions), (one.points, one.points))


def _sizes(functions: Sizes, points: Sizes) -> str:
    of, on = (points_text(range(low, high + 1)) for low, high in (functions, points))
    return f"{of.replace('point', 'function')} on {on}"

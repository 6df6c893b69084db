"""The error of asking for what an optional extra of the package brings, where that is not installed."""

from __future__ import annotations


class MissingExtra(ImportError):
    """The library behind a part of the kit is not installed; the message names the extra that brings it."""

    def __init__(self, part: str, extra: str) -> None:
        super().__init__(f"{part} needs an optional extra: pip install 'littlestone[{extra}]'")

"""Faults of a formula, as opposed to false statements: it answers by itself, or states nothing."""


class FormulaFault(Exception):
    """A formula that is no statement, or not one statement: what it does, and in which line of its file."""

    def __init__(self, text: str, line: int | None = None) -> None:
        super().__init__(text)
        self.line = line

"""Answers by a function, and otherwise each time."""

SEEN: list[str] = []


def __getattr__(name: str) -> int:
    if name.startswith("__"):
        raise AttributeError(name)
    SEEN.append(name)
    return len(SEEN)

"""The project that the tests of the gate run it on: its files, and what they state."""

from pathlib import Path

FILES = Path(__file__).parent.parent / "proofs_check" / "gate" / "project"
LEMMAS = (FILES / "lemmas.py").read_text(encoding="utf-8")
LEARNER = (FILES / "learner.py").read_text(encoding="utf-8")
ALL = ["MINE.one", "MINE.two", "MINE.three", "MINE.size"]
LEARNER_TABLE = """
[[tool.littlestone.learners]]
target = "learner.py:learn"
class = "thresholds:2"
rows = 1
epsilon = "ln(3)"
mode = "exact"
"""

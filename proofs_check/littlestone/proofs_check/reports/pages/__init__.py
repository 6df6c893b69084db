"""Pages for people: the report of a run, a page for each claim, and the cards that are on both."""

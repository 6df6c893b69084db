"""The page of a paper's errata: what is written by hand, the document made of it, and its formats."""

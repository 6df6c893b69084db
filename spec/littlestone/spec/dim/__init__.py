"""DIM: the closed facts on VC, Littlestone and threshold dimension, and on learning, that the papers lean on."""

SECTIONS = (
    "dimension_theory",
    "induction",
    "tree_induction",
    "learning_theory",
    "boosting_theory",
    "proofs",
    "proofs_induction",
    "proofs_tree_induction",
)

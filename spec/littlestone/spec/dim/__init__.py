"""DIM: the closed facts on VC, Littlestone and threshold dimension, and on learning, that the papers lean on."""

SECTIONS = (
    "dimension_theory",
    "induction",
    "learning_theory",
    "boosting_theory",
    "proofs",
    "proofs_induction",
)

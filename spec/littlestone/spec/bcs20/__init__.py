"""BCS20: Bun, Carmosino, Sorrell: *Efficient, Noise-Tolerant, and Private Learning via Boosting*.

Beyond the paper: an eighth of its regret (S1) and of its rounds (S2); a round costs a fourth (O32.sharp); Theorems 30
and 33 hold of HS-StL-R (S4) in every dimension, without Lemma 29 (S4.margin); HS-StL errs on more than alpha
(T30.every), and with the rounds that its advantage needs costs 1/(alpha eps tau^3) rows (T30.A).

The text at hand lost its formulas. Places say where each form comes from: the words of the text, what is standard, what
is derived because the proofs need it, memory of the print, or code that an author or a reader published.
"""

SECTIONS = (
    "section1_introduction",
    "section2_1_measures",
    "section2_1_projections",
    "section2_2_learning",
    "section2_3_privacy",
    "section2_3_conversion",
    "section2_4_generalization",
    "section3_boosting",
    "section3_templates",
    "section4_lazy_bregman",
    "section4_slickness",
    "section5_2_weak_learner",
    "section5_2_noisy_learner",
    "section5_2_advantage",
    "section5_3_strong_learner",
    "section5_4_generalization",
    "section5_4_theorem",
    "section5_4_proof",
    "appendix_b_fuzzy_halfspaces",
    "appendix_c_theorem",
    "appendix_c_privacy",
    "appendix_c_claims",
    "appendix_d_games",
    "appendix_d_rounds",
    "appendix_e_updates",
    "appendix_e_regret",
    "derived_rounds",
    "derived_learner",
    "implementations",
    "implementations_halfspaces",
)

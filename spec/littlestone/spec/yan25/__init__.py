"""YAN25: Yan: *A nearly optimal private PAC learner for classes of VC dimension 1*.

Stronger here than in print, all with constants:
T1, T11: the printed size is enough with the constant of Theorem 9, at the error probability beta itself;
T11.ranks: (41 d + 202 log(6/(epsilon beta delta)))/(alpha epsilon) rows without Theorem 9;
T10: (e1 + e2, delta)-private for every epsilon; T7: with the mean loss k eps (e^eps - 1)/(e^eps + 1);
Cl6: N_2 with the constant 1, and 6 beta for O(beta/alpha); T2, T13: 81,000 times the printed second part.
"""

SECTIONS = (
    "section1_introduction",
    "section3_1_learning",
    "section3_2_privacy",
    "section3_2_composition",
    "section3_2_medians",
    "section3_2_choosing",
    "section4_partial_order",
    "section4_1_tree",
    "section5_improper_learner",
    "section5_privacy",
    "section5_privacy_steps",
    "section5_chunks",
    "section5_accuracy",
    "section5_theorem",
    "section6_1_subtree",
    "section6_1_proper_learner",
    "section6_2_privacy",
    "section6_2_claims",
    "section6_2_rounds",
    "section6_2_light_child",
    "section6_2_accuracy",
    "section6_2_theorem",
    "derived_trees",
    "derived_improper",
    "derived_proper_learner",
    "mechanisms",
    "mechanisms_choosing",
    "mechanisms_medians",
    "mechanisms_recursive_median",
)

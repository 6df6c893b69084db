"""BGS21: Bun, Gaboardi, Sivakumar: *Multiclass versus binary differentially private PAC learning*.

Some corrections are stronger than what is printed, each with its constants:

- Lemma 8.3: (6 alpha, 2 beta) from (5/7) ln(g / beta) / (alpha min(epsilon, 2 ln 2)) rows, where 4 beta is printed;
- Lemmas 8.4 and 8.5: every m, and no rows are added;
- Claim A.2: (epsilon / 3, delta / 7) for the (2 epsilon, 3 delta) printed, with independent draws;
- Theorem A.1: no subsampling beside that of the weak learner, and no VC dimension. The rows are as printed but for
  log(1/beta) log(log(1/alpha)) in place of the sum of the two, SC at least 1 / epsilon, and delta at most alpha / 162.
"""

SECTIONS = (
    "section1_introduction",
    "section2_privacy",
    "section2_learning",
    "section2_littlestone",
    "section3_learner",
    "section3_theorem",
    "section3_proof",
    "section3_properness",
    "section3_connection",
    "section4_psi",
    "section5_covers",
    "section5_sauer",
    "section5_induction",
    "section5_lower_bound",
    "section6_tightness",
    "section6_amplification",
    "section7_reverse",
    "section7_tightness",
    "section8_representations",
    "section8_learners",
    "section8_accuracy",
    "section8_accuracy_steps",
    "section8_online",
    "section8_dimension",
    "appendix_theorem",
    "appendix_weak_learner",
    "appendix_boosting",
    "appendix_corrected",
    "appendix_corollary",
)

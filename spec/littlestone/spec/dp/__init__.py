"""DP: the privacy theorems of mechanisms and of composition that the papers lean on."""

SECTIONS = ("privacy_theory", "accuracy_theory", "group_privacy", "composition_theory", "proofs")

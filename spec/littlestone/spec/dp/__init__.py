"""DP: the privacy theorems of mechanisms and of composition that the papers lean on."""

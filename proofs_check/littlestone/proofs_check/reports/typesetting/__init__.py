"""How a formula of a claim, and the mathematics inside of a sentence, are set on a page."""

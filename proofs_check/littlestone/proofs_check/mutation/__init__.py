"""How claims are changed: constants made stronger step by step, parts dropped or made strict."""

"""An audit's result as text, plain data, a page and pictures."""

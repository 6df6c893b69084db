"""Accountants of compositions, compared with each other and with exact curves."""

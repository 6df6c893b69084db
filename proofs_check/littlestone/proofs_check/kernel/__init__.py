"""Verdicts about classes as Rocq theorems: circuits whose every gate has a meaning, with a checked proof."""

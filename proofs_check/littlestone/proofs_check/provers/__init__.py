"""The provers: each answers the questions it supports with evidence."""

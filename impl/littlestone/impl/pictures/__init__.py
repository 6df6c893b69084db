"""Pictures of trees, attacks and tournaments."""

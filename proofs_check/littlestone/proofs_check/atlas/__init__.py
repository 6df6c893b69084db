"""The atlas: all binary classes to four points, up to isomorphism, with their parameters and pictures."""

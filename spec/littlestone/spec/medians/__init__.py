"""Private choices from votes and private medians: what they must do, in closed form."""

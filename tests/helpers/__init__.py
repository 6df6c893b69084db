"""What several tests share; a test imports it as ``helpers``."""

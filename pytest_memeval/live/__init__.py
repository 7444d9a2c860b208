"""Live runs: what was asked for, the checks before anything is written, the work, the watch."""

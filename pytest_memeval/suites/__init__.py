"""The suites: what is measured. They know nothing of pytest, nor of each other."""

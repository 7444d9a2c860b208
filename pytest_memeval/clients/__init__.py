"""The outside world: memory backends and what keeps a live run safe.

Reached only from live runs and from the command line. Whatever pulls in a heavy library imports it
when it is made, not when it is imported.
"""

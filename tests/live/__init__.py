"""Live runs against the stand-in of the platform, through the real client and real sockets."""

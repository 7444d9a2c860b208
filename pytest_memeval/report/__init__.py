"""What a run found: its model, and the forms it is written in."""

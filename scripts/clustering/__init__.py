"""Shards of crownhead as tasks of Ray; `scripts/cluster` is the command."""

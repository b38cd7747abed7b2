"""Storey 3: the questions of the searches, answered exactly and fast, and proven equal to them."""

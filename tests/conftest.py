"""How hard Hypothesis looks: `--hypothesis-profile thorough` for a long look."""

import signal

from hypothesis import HealthCheck, settings

settings.register_profile(
    "quick", max_examples=50, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("thorough", settings.get_profile("quick"), max_examples=2000)
settings.load_profile("quick")

# What runs in the background is told to ignore Ctrl-C and hands that on to what it starts; but the
# tests of the commands press it.
signal.signal(signal.SIGINT, signal.default_int_handler)

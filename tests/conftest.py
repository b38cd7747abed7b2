"""How hard Hypothesis looks: `--hypothesis-profile thorough` for a long look."""

from hypothesis import HealthCheck, settings

settings.register_profile(
    "quick", max_examples=50, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("thorough", settings.get_profile("quick"), max_examples=2000)
settings.load_profile("quick")

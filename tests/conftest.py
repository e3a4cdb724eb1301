"""What every test shares: Hypothesis without wall-clock verdicts, and none of the person's own settings."""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

# A slow machine is no failure; the example database would be shared by the parallel workers.
settings.register_profile(
    "house", deadline=None, database=None, print_blob=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("house")

# Settings come from the test alone, whatever its shell has set; where the browser is, that may say.
for name in list(os.environ):
    ours = name.startswith("FOURTH_") and name not in {"FOURTH_CHROMEDRIVER", "FOURTH_CHROMIUM"}
    if ours or name in {"GAME", "LANG_CODE", "SEED", "LANG", "LC_ALL", "LANGUAGE"}:
        del os.environ[name]


def pytest_xdist_auto_num_workers() -> int:
    """One worker more than there are processors: where a chat keeps Telegram's pace, a test mostly waits."""
    return (os.cpu_count() or 1) + 1

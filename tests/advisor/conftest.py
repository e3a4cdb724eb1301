"""The checker judges the claims of every game, whichever test asks it."""

import tests.advisor.draw_checker  # noqa: F401

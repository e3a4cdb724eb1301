"""A browser for the tests of the page, or a skip that says what is missing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from checks.browser import Browser, NoBrowser, browser, find
from playground.settings import Settings
from tests.playground.stage import TOKEN, Stage, beside


@pytest.fixture(scope="module")
def window(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """One browser for the tests of this module."""
    with ExitStack() as stack:
        try:
            opened = stack.enter_context(browser(find(), tmp_path_factory.mktemp("profile")))
        except NoBrowser as missing:
            print(f"the page is not tried in a browser: {missing}")
            pytest.skip(str(missing))
        yield opened


@pytest.fixture
def stage(window: Browser) -> Iterator[Stage]:
    """A playground of its own, and a page that has seen nothing yet."""
    with beside(Settings(port=0, with_bot=False, token=TOKEN)) as running:
        try:
            staged = Stage(running.address, window)
            staged.bot.updates()
            yield staged
            assert window.complaints() == []
        finally:
            window.open("about:blank")
            window.complaints()

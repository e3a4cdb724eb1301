"""A browser to look at the page with: a small client of the W3C WebDriver protocol, over loopback only.

It asks no address but that of the driver. FOURTH_CHROMEDRIVER and FOURTH_CHROMIUM may name the programs.
"""

from __future__ import annotations

import base64
import json
import os
import shutil
import subprocess
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from time import monotonic, sleep
from typing import Any, TypeAlias, TypeVar

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"  # the protocol's own name for a reference to an element
SWITCHES = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
)
T = TypeVar("T")
Json: TypeAlias = Any
"""What a driver or a page answers."""
PATIENCE = 15.0
STEP = 0.02


class NoBrowser(Exception):
    """There is no browser on this machine; says what is missing."""


@dataclass(frozen=True)
class Found:
    """Where the driver and the browser are."""

    driver: str
    browser: str


def find() -> Found:
    """The driver and the browser that the environment names or the machine has; raises NoBrowser."""
    driver = _program("FOURTH_CHROMEDRIVER", "chromedriver")
    return Found(driver, _program("FOURTH_CHROMIUM", "chromium", "chromium-browser", "google-chrome"))


def _program(variable: str, *names: str) -> str:
    named = os.environ.get(variable) or next(filter(None, map(shutil.which, names)), "")
    if not Path(named).is_file():
        raise NoBrowser(f"no {names[0]}: apt-get install chromium chromium-driver, or name one in {variable}")
    return named


@contextmanager
def driver(found: Found) -> Iterator[str]:
    """A running driver; gives its address."""
    started = subprocess.Popen(
        [found.driver, "--port=0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    try:
        assert started.stdout is not None
        line = next((line for line in started.stdout if "started successfully on port" in line), None)
        if line is None:
            raise NoBrowser("chromedriver ended before it answered")
        yield f"http://127.0.0.1:{line.rsplit(' ', 1)[1].strip().rstrip('.')}"
    finally:
        started.terminate()
        started.wait()
        if started.stdout is not None:
            started.stdout.close()


@contextmanager
def browser(found: Found, profile: Path, *, language: str = "en") -> Iterator[Browser]:
    """A window; `profile` is an empty folder of its own."""
    switches = [*SWITCHES, f"--user-data-dir={profile}", f"--lang={language}"]
    options = {"binary": found.browser, "args": switches, "prefs": {"intl.accept_languages": language}}
    with driver(found) as address:
        wanted = {"alwaysMatch": {"browserName": "chrome", "goog:chromeOptions": options}}
        session = call("POST", f"{address}/session", {"capabilities": wanted})["sessionId"]
        window = Browser(f"{address}/session/{session}")
        try:
            window.look()
            yield window
        finally:
            with suppress(OSError):
                call("DELETE", window.address)


class Refused(Exception):
    """The driver could not do it; says the protocol's error and its message."""


def call(method: str, address: str, body: dict[str, Any] | None = None) -> Json:
    """The value of the driver's answer; raises Refused."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(address, data, {"Content-Type": "application/json"}, method=method)
    try:
        with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(request, timeout=60) as answer:
            return json.load(answer)["value"]
    except urllib.error.HTTPError as error:
        with error:
            said = json.load(error)["value"]
        raise Refused(f"{said['error']}: {said['message'].splitlines()[0]}") from None


@dataclass(frozen=True)
class Browser:
    """One window."""

    address: str

    def open(self, url: str) -> None:
        """Go to `url`."""
        call("POST", f"{self.address}/url", {"url": url})

    def run(self, script: str, *arguments: object) -> Json:
        """What `script`, the body of a function, returns."""
        return call("POST", f"{self.address}/execute/sync", {"script": script, "args": list(arguments)})

    def devtools(self, command: str, **parameters: object) -> Json:
        """A command of Chromium's own protocol."""
        return call("POST", f"{self.address}/goog/cdp/execute", {"cmd": command, "params": parameters})

    def look(self, width: int = 1280, height: int = 860, *, dark: bool = False) -> None:
        """Make the window so large (pixels), by day or by night."""
        size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        self.devtools("Emulation.setDeviceMetricsOverride", **size)
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.devtools("Emulation.setEmulatedMedia", features=[scheme])

    def all(self, css: str) -> list[str]:
        """The elements that match now."""
        found = call("POST", f"{self.address}/elements", {"using": "css selector", "value": css})
        return [one[ELEMENT] for one in found]

    def click(self, css: str, text: str = "") -> None:
        """Click the first visible element that matches and holds `text`, once there is one."""
        self.wait(lambda: self.clicks(css, text), f"a click on {css} with {text!r}")

    def clicks(self, css: str, text: str = "") -> bool:
        """Click it if it is there now; False when it is not, or goes away meanwhile."""
        found = self.run(FIND, css, text)
        if not found:
            return False
        try:
            call("POST", f"{self.address}/element/{found[ELEMENT]}/click", {})
        except Refused as refusal:
            if not str(refusal).startswith(("stale element", "element click intercepted")):
                raise
            return False
        return True

    def type(self, css: str, keys: str) -> None:
        """Type into the first element that matches."""
        call("POST", f"{self.address}/element/{self.wait_for(css)}/value", {"text": keys})

    def press(self, keys: str) -> None:
        """Press and release each of `keys` where the focus is."""
        strokes = [{"type": kind, "value": key} for key in keys for kind in ("keyDown", "keyUp")]
        call(
            "POST",
            f"{self.address}/actions",
            {"actions": [{"type": "key", "id": "keyboard", "actions": strokes}]},
        )

    def texts(self, css: str) -> list[str]:
        """What each visible element that matches says."""
        return list(self.run(f"{VISIBLE} return visible(arguments[0]).map((one) => said(one).trim());", css))

    def wait_for(self, css: str, text: str = "") -> str:
        """The first visible element that matches and holds `text`, as soon as it is there."""
        found = self.wait(lambda: self.run(FIND, css, text), f"{css} with {text!r}")
        return str(found[ELEMENT])

    def wait(self, asked: Callable[[], T], what: str = "") -> T:
        """The first answer of `asked` that is not empty; raises AssertionError when patience ends."""
        end = monotonic() + PATIENCE
        while not (answer := asked()):
            if monotonic() > end:
                raise AssertionError(
                    f"never came: {what}; the page says: {self.run('return document.body.innerText')!r}"
                )
            sleep(STEP)
        return answer

    def picture(self, path: Path) -> None:
        """Write what is seen as a PNG."""
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(base64.b64decode(call("GET", f"{self.address}/screenshot")))

    def complaints(self) -> list[str]:
        """What the page's console has said since the last time."""
        said = call("POST", f"{self.address}/se/log", {"type": "browser"})
        return [f"{one['level']}: {one['message']}" for one in said if one["level"] == "SEVERE"]


VISIBLE = """
const visible = (css) => [...document.querySelectorAll(css)].filter((one) => one.checkVisibility());
const said = (one) => one.innerText.replaceAll("\\u00a0", " ");
"""
"""A space at which no line is broken reads as any other."""
FIND = f"{VISIBLE} return visible(arguments[0]).find((one) => said(one).includes(arguments[1])) ?? null;"

"""A wheel of a clean copy, installed elsewhere with what it asks for, plays a deal in an empty folder."""

from __future__ import annotations

import fcntl
import re
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from collections.abc import Iterator
from importlib.metadata import Distribution, distribution
from pathlib import Path, PurePosixPath

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = {
    "engine_server": "",
    "telegram_client": "",
    "playground": "",
    "benchmarks": "",
    "fourth": "proto/",
}
"""The packages of the wheel, and the folder of the checkout each lies in."""
SHIPPED = {".py", ".pyi", ".typed", ".mo", ".sql", ".md", ".proto", ".html", ".css", ".js", ".svg"}
MADE = (
    ".venv",
    "__pycache__",
    "*.egg-info",
    "build",
    "dist",
    ".*_cache",
    ".hypothesis",
    ".git",
    "fourth.db*",
)


def checkout() -> list[str]:
    """Every file of the project itself: what git knows, or all but what is made where there is no git."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=False)
    names = listed.stdout.decode().split("\0") if listed.returncode == 0 else all_files()
    return [name for name in names if name and (ROOT / name).is_file()]


def all_files() -> Iterator[str]:
    for path in ROOT.rglob("*"):
        name = path.relative_to(ROOT)
        if not any(PurePosixPath(part).match(made) for part in name.parts for made in MADE):
            yield name.as_posix()


def run(*command: str | Path, cwd: Path, typed: str = "", **more: str) -> str:
    """What a command prints, with nothing of this Python's surroundings; it must end well."""
    done = subprocess.run(
        command,
        cwd=cwd,
        env={"PATH": "/usr/bin:/bin", "HOME": str(cwd), "LANG": "C.UTF-8", **more},
        input=typed,
        capture_output=True,
        encoding="utf-8",
        timeout=100,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


# --- built and installed -------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    """A folder with the wheel in `dist` and an environment that has it in `venv`, made once for all."""
    shared = tmp_path_factory.getbasetemp()
    shared = (shared if worker_id == "master" else shared.parent) / "wheel"
    shared.mkdir(exist_ok=True)
    with (shared / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (shared / "stands").exists():
            build(shared)
            install(shared)
            (shared / "stands").touch()
    return shared


def build(place: Path) -> None:
    for name in checkout():
        (place / "tree" / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, place / "tree" / name)
    command = (sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", place / "dist", "tree")
    run(*command, cwd=place)


def install(place: Path) -> None:
    """By plain pip, into an environment that has of this one only what the wheel asks for."""
    run(sys.executable, "-m", "venv", "--without-pip", place / "venv", cwd=place)
    packages = Path(run(python(place), "-c", PACKAGES_FOLDER, cwd=place).strip())
    for entry in sorted({top(file) for asked in asked_for(wheel(place)) for file in files(asked)}):
        (packages / entry.name).symlink_to(entry)
    pip = (sys.executable, "-m", "pip", "--python", python(place), "install", "--quiet")
    run(*pip, "--no-index", "--disable-pip-version-check", wheel(place), cwd=place)


PACKAGES_FOLDER = "import sysconfig; print(sysconfig.get_path('purelib'))"


def python(place: Path) -> Path:
    return place / "venv" / "bin" / "python"


def wheel(place: Path) -> Path:
    (found,) = (place / "dist").glob("*.whl")
    return found


def metadata(wheel: Path) -> str:
    """What the wheel says of itself."""
    with zipfile.ZipFile(wheel) as archive:
        (name,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        return archive.read(name).decode()


def asked_for(wheel: Path) -> list[Distribution]:
    """The distributions that the wheel requires, and those that these require in turn."""
    wanted = re.findall(r"^Requires-Dist: (.*)$", metadata(wheel), re.MULTILINE)
    found: dict[str, Distribution] = {}
    while wanted:
        requirement = Requirement(wanted.pop())
        needed = requirement.marker is None or requirement.marker.evaluate({"extra": ""})
        if needed and requirement.name not in found:
            found[requirement.name] = distribution(requirement.name)
            wanted += found[requirement.name].requires or []
    return list(found.values())


def files(of: Distribution) -> Iterator[Path]:
    for file in of.files or ():
        if ".." not in file.parts:
            yield Path(str(of.locate_file(file)))


def top(file: Path) -> Path:
    """The entry of the packages' folder that a file lies in."""
    packages = Path(sysconfig.get_path("purelib"))
    return packages / file.relative_to(packages).parts[0]


# --- what is in it -------------------------------------------------------------------------------------


def test_the_wheel_has_every_file_of_its_packages_and_nothing_else(place: Path) -> None:
    with zipfile.ZipFile(wheel(place)) as archive:
        inside = {name for name in archive.namelist() if ".dist-info/" not in name}
    assert inside == {
        f"{package}/{file.relative_to(folder).as_posix()}"
        for package, folder in (
            (package, place / "tree" / below / package) for package, below in PACKAGES.items()
        )
        for file in folder.rglob("*")
        if file.suffix in SHIPPED
    }
    assert {Path(name).suffix for name in inside} >= SHIPPED - {".html", ".css", ".js", ".svg"}


GAMES = {
    "en": ("Your hand", "Trick 13", "Score", "Proof of the shuffle"),
    "de": ("Dein Blatt", "Stich 13", "Punkte", "Nachweis der Mischung"),
}


@pytest.mark.parametrize("language", GAMES)
def test_the_installed_wheel_plays_a_deal_to_the_score(place: Path, tmp_path: Path, language: str) -> None:
    typed = "/play floating deals=1\n/auto\n"
    shown = run(place / "venv" / "bin" / "fourth", "play", cwd=tmp_path, typed=typed, LANG_CODE=language)
    assert [words for words in GAMES[language] if words not in shown] == []
    assert (tmp_path / "fourth.db").exists()


def test_it_is_the_wheel_that_plays_and_not_the_checkout(place: Path, tmp_path: Path) -> None:
    for package in ("engine_server", "telegram_client", "fourth.v1"):
        found = run(python(place), "-c", f"import {package} as it; print(it.__file__)", cwd=tmp_path)
        assert Path(found.strip()).is_relative_to(place / "venv")


@pytest.mark.parametrize("tool", ["pytest", "babel", "grpc_tools", "checks", "tests"])
def test_nothing_that_only_developers_have_is_there_to_lean_on(
    place: Path, tmp_path: Path, tool: str
) -> None:
    look = f"import importlib.util as known; print(known.find_spec({tool!r}))"
    assert run(python(place), "-c", look, cwd=tmp_path) == "None\n"

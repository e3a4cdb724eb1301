"""The Python stubs of the contract beside its .proto files: `python -m checks.stubs [--write]`."""

from __future__ import annotations

import re
import sys
import sysconfig
import tempfile
from pathlib import Path

from grpc_tools import protoc

from checks.drift import ROOT, settle

GENERATED = re.compile(r"_pb2(_grpc)?\.pyi?$")
SERVICE = re.compile(r"^service ", re.MULTILINE)


def contract(proto: Path) -> list[Path]:
    """Every .proto file of ours below a folder, as protoc wants them named: relative to it, sorted.

    Those in third_party have stubs of their own, which Python clients install.
    """
    files = (path.relative_to(proto) for path in proto.rglob("*.proto"))
    return sorted(path for path in files if path.parts[0] != "third_party")


def generate(proto: Path, out: Path) -> None:
    """Write messages, services and the types of both into `out`.

    Raises RuntimeError when protoc refuses the contract; it has said why on standard error.
    """
    files = contract(proto)
    served = [path for path in files if SERVICE.search((proto / path).read_text(encoding="utf-8"))]
    typed = Path(sysconfig.get_path("scripts"), "protoc-gen-mypy_grpc")
    _protoc(proto, [f"--python_out={out}", f"--pyi_out={out}"], files)
    services = [f"--grpc_python_out={out}", f"--plugin=protoc-gen-mypy_grpc={typed}"]
    _protoc(proto, [*services, f"--mypy_grpc_out=quiet:{out}"], served)


def _protoc(proto: Path, outputs: list[str], files: list[Path]) -> None:
    if files and protoc.main(["protoc", f"-I{proto}", *outputs, *map(str, files)]):
        raise RuntimeError("protoc refused the contract")


def stubs(proto: Path) -> dict[Path, bytes]:
    """What the committed stubs of a contract should be: path beside the .proto file -> content."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder)
        generate(proto, out)
        return {proto / made.relative_to(out): made.read_bytes() for made in out.rglob("*.py*")}


def committed(proto: Path) -> list[Path]:
    """The stubs that stand beside the contract now."""
    return sorted(path for path in proto.rglob("*_pb2*.py*") if GENERATED.search(path.name))


def main() -> int:
    """Exit code 1 when the stubs are not what the contract gives."""
    proto = ROOT / "proto"
    return settle(stubs(proto), committed(proto), "make proto")


if __name__ == "__main__":
    sys.exit(main())

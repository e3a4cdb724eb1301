"""What the engine is told from outside: the environment (FOURTH_...), overruled by the command line."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from pydantic import Field
from pydantic_settings import BaseSettings, SettingsConfigDict


class Settings(BaseSettings):
    """Every setting of the engine, read once."""

    model_config = SettingsConfigDict(env_prefix="FOURTH_", frozen=True, extra="ignore")

    host: str = Field("127.0.0.1", description="where to listen; beyond this machine only with TLS")
    port: int = Field(50400, ge=0, le=65535, description="the port, 0 for a free one")
    store: Path = Field(Path("fourth.db"), description="the SQLite file of all tables")
    certificate: Path | None = Field(None, description="PEM file of the TLS certificate")
    key: Path | None = Field(None, description="PEM file of its key")
    seed: int | None = Field(None, ge=0, repr=False, description="practice deals, on this machine only")
    reflection: bool = Field(False, description="let tools ask for the contract")
    metrics_port: int | None = Field(None, ge=0, le=65535, description="show Prometheus figures here")
    calls_per_second: int | None = Field(
        None,
        ge=0,
        description="calls of one caller, 0 for any number; else 200 beyond this machine",
    )
    attached: bool = Field(False, description="stop when standard input ends, with whoever started it")
    language: str = Field("", description="of reports: en, de, nb, zh-Hans, zh-Hant; else that of LANG")
    log_level: Literal["debug", "info", "warning", "error"] = Field("warning", description="what is logged")

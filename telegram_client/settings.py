"""What the surroundings say about a chat, or the bot: environment variables into one frozen record each."""

from __future__ import annotations

from pathlib import Path

from pydantic import Field, SecretStr, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from telegram_client.speech.phrasebook import Language, language_of


class Settings(BaseSettings):
    """GAME, LANG_CODE and SEED; an empty one counts as unset. A language nobody speaks here is English."""

    model_config = SettingsConfigDict(
        frozen=True, env_ignore_empty=True, extra="ignore", hide_input_in_errors=True
    )

    game: str = Field(default="", max_length=40)
    lang_code: Language = Language.EN
    seed: int | None = Field(default=None, ge=0, lt=2**63)

    @field_validator("lang_code", mode="before")
    @classmethod
    def _spoken(cls, tag: object) -> Language:
        return language_of(str(tag)) or Language.EN


class BotSettings(BaseSettings):
    """FOURTH_BOT_TOKEN and the like; an empty one counts as unset. Secrets are never shown."""

    model_config = SettingsConfigDict(
        env_prefix="FOURTH_", frozen=True, env_ignore_empty=True, extra="ignore", hide_input_in_errors=True
    )

    bot_token: SecretStr = SecretStr("")
    bot_token_file: Path | None = None
    bot_api: str = ""
    pace: str = "normal"
    engine: str = ""
    front_key: SecretStr = SecretStr("")
    front_key_file: Path | None = None

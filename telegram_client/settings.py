"""What the surroundings say about a chat: environment variables into one frozen record."""

from __future__ import annotations

from pydantic import Field, field_validator
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

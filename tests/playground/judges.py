"""A second and a third opinion on what the playground says and hears: the models of aiogram and of PTB."""

from __future__ import annotations

import json
from typing import Any

import aiogram.methods
import aiogram.types
import telegram
from aiogram.methods import TelegramMethod
from pydantic import BaseModel, TypeAdapter

from playground.api.forms import Form

METHODS: dict[str, type[TelegramMethod[Any]]] = {
    method.__api_method__.lower(): method
    for method in (getattr(aiogram.methods, name) for name in aiogram.methods.__all__)
    if isinstance(method, type) and issubclass(method, TelegramMethod) and method is not TelegramMethod
}
NEWER_THAN_PTB = frozenset({"ephemeral_message_id", "receiver_user", "disabled", "can_send_welcome_messages"})
"""Fields of Bot API 10.1 to 10.3, which PTB 22.8 keeps aside."""
_TEXTS = frozenset({"text", "caption", "offset", "query"})


def judge_update(update: dict[str, Any]) -> None:
    """Both read an update whole: nothing is missing, wrong or unknown."""
    read = aiogram.types.Update.model_validate(json.loads(json.dumps(update)))
    assert unknown(read) == []
    assert read.event_type
    as_ptb = telegram.Update.de_json(json.loads(json.dumps(update)), None)
    assert as_ptb.update_id == update["update_id"]
    assert set(left_aside(as_ptb)) <= NEWER_THAN_PTB


def judge_call(name: str, form: Form, answer: dict[str, Any]) -> None:
    """A call has only fields that the method has, each of its sort, and its answer is what it returns."""
    method = METHODS[name.lower()]
    fields = {field: _decoded(field, value) for field, value in form.fields.items()}
    assert set(fields) <= set(method.model_fields), (name, set(fields) - set(method.model_fields))
    if not form.files:
        assert unknown(method.model_validate(fields)) == [], name
    if answer["ok"]:
        judge_result(name, answer["result"])
    else:
        assert set(answer) <= {"ok", "error_code", "description", "parameters"}


def judge_result(name: str, result: object) -> None:
    """What a method returns is what aiogram expects of it."""
    read = TypeAdapter(METHODS[name.lower()].__returning__).validate_python(json.loads(json.dumps(result)))
    assert unknown(read) == [], name


def _decoded(field: str, value: object) -> object:
    """What stands in a form field, where JSON stands in it."""
    if isinstance(value, str) and field not in _TEXTS and value[:1] in ("{", "["):
        return json.loads(value)
    return value


def unknown(read: object) -> list[str]:
    """The fields that a model of aiogram does not know, at any depth."""
    if isinstance(read, list | tuple):
        return [name for part in read for name in unknown(part)]
    if not isinstance(read, BaseModel):
        return []
    own = list(read.model_extra or {})
    return own + [name for field in type(read).model_fields for name in unknown(getattr(read, field))]


def left_aside(read: object) -> list[str]:
    """The fields that an object of PTB does not know, at any depth."""
    if isinstance(read, list | tuple):
        return [name for part in read for name in left_aside(part)]
    if not isinstance(read, telegram.TelegramObject):
        return []
    inner = [getattr(read, name, None) for name in read.to_dict(recursive=False)]
    people = [getattr(read, "from_user", None)]
    return list(read.api_kwargs) + [name for part in [*inner, *people] for name in left_aside(part)]

"""How much the service bears, by a clock of our own."""

from __future__ import annotations

import pytest

from playground.telegram.limits import Limiter, Rates
from playground.telegram.refusals import Refusal
from tests.playground.worlds import NOW, Small, keys

SECOND = 1000


def taken(limiter: Limiter, times: list[int], chat: int | None, is_group: bool = False) -> list[int]:
    """For each time 0 where it is allowed, else after how many seconds to try again."""
    return [_taken(limiter, NOW + at, chat, is_group) for at in times]


def _taken(limiter: Limiter, now: int, chat: int | None, is_group: bool) -> int:
    try:
        limiter.take(now, chat, is_group)
    except Refusal as refusal:
        return refusal.parameters["retry_after"]
    return 0


def test_the_refusal_says_when_to_try_again() -> None:
    limiter = Limiter(Rates(burst=1))
    limiter.take(NOW, 1)
    with pytest.raises(Refusal) as refusal:
        limiter.take(NOW + 1, 1)
    assert (refusal.value.code, refusal.value.description) == (429, "Too Many Requests: retry after 1")


def test_one_a_second_in_a_chat() -> None:
    assert taken(Limiter(Rates(burst=1)), [0, 500, 999, 1000, 1001, 2000], 1) == [0, 1, 1, 0, 1, 0]


def test_a_short_burst_is_borne_and_paid_back() -> None:
    limiter = Limiter(Rates(burst=3))
    assert taken(limiter, [0, 0, 0, 0, 999, 1000, 1000, 4000, 4000, 4000, 4000], 1) == [
        0,
        0,
        0,
        1,
        1,
        0,
        1,
        0,
        0,
        0,
        1,
    ]


def test_chats_do_not_wait_for_each_other() -> None:
    limiter = Limiter(Rates(burst=1))
    assert [taken(limiter, [0], chat) for chat in range(1, 20)] == [[0]] * 19


def test_thirty_a_second_in_all() -> None:
    limiter = Limiter(Rates())
    assert [taken(limiter, [0], chat)[0] for chat in range(1, 33)] == [0] * 30 + [1] * 2
    assert taken(limiter, [999, 1000], 99) == [1, 0]


def test_twenty_a_minute_in_a_group() -> None:
    limiter, times = Limiter(Rates()), [second * SECOND for second in range(21)]
    assert taken(limiter, times, -5, is_group=True) == [0] * 20 + [40]
    assert taken(limiter, [59_749, 59_750], -5, is_group=True) == [1, 0]
    assert taken(limiter, times, 5) == [0] * 21


def test_what_is_refused_does_not_count() -> None:
    limiter = Limiter(Rates(burst=1))
    assert taken(limiter, [0, *[900] * 50, 1000], 1) == [0, *[1] * 50, 0]


def test_a_clock_put_back_blocks_nobody() -> None:
    limiter = Limiter(Rates(burst=1, in_group=2))
    assert taken(limiter, [0, 1000], -1, is_group=True) == [0, 0]
    assert taken(limiter, [-3_600_000], -1, is_group=True) == [0]


def test_limits_may_be_off() -> None:
    assert taken(Limiter(Rates(on=False)), [0] * 100, -1, is_group=True) == [0] * 100


def test_sends_and_edits_share_one_account_and_answers_are_free() -> None:
    small = Small(Rates(burst=1))
    ann = small.person()
    sent = small.call("sendMessage", chat_id=ann.id, text="a")
    edit = {"chat_id": ann.id, "message_id": sent["message_id"], "text": "b"}
    assert small.refused("editMessageText", **edit).parameters == {"retry_after": 1}
    small.call("sendChatAction", chat_id=ann.id, action="typing")
    small.clock.pass_by(1)
    assert small.call("editMessageText", **edit)["text"] == "b"
    assert small.refused("editMessageReplyMarkup", **edit | {"reply_markup": keys()}).code in (400, 429)
    small.call("deleteMessage", chat_id=ann.id, message_id=sent["message_id"])


@pytest.mark.parametrize("counted", [True, False])
def test_ephemeral_messages_count_unless_it_is_switched_off(counted: bool) -> None:
    small = Small(Rates(burst=1, ephemeral=counted))
    ann = small.person()
    chat = small.group(ann, admin=True)
    to_ann = {"chat_id": chat.id, "text": "x", "ephemeral_message_parameters": {"receiver_user_id": ann.id}}
    small.call("sendMessage", **to_ann)
    if counted:
        assert small.refused("sendMessage", **to_ann).code == 429
    else:
        assert small.call("sendMessage", **to_ann)["message_id"] == 0

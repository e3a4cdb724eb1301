"""Claims, concessions and moves taken back: what is said of them, and the keys to wish for them."""

from __future__ import annotations

from fourth.v1.moves_pb2 import Move
from fourth.v1.views_pb2 import ClaimSeen, SeatAnswer, View

from telegram_client.speech.buttons import BACK, GOALS_IN_A_ROW, Key, Rows, evenly, side_by_side
from telegram_client.speech.moves import kind_of
from telegram_client.speech.phrasebook import Words
from telegram_client.speech.seats import by, who

Lines = tuple[str, ...]

CLAIM = "claim"
"""The choice that turns the keys to the numbers of tricks that may be claimed."""
WISHES = ("claim", "concede", "ask_undo")
"""The kinds of moves that nothing waits for."""


# --- what may be wished for ----------------------------------------------------------------------------


def claims(view: View) -> dict[int, Move]:
    """The claims the viewer may make now, by their tricks; a concession claims none."""
    return {move.claim.tricks: move for move in view.free_moves if kind_of(move) in ("claim", "concede")}


def undo(view: View) -> Move | None:
    """The wish to take a move back, where the viewer may have it now."""
    return next((move for move in view.free_moves if kind_of(move) == "ask_undo"), None)


def wishes(words: Words, view: View) -> Rows:
    """One row: the way to the claims, and a move taken back; only what may be wished for now."""
    ways: list[Key] = [(words.say("button.claim"), CLAIM)] if claims(view) else []
    back = undo(view)
    return side_by_side([*ways, *([(words.say("button.take_back"), back)] if back else [])])


def claim_rows(words: Words, view: View, turned: bool = False) -> Rows:
    """The numbers of tricks that may be claimed, and the concession. `turned`: a key leads back as well."""
    offered = claims(view)
    numbers: list[Key] = [(str(tricks), move) for tricks, move in sorted(offered.items()) if tricks]
    others: list[Key] = [(words.say("button.concede"), offered[0])] if 0 in offered else []
    if turned:
        others.append((words.say("button.back"), BACK))
    return (*evenly(numbers, GOALS_IN_A_ROW), *side_by_side(others))


def how_many(words: Words, view: View) -> str:
    """How many of the 5 remaining tricks does your side take?"""
    return words.say("claim.pick", n=max(claims(view), default=0))


# --- what waits for consent ----------------------------------------------------------------------------


def is_pending(view: View) -> bool:
    """Whether a claim, or the wish to take a move back, waits for answers."""
    return view.HasField("claim") or view.HasField("undo")


def pending(words: Words, view: View) -> Lines:
    """What waits for answers, and the answers so far. The cards shown stand with the other open hands."""
    if view.HasField("claim"):
        return (claimed(words, view), *(answered(words, view, answer) for answer in view.claim.answers))
    if view.HasField("undo"):
        asked = by(words, "undo.asked", view, view.undo.seat)
        return (asked, *(answered(words, view, answer) for answer in view.undo.answers))
    return ()


def claimed(words: Words, view: View) -> str:
    """Anna claims 3 of the 5 remaining tricks; concedes the rest."""
    claim, left = view.claim, _tricks_left(view, view.claim)
    if not claim.tricks:
        return by(words, "claim.none", view, claim.seat)
    if claim.tricks == left:
        return by(words, "claim.all", view, claim.seat, n=left)
    return by(words, "claim.some", view, claim.seat, tricks=claim.tricks, left=left)


def _tricks_left(view: View, claim: ClaimSeen) -> int:
    """By the cards shown, and the one that the claimant has played to the trick on the table."""
    return len(claim.hand.cards) + any(played.seat == claim.seat for played in view.trick.cards)


def answered(words: Words, view: View, answer: SeatAnswer) -> str:
    """Ben accepts."""
    return by(words, "claim.accepted" if answer.accept else "claim.refused", view, answer.seat)


def settled(words: Words, before: View, accepted: bool) -> Lines:
    """All of it at the end in one: what was wished for, who answered what, and what comes of it."""
    return (*pending(words, before), outcome(words, before, accepted))


def outcome(words: Words, before: View, accepted: bool) -> str:
    """What comes of a claim, or of the wish to take a move back. `before`: the table when it waited."""
    if before.HasField("claim"):
        return words.say("claim.agreed" if accepted else "claim.play_on")
    return words.say("undo.done" if accepted else "undo.stands")


# --- the question --------------------------------------------------------------------------------------


def asks_consent(view: View) -> bool:
    """Whether the viewer is asked to agree to something."""
    return any(kind_of(move) in ("answer_claim", "answer_undo") for move in view.legal_moves)


def consent(view: View, accept: bool) -> Move:
    """Yes or no to what waits for consent."""
    answer = Move()
    (answer.answer_claim if view.HasField("claim") else answer.answer_undo).accept = accept
    return answer


def consent_wanted(words: Words, view: View) -> str:
    """What the viewer is asked, to be answered in writing."""
    return f"{consent_by_keys(words, view)} {words.say('consent.typed')}"


def consent_by_keys(words: Words, view: View) -> str:
    """The same, to be answered by keys."""
    if view.HasField("undo"):
        return words.say("undo.ask", name=who(words, view, view.undo.seat))
    return words.say("claim.ask" if view.claim.tricks else "claim.ask_none")

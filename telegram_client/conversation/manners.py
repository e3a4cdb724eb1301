"""What a person may do though nothing waits for it: claim, concede, take a move back.

What may be wished for now the engine says (View.free_moves), and it is asked anew each time. All of them may
raise a GatewayError, and then nothing was changed here.
"""

from __future__ import annotations

from fourth.v1.moves_pb2 import Move
from fourth.v1.views_pb2 import STAGE_PLAYING, View

from telegram_client.conversation.asking import Lines
from telegram_client.conversation.intents import Claim
from telegram_client.conversation.lookups import not_now
from telegram_client.conversation.notation import read_number
from telegram_client.conversation.standing import Standing
from telegram_client.speech import manners
from telegram_client.speech.columns import paragraphs
from telegram_client.speech.phrasebook import Words


async def claim(at: Standing, wish: Claim) -> Lines:
    """Claims so many of the tricks that are left, all of them where no number was said."""
    view = await now(at)
    if view is None:
        return not_here(at)
    move = claim_meant(view, wish.tricks or str(max(manners.claims(view), default=0)))
    return await wished(at, view, move) if move else no_such_claim(at.words, view)


async def concede(at: Standing) -> Lines:
    """Gives up all the tricks that are left."""
    return await claim(at, Claim("0"))


async def undo(at: Standing) -> Lines:
    """Takes the latest own move back, or asks the others for it."""
    view = await now(at)
    if view is None:
        return not_here(at)
    move = manners.undo(view)
    return await wished(at, view, move) if move else (at.words.say("undo.not_now"),)


async def now(at: Standing) -> View | None:
    """The table as it is this moment; None where the person does not play at it."""
    view = at.view
    if view is None or view.stage != STAGE_PLAYING or at.seat is None or at.robot_plays:
        return None
    return await at.gateway.view(view.table)


def not_here(at: Standing) -> Lines:
    """Why somebody who does not play can wish for nothing."""
    return at.no_table() if at.view is None else not_now(at, at.view)


async def taken_back(at: Standing) -> Lines:
    """Says so where the wish just sent needed nobody's consent; else the others are asked."""
    view = await now(at)
    return () if view is None or view.HasField("undo") else (at.words.say("undo.done"),)


def claim_meant(view: View, typed: str) -> Move | None:
    """The claim of so many tricks, None where it may not be made now."""
    number = read_number(typed)
    return None if number is None else manners.claims(view).get(number)


def no_such_claim(words: Words, view: View) -> Lines:
    """Why nothing was claimed: no time for it, or no such number."""
    offered = manners.claims(view)
    if not offered:
        return paragraphs(words.say("claim.not_now"))
    left = max(offered)
    some = words.say("claim.how", n=left) if len(offered) > 1 else words.say("claim.how_all", left=left)
    return paragraphs(some)


async def wished(at: Standing, view: View, move: Move) -> Lines:
    """Sends the wish; what comes of it is news like any other."""
    await at.gateway.move(view.table, move, view.decision_version, at.named("move"))
    at.asked = False
    return ()

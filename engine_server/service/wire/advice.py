"""Hints on the wire: every move rated, with reasons, the facts behind them, and who may be the partner."""

from __future__ import annotations

import re
from dataclasses import fields

from fourth.v1 import advisor_service_pb2 as pb

from engine_server.advisor.claims import Claim
from engine_server.advisor.hints import Argument, At
from engine_server.advisor.partnership import OfAuction
from engine_server.advisor.reasons import RatedMove, Reason
from engine_server.advisor.suspicion import Suspicion
from engine_server.application.hints import Hint
from engine_server.game.view import View
from engine_server.rules.moves import Bid
from engine_server.service.wire.moves import move_out
from engine_server.service.wire.texts import argument_out, text_out
from engine_server.words import written
from engine_server.words.languages import Language

COMPASS = 4
"""Tables of so many seats have a compass."""
RATING_STEPS = 10
"""The advisor rates from 0 to 100, the contract from 0 to 1000."""


def hint_out(hint: Hint, language: Language) -> pb.GetHintResponse:
    """Advice for the decision of one view."""
    view = hint.view
    return pb.GetHintResponse(
        version=view.version,
        decision_version=view.decision_version,
        moves=[_rated_out(move, view, language) for move in hint.advice.moves],
        suspicions=[_suspicion_out(one, view, language) for one in hint.advice.suspicion],
    )


def _rated_out(rated: RatedMove, view: View, language: Language) -> pb.RatedMove:
    return pb.RatedMove(
        move=move_out(rated.move),
        rating=rated.rating * RATING_STEPS,
        reasons=[_reason_out(reason, view, language) for reason in rated.reasons],
    )


def _suspicion_out(suspicion: Suspicion, view: View, language: Language) -> pb.Suspicion:
    return pb.Suspicion(
        seat=suspicion.seat,
        per_mille=suspicion.per_mille,
        reasons=[_reason_out(reason, view, language) for reason in suspicion.reasons],
    )


def _reason_out(reason: Reason, view: View, language: Language) -> pb.HintReason:
    arguments = tuple((key, _said(value, view)) for key, value in reason.arguments)
    text = text_out(reason.code.value, language, arguments)
    for argument, (_, value) in zip(text.arguments, reason.arguments, strict=True):
        if isinstance(value, At):
            argument.value = str(value.seat)
    return pb.HintReason(text=text, claims=[_fact_out(claim) for claim in reason.claims])


def _said(value: Argument, view: View) -> written.Argument:
    """An argument as a sentence says it: a seat by the name of the person who sits there, else by its own.

    Where no compass names the seats a robot is called by name as well.
    """
    match value:
        case At(seat):
            seen = view.seats[seat]
            named = seen.player or len(view.seats) != COMPASS
            return written.Person(seen.name) if named else written.Place(seat)
        case Bid(level, named):
            return written.Bid(level, named)
        case _:
            return value


def _fact_out(claim: Claim) -> pb.Fact:
    """A claim under the name of its class, with its fields as arguments."""
    told = claim.fact if isinstance(claim, OfAuction) else claim
    name = re.sub(r"(?<!^)(?=[A-Z])", "_", type(told).__name__).lower()
    values = ((item.name, getattr(told, item.name)) for item in fields(told))  # type: ignore[arg-type]
    return pb.Fact(code=name, arguments=[argument_out(key, _plain(value)) for key, value in values])


def _plain(value: object) -> written.Argument:
    match value:
        case At(seat):
            return seat
        case Bid(level, named):
            return written.Bid(level, named)
        case tuple() if not hasattr(value, "_fields"):
            return tuple(_plain(part) for part in value)
        case _:
            return value  # type: ignore[return-value]

"""CatalogService and ServerService: what there is to play, what words mean, and what this engine allows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from fourth.v1 import catalog_service_pb2 as pb
from fourth.v1 import server_service_pb2

from engine_server.application.access import Access, Denied, Limits
from engine_server.application.names import LONGEST_NAME
from engine_server.rules.variants import ALL
from engine_server.service.calls import LONGEST_ID, Call
from engine_server.service.funnel import Stream, Unary
from engine_server.service.pages import Pages
from engine_server.service.problems import Problem
from engine_server.service.reasons import Wire
from engine_server.service.table_calls import MOST_TABLES_A_PAGE, ROBOT_LEVELS
from engine_server.service.timing import PATIENCE, Patience
from engine_server.service.wire.catalog import game_out, rules_out, word_out
from engine_server.service.wire.requests import filled
from engine_server.words.catalog import glossary, rules_pages
from engine_server.words.languages import Language

MOST_WORDS_A_PAGE = 200
MESSAGE_BYTES = 64 * 1024
METADATA_BYTES = 8 * 1024


class CatalogCalls:
    """The calls of CatalogService. They need no identity; the language is the call's."""

    def __init__(self, pages: Pages) -> None:
        self._pages = pages

    def calls(self) -> dict[str, Unary[Any] | Stream[Any]]:
        """The calls by name."""
        return {
            "ListGames": Unary(pb.ListGamesRequest, self.list_games),
            "GetRules": Unary(pb.GetRulesRequest, self.get_rules),
            "ListWords": Unary(pb.ListWordsRequest, self.list_words),
        }

    async def list_games(self, call: Call, asked: pb.ListGamesRequest) -> pb.ListGamesResponse:
        """All games with their house rules."""
        return pb.ListGamesResponse(games=[game_out(game, call.language()) for game in ALL])

    async def get_rules(self, call: Call, asked: pb.GetRulesRequest) -> pb.GetRulesResponse:
        """A page of the rules of a game."""
        key = filled(asked.game, "game")
        if key not in {game.key for game in ALL}:
            raise Denied(Access.GAME_KEY_UNKNOWN)
        pages = rules_pages(key, call.language())
        wanted = asked.page or 1
        if wanted > len(pages):
            raise Problem(Wire.PAGE_UNKNOWN)
        return rules_out(pages[wanted - 1])

    async def list_words(self, call: Call, asked: pb.ListWordsRequest) -> pb.ListWordsResponse:
        """The glossary."""
        page = self._pages.page("words", "", asked.page_size, asked.page_token, MOST_WORDS_A_PAGE)
        words = glossary(call.language())
        codes = [word.code for word in words]
        start = codes.index(page.after) + 1 if page.after else 0
        shown = words[start : start + page.size]
        more = start + page.size < len(words)
        return pb.ListWordsResponse(
            words=[word_out(word) for word in shown],
            next_page_token=self._pages.token("words", "", shown[-1].code) if more else "",
        )


@dataclass(frozen=True, slots=True)
class ServerCalls:
    """The call of ServerService."""

    version: str
    limits: Limits
    practice: bool
    calls_per_second: int = 0
    patience: Patience = PATIENCE

    def calls(self) -> dict[str, Unary[Any] | Stream[Any]]:
        """The calls by name."""
        return {"GetServerInfo": Unary(server_service_pb2.GetServerInfoRequest, self.get_server_info)}

    async def get_server_info(
        self, call: Call, asked: server_service_pb2.GetServerInfoRequest
    ) -> server_service_pb2.GetServerInfoResponse:
        """What this engine is and allows."""
        info = server_service_pb2.ServerInfo(
            version=self.version,
            contracts=["fourth.v1"],
            games=[game.key for game in ALL],
            languages=[language.value for language in Language],
            limits=self._limits(),
            robot_levels=ROBOT_LEVELS,
            practice=self.practice,
        )
        return server_service_pb2.GetServerInfoResponse(info=info)

    def _limits(self) -> server_service_pb2.Limits:
        return server_service_pb2.Limits(
            message_bytes=MESSAGE_BYTES,
            metadata_bytes=METADATA_BYTES,
            tables_per_player=self.limits.tables_per_player,
            watches_per_player=self.limits.watches_per_player,
            tables_per_watch=self.limits.tables_per_watch,
            calls_per_second=self.calls_per_second,
            name_characters=LONGEST_NAME,
            request_id_characters=LONGEST_ID,
            page_size=MOST_TABLES_A_PAGE,
            heartbeat_seconds=int(self.patience.heartbeat),
        )

"""Traps that real files hold: every one read as its writer meant it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine_server.interchange.boards import Vulnerable
from engine_server.interchange.lin_reading import import_lin
from engine_server.interchange.pbn_reading import import_pbn
from engine_server.rules.cards import Denomination, card_of
from engine_server.rules.contracts import Contract
from engine_server.rules.moves import PASS, Bid

DEAL = "N:A97.AJT.T92.KJ63 QJ8.652.Q64.AT95 K3.Q873.AJ87.742 T6542.K94.K53.Q8"
ONE_NO_TRUMP = Contract(0, 1, Denomination.NO_TRUMP)
FIRST_ROWS = "SQ S3 S6 SA\nDQ DA D3 DT\nH6 H3 H4 HJ\n"


def game(auction: str = "", play: str = "", **tags: str) -> str:
    """A game of the first real deal with other tags or sections; an empty tag value leaves the tag out."""
    known = {
        "Board": "1",
        "Dealer": "S",
        "Vulnerable": "NS",
        "Deal": DEAL,
        "Declarer": "N",
        "Contract": "1NT",
        "Result": "9",
        **tags,
    }
    lines = [f'[{name} "{value}"]' for name, value in known.items() if value]
    return "\n".join([*lines, *([auction] if auction else []), *([play] if play else [])]) + "\n"


FULL = '[Auction "S"]\nPass Pass 1C Pass 1H Pass 1NT Pass Pass Pass'


def codes(text: str) -> list[str]:
    """The calls of the only board of a file."""
    (board,) = import_pbn(text)
    return ["P" if made.call == PASS else str(getattr(made.call, "level", "X")) for made in board.calls]


def test_opening_passes_left_out_show_by_the_declarer() -> None:
    (board,) = import_pbn(game('[Auction "S"]\n1C Pass 1H Pass 1NT AP'))
    assert [made.seat for made in board.calls][:3] == [2, 3, 0]
    assert [made.call for made in board.calls[:2]] == [PASS, PASS]
    assert board.contract == ONE_NO_TRUMP
    assert board.calls[2].call == Bid(1, Denomination.CLUBS)
    assert import_pbn(game(FULL)) == (board,)


def test_one_and_three_opening_passes_are_found_too() -> None:
    for passes, declarer in ((1, "W"), (3, "E")):
        (board,) = import_pbn(game('[Auction "S"]\n1NT AP', Declarer=declarer))
        assert [made.call for made in board.calls].count(PASS) == passes + 3
        assert board.declarer == "NESW".index(declarer)


def test_an_auction_may_begin_in_another_column_than_the_dealers() -> None:
    hyphens = '[Auction "W"]\n- - - Pass\nPass 1C Pass 1H Pass 1NT Pass Pass Pass'
    assert import_pbn(game(hyphens)) == import_pbn(game(FULL))
    assert import_pbn(game('[Auction "N"]\n1C Pass 1H Pass 1NT AP')) == import_pbn(game(FULL))


@pytest.mark.parametrize("closing", ["AP", "ap", "Pass AP", "Pass Pass Pass", "pass P PASS", "Pass Pass AP"])
def test_closing_passes_in_every_form(closing: str) -> None:
    auction = f'[Auction "S"]\nPass Pass 1C Pass 1H Pass 1NT {closing}'
    assert import_pbn(game(auction)) == import_pbn(game(FULL))


def test_closing_passes_may_be_missing_where_more_follows() -> None:
    text = game('[Auction "S"]\nPass Pass 1C Pass 1H Pass 1NT', f'[Play "E"]\n{FIRST_ROWS}*')
    assert codes(text) == ["P", "P", "1", "P", "1", "P", "1", "P", "P", "P"]


def test_all_pass_from_the_start() -> None:
    tags = {"Declarer": "", "Contract": "Pass", "Result": ""}
    for auction in ("AP", "Pass Pass Pass Pass", "Pass AP"):
        (board,) = import_pbn(game(f'[Auction "S"]\n{auction}', **tags))
        assert board.passed_out
        assert len(board.calls) == 4
        assert board.contract is None


def test_a_star_ends_an_auction_whose_outcome_stands_in_the_tags() -> None:
    (board,) = import_pbn(game('[Auction "S"]\nPass Pass 1C *'))
    assert len(board.calls) == 3
    assert board.contract == ONE_NO_TRUMP


def test_a_plus_leaves_auction_or_play_unfinished() -> None:
    (bidding,) = import_pbn(game('[Auction "S"]\nPass Pass 1C +', Declarer="?", Contract="?", Result="?"))
    assert bidding.contract is None
    assert not bidding.passed_out
    (playing,) = import_pbn(game(FULL, '[Play "E"]\nSQ S3 S6 SA\n- + - DT\n', Result="1"))
    assert playing.declarer_tricks is None
    assert playing.tricks[1].cards == (card_of("DT"),)


def test_annotations_and_comments_say_nothing_of_the_game() -> None:
    noisy = (
        '\ufeff% PBN 2.1\r\n% any escape [Board "9"]\r\n{a comment\r\n\r\nover lines ; { [Board "7"]}\r\n'
        + game(
            '[Auction "S"] ; rest { of line\nPass! Pass?? 1C=1=$12 Pass {why\n\nnot} 1H !? $25 Pass\n'
            '% 2H\n1NT =2=\n AP\n[Note "1:artificial \\"club\\""]\n[Note "2:x"]',
            '[Play "E"]\nSQ! S3$7 S6=1= SA\n; DQ\nDQ DA D3 DT\nH6 H3 H4 HJ\n*\n[Note "1:lead"]',
        ).replace("\n", "\r\n")
    )
    assert import_pbn(noisy) == import_pbn(game(FULL, f'[Play "E"]\n{FIRST_ROWS}*'))
    assert import_pbn(noisy.encode("utf-8")) == import_pbn(noisy)
    assert import_pbn(noisy.replace("\r\n", "\r")) == import_pbn(noisy)


def test_tags_may_share_a_line_or_take_several_and_letters_may_be_small() -> None:
    text = game(FULL, f'[Play "E"]\n{FIRST_ROWS}*')
    together = text.replace('"]\n[', '"] [').replace("[Board ", "[\n  Board\t")
    small = game(FULL.lower().replace("auction", "Auction"), Dealer="s", Vulnerable="ns", Deal=DEAL.lower())
    assert import_pbn(together) == import_pbn(text)
    assert import_pbn(small) == import_pbn(game(FULL))


def test_play_rows_begin_with_the_opening_leader_whoever_leads() -> None:
    (board,) = import_pbn(game(FULL, f'[Play "E"]\n{FIRST_ROWS}*'))
    assert [trick.leader for trick in board.tricks] == [1, 0, 2]
    assert [trick.winner for trick in board.tricks] == [0, 2, 0]
    assert board.tricks[1].cards == tuple(map(card_of, ("DT", "DQ", "DA", "D3")))


@pytest.mark.parametrize(
    "rows",
    [
        FIRST_ROWS + "- D5 - D2\n*",
        FIRST_ROWS + "- D5 - D2\n- - - -\n- - - -\n*",
        FIRST_ROWS + "D6 D8 - D2\n- -\n",
    ],
)
def test_a_claim_in_the_middle_of_a_trick(rows: str) -> None:
    """North leads to the fourth trick; East's card comes next, then South's."""
    skipped = rows.startswith(FIRST_ROWS + "- D5")
    if skipped:
        rows = rows.replace("- D5 - D2", "- - - D2")
    (board,) = import_pbn(game(FULL, f'[Play "E"]\n{rows}') + '\n[Event "next"]\n')
    assert board.claimed
    assert board.declarer_tricks == 9
    assert len(board.tricks[-1].cards) == (1 if skipped else 3)


def test_rows_after_a_claim_may_be_missing_with_their_star() -> None:
    with_star = import_pbn(game(FULL, f'[Play "E"]\n{FIRST_ROWS}*'))
    assert import_pbn(game(FULL, f'[Play "E"]\n{FIRST_ROWS}')) == with_star
    assert import_pbn(game(FULL, f'[Play "E"]\n{FIRST_ROWS}') + "\n" + game(FULL)) == (
        *with_star,
        replace(with_star[0], tricks=()),
    )


def test_a_deal_may_begin_anywhere_and_leave_one_hand_out() -> None:
    north, east, south, west = DEAL[2:].split()
    turned = f"W:{west} {north} {east} {south}"
    assert import_pbn(game(FULL, Deal=turned)) == import_pbn(game(FULL))
    assert import_pbn(game(FULL, Deal=f"E:{east} - {west} {north}")) == import_pbn(game(FULL))
    jumbled = DEAL.replace("A97.AJT.T92", "79A.10JA.2109")
    assert import_pbn(game(FULL, Deal=jumbled)) == import_pbn(game(FULL))


def test_tags_are_inherited_once_or_from_now_on() -> None:
    header = '[Event "##Cup"]\n[Site "Oslo"]\n\n'
    text = header + "\n".join(
        (
            game(FULL, Site="#", Date="2026.11.30"),
            game(FULL, Board="2"),
            game(FULL, Board="3", Event="Final", Site="#"),
            game(FULL, Board="#", Deal="#"),
        )
    )
    boards = import_pbn(text)
    assert [board.event for board in boards] == ["Cup", "Cup", "Final", "Final"]
    assert [board.site for board in boards] == ["Oslo", "", "Oslo", ""]
    assert [board.date for board in boards] == ["2026.11.30", "", "", ""]
    assert [board.board for board in boards] == [1, 2, 3, 3]
    assert boards[3].hands == boards[0].hands


def test_a_line_of_nothing_but_blanks_begins_a_new_game() -> None:
    for between in ("\n", " \t\n", "\r\n", "\n\n   \n"):
        assert [board.board for board in import_pbn(game(FULL) + between + game(FULL, Board="2"))] == [1, 2]


def test_what_the_board_number_says_holds_where_tags_are_missing() -> None:
    (board,) = import_pbn(f'[Board "3"]\n[Deal "{DEAL}"]\n')
    assert (board.dealer, board.vulnerable, board.contract) == (2, Vulnerable.EW, None)
    assert not board.passed_out
    assert board.calls == ()


@pytest.mark.parametrize(
    ("value", "tricks"), [("9", 9), ("NS 9", 9), ("EW 4", 9), ("EW 4 NS 9", 9), ("^10", 10), ("?", None)]
)
def test_results_in_every_form(value: str, tricks: int | None) -> None:
    (board,) = import_pbn(game(FULL, Result=value))
    assert board.declarer_tricks == tricks


@pytest.mark.parametrize(
    ("value", "score"),
    [("150", 150), ("NS 150", 150), ("EW -150", 150), ("NS 150 EW -150", 150), ("A60", None)],
)
def test_scores_in_every_form(value: str, score: int | None) -> None:
    (board,) = import_pbn(game(FULL, Score=value))
    assert board.score_ns == score


@pytest.mark.parametrize(
    ("value", "vulnerable"),
    [("Love", "none"), ("-", "none"), ("None", "none"), ("All", "both"), ("Both", "both"), ("EW", "ew")],
)
def test_vulnerability_in_every_form(value: str, vulnerable: str) -> None:
    (board,) = import_pbn(game(FULL, Vulnerable=value))
    assert board.vulnerable == Vulnerable(vulnerable)


def test_supplemental_sections_are_skipped() -> None:
    table = '[OptimumResultTable "Declarer;Denomination\\2R;Result\\2R"]\nN NT 9\nS  S "a [b]" 8\n'
    assert import_pbn(game(FULL) + table) == import_pbn(game(FULL))


# --- LIN -----------------------------------------------------------------------------------------------

SOUTH, WEST, NORTH = "SK3HQ873DAJ87C742", "ST6542HK94DK53CQ8", "SA97HAJTDT92CKJ63"
EAST = "SQJ8H652DQ64CAT95"
CALLS = "mb|p|mb|p|mb|1C|mb|p|mb|1H|mb|p|mb|1N|mb|p|mb|p|mb|p|"
CARDS = "pc|SQ|pc|S3|pc|S6|pc|SA|pg||pc|DT|pc|DQ|pc|DA|pc|D3|pg||"


HANDS = f"1{SOUTH},{WEST},{NORTH},{EAST}"


def lin(md: str = HANDS, calls: str = CALLS, cards: str = CARDS, end: str = "mc|9|") -> str:
    """The same deal as LIN."""
    return f"pn|Sara,Wim,Nora,Emil|st||md|{md}|rh||ah|Board 1|sv|n|{calls}pg||{cards}{end}pg||\n"


def test_dealer_one_is_south_and_hands_go_from_south() -> None:
    (board,) = import_lin(lin())
    assert board.dealer == 2
    assert board.names == ("Nora", "Emil", "Sara", "Wim")
    assert board.hands == import_pbn(game(FULL))[0].hands
    assert board.contract == ONE_NO_TRUMP
    assert board.vulnerable is Vulnerable.NS
    assert board.board == 1
    assert [trick.leader for trick in board.tricks] == [1, 0]
    others = [import_lin(lin(HANDS.replace("1", n, 1), calls="", cards="", end=""))[0] for n in "234"]
    assert [board.dealer for board in others] == [3, 0, 1]


def test_the_fourth_hand_may_be_missing() -> None:
    for md in (f"1{SOUTH},{WEST},{NORTH}", f"1{SOUTH},{WEST},{NORTH},", f"1{SOUTH},,{NORTH},{EAST}"):
        assert import_lin(lin(md)) == import_lin(lin())


def test_a_claim_gives_the_declarers_total() -> None:
    (board,) = import_lin(lin())
    assert board.claimed
    assert board.declarer_tricks == 9
    assert len(board.tricks) == 2
    (open_end,) = import_lin(lin(end=""))
    assert open_end.declarer_tricks is None


def test_case_varies_and_fields_hold_several_calls_or_cards() -> None:
    assert import_lin(lin().lower())[0].tricks == import_lin(lin())[0].tricks
    upper = lin().upper().replace("BOARD", "Board")
    assert import_lin(upper)[0].calls == import_lin(lin())[0].calls
    movie = lin(calls="mb|pp1c!p1hp1nppp|an|natural|", cards="pc|sqs3s6sa|pc|DTDQ DAD3|")
    assert import_lin(movie) == import_lin(lin())
    spelled = lin(calls=CALLS.replace("mb|1N|", "MB|1NT!|an|15-17, balanced|").replace("mb|p|", "mb|Pass|"))
    assert import_lin(spelled) == import_lin(lin())
    broken_lines = lin().replace("mb|", "\r\nmb|").replace("pg||", "pg||\r\n")
    assert import_lin(broken_lines) == import_lin(lin())


def test_vugraph_files_name_both_rooms_once() -> None:
    board = lin().split("st||")[1].replace("\n", "")
    head = "vg|Cup,Final,I,1,2,A,0,B,0|\nrs|1NN+2,1NN+2|\npn|s1,w1,n1,e1,s2,w2,n2,e2|\n"
    text = f"{head}qx|o7|st||{board}\nqx|c7|st||{board}\n"
    opened, closed = import_lin(text.replace("ah|Board 1|", ""))
    assert opened.names == ("n1", "e1", "s1", "w1")
    assert closed.names == ("n2", "e2", "s2", "w2")
    assert opened.board == closed.board == 7
    assert opened.tricks == closed.tricks

"""Which terms the glossary explains, in the order they are listed: `word.<code>` and its explanation."""

from __future__ import annotations

_TABLE = (
    "game match deal table seat player host robot spectator north east south west next_player previous_player"
    " opposite dealer declarer defender partner hidden_partner side opponents plays_alone"
)
_CARDS = (
    "card pack suit spades hearts diamonds clubs ace king queen jack ten high_card low_card hand trump"
    " side_suit no_trump void singleton doubleton long_suit sequence high_card_points length_points"
)
_AUCTION = (
    "auction call bid level denomination pass double redouble contract opening_bid passed_out wash"
    " call_a_card called_card"
)
_PLAY = (
    "trick trick_above_six lead opening_lead follow_suit discard ruff overruff trump_broken win_the_trick"
    " last_trick cash winner_card loser_card draw_trumps finesse hold_up cover establish entry stopper"
    " return_suit top_of_sequence second_hand_low third_hand_high endplay squeeze"
)
_SCORE = "score_sheet points made beaten overtrick undertrick total winner tie"
_PRODUCT = "hint reason house_rule option open_table invite bidding_so_far robot_plays_for"

GLOSSARY: tuple[str, ...] = tuple(" ".join((_TABLE, _CARDS, _AUCTION, _PLAY, _SCORE, _PRODUCT)).split())

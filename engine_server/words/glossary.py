"""Which terms the glossary explains, in the order they are listed: `word.<code>` and its explanation."""

from __future__ import annotations

_TABLE = (
    "game match deal table seat player host robot spectator north east south west next_player previous_player"
    " opposite dealer declarer dummy defender partner hidden_partner side pair opponents plays_alone"
)
_CARDS = (
    "card pack suit spades hearts diamonds clubs ace king queen jack ten high_card low_card hand trump"
    " side_suit no_trump void singleton doubleton long_suit sequence high_card_points length_points fit stock"
)
_AUCTION = (
    "auction call bid level denomination pass double redouble contract opening_bid passed_out wash"
    " call_a_card called_card bid_of_tricks forbidden_number turned_card"
)
_PLAY = (
    "trick trick_above_six lead opening_lead follow_suit discard ruff overruff trump_broken win_the_trick"
    " last_trick cash winner_card loser_card draw_trumps finesse hold_up cover establish entry stopper"
    " return_suit top_of_sequence second_hand_low third_hand_high claim concede endplay squeeze draw_trick"
)
_SCORE = (
    "score_sheet points card_points made beaten overtrick undertrick vulnerable not_vulnerable full_game"
    " part_score small_slam grand_slam rubber below_the_line above_the_line honours doubled_bonus bonus"
    " total winner tie leaderboard matchpoints"
)
_PRODUCT = (
    "hint reason review lesson house_rule option open_table invite take_back bidding_so_far game_record"
    " robot_plays_for time_to_act reminder"
)
_GAMES = (
    "floating_bridge singapore_bridge german_bridge minibridge italian_bridge rubber_bridge chicago"
    " duplicate_bridge honeymoon_bridge three_handed_bridge"
)

GLOSSARY: tuple[str, ...] = tuple(
    " ".join((_TABLE, _CARDS, _AUCTION, _PLAY, _SCORE, _PRODUCT, _GAMES)).split()
)

"""Deals a hand again from its revealed secret, to check that nobody chose the cards.

    python examples/verify_deal.py SECRET DEALER [REDEAL]

SECRET is the 64 hexadecimal digits shown after the deal, DEALER one of N E S W, REDEAL how often the cards
were washed before (0 when left out). It prints the seal, which must be the one shown before the first call,
and the four hands. This file needs nothing of Fourth: read it, or write your own.

The seal is SHA-256 of "fourth/seal/1", a zero byte and the secret. Bytes come from HMAC-SHA256 under the
secret of "fourth/shuffle/1", a zero byte, the redeal and a block number (each 4 bytes, highest first), block
after block. A pack in the order C2 .. CA, D2 .. SA is shuffled from its last place down: place n, counted
from 0, swaps with the place given by the next byte modulo n + 1; a byte beyond the last whole multiple of
n + 1 is skipped. Cards go round one at a time, beginning left of the dealer.
"""

import argparse
import hashlib
import hmac

SEATS = "NESW"


def seal(secret: bytes) -> str:
    return hashlib.sha256(b"fourth/seal/1\0" + secret).hexdigest()


def hands(secret: bytes, dealer: int, redeal: int = 0) -> list[list[str]]:
    pack = [suit + rank for suit in "CDHS" for rank in "23456789TJQKA"]
    block, bytes_left = 0, b""
    for place in range(51, 0, -1):
        while True:
            if not bytes_left:
                numbers = redeal.to_bytes(4, "big") + block.to_bytes(4, "big")
                bytes_left = hmac.new(secret, b"fourth/shuffle/1\0" + numbers, hashlib.sha256).digest()
                block += 1
            byte, bytes_left = bytes_left[0], bytes_left[1:]
            if byte < 256 // (place + 1) * (place + 1):
                break
        other = byte % (place + 1)
        pack[place], pack[other] = pack[other], pack[place]
    return [pack[(seat - dealer - 1) % 4 :: 4] for seat in range(4)]


def secret(text: str) -> bytes:
    revealed = bytes.fromhex(text)
    if len(revealed) != 32:
        raise ValueError("64 hexadecimal digits are needed")
    return revealed


def in_order(hand: list[str]) -> list[str]:
    return sorted(hand, key=lambda card: ("SHDC".index(card[0]), -"23456789TJQKA".index(card[1])))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Deals the cards of a revealed secret again.")
    parser.add_argument("secret", type=secret, help="64 hexadecimal digits, shown after the deal")
    parser.add_argument("dealer", choices=tuple(SEATS), help="who dealt")
    parser.add_argument("redeal", type=int, nargs="?", default=0, help="how often cards were dealt anew")
    asked = parser.parse_args()
    print("seal", seal(asked.secret))
    for name, hand in zip(SEATS, hands(asked.secret, SEATS.index(asked.dealer), asked.redeal), strict=True):
        print(name, *in_order(hand))

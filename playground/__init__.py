"""Telegram without a token: a local Bot API over HTTP and a page of chats, for playing and for testing bots.

`telegram` is the world and knows no HTTP, `api` is the bot's door to it and `page` the people's. A bot meets
here what it would meet at the service: its shapes, its limits and its refusals. Nothing leaves this machine.
"""

"""Telegram without a token: a local Bot API over HTTP and a page of chats, for playing and for testing bots.

`telegram` is the world and knows no HTTP, `api` is the bot's door to it and `page` the people's. A bot meets
here what it would meet at the service: its shapes, its limits and its refusals. Nothing leaves this machine.

On one loopback port: `/bot<token>/<method>` and `/file/bot<token>/<path>` are the Bot API, `/` is the page,
`/people/...` is what people do and see (`page/actions.py`), `/privacy` the bot's privacy mode, and `/faults`
plans faults: POST {kind, count, seconds, share, seed, memory}, where kind is lose, delay, duplicate, reorder,
timeout, refuse (`telegram/faults.py`), restart or clock; GET tells what is planned, DELETE ends it.
"""

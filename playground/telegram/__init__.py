"""The world: people, chats, messages, and what the service allows. Time and chance come from outside."""

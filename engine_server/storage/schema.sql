-- Schema 1. `tables.number` counts the tables as they were opened and stands for a table in every other one.

-- The head of each log: how many events it has and the checksum of the last.
CREATE TABLE tables (
    number   INTEGER PRIMARY KEY,
    id       TEXT NOT NULL UNIQUE,
    code     TEXT UNIQUE,
    version  INTEGER NOT NULL,
    checksum BLOB NOT NULL
);

-- `checksum` is chained over table, version, text and the checksum before (chain.py).
CREATE TABLE events (
    number   INTEGER NOT NULL,
    version  INTEGER NOT NULL,
    text     TEXT NOT NULL,
    checksum BLOB NOT NULL,
    PRIMARY KEY (number, version)
) WITHOUT ROWID;

-- What a table waits for. The row of number 0, which no table has, tells when the engine was last there.
CREATE TABLE due (
    number INTEGER NOT NULL,
    what   TEXT NOT NULL,
    at_ms  INTEGER NOT NULL,
    PRIMARY KEY (number, what)
) WITHOUT ROWID;

-- Everybody who ever sat at a table; `seated` is 0 for those who left.
CREATE TABLE members (
    player TEXT NOT NULL,
    number INTEGER NOT NULL,
    seated INTEGER NOT NULL,
    PRIMARY KEY (player, number)
) WITHOUT ROWID;

CREATE INDEX seated_members ON members (number) WHERE seated = 1;

CREATE TABLE requests (
    caller  TEXT NOT NULL,
    request TEXT NOT NULL,
    digest  BLOB NOT NULL,
    answer  BLOB NOT NULL,
    PRIMARY KEY (caller, request)
) WITHOUT ROWID;

-- `secret_hash` is NULL for a player without a secret of its own.
CREATE TABLE players (
    id          TEXT PRIMARY KEY,
    name        TEXT NOT NULL,
    language    TEXT NOT NULL,
    front       TEXT,
    secret_hash BLOB UNIQUE
) WITHOUT ROWID;

CREATE TABLE fronts (
    name       TEXT PRIMARY KEY,
    key_hash   BLOB NOT NULL UNIQUE,
    created_ms INTEGER NOT NULL,
    expires_ms INTEGER,
    revoked    INTEGER NOT NULL
) WITHOUT ROWID;

-- What a till keeps in case the house goes back (sync/lite_till_kept.h).

CREATE TABLE kept_act (
    n INTEGER PRIMARY KEY, -- in the order in which the house acknowledged them
    uid BLOB NOT NULL UNIQUE CHECK (length(uid) = 16), -- the act's key
    at INTEGER NOT NULL, -- by this machine's clock
    body BLOB NOT NULL CHECK (length(body) BETWEEN 1 AND 98304) -- as an entry's
) STRICT;
CREATE INDEX kept_act_at ON kept_act (at);

-- The past of the house that was asked last what it knows of them.
CREATE TABLE kept_past (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    past TEXT NOT NULL
) STRICT;

-- What a service keeps of payments for the same (sync/lite_till_intents.h).
CREATE TABLE kept_intent (
    id BLOB PRIMARY KEY CHECK (length(id) = 16),
    version INTEGER NOT NULL, -- of the row at the house
    at INTEGER NOT NULL, -- by this machine's clock
    owed INTEGER NOT NULL DEFAULT 0 CHECK (owed IN (0, 1)), -- 1: the house went back since
    body BLOB NOT NULL CHECK (length(body) BETWEEN 1 AND 65536)
) STRICT;
CREATE INDEX kept_intent_owed ON kept_intent (owed, at);

-- What a service keeps of payments in case the house goes back (sync/lite_till_intents.h).

CREATE TABLE kept_intent (
    id BLOB PRIMARY KEY CHECK (length(id) = 16),
    version INTEGER NOT NULL, -- of the row at the house
    at INTEGER NOT NULL, -- by this machine's clock
    owed INTEGER NOT NULL DEFAULT 0 CHECK (owed IN (0, 1)), -- 1: the house went back since
    body BLOB NOT NULL CHECK (length(body) BETWEEN 1 AND 65536)
) STRICT;

CREATE INDEX kept_intent_owed ON kept_intent (owed, at);

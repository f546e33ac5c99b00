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

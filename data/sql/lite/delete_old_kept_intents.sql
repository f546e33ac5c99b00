-- ?1 at int: those that are older go, unless the house is still to have them.
DELETE FROM kept_intent WHERE at < ?1 AND owed = 0;

-- ?1 at int: those that are older go, unless the house is still to have them.
DELETE FROM kept_intent WHERE owed = 0 AND at < ?1;

-- The house went back: it is to have what is kept since ?1 at int.
UPDATE kept_intent SET owed = 1 WHERE owed = 0 AND at >= ?1;

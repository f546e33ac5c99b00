-- What the house is still to have, the oldest first. ?1 int: at most. Rows: (body).
SELECT k.body FROM kept_intent AS k WHERE k.owed = 1 ORDER BY k.at LIMIT ?1;

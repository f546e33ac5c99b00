-- The house has it, or cannot have it. ?1 id blob, ?2 int: as it stood in that version.
UPDATE kept_intent SET owed = 0 WHERE id = ?1 AND version = ?2;

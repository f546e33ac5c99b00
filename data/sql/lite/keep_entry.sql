-- A later entry goes on with what this one holds. ?1 seq int.
UPDATE entry_state SET kept = 1 WHERE seq = ?1;

-- The house's events are known up to this one. ?1 event. Changes one row, or none.
UPDATE till_meta SET cursor = ?1 WHERE one = 1 AND cursor < ?1;

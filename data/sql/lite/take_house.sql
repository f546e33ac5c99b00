-- The house as it is now. ?1 name, ?2 currency, ?3 created_at.
UPDATE house SET name = ?1, currency = ?2, created_at = ?3 WHERE only = 1;

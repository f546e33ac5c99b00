-- Entries that are on their way to the house, or not any more; a verdict stays.
-- ?1 first int, ?2 last int, ?3 state int.
UPDATE entry_state SET state = ?3 WHERE seq BETWEEN ?1 AND ?2 AND state <= :ENTRY_SENT AND state <> ?3;

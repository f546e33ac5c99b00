-- ?1 past text.
INSERT OR REPLACE INTO kept_past (one, past) VALUES (1, ?1);

-- The house's one row. ?1 name text, ?2 currency text, ?3 timezone text, ?4 created_at int.
INSERT INTO house (only, name, currency, timezone, created_at) VALUES (1, ?1, ?2, ?3, ?4);

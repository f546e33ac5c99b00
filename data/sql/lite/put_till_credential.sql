-- For how long a person's PIN is good here. ?1 name, ?2 since, ?3 until.
INSERT OR REPLACE INTO till_credential (name, since, until) VALUES (?1, ?2, ?3);

-- Remembers a migration. ?1 number int, ?2 name text, ?3 checksum blob, ?4 applied_at int.
INSERT INTO migration (number, name, checksum, applied_at) VALUES (?1, ?2, ?3, ?4);

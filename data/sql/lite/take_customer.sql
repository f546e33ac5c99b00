-- A customer as the house has it. ?1 id, ?2 name, ?3 email, ?4 phone, ?5 created_at, ?6 version.
INSERT OR REPLACE INTO customer (id, name, email, phone, created_at, version)
VALUES (?1, ?2, ?3, ?4, ?5, ?6);

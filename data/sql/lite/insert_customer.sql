-- A new customer. ?1 id, ?3 name, ?4 email, ?5 phone, ?6 created_at. (?2: for the update.)
INSERT INTO customer (id, name, email, phone, created_at, version)
VALUES (?1, ?3, ?4, ?5, ?6, 1);

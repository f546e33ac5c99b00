-- A new hold. ?1 id blob, ?3 show_no, ?4 status, ?5 ending, ?6 source, ?7 holder, ?8 till,
-- ?9 email, ?10 created_at, ?11 expires_at, ?12 ceiling_at, ?13 ended_at, ?14 paying_until,
-- ?15 sale blob or NULL. (?2 is the version seen, for the update.)
INSERT INTO hold (id, show_no, status, ending, source, holder, till, email, created_at, expires_at,
    ceiling_at, ended_at, paying_until, sale, version)
VALUES (?1, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, 1);

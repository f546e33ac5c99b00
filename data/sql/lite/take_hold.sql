-- A hold as the house has it. ?1 id, ?2 show_no, ?3 status, ?4 ending, ?5 source, ?6 holder, ?7
-- till, ?8 email, ?9 created_at, ?10 expires_at, ?11 ceiling_at, ?12 ended_at, ?13 paying_until,
-- ?14 sale, ?15 version.
INSERT OR REPLACE INTO hold (id, show_no, status, ending, source, holder, till, email, created_at,
    expires_at, ceiling_at, ended_at, paying_until, sale, version)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15);

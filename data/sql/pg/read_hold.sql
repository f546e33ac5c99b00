-- A hold. $1 id uuid. Rows: at most one hold, see get_hold().
SELECT id, version, show_no, status, ending, source, holder, till, email, created_at, expires_at,
    ceiling_at, ended_at, paying_until, sale
FROM loge.hold WHERE id = $1;

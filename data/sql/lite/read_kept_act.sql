-- ?1 uid blob. Rows: at most one (body).
SELECT body FROM kept_act WHERE uid = ?1;

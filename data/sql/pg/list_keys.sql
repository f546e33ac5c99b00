-- The keys tickets are signed with. Rows: keys.
SELECT {columns ticket_key}
FROM loge.ticket_key ORDER BY id;

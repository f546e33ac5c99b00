-- The keys tickets are signed with. Rows: keys, see get_key().
SELECT {columns ticket_key}
FROM ticket_key ORDER BY id;

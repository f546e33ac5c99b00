-- The keys tickets are signed with. Rows: keys, see get_key().
SELECT id, version, kind, mark, public, till, coalesce(show_no, 0), subevent, products,
    made_at, ended_at
FROM loge.ticket_key ORDER BY id;

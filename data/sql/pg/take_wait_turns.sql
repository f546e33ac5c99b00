-- The shows whose waiting list this instance serves now. $1 instance, $2 for how many ms bigint.
-- Rows: by show.
SELECT show_no, show_id, sells, offer_ms FROM loge.wait_turns_1($1, $2::bigint);

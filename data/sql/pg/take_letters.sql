-- $1 at most int, $2 for how many ms bigint, $3 mails (else for web servers) boolean. Rows: letters, by
-- when they were written.
SELECT id, channel, address, secret, kind, show_no, subject, addressee, made_at, round, tries,
    first_event, last_event
FROM loge.outbox_take_1($1::integer, $2::bigint, $3::boolean);

-- Every seal in order. Rows: (block, first_event, last_event, previous, hash).
SELECT block, first_event, last_event, previous, hash FROM loge.seal ORDER BY block;

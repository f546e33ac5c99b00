-- Rows: where the house sends to, by number, with how much waits, is dead, and was sent.
SELECT w.no, w.channel, w.address, w.made_by, w.made_at,
    (SELECT count(*) FROM loge.outbox AS o WHERE o.house = w.house AND o.way = w.no
        AND o.status = :LETTER_WAITING),
    (SELECT count(*) FROM loge.outbox AS o WHERE o.house = w.house AND o.way = w.no
        AND o.status = :LETTER_DEAD),
    (SELECT count(*) FROM loge.outbox AS o WHERE o.house = w.house AND o.way = w.no
        AND o.status = :LETTER_SENT)
FROM loge.post_way AS w
WHERE w.ended_at = 0
ORDER BY w.no;

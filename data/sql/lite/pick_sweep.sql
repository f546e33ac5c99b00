-- Picks seats of holds that are over, longest over first. ?1 now int, ?2 limit int.
INSERT INTO temp.sweep (show_no, seat_no, hold_id, created_at)
SELECT c.show_no, c.seat_no, h.id, h.created_at
FROM hold AS h CROSS JOIN claim AS c ON c.hold_id = h.id AND c.live = 1
WHERE h.status IN (:HOLD_ACTIVE, :HOLD_PAYING) AND h.expires_at <= ?1
    AND (h.status = :HOLD_ACTIVE OR h.paying_until <= ?1)
ORDER BY h.expires_at LIMIT ?2;

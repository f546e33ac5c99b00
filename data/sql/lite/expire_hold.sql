-- Closes an open hold that has no seat left. ?1 hold_id blob, ?2 now int.
UPDATE hold SET status = :HOLD_EXPIRED, ending = :END_TTL_EXPIRED, ended_at = ?2, version = version + 1
WHERE id = ?1 AND status IN (:HOLD_ACTIVE, :HOLD_PAYING)
    AND NOT EXISTS (SELECT 1 FROM claim WHERE hold_id = ?1 AND live = 1);

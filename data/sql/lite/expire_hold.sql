-- Closes an open hold that has no seat left. ?1 hold_id blob, ?2 now int.
UPDATE hold SET status = 3, ending = 1, ended_at = ?2, version = version + 1
WHERE id = ?1 AND status IN (0, 1)
    AND NOT EXISTS (SELECT 1 FROM claim WHERE hold_id = ?1 AND live = 1);

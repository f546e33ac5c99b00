-- Holds of the batch that have no seat left are over. ?1 now int. Changes: how many holds ended.
UPDATE hold SET status = :HOLD_EXPIRED, ending = :END_TTL_EXPIRED, ended_at = ?1, version = version + 1
WHERE id IN (SELECT hold_id FROM temp.sweep)
    AND NOT EXISTS (SELECT 1 FROM claim WHERE hold_id = hold.id AND live = 1);

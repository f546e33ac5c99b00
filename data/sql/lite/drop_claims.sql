-- Seats a hold has no more. ?1 hold_id.
DELETE FROM claim WHERE hold_id = ?1 AND live = 0;

-- Does a hold still have a seat? ?1 hold_id blob. Rows: none or one (1).
SELECT 1 FROM claim WHERE hold_id = ?1 AND live = 1 LIMIT 1;

-- Their holds have left them.
UPDATE claim SET live = 0
WHERE (hold_id, seat_no) IN (SELECT hold_id, seat_no FROM temp.sweep);

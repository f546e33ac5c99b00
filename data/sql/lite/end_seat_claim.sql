-- A seat is in no hold any more but this one. ?1 show_no, ?2 seat_no, ?3 hold_id blob or NULL.
UPDATE claim SET live = 0
WHERE show_no = ?1 AND seat_no = ?2 AND live = 1 AND hold_id IS NOT ?3;

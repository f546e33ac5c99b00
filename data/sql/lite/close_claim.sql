-- A hold leaves a seat. ?1 hold_id blob, ?2 seat_no int.
UPDATE claim SET live = 0 WHERE hold_id = ?1 AND seat_no = ?2;

-- Marks the live seats of a hall (2) before the changed plan is written: those it has come back
-- to 0, the rest are settled by retire_show_seats. ?1 hall_no.
UPDATE hall_seat SET retired = 2 WHERE hall_no = ?1 AND retired = 0;

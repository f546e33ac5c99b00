-- The seats a changed plan does not have any more are retired for good. ?1 hall_no.
UPDATE hall_seat SET retired = 1 WHERE hall_no = ?1 AND retired = 2;

-- Hides the seats the changed plan drops in every show of the hall. ?1 hall_no.
UPDATE show_seat SET retired = 1
WHERE show_no IN (SELECT no FROM show WHERE hall_no = ?1)
    AND seat_no IN (SELECT seat_no FROM hall_seat WHERE hall_no = ?1 AND retired = 2);

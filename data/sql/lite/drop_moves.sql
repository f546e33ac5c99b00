-- What moved in a shift. ?1 shift.
DELETE FROM shift_move WHERE shift = ?1;

-- What was paid for bags in a shift. ?1 shift.
DELETE FROM checkin WHERE shift = ?1;

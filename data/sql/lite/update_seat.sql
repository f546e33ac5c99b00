-- A seat's next state; its version was compared just before, in the same transaction.
-- ?1 show_no int, ?2 seat_no int, ?3 status int, ?4 held_until int, ?5 open_to int,
-- ?6 holder blob or NULL. Changes one row.
UPDATE show_seat SET status = ?3, version = version + 1, held_until = ?4, open_to = ?5, holder = ?6
WHERE show_no = ?1 AND seat_no = ?2;

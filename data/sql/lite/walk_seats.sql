-- Every seat of every show, retired ones too, in the order of the key.
-- Rows: (show_no, seat_no, status, version).
SELECT show_no, seat_no, status, version FROM show_seat ORDER BY show_no, seat_no;

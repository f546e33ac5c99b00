-- How every live seat of a show stands, in the order of the key. $1 show_no int.
-- Rows: (seat_no, status, version, held_until, open_to, allotment, holder).
SELECT seat_no, status, version, held_until, open_to, allotment, holder
FROM loge.show_seat WHERE show_no = $1 AND NOT retired ORDER BY seat_no;

-- A new ticket. ?1 sale, ?2 id, ?4 code, ?5 show_no, ?6 seat_no, ?7 status, ?8 type, ?9 class_no,
-- ?10 generation, ?11 price, ?12 discount, ?13 fee, ?14 tax, ?15 total. (?3: for the update.)
INSERT INTO ticket (sale, id, code, show_no, seat_no, status, type, class_no, generation, price,
    discount, fee, tax, total, version)
VALUES (?1, ?2, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, 1);

-- A ticket as the house has it. ?1 sale, ?2 id, ?3 code, ?4 show_no, ?5 seat_no, ?6 status, ?7
-- type, ?8 class_no, ?9 generation, ?10 price, ?11 discount, ?12 fee, ?13 tax, ?14 total, ?15
-- version.
INSERT OR REPLACE INTO ticket (sale, id, code, show_no, seat_no, status, type, class_no, generation,
    price, discount, fee, tax, total, version)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15);

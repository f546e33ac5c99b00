-- A new ticket. ?1 sale, ?2 id, ?4 code, ?5 show_no, ?6 seat_no, ?7 status, ?8 type, ?9 class_no,
-- ?10 generation, ?11 price, ?12 discount, ?13 fee, ?14 tax, ?15 total, ?16 sold_at, ?17 sold_by,
-- ?18 till, ?19 ended_at, ?20 ended_by, ?21 ended_till, ?22 kept, ?23 late. (?3: for the update.)
INSERT INTO ticket (sale, id, code, show_no, seat_no, status, type, class_no, generation, price,
    discount, fee, tax, total, version, sold_at, sold_by, till, ended_at, ended_by, ended_till, kept,
    late)
VALUES (?1, ?2, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, 1, ?16, ?17, ?18, ?19, ?20,
    ?21, ?22, ?23);

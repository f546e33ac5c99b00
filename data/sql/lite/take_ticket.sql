-- A ticket as the house has it. ?1 sale, ?2 id, ?3 code, ?4 show_no, ?5 seat_no, ?6 status, ?7
-- type, ?8 class_no, ?9 generation, ?10 price, ?11 discount, ?12 fee, ?13 tax, ?14 total, ?15
-- version, ?16 sold_at, ?17 sold_by, ?18 till, ?19 ended_at, ?20 ended_by, ?21 ended_till, ?22 kept,
-- ?23 late.
INSERT OR REPLACE INTO ticket (sale, id, code, show_no, seat_no, status, type, class_no, generation,
    price, discount, fee, tax, total, version, sold_at, sold_by, till, ended_at, ended_by,
    ended_till, kept, late)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20,
    ?21, ?22, ?23);

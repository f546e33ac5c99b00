-- A ticket's next state. Parameters as insert_ticket, ?3 version seen. Changes one row, or none.
UPDATE ticket SET code = ?4, show_no = ?5, seat_no = ?6, status = ?7, type = ?8, class_no = ?9,
    generation = ?10, price = ?11, discount = ?12, fee = ?13, tax = ?14, total = ?15,
    sold_at = ?16, sold_by = ?17, till = ?18, ended_at = ?19, ended_by = ?20, ended_till = ?21,
    kept = ?22, late = ?23, version = version + 1
WHERE sale = ?1 AND id = ?2 AND version = ?3;
